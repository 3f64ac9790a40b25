//! `script-syntax`: scripts that their interpreter rejects.

use super::File;
use crate::report::Report;
use crate::script::{Language, Reading, Script};

pub(super) fn check(script: &Script, file: &File<'_>, report: &mut Report) {
    let first = script.text.split('\n').next().unwrap_or_default();
    if first.starts_with("#!") && first.ends_with('\r') && is_bash_that_parses(script) {
        let message = "the script's lines end with CR LF: the system finds no interpreter of that name, and bash reads the CR as a part of each command";
        file.at("script-syntax", 0, message.to_owned(), report).advise("save it with LF");
        return;
    }
    if let Some(target) = link_as_text(&script.text) {
        let message = format!("the script is one line, {target:?}: a link that was saved as text");
        let advice = "put a copy of the file there, or check it out with core.symlinks on";
        file.at("script-syntax", 0, message, report).advise(advice);
        return;
    }
    let Some((language, Reading::Refused { at, reason })) = &script.reading else { return };
    let message = format!("the script is not valid {}: {reason}", language.name());
    file.at("script-syntax", *at, message, report).advise(advice(*language, &script.text, *at));
}

/// Whether bash reads a script without an error: then its line ends are not reported.
fn is_bash_that_parses(script: &Script) -> bool {
    matches!(&script.reading, Some((Language::Bash, Reading::Accepted(_))))
}

/// The path that is a file's only content, as git writes a link on systems without links.
fn link_as_text(text: &str) -> Option<&str> {
    let line = text.trim_end();
    let is_path = line.starts_with("../") && !line.contains(char::is_whitespace);
    is_path.then_some(line)
}

fn advice(language: Language, text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    match language == Language::Python && text[start..].trim_start().starts_with("print ") {
        true => "write it for Python 3: print(…)".to_owned(),
        false => format!("run `{}` and fix the line", language.checker()),
    }
}

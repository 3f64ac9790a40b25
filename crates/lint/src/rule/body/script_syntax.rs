//! `script-syntax`: scripts that their interpreter refuses.

use super::File;
use crate::report::Report;
use crate::script::{Language, Reading, Script};

pub(super) fn check(script: &Script, file: &File<'_>, report: &mut Report) {
    let Some((language, Reading::Refused { at, reason })) = &script.reading else { return };
    let message = format!("the script is not valid {}: {reason}", language.name());
    file.at("script-syntax", *at, message, report).advise(advice(*language, &script.text, *at));
}

fn advice(language: Language, text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    match language == Language::Python && text[start..].trim_start().starts_with("print ") {
        true => "write it for Python 3: print(…)".to_owned(),
        false => format!("run `{}` and fix the line", language.checker()),
    }
}

//! `script-prompts`: scripts that wait for a person to type. An agent has no terminal: they hang, or end with an error.

use std::sync::OnceLock;

use regex::Regex;

use super::File;
use crate::report::Report;

pub(super) fn check(path: &str, file: &File<'_>, report: &mut Report) {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    if !matches!(ending, "sh" | "bash" | "zsh") {
        return;
    }
    static READ: OnceLock<Regex> = OnceLock::new();
    let read = READ.get_or_init(|| {
        Regex::new(r#"^\s*(?:(?:if|while|until|!)\s+)*(?:IFS=\S*\s+)?read\s+(?:-[a-zA-Z]+\s+(?:[0-9]+\s+)?)*-[a-oq-z]*p(?-u:\b)"#)
            .expect("invariant: it is a pattern")
    });
    let mut at = 0;
    let mut delimiter: Option<String> = None;
    for line in file.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if let Some(end) = &delimiter {
            if line.trim() == end.as_str() {
                delimiter = None;
            }
            continue;
        }
        delimiter = here_document(line);
        // What stands behind `<` or in a pipe reads something else than a person's words.
        let from_elsewhere = line.contains('<') || line.contains("/dev/tty");
        if read.is_match(line) && !from_elsewhere {
            let indent = line.len() - line.trim_start().len();
            self::report(file, start + indent, line, "[ -t 0 ]", report);
            return;
        }
        if line.contains("-t 0") {
            return;
        }
    }
}

/// Reports a question at a byte of a script; `is_terminal` is how its language asks whether somebody is there.
pub(super) fn report(
    file: &File<'_>,
    at: usize,
    line: &str,
    is_terminal: &str,
    report: &mut Report,
) {
    let message = format!("the script waits for a person to type: `{}`", line.trim());
    file.at("script-prompts", at, message, report).advise(format!(
        "take the answer as an argument or from the environment; ask only where stdin is a terminal (`{is_terminal}`)"
    ));
}

fn here_document(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("<<")?;
    if rest.starts_with('<') {
        return None;
    }
    let word = rest.trim_start_matches('-').trim_start().split([' ', ';', '|', ')', '>']).next()?;
    let word = word.trim().trim_matches(['"', '\'']);
    (!word.is_empty()).then(|| word.to_owned())
}

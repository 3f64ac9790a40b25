//! `script-shebang-invalid`: first lines that name a program that no system has.

use super::File;
use crate::report::Report;

pub(super) fn check(file: &File<'_>, report: &mut Report) {
    let Some(line) = file.text.strip_prefix("#!").and_then(|text| text.split('\n').next()) else {
        return;
    };
    let (words, has_return) = match line.strip_suffix('\r') {
        Some(words) => (words, true),
        None => (line, false),
    };
    let words = words.trim();
    let program = words.split_whitespace().next().unwrap_or_default();
    if has_return {
        let message = format!(
            "the first line ends in a carriage return: the system looks for a program named {:?}",
            format!("{}\r", words.rsplit('/').next().unwrap_or_default())
        );
        file.at("script-shebang-invalid", 0, message, report)
            .advise("save the file with LF line endings");
        return;
    }
    let behind = words[program.len()..].trim();
    let is_env = program.rsplit('/').next() == Some("env");
    // `-S` has env split the rest into words; variables may come before the program.
    if is_env && behind.contains(char::is_whitespace) && !behind.starts_with('-') {
        let message = format!(
            "the first line hands env one word, and it looks for a program named {behind:?}: Linux doesn't split it"
        );
        file.at("script-shebang-invalid", 0, message, report)
            .advise(format!("write #!{program} -S {behind}"));
    }
}

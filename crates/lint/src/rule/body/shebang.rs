//! `script-shebang-invalid`: first lines that name a program that no system has.

use super::File;
use crate::report::Report;
use crate::similar;

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
    let named = match is_env {
        true => {
            behind.split_whitespace().find(|word| !word.starts_with('-') && !word.contains('='))
        }
        false => program.rsplit('/').next(),
    };
    if let Some((named, meant)) = named.and_then(|named| Some((named, meant(named)?))) {
        let message = format!("the first line names the program {named:?}, which no system has");
        file.at("script-shebang-invalid", 0, message, report)
            .advise(format!("did you mean {meant}?"));
        return;
    }
    // `-S` has env split the rest into words; variables may come before the program.
    if is_env && behind.contains(char::is_whitespace) && !behind.starts_with('-') {
        let message = format!(
            "the first line hands env one word, and it looks for a program named {behind:?}: Linux doesn't split it"
        );
        file.at("script-shebang-invalid", 0, message, report)
            .advise(format!("write #!{program} -S {behind}"));
    }
}

/// The interpreter of which a name is a slip: two letters swapped, one wrong, missing or added.
fn meant(named: &str) -> Option<&'static str> {
    const KNOWN: [&str; 24] = [
        "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "sh", "tcsh", "csh", "python",
        "python2", "python3", "pypy3", "node", "deno", "bun", "ruby", "perl", "php", "lua", "pwsh",
        "awk", "env",
    ];
    /// Names that are close to others.
    const LONG: [&str; 7] = ["bash", "python", "python3", "node", "ruby", "perl", "pwsh"];
    let is_slip = |known: &&str| similar::distance(known, named) == Some(1);
    let is_known = KNOWN.contains(&named) || named.contains(|c: char| !c.is_ascii_alphanumeric());
    if is_known {
        return None;
    }
    let same_letters = |known: &&str| {
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        sorted(known) == sorted(named)
    };
    // `rush`, `mash` and `code` are programs: only swapped letters, and slips in longer names.
    LONG.into_iter().find(|known| same_letters(known) || known.len() > 5 && is_slip(known))
}

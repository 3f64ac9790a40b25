//! `script-interpreter-differs`: scripts for `sh` that are written in bash. If `sh` is dash (Debian, Ubuntu, Alpine's
//! ash), they end with a syntax error or behave differently.

use super::File;
use crate::report::Report;
use crate::script::{self, Language, Reading, Script};

pub(super) fn check(script: &Script, file: &File<'_>, report: &mut Report) {
    let asks_for_sh = matches!(script::interpreter(&script.text), Some("sh" | "dash" | "ash"));
    let Some(at) = first(script).filter(|_| asks_for_sh) else { return };
    let message = format!(
        "the first line asks for sh, and `{}` is bash: where sh is dash, the script fails",
        excerpt(&script.text, at)
    );
    file.at("script-interpreter-differs", at, message, report)
        .advise("begin the script with #!/usr/bin/env bash");
}

/// The first place with a feature that bash has and sh lacks.
pub(super) fn first(script: &Script) -> Option<usize> {
    match &script.reading {
        Some((Language::Bash, Reading::Accepted(facts))) => facts.bashism,
        _ => None,
    }
}

/// The relevant part of the line from a place on.
pub(super) fn excerpt(text: &str, at: usize) -> String {
    const MOST: usize = 40;
    let line = text[at..].lines().next().unwrap_or_default();
    let short: String = line.chars().take(MOST).collect();
    if short.len() < line.len() { format!("{short}…") } else { short }
}

//! `script-prompts`: scripts that wait for a person to type. An agent has no terminal: they hang, or end with an error.

use super::File;
use crate::report::Report;
use crate::script::{Reading, Script};

pub(super) fn check(script: &Script, file: &File<'_>, report: &mut Report) {
    let Some((language, Reading::Accepted(facts))) = &script.reading else { return };
    let Some(at) = facts.prompt else { return };
    let line = script.text[at..].lines().next().unwrap_or_default().trim();
    let message = format!("the script waits for a person to type: `{line}`");
    file.at("script-prompts", at, message, report).advise(format!(
        "take the answer as an argument or from the environment; ask only where stdin is a terminal (`{}`)",
        language.terminal_test()
    ));
}

//! `script-prompts`: scripts that wait for keyboard input. An agent has no terminal: they hang, or end with an error.

use contract::Level;

use super::File;
use crate::body::Body;
use crate::report::Report;
use crate::script::{Reading, Script};

pub(super) fn check(body: &Body<'_>, script: &Script, file: &File<'_>, report: &mut Report) {
    let Some((language, Reading::Accepted(facts))) = &script.reading else { return };
    let Some(prompt) = &facts.prompt else { return };
    let line = script.text[prompt.at..].lines().next().unwrap_or_default().trim();
    let Some(option) = prompt.skipped_by else {
        let message = format!("the script waits for a person to type: `{line}`");
        file.at("script-prompts", prompt.at, message, report).advise(format!(
            "take the answer as an argument or from the environment; ask only where stdin is a terminal (`{}`)",
            language.terminal_test()
        ));
        return;
    };
    // An agent that reads of the option passes it.
    if body.texts().any(|text| text.contains(option)) {
        return;
    }
    let message = format!(
        "without {option} the script waits for a person to type, and no text names {option}: `{line}`"
    );
    file.at("script-prompts", prompt.at, message, report)
        .advise(format!("say in SKILL.md when to run the script with {option}"))
        .at_level(Level::Info);
}

//! `script-prompts`: scripts that wait for keyboard input. An agent has no terminal: they hang, or end with an error.

use contract::Level;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use regex::Regex;

use super::{File, on_page};
use crate::body::command::{commands, simple_commands};
use crate::body::context::is_denied;
use crate::body::{Body, Page};
use crate::lines::each_line;
use crate::report::Report;
use crate::script::{Reading, Script};
use crate::waiting::{instead_of_editor, instead_of_waiting};

pub(super) fn check(body: &Body<'_>, script: &Script, file: &File<'_>, report: &mut Report) {
    if file.shown.ends_with(".rb") {
        return ruby(file, report);
    }
    let Some((language, Reading::Accepted(facts))) = &script.reading else { return };
    let Some(prompt) = &facts.prompt else { return };
    let line = script.text[prompt.at..].lines().next().unwrap_or_default().trim();
    let Some(option) = prompt.skipped_by else {
        let words: Vec<&str> = line.split_whitespace().collect();
        if is_confirmation(line) {
            let message =
                format!("the script asks a person to confirm, and no option answers: `{line}`");
            file.at("script-prompts", prompt.at, message, report)
                .advise("take an option `--yes`, which an agent passes when the user has agreed");
            return;
        }
        let message = format!("the script waits for a person to type: `{line}`");
        let advice = instead_of_waiting(&words).map(str::to_owned).unwrap_or_else(|| {
            format!(
                "take the answer as an argument or from the environment; ask only where stdin is a terminal (`{}`)",
                language.terminal_test()
            )
        });
        file.at("script-prompts", prompt.at, message, report).advise(advice);
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

/// Whether a question is answered with yes or no.
fn is_confirmation(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let forms = [
        "y/n",
        "yes/no",
        "(yes",
        "'yes'",
        "\\\"yes\\\"",
        "are you sure",
        "continue?",
        "proceed?",
        "confirm",
    ];
    forms.iter().any(|form| lower.contains(form))
}

/// The first `gets` of a Ruby script that reads one line: a loop reads a file or a pipe.
fn ruby(file: &File<'_>, report: &mut Report) {
    static ASKED: OnceLock<Regex> = OnceLock::new();
    let asked = ASKED.get_or_init(|| {
        Regex::new(r"^\s*(?:\w+\s*=\s*)?(?:\$stdin\.|STDIN\.)?gets(?:\.|&\.|\s*$)")
            .expect("invariant: it is a pattern")
    });
    if ["tty?", "isatty", "ARGF"].iter().any(|word| file.text.contains(word)) {
        return;
    }
    let Some((at, line)) = each_line(file.text).find(|(_, line)| asked.is_match(line)) else {
        return;
    };
    let message = format!("the script waits for a person to type: `{}`", line.trim());
    file.at("script-prompts", at, message, report)
        .advise("take the answer as an argument or from the environment");
}

/// The first command in the shell blocks of a page that opens an editor, or asks for each part of its work.
pub(super) fn check_page(page: &Page, report: &mut Report) {
    let shells = ["bash", "sh", "shell", "zsh", "console"];
    let blocks =
        page.markdown.blocks.iter().filter(|block| shells.contains(&block.language.as_str()));
    let lines: Vec<(usize, &str)> = blocks.flat_map(commands).collect();
    // A form that needs no person stands on the same page.
    let answered: BTreeSet<(&str, &str)> = lines
        .iter()
        .flat_map(|(_, line)| simple_commands(line.trim_start().trim_start_matches("$ ")))
        .filter(|words| instead_of_waiting(words).is_none())
        .filter_map(|words| verb(&words))
        .collect();
    for (at, line) in lines {
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let code = line.trim_start_matches("$ ");
        let code = if code.starts_with('#') { "" } else { code.split(" #").next().unwrap_or(code) };
        // An assignment before the command names the editor: `GIT_SEQUENCE_EDITOR=true git rebase -i`.
        let waiting = match code.contains(['|', '<']) {
            // A pipe or a file may give the answer, but for an editor.
            true => {
                let words: Vec<&str> = code.split_whitespace().collect();
                instead_of_editor(&words).map(|advice| (words, advice))
            }
            false => simple_commands(code)
                .into_iter()
                // `psql` without a statement reads standard input, and an agent's is empty.
                .filter(|words| words.first() != Some(&"psql"))
                .find_map(|words| instead_of_waiting(&words).map(|advice| (words, advice)))
                .filter(|(words, _)| {
                    let is_answered = verb(words).is_some_and(|verb| answered.contains(&verb));
                    instead_of_editor(words).is_some() || !is_answered
                }),
        };
        let Some((words, advice)) = waiting.filter(|_| !is_denied(&page.text, at)) else {
            continue;
        };
        let message = format!("the command waits for a person to type: `{}`", words.join(" "));
        on_page("script-prompts", page, at, message, report).advise(advice).at_level(Level::Info);
        return;
    }
}

/// A command's program and its first word that is no option: `git commit`, `ssh-keygen`.
fn verb<'a>(words: &[&'a str]) -> Option<(&'a str, &'a str)> {
    let mut words = words.iter().filter(|word| **word != "sudo");
    let program = words.next()?;
    let has_verbs = matches!(
        *program,
        "git" | "npm" | "apt" | "apt-get" | "docker" | "podman" | "gh" | "terraform" | "tofu"
    );
    let verb = words.find(|word| !word.starts_with('-')).filter(|_| has_verbs);
    Some((program, verb.copied().unwrap_or_default()))
}

//! `allowed-tools-unknown`: names in allowed-tools that are misspelt names of tools.

use contract::Pointer;
use serde_json::Value;

use crate::report::Report;
use crate::similar;
use crate::skill::Skill;

/// The tools in Claude Code's documentation of allowed-tools.
const TOOLS: [&str; 20] = [
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "Edit",
    "ExitPlanMode",
    "Glob",
    "Grep",
    "KillShell",
    "LS",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "Read",
    "Skill",
    "SlashCommand",
    "Task",
    "TodoWrite",
    "WebFetch",
    "WebSearch",
    "Write",
];

pub(crate) fn check(skill: &Skill<'_>, report: &mut Report) {
    // A misspelt name in the second list forbids nothing.
    for key in ["allowed-tools", "disallowed-tools"] {
        check_list(skill, key, report);
    }
}

fn check_list(skill: &Skill<'_>, key: &str, report: &mut Report) {
    let pointer = Pointer::root().push(key);
    let names: Vec<&str> = match skill.source.get(&pointer) {
        Some(Value::String(text)) => names(text),
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).flat_map(names).collect()
        }
        _ => return,
    };
    for name in names {
        let Some(meant) = meant(name) else { continue };
        let message = format!("{key}: no client has a tool {name:?}");
        report
            .value("allowed-tools-unknown", &skill.source, &pointer, message)
            .advise(format!("did you mean {meant}?"));
    }
}

/// The names of tools, without the patterns in parentheses.
fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut start = 0;
    for (at, c) in outside(text) {
        let next = at + c.len_utf8();
        match c {
            // Text in the parentheses, or after an unclosed one, is not a name.
            '(' => {
                names.push(&text[start..at]);
                start = text.len();
            }
            ')' => start = next,
            ',' | ' ' | '\n' => {
                names.push(&text[start..at]);
                start = next;
            }
            _ => {}
        }
    }
    names.push(&text[start..]);
    names.into_iter().map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// The tools of a list, each with its pattern: `Bash(git status:*)` gives `Bash` and `git status:*`.
pub(crate) fn with_patterns(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut ends: Vec<usize> =
        outside(text).filter(|(_, c)| matches!(c, ',' | ' ' | '\n')).map(|(at, _)| at).collect();
    ends.push(text.len());
    let mut start = 0;
    let mut tools = Vec::new();
    for end in ends {
        let tool = text[start..end].trim_matches([',', ' ', '\n']);
        start = end;
        if let Some((name, pattern)) = tool.split_once('(') {
            tools.push((name, Some(pattern.trim_end_matches(')'))));
        } else if !tool.is_empty() {
            tools.push((tool, None));
        }
    }
    tools
}

/// The characters of a list of tools outside of patterns and their parentheses.
pub(crate) fn outside(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut depth = 0_usize;
    text.char_indices().filter(move |(_, c)| {
        let before = depth;
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before == 0 || depth == 0
    })
}

/// The tool with a similar name: two letters swapped, one wrong, missing or added, or other case. Other clients have
/// other tools; a very different name may be one of theirs.
fn meant(name: &str) -> Option<&'static str> {
    let is_slip = |known: &&str| {
        let distance = similar::distance(known, name);
        let same_letters = known.eq_ignore_ascii_case(name);
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && (same_letters || distance == Some(1) && known.len() > 3)
    };
    match TOOLS.contains(&name) {
        true => None,
        false => TOOLS.into_iter().find(is_slip),
    }
}

#[cfg(test)]
mod tests {
    use super::{meant, names, with_patterns};

    #[test]
    fn slips_are_told_and_other_tools_are_left() {
        assert_eq!(names("Raed, Bash(git status:*) Grep"), ["Raed", "Bash", "Grep"]);
        assert_eq!(
            with_patterns("Read, Bash(git status:*) Grep"),
            [("Read", None), ("Bash", Some("git status:*")), ("Grep", None)]
        );
        assert_eq!(meant("Raed"), Some("Read"));
        assert_eq!(meant("Webfetch"), Some("WebFetch"));
        assert_eq!(meant("Read"), None);
        assert_eq!(meant("bash"), None);
        assert_eq!(meant("ReadFile"), None);
        assert_eq!(meant("mcp__x__read"), None);
    }
}

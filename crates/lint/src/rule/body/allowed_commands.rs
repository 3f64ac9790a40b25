//! `allowed-tools-lacking` for commands and MCP tools: what the text has the agent run, and no entry of the list takes.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use regex::Regex;

use super::harm::words_before;
use super::on_page;
use crate::body::Body;
use crate::body::command::commands;
use crate::body::context::is_denied;
use crate::report::Report;

/// A tool of the list, with its pattern.
pub(super) type Tool<'t> = (&'t str, Option<&'t str>);

/// Commands that only read, or that the shell has itself: clients run them without a question, or they say nothing about the skill.
const QUIET: [&str; 44] = [
    "ls", "cat", "grep", "rg", "find", "head", "tail", "wc", "echo", "printf", "test", "[", "[[",
    "pwd", "cd", "which", "command", "type", "tree", "file", "stat", "diff", "date", "true",
    "false", "sleep", "export", "set", "unset", "source", ".", "if", "then", "else", "fi", "for",
    "do", "done", "while", "case", "esac", "exit", "local", "return",
];

/// Commands of shell blocks that the words before them tell the agent to run. One finding for each program.
pub(super) fn check(body: &Body<'_>, tools: &[Tool<'_>], report: &mut Report) {
    let patterns: Vec<Option<&str>> = tools
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("Bash") || name.eq_ignore_ascii_case("Shell"))
        .map(|(_, pattern)| *pattern)
        .collect();
    // What a variable stands for is not known.
    let is_open = |pattern: &Option<&str>| {
        pattern.is_none_or(|pattern| pattern.starts_with('*') || pattern.contains(['$', '{', '<']))
    };
    if patterns.iter().any(is_open) {
        return;
    }
    let page = &body.pages[0];
    let mut seen = BTreeSet::new();
    let shells = ["bash", "sh", "shell", "zsh", "console"];
    for block in &page.markdown.blocks {
        if !shells.contains(&block.language.as_str())
            || !tells_to_run(words_before(&page.text, block.start))
        {
            continue;
        }
        for (at, line) in commands(block) {
            let Some((offset, command)) = first_command(line) else { continue };
            let program = command.split_whitespace().next().unwrap_or_default();
            let is_allowed = patterns.iter().flatten().any(|pattern| takes(pattern, command));
            // A script of the skill has its own finding where no shell is allowed.
            let is_own = patterns.is_empty() && command.contains("scripts/");
            if is_allowed || is_own || QUIET.contains(&program) || !seen.insert(program.to_owned())
            {
                continue;
            }
            let shown: Vec<&str> = command.split_whitespace().take(2).collect();
            let shown = shown.join(" ");
            let message = match patterns.is_empty() {
                true => format!("the text runs `{shown}`, and allowed-tools has no Bash"),
                false => {
                    format!("the text runs `{shown}`, and no Bash(…) of allowed-tools takes it")
                }
            };
            on_page("allowed-tools-lacking", page, at + offset, message, report)
                .advise(format!("add Bash({shown}:*), or expect the client to ask at each run"));
        }
    }
}

/// Whether the last sentence before a block tells the agent to run it, and not a person.
fn tells_to_run(words: &str) -> bool {
    static TOLD: OnceLock<Regex> = OnceLock::new();
    static OTHERS: OnceLock<Regex> = OnceLock::new();
    let told = TOLD.get_or_init(|| {
        Regex::new(r"(?i)(?:^|[.:;,(*]\s*|\d+\.\s+|[-*]\s+|(?-u:\b)(?:then|and|always|first|next|must|now)\s+)\**(?:run|execute|invoke)(?-u:\b)")
            .expect("invariant: it is a pattern")
    });
    let others = OTHERS.get_or_init(|| {
        Regex::new(r"(?i)(?-u:\b)(?:users?|you\s+can|example|install|setup|set\s+up|optional|manually|if|never|don't|not|instead)(?-u:\b)")
            .expect("invariant: it is a pattern")
    });
    let line = words.trim_end().rsplit('\n').next().unwrap_or_default().trim();
    told.is_match(line) && !others.is_match(line)
}

/// The first command of a line, without assignments and prompts, and its offset.
fn first_command(line: &str) -> Option<(usize, &str)> {
    let mut rest = line.trim_start();
    rest = rest.strip_prefix("$ ").unwrap_or(rest).trim_start();
    let starts_plain = rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let first = rest.split_whitespace().next()?;
    // Paths, variables and assignments, and lines that continue something else.
    let is_plain = first.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if !starts_plain || !is_plain || line.starts_with([' ', '\t']) {
        return None;
    }
    let end = rest.find(['|', ';', '&', '>', '<', '\\']).unwrap_or(rest.len());
    Some((line.len() - rest.len(), rest[..end].trim_end()))
}

/// Whether the pattern of a shell takes a command: `git status:*` and `git status *` begin it, and other text is all of it.
fn takes(pattern: &str, command: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let command = words(command);
    if let Some(start) = pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *")) {
        let start = words(start);
        return command == start
            || command.strip_prefix(&start).is_some_and(|rest| rest.starts_with(' '))
            || start.contains('*');
    }
    match pattern.split_once('*') {
        Some((start, _)) => command.starts_with(start.trim_end()),
        None => command == words(pattern),
    }
}

/// Names of MCP tools in code that no entry of the list takes: the first of each server.
pub(super) fn mcp_tools(body: &Body<'_>, tools: &[Tool<'_>], report: &mut Report) {
    let page = &body.pages[0];
    let mut seen = BTreeSet::new();
    for (at, code) in &page.markdown.codes {
        let is_name = code.starts_with("mcp__")
            && code.matches("__").count() >= 2
            && code.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        if !is_name || is_denied(&page.text, *at) {
            continue;
        }
        let is_allowed = tools.iter().any(|(name, _)| match name.strip_suffix('*') {
            Some(start) => code.starts_with(start),
            // The name of a server stands for all of its tools.
            None => {
                code == name || code.strip_prefix(name).is_some_and(|rest| rest.starts_with("__"))
            }
        });
        let server = code.split("__").nth(1);
        if !is_allowed && seen.insert(server) {
            let message =
                format!("the text names the tool {code}, and allowed-tools does not have it");
            on_page("allowed-tools-lacking", page, *at, message, report)
                .advise("add it, or expect the client to ask at each use");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{takes, tells_to_run};

    #[test]
    fn patterns_take_what_they_begin() {
        assert!(takes("git status:*", "git status --short"));
        assert!(takes("git *", "git push"));
        assert!(takes("npm test", "npm  test"));
        assert!(takes("git*", "git push"));
        assert!(!takes("git status:*", "git push"));
        assert!(!takes("git:*", "gitk --all"));
        assert!(!takes("npm test", "npm test --all"));
    }

    #[test]
    fn only_a_sentence_that_tells_to_run_counts() {
        for told in ["Run:", "1. Run the tests:", "Read it, then run:", "**Execute** the command:"]
        {
            assert!(tells_to_run(told), "{told}");
        }
        for other in ["Users run this:", "If it fails, run:", "The output:", "To install, run:"] {
            assert!(!tells_to_run(other), "{other}");
        }
    }
}

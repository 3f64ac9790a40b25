//! `environment-undocumented`: variables that a script reads without a default, and that no text of the skill names.

use std::collections::BTreeSet;

use super::orphan::scripts_of_agents;
use crate::body::Body;
use crate::lines;
use crate::report::Report;
use crate::rule::body::File;
use crate::script::Reading;

/// Variables that systems, shells and clients set.
const SET: [&str; 38] = [
    "HOME",
    "PATH",
    "USER",
    "USERNAME",
    "USERPROFILE",
    "LOGNAME",
    "SHELL",
    "PWD",
    "OLDPWD",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "TERM",
    "COLUMNS",
    "LINES",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "BROWSER",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "HOSTNAME",
    "NO_COLOR",
    "CI",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMFILES",
    "SYSTEMROOT",
    "WINDIR",
    "VIRTUAL_ENV",
    "DEBUG",
    "CLAUDECODE",
    "TF_BUILD",
    "GITLAB_CI",
    "JENKINS_URL",
    "CODESPACES",
    "PLAYWRIGHT_BROWSERS_PATH",
];

/// Beginnings of names that systems, shells and clients set.
const SET_BELOW: [&str; 11] = [
    "XDG_", "LC_", "GITHUB_", "RUNNER_", "CLAUDE_", "PYTHON", "NODE_", "SSH_", "BASH", "CONDA_",
    "PROGRAM",
];

/// Variables to find in the other scripts.
const MOST: usize = 100;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let mut read: Vec<(&String, &str, usize)> = Vec::new();
    let mut seen = BTreeSet::new();
    for (path, script) in scripts_of_agents(body) {
        let Some((_, Reading::Accepted(facts))) = &script.reading else { continue };
        for (variable, at) in &facts.environment {
            let is_set = SET.contains(&variable.as_str())
                || SET_BELOW.iter().any(|start| variable.starts_with(start));
            let is_name = variable.chars().all(bash_syntax::is_name_char);
            let has_default = has_default_below(&script.text, *at);
            if is_name && !is_set && !has_default && seen.insert(variable) {
                read.push((path, variable, *at));
            }
        }
    }
    if read.is_empty() {
        return;
    }
    let mut named = BTreeSet::new();
    for text in body.texts() {
        named.extend(text.split(|c: char| !bash_syntax::is_name_char(c)));
    }
    // A variable that another script of the skill names is set there.
    let elsewhere = |own: &String, name: &str| {
        let mut others = body.scripts.iter().filter(|(path, _)| *path != own);
        others.any(|(_, script)| script.text.contains(name))
    };
    let untold = read.into_iter().filter(|(_, name, _)| !named.contains(name)).take(MOST);
    for (path, variable, at) in untold.filter(|(path, name, _)| !elsewhere(path, name)) {
        let message = format!(
            "the script reads the environment variable {variable}, and no text of the skill names it"
        );
        File::new(&body.entries.shown(path), &body.scripts[path].text)
            .at("environment-undocumented", at, message, report)
            .advise("say in SKILL.md what it is for and where its value comes from");
    }
}

/// Whether the lines behind the one that reads a variable test what it holds, so that it has a default: `const x =
/// process.env.X;` before `if (!x) return …`.
fn has_default_below(text: &str, at: usize) -> bool {
    /// Lines in which the default follows.
    const NEAR: usize = 3;
    /// Bytes on both sides that are read.
    const BYTES: usize = 400;
    let before = &text[text.ceil_char_boundary(at.saturating_sub(BYTES))..at];
    let before = lines::before(before, before.len());
    let Some((left, _)) = before.split_once('=') else { return false };
    let name = left.split(':').next().unwrap_or_default().trim_end();
    let name = name.rsplit(|c: char| !bash_syntax::is_name_char(c)).next().unwrap_or_default();
    if name.is_empty() {
        return false;
    }
    let tests = [
        format!("if (!{name}) return"),
        format!("if (!{name}) {{"),
        format!("{name} ??"),
        format!("{name} ||"),
        format!("if not {name}:"),
        format!("if {name} is None:"),
        format!("{name} or "),
    ];
    // A message and the end of the program are no default.
    let ends = ["exit", "throw", "raise"];
    let near: Vec<&str> = text[at..text.floor_char_boundary((at + BYTES).min(text.len()))]
        .lines()
        .skip(1)
        .take(NEAR)
        .collect();
    let is_tested = |line: &&str| tests.iter().any(|test| line.contains(test));
    near.iter().any(is_tested)
        && !near.iter().any(|line| ends.iter().any(|word| line.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::has_default_below;

    #[test]
    fn a_test_behind_a_read_is_a_default() {
        let has = |text: &str| has_default_below(text, text.find("process").unwrap());
        assert!(has("const x = process.env.TIDES;\nif (!x) return join(home, \"tides\");\n"));
        assert!(!has("const x = process.env.TIDES;\nif (!x) {\n  process.exit(1);\n}\n"));
        assert!(!has("const x = process.env.TIDES;\nshow(x);\n"));
    }
}

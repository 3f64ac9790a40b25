//! `environment-undocumented`: variables that a script reads without a default, and that no text of the skill names.

use std::collections::BTreeSet;

use super::orphan::scripts_of_agents;
use crate::body::Body;
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
            if is_name && !is_set && seen.insert(variable) {
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

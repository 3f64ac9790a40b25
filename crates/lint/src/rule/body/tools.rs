//! `allowed-tools-lacking`, `allowed-tools-unused`: compares the tools that the text uses with those that the
//! frontmatter allows.

use contract::Pointer;
use serde_json::Value;

use super::{allowed_commands, on_page};
use crate::body::Body;
use crate::body::context::is_denied;
use crate::body::path::Target;
use crate::report::Report;
use crate::rule::tool_name::with_patterns;

/// Tools whose name in a text means that an agent uses them.
const NAMED: [&str; 3] = ["WebFetch", "WebSearch", "AskUserQuestion"];

/// Commands that agents use without an instruction.
const COMMON: [&str; 39] = [
    "ls", "cat", "grep", "rg", "find", "head", "tail", "wc", "echo", "mkdir", "rm", "cp", "mv",
    "sed", "awk", "sort", "uniq", "test", "pwd", "cd", "which", "jq", "tree", "file", "stat",
    "diff", "touch", "chmod", "date", "printf", "xargs", "tee", "cut", "tr", "ln", "basename",
    "dirname", "realpath", "git",
];

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let pointer = Pointer::root().push("allowed-tools");
    let tools: Vec<(&str, Option<&str>)> = match body.skill.source.get(&pointer) {
        Some(Value::String(text)) => with_patterns(text),
        Some(Value::Array(items)) => {
            items.iter().filter_map(Value::as_str).flat_map(with_patterns).collect()
        }
        _ => return,
    };
    if tools.is_empty() || tools.iter().any(|(name, _)| *name == "*") {
        return;
    }
    let has = |wanted: &str| tools.iter().any(|(name, _)| name.eq_ignore_ascii_case(wanted));
    if !has("Bash") && !has("Shell") {
        runs_without_shell(body, report);
    }
    named_tools(body, &has, report);
    allowed_commands::check(body, &tools, report);
    allowed_commands::mcp_tools(body, &tools, report);
    unused_commands(body, &tools, &pointer, report);
}

/// The first script of the skill that a code block of SKILL.md runs.
fn runs_without_shell(body: &Body<'_>, report: &mut Report) {
    let page = &body.pages[0];
    let run = page.runs.iter().find(|run| {
        let found = Target::read(&run.path, page, body).found();
        !page.markdown.is_in_code(run.at)
            && found.is_some_and(|path| body.scripts.contains_key(&path))
    });
    let Some(run) = run else { return };
    let message = format!("the text runs {:?}, and allowed-tools has no Bash", run.path);
    on_page("allowed-tools-lacking", page, run.at, message, report)
        .advise("add Bash with the command, or expect the client to ask at each run");
}

fn named_tools(body: &Body<'_>, has: &dyn Fn(&str) -> bool, report: &mut Report) {
    let page = &body.pages[0];
    for tool in NAMED.into_iter().filter(|tool| !has(tool)) {
        let mut codes = page.markdown.codes.iter();
        let Some((at, _)) = codes.find(|(at, code)| code == tool && !is_denied(&page.text, *at))
        else {
            continue;
        };
        let message = format!("the text names the tool {tool}, and allowed-tools does not have it");
        on_page("allowed-tools-lacking", page, *at, message, report)
            .advise("add it, or expect the client to ask at each use");
    }
}

/// Commands in patterns of Bash that no text or script contains.
fn unused_commands(
    body: &Body<'_>,
    tools: &[(&str, Option<&str>)],
    pointer: &Pointer,
    report: &mut Report,
) {
    let commands = tools.iter().filter(|(name, _)| *name == "Bash").filter_map(|(_, pattern)| {
        let first = pattern.as_ref()?.split([':', ' ', '*']).next()?;
        let name = first.rsplit('/').next()?.trim_end_matches(|c: char| c.is_ascii_digit());
        (!name.is_empty() && !COMMON.contains(&name)).then_some((first, name))
    });
    let commands: Vec<(&str, &str)> = commands.collect();
    if commands.is_empty() {
        return;
    }
    let others = body.unread_pages();
    let first = &body.pages[0];
    let pages = body.pages[1..].iter().map(|page| page.text.as_str());
    let scripts = body.scripts.values().map(|script| script.text.as_str());
    let others = others.iter().map(|(_, text)| text.as_str());
    let texts = [&first.text[first.start..]].into_iter().chain(pages).chain(scripts).chain(others);
    let texts: Vec<&str> = texts.collect();
    for (command, name) in commands {
        if texts.iter().any(|text| text.contains(name)) {
            continue;
        }
        let message =
            format!("allowed-tools: Bash({command}…) is allowed, and no text or script uses it");
        report
            .value("allowed-tools-unused", &body.skill.source, pointer, message)
            .advise("remove it: the client runs it without asking");
    }
}

//! Condenses the text of the fast path: statements without effect are removed, and consecutive decisions share a
//! line.

use std::collections::BTreeSet;

/// The maximum width of a condensed line.
const WIDE: usize = 140;

/// Consecutive rejections as one condition, and a case on one line.
pub(super) fn condensed(body: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in body.lines() {
        if let (Some(one), Some(last)) = (refused(line), lines.last_mut())
            && let Some(known) = refused(last)
            && indent(line) == indent(last)
            && last.len() + one.len() + 6 <= WIDE
        {
            *last = format!("{}if ({known} || {one}) return false;", " ".repeat(indent(line)));
            continue;
        }
        let closes = line.trim() == "}" && lines.last().is_some_and(|last| last.trim() == "break;");
        if closes && let Some(case) = one_line(&mut lines) {
            lines.push(case);
            continue;
        }
        if line.trim() == "}"
            && let Some(looped) = one_loop(&mut lines)
        {
            lines.push(looped);
            continue;
        }
        lines.push(line.to_owned());
    }
    lines.join("\n")
}

/// `case …: {` with some plain statements and `break;`, on one line.
fn one_line(lines: &mut Vec<String>) -> Option<String> {
    let start = lines.iter().rposition(|line| line.ends_with('{'))?;
    let head =
        lines[start].strip_suffix(" {").filter(|head| head.trim_start().starts_with("case "))?;
    let body: Vec<&str> = lines[start + 1..].iter().map(|line| line.trim()).collect();
    let plain = body.iter().all(|line| line.ends_with(';') && !line.starts_with("const "));
    let text = format!("{head} {}", body.join(" "));
    if !plain || text.len() > WIDE {
        return None;
    }
    lines.truncate(start);
    Some(text)
}

/// `for (…) {` with some plain statements, on one line.
fn one_loop(lines: &mut Vec<String>) -> Option<String> {
    let start = lines.iter().rposition(|line| line.ends_with('{'))?;
    let is_loop = lines[start].trim_start().starts_with("for (");
    let body: Vec<&str> = lines[start + 1..].iter().map(|line| line.trim()).collect();
    let text = format!("{} {} }}", lines[start], body.join(" "));
    if !is_loop || !body.iter().all(|line| line.ends_with(';')) || text.len() > WIDE {
        return None;
    }
    lines.truncate(start);
    Some(text)
}

/// The body without statements that never run, nor constants that nothing reads: the compiler reports both, as types
/// that it no longer narrows (TS18046) and unused names (TS6133).
pub(super) fn pruned(body: &str) -> String {
    without_unused(reachable(body))
}

/// The lines that run.
fn reachable(body: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = Vec::new();
    // The indentation below which lines run again.
    let mut ended: Option<usize> = None;
    for line in body.lines() {
        if ended.is_some_and(|end| indent(line) >= end) {
            continue;
        }
        ended = None;
        lines.push(line);
        if ends_block(line) || (line.trim() == "}" && is_never_left(&lines)) {
            ended = Some(indent(line));
        }
    }
    lines
}

/// Whether nothing after this statement runs in its block.
fn ends_block(line: &str) -> bool {
    let line = line.trim();
    line == "return false;" || (line.starts_with("break ") && line.ends_with(';'))
}

/// Whether the labelled block that the last line closes has an end that is never reached, and no way out.
fn is_never_left(lines: &[&str]) -> bool {
    let [before @ .., last] = lines else { return false };
    let Some(start) = before.iter().rposition(|line| indent(line) == indent(last)) else {
        return false;
    };
    let label = before[start].trim().strip_suffix(": {").filter(|label| is_label(label));
    let Some(label) = label else { return false };
    let out = format!("break {label};");
    let body = &before[start + 1..];
    let ends = body
        .last()
        .is_some_and(|line| ends_block(line) || (line.trim() == "}" && is_never_left(body)));
    ends && body.iter().all(|line| !line.contains(&out))
}

fn is_label(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The lines without constants that no later line reads. Reading a part of a value has no effect.
fn without_unused(lines: Vec<&str>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut read: BTreeSet<&str> = BTreeSet::new();
    for line in lines.into_iter().rev() {
        if constant_name(line).is_none_or(|name| read.contains(name)) {
            read.extend(words(line));
            kept.push(line);
        }
    }
    kept.reverse();
    kept.join("\n")
}

/// The name of a constant that is a part of a value.
fn constant_name(line: &str) -> Option<&str> {
    let (name, value) = line.trim().strip_prefix("const ")?.split_once(" = ")?;
    let is_part = !value.contains('(') && value.ends_with(';');
    is_part.then(|| name.split(':').next().unwrap_or(name))
}

/// `return true;` at the end, or the last rejection inverted.
pub(super) fn verdict_last(body: String) -> String {
    let (before, last) = body.rsplit_once('\n').unwrap_or(("", &body));
    match last.strip_prefix("if (").and_then(|last| last.strip_suffix(") return false;")) {
        Some(failed) if !failed.contains([' ', '&', '|', '(']) => {
            format!("{before}\nreturn !{failed};")
        }
        Some(failed)
            if failed.matches(" !== ").count() == 1 && failed.matches(' ').count() == 2 =>
        {
            format!("{before}\nreturn {};", failed.replace(" !== ", " === "))
        }
        _ if ends_block(last) || is_never_left(&body.lines().collect::<Vec<_>>()) => body,
        _ => format!("{body}\nreturn true;"),
    }
}

fn refused(line: &str) -> Option<&str> {
    line.trim().strip_prefix("if (")?.strip_suffix(") return false;")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

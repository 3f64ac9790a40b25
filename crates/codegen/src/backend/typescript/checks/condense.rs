//! Condenses the text of the fast path: consecutive decisions share a line.

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
        _ => format!("{body}\nreturn true;"),
    }
}

fn refused(line: &str) -> Option<&str> {
    line.trim().strip_prefix("if (")?.strip_suffix(") return false;")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

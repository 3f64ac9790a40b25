//! The context of a script's name, and of the variable that asks for its former output, in a text.

use super::pipeline::program_name;

/// The variable by which a caller selects the output on stdout.
pub(super) const VARIABLE: &str = "SKILLGEN_STDOUT";

/// Whether the name is a part of a longer one.
pub(super) fn joined(text: &str, at: usize, end: usize) -> bool {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut after = text[end..].chars();
    let longer = match after.next() {
        Some('.') => after.next().is_some_and(|c| c.is_alphanumeric() || c == '_'),
        Some(c) => part(c),
        None => false,
    };
    longer || text[..at].chars().next_back().is_some_and(part)
}

/// Whether nothing before a name leads to its file: no folder, no shell.
pub(super) fn alone(before: &str) -> bool {
    let before = before.rsplit('\n').next().unwrap_or(before);
    let shell = || {
        let word = before.trim_end_matches(['"', '\'']).trim_end();
        let word = word.rsplit(|c: char| c.is_whitespace() || "\"'(`".contains(c)).next();
        matches!(word.map(program_name), Some("bash" | "sh" | "zsh" | "dash" | "source" | "."))
    };
    !before.ends_with(['/', '}']) && !shell()
}

/// Whether a text sets the variable for all its commands: `export SKILLGEN_STDOUT=text`, or a
/// workflow's `env`.
pub(super) fn asks_throughout(text: &str) -> bool {
    text.match_indices(VARIABLE).any(|(at, name)| {
        let before = text[..at].trim_end_matches(['"', '\'']);
        let after = text[at + name.len()..].trim_start_matches(['"', '\'']).trim_start();
        let value = after
            .strip_prefix([':', '='])
            .map(|value| value.trim_start_matches(['=', ' ', '"', '\'']));
        let text = value.is_some_and(|value| {
            value.strip_prefix("text").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        let exported = before.trim_end().ends_with("export") || after.starts_with(':');
        text && exported
    })
}

/// The literal end of the path up to `end`.
pub(super) fn tail(text: &str, at: usize, end: usize) -> String {
    let path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let start =
        text[..at].char_indices().rev().take_while(|(_, c)| path(*c)).last().map_or(at, |(i, _)| i);
    let whole = &text[start..end];
    let variable = text[..start].ends_with(['}', ')', '"', '$', '\'']);
    let after = if variable { whole.find('/').map_or(whole, |i| &whole[i + 1..]) } else { whole };
    // `$DIR/x.sh`: the variable's name is not a folder.
    let after = if text[..start].ends_with('$') {
        whole.find('/').map_or(whole, |i| &whole[i + 1..])
    } else {
        after
    };
    let tail = after.rsplit("../").next().unwrap_or(after).trim_start_matches("./");
    let parts = components(&text[..start]);
    if parts.is_empty() { tail.to_owned() } else { format!("{}/{tail}", parts.join("/")) }
}

/// The maximum number of folders that are read from the parts of a path.
const MOST_PARTS: usize = 8;

/// The folders of a path whose parts a program joins: `home / ".pi" / "skills" / "memory" / "run.sh"`, `join(dir, "memory",
/// "run.sh")`. What stands above the folder of skills is where they are installed, which is not the path in the tree.
fn components(before: &str) -> Vec<&str> {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let mut parts = Vec::new();
    let Some(mut rest) = line.strip_suffix(['"', '\'']) else { return parts };
    let is_joined = line.contains("join(");
    let part = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    while parts.len() < MOST_PARTS {
        let left = rest.trim_end();
        let joins = left.strip_suffix('/').or_else(|| left.strip_suffix(',').filter(|_| is_joined));
        let Some(open) = joins.and_then(|left| left.trim_end().strip_suffix(['"', '\''])) else {
            break;
        };
        let name = &open[open.trim_end_matches(part).len()..];
        let Some(above) = open[..open.len() - name.len()].strip_suffix(['"', '\'']) else { break };
        if name.is_empty() || name.starts_with('.') || name == "skills" {
            break;
        }
        parts.insert(0, name);
        rest = above;
    }
    parts
}

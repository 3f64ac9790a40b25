//! The blank lines: pieces and functions follow each other, with Python's conventions.

use crate::backend::literal::Layout;
use crate::writer::Columns as _;

/// The layout of literals in Python.
pub(super) const LAYOUT: Layout = Layout { width: 88, indent: ("    ", 4), last: "," };

const WIDTH: usize = LAYOUT.width;

/// The text with sorted imports, and two blank lines around functions and classes.
pub(super) fn tidy(text: &str) -> String {
    let (imports, rest) = imports(text);
    let mut out = imports;
    let mut block = false;
    let mut blank = true;
    for line in rest.lines() {
        if line.is_empty() {
            blank = true;
            continue;
        }
        let top = !line.starts_with([' ', ')', ']', '}']);
        if top {
            let opens = ["def ", "class ", "@"].iter().any(|word| line.starts_with(word));
            let held = !blank && (out.ends_with("\n") && last_is_bound(&out));
            if (opens || block) && !held {
                out.push_str("\n\n");
            } else if blank {
                out.push('\n');
            }
            block = opens;
        } else if blank {
            out.push('\n');
        }
        blank = false;
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Functions whose signatures have a line for each argument, where one line is too long. What is too long even then
/// stays on one line, which formatters are told to skip.
pub(super) fn signatures(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(&signature(line).unwrap_or_else(|| skipped(line)));
        out.push('\n');
    }
    out
}

/// A signature on several lines, if one is too long.
fn signature(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("def ")?.split_once('(')?;
    let (arguments, result) = rest.rsplit_once(") ->")?;
    if line.columns() <= WIDTH || result.columns() + 4 > WIDTH {
        return None;
    }
    let arguments: String =
        parts(arguments).iter().map(|argument| format!("    {argument},\n")).collect();
    Some(format!("def {name}(\n{arguments}) ->{result}"))
}

/// A line of code that formatters leave as it is, if it is too long.
fn skipped(line: &str) -> String {
    let is_code = ["def ", "    return ", "builder = "].iter().any(|word| line.starts_with(word));
    let is_wide = is_code && line.columns() > WIDTH;
    if is_wide { format!("{line}  # fmt: skip") } else { line.to_owned() }
}

/// The head of a class in the layout of formatters. If a base is too long for a line, formatters are told to skip it.
pub(super) fn class(name: &str, bases: &[String]) -> String {
    let head = format!("class {name}");
    if bases.iter().any(|base| base.columns() + 5 > WIDTH) {
        return format!("{head}({}):  # fmt: skip", bases.join(", "));
    }
    called(&head, bases, ":")
}

/// A constant `NAME: TYPE = CALL(ARGUMENTS)` in the layout of formatters. If its name and type are too long for a line,
/// formatters are told to skip it.
pub(super) fn constant(head: &str, call: &str, args: &[String]) -> String {
    if head.columns() + " = (".len() > WIDTH {
        return format!("{head} = {call}({})  # fmt: skip", args.join(", "));
    }
    called(&format!("{head} = {call}"), args, "")
}

/// A call with its arguments in the layout of formatters; `end` follows.
pub(super) fn called(head: &str, args: &[String], end: &str) -> String {
    called_at(head, args, end, 0)
}

/// The same for a call that begins at a column.
pub(super) fn called_at(head: &str, args: &[String], end: &str, columns: usize) -> String {
    let (all, width) = (args.join(", "), WIDTH - columns);
    let is_flat = !all.contains('\n');
    if is_flat && head.columns() + all.columns() + 2 + end.len() <= width {
        return format!("{head}({all}){end}");
    }
    let is_wide = head.columns() + 1 > width;
    if let Some((name, call)) = head.rsplit_once(" = ").filter(|_| is_flat && is_wide)
        && call.columns() + all.columns() + 6 <= width
    {
        return format!("{name} = (\n    {call}({all})\n){end}");
    }
    if is_flat && all.columns() + 4 <= width {
        return format!("{head}(\n    {all}\n){end}");
    }
    let lines: String = args.iter().map(|arg| format!("    {arg},\n")).collect();
    format!("{head}(\n{lines}){end}")
}

/// A line with a type at its end, at the level `depth`; `behind` characters follow. If it is too long, the
/// content of the type's brackets gets its own lines.
pub(super) fn typed(line: &str, depth: usize, behind: usize) -> String {
    let width = WIDTH - 4 * depth;
    if line.columns() + behind > width
        && let Some(text) = parenthesized(line, depth, behind)
    {
        return text;
    }
    let mut outside = unquoted(line);
    let opening = outside.find(|(_, c)| *c == '[').filter(|_| line.ends_with(']'));
    let opening = opening.map(|(at, _)| at);
    let Some(opening) = opening.filter(|_| line.columns() + behind > width) else {
        return line.to_owned();
    };
    let (head, inner) = (&line[..=opening], &line[opening + 1..line.len() - 1]);
    if inner.columns() + 4 <= width {
        return format!("{head}\n    {inner}\n]");
    }
    let parts = parts(inner);
    let comma = if parts.len() > 1 { "," } else { "" };
    let mut text = format!("{head}\n");
    for part in parts {
        let part = typed(part, depth + 1, comma.len());
        part.lines().for_each(|line| text.push_str(&format!("    {line}\n")));
        text.pop();
        text.push_str(&format!("{comma}\n"));
    }
    text + "]"
}

/// `NAME = (TYPE)` or `NAME: (TYPE)` on separate lines, if not even the type's bracket fits after the name.
fn parenthesized(line: &str, depth: usize, behind: usize) -> Option<String> {
    let width = WIDTH - 4 * depth;
    let sign = unquoted(line).find(|(_, c)| [':', '='].contains(c)).map(|(at, _)| at + 1)?;
    let (head, ty) = (&line[..sign], line[sign..].trim_start());
    let opening = unquoted(ty).find(|(_, c)| *c == '[').map(|(at, _)| at);
    let first = opening.map_or(ty, |at| &ty[..=at]);
    let end = if opening.is_none() { behind } else { 0 };
    let is_wide = head.columns() + 1 + first.columns() + end > width;
    if !is_wide || ty.is_empty() || head.columns() + 2 > width {
        return None;
    }
    let below = typed(ty, depth + 1, 0);
    let fits = below.lines().all(|line| line.columns() + 4 <= width);
    let lines: String = below.lines().map(|line| format!("    {line}\n")).collect();
    fits.then(|| format!("{head} (\n{lines})"))
}

/// The comma-separated parts in the brackets of a type.
fn parts(inner: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, character) in unquoted(inner) {
        match character {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inner[start..].trim());
    parts
}

/// The characters of a line outside of string literals, because names may contain brackets and commas.
pub(super) fn unquoted(line: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let (mut quote, mut escape) = (None, false);
    line.char_indices().filter(move |(_, character)| {
        match (quote, *character) {
            (Some(_), _) if escape => escape = false,
            (Some(_), '\\') => escape = true,
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(*character),
            (None, _) => return true,
        }
        false
    })
}

/// Whether the last line is a decorator or a comment, which belong to the next one.
fn last_is_bound(text: &str) -> bool {
    text.lines().last().is_some_and(|line| line.starts_with(['@', '#']))
}

/// The import lines, joined by module and sorted; and all other lines.
fn imports(text: &str) -> (String, String) {
    let (mut plain, mut from, mut future) = (Vec::new(), Vec::<(&str, Vec<&str>)>::new(), "");
    let (mut rest, mut beside, mut open) = (String::new(), String::new(), false);
    let (mut guard, mut guarded) = (String::new(), false);
    for line in text.lines() {
        if guarded {
            guarded = line.starts_with(' ');
        }
        let begins = ["if sys.version_info", "elif TYPE_CHECKING:", "if TYPE_CHECKING:"];
        if guarded || begins.iter().any(|word| line.starts_with(word)) {
            guarded = true;
            guard.push_str(line);
            guard.push('\n');
        } else if open || line.starts_with("from .") {
            open = line != ")";
            beside.push_str(line);
            beside.push('\n');
        } else if let Some((module, names)) =
            line.strip_prefix("from ").and_then(|line| line.split_once(" import "))
        {
            if module == "__future__" {
                future = line;
                continue;
            }
            let known = from.iter().position(|(known, _)| *known == module);
            let index = known.unwrap_or_else(|| {
                from.push((module, Vec::new()));
                from.len() - 1
            });
            from[index].1.extend(names.split(", "));
        } else if line.starts_with("import ") {
            plain.push(line);
        } else {
            rest.push_str(line);
            rest.push('\n');
        }
    }
    plain.sort_unstable();
    from.sort_unstable();
    let mut out = format!("{future}\n\n");
    plain.iter().for_each(|line| out.push_str(&format!("{line}\n")));
    for (module, mut names) in from {
        names.sort_unstable();
        names.dedup();
        let line = format!("from {module} import {}\n", names.join(", "));
        if line.columns() <= WIDTH + 1 {
            out.push_str(&line);
        } else {
            let names: String = names.iter().map(|name| format!("    {name},\n")).collect();
            out.push_str(&format!("from {module} import (\n{names})\n"));
        }
    }
    for part in [beside, guard].iter().filter(|part| !part.is_empty()) {
        out.push_str(&format!("\n{part}"));
    }
    (out, rest)
}

//! Lines that rustfmt breaks where names are long.

use crate::writer::Columns as _;

/// The number of columns of a line.
pub(super) const WIDTH: usize = 100;

/// Functions whose signatures have a line for each argument, where one line is too long.
pub(super) fn signatures(text: &str, width: usize) -> String {
    text.lines().map(|line| signature(line, width) + "\n").collect()
}

fn signature(line: &str, width: usize) -> String {
    let parts = line.strip_prefix("pub fn ").and_then(|rest| rest.split_once('('));
    let Some((name, rest)) = parts.filter(|_| line.columns() > width) else {
        return line.to_owned();
    };
    match rest.split_once(") ->") {
        Some((arguments, result)) => {
            let arguments = arguments.replace(", ", ",\n    ");
            format!("pub fn {name}(\n    {arguments},\n) ->{result}")
        }
        None => line.to_owned(),
    }
}

/// The attribute by which rustfmt leaves an item as it is.
const SKIP: &str = "#[rustfmt::skip]";

/// The number of columns of arguments that rustfmt leaves on one line: of an attribute, and of a call.
const ARGUMENTS: [(&str, usize); 2] = [("#[serde(", 70), ("quick: Some(", 60)];

/// Items of which rustfmt would break a line, with the attribute by which it leaves them: how it breaks a line depends
/// on the edition. Items are separated by empty lines.
pub(super) fn skip_wide(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = "";
    let mut item: Vec<&str> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let is_outside = line == "}" && depth == INDENT;
        if line.starts_with("pub mod ") && line.ends_with('{') || is_outside {
            flush(&mut item, depth, &mut out);
            out.push_str(line);
            out.push('\n');
            depth = if is_outside { "" } else { INDENT };
            continue;
        }
        item.push(line);
        let is_last = lines.peek().is_none_or(|next| starts_item(next, depth));
        if line.is_empty() && is_last {
            flush(&mut item, depth, &mut out);
        }
    }
    flush(&mut item, depth, &mut out);
    out
}

/// The indentation of the items of a module.
const INDENT: &str = "    ";

/// Whether a line has the indentation of items.
fn starts_item(line: &str, depth: &str) -> bool {
    line.strip_prefix(depth).is_some_and(|line| !line.starts_with([' ', '}']) && !line.is_empty())
}

/// Writes an item.
fn flush(item: &mut Vec<&str>, depth: &str, out: &mut String) {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let first = item.iter().position(|line| !line.is_empty() && !is_comment(line));
    let wide = first.filter(|first| has_wide_line(&item[*first..]));
    for (index, line) in item.drain(..).enumerate() {
        if wide == Some(index) {
            out.push_str(&format!("{depth}{SKIP}\n"));
        }
        out.push_str(line);
        out.push('\n');
    }
}

/// Whether an item has a line that rustfmt would break, outside of what it skips and of strings.
fn has_wide_line(item: &[&str]) -> bool {
    // The end of a part that is skipped already is a line with its indentation.
    let mut skipped: Option<usize> = None;
    for (index, line) in item.iter().enumerate() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(part) = skipped {
            if indent == part && index > 0 && item[index - 1].trim_start() != SKIP {
                skipped = None;
            }
            if indent > part || text.ends_with(['{', '(', '[']) {
                continue;
            }
            skipped = None;
            continue;
        }
        if text == SKIP {
            skipped = Some(indent);
            continue;
        }
        // Strings of several lines begin here.
        if text.contains("= r\"") || text.contains("= r#") {
            return false;
        }
        if !text.starts_with("//") && is_wide(line) {
            return true;
        }
    }
    false
}

fn is_wide(line: &str) -> bool {
    let argument = |(call, most): &(&str, usize)| {
        let rest = line.trim_start().strip_prefix(call)?;
        let inner = rest.trim_end_matches([']', ',']);
        Some(inner.strip_suffix(')').unwrap_or(inner).columns() > *most)
    };
    line.columns() > WIDTH || ARGUMENTS.iter().filter_map(argument).any(|is_wide| is_wide)
}

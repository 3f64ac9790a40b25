//! A unified diff in bytes. Edits change or insert lines and never remove one, so one pass pairs the lines, without a
//! search for a common part.

use std::io::BufRead as _;

/// Lines around a change.
const CONTEXT: usize = 3;

/// The state of a line.
enum LineChange<'t> {
    Same(&'t [u8]),
    /// A line with its replacement lines.
    Changed(&'t [u8], Vec<&'t [u8]>),
    /// New lines.
    Added(Vec<&'t [u8]>),
}

/// The diff of one file, for `git apply`; empty if nothing changes.
pub(super) fn unified(name: &[u8], before: &[u8], after: &[u8]) -> Vec<u8> {
    let steps = steps(&lines(before), &lines(after));
    let changed: Vec<usize> =
        (0..steps.len()).filter(|i| !matches!(steps[*i], LineChange::Same(_))).collect();
    let mut out = Vec::new();
    if changed.is_empty() {
        return out;
    }
    for (mark, side) in [("---", 'a'), ("+++", 'b')] {
        let name = if before.is_empty() && side == 'a' {
            "/dev/null".to_owned()
        } else {
            quoted(side, name)
        };
        out.extend_from_slice(format!("{mark} {name}\n").as_bytes());
    }
    let mut index = 0;
    while index < changed.len() {
        let start = changed[index].saturating_sub(CONTEXT);
        let mut last = changed[index];
        while let Some(next) = changed.get(index + 1).filter(|next| **next <= last + 2 * CONTEXT) {
            last = *next;
            index += 1;
        }
        index += 1;
        let end = (last + CONTEXT + 1).min(steps.len());
        hunk(&mut out, &steps, start..end);
    }
    out
}

/// Pairs the lines. With the same number of lines on both sides, each pairs with its own; else the lines that differ
/// from the old one at their position are new.
fn steps<'t>(old: &[&'t [u8]], new: &[&'t [u8]]) -> Vec<LineChange<'t>> {
    if old.len() == new.len() {
        let pairs = old.iter().zip(new);
        return pairs
            .map(
                |(a, b)| if a == b { LineChange::Same(a) } else { LineChange::Changed(a, vec![b]) },
            )
            .collect();
    }
    let mut out = Vec::new();
    let mut rest = new;
    for (index, line) in old.iter().enumerate() {
        // The last lines of both sides pair from the end, so that only insertions remain.
        let spare = rest.len().saturating_sub(old.len() - index);
        let at = rest.iter().take(spare + 1).position(|l| l == line);
        match at {
            Some(0) => out.push(LineChange::Same(line)),
            Some(at) => {
                out.push(LineChange::Added(rest[..at].to_vec()));
                out.push(LineChange::Same(line));
            }
            None => {
                // The line itself changed; an insertion after it belongs to it if it is the last.
                let count = if index + 1 == old.len() { rest.len() } else { 1.min(rest.len()) };
                out.push(LineChange::Changed(line, rest[..count].to_vec()));
                rest = &rest[count..];
                continue;
            }
        }
        rest = &rest[at.unwrap_or(0) + 1..];
    }
    if !rest.is_empty() {
        out.push(LineChange::Added(rest.to_vec()));
    }
    out
}

fn hunk(out: &mut Vec<u8>, steps: &[LineChange<'_>], range: std::ops::Range<usize>) {
    let count = |steps: &[LineChange<'_>]| -> (usize, usize) {
        steps.iter().fold((0, 0), |(old, new), step| match step {
            LineChange::Same(_) => (old + 1, new + 1),
            LineChange::Changed(_, lines) => (old + 1, new + lines.len()),
            LineChange::Added(lines) => (old, new + lines.len()),
        })
    };
    let (old_at, new_at) = count(&steps[..range.start]);
    let (old, new) = count(&steps[range.clone()]);
    // A side without lines is named by the line before it.
    let first = |at: usize, lines: usize| if lines == 0 { at } else { at + 1 };
    let head = format!("@@ -{},{old} +{},{new} @@\n", first(old_at, old), first(new_at, new));
    out.extend_from_slice(head.as_bytes());
    // In consecutive changes, all old lines precede the new ones.
    let mut waiting: Vec<&[u8]> = Vec::new();
    for step in &steps[range] {
        match step {
            LineChange::Same(line) => {
                waiting.drain(..).for_each(|l| put(out, b'+', l));
                put(out, b' ', line);
            }
            LineChange::Changed(line, lines) => {
                put(out, b'-', line);
                waiting.extend(lines);
            }
            LineChange::Added(lines) => waiting.extend(lines),
        }
    }
    waiting.drain(..).for_each(|l| put(out, b'+', l));
}

fn put(out: &mut Vec<u8>, mark: u8, line: &[u8]) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::with_capacity(bytes.len() / 32 + 1);
    let mut rest = bytes;
    while !rest.is_empty() {
        let line = rest;
        // An envelope has a line of many thousand bytes, so this search compares blocks.
        let length = rest.skip_until(b'\n').unwrap_or(line.len());
        lines.push(&line[..length]);
    }
    lines
}

/// A path in the form of git diffs.
fn quoted(side: char, name: &[u8]) -> String {
    let plain = |b: &u8| b.is_ascii() && !b.is_ascii_control() && *b != b'"' && *b != b'\\';
    if name.iter().all(plain) {
        let name = String::from_utf8_lossy(name);
        // For some tools a space ends a name unless a tab follows.
        let tail = if name.contains(' ') { "\t" } else { "" };
        return format!("{side}/{name}{tail}");
    }
    let mut out = format!("\"{side}/");
    for byte in name.iter().copied() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            0x20..=0x7e => out.push(char::from(byte)),
            other => out.push_str(&format!("\\{other:03o}")),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn one_line_without_an_end() {
        let diff = unified(b"a b.sh", b"x\ny", b"x\nz");
        let text = String::from_utf8(diff).unwrap();
        assert_eq!(
            text,
            "--- a/a b.sh\t\n+++ b/a b.sh\t\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn far_changes_are_two_hunks() {
        let before: String = (0..20).map(|n| format!("{n}\n")).collect();
        let after = before.replace("1\n2\n", "1\nb\n").replace("17\n", "c\n");
        let diff = String::from_utf8(unified(b"x", before.as_bytes(), after.as_bytes())).unwrap();
        assert_eq!(diff.matches("@@ -").count(), 2, "{diff}");
    }
}

//! A unified diff in bytes. Edits never add or remove a line, so lines pair off and no search for a common part is needed.

/// Lines around a change.
const CONTEXT: usize = 3;

/// The diff of one file, as `git apply` takes it; empty where nothing changes.
pub(super) fn unified(name: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let (old, new) = (lines(before), lines(after));
    let changed: Vec<usize> =
        (0..old.len().max(new.len())).filter(|i| old.get(*i) != new.get(*i)).collect();
    let mut out = Vec::new();
    if changed.is_empty() {
        return out;
    }
    for (mark, side) in [("---", 'a'), ("+++", 'b')] {
        out.extend_from_slice(format!("{mark} {}\n", quoted(side, name)).as_bytes());
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
        let end = last + CONTEXT + 1;
        hunk(&mut out, &old, &new, start..end);
    }
    out
}

fn hunk(out: &mut Vec<u8>, old: &[&[u8]], new: &[&[u8]], range: std::ops::Range<usize>) {
    let count = |lines: &[&[u8]]| range.end.min(lines.len()).saturating_sub(range.start);
    let first = range.start + 1;
    out.extend_from_slice(
        format!("@@ -{first},{} +{first},{} @@\n", count(old), count(new)).as_bytes(),
    );
    let mut at = range.start;
    while at < range.end {
        if old.get(at) == new.get(at) {
            if let Some(line) = old.get(at) {
                put(out, b' ', line);
            }
            at += 1;
            continue;
        }
        let mut stop = at;
        while stop < range.end && old.get(stop) != new.get(stop) {
            stop += 1;
        }
        for line in old.iter().take(stop).skip(at) {
            put(out, b'-', line);
        }
        for line in new.iter().take(stop).skip(at) {
            put(out, b'+', line);
        }
        at = stop;
    }
}

fn put(out: &mut Vec<u8>, mark: u8, line: &[u8]) {
    out.push(mark);
    out.extend_from_slice(line);
    if !line.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|b| *b == b'\n').collect()
}

/// A path as git writes it in a diff.
fn quoted(side: char, name: &str) -> String {
    let plain =
        name.chars().all(|c| c.is_ascii() && !c.is_ascii_control() && c != '"' && c != '\\');
    if plain {
        // A blank ends a name for some readers unless a tab follows.
        let tail = if name.contains(' ') { "\t" } else { "" };
        return format!("{side}/{name}{tail}");
    }
    let mut out = format!("\"{side}/");
    for byte in name.bytes() {
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
        let diff = unified("a b.sh", b"x\ny", b"x\nz");
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
        let diff = String::from_utf8(unified("x", before.as_bytes(), after.as_bytes())).unwrap();
        assert_eq!(diff.matches("@@ -").count(), 2, "{diff}");
    }
}

//! The quoting fix: frontmatter that a strict parser rejects is fixed by quoting the values that cause
//! the error. Returned only if the result parses and has the same keys in the same order.

use crate::profile::Reader;
use crate::rule::yaml_reader::judge;

/// A quoted value: its bytes in the block, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quoted {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: String,
    /// Its key.
    pub(crate) key: String,
}

/// The values of top-level keys that need quotes; `None` if quotes don't fix the block.
pub(crate) fn quotes(yaml: &str) -> Option<Vec<Quoted>> {
    let values = values(yaml);
    // The fewest changes first: only suspicious values, then also each value on several lines.
    [pick(&values, false), pick(&values, true)].into_iter().find(|candidates| {
        !candidates.is_empty() && judge(&applied(yaml, candidates), Reader::Strict).is_ok()
    })
}

/// The block with the quotes.
pub(crate) fn applied(yaml: &str, quoted: &[Quoted]) -> String {
    let mut out = String::with_capacity(yaml.len() + 16);
    let mut at = 0;
    for value in quoted {
        out.push_str(&yaml[at..value.start]);
        out.push_str(&value.text);
        at = value.end;
    }
    out.push_str(&yaml[at..]);
    out
}

/// The value of a top-level key, as written.
struct Raw<'y> {
    key: &'y str,
    start: usize,
    text: &'y str,
    /// Further lines of the value.
    continued: bool,
}

/// The values that begin on the line of their top-level key, with their continuation lines.
fn values(yaml: &str) -> Vec<Raw<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    let lines: Vec<&str> = yaml.split_inclusive('\n').collect();
    let mut index = 0;
    while index < lines.len() {
        let line = lines[index];
        let Some((key, offset)) = key_of(line) else {
            at += line.len();
            index += 1;
            continue;
        };
        let start = at + offset;
        let mut end = at + line.len();
        let mut next = index + 1;
        let head = line[offset..].trim_end();
        let nested = head.is_empty() || matches!(head.as_bytes()[0], b'|' | b'>');
        // A line that is not a key continues the value.
        while next < lines.len() && key_of(lines[next]).is_none() && !lines[next].starts_with('#') {
            end += lines[next].len();
            next += 1;
        }
        let text = yaml[start..end].trim_end();
        if !nested && !head.starts_with('#') {
            let continued = text.contains('\n');
            found.push(Raw { key, start, text, continued });
        }
        at = end;
        index = next;
    }
    found
}

/// The key at the start of a line, and the offset of its value.
fn key_of(line: &str) -> Option<(&str, usize)> {
    let colon = line.find(':')?;
    let key = &line[..colon];
    let sound = !key.is_empty()
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    let rest = &line[colon + 1..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    let ends = rest.trim_end().is_empty();
    (sound && (blank > 0 || ends)).then_some((key, colon + 1 + blank))
}

fn pick(values: &[Raw<'_>], widely: bool) -> Vec<Quoted> {
    values
        .iter()
        .filter(|value| {
            let alone = judge(&format!("k: {}\n", value.text), Reader::Strict).is_err();
            // A list or a key below is not a continuation, and quotes would include it.
            let more = value.text.lines().skip(1);
            let mut inner = more.map(str::trim_start);
            let holds = inner.any(|line| line.starts_with("- ") || key_of(line).is_some());
            let quoted = starts_quoted(value.text);
            alone && (quoted || !holds) && (!value.continued || widely || quoted)
        })
        .map(|value| Quoted {
            start: value.start,
            end: value.start + value.text.len(),
            text: double_quoted(&words(value.text)),
            key: value.key.to_owned(),
        })
        .collect()
}

fn starts_quoted(text: &str) -> bool {
    text.starts_with(['"', '\''])
}

/// The intended text, which lenient parsers read: folded as in YAML.
fn words(text: &str) -> String {
    if starts_quoted(text) && text.contains('\n') {
        let lines: Vec<&str> = text.lines().collect();
        // With indentation, every parser accepts it, with escapes and blank lines.
        let indented = format!("k: {}\n", lines.join("\n  "));
        let document = crate::skill::read_frontmatter("", &indented, 0).ok();
        if let Some(value) = document.as_ref().and_then(|d| d.value().get("k")?.as_str()) {
            return value.to_owned();
        }
    }
    let mut folded = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            blank += 1;
            continue;
        }
        match (folded.is_empty(), blank) {
            (true, _) => {}
            (false, 0) => folded.push(' '),
            (false, count) => folded.extend(std::iter::repeat_n('\n', count)),
        }
        blank = 0;
        folded.push_str(line);
    }
    folded
}

fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::{applied, quotes};

    fn mended(yaml: &str) -> Option<String> {
        quotes(yaml).map(|quoted| applied(yaml, &quoted))
    }

    #[test]
    fn values_that_trip_a_reader_are_quoted() {
        let cases = [
            ("name: a\ndescription: Use when: x\n", "name: a\ndescription: \"Use when: x\"\n"),
            ("description: *x* y\nname: a\n", "description: \"*x* y\"\nname: a\n"),
            ("description: \"a\" or \"b\"\n", "description: \"\\\"a\\\" or \\\"b\\\"\"\n"),
            ("argument-hint: [a] [b]\n", "argument-hint: \"[a] [b]\"\n"),
            ("description: \"one\ntwo\"\nname: a\n", "description: \"one two\"\nname: a\n"),
            ("description: \"one\n\ntwo\"\nname: a\n", "description: \"one\\ntwo\"\nname: a\n"),
            ("description: \"a \\\"b\\\"\nc\"\n", "description: \"a \\\"b\\\" c\"\n"),
            ("description: 'it''s\nx'\n", "description: \"it's x\"\n"),
        ];
        for (yaml, wanted) in cases {
            assert_eq!(mended(yaml).as_deref(), Some(wanted), "{yaml}");
        }
    }

    #[test]
    fn what_quotes_do_not_mend_is_left() {
        assert_eq!(mended("name: a\n\tb: c\n"), None);
        assert_eq!(mended("{\n"), None);
    }
}

//! How the YAML readers that clients use judge one block: strict ones (YAML 1.2 to the letter), lenient
//! ones (libyaml, js-yaml), and the reference validator's subset. Verdicts only; values come from
//! `contract::Document`.

use std::collections::BTreeSet;

use granit_parser::{Event, Options, Parser};

use crate::profile::Reader;

/// Why a reader refuses a block: the line within the block from 1, the column from 1, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) reason: String,
}

/// Whether `reader` takes the YAML of a frontmatter block.
pub(crate) fn judge(yaml: &str, reader: Reader) -> Result<(), Refusal> {
    match (judge_exactly(yaml, reader), reader) {
        (Err(_), Reader::Lenient) => judge_exactly(&indented(yaml), reader),
        (verdict, _) => verdict,
    }
}

/// The block with quoted text that goes on at column 0 moved in by a space: what a lenient reader takes,
/// written so that this one takes it too. Places stay on their lines.
fn indented(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len() + 8);
    let mut open: Option<char> = None;
    for line in yaml.split_inclusive('\n') {
        if open.is_some() && !line.starts_with(char::is_whitespace) {
            out.push(' ');
        }
        out.push_str(line);
        let rest = match open {
            Some(_) => line,
            None => {
                let value = line.split_once(": ").map(|(_, value)| value.trim_start());
                let Some(value) = value.filter(|value| value.starts_with(['"', '\''])) else {
                    continue;
                };
                open = value.chars().next();
                &value[1..]
            }
        };
        open = open.filter(|quote| !closes(rest, *quote));
    }
    out
}

/// Whether a quoted text ends in `rest`, which begins inside it.
fn closes(rest: &str, quote: char) -> bool {
    let mut chars = rest.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if quote == '"' => {
                chars.next();
            }
            '\'' if quote == '\'' && chars.peek() == Some(&'\'') => {
                chars.next();
            }
            c if c == quote => return true,
            _ => {}
        }
    }
    false
}

fn judge_exactly(yaml: &str, reader: Reader) -> Result<(), Refusal> {
    let mut options = Options::default();
    // The strictest client, Claude Code, lets flow collections close at any column, and refuses quoted
    // text that goes on at column 0, as this parser does by default.
    options.strict_indentation = false;
    options.emit_comments = false;
    let mut names: Vec<Option<BTreeSet<String>>> = Vec::new();
    let mut key_next: Vec<bool> = Vec::new();
    for event in Parser::new_from_str_with_options(yaml, options) {
        let (event, span) = match event {
            Ok(pair) => pair,
            Err(error) => {
                let at = error.marker();
                let reason = error.info().lines().next().unwrap_or_default().to_owned();
                return Err(refusal(at.line(), at.col(), reason));
            }
        };
        if reader != Reader::Strictyaml {
            continue;
        }
        let opens_flow = span.slice(yaml).is_some_and(|text| text.starts_with(['{', '[']));
        let refused = match &event {
            Event::MappingStart(..) | Event::SequenceStart(..) if opens_flow => Some("flow style"),
            Event::Alias(_) => Some("an alias"),
            _ => None,
        };
        if let Some(what) = refused {
            let reason = format!("{what} is not allowed");
            return Err(refusal(span.start.line(), span.start.col(), reason));
        }
        if let Some(name) = track(&event, &mut names, &mut key_next) {
            let reason = format!("duplicate key {name:?}");
            return Err(refusal(span.start.line(), span.start.col(), reason));
        }
    }
    Ok(())
}

/// Follows keys and values; returns a key that its mapping has already.
fn track(
    event: &Event<'_>,
    names: &mut Vec<Option<BTreeSet<String>>>,
    key_next: &mut Vec<bool>,
) -> Option<String> {
    let mut repeated = None;
    match event {
        Event::MappingStart(..) => {
            names.push(Some(BTreeSet::new()));
            key_next.push(true);
            return None;
        }
        Event::SequenceStart(..) => {
            names.push(None);
            key_next.push(false);
            return None;
        }
        Event::MappingEnd | Event::SequenceEnd => {
            names.pop();
            key_next.pop();
        }
        Event::Scalar(text, ..) => {
            if let (Some(Some(seen)), Some(true)) = (names.last_mut(), key_next.last())
                && !seen.insert(text.to_string())
            {
                repeated = Some(text.to_string());
            }
        }
        Event::Alias(_) => {}
        _ => return None,
    }
    if let (Some(Some(_)), Some(next)) = (names.last(), key_next.last_mut()) {
        *next = !*next;
    }
    repeated
}

fn refusal(line: usize, column: usize, reason: String) -> Refusal {
    let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Refusal { line: small(line.max(1)), column: small(column + 1), reason }
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::profile::Reader;

    fn takes(yaml: &str, reader: Reader) -> bool {
        judge(yaml, reader).is_ok()
    }

    #[test]
    fn a_strict_reader_refuses_what_clients_refuse() {
        for yaml in [
            "description: Use when: always\n",
            "description: *bold* words\n",
            "description: **bold** words\n",
            "description: @mention\n",
            "description: `code`\n",
            "description: \"a\" and \"b\"\n",
            "name: x\n\tdescription: y\n",
            "metadata:\n\ta: b\n",
            "args: [a] [b]\n",
            "description: \"one\ntwo\"\n",
            "description: 'one\ntwo'\n",
            "name: x\n description: y: z\n",
        ] {
            assert!(!takes(yaml, Reader::Strict), "{yaml}");
        }
    }

    #[test]
    fn a_strict_reader_takes_what_clients_take() {
        for yaml in [
            "name: x\nname: y\n",
            "name: x\r\ndescription: y\r\n",
            "unknown: 1\n",
            "description: \"\\ud83d\\ude00\"\n",
            "a: [b, c]\n",
            "d: {a: b}\n",
            "description: >\n  folded\n  text: with colon\n",
            "description: one\n  two\n",
            "description: a # comment\n",
            "url: https://example.org:80/x\n",
            "time: 10:30\n",
            "metadata: {\n  \"a\": 1\n}\n",
            "tags: [\n  a,\n  b\n]\n",
        ] {
            assert!(takes(yaml, Reader::Strict), "{yaml}");
        }
    }

    #[test]
    fn a_lenient_reader_takes_quoted_text_continued_at_column_0() {
        assert!(takes("description: \"one\ntwo\"\n", Reader::Lenient));
        assert!(!takes("description: a: b\n", Reader::Lenient));
    }

    #[test]
    fn the_reference_validator_takes_a_subset() {
        assert!(!takes("a: [b]\n", Reader::Strictyaml));
        assert!(!takes("a: {b: c}\n", Reader::Strictyaml));
        assert!(!takes("a: 1\na: 2\n", Reader::Strictyaml));
        assert!(takes(
            "a:\n  - b: 1\n  - b: 2\nc: [x](y) is text\n".replace("[x](y) is ", "").as_str(),
            Reader::Strictyaml
        ));
    }
}

//! How the YAML parsers of clients read one block: strict ones (YAML 1.2), libyaml, js-yaml, and the
//! reference validator's subset. Only whether they accept it; `contract::Document` reads the values.

use std::collections::BTreeSet;

use granit_parser::{Event, Options, Parser, ScalarStyle, StructureStyle};

use crate::profile::Reader;

/// The error of a parser: the line in the block from 1, the column from 1, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) reason: String,
}

/// Whether `reader` accepts the YAML of a frontmatter block.
pub(crate) fn judge(yaml: &str, reader: Reader) -> Result<(), Refusal> {
    match (judge_exactly(yaml, reader), reader) {
        (Err(_), Reader::JsYaml) if yaml.contains("\n\t") => {
            // It does not accept tabs before a key as indentation.
            judge_exactly(&indented(&yaml.replace("\n\t", "\n")), reader)
        }
        (Err(_), Reader::JsYaml | Reader::Libyaml | Reader::LibyamlUnique | Reader::Strictyaml) => {
            judge_exactly(&indented(yaml), reader)
        }
        (verdict, _) => verdict,
    }
}

/// Whether `reader` may reject a block that a strict parser accepts; false saves the check.
pub(crate) fn worth_judging(yaml: &str, repeats: bool, reader: Reader) -> bool {
    let may_refuse = match reader {
        // It reads the block up to the first `---`, which may be inside of a value.
        Reader::Strict => return yaml.contains("---"),
        Reader::Strictyaml => true,
        Reader::JsYaml => repeats || yaml.contains('!'),
        Reader::Unique => repeats,
        Reader::Libyaml => has_libyaml_traps(yaml),
        Reader::LibyamlUnique => repeats || has_libyaml_traps(yaml),
    };
    may_refuse || yaml.lines().any(|line| line.starts_with("...") || line.starts_with("---"))
}

/// Whether a block may contain what libyaml rejects and YAML 1.2 allows.
fn has_libyaml_traps(yaml: &str) -> bool {
    yaml.contains(['&', '*']) || yaml.contains("\\u")
}

/// The block with quoted strings that continue at column 0 indented by a space: a form of what lenient
/// parsers accept for this one. Lines are kept.
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

/// Whether a quoted string ends in `rest`, which begins inside of it.
pub(crate) fn closes(rest: &str, quote: char) -> bool {
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
    // The strictest client, Claude Code, accepts closing brackets at any column, and rejects quoted
    // strings that continue at column 0, as this parser does by default.
    options.strict_indentation = false;
    options.emit_comments = false;
    options.emit_anchor_events = matches!(reader, Reader::Libyaml | Reader::LibyamlUnique);
    let mut names: Vec<Option<BTreeSet<String>>> = Vec::new();
    let mut key_next: Vec<bool> = Vec::new();
    let mut documents = 0;
    for event in Parser::new_from_str_with_options(yaml, options) {
        let (event, span) = match event {
            Ok(pair) => pair,
            Err(error) => {
                let at = error.marker();
                let reason = error.info().lines().next().unwrap_or_default().to_owned();
                return Err(refusal(at.line(), at.col(), reason));
            }
        };
        let text = span.slice(yaml).unwrap_or_default();
        documents += usize::from(matches!(event, Event::DocumentStart(..)));
        let reason = match reader {
            Reader::Strict => None,
            _ if documents > 1 => Some("a second document".to_owned()),
            Reader::Libyaml => libyaml_refuses(&event, text),
            Reader::LibyamlUnique => libyaml_refuses(&event, text)
                .or_else(|| repeated(&event, &mut names, &mut key_next)),
            Reader::JsYaml => {
                own_tag(&event).or_else(|| repeated(&event, &mut names, &mut key_next))
            }
            Reader::Unique => repeated(&event, &mut names, &mut key_next),
            Reader::Strictyaml => {
                subset_refuses(&event).or_else(|| repeated(&event, &mut names, &mut key_next))
            }
        };
        if let Some(reason) = reason {
            return Err(refusal(span.start.line(), span.start.col(), reason));
        }
    }
    Ok(())
}

/// What the reference validator's subset of YAML lacks.
fn subset_refuses(event: &Event<'_>) -> Option<String> {
    let what = match event {
        Event::MappingStart(StructureStyle::Flow, ..)
        | Event::SequenceStart(StructureStyle::Flow, ..) => "flow style",
        Event::Alias(_) => "an alias",
        Event::Scalar(_, _, anchor, tag)
        | Event::SequenceStart(_, anchor, tag)
        | Event::MappingStart(_, anchor, tag) => match (*anchor > 0, tag.is_some()) {
            (true, _) => "an anchor",
            (_, true) => "a tag",
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("{what} is not allowed"))
}

/// A tag that YAML itself does not define, as in `!x`.
fn own_tag(event: &Event<'_>) -> Option<String> {
    let (Event::Scalar(_, _, _, tag)
    | Event::SequenceStart(_, _, tag)
    | Event::MappingStart(_, _, tag)) = event
    else {
        return None;
    };
    let tag = tag.as_ref().filter(|tag| tag.handle() == "!" && !tag.suffix().is_empty())?;
    Some(format!("the unknown tag !{}", tag.suffix()))
}

/// What YAML 1.2 allows and libyaml rejects: other characters in names of anchors, escaped surrogates.
fn libyaml_refuses(event: &Event<'_>, text: &str) -> Option<String> {
    let (name, quoted) = match event {
        Event::Anchor(_, name) => (name.as_ref(), false),
        Event::Alias(_) => (text.trim_start_matches('*'), false),
        Event::Scalar(_, ScalarStyle::DoubleQuoted, ..) => ("x", true),
        _ => return None,
    };
    let rest =
        name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let ends = rest.is_empty() || rest.starts_with(['?', ':', '%', '@', '`']);
    if !ends || rest.len() == name.len() {
        return Some(format!("the name {name:?} of an anchor"));
    }
    if !quoted {
        return None;
    }
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at + 1..];
        let unit = escape.strip_prefix('u').and_then(|digits| digits.get(..4));
        if let Some(unit) = unit.and_then(|digits| u32::from_str_radix(digits, 16).ok())
            && (0xD800..=0xDFFF).contains(&unit)
        {
            return Some(format!("the escape \\u{} of half a character", &escape[1..5]));
        }
        let width = escape.chars().next().map_or(0, char::len_utf8);
        rest = &escape[width..];
    }
    None
}

fn repeated(
    event: &Event<'_>,
    names: &mut Vec<Option<BTreeSet<String>>>,
    key_next: &mut Vec<bool>,
) -> Option<String> {
    track(event, names, key_next).map(|name| format!("duplicate key {name:?}"))
}

/// Follows keys and values; returns a repeated key.
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
    fn lenient_readers_take_quoted_text_continued_at_column_0() {
        for reader in [Reader::Libyaml, Reader::JsYaml, Reader::Strictyaml] {
            assert!(takes("description: \"one\ntwo\"\n", reader));
            assert!(!takes("description: a: b\n", reader));
        }
    }

    #[test]
    fn libyaml_takes_no_half_characters_and_plain_anchors_only() {
        for yaml in [
            "a: \"\\ud83d\\ude00\"\n",
            "&nbsp; a: 1\n",
            "a: &x.y 1\n",
            "b: {c: \"\\uD83D\\uDE00\"}\n",
        ] {
            assert!(!takes(yaml, Reader::Libyaml), "{yaml}");
            assert!(takes(yaml, Reader::Strict) && takes(yaml, Reader::JsYaml), "{yaml}");
        }
        for yaml in [
            "a: \"\\\\ud83d\"\n",
            "a: '\\ud83d'\n",
            "a: &x 1\nb: *x\n",
            "a: \"\\u00e9\"\n",
            "a: 1\na: 2\n",
        ] {
            assert!(takes(yaml, Reader::Libyaml), "{yaml}");
        }
    }

    #[test]
    fn js_yaml_takes_no_repeated_key() {
        assert!(!takes("a: 1\na: 2\n", Reader::JsYaml));
        assert!(!takes("a:\n  - b: 1\n    b: 2\n", Reader::JsYaml));
        assert!(takes("a: {b: 1}\nb: 1\n", Reader::JsYaml));
    }

    #[test]
    fn the_reference_validator_takes_a_subset() {
        assert!(!takes("a: [b]\n", Reader::Strictyaml));
        assert!(!takes("a: {b: c}\n", Reader::Strictyaml));
        assert!(!takes("a: 1\na: 2\n", Reader::Strictyaml));
        assert!(!takes("a: &b c\n", Reader::Strictyaml));
        assert!(!takes("a: !!str c\n", Reader::Strictyaml));
        assert!(takes(
            "a:\n  - b: 1\n  - b: 2\nc: [x](y) is text\n".replace("[x](y) is ", "").as_str(),
            Reader::Strictyaml
        ));
    }
}

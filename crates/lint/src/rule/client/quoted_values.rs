//! How Claude Code reads a block again that its parser rejects: each value of a top-level key that has a character with a meaning
//! in YAML in double quotes, and two blanks for each tab at the beginning of a line.

use crate::profile::Reader;
use crate::rule::yaml_reader::judge;

/// The block as it is read the second time. Values in quotes stay, and so do lists that the parser accepts.
pub(super) fn repaired(yaml: &str, reader: Reader) -> String {
    let lines = yaml.split('\n').map(|line| {
        let tabs = line.len() - line.trim_start_matches('\t').len();
        match pair(line).filter(|(_, value)| needs_quotes(value, reader)) {
            Some((key, value)) => {
                let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                format!("{key}: \"{escaped}\"")
            }
            None => format!("{}{}", "  ".repeat(tabs), &line[tabs..]),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The key and the value of a line without indentation. The client's pattern has no match on lines that end in CRLF.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, behind) = line.split_once(':')?;
    let is_key_char = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-');
    let value = behind.trim_start();
    let is_pair = !key.is_empty()
        && key.chars().all(is_key_char)
        && value.len() < behind.len()
        && !value.is_empty()
        && !value.contains(['\r', '\u{2028}', '\u{2029}']);
    is_pair.then_some((key, value))
}

fn needs_quotes(value: &str, reader: Reader) -> bool {
    let is_between = |first: char, last: char| value.starts_with(first) && value.ends_with(last);
    let is_quoted = is_between('"', '"') || is_between('\'', '\'');
    let is_list = is_between('[', ']') && judge(value, reader).is_ok();
    let has_mark =
        value.contains(['{', '}', '[', ']', '*', '&', '#', '!', '|', '>', '%', '@', '`']);
    !is_quoted && !is_list && (has_mark || value.contains(": "))
}

#[cfg(test)]
mod tests {
    use super::repaired;
    use crate::profile::Reader;

    #[test]
    fn values_with_marks_of_yaml_get_quotes() {
        let of = |yaml: &str| repaired(yaml, Reader::Strict);
        assert_eq!(of("a: Use when: \"x\""), "a: \"Use when: \\\"x\\\"\"");
        assert_eq!(of("hint: [a] [b]\nlist: [a, b]"), "hint: \"[a] [b]\"\nlist: [a, b]");
        assert_eq!(of("m:\n\ta: b"), "m:\n  a: b");
        // None of these has such a mark, a plain key at the beginning, or an end that the pattern matches.
        for same in ["a: \"x\" and y", "a: 'it's'", "  a: b: c", "a1: b: c", "a: b: c\r"] {
            assert_eq!(of(same), same);
        }
    }
}

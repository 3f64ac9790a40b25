//! How Codex reads a block again that its parser rejects: plain values with a colon and a blank behind it, and those that begin
//! like a list, a mapping, `@` or a backtick and are none, in quotes.

use crate::profile::Reader;
use crate::rule::yaml_reader::judge;

/// The block with such values in quotes; `None` if it has none.
pub(super) fn repaired(yaml: &str, reader: Reader) -> Option<String> {
    let mut block_indent: Option<usize> = None;
    let mut lines = Vec::new();
    let mut is_changed = false;
    for line in yaml.lines() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_block_text =
            block_indent.is_some_and(|outer| line.trim().is_empty() || indent > outer);
        if is_block_text {
            lines.push(line.to_owned());
            continue;
        }
        block_indent = None;
        let Some((key, behind)) = split_pair(line) else {
            lines.push(line.to_owned());
            continue;
        };
        let value = behind.trim_start();
        let (value, comment) = split_comment(value);
        if value.starts_with(['|', '>']) {
            block_indent = Some(indent);
        }
        if !needs_quotes(value, reader) {
            lines.push(line.to_owned());
            continue;
        }
        let blanks = &behind[..behind.len() - behind.trim_start().len()];
        lines.push(format!("{key}:{blanks}'{}'{comment}", value.replace('\'', "''")));
        is_changed = true;
    }
    is_changed.then(|| lines.join("\n"))
}

/// The key of a line, and what is behind its colon.
fn split_pair(line: &str) -> Option<(&str, &str)> {
    let (key, behind) = line.split_once(':')?;
    let is_pair = behind.is_empty() || behind.starts_with(char::is_whitespace);
    (!key.trim().is_empty() && is_pair).then_some((key, behind))
}

/// A value, and the comment behind it with the blanks before its `#`.
fn split_comment(text: &str) -> (&str, &str) {
    let begins = |at: &usize| *at == 0 || text[..*at].ends_with(char::is_whitespace);
    let at = text.match_indices('#').map(|(at, _)| at).find(begins);
    let value = text[..at.unwrap_or(text.len())].trim_end();
    (value, if at.is_some() { &text[value.len()..] } else { "" })
}

fn needs_quotes(value: &str, reader: Reader) -> bool {
    if value.is_empty() || value.starts_with(['|', '>', '\'', '"']) {
        return false;
    }
    let has_colon =
        value.match_indices(':').any(|(at, _)| value[at + 1..].starts_with(char::is_whitespace));
    has_colon || value.starts_with(['[', '{', '@', '`']) && judge(value, reader).is_err()
}

#[cfg(test)]
mod tests {
    use super::repaired;
    use crate::profile::Reader;

    #[test]
    fn plain_values_that_the_parser_rejects_get_quotes() {
        let of = |yaml: &str| repaired(yaml, Reader::Libyaml);
        assert_eq!(
            of("a: Use when: it's here # why"),
            Some("a: 'Use when: it''s here' # why".into())
        );
        assert_eq!(of("hint: [a] [b]"), Some("hint: '[a] [b]'".into()));
        assert_eq!(of("hint: [a, b]\nlink: http://x"), None);
        assert_eq!(of("a: |\n  b: c: d\ne: 'f: g'"), None);
        assert_eq!(of("*a: b"), None);
    }
}

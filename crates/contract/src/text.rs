//! Quotes text in messages, because text from files must not control a terminal.

/// Escapes control characters (except `
///
/// ` and `\t`), bidirectional controls and invisible characters as `\u{…}`, and workflow commands of GitHub Actions
/// (`##[` anywhere, `::` at the start of a line).
#[must_use]
pub fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && c != '\t' && (steers(c) || is_unseen(c)) {
            out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    if out.contains("##[") {
        out = out.replace("##[", "#\\u{23}[");
    }
    let is_command = |line: &str| line.trim_start().starts_with("::");
    if out.contains("::") && out.split('\n').any(is_command) {
        let lines = out.split('\n').map(|line| match is_command(line) {
            true => line.replacen(':', "\\u{3a}", 1),
            false => line.to_owned(),
        });
        out = lines.collect::<Vec<_>>().join("\n");
    }
    out
}

/// The same on one line, so that a line end or a tab in a name can't forge a line of a report.
#[must_use]
pub fn line(text: &str) -> String {
    safe(text).replace('\n', "\\u{a}").replace('\t', "\\u{9}")
}

/// Control characters (C0, DEL, C1) and the bidirectional controls of Unicode.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Separators of lines and paragraphs, and characters without width, which are invisible in a message. Joiners, which
/// emoji and Persian need, are not included.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{200b}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::{line, safe};

    #[test]
    fn names_are_no_workflow_commands() {
        for (text, shown) in [
            ("a##[error]b", "a#\\u{23}[error]b"),
            ("::error::a", "\\u{3a}:error::a"),
            ("a\n  ::stop-commands::x", "a\n  \\u{3a}:stop-commands::x"),
            ("std::mem, ## [a]", "std::mem, ## [a]"),
            ("\u{1b}[1m", "\\u{1b}[1m"),
            ("a\u{2028}b\u{200b}c\u{feff}\u{e0041}", "a\\u{2028}b\\u{200b}c\\u{feff}\\u{e0041}"),
            ("👩\u{200d}💻", "👩\u{200d}💻"),
        ] {
            assert_eq!(safe(text), shown);
        }
        assert_eq!(line("a\n::b"), "a\\u{a}\\u{3a}:b");
    }
}

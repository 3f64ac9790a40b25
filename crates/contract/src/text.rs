//! Quoted text in messages: what comes from outside must not steer a terminal.

/// The text with control characters (but `\n` and `\t`) and bidirectional controls as `\u{…}`.
#[must_use]
pub fn safe(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && c != '\t' && steers(c) {
            out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// The same as one line: a line end or a tab in a name forges no line of a report.
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

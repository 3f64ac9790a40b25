//! Text in XML 1.0, for the JUnit reports.

use contract::text::safe;

/// Text for an element or an attribute. What XML 1.0 can't hold is U+FFFD; characters that control a terminal are written as
/// `\u{…}`.
pub(crate) fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in safe(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

//! Text for Markdown that means what it says: nothing in a contract's own words is read as markup.

use contract::text::safe;

use super::text_change::{Tag, TextChange};

/// Text that means nothing to Markdown, but for the code spans of our own messages.
pub(super) fn plain(text: &str) -> String {
    let text = safe(text);
    let paired = text.matches('`').count().is_multiple_of(2);
    let mut out = String::new();
    let mut code = false;
    for c in text.chars() {
        match c {
            '`' if paired => {
                code = !code;
                out.push(c);
            }
            '|' => out.push_str("\\|"),
            '\n' => out.push(' '),
            '<' if !code => out.push_str("&lt;"),
            '[' | ']' | '*' | '_' | '`' | '~' if !code => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A code span that its text can't leave, also inside a table.
pub(super) fn code(text: &str) -> String {
    let text = safe(text).replace('\n', " ").replace('|', "\\|");
    let run = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(run + 1);
    let pad = if run > 0 || text.is_empty() { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Both texts of a description in one.
pub(super) fn texts(change: &TextChange) -> String {
    change.written(|tag, text| {
        // A quotation that is cut off would reach beyond its piece.
        let text = plain(&text.replace('`', "'"));
        match tag {
            Tag::Kept => text,
            Tag::Removed => format!("<del>{text}</del>"),
            Tag::Added => format!("<ins>{text}</ins>"),
        }
    })
}

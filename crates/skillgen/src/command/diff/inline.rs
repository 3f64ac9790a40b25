//! Text for Markdown that means what it says: nothing in a contract's own words is read as markup.

use super::text_change::{Tag, TextChange};
pub(in crate::command) use crate::render::markdown::{code, plain};

/// Both texts of a description in one.
pub(in crate::command) fn texts(change: &TextChange) -> String {
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

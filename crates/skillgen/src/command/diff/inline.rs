//! Escapes text for Markdown: no word of a contract is read as markup.

use super::text_change::{Tag, TextChange};
pub(in crate::command) use crate::render::markdown::{code, plain};

/// A word diff of a description.
pub(in crate::command) fn texts(change: &TextChange) -> String {
    change.written(|tag, text| {
        // A quotation that is cut off would extend beyond its part.
        let text = plain(&text.replace('`', "'"));
        match tag {
            Tag::Kept => text,
            Tag::Removed => format!("<del>{text}</del>"),
            Tag::Added => format!("<ins>{text}</ins>"),
        }
    })
}

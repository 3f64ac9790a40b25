//! How bash text is read: one pass over the bytes, and a flat list of nodes that say what stands from where to where.
//!
//! Read are POSIX sh and bash from 3.2 to 5.3. Nothing is copied out of the text and nothing is printed from the nodes: each
//! edit goes by their byte offsets. Substitutions are read where they stand, to the command in them, so that a `)` in a `case`
//! or in a here-document inside `$( )` closes nothing. What bash itself reads only when it runs the line (backticks,
//! here-document bodies) is read where it can be, and left alone where it can't.
//!
//! The reading is bounded: nesting beyond [`reader::DEEPEST`] is an error, and no text takes more than a linear time for each
//! level of it.

mod command;
mod compound;
mod expansion;
mod heredoc;
mod list;
mod operator;
mod reader;
mod redirect;
mod test_command;
#[cfg(test)]
mod tests;
mod tree;
mod word;

pub use operator::Op;
pub use tree::{At, Kind, Node, Tree, flag};

/// Why a text is no script, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset.
    pub at: usize,
    /// The message.
    pub what: &'static str,
}

/// The message for a text that nests too deep.
pub const TOO_DEEP: &str = "nested too deep to be read";

/// What is said of a here-document whose last line is missing: bash warns of it, and reads to the end of the text.
pub const HERE_DOCUMENT_OPEN: &str = "a here-document without its end";

/// What is said of a text whose offsets four bytes do not hold.
pub const TOO_LONG: &str = "too long to be read";

/// Whether a name of a variable or function may contain a character: an ASCII letter, a digit or `_`.
#[must_use]
pub fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Parses a script.
///
/// # Errors
/// The first syntax error.
pub fn parse(text: &[u8]) -> Result<Tree, SyntaxError> {
    // Offsets have four bytes.
    if text.len() >= u32::MAX as usize {
        return Err(SyntaxError { at: 0, what: TOO_LONG });
    }
    let mut reader = reader::Reader::new(text);
    reader.script()?;
    Ok(reader.finish())
}

//! Parses a script to its syntax tree and its model.

use crate::model::Script;
use crate::source::Source;
use crate::syntax::{self, Tree};
use crate::walk::ModelBuilder;

/// The syntax error of a text, from this crate's parser: the line and the message; `None` if there is none.
#[must_use]
pub fn syntax_error(bytes: &[u8]) -> Option<(usize, String)> {
    parse(&Source::new(bytes)).err().map(|bad| (bad.line, bad.reason))
}

/// A parse error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// 1-based line.
    pub(crate) line: usize,
    /// The message.
    pub(crate) reason: String,
}

/// Parses a script.
///
/// # Errors
/// The text is not bash, or too deeply nested.
pub(crate) fn read<'a>(source: &Source<'a>) -> Result<Script<'a>, Unreadable> {
    Ok(flat(source, &parse(source)?))
}

/// The model of a parsed text.
pub(crate) fn flat<'a>(source: &Source<'a>, tree: &Tree) -> Script<'a> {
    let mut walk = ModelBuilder::new(source);
    walk.top(tree.root());
    walk.finish()
}

/// Reads the nodes of a script.
///
/// # Errors
/// As [`read`].
pub(crate) fn parse(source: &Source<'_>) -> Result<Tree, Unreadable> {
    let unreadable = |at: usize, reason: String| Unreadable { line: source.line_of(at), reason };
    if source.bytes().contains(&0) {
        let at = source.bytes().iter().position(|b| *b == 0).unwrap_or(0);
        return Err(unreadable(at, "a NUL byte: this is no text".to_owned()));
    }
    syntax::parse(source.bytes()).map_err(|bad| match bad.what {
        syntax::TOO_DEEP => unreadable(bad.at, bad.what.to_owned()),
        what if in_dos_lines(source.bytes()) => unreadable(
            bad.at,
            format!("its lines end in CRLF, which bash does not run ({what}); write them with LF (`sed -i 's/\\r$//' FILE`)"),
        ),
        what => unreadable(bad.at, format!("can't be parsed: {what}")),
    })
}

/// Whether the first line ends in CRLF.
fn in_dos_lines(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    end.is_some_and(|end| bytes[..end].ends_with(b"\r"))
}

//! A SKILL.md that was read: what the rules of its frontmatter and body look at.

use contract::{Document, Position};

use crate::source::Source;

/// The name that a skill's name is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// A package has a separate rule for that.
    Package,
    /// The folder, as the standard says.
    Folder,
}

/// The name in a SKILL.md.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) path: String,
    pub(crate) position: Position,
    pub(crate) name: String,
}

/// A SKILL.md with its frontmatter.
pub(crate) struct Skill<'t> {
    /// The whole file, including a byte order mark: edits count from its first byte.
    pub(crate) text: &'t str,
    /// The YAML between the delimiters.
    pub(crate) yaml: &'t str,
    /// The offset of the YAML in the text.
    pub(crate) start: usize,
    /// The text after the block.
    pub(crate) body: &'t str,
    /// The fields, with places in the file.
    pub(crate) source: Source,
}

/// The YAML of a block; the only code that counts its lines.
pub(crate) fn read_frontmatter(
    shown: &str,
    yaml: &str,
    line_offset: u32,
) -> Result<Document, contract::ReadError> {
    // Some parsers drop the last line break of a block scalar if the text ends without one.
    Document::frontmatter(shown, yaml, line_offset)
}

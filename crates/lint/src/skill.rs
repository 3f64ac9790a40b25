//! A SKILL.md that was read: what the rules of its frontmatter and body look at.

use contract::{Document, Position};

use crate::source::Source;

/// What the name of a skill is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// A package has a rule of its own for that.
    Package,
    /// The folder, as the standard says.
    Folder,
}

/// The name that a SKILL.md gives itself.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) path: String,
    pub(crate) position: Position,
    pub(crate) name: String,
}

/// A SKILL.md whose frontmatter was read.
pub(crate) struct Skill<'t> {
    /// The whole file, a byte order mark included: edits count from its first byte.
    pub(crate) text: &'t str,
    /// The YAML between the delimiters.
    pub(crate) yaml: &'t str,
    /// Where the YAML begins in the text.
    pub(crate) start: usize,
    /// All after the block.
    pub(crate) body: &'t str,
    /// The fields, with places in the file.
    pub(crate) source: Source,
}

/// The YAML of a block; the one place that knows how lines are counted.
pub(crate) fn read_frontmatter(
    shown: &str,
    yaml: &str,
    line_offset: u32,
) -> Result<Document, contract::ReadError> {
    // Some readers drop the last line break of a block scalar when the text ends without one.
    Document::frontmatter(shown, yaml, line_offset)
}

//! The text that a script gains: a line that sources the helper file beside it, or the helper between two marker
//! lines.

mod file;

pub use contract::bash_helper::Envelope as Kind;
pub use contract::bash_helper::Shell;
pub(crate) use file::{
    FENCE, FORMER_ENDS, Line, Room, SOURCED, Says, fence_of, fenced, holds, is_helper, line_end,
    line_start, stdout_of, was_added,
};
pub use file::{
    confidence_of, helper, helper_name, is_helper_name, kind_of, shell_of, sources_helper,
    version_of,
};

/// The word that identifies a script migrated by an earlier version, with the envelope on one line.
pub const FORMER: &str = "__skill_begin 1 ";

/// The prefix of a recognized line.
pub(crate) const SAY: &str = "skill_say ";

/// The same in a script that has a function of that name.
pub(crate) const SAY_BY_OTHER_NAME: &str = "skill_run ";

/// Whether a text begins with one of them.
pub(crate) fn begins_with_say(text: &str) -> bool {
    [SAY, SAY_BY_OTHER_NAME].iter().any(|say| text.starts_with(say))
}

#[cfg(test)]
mod tests;

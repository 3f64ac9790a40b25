//! The line that begins the envelope of a script, and the parts of the helper behind it.

use std::collections::BTreeSet;

use contract::bash_helper::Part;

use crate::edit::Edit;
use crate::envelope::{self, Made, Says, Shell};
use crate::place::Insertion;
use crate::plan::{Placement, Planner};

impl Planner<'_> {
    /// Puts the envelope in; gives the reason where its text can't be read back.
    pub(crate) fn begin(&mut self, place: &Insertion) -> Option<String> {
        // On a line of its own it needs nothing between it and the first command.
        let end = if place.own_line { "" } else { envelope::BEFORE_COMMAND };
        let made = match (self.needs.shell, self.options.helper) {
            (Shell::Bash, Placement::File) => {
                let calls = self.edits.iter().any(|edit| edit.text.contains("skill_say"));
                Made::line(end, if calls { Says::Something } else { Says::Nothing })
            }
            (Shell::Bash, Placement::Script) => {
                Made::fenced(self.options.kind, &self.options.confidence, &self.parts())
            }
            (Shell::Posix, _) => {
                envelope::made(&self.needs, || fingerprint(self.source.bytes()), end)
            }
        };
        let edit =
            Edit { len: place.len, ..Edit::put(place.at, made.text, place.line, "envelope") };
        self.edits.insert(0, edit);
        made.unreadable
    }

    /// The parts of the helper that the edits call.
    pub(crate) fn parts(&self) -> BTreeSet<Part> {
        let kinds = self.edits.iter().filter_map(|edit| edit.text.strip_prefix("skill_say "));
        let mut parts: BTreeSet<Part> = kinds.filter_map(part).collect();
        let waits = self.needs.own == Some(true);
        if self.needs.shell == Shell::Bash && (waits || self.needs.lists_traps) {
            parts.insert(Part::Traps);
        }
        parts
    }
}

/// The part of the helper that takes a kind of `skill_say`.
fn part(kind: &str) -> Option<Part> {
    match kind.split([' ', ',', ':']).next().unwrap_or_default() {
        "handover" => Some(Part::Exec),
        "text" | "all" | "lines" | "own_text" => Some(Part::Text),
        _ => None,
    }
}

/// A short name of a text, by which a script finds itself.
fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

//! Zip archives by their list of entries alone: names, kinds and sizes are judged before anything is
//! unpacked. The list is read here, byte by byte, because libraries merge entries of one name and decode
//! names, which is just what an attack hides behind.

mod directory;
mod judge;

pub use directory::{Listed, NotAnArchive, list};
pub use judge::{Layout, Top, judge, unsafe_entry};

/// Entries that an archive may have.
pub const MOST_ENTRIES: usize = 10_000;
/// Bytes that one entry may unpack to.
pub const LARGEST_ENTRY: u64 = 64 << 20;
/// Bytes that all entries together may unpack to.
pub const LARGEST_TOTAL: u64 = 256 << 20;
/// How many times smaller than its content a large entry may be packed.
pub const HIGHEST_RATIO: u64 = 200;
/// Contents below this size may be packed at any ratio: a page of blanks is no attack.
pub const SMALL: u64 = 1 << 20;

/// The report on an archive that can't be read.
#[must_use]
pub fn unreadable(shown: &str, reason: &str) -> crate::Report {
    let mut report = crate::Report::default();
    report
        .file(
            "archive-unreadable",
            shown.to_owned(),
            format!("expected a zip archive, found {shown:?}: {reason}"),
        )
        .advise("pack the skill's folder with zip");
    report
}

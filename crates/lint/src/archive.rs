//! Validates zip archives by their directory alone: names, types and sizes are checked before anything
//! is unpacked. The directory is parsed here, byte by byte, because libraries merge entries with one
//! name and decode names, which is what attacks exploit.

mod directory;
mod judge;

pub use directory::{Listed, NotAnArchive, list};
pub use judge::{Layout, Top, judge, unsafe_entry};

/// The maximum number of entries of an archive.
pub const MOST_ENTRIES: usize = 10_000;
/// The maximum unpacked size of an entry.
pub const LARGEST_ENTRY: u64 = 64 << 20;
/// The maximum unpacked size of all entries together.
pub const LARGEST_TOTAL: u64 = 256 << 20;
/// The maximum compression ratio of a large entry.
pub const HIGHEST_RATIO: u64 = 200;
/// Smaller contents may have any ratio: a page of spaces is not an attack.
pub const SMALL: u64 = 1 << 20;

/// The report on an unreadable archive.
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

//! A reader of a script's text.

use std::path::PathBuf;

use migrate::Use;

/// A reader of a script's text.
#[derive(Debug, Clone)]
pub(super) struct Consumer {
    /// The reading file.
    pub(super) path: PathBuf,
    /// Its name in reports.
    pub(super) shown: String,
    /// The place and kind of the reading.
    pub(super) reads: Use,
}

//! Small questions about paths that many commands ask.

use std::path::{Path, PathBuf};

/// The folder that a path stands in: `.` for a bare name, and for what has none above.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path without links and from the root; as it stands where nothing is there.
pub(crate) fn whole(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Do two paths lead to the same place?
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    a == b || std::fs::canonicalize(a).ok() == std::fs::canonicalize(b).ok()
}

/// A path as reports name it: as it was given, but for a `./` in front.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.strip_prefix("./").unwrap_or(&text).to_owned()
}

/// Which of `all` a path that is written `tail` in `from` leads to: from its folder or one above it, the nearest first.
pub(crate) fn nearest<'p>(
    from: &Path,
    tail: &str,
    all: &[usize],
    path: impl Fn(usize) -> &'p Path,
) -> Option<usize> {
    from.ancestors()
        .skip(1)
        .find_map(|folder| all.iter().copied().find(|i| path(*i) == folder.join(tail)))
}

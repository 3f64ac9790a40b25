//! Reads a file with a name that a repository may have used: a generated file for a comparison. It may be a link out of
//! the tree, a FIFO, a device, or an endless file.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// The maximum size of a file that skillgen writes.
const MOST: u64 = 64 << 20;

/// Opens a file that may have become a link or a FIFO a moment ago.
pub(crate) fn no_link() -> i32 {
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    i32::try_from(flags.bits()).unwrap_or_default()
}

/// Opens a file for reading. The last component of the path is not followed if it is a link, and nothing blocks.
///
/// # Errors
/// It is a link, or can't be opened.
pub(crate) fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).custom_flags(no_link()).open(path)
}

/// The bytes of a regular file. The last component of the path is not followed if it is a link, and nothing blocks.
///
/// # Errors
/// There is no file (`NotFound`), or it is not a regular file, or has more than 64 MiB.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let refused = |reason: &str| Error::new(ErrorKind::InvalidInput, reason.to_owned());
    if std::fs::symlink_metadata(path)?.is_symlink() {
        return Err(refused("is a link, which is not followed"));
    }
    let file = open(path)?;
    if !file.metadata()?.is_file() {
        return Err(refused("is no regular file"));
    }
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(refused("has more than 64 MiB"));
    }
    Ok(bytes)
}

/// The text of such a file; invalid UTF-8 is replaced.
///
/// # Errors
/// As [`read`].
pub(crate) fn text(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&read(path)?).into_owned())
}

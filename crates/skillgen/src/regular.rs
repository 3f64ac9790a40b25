//! Reading a file whose name a repository may have taken: a generated file that is compared with what would be written. What
//! stands there may be a link out of the tree, a FIFO, a device, or a file without an end.

use std::fs::OpenOptions;
use std::io::{Error, ErrorKind, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// No file that skillgen writes comes near this size.
const MOST: u64 = 64 << 20;

/// For opening a file that may have become a link or a FIFO a moment ago.
pub(crate) fn no_link() -> i32 {
    let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
    i32::try_from(flags.bits()).unwrap_or_default()
}

/// The bytes of a regular file. The last part of the path is not followed where it is a link, and nothing is waited for.
///
/// # Errors
/// Nothing there (`NotFound`), or no regular file, or one of more than 64 MiB.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let refused = |reason: &str| Error::new(ErrorKind::InvalidInput, reason.to_owned());
    if std::fs::symlink_metadata(path)?.is_symlink() {
        return Err(refused("is a link, which is not followed"));
    }
    let file = OpenOptions::new().read(true).custom_flags(no_link()).open(path)?;
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

/// The text of such a file; what is no UTF-8 is replaced.
///
/// # Errors
/// As [`read`].
pub(crate) fn text(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&read(path)?).into_owned())
}

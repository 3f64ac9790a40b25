//! What a run left: the digests of its files, and the removal of its folder.
//!
//! A run may leave anything: FIFOs, links to devices, sparse files, a hundred thousand names, folders too deep for any
//! path. So the folder is read through descriptors without following links and without blocking, within fixed limits,
//! and only after every process of the run has ended.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use sha2::{Digest as _, Sha256};

/// The limits of examining the result: names, bytes, and depth of folders.
const LEFT_NAMES: usize = 20_000;
const LEFT_BYTES: u64 = 128 << 20;
/// The limit of all paths together.
const LEFT_PATHS: usize = 8 << 20;
pub(super) const DEPTH: usize = 100;

/// The reason for a run whose folders nest deeper than they are looked at.
pub(super) fn too_deep() -> String {
    format!("a run left folders {DEPTH} deep and more")
}

/// The number of names in memory while a folder is emptied.
const HELD: usize = 4096;

/// The result of a run: the digest of each file, or the type of other entries.
pub(super) type Files = BTreeMap<PathBuf, String>;

/// Opens a folder without following links and without blocking.
pub(super) fn folder_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC
}

/// The examined files after a run.
pub(super) struct Remains {
    files: Files,
    bytes: u64,
    /// The bytes of all paths.
    paths: usize,
}

impl Remains {
    /// The files of a folder, or which limit they exceed.
    ///
    /// # Errors
    /// The folder can't be read.
    pub(super) fn of(folder: &Path) -> anyhow::Result<Result<Files, String>> {
        let root = rustix::fs::open(folder, folder_flags(), Mode::empty())?;
        let mut remains = Remains { files: Files::new(), bytes: 0, paths: 0 };
        Ok(match remains.folder(root, Path::new(""), 0)? {
            None => Ok(remains.files),
            Some(why) => Err(why),
        })
    }

    /// Adds a folder; returns the exceeded limit, if any.
    fn folder(
        &mut self,
        folder: OwnedFd,
        below: &Path,
        depth: usize,
    ) -> anyhow::Result<Option<String>> {
        let mut folder = Dir::new(folder)?;
        while let Some(entry) = folder.read() {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let path = below.join(OsStr::from_bytes(name.to_bytes()));
            self.paths += path.as_os_str().len();
            if self.paths > LEFT_PATHS {
                return Ok(Some(format!("a run left names of more than {} MiB", LEFT_PATHS >> 20)));
            }
            let at = folder.fd()?;
            let kind = FileType::from_raw_mode(
                rustix::fs::statat(at, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode,
            );
            if self.files.len() >= LEFT_NAMES {
                return Ok(Some(format!("a run left more than {LEFT_NAMES} files")));
            }
            let what = match kind {
                FileType::Directory if depth == DEPTH => {
                    return Ok(Some(too_deep()));
                }
                FileType::Directory => {
                    self.files.insert(path.join(""), String::new());
                    match rustix::fs::openat(at, name, folder_flags(), Mode::empty()) {
                        Ok(inner) => {
                            if let Some(why) = self.folder(inner, &path, depth + 1)? {
                                return Ok(Some(why));
                            }
                            continue;
                        }
                        Err(error) => error.to_string(),
                    }
                }
                FileType::RegularFile => match self.content(at, name)? {
                    Ok(digest) => digest,
                    Err(why) => return Ok(Some(why)),
                },
                FileType::Symlink => rustix::fs::readlinkat(at, name, Vec::new())
                    .map_or_else(|e| e.to_string(), |to| format!("link {}", to.to_string_lossy())),
                other => format!("{other:?}"),
            };
            self.files.insert(path, what);
        }
        Ok(None)
    }

    /// The digest of a file, limited by the bytes on disk, not by the size that it claims.
    fn content(
        &mut self,
        at: std::os::fd::BorrowedFd<'_>,
        name: &std::ffi::CStr,
    ) -> anyhow::Result<Result<String, String>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut file = match rustix::fs::openat(at, name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(error) => return Ok(Ok(error.to_string())),
        };
        if !file.metadata()?.is_file() {
            return Ok(Ok("no file".to_owned()));
        }
        let (mut sum, mut buffer) = (Sha256::new(), vec![0; 64 << 10]);
        loop {
            let read = file.read(&mut buffer)?;
            if read == 0 {
                let digest = sum.finalize();
                return Ok(Ok(digest.iter().map(|b| format!("{b:02x}")).collect()));
            }
            self.bytes += read as u64;
            if self.bytes > LEFT_BYTES {
                let most = LEFT_BYTES >> 20;
                return Ok(Err(format!("a run left files of more than {most} MiB")));
            }
            sum.update(&buffer[..read]);
        }
    }
}

/// Empties a folder. Each folder in it is moved to the top first, so that no path is too long.
pub(super) fn empty(base: &Path) -> anyhow::Result<()> {
    let top = rustix::fs::open(base, folder_flags(), Mode::empty())?;
    let mut waiting = Vec::new();
    let mut next = 0_usize;
    empty_folder(&top, &top, &mut waiting, &mut next)?;
    while let Some(name) = waiting.pop() {
        let folder = rustix::fs::openat(&top, &name, folder_flags(), Mode::empty())?;
        empty_folder(&top, &folder, &mut waiting, &mut next)?;
        rustix::fs::unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
    }
    Ok(())
}

/// Removes the files of a folder, and moves its folders to the top for later.
fn empty_folder(
    top: &OwnedFd,
    folder: &OwnedFd,
    waiting: &mut Vec<CString>,
    next: &mut usize,
) -> anyhow::Result<()> {
    let is_top = std::ptr::eq(top, folder);
    let is_root = rustix::process::geteuid().is_root();
    loop {
        let mut names = Vec::new();
        let mut all = Dir::read_from(folder)?;
        while let Some(entry) = all.read() {
            let name = entry?.file_name().to_owned();
            let held = is_top && waiting.contains(&name);
            if !matches!(name.to_bytes(), b"." | b"..") && !held {
                names.push(name);
            }
            if names.len() == HELD {
                break;
            }
        }
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            let stat = rustix::fs::statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW)?;
            if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
                rustix::fs::unlinkat(folder, &name, AtFlags::empty())?;
                continue;
            }
            // Moving or reading a folder needs permissions that the script may have removed. Root doesn't need them, and
            // another process of the run's account could put a link there.
            if !is_root {
                rustix::fs::chmodat(folder, &name, Mode::RWXU, AtFlags::empty())?;
            }
            // The top contains the launcher's files, and no folder but `work`.
            let new = CString::new(format!("waiting-{next}"))?;
            *next += 1;
            rustix::fs::renameat(folder, &name, top, &new)?;
            waiting.push(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn empties_what_no_path_reaches() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().join("base");
        fs::create_dir(&base).unwrap();
        let mut at = rustix::fs::open(&base, folder_flags(), Mode::empty()).unwrap();
        let name = "d".repeat(250);
        for _ in 0..1000 {
            rustix::fs::mkdirat(&at, &name, Mode::RWXU).unwrap();
            rustix::fs::symlinkat("/dev/zero", &at, "l").unwrap();
            at = rustix::fs::openat(&at, &name, folder_flags(), Mode::empty()).unwrap();
        }
        for n in 0..5000 {
            fs::write(base.join(format!("f{n}")), "").unwrap();
        }
        fs::create_dir(base.join("closed")).unwrap();
        fs::write(base.join("closed/x"), "").unwrap();
        fs::set_permissions(base.join("closed"), Permissions::from_mode(0o000)).unwrap();
        empty(&base).unwrap();
        assert_eq!(fs::read_dir(&base).unwrap().count(), 0);
    }
}

//! The folder of one run: the copy of a skill, the files to compare afterwards, and their removal.
//!
//! A run may leave anything: FIFOs, links to devices, sparse files, a hundred thousand names, folders too deep for any
//! path. So the folder is read through descriptors without following links and without blocking, within fixed limits,
//! and only after every process of the run has ended.

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _, lchown, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use sha2::{Digest as _, Sha256};

use super::super::state;
use crate::scratch::ScratchFolder;

/// The limits of copying a skill: bytes and names.
const COPIED_BYTES: u64 = 32 << 20;
const COPIED_NAMES: usize = 20_000;
/// The limits of examining the result: names, bytes, and depth of folders.
const LEFT_NAMES: usize = 20_000;
const LEFT_BYTES: u64 = 128 << 20;
pub(super) const DEPTH: usize = 100;

/// The reason for a run whose folders nest deeper than they are looked at.
pub(super) fn too_deep() -> String {
    format!("a run left folders {DEPTH} deep and more")
}
/// The number of names in memory while a folder is emptied.
const HELD: usize = 4096;

/// The account of a run's processes, if it differs from the user of skillgen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) uid: u32,
    pub(super) gid: u32,
}

/// The result of a run: the digest of each file, or the type of other entries.
pub(super) type Files = BTreeMap<PathBuf, String>;

/// What was copied for a run.
pub(super) struct Copied {
    /// The full path of the skill.
    pub(super) skill: PathBuf,
    /// The script's path below it.
    pub(super) inside: PathBuf,
}

/// The folder of one run, which is removed with it. The script only gets `work`.
pub(super) struct Scratch {
    /// Taken by [`Scratch::remove`].
    folder: Option<ScratchFolder>,
    base: PathBuf,
    account: Option<Account>,
}

impl Scratch {
    /// # Errors
    /// No temporary folder can be created that the account can reach.
    pub(super) fn new(account: Option<Account>) -> anyhow::Result<Self> {
        let folder = temporary(account)?;
        let base = folder.path().to_owned();
        let scratch = Self { folder: Some(folder), base, account };
        let work = scratch.work();
        fs::create_dir(&work)?;
        fs::set_permissions(&work, Permissions::from_mode(0o700))?;
        scratch.give(&work)?;
        Ok(scratch)
    }

    pub(super) fn base(&self) -> &Path {
        &self.base
    }

    pub(super) fn work(&self) -> PathBuf {
        self.base.join("work")
    }

    /// Gives a file to the account of the run.
    pub(super) fn give(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(Account { uid, gid }) = self.account {
            lchown(path, Some(uid), Some(gid))
                .with_context(|| format!("{}: can't be given to uid {uid}", path.display()))?;
        }
        Ok(())
    }

    /// Writes a file beside the folder of the run, for the launcher.
    pub(super) fn put(&self, name: &str, content: &[u8]) -> anyhow::Result<()> {
        let path = self.base.join(name);
        fs::write(&path, content)?;
        fs::set_permissions(&path, Permissions::from_mode(0o644))?;
        Ok(())
    }

    /// Writes a file of the run in place of its copy.
    pub(super) fn write(
        &self,
        inside: &Path,
        content: &[u8],
        mode: Option<Permissions>,
    ) -> anyhow::Result<()> {
        let mut folder = self.work();
        for part in inside.parent().into_iter().flat_map(Path::components) {
            folder.push(part);
            if !folder.is_dir() {
                fs::create_dir(&folder)?;
                self.give(&folder)?;
            }
        }
        let path = self.work().join(inside);
        // The copy may be a link.
        let _ = fs::remove_file(&path);
        fs::write(&path, content)?;
        if let Some(mode) = mode {
            fs::set_permissions(&path, mode)?;
        }
        self.give(&path)
    }

    /// Copies the skill of a script.
    pub(super) fn copy(&self, script: &Path) -> anyhow::Result<Copied> {
        let skill = skill_folder(script);
        let inside = script.strip_prefix(&skill).map(Path::to_owned);
        let name = script.file_name().unwrap_or_else(|| OsStr::new("script.sh"));
        let inside = inside.unwrap_or_else(|_| PathBuf::from(name));
        let skill = state::absolute(&skill);
        if !personal(&skill) {
            let tree = state::home(&skill);
            let bound = if personal(&tree) { skill.clone() } else { tree };
            let mut copying =
                Copying { scratch: self, skill: &skill, bound: &bound, bytes: 0, names: 0 };
            copying.folder(&skill, &self.work(), 0)?;
        }
        Ok(Copied { skill, inside })
    }

    /// The files after a run, or which limit they exceed.
    pub(super) fn left(&self, but: &Path) -> anyhow::Result<Result<Files, String>> {
        // The script may have removed its own permissions.
        fs::set_permissions(self.work(), Permissions::from_mode(0o700))?;
        let root = rustix::fs::open(self.work(), folder_flags(), Mode::empty())?;
        let mut left = Left { files: Files::new(), bytes: 0 };
        let excess = left.folder(root, Path::new(""), 0)?;
        left.files.remove(but);
        Ok(match excess {
            None => Ok(left.files),
            Some(why) => Err(why),
        })
    }

    /// Removes the folder, whatever its depth.
    ///
    /// # Errors
    /// Something can't be removed; its place is reported.
    pub(super) fn remove(mut self) -> anyhow::Result<()> {
        self.cleared()
    }

    fn cleared(&mut self) -> anyhow::Result<()> {
        let Some(folder) = self.folder.take() else { return Ok(()) };
        let base = self.base.display().to_string();
        empty(&self.base).and_then(|()| Ok(folder.close()?)).with_context(|| {
            format!("{base}: the folder of a run can't be removed; remove it by hand")
        })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // On the way out of another error, which is reported instead.
        let _ = self.cleared();
    }
}

/// A temporary folder. For another account, each folder above it must be accessible.
fn temporary(account: Option<Account>) -> anyhow::Result<ScratchFolder> {
    // No other user reaches the script's files, whatever their mode.
    let prefix = "skillgen-verify-";
    let Some(Account { uid, gid }) = account else { return Ok(ScratchFolder::make(prefix)?) };
    let usual = std::env::temp_dir();
    let open = |folder: &&Path| {
        let whole = fs::canonicalize(folder).ok();
        whole.is_some_and(|whole| {
            whole
                .ancestors()
                .all(|f| fs::metadata(f).is_ok_and(|m| m.permissions().mode() & 1 != 0))
        })
    };
    let places = [usual.as_path(), Path::new("/tmp"), Path::new("/var/tmp")];
    let Some(place) = places.iter().find(|place| open(place)) else {
        bail!(
            "{}: the sandbox runs as another user, who can't read it; set TMPDIR to a folder that all users can enter",
            usual.display()
        );
    };
    let folder = ScratchFolder::make_in(place, prefix)?;
    lchown(folder.path(), Some(uid), Some(gid))
        .with_context(|| format!("{}: can't be given to uid {uid}", folder.path().display()))?;
    Ok(folder)
}

/// The folder of a script: the nearest one above with a SKILL.md, else its own.
fn skill_folder(script: &Path) -> PathBuf {
    let own = script.parent().unwrap_or(Path::new("")).to_owned();
    let folders = own.ancestors().take(4).find(|f| f.join("SKILL.md").is_file());
    folders.map_or(own.clone(), Path::to_owned)
}

/// The home folder, or one that contains it: a script there gets nothing else from it.
fn personal(folder: &Path) -> bool {
    let home = std::env::var_os("HOME").map(|home| state::absolute(Path::new(&home)));
    home.is_some_and(|home| home.starts_with(folder))
}

/// Copies a skill. Unreadable files are missing in the run, for both versions of the script.
struct Copying<'s> {
    scratch: &'s Scratch,
    skill: &'s Path,
    /// Links lead no further than this, because other files of the machine are not the script's.
    bound: &'s Path,
    bytes: u64,
    names: usize,
}

impl Copying<'_> {
    fn folder(&mut self, from: &Path, to: &Path, depth: usize) -> anyhow::Result<()> {
        let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
        for entry in entries.flatten() {
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            let shown = name.to_string_lossy();
            self.names += 1;
            if shown == ".git" || shown.starts_with(".skillgen") || self.names > COPIED_NAMES {
                continue;
            }
            let (from, to) = (entry.path(), to.join(&name));
            if kind.is_dir() {
                self.sub_folder(&from, &to, depth)?;
            } else if kind.is_symlink() {
                self.link(&from, &to, depth)?;
            } else if kind.is_file() {
                self.file(&from, &to)?;
            }
        }
        Ok(())
    }

    fn sub_folder(&mut self, from: &Path, to: &Path, depth: usize) -> anyhow::Result<()> {
        if depth < DEPTH && fs::create_dir(to).is_ok() {
            self.scratch.give(to)?;
            self.folder(from, to, depth + 1)?;
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path) -> anyhow::Result<()> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let flags = i32::try_from(flags.bits()).unwrap_or_default();
        let Ok(source) = OpenOptions::new().read(true).custom_flags(flags).open(from) else {
            return Ok(());
        };
        let meta = source.metadata()?;
        if !meta.is_file() || meta.len() > COPIED_BYTES - self.bytes {
            return Ok(());
        }
        let mut target = File::create(to)?;
        let most = COPIED_BYTES - self.bytes;
        self.bytes += std::io::copy(&mut source.take(most), &mut target)?;
        target.set_permissions(Permissions::from_mode(meta.permissions().mode() & 0o777))?;
        self.scratch.give(to)
    }

    /// A link inside of the skill is kept. The target of one that leads elsewhere in the tree is copied; any other link
    /// is broken.
    fn link(&mut self, from: &Path, to: &Path, depth: usize) -> anyhow::Result<()> {
        let (Ok(written), target) = (fs::read_link(from), fs::canonicalize(from).ok()) else {
            return Ok(());
        };
        let own = |target: &PathBuf| written.is_relative() && target.starts_with(self.skill);
        let inside = target.filter(|target| !own(target) && target.starts_with(self.bound));
        match inside {
            // A folder that contains the skill would be copied into itself.
            Some(target) if target.is_dir() && !self.skill.starts_with(&target) => {
                self.sub_folder(&target, to, depth)
            }
            Some(target) if target.is_file() => self.file(&target, to),
            _ => {
                symlink(written, to)?;
                self.scratch.give(to)
            }
        }
    }
}

/// Opens a folder without following links and without blocking.
pub(super) fn folder_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC
}

/// The examined files after a run.
struct Left {
    files: Files,
    bytes: u64,
}

impl Left {
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
fn empty(base: &Path) -> anyhow::Result<()> {
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
            // Moving or reading a folder needs permissions that the script may have removed.
            rustix::fs::chmodat(folder, &name, Mode::RWXU, AtFlags::empty())?;
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

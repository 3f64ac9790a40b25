//! The folder of one run, with the copy of a skill.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _, lchown, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use rustix::fs::OFlags;

use super::super::state;
use super::remains::{DEPTH, Files, Remains, empty};
use crate::scratch::ScratchFolder;
use crate::{git, paths};

/// The limits of copying a skill: bytes and names.
const COPIED_BYTES: u64 = 32 << 20;
const COPIED_NAMES: usize = 20_000;

/// The account of a run's processes, if it differs from the user of skillgen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) uid: u32,
    pub(super) gid: u32,
}

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
    /// What belongs to the account of the run, once it starts; a folder before its content.
    owned: RefCell<Vec<PathBuf>>,
}

impl Scratch {
    /// # Errors
    /// No temporary folder can be created that the account can reach.
    pub(super) fn new(account: Option<Account>) -> anyhow::Result<Self> {
        let folder = temporary(account)?;
        let base = folder.path().to_owned();
        let scratch = Self { folder: Some(folder), base, account, owned: RefCell::default() };
        let work = scratch.work();
        fs::create_dir(&work)?;
        fs::set_permissions(&work, Permissions::from_mode(0o700))?;
        scratch.give(&work);
        Ok(scratch)
    }

    pub(super) fn base(&self) -> &Path {
        &self.base
    }

    pub(super) fn work(&self) -> PathBuf {
        self.base.join("work")
    }

    /// Notes a file for the account of the run.
    pub(super) fn give(&self, path: &Path) {
        self.owned.borrow_mut().push(path.to_owned());
    }

    /// Gives the noted files to the account of the run. Nothing is written by path afterwards: another process of that
    /// account could have put a link there. Each folder comes after its content, so that nobody enters it meanwhile.
    pub(super) fn hand_over(&self) -> anyhow::Result<()> {
        let owned = self.owned.take();
        let Some(Account { uid, gid }) = self.account else { return Ok(()) };
        owned.iter().rev().try_for_each(|path| {
            lchown(path, Some(uid), Some(gid))
                .with_context(|| format!("{}: can't be given to uid {uid}", path.display()))
        })
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
            // A copied link may lead anywhere.
            if fs::symlink_metadata(&folder).is_ok_and(|meta| !meta.is_dir()) {
                fs::remove_file(&folder)?;
            }
            if !folder.is_dir() {
                fs::create_dir(&folder)?;
                self.give(&folder);
            }
        }
        let path = self.work().join(inside);
        // The copy may be a link.
        let _ = fs::remove_file(&path);
        fs::write(&path, content)?;
        if let Some(mode) = mode {
            fs::set_permissions(&path, mode)?;
        }
        self.give(&path);
        Ok(())
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
        let files = Remains::of(&self.work())?;
        Ok(files.map(|mut files| {
            files.remove(but);
            files
        }))
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
    let Some(Account { gid, .. }) = account else { return Ok(ScratchFolder::make(prefix)?) };
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
    // The account enters it, and can't put a link in the place of a file that is written or read there.
    lchown(folder.path(), None, Some(gid))
        .with_context(|| format!("{}: can't be given to gid {gid}", folder.path().display()))?;
    fs::set_permissions(folder.path(), Permissions::from_mode(0o710))?;
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
        if git::is_store(from) {
            return Ok(());
        }
        let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
        for entry in entries.flatten() {
            let (name, kind) = (entry.file_name(), entry.file_type()?);
            let shown = name.to_string_lossy();
            self.names += 1;
            let is_state = paths::is_in_git(Path::new(&name)) || shown.starts_with(".skillgen");
            if is_state || self.names > COPIED_NAMES {
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
            self.scratch.give(to);
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
        self.scratch.give(to);
        Ok(())
    }

    /// A link inside of the skill is kept. The target of one that leads elsewhere in the tree is copied, but nothing of
    /// git's own folder; any other link is broken.
    fn link(&mut self, from: &Path, to: &Path, depth: usize) -> anyhow::Result<()> {
        let (Ok(written), target) = (fs::read_link(from), fs::canonicalize(from).ok()) else {
            return Ok(());
        };
        let own = |target: &PathBuf| written.is_relative() && target.starts_with(self.skill);
        let is_copied = |target: &PathBuf| {
            let below = target.strip_prefix(self.bound);
            below.is_ok_and(|below| !paths::is_in_git(below))
                && !target.ancestors().take_while(|f| *f != self.bound).any(git::is_store)
        };
        let inside = target.filter(|target| !own(target) && is_copied(target));
        match inside {
            // A folder that contains the skill would be copied into itself.
            Some(target) if target.is_dir() && !self.skill.starts_with(&target) => {
                self.sub_folder(&target, to, depth)
            }
            Some(target) if target.is_file() => self.file(&target, to),
            _ => {
                symlink(written, to)?;
                self.scratch.give(to);
                Ok(())
            }
        }
    }
}

//! The one place that starts git. A repository that came from elsewhere may name programs in its configuration (filters,
//! hooks, fsmonitor, textconv, upload-pack); git is started so that none of them runs.
//!
//! Git never sees the repository's own configuration: [`isolated`] builds a git directory of skillgen's own, with links to
//! the refs, a copy of the index, and a configuration that holds checked values only. Git doesn't search for a repository
//! either, so that a folder that looks like a bare one is a folder. [`WorkingTree::run`] adds the options that say the same
//! again, and drops every GIT_* variable.

mod isolated;
mod objects;
mod process;
mod queries;
mod unpacking;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};

use self::isolated::GitDir;
use self::objects::{Answer, Entry, ObjectReader, Question};
pub(crate) use self::queries::DifferenceKind;
use self::unpacking::Unpacking;

/// A working tree of git.
pub(crate) struct WorkingTree {
    /// The folder with `.git`, without links.
    top: PathBuf,
    git_dir: GitDir,
    /// Resolved revisions by name.
    resolved: Mutex<BTreeMap<String, Revision>>,
    /// The processes that return entries and bytes of objects, started on first use.
    entries: Mutex<Option<ObjectReader>>,
    objects: Mutex<Option<ObjectReader>>,
    unpacking: Mutex<Unpacking>,
}

/// An existing revision, as object id: git can't read it as an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Revision(String);

/// The mode of a link in git's lists.
const LINK_MODE: &[u8] = b"120000 ";

/// The most links on the way to a file, as in Linux.
const MAX_LINKS: usize = 40;

/// The type of a path in a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    /// A file.
    Blob,
    /// A folder.
    Tree,
}

/// The nearest folder upwards with a `.git` of this user, of root, or of the owner of `folder`, because anyone can
/// create one in /tmp.
pub(crate) fn top_of(folder: &Path) -> Option<PathBuf> {
    use std::os::unix::fs::MetadataExt as _;
    let folder = std::fs::canonicalize(folder).ok()?;
    let owners = [fs::metadata(&folder).ok()?.uid(), rustix::process::geteuid().as_raw()];
    let is_known =
        |entry: &Path| fs::metadata(entry).is_ok_and(|meta| is_known_owner(meta.uid(), owners));
    folder
        .ancestors()
        .find(|folder| {
            let entry = folder.join(".git");
            isolated::is_git_entry(&entry) && is_known(&entry)
        })
        .map(Path::to_owned)
}

/// Whether the owner of a `.git` is one of these, the owner of the folder and this user, or root.
fn is_known_owner(owner: u32, owners: [u32; 2]) -> bool {
    owner == 0 || owners.contains(&owner)
}

/// Whether a folder is the top of a git tree.
pub(crate) fn is_top(folder: &Path) -> bool {
    isolated::is_git_entry(&folder.join(".git"))
}

/// Whether git keeps a repository, or a worktree's part of one, in a folder of any name.
pub(crate) fn is_store(folder: &Path) -> bool {
    // HEAD may be a link to a branch without a commit.
    folder.join("HEAD").symlink_metadata().is_ok_and(|head| !head.is_dir())
        && (folder.join("objects").is_dir() && folder.join("refs").is_dir()
            || folder.join("commondir").is_file())
}

/// Fails if a part of a repository was not read, because git's work has limits.
///
/// # Errors
/// A limit was reached; the error says what to do.
pub(crate) fn all_was_read() -> anyhow::Result<()> {
    process::fail_if_left_out()
}

impl WorkingTree {
    /// The working tree around `folder`; `None` outside of git.
    ///
    /// # Errors
    /// Its `.git` is unreadable.
    pub(crate) fn containing(folder: &Path) -> anyhow::Result<Option<Arc<WorkingTree>>> {
        static OPEN: Mutex<BTreeMap<PathBuf, Arc<WorkingTree>>> = Mutex::new(BTreeMap::new());
        let Some(top) = top_of(folder) else { return Ok(None) };
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tree) = open.get(&top) {
            return Ok(Some(Arc::clone(tree)));
        }
        let git_dir = GitDir::isolate(&top)?;
        let tree = Arc::new(WorkingTree {
            top: top.clone(),
            git_dir,
            resolved: Mutex::default(),
            entries: Mutex::default(),
            objects: Mutex::default(),
            unpacking: Mutex::default(),
        });
        open.insert(top, Arc::clone(&tree));
        Ok(Some(tree))
    }

    /// The working tree around the current folder.
    ///
    /// # Errors
    /// There is none, or its `.git` is unreadable.
    pub(crate) fn current() -> anyhow::Result<Arc<WorkingTree>> {
        let here = std::env::current_dir().context("the current folder can't be read")?;
        WorkingTree::containing(&here)?.context("not in the working tree of a git repository")
    }

    /// The folder with `.git`, without links.
    pub(crate) fn top(&self) -> &Path {
        &self.top
    }

    /// From the top down to the working folder, with a trailing slash; empty at the top.
    pub(crate) fn prefix(&self) -> String {
        let here = std::env::current_dir().and_then(std::fs::canonicalize).unwrap_or_default();
        match here.strip_prefix(&self.top) {
            Ok(below) if !below.as_os_str().is_empty() => format!("{}/", below.to_string_lossy()),
            _ => String::new(),
        }
    }

    /// The path from the top for `path` relative to the current folder; links in it are not followed.
    pub(crate) fn below_top(&self, path: &str) -> Option<String> {
        join(&self.prefix(), path)
    }

    /// A file of the working tree, by its path from the top, unless a link leads out.
    ///
    /// # Errors
    /// It doesn't exist, or a link leads out of the tree.
    pub(crate) fn file(&self, path: &str) -> anyhow::Result<PathBuf> {
        let shown = contract::text::safe(path);
        if path.contains(char::REPLACEMENT_CHARACTER) {
            bail!("{shown}: the name of the file is not UTF-8, so it can't be opened; rename it");
        }
        let whole = std::fs::canonicalize(self.top.join(path))
            .with_context(|| format!("{shown}: can't be read"))?;
        if !whole.starts_with(&self.top) {
            bail!("{shown}: a link that leads out of the repository; it was not opened");
        }
        Ok(whole)
    }

    /// The commit or tree named `name`.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn revision(&self, name: &str) -> anyhow::Result<Revision> {
        let mut resolved = self.resolved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = resolved.get(name) {
            return Ok(known.clone());
        }
        let missing = || format!("`{}`: no such revision", contract::text::safe(name));
        if name.starts_with('-') || name.is_empty() {
            bail!("{}", missing());
        }
        // A tree, for `diff TREE:PATH`: a commit's own tree represents it.
        let spec = format!("{name}^{{tree}}");
        let args = ["rev-parse", "--verify", "--quiet", "--end-of-options", &spec];
        let out = self.run(&args, &[], process::SHORT).with_context(missing)?;
        let id = String::from_utf8_lossy(&out).trim_end().to_owned();
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
            bail!("{}", missing());
        }
        let revision = Revision(id);
        resolved.insert(name.to_owned(), revision.clone());
        Ok(revision)
    }

    /// The path from the top, in the form of [`WorkingTree::kind`].
    pub(crate) fn path_below_top(&self, path: &str) -> Option<String> {
        let is_relative = path.starts_with("./") || path.starts_with("../");
        join(&if is_relative { self.prefix() } else { String::new() }, path)
    }

    /// The names of the files and folders in a folder of a revision; empty means the top.
    ///
    /// # Errors
    /// There is no such folder.
    pub(crate) fn names_in(
        &self,
        revision: &Revision,
        folder: &str,
    ) -> anyhow::Result<Vec<String>> {
        let spec = self.object(revision, folder)?;
        let out = self.run(&["ls-tree", "-z", "--name-only", &spec], &[], process::LIST)?;
        let text = String::from_utf8_lossy(&out);
        Ok(text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    /// The type of `path`, given from the top, or from the current folder with a leading `./` or `../`. Links of the revision
    /// are followed within it.
    ///
    /// # Errors
    /// There is no such path, or a link leads out of the revision.
    pub(crate) fn kind(&self, revision: &Revision, path: &str) -> anyhow::Result<ObjectKind> {
        let spec = self.object(revision, path)?;
        match self.ask(Question::Entry, &spec, 0) {
            Some(Answer::Entry(Entry { kind: Some(kind), .. })) => return Ok(kind),
            Some(Answer::BadLink) => bail!("{}", bad_link(path)),
            _ => {}
        }
        let kind = self.run(&["cat-file", "-t", &spec], &[], process::SHORT);
        match kind.map(|kind| kind.trim_ascii_end().to_vec()).as_deref() {
            Ok(b"blob") if self.is_through_link(revision, path)? => bail!("{}", bad_link(path)),
            Ok(b"blob") => Ok(ObjectKind::Blob),
            Ok(b"tree") => Ok(ObjectKind::Tree),
            Ok(_) => bail!(
                "`{}`: a submodule, its files are not in this repository",
                contract::text::safe(path)
            ),
            Err(_) if self.is_listed(&spec) => bail!("{}", missing(path)),
            Err(_) => bail!("`{}`: no such path in the revision", contract::text::safe(path)),
        }
    }

    /// The bytes of a file at `path` (as in [`WorkingTree::kind`]).
    ///
    /// # Errors
    /// There is none, or it is larger than `limit` bytes.
    pub(crate) fn blob(
        &self,
        revision: &Revision,
        path: &str,
        limit: u64,
    ) -> anyhow::Result<Vec<u8>> {
        let spec = self.object(revision, path)?;
        let entry = match self.ask(Question::Entry, &spec, 0) {
            Some(Answer::Entry(entry)) => entry,
            Some(Answer::BadLink) => bail!("{}", bad_link(path)),
            Some(Answer::Nothing) if self.is_listed(&spec) => bail!("{}", missing(path)),
            // Called alone, git finds names with line breaks.
            _ => {
                let args = ["rev-parse", "--verify", "--quiet", "--end-of-options", &spec];
                let Ok(id) = self.run(&args, &[], process::SHORT) else {
                    process::fail_if_exhausted()?;
                    bail!("`{}`: no such path in the revision", contract::text::safe(path));
                };
                if self.is_through_link(revision, path)? {
                    bail!("{}", bad_link(path));
                }
                match self.ask(Question::Entry, String::from_utf8_lossy(&id).trim_end(), 0) {
                    Some(Answer::Entry(entry)) => entry,
                    _ => bail!("{}", missing(path)),
                }
            }
        };
        let shown = contract::text::safe(path);
        if entry.kind != Some(ObjectKind::Blob) {
            bail!("`{shown}`: not a file");
        }
        if entry.size > limit {
            bail!("more than {} MB", limit >> 20);
        }
        let mut unpacking = self.unpacking.lock().unwrap_or_else(PoisonError::into_inner);
        let mut entry_of = |id: &str| match self.ask(Question::Entry, id, 0) {
            Some(Answer::Entry(entry)) => Some(entry),
            _ => None,
        };
        if !unpacking.take(&entry, &mut entry_of) {
            process::leave_out();
            bail!(
                "git stores it as a small change of a huge object, which takes too long to unpack; pack the repository \
                 anew with `git repack -adf`"
            );
        }
        match self.ask(Question::Bytes, &entry.id, limit) {
            Some(Answer::Blob(bytes)) => Ok(bytes),
            _ => {
                process::fail_if_exhausted()?;
                bail!("`{shown}`: the object of this file is damaged; `git fsck` says more")
            }
        }
    }

    /// Whether the revision has a file at `path` whose object is not in the repository.
    pub(crate) fn lacks(&self, revision: &Revision, path: &str) -> bool {
        let Ok(spec) = self.object(revision, path) else { return false };
        match self.ask(Question::Entry, &spec, 0) {
            Some(Answer::Entry(_) | Answer::BadLink) => false,
            // Called alone, git says whether it has the object.
            _ => {
                self.is_listed(&spec)
                    && self.run(&["cat-file", "-e", &spec], &[], process::SHORT).is_err()
            }
        }
    }

    /// Whether the folder of the revision names this object, which need not be in the repository.
    fn is_listed(&self, spec: &str) -> bool {
        let args = ["rev-parse", "--verify", "--quiet", "--end-of-options", spec];
        self.run(&args, &[], process::SHORT).is_ok_and(|id| !id.is_empty())
    }

    /// The response of the process that serves all objects; `None` if it can't be asked.
    fn ask(&self, question: Question, spec: &str, limit: u64) -> Option<Answer> {
        if spec.contains('\n') || process::fail_if_exhausted().is_err() {
            return None;
        }
        let reader = match question {
            Question::Entry => &self.entries,
            Question::Bytes => &self.objects,
        };
        let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        if reader.is_none() {
            *reader = ObjectReader::start(self.command(), question).ok();
        }
        let answer = reader.as_mut()?.ask(spec, limit);
        if matches!(answer, Err(_) | Ok(Answer::TooBig)) {
            *reader = None;
        }
        answer.ok()
    }

    /// A path of a revision from the top, without links; `None` if there is no such file or folder, or a link leads out.
    pub(crate) fn real_path(&self, revision: &Revision, path: &str) -> Option<String> {
        let parts = |path: &str| -> Vec<String> {
            let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
            parts.rev().map(str::to_owned).collect()
        };
        let mut rest = parts(&self.path_below_top(path)?);
        let mut real: Vec<String> = Vec::new();
        let mut links = 0;
        while let Some(part) = rest.pop() {
            if part == ".." {
                real.pop()?;
                continue;
            }
            real.push(part);
            let at = real.join("/");
            let args = ["ls-tree", "-z", "--full-tree", &revision.0];
            let entry = self.run(&args, &[OsStr::new(&at)], process::LIST).ok()?;
            if entry.is_empty() || links > MAX_LINKS {
                return None;
            }
            if entry.starts_with(LINK_MODE) {
                let spec = format!("{}:{at}", revision.0);
                let target = self.run(&["cat-file", "blob", &spec], &[], process::SHORT).ok()?;
                let target = String::from_utf8(target).ok().filter(|to| !to.starts_with('/'))?;
                real.pop();
                rest.extend(parts(&target));
                links += 1;
            }
        }
        Some(real.join("/"))
    }

    /// Whether a path of a revision (as in [`WorkingTree::kind`]) is a link, or lies below one.
    ///
    /// # Errors
    /// Git can't read the revision.
    pub(crate) fn is_through_link(&self, revision: &Revision, path: &str) -> anyhow::Result<bool> {
        let path = self.path_below_top(path).unwrap_or_default();
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let above: Vec<&OsStr> = ends.map(|end| OsStr::new(&path[..end])).collect();
        let out =
            self.run(&["ls-tree", "-z", "--full-tree", &revision.0], &above, process::LIST)?;
        Ok(out.split(|b| *b == 0).any(|entry| entry.starts_with(LINK_MODE)))
    }

    fn object(&self, revision: &Revision, path: &str) -> anyhow::Result<String> {
        match self.path_below_top(path) {
            Some(path) => Ok(format!("{}:{path}", revision.0)),
            None => bail!("`{}`: outside of the repository", contract::text::safe(path)),
        }
    }

    /// Git on this repository, without a word of what to do.
    fn command(&self) -> Command {
        let mut command = process::command(self.git_dir.path());
        command.current_dir(&self.top).env("GIT_WORK_TREE", &self.top);
        command.env("GIT_OBJECT_DIRECTORY", self.git_dir.objects());
        command
    }

    /// Runs git on this repository; [`process`] lists what is disabled.
    fn run(&self, args: &[&str], paths: &[&OsStr], limit: u64) -> anyhow::Result<Vec<u8>> {
        let mut command = self.command();
        command.args(args);
        if !paths.is_empty() {
            command.arg("--").args(paths);
        }
        process::output(command, limit)
    }
}

/// What is wrong with a path of a revision on which a link can't be followed.
fn bad_link(path: &str) -> String {
    format!(
        "`{}`: a link that leads out of the revision, or to no file of it",
        contract::text::safe(path)
    )
}

/// The message about a file of a revision whose object is not in the repository.
fn missing(path: &str) -> String {
    format!(
        "`{}`: the object of this file is missing from the repository (a partial clone, or a damaged one); \
         fetch it with `git fetch --refetch --no-filter`",
        contract::text::safe(path)
    )
}

/// `path` below `prefix`, without `.` and `..`; `None` if it leads above the top.
fn join(prefix: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in Path::new(prefix).components().chain(Path::new(path).components()) {
        match part {
            Component::Normal(name) => parts.push(name.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop()?;
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{is_known_owner, join};

    #[test]
    fn a_git_of_another_user_above_is_none() {
        let (me, other, third) = (1000, 1001, 1002);
        assert!(is_known_owner(me, [me, me]));
        assert!(is_known_owner(0, [me, me]));
        assert!(is_known_owner(other, [other, me]));
        assert!(!is_known_owner(other, [me, me]));
        assert!(!is_known_owner(third, [other, me]));
        // Root follows no `.git` of a user above its own folder.
        assert!(!is_known_owner(me, [0, 0]));
    }

    #[test]
    fn paths_of_a_revision_stay_in_it() {
        assert_eq!(join("", "a/b").as_deref(), Some("a/b"));
        assert_eq!(join("sub/", "./b").as_deref(), Some("sub/b"));
        assert_eq!(join("sub/", "../b/").as_deref(), Some("b"));
        assert_eq!(join("sub/", "../../b"), None);
        assert_eq!(join("", "/etc/passwd"), None);
    }
}

//! Traverses trees: .gitignore is respected except for tracked files, dot folders are included (.claude, .codex …),
//! .git and skillgen's own state are not, links are not followed, results are in a stable order.

use std::collections::BTreeSet;
use std::fs::{File, FileType};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::git::{self, WorkingTree};
use crate::{globs, paths, pinned, regular};

/// The maximum size of an ignore file.
const MAX_IGNORE: u64 = 16 << 20;

/// The maximum depth of folders below a root. The work for a path grows with its length, and for a chain of folders with
/// the square of it.
const DEPTH: usize = 100;

/// A regular file below a root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FoundFile {
    /// Its path for opening.
    pub(crate) path: PathBuf,
    /// Relative to the root that the user named; empty if that is the file itself.
    pub(crate) relative: PathBuf,
}

/// The bytes of a found regular file of at most `most` bytes; `None` if it is unreadable, or was replaced by a link, or
/// by one out of the git tree in the place of a folder.
pub(crate) fn contents(path: &Path, most: u64) -> Option<Vec<u8>> {
    let file = regular::open(path).ok()?;
    if let Some((_, real)) = pinned::real_path(&file) {
        let here = std::env::current_dir().ok()?.join(path);
        if real != here && paths::leads_out(path, real).is_some() {
            return None;
        }
    }
    bytes(file, most)
}

/// Like [`contents`], of a file whose path without links was `real` when its folder was traversed: what is reached by
/// another path now is not read.
pub(crate) fn contents_at(path: &Path, real: &Path, most: u64) -> Option<Vec<u8>> {
    let file = regular::open(path).ok()?;
    let stayed = pinned::real_path(&file).is_none_or(|(_, now)| now == real);
    if stayed { bytes(file, most) } else { None }
}

fn bytes(file: File, most: u64) -> Option<Vec<u8>> {
    let meta = file.metadata().ok().filter(|m| m.is_file() && m.len() <= most)?;
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0) + 1);
    // Through `take`, because otherwise the file's size is read again.
    file.take(u64::MAX).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// What was skipped, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Skipped {
    pub(crate) path: PathBuf,
    pub(crate) reason: String,
    /// Unreadable, or else skipped on purpose.
    pub(crate) unreadable: bool,
}

impl Skipped {
    /// Whether a path is in the folder of an ignore file that must not be opened.
    fn leaves_out(&self, path: &Path) -> bool {
        let folder = NAMES.iter().find_map(|name| {
            self.path.ends_with(name).then(|| self.path.ancestors().nth(name.split('/').count()))
        });
        folder.flatten().is_some_and(|folder| path.starts_with(folder))
    }
}

/// The regular files below `root` whose name `wanted` accepts, sorted by path.
///
/// # Errors
/// A folder is unreadable.
pub(crate) fn files(root: &Path, wanted: impl Fn(&Path) -> bool) -> anyhow::Result<Vec<FoundFile>> {
    whole(of_type(root, FileType::is_file, wanted)?)
}

/// Like [`files`], with links of such names.
///
/// # Errors
/// A folder is unreadable.
pub(crate) fn files_and_links(
    root: &Path,
    wanted: impl Fn(&Path) -> bool,
) -> anyhow::Result<Vec<FoundFile>> {
    whole(of_type(root, |kind| kind.is_file() || kind.is_symlink(), wanted)?)
}

fn whole((found, skipped): (Vec<FoundFile>, Vec<Skipped>)) -> anyhow::Result<Vec<FoundFile>> {
    match skipped.first() {
        Some(one) => anyhow::bail!("{}: {}", one.path.display(), one.reason),
        None => Ok(found),
    }
}

/// Like [`files`], with unreadable folders listed separately.
///
/// # Errors
/// `root` itself is unreadable.
pub(crate) fn readable(
    root: &Path,
    wanted: impl Fn(&Path) -> bool,
) -> anyhow::Result<(Vec<FoundFile>, Vec<Skipped>)> {
    of_type(root, FileType::is_file, wanted)
}

fn of_type(
    root: &Path,
    is_wanted_type: impl Fn(&FileType) -> bool,
    wanted: impl Fn(&Path) -> bool,
) -> anyhow::Result<(Vec<FoundFile>, Vec<Skipped>)> {
    let mut found = Vec::new();
    let is_walked = |name: &str| name != ".git" && !name.starts_with(".skillgen");
    let mut skipped = each(root, is_walked, |path, kind| {
        if is_wanted_type(&kind) && wanted(path) {
            let relative = path.strip_prefix(root).unwrap_or(path).to_owned();
            found.push(FoundFile { path: path.to_owned(), relative });
        }
    })?;
    // Paths compare component by component, which is slower than comparing bytes.
    found.sort_by_cached_key(|found: &FoundFile| in_parts(&found.path));
    skipped.sort();
    Ok((found, skipped))
}

/// Passes `take` each entry of a tree that no ignore file excludes, and each tracked file, as git does. Entries below a
/// name that `is_walked` rejects are skipped. Returns what is unreadable.
///
/// Ignore files count from the top of the git tree on; outside of git, from the working folder on. Others above may
/// belong to other users.
///
/// # Errors
/// `root` itself is unreadable.
pub(crate) fn each(
    root: &Path,
    is_walked: impl Fn(&str) -> bool + Clone + Send + Sync + 'static,
    mut take: impl FnMut(&Path, FileType),
) -> anyhow::Result<Vec<Skipped>> {
    let guard = IgnoreGuard::new(root)?;
    let (admits, enters) = (guard.clone(), is_walked.clone());
    let walk = WalkBuilder::new(root)
        .hidden(false)
        .follow_links(false)
        .require_git(false)
        .git_global(false)
        .git_exclude(false)
        .parents(false)
        .max_depth(Some(DEPTH))
        .filter_entry(move |e| {
            let is_named = e.depth() == 0;
            is_named || enters(&e.file_name().to_string_lossy()) && admits.admits(e)
        })
        .build();
    let mut seen = BTreeSet::new();
    let mut skipped = Vec::new();
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.depth().is_some_and(|depth| depth > 0) => {
                skipped.push(unreadable(&error));
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let Some(kind) = entry.file_type() else { continue };
        if entry.depth() == DEPTH && kind.is_dir() {
            skipped.push(Skipped {
                path: entry.into_path(),
                reason: format!("more than {DEPTH} folders deep; not read"),
                unreadable: true,
            });
            continue;
        }
        take(entry.path(), kind);
        if !kind.is_dir() && guard.ignores() {
            seen.insert(entry.into_path());
        }
    }
    skipped.extend(guard.faults());
    if guard.ignores() {
        for (path, kind) in tracked(root, is_walked, &seen)? {
            let left_out = skipped.iter().any(|fault| fault.leaves_out(&path));
            if !left_out && seen.insert(path.clone()) {
                take(&path, kind);
            }
        }
    }
    Ok(skipped)
}

/// The tracked files at or below `root` that the traversal has not visited, as paths that begin with it; none outside
/// of git. Files below links are not included.
fn tracked(
    root: &Path,
    is_walked: impl Fn(&str) -> bool,
    seen: &BTreeSet<PathBuf>,
) -> anyhow::Result<Vec<(PathBuf, FileType)>> {
    let real = std::fs::canonicalize(root)?;
    let Some(tree) = WorkingTree::containing(&real)? else { return Ok(Vec::new()) };
    let below = real.strip_prefix(tree.top()).unwrap_or(Path::new("")).to_string_lossy();
    let below = if below.is_empty() { Vec::new() } else { vec![below.into_owned()] };
    let mut files = Vec::new();
    for name in tree.tracked(&below)? {
        let Ok(relative) = tree.top().join(name).strip_prefix(&real).map(Path::to_owned) else {
            continue;
        };
        let mut parts = relative.components();
        if relative.as_os_str().is_empty()
            || relative.components().count() > DEPTH
            || !parts.all(|part| is_walked(&part.as_os_str().to_string_lossy()))
        {
            continue;
        }
        let path = root.join(&relative);
        // Most were visited; examining each again takes longer than the traversal.
        if seen.contains(&path) {
            continue;
        }
        let folder = paths::folder_of(&relative);
        let real_folder = if folder == Path::new(".") { real.clone() } else { real.join(folder) };
        let is_plain = std::fs::canonicalize(&real_folder).is_ok_and(|found| found == real_folder);
        if let Some(meta) = std::fs::symlink_metadata(&path).ok().filter(|_| is_plain) {
            files.push((path, meta.file_type()));
        }
    }
    Ok(files)
}

/// Protects a traversal from ignore files that must not be opened (a FIFO would block, a device or huge file would be
/// read to its end, a file outside of the tree would be shown), and applies those above its root. A folder with such a
/// file is skipped.
#[derive(Clone)]
struct IgnoreGuard {
    faults: Arc<Mutex<Vec<Skipped>>>,
    /// Whether there was any ignore file.
    ignores: Arc<AtomicBool>,
    /// The root of the traversal, as named and without links.
    root: (PathBuf, PathBuf),
    /// The folder from which ignore files count, without links.
    bound: PathBuf,
    /// The ignore files above the root, the nearest last.
    above: Arc<Vec<Gitignore>>,
}

impl IgnoreGuard {
    /// For the traversal of a root.
    ///
    /// # Errors
    /// An ignore file above it must not be opened, or the root is unreadable.
    fn new(root: &Path) -> anyhow::Result<IgnoreGuard> {
        let real = std::fs::canonicalize(root).with_context(|| root.display().to_string())?;
        let here = std::env::current_dir().and_then(std::fs::canonicalize).ok();
        let here = here.filter(|here| real.starts_with(here));
        let bound = git::top_of(&real).or(here).unwrap_or_else(|| real.clone());
        let mut above = Vec::new();
        let folders = real.ancestors().take_while(|folder| folder.starts_with(&bound));
        let mut folders: Vec<&Path> = folders.collect();
        folders.reverse();
        for folder in &folders {
            if let Some(fault) = ignore_fault(folder, &bound) {
                anyhow::bail!("{}: {}", fault.path.display(), fault.reason);
            }
            // The traversal reads those of the root itself, except for git's own.
            let names = if *folder == real { &NAMES[..1] } else { &NAMES[..] };
            let mut builder = GitignoreBuilder::new(folder);
            for name in names {
                let path = folder.join(name);
                if path.is_file()
                    && let Some(error) = builder.add(&path)
                {
                    anyhow::bail!("{}: can't be read: {error}", path.display());
                }
            }
            above.push(builder.build().map_err(|error| {
                let files = names.iter().map(|name| folder.join(name));
                match files.filter(|path| path.is_file()).find_map(|path| globs::fault_in_file(&path)) {
                    Some(fault) => anyhow::anyhow!(fault),
                    None => anyhow::anyhow!(
                        "{}: the patterns of its ignore files are too many together ({error}); use fewer",
                        folder.display()
                    ),
                }
            })?);
        }
        above.retain(|rules| !rules.is_empty());
        let ignores = Arc::new(AtomicBool::new(!above.is_empty() || has_ignore_file(&real)));
        let root = (root.to_owned(), real);
        Ok(IgnoreGuard { faults: Arc::default(), ignores, root, bound, above: Arc::new(above) })
    }

    /// Whether to continue with an entry.
    fn admits(&self, entry: &ignore::DirEntry) -> bool {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let relative = entry.path().strip_prefix(&self.root.0).unwrap_or(Path::new(""));
        let real = self.root.1.join(relative);
        let verdict = self.above.iter().rev().map(|rules| rules.matched(&real, is_folder));
        if verdict.into_iter().find(|verdict| !verdict.is_none()).is_some_and(|v| v.is_ignore()) {
            return false;
        }
        if !is_folder {
            return true;
        }
        // One lookup for each name, because a tree has thousands of folders, most of them without
        // any.
        let present = NAMES[1..].iter().map(|name| entry.path().join(name));
        let present: Vec<PathBuf> =
            present.filter(|path| path.symlink_metadata().is_ok()).collect();
        if present.is_empty() {
            return true;
        }
        self.ignores.store(true, Ordering::Relaxed);
        let fault = present.into_iter().find_map(|path| fault_of(path, &self.bound));
        let admitted = fault.is_none();
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).extend(fault);
        admitted
    }

    /// Whether an ignore file may have excluded something.
    fn ignores(&self) -> bool {
        self.ignores.load(Ordering::Relaxed)
    }

    /// The files because of which a folder was skipped.
    fn faults(&self) -> Vec<Skipped> {
        std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Ignore files: git's own of a repository first, because later ones override it.
const NAMES: [&str; 3] = [".git/info/exclude", ".gitignore", ".ignore"];

fn has_ignore_file(folder: &Path) -> bool {
    NAMES[1..].iter().any(|name| folder.join(name).symlink_metadata().is_ok())
}

fn ignore_fault(folder: &Path, bound: &Path) -> Option<Skipped> {
    NAMES.iter().find_map(|name| fault_of(folder.join(name), bound))
}

/// Why an existing ignore file must not be opened.
fn fault_of(path: PathBuf, bound: &Path) -> Option<Skipped> {
    let meta = std::fs::metadata(&path).ok()?;
    let reason = if !meta.is_file() || meta.len() > MAX_IGNORE {
        format!("not a regular file of at most {} MB; its folder is left out", MAX_IGNORE >> 20)
    } else if std::fs::canonicalize(&path).is_ok_and(|real| !real.starts_with(bound)) {
        "leads out of the tree; its folder is left out".to_owned()
    } else {
        return None;
    };
    Some(Skipped { path, reason, unreadable: true })
}

/// A sort key by which paths are in the order of their components: the separator is less than any byte of a name.
fn in_parts(path: &Path) -> Vec<u8> {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|b| if std::path::is_separator(char::from(*b)) { 0 } else { *b }).collect()
}

fn unreadable(error: &ignore::Error) -> Skipped {
    let path = match error {
        ignore::Error::WithDepth { err, .. } => match &**err {
            ignore::Error::WithPath { path, .. } => path.clone(),
            _ => PathBuf::new(),
        },
        ignore::Error::WithPath { path, .. } => path.clone(),
        _ => PathBuf::new(),
    };
    let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Skipped { path, reason: format!("can't be read: {why}"), unreadable: true }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::in_parts;

    #[test]
    fn paths_in_the_order_of_their_parts() {
        let names = ["a/b", "a", "a-b/c", "a.b", "a/\u{1}", "A/z", "\u{e9}/x", "a b/c", "a/b/c"];
        let mut parts: Vec<PathBuf> = names.iter().map(|n| Path::new("./r").join(n)).collect();
        let mut bytes = parts.clone();
        parts.sort();
        bytes.sort_by_key(|path| in_parts(path));
        assert_eq!(parts, bytes);
    }
}

//! Walking trees: .gitignore respected, dot folders walked (.claude, .codex …), .git and skillgen's own
//! state left out, links not followed, results in a stable order.

use std::fs::{File, FileType};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;

/// Files that say what is ignored are lists that people write.
const MAX_IGNORE: u64 = 16 << 20;

/// A regular file below a root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FoundFile {
    /// As it can be opened.
    pub(crate) path: PathBuf,
    /// Below the root that the user named; empty where that was the file itself.
    pub(crate) relative: PathBuf,
}

/// The bytes of a regular file that was found, if there are not more than `most`; none where it can't be read.
pub(crate) fn contents(path: &Path, most: u64) -> Option<Vec<u8>> {
    let file = File::open(path).ok()?;
    let meta = file.metadata().ok().filter(|m| m.is_file() && m.len() <= most)?;
    let mut bytes = Vec::with_capacity(usize::try_from(meta.len()).unwrap_or(0) + 1);
    // Through `take`: a file is asked for its size once more otherwise.
    file.take(u64::MAX).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// What was not looked at, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Skipped {
    pub(crate) path: PathBuf,
    pub(crate) reason: String,
    /// It could not be read; else it was left out on purpose.
    pub(crate) unreadable: bool,
}

/// The regular files below `root` whose name `wanted` takes, sorted by path.
///
/// # Errors
/// A folder can't be read.
pub(crate) fn files(root: &Path, wanted: impl Fn(&Path) -> bool) -> anyhow::Result<Vec<FoundFile>> {
    whole(of_type(root, FileType::is_file, wanted)?)
}

/// As [`files`], with the links of such names.
///
/// # Errors
/// A folder can't be read.
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

/// As [`files`], with the folders that can't be read told apart.
///
/// # Errors
/// `root` itself can't be read.
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
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    let guard = IgnoreGuard::new(root)?;
    let admits = guard.clone();
    let walk = WalkBuilder::new(root)
        .hidden(false)
        .follow_links(false)
        .require_git(false)
        .git_global(false)
        .filter_entry(move |e| {
            let name = e.file_name().to_string_lossy();
            if e.depth() > 0 && (name == ".git" || name.starts_with(".skillgen")) {
                return false;
            }
            admits.admits(e)
        })
        .build();
    for entry in walk {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.depth().is_some_and(|depth| depth > 0) => {
                skipped.push(unreadable(&error));
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if entry.file_type().is_some_and(|t| is_wanted_type(&t)) && wanted(entry.path()) {
            let path = entry.path().to_owned();
            let relative = path.strip_prefix(root).unwrap_or(&path).to_owned();
            found.push(FoundFile { path, relative });
        }
    }
    skipped.extend(guard.faults());
    // Paths compare part by part, which takes its time; their bytes don't.
    found.sort_by_cached_key(|found: &FoundFile| in_parts(&found.path));
    skipped.sort();
    Ok((found, skipped))
}

/// Keeps a walk from ignore files that it must not open: it would wait for the writer of a FIFO, and read a device or a huge
/// file to its end. A folder with such a file is left out.
#[derive(Clone, Default)]
pub(crate) struct IgnoreGuard(Arc<Mutex<Vec<Skipped>>>);

impl IgnoreGuard {
    /// For a walk of a root: the ignore files above it count, too.
    ///
    /// # Errors
    /// One of those must not be opened.
    pub(crate) fn new(root: &Path) -> anyhow::Result<IgnoreGuard> {
        let root = std::path::absolute(root)?;
        match root.ancestors().find_map(ignore_fault) {
            Some(fault) => anyhow::bail!("{}: {}", fault.path.display(), fault.reason),
            None => Ok(IgnoreGuard::default()),
        }
    }

    /// Whether the walk may go on with an entry.
    pub(crate) fn admits(&self, entry: &ignore::DirEntry) -> bool {
        if entry.file_type().is_none_or(|kind| !kind.is_dir()) {
            return true;
        }
        let fault = ignore_fault(entry.path());
        let admitted = fault.is_none();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(fault);
        admitted
    }

    /// The files for which a folder was left out.
    pub(crate) fn faults(&self) -> Vec<Skipped> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn ignore_fault(folder: &Path) -> Option<Skipped> {
    let readable = |path: &Path| match std::fs::metadata(path) {
        Ok(meta) => meta.is_file() && meta.len() <= MAX_IGNORE,
        Err(_) => true,
    };
    let names = [".gitignore", ".ignore", ".git/info/exclude"];
    let path = names.iter().map(|name| folder.join(name)).find(|path| !readable(path))?;
    let reason =
        format!("not a regular file of at most {} MB; its folder is left out", MAX_IGNORE >> 20);
    Some(Skipped { path, reason, unreadable: true })
}

/// By this the paths of one walk stand in the order of their parts: what separates them counts less than any byte of a name.
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

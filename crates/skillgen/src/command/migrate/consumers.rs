//! The readers of a tree: every file that runs one of the scripts and reads its text.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use migrate::{ConsumerLanguage, Names, Reader, Use};
use rayon::prelude::*;

use super::scan::Candidate;
use crate::paths;
use crate::walk::{self, Skipped};

/// Files above this size are no readers that a person wrote.
const LARGEST: usize = 1 << 20;

/// A reader of a script's text.
#[derive(Debug, Clone)]
pub(super) struct Consumer {
    /// The file that reads.
    pub(super) path: PathBuf,
    /// As reports name it.
    pub(super) shown: String,
    /// Where and how.
    pub(super) reads: Use,
}

/// Files that may read, each with its name in reports.
type Readable = Vec<(PathBuf, String)>;

/// The readers of each candidate, by its index, among the files of [`readable`].
pub(super) fn find(candidates: &[Candidate], files: Readable) -> BTreeMap<usize, Vec<Consumer>> {
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    // Paths compare part by part, which takes its time; their bytes don't.
    let mut texts: BTreeMap<&OsStr, &[u8]> = BTreeMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if let Some(name) = candidate.path.file_name() {
            names.entry(name.to_string_lossy().into_owned()).or_default().push(index);
        }
        texts.insert(candidate.path.as_os_str(), &candidate.bytes);
    }
    let wanted = Names::new(names.keys().cloned());
    let words = OnPath::new(candidates);
    let uses = |(path, shown): (PathBuf, String)| -> Found {
        let Some(language) = language(&path) else { return Found::default() };
        // A script that is planned has been read.
        let bytes = match texts.get(path.as_os_str()) {
            Some(bytes) if bytes.len() <= LARGEST => Cow::Borrowed(*bytes),
            _ => Cow::Owned(walk::contents(&path, LARGEST as u64).unwrap_or_default()),
        };
        let Ok(text) = std::str::from_utf8(&bytes) else { return Found::default() };
        // Most texts name no script at all.
        let named = wanted.within(text);
        if named.is_empty() {
            return Found::default();
        }
        let reader = Reader::new(text, language);
        let mut found = Found { on_path: words.named(text, &named), ..Found::default() };
        for name in reader.named(&wanted) {
            let indexes = names.get(name).map(Vec::as_slice).unwrap_or_default();
            for mut reads in reader.uses(name) {
                reads.blocking &= !past(&path);
                let all: Vec<usize> =
                    indexes.iter().copied().filter(|i| candidates[*i].path != path).collect();
                for index in meant(candidates, &all, &path, &reads.tail) {
                    let consumer =
                        Consumer { path: path.clone(), shown: shown.clone(), reads: reads.clone() };
                    found.uses.push((index, consumer));
                }
            }
        }
        found
    };
    let all: Vec<Found> = files.into_par_iter().map(uses).collect();
    let on_path: BTreeSet<usize> = all.iter().flat_map(|found| found.on_path.clone()).collect();
    let mut found: BTreeMap<usize, Vec<Consumer>> = BTreeMap::new();
    for (index, mut consumer) in all.into_iter().flat_map(|found| found.uses) {
        if consumer.reads.bare {
            if !on_path.contains(&index) && !words.in_bin(index) {
                continue;
            }
            // A stand-in for a program: whoever calls that most often means the program itself.
            let name = candidates[index].path.file_name().unwrap_or_default().to_string_lossy();
            if PROGRAMS.contains(&&*name) {
                consumer.reads.rewrite.clear();
                consumer.reads.why = Some(format!("`{name}` may be the program of that name"));
            }
        }
        found.entry(index).or_default().push(consumer);
    }
    found
}

/// What one text gives.
#[derive(Debug, Default)]
struct Found {
    uses: Vec<(usize, Consumer)>,
    /// The scripts that it puts where their name alone runs them.
    on_path: Vec<usize>,
}

/// Programs that scripts of the same name stand in for.
const PROGRAMS: [&str; 30] = [
    "aws",
    "az",
    "bash",
    "cargo",
    "claude",
    "codex",
    "curl",
    "docker",
    "gcloud",
    "gh",
    "git",
    "glab",
    "go",
    "jq",
    "kubectl",
    "make",
    "node",
    "npm",
    "npx",
    "pip",
    "pnpm",
    "pytest",
    "python",
    "python3",
    "sh",
    "ssh",
    "terraform",
    "tsc",
    "uv",
    "yarn",
];

/// Scripts whose names may be any word: they are run by name only from `$PATH`.
struct OnPath {
    /// By their name.
    words: BTreeMap<String, Vec<usize>>,
    /// By the name of their folder.
    folders: BTreeMap<String, Vec<usize>>,
    bin: BTreeSet<usize>,
}

impl OnPath {
    fn new(candidates: &[Candidate]) -> Self {
        let (mut words, mut folders) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        let mut bin = BTreeSet::new();
        for (index, candidate) in candidates.iter().enumerate() {
            let name = candidate.path.file_name().unwrap_or_default().to_string_lossy();
            if name.contains('.') {
                continue;
            }
            let folder = folder(&candidate.path);
            if matches!(&*folder, "bin" | "sbin" | ".bin") {
                bin.insert(index);
            }
            words.entry(name.into_owned()).or_default().push(index);
            if !folder.is_empty() {
                folders.entry(folder).or_default().push(index);
            }
        }
        Self { words, folders, bin }
    }

    fn in_bin(&self, index: usize) -> bool {
        self.bin.contains(&index)
    }

    /// The scripts that a text puts on `$PATH`: an alias, a link or a copy of one of the names in it, or `PATH=` with their folder.
    fn named(&self, text: &str, names: &[&str]) -> Vec<usize> {
        let sets_path = text.contains("PATH=");
        let folders =
            self.folders.iter().filter(|(folder, _)| sets_path && text.contains(&**folder));
        let puts = |name: &str| {
            let (alias, bin) = (format!("alias {name}="), format!("bin/{name}"));
            lines_with(text, name).any(|line| {
                line.contains(&alias)
                    || line.contains(&bin)
                    || ["ln -", "install ", "symlink", "cp "].iter().any(|w| line.contains(w))
            })
        };
        let words = names.iter().filter_map(|name| self.words.get_key_value(*name));
        let words = words.filter(|(name, _)| puts(name));
        folders.chain(words).flat_map(|(_, indexes)| indexes.iter().copied()).collect()
    }
}

/// The lines in which a word stands, each once.
fn lines_with<'t>(text: &'t str, word: &str) -> impl Iterator<Item = &'t str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.find(word)?;
        let from = rest[..at].rfind('\n').map_or(0, |i| i + 1);
        let (line, behind) = rest[from..].split_once('\n').unwrap_or((&rest[from..], ""));
        rest = behind;
        Some(line)
    })
}

/// The name of the folder that a file stands in.
fn folder(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    folder.to_string_lossy().into_owned()
}

/// The scripts of one name that a path in `reader` may mean: the one that it leads to from the reader's folder or one above
/// it, the nearest first; where none does, every one whose path ends so.
fn meant(candidates: &[Candidate], all: &[usize], reader: &Path, tail: &str) -> Vec<usize> {
    if all.len() < 2 {
        return all.to_vec();
    }
    match paths::nearest(reader, tail, all, |i| candidates[i].path.as_path()) {
        Some(index) => vec![index],
        None if tail.contains('/') => {
            all.iter().copied().filter(|i| candidates[*i].path.ends_with(tail)).collect()
        }
        None => Vec::new(),
    }
}

/// A document that tells of what was: nobody follows it any more.
fn past(path: &Path) -> bool {
    let document = path.extension().is_some_and(|e| e == "md");
    let old = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        let stem = name.strip_suffix(".md").unwrap_or(&name);
        matches!(stem, "archive" | "archived" | "archives" | "_archive" | ".archive" | "history")
            || ["changelog", "changes", "release-notes", "release_notes"].contains(&stem)
    };
    document && path.iter().any(old)
}

/// The files in which agents are told of hooks and of the status line.
fn settings(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    matches!(name.as_str(), "settings.json" | "settings.local.json" | "plugin.json")
        || (name.starts_with("hooks") && name.ends_with(".json"))
}

pub(super) fn language(path: &Path) -> Option<ConsumerLanguage> {
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    match extension.as_str() {
        "" if path.file_name().is_some_and(|name| name == "Makefile" || name == "justfile") => {
            Some(ConsumerLanguage::Make)
        }
        "sh" | "bash" | "" => Some(ConsumerLanguage::Shell),
        "yml" | "yaml" => Some(ConsumerLanguage::Yaml),
        "mk" | "just" => Some(ConsumerLanguage::Make),
        "md" => Some(ConsumerLanguage::Markdown),
        "json" if settings(path) => Some(ConsumerLanguage::Settings),
        "py" | "js" | "mjs" | "cjs" | "ts" | "mts" | "tsx" | "jsx" => Some(ConsumerLanguage::Code),
        _ => None,
    }
}

/// Every file that may read, below the trees of the roots: a single script's readers stand anywhere in its git tree.
pub(super) fn readable(roots: &[PathBuf]) -> anyhow::Result<(Readable, Vec<Skipped>)> {
    let mut files = Readable::new();
    let mut skipped = Vec::new();
    for root in roots {
        let tree = if root.is_dir() {
            root.clone()
        } else {
            let parent = paths::folder_of(root);
            crate::git::top_of(parent).unwrap_or_else(|| parent.to_owned())
        };
        let (found, closed) = walk::readable(&tree, |p| language(p).is_some())?;
        skipped.extend(closed);
        for file in found {
            let shown = paths::shown(&file.path);
            files.push((file.path, shown));
        }
    }
    // One walk gives each file once, in order.
    if roots.len() > 1 {
        files.sort();
        files.dedup();
    }
    Ok((files, skipped))
}

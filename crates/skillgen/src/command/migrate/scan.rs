//! Finds the scripts of a tree, and which of them others source.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use rayon::prelude::*;

use super::language::{Language, language, plausible};
use super::reader_language;
use crate::walk::{self, Skipped};
use crate::{paths, pinned, regular};

/// The maximum size of a script.
const LARGEST: u64 = 4 << 20;

/// A file that may be migrated.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Its path for opening.
    pub(super) path: PathBuf,
    /// Its name in reports.
    pub(super) shown: String,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// Its language.
    pub(super) language: Language,
}

/// The files below each named folder, from one traversal: scripts, and possible readers.
pub(super) struct Walked(BTreeMap<PathBuf, (Vec<walk::FoundFile>, Vec<Skipped>)>);

impl Walked {
    /// # Errors
    /// A named folder is unreadable.
    pub(super) fn new(roots: &[PathBuf]) -> anyhow::Result<Self> {
        let wanted = |path: &Path| plausible(path) || reader_language::language(path).is_some();
        let mut walked = BTreeMap::new();
        for root in roots.iter().filter(|root| root.is_dir()) {
            if !walked.contains_key(root) {
                walked.insert(root.clone(), walk::readable(root, wanted)?);
            }
        }
        Ok(Self(walked))
    }

    /// The matching files below a named folder, and the unreadable parts.
    pub(super) fn below(
        &self,
        root: &Path,
        fits: impl Fn(&Path) -> bool,
    ) -> Option<(Vec<walk::FoundFile>, Vec<Skipped>)> {
        let (files, skipped) = self.0.get(root)?;
        let files = files.iter().filter(|file| fits(&file.path)).cloned().collect();
        Some((files, skipped.clone()))
    }
}

/// The scripts below the roots, sorted and without duplicates, and the unreadable parts.
pub(super) fn candidates(
    roots: &[PathBuf],
    walked: &Walked,
) -> anyhow::Result<(Vec<Candidate>, Vec<Skipped>)> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut skipped = BTreeSet::new();
    for root in roots {
        let meta =
            fs::metadata(root).with_context(|| format!("{}: can't be read", root.display()))?;
        if meta.is_file() {
            let target = inside(root)?;
            if seen.insert(paths::whole(&target)) {
                let bytes = walk::contents(&target, u64::MAX)
                    .with_context(|| format!("{}: can't be read", root.display()))?;
                let language = language(root, &bytes).unwrap_or(Language::Shell);
                found.push(Candidate { shown: paths::shown(root), path: target, bytes, language });
            }
        } else if meta.is_dir() {
            let whole = paths::whole(root);
            let (files, closed) = walked.below(root, plausible).unwrap_or_default();
            skipped.extend(closed);
            // No link below the root is followed, so each file has one full name.
            let new: Vec<walk::FoundFile> =
                files.into_iter().filter(|f| seen.insert(whole.join(&f.relative))).collect();
            let read = |file: walk::FoundFile| {
                let real = whole.join(&file.relative);
                let Some(bytes) = walk::contents_at(&file.path, &real, LARGEST) else {
                    return obstacle(file.path, &real).map(Err);
                };
                // The helper is not one of the scripts.
                if file
                    .path
                    .file_name()
                    .and_then(|name| name.to_str())
                    .is_some_and(migrate::is_helper_name)
                    && is_helper(&bytes)
                {
                    return None;
                }
                let language = language(&file.path, &bytes)?;
                Some(Ok(Candidate {
                    shown: paths::shown(&file.path),
                    path: file.path,
                    bytes,
                    language,
                }))
            };
            let all: Vec<Result<Candidate, Skipped>> =
                new.into_par_iter().filter_map(read).collect();
            for one in all {
                match one {
                    Ok(candidate) => found.push(candidate),
                    Err(one) => {
                        skipped.insert(one);
                    }
                }
            }
        } else {
            bail!(
                "{}: neither a file nor a folder; name a script or a folder of scripts",
                root.display()
            );
        }
    }
    found.sort_by(|a, b| a.shown.cmp(&b.shown));
    Ok((found, skipped.into_iter().collect()))
}

/// Whether a text is a helper file of a migration, edited or not.
fn is_helper(bytes: &[u8]) -> bool {
    migrate::kind_of(&String::from_utf8_lossy(bytes)).is_some()
}

/// Why a file has no readable content; `None` for a file that is gone, or that is large and not a shell script.
fn obstacle(path: PathBuf, real: &Path) -> Option<Skipped> {
    let file = match regular::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => {
            return Some(Skipped {
                path,
                reason: format!("can't be read: {error}"),
                unreadable: true,
            });
        }
    };
    if pinned::real_path(&file).is_some_and(|(_, now)| now != real) {
        let reason = "is reached through a link now".to_owned();
        return Some(Skipped { path, reason, unreadable: true });
    }
    let mut first = Vec::new();
    let large = file.metadata().is_ok_and(|m| m.is_file() && m.len() > LARGEST);
    let _ = file.take(200).read_to_end(&mut first);
    let shell = language(&path, &first) == Some(Language::Shell);
    (large && shell).then(|| Skipped {
        path,
        reason: "larger than 4 MiB; name the file itself to have it migrated".to_owned(),
        unreadable: false,
    })
}

/// A link is followed once, and only within its folder tree.
fn inside(path: &Path) -> anyhow::Result<PathBuf> {
    if !fs::symlink_metadata(path)?.is_symlink() {
        return Ok(path.to_owned());
    }
    let parent = paths::folder_of(path);
    let home =
        crate::git::top_of(parent).unwrap_or_else(|| fs::canonicalize(parent).unwrap_or_default());
    let target =
        fs::canonicalize(path).with_context(|| format!("{}: a link to nothing", path.display()))?;
    if !target.starts_with(&home) {
        bail!(
            "{}: a link out of the tree, to {}; name that file itself",
            path.display(),
            target.display()
        );
    }
    Ok(target)
}

/// Which scripts source which: by the last part of the sourced word, compared with the end of paths.
pub(super) fn sourced(
    scripts: &[&Path],
    sources: &[Vec<(usize, String)>],
) -> BTreeSet<(usize, usize)> {
    let mut names: BTreeMap<&OsStr, Vec<usize>> = BTreeMap::new();
    for (index, path) in scripts.iter().enumerate() {
        names.entry(path.file_name().unwrap_or_default()).or_default().push(index);
    }
    let mut out = BTreeSet::new();
    for (from, words) in sources.iter().enumerate() {
        for tail in words.iter().map(|(_, word)| tail(word)).filter(|tail| !tail.is_empty()) {
            let name = Path::new(tail).file_name().unwrap_or_default();
            let same = names.get(name).map(Vec::as_slice).unwrap_or_default().iter().copied();
            let all: Vec<usize> =
                same.filter(|i| *i != from && scripts[*i].ends_with(tail)).collect();
            // From the reader's folder upwards, because a tree may contain many files of the same
            // name.
            match paths::nearest(scripts[from], tail, &all, |i| scripts[i]) {
                Some(index) => {
                    out.insert((from, index));
                }
                None => out.extend(all.into_iter().map(|index| (from, index))),
            }
        }
    }
    out
}

/// The literal end of a sourced path: `"$DIR/../lib/a.sh"` → `lib/a.sh`.
fn tail(word: &str) -> &str {
    let from = word.rfind(['}', ')', '$', '"', '\'']).map_or(0, |i| i + 1);
    let rest = &word[from..];
    let rest = if from > 0 { rest.find('/').map_or("", |i| &rest[i + 1..]) } else { rest };
    rest.rsplit("../").next().unwrap_or(rest).trim_start_matches("./").trim_start_matches('/')
}

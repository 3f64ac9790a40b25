//! Names in a patch, relative to the folder where `git apply` runs, and their form on a terminal.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};

use super::state;
use crate::paths;
use crate::render::style::{BOLD, GOOD, HUNK, OLD, paint};

/// The names of files in one patch: relative to the working folder if all are below it, else to the top
/// of their git tree.
pub(super) fn names<'p>(paths: impl Iterator<Item = &'p Path>) -> Vec<Vec<u8>> {
    let paths: Vec<&Path> = paths.collect();
    let plain = |path: &Path| {
        let path = path.strip_prefix(".").unwrap_or(path);
        path.components().all(|part| matches!(part, Component::Normal(_))).then(|| bytes(path))
    };
    if let Some(names) = paths.iter().map(|path| plain(path)).collect() {
        return names;
    }
    let mut folders: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut whole = |path: &Path| {
        let folder = paths::folder_of(path);
        let known = folders.entry(folder.to_owned());
        let folder = known.or_insert_with(|| state::absolute(folder));
        path.file_name().map_or_else(|| folder.clone(), |name| folder.join(name))
    };
    let paths: Vec<PathBuf> = paths.iter().map(|path| whole(path)).collect();
    let here = state::absolute(Path::new("."));
    let below = paths.iter().all(|path| path.starts_with(&here));
    let mut tops: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let name = |path: &PathBuf| {
        if below {
            return bytes(path.strip_prefix(&here).unwrap_or(path));
        }
        let folder = path.parent().unwrap_or(Path::new("/"));
        let home = tops.entry(folder.to_owned()).or_insert_with(|| state::home(folder));
        bytes(path.strip_prefix(home).unwrap_or(path))
    };
    paths.iter().map(name).collect()
}

fn bytes(path: &Path) -> Vec<u8> {
    // `a//b` and `a/./b` are the same path, but not valid names in a patch.
    let clean: PathBuf = path.components().collect();
    clean.as_os_str().as_bytes().to_vec()
}

/// Lines of a patch for a terminal: of a one-line envelope of earlier versions, only the beginning and the size.
pub(super) fn folded(patch: &[u8]) -> Vec<u8> {
    const SHOWN: usize = 60;
    let mut out = Vec::new();
    for line in patch.split_inclusive(|b| *b == b'\n') {
        // The content of a script must not control the terminal.
        let text = contract::text::safe(&String::from_utf8_lossy(line));
        match text.find(migrate::FORMER).filter(|_| line.len() > 400) {
            Some(_) => {
                let head: String = text.chars().take(SHOWN).collect();
                let tail: String = text.trim_end().chars().rev().take(SHOWN).collect();
                let tail: String = tail.chars().rev().collect();
                let left = line.len().saturating_sub(2 * SHOWN);
                out.extend_from_slice(
                    format!("{head} …({left} bytes of the envelope)… {tail}\n").as_bytes(),
                );
            }
            None => out.extend_from_slice(text.as_bytes()),
        }
    }
    out
}

/// The lines of a patch in git's colours.
pub(super) fn coloured(patch: &[u8]) -> String {
    let mut out = String::new();
    for line in String::from_utf8_lossy(patch).split_inclusive('\n') {
        let text = line.trim_end_matches('\n');
        let style = match text.as_bytes() {
            [b'-', b'-', b'-', ..] | [b'+', b'+', b'+', ..] => BOLD,
            [b'-', ..] => OLD,
            [b'+', ..] => GOOD,
            [b'@', ..] => HUNK,
            _ => {
                out.push_str(line);
                continue;
            }
        };
        out.push_str(&paint(style, text));
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn folds_only_the_envelope() {
        let long = format!("+{} {} {}\n", "a".repeat(300), migrate::FORMER, "b".repeat(300));
        let other = format!("+{}\n", "c".repeat(900));
        let text = String::from_utf8(folded(format!("{long}{other} x\n").as_bytes())).unwrap();
        assert!(text.contains("bytes of the envelope") && text.ends_with(&format!("{other} x\n")));
        assert!(text.len() < 1200, "{text}");
    }
}

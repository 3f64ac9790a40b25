//! The helper file beside the scripts: its last line holds a checksum, so that one that somebody edited is not written over.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use migrate::{Kind, Part, Refusal};
use sha2::{Digest as _, Sha256};

use super::work::FilePlan;
use crate::paths;

/// The helper files that migrated scripts source.
#[derive(Debug, Default)]
pub(super) struct HelperFiles(BTreeMap<PathBuf, String>);

impl HelperFiles {
    /// The text of each helper file: with what its scripts need, and what the file on disk has.
    pub(super) fn of(files: &[FilePlan], kind: Kind, confidence: &str) -> Self {
        let mut parts: BTreeMap<PathBuf, BTreeSet<Part>> = BTreeMap::new();
        for file in files.iter().filter(|file| file.sources_helper()) {
            let path = key(&file.helper_path());
            let known = parts.entry(path).or_insert_with_key(|path| {
                let now = std::fs::read_to_string(path).unwrap_or_default();
                migrate::kind_of(&now).map_or_else(BTreeSet::new, |_| migrate::parts_of(&now))
            });
            known.extend(file.parts.iter().copied());
        }
        let text = |parts| sealed(migrate::helper(kind, confidence, &parts));
        Self(parts.into_iter().map(|(path, parts)| (path, text(parts))).collect())
    }

    /// The text of one of them.
    pub(super) fn text(&self, path: &Path) -> &str {
        self.0.get(&key(path)).map_or("", String::as_str)
    }
}

/// The path by the whole name of its folder; the file itself need not be there.
fn key(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    paths::whole(folder.unwrap_or(Path::new("."))).join(migrate::FILE)
}

const SEAL: &str = "# End of the file; SHA-256 of the lines above: ";

/// The text with its checksum.
pub(super) fn sealed(text: String) -> String {
    let sum = checksum(text.as_bytes());
    format!("{text}{SEAL}{sum}\n")
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Is this a file as some version of skillgen wrote it?
fn is_untouched(bytes: &[u8]) -> bool {
    let Some(start) = bytes.windows(SEAL.len()).rposition(|part| part == SEAL.as_bytes()) else {
        return false;
    };
    let (text, seal) = bytes.split_at(start);
    seal.get(SEAL.len()..).is_some_and(|sum| sum == format!("{}\n", checksum(text)).as_bytes())
}

/// Refuses the scripts of a folder whose helper file is not as skillgen wrote it.
pub(super) fn refuse_edited(files: &mut [FilePlan], texts: &HelperFiles) {
    let mut known: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
    for file in files.iter_mut().filter(|file| file.sources_helper()) {
        let path = file.helper_path();
        let why = known.entry(path.clone()).or_insert_with(|| edited(&path, texts.text(&path)));
        if let Some(reason) = why.clone() {
            file.refuse(vec![Refusal { line: 1, reason }]);
        }
    }
}

/// Why a helper file that is there can't be replaced.
fn edited(path: &Path, text: &str) -> Option<String> {
    let now = match std::fs::read(path) {
        Ok(now) => now,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => return Some(format!("{}: can't be read: {error}", path.display())),
    };
    if now == text.as_bytes() || is_untouched(&now) {
        return None;
    }
    let old = String::from_utf8_lossy(&now);
    let same = old.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    Some(format!(
        "{}:{}: is not as skillgen wrote it, from this line on; move your changes to a file of your own and remove this one, then migrate again",
        path.display(),
        same + 1
    ))
}

#[cfg(test)]
mod tests {
    use super::{is_untouched, sealed};

    #[test]
    fn a_changed_byte_is_seen() {
        let text = sealed("a\nb\n".to_owned());
        assert!(is_untouched(text.as_bytes()));
        for changed in [text.replace('b', "c"), text.clone() + "x\n", "a\nb\n".to_owned()] {
            assert!(!is_untouched(changed.as_bytes()), "{changed}");
        }
    }
}

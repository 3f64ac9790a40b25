//! The helper files beside the scripts: their state, and what a run writes. The last line of such a file holds a
//! checksum, so that an edited file is not overwritten.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use migrate::{Kind, Options, Outcome, Part, Refusal, Shell};
use sha2::{Digest as _, Sha256};

use super::diff;
use super::file_plan::FilePlan;
use crate::paths;
use crate::wire::migrate::HelperFileState;

/// How a helper file on disk compares with this version's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum State {
    /// It doesn't exist yet.
    New,
    /// Migrated scripts source it, but it doesn't exist.
    Missing,
    /// It equals this version's.
    Current,
    /// This version wrote it with other parts, output options, envelope or default confidence than requested.
    Changes,
    /// Another envelope is requested, but scripts outside of this run also source the file; it is kept.
    Shared { scripts: Vec<String> },
    /// An earlier version wrote it.
    Stale { version: String },
    /// A later version wrote it; it is kept.
    Newer { version: String },
    /// It was edited from this line on; it is kept.
    Edited { line: usize, difference: String },
    /// It is unreadable.
    Unreadable { reason: String },
}

impl State {
    /// The state as it is reported.
    pub(super) fn kind(&self) -> HelperFileState {
        match self {
            Self::New => HelperFileState::New,
            Self::Missing => HelperFileState::Missing,
            Self::Current => HelperFileState::Current,
            Self::Changes => HelperFileState::Changes,
            Self::Shared { .. } => HelperFileState::Shared,
            Self::Stale { .. } => HelperFileState::Stale,
            Self::Newer { .. } => HelperFileState::Newer,
            Self::Edited { .. } => HelperFileState::Edited,
            Self::Unreadable { .. } => HelperFileState::Unreadable,
        }
    }
}

/// One helper file.
#[derive(Debug)]
pub(super) struct HelperFile {
    /// Its path, in the form of its first script's path.
    pub(super) path: PathBuf,
    /// Its new content.
    pub(super) text: String,
    kind: Kind,
    pub(super) state: State,
    /// A script that is migrated in this run sources it.
    wanted: bool,
    /// The user requests another envelope, default confidence or output option, even if no script changes.
    asked: bool,
}

impl HelperFile {
    /// Whether it will be written.
    pub(super) fn is_written(&self) -> bool {
        match self.state {
            State::New => self.wanted,
            State::Changes => self.wanted || self.asked,
            State::Missing | State::Stale { .. } => true,
            _ => false,
        }
    }

    /// Whether it prevents the migration of its scripts.
    pub(super) fn is_behind(&self) -> bool {
        matches!(
            self.state,
            State::Missing
                | State::Stale { .. }
                | State::Shared { .. }
                | State::Edited { .. }
                | State::Unreadable { .. }
        ) || self.state == State::Changes && self.asked
    }

    /// A note about it on one line; `None` if there is nothing to report.
    pub(super) fn note(&self) -> Option<String> {
        let path = self.path.display();
        Some(match &self.state {
            State::Changes if self.asked && !self.wanted => format!(
                "{path}: has another envelope, default confidence or output options than you ask for; `skillgen migrate` replaces it"
            ),
            State::New | State::Current | State::Changes => return None,
            State::Shared { scripts } => format!(
                "{path}: prints {} and is not changed, because {} sources it too; name the whole folder to change the envelope",
                self.kind.name(),
                scripts.join(", ")
            ),
            State::Missing => {
                format!("{path}: missing, but scripts source it; `skillgen migrate` writes it")
            }
            State::Stale { version } => {
                format!("{path}: was written by skillgen {version}; `skillgen migrate` replaces it")
            }
            State::Newer { version } => format!(
                "{path}: names skillgen {version} as its writer, a later version than this one, which can't check it; not changed"
            ),
            State::Edited { line, .. } => format!(
                "{path}:{line}: was edited from this line on; move your changes to a file of your own, remove this one, and migrate again"
            ),
            State::Unreadable { reason } => format!("{path}: can't be read: {reason}"),
        })
    }
}

/// The helper files that migrated scripts source, by full path.
#[derive(Debug, Default)]
pub(super) struct HelperFiles(BTreeMap<PathBuf, HelperFile>);

/// The scripts of one helper file.
#[derive(Default)]
struct Scripts<'f> {
    migrated: Vec<&'f FilePlan>,
    already: Vec<&'f FilePlan>,
}

impl HelperFiles {
    /// The helper file of each folder with migrated scripts.
    pub(super) fn of(files: &[FilePlan], options: impl Fn(&Path) -> Options) -> Self {
        let mut folders: BTreeMap<PathBuf, Scripts<'_>> = BTreeMap::new();
        for file in files {
            if let Some(path) = file.new_helper() {
                folders.entry(key(&path)).or_default().migrated.push(file);
            } else if let Some(path) = file.present_helper()
                && file.outcome == Outcome::Already
            {
                folders.entry(key(&path)).or_default().already.push(file);
            }
        }
        let one = |(path, scripts): (PathBuf, Scripts<'_>)| {
            let helper = scripts.helper(&path, &options(&path));
            (path, helper)
        };
        Self(folders.into_iter().map(one).collect())
    }

    /// The text of one helper file.
    pub(super) fn text(&self, path: &Path) -> &str {
        self.0.get(&key(path)).map_or("", |helper| &helper.text)
    }

    /// All of them, by path.
    pub(super) fn all(&self) -> impl Iterator<Item = &HelperFile> {
        self.0.values()
    }

    /// The names of the files, for a sentence.
    pub(super) fn names(&self) -> String {
        let names: BTreeSet<_> = self.0.keys().filter_map(|path| path.file_name()).collect();
        let names: Vec<_> = names.into_iter().map(|name| name.to_string_lossy()).collect();
        names.join(" or ")
    }

    /// Those to write.
    pub(super) fn written(&self) -> impl Iterator<Item = &HelperFile> {
        self.all().filter(|helper| helper.is_written())
    }

    /// Helper files whose scripts were all refused are not written.
    pub(super) fn keep_wanted(&mut self, files: &[FilePlan]) {
        let wanted: BTreeSet<PathBuf> =
            files.iter().filter_map(FilePlan::new_helper).map(|path| key(&path)).collect();
        for (path, helper) in &mut self.0 {
            helper.wanted = wanted.contains(path);
        }
    }

    /// Refuses the scripts whose helper file can't have the required content.
    pub(super) fn refuse(&self, files: &mut [FilePlan], kind: impl Fn(&Path) -> Kind) {
        for file in files {
            let helper = file.new_helper().and_then(|path| self.0.get(&key(&path)));
            let Some(helper) = helper else { continue };
            if let Some(reason) = helper.refuses(kind(&file.path)) {
                file.refuse(vec![Refusal { line: 1, reason }]);
            }
        }
    }
}

impl HelperFile {
    /// Why no script can be migrated beside it.
    fn refuses(&self, kind: Kind) -> Option<String> {
        let path = self.path.display();
        if self.kind != kind {
            let name = if self.kind == Kind::Helper { "helper" } else { "skill-output" };
            return Some(format!(
                "{path}: the helper of this folder prints {}; add `--envelope {name}`, or migrate all scripts of the folder anew",
                self.kind.name()
            ));
        }
        match &self.state {
            State::Edited { .. } | State::Unreadable { .. } => self.note(),
            // The checksum doesn't prove who wrote it, and this version doesn't know the texts of later ones.
            State::Newer { version } => Some(format!(
                "{path}: says that skillgen {version} wrote it, which this version can't check; migrate with that version, or remove the file if it is not yours"
            )),
            _ => None,
        }
    }
}

impl Scripts<'_> {
    fn helper(&self, whole: &Path, options: &Options) -> HelperFile {
        let path = self.migrated.iter().chain(&self.already).next();
        let path = path.and_then(|file| file.new_helper().or_else(|| file.present_helper()));
        let path = path.unwrap_or_else(|| whole.to_owned());
        let shell = match whole.file_name().and_then(|name| name.to_str()) {
            Some(name) if name == migrate::helper_name(Shell::Sh) => Shell::Sh,
            _ => Shell::Bash,
        };
        let now = crate::regular::read(&path);
        let old = now.as_ref().ok().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let old = old.filter(|old| migrate::kind_of(old).is_some());
        let present = old.as_deref().and_then(migrate::kind_of);
        let changes =
            options.asked.kind.is_some() && present.is_some_and(|kind| kind != options.kind);
        let scripts = if changes { self.others(&path, shell) } else { Vec::new() };
        let kept = present.filter(|_| !changes || !scripts.is_empty());
        let kind = kept.unwrap_or(options.kind);
        let confidence = self.confidence(options, old.as_deref());
        let mut parts = old.as_deref().map(migrate::parts_of).unwrap_or_default();
        if options.asked.output.is_some() {
            parts.retain(|part| !part.is_output_option());
        }
        parts.extend(options.asked.output.iter().flatten());
        parts.extend(self.migrated.iter().flat_map(|file| file.parts.iter().copied()));
        let text =
            |parts: &BTreeSet<Part>| sealed(migrate::helper(shell, kind, &confidence, parts));
        let mut new = text(&parts);
        if !now.as_ref().is_ok_and(|now| now == new.as_bytes()) && !self.already.is_empty() {
            // In another version, a present part may have been included always.
            let needed = |file: &&FilePlan| migrate::parts_needed(&file.before, options);
            parts.extend(self.already.iter().flat_map(needed));
            new = text(&parts);
        }
        let state = match now {
            Ok(_) if !scripts.is_empty() => State::Shared { scripts },
            Ok(now) => compared(&path, &now, old.as_deref(), &new),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                State::Unreadable { reason: error.to_string() }
            }
            Err(_) if self.already.is_empty() => State::New,
            Err(_) => State::Missing,
        };
        let asked = !options.asked.is_empty();
        HelperFile { path, text: new, kind, state, wanted: !self.migrated.is_empty(), asked }
    }

    /// The names of scripts outside of this run that source the helper file.
    fn others(&self, helper: &Path, shell: Shell) -> Vec<String> {
        let taken: BTreeSet<PathBuf> =
            self.migrated.iter().chain(&self.already).map(|file| key(&file.path)).collect();
        let entries = std::fs::read_dir(paths::folder_of(helper)).into_iter().flatten().flatten();
        let sources = |path: &PathBuf| {
            let bytes = crate::regular::read(path).unwrap_or_default();
            migrate::sources_helper(&bytes) == Some(shell)
        };
        let paths = entries.map(|entry| entry.path()).filter(|path| !taken.contains(&key(path)));
        let mut names: Vec<String> = paths
            .filter(sources)
            .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
            .filter(|name| !migrate::is_helper_name(name))
            .collect();
        names.sort();
        names
    }

    /// The default confidence: as requested, else as in the file, else as in a script of a former form.
    fn confidence(&self, options: &Options, old: Option<&str>) -> String {
        let former = || {
            let former = self.migrated.iter().filter_map(|file| file.former.as_ref());
            former.filter_map(|former| former.confidence.clone()).next()
        };
        let known =
            options.asked.confidence.clone().or_else(|| old.and_then(migrate::confidence_of));
        known.or_else(former).unwrap_or_else(|| options.confidence.clone())
    }
}

/// Compares the file on disk with its new text.
fn compared(path: &Path, now: &[u8], old: Option<&str>, new: &str) -> State {
    if now == new.as_bytes() {
        return State::Current;
    }
    let Some(old) = old.filter(|_| is_untouched(now)) else {
        let old = String::from_utf8_lossy(now);
        let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
        let name = path.to_string_lossy();
        let difference = diff::unified(name.as_bytes(), new.as_bytes(), now);
        let difference = String::from_utf8_lossy(&difference).into_owned();
        return State::Edited { line: same + 1, difference };
    };
    let version = migrate::version_of(old).unwrap_or_default().to_owned();
    match number(&version).cmp(&number(env!("CARGO_PKG_VERSION"))) {
        std::cmp::Ordering::Greater => State::Newer { version },
        _ if is_own(old) => State::Changes,
        _ => State::Stale { version },
    }
}

/// Whether this version could have written a text.
fn is_own(old: &str) -> bool {
    let (Some(shell), Some(kind), Some(confidence)) =
        (migrate::shell_of(old), migrate::kind_of(old), migrate::confidence_of(old))
    else {
        return false;
    };
    old == sealed(migrate::helper(shell, kind, &confidence, &migrate::parts_of(old)))
}

/// A version that can be compared.
fn number(version: &str) -> Vec<u64> {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    core.split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

/// The path with its folder's full name; the file may not exist.
pub(super) fn key(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    paths::whole(folder.unwrap_or(Path::new("."))).join(path.file_name().unwrap_or_default())
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

/// Whether some version of skillgen wrote this file.
pub(super) fn is_untouched(bytes: &[u8]) -> bool {
    let Some(start) = bytes.windows(SEAL.len()).rposition(|part| part == SEAL.as_bytes()) else {
        return false;
    };
    let (text, seal) = bytes.split_at(start);
    seal.get(SEAL.len()..).is_some_and(|sum| sum == format!("{}\n", checksum(text)).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{is_untouched, number, sealed};

    #[test]
    fn a_changed_byte_is_seen() {
        let text = sealed("a\nb\n".to_owned());
        assert!(is_untouched(text.as_bytes()));
        for changed in [text.replace('b', "c"), text.clone() + "x\n", "a\nb\n".to_owned()] {
            assert!(!is_untouched(changed.as_bytes()), "{changed}");
        }
    }

    #[test]
    fn versions_have_an_order() {
        assert!(number("0.10.0") > number("0.9.9"));
        assert!(number("1.0.0-rc1") == number("1.0.0"));
        assert!(number("") < number("0.1.0"));
    }
}

//! Decides which files of a folder are contracts, on either side: certain ones, and schemas by their keys that no
//! other contract refers to. A referenced schema is a part, and is compared with each contract that uses it.

use std::collections::{BTreeMap, BTreeSet};

use contract::source::evidence::resolved;
use contract::source::package::{MANIFEST, SKILL};

use super::State;
use super::marks::{self, Look, Mark};
pub(super) use crate::wire::diff::LeftOutKind;

/// A contract to compare.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// From the top.
    pub(super) path: String,
    pub(super) state: State,
    /// Its own files are equal; referenced files may differ.
    pub(super) by_reference: bool,
}

impl Job {
    /// A contract with this state of its own files. An equal one is compared if it is a link, whose target may differ, or if
    /// `is_read`, because referenced files may.
    fn of(path: &str, state: &State, is_read: bool, is_link: bool) -> Job {
        let is_same = *state == State::Same;
        let by_reference = is_same && is_read && !is_link;
        let is_compared = is_same && (is_read || is_link);
        let state = if is_compared { State::Changed } else { state.clone() };
        Job { path: path.to_owned(), state, by_reference }
    }
}

/// A file that is not a contract of its own.
#[derive(Clone, Debug)]
pub(in crate::command::diff) struct LeftOut {
    pub(in crate::command::diff) path: String,
    /// The contract that refers to it; `None` if it is not a part of one.
    pub(in crate::command::diff) part_of: Option<String>,
    /// Why it is not compared on its own.
    pub(in crate::command::diff) kind: LeftOutKind,
    /// Its kind.
    pub(in crate::command::diff) reason: String,
}

impl LeftOutKind {
    /// The number, for a sentence.
    fn counted(self, count: usize) -> Option<String> {
        let (one, several) = match self {
            LeftOutKind::Part => {
                ("file is a part of another contract", "files are parts of other contracts")
            }
            LeftOutKind::Other => {
                ("other data file is no contract", "other data files are no contracts")
            }
            LeftOutKind::Excluded => ("file is excluded", "files are excluded"),
            LeftOutKind::Submodule => {
                ("submodule is not looked at", "submodules are not looked at")
            }
        };
        match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {several}")),
        }
    }
}

/// `5 other data files are no contracts; 1 file is excluded`, if there are any.
pub(super) fn left_out_in_short(left_out: &[LeftOut]) -> Option<String> {
    use LeftOutKind::{Excluded, Other, Part, Submodule};
    let of = |kind: LeftOutKind| left_out.iter().filter(|one| one.kind == kind).count();
    let all = [Part, Other, Excluded, Submodule].into_iter();
    let all: Vec<String> = all.filter_map(|kind| kind.counted(of(kind))).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The files of a folder, sorted.
pub(super) struct Sorted {
    pub(super) jobs: Vec<Job>,
    pub(super) left_out: Vec<LeftOut>,
    /// The contracts that are gone without a successor, if only some paths are compared.
    pub(super) gone: Vec<String>,
}

/// The texts of both sides' files.
pub(super) trait Texts {
    fn old_text(&self, path: &str) -> Option<Vec<u8>>;
    fn new_text(&self, path: &str) -> Option<Vec<u8>>;
    /// Whether it is a link whose target may differ though the link does not.
    fn is_link(&self, path: &str) -> bool;
    /// Whether the user named this file.
    fn is_named(&self, path: &str) -> bool;
}

/// Sorts files by their kind on each side.
pub(super) fn sort(files: &BTreeMap<String, State>, texts: &dyn Texts) -> Sorted {
    let packages = packages(files);
    let mut old = SideFiles::default();
    let mut new = SideFiles::default();
    for (path, state) in files {
        let before = match state {
            State::Added | State::Undecided(_) => None,
            State::Renamed(from) | State::Copied(from) => Some(from.as_str()),
            State::Same | State::Changed | State::Removed => Some(path.as_str()),
        };
        let is_same = *state == State::Same;
        if *state != State::Removed {
            // Files that git reports as equal may not be checked out.
            let is_same_text = || texts.old_text(path).filter(|_| is_same);
            new.add(path, &|| texts.new_text(path).or_else(is_same_text));
        }
        match before {
            Some(_) if is_same && !texts.is_link(path) => old.add_look(path, new.looks.get(path)),
            Some(before) => old.add(before, &|| texts.old_text(before)),
            None => {}
        }
    }
    for (folder, state) in &packages {
        new.packages.extend((*state != State::Removed).then(|| folder.clone()));
        let before = match state {
            State::Renamed(from) | State::Copied(from) => Some(from),
            State::Added | State::Undecided(_) => None,
            _ => Some(folder),
        };
        old.packages.extend(before.cloned());
    }
    let (old, new) =
        (old.sorted(&|path| texts.old_text(path)), new.sorted(&|path| texts.new_text(path)));
    let mut sorted =
        Sorted { jobs: of_packages(&packages, texts), left_out: Vec::new(), gone: Vec::new() };
    for (path, state) in files {
        if packages.keys().any(|folder| is_package_file(folder, path)) {
            continue;
        }
        if let State::Renamed(from) = state
            && !texts.is_named(path)
            && !is_place_of_contracts(path)
        {
            let is_lost = old.kinds.get(from) == Some(&Kind::Contract);
            sorted.lose(from, path, is_lost);
            continue;
        }
        let now = new.kinds.get(path);
        let before = match state {
            State::Renamed(from) | State::Copied(from) => old.kinds.get(from),
            _ => old.kinds.get(path),
        };
        match (before, now) {
            _ if texts.is_named(path) || is_contract(before, now, state) => {
                // Files that the user named are always read.
                let is_read = texts.is_named(path) || new.refers(path);
                sorted.jobs.push(Job::of(path, state, is_read, texts.is_link(path)));
            }
            (_, Some(kind)) | (Some(kind), None) => {
                sorted.left_out.extend(kind.left_out(path));
            }
            (None, None) => {}
        }
    }
    sorted.jobs.sort_by(|a, b| a.path.cmp(&b.path));
    sorted
}

impl Sorted {
    /// A file with a name, or in a folder, that is not searched for contracts.
    fn lose(&mut self, from: &str, path: &str, is_contract: bool) {
        if is_contract {
            let job = Job { path: from.to_owned(), state: State::Removed, by_reference: false };
            self.jobs.push(job);
            let reason = format!("the text of {from}, where nobody looks for a contract");
            let (path, kind) = (path.to_owned(), LeftOutKind::Other);
            self.left_out.push(LeftOut { path, part_of: None, kind, reason });
        }
    }
}

/// Whether a path may belong to a contract of the project; installed packages belong to others.
fn is_place_of_contracts(path: &str) -> bool {
    marks::may_be_contract(path) && !path.split('/').any(|folder| folder == "node_modules")
}

/// Whether a file is or was a contract; then the change of the other side is reported. A file that is readable on
/// neither side may be one if it differs.
fn is_contract(before: Option<&Kind>, now: Option<&Kind>, state: &State) -> bool {
    let is = |kind: Option<&Kind>, wanted: &Kind| kind == Some(wanted);
    let unread = |kind: Option<&Kind>| kind.is_none() || is(kind, &Kind::Unread);
    let differs = *state != State::Same;
    is(before, &Kind::Contract)
        || is(now, &Kind::Contract)
        || (differs && (before.is_some() || now.is_some()) && unread(before) && unread(now))
}

/// The kind of a file on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Contract,
    /// Of this contract.
    Part(String),
    Other(String),
    Unread,
}

impl Kind {
    fn left_out(&self, path: &str) -> Option<LeftOut> {
        let (part_of, reason) = match self {
            Kind::Contract => return None,
            Kind::Part(whole) => (Some(whole.clone()), format!("a part of {whole}")),
            Kind::Other(what) => (None, what.clone()),
            Kind::Unread => (None, "it can't be read".to_owned()),
        };
        let kind = if part_of.is_some() { LeftOutKind::Part } else { LeftOutKind::Other };
        Some(LeftOut { path: path.to_owned(), part_of, kind, reason })
    }
}

/// The files of one side.
#[derive(Default)]
struct SideFiles {
    looks: BTreeMap<String, Look>,
    /// Files by their `$id`.
    by_uri: BTreeMap<String, String>,
    packages: BTreeSet<String>,
}

/// The same, after the decision.
struct SortedSide {
    kinds: BTreeMap<String, Kind>,
    looks: BTreeMap<String, Look>,
}

impl SideFiles {
    fn add(&mut self, path: &str, read: &dyn Fn() -> Option<Vec<u8>>) {
        if marks::may_be_contract(path) {
            self.add_look(path, Some(&marks::look(path, read().as_deref())));
        }
    }

    fn add_look(&mut self, path: &str, look: Option<&Look>) {
        let Some(look) = look else { return };
        self.by_uri.extend(look.uri.clone().map(|uri| (uri, path.to_owned())));
        self.looks.insert(path.to_owned(), look.clone());
    }

    fn sorted(self, read: &dyn Fn(&str) -> Option<Vec<u8>>) -> SortedSide {
        let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
        // Files that a package names are compared with it.
        for folder in &self.packages {
            let below = in_folder(folder, "");
            let named = manifest_names(read(&in_folder(folder, MANIFEST)));
            let mut todo: Vec<String> = named.iter().map(|name| resolved(&below, name)).collect();
            todo.extend(self.targets(&in_folder(folder, SKILL)));
            self.mark_parts(todo, folder, Some(&below), &mut kinds);
        }
        let of_others = |path: &&String| !self.is_of_package(path);
        for (path, look) in &self.looks {
            let kind = match &look.mark {
                Mark::Declared => Kind::Contract,
                Mark::Other(what) => Kind::Other(what.clone()),
                Mark::Unread => Kind::Unread,
                Mark::Schema => continue,
            };
            kinds.entry(path.clone()).or_insert(kind);
        }
        let is_schema = |path: &&String| self.looks[*path].mark == Mark::Schema;
        let schemas: Vec<&String> = self.looks.keys().filter(is_schema).filter(of_others).collect();
        let referenced: BTreeSet<String> = self
            .looks
            .keys()
            .flat_map(|path| self.targets(path).into_iter().filter(move |target| target != path))
            .collect();
        let roots: Vec<&String> = self
            .looks
            .keys()
            .filter(|path| {
                matches!(kinds.get(*path), Some(Kind::Contract))
                    || (is_schema(path) && !referenced.contains(*path))
            })
            .collect();
        // If files only refer to each other, the first is the contract.
        for path in roots.into_iter().chain(schemas) {
            if !kinds.contains_key(path) {
                kinds.insert(path.clone(), Kind::Contract);
            }
            if kinds[path] == Kind::Contract {
                self.mark_parts(self.targets(path), path, None, &mut kinds);
            }
        }
        SortedSide { kinds, looks: self.looks }
    }

    /// Marks the files reachable from here as parts; with `below` only those below it, then also
    /// certain contracts.
    fn mark_parts(
        &self,
        mut todo: Vec<String>,
        whole: &str,
        below: Option<&str>,
        kinds: &mut BTreeMap<String, Kind>,
    ) {
        while let Some(path) = todo.pop() {
            let Some(look) = self.looks.get(&path) else { continue };
            let fits = match below {
                Some(folder) => path.starts_with(folder) && look.mark != Mark::Unread,
                None => look.mark == Mark::Schema,
            };
            if fits && !kinds.contains_key(&path) {
                kinds.insert(path.clone(), Kind::Part(whole.to_owned()));
                todo.extend(self.targets(&path));
            }
        }
    }

    fn is_of_package(&self, path: &str) -> bool {
        self.packages.iter().any(|folder| is_package_file(folder, path))
    }

    /// The files that a contract refers to, by path or by `$id`.
    fn targets(&self, path: &str) -> Vec<String> {
        let is_contract = |look: &&Look| !matches!(look.mark, Mark::Other(_));
        let Some(look) = self.looks.get(path).filter(is_contract) else { return Vec::new() };
        let base = look.uri.as_deref().unwrap_or_default();
        let of = |reference: &String| {
            let by_uri = self.by_uri.get(&resolved(base, reference));
            [Some(resolved(path, reference)), by_uri.cloned()].into_iter().flatten()
        };
        look.references.iter().flat_map(of).collect()
    }
}

impl SortedSide {
    fn refers(&self, path: &str) -> bool {
        self.looks.get(path).is_some_and(|look| !look.references.is_empty())
    }
}

/// The files that a runner manifest names.
fn manifest_names(bytes: Option<Vec<u8>>) -> Vec<String> {
    let value = bytes.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    let schemas = value.as_ref().and_then(|value| value.get("schemas")?.as_object());
    let names = schemas.into_iter().flat_map(|schemas| schemas.values());
    names.filter_map(|name| Some(name.as_str()?.trim().to_owned())).collect()
}

/// Folders with a runner manifest on either side, and the change of their skill: without a manifest, the SKILL.md
/// alone is the contract.
fn packages(files: &BTreeMap<String, State>) -> BTreeMap<String, State> {
    let folder = |path: &str| match path.strip_suffix(MANIFEST)? {
        "" => Some(String::new()),
        above => above.strip_suffix('/').map(str::to_owned),
    };
    let found = files.iter().filter_map(|(path, state)| {
        let whole = folder(path)?;
        match state {
            State::Renamed(from) => return Some((whole, State::Renamed(folder(from)?))),
            State::Copied(from) => return Some((whole, State::Copied(folder(from)?))),
            State::Undecided(_) => return Some((whole, state.clone())),
            _ => {}
        }
        let skill = files.get(&in_folder(&whole, SKILL));
        let states: Vec<&State> = [Some(state), skill].into_iter().flatten().collect();
        let before =
            states.iter().any(|s| matches!(s, State::Same | State::Changed | State::Removed));
        let now = states.iter().any(|s| **s != State::Removed);
        let state = match (before, now) {
            _ if states.iter().all(|s| **s == State::Same) => State::Same,
            (true, true) => State::Changed,
            (true, false) => State::Removed,
            (false, _) => State::Added,
        };
        Some((whole, state))
    });
    found.collect()
}

/// A path below a folder; the top has no name.
fn in_folder(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn is_package_file(folder: &str, path: &str) -> bool {
    let below = path.strip_prefix(&in_folder(folder, ""));
    below.is_some_and(|below| [MANIFEST, SKILL].contains(&below))
}

/// A package is one contract. Its referenced files may differ even if its own files are equal.
fn of_packages(packages: &BTreeMap<String, State>, texts: &dyn Texts) -> Vec<Job> {
    let job = |(folder, whole): (&String, &State)| {
        let is_linked =
            [MANIFEST, SKILL].iter().any(|name| texts.is_link(&in_folder(folder, name)));
        Job::of(folder, whole, true, is_linked)
    };
    packages.iter().map(job).collect()
}

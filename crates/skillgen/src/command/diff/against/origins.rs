//! The former text of an added contract that no rename explains: its old path still exists, another new file took the text, or
//! it was rewritten. And the files of the revision that may hold it, but can't be read.

use std::collections::{BTreeMap, BTreeSet};

use contract::Document;
use contract::source::evidence::{own_uri, resolved};
use serde_json::Value;

use super::State;
use super::likeness::{
    Likeness, MAX_PAIRS, Text, Traits, file_name, has_same_own_name, likeness, named_likeness,
};
use super::marks::{self, Mark};
use super::sorting::Texts;
use crate::command::diff::relation_words::plural;
use crate::input::References;

/// Two sides whose added contracts are searched for their former texts.
pub(super) trait SearchedSides: Texts {
    /// Whether only some paths are compared.
    fn is_partial(&self) -> bool;
    /// Whether a path is to be compared.
    fn is_requested(&self, path: &str) -> bool;
    /// Whether git lacks the object of a file of the old side.
    fn lacks(&self, path: &str) -> bool;
    /// The file of the new side that a path leads to if it is a link.
    fn link_target(&self, path: &str) -> Option<String>;
    /// The files of the new side.
    fn new_paths(&self) -> Vec<String>;
}

/// The search for former texts.
pub(super) struct OriginSearch<'s> {
    pub(super) sides: &'s dyn SearchedSides,
}

/// A file of the revision that may be the former one of an added contract.
struct Candidate {
    text: Text,
    traits: Traits,
    fate: Fate,
}

/// A file of the revision that can't be read.
struct Unread {
    path: String,
    /// The words of its text, if it is a broken one.
    broken: Option<BTreeSet<String>>,
}

impl Unread {
    /// Whether it may be the former text of an added contract.
    fn may_hold(&self, added: &str, own_words: &BTreeSet<String>) -> bool {
        let is_alike = |words: &BTreeSet<String>| {
            let common = words.intersection(own_words).count();
            file_name(&self.path) == file_name(added)
                || common * 2 >= words.len().max(own_words.len())
        };
        FileKind::of(&self.path) == FileKind::of(added) && self.broken.as_ref().is_none_or(is_alike)
    }
}

/// What became of a file of the revision.
enum Fate {
    /// It is gone.
    Gone,
    /// It is gone, and another new file is its successor.
    Renamed,
    /// Its path has another contract.
    Replaced,
    /// Its path has a similar contract with another name or none, such as an `$id` with the next version.
    NamedAnew,
    /// Its path is a link to this file, or a schema that only refers to it.
    LeadsTo(String),
}

/// The kinds of files that replace each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Skill,
    Archive,
    Data,
}

impl FileKind {
    fn of(path: &str) -> FileKind {
        match () {
            () if marks::is_skill(path) => FileKind::Skill,
            () if marks::is_archive(path) => FileKind::Archive,
            () => FileKind::Data,
        }
    }
}

/// Members beside the reference of a schema that only refers to another.
const NOTES: [&str; 9] = [
    "$schema",
    "$id",
    "id",
    "$comment",
    "title",
    "description",
    "version",
    "deprecated",
    "x-deprecated",
];

impl OriginSearch<'_> {
    /// Notes the former path of each requested contract that is added, or the files that may hold its former text.
    pub(super) fn add_origins(
        &self,
        files: &mut BTreeMap<String, State>,
        renamed: &BTreeMap<String, String>,
        removed: &BTreeSet<String>,
    ) {
        let is_searched = |(path, state): &(&String, &State)| {
            **state == State::Added && self.sides.is_requested(path) && marks::may_be_contract(path)
        };
        let added: Vec<String> =
            files.iter().filter(is_searched).map(|(path, _)| path.clone()).collect();
        let added: Vec<Text> =
            added.into_iter().filter_map(|path| self.contract_text(&path)).collect();
        if added.is_empty() {
            return;
        }
        let (candidates, unread) = self.candidates(files, renamed, removed);
        let is_short = candidates.len() * added.len() <= MAX_PAIRS;
        for text in added {
            let traits = Traits::of(&text);
            let found = candidates
                .iter()
                .filter(|one| FileKind::of(&one.text.path) == FileKind::of(&text.path))
                .filter_map(|one| {
                    Some((self.rank(one, (&text, &traits), is_short)?, &one.text.path))
                });
            let from = found.min().map(|(_, from)| from.clone());
            let own_words = words(&text.bytes);
            let may_hold = unread.iter().filter(|one| one.may_hold(&text.path, &own_words));
            let may_hold: Vec<String> = may_hold.map(|one| one.path.clone()).collect();
            let state = match from {
                Some(from) => State::Copied(from),
                None if may_hold.is_empty() => continue,
                None => State::Undecided(may_hold),
            };
            files.insert(text.path, state);
        }
    }

    /// The text of an added file that is a contract.
    fn contract_text(&self, path: &str) -> Option<Text> {
        let bytes = self.sides.new_text(path).filter(|bytes| !bytes.is_empty())?;
        is_contract(path, &bytes).then(|| Text { path: path.to_owned(), bytes })
    }

    /// The contracts of the revision that are gone or replaced, and those that can't be read.
    fn candidates(
        &self,
        files: &BTreeMap<String, State>,
        renamed: &BTreeMap<String, String>,
        removed: &BTreeSet<String>,
    ) -> (Vec<Candidate>, Vec<Unread>) {
        let taken: BTreeSet<&String> = renamed.values().collect();
        let changed = files.iter().filter(|(_, state)| **state == State::Changed);
        let paths = removed.iter().map(|path| (path, true));
        let paths = paths.chain(changed.map(|(path, _)| (path, false)));
        let (mut candidates, mut unread) = (Vec::new(), Vec::new());
        for (path, is_gone) in paths.filter(|(path, _)| marks::may_be_contract(path)) {
            let is_taken = taken.contains(path);
            let Some(bytes) = self.sides.old_text(path) else {
                if !is_taken && self.sides.lacks(path) {
                    unread.push(Unread { path: path.clone(), broken: None });
                }
                continue;
            };
            if is_gone && !is_taken && is_broken(path, &bytes) {
                unread.push(Unread { path: path.clone(), broken: Some(words(&bytes)) });
            } else if is_contract(path, &bytes) {
                let text = Text { path: path.clone(), bytes };
                let traits = Traits::of(&text);
                let fate = match (is_gone, is_taken) {
                    (true, true) => Some(Fate::Renamed),
                    (true, false) => Some(Fate::Gone),
                    (false, _) => self.fate_of_path(&text, &traits),
                };
                candidates.extend(fate.map(|fate| Candidate { text, traits, fate }));
            }
        }
        (candidates, unread)
    }

    /// What became of a contract whose path still exists; `None` if it is the same contract.
    fn fate_of_path(&self, old: &Text, traits: &Traits) -> Option<Fate> {
        if let Some(target) = self.sides.link_target(&old.path) {
            return Some(Fate::LeadsTo(target));
        }
        let Some(bytes) = self.sides.new_text(&old.path) else { return Some(Fate::Replaced) };
        if let Some(target) = self.reference_target(&old.path, &bytes) {
            return Some(Fate::LeadsTo(target));
        }
        let now = Text { path: old.path.clone(), bytes };
        let new = Traits::of(&now);
        let is_alike = likeness((traits, &old.bytes), (&new, &now.bytes), true).is_some();
        let has_other_name = traits.has_own_name() && !has_same_own_name(traits, &new);
        match (is_alike, has_other_name) {
            (false, false) if traits.has_own_name() => None,
            (false, _) => Some(Fate::Replaced),
            (true, true) => Some(Fate::NamedAnew),
            (true, false) => None,
        }
    }

    /// The only file that a schema refers to, from the top, if it says nothing else.
    fn reference_target(&self, path: &str, bytes: &[u8]) -> Option<String> {
        let document = Document::guess(path, bytes).ok()?;
        let reference = only_reference(document.value())?;
        let file = reference.split('#').next().unwrap_or(reference);
        let beside = resolved(path, file);
        if self.sides.new_text(&beside).is_some() {
            return Some(beside);
        }
        let uri = resolved(&own_uri(document.value()).unwrap_or_default(), file);
        let has_uri = |path: &&String| {
            let look = marks::look(path, self.sides.new_text(path).as_deref());
            look.uri.is_some_and(|own| own == uri)
        };
        let paths = self.sides.new_paths();
        paths.iter().filter(|path| marks::may_be_contract(path)).find(has_uri).cloned()
    }

    /// How certainly a candidate is the former text of an added contract; the least is the most certain.
    fn rank(
        &self,
        candidate: &Candidate,
        (text, traits): (&Text, &Traits),
        reads_content: bool,
    ) -> Option<(u8, Likeness)> {
        let old = (&candidate.traits, candidate.text.bytes.as_slice());
        let new = (traits, text.bytes.as_slice());
        if has_same_own_name(old.0, new.0) && !matches!(candidate.fate, Fate::LeadsTo(_)) {
            return Some((0, Likeness::SameName));
        }
        let alike = || likeness(old, new, reads_content);
        match &candidate.fate {
            // The old path is compared with what it leads to; once is enough.
            Fate::LeadsTo(target) if *target == text.path => {
                (!self.sides.is_requested(&candidate.text.path)).then_some((0, Likeness::SameName))
            }
            Fate::LeadsTo(_) | Fate::NamedAnew => None,
            Fate::Replaced => alike().map(|likeness| (1, likeness)),
            // In a comparison of everything, the successor shows what became of it.
            Fate::Renamed if !self.sides.is_partial() => None,
            Fate::Renamed => alike().map(|likeness| (1, likeness)),
            Fate::Gone if !self.sides.is_partial() => None,
            Fate::Gone if !reads_content && old.0.name != new.0.name => None,
            Fate::Gone => named_likeness(old.0, new.0).map(|likeness| (2, likeness)),
        }
    }

    /// The contracts that are gone from the revision, without a known successor.
    pub(super) fn gone_contracts(&self, removed: &BTreeSet<String>) -> Vec<String> {
        let is_gone_contract = |path: &&String| {
            marks::may_be_contract(path)
                && self.sides.old_text(path).is_some_and(|bytes| is_contract(path, &bytes))
        };
        removed.iter().filter(is_gone_contract).cloned().collect()
    }
}

/// Why an added contract can't be compared: one of these files of the old side may hold its former text, and none of them
/// can be read.
pub(super) fn undecided_in_words(sources: &[String], references: &References) -> String {
    let of = |source: &String| {
        let error = crate::input::contract(source, references).err();
        // Messages begin with the source; the cause comes last.
        let why = error.map(|error| error.root_cause().to_string()).unwrap_or_default();
        if why.starts_with(source) { why } else { format!("{source}: {why}") }
    };
    let first = sources.first().map(of).unwrap_or_default();
    let more = match sources.len() {
        0 | 1 => String::new(),
        count => format!(" (and {} more)", plural(count - 1, "file")),
    };
    format!(
        "it may have moved here from a file that can't be read, and is gone or changed: {first}{more}"
    )
}

fn is_contract(path: &str, bytes: &[u8]) -> bool {
    matches!(marks::look(path, Some(bytes)).mark, Mark::Declared | Mark::Schema)
}

/// Whether a text is a contract that can't be read.
fn is_broken(path: &str, bytes: &[u8]) -> bool {
    FileKind::of(path) == FileKind::Data
        && is_contract(path, bytes)
        && Document::guess(path, bytes).is_err()
}

/// The words of a text that may not be a document.
fn words(bytes: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(bytes);
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 1);
    words.map(str::to_owned).collect()
}

/// The reference of a schema that says nothing else.
fn only_reference(schema: &Value) -> Option<&str> {
    let members = schema.as_object()?;
    let mut others = members.iter().filter(|(key, _)| !NOTES.contains(&key.as_str()));
    let (key, value) = others.next()?;
    if others.next().is_some() {
        return None;
    }
    match (key.as_str(), value) {
        ("$ref", Value::String(reference)) => Some(reference),
        ("allOf", Value::Array(branches)) if branches.len() == 1 => only_reference(&branches[0]),
        _ => None,
    }
}

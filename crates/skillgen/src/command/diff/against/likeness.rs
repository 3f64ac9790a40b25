//! How alike two files are: the same text, the same own name, most lines in common, or most values of a document at the
//! same places.

use std::collections::{BTreeMap, BTreeSet};

use contract::source::evidence::own_uri;
use contract::{Contract, Document, NoFiles, SourceKind};
use serde_json::Value;

use super::{marks, root_form};

/// The percentage of bytes in common lines that makes a removed and an added file a rename, as in git.
const ENOUGH_LINES: usize = 50;
/// The same for values at common places, which different documents have too.
const ENOUGH_VALUES: usize = 75;
/// The same for two files with one file name: less in common is enough.
const ENOUGH_WITH_NAME: usize = 25;
/// The least number of common properties that makes two schemas alike; many have an `id` or a `name`.
const LEAST_PROPERTIES: usize = 2;
/// The maximum number of pairs whose contents are compared under different file names; beyond it only equal texts and names
/// count.
pub(super) const MAX_PAIRS: usize = 10_000;
/// The maximum number of compared values of a document, and their depth.
const MAX_VALUES: usize = 20_000;
const MAX_DEPTH: usize = 64;

/// A file on one side only.
pub(super) struct Text {
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

/// The certainty that two files are a rename, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    SameText,
    /// The same `$id`, or the same `name` of a skill or an API contract.
    SameName,
    /// The percentage of content that differs.
    Differs(usize),
}

/// The compared parts of a file.
pub(super) struct Traits {
    /// The file's own name: the `$id` of a schema, the `name` of a skill or an API contract.
    own_name: Option<String>,
    pub(super) is_skill: bool,
    /// The file name.
    pub(super) name: String,
    lines: BTreeMap<Vec<u8>, usize>,
    /// The places and values of a document; a text may have all on one line.
    values: BTreeSet<String>,
    /// The names of a schema's properties, with their keywords.
    properties: BTreeMap<String, BTreeSet<String>>,
}

/// The last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// How alike two files are; `None` if they are two files. The contents are compared only if `reads_content`.
pub(super) fn likeness(
    (old, before): (&Traits, &[u8]),
    (new, now): (&Traits, &[u8]),
    reads_content: bool,
) -> Option<Likeness> {
    if before == now {
        return (!before.is_empty()).then_some(Likeness::SameText);
    }
    if has_same_own_name(old, new) {
        return Some(Likeness::SameName);
    }
    if !reads_content {
        return None;
    }
    let enough = |percent| if old.name == new.name { ENOUGH_WITH_NAME } else { percent };
    let (lines, values) = (common_lines((old, before), (new, now)), common_values(old, new));
    let is_enough = lines >= enough(ENOUGH_LINES) || values >= enough(ENOUGH_VALUES);
    is_enough.then(|| Likeness::Differs(100 - lines.max(values)))
}

/// The percentage of bytes in common lines.
fn common_lines((old, before): (&Traits, &[u8]), (new, now): (&Traits, &[u8])) -> usize {
    let most = before.len().max(now.len());
    // The common part is at most as long as the shorter text.
    if before.len().min(now.len()) * 100 < most * ENOUGH_WITH_NAME {
        return 0;
    }
    let shared =
        |(line, count): (&Vec<u8>, &usize)| Some(line.len() * count.min(new.lines.get(line)?));
    old.lines.iter().filter_map(shared).sum::<usize>() * 100 / most.max(1)
}

/// The percentage of common values at common places.
fn common_values(old: &Traits, new: &Traits) -> usize {
    let shared = old.values.intersection(&new.values).count();
    shared * 100 / old.values.len().max(new.values.len()).max(1)
}

/// Whether two files have the same own name.
pub(super) fn has_same_own_name(old: &Traits, new: &Traits) -> bool {
    old.own_name.is_some() && old.own_name == new.own_name
}

/// How much two files differ, for a file that the user named: the same file name is enough, or half of the
/// properties, or the same ones with the same keywords.
pub(super) fn named_likeness(old: &Traits, new: &Traits) -> Option<Likeness> {
    let common = old.properties.keys().filter(|name| new.properties.contains_key(*name)).count();
    let most = old.properties.len().max(new.properties.len());
    let has_properties = (common >= LEAST_PROPERTIES && common * 2 >= most)
        || (common > 0 && old.properties == new.properties);
    (old.name == new.name || has_properties)
        .then(|| Likeness::Differs(100 - common_values(old, new)))
}

impl Traits {
    /// Whether the file has a name of its own.
    pub(super) fn has_own_name(&self) -> bool {
        self.own_name.is_some()
    }

    pub(super) fn of(text: &Text) -> Traits {
        let is_skill = marks::is_skill(&text.path);
        let (mut values, mut properties) = (BTreeSet::new(), BTreeMap::new());
        let own_name = if is_skill {
            skill_name(text)
        } else {
            let document = Document::guess(&text.path, &text.bytes).ok();
            if let Some(document) = &document {
                let root = root_form::unwrapped(document.value());
                add_values(&root, "", &mut values);
                let named = root.get("properties").and_then(Value::as_object);
                properties.extend(named.into_iter().flatten().map(with_keywords));
            }
            document.and_then(|document| schema_name(text, &document))
        };
        let mut lines: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for line in text.bytes.split_inclusive(|byte| *byte == b'\n') {
            *lines.entry(line.to_vec()).or_default() += 1;
        }
        let name = file_name(&text.path).to_owned();
        Traits { own_name, is_skill, name, lines, values, properties }
    }
}

/// A property with its keywords.
fn with_keywords((name, schema): (&String, &Value)) -> (String, BTreeSet<String>) {
    let keywords = schema.as_object().into_iter().flat_map(|schema| schema.keys().cloned());
    (name.clone(), keywords.collect())
}

/// Adds the places and the values of a document. Single values at the top, such as `type` and `$schema`, are alike in many
/// schemas and tell nothing apart.
fn add_values(value: &Value, at: &str, found: &mut BTreeSet<String>) {
    let depth = at.matches('/').count();
    let is_below_top = depth > 1;
    if found.len() >= MAX_VALUES || depth > MAX_DEPTH {
        return;
    }
    if is_below_top {
        found.insert(at.to_owned());
    }
    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(key, value)| add_values(value, &format!("{at}/{key}"), found));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                // Named items, such as tools, keep their place if another comes before them.
                let name = item.get("name").and_then(Value::as_str).map(str::to_owned);
                let step = name.unwrap_or_else(|| index.to_string());
                add_values(item, &format!("{at}/{step}"), found);
            }
        }
        Value::String(reference) if is_below_top && at.ends_with("/$ref") => {
            found.insert(format!("{at}={}", root_form::with_defs(reference)));
        }
        scalar if is_below_top => {
            found.insert(format!("{at}={scalar}"));
        }
        _ => {}
    }
}

fn schema_name(text: &Text, document: &Document) -> Option<String> {
    own_uri(document.value()).or_else(|| {
        document.value().get("name")?;
        contract_name(&Contract::read(&text.path, &text.bytes, &NoFiles).ok()?)
    })
}

/// The `name` of an API contract; in a schema, the key has no meaning.
pub(super) fn contract_name(contract: &Contract) -> Option<String> {
    let is_contract = contract.kind == SourceKind::ApiContract;
    let name = contract.document.value().get("name").filter(|_| is_contract)?;
    name.as_str().map(str::to_owned)
}

fn skill_name(text: &Text) -> Option<String> {
    let contract = Contract::read(&text.path, &text.bytes, &NoFiles).ok()?;
    contract.document.value().get("name")?.as_str().map(str::to_owned)
}

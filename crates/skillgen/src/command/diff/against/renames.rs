//! Finds renames between two folders, as git does between two revisions: the same text under another path, the same
//! `$id`, the same name of a skill, or most lines in common.

use std::collections::BTreeMap;

use contract::source::evidence::own_uri;
use contract::{Contract, Document, NoFiles, SourceKind};

use super::marks;

/// The percentage of common bytes that makes a removed and an added file a rename.
const ENOUGH_PERCENT: usize = 50;
/// The maximum number of pairs that are compared line by line; beyond it only equal texts and names
/// count.
const MAX_PAIRS: usize = 10_000;

/// A file on one side only.
pub(super) struct Text {
    pub(super) path: String,
    pub(super) bytes: Vec<u8>,
}

/// The certainty that two files are a rename, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    SameText,
    /// The same `$id`, or the same `name` of a skill or an API contract.
    SameName,
    /// The percentage of bytes that differ.
    Differs(usize),
}

/// The compared parts of a file.
struct Traits {
    /// The file's own name: the `$id` of a schema, the `name` of a skill or an API contract.
    own_name: Option<String>,
    is_skill: bool,
    name: String,
    lines: BTreeMap<Vec<u8>, usize>,
}

/// The removed path of each added one.
pub(super) fn renames(removed: &[Text], added: &[Text]) -> BTreeMap<String, String> {
    let before: Vec<Traits> = removed.iter().map(Traits::of).collect();
    let now: Vec<Traits> = added.iter().map(Traits::of).collect();
    let with_lines = removed.len() * added.len() <= MAX_PAIRS;
    let mut candidates = Vec::new();
    for (i, old) in before.iter().enumerate() {
        for (j, new) in now.iter().enumerate() {
            if old.is_skill != new.is_skill {
                continue;
            }
            let bytes = (removed[i].bytes.as_slice(), added[j].bytes.as_slice());
            if let Some(likeness) = likeness((old, bytes.0), (new, bytes.1), with_lines) {
                candidates.push((likeness, old.name != new.name, i, j));
            }
        }
    }
    candidates.sort_unstable();
    let mut from = BTreeMap::new();
    let mut taken = vec![false; removed.len()];
    for (_, _, i, j) in candidates {
        if !taken[i] && !from.contains_key(&added[j].path) {
            taken[i] = true;
            from.insert(added[j].path.clone(), removed[i].path.clone());
        }
    }
    from
}

fn likeness(
    (old, before): (&Traits, &[u8]),
    (new, now): (&Traits, &[u8]),
    with_lines: bool,
) -> Option<Likeness> {
    if before == now {
        return (!before.is_empty()).then_some(Likeness::SameText);
    }
    if old.own_name.is_some() && old.own_name == new.own_name {
        return Some(Likeness::SameName);
    }
    let most = before.len().max(now.len());
    // The common part is at most as long as the shorter text.
    let least = before.len().min(now.len());
    if !with_lines || least * 100 < most * ENOUGH_PERCENT {
        return None;
    }
    let shared: usize = old
        .lines
        .iter()
        .filter_map(|(line, count)| Some(line.len() * count.min(new.lines.get(line)?)))
        .sum();
    let percent = shared * 100 / most.max(1);
    (percent >= ENOUGH_PERCENT).then(|| Likeness::Differs(100 - percent))
}

impl Traits {
    fn of(text: &Text) -> Traits {
        let is_skill = marks::is_skill(&text.path);
        let own_name = if is_skill { skill_name(text) } else { schema_name(text) };
        let mut lines: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for line in text.bytes.split_inclusive(|byte| *byte == b'\n') {
            *lines.entry(line.to_vec()).or_default() += 1;
        }
        Traits {
            own_name,
            is_skill,
            name: text.path.rsplit('/').next().unwrap_or_default().to_owned(),
            lines,
        }
    }
}

fn schema_name(text: &Text) -> Option<String> {
    let document = Document::guess(&text.path, &text.bytes).ok()?;
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

#[cfg(test)]
mod tests {
    use super::{Text, renames};

    fn text(path: &str, bytes: &str) -> Text {
        Text { path: path.to_owned(), bytes: bytes.as_bytes().to_vec() }
    }

    #[test]
    fn a_skill_goes_by_its_name() {
        let removed = [
            text("a/SKILL.md", "---\nname: digest\ndescription: Collects the news.\n---\n"),
            text(
                "b/SKILL.md",
                "---\nname: other\ndescription: Writes reports of all kinds.\n---\n",
            ),
        ];
        let added = [text(
            "new/SKILL.md",
            "---\nname: digest\ndescription: Writes reports of all kinds.\n---\n",
        )];
        let found = renames(&removed, &added);
        assert_eq!(found.get("new/SKILL.md").map(String::as_str), Some("a/SKILL.md"));
    }

    #[test]
    fn an_api_contract_goes_by_its_name() {
        let contract = |name: &str, version: &str, more: &str| {
            format!(
                r#"{{"name": "{name}", "version": "{version}", "input": {{"type": "object"}}, "output": {{"type": "object"{more}}}}}"#
            )
        };
        let removed = [text("c/a.json", &contract("alpha", "1.0.0", ""))];
        let changed = r#", "required": ["a", "b", "c"], "additionalProperties": false"#;
        let added = [
            text("c/b.json", &contract("beta", "1.0.0", "")),
            text("c/c.json", &contract("alpha", "2.0.0", changed)),
        ];
        let found = renames(&removed, &added);
        assert_eq!(found.get("c/c.json").map(String::as_str), Some("c/a.json"));
    }

    #[test]
    fn the_likest_is_the_same_file() {
        let removed = [
            text("a.json", "{\n\"type\": \"string\",\n\"maxLength\": 5\n}\n"),
            text("b.json", "{\"$id\": \"https://example.com/b\", \"type\": \"array\"}"),
            text("c.json", "[]"),
        ];
        let added = [
            text("x.json", "{\n\"type\": \"string\",\n\"maxLength\": 7\n}\n"),
            text("y.json", "{\"$id\": \"https://example.com/b\", \"minItems\": 1}"),
            text("z.json", "{\n\"type\": \"string\",\n\"maxLength\": 5\n}\n"),
            text("w.json", "{\"entirely\": [\"another\", \"text\"]}"),
        ];
        let found = renames(&removed, &added);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(to, from)| (from.as_str(), to.as_str())).collect();
        assert_eq!(found, [("b.json", "y.json"), ("a.json", "z.json")]);
    }
}

//! Finds renames between two folders or two revisions: pairs the removed and the added files that are most alike.

use std::collections::BTreeMap;

use super::likeness::{MAX_PAIRS, Text, Traits, likeness};

/// The removed path of each added one.
pub(super) fn renames(removed: &[&Text], added: &[&Text]) -> BTreeMap<String, String> {
    let before: Vec<Traits> = removed.iter().map(|text| Traits::of(text)).collect();
    let now: Vec<Traits> = added.iter().map(|text| Traits::of(text)).collect();
    let is_short = removed.len() * added.len() <= MAX_PAIRS;
    let mut candidates = Vec::new();
    for (i, old) in before.iter().enumerate() {
        for (j, new) in now.iter().enumerate() {
            if old.is_skill != new.is_skill {
                continue;
            }
            let bytes = (removed[i].bytes.as_slice(), added[j].bytes.as_slice());
            let reads = is_short || old.name == new.name;
            if let Some(likeness) = likeness((old, bytes.0), (new, bytes.1), reads) {
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::renames;
    use crate::command::diff::against::likeness::Text;

    fn text(path: &str, bytes: &str) -> Text {
        Text { path: path.to_owned(), bytes: bytes.as_bytes().to_vec() }
    }

    fn found(removed: &[Text], added: &[Text]) -> BTreeMap<String, String> {
        let [removed, added] = [removed, added].map(|texts| texts.iter().collect::<Vec<_>>());
        renames(&removed, &added)
    }

    #[test]
    fn a_changed_document_on_one_line_goes_by_its_values() {
        let schema = |name: &str, kind: &str| {
            format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"{kind}"}}}}}}"#)
        };
        let removed = [text("c.json", &schema("a", "string"))];
        let pairs = |path: &str, name: &str| {
            !found(&removed, &[text(path, &schema(name, "integer"))]).is_empty()
        };
        assert!(pairs("d/c.json", "a"));
        assert!(!pairs("d/e.json", "a"), "another name, and a third differs");
        assert!(!pairs("d/c.json", "b"), "the type of the whole tells no schemas apart");
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
        let found = found(&removed, &added);
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
        let found = found(&removed, &added);
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
        let found = found(&removed, &added);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(to, from)| (from.as_str(), to.as_str())).collect();
        assert_eq!(found, [("b.json", "y.json"), ("a.json", "z.json")]);
    }
}

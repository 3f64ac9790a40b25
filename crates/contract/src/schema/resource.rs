//! Finds the schema resources of a document: `$id`, `$anchor`, `$dynamicAnchor`, `$recursiveAnchor`,
//! the draft-04 `id` and the location-independent `$id: "#name"` of drafts 6 and 7.
//!
//! Only schemas count: an `$id` inside of `enum`, `const` or an unknown keyword has no effect.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::uri;
use crate::{Draft, Pointer};

/// A resource of a document.
#[derive(Clone, Debug)]
pub(super) struct ResourceEntry {
    pub(super) uri: String,
    pub(super) pointer: Pointer,
    pub(super) draft: Draft,
    pub(super) validates: bool,
    pub(super) anchors: BTreeMap<String, Pointer>,
    pub(super) dynamic_anchors: BTreeMap<String, Pointer>,
    /// Places whose name a different schema already has, so that references are ambiguous.
    pub(super) name_clashes: Vec<(Pointer, String)>,
}

impl ResourceEntry {
    fn new(uri: String, pointer: Pointer, (draft, validates): (Draft, bool)) -> ResourceEntry {
        let (anchors, dynamic_anchors) = (BTreeMap::new(), BTreeMap::new());
        ResourceEntry {
            uri,
            pointer,
            draft,
            validates,
            anchors,
            dynamic_anchors,
            name_clashes: Vec::new(),
        }
    }

    /// Records that `keyword` gives a place the name of `other`, unless both have the same text.
    fn clash(&mut self, root: &Value, (place, other): (&Pointer, &Pointer), keyword: &str) {
        let value = |at: &Pointer| root.pointer(at.as_str());
        if place != other && value(place) != value(other) {
            let at = if other.is_root() { "the root".to_owned() } else { format!("`{other}`") };
            let message = format!(
                "{keyword}: {at} has this name, too, and is another schema; give each its own name"
            );
            self.name_clashes.push((place.push(keyword), message));
        }
    }
}

/// Keywords whose value is a schema.
const ONE: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const LIST: &[&str] = &["allOf", "anyOf", "items", "oneOf", "prefixItems"];
/// Keywords whose value is a map of schemas.
const MAP: &[&str] = &[
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// The dialect that a `$schema` names: its draft, and whether its validation vocabulary is on.
pub(super) type Dialects<'a> = dyn FnMut(&str) -> Option<(Draft, bool)> + 'a;

/// The resources of the schema at `start` of `root`; the first is that schema itself, named `base`.
pub(super) fn scan(
    root: &Value,
    start: &Pointer,
    base: &str,
    inherited: (Draft, bool),
    dialects: &mut Dialects<'_>,
) -> Vec<ResourceEntry> {
    let mut found = vec![ResourceEntry::new(base.to_owned(), start.clone(), inherited)];
    let mut named = BTreeMap::new();
    let Some(value) = root.pointer(start.as_str()) else { return found };
    let mut todo = vec![(value, start.clone(), 0usize)];
    while let Some((value, pointer, owner)) = todo.pop() {
        let Value::Object(members) = value else { continue };
        let owner = enter((root, members), &pointer, owner, (&mut found, &mut named), dialects);
        children(members, &pointer, found[owner].draft, |v, p| todo.push((v, p, owner)));
    }
    found
}

/// Records the names in the schema object `members`, and returns the resource of its children.
fn enter(
    (root, members): (&Value, &Map<String, Value>),
    pointer: &Pointer,
    owner: usize,
    (found, named): (&mut Vec<ResourceEntry>, &mut BTreeMap<String, Pointer>),
    dialects: &mut Dialects<'_>,
) -> usize {
    let mut owner = owner;
    let at_start = found[owner].pointer == *pointer;
    let text = |key: &str| members.get(key).and_then(Value::as_str);
    // A `$schema` counts at the root of a resource and decides the spelling of `$id` there.
    let dialect = text("$schema").and_then(&mut *dialects);
    let draft = dialect.map_or(found[owner].draft, |d| d.0);
    let hidden = draft.ref_hides_siblings() && members.contains_key("$ref");
    let id = if hidden { None } else { text(draft.id_keyword()) };
    if let Some(id) = id {
        let (resolved, fragment) = uri::resolve(&found[owner].uri, id);
        if draft.ref_hides_siblings() && !fragment.is_empty() {
            let name = uri::decode(&fragment);
            if let Some(other) = found[owner].anchors.insert(name, pointer.clone()) {
                found[owner].clash(root, (pointer, &other), draft.id_keyword());
            }
        }
        if !id.starts_with('#') {
            if let Some(other) = named.insert(resolved.clone(), pointer.clone()) {
                found[owner].clash(root, (pointer, &other), draft.id_keyword());
            }
            if at_start {
                found[owner].uri = resolved;
            } else {
                let validates = found[owner].validates;
                found.push(ResourceEntry::new(resolved, pointer.clone(), (draft, validates)));
                owner = found.len() - 1;
            }
        }
    }
    if let Some((draft, validates)) = dialect
        && found[owner].pointer == *pointer
    {
        (found[owner].draft, found[owner].validates) = (draft, validates);
    }
    let draft = found[owner].draft;
    if draft >= Draft::Draft2019
        && let Some(name) = text("$anchor")
        && let Some(other) = found[owner].anchors.insert(name.to_owned(), pointer.clone())
    {
        found[owner].clash(root, (pointer, &other), "$anchor");
    }
    if draft == Draft::Draft2020
        && let Some(name) = text("$dynamicAnchor")
        && let Some(other) = found[owner].dynamic_anchors.insert(name.to_owned(), pointer.clone())
    {
        found[owner].clash(root, (pointer, &other), "$dynamicAnchor");
    }
    if draft == Draft::Draft2019
        && members.get("$recursiveAnchor") == Some(&Value::Bool(true))
        && found[owner].pointer == *pointer
    {
        found[owner].dynamic_anchors.insert(String::new(), pointer.clone());
    }
    owner
}

/// Calls `visit` for each value below `members` that is a schema.
fn children<'v>(
    members: &'v Map<String, Value>,
    pointer: &Pointer,
    draft: Draft,
    mut visit: impl FnMut(&'v Value, Pointer),
) {
    if draft.ref_hides_siblings() && members.get("$ref").is_some_and(Value::is_string) {
        // The siblings are not schemas, but pointers still find definitions beside a root
        // reference; their ids have no effect (draft-07 §8.3).
        return;
    }
    for (key, value) in members {
        let here = pointer.push(key);
        match value {
            Value::Object(_) if ONE.contains(&key.as_str()) => visit(value, here),
            Value::Array(items) if LIST.contains(&key.as_str()) => {
                for (i, item) in items.iter().enumerate() {
                    visit(item, here.push_index(i));
                }
            }
            Value::Object(map) if MAP.contains(&key.as_str()) => {
                for (name, item) in map {
                    visit(item, here.push(name));
                }
            }
            _ => {}
        }
    }
}

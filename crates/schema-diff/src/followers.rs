//! Definitions that differ only by what they refer to. If all definitions of a file refer to each other, one that changed
//! is reached from all others: compared one by one, 1,000 of them would take minutes, and find one change 1,000 times.

use std::collections::{BTreeMap, BTreeSet};

use contract::{NodeId, Schema};
use serde_json::Value;

/// The number of nodes that definitions may reach together before the comparison of each is too costly.
const MAX_REACHED: usize = 20_000;

/// Keywords below which a wider schema doesn't make the whole wider: a change there shows in another way than in the
/// definition.
const REVERSING: [&str; 15] = [
    "$dynamicRef",
    "$recursiveRef",
    "contains",
    "dependencies",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "minContains",
    "not",
    "oneOf",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The definitions of a library that need no comparison of their own.
#[derive(Default)]
pub(crate) struct Followers {
    /// They have the same text, and refer to changed ones where a change can only show as it does there.
    pub(crate) of_changed: BTreeSet<String>,
    /// They and all that they refer to have the same text.
    pub(crate) unchanged: BTreeSet<String>,
}

/// Finds them, if to compare each definition with all that it reaches is too costly.
pub(crate) fn followers(
    (old, before): (&Schema, &[(String, Schema)]),
    (new, now): (&Schema, &[(String, Schema)]),
) -> Followers {
    let dialect = |schema: &Schema| schema.source_at(schema.root()).get("$schema").cloned();
    if old.refers_to_files() || new.refers_to_files() || dialect(old) != dialect(new) {
        return Followers::default();
    }
    let names: BTreeMap<&str, NodeId> =
        now.iter().map(|(name, schema)| (name.as_str(), schema.root())).collect();
    let roots: BTreeSet<NodeId> = names.values().copied().collect();
    let has_same_text = |(name, schema): &&(String, Schema)| {
        names.get(name.as_str()).is_some_and(|to| {
            contract::value::equal(old.source_at(schema.root()), new.source_at(*to))
        })
    };
    let same: Vec<(&str, NodeId)> = before
        .iter()
        .filter(has_same_text)
        .map(|(name, _)| (name.as_str(), names[name.as_str()]))
        .collect();
    let same_roots: BTreeSet<NodeId> = same.iter().map(|(_, root)| *root).collect();
    if !is_costly(new, &same) {
        return Followers::default();
    }
    let mut users: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    let mut leading_elsewhere: BTreeSet<NodeId> = BTreeSet::new();
    let mut open: Vec<NodeId> = Vec::new();
    for root in &roots {
        let targets = referenced_definitions(new, *root);
        for target in &targets {
            users.entry(*target).or_default().push(*root);
            if !roots.contains(target) {
                leading_elsewhere.insert(*root);
            }
        }
        if !same_roots.contains(root) || leading_elsewhere.contains(root) {
            open.push(*root);
        }
    }
    // Whatever reaches a changed definition, or a part that is no definition.
    let mut reaching = BTreeSet::new();
    while let Some(root) = open.pop() {
        if reaching.insert(root) {
            open.extend(users.get(&root).into_iter().flatten());
        }
    }
    let mut found = Followers::default();
    for (name, root) in same {
        if !reaching.contains(&root) {
            found.unchanged.insert(name.to_owned());
        } else if !leading_elsewhere.contains(&root) && keeps_direction(new.source_at(root)) {
            found.of_changed.insert(name.to_owned());
        }
    }
    found
}

/// Whether definitions reach more nodes together than are compared one by one.
fn is_costly(schema: &Schema, definitions: &[(&str, NodeId)]) -> bool {
    let mut left = MAX_REACHED;
    for (_, root) in definitions {
        let mut seen = BTreeSet::new();
        let mut queue = vec![*root];
        while let Some(id) = queue.pop() {
            if seen.insert(id)
                && let Some(keywords) = schema.node(id).keywords()
            {
                let Some(rest) = left.checked_sub(1) else { return true };
                left = rest;
                queue.extend(keywords.subschemas());
            }
        }
    }
    false
}

/// The targets of the references in a definition's own text.
fn referenced_definitions(schema: &Schema, root: NodeId) -> BTreeSet<NodeId> {
    let mut seen = BTreeSet::new();
    let mut targets = BTreeSet::new();
    let mut queue = vec![root];
    while let Some(id) = queue.pop() {
        let Some(keywords) = schema.node(id).keywords().filter(|_| seen.insert(id)) else {
            continue;
        };
        let own: BTreeSet<NodeId> = keywords.references().collect();
        targets.extend(&own);
        queue.extend(keywords.subschemas().filter(|child| !own.contains(child)));
    }
    targets
}

/// Whether a reference stands nowhere below a keyword that can reverse or hide the direction of a change.
fn keeps_direction(text: &Value) -> bool {
    match text {
        Value::Object(members) => members.iter().all(|(keyword, value)| {
            let reverses = REVERSING.contains(&keyword.as_str());
            // A property may have such a name; then its schema is refused needlessly.
            !reverses && keeps_direction(value)
        }),
        Value::Array(items) => items.iter().all(keeps_direction),
        _ => true,
    }
}

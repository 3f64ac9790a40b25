//! Definitions: in schemas, and schemas that only hold definitions.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Keywords, NodeId, Pointer, Schema, is_annotation};
use indexmap::IndexMap;
use serde_json::Value;

use crate::edit::{Edit, Shows};
use crate::place::DocumentPath;
use crate::rules::RuleId;

/// Whether the root accepts everything and only holds definitions.
#[must_use]
pub fn is_library(schema: &Schema) -> bool {
    let root = schema.node(schema.root());
    root.keywords().is_some_and(|k| {
        !k.definitions.is_empty()
            && k.order.iter().all(|word| is_annotation(word) || k.extra.contains_key(word))
    })
}

/// The definitions at the root, by name.
#[must_use]
pub(crate) fn all(schema: &Schema) -> Vec<(String, Schema)> {
    let root = schema.node(schema.root());
    let Some(k) = root.keywords() else { return Vec::new() };
    k.definitions.iter().map(|(name, id)| (name.clone(), schema.at(*id))).collect()
}

/// A changed definition in both versions that other files may refer to.
pub(crate) struct UnusedDefinition {
    pub(crate) name: String,
    pub(crate) old: Schema,
    pub(crate) new: Schema,
}

/// Definitions of both versions that a validation from the root doesn't reach in one of them, and whose text
/// differs: the comparison of the roots says nothing about these. What they refer to is theirs where it stands in
/// another file; in the same file it is used, or a definition of its own.
pub(crate) fn changed_unused(old: &Schema, new: &Schema) -> Vec<UnusedDefinition> {
    let (used_before, used_now) = (reached(old), reached(new));
    let now = by_place(new);
    let both = by_place(old).into_iter().filter_map(|(at, (name, a))| {
        let (_, b) =
            *now.get(&at).filter(|(_, b)| !used_before.contains(&a) || !used_now.contains(b))?;
        Some(UnusedDefinition { name, old: old.at(a), new: new.at(b) })
    });
    let leads_out = |schema: &Schema| {
        if schema.refers_to_files() { leading_out(schema) } else { BTreeSet::new() }
    };
    let (out_before, out_now) = (leads_out(old), leads_out(new));
    let is_same = |one: &UnusedDefinition| {
        let (a, b) = (one.old.root(), one.new.root());
        let stays = !out_before.contains(&a) && !out_now.contains(&b);
        contract::value::equal(old.source_at(a), new.source_at(b))
            && (stays || same_text(&one.old, &one.new))
    };
    both.filter(|one| !is_same(one)).collect()
}

impl UnusedDefinition {
    /// Whether both versions are groups: only their definitions are compared.
    pub(crate) fn is_group(&self) -> bool {
        is_group(&self.old, self.old.root()) && is_group(&self.new, self.new.root())
    }
}

/// Whether a node holds named definitions and is not a schema.
pub(crate) fn is_group(schema: &Schema, node: NodeId) -> bool {
    schema.node(node).keywords().is_some_and(|k| k.is_group)
}

/// Removed definitions below the root that nothing in the schema used, whose parent still exists.
pub(crate) fn removed_below(old: &Schema, new: &Schema) -> Vec<(String, Schema)> {
    let (used, now) = (reached(old), by_place(new));
    let kept: BTreeSet<&Pointer> = new.nodes().map(|(_, node)| &node.pointer).collect();
    let groups = groups(old);
    let holder = |at: &Pointer| {
        let list = at.parent()?;
        if groups.contains(&list) { Some(list) } else { list.parent() }
    };
    let is_gone = |at: &Pointer| {
        let holder = holder(at).filter(|holder| !holder.is_root());
        !now.contains_key(at) && holder.is_some_and(|holder| kept.contains(&holder))
    };
    let gone = by_place(old).into_iter().filter(|(at, (_, id))| !used.contains(id) && is_gone(at));
    gone.map(|(_, (name, id))| (name, old.at(id))).collect()
}

/// Added definitions that nothing in the schema uses, in a group that existed before.
pub(crate) fn added_to_groups(old: &Schema, new: &Schema) -> Vec<(String, Schema)> {
    let (used, before, groups) = (reached(new), by_place(old), groups(old));
    let is_new = |at: &Pointer| {
        !before.contains_key(at) && at.parent().is_some_and(|group| groups.contains(&group))
    };
    let come = by_place(new).into_iter().filter(|(at, (_, id))| !used.contains(id) && is_new(at));
    come.map(|(_, (name, id))| (name, new.at(id))).collect()
}

/// The places of groups of definitions.
fn groups(schema: &Schema) -> BTreeSet<Pointer> {
    let groups = schema.nodes().filter(|(id, _)| is_group(schema, *id));
    groups.map(|(_, node)| node.pointer.clone()).collect()
}

/// All definitions of the schema's own document by place.
fn by_place(schema: &Schema) -> IndexMap<Pointer, (String, NodeId)> {
    let own = schema.nodes().filter(|(id, _)| !schema.is_in_other_file(*id));
    let holders = own.filter_map(|(_, node)| Some((&node.pointer, node.keywords()?)));
    let named = holders.flat_map(|(at, k)| {
        let group = group_name(at).filter(|_| k.is_group).map(|group| format!("{group}/"));
        let group = group.unwrap_or_default();
        k.definitions.iter().map(move |(name, id)| (format!("{group}{name}"), *id))
    });
    named.map(|(name, id)| (schema.node(id).pointer.clone(), (name, id))).collect()
}

/// `orders/parts` of `/$defs/orders/parts`.
fn group_name(at: &Pointer) -> Option<String> {
    let tokens = at.tokens();
    let keyword = tokens.iter().rposition(|token| is_definitions(token))?;
    Some(tokens[keyword + 1..].join("/"))
}

/// The keywords with definitions.
pub(crate) fn is_definitions(token: &str) -> bool {
    matches!(token, "$defs" | "definitions")
}

/// The innermost definition around a place: the index of the token before its name, and the name. A property may be
/// called `definitions`; the token after it is not a definition's name.
pub(crate) fn enclosing(tokens: &[String]) -> Option<(usize, &str)> {
    let is_property = |index: usize| {
        index > 0 && matches!(tokens[index - 1].as_str(), "properties" | "patternProperties")
    };
    let starts = |index: &usize| is_definitions(&tokens[*index]) && !is_property(*index);
    let index = (0..tokens.len().saturating_sub(1)).rev().find(starts)?;
    Some((index, for_people(&tokens[index + 1])))
}

/// The name of a definition in messages. Bundled schemas keep each file under its URL; of that, readers need the path:
/// `definitions/3.0.0/message` of `http://example.com/definitions/3.0.0/message.json`.
fn for_people(name: &str) -> &str {
    let is_scheme = |scheme: &str| scheme.chars().all(|c| c.is_ascii_alphanumeric());
    let is_url = !name.contains(|c: char| c.is_whitespace() || c.is_control());
    let parts = name.split_once("://").filter(|(scheme, _)| is_url && is_scheme(scheme));
    let Some((_, address)) = parts else { return name };
    let path =
        address.split_once('/').map_or(address, |(_, path)| path).trim_end_matches(['#', '/']);
    let endings = [".schema.json", ".json", ".schema.yaml", ".yaml", ".yml"];
    let path = endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    if path.is_empty() { name } else { path }
}

/// The name of the definition around an edit's part: around the part or, if it is absent, of the compared
/// nodes' targets.
pub(crate) fn holder(schema: &Schema, nodes: &[NodeId], part: Option<&Pointer>) -> Option<String> {
    let at = match part {
        Some(at) => at,
        None => &schema.node(resolved(schema, *nodes.first()?)).pointer,
    };
    enclosing(&at.tokens()).map(|(_, name)| name.to_owned())
}

/// The anchors of the schema's own document, with their places.
pub(crate) fn anchors(schema: &Schema) -> BTreeMap<String, NodeId> {
    let own = schema.nodes().filter(|(id, _)| !schema.is_in_other_file(*id));
    own.filter_map(|(id, node)| Some((node.keywords()?.anchor.clone()?, id))).collect()
}

/// The anchors in references of the schema.
pub(crate) fn used_anchors(schema: &Schema) -> BTreeSet<String> {
    let references = schema.nodes().filter_map(|(_, node)| node.keywords()?.reference.as_ref());
    let fragments = references.filter_map(|reference| reference.text.rsplit_once('#'));
    fragments.map(|(_, name)| name.to_owned()).collect()
}

/// The nodes from which a validation can enter another file.
fn leading_out(schema: &Schema) -> BTreeSet<NodeId> {
    let mut users: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    let mut queue = Vec::new();
    for (id, node) in schema.nodes() {
        if schema.is_in_other_file(id) {
            queue.push(id);
        }
        for child in node.keywords().into_iter().flat_map(Keywords::subschemas) {
            users.entry(child).or_default().push(id);
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(id) = queue.pop() {
        if seen.insert(id) {
            queue.extend(users.get(&id).into_iter().flatten());
        }
    }
    seen
}

/// The name of the definition of a node, or of its references' final target.
pub(crate) fn name_of(schema: &Schema, node: NodeId) -> Option<String> {
    own_name(&schema.node(resolved(schema, node)).pointer).map(|name| for_people(&name).to_owned())
}

/// The final target of a node's references.
fn resolved(schema: &Schema, node: NodeId) -> NodeId {
    let mut at = node;
    // Circular references have no target.
    for _ in 0..20 {
        match schema.node(at).keywords().and_then(|k| k.reference.as_ref()) {
            Some(reference) => at = reference.target,
            None => break,
        }
    }
    at
}

/// Whether there is a definition at this place.
pub(crate) fn is_definition(at: &Pointer) -> bool {
    own_name(at).is_some()
}

fn own_name(at: &Pointer) -> Option<String> {
    match at.tokens().as_slice() {
        [.., keyword, name] if is_definitions(keyword) => Some(name.clone()),
        _ => None,
    }
}

/// The nodes that a validation can reach.
pub(crate) fn reached(schema: &Schema) -> BTreeSet<NodeId> {
    let mut seen = BTreeSet::new();
    let mut queue = vec![schema.root()];
    while let Some(id) = queue.pop() {
        if seen.insert(id)
            && let Some(k) = schema.node(id).keywords()
        {
            queue.extend(k.subschemas());
        }
    }
    seen
}

/// Added, removed or changed definitions without uses.
pub(crate) fn unused(old: &Schema, new: &Schema, edits: &mut Vec<Edit>) {
    let (used_before, used_now) = (reached(old), reached(new));
    let (a, b) = (all(old), all(new));
    let place = DocumentPath::default();
    let find = |list: &[(String, Schema)], name: &str| -> Option<Schema> {
        list.iter().find(|(n, _)| n == name).map(|(_, s)| s.clone())
    };
    let site = |s: &Schema| (s.node(s.root()).pointer.clone(), s.source_at(s.root()).clone());
    let push = |edits: &mut Vec<Edit>,
                rule,
                message: String,
                from: Option<&Schema>,
                to: Option<&Schema>| {
        let mut edit = Edit::new(rule, &place, message).shows(Shows::Nothing);
        let (from, to) = (from.map(site), to.map(site));
        edit.old_path = from.as_ref().map(|f| f.0.clone());
        edit.new_path = to.as_ref().map(|t| t.0.clone());
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        edits.push(edit);
    };
    for (name, before) in &a {
        if used_before.contains(&before.root()) {
            continue;
        }
        match find(&b, name) {
            None => push(
                edits,
                RuleId::DefinitionRemoved,
                format!("the definition `{name}` was removed"),
                Some(before),
                None,
            ),
            Some(now) if used_now.contains(&now.root()) => {}
            Some(now) if contract::value::equal(&site(before).1, &site(&now).1) => {}
            Some(now) => push(
                edits,
                RuleId::DefinitionChanged,
                format!("the definition `{name}` changed; nothing here uses it"),
                Some(before),
                Some(&now),
            ),
        }
    }
    for (name, now) in &b {
        if !used_now.contains(&now.root()) && find(&a, name).is_none() {
            push(
                edits,
                RuleId::DefinitionAdded,
                format!("the definition `{name}` was added"),
                None,
                Some(now),
            );
        }
    }
}

/// Whether two schemas have the same text, apart from key order, spaces and the order of `required`, `type` and `enum`:
/// compares what the roots reach, node by node. The place in the document doesn't matter.
pub(crate) fn same_text(old: &Schema, new: &Schema) -> bool {
    let nodes = |schema: &Schema| -> Vec<NodeId> {
        let target = |id| Some(schema.node(id).keywords()?.reference.as_ref()?.target);
        let targets = reached(schema).into_iter().filter_map(target);
        let mut ids: Vec<NodeId> = std::iter::once(schema.root()).chain(targets).collect();
        ids.sort();
        ids.dedup();
        ids
    };
    let (a, b) = (nodes(old), nodes(new));
    let same =
        |(x, y): (&NodeId, &NodeId)| is_same_source(old.source_at(*x), new.source_at(*y), "");
    a.len() == b.len() && a.iter().zip(&b).all(same)
}

/// Whether two values of a keyword are the same. Lists of names and values that mean sets have no order; a default or an
/// example that looks like one is compared as an annotation.
fn is_same_source(old: &Value, new: &Value, keyword: &str) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let is_same = |(name, old): (&String, &Value)| {
                new.get(name).is_some_and(|new| is_same_source(old, new, name))
            };
            old.len() == new.len() && old.iter().all(is_same)
        }
        (Value::Array(old), Value::Array(new))
            if matches!(keyword, "required" | "type" | "enum") =>
        {
            let sorted = |all: &[Value]| all.iter().map(Value::to_string).collect::<BTreeSet<_>>();
            old.len() == new.len() && sorted(old) == sorted(new)
        }
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len()
                && old.iter().zip(new).all(|(old, new)| is_same_source(old, new, ""))
        }
        _ => contract::value::equal(old, new),
    }
}

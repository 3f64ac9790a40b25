//! `design-*`: what makes a valid schema good for its users. The principles are those of the seed on
//! contracts, one module each.

mod bounds;
mod description;
mod enumeration;
mod examples;
mod number;
mod open;
mod output;
mod pattern;
mod range;
mod required;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use contract::{Keywords, NodeId, Pointer, Role, Schema, Type};

use crate::fix::Fix;
use crate::report::Report;
use crate::rule::json_edit;
use crate::source::Source;

/// The maximum number of places of a schema; larger ones were generated.
const MOST_PLACES: usize = 2_000;

/// One place of a schema, for the rules.
pub(super) struct SchemaPosition<'s> {
    pub(super) source: &'s Source,
    pub(super) schema: &'s Schema,
    pub(super) id: NodeId,
    pub(super) keywords: &'s Keywords,
    pub(super) pointer: &'s Pointer,
    pub(super) role: Option<Role>,
    /// The property's name, if the place is one.
    pub(super) property: Option<&'s str>,
    pub(super) is_root: bool,
    /// Whether another place applies it to the same value: a branch of `anyOf`, and its references.
    pub(super) is_part: bool,
}

/// Reports improvements of a schema from `source`. `closing` says whether objects may be closed.
pub(crate) fn check(
    source: &Source,
    schema: &Schema,
    role: Option<Role>,
    closing: bool,
    report: &mut Report,
) {
    let mut names: BTreeMap<NodeId, &str> = BTreeMap::new();
    for (_, node) in schema.nodes() {
        let properties = node.keywords().map(|keywords| &keywords.properties);
        for (name, id) in properties.into_iter().flatten() {
            names.insert(*id, name);
        }
    }
    pattern::check(source, schema, report);
    let root = behind(schema, schema.root());
    let parts = parts(schema);
    for (id, node) in schema.nodes().take(MOST_PLACES) {
        let Some(keywords) = node.keywords().filter(|_| node.document == 0) else { continue };
        let place = SchemaPosition {
            source,
            schema,
            id,
            keywords,
            pointer: &node.pointer,
            role,
            property: names.get(&id).copied(),
            is_root: id == root,
            is_part: parts.contains(&id),
        };
        required::check(&place, report);
        enumeration::check(&place, report);
        number::check(&place, report);
        bounds::check(&place, report);
        range::check(&place, report);
        description::check(&place, report);
        examples::check(&place, report);
        if closing {
            open::check(&place, report);
        }
        values::check(&place, report);
        output::check(&place, report);
    }
}

/// The places of a composition, and of its references.
fn parts(schema: &Schema) -> BTreeSet<NodeId> {
    let mut parts = BTreeSet::new();
    let keywords = schema.nodes().filter_map(|(_, node)| node.keywords());
    let mut todo: Vec<NodeId> = keywords.flat_map(Keywords::in_place).collect();
    while let Some(id) = todo.pop() {
        if parts.insert(id)
            && let Some(keywords) = schema.node(id).keywords()
        {
            todo.extend(keywords.references());
        }
    }
    parts
}

/// The target of a reference; an API contract's input is often only a reference.
fn behind(schema: &Schema, id: NodeId) -> NodeId {
    let mut at = id;
    for _ in 0..16 {
        match schema.node(at).keywords().and_then(|keywords| keywords.reference.as_ref()) {
            Some(reference) => at = reference.target,
            None => break,
        }
    }
    at
}

impl SchemaPosition<'_> {
    /// Whether callers write this value.
    pub(super) fn is_filled_in(&self) -> bool {
        matches!(self.role, Some(Role::Input | Role::Parameter))
    }

    /// Whether the place has exactly this type.
    pub(super) fn is(&self, kind: Type) -> bool {
        self.keywords.types.is_some_and(|types| {
            types.contains(kind) && types.iter().all(|other| other == kind || other == Type::Null)
        })
    }

    /// Whether the values are listed.
    pub(super) fn is_listed(&self) -> bool {
        self.keywords.enumeration.is_some() || self.keywords.constant.is_some()
    }

    /// The name in messages.
    pub(super) fn name(&self) -> String {
        self.property.map_or_else(|| "the schema".to_owned(), str::to_owned)
    }

    /// The fix that adds a member at the start of the schema object; for JSON files only.
    pub(super) fn adding(&self, words: &str, member: &str) -> Option<Fix> {
        let edit = json_edit::adding(&self.source.document, self.pointer, member)?;
        Some(Fix::risky(words, edit))
    }
}

//! The properties that every valid object has: `required` beside `$ref`, and in the branches of `allOf`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use contract::{Keywords, NodeId, Schema};
use indexmap::IndexSet;

/// The maximum depth of branches and references.
const DEEPEST: usize = 16;

/// What the schemas around a value require of it.
pub(super) struct Required<'s> {
    schema: &'s Schema,
    /// Schemas that a reference uses, perhaps for other values too.
    targets: BTreeSet<NodeId>,
    /// The properties that schemas around a branch require.
    around: BTreeMap<NodeId, Rc<RequiredNames>>,
}

/// The properties that a value has. Thousands of branches share those that the schema around them requires.
#[derive(Debug, Default)]
pub(super) struct RequiredNames {
    own: IndexSet<String>,
    around: Option<Rc<RequiredNames>>,
}

impl RequiredNames {
    /// Whether each value has this property.
    pub(super) fn contains(&self, name: &str) -> bool {
        let mut levels = std::iter::successors(Some(self), |names| names.around.as_deref());
        levels.any(|names| names.own.contains(name))
    }
}

impl<'s> Required<'s> {
    pub(super) fn new(schema: &'s Schema) -> Required<'s> {
        let keywords = schema.nodes().filter_map(|(_, node)| node.keywords());
        let targets = keywords.flat_map(Keywords::references).collect();
        Required { schema, targets, around: BTreeMap::new() }
    }

    /// The properties that a schema requires, through `allOf` and references; each once.
    pub(super) fn by(&self, id: NodeId) -> Vec<String> {
        let mut found = IndexSet::new();
        self.collect(id, 0, &mut BTreeSet::new(), &mut found);
        found.into_iter().map(str::to_owned).collect()
    }

    fn collect(
        &self,
        id: NodeId,
        depth: usize,
        seen: &mut BTreeSet<NodeId>,
        found: &mut IndexSet<&'s str>,
    ) {
        let Some(k) = self.schema.node(id).keywords() else { return };
        if depth > DEEPEST || !seen.insert(id) {
            return;
        }
        found.extend(k.required.iter().map(String::as_str));
        let target = k.reference.as_ref().map(|reference| reference.target);
        for part in k.all_of.iter().copied().chain(target) {
            self.collect(part, depth + 1, seen, found);
        }
    }

    /// The same, with what the schemas around a branch require.
    pub(super) fn at(&self, id: NodeId) -> Rc<RequiredNames> {
        let own: IndexSet<String> = self.by(id).into_iter().collect();
        match self.around.get(&id) {
            Some(around) if own.iter().all(|name| around.contains(name)) => Rc::clone(around),
            around => Rc::new(RequiredNames { own, around: around.cloned() }),
        }
    }

    /// The branches of a schema belong to values that have these properties. A branch that a reference uses too may
    /// belong to others.
    pub(super) fn surround(&mut self, branches: &[NodeId], names: &Rc<RequiredNames>) {
        for id in branches.iter().filter(|id| !self.targets.contains(id)) {
            self.around.insert(*id, Rc::clone(names));
        }
    }
}

/// The branches of `allOf` that don't have an effect on the type as a whole, and those of their own `allOf`.
pub(super) fn silent_parts<'s>(
    schema: &'s Schema,
    k: &'s Keywords,
    says_type: &dyn Fn(NodeId) -> bool,
) -> Vec<(NodeId, &'s Keywords)> {
    let mut found = Vec::new();
    let mut open: Vec<NodeId> = k.all_of.iter().rev().copied().collect();
    while let Some(id) = open.pop() {
        let Some(keywords) = schema.node(id).keywords() else { continue };
        if says_type(id) || found.iter().any(|(known, _)| *known == id) {
            continue;
        }
        found.push((id, keywords));
        open.extend(keywords.all_of.iter().rev().copied());
    }
    found
}

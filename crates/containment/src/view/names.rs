//! The names that one node declares or requires.

use std::rc::Rc;

use contract::{Keywords, NodeId, Pointer};
use indexmap::IndexMap;

/// The names in one node. Most views have them from one node, and share them.
#[derive(Clone, Default)]
pub(super) struct Names {
    pub(super) required: Rc<IndexMap<String, Pointer>>,
    pub(super) properties: Rc<IndexMap<String, Vec<NodeId>>>,
    pub(super) pattern_properties: Rc<IndexMap<String, Vec<NodeId>>>,
    pub(super) dependent_required: Rc<IndexMap<(String, String), Pointer>>,
    pub(super) dependent_schemas: Rc<IndexMap<String, Vec<NodeId>>>,
}

impl Names {
    pub(super) fn of(at: &Pointer, k: &Keywords) -> Names {
        let mut required: IndexMap<String, Pointer> = IndexMap::new();
        for (i, name) in k.required.iter().enumerate() {
            if !required.contains_key(name) {
                required.insert(name.clone(), at.push("required").push_index(i));
            }
        }
        let mut dependent_required = IndexMap::new();
        for (name, others) in &k.dependent_required {
            for (i, other) in others.iter().enumerate() {
                let keyword = k.spelled("dependentRequired");
                let place = at.push(keyword).push(name).push_index(i);
                dependent_required.entry((name.clone(), other.clone())).or_insert(place);
            }
        }
        let alone = |said: &IndexMap<String, NodeId>| {
            Rc::new(said.iter().map(|(name, id)| (name.clone(), vec![*id])).collect())
        };
        Names {
            required: Rc::new(required),
            properties: alone(&k.properties),
            pattern_properties: alone(&k.pattern_properties),
            dependent_required: Rc::new(dependent_required),
            dependent_schemas: alone(&k.dependent_schemas),
        }
    }
}

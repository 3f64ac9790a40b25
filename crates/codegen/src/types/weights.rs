//! Which members a value holds behind a pointer, for languages whose structs contain each other by value. Without
//! pointers, structs that contain themselves have no end, and definitions that each use the next one twice double in size
//! with each level.

use std::collections::BTreeSet;

use super::relations::reaches;
use super::{Body, DeclId, Type, Types};

/// The maximum number of fields of a value, with those of the structs in it, if pointers can keep it.
const MOST: usize = 1_000;

/// A declaration, and one that it holds.
pub(crate) type Edge = (DeclId, DeclId);

impl Types {
    /// The members by which a declaration contains itself. `held` are the declarations that each declaration holds by
    /// value: one that is held twice is listed twice.
    pub(crate) fn circular(held: &[Vec<DeclId>]) -> BTreeSet<Edge> {
        let direct: Vec<BTreeSet<DeclId>> =
            held.iter().map(|members| members.iter().copied().collect()).collect();
        let edges = |from: DeclId| direct[from].iter().map(move |to| (from, *to));
        let all = (0..direct.len()).flat_map(edges);
        all.filter(|(from, to)| reaches(&direct, *to, *from)).collect()
    }

    /// The members without which values would have too many fields. `circular` are pointers already.
    pub(crate) fn heavy(&self, held: &[Vec<DeclId>], circular: &BTreeSet<Edge>) -> BTreeSet<Edge> {
        let mut pointers = circular.clone();
        let mut weights: Vec<Option<usize>> = vec![None; held.len()];
        let mut open: Vec<DeclId> = (0..held.len()).collect();
        while let Some(id) = open.last().copied() {
            let is_left = |to: &&DeclId| weights[**to].is_none() && !circular.contains(&(id, **to));
            let left: Vec<DeclId> = match weights[id] {
                None => held[id].iter().filter(is_left).copied().collect(),
                Some(_) => Vec::new(),
            };
            if left.is_empty() {
                open.pop();
                if weights[id].is_none() {
                    weights[id] = Some(self.weight(id, &held[id], &weights, &mut pointers));
                }
            } else {
                open.extend(left);
            }
        }
        pointers.difference(circular).copied().collect()
    }

    /// The number of fields of a value. The heaviest members become pointers if there are too many.
    fn weight(
        &self,
        id: DeclId,
        held: &[DeclId],
        weights: &[Option<usize>],
        pointers: &mut BTreeSet<Edge>,
    ) -> usize {
        // A pointer is a field, and so is each member that has no name.
        let weight_of = |to: DeclId, pointers: &BTreeSet<Edge>| match weights[to] {
            Some(weight) if !pointers.contains(&(id, to)) => weight,
            _ => 1,
        };
        if let Body::Union(_) = &self.decls[id].body {
            return held.iter().map(|to| weight_of(*to, pointers)).max().unwrap_or(1);
        }
        let fields = self.object_of(id).map_or(0, |object| object.fields.len());
        let unnamed = fields.saturating_sub(held.len()).max(1);
        let whole = |pointers: &BTreeSet<Edge>| {
            held.iter().map(|to| weight_of(*to, pointers)).sum::<usize>() + unnamed
        };
        if !self.holds_members(id) {
            return whole(pointers);
        }
        let mut heaviest: Vec<DeclId> = held.to_vec();
        heaviest.sort_by_key(|to| (std::cmp::Reverse(weight_of(*to, pointers)), *to));
        heaviest.dedup();
        let mut total = whole(pointers);
        for to in heaviest {
            if total <= MOST || weight_of(to, pointers) <= 1 {
                break;
            }
            pointers.insert((id, to));
            total = whole(pointers);
        }
        total
    }

    /// Whether a declaration has members of its own: other aliases are another name for one value.
    fn holds_members(&self, id: DeclId) -> bool {
        match &self.decls[id].body {
            Body::Alias(Type::Tuple(..)) => true,
            Body::Alias(_) => self.object_of(id).is_some(),
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::{Document, NoFiles, Schema};
    use serde_json::json;

    use super::*;
    use crate::TypeMap;

    /// The types of definitions of which each requires two of the next one.
    fn levels(count: usize) -> Types {
        let mut definitions = serde_json::Map::new();
        for level in 0..count {
            let next = match level + 1 == count {
                true => json!({"type": "string"}),
                false => json!({"$ref": format!("#/$defs/L{}", level + 1)}),
            };
            let definition = json!({
                "type": "object", "required": ["a", "b"], "properties": {"a": next, "b": next}
            });
            definitions.insert(format!("L{level}"), definition);
        }
        let text = json!({"$ref": "#/$defs/L0", "$defs": definitions});
        let document = Document::from_value("levels.json", text);
        let schema = Schema::read(&document, &NoFiles).expect("a schema");
        super::super::build(&schema, "Levels", &[], &TypeMap::default()).expect("types")
    }

    fn held(types: &Types) -> Vec<Vec<DeclId>> {
        let named = |ty: &Type| match ty {
            Type::Named(id) => Some(*id),
            _ => None,
        };
        let of = |decl: &super::super::Decl| match &decl.body {
            Body::Object(object) => {
                object.fields.iter().filter_map(|field| named(&field.ty)).collect()
            }
            Body::Alias(ty) => named(ty).into_iter().collect(),
            _ => Vec::new(),
        };
        types.decls.iter().map(of).collect()
    }

    #[test]
    fn values_have_at_most_a_thousand_fields() {
        let heavy = |types: &Types| {
            let held = held(types);
            types.heavy(&held, &Types::circular(&held))
        };
        // 512 strings are a value, 1,024 are not.
        assert!(heavy(&levels(9)).is_empty());
        assert!(!heavy(&levels(10)).is_empty());
        // Nine levels by value, then a pointer.
        assert_eq!(heavy(&levels(40)).len(), 4);
    }

    #[test]
    fn circular_members_are_pointers_already() {
        let types = Types { decls: levels(2).decls, roots: vec![0] };
        let held = [vec![1], vec![1, 2], vec![0]];
        let circular = Types::circular(&held);
        assert_eq!(circular, BTreeSet::from([(0, 1), (1, 1), (1, 2), (2, 0)]));
        assert!(types.heavy(&held, &circular).is_empty());
    }
}

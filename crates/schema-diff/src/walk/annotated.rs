//! Which annotations of two conjunctions belong together. A value may have several of one keyword: its own, those of its
//! branches, and those of the definitions it refers to.

use containment::view::View;
use contract::value::equal;
use contract::{Keywords, Pointer, Schema};
use serde_json::Value;

/// The place of an annotation, and its value.
pub(super) type AnnotationValue = Option<(Pointer, Value)>;

/// Annotations with their places, the nearest to the value first.
pub(super) type Annotations = Vec<(Pointer, Value)>;

/// The annotations of a keyword, of all conjuncts.
pub(super) fn all(
    schema: &Schema,
    view: &View,
    keyword: &str,
    read: impl Fn(&Keywords) -> Option<Value>,
) -> Annotations {
    let one = |id: &contract::NodeId| {
        let node = schema.node(*id);
        Some((node.pointer.push(keyword), read(node.keywords()?)?))
    };
    view.nodes.iter().filter_map(one).collect()
}

/// The annotations that differ: each changed one with both values, then the removed and the added ones. A text that
/// comes or goes while the other version has it at another place says nothing new.
pub(super) fn differences(
    old: &Annotations,
    new: &Annotations,
) -> Vec<(AnnotationValue, AnnotationValue)> {
    let (mut gone, mut come): (Vec<_>, Vec<_>) = (old.iter().collect(), new.iter().collect());
    take_pairs(&mut gone, &mut come, |a, b| a.0 == b.0 && equal(&a.1, &b.1));
    take_pairs(&mut gone, &mut come, |a, b| equal(&a.1, &b.1));
    let mut changed = take_pairs(&mut gone, &mut come, |a, b| a.0 == b.0);
    let has = |all: &Annotations, value: &Value| all.iter().any(|(_, other)| equal(other, value));
    gone.retain(|(_, value)| !has(new, value));
    come.retain(|(_, value)| !has(old, value));
    changed.extend(take_pairs(&mut gone, &mut come, |_, _| true));
    let changed = changed.into_iter().map(|(a, b)| (Some(a.clone()), Some(b.clone())));
    let removed = gone.into_iter().map(|a| (Some(a.clone()), None));
    let added = come.into_iter().map(|b| (None, Some(b.clone())));
    changed.chain(removed).chain(added).collect()
}

type Item<'a> = &'a (Pointer, Value);

/// Takes out the pairs that belong together, the first with the first.
fn take_pairs<'a>(
    gone: &mut Vec<Item<'a>>,
    come: &mut Vec<Item<'a>>,
    belong: impl Fn(Item<'_>, Item<'_>) -> bool,
) -> Vec<(Item<'a>, Item<'a>)> {
    let mut pairs = Vec::new();
    gone.retain(|a| match come.iter().position(|b| belong(a, b)) {
        Some(at) => {
            pairs.push((*a, come.remove(at)));
            false
        }
        None => true,
    });
    pairs
}

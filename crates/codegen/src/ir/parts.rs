//! Facts about the keywords of one schema for lowering: whether they have an effect, their subschemas, and
//! the name of their function.

use contract::{Keywords, NodeId, Pointer};

/// Whether any keyword can reject or evaluate something.
pub(super) fn asserts(k: &Keywords) -> bool {
    k.types.is_some()
        || k.enumeration.is_some()
        || k.constant.is_some()
        || [&k.multiple_of, &k.minimum, &k.maximum, &k.exclusive_minimum, &k.exclusive_maximum]
            .iter()
            .any(|bound| bound.is_some())
        || [
            k.min_length,
            k.max_length,
            k.min_items,
            k.max_items,
            k.min_properties,
            k.max_properties,
        ]
        .iter()
        .any(Option::is_some)
        || k.pattern.is_some()
        || k.format.is_some()
        || k.unique_items
        || !k.required.is_empty()
        || !k.dependent_required.is_empty()
        || k.reference.is_some()
        || k.dynamic_reference.is_some()
        || children(k).next().is_some()
}

/// The schemas that keywords of `k` apply, without references.
pub(super) fn children(k: &Keywords) -> impl Iterator<Item = NodeId> + '_ {
    k.of_parts().chain(k.in_place())
}

/// A readable stem for a function's name: the last meaningful word of its place.
pub(super) fn stem(pointer: &Pointer) -> String {
    let tokens = pointer.tokens();
    let telling = tokens.iter().rev().find(|token| {
        let letters = token.chars().next().is_some_and(|first| first.is_ascii_alphabetic());
        letters && token.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
    });
    telling.map_or_else(|| "root".to_owned(), |word| word.replace('-', "_"))
}

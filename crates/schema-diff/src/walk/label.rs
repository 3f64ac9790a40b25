//! Names of alternatives in messages.

use containment::view::View;
use contract::{NodeId, Schema};
use serde_json::Value;

use super::partner::{name, title};

/// The maximum number of required properties in the name of a branch.
const MAX_REQUIRED: usize = 3;

/// The maximum length of a pattern in the name of a branch.
const MAX_PATTERN: usize = 60;

/// The most alternatives that a message names.
const MAX_NAMED: usize = 4;

/// `: one that requires `a`, or one that requires `b``, if there are few and each has a name.
pub(super) fn named_alternatives(schema: &Schema, group: &[NodeId]) -> Option<String> {
    if group.len() > MAX_NAMED {
        return None;
    }
    let named = |branch: &NodeId| {
        let label = label(schema, group, *branch, None);
        match label.starts_with('`') {
            true => Some(label),
            false => (!label.starts_with("number ")).then(|| format!("one {label}")),
        }
    };
    let names: Vec<String> = group.iter().map(named).collect::<Option<_>>()?;
    let (last, others) = names.split_last()?;
    match others {
        [] => Some(format!(": {last}")),
        [one] => Some(format!(": {one}, or {last}")),
        others => Some(format!(": {}, or {last}", others.join(", "))),
    }
}

/// The name of a branch for people: its reference name, its title, its discriminator, its types, the
/// properties that only it requires, its pattern, its items; else its index.
pub(super) fn label(
    schema: &Schema,
    group: &[NodeId],
    branch: NodeId,
    tag: Option<String>,
) -> String {
    let types = || {
        let types = View::of(schema, &[branch]).types.as_ref()?.value;
        let words: Vec<&str> = types.iter().map(contract::Type::as_str).collect();
        let rivals = group.iter().filter(|other| {
            View::of(schema, &[**other]).types.as_ref().is_some_and(|t| t.value == types)
        });
        (rivals.count() == 1).then(|| format!("of type {}", words.join(" or ")))
    };
    let required = || {
        let others = group.iter().filter(|other| **other != branch);
        let taken: Vec<_> = others.map(|other| View::of(schema, &[*other])).collect();
        let view = View::of(schema, &[branch]);
        let is_own = |name: &&String| !taken.iter().any(|v| v.required.contains_key(*name));
        let names = view.required.keys().filter(is_own).take(MAX_REQUIRED);
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| format!("that requires {}", names.join(", ")))
    };
    let pattern = || {
        let pattern = &View::of(schema, &[branch]).patterns.first()?.value.clone();
        let pattern = crate::short(&Value::from(pattern.clone()), MAX_PATTERN);
        Some(format!("with the pattern {pattern}"))
    };
    let list = || {
        let item = schema.node(branch).keywords()?.items?;
        let keywords = schema.node(item).keywords()?;
        let forms: Vec<NodeId> = keywords.any_of.iter().chain(&keywords.one_of).copied().collect();
        let forms = if forms.is_empty() { vec![item] } else { forms };
        let names: Option<Vec<String>> = forms.iter().map(|form| name(schema, *form)).collect();
        let names: Vec<String> = names?.into_iter().map(|name| format!("`{name}`")).collect();
        (names.len() <= MAX_NAMED).then(|| format!("of lists of {}", names.join(" or ")))
    };
    let number = || {
        let at = group.iter().position(|other| *other == branch).unwrap_or_default();
        format!("number {}", at + 1)
    };
    let named =
        name(schema, branch).or_else(|| title(schema, branch)).map(|name| format!("`{name}`"));
    let by_form = named.or(tag).or_else(types).or_else(required);
    by_form.or_else(pattern).or_else(list).unwrap_or_else(number)
}

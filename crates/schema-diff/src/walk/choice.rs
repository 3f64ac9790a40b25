//! Alternatives that are constants: `{"oneOf": [{"const": "a"}, {"const": "b"}]}` lists the same values as
//! `{"enum": ["a", "b"]}`. Both are compared as the list that they are. As alternatives, an `enum` that was rewritten
//! would be told as a list that is gone, beside a choice that is new.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use containment::Constant;
use containment::view::{Sited, View, type_of};
use contract::{Keywords, NodeId, Pointer, Schema, Type, TypeSet, is_annotation};
use serde_json::Value;

use super::annotation::Called;
use super::compose::Group;
use super::{SchemaWalk, rewrite};
use crate::deprecation::{RemovalNotice, by_notice, notice_of_value};
use crate::rules::RuleId;

/// The maximum number of references from an alternative to its constants.
const MAX_REFERENCES: usize = 20;

/// Alternatives with constants only, and their values.
struct Choice {
    at: Pointer,
    group: Group,
    values: Vec<Value>,
    /// A reference leads to some of the values, so they belong to a definition.
    refers: bool,
}

/// Values that were removed under one rule.
pub(super) struct Removal {
    pub(super) rule: RuleId,
    /// The end of the message.
    pub(super) remark: String,
    pub(super) values: Vec<Value>,
}

impl SchemaWalk<'_> {
    /// Both views, with constant alternatives as lists of values.
    pub(super) fn with_choices_as_lists(
        &mut self,
        old: Rc<View>,
        new: Rc<View>,
        called: Called<'_>,
    ) -> (Rc<View>, Rc<View>) {
        let (a, b) = (choices(self.context.old, &old), choices(self.context.new, &new));
        // Values in a definition are compared there, unless only the other side has them in a
        // definition.
        let is_list = |schema: &Schema, view: &View, choices: &[Choice]| {
            lists_by_itself(schema, view) || choices.iter().any(|choice| !choice.refers)
        };
        let lists_before = is_list(self.context.old, &old, &a);
        let lists_now = is_list(self.context.new, &new, &b);
        if !lists_before && !lists_now {
            return (old, new);
        }
        if self.explains() {
            self.annotations_of_values(&a, &b, called);
        }
        let as_list = |view: &Rc<View>, choices: Vec<Choice>, may_refer: bool| {
            let kept = choices.into_iter().filter(|choice| may_refer || !choice.refers);
            with_lists(view, kept.collect())
        };
        let lists = (as_list(&old, a, lists_now), as_list(&new, b, lists_before));
        if let (Some(a), Some(b)) = (&lists.0.values, &lists.1.values)
            && a.at.last() != b.at.last()
            && !(Rc::ptr_eq(&lists.0, &old) && Rc::ptr_eq(&lists.1, &new))
            && is_same_list(&a.value.0, &b.value.0)
        {
            self.push(rewrite(called.place, Some(a.at.clone()), Some(b.at.clone())));
        }
        lists
    }

    /// Groups removed values by their rule: without notice, after it, and before the announced date.
    pub(super) fn removals(&self, old: &View, removed: Vec<Value>) -> Vec<Removal> {
        // Without details, one edit is as good as several.
        let notices =
            if self.explains() { notices(self.context.old, old, &removed) } else { Vec::new() };
        let mut groups: Vec<(RuleId, Vec<String>, Vec<Value>)> = Vec::new();
        for (at, value) in removed.into_iter().enumerate() {
            let notice = notices.get(at).and_then(Option::as_ref);
            let found = notice
                .and_then(|notice| by_notice(RuleId::EnumValueRemoved, notice, self.context.today));
            let (rule, remark) = match found {
                Some((rule, remark)) => (rule, Some(remark)),
                None => (RuleId::EnumValueRemoved, None),
            };
            let known = groups.iter().position(|(known, ..)| *known == rule);
            let group = known.unwrap_or_else(|| {
                groups.push((rule, Vec::new(), Vec::new()));
                groups.len() - 1
            });
            let (_, remarks, values) = &mut groups[group];
            if let Some(remark) = remark
                && !remarks.contains(&remark)
            {
                remarks.push(remark);
            }
            values.push(value);
        }
        let removal = |(rule, remarks, values): (RuleId, Vec<String>, Vec<Value>)| {
            let remark: String = remarks.iter().map(|remark| format!("; {remark}")).collect();
            Removal { rule, remark, values }
        };
        groups.into_iter().map(removal).collect()
    }

    /// Compares the annotations of a value in both versions.
    fn annotations_of_values(&mut self, old: &[Choice], new: &[Choice], called: Called<'_>) {
        let branches = |schema: &Schema, choices: &[Choice]| -> BTreeMap<Vec<Constant>, NodeId> {
            let all = choices.iter().flat_map(|choice| &choice.group.1);
            let named = all.filter_map(|id| {
                let constants = constants(schema, *id)?;
                Some((constants.values.iter().map(Constant::new).collect(), *id))
            });
            named.collect()
        };
        let now = branches(self.context.new, new);
        for (values, a) in branches(self.context.old, old) {
            let Some(b) = now.get(&values) else { continue };
            let (a, b) = (View::of(self.context.old, &[a]), View::of(self.context.new, &[*b]));
            self.annotations(&a, &b, called);
        }
    }
}

/// The announcement of the removal of each value: of the schema that lists them, or of all alternatives with the value.
fn notices(schema: &Schema, view: &View, values: &[Value]) -> Vec<Option<RemovalNotice>> {
    // The alternatives of a view that was read as a list are no longer in it.
    let whole = View::of(schema, &view.nodes);
    let mut of_branches: BTreeMap<Constant, Vec<Option<RemovalNotice>>> = BTreeMap::new();
    for branch in choices(schema, &whole).iter().flat_map(|choice| &choice.group.1) {
        let view = View::of(schema, &[*branch]);
        let Some(constants) = constants(schema, *branch) else { continue };
        for value in &constants.values {
            let notice = notice_of(schema, &view, value);
            of_branches.entry(Constant::new(value)).or_default().push(notice);
        }
    }
    let of_value = |value: &Value| {
        notice_of(schema, &whole, value).or_else(|| {
            let all = of_branches.get(&Constant::new(value))?;
            all.iter().cloned().collect::<Option<Vec<_>>>()?.into_iter().next()
        })
    };
    values.iter().map(of_value).collect()
}

fn notice_of(schema: &Schema, view: &View, value: &Value) -> Option<RemovalNotice> {
    let all = view.nodes.iter().filter_map(|id| schema.node(*id).keywords());
    all.filter_map(|keywords| notice_of_value(keywords, value)).next()
}

/// Whether the values are listed at the place, not in a definition.
fn lists_by_itself(schema: &Schema, view: &View) -> bool {
    let owner = view.values.as_ref().and_then(|values| values.at.parent());
    let first = view.nodes.first().map(|id| &schema.node(*id).pointer);
    owner.is_some() && owner.as_ref() == first
}

/// The constant alternatives of a view.
fn choices(schema: &Schema, view: &View) -> Vec<Choice> {
    let any_of = view.any_of.iter().map(|group| ("anyOf", group));
    let one_of = view.one_of.iter().map(|group| ("oneOf", group));
    any_of.chain(one_of).filter_map(|(keyword, group)| choice(schema, keyword, group)).collect()
}

fn choice(schema: &Schema, keyword: &str, group: &Group) -> Option<Choice> {
    let branches: Vec<Constants> =
        group.1.iter().map(|id| constants(schema, *id)).collect::<Option<_>>()?;
    // `null` beside other alternatives is not a list: one of the alternatives must have constants.
    if !branches.iter().any(|branch| branch.is_list) {
        return None;
    }
    let mut values: BTreeMap<Constant, ListedValue> = BTreeMap::new();
    for (number, branch) in branches.iter().enumerate() {
        for value in &branch.values {
            let position = values.len();
            let known = values.entry(Constant::new(value)).or_insert_with(|| ListedValue {
                value: value.clone(),
                position,
                branches: BTreeSet::new(),
            });
            known.branches.insert(number);
        }
    }
    // Under `oneOf`, a value that two branches list is rejected.
    let is_accepted = |listed: &ListedValue| keyword == "anyOf" || listed.branches.len() == 1;
    let mut values: Vec<ListedValue> = values.into_values().filter(is_accepted).collect();
    values.sort_by_key(|listed| listed.position);
    Some(Choice {
        at: schema.node(group.0).pointer.push(keyword),
        group: group.clone(),
        values: values.into_iter().map(|listed| listed.value).collect(),
        refers: branches.iter().any(|branch| branch.refers),
    })
}

/// A value in alternatives.
struct ListedValue {
    value: Value,
    /// The number of values listed before it.
    position: usize,
    /// The indices of the alternatives that list it.
    branches: BTreeSet<usize>,
}

/// The values of an alternative.
struct Constants {
    values: Vec<Value>,
    is_list: bool,
    refers: bool,
}

/// The values of an alternative with only `const`, `enum` and `type`.
fn constants(schema: &Schema, branch: NodeId) -> Option<Constants> {
    let (mut at, mut refers) = (branch, false);
    for _ in 0..MAX_REFERENCES {
        let keywords = schema.node(at).keywords()?;
        let mut said = keywords.order.iter().filter(|word| !is_annotation(word));
        match (&keywords.reference, said.next(), said.next()) {
            (Some(reference), Some(_), None) => (at, refers) = (reference.target, true),
            _ => {
                let (values, is_list) = listed(keywords)?;
                return Some(Constants { values, is_list, refers });
            }
        }
    }
    None
}

fn listed(keywords: &Keywords) -> Option<(Vec<Value>, bool)> {
    let is_said = |word: &String| {
        is_annotation(word)
            || matches!(word.as_str(), "const" | "enum" | "type")
            || keywords.extra.contains_key(word)
    };
    if !keywords.order.iter().all(is_said) {
        return None;
    }
    let is_typed = |value: &Value| keywords.types.is_none_or(|types| types.takes(type_of(value)));
    let mut values = match (&keywords.enumeration, &keywords.constant) {
        (Some(list), Some(constant)) => {
            list.iter().filter(|value| contract::value::equal(value, constant)).cloned().collect()
        }
        (Some(list), None) => list.clone(),
        (None, Some(constant)) => vec![constant.clone()],
        (None, None) => {
            let null: TypeSet = [Type::Null].into_iter().collect();
            return (keywords.types == Some(null)).then(|| (vec![Value::Null], false));
        }
    };
    values.retain(is_typed);
    Some((values, true))
}

/// The view with these alternatives as a list of values.
fn with_lists(view: &Rc<View>, choices: Vec<Choice>) -> Rc<View> {
    if choices.is_empty() {
        return Rc::clone(view);
    }
    let mut view = (**view).clone();
    for Choice { at, group, values, .. } in choices {
        let is_other = |other: &Group| *other != group;
        view.any_of.retain(is_other);
        view.one_of.retain(is_other);
        let kept = match &view.values {
            Some(said) => {
                let known = constants_of(&said.value.0);
                values.into_iter().filter(|v| known.contains(&Constant::new(v))).collect()
            }
            None => values,
        };
        view.values = Some(Sited { value: (kept, false), at });
    }
    Rc::new(view)
}

fn constants_of(values: &[Value]) -> BTreeSet<Constant> {
    values.iter().map(Constant::new).collect()
}

fn is_same_list(old: &[Value], new: &[Value]) -> bool {
    constants_of(old) == constants_of(new)
}

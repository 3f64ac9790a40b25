//! Brings inputs of the old version to the new one where that can be done without guessing: a value
//! wrapped into a list, a name changed, a default filled in, a numeral read, a dropped key left out.
//! The plan is data, and it is tried on every old document at hand before anything is claimed of it.

use containment::Budget;
use containment::view::View;
use contract::migration::{Action, MigrationStep, Segment};
use contract::{Schema, Type};
use serde_json::Value;

use crate::edit::Edit;
use crate::place::{self, DocumentPath};
use crate::rules::RuleId;

/// The cost of migrating one document and validating it.
const STEPS_A_TRY: u64 = 20;

/// How to migrate old inputs to the new version.
#[derive(Clone, Debug, PartialEq)]
pub struct Migration {
    /// In this order.
    pub steps: Vec<MigrationStep>,
    /// The number of old documents that were tried.
    pub tried: usize,
    /// One that is still rejected; `None` if all tried ones are accepted.
    pub fails: Option<Value>,
    /// An old document that the new version rejects, and its migrated form.
    pub example: Option<(Value, Value)>,
}

impl Migration {
    /// The document after all steps.
    #[must_use]
    pub fn apply(&self, document: &Value) -> Value {
        let mut document = document.clone();
        for step in &self.steps {
            step.apply(&mut document);
        }
        document
    }
}

/// The plan for the edits, or `None` if there are no steps. `tries` returns old documents; `accepts` is
/// the new version's result. The budget limits the number of tries.
pub(crate) fn plan(
    new: &Schema,
    edits: &[Edit],
    tries: impl FnOnce() -> Vec<Value>,
    accepts: impl Fn(&Value) -> bool,
    budget: &Budget,
) -> Option<Migration> {
    let mut steps: Vec<MigrationStep> = edits.iter().filter_map(|e| step(new, e)).collect();
    if steps.is_empty() {
        return None;
    }
    let tries = tries();
    // Renames come first, because later steps use the new names; removals come last.
    steps.sort_by_key(|s| match s.action {
        Action::Rename(_) => 0,
        Action::Wrap | Action::Convert(_) => 1,
        Action::Default(_) => 2,
        Action::Drop => 3,
    });
    let mut migration = Migration { steps, tried: 0, fails: None, example: None };
    for document in &tries {
        if !budget.spend(STEPS_A_TRY) {
            break;
        }
        migration.tried += 1;
        let migrated = migration.apply(document);
        if !accepts(&migrated) {
            migration.fails.get_or_insert_with(|| document.clone());
        } else if !accepts(document) && migration.example.is_none() {
            migration.example = Some((document.clone(), migrated));
        }
    }
    // Steps without effect are not a plan.
    migration.example.is_some().then_some(migration)
}

/// The step for an edit, if it is obvious.
fn step(new: &Schema, edit: &Edit) -> Option<MigrationStep> {
    let mut path = path(&edit.place)?;
    let action = match (edit.rule, &edit.renamed) {
        (_, Some((from, to))) => {
            path.push(Segment::Name(from.clone()));
            Action::Rename(to.clone())
        }
        (
            RuleId::PropertyTypeChanged
            | RuleId::TypeChanged
            | RuleId::PropertyTypeNarrowed
            | RuleId::TypeNarrowed,
            _,
        ) => {
            let to = match &edit.new {
                Some(Value::String(one)) => vec![one.as_str()],
                Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            };
            // Null may stay null; any other value has one possible type.
            let other: Vec<&str> = to.iter().copied().filter(|name| *name != "null").collect();
            match other.as_slice() {
                ["array"] if to.len() == 1 => Action::Wrap,
                [one] => Action::Convert(scalar(one)?),
                _ => return None,
            }
        }
        (RuleId::RequiredPropertyAdded, _) => {
            let name = edit.new_path.as_ref()?.last()?;
            let value = default_of(new, edit)?;
            path.push(Segment::Name(name));
            Action::Default(value)
        }
        (RuleId::PropertyBecameRequired, _) => {
            let name = edit.new.as_ref()?.as_str()?.to_owned();
            let value = default_at(new, &edit.place, &name)?;
            path.push(Segment::Name(name));
            Action::Default(value)
        }
        (
            RuleId::RequiredPropertyRemoved
            | RuleId::OptionalPropertyRemoved
            | RuleId::DeprecatedPropertyRemoved
            | RuleId::PropertyRemovedBeforeSunset,
            _,
        ) => {
            let name = edit.old_path.as_ref()?.last()?;
            path.push(Segment::Name(name));
            Action::Drop
        }
        _ => return None,
    };
    Some(MigrationStep { path, action })
}

fn path(place: &DocumentPath) -> Option<Vec<Segment>> {
    let segment = |step: &place::PathStep| match step {
        place::PathStep::Property(name) => Some(Some(Segment::Name(name.to_string()))),
        place::PathStep::Rest(0) => Some(Some(Segment::Each)),
        place::PathStep::Branch(..) => Some(None),
        _ => None,
    };
    let all: Option<Vec<Option<Segment>>> = place.steps().iter().map(segment).collect();
    Some(all?.into_iter().flatten().collect())
}

fn scalar(name: &str) -> Option<Type> {
    Type::parse(name)
        .filter(|t| matches!(t, Type::Integer | Type::Number | Type::Boolean | Type::String))
}

/// The default of an added property, or its only value.
fn default_of(new: &Schema, edit: &Edit) -> Option<Value> {
    let name = edit.new_path.as_ref()?.last()?;
    default_at(new, &edit.place, &name)
}

fn default_at(new: &Schema, place: &DocumentPath, name: &str) -> Option<Value> {
    let mut nodes = vec![new.root()];
    for step in place.steps() {
        let view = View::of(new, &nodes);
        match step {
            place::PathStep::Property(name) => nodes = view.property(new, name),
            place::PathStep::Rest(index) | place::PathStep::Index(index) => {
                nodes = view.item(new, *index)
            }
            place::PathStep::Branch(_, branch) => nodes.extend(branch),
            _ => return None,
        }
    }
    let nodes = View::of(new, &nodes).property(new, name);
    let view = View::of(new, &nodes);
    let declared = view.nodes.iter().find_map(|id| new.node(*id).keywords()?.default.clone());
    declared.or_else(|| match view.values.as_ref().map(|v| v.value.0.as_slice()) {
        Some([only]) => Some(only.clone()),
        _ => None,
    })
}

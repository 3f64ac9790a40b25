//! Brings inputs of the old version to the new one where that can be done without guessing: a value
//! wrapped into a list, a name changed, a default filled in, a numeral read, a dropped key left out.
//! The plan is data, and it is tried on every old document at hand before anything is claimed of it.

use contract::{Schema, Type};
use serde_json::{Map, Value, json};

use crate::edit::Edit;
use crate::place::{Place, Step};
use crate::view::View;

/// A part of the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A property.
    Name(String),
    /// Every item of a list.
    Each,
}

/// What is done at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The value becomes a list of itself, unless it is a list.
    Wrap,
    /// The property gets this name.
    Rename(String),
    /// The property is set to this where it is missing.
    Default(Value),
    /// A text that is a numeral or a truth value, or a scalar for a text, is read as this type.
    Convert(Type),
    /// The property is left out.
    Drop,
}

/// One step of a migration. The path ends with the property that is meant.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationStep {
    /// From the whole document.
    pub path: Vec<Segment>,
    /// What to do.
    pub action: Action,
}

/// How to bring old inputs to the new version.
#[derive(Clone, Debug, PartialEq)]
pub struct Migration {
    /// In this order.
    pub steps: Vec<MigrationStep>,
    /// How many old documents were tried.
    pub tried: usize,
    /// One that is still refused; `None`: all that were tried are accepted.
    pub fails: Option<Value>,
    /// An old document that the new version refused, and what the steps make of it.
    pub example: Option<(Value, Value)>,
}

impl Migration {
    /// The document with all steps done.
    #[must_use]
    pub fn apply(&self, document: &Value) -> Value {
        let mut document = document.clone();
        for step in &self.steps {
            step.apply(&mut document, &step.path);
        }
        document
    }
}

impl MigrationStep {
    /// The word for the action.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match &self.action {
            Action::Wrap => "wrap",
            Action::Rename(_) => "rename",
            Action::Default(_) => "default",
            Action::Convert(Type::Integer) => "to-integer",
            Action::Convert(Type::Number) => "to-number",
            Action::Convert(Type::Boolean) => "to-boolean",
            Action::Convert(_) => "to-string",
            Action::Drop => "drop",
        }
    }

    /// The path as a JSON Pointer, `*` for every item.
    #[must_use]
    pub fn pointer(&self) -> String {
        let name = |s: &Segment| match s {
            Segment::Name(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
            Segment::Each => "/*".to_owned(),
        };
        self.path.iter().map(name).collect()
    }

    fn apply(&self, value: &mut Value, path: &[Segment]) {
        match (path, value) {
            ([Segment::Name(name)], Value::Object(object)) => self.on_property(object, name),
            ([Segment::Each], Value::Array(items)) => {
                items.iter_mut().for_each(|i| self.on_value(i))
            }
            ([], value) => self.on_value(value),
            ([Segment::Name(name), rest @ ..], Value::Object(object)) => {
                if let Some(inner) = object.get_mut(name) {
                    self.apply(inner, rest);
                }
            }
            ([Segment::Each, rest @ ..], Value::Array(items)) => {
                items.iter_mut().for_each(|i| self.apply(i, rest));
            }
            _ => {}
        }
    }

    fn on_property(&self, object: &mut Map<String, Value>, name: &str) {
        match &self.action {
            Action::Rename(to) => {
                if !object.contains_key(to)
                    && let Some(value) = object.shift_remove(name)
                {
                    object.insert(to.clone(), value);
                }
            }
            Action::Default(value) => {
                object.entry(name.to_owned()).or_insert_with(|| value.clone());
            }
            Action::Drop => {
                object.shift_remove(name);
            }
            Action::Wrap | Action::Convert(_) => {
                if let Some(value) = object.get_mut(name) {
                    self.on_value(value);
                }
            }
        }
    }

    fn on_value(&self, value: &mut Value) {
        match &self.action {
            Action::Wrap if !value.is_array() => *value = json!([value.clone()]),
            Action::Convert(kind) => {
                if let Some(read) = convert(value, *kind) {
                    *value = read;
                }
            }
            _ => {}
        }
    }
}

/// The value as another type, where it says the same.
fn convert(value: &Value, kind: Type) -> Option<Value> {
    match (value, kind) {
        (Value::String(text), Type::Integer | Type::Number) => {
            // Only what JSON itself would read as this number; " 5" or "0x5" mean something else.
            let number: Value = serde_json::from_str(text).ok().filter(Value::is_number)?;
            (kind == Type::Number || contract::value::is_integer(&number)).then_some(number)
        }
        (Value::String(text), Type::Boolean) => match text.to_ascii_lowercase().as_str() {
            "true" => Some(json!(true)),
            "false" => Some(json!(false)),
            _ => None,
        },
        (Value::Number(_) | Value::Bool(_), Type::String) => Some(json!(value.to_string())),
        _ => None,
    }
}

/// The plan for the edits, or `None` where no step comes of them. `tries` gives old documents; `accepts`
/// is the new version's verdict.
pub(crate) fn plan(
    new: &Schema,
    edits: &[Edit],
    tries: impl FnOnce() -> Vec<Value>,
    accepts: impl Fn(&Value) -> bool,
) -> Option<Migration> {
    let mut steps: Vec<MigrationStep> = edits.iter().filter_map(|e| step(new, e)).collect();
    if steps.is_empty() {
        return None;
    }
    let tries = tries();
    // Renames first: what comes after speaks of the new names. What is dropped goes last.
    steps.sort_by_key(|s| match s.action {
        Action::Rename(_) => 0,
        Action::Wrap | Action::Convert(_) => 1,
        Action::Default(_) => 2,
        Action::Drop => 3,
    });
    let mut migration = Migration { steps, tried: tries.len(), fails: None, example: None };
    for document in &tries {
        let migrated = migration.apply(document);
        if !accepts(&migrated) {
            migration.fails.get_or_insert_with(|| document.clone());
        } else if !accepts(document) && migration.example.is_none() {
            migration.example = Some((document.clone(), migrated));
        }
    }
    // Steps that help nobody are no plan.
    migration.example.is_some().then_some(migration)
}

/// The step that an edit asks for, where it is plain what to do.
fn step(new: &Schema, edit: &Edit) -> Option<MigrationStep> {
    let mut path = path(&edit.place)?;
    let action = match (edit.rule, &edit.renamed) {
        (_, Some((from, to))) => {
            path.push(Segment::Name(from.clone()));
            Action::Rename(to.clone())
        }
        (
            "property-type-changed" | "type-changed" | "property-type-narrowed" | "type-narrowed",
            _,
        ) => {
            let types = |v: &Option<Value>| -> Vec<String> {
                match v {
                    Some(Value::String(one)) => vec![one.clone()],
                    Some(Value::Array(many)) => {
                        many.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                    }
                    _ => Vec::new(),
                }
            };
            let (from, to) = (types(&edit.old), types(&edit.new));
            match to.as_slice() {
                [one] if one == "array" && !from.contains(one) => Action::Wrap,
                [one] => Action::Convert(scalar(one)?),
                _ => return None,
            }
        }
        ("required-property-added", _) => {
            let name = edit.new_path.as_ref()?.last()?;
            let value = default_of(new, edit)?;
            path.push(Segment::Name(name));
            Action::Default(value)
        }
        ("property-became-required", _) => {
            let name = edit.new.as_ref()?.as_str()?.to_owned();
            let value = default_at(new, &edit.place, &name)?;
            path.push(Segment::Name(name));
            Action::Default(value)
        }
        ("required-property-removed" | "optional-property-removed", _) => {
            let name = edit.old_path.as_ref()?.last()?;
            path.push(Segment::Name(name));
            Action::Drop
        }
        _ => return None,
    };
    Some(MigrationStep { path, action })
}

fn path(place: &Place) -> Option<Vec<Segment>> {
    let segment = |step: &Step| match step {
        Step::Property(name) => Some(Some(Segment::Name(name.clone()))),
        Step::Rest(0) => Some(Some(Segment::Each)),
        Step::Branch(..) => Some(None),
        _ => None,
    };
    let all: Option<Vec<Option<Segment>>> = place.0.iter().map(segment).collect();
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

fn default_at(new: &Schema, place: &Place, name: &str) -> Option<Value> {
    let mut nodes = vec![new.root()];
    for step in &place.0 {
        let view = View::of(new, &nodes);
        match step {
            Step::Property(name) => nodes = view.property(new, name),
            Step::Rest(index) | Step::Index(index) => nodes = view.item(new, *index),
            Step::Branch(_, branch) => nodes.extend(branch),
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

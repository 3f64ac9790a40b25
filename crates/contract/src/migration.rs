//! The plan that brings inputs of an older version of a contract to a newer one: data, made by the
//! comparison of the versions and turned into code by the back ends.

use serde_json::Value;

use crate::{Pointer, Type};

/// The very functions that the Rust back end emits: what is proved of a plan holds for its code.
mod steps {
    include!("../../../templates/rust/migration.rs");

    use super::{Action, MigrationStep, Segment};
    use crate::Type;

    /// Does one step.
    pub(super) fn apply(document: &mut Value, step: &MigrationStep) {
        let path = |all: &[Segment]| -> Vec<Option<String>> {
            let name = |segment: &Segment| match segment {
                Segment::Name(name) => Some(name.clone()),
                Segment::Each => None,
            };
            all.iter().map(name).collect()
        };
        let (owned, name) = match (step.of_parent(), step.path.split_last()) {
            (true, Some((Segment::Name(name), parent))) => (path(parent), name.as_str()),
            // Only a property can be renamed, filled in or left out.
            (true, _) => return,
            (false, _) => (path(&step.path), ""),
        };
        let path: Vec<Option<&str>> = owned.iter().map(Option::as_deref).collect();
        match &step.action {
            Action::Wrap => at(document, &path, &wrap),
            Action::Rename(to) => at(document, &path, &|value| rename(value, name, to)),
            Action::Default(default) => {
                let default = default.to_string();
                at(document, &path, &|value| fill(value, name, &default));
            }
            Action::Drop => at(document, &path, &|value| leave_out(value, name)),
            Action::Convert(Type::Integer) => at(document, &path, &to_integer),
            Action::Convert(Type::Number) => at(document, &path, &to_number),
            Action::Convert(Type::Boolean) => at(document, &path, &to_boolean),
            Action::Convert(_) => at(document, &path, &to_string),
        }
    }
}

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

    /// Whether the step is done to the object that holds the property, not to the property's value.
    #[must_use]
    pub fn of_parent(&self) -> bool {
        matches!(self.action, Action::Rename(_) | Action::Default(_) | Action::Drop)
    }

    /// The path as a JSON Pointer, `*` for every item.
    #[must_use]
    pub fn pointer(&self) -> String {
        let push = |at: Pointer, segment: &Segment| match segment {
            Segment::Name(name) => at.push(name),
            Segment::Each => at.push("*"),
        };
        self.path.iter().fold(Pointer::root(), push).to_string()
    }

    /// Does the step to a document.
    pub fn apply(&self, document: &mut Value) {
        steps::apply(document, self);
    }
}

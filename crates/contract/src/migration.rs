//! The plan that converts inputs of an older version of a contract to a newer one. The comparison
//! of the versions creates it, and the back ends emit code for it.

use serde_json::Value;

use crate::{Pointer, Type};

/// The same functions that the Rust back end emits, so that a proof about a plan holds for its
/// code.
mod steps {
    include!("../../../templates/rust/migration.rs");

    use super::{Action, MigrationStep, Segment};
    use crate::Type;

    /// Performs one step.
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
            // Only a property can be renamed, added or removed.
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

/// A part of the path to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A property.
    Name(String),
    /// Every item of a list.
    Each,
}

/// The action of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Wraps the value in a list, unless it is a list.
    Wrap,
    /// Renames the property.
    Rename(String),
    /// Sets the property if it is missing.
    Default(Value),
    /// Converts a string with a number or a boolean to this type, or a scalar to a string.
    Convert(Type),
    /// Removes the property.
    Drop,
}

/// One step of a migration. The path ends with the affected property.
#[derive(Clone, Debug, PartialEq)]
pub struct MigrationStep {
    /// The path from the root.
    pub path: Vec<Segment>,
    /// The action.
    pub action: Action,
}

impl MigrationStep {
    /// The name of the action.
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

    /// Whether the step changes the object that holds the property, not the property's value.
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

    /// Performs the step on a document.
    pub fn apply(&self, document: &mut Value) {
        steps::apply(document, self);
    }
}

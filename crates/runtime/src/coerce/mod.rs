//! Repairs the mistakes that models commonly make with a document's types, and adds the defaults; every
//! change is reported. A value that is of an expected type is never touched. The result is to be validated:
//! coercion promises nothing.

mod convert;
mod parameters;
mod shape;
#[cfg(test)]
mod tests;

use contract::schema::NodeId;
use contract::{Contract, Pointer, Role};
use serde_json::{Map, Value};

use crate::validate::{ValidateError, Validator};
use shape::ApplicableSchemas;

pub use parameters::coerce_parameters;

/// How far conversions go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Only defaults are added; no value is converted.
    DefaultsOnly,
    /// Numerals and booleans in strings, one value for a list, JSON text for an object, defaults.
    #[default]
    Safe,
    /// Also yes, no, 1 and 0 for booleans, and any scalar for a string.
    Lenient,
    /// All that the validation protocol's table of types allows, for the parameters of a SKILL.md; by a schema as [`Mode::Safe`].
    Protocol,
}

/// One change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The place in the document.
    pub path: Pointer,
    /// What stood there; nothing for a default.
    pub from: Option<Value>,
    /// What stands there now.
    pub to: Value,
    /// The rule that changed it.
    pub rule: &'static str,
}

impl Change {
    /// The change as it is printed: `{path, from, to, rule}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::json!({
            "path": self.path.as_str(),
            "from": self.from,
            "to": self.to,
            "rule": self.rule,
        })
    }
}

/// A document with its changes.
#[derive(Debug, Clone)]
pub struct Coerced {
    /// The document, its properties in their order, defaults appended.
    pub document: Value,
    /// What was changed, outermost first.
    pub changes: Vec<Change>,
}

/// More places than this are not visited.
const MAX_PLACES: usize = 5_000_000;

/// More levels than this are left as they are.
const MAX_DEPTH: usize = 2_000;

/// What a default costs of [`MAX_PLACES`], inside of none, one, two, and more other defaults: schemas that
/// refer to each other multiply them without any document asking for it.
const DEFAULT_COSTS: [usize; 4] = [1, 10, 100, 1_000];

/// Coerces a document to the schema of `validator`.
///
/// # Errors
/// A pattern or condition of the schema can't be decided.
pub fn coerce(
    validator: &Validator,
    document: &Value,
    mode: Mode,
) -> Result<Coerced, ValidateError> {
    let root = validator.schema().root();
    // What is valid is as its author wants it, wherever a part of it might be taken for a mistake.
    let mode = if validator.part(root).is_valid(document)? { Mode::DefaultsOnly } else { mode };
    let mut work = Coercer {
        validator,
        mode,
        defaults: true,
        filling: Vec::new(),
        changes: Vec::new(),
        depth: 0,
        left: MAX_PLACES,
    };
    let mut document = document.clone();
    work.value(&[root], &mut document, &Pointer::root())?;
    Ok(Coerced { document, changes: work.changes })
}

/// Coerces a document to a role of a contract: by its list of parameters where it has one, else by its schema.
///
/// # Errors
/// As [`coerce`].
pub fn coerce_for(
    contract: &Contract,
    role: Role,
    validator: Option<&Validator>,
    document: &Value,
    mode: Mode,
) -> Result<Coerced, ValidateError> {
    match (contract.parameters.get(&role), validator) {
        (Some(parameters), _) => Ok(coerce_parameters(parameters, document, mode)),
        (None, Some(validator)) => coerce(validator, document, mode),
        (None, None) => Ok(Coerced { document: document.clone(), changes: Vec::new() }),
    }
}

struct Coercer<'v> {
    validator: &'v Validator,
    mode: Mode,
    /// Inside of alternatives no default is added: which of them is meant is a guess.
    defaults: bool,
    /// The schemas of the defaults that are being added, outermost first: none is added inside of itself.
    filling: Vec<Vec<NodeId>>,
    changes: Vec<Change>,
    depth: usize,
    /// Places that may still be visited: alternatives within alternatives multiply them.
    left: usize,
}

impl<'v> Coercer<'v> {
    fn value(
        &mut self,
        ids: &[NodeId],
        value: &mut Value,
        at: &Pointer,
    ) -> Result<(), ValidateError> {
        if self.depth == MAX_DEPTH || !shape::is_known(self.validator.schema(), ids) {
            return Ok(());
        }
        self.left = self.left.checked_sub(1).ok_or(ValidateError::Work)?;
        self.depth += 1;
        let done = self.shaped(ids, value, at);
        self.depth -= 1;
        done
    }

    fn shaped(
        &mut self,
        ids: &[NodeId],
        value: &mut Value,
        at: &Pointer,
    ) -> Result<(), ValidateError> {
        let mut shape = ApplicableSchemas::new(self.validator, ids, value)?;
        if self.mode != Mode::DefaultsOnly
            && let Some(types) = shape.types()
            && let Some((to, rule)) = convert::convert(value, types, self.mode)
        {
            let from = std::mem::replace(value, to.clone());
            self.changes.push(Change { path: at.clone(), from: Some(from), to, rule });
            // Conditions may see another value now.
            shape = ApplicableSchemas::new(self.validator, ids, value)?;
        }
        match value {
            Value::Object(members) => self.object(&shape, members, at)?,
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(&shape.item(index), item, &at.push_index(index))?;
                }
            }
            _ => {}
        }
        if self.mode != Mode::DefaultsOnly {
            for list in shape.alternatives() {
                self.choose(list, value, at)?;
            }
        }
        Ok(())
    }

    fn object(
        &mut self,
        shape: &ApplicableSchemas<'v>,
        members: &mut Map<String, Value>,
        at: &Pointer,
    ) -> Result<(), ValidateError> {
        for (name, value) in members.iter_mut() {
            let ids = shape.property(self.validator, name)?;
            self.value(&ids, value, &at.push(name))?;
        }
        if !self.defaults {
            return Ok(());
        }
        for name in shape.names() {
            if members.contains_key(name) {
                continue;
            }
            let ids = shape.property(self.validator, name)?;
            let inner = ApplicableSchemas::new(self.validator, &ids, &Value::Null)?;
            let Some(default) = inner.default() else { continue };
            if self.filling.contains(&ids) {
                continue;
            }
            let cost = DEFAULT_COSTS[self.filling.len().min(DEFAULT_COSTS.len() - 1)];
            self.left = self.left.checked_sub(cost).ok_or(ValidateError::Work)?;
            let (path, mut value) = (at.push(name), default.clone());
            let to = value.clone();
            self.changes.push(Change { path: path.clone(), from: None, to, rule: "default" });
            self.filling.push(ids.clone());
            let done = self.value(&ids, &mut value, &path);
            self.filling.pop();
            done?;
            members.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// Takes the first alternative that the value can be made to fit, if it fits none as it stands.
    fn choose(
        &mut self,
        list: &[NodeId],
        value: &mut Value,
        at: &Pointer,
    ) -> Result<(), ValidateError> {
        for id in list {
            if self.validator.part(*id).is_valid(value)? {
                return Ok(());
            }
        }
        let defaults = std::mem::replace(&mut self.defaults, false);
        let before = self.changes.len();
        for id in list {
            let mut candidate = value.clone();
            self.value(&[*id], &mut candidate, at)?;
            if self.changes.len() > before && self.validator.part(*id).is_valid(&candidate)? {
                *value = candidate;
                break;
            }
            self.changes.truncate(before);
        }
        self.defaults = defaults;
        Ok(())
    }
}

//! Corrects the mistakes that models commonly make with types, and adds defaults; every change is reported.
//! A value of an expected type is never changed. The caller validates the result.

mod convert;
mod parameters;
mod shape;
#[cfg(test)]
mod tests;

use contract::schema::NodeId;
use contract::{Contract, Issue, Pointer, Role};
use serde_json::{Map, Value};

use crate::validate::{ValidateError, Validator};
use shape::ApplicableSchemas;

pub use parameters::coerce_parameters;

/// The level of coercion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Only defaults are added; no value is converted.
    DefaultsOnly,
    /// Numbers and booleans in strings, a single value for a list, JSON text for an object,
    /// defaults.
    #[default]
    Safe,
    /// Also the strings yes, no, 1 and 0 for booleans, and any scalar for a string.
    Lenient,
    /// All conversions of the validation protocol's table, for the parameters of a SKILL.md; for a schema the same as
    /// [`Mode::Safe`].
    Protocol,
}

/// One change.
#[derive(Debug, Clone)]
pub struct Change {
    /// The place of the change.
    pub path: Pointer,
    /// The former value; `None` for an added default.
    pub from: Option<Value>,
    /// The new value.
    pub to: Value,
    /// The rule that made the change.
    pub rule: CoercionRule,
}

/// What made a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoercionRule {
    /// `"1"` became 1.
    StringToInteger,
    /// `"1.5"` became 1.5.
    StringToNumber,
    /// `"true"` became true.
    StringToBoolean,
    /// The text of an object became the object.
    JsonToObject,
    /// The text of an array became the array.
    JsonToArray,
    /// A value became a list of it.
    WrapInArray,
    /// 1 became `"1"`.
    NumberToString,
    /// true became `"true"`.
    BooleanToString,
    /// Texts were joined.
    ListToString,
    /// An object became its text.
    ObjectToString,
    /// A list became its only item.
    FirstOfList,
    /// A default was added.
    Default,
}

impl CoercionRule {
    /// The printed name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            CoercionRule::StringToInteger => "string-to-integer",
            CoercionRule::StringToNumber => "string-to-number",
            CoercionRule::StringToBoolean => "string-to-boolean",
            CoercionRule::JsonToObject => "json-to-object",
            CoercionRule::JsonToArray => "json-to-array",
            CoercionRule::WrapInArray => "wrap-in-array",
            CoercionRule::NumberToString => "number-to-string",
            CoercionRule::BooleanToString => "boolean-to-string",
            CoercionRule::ListToString => "list-to-string",
            CoercionRule::ObjectToString => "object-to-string",
            CoercionRule::FirstOfList => "first-of-list",
            CoercionRule::Default => "default",
        }
    }
}

impl Change {
    /// The change as JSON: `{path, from, to, rule}`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::json!({
            "path": self.path.as_str(),
            "from": self.from,
            "to": self.to,
            "rule": self.rule.as_str(),
        })
    }
}

/// A document with its changes.
#[derive(Debug, Clone)]
pub struct Coerced {
    /// The document, with properties in their order and defaults appended.
    pub document: Value,
    /// The changes, outermost first.
    pub changes: Vec<Change>,
    /// Set if defaults within defaults are too many. Then nothing is changed.
    pub issue: Option<Issue>,
}

/// The maximum depth; deeper levels are not changed.
const MAX_DEPTH: usize = 2_000;

/// What may be added as defaults, as weight of values: this much, and that much more for each weight of the document.
/// Beyond it, nothing is changed, and the document gets an issue.
const BASE_DEFAULTS: usize = 5_000_000;
const DEFAULTS_PER_WEIGHT: usize = 64;

/// The cost of a default beside its weight, by the number of defaults around it: schemas that refer to each other
/// multiply them.
const DEFAULT_COSTS: [usize; 4] = [1, 10, 100, 1_000];

/// The maximum number of lists that are made around one value: a recursive schema would make them without end.
const MAX_WRAPS: usize = 2;

/// The maximum depth of alternatives that are tried inside of alternatives.
const MAX_ATTEMPT_DEPTH: usize = 40;

/// What may be tried to find the intended alternatives, as weight of values: this much, and that much more for each
/// weight of the document. Beyond it, a value that no alternative accepts is not changed.
const BASE_ATTEMPTS: usize = 50_000;
const ATTEMPTS_PER_WEIGHT: usize = 64;

/// Coerces a document to the schema of `validator`.
///
/// # Errors
/// A pattern or condition of the schema can't be evaluated.
pub fn coerce(
    validator: &Validator,
    document: &Value,
    mode: Mode,
) -> Result<Coerced, ValidateError> {
    let root = validator.schema().root();
    // A valid value is intended, even if a part of it looks like a mistake.
    let mode = if validator.part(root).is_valid(document)? { Mode::DefaultsOnly } else { mode };
    let weight = weight(document);
    let mut work = Coercer {
        validator,
        mode,
        defaults: true,
        filling: Vec::new(),
        changes: Vec::new(),
        depth: 0,
        defaults_left: BASE_DEFAULTS + DEFAULTS_PER_WEIGHT * weight,
        attempt_depth: 0,
        attempts_left: Some(BASE_ATTEMPTS + ATTEMPTS_PER_WEIGHT * weight),
    };
    let mut value = document.clone();
    match work.value(&[root], &mut value, &Pointer::root(), 0) {
        Ok(()) => Ok(Coerced { document: value, changes: work.changes, issue: None }),
        Err(Stop::Defaults(issue)) => {
            Ok(Coerced { document: document.clone(), changes: Vec::new(), issue: Some(*issue) })
        }
        Err(Stop::Error(error)) => Err(error),
    }
}

/// What ends coercion early.
enum Stop {
    /// Defaults within defaults are too many.
    Defaults(Box<Issue>),
    Error(ValidateError),
}

impl From<ValidateError> for Stop {
    fn from(error: ValidateError) -> Stop {
        Stop::Error(error)
    }
}

fn too_many_defaults(path: Pointer, default: Value) -> Stop {
    let message = "default: defaults within defaults are too many; remove `default` from schemas that contain each other";
    Stop::Defaults(Box::new(Issue {
        path,
        keyword: "default".to_owned(),
        expected: default,
        got: Value::Null,
        message: message.to_owned(),
    }))
}

/// Coerces a document to a role of a contract: by its list of parameters if it has one, else by its schema.
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
        (None, None) => {
            Ok(Coerced { document: document.clone(), changes: Vec::new(), issue: None })
        }
    }
}

struct Coercer<'v> {
    validator: &'v Validator,
    mode: Mode,
    /// No default is added inside of alternatives, because the intended one is not known.
    defaults: bool,
    /// The defaults that are being added, outermost first. A default is not added inside of itself: of a property with
    /// the same name, whose schemas declare the same properties. Names are the same in all languages, while emitted
    /// code may merge equal schemas, or repeat one.
    filling: Vec<(String, Vec<&'v str>)>,
    changes: Vec<Change>,
    depth: usize,
    /// The remaining weight of defaults.
    defaults_left: usize,
    /// The number of alternatives that are being tried, one inside of the other.
    attempt_depth: usize,
    /// The weight of values that may still be tried; `None` if it did not suffice. Then no attempt succeeds, also
    /// none of those that are under way.
    attempts_left: Option<usize>,
}

/// The size of a value as it counts for attempts: one for each value, and one for 16 characters of texts and names.
fn weight(value: &Value) -> usize {
    let (mut sum, mut open) = (0, vec![value]);
    while let Some(value) = open.pop() {
        sum += 1;
        match value {
            Value::String(text) => sum += text.chars().count() / 16,
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                sum += members.keys().map(|name| name.chars().count() / 16).sum::<usize>();
                open.extend(members.values());
            }
            _ => {}
        }
    }
    sum
}

impl<'v> Coercer<'v> {
    /// `wraps`: the number of lists that were made around the value.
    fn value(
        &mut self,
        ids: &[NodeId],
        value: &mut Value,
        at: &Pointer,
        wraps: usize,
    ) -> Result<(), Stop> {
        if self.depth == MAX_DEPTH || !shape::is_known(self.validator.schema(), ids) {
            return Ok(());
        }
        self.depth += 1;
        let done = self.shaped(ids, value, at, wraps);
        self.depth -= 1;
        done
    }

    fn shaped(
        &mut self,
        ids: &[NodeId],
        value: &mut Value,
        at: &Pointer,
        mut wraps: usize,
    ) -> Result<(), Stop> {
        let mut shape = ApplicableSchemas::new(self.validator, ids, value)?;
        if self.mode != Mode::DefaultsOnly
            && let Some(types) = shape.types()
            && let Some((to, rule)) = convert::convert(value, types, self.mode)
            && (rule != CoercionRule::WrapInArray || wraps < MAX_WRAPS)
        {
            wraps += usize::from(rule == CoercionRule::WrapInArray);
            let from = std::mem::replace(value, to.clone());
            self.changes.push(Change { path: at.clone(), from: Some(from), to, rule });
            // The value changed, so conditions are evaluated again.
            shape = ApplicableSchemas::new(self.validator, ids, value)?;
        }
        match value {
            Value::Object(members) => self.object(&shape, members, at)?,
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.value(&shape.item(index), item, &at.push_index(index), wraps)?;
                }
            }
            _ => {}
        }
        if self.mode != Mode::DefaultsOnly {
            for list in shape.alternatives() {
                self.choose(list, value, at, wraps)?;
            }
        }
        Ok(())
    }

    fn object(
        &mut self,
        shape: &ApplicableSchemas<'v>,
        members: &mut Map<String, Value>,
        at: &Pointer,
    ) -> Result<(), Stop> {
        for (name, value) in members.iter_mut() {
            let ids = shape.property(self.validator, name)?;
            self.value(&ids, value, &at.push(name), 0)?;
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
            let filled = (name.to_owned(), inner.names());
            if self.filling.contains(&filled) {
                continue;
            }
            let cost = DEFAULT_COSTS[self.filling.len().min(DEFAULT_COSTS.len() - 1)];
            let (path, mut value) = (at.push(name), default.clone());
            self.defaults_left = self
                .defaults_left
                .checked_sub(cost + weight(default))
                .ok_or_else(|| too_many_defaults(path.clone(), default.clone()))?;
            let to = value.clone();
            self.changes.push(Change {
                path: path.clone(),
                from: None,
                to,
                rule: CoercionRule::Default,
            });
            self.filling.push(filled);
            let done = self.value(&ids, &mut value, &path, 0);
            self.filling.pop();
            done?;
            members.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// Coerces to the first alternative that then accepts the value, if none accepts it unchanged.
    fn choose(
        &mut self,
        list: &[NodeId],
        value: &mut Value,
        at: &Pointer,
        wraps: usize,
    ) -> Result<(), Stop> {
        let Some(left) = self.attempts_left else { return Ok(()) };
        if self.attempt_depth == MAX_ATTEMPT_DEPTH {
            return Ok(());
        }
        for id in list {
            if self.validator.part(*id).is_valid(value)? {
                return Ok(());
            }
        }
        self.attempts_left = left.checked_sub(weight(value).saturating_mul(list.len()));
        self.attempt_depth += 1;
        let defaults = std::mem::replace(&mut self.defaults, false);
        let before = self.changes.len();
        for id in list {
            if self.attempts_left.is_none() {
                break;
            }
            let mut candidate = value.clone();
            self.value(&[*id], &mut candidate, at, wraps)?;
            if self.changes.len() > before
                && self.attempts_left.is_some()
                && self.validator.part(*id).is_valid(&candidate)?
            {
                *value = candidate;
                break;
            }
            self.changes.truncate(before);
        }
        self.defaults = defaults;
        self.attempt_depth -= 1;
        Ok(())
    }
}

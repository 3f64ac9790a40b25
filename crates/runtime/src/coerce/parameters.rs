//! Coerces named values to the types of a SKILL.md, by the table of the validation protocol
//! ([`SkillType::feeds`]) that chains also use.

use contract::Parameter;
use contract::Pointer;
use contract::types::{Conversion, Feeds, SkillType};
use serde_json::Value;

use super::{Change, Coerced, CoercionRule, Mode, convert};
use crate::canonical::number_text;

/// Coerces a document to a list of parameters, and adds the defaults of optional ones, converted like given values. A
/// missing required parameter stays missing, whatever default it has: steps 1 to 3 of the protocol.
#[must_use]
pub fn coerce_parameters(parameters: &[Parameter], document: &Value, mode: Mode) -> Coerced {
    let mut document = document.clone();
    let mut changes = Vec::new();
    let Value::Object(members) = &mut document else {
        return Coerced { document, changes, issue: None };
    };
    for (name, value) in members.iter_mut() {
        let declared = parameters.iter().find(|p| p.name == *name);
        if let Some(kind) = declared.and_then(|p| p.kind)
            && mode != Mode::DefaultsOnly
        {
            one(value, kind, mode, &Pointer::root().push(name), &mut changes);
        }
    }
    for p in parameters.iter().filter(|p| !p.required) {
        let Some(default) = p.default.as_ref().filter(|_| !members.contains_key(&p.name)) else {
            continue;
        };
        let path = Pointer::root().push(&p.name);
        let mut value = default.clone();
        if let Some(kind) = p.kind
            && mode != Mode::DefaultsOnly
        {
            one(&mut value, kind, mode, &path, &mut Vec::new());
        }
        let change = Change { path, from: None, to: value.clone(), rule: CoercionRule::Default };
        changes.push(change);
        members.insert(p.name.clone(), value);
    }
    Coerced { document, changes, issue: None }
}

fn one(value: &mut Value, kind: SkillType, mode: Mode, path: &Pointer, changes: &mut Vec<Change>) {
    if kind.fits(value) {
        return;
    }
    if let Some((to, rule)) = converted(value, kind, mode) {
        let from = std::mem::replace(value, to.clone());
        changes.push(Change { path: path.clone(), from: Some(from), to, rule });
        return;
    }
    // Each element of a list is a separate string.
    if let (Value::Array(items), SkillType::StringList) = (value, kind) {
        for (index, item) in items.iter_mut().enumerate().filter(|(_, item)| !item.is_object()) {
            one(item, SkillType::String, mode, &path.push_index(index), changes);
        }
    }
}

/// The value converted to the type, and the rule that converted it.
fn converted(value: &Value, kind: SkillType, mode: Mode) -> Option<(Value, CoercionRule)> {
    let is_empty = value.as_array().is_some_and(Vec::is_empty);
    if is_empty && kind == SkillType::String && mode == Mode::Protocol {
        return Some((Value::String(String::new()), rule(Conversion::Join, kind)));
    }
    let (Feeds::By(conversion) | Feeds::Some(conversion)) = SkillType::of(value)?.feeds(kind)
    else {
        return None;
    };
    if !allows(mode, conversion) {
        return None;
    }
    let text = |text: String| Some(Value::String(text));
    let to = match (conversion, value) {
        (Conversion::Join, Value::Array(items)) => {
            text(items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "))
        }
        (Conversion::Serialize, value) => text(value.to_string()),
        (Conversion::Wrap, value) => Some(Value::Array(vec![value.clone()])),
        (Conversion::NumberToString, Value::Number(number)) => text(number_text(number)),
        (Conversion::BooleanToString, Value::Bool(flag)) => text(flag.to_string()),
        (Conversion::Element, Value::Array(items)) => items.first().cloned(),
        (Conversion::ParseNumber, Value::String(digits)) => {
            convert::numeral(digits, kind == SkillType::Number).map(Value::Number)
        }
        (Conversion::ParseBoolean, Value::String(word)) => {
            convert::boolean(word, mode == Mode::Lenient).map(Value::Bool)
        }
        (Conversion::ParseObject, Value::String(json)) => convert::object(json),
        _ => None,
    }?;
    Some((to, rule(conversion, kind)))
}

/// Whether a mode allows a conversion. The protocol converts values to text; [`Mode::Lenient`] does so for
/// scalars.
fn allows(mode: Mode, conversion: Conversion) -> bool {
    match conversion {
        Conversion::Wrap
        | Conversion::ParseNumber
        | Conversion::ParseBoolean
        | Conversion::ParseObject => mode != Mode::DefaultsOnly,
        Conversion::NumberToString | Conversion::BooleanToString => {
            matches!(mode, Mode::Lenient | Mode::Protocol)
        }
        Conversion::Join | Conversion::Serialize | Conversion::Element => mode == Mode::Protocol,
    }
}

fn rule(conversion: Conversion, kind: SkillType) -> CoercionRule {
    match conversion {
        Conversion::Join => CoercionRule::ListToString,
        Conversion::Serialize => CoercionRule::ObjectToString,
        Conversion::Wrap => CoercionRule::WrapInArray,
        Conversion::NumberToString => CoercionRule::NumberToString,
        Conversion::BooleanToString => CoercionRule::BooleanToString,
        Conversion::Element => CoercionRule::FirstOfList,
        Conversion::ParseNumber if kind == SkillType::Integer => CoercionRule::StringToInteger,
        Conversion::ParseNumber => CoercionRule::StringToNumber,
        Conversion::ParseBoolean => CoercionRule::StringToBoolean,
        Conversion::ParseObject => CoercionRule::JsonToObject,
    }
}

#[cfg(test)]
mod tests {
    use contract::types::{Feeds, SkillType};
    use serde_json::{Value, json};

    use super::{Mode, converted};

    /// Each pair that a chain calls coercible is converted, and each refuted pair is not.
    #[test]
    fn the_table_is_what_is_done() {
        let sample = |kind| match kind {
            SkillType::String => json!("text"),
            SkillType::StringList => json!(["a", "b"]),
            SkillType::Number => json!(0.5),
            SkillType::Integer => json!(2),
            SkillType::Boolean => json!(true),
            SkillType::Object => json!({"k": 1}),
            SkillType::ObjectList => json!([{"k": 1}, {"k": 2}]),
        };
        for source in SkillType::ALL {
            for target in SkillType::ALL {
                let value: Value = sample(source);
                let done = converted(&value, target, Mode::Protocol);
                match source.feeds(target) {
                    Feeds::By(_) => {
                        let (to, _) = done.expect("a conversion of the table");
                        assert!(target.fits(&to), "{source:?} to {target:?}: {to}");
                    }
                    _ => assert!(done.is_none(), "{source:?} to {target:?}: {done:?}"),
                }
            }
        }
    }

    #[test]
    fn text_that_reads_as_another_type() {
        for (text, kind, to) in [
            ("42", SkillType::Number, json!(42)),
            ("TRUE", SkillType::Boolean, json!(true)),
            (r#"{"key": "value"}"#, SkillType::Object, json!({"key": "value"})),
        ] {
            let done = converted(&json!(text), kind, Mode::Protocol).map(|(to, _)| to);
            assert_eq!(done, Some(to));
        }
        assert_eq!(converted(&json!("yes"), SkillType::Boolean, Mode::Protocol), None);
    }
}

//! Groups of definitions: `#/$defs/orders/Item`, where `orders` is not a schema but holds some. JSON Schema has
//! no groups, but references point into them, so their members are read as definitions.

use serde_json::{Map, Value};

use super::vocabulary::is_keyword;
use crate::Pointer;

/// Whether an object here is a group of definitions: it is below `$defs` or `definitions`, has no keyword, and
/// holds only schemas or groups.
pub(super) fn is_group(at: &Pointer, members: &Map<String, Value>) -> bool {
    let tokens = at.tokens();
    let keyword =
        tokens.iter().rposition(|token| matches!(token.as_str(), "$defs" | "definitions"));
    let names = keyword.map(|keyword| &tokens[keyword + 1..]);
    let is_in_groups = names
        .is_some_and(|names| !names.is_empty() && names[1..].iter().all(|name| !is_keyword(name)));
    is_in_groups && holds_definitions(members)
}

fn holds_definitions(members: &Map<String, Value>) -> bool {
    let is_definition = |(name, value): (&String, &Value)| {
        let is_name = !is_keyword(name) && !name.starts_with("x-") && !name.starts_with('$');
        is_name && value.as_object().is_some_and(|v| is_schema_like(v) || holds_definitions(v))
    };
    !members.is_empty() && members.iter().all(is_definition)
}

/// Whether an object has keywords with plausible values: `type` may be the name of a property.
fn is_schema_like(object: &Map<String, Value>) -> bool {
    let fits = |(name, value): (&String, &Value)| match name.as_str() {
        "type" => value.is_string() || value.is_array(),
        "enum" | "allOf" | "anyOf" | "oneOf" | "required" => value.is_array(),
        "properties" | "$defs" | "definitions" => value.is_object(),
        "title" | "description" | "$ref" | "format" | "pattern" | "$comment" => value.is_string(),
        _ => true,
    };
    object.keys().any(|name| is_keyword(name)) && object.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::is_group;
    use crate::Pointer;

    #[test]
    fn groups_hold_schemas_and_nothing_else() {
        let member = json!({"T": {"type": "string"}, "more": {"U": {"enum": [1]}}});
        for (at, value, wanted) in [
            ("/$defs/g", member.clone(), true),
            ("/definitions/g/more", json!({"U": {"enum": [1]}}), true),
            ("/$defs/g/properties/a", member.clone(), false),
            ("/properties/a", member, false),
            ("/$defs/g", json!({}), false),
            ("/$defs/g", json!({"T": {"type": "string"}, "type": "object"}), false),
            ("/$defs/g", json!({"T": "text"}), false),
            // A misspelt keyword, and a property named `type`.
            ("/$defs/g", json!({"propertees": {"type": {"type": "string"}}}), false),
            ("/$defs/g", json!({"x-rows": {"T": {"type": "string"}}}), false),
        ] {
            let pointer = Pointer::parse(at).unwrap();
            assert_eq!(is_group(&pointer, value.as_object().unwrap()), wanted, "{at} {value}");
        }
    }
}

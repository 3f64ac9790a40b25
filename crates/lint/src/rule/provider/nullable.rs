//! The fix for optional properties if a provider doesn't support them: all become required, and the
//! optional ones nullable. It changes what is sent, so it is never applied automatically.

use contract::{Keywords, Pointer};
use serde_json::Value;

use crate::fix::{Edit, Fix, Safety};
use crate::rule::json_edit;
use crate::source::Source;

/// Makes the optional properties of the object at `at` required and nullable.
pub(super) fn require(
    source: &Source,
    at: &Pointer,
    keywords: &Keywords,
    optional: &[&str],
) -> Option<Fix> {
    if optional.is_empty() {
        return None;
    }
    let all: Vec<Value> =
        keywords.properties.keys().map(|name| Value::from(name.as_str())).collect();
    let list = Value::Array(all).to_string().replace("\",\"", "\", \"");
    let required = at.push("required");
    let first = match source.get(&required) {
        Some(_) => json_edit::replacing(&source.document, &required, list)?,
        None => json_edit::adding(&source.document, at, &format!("\"required\": {list}"))?,
    };
    let mut edits = vec![first];
    for name in optional {
        edits.extend(let_be_null(source, &at.push("properties").push(name))?);
    }
    let words = format!("require {} and let each be null", optional.join(", "));
    Some(Fix { words, safety: Safety::Unsafe, edits })
}

/// The edits that make a property nullable; none if it already is.
fn let_be_null(source: &Source, at: &Pointer) -> Option<Vec<Edit>> {
    let document = &source.document;
    let schema = source.get(at)?;
    let kind = at.push("type");
    let listed = schema.get("enum").and_then(Value::as_array);
    let plain = schema.get("const").is_none() && schema.get("$ref").is_none();
    let with_null = match schema.get("type") {
        Some(Value::String(one)) if one == "null" => return Some(Vec::new()),
        Some(Value::String(one)) if plain => Some(format!("[\"{one}\", \"null\"]")),
        Some(Value::Array(several)) if plain => {
            if several.iter().any(|one| one == "null") {
                return Some(Vec::new());
            }
            let names: Vec<String> = several.iter().map(Value::to_string).collect();
            Some(format!("[{}, \"null\"]", names.join(", ")))
        }
        _ => None,
    };
    let Some(with_null) = with_null else {
        let inner = json_edit::text_of(document, at)?;
        let either = format!("{{ \"anyOf\": [{inner}, {{ \"type\": \"null\" }}] }}");
        return Some(vec![json_edit::replacing(document, at, either)?]);
    };
    let mut edits = vec![json_edit::replacing(document, &kind, with_null)?];
    if let Some(listed) = listed.filter(|listed| !listed.contains(&Value::Null)) {
        let values: Vec<String> =
            listed.iter().map(Value::to_string).chain(["null".to_owned()]).collect();
        let text = format!("[{}]", values.join(", "));
        edits.push(json_edit::replacing(document, &at.push("enum"), text)?);
    }
    Some(edits)
}

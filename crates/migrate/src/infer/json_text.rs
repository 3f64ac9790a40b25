//! JSON that a script writes as text with expansions: the schema of the result.

use contract::number::is_written_as_integer;
use serde_json::{Map, Value, json};

use crate::infer::Reading;
use crate::infer::variable::Kind;

/// From here on, private characters represent expansions, so that the text can be parsed as JSON.
const FIRST: u32 = 0xE000;
/// Before an expansion that is a complete value, without quotes.
const BARE: char = '\u{F8FF}';

/// A text with expansions.
#[derive(Debug, Default)]
pub(super) struct Text {
    text: String,
    /// The expansions by index: as written, and the variable.
    holes: Vec<(String, Option<String>)>,
}

impl Text {
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn hole(&mut self, source: &str, name: Option<&str>) {
        let number = u32::try_from(self.holes.len()).unwrap_or(0);
        if let Some(c) = char::from_u32(FIRST + number).filter(|_| number < 4000) {
            self.text.push(c);
            self.holes.push((source.to_owned(), name.map(str::to_owned)));
        }
    }

    /// Whether it begins like a JSON document.
    pub(super) fn begins(&self) -> bool {
        self.text.trim_start().starts_with(['{', '['])
    }

    /// The schema of the document, if the text is one.
    pub(super) fn schema(&self, reading: &Reading<'_>) -> Option<Map<String, Value>> {
        let value: Value = serde_json::from_str(&self.quoted()).ok()?;
        if !(value.is_object() || value.is_array()) {
            return None;
        }
        Some(self.of(&value, reading, 0))
    }

    /// Puts expansions outside of strings into separate strings.
    fn quoted(&self) -> String {
        let mut out = String::new();
        let (mut inside, mut escaped, mut bare) = (false, false, false);
        for c in self.text.chars() {
            let hole = (FIRST..FIRST + 4000).contains(&u32::from(c));
            if hole && !inside && !bare {
                out.push('"');
                out.push(BARE);
                bare = true;
            }
            if bare && !hole && !c.is_ascii_alphanumeric() && c != '.' {
                out.push('"');
                bare = false;
            }
            match c {
                '"' if !escaped => inside = !inside,
                _ => {}
            }
            escaped = c == '\\' && !escaped;
            out.push(c);
        }
        if bare {
            out.push('"');
        }
        out
    }

    fn of(&self, value: &Value, reading: &Reading<'_>, depth: usize) -> Map<String, Value> {
        match value {
            Value::String(text) => self.text_of(text, reading),
            Value::Array(items) => {
                let mut merged: Option<Map<String, Value>> = None;
                for item in items.iter().take(20).filter(|_| depth < 20) {
                    let own = self.of(item, reading, depth + 1);
                    merged = Some(merged.map_or(own.clone(), |known| merge(&known, &own)));
                }
                let mut schema = typed("array");
                if let Some(items) = merged.filter(|m| !m.is_empty()) {
                    schema.insert("items".to_owned(), Value::Object(items));
                }
                schema
            }
            Value::Object(members) if depth < 20 => {
                let mut properties = Map::new();
                for (key, member) in members {
                    if key.chars().any(|c| (FIRST..=0xF8FF).contains(&u32::from(c))) {
                        continue;
                    }
                    properties
                        .insert(key.clone(), Value::Object(self.of(member, reading, depth + 1)));
                }
                object(properties)
            }
            Value::Object(_) => typed("object"),
            Value::Bool(_) => typed("boolean"),
            Value::Number(n) => typed(if is_written_as_integer(n) { "integer" } else { "number" }),
            Value::Null => typed("null"),
        }
    }

    fn text_of(&self, text: &str, reading: &Reading<'_>) -> Map<String, Value> {
        let holes: Vec<usize> = text
            .chars()
            .filter_map(|c| u32::from(c).checked_sub(FIRST).filter(|n| *n < 4000))
            .filter_map(|n| usize::try_from(n).ok())
            .collect();
        let Some(bare) = text.strip_prefix(BARE) else {
            let mut schema = typed("string");
            if holes.is_empty() {
                schema.insert("enum".to_owned(), json!([text]));
            }
            return schema;
        };
        match holes.as_slice() {
            [one] if bare.chars().count() == 1 => {
                let Some((source, name)) = self.holes.get(*one) else { return Map::new() };
                match reading.variables.kind(source, name.as_deref()) {
                    // Without quotes, a variable's text is not a JSON string.
                    None | Some(Kind::Text) => Map::new(),
                    Some(kind) => typed(kind.name()),
                }
            }
            _ => typed("number"),
        }
    }
}

pub(super) fn typed(name: &str) -> Map<String, Value> {
    [("type".to_owned(), json!(name))].into_iter().collect()
}

/// An object with all of these.
pub(super) fn object(properties: Map<String, Value>) -> Map<String, Value> {
    let mut schema = typed("object");
    let required: Vec<String> = properties.keys().cloned().collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema
}

/// The union of both: types joined, properties of either, required in both, values of both.
pub(super) fn merge(a: &Map<String, Value>, b: &Map<String, Value>) -> Map<String, Value> {
    if a == b {
        return a.clone();
    }
    let mut out = Map::new();
    let types = |m: &Map<String, Value>| -> Option<Vec<String>> {
        match m.get("type")? {
            Value::String(one) => Some(vec![one.clone()]),
            Value::Array(list) => {
                Some(list.iter().filter_map(|v| v.as_str().map(str::to_owned)).collect())
            }
            _ => None,
        }
    };
    // If one of them is open, the result is.
    let (Some(mut all), Some(other)) = (types(a), types(b)) else { return out };
    for name in other {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    if all.iter().any(|t| t == "number") {
        all.retain(|t| t != "integer");
    }
    out.insert("type".to_owned(), if all.len() == 1 { json!(all[0]) } else { json!(all) });
    let text = |m: &Map<String, Value>| types(m).is_some_and(|t| t.iter().any(|t| t == "string"));
    let words = |m: &Map<String, Value>| m.get("enum").and_then(Value::as_array).cloned();
    match (words(a), words(b)) {
        (Some(mut list), Some(other)) => {
            list.extend(other.into_iter().filter(|w| !list.contains(w)).collect::<Vec<_>>());
            if all.len() == 1 {
                out.insert("enum".to_owned(), json!(list));
            }
        }
        (Some(list), None) if !text(b) && all.len() == 1 => {
            out.insert("enum".to_owned(), json!(list));
        }
        _ => {}
    }
    members(a, b, &mut out);
    match (a.get("items").and_then(Value::as_object), b.get("items").and_then(Value::as_object)) {
        (Some(x), Some(y)) => {
            out.insert("items".to_owned(), Value::Object(merge(x, y)));
        }
        (Some(x), None) | (None, Some(x)) => {
            out.insert("items".to_owned(), Value::Object(x.clone()));
        }
        (None, None) => {}
    }
    out
}

fn members(a: &Map<String, Value>, b: &Map<String, Value>, out: &mut Map<String, Value>) {
    let of = |m: &Map<String, Value>| m.get("properties").and_then(Value::as_object).cloned();
    let required = |m: &Map<String, Value>| -> Vec<Value> {
        m.get("required").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let (first, second) = (of(a), of(b));
    let Some(mut properties) = first.clone().or_else(|| second.clone()) else { return };
    let both = first.is_some() && second.is_some();
    for (key, schema) in second.into_iter().flatten().filter(|_| both) {
        let merged = match properties.get(&key).and_then(Value::as_object) {
            Some(known) => Value::Object(merge(known, schema.as_object().unwrap_or(&Map::new()))),
            None => schema,
        };
        properties.insert(key, merged);
    }
    let (x, y) = (required(a), required(b));
    let list: Vec<Value> = if both {
        x.into_iter().filter(|r| y.contains(r)).collect()
    } else if x.is_empty() {
        y
    } else {
        x
    };
    if !list.is_empty() {
        out.insert("required".to_owned(), json!(list));
    }
    out.insert("properties".to_owned(), Value::Object(properties));
}

/// Literal words of the script: a list of them gives the possible values, a single one is only an example, unless the
/// property is a constant.
pub(super) fn settle(name: Option<&str>, schema: &mut Map<String, Value>) {
    let single = schema.get("enum").and_then(Value::as_array).is_some_and(|list| list.len() == 1);
    let state = name.is_some_and(|n| {
        matches!(n, "status" | "state" | "result" | "code" | "type" | "kind" | "level")
    });
    if !state && let Some(list) = schema.remove("enum").filter(|_| single || name.is_some()) {
        schema.insert("examples".to_owned(), list);
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for (key, property) in properties.iter_mut() {
            if let Some(property) = property.as_object_mut() {
                settle(Some(key), property);
            }
        }
    }
    if let Some(items) = schema.get_mut("items").and_then(Value::as_object_mut) {
        settle(None, items);
    }
}

//! Objects that a jq filter builds: `{status: "ok", count: ($n | tonumber), $name}`.

use std::collections::BTreeMap;

use contract::number::is_written_as_integer;
use serde_json::{Map, Value, json};

use crate::infer::json_text::{object, typed};
use crate::infer::variable::Kind;
use crate::infer::{Reading, stdin};
use crate::model::Call;
use crate::word::{self, Piece};

/// The content of a call's arguments: text (`--arg`), or JSON of a type.
type Arguments = BTreeMap<String, Option<Kind>>;

/// The schema of a jq call's output, if its filter is an object or a list literal.
pub(super) fn schema(call: &Call, reading: &Reading<'_>) -> Option<Map<String, Value>> {
    let filter = stdin::filter(call)?;
    let arguments = arguments(call, reading);
    let filter = filter.trim();
    // `. + {…}` and similar filters extend an unknown value.
    value(filter, &arguments, 0).filter(|schema| schema.get("type").is_some())
}

fn arguments(call: &Call, reading: &Reading<'_>) -> Arguments {
    let mut out = Arguments::new();
    for window in call.words.windows(3) {
        match window[0].as_str() {
            "--arg" => {
                out.insert(window[1].to_string(), Some(Kind::Text));
            }
            "--argjson" => {
                let kind = match word::pieces(&window[2]).as_slice() {
                    [Piece::Hole { source, name, .. }] => {
                        reading.variables.kind(source, name.as_deref())
                    }
                    [Piece::Text(text)] => match serde_json::from_str::<Value>(text) {
                        Ok(Value::Bool(_)) => Some(Kind::Boolean),
                        Ok(Value::Number(_)) => Some(Kind::Number),
                        Ok(Value::Array(_)) => Some(Kind::Array),
                        Ok(Value::Object(_)) => Some(Kind::Object),
                        _ => None,
                    },
                    _ => None,
                };
                // `--argjson` reads JSON: what looks like text is another value then.
                out.insert(window[1].to_string(), kind.filter(|k| *k != Kind::Text));
            }
            _ => {}
        }
    }
    out
}

/// The schema of an expression; empty if nothing is known.
fn value(text: &str, arguments: &Arguments, depth: usize) -> Option<Map<String, Value>> {
    let text = text.trim();
    if depth > 12 || text.is_empty() {
        return None;
    }
    if let Some(inner) = enclosed(text, '(', ')') {
        return value(inner, arguments, depth + 1);
    }
    let stages = split(text, '|');
    if stages.len() > 1 {
        let last = stages.last().map_or("", |s| s.trim());
        return Some(match last {
            "tonumber" | "add" | "floor" | "round" | "min" | "max" => typed("number"),
            "length" => typed("integer"),
            "tostring" | "ascii_downcase" | "ascii_upcase" | "@json" | "tojson" => typed("string"),
            "not" => typed("boolean"),
            "keys" | "unique" | "sort" => typed("array"),
            l if l.starts_with("split(") || l.starts_with("map(") => typed("array"),
            l if l.starts_with("join(") => typed("string"),
            l if l.starts_with("test(") || l.starts_with("any") || l.starts_with("all") => {
                typed("boolean")
            }
            l if l.starts_with(['{', '[']) => return value(l, arguments, depth + 1),
            _ => Map::new(),
        });
    }
    if let Some(inner) = enclosed(text, '{', '}') {
        return Some(members(inner, arguments, depth));
    }
    if let Some(inner) = enclosed(text, '[', ']') {
        let mut schema = typed("array");
        let parts = split(inner, ',');
        if let [only] = parts.as_slice()
            && only.trim().starts_with(['{', '"'])
            && let Some(item) = value(only, arguments, depth + 1)
        {
            schema.insert("items".to_owned(), Value::Object(item));
        }
        return Some(schema);
    }
    Some(scalar(text, arguments))
}

fn scalar(text: &str, arguments: &Arguments) -> Map<String, Value> {
    if let Some(name) = text.strip_prefix('$') {
        return match arguments.get(name) {
            Some(Some(kind)) => typed(kind.name()),
            _ => Map::new(),
        };
    }
    match text {
        "true" | "false" => return typed("boolean"),
        "null" => return typed("null"),
        "now" => return typed("number"),
        _ => {}
    }
    if text.len() > 1
        && text.starts_with('"')
        && text.ends_with('"')
        && !text[1..text.len() - 1].contains("\" ")
    {
        let mut schema = typed("string");
        if let Ok(Value::String(plain)) = serde_json::from_str::<Value>(text) {
            schema.insert("enum".to_owned(), json!([plain]));
        }
        return schema;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Number(n)) if is_written_as_integer(&n) => typed("integer"),
        Ok(Value::Number(_)) => typed("number"),
        _ if text.contains("==") || text.contains("!=") => typed("boolean"),
        _ => Map::new(),
    }
}

fn members(inner: &str, arguments: &Arguments, depth: usize) -> Map<String, Value> {
    let mut properties = Map::new();
    for part in split(inner, ',') {
        let part = part.trim();
        let halves = split(part, ':');
        let (key, schema) = match halves.as_slice() {
            [key] => {
                let Some(name) = key.trim().strip_prefix('$') else {
                    let name = key.trim().trim_matches('"');
                    if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                        properties.insert(name.to_owned(), json!({}));
                    }
                    continue;
                };
                (name.to_owned(), scalar(key.trim(), arguments))
            }
            [key, rest @ ..] if !key.trim().starts_with('(') => {
                let text = rest.join(":");
                let name = key.trim().trim_matches('"').to_owned();
                (name, value(&text, arguments, depth + 1).unwrap_or_default())
            }
            _ => continue,
        };
        if !key.is_empty() {
            properties.insert(key, Value::Object(schema));
        }
    }
    object(properties)
}

/// The content of brackets around the whole text.
fn enclosed(text: &str, open: char, close: char) -> Option<&str> {
    let inner = text.strip_prefix(open)?.strip_suffix(close)?;
    let mut depth = 0usize;
    let (mut quoted, mut escaped) = (false, false);
    for c in inner.chars() {
        match c {
            '"' if !escaped => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.checked_sub(1)?,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    Some(inner)
}

/// The parts between separators outside of brackets and strings.
fn split(text: &str, at: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let (mut quoted, mut escaped) = (false, false);
    for (index, c) in text.char_indices() {
        match c {
            '"' if !escaped => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            c if c == at && !quoted && depth == 0 => {
                parts.push(&text[start..index]);
                start = index + c.len_utf8();
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    parts.push(&text[start..]);
    parts
}

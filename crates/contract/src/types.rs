//! The type system of skill frontmatter (seeds/skill-validation-protocol.txt, "Type System", and the
//! `object[]` of its examples) and its way to JSON Schema and back.

use serde_json::{Map, Value, json};

/// A type as frontmatter spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkillType {
    /// `string`
    String,
    /// `string[]`
    StringList,
    /// `number`
    Number,
    /// `integer`
    Integer,
    /// `boolean`
    Boolean,
    /// `object`
    Object,
    /// `object[]`
    ObjectList,
}

impl SkillType {
    /// All types.
    pub const ALL: [SkillType; 7] = [
        SkillType::String,
        SkillType::StringList,
        SkillType::Number,
        SkillType::Integer,
        SkillType::Boolean,
        SkillType::Object,
        SkillType::ObjectList,
    ];

    /// The name as frontmatter spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            SkillType::String => "string",
            SkillType::StringList => "string[]",
            SkillType::Number => "number",
            SkillType::Integer => "integer",
            SkillType::Boolean => "boolean",
            SkillType::Object => "object",
            SkillType::ObjectList => "object[]",
        }
    }

    /// Reads the name.
    #[must_use]
    pub fn parse(name: &str) -> Option<SkillType> {
        SkillType::ALL.into_iter().find(|t| t.as_str() == name.trim())
    }

    /// The JSON Schema of the type, without annotations.
    #[must_use]
    pub fn to_schema(self) -> Value {
        match self {
            SkillType::StringList => json!({"type": "array", "items": {"type": "string"}}),
            SkillType::ObjectList => json!({"type": "array", "items": {"type": "object"}}),
            plain => json!({"type": plain.as_str()}),
        }
    }

    /// The type that says what `schema` says about types; `None` where there is none (a union, a
    /// reference, an array of something else).
    #[must_use]
    pub fn from_schema(schema: &Value) -> Option<SkillType> {
        let name = schema.get("type")?.as_str()?;
        if name != "array" {
            return SkillType::parse(name);
        }
        match schema.get("items")?.get("type")?.as_str()? {
            "string" => Some(SkillType::StringList),
            "object" => Some(SkillType::ObjectList),
            _ => None,
        }
    }

    /// Whether a value is of this type.
    #[must_use]
    pub fn fits(self, value: &Value) -> bool {
        let all =
            |test: fn(&Value) -> bool| value.as_array().is_some_and(|list| list.iter().all(test));
        match self {
            SkillType::String => value.is_string(),
            SkillType::StringList => all(Value::is_string),
            SkillType::Number => value.is_number(),
            SkillType::Integer => crate::value::is_integer(value),
            SkillType::Boolean => value.is_boolean(),
            SkillType::Object => value.is_object(),
            SkillType::ObjectList => all(Value::is_object),
        }
    }

    /// The name of a value's type in the seed's words (`Type mismatch for X: expected T, got U`): an
    /// array of strings only is `string[]`.
    #[must_use]
    pub fn name_of(value: &Value) -> &'static str {
        match value {
            Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_string) => {
                "string[]"
            }
            other => crate::value::kind(other),
        }
    }
}

/// The JSON Schema (2020-12) of a list of parameters: an open object, since undeclared parameters are
/// at most a warning.
#[must_use]
pub fn parameters_to_schema(parameters: &[crate::source::Parameter]) -> Value {
    let mut properties = Map::new();
    for p in parameters {
        let mut schema = match p.kind.map(SkillType::to_schema) {
            Some(Value::Object(map)) => map,
            _ => Map::new(),
        };
        if let Some(text) = &p.description {
            schema.insert("description".to_owned(), json!(text));
        }
        if let Some(default) = &p.default {
            schema.insert("default".to_owned(), default.clone());
        }
        properties.insert(p.name.clone(), Value::Object(schema));
    }
    let required: Vec<&str> =
        parameters.iter().filter(|p| p.required).map(|p| p.name.as_str()).collect();
    json!({
        "$schema": crate::Draft::Draft2020.uri(),
        "type": "object",
        "required": required,
        "properties": properties,
    })
}

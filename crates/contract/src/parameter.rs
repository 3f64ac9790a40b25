//! The parameters of a skill, as its frontmatter lists them.

use serde_json::{Map, Value, json};

use crate::Pointer;
use crate::types::SkillType;

/// A parameter of a skill in frontmatter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type; `None` if the type is missing or unknown (`type_text` has the text).
    pub kind: Option<SkillType>,
    /// The type as written.
    pub type_text: String,
    /// Whether it is in the `required` list.
    pub required: bool,
    /// Its description.
    pub description: Option<String>,
    /// Its default.
    pub default: Option<Value>,
    /// Its place in the frontmatter.
    pub pointer: Pointer,
}

/// The JSON Schema (2020-12) of a list of parameters: an open object, since undeclared parameters are
/// at most a warning.
#[must_use]
pub fn parameters_to_schema(parameters: &[Parameter]) -> Value {
    let mut properties = Map::new();
    for p in parameters {
        let mut schema = match p.kind.map(SkillType::to_schema) {
            Some(Value::Object(map)) => map,
            _ => Map::new(),
        };
        if let Some(text) = &p.description {
            schema.insert("description".to_owned(), json!(text));
        }
        // A required parameter is given, so its default is never used.
        if let Some(default) = p.default.as_ref().filter(|_| !p.required) {
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

//! The draft as an API contract document: input, parameter and output as JSON Schema, each property with its line in
//! `$comment`.

use serde_json::{Map, Value, json};

use crate::infer::evidence_text::{exits, lines, seen, way};
use crate::infer::{Draft, Field, Output, envelope};

/// The dialect of the schemas.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The contract document of the seed on contracts (§31.6), version 0.1.0.
#[must_use]
pub fn api_contract(draft: &Draft, name: &str) -> Value {
    let mut out = Map::new();
    out.insert("$schema".to_owned(), json!(DIALECT));
    out.insert("title".to_owned(), json!(name));
    let description = draft
        .description
        .as_ref()
        .map_or_else(|| format!("TODO: say what {name} does"), |d| d.text.clone());
    out.insert("description".to_owned(), json!(description));
    out.insert("version".to_owned(), json!("0.1.0"));
    out.insert("input".to_owned(), inputs(&draft.fields, "What the script takes."));
    if !draft.parameters.is_empty() {
        let what = "Variables of the environment that the script reads.";
        out.insert("parameter".to_owned(), inputs(&draft.parameters, what));
    }
    out.insert("output".to_owned(), output_schema(draft));
    let secrets = draft.secrets.iter().map(|(name, _)| name.as_str());
    let secrets: Vec<&str> = secrets.collect();
    if !secrets.is_empty() {
        let text = format!("Needs these secrets in its environment: {}", secrets.join(", "));
        out.insert("$comment".to_owned(), json!(text));
    }
    if !draft.tools.is_empty() {
        let names: Vec<&str> = draft.tools.iter().map(|(name, _)| name.as_str()).collect();
        out.insert("tools".to_owned(), json!(names));
    }
    Value::Object(out)
}

fn inputs(fields: &[Field], description: &str) -> Value {
    let required: Vec<&str> =
        fields.iter().filter(|f| f.required).map(|f| f.name.as_str()).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("description".to_owned(), json!(description));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema.insert("additionalProperties".to_owned(), json!(false));
    let properties: Map<String, Value> =
        fields.iter().map(|f| (f.name.clone(), property(f))).collect();
    schema.insert("properties".to_owned(), Value::Object(properties));
    Value::Object(schema)
}

fn property(field: &Field) -> Value {
    let mut schema = field.schema.clone();
    schema.insert("description".to_owned(), json!(field.description));
    if let Some(default) = &field.default {
        schema.insert("default".to_owned(), default.clone());
    }
    let comment = format!("{}; {}", way(&field.way), seen(&field.evidence));
    schema.insert("$comment".to_owned(), json!(comment));
    Value::Object(schema)
}

/// The output: the script's own JSON, or the envelope with the values of its lines.
#[must_use]
pub fn output_schema(draft: &Draft) -> Value {
    match &draft.output {
        Output::Json(schema, evidence) => {
            let mut schema = schema.clone();
            let what = if schema.is_empty() {
                "TODO: describe the JSON that is printed; it can't be read from the source"
                    .to_owned()
            } else {
                "The JSON that the script prints.".to_owned()
            };
            let what = format!("{what}{}", exits(draft));
            schema.insert("description".to_owned(), json!(what));
            schema.insert("$comment".to_owned(), json!(format!("printed at {}", lines(evidence))));
            describe(&mut schema);
            Value::Object(schema)
        }
        Output::Envelope(printed) => envelope::schema(draft, printed),
    }
}

/// Properties without a description say so.
fn describe(schema: &mut Map<String, Value>) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (name, property) in properties.iter_mut() {
        let Some(property) = property.as_object_mut() else { continue };
        let open = property.get("type").is_none();
        let text = if open {
            format!("TODO: say what {name} is; its type can't be read from the source")
        } else {
            format!("TODO: say what {name} is")
        };
        property.insert("description".to_owned(), json!(text));
        describe(property);
    }
}

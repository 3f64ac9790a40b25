//! The envelope of a script as a schema: skill-output-v1, or the helper envelope with the same values in its payload,
//! each described by the script's lines.

use serde_json::{Map, Value, json};

use crate::envelope::Kind;
use crate::infer::evidence_text::{exits, lines};
use crate::infer::printed::STANDARD;
use crate::infer::{Draft, Evidence, Printed};

/// The envelope that the script prints, or will print.
pub(super) fn schema(draft: &Draft, printed: &Printed) -> Value {
    let output = skill(draft, printed);
    match draft.envelope {
        Kind::SkillOutput => output,
        Kind::Helper => helper(output, printed),
    }
}

fn skill(draft: &Draft, printed: &Printed) -> Value {
    let now = if printed.already {
        "The envelope that the script prints."
    } else {
        "The envelope that the script prints once it is migrated."
    };
    let deliverables = if printed.deliverables.is_empty() {
        "Paths of the files that were made or changed; no line of the script was read as naming one.".to_owned()
    } else {
        format!(
            "Paths of the files that were made or changed, as named at {}.",
            lines(&printed.deliverables)
        )
    };
    let confidence = if printed.confidence.is_empty() {
        "How good the result is, from 0 to 1; the script prints none, so it is the configured default.".to_owned()
    } else {
        format!(
            "How good the result is, from 0 to 1, as printed at {}.",
            lines(&printed.confidence)
        )
    };
    let metrics: Map<String, Value> = printed
        .metrics
        .iter()
        .map(|(key, at)| {
            let whole = STANDARD.contains(&key.as_str());
            let mut schema = Map::new();
            schema.insert("type".to_owned(), json!(if whole { "integer" } else { "number" }));
            if whole {
                schema.insert("minimum".to_owned(), json!(0));
            }
            schema.insert(
                "description".to_owned(),
                json!(format!("The number printed at line {}.", at.line)),
            );
            schema.insert("$comment".to_owned(), json!(format!("line {}: {}", at.line, at.text)));
            (key.clone(), Value::Object(schema))
        })
        .collect();
    let mut schema = skill_output();
    schema["description"] = json!(format!("{now}{}", exits(draft)));
    let properties = &mut schema["properties"];
    properties["success"]["description"] =
        json!("Whether the script ended with exit code 0 and said of no failure.");
    properties["confidence"]["description"] = json!(confidence);
    properties["deliverables"]["description"] = json!(deliverables);
    if metrics.is_empty() {
        properties["metrics"].as_object_mut().and_then(|m| m.shift_remove("properties"));
    } else {
        properties["metrics"]["properties"] = Value::Object(metrics);
    }
    if !printed.errors.is_empty() {
        let messages: Vec<String> =
            printed.errors.iter().map(|e| format!("line {}: {}", e.line, e.text)).collect();
        properties["errors"]["$comment"] = json!(messages.join("; "));
    }
    schema
}

/// skill-output-v1 inside of another document: with its error inlined, and without its examples.
fn skill_output() -> Value {
    const TEXT: &str = include_str!("../../../../schemas/skill-output-v1.schema.json");
    let mut schema: Value =
        serde_json::from_str(TEXT).expect("invariant: schemas/skill-output-v1 is JSON");
    let error = schema["$defs"]["error"].take();
    schema["properties"]["errors"]["items"] = error;
    for key in ["$schema", "title", "$defs"] {
        schema.as_object_mut().and_then(|s| s.shift_remove(key));
    }
    without_examples(&mut schema);
    schema
}

fn without_examples(value: &mut Value) {
    if let Some(object) = value.as_object_mut() {
        object.shift_remove("examples");
        object.values_mut().for_each(without_examples);
    }
}

/// The helper envelope with the fields of `output` and the named results in its payload.
fn helper(mut output: Value, printed: &Printed) -> Value {
    const TEXT: &str = include_str!("../../../../schemas/helper-envelope-v1.schema.json");
    // A migrated script never prints `partial`, because it has no sources.
    const STATUS: [&str; 3] = ["ok", "error", "tool-missing"];
    let mut schema: Value =
        serde_json::from_str(TEXT).expect("invariant: schemas/helper-envelope-v1 is JSON");
    for key in ["$schema", "title"] {
        schema.as_object_mut().and_then(|s| s.shift_remove(key));
    }
    without_examples(&mut schema);
    schema["description"] = output["description"].take();
    if let Some(rules) = schema["allOf"].as_array_mut() {
        rules.truncate(1);
    }
    if let (Some(needed), Value::Array(payload)) =
        (schema["required"].as_array_mut(), output["required"].take())
    {
        needed.extend(payload);
        needed.push(json!("values"));
    }
    let properties = &mut schema["properties"];
    properties.as_object_mut().and_then(|p| p.shift_remove("skipped_sources"));
    properties["status"]["enum"] = json!(STATUS);
    properties["status"]["description"] = json!(
        "ok: ended with exit code 0 and said of no failure. tool-missing: exit code 127. error: any other way."
    );
    properties["error"]["description"] =
        json!("null exactly when status is ok; otherwise code and message of the first of errors.");
    for (name, property) in output["properties"].as_object_mut().into_iter().flatten() {
        properties[name.as_str()] = property.take();
    }
    properties["values"] = values(&printed.values);
    if !printed.answers.is_empty() {
        let places = lines(&printed.answers);
        properties["text"] = json!({
            "type": "string",
            "description": format!("The text printed at {places}, its first 65,536 bytes; instead of it data, where that text is JSON."),
        });
        properties["data"] = json!({
            "type": ["object", "array"],
            "description": format!("The JSON object or list printed at {places}."),
        });
        properties["truncated"] = json!({
            "type": "boolean",
            "description": "More than the text was printed.",
        });
    }
    schema
}

/// The `KEY=VALUE` results.
fn values(named: &[(String, Evidence)]) -> Value {
    let known: Map<String, Value> = named
        .iter()
        .map(|(key, at)| {
            let text = format!("The text printed at line {}.", at.line);
            let comment = format!("line {}: {}", at.line, at.text);
            (key.clone(), json!({"type": "string", "description": text, "$comment": comment}))
        })
        .collect();
    let mut schema = json!({
        "type": "object",
        "description": "Results of the run by name, as KEY=VALUE lines print them; always text.",
    });
    if !known.is_empty() {
        schema["properties"] = Value::Object(known);
    }
    schema["additionalProperties"] = json!({"type": "string"});
    schema
}

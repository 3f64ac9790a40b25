//! The hand-written schemas in schemas/: each is valid under its metaschema, says what it is, and accepts
//! its own examples. A schema that skillgen sells and does not keep to itself would be worth nothing.
#![allow(clippy::disallowed_methods, reason = "a test reads the files that it is about")]

use std::path::PathBuf;

use serde_json::Value;

fn schemas() -> Vec<(String, Value)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .expect("schemas/ stands beside crates/")
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.to_string_lossy().ends_with(".schema.json"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a schema can be read");
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            (name.unwrap_or_default(), serde_json::from_str(&text).expect("a schema is JSON"))
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(found.len() >= 15, "schemas/ holds {} schemas", found.len());
    found
}

#[test]
fn each_is_valid_under_its_metaschema() {
    for (name, schema) in schemas() {
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
            panic!("{name}: {error} at {}", error.instance_path());
        }
    }
}

#[test]
fn each_accepts_its_examples() {
    for (name, schema) in schemas() {
        for key in ["title", "description"] {
            assert!(schema[key].is_string(), "{name} has no {key}");
        }
        let examples = schema["examples"].as_array();
        let examples = examples.unwrap_or_else(|| panic!("{name} has no examples"));
        assert!(!examples.is_empty(), "{name} has no examples");
        let validator =
            jsonschema::draft202012::options().should_validate_formats(true).build(&schema);
        let validator = validator.unwrap_or_else(|error| panic!("{name}: {error}"));
        for example in examples {
            if let Some(error) = validator.iter_errors(example).next() {
                panic!("{name}: {error} at {}", error.instance_path());
            }
        }
    }
}

/// What skillgen's own commands print: each has its description as a whole; the words of the parts are the
/// commands' documentation's.
const PAYLOADS: [&str; 8] =
    ["cache", "diff", "emit", "infer", "migrate", "parse", "run", "validate"];

#[test]
fn each_property_says_what_it_is() {
    for (name, schema) in schemas() {
        if PAYLOADS.iter().any(|payload| name == format!("{payload}.schema.json")) {
            continue;
        }
        undescribed(&schema, &name);
    }
}

fn undescribed(schema: &Value, at: &str) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        // Conditions speak of properties that are described elsewhere.
        for (key, property) in properties {
            let place = format!("{at}/{key}");
            assert!(
                ["description", "$ref"].iter().any(|key| property.get(key).is_some()),
                "{place} has no description"
            );
            undescribed(property, &place);
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
            undescribed(inner, &format!("{at}/{key}"));
        }
    }
    let definitions = schema.get("$defs").and_then(Value::as_object);
    for (key, definition) in definitions.into_iter().flatten() {
        undescribed(definition, &format!("{at}/$defs/{key}"));
    }
}

fn verdict(name: &str, instance: &str) -> bool {
    let schema = schemas().into_iter().find(|(file, _)| file == &format!("{name}.schema.json"));
    let (_, schema) = schema.expect("the schema is there");
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("a schema compiles");
    validator.is_valid(&serde_json::from_str(instance).expect("the instance is JSON"))
}

#[test]
fn skill_output_is_closed_and_bounded() {
    let output = |patch: &str| {
        let text =
            r#"{"success":true,"confidence":0.5,"deliverables":[],"metrics":{},"errors":[]}"#;
        let mut value: Value = serde_json::from_str(text).expect("the base is JSON");
        let patch: Value = serde_json::from_str(patch).expect("the patch is JSON");
        for (key, new) in patch.as_object().expect("the patch is an object") {
            value[key] = new.clone();
        }
        verdict("skill-output-v1", &value.to_string())
    };
    assert!(output("{}"));
    assert!(output(r#"{"confidence":1}"#));
    assert!(output(r#"{"metrics":{"coverage":0.9,"files_deleted":0}}"#));
    assert!(output(r#"{"errors":[{"code":"E_2","message":"m","stack":"s","context":{}}]}"#));
    assert!(!output(r#"{"extra":1}"#));
    assert!(!output(r#"{"confidence":1.01}"#));
    assert!(!output(r#"{"deliverables":[""]}"#));
    assert!(!output(r#"{"metrics":{"execution_time_ms":1.5}}"#));
    assert!(!output(r#"{"metrics":{"files_created":-1}}"#));
    assert!(!output(r#"{"metrics":{"note":"fast"}}"#));
    assert!(!output(r#"{"errors":[{"code":"lower","message":"m"}]}"#));
    assert!(!output(r#"{"errors":[{"code":"E","message":""}]}"#));
    assert!(!output(r#"{"errors":[{"code":"E","message":"m","hint":"h"}]}"#));
}

#[test]
fn helper_envelope_ties_error_to_status() {
    let envelope = |rest: &str| {
        let head = r#"{"schema_version":"1.0.0","agent":"claude","ts":"2026-05-01T00:00:00Z","#;
        verdict("helper-envelope-v1", &format!("{head}{rest}}}"))
    };
    let error = r#""error":{"code":"E","message":"m"}"#;
    assert!(envelope(r#""status":"ok","error":null,"more":1"#));
    assert!(!envelope(&format!(r#""status":"ok",{error}"#)));
    assert!(envelope(&format!(r#""status":"error",{error}"#)));
    assert!(!envelope(r#""status":"error","error":null"#));
    assert!(!envelope(&format!(r#""status":"partial",{error}"#)));
    assert!(envelope(&format!(r#""status":"partial",{error},"skipped_sources":["a"]"#)));
    assert!(!envelope(r#""status":"done","error":null"#));
    assert!(!verdict(
        "helper-envelope-v1",
        r#"{"schema_version":"1.0","status":"ok","error":null,"agent":"claude","ts":"2026-05-01T00:00:00Z"}"#
    ));
}

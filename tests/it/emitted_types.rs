//! Types that a reviewer would write: conditions are no types, alternatives are named by what tells them apart, and a
//! constant can't be wrong.

use libtest_mimic::{Failed, Trial};

use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted_types::of_branches", of_branches)]
}

const SCHEMA: &str = r##"{
    "title": "Launch", "type": "object", "required": ["call", "server"],
    "properties": {
        "server": {
            "type": "object",
            "properties": {"program": {"type": "string"}, "url": {"type": "string"}},
            "anyOf": [
                {"properties": {"program": {}}, "required": ["program"]},
                {"properties": {"url": {}}, "required": ["url"]}
            ]
        },
        "call": {"$ref": "#/$defs/HttpCall"},
        "key": {"anyOf": [
            {"type": "object", "required": ["file"], "properties": {"file": {"type": "string"}}},
            {"type": "object", "required": ["dir"], "properties": {"dir": {"type": "string"}}}
        ]},
        "mode": {
            "type": "object", "required": ["level"],
            "properties": {"level": {"enum": ["low", "high"]}, "note": {"type": ["null", "string"]}},
            "oneOf": [
                {"properties": {"level": {"const": "low"}, "lamp": {"type": "string"}}},
                {"properties": {"level": {"const": "high"}, "horn": {"type": "string"}}, "required": ["horn"]}
            ]
        },
        "text": {"if": {"type": "string"}, "then": {"type": "string"}, "else": {"type": "boolean"}}
    },
    "$defs": {
        "HttpCall": {
            "type": "object", "required": ["kind", "next"],
            "properties": {"kind": {"const": "http"}, "next": {"type": "array", "items": {"$ref": "#/$defs/HttpCall"}}}
        }
    }
}"##;

fn of_branches() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("launch"), SCHEMA)?;
    let expected: [(&str, &[&str], &[&str]); 3] = [
        (
            "ts",
            &[
                "  server: LaunchServer;\n",
                "key?: LaunchKeyFile | LaunchKeyDir;",
                "note?: string | null;",
                "text?: string | boolean;",
            ],
            &["Variant", "$ref: {"],
        ),
        (
            "rust",
            &[
                "pub server: LaunchServer,",
                "pub struct LaunchModeHigh {",
                "pub kind: HttpCallKind,",
                "runtime::text_enum!(HttpCallKind, Http);",
                "\"next\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/HttpCall\"}}",
            ],
            &[
                "Variant1",
                "Object2",
                "pub struct LaunchModeObject",
                "\"$ref\": {",
                "of the schema.",
            ],
        ),
        (
            "go",
            &[
                "type HTTPCall struct {",
                "// Always \"http\"; an empty string is written as this.",
                "object.Set(\"kind\", orConstant(value.Kind, \"http\"))",
            ],
            &["Variant1", "Object2", "\"$ref\": {"],
        ),
    ];
    for (lang, wanted, unwanted) in expected {
        let output = emit(folder.path(), &["launch", "--lang", lang, "--out", lang])?;
        let name = match lang {
            "ts" => "Launch.ts",
            "rust" => "launch.rs",
            _ => "launch.go",
        };
        let text = std::fs::read_to_string(folder.path().join(lang).join(name))
            .map_err(|error| format!("{name}: {error} {output:?}"))?;
        for line in wanted {
            if !text.contains(line) {
                return Err(format!("{lang} lacks {line}:\n{text}").into());
            }
        }
        for line in unwanted {
            if text.contains(line) {
                return Err(format!("{lang} has {line}").into());
            }
        }
    }
    Ok(())
}

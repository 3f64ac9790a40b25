//! Single lines of a report: each says what is so, names its place once, and nothing is said twice.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use super::{diff, has};
use crate::diff_closed::Repository;
use crate::support::{put, root, run_in, text};

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_report::words::what stands beside a list of values", lists),
        Trial::test("diff_report::words::what was added has no former value", added),
        Trial::test("diff_report::words::an alternative of the same type", same_type),
        Trial::test("diff_report::words::alternatives that change nothing", equivalent),
        Trial::test("diff_report::words::a definition is one place", one_place),
        Trial::test("diff_report::words::no empty texts", no_empty_texts),
        Trial::test("diff_report::words::the verdict once", verdict_once),
        Trial::test("diff_report::words::a renamed skill is one change", renamed_skill),
        Trial::test("diff_report::words::a renamed definition", renamed_definition),
        Trial::test("diff_report::words::the advice for a break", advice_of_a_break),
        Trial::test("diff_report::words::which condition", conditions),
        Trial::test("diff_report::words::a long list of one value", repeated_items),
        Trial::test("diff_report::words::alternatives that require the same", required_partners),
        Trial::test("diff_report::words::what matters most is no list of texts", top),
        Trial::test("diff_report::words::names of alternatives and parts", names),
        Trial::test("diff_report::words::one statement about several tools", several_tools),
        Trial::test("diff_report::words::the tool of an annotation", tool_of_annotation),
        Trial::test("diff_report::words::a declared version is no change", declared_version),
    ]
}

fn of_property(schema: Value) -> Value {
    json!({"type": "object", "properties": {"a": schema}})
}

fn lists() -> Result<(), Failed> {
    let list = json!({"type": "string", "enum": ["daily", "weekly"]});
    for (other, words) in [
        (json!({"type": "string"}), "any string"),
        (json!({}), "any value"),
        (json!({"type": ["string", "null"]}), "any null or string"),
        (json!({"type": "string", "pattern": "^(daily|weekly|every_[0-9]+h)$"}), "other strings"),
        (json!({"type": "string", "minLength": 2}), "other strings"),
    ] {
        let (old, new) = (of_property(list.clone()), of_property(other));
        let (_, out) = diff(&old, &new, &["--role", "input"]);
        has(&out, &[&format!("accepted only \"daily\", \"weekly\"; it accepts {words} now")])?;
        let (_, out) = diff(&new, &old, &["--role", "input"]);
        has(&out, &[&format!("accepted {words}; it accepts only \"daily\", \"weekly\" now")])?;
    }
    Ok(())
}

fn added() -> Result<(), Failed> {
    let open = of_property(json!({"type": ["string", "number"]}));
    let bound = of_property(json!({
        "type": ["string", "number"], "pattern": "^a", "format": "email", "maximum": 5
    }));
    let (_, out) = diff(&open, &bound, &[]);
    has(
        &out,
        &[
            "the pattern of `a` was added: `^a`",
            "the format of `a` was added: `email`",
            "the upper bound of `a` was added: ≤ 5",
        ],
    )?;
    let (_, out) = diff(&bound, &open, &[]);
    has(
        &out,
        &[
            "the pattern of `a` was removed; it was `^a`",
            "the format of `a` was removed; it was `email`",
            "the upper bound of `a` was removed; it was ≤ 5",
        ],
    )
}

/// A list that became a text or a list of different texts: no type changed.
fn same_type() -> Result<(), Failed> {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let new = json!({
        "type": "object",
        "properties": {"ignore": {"$ref": "#/$defs/string_or_list"}},
        "$defs": {"string_or_list": {"oneOf": [
            {"type": "string"},
            {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
        ]}}
    });
    let (_, out) = diff(&json!({"type": "object", "properties": {"ignore": texts}}), &new, &[]);
    assert!(!out.contains("the type of"), "{out}");
    has(
        &out,
        &[
            "`ignore` has the new alternative of type string",
            "the items of `ignore` must be unique now",
        ],
    )
}

/// An open alternative accepts all that a new one does: the new one has its name all the same.
fn equivalent() -> Result<(), Failed> {
    let union = |names: &[&str]| {
        let branches: Vec<Value> =
            names.iter().map(|name| json!({"$ref": format!("#/$defs/{name}")})).collect();
        json!({
            "type": "object",
            "properties": {"request": {"anyOf": branches}},
            "$defs": {
                "Any": {"title": "Any"},
                "Open": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
                "Close": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "why": {}}},
            }
        })
    };
    let (few, many) = (union(&["Any", "Open"]), union(&["Any", "Open", "Close"]));
    let (code, out) = diff(&few, &many, &[]);
    assert!(code == 0 && !out.contains("written differently"), "{out}");
    let words =
        "patch  `request` has the new alternative `Close`; exactly the same documents are accepted";
    has(&out, &[words])?;
    let (_, out) = diff(&many, &few, &[]);
    has(&out, &["`request` no longer has the alternative `Close`; exactly the same documents"])
}

/// A definition that others refer to is compared under each of them, and stands in one place.
fn one_place() -> Result<(), Failed> {
    let library = |properties: Value| {
        json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "definitions": {
                "Card": {"type": "object", "properties": {"schemes": {
                    "type": "array", "items": {"$ref": "#/definitions/Scheme"}
                }}},
                "Scheme": {"anyOf": [{"$ref": "#/definitions/Key"}, {"$ref": "#/definitions/OAuth"}]},
                "Key": {"type": "object", "required": ["type"], "properties": {"type": {"const": "key"}}},
                "OAuth": {"type": "object", "required": ["type"], "properties": properties},
            }
        })
    };
    let old = library(json!({"type": {"const": "oauth"}}));
    let new = library(json!({"type": {"const": "oauth"}, "url": {"type": "string"}}));
    let (_, out) = diff(&old, &new, &[]);
    has(&out, &["the optional property `url` of `OAuth` was added"])?;
    assert!(!out.contains("also in"), "{out}");
    Ok(())
}

fn no_empty_texts() -> Result<(), Failed> {
    let schema = |declared: Value| {
        json!({
            "type": "object",
            "required": ["format"],
            "properties": {
                "format": {"type": "string"},
                "processors": {"type": "array", "items": {
                    "type": "object",
                    "additionalProperties": {"type": ["object", "null"]},
                    "properties": declared,
                    "minProperties": 1,
                    "maxProperties": 1
                }}
            }
        })
    };
    let old = schema(json!({"batch": {"type": "object"}}));
    let closed = json!({"type": ["object", "null"], "additionalProperties": false});
    let new = schema(json!({"batch": {"type": "object"}, "bridge": closed}));
    let (_, out) = diff(&old, &new, &["--role", "input"]);
    has(&out, &["the optional property `bridge`", "was accepted, is rejected now"])?;
    assert!(!out.contains("\"\""), "{out}");
    Ok(())
}

/// The declared versions decide, and the first line names them: a short report says so once.
fn verdict_once() -> Result<(), Failed> {
    let digest = root().join("examples/contracts/news-digest");
    for (format, count) in [("text", 1), ("markdown", 1)] {
        let args = ["diff", "v1.json", "v2.json", "--format", format];
        let (code, out, _) = text(&run_in(&digest, &args));
        let said = out.to_lowercase().matches("refused").count();
        assert!(code == 1 && said == count, "{format}: {out}");
    }
    let folder = tempfile::tempdir()?;
    let contract = |version: &str, kind: &str| {
        let property = |at: usize| (format!("p{at}"), json!({"type": kind}));
        let properties: serde_json::Map<String, Value> = (0..20).map(property).collect();
        json!({"version": version, "input": {"type": "object", "properties": properties}})
    };
    put(folder.path(), "old.json", contract("1.0.0", "string").to_string());
    put(folder.path(), "new.json", contract("1.1.0", "number").to_string());
    let (_, out, _) = text(&run_in(folder.path(), &["diff", "old.json", "new.json"]));
    let last = "refused: the changes need a major step, 1.0.0 → 2.0.0; declared is 1.1.0";
    assert!(out.lines().last() == Some(last), "a long report ends with the verdict: {out}");
    Ok(())
}

fn renamed_skill() -> Result<(), Failed> {
    let skill = |name: &str| format!("---\nname: {name}\ndescription: Reads news.\n---\nText.\n");
    let repository = Repository::new(&[
        ("digest/SKILL.md", &skill("digest")),
        ("other/SKILL.md", &skill("other").replace("Reads", "Writes")),
    ]);
    repository.git(&["mv", "digest", "news"]);
    put(repository.path(), "news/SKILL.md", skill("news"));
    repository.git(&["mv", "other", "skills"]);
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 1 && !out.contains("name-changed"), "{out}");
    has(
        &out,
        &[
            "2 changes in 2 contracts: 2 major\n",
            "the folder of the skill digest is called news now: digest/SKILL.md is news/SKILL.md",
        ],
    )
}

/// Two contracts: the list stands on top alone, and without changed texts where something needs a step.
fn top() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (side, kind) in [("old", "string"), ("new", "number")] {
        let property = |at: usize| (format!("p{at}"), json!({"type": "string", "title": kind}));
        let mut properties: serde_json::Map<String, Value> = (0..12).map(property).collect();
        properties.insert("kind".to_owned(), json!({"type": kind}));
        let schema = json!({"type": "object", "properties": properties});
        put(folder.path(), format!("{side}/a.json"), schema.to_string());
        put(folder.path(), format!("{side}/b.json"), schema.to_string());
    }
    let (_, out, _) = text(&run_in(folder.path(), &["diff", "old", "new"]));
    let list = "What matters most\n  major  the type of `kind` changed from string to number (new/a.json)\n  \
                major  the type of `kind` changed from string to number (new/b.json)\n\n";
    has(&out, &[list])?;
    assert_eq!(out.matches("What matters most").count(), 1, "{out}");
    Ok(())
}

/// A definition with the same text under another name is one change; a plain type is no sign of that.
fn renamed_definition() -> Result<(), Failed> {
    let library = |name: &str, plain: &str| {
        let reference = json!({"type": "object", "properties": {"uri": {"type": "string"}}});
        json!({"$defs": {name: reference, plain: {"type": "string"}}})
    };
    let (_, out) = diff(&library("Reference", "A"), &library("TemplateReference", "B"), &[]);
    has(
        &out,
        &[
            "3 changes: 2 major, 1 minor",
            "the definition `Reference` was renamed to `TemplateReference`",
            "the definition `A` was removed",
            "the definition `B` was added",
        ],
    )
}

/// A new property that breaks is no change without a need of action.
fn advice_of_a_break() -> Result<(), Failed> {
    let old = json!({"type": "object", "additionalProperties": {"type": ["object", "null"]}});
    let mut new = old.clone();
    new["properties"]["a"] = json!({"type": ["object", "null"], "additionalProperties": false});
    for format in ["text", "json", "junit", "markdown", "html"] {
        let (code, out) = diff(&old, &new, &["--role", "input", "--format", format]);
        assert!(code == 1 && !out.contains("No action"), "{format}: {out}");
        assert!(out.contains("Keep objects closed"), "{format}: {out}");
    }
    Ok(())
}

/// Conditions of one schema are told apart by what they ask for.
fn conditions() -> Result<(), Failed> {
    let schema = |most: usize| {
        let condition = |kind: &str, most: usize| {
            json!({
                "if": {"required": ["type"], "properties": {"type": {"const": kind}}},
                "then": {"properties": {"value": {"maxLength": most}}}
            })
        };
        json!({
            "type": "object",
            "properties": {"type": {"enum": ["text", "code"]}, "value": {"type": "string"}},
            "allOf": [condition("text", most), condition("code", 80)]
        })
    };
    let (_, out) = diff(&schema(20), &schema(10), &["--role", "input"]);
    has(&out, &["the `then` of a condition of the document changed, for `type` = \"text\""])
}

/// A long list of one value is no wall of text.
fn repeated_items() -> Result<(), Failed> {
    let list = |most: usize| {
        of_property(json!({"type": "array", "items": {"type": "string"}, "maxItems": most}))
    };
    let (_, out) = diff(&list(150), &list(100), &["--role", "input"]);
    has(&out, &["{\"a\":[\"example\" (101 times)]} was accepted, is rejected now"])
}

/// Alternatives without a type that require the same names are partners, whatever else they say.
fn required_partners() -> Result<(), Failed> {
    let schema = |declared: bool| {
        let branch = |name: &str| match declared {
            true => json!({"properties": {name: {"type": "string"}}, "required": [name]}),
            false => json!({"required": [name]}),
        };
        json!({
            "type": "object",
            "properties": {"name": {"type": "string"}, "kind": {"type": "string"}},
            "anyOf": [branch("name"), branch("kind")]
        })
    };
    let (code, out) = diff(&schema(false), &schema(true), &[]);
    assert!(code == 0 && !out.contains("alternative"), "{out}");
    Ok(())
}

fn names() -> Result<(), Failed> {
    let object = |more: Value| {
        let mut schema = json!({"type": "object", "properties": {"a": {}, "b": {}}});
        schema.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        schema
    };
    let list = |name: &str| json!({"type": "array", "items": {"$ref": format!("#/$defs/{name}")}});
    let forms = |forms: Value| json!({"anyOf": forms, "$defs": {"One": {"type": "string"}, "Two": {"type": "null"}}});
    for (old, new, words) in [
        (
            object(json!({})),
            object(json!({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]})),
            "must now be one of several alternatives: one that requires `a`, or one that requires `b`",
        ),
        (
            object(json!({})),
            object(json!({"dependentSchemas": {"a": {"required": ["b"]}}})),
            "the document must have `b` if it has `a`",
        ),
        (
            object(json!({"additionalProperties": false})),
            object(json!({"additionalProperties": false, "patternProperties": {"^x-": {}}})),
            "names that match `^x-` in the document are accepted now",
        ),
        (
            forms(json!([list("One"), list("Two")])),
            forms(json!([list("One")])),
            "no longer has the alternative of lists of `Two`",
        ),
    ] {
        let (_, out) = diff(&old, &new, &["--role", "input"]);
        has(&out, &[words])?;
    }
    Ok(())
}

fn several_tools() -> Result<(), Failed> {
    let tools = |hint: bool| {
        let tool = |name: &str| json!({"name": name, "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": hint}});
        json!({"tools": Value::from(["get", "list", "find"].map(tool).to_vec())})
    };
    let (_, out) = diff(&tools(true), &tools(false), &[]);
    has(&out, &["1 change (seen at 3 places)", "also in `get`, `list`"])
}

/// An annotation stands alone in a list, so that it names its tool; once, if the message does.
fn tool_of_annotation() -> Result<(), Failed> {
    let list = |most: u32, description: &str| {
        let tool = |name: &str| {
            let limit = json!({"type": "integer", "maximum": most});
            let schema = json!({"type": "object", "properties": {"limit": limit}});
            json!({"name": name, "description": description, "inputSchema": schema})
        };
        json!({"tools": [tool("find"), {"name": "other", "inputSchema": {"type": "object"}}]})
    };
    let (old, new) = (list(100, "Find."), list(50, "Find all."));
    for format in ["github", "sarif", "junit"] {
        let (_, out) = diff(&old, &new, &["--format", format]);
        has(
            &out,
            &[
                "`find`: the upper bound of `limit` changed",
                "the description of the tool `find` changed",
            ],
        )?;
        assert!(!out.contains("`find`: the description"), "{out}");
    }
    Ok(())
}

/// The key that declares the version of a schema is judged as such, and has no finding of its own.
fn declared_version() -> Result<(), Failed> {
    for key in ["version", "x-version"] {
        let schema = |version: &str| json!({(key): version, "type": "object"});
        let (code, out) = diff(&schema("1.0.0"), &schema("1.1.0"), &[]);
        assert!(code == 0 && out.contains("no change"), "{key} {code}: {out}");
        // A value that is no version is compared like any other key.
        let other = json!({(key): {"a": 1}, "type": "object"});
        let (_, out) = diff(&other, &json!({(key): {"a": 2}, "type": "object"}), &[]);
        has(&out, &["extension-changed"])?;
    }
    Ok(())
}

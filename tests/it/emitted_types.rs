//! Types that a reviewer would write: conditions are no types, alternatives are named by what tells them apart, and a
//! constant can't be wrong.

use libtest_mimic::{Failed, Trial};

use crate::emitted::{run, rust_crate, typescript_run};
use crate::emitted_files::emit;
use crate::golang;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_types::of_branches", of_branches),
        Trial::test("emitted_types::of_constants", of_constants),
        Trial::test("emitted_types::of_no_value", of_no_value),
        Trial::test("emitted_types::of_python_names", of_python_names),
    ]
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
            "ts" => "launch.ts",
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

const CONSTANTS: &str = r##"{
    "type": "object", "required": ["point", "kind", "pair"],
    "properties": {
        "point": {"const": {
            "a": 1, "name": "x", "deep": {"z": true, "n": null}, "list": [1, "two", {"q": 2}], "none": {}, "empty": []
        }},
        "kind": {"enum": [{"kind": "cat", "n": 1}, {"kind": "dog", "n": 2}]},
        "pair": {"type": "array", "const": [1, "a"]},
        "mixed": {"enum": ["a", 3, null, {"b": 1}, [1, 2]]},
        "also": {"$ref": "#/$defs/Fixed"},
        "either": {"oneOf": [{"const": {"sort": "up", "by": 1.5}}, {"const": {"sort": "down"}}]}
    },
    "$defs": {"Fixed": {"const": {"level": "high", "sure": false}}, "Lists": {"enum": [["a", "b"], ["c"]]}}
}"##;

/// In the order of the schema's keys.
const VALUES: [&str; 2] = [
    r#"{"point":{"a":1,"name":"x","deep":{"z":true,"n":null},"list":[1,"two",{"q":2}],"none":{},"empty":[]},"kind":{"kind":"dog","n":2},"pair":[1,"a"],"mixed":{"b":1},"also":{"level":"high","sure":false},"either":{"sort":"up","by":1.5}}"#,
    r#"{"point":{"a":1,"name":"x","deep":{"z":true,"n":null},"list":[1,"two",{"q":2}],"none":{},"empty":[]},"kind":{"kind":"cat","n":1},"pair":[1,"a"],"mixed":[1,2],"either":{"sort":"down"}}"#,
];

/// Constant objects and arrays have types that say what they hold.
fn of_constants() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    std::fs::write(folder.join("fixed"), CONSTANTS)?;
    let large: serde_json::Value =
        (0..300).map(|n| (format!("k{n}"), n.into())).collect::<serde_json::Map<_, _>>().into();
    std::fs::write(folder.join("large"), serde_json::json!({"const": large}).to_string())?;
    let all: [(&str, &str, &[&str]); 4] = [
        (
            "ts",
            "src/fixed.ts",
            &[
                "kind: FixedKindCat | FixedKindDog;",
                "mixed?: \"a\" | 3 | null | FixedMixedObject | [1, 2];",
                "pair: [1, \"a\"];",
                "  list: [1, \"two\", FixedPointListItem3];",
                "  none: { [key: string]: never };",
                "either?: FixedEitherUp | FixedEitherDown;",
                "export type Lists = [\"a\", \"b\"] | [\"c\"];",
            ],
        ),
        (
            "python",
            "fixed.py",
            &[
                "    kind: Union[FixedKindCat, FixedKindDog]",
                "    name: Literal[\"x\"]",
                "    z: Literal[True]",
            ],
        ),
        (
            "rust",
            "src/fixed.rs",
            &[
                "pub kind: FixedKind,",
                "pub pair: (u64, String),",
                "pub list: (u64, String, FixedPointListItem3),",
            ],
        ),
        (
            "go",
            "constants/fixed.go",
            &["Kind FixedKind `json", "Deep FixedPointDeep `json", "Pair FixedPair `json"],
        ),
    ];
    for (lang, file, wanted) in all {
        let out = file.rsplit_once('/').map_or(".", |(out, _)| out);
        emit(folder, &["fixed", "--lang", lang, "--out", out])?;
        let text = std::fs::read_to_string(folder.join(file))?;
        if let Some(line) = wanted.iter().find(|line| !text.contains(**line)) {
            return Err(format!("{lang} lacks {line}:\n{text}").into());
        }
    }
    let large = emit(folder, &["large", "--lang", "ts", "--with", "types"])?;
    assert!(large.contains("export type Large = { [key: string]: unknown };"), "{large}");
    let texts = VALUES.map(|text| format!("r#\"{text}\"#")).join(", ");
    let main = format!(
        "mod fixed;\nfn main() {{\n    for text in [{texts}] {{\n        \
         let value = fixed::parse(text).unwrap();\n        \
         assert_eq!(serde_json::to_string(&value).unwrap(), text);\n    }}\n}}\n"
    );
    rust_crate(folder, "emitted-constants", &format!("#![allow(dead_code)]\n{main}"))?;
    golang::module(folder)?;
    let texts = VALUES.map(|text| format!("`{text}`")).join(", ");
    let main = format!(
        "package main\n\nimport (\n\t\"encoding/json\"\n\tfixed \"tests/constants\"\n)\n\nfunc main() {{\n\
         \tfor _, text := range []string{{{texts}}} {{\n\t\tvalue, err := fixed.Parse(text)\n\
         \t\tif err != nil {{\n\t\t\tpanic(err)\n\t\t}}\n\
         \t\tif again, _ := json.Marshal(value); string(again) != text {{\n\t\t\tpanic(string(again))\n\t\t}}\n\t}}\n}}\n"
    );
    std::fs::write(folder.join("main.go"), main)?;
    golang::critics(folder)?;
    golang::go(folder, &["run", "."])?;
    typescript_run(
        folder,
        &[],
        &format!(
            "import {{ parse }} from \"./js/fixed.js\";\nfor (const text of {VALUES:?}) {{\n  \
         if (JSON.stringify(parse(text)) !== text) throw new Error(text);\n}}\n"
        ),
    )?;
    Ok(())
}

/// Schemas that no value meets, or whose branches contradict each other; a valid and an invalid document of each.
const CONTRADICTIONS: [(&str, &str, &str); 9] = [
    ("empty_root", r#"{"enum": []}"#, ""),
    (
        "empty_enum",
        r#"{"type": "object", "properties": {"a": {"enum": []}}, "required": ["b"]}"#,
        r#"{"b": 1}"#,
    ),
    (
        "no_common",
        r#"{"type": "object", "properties": {"a": {"enum": ["x"], "allOf": [{"enum": ["y"]}]}}}"#,
        "{}",
    ),
    (
        "narrowed",
        r#"{"type": "object", "anyOf": [{"type": ["object", "null"], "dependentSchemas": {"a": {"minimum": 1}}}, {"type": "string"}]}"#,
        r#"{"a": 0}"#,
    ),
    (
        "ended",
        r#"{"allOf": [{"type": "array"}, {"type": "object"}, {"anyOf": [{"type": "number", "multipleOf": 0.5}, {"type": "string"}]}]}"#,
        "",
    ),
    (
        "ended_union",
        r#"{"type": ["string", "number"], "allOf": [{"anyOf": [{"enum": []}, false]}, {"anyOf": [{"type": "string", "minLength": 2}, {"type": "number", "multipleOf": 0.5}]}]}"#,
        "",
    ),
    ("no_names", r#"{"type": "object", "propertyNames": false}"#, "{}"),
    (
        "no_items",
        r#"{"type": "array", "items": {"allOf": [{"type": "string"}, {"type": "integer"}]}}"#,
        "[]",
    ),
    (
        "no_definition",
        r##"{"type": "array", "items": {"$ref": "#/$defs/n"}, "$defs": {"n": false}}"##,
        "[]",
    ),
];

/// The compiler finds no unused name, no unreachable code and no cast between unrelated types, and mypy takes the types.
fn of_no_value() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    std::fs::create_dir(folder.join("src"))?;
    let (mut script, mut expected) = (String::new(), String::new());
    let mut files = Vec::new();
    for (name, schema, valid) in CONTRADICTIONS {
        std::fs::write(folder.join(name), schema)?;
        for (lang, file) in [("ts", format!("src/{name}.ts")), ("python", format!("{name}.py"))] {
            let text = emit(folder, &[name, "--lang", lang])?;
            std::fs::write(folder.join(file), text)?;
        }
        files.push(format!("{name}.py"));
        script += &format!("const {name} = await import(\"./js/{name}.js\");\n");
        let documents = if valid.is_empty() { vec!["3"] } else { vec![valid, "3"] };
        for document in &documents {
            script += &format!(
                "console.log(\"{name}\", {name}.is({document}), {name}.check({document}).length === 0);\n"
            );
            expected += &format!("{name} {0} {0}\n", *document != "3");
        }
    }
    let strict = ["noUnusedLocals", "noUnusedParameters"];
    let said = typescript_run(folder, &strict, &script)?;
    if said != expected {
        return Err(format!("{said}not\n{expected}").into());
    }
    mypy(folder, &files)
}

/// A definition named after a class of the runtime, and `null` as a type.
fn of_python_names() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let builder = r##"{
        "type": "object", "properties": {"a": {"$ref": "#/$defs/Builder"}, "n": {"$ref": "#/$defs/Nothing"}},
        "$defs": {
            "Builder": {"type": "object", "properties": {"x": {"type": "string"}}},
            "Nothing": {"type": "null"}
        }
    }"##;
    let contracts = [("cabin", builder), ("nothing", r#"{"type": "null"}"#)];
    for (name, schema) in contracts {
        std::fs::write(folder.join(name), schema)?;
        let text = emit(folder, &[name, "--lang", "python"])?;
        std::fs::write(folder.join(format!("{name}.py")), text)?;
    }
    let script = r#"import cabin
import nothing
print(nothing.is_valid(None), cabin.builder().a({"x": "y"}).n(None).build())
"#;
    std::fs::write(folder.join("ask.py"), script)?;
    mypy(folder, &["ask.py".to_owned()])?;
    let mut command = std::process::Command::new(crate::python::interpreter());
    let said = run(command.current_dir(folder).args(["-W", "error", "ask.py"]))?;
    if said == "True {'a': {'x': 'y'}, 'n': None}\n" { Ok(()) } else { Err(said.into()) }
}

fn mypy(folder: &std::path::Path, files: &[String]) -> Result<(), Failed> {
    let mut command = std::process::Command::new(crate::python::interpreter());
    command.current_dir(folder).env("MYPY_CACHE_DIR", "/dev/null");
    run(command.args(["-m", "mypy", "--strict", "--no-error-summary"]).args(files))?;
    Ok(())
}

//! Names of contracts and of their properties that could break emitted code: words of templates, keywords, brackets, quotes,
//! characters that end a line. Compilers read every file.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::emitted::run;
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_names::of_contracts", names),
        Trial::test("emitted_names::of_properties", hostile_names),
        Trial::test("emitted_names::of_runtimes", runtime_names),
        Trial::test("emitted_names::of_python_runtimes", python_runtime_names),
    ]
}

/// A contract may be called like a placeholder of the templates.
fn names() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let names =
        ["EXIT", "EXIT-CODE", "ROOT", "TYPE", "COMPACT", "BUILDER", "KEYS", "SELF", "SHAPES"];
    for lang in ["go", "python", "rust", "ts"] {
        for name in names {
            let args = ["--lang", lang, "--contract", "tests/emit/news.json", "--name", name];
            emit(folder.path(), &[&args[..], &["--runtime", "inline", "--out", lang]].concat())?;
        }
    }
    run(Command::new("gofmt").args(["-l", "go"]).current_dir(folder.path()))?;
    let mut python = Command::new(crate::python::interpreter());
    run(python.args(["-m", "compileall", "-q", "python"]).current_dir(folder.path()))?;
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2021", "--emit", "stdout", "--quiet"]).current_dir(folder.path());
    for file in std::fs::read_dir(folder.path().join("rust"))?.flatten() {
        rustfmt.arg(file.path());
    }
    run(&mut rustfmt)?;
    std::fs::rename(folder.path().join("ts"), folder.path().join("src"))?;
    crate::emitted::typescript_run(folder.path(), &[], "").map(drop)
}

/// The language's own names that the runtime of TypeScript uses.
const GLOBALS: [&str; 15] = [
    "Array",
    "BigInt",
    "Date",
    "Error",
    "JSON",
    "Map",
    "Math",
    "NonNullable",
    "Number",
    "Object",
    "RegExp",
    "Required",
    "Set",
    "String",
    "WeakMap",
];

/// Where the contract has types with the runtime's names, these move, and the lines are still those that prettier breaks.
fn runtime_names() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let news = ["--lang", "ts", "--contract", "tests/emit/news.json", "--out", "shared"];
    emit(here, &[&news[..], &["--runtime", "shared"]].concat())?;
    let runtime = std::fs::read_to_string(here.join("shared/skillgen_runtime.ts"))?;
    let declared = |line: &str| {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let kinds = ["interface ", "type ", "class "];
        let line = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        line.split(|c: char| !c.is_ascii_alphanumeric()).next().map(str::to_owned)
    };
    let own: Vec<String> = runtime.lines().filter_map(declared).collect();
    assert!(own.len() > 25, "{own:?}");
    let globals: Vec<String> = GLOBALS.map(str::to_owned).to_vec();
    let mut lists = vec![own.clone(), globals.clone(), [own.clone(), globals.clone()].concat()];
    lists.extend(own.chunks(4).chain(globals.chunks(4)).map(<[String]>::to_vec));
    for (index, names) in lists.iter().enumerate() {
        let one = |name: &String| (name.clone(), json!({"type": "object", "required": ["a"]}));
        let definitions: serde_json::Map<_, _> = names.iter().map(one).collect();
        let used =
            names.iter().map(|name| (name.clone(), json!({"$ref": format!("#/$defs/{name}")})));
        let mut properties: serde_json::Map<_, _> = used.collect();
        // Every piece of the runtime is in the file.
        properties.insert("more".to_owned(), json!({
            "uniqueItems": true, "items": {"type": "integer", "multipleOf": 3}, "minItems": 1, "maxItems": 9,
            "contains": {"enum": [1, "a"]}, "unevaluatedItems": false,
        }));
        let formats = [
            "date",
            "date-time",
            "uri",
            "email",
            "duration",
            "ipv6",
            "uuid",
            "json-pointer",
            "regex",
        ];
        let texts = formats.map(|f| json!({"type": "string", "format": f, "pattern": "^[a-z]"}));
        properties.insert("texts".to_owned(), json!({"anyOf": texts}));
        let schema = json!({
            "type": "object", "properties": properties, "$defs": definitions,
            "patternProperties": {"^x": {"minProperties": 1, "maxProperties": 2}}, "dependentRequired": {"a": ["b"]},
            "if": {"not": {"required": ["x"]}}, "then": {"minProperties": 0}, "unevaluatedProperties": {"oneOf": [true, false]},
        });
        let file = here.join(format!("n{index}.json"));
        std::fs::write(&file, schema.to_string())?;
        let file = file.display().to_string();
        emit(here, &["--lang", "ts", "--contract", &file, "--runtime", "inline", "--out", "src"])?;
    }
    let prettier = crate::support::root().join("tests/node_modules/.bin/prettier");
    run(Command::new(prettier).args(["--check", "src"]).current_dir(here))?;
    let options = ["noUnusedLocals", "noUnusedParameters", "verbatimModuleSyntax"];
    crate::emitted::typescript_run(here, &options, "").map(drop)
}

/// The same in Python, whose lines ruff breaks.
fn python_runtime_names() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let news = ["--lang", "python", "--contract", "tests/emit/news.json", "--out", "shared"];
    emit(here, &[&news[..], &["--runtime", "shared"]].concat())?;
    let runtime = std::fs::read_to_string(here.join("shared/skillgen_runtime.py"))?;
    let classes = runtime.lines().filter_map(|line| line.strip_prefix("class "));
    let own: Vec<String> = classes
        .filter_map(|line| line.split(['(', ':', '[']).next())
        .filter(|name| !name.starts_with('_'))
        .map(str::to_owned)
        .collect();
    assert!(own.len() > 6, "{own:?}");
    let one = |name: &String| (name.clone(), json!({"type": "object", "required": ["a"]}));
    let used = |name: &String| (name.clone(), json!({"$ref": format!("#/$defs/{name}")}));
    let definitions: serde_json::Map<_, _> = own.iter().map(one).collect();
    let properties: serde_json::Map<_, _> = own.iter().map(used).collect();
    let schema = json!({"type": "object", "properties": properties, "$defs": definitions});
    let file = here.join("names.json");
    std::fs::write(&file, schema.to_string())?;
    emit(here, &["--lang", "python", "--contract", &file.display().to_string(), "--out", "made"])?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "made"]);
    run(ruff.current_dir(here)).map(drop)
}

/// Names of properties, of definitions, of alternatives and in enums that no language has as names; texts in
/// documentation that could end it.
fn hostile_schema(more: &str) -> serde_json::Value {
    let property = |(index, name): (usize, &&str)| {
        let schema = match index % 5 {
            0 => json!({"enum": [format!("{name}[all]"), format!("b{name}"), null, 5]}),
            1 => json!({"type": "array", "items": {"enum": [name, format!("{name}[")]}}),
            2 => {
                json!({"type": "object", "properties": {*name: {"const": name}}, "required": [name]})
            }
            3 => {
                json!({"type": ["string", "integer", "null"], "default": name, "examples": [name]})
            }
            _ => json!({"type": "string", "description": name}),
        };
        (format!("{name}{more}"), schema)
    };
    let properties: serde_json::Map<_, _> = HOSTILE.iter().enumerate().map(property).collect();
    let definition = |name: &&str| {
        let value =
            json!({"type": "object", "title": name, "properties": {"whole": {"$ref": "#"}}});
        ((*name).to_owned(), value)
    };
    let definitions: serde_json::Map<_, _> = HOSTILE.iter().map(definition).collect();
    let required: Vec<&String> = properties.keys().step_by(2).collect();
    json!({
        "type": "object", "description": "ends with \\\"", "required": required,
        "properties": properties, "$defs": definitions,
        "patternProperties": {"^x-": {"enum": HOSTILE, "description": HOSTILE.join("\n")}},
    })
}

/// What the schema above is made of.
#[rustfmt::skip]
const HOSTILE: &[&str] = &[
    "[", "]", "a[", "a]b", "a, b[c", "\"", "'", "\"\"\"", "'''", "\"]", "\\", "\\\"", "x \\\"", "\n", "\r", "a\nb",
    "\u{2028}", "\u{2029}", "\0", "\u{7f}", "\u{1b}[31m", "\u{200b}", "\u{202e}", "\u{feff}", "", " ", "\t",
    "class", "def", "type", "func", "fn", "let", "self", "Self", "super", "crate", "r#type", "None", "from",
    "import", "__proto__", "constructor", "toString", "$ref", "${x}", "`", "*/", "/*", "//", "#", "#[", "-",
    "--", "a-b", "a_b", "aB", "_", "__", "__x", "1", "1a", "日本", "ß", "😀", "%s", "{}", "{0}", "{{TYPE}}",
    "{{{TYPE}}}", "TYPE", "ROOT", "EXIT-CODE", "SUFFIX", "CONTRACT", "extra", "value", "Option", "String",
    "Vec", "str", "int", "Any", "from .x import (", "//= base", "\\u0041", "\\N{DASH}",
];

fn hostile_names() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let files = [
        ("names", ""),
        ("long_names", "-and text that a formatter breaks its line for, such as [this one]"),
    ];
    for (file, more) in files {
        let schema = hostile_schema(more).to_string();
        std::fs::write(folder.path().join(file), schema)?;
        for lang in ["go", "python", "rust", "ts"] {
            let out = if lang == "go" { format!("go/{file}") } else { lang.to_owned() };
            emit(
                folder.path(),
                &["--lang", lang, "--contract", file, "--name", file, "--out", &out],
            )?;
        }
    }
    let mut python = Command::new(crate::python::interpreter());
    let script = "import names, long_names; assert long_names.check({}), long_names.__doc__";
    run(python.args(["-c", script]).current_dir(folder.path().join("python")))?;
    std::fs::write(folder.path().join("go/go.mod"), "module names\n\ngo 1.18\n")?;
    run(Command::new("go").args(["vet", "./..."]).current_dir(folder.path().join("go")))?;
    std::fs::rename(folder.path().join("rust"), folder.path().join("src"))?;
    let main = "mod long_names;\nmod names;\nfn main() {}\n";
    crate::emitted::rust_crate(folder.path(), "emitted-names", main)?;
    std::fs::remove_dir_all(folder.path().join("src"))?;
    std::fs::rename(folder.path().join("ts"), folder.path().join("src"))?;
    crate::emitted::typescript_run(folder.path(), &[], "").map(drop)
}

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

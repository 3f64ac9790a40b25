//! What reviewers of emitted files found: parts without what they don't use, names of other scripts, types of Python that
//! narrow and can be read back, and formats that nothing checks.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::emitted::{run, rust_crate, typescript_run};
use crate::emitted_files::emit;
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_reviewed::errors_alone", errors_alone),
        Trial::test("emitted_reviewed::types_beside_other_parts", types_beside),
        Trial::test("emitted_reviewed::definitions_of_other_scripts", other_scripts),
        Trial::test("emitted_reviewed::python_types", python_types),
        Trial::test("emitted_reviewed::unchecked_formats", unchecked_formats),
        Trial::test("emitted_reviewed::parts_of_a_whole", parts_of_a_whole),
        Trial::test("emitted_reviewed::exclusive_bounds", exclusive_bounds),
        Trial::test("emitted_reviewed::imports_that_are_used", imports),
    ]
}

const INPUT: &str = r#"{"title": "tool-input", "type": "object", "required": ["a"],
    "properties": {"a": {"enum": ["x", "y"]}, "b": {"type": ["string", "null"]}}}"#;

/// A file with the helpers for errors and nothing else has no schema that nothing reads.
fn errors_alone() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    std::fs::write(here.join("input"), INPUT)?;
    for (lang, out) in
        [("ts", "src"), ("rust", "src"), ("python", "made"), ("js", "js2"), ("go", "tool")]
    {
        for (name, parts) in [("alone", "errors"), ("typed", "types,errors")] {
            let args = ["input", "--lang", lang, "--name", name, "--with", parts];
            let out = if lang == "go" { format!("{out}/{name}") } else { out.to_owned() };
            emit(here, &[&args[..], &["--runtime", "inline", "--out", &out]].concat())?;
        }
    }
    let script =
        "import * as alone from './js/alone.js';\nconsole.log(Object.keys(alone).join());\n";
    let told = typescript_run(here, &["noUnusedLocals", "noUnusedParameters"], script)?;
    assert!(told.contains("handleSkillError") && !told.contains("parse"), "{told}");
    let node =
        run(Command::new("node").args(["-e", "require('./js2/alone.cjs')"]).current_dir(here))?;
    assert_eq!(node, "");
    rust_crate(here, "emitted-errors-alone", "mod alone;\nmod typed;\nfn main() {}\n")?;
    std::fs::write(here.join("made/__init__.py"), "")?;
    let mut mypy = Command::new(crate::python::interpreter());
    mypy.args(["-m", "mypy", "--strict", "--no-error-summary", "-p", "made"]);
    run(mypy.current_dir(here).env("MYPY_CACHE_DIR", "/dev/null"))?;
    std::fs::write(here.join("go.mod"), "module shop\n\ngo 1.18\n")?;
    let mut vet = Command::new("go");
    vet.args(["vet", "./..."]).current_dir(here);
    run(vet.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    for file in ["src/alone.ts", "src/alone.rs", "made/alone.py"] {
        let text = std::fs::read_to_string(here.join(file))?;
        assert!(!text.contains("\"required\""), "{file} has the schema");
    }
    Ok(())
}

/// One list of parts serves several languages: types are in a file where the language has some.
fn types_beside() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("input.json"), INPUT)?;
    let config = "[[emit]]\nlang = [\"ts\", \"go\", \"bash\"]\ncontract = \"input.json\"\nout = \"{lang}\"\nwith = [\"types\", \"check\"]\n";
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    let (code, out, err) = text(&run_in(folder.path(), &["emit"]));
    assert_eq!(code, 0, "{out}{err}");
    let count = std::fs::read_dir(folder.path().join("bash"))?.count();
    assert_eq!(count, 1);
    Ok(())
}

/// Definitions whose names are of another script are files with these names.
fn other_scripts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let contract = json!({"$defs": {
        "日本": {"type": "object", "properties": {"x": {"type": "string"}}},
        "имя": {"type": "string", "minLength": 2},
    }});
    std::fs::write(here.join("words"), contract.to_string())?;
    for lang in ["ts", "python", "go", "rust", "bash"] {
        emit(here, &["words", "--lang", lang, "--out", lang])?;
    }
    let files = ["ts/日本.ts", "python/日本.py", "go/日本.go", "rust/日本.rs", "bash/имя.sh"];
    for file in files {
        assert!(here.join(file).is_file(), "{file}");
    }
    let script =
        "from python import имя, 日本\nprint(имя.is_valid('a'), 日本.is_valid({'x': ''}))\n";
    std::fs::write(here.join("ask.py"), script)?;
    let mut python = Command::new(crate::python::interpreter());
    let said = run(python.args(["-W", "error", "ask.py"]).current_dir(here))?;
    assert_eq!(said, "False True\n");
    std::fs::write(here.join("go.mod"), "module shop\n\ngo 1.18\n")?;
    let mut vet = Command::new("go");
    vet.args(["vet", "./..."]).current_dir(here);
    run(vet.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    // bash reads letters of other scripts in some locales only.
    let script = ". bash/имя.sh\n. bash/日本.sh\necho '\"a\"' | u438u43cu44f_check -\n";
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).env("LC_ALL", "C").current_dir(here);
    let done = bash.output()?;
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(
        said.contains("\"keyword\":\"minLength\""),
        "{said}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    Ok(())
}

/// The parts of an `allOf` that have no name get none, what they contain is named after the whole, and alternatives that are
/// a string each are an enum.
fn parts_of_a_whole() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    for (lang, file, wanted) in [
        ("ts", "customer.ts", ["export type Customer = Base & {", "span?: [number, string];"]),
        ("python", "customer.py", ["class Customer(", "Items in this order: int, str."]),
        ("go", "customer.go", ["type CustomerChannel string", "type CustomerTier string"]),
        ("rust", "customer.rs", ["pub enum CustomerChannel {", "pub span: Option<(i64, String)>"]),
    ] {
        emit(here, &["tests/emit/customer.json", "--lang", lang, "--out", lang])?;
        let text = std::fs::read_to_string(here.join(lang).join(file))?;
        let missing: Vec<&str> = wanted.into_iter().filter(|word| !text.contains(*word)).collect();
        let surplus = ["CustomerPart", "CustomerObject", "2 items"].into_iter();
        let surplus: Vec<&str> = surplus.filter(|word| text.contains(*word)).collect();
        if !missing.is_empty() || !surplus.is_empty() {
            return Err(format!("{file}: no {missing:?}, but {surplus:?}\n{text}").into());
        }
    }
    Ok(())
}

/// The message about a number at an exclusive bound says what it has to be, with the same words in each language.
fn exclusive_bounds() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let schema = r#"{"title": "rate", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#;
    std::fs::write(here.join("rate.json"), schema)?;
    let rate = here.join("rate.json").display().to_string();
    for lang in ["js", "python", "bash", "go"] {
        let out = if lang == "go" { "rate" } else { lang };
        let args = ["--lang", lang, "--contract", "rate.json", "--runtime", "inline", "--out", out];
        let mut all = vec!["emit"];
        all.extend(args);
        let (code, out, err) = text(&run_in(here, &all));
        assert_eq!(code, 0, "{out}{err}");
    }
    let ask = "const { check } = require('./js/rate.cjs');
for (const value of [0, 1]) console.log(check(value)[0].message);";
    let of_js = run(Command::new("node").args(["-e", ask]).current_dir(here))?;
    let ask =
        "from python.rate import check\nfor value in (0, 1): print(check(value)[0].message)\n";
    std::fs::write(here.join("python/__init__.py"), "")?;
    let mut python = Command::new(crate::python::interpreter());
    let of_python = run(python.args(["-c", ask]).current_dir(here))?;
    std::fs::write(here.join("go.mod"), "module shop\n\ngo 1.18\n")?;
    let ask = "package main\n\nimport (\n\t\"fmt\"\n\t\"shop/rate\"\n)\n\nfunc main() {\n\tfor value := 0; value < 2; value++ {\n\t\tfmt.Println(rate.Check(value)[0].Message)\n\t}\n}\n";
    std::fs::write(here.join("main.go"), ask)?;
    let mut go = Command::new("go");
    go.args(["run", "."]).current_dir(here).env("GOFLAGS", "-mod=mod");
    let of_go = run(go.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    let wanted = "exclusiveMinimum: expected more than 0, got 0\nexclusiveMaximum: expected less than 1, got 1\n";
    for (lang, said) in [("js", &of_js), ("python", &of_python), ("go", &of_go)] {
        assert_eq!(said, wanted, "{lang}");
    }
    for (value, line) in ["0", "1"].into_iter().zip(wanted.lines()) {
        std::fs::write(here.join("value.json"), value)?;
        let args = ["validate", "--contract", &rate, "value.json", "--format", "json"];
        let (_, said, err) = text(&run_in(here, &args));
        assert!(said.contains(line), "{said}{err}");
        let mut bash = Command::new("bash");
        bash.args(["-c", ". bash/rate.sh; rate_check value.json"]).current_dir(here);
        let said = String::from_utf8(bash.output()?.stdout)?;
        assert!(said.contains(line), "bash: {said}");
    }
    Ok(())
}

/// A name of the runtime or of the standard library in a string, or as a property, needs no import.
fn imports() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let schema = json!({
        "title": "Licence", "type": "object",
        "properties": {
            "re": {"type": "string"}, "json": {"type": "string"},
            "name": {"enum": ["LiLiQ-R-1.1", "R", "Decimal"], "description": "Any, List or R."},
        },
    });
    std::fs::write(here.join("licence"), schema.to_string())?;
    emit(here, &["licence", "--lang", "python", "--out", "made", "--runtime", "shared"])?;
    emit(here, &["licence", "--lang", "python", "--out", "alone", "--runtime", "inline"])?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "check", "--isolated", "--no-cache", "made", "alone"]);
    run(ruff.current_dir(here)).map(drop)
}

/// Whole numbers narrow a union, and the types of functions can be read at run time.
fn python_types() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let schema = r#"{"title": "frame", "oneOf": [
        {"type": "object", "title": "First", "required": ["v", "name"],
            "properties": {"v": {"const": 1}, "name": {"type": "string"}}},
        {"type": "object", "title": "Second", "required": ["v", "size"],
            "properties": {"v": {"enum": [2, 3]}, "size": {"type": "integer"}, "part": {"enum": [1.5, 2]}}}
    ]}"#;
    std::fs::write(here.join("frame"), schema)?;
    emit(here, &["frame", "--lang", "python", "--out", "made"])?;
    emit(here, &["frame", "--lang", "python", "--out", "shared", "--runtime", "shared"])?;
    for folder in ["made", "shared"] {
        std::fs::write(here.join(folder).join("__init__.py"), "")?;
    }
    let script = "from typing import get_type_hints

import made.frame
import shared.frame
from made.frame import parse


def width(text: str) -> int:
    frame = parse(text)
    return len(frame['name']) if frame['v'] == 1 else frame['size']


for module in (made.frame, shared.frame):
    assert 'return' in get_type_hints(module.is_valid), module
print(width('{\"v\": 1, \"name\": \"abc\"}'), width('{\"v\": 3, \"size\": 5}'))
";
    std::fs::write(here.join("use.py"), script)?;
    let python = |args: &[&str]| {
        let mut command = Command::new(crate::python::interpreter());
        command.args(args).current_dir(here).env("MYPY_CACHE_DIR", "/dev/null");
        run(&mut command)
    };
    python(&["-m", "mypy", "--strict", "--no-error-summary", "use.py"])?;
    assert_eq!(python(&["-W", "error", "use.py"])?, "3 5\n");
    python(&[
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--select",
        "F,E4,E7,E9,UP",
        "made",
    ])
    .map(drop)
}

/// A format that JSON Schema defines and nothing checks is reported once, for all languages together.
fn unchecked_formats() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let contract = "{\"type\": \"object\", \"properties\": {\n \"a\": {\"type\": \"string\", \"format\": \"iri\"},\n \
        \"b\": {\"format\": \"uri-template\"}, \"c\": {\"format\": \"iri\"}, \"d\": {\"type\": \"integer\", \"format\": \"int32\"}}}";
    std::fs::write(folder.path().join("a.json"), contract)?;
    let config = "[[emit]]\nlang = [\"ts\", \"rust\"]\ncontract = \"a.json\"\nout = \"{lang}\"\n";
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    let (code, _, err) = text(&run_in(folder.path(), &["emit"]));
    let lines: Vec<&str> = err.lines().filter(|line| line.contains("warning")).collect();
    let wanted = ": emitted files don't check the formats `iri`, `uri-template`; \
                  add a `pattern` if values must have it";
    let place = format!("warning: {}:2:36", folder.path().join("a.json").display());
    assert_eq!((code, lines), (0, vec![format!("skillgen: {place}{wanted}").as_str()]), "{err}");
    for more in [&["--formats", "annotate"], &["--with", "types"]] {
        let args = [&["emit", "a.json", "--lang", "ts"][..], more].concat();
        let (code, _, err) = text(&run_in(folder.path(), &args));
        assert_eq!((code, err.contains("warning")), (0, false), "{err}");
    }
    Ok(())
}

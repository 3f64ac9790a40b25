//! Files that hold the parts that were asked for: types alone need no runtime, and every choice compiles without a
//! warning.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::{run, rust_crate, typescript_run};
use crate::emitted_files::emit;
use crate::support::{root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_parts::rust", rust),
        Trial::test("emitted_parts::python", python),
        Trial::test("emitted_parts::go", go),
        Trial::test("emitted_parts::typescript", typescript),
        Trial::test("emitted_parts::definitions", definitions),
        Trial::test("emitted_parts::a-file-of-definitions", definition_file),
        Trial::test("emitted_parts::no_definition", no_definition),
    ]
}

const CONTRACTS: [&str; 3] =
    ["tests/emit/order.json", "tests/emit/unions.json", "examples/contracts/news-digest/v2.json"];
const CHOICES: [&str; 5] = ["types", "check", "parse", "coerce", "builder"];

fn rust() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut main = String::new();
    for (index, contract) in CONTRACTS.iter().enumerate() {
        for choice in CHOICES {
            let name = format!("{choice}{index}");
            let args = ["--lang", "rust", "--contract", contract, "--with", choice];
            emit(folder.path(), &[&args[..], &["--name", &name, "--out", "src"]].concat())?;
            main.push_str(&format!("mod {choice}{index};\n"));
        }
    }
    // The texts of types are those of serde.
    main.push_str(
        r###"
fn main() {
    let text = r##"{"id": "x", "payment": {"kind": "cash"}, "items": [], "note": null}"##;
    let order: types0::Types0 = serde_json::from_str(text).unwrap();
    println!("{}", serde_json::to_string(&order).unwrap());
    println!("{}", parse0::parse(text).is_err());
}
"###,
    );
    let said = rust_crate(folder.path(), "emitted-parts", &main)?;
    let wanted =
        "{\"id\":\"x\",\"payment\":{\"kind\":\"cash\"},\"items\":[],\"note\":null}\ntrue\n";
    if said != wanted {
        return Err(format!("{said}not\n{wanted}").into());
    }
    let types = std::fs::read_to_string(folder.path().join("src/types0.rs"))?;
    let check = std::fs::read_to_string(folder.path().join("src/check0.rs"))?;
    let cases = [
        ("types alone have functions", types.contains("pub fn check(")),
        ("types alone have a schema", types.contains("SCHEMA")),
        ("check has a fast path", check.contains("fn quick_")),
        ("check has a parser", check.contains("\npub fn parse(")),
    ];
    nothing(&cases)
}

/// Each choice of parts, with the runtime in its file, has no name that nothing reads.
fn typescript() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut script = String::new();
    for (index, contract) in CONTRACTS.iter().enumerate() {
        for bits in 1..1 << (CHOICES.len() - 1) {
            let chosen = CHOICES.iter().skip(1).enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            let choice: Vec<&str> = chosen.map(|(_, choice)| *choice).collect();
            let (name, with) = (format!("{}_{index}", choice.join("_")), choice.join(","));
            let args = ["--lang", "ts", "--contract", contract, "--with", &with];
            let more = ["--name", &name, "--runtime", "inline", "--out", "src"];
            emit(folder.path(), &[&args[..], &more].concat())?;
            script.push_str(&format!("import \"./js/{name}.js\";\n"));
        }
    }
    typescript_run(folder.path(), &["noUnusedLocals", "noUnusedParameters"], &script)?;
    Ok(())
}

fn python() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (index, contract) in CONTRACTS.iter().enumerate() {
        for choice in CHOICES {
            let name = format!("{choice}_{index}");
            let args = ["--lang", "python", "--contract", contract, "--with", choice];
            emit(folder.path(), &[&args[..], &["--name", &name, "--out", "made"]].concat())?;
        }
    }
    std::fs::write(folder.path().join("made/__init__.py"), "")?;
    let tool = |args: &[&str]| {
        let mut command = Command::new(crate::python::interpreter());
        command.args(args).current_dir(folder.path()).env("MYPY_CACHE_DIR", "/dev/null");
        run(&mut command)
    };
    tool(&["-m", "mypy", "--strict", "--no-error-summary", "-p", "made"])?;
    tool(&["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "made"])?;
    tool(&["-m", "ruff", "check", "--isolated", "--no-cache", "made"])?;
    // Only the rules that are named are off.
    let path = folder.path().join("made/check_0.py");
    let text = std::fs::read_to_string(&path)?;
    std::fs::write(&path, text + "\n\ndef late() -> None:\n    unused = missing\n")?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "check", "--isolated", "--no-cache", "made"]);
    let (code, out, _) = crate::support::text(&crate::support::run_with(
        {
            ruff.current_dir(folder.path());
            ruff
        },
        b"",
    ));
    if code != 1 || !out.contains("F821") {
        return Err(format!("ruff reports nothing: {out}").into());
    }
    let types = std::fs::read_to_string(folder.path().join("made/types_0.py"))?;
    let coerce = std::fs::read_to_string(folder.path().join("made/coerce_0.py"))?;
    let cases = [
        ("types alone have functions", types.contains("def ")),
        ("types alone have a schema", types.contains("_SCHEMA")),
        ("coercion has a parser", coerce.contains("\ndef parse(")),
    ];
    nothing(&cases)
}

/// Go reads and writes its types by the runtime: they don't stand alone.
fn go() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("go.mod"), "module shop\n\ngo 1.18\n")?;
    for (index, contract) in CONTRACTS.iter().enumerate() {
        for choice in &CHOICES[1..] {
            let out = format!("{choice}{index}");
            let args = ["--lang", "go", "--contract", contract, "--with", choice];
            emit(folder.path(), &[&args[..], &["--out", &out]].concat())?;
        }
    }
    let mut vet = Command::new("go");
    vet.args(["vet", "./..."]).current_dir(folder.path());
    run(vet.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    let loose = run(Command::new("gofmt").args(["-l", "."]).current_dir(folder.path()))?;
    let check = std::fs::read_to_string(folder.path().join("check0/order.go"))?;
    let cases = [
        ("gofmt has something to say", !loose.is_empty()),
        ("check has a parser", check.contains("\nfunc Parse")),
        ("check is missing", !check.contains("\nfunc Check(")),
    ];
    nothing(&cases)?;
    let args = ["--lang", "go", "--contract", CONTRACTS[0], "--with", "types"];
    match emit(folder.path(), &args) {
        Err(failed) if failed.message().is_some_and(|text| text.contains("no such part")) => Ok(()),
        _ => Err("Go's types alone are not refused".into()),
    }
}

/// Each definition of a file is a contract: it leads to the others as it did in its file.
fn definitions() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let all = root().join("tests/emit/order.json").display().to_string() + "#/$defs";
    for (lang, out) in [("rust", "src"), ("ts", "ts"), ("python", "made"), ("go", "deals")] {
        emit(folder.path(), &["--lang", lang, "--contract", &all, "--out", out])?;
    }
    let main = r##"mod card;
mod cash;
mod currency;
mod iban;
mod item;
mod node;
mod skillgen_runtime;
fn main() {
    let issues = node::check(&serde_json::json!({"name": "a", "children": [{"name": 1}]}));
    let issues: Vec<String> = issues.iter().map(|issue| issue.path.clone()).collect();
    println!("{issues:?} {}", currency::is(&serde_json::json!("EUR")));
}
"##;
    let said = rust_crate(folder.path(), "emitted-definitions", main)?;
    if said != "[\"/children/0/name\"] true\n" {
        return Err(said.into());
    }
    let script = "from made import node\n\
                  print([i.path for i in node.check({'name': 'a', 'children': [{'name': 1}]})])\n";
    std::fs::write(folder.path().join("ask.py"), script)?;
    let mut python = Command::new(crate::python::interpreter());
    let said = run(python.args(["-W", "error", "ask.py"]).current_dir(folder.path()))?;
    if said != "['/children/0/name']\n" {
        return Err(said.into());
    }
    std::fs::write(folder.path().join("go.mod"), "module shop\n\ngo 1.18\n")?;
    let mut vet = Command::new("go");
    vet.args(["vet", "./..."]).current_dir(folder.path());
    run(vet.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    let tsc = root().join("tests/node_modules/.bin/tsc");
    let strict = ["--strict", "--noEmit", "--target", "es2020", "--moduleResolution", "bundler"];
    let mut tsc = Command::new(tsc);
    tsc.args(strict).args(["--module", "es2022", "ts/node.ts", "ts/card.ts"]);
    run(tsc.current_dir(folder.path())).map(drop)
}

/// A file that holds nothing but definitions is a contract for each; their types alone fit in one file.
fn definition_file() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = r##"{"title": "Parts", "$defs": {"size": {"type": "integer", "minimum": 1},
        "part": {"type": "object", "properties": {"size": {"$ref": "#/$defs/size"}}}}}"##;
    std::fs::write(folder.path().join("parts.json"), schema)?;
    let parts = folder.path().join("parts.json").display().to_string();
    emit(folder.path(), &["--lang", "python", "--contract", &parts, "--out", "made"])?;
    let script = "from made import part, size\n\
                  print(size.is_valid(1), size.is_valid(0), [i.path for i in part.check({'size': 0})])\n";
    std::fs::write(folder.path().join("ask.py"), script)?;
    let mut python = Command::new(crate::python::interpreter());
    let said = run(python.args(["-W", "error", "ask.py"]).current_dir(folder.path()))?;
    if said != "True False ['/size']\n" {
        return Err(said.into());
    }
    let args = ["emit", "--lang", "ts", "--contract", "parts.json"];
    let (code, out, err) =
        text(&run_in(folder.path(), &[&args[..], &["--with", "types"]].concat()));
    if code != 0 || !out.contains("export type Size = ") || !out.contains("export interface Part ")
    {
        return Err(format!("types alone: {code} {out}{err}").into());
    }
    let (code, out, err) = text(&run_in(folder.path(), &args));
    if code != 2 || err != "skillgen: 2 files to emit; name a folder with --out\n" {
        return Err(format!("without a folder: {code} {out}{err}").into());
    }
    // A root that restricts values is the contract.
    let closed = schema.replacen("\"title\"", "\"type\": \"object\", \"title\"", 1);
    std::fs::write(folder.path().join("parts.json"), closed)?;
    let (code, out, err) = text(&run_in(folder.path(), &args));
    if code != 0 || !out.contains("parse = (text: string): Parts") {
        return Err(format!("a root: {code} {out}{err}").into());
    }
    Ok(())
}

fn no_definition() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("s.json"), r#"{"$defs": {"a": {"type": "string"}}}"#)?;
    std::fs::write(folder.path().join("plain.json"), r#"{"type": "string"}"#)?;
    let cases = [
        ("s.json#/$defs/b", "nothing stands at `#/$defs/b`; expected `#/$defs/a`"),
        ("plain.json#/$defs", "nothing stands at `#/$defs`; the file has no definitions"),
        (
            "builtin:skill-output-v1#/$defs/a",
            "`#/$defs/a` is read in files only; expected a JSON Schema file before `#`",
        ),
    ];
    for (contract, message) in cases {
        let args = ["emit", "--lang", "ts", "--contract", contract];
        let (code, out, err) = text(&run_in(folder.path(), &args));
        if code != 2
            || !out.is_empty()
            || err.trim_end() != format!("skillgen: {contract}: {message}")
        {
            return Err(format!("{contract}: {code} {out}{err}").into());
        }
    }
    Ok(())
}

fn nothing(cases: &[(&str, bool)]) -> Result<(), Failed> {
    match cases.iter().find(|(_, wrong)| *wrong) {
        Some((what, _)) => Err((*what).into()),
        None => Ok(()),
    }
}

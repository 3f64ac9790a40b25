//! Emitted files as somebody gets them who has to review and keep them: the contract's own lines are few and
//! come first, several contracts share one runtime, formatters and strict compilers have nothing to say.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::emitted::run;
use crate::support::{root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_files::typescript_is_formatted_and_compiles", typescript),
        Trial::test("emitted_files::typescript_own_lines", typescript_lines),
        Trial::test("emitted_files::long_names_are_formatted", long_names),
        Trial::test("emitted_files::several_contracts_share_a_runtime", shared),
        Trial::test("emitted_files::python_is_formatted", python_formatted),
        Trial::test("emitted_files::python_own_lines", python_lines),
        Trial::test("emitted_files::python_shares_a_runtime", python_shared),
        Trial::test("emitted_files::rust_own_lines", || own_lines("rust", 200).map(drop)),
        Trial::test("emitted_files::rust_is_formatted_and_linted", rust_formatted),
        Trial::test("emitted_files::rust_shares_a_runtime", rust_shared),
        Trial::test("emitted_files::go_own_lines", || own_lines("go", 130).map(drop)),
        Trial::test("emitted_files::go_shares_a_runtime", go_shared),
        Trial::test("emitted_files::parts", parts),
        Trial::test("emitted_files::what_a_language_can_not_do", refused),
        Trial::test("emitted_files::to_stdout", to_stdout),
    ]
}

/// Contracts of several kinds, by file or name.
pub(crate) const CONTRACTS: &[&str] = &[
    "tests/emit/news.json",
    "tests/emit/order.json",
    "tests/emit/names.json",
    "tests/emit/unions.json",
    "examples/contracts/news-digest/v2.json",
    "builtin:skill-output-v1",
    "builtin:helper-envelope-v1",
];

/// Emits a contract into a folder.
pub(crate) fn emit(folder: &Path, args: &[&str]) -> Result<String, Failed> {
    let args: Vec<String> = args
        .iter()
        .map(|arg| match arg.ends_with(".json") {
            true => root().join(arg).display().to_string(),
            false => (*arg).to_owned(),
        })
        .collect();
    let mut all = vec!["emit"];
    all.extend(args.iter().map(String::as_str));
    match text(&run_in(folder, &all)) {
        (0, out, err) => Ok(out + &err),
        (code, out, err) => Err(format!("{all:?}: {code}\n{out}{err}").into()),
    }
}

/// Each contract, by itself and with the runtime beside it.
pub(crate) fn emit_all(folder: &Path, lang: &str) -> Result<(), Failed> {
    for (index, contract) in CONTRACTS.iter().enumerate() {
        for runtime in ["inline", "shared"] {
            let out = format!("{runtime}{index}");
            let args =
                ["--lang", lang, "--contract", contract, "--runtime", runtime, "--out", &out];
            emit(folder, &args)?;
        }
    }
    Ok(())
}

fn typescript() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit_all(folder.path(), "ts")?;
    let config = json!({"compilerOptions": {
        "strict": true, "target": "es2020", "module": "es2022", "moduleResolution": "bundler",
        "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true, "noEmit": true,
        "erasableSyntaxOnly": true, "noUnusedLocals": true, "noUnusedParameters": true, "types": [],
        "verbatimModuleSyntax": true,
    }});
    std::fs::write(folder.path().join("tsconfig.json"), config.to_string())?;
    let bin = root().join("tests/node_modules/.bin");
    run(Command::new(bin.join("tsc")).args(["-p", "."]).current_dir(folder.path()))?;
    std::fs::write(folder.path().join(".prettierignore"), "*.json\n")?;
    run(Command::new(bin.join("prettier")).args(["--check", "."]).current_dir(folder.path()))?;
    Ok(())
}

/// Names of all lengths around those that formatters break, and types that they write in one way only.
fn long_names() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let object = |name: &str| json!({"type": "object", "properties": {name: {"type": "string"}}});
    let mut properties = json!({
        "pairs": {"type": "array", "items": {
            "type": "array", "prefixItems": [{"type": "string"}, {"type": ["string", "null"]}],
            "items": false, "minItems": 2,
        }},
        "both": {"anyOf": [{"$ref": "#/$defs/Both"}, {"type": "string"}]},
        "either": {"oneOf": [{"anyOf": [true, {"type": "string"}]}, false]},
    });
    for length in 15..45 {
        let name = format!("{}_x", "n".repeat(length));
        properties[format!("union_{name}")] = json!({"type": ["string", "integer"]});
        properties[format!("null_{name}")] = json!({"anyOf": [object(&name), {"type": "null"}]});
    }
    let mut definitions = json!({"Both": {"allOf": [object("a"), object("b")]}});
    for length in [55, 60, 66, 71, 74, 76, 78, 80, 84, 88, 92] {
        let name = format!("L{}", "o".repeat(length));
        let named = json!({"$ref": format!("#/$defs/{name}")});
        definitions[&name] = json!({"enum": ["after", "before"], "default": "after"});
        definitions[format!("N{length}_{name}")] = json!({"anyOf": [named, {"type": "null"}]});
        let members = json!({name.as_str(): named, "needed": {"type": "integer", "maximum": 9}});
        let object = json!({"type": "object", "properties": members, "required": ["needed"]});
        definitions[format!("M{length}_{name}")] = object;
    }
    let contract = json!({
        "title": "Report", "type": "object", "properties": properties, "required": ["either"],
        "$defs": definitions,
    });
    let path = folder.path().join("long.json");
    std::fs::write(&path, contract.to_string())?;
    let path = path.display().to_string();
    for lang in ["ts", "js", "go", "python"] {
        let args = ["--lang", lang, "--contract", &path, "--name", "long", "--out", lang];
        emit(folder.path(), &args)?;
    }
    let bin = root().join("tests/node_modules/.bin");
    let prettier = ["--check", "ts", "js"];
    run(Command::new(bin.join("prettier")).args(prettier).current_dir(folder.path()))?;
    let strict =
        ["--strict", "--noEmit", "--target", "es2020", "--noUnusedParameters", "ts/long.ts"];
    run(Command::new(bin.join("tsc")).args(strict).current_dir(folder.path()))?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "python"]);
    run(ruff.current_dir(folder.path()))?;
    let loose = run(Command::new("gofmt").args(["-d", "go"]).current_dir(folder.path()))?;
    if loose.is_empty() { Ok(()) } else { Err(loose.into()) }
}

/// The lines of the contract of five properties, without those of the runtime.
pub(crate) fn own_lines(lang: &str, most: usize) -> Result<String, Failed> {
    lines_of("tests/emit/news.json", lang, most)
}

/// The same of a contract by its file.
pub(crate) fn lines_of(contract: &str, lang: &str, most: usize) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let args = ["--lang", lang, "--contract", contract, "--runtime", "shared"];
    emit(folder.path(), &[&args[..], &["--out", ".", "--name", "news"]].concat())?;
    let file = match lang {
        "python" => "news.py",
        "rust" => "news.rs",
        "bash" => "news.sh",
        other => &format!("news.{other}"),
    };
    let text = std::fs::read_to_string(folder.path().join(file))?;
    match text.lines().count() {
        lines if lines <= most => Ok(text),
        lines => Err(format!("{lines} lines, at most {most} expected:\n{text}").into()),
    }
}

fn typescript_lines() -> Result<(), Failed> {
    let text = own_lines("ts", 90)?;
    let place = |word: &str| text.find(word).ok_or_else(|| Failed::from(format!("no `{word}`")));
    let order = [
        place("export interface News ")?,
        place("export const parse")?,
        place("const schema:")?,
        place("function quick")?,
    ];
    if !order.is_sorted() {
        return Err(format!("types, functions, schema, fast path: {order:?}\n{text}").into());
    }
    Ok(())
}

/// Names of the runtime that make way for a contract's change the lengths of lines, in a lone file only.
fn python_formatted() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit_all(folder.path(), "python")?;
    std::fs::remove_dir_all(folder.path().join("inline2"))?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "."]);
    run(ruff.current_dir(folder.path())).map(drop)
}

fn python_lines() -> Result<(), Failed> {
    let text = own_lines("python", 90)?;
    let place = |word: &str| text.find(word).ok_or_else(|| Failed::from(format!("no `{word}`")));
    let order = [
        place("class News(")?,
        place("\nparse = ")?,
        place("\nbuilder = ")?,
        place("\n_SCHEMA: ")?,
    ];
    match order.is_sorted() {
        true => Ok(()),
        false => Err(format!("types, functions, schema: {order:?}\n{text}").into()),
    }
}

fn shared() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let two = ["--contract", "tests/emit/news.json", "--contract", "tests/emit/order.json"];
    emit(folder.path(), &[&["--lang", "ts", "--out", "both"][..], &two].concat())?;
    emit(folder.path(), &[&["--lang", "ts", "--out", "both", "--check"][..], &two].concat())?;
    let one = ["--lang", "ts", "--out", "one", "--contract", "tests/emit/news.json"];
    emit(folder.path(), &one)?;
    let inline = ["--lang", "ts", "--out", "inline", "--runtime", "inline"];
    emit(folder.path(), &[&inline[..], &two].concat())?;
    // Entries of one folder have one runtime, too.
    let entry =
        |file: &str| format!("[[emit]]\nlang = \"ts\"\ncontract = \"{file}\"\nout = \"entries\"\n");
    for file in ["news.json", "order.json"] {
        std::fs::copy(root().join("tests/emit").join(file), folder.path().join(file))?;
    }
    let config = entry("news.json") + &entry("order.json");
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    emit(folder.path(), &[])?;
    for (out, files) in [("both", 3), ("one", 1), ("inline", 2), ("entries", 3)] {
        let found = std::fs::read_dir(folder.path().join(out))?.count();
        let runtime = folder.path().join(out).join("skillgen_runtime.ts").exists();
        if found != files || runtime != (files == 3) {
            return Err(format!("{out}: {found} files, a runtime: {runtime}").into());
        }
    }
    // One `Issue` and one error over all contracts.
    let names = std::fs::read_dir(folder.path().join("both"))?.flatten();
    let names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let mut names: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".ts")).collect();
    names.retain(|name| *name != "skillgen_runtime");
    let script = r#"import * as a from "./js/A.js";
import * as b from "./js/B.js";
let thrown;
try { a.parse("{}"); } catch (error) { thrown = error; }
console.log(thrown instanceof b.SkillContractError, JSON.stringify(thrown.issues));
const order = b.safeParse('{"id": 1}');
console.log(order.ok, order.issues.map((issue) => `${issue.path} ${issue.keyword}`).join(", "));
console.log(JSON.stringify(a.builder().set("verbose", true).set("topic", "tides").build()));
console.log(JSON.stringify(a.coerce({ topic: "x", max_items: "7" })));
"#;
    let (a, b) = match names.as_slice() {
        [a, b] if a.starts_with("news") => (a, b),
        [a, b] => (b, a),
        _ => return Err(format!("{names:?}").into()),
    };
    std::fs::rename(folder.path().join("both"), folder.path().join("src"))?;
    let script = script.replace("A.js", &format!("{a}.js")).replace("B.js", &format!("{b}.js"));
    let said = crate::emitted::typescript_run(folder.path(), &[], &script)?;
    let wanted = concat!(
        r#"true [{"path":"","keyword":"required","expected":"topic","got":null,"#,
        r#""message":"required property \"topic\" is missing"}]"#,
        "\nfalse  required,  required, /id type\n",
        r#"{"topic":"tides","max_items":10,"language":"en","verbose":true}"#,
        "\n",
        r#"{"value":{"topic":"x","max_items":7,"language":"en"},"changes":["#,
        r#"{"path":"/max_items","from":"7","to":7,"rule":"string-to-integer"},"#,
        r#"{"path":"/language","to":"en","rule":"default"}]}"#,
        "\n"
    );
    if said == wanted { Ok(()) } else { Err(format!("{said}not\n{wanted}").into()) }
}

/// All contracts into one folder with one runtime.
fn emit_together(folder: &Path, lang: &str, out: &str) -> Result<(), Failed> {
    let mut args = vec!["--lang", lang, "--out", out];
    args.extend(CONTRACTS.iter().flat_map(|contract| ["--contract", contract]));
    emit(folder, &args).map(drop)
}

fn python_shared() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit_together(folder.path(), "python", "made")?;
    let script = r#"import json
from made import helper_envelope, news_digest_request, order, path, skill_output
assert order.Issue is skill_output.Issue and order.SkillContractError is path.SkillContractError
try:
    news_digest_request.parse("{}")
    raise AssertionError("parsed")
except order.SkillContractError as error:
    print([(issue.path, issue.keyword) for issue in error.issues])
print([(issue.path, issue.keyword) for issue in order.check({"id": 1})])
print(json.dumps(news_digest_request.builder().topic("tides").build()))
deep = {"name": "a"}
for _ in range(3000):
    deep = {"name": "a", "children": [deep]}
whole = {"id": "00000000-0000-0000-0000-000000000000", "payment": {"kind": "cash"}, "items": [{"sku": "a", "count": 1}]}
print(order.is_valid({**whole, "parent": deep}), helper_envelope.is_valid({}))
print(skill_output.SkillOutputParser().parse("Created: a/b.txt").parse_method)
"#;
    std::fs::write(folder.path().join("ask.py"), script)?;
    let interpreter = || {
        let mut command = Command::new(crate::python::interpreter());
        command.current_dir(folder.path()).env("MYPY_CACHE_DIR", "/dev/null");
        command
    };
    let said = run(interpreter().args(["-W", "error", "ask.py"]))?;
    let wanted = "[('', 'required')]\n[('', 'required'), ('', 'required'), ('/id', 'type')]\n\
                  {\"topic\": \"tides\", \"max_items\": 10, \"language\": \"en\"}\nTrue False\nlegacy\n";
    if said != wanted {
        return Err(format!("{said}not\n{wanted}").into());
    }
    std::fs::write(folder.path().join("made/__init__.py"), "")?;
    run(interpreter().args(["-m", "mypy", "--strict", "--no-error-summary", "-p", "made"]))?;
    Ok(())
}

/// rustfmt and clippy with their defaults, clippy with its pedantic lints too.
fn rust_formatted() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("src");
    std::fs::create_dir(&source)?;
    let mut modules = String::new();
    for (index, contract) in CONTRACTS.iter().enumerate() {
        let name = format!("m{index}");
        let args = ["--lang", "rust", "--contract", contract, "--name", &name, "--out", "src"];
        emit(folder.path(), &args)?;
        modules.push_str(&format!("mod {name};\n"));
        let shared = folder.path().join("src/shared");
        std::fs::create_dir_all(&shared)?;
        let args = ["--lang", "rust", "--contract", contract, "--name", &name, "--out", "shared"];
        emit(&source, &[&args[..], &["--runtime", "shared"]].concat())?;
    }
    let names: String = (0..CONTRACTS.len()).map(|index| format!("mod m{index};\n")).collect();
    std::fs::write(source.join("shared/mod.rs"), names + "mod skillgen_runtime;\n")?;
    modules.push_str("mod shared;\n\nfn main() {}\n");
    crate::emitted::rust_crate(folder.path(), "emitted-formatted", &modules)?;
    run(Command::new("cargo").args(["fmt", "--check"]).current_dir(folder.path()))?;
    // The edition of new crates has a style of its own.
    for index in 0..CONTRACTS.len() {
        let mut fmt = Command::new("rustfmt");
        fmt.args(["--edition", "2024", "--check", &format!("src/shared/m{index}.rs")]);
        run(fmt.arg(format!("src/m{index}.rs")).current_dir(folder.path()))?;
    }
    let mut clippy = Command::new("cargo");
    clippy.args(["clippy", "--quiet", "--offline", "--"]).current_dir(folder.path());
    clippy.args(["-D", "warnings", "-W", "clippy::pedantic"]);
    run(clippy.env("CARGO_TARGET_DIR", root().join("target/emitted"))).map(drop)
}

fn rust_shared() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit_together(folder.path(), "rust", "src")?;
    let mut modules = String::new();
    for entry in std::fs::read_dir(folder.path().join("src"))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        modules.push_str(&format!("mod {};\n", name.trim_end_matches(".rs")));
    }
    let main = r#"
fn main() {
    let refused: Result<_, order::Error> = news_digest_request::parse("{}");
    println!("{}", refused.map_err(|error| error.to_string()).is_err());
    let issues: Vec<skill_output::Issue> = order::check(&serde_json::json!({"id": 1}));
    let issues: Vec<_> = issues.into_iter().map(|issue| (issue.path, issue.keyword)).collect();
    println!("{issues:?}");
}
"#;
    let said = crate::emitted::rust_crate(folder.path(), "shared-runtime", &(modules + main))?;
    let wanted = "true\n[(\"\", \"required\"), (\"\", \"required\"), (\"/id\", \"type\")]\n";
    if said == wanted { Ok(()) } else { Err(format!("{said}not\n{wanted}").into()) }
}

/// A folder of contracts is one package, whose names hold the contract's.
fn go_shared() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit_together(folder.path(), "go", "deals")?;
    std::fs::write(folder.path().join("go.mod"), "module shop\n\ngo 1.18\n")?;
    let main = r#"package main

import (
	"fmt"

	"shop/deals"
)

func main() {
	_, refused := deals.ParseNewsDigestRequest("{}")
	fmt.Println(refused)
	var issues []deals.Issue = deals.CheckOrder(map[string]any{"id": 1})
	for _, issue := range issues {
		fmt.Println(issue.Path, issue.Keyword)
	}
}
"#;
    std::fs::write(folder.path().join("main.go"), main)?;
    let go = |args: &[&str]| {
        let mut command = Command::new("go");
        command.args(args).current_dir(folder.path());
        command.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOTOOLCHAIN", "local");
        run(&mut command)
    };
    go(&["vet", "./..."])?;
    let said = go(&["run", "."])?;
    let wanted =
        "the document: required property \"topic\" is missing\n required\n required\n/id type\n";
    if said != wanted {
        return Err(format!("{said}not\n{wanted}").into());
    }
    let unformatted = run(Command::new("gofmt").args(["-l", "."]).current_dir(folder.path()))?;
    if unformatted.is_empty() { Ok(()) } else { Err(unformatted.into()) }
}

fn parts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let with = |parts: &str| {
        emit(
            folder.path(),
            &["--lang", "ts", "--contract", "tests/emit/news.json", "--with", parts],
        )
    };
    let types = with("types")?;
    let parse = with("parse")?;
    let cases = [
        ("types alone have code", types.contains("const ") || types.contains("function ")),
        ("types are missing", !types.contains("export interface NewsDigestRequest")),
        ("parse is missing", !parse.contains("export const parse")),
        ("a builder nobody asked for", parse.contains("uilder")),
        ("coercion nobody asked for", parse.contains("oerce")),
        ("parse is no shorter than all", parse.len() >= with("parse,check,coerce,builder")?.len()),
    ];
    match cases.iter().find(|(_, wrong)| *wrong) {
        Some((what, _)) => Err((*what).into()),
        None => Ok(()),
    }
}

/// `--out -` is stdout, not a folder.
fn to_stdout() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let args = ["--lang", "ts", "--contract", "tests/emit/news.json", "--out", "-"];
    let out = emit(folder.path(), &args)?;
    if !out.starts_with("// Code generated by skillgen") || folder.path().join("-").exists() {
        return Err(out.into());
    }
    // A contract needs no option, and may stand beside those that have one.
    let short = emit(folder.path(), &["tests/emit/news.json", "--lang", "ts"])?;
    if short != out {
        return Err(format!("{short}\nis not\n{out}").into());
    }
    let both = ["tests/emit/news.json", "--lang", "ts", "--contract", "tests/emit/order.json"];
    emit(folder.path(), &[&both[..], &["--out", "both"]].concat())?;
    let count = std::fs::read_dir(folder.path().join("both"))?.count();
    // One of a thing is no "1 characters".
    let contract =
        r#"{"type": "object", "properties": {"one": {"type": "string", "minLength": 1}}}"#;
    std::fs::write(folder.path().join("one"), contract)?;
    let one = emit(folder.path(), &["one", "--lang", "ts"])?;
    match count == 3 && one.contains("/** At least 1 character. */") {
        true => Ok(()),
        false => Err(format!("{count} files; {one}").into()),
    }
}

fn refused() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let cases: &[(&[&str], &str)] = &[
        (
            &["--lang", "ts", "--runtime", "shared"],
            "--runtime shared: the runtime is a file of its own; name a folder with --out",
        ),
        (
            &["--lang", "bash", "--with", "types"],
            "--with types: bash files have no such part; choose from check, parse, coerce, builder, errors",
        ),
        (
            &["--lang", "ts", "--contract", "package.json", "--tool", "search"],
            "--tool search: chooses the tool of --migration OLD NEW; without it all tools are emitted",
        ),
        (
            &["--lang", "ts", "--out", "made/news.ts"],
            "--out made/news.ts: names a file, but --out is a folder; use `--out made --name news`",
        ),
        (
            &["--lang", "ts", "--contract", "package.json"],
            "package.json:1:10: no JSON Schema: `name` is no keyword, and nothing is asked of a value; \
             expected keywords like `type`, `properties` or `$ref`",
        ),
    ];
    let package =
        r#"{"name": "shop", "version": "1.0.0", "description": "d", "dependencies": {"a": "1"}}"#;
    std::fs::write(folder.path().join("package.json"), package)?;
    for (args, message) in cases {
        let mut all = vec!["emit"];
        all.extend(*args);
        if !args.contains(&"--contract") {
            all.extend(["--contract", "builtin:skill-output-v1"]);
        }
        let (code, out, err) = text(&run_in(folder.path(), &all));
        if code != 2 || !out.is_empty() || err.trim_end() != format!("skillgen: {message}") {
            return Err(format!("{args:?}: {code} {out}{err}").into());
        }
    }
    Ok(())
}

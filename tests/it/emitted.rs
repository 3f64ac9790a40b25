//! Emitted TypeScript, Rust and Python against the official suite and against skillgen's own validator: code that
//! compiles without a warning, the same verdicts, the same (path, keyword) of issues in the same order,
//! and `check`, `is` and `parse` of one mind.
//!
//! All groups of a draft where CI is set, else every [`EVERY_NTH`] of a file, so that each file has its say.

use std::path::Path;
use std::process::Command;

use codegen::backend::{Options, Runtime, Target};
use contract::{Document, Draft, Pointer, Schema};
use libtest_mimic::{Failed, Trial};
use runtime::validate::{Formats, Validator};
use serde_json::{Value, json};

use crate::suite::{Remotes, json_files};
use crate::support::{root, run_with, suite, text};

/// The number of skipped groups of a file outside of CI.
const EVERY_NTH: usize = 30;

/// Compiles the emitted files of a folder and gives, a line a group, what they say of its documents.
type Runner = fn(&Path, &[Group]) -> Result<String, Failed>;

/// One schema with its documents.
struct Group {
    name: String,
    documents: Vec<Value>,
    /// What must be said of each document: valid, and the (path, keyword) of all issues.
    expected: Vec<(bool, Vec<(String, String)>)>,
}

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (folder, draft) in [("draft2020-12", Draft::Draft2020), ("draft7", Draft::Draft7)] {
        let case = move |target: &'static dyn Target, run: Runner| {
            Trial::test(format!("emitted::{}_{folder}", target.id()), move || {
                judge(target, run, folder, draft)
            })
        };
        trials.push(case(&codegen::backend::typescript::TypeScript, typescript));
        trials.push(case(&codegen::backend::typescript::JavaScript, javascript));
        trials.push(case(&codegen::backend::rust::Rust, rust));
        trials.push(case(&codegen::backend::python::Python, python));
    }
    trials
}

fn judge(target: &dyn Target, run: Runner, folder: &str, draft: Draft) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    std::fs::create_dir(scratch.path().join("src"))?;
    let (mut groups, mut quick) = (Vec::new(), 0);
    for path in json_files(&suite().join("tests").join(folder))? {
        let all: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
        let every = if std::env::var_os("CI").is_some() { 1 } else { EVERY_NTH };
        for group in all.as_array().ok_or("a list of groups")?.iter().step_by(every) {
            let name = format!("{}: {}", path.display(), group["description"]);
            let file = format!("g{}.{}", groups.len(), target.extension());
            let (text, group) = emit(target, name, group, draft)?;
            let text =
                if target.id() == "rust" { crate::emitted_roads::compared(text) } else { text };
            quick +=
                usize::from(text.contains("function quick") || text.contains("    quick: Some("));
            std::fs::write(scratch.path().join("src").join(file), text)?;
            groups.push(group);
        }
    }
    if groups.len() < 300 / EVERY_NTH && groups.len() < 40 {
        return Err(format!("only {} groups found; run `cargo xtask tools`", groups.len()).into());
    }
    if target.id() != "python" && quick * 20 < groups.len() {
        return Err(format!("only {quick} of {} files have a quick road", groups.len()).into());
    }
    let said = run(scratch.path(), &groups)?;
    let mut wrong = Vec::new();
    for (group, line) in groups.iter().zip(said.lines()) {
        let said: Value = serde_json::from_str(line)?;
        for (index, (valid, issues)) in group.expected.iter().enumerate() {
            let expected =
                json!({"is": valid, "parse": valid, "issues": issues, "told": issues.len()});
            if said[index] != expected {
                let document = &group.documents[index];
                wrong.push(format!("{} {document}: {} not {expected}", group.name, said[index]));
            }
        }
    }
    if said.lines().count() != groups.len() {
        wrong.push(format!("{} groups, {} answers", groups.len(), said.lines().count()));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn emit(
    target: &dyn Target,
    name: String,
    group: &Value,
    draft: Draft,
) -> Result<(String, Group), Failed> {
    let document = Document::json("schema.json", group["schema"].to_string().as_bytes())?;
    let remotes = Remotes(suite().join("remotes"));
    let schema = Schema::read_at(&document, &Pointer::root(), Some(draft), &remotes)?;
    let validator = Validator::new(&schema, Formats::Annotate);
    let space = codegen::Namespace::new(None, schema, codegen::Formats::Annotate)?;
    // One runtime is compiled once; JavaScript's and Python's files hold theirs.
    let compiled = matches!(target.id(), "rust" | "ts");
    let runtime = if compiled { Runtime::Shared } else { Runtime::Inline };
    let options = Options { runtime, ..Options::default() };
    let text = target.render(&model(space), &options)?[0].text.clone();
    let (mut documents, mut expected) = (Vec::new(), Vec::new());
    for test in group["tests"].as_array().ok_or("a list of tests")? {
        let issues = validator.validate(&test["data"]).map_err(|error| format!("{error:?}"))?;
        let issues: Vec<(String, String)> =
            issues.iter().map(|issue| (issue.path.to_string(), issue.keyword.clone())).collect();
        if Some(issues.is_empty()) != test["valid"].as_bool() {
            return Err(format!("{name}: skillgen's own verdict is wrong").into());
        }
        expected.push((issues.is_empty(), issues));
        documents.push(test["data"].clone());
    }
    Ok((text, Group { name, documents, expected }))
}

/// A contract of one schema.
pub(crate) fn model(space: codegen::Namespace) -> codegen::Contract {
    models(vec![space])
}

/// A contract of some schemas.
pub(crate) fn models(namespaces: Vec<codegen::Namespace>) -> codegen::Contract {
    codegen::Contract {
        name: "suite".to_owned(),
        source: "schema.json".to_owned(),
        digest: "0".repeat(64),
        version: "0.0.0".to_owned(),
        description: None,
        builtin: None,
        answers_errors: namespaces.iter().any(|space| space.role == Some(contract::Role::Input)),
        namespaces,
    }
}

fn documents(groups: &[Group]) -> Value {
    groups.iter().map(|group| json!(group.documents)).collect()
}

/// Compiles what stands in `src`, as strict projects do, and runs a script over the result in `js`; `more`
/// are options that are asked for besides. The clock stands still.
pub(crate) fn typescript_run(folder: &Path, more: &[&str], script: &str) -> Result<String, Failed> {
    let mut config = json!({
        "compilerOptions": {
            "strict": true, "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true,
            "target": "es2020", "module": "es2022", "types": [], "outDir": "js"
        },
        "include": ["src"]
    });
    for option in more {
        config["compilerOptions"][option] = json!(true);
    }
    std::fs::write(folder.join("tsconfig.json"), config.to_string())?;
    std::fs::write(folder.join("package.json"), r#"{"type": "module"}"#)?;
    std::fs::write(folder.join("run.js"), script)?;
    let tsc = root().join("tests/node_modules/.bin/tsc");
    run(Command::new(tsc).args(["-p", "."]).current_dir(folder))?;
    run(Command::new("node").arg("run.js").env("SOURCE_DATE_EPOCH", "10").current_dir(folder))
}

/// Compiles the files `g0.ts` and on, and asks each about its documents in documents.json: a line a file.
/// `judge` is a function of the file, a document, the issues of it and its text.
pub(crate) fn typescript_each(folder: &Path, judge: &str) -> Result<String, Failed> {
    typescript_run(folder, &[], &EACH.replace("JUDGE", judge))
}

/// Asks each file about its documents.
const EACH: &str = r#"import fs from "node:fs";
const judge = JUDGE;
const groups = JSON.parse(fs.readFileSync("documents.json", "utf8"));
for (const [index, documents] of groups.entries()) {
  const file = await import(`./js/g${index}.js`);
  const said = documents.map((document) => {
    const before = JSON.stringify(document);
    const issues = file.check(document).map((issue) => [issue.path, issue.keyword]);
    const all = judge(file, document, issues, before);
    if (JSON.stringify(document) !== before) throw new Error(`${before} was changed`);
    return all;
  });
  console.log(JSON.stringify(said));
}
"#;

/// What a file says of a document.
const VERDICTS: &str = r#"(file, document, issues, before) => {
  const parsed = file.safeParse(before);
  const told = parsed.ok ? 0 : parsed.issues.length;
  return { is: file.is(document), parse: parsed.ok, issues, told };
}"#;

fn typescript(folder: &Path, groups: &[Group]) -> Result<String, Failed> {
    std::fs::write(folder.join("documents.json"), documents(groups).to_string())?;
    let files = codegen::backend::typescript::TypeScript.shared_runtime("0", "");
    for runtime in files {
        std::fs::write(folder.join("src").join(runtime.name), runtime.text)?;
    }
    typescript_each(folder, VERDICTS)
}

fn javascript(folder: &Path, groups: &[Group]) -> Result<String, Failed> {
    std::fs::write(folder.join("documents.json"), documents(groups).to_string())?;
    let script = EACH.replace("./js/g${index}.js", "./src/g${index}.mjs");
    std::fs::write(folder.join("run.mjs"), script.replace("JUDGE", VERDICTS))?;
    run(Command::new("node").arg("run.mjs").current_dir(folder))
}

/// Compiles a crate without a warning and runs it; emitted files stand in src.
///
/// Crates run side by side in one target folder, so that serde is compiled once: each needs a name of
/// its own.
pub(crate) fn rust_crate(folder: &Path, name: &str, main: &str) -> Result<String, Failed> {
    std::fs::write(
        folder.join("Cargo.toml"),
        format!("[package]\nname = \"{name}\"\n")
            + "version = \"0.0.0\"\nedition = \"2021\"\n[dependencies]\n\
         serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n[workspace]\n\
         [profile.dev]\ndebug = 0\n",
    )?;
    std::fs::write(folder.join("src/main.rs"), main)?;
    let target = root().join("target/emitted");
    run(Command::new("cargo")
        .args(["run", "--quiet", "--offline"])
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", target)
        .current_dir(folder))
}

fn python(folder: &Path, groups: &[Group]) -> Result<String, Failed> {
    std::fs::write(folder.join("documents.json"), documents(groups).to_string())?;
    std::fs::write(
        folder.join("run.py"),
        r#"import importlib, json, sys
sys.path.insert(0, "src")
for index, documents in enumerate(json.load(open("documents.json", encoding="utf-8"))):
    file = importlib.import_module(f"g{index}")
    said = []
    for document in documents:
        before = json.dumps(document)
        issues = [[issue.path, issue.keyword] for issue in file.check(document)]
        parsed = file.safe_parse(before)
        assert json.dumps(document) == before, "the document was changed"
        is_valid = file.is_valid(document)
        said.append({"is": is_valid, "parse": parsed.ok, "issues": issues, "told": len(parsed.issues)})
    print(json.dumps(said))
"#,
    )?;
    run(Command::new(crate::python::interpreter())
        .args(["-W", "error", "run.py"])
        .current_dir(folder))
}

fn rust(folder: &Path, groups: &[Group]) -> Result<String, Failed> {
    let count = groups.len();
    let modules: String = (0..count).map(|index| format!("mod g{index};\n")).collect();
    let rows: String = (0..count)
        .map(|index| {
            format!(
                "(g{index}::is, |v| g{index}::check(v).into_iter().map(|i| (i.path, i.keyword))\
                 .collect(), |t| g{index}::parse(t).err().map(|e| e.issues.len()), g{index}::roads),\n"
            )
        })
        .collect();
    let spellings = crate::emitted_roads::SPELLINGS;
    let main = format!(
        r#"{modules}{spellings}
use serde_json::{{Value, json}};
type Issues = Vec<(String, String)>;
type Row = (fn(&Value) -> bool, fn(&Value) -> Issues, fn(&str) -> Option<usize>, fn(&str) -> bool);
fn main() {{
    let rows: Vec<Row> = vec![{rows}];
    let text = std::fs::read_to_string("documents.json").unwrap();
    let groups: Vec<Vec<Value>> = serde_json::from_str(&text).unwrap();
    let mut quick = 0;
    for ((is, check, parse, roads), documents) in rows.into_iter().zip(groups) {{
        let said: Vec<Value> = documents.iter().map(|document| {{
            let told = parse(&document.to_string());
            for text in spellings(&document.to_string()) {{
                quick += usize::from(roads(&text));
            }}
            json!({{"is": is(document), "parse": told.is_none(), "issues": check(document),
                "told": told.unwrap_or(0)}})
        }}).collect();
        println!("{{}}", Value::from(said));
    }}
    assert!(quick > {count} / 8, "the quick road was taken by {{quick}} texts");
}}
"#
    );
    std::fs::write(folder.join("documents.json"), documents(groups).to_string())?;
    let runtime = codegen::backend::rust::Rust.shared_runtime("0", "").pop().ok_or("a runtime")?;
    std::fs::write(folder.join("src").join(runtime.name), runtime.text)?;
    rust_crate(folder, &format!("emitted-{count}"), &format!("mod skillgen_runtime;\n{main}"))
}

/// Runs a command that must succeed; gives what it prints.
pub(crate) fn run(command: &mut Command) -> Result<String, Failed> {
    let shown = format!("{command:?}");
    let command = std::mem::replace(command, Command::new("true"));
    let (code, out, err) = text(&run_with(command, b""));
    if code == 0 { Ok(out) } else { Err(format!("{shown}: {code}\n{out}\n{err}").into()) }
}

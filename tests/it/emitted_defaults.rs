//! `--defaults add`: parsers add the schema's defaults in each language as `validate --coerce` does, and the types have
//! these properties.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::emitted::{run, rust_crate, typescript_run};
use crate::emitted_files::emit;
use crate::support::{root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_defaults::typescript", typescript),
        Trial::test("emitted_defaults::javascript", javascript),
        Trial::test("emitted_defaults::python", python),
        Trial::test("emitted_defaults::go", go),
        Trial::test("emitted_defaults::rust", rust),
        Trial::test("emitted_defaults::refused", refused),
    ]
}

const CONTRACT: &str = "tests/emit/job.json";

/// A union's objects get no defaults: which of them is meant would be a guess.
const GIVEN: &str = r#"{"name": "x", "target": {}, "retry": {}, "source": {"kind": "web"}}"#;

/// Emits the contract, and one with roles.
fn emitted(here: &Path, lang: &str, out: &str) -> Result<(), Failed> {
    for (contract, name) in [(CONTRACT, "job"), ("examples/contracts/news-digest/v2.json", "roles")]
    {
        for runtime in ["inline", "shared"] {
            let named =
                if runtime == "shared" { format!("{name}_shared") } else { name.to_owned() };
            let args = ["--lang", lang, "--contract", contract, "--name", &named, "--out", out];
            emit(here, &[&args[..], &["--defaults", "add", "--runtime", runtime]].concat())?;
        }
    }
    Ok(())
}

/// What `validate` makes of the document.
fn wanted(here: &Path) -> Result<Value, Failed> {
    std::fs::write(here.join("given.json"), GIVEN)?;
    let contract = root().join(CONTRACT).display().to_string();
    let args = ["validate", "--contract", &contract, "--coerce", "--format", "json", "given.json"];
    let (_, out, err) = text(&run_in(here, &args));
    let report: Value =
        serde_json::from_str(&out).map_err(|error| format!("{error}: {out}{err}"))?;
    let document = report["document"].clone();
    match document["options"]["ratio"] == serde_json::json!(0.5)
        && document["target"] == Value::Object(<_>::default())
    {
        true => Ok(document),
        false => Err(format!("validate: {document}").into()),
    }
}

fn same(here: &Path, said: &str) -> Result<(), Failed> {
    let wanted = wanted(here)?;
    for line in said.lines() {
        let said: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {said}"))?;
        if said != wanted {
            return Err(format!("{said} not {wanted}").into());
        }
    }
    if said.lines().count() == 2 { Ok(()) } else { Err(format!("no two lines: {said}").into()) }
}

/// The types have what is added, and a guard doesn't say so of values that were not parsed.
fn typescript() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emitted(folder.path(), "ts", "src")?;
    let uses = "import { is, parse, safeParse, type Job } from \"./MODULE.js\";
export const read = (text: string): Job => {
  const job = parse(text);
  const words: string = job.language + job.tags[0] + job.options.level.length + job.limit.toFixed();
  if (words === \"\" || job.note !== null) throw new Error(words);
  // @ts-expect-error: a union's objects get no defaults.
  if (job.retry?.count.toFixed() === \"\") throw new Error();
  const value: unknown = { name: \"x\" };
  // @ts-expect-error: a valid value may lack what a parser would add.
  if (!is(value) || (value as { x: 1 } & typeof value).limit === 1) throw new Error();
  const again = safeParse(text);
  if (!again.ok || again.value.options.ratio !== 0.5) throw new Error();
  if (safeParse('{\"name\": 1}').ok) throw new Error();
  return job;
};
";
    for (module, name) in [("job", "one"), ("job_shared", "two")] {
        let text = uses.replace("MODULE", module).replace(
            "type Job",
            if module == "job" { "type Job" } else { "type JobShared as Job" },
        );
        std::fs::write(folder.path().join(format!("src/{name}.ts")), text)?;
    }
    let script = "import fs from \"node:fs\";
const text = fs.readFileSync(\"given.json\", \"utf8\");
for (const name of [\"one\", \"two\"]) {
  console.log(JSON.stringify((await import(`./js/${name}.js`)).read(text)));
}
";
    std::fs::write(folder.path().join("given.json"), GIVEN)?;
    let said = typescript_run(folder.path(), &["noUnusedLocals", "noUnusedParameters"], script)?;
    same(folder.path(), &said)?;
    let prettier = root().join("tests/node_modules/.bin/prettier");
    run(Command::new(prettier)
        .args(["--check", "src/job.ts", "src/roles.ts"])
        .current_dir(folder.path()))
    .map(drop)
}

fn javascript() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emitted(folder.path(), "js", ".")?;
    std::fs::write(folder.path().join("given.json"), GIVEN)?;
    let script = "const text = require('node:fs').readFileSync('given.json', 'utf8');
for (const name of ['job', 'job_shared']) {
  console.log(JSON.stringify(require(`./${name}.cjs`).parse(text)));
}";
    same(folder.path(), &run(Command::new("node").args(["-e", script]).current_dir(folder.path()))?)
}

fn python() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emitted(folder.path(), "python", "made")?;
    std::fs::write(folder.path().join("made/__init__.py"), "")?;
    std::fs::write(folder.path().join("given.json"), GIVEN)?;
    let uses = "import json
from made import job, job_shared
text = open(\"given.json\").read()
one: job.Job = job.parse(text)
two: job_shared.JobShared = job_shared.parse(text)
assert one[\"language\"] + one[\"tags\"][0] == \"ennew\"
assert not job.safe_parse('{\"name\": 1}').ok
valid: bool = job.is_valid({\"name\": \"x\"}) and job_shared.is_valid({\"name\": \"x\"})
assert valid
print(json.dumps(one))
print(json.dumps(two))
";
    std::fs::write(folder.path().join("uses.py"), uses)?;
    let tool = |args: &[&str]| {
        let mut command = Command::new(crate::python::interpreter());
        command.args(args).current_dir(folder.path()).env("MYPY_CACHE_DIR", "/dev/null");
        run(&mut command)
    };
    tool(&["-m", "mypy", "--strict", "--no-error-summary", "-p", "made", "-m", "uses"])?;
    tool(&["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "made"])?;
    same(folder.path(), &tool(&["uses.py"])?)
}

fn go() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (runtime, out) in [("inline", "job"), ("shared", "jobs")] {
        let args = ["--lang", "go", "--contract", CONTRACT, "--name", "job", "--out", out];
        emit(folder.path(), &[&args[..], &["--defaults", "add", "--runtime", runtime]].concat())?;
    }
    std::fs::write(folder.path().join("go.mod"), "module x\n\ngo 1.18\n")?;
    std::fs::write(folder.path().join("given.json"), GIVEN)?;
    let main = "package main

import (
\t\"encoding/json\"
\t\"fmt\"
\t\"os\"

\t\"x/job\"
\t\"x/jobs\"
)

func main() {
\tfile, _ := os.ReadFile(\"given.json\")
\tone, err := job.Parse(file)
\tif err != nil || one.Limit+1 != 11 || one.Tags[0] != \"new\" || string(one.Language) != \"en\" {
\t\tpanic(err)
\t}
\ttwo, err := jobs.ParseJob(file)
\tif err != nil {
\t\tpanic(err)
\t}
\tif _, err := job.Parse(`{\"name\": 1}`); err == nil {
\t\tpanic(\"an invalid document\")
\t}
\tfor _, value := range []any{one, two} {
\t\ttext, _ := json.Marshal(value)
\t\tfmt.Println(string(text))
\t}
}
";
    std::fs::write(folder.path().join("main.go"), main)?;
    let mut go = Command::new("go");
    go.args(["run", "."]).current_dir(folder.path()).env("GOFLAGS", "-mod=mod");
    same(folder.path(), &run(go.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?)
}

fn rust() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emitted(folder.path(), "rust", "src")?;
    let main = "mod job;
mod job_shared;
mod roles;
mod skillgen_runtime;
fn main() {
    let one = job::parse(TEXT).unwrap();
    let number: u64 = one.limit;
    let words = format!(\"{}{}{:?}\", one.language, one.tags[0], one.note);
    assert_eq!((number, words.as_str()), (10, \"ennewNone\"));
    assert_eq!(job::JobOptions::default(), one.options);
    assert_eq!(job::Language::default(), one.language);
    let built = job::Builder::new().name(\"x\").limit(5).language(\"de\").tags([\"a\".to_owned()]).note(None::<String>);
    let built = built.options(job::JobOptions { ratio: 2.0, ..<_>::default() }).build().unwrap();
    assert_eq!((built.limit, built.language, built.options.ratio), (5, job::Language::De, 2.0));
    assert_eq!(built.name, job::Job::try_from(serde_json::to_value(&built).unwrap()).unwrap().name);
    assert_eq!(built.tags, serde_json::to_string(&built).unwrap().parse::<job::Job>().unwrap().tags);
    let wrong = job::Builder::new().name(\"x\").limit(-1).language(\"fr\").build().unwrap_err();
    let paths: Vec<&str> = wrong.issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, [\"/limit\", \"/language\"]);
    assert!(job::parse(\"{\\\"name\\\": 1}\").is_err());
    println!(\"{}\", serde_json::to_string(&one).unwrap());
    println!(\"{}\", serde_json::to_string(&job_shared::parse(TEXT).unwrap()).unwrap());
}
";
    let main = main.to_owned() + &format!("const TEXT: &str = r#\"{GIVEN}\"#;\n");
    same(folder.path(), &rust_crate(folder.path(), "emitted-defaults", &main)?)
}

/// What adds nothing is not asked to.
fn refused() -> Result<(), Failed> {
    for (args, said) in [
        (&["--lang", "bash"][..], "--defaults add: bash files have no parser"),
        (
            &["--lang", "ts", "--with", "check"],
            "--defaults add: parsers add them; add `parse` to --with",
        ),
    ] {
        let args = [args, &["--contract", CONTRACT, "--defaults", "add"]].concat();
        match emit(Path::new("."), &args) {
            Err(failed) if failed.message().is_some_and(|text| text.contains(said)) => {}
            other => return Err(format!("{args:?}: {other:?}").into()),
        }
    }
    Ok(())
}

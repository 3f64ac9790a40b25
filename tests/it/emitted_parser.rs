//! The `SkillOutputParser` of emitted helpers against `skillgen parse`: the same report for
//! every output of tests/parse and for texts made of the pieces that parsers stumble over, under each
//! set of options.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::emitted::{rust_crate, typescript_run};
use crate::emitted_parser_pieces::PIECES;
use crate::hostile_texts::{TEXTS, text_of};
use crate::parse::all_outputs;
use crate::support::{root, run_with, skillgen, text};

/// Texts that are made up, a run.
const MADE_UP: usize = 3000;

/// Options as `skillgen parse` takes them, and as the emitted parsers do.
const OPTIONS: [(&[&str], &str); 6] = [
    (&[], "{}"),
    (&["--no-legacy"], r#"{"enableLegacyParsing": false}"#),
    (&["--strict"], r#"{"strictValidation": true}"#),
    (&["--default-confidence", "0.7"], r#"{"defaultConfidence": 0.7}"#),
    (&["--exit-code", "0"], r#"{"exitCode": 0}"#),
    (&["--exit-code", "3"], r#"{"exitCode": 3}"#),
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted::parser_typescript", typescript),
        Trial::test("emitted::parser_rust", rust),
        Trial::test("emitted::parser_python", python),
        Trial::test("emitted::parser_go", go),
        Trial::test("emitted::parser_bash", bash),
        Trial::test("emitted::parser_largest", largest),
    ]
}

/// The outputs: those of tests/parse, long ones of their lines, short ones of the kinds that are hostile where they are long, then made-up ones, the same in
/// every run.
fn outputs() -> Vec<String> {
    let mut outputs = all_outputs();
    let mixed = mixed(&outputs);
    outputs.extend(mixed);
    outputs.extend(TEXTS.map(|one| text_of(one, 400)));
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 16).unwrap() % below
    };
    for _ in 0..MADE_UP {
        let length = 1 + next(14);
        outputs.push((0..length).map(|_| PIECES[next(PIECES.len())]).collect());
    }
    outputs
}

/// Texts of some hundred lines from many outputs: a parser may try its patterns on many lines at once.
fn mixed(outputs: &[String]) -> Vec<String> {
    let is_prose = |line: &&str| !line.contains('{');
    let lines: Vec<&str> =
        outputs.iter().flat_map(|output| output.lines()).filter(is_prose).collect();
    let texts = lines.len() / 400 + 1;
    let text = |at: usize| lines.iter().skip(at).step_by(texts).copied().collect::<Vec<_>>();
    (0..texts).map(|at| text(at).join("\n")).collect()
}

/// What `skillgen parse` says of each output.
fn expected(outputs: &[String], options: &[&str]) -> Vec<String> {
    let lines: Vec<String> = outputs.iter().map(|output| json!(output).to_string()).collect();
    let mut command = skillgen();
    command.args(["parse", "--batch"]).args(options);
    let (_, stdout, _) = text(&run_with(command, lines.join("\n").as_bytes()));
    // What is almost JSON is told by the command alone.
    let without_notes = |line: &str| match line.rsplit_once(",\"notes\":[") {
        Some((report, _)) => format!("{report}}}"),
        None => line.to_owned(),
    };
    stdout.lines().map(without_notes).collect()
}

fn emit(lang: &str, folder: &Path) -> Result<(), Failed> {
    let mut command = skillgen();
    command.args(["emit", "--lang", lang, "--name", "parser", "--out"]).arg(folder);
    if lang == "bash" {
        command.args(["--with", "parse"]);
    }
    let (code, _, err) = text(&run_with(command, b""));
    if code == 0 { Ok(()) } else { Err(err.into()) }
}

/// Writes outputs and what `skillgen parse` says of them into a folder, as all.json.
fn cases_into(folder: &Path) -> Result<(), Failed> {
    let outputs = outputs();
    let cases: Vec<Value> = OPTIONS
        .iter()
        .map(|(args, options)| {
            let options: Value = serde_json::from_str(options).unwrap();
            json!({"options": options, "reports": expected(&outputs, args)})
        })
        .collect();
    let all = json!({"outputs": outputs, "cases": cases});
    std::fs::write(folder.join("all.json"), all.to_string())?;
    Ok(())
}

fn typescript() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    emit("ts", &scratch.path().join("src"))?;
    cases_into(scratch.path())?;
    typescript_run(
        scratch.path(),
        &[],
        r#"import fs from "node:fs";
import assert from "node:assert";
import { SkillOutputParser } from "./js/parser.js";
const { outputs, cases } = JSON.parse(fs.readFileSync("all.json", "utf8"));
// JSON has no -0 and no infinite number.
const plain = (value) => JSON.parse(JSON.stringify(value));
let wrong = 0;
for (const { options, reports } of cases) {
  const results = new SkillOutputParser(options).parseBatch(outputs);
  assert.equal(results.length, reports.length);
  results.forEach(({ success, parseMethod, output, errors }, index) => {
    const said = { success, parse_method: parseMethod, output, errors };
    try {
      assert.deepStrictEqual(plain(said), plain(JSON.parse(reports[index])));
    } catch {
      if (wrong++ < 5) {
        console.log(JSON.stringify(options), JSON.stringify(outputs[index]));
        console.log("  said", JSON.stringify(said), "\n  not ", reports[index]);
      }
    }
  });
}
for (const defaultConfidence of [NaN, -0.1, 1.5]) {
  assert.throws(() => new SkillOutputParser({ defaultConfidence }), RangeError);
}
const sure = new SkillOutputParser({ defaultConfidence: 0.3 }).parse("done");
assert.equal(sure.output.confidence, 0.3);
console.log(wrong, "wrong");
process.exitCode = wrong === 0 ? 0 : 1;
"#,
    )?;
    Ok(())
}

fn rust() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    emit("rust", &scratch.path().join("src"))?;
    let outputs = outputs();
    std::fs::write(scratch.path().join("outputs.json"), json!(outputs).to_string())?;
    let main = r#"mod parser;
fn main() {
    let text = std::fs::read_to_string("outputs.json").unwrap();
    let outputs: Vec<String> = serde_json::from_str(&text).unwrap();
    let parser = parser::SkillOutputParser::new;
    assert!(parser().default_confidence(1.5).is_err());
    assert!(parser().default_confidence(f64::NAN).is_err());
    // Metrics that are whole are read, those that no type can hold are left out.
    let metrics = |metrics: &str| {
        let envelope = format!(
            "{{\"success\":true,\"confidence\":1,\"deliverables\":[],\"metrics\":{{{metrics}}},\"errors\":[]}}"
        );
        let result = parser().parse(&envelope);
        assert!(result.success && result.json.contains(metrics), "{}", result.json);
        assert!(result.output.success);
        let metrics = result.output.metrics;
        (metrics.execution_time_ms, metrics.files_created, metrics.extra)
    };
    let read = metrics("\"execution_time_ms\":1234.0,\"files_created\":-0,\"rows\":2.5");
    assert_eq!(read, (Some(1234), Some(0), [("rows".to_owned(), 2.5)].into()));
    let read = metrics("\"execution_time_ms\":1e30,\"files_created\":10e-1,\"rows\":1e400");
    assert_eq!(read, (None, Some(1), [].into()));
    let read = metrics("\"execution_time_ms\":18446744073709551616");
    assert_eq!(read, (None, None, [].into()));
    for parser in [
        parser(),
        parser().enable_legacy_parsing(false),
        parser().strict_validation(true),
        parser().default_confidence(0.7).unwrap(),
        parser().exit_code(0),
        parser().exit_code(3),
    ] {
        for result in parser.parse_batch(&outputs) {
            assert_eq!(result.success, result.errors.is_empty());
            println!("{}", result.json);
        }
    }
}
"#;
    let out = rust_crate(scratch.path(), "emitted-parser", main)?;
    let said: Vec<&str> = out.lines().collect();
    assert_eq!(said.len(), outputs.len() * OPTIONS.len());
    let mut wrong = Vec::new();
    for ((args, _), said) in OPTIONS.iter().zip(said.chunks(outputs.len())) {
        for ((output, expected), said) in outputs.iter().zip(expected(&outputs, args)).zip(said) {
            if expected != *said {
                wrong.push(format!("{args:?} {output:?}\n  said {said}\n  not  {expected}"));
            }
        }
    }
    let count = wrong.len();
    wrong.truncate(5);
    if count == 0 { Ok(()) } else { Err(format!("{count}:\n{}", wrong.join("\n")).into()) }
}

fn python() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    emit("python", scratch.path())?;
    cases_into(scratch.path())?;
    let script = r#"
import json, parser as emitted
wrong = 0
with open("all.json", encoding="utf-8") as file:
    data = json.load(file)
for case in data["cases"]:
    names = {"enableLegacyParsing": "enable_legacy_parsing", "defaultConfidence": "default_confidence", "strictValidation": "strict_validation", "exitCode": "exit_code"}
    options = {names[name]: value for name, value in case["options"].items()}
    results = emitted.SkillOutputParser(**options).parse_batch(data["outputs"])
    assert len(results) == len(case["reports"])
    for output, result, report in zip(data["outputs"], results, case["reports"]):
        errors = [{"path": error.path, "message": error.message} for error in result.errors]
        said = {"success": result.success, "parse_method": result.parse_method, "output": result.output, "errors": errors}
        if json.loads(emitted._dumps(said, True)) != json.loads(report):
            wrong += 1
            if wrong < 5:
                print(options, json.dumps(output), "\n  said", emitted._dumps(said, True), "\n  not ", report)
for confidence in (float("nan"), -0.1, 1.5):
    try:
        emitted.SkillOutputParser(default_confidence=confidence)
        wrong += 1
    except ValueError:
        pass
parser = emitted.SkillOutputParser(default_confidence=0.3)
assert parser.parse("done").output["confidence"] == 0.3
assert parser.parse(b"\xff done").parse_method == "legacy"
# Hostile lines are read once.
for word in ("confidence ", "created ", "error ", "took ", "\x1b]", "{\"a\":", "[", "Created: a.ts, ", "- a/b "):
    parser.parse(word * 30_000)
    parser.parse("Created:\n" + word * 1000)
print(wrong, "wrong")
raise SystemExit(1 if wrong else 0)
"#;
    crate::emitted::run(
        std::process::Command::new(crate::python::interpreter())
            .args(["-W", "error", "-c", script])
            .current_dir(scratch.path()),
    )
    .map(|_| ())
}

fn go() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    emit("go", &folder.join("parser"))?;
    cases_into(folder)?;
    std::fs::copy(root().join("tests/go/parser.go.txt"), folder.join("main.go"))?;
    crate::golang::module(folder)?;
    crate::golang::critics(folder)?;
    crate::golang::go(folder, &["build", "-o", "judge", "."])?;
    crate::emitted::run(std::process::Command::new("./judge").current_dir(folder)).map(|_| ())
}

/// An object of 64 MiB is judged, one of a byte more is not, nor what stands before or behind it. (jq
/// holds the same line, but takes minutes to come there.)
fn largest() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let small =
        "{\"success\":true,\"confidence\":1,\"deliverables\":[],\"metrics\":{},\"errors\":[]}";
    let head = "{\"success\":true,\"confidence\":1,\"deliverables\":[],\"metrics\":{},\"errors\":[],\"é\":\"";
    let room = (64 << 20) - head.len() - 2;
    // The middle one is within the limit if signs are counted rather than bytes.
    for (index, (filling, judged)) in
        [("a".repeat(room), true), ("é".repeat(room / 2 + 1), false), ("a".repeat(room + 1), false)]
            .into_iter()
            .enumerate()
    {
        let output = format!("{small}\n{head}{filling}\"}}\n{small}\nFAILED\n");
        std::fs::write(folder.join(format!("{index}.txt")), output)?;
        let mut command = skillgen();
        command.args(["parse", &format!("{index}.txt")]).current_dir(folder);
        let (code, said, _) = text(&run_with(command, b""));
        let told = said.contains("the object that begins in line 2 is larger than 64 MiB");
        if (code == 0, told) != (judged, !judged) {
            return Err(format!(
                "skillgen parse, {index}: {code} {}",
                &said[..said.len().min(300)]
            )
            .into());
        }
    }
    emit("ts", &folder.join("src"))?;
    let said = typescript_run(
        folder,
        &[],
        r#"import fs from "node:fs";
import { SkillOutputParser } from "./js/parser.js";
for (const index of [0, 1, 2]) {
  const { success, errors } = new SkillOutputParser().parse(fs.readFileSync(`${index}.txt`, "utf8"));
  console.log(success, ...errors.map((error) => error.message));
}
"#,
    )?;
    let wanted = "JSON parsing failed: the object that begins in line 2 is larger than 64 MiB";
    let wanted = format!("true\nfalse {wanted}\nfalse {wanted}\n");
    assert_eq!(said, wanted, "TypeScript");
    emit("python", folder)?;
    let script = r#"
import parser
for index in range(3):
    with open(f"{index}.txt", "rb") as file:
        result = parser.SkillOutputParser().parse(file.read())
    print(str(result.success).lower(), *[error.message for error in result.errors])
"#;
    let mut command = std::process::Command::new(crate::python::interpreter());
    command.args(["-W", "error", "-c", script]).current_dir(folder);
    assert_eq!(crate::emitted::run(&mut command)?, wanted, "Python");
    emit("go", &folder.join("parser"))?;
    crate::golang::module(folder)?;
    std::fs::write(
        folder.join("main.go"),
        r#"package main

import (
	"fmt"
	"os"
	"tests/parser"
)

func main() {
	judge, _ := parser.NewSkillOutputParser(parser.ParserOptions{})
	for index := 0; index < 3; index++ {
		text, _ := os.ReadFile(fmt.Sprintf("%d.txt", index))
		result := judge.Parse(string(text))
		fmt.Print(result.Success)
		for _, one := range result.Errors {
			fmt.Print(" ", one.Message)
		}
		fmt.Println()
	}
}
"#,
    )?;
    assert_eq!(crate::golang::go(folder, &["run", "."])?, wanted, "Go");
    Ok(())
}

/// jq keeps doubles, so reports are compared as values; all outputs of a set of options are one call.
fn bash() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    emit("bash", scratch.path())?;
    let mut outputs = outputs();
    outputs.truncate(outputs.len() - MADE_UP + MADE_UP / 4);
    let lines: Vec<String> = outputs.iter().map(|output| json!(output).to_string()).collect();
    let mut wrong = Vec::new();
    for (args, _) in &OPTIONS {
        let mut command = std::process::Command::new("bash");
        command.args(["-euc", ". ./parser.sh; skill_parse \"$@\" --batch -", "bash"]).args(*args);
        command.current_dir(scratch.path());
        let (code, out, err) = text(&run_with(command, lines.join("\n").as_bytes()));
        if code != 0 || !err.is_empty() || out.lines().count() != outputs.len() {
            return Err(
                format!("{args:?}: exit {code}, {} reports: {err}", out.lines().count()).into()
            );
        }
        for ((output, wanted), said) in
            outputs.iter().zip(expected(&outputs, args)).zip(out.lines())
        {
            let read = |text: &str| contract::Document::json("report", text.as_bytes());
            if !contract::value::equal(read(&wanted)?.value(), read(said)?.value()) {
                wrong.push(format!("{args:?} {output:?}\n  said {said}\n  not  {wanted}"));
            }
        }
    }
    // One output as it stands, and the status that tells whether it is valid.
    let raw = outputs.iter().step_by(outputs.len() / 40);
    for (output, wanted) in raw.clone().zip(expected(&raw.cloned().collect::<Vec<_>>(), &[])) {
        let mut command = std::process::Command::new("bash");
        command.args(["-uc", ". ./parser.sh; skill_parse -"]).current_dir(scratch.path());
        let (code, said, err) = text(&run_with(command, output.as_bytes()));
        let read = |text: &str| contract::Document::json("report", text.as_bytes());
        let (wanted, said) = (read(&wanted)?, read(&said)?);
        let status = i32::from(wanted.value()["success"] != true);
        let same = contract::value::equal(wanted.value(), said.value());
        if !same || code != status || !err.is_empty() {
            wrong.push(format!("{output:?}: {code} {err}\n  said {}", said.text()));
        }
    }
    for args in
        [&["--default-confidence", "1.5", "-"][..], &["-", "-"], &["--loud", "-"], &["/nowhere"]]
    {
        let mut command = std::process::Command::new("bash");
        command.args(["-uc", ". ./parser.sh; skill_parse \"$@\"", "bash"]).args(args);
        let (code, out, err) = text(&run_with(
            {
                command.current_dir(scratch.path());
                command
            },
            b"",
        ));
        if code != 2 || !out.is_empty() || err.lines().count() != 1 {
            wrong.push(format!("{args:?}: {code} {out}{err}"));
        }
    }
    let count = wrong.len();
    wrong.truncate(5);
    if count == 0 { Ok(()) } else { Err(format!("{count}:\n{}", wrong.join("\n")).into()) }
}

//! `skillgen parse` at the boundary: each case of tests/parse/*.json is an output, the arguments, the exit
//! code, and what the report holds; a batch of all of them must say the same as they do one by one.

use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{root, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = Vec::new();
    for area in ["json", "legacy", "evidence", "hostile", "options", "tools"] {
        for case in read(area) {
            let name = format!("parse::{area}::{}", case["name"].as_str().unwrap());
            trials.push(Trial::test(name, move || judge(&case)));
        }
    }
    trials.push(Trial::test("parse::batch", batch));
    trials.push(Trial::test("parse::batch in time", batch_in_time));
    trials.push(Trial::test("parse::validator_agrees", validator_agrees));
    trials.push(Trial::test("parse::one_list_of_words", one_list_of_words));
    trials
}

fn read(area: &str) -> Vec<Value> {
    let path = root().join(format!("tests/parse/{area}.json"));
    let cases: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    cases.as_array().unwrap().clone()
}

/// The outputs of all cases.
pub(crate) fn all_outputs() -> Vec<String> {
    let cases =
        ["json", "legacy", "evidence", "hostile", "options", "tools"].into_iter().flat_map(read);
    let cases = cases.map(|case| String::from_utf8_lossy(&output(&case)).into_owned());
    cases.chain(legacy_lines()).collect()
}

/// The lines of the table in docs/patterns.md.
fn legacy_lines() -> Vec<String> {
    let case = std::fs::read_to_string(root().join("tests/seeds/output-legacy-lines.case"));
    let case = case.unwrap();
    let lines = case.split_once("<<'LINES'\n").unwrap().1.split_once("\nLINES\n").unwrap().0;
    lines.lines().map(|line| format!("{line}\n")).collect()
}

/// The words that leave success open, and those that report no failure, are those of the Rust parser in each language.
fn one_list_of_words() -> Result<(), Failed> {
    let read = |path: &str| std::fs::read_to_string(root().join("templates").join(path)).unwrap();
    let rust = ["claims", "faults", "forms", "hedge", "harmless", "settled", "tools"]
        .map(|file| read(&format!("rust/parse/legacy/{file}.rs")))
        .concat();
    // A list may be broken in two texts.
    let plain = |text: &str| -> String {
        let parts = text.split('"').map(str::trim).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().concat()
    };
    let lists: Vec<&str> = rust
        .split("const ")
        .filter_map(|item| item.split_once(": &str ="))
        .filter_map(|(_, list)| list.split('"').nth(1))
        .collect();
    if lists.len() != 109 {
        return Err(format!("{} lists in the Rust parser", lists.len()).into());
    }
    for path in [
        "ts/legacy_output.ts",
        "js/legacy_output.js",
        "python/legacy_output.py",
        "go/legacy_output.go",
        "bash/legacy.jq",
    ] {
        let text = read(path);
        let joined = plain(&text);
        let is_in = |list: &str| text.contains(list) || joined.contains(list);
        if let Some(list) = lists.iter().find(|list| !is_in(list)) {
            return Err(format!("{path} has another list than {list}").into());
        }
    }
    Ok(())
}

fn output(case: &Value) -> Vec<u8> {
    match (&case["output"], &case["bytes"]) {
        (Value::String(text), _) => text.clone().into_bytes(),
        (_, Value::String(hex)) => {
            hex.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
        }
        _ => panic!("a case has `output` or `bytes`"),
    }
}

fn parse(args: &[&str], stdin: &[u8]) -> (i32, String) {
    let mut command = skillgen();
    command.arg("parse").args(args);
    let (code, stdout, _) = text(&run_with(command, stdin));
    (code, stdout)
}

fn arguments(case: &Value) -> Vec<&str> {
    let list = case["args"].as_array();
    list.map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn report(text: &str) -> Value {
    let document = contract::Document::json("report", text.as_bytes()).unwrap();
    document.value().clone()
}

fn judge(case: &Value) -> Result<(), Failed> {
    let (code, stdout) = parse(&arguments(case), &output(case));
    let report = report(&stdout);
    crate::validate::keeps_to("parse", &report)?;
    if json!(code) != case["exit"] {
        return Err(format!("exit {code}: {stdout}").into());
    }
    for (key, expected) in case["expect"].as_object().unwrap() {
        let holds = if key == "messages" {
            expected.as_array().unwrap().iter().all(|words| told(&report, words))
        } else {
            let found = key.split('.').try_fold(&report, |value, step| value.get(step));
            found.is_some_and(|found| contract::value::equal(found, expected))
        };
        if !holds {
            return Err(format!("{key} is not {expected}: {stdout}").into());
        }
    }
    Ok(())
}

fn told(report: &Value, words: &Value) -> bool {
    let words = words.as_str().unwrap();
    let errors = report["errors"].as_array().unwrap();
    errors.iter().any(|e| e["message"].as_str().unwrap().contains(words))
}

fn batch() -> Result<(), Failed> {
    let cases: Vec<Value> = ["json", "legacy", "hostile"].into_iter().flat_map(read).collect();
    let outputs: Vec<String> =
        cases.iter().filter_map(|c| c["output"].as_str().map(str::to_owned)).collect();
    let mut lines: Vec<String> = outputs.iter().map(|o| json!(o).to_string()).collect();
    lines.insert(3, "{\"no\": \"string\"}".to_owned());
    let (code, stdout) = parse(&["--batch"], lines.join("\n").as_bytes());
    assert_eq!(code, 1);
    let mut reports: Vec<&str> = stdout.lines().collect();
    assert_eq!(reports.len(), lines.len());
    assert!(reports.remove(3).contains("\"success\":false"));
    for (output, batched) in outputs.iter().zip(reports) {
        let (_, single) = parse(&[], output.as_bytes());
        if single.trim_end() != batched {
            return Err(format!("{output}: {single} in a batch is {batched}").into());
        }
    }
    Ok(())
}

/// A hundred outputs in a hundred milliseconds, the start of the process included; a debug build beside other
/// tests gets longer for it.
fn batch_in_time() -> Result<(), Failed> {
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 10_000 } else { 100 });
    let envelope = r#"{"success":true,"confidence":0.9,"deliverables":["src/a.ts"],"metrics":{"execution_time_ms":12},"errors":[]}"#;
    let text = "SUCCESS\nConfidence: 0.92\nCreated: src/file.ts\n";
    let lines: Vec<String> =
        (0..100).map(|n| json!(if n % 2 == 0 { envelope } else { text }).to_string()).collect();
    let lines = lines.join("\n");
    let time = |_| {
        let begin = Instant::now();
        let (code, stdout) = parse(&["--batch"], lines.as_bytes());
        (code, stdout.lines().count(), begin.elapsed())
    };
    let best = (0..5).map(time).min_by_key(|(_, _, took)| *took);
    match best {
        Some((0, 100, took)) if took < limit => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

/// What passes is valid under the built-in schema; of the JSON cases that fail, none is.
fn validator_agrees() -> Result<(), Failed> {
    for case in read("json") {
        let bytes = output(&case);
        let strict = parse(&["--strict"], &bytes);
        let report = report(&strict.1);
        let document = match report["success"].as_bool() {
            Some(true) => report["output"].to_string().into_bytes(),
            _ => bytes,
        };
        let mut command = skillgen();
        command.args(["validate", "--contract", "builtin:skill-output-v1", "-"]);
        let (code, ..) = text(&run_with(command, &document));
        // Text around an envelope is no JSON document: only whole documents can be compared.
        if code != 2 && code != strict.0 {
            return Err(format!("{}: parse {}, validate {code}", case["name"], strict.0).into());
        }
    }
    Ok(())
}

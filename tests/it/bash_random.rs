//! Random schemas and values: `skill_check` tells the same (path, keyword) as skillgen's validator. Each
//! jq judges a list of values, each by a schema of its own. 240 pairs; `SKILLGEN_SLOW=1`: 4,800.

use std::collections::BTreeSet;

use codegen::backend::bash::Bash;
use libtest_mimic::{Failed, Trial};
use runtime::coerce::{Mode, coerce};
use runtime::validate::{Formats, Validator};
use serde_json::{Value, json};

use crate::bash_suite::{check_all, render};
use crate::random_schema::{Random, read, usable, value};
use crate::support::{run_with, text};

/// Values in one document.
const LIST: usize = 12;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("bash_random::same_issues", same_issues),
        Trial::test("bash_random::same_coercion", same_coercion),
        Trial::test("bash_random::same_patterns", same_patterns),
        Trial::test("bash_random::conformance", conformance),
    ]
}

fn same_issues() -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 400 } else { 20 };
    let seed = std::env::var("SKILLGEN_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(11);
    let mut random = Random::new(seed);
    let scratch = tempfile::tempdir()?;
    let mut wrong = Vec::new();
    for _ in 0..rounds {
        let schemas: Vec<Value> = (0..LIST).map(|_| usable(&mut random, &Bash)).collect();
        let documents: Vec<Value> =
            (0..2).map(|_| (0..LIST).map(|_| value(&mut random, 3)).collect::<Value>()).collect();
        let whole = json!({"prefixItems": schemas});
        let schema = read(&whole).ok_or("a schema")?;
        let validator = Validator::new(&schema, Formats::Assert);
        let space = codegen::Namespace::new(None, schema, codegen::Formats::Assert)
            .map_err(|refusal| format!("{refusal}: {whole}"))?;
        let helper = render(vec![space]).map_err(|refusal| format!("{refusal}: {whole}"))?;
        let told = check_all(&helper, documents.iter().map(Value::to_string), scratch.path())?;
        for (document, (status, issues)) in documents.iter().zip(told) {
            let own = validator.validate(document).map_err(|error| format!("{error:?}"))?;
            let own: BTreeSet<(String, String)> =
                own.iter().map(|i| (i.path.to_string(), i.keyword.clone())).collect();
            for index in 0..LIST {
                let here = |all: &BTreeSet<(String, String)>| -> BTreeSet<(String, String)> {
                    let (exact, below) = (format!("/{index}"), format!("/{index}/"));
                    all.iter()
                        .filter(|(p, _)| *p == exact || p.starts_with(&below))
                        .cloned()
                        .collect()
                };
                if status > 1 || here(&issues) != here(&own) {
                    wrong.push(format!(
                        "{}\n  {}\n  bash {:?}\n  skillgen {:?} ({status})",
                        schemas[index],
                        document[index],
                        here(&issues),
                        here(&own)
                    ));
                }
            }
        }
    }
    match wrong.as_slice() {
        [] => Ok(()),
        some => {
            Err(format!("{} differ:\n{}", some.len(), some[..some.len().min(12)].join("\n")).into())
        }
    }
}

/// `skill_coerce` makes the same document as skillgen, by the same changes. (jq does not keep how a number
/// was written, so numbers are compared by value.)
fn same_coercion() -> Result<(), Failed> {
    let rounds = if std::env::var_os("SKILLGEN_SLOW").is_some() { 100 } else { 6 };
    let mut random = Random::of_mistakes(23);
    let scratch = tempfile::tempdir()?;
    for _ in 0..rounds {
        let schemas: Vec<Value> = (0..LIST).map(|_| usable(&mut random, &Bash)).collect();
        let whole = json!({"prefixItems": schemas});
        let document: Value = (0..LIST).map(|_| value(&mut random, 3)).collect();
        let schema = read(&whole).ok_or("a schema")?;
        let validator = Validator::new(&schema, Formats::Assert);
        let space = codegen::Namespace::new(None, schema, codegen::Formats::Assert)
            .map_err(|refusal| format!("{refusal}: {whole}"))?;
        let helper = render(vec![space]).map_err(|refusal| format!("{refusal}: {whole}"))?;
        std::fs::write(scratch.path().join("helper.sh"), helper)?;
        for (word, mode) in [("--safe", Mode::Safe), ("--lenient", Mode::Lenient)] {
            let own = coerce(&validator, &document, mode).map_err(|error| format!("{error:?}"))?;
            let mut command = std::process::Command::new("bash");
            let script = ". ./helper.sh; skill_coerce \"$1\" -";
            command.args(["-c", script, "-", word]).current_dir(scratch.path());
            let output = run_with(command, document.to_string().as_bytes());
            let (status, stdout, stderr) = text(&output);
            let told: Value =
                serde_json::from_str(&stdout).map_err(|e| format!("{e}: {stderr}"))?;
            assert_eq!(told["valid"], json!(status == 0));
            let changes: Vec<Value> = own.changes.iter().map(|change| change.to_json()).collect();
            for (what, mine, theirs) in [
                ("document", &told["document"], &own.document),
                ("changes", &told["changes"], &Value::Array(changes)),
            ] {
                if !contract::value::equal(mine, theirs) {
                    return Err(format!(
                        "{word} {what}: {whole}\n{document}\nbash {mine}\nskillgen {theirs}"
                    )
                    .into());
                }
            }
        }
    }
    Ok(())
}

/// The documents of tests/conformance, with their verdicts.
fn conformance() -> Result<(), Failed> {
    for name in ["skill-output-v1", "helper-envelope-v1"] {
        let path = crate::support::root().join(format!("tests/conformance/{name}.json"));
        let file: Value = serde_json::from_slice(&std::fs::read(path)?)?;
        let cases = file["documents"].as_array().ok_or("documents")?;
        let mut command = crate::support::skillgen();
        command.args(["emit", "--lang", "bash", "--with", "check"]);
        command.args(["--contract", &format!("builtin:{name}")]);
        let helper = crate::support::text(&crate::support::run_with(command, b"")).1;
        let scratch = tempfile::tempdir()?;
        let told =
            check_all(&helper, cases.iter().map(|c| c["document"].to_string()), scratch.path())?;
        for (case, (status, _)) in cases.iter().zip(told) {
            let wanted = if case["valid"] == json!(true) { 0 } else { 1 };
            assert_eq!(status, wanted, "{name}: {}", case["name"]);
        }
    }
    Ok(())
}

/// Parts of patterns, valid and invalid ones.
const PARTS: &[&str] = &[
    "a",
    "é",
    "\n",
    "-",
    ",",
    "0",
    "1",
    "^",
    "$",
    ".",
    "*",
    "+?",
    "?",
    "|",
    "(",
    ")",
    "(?:",
    "(?=",
    "(?<!",
    "(?<a>",
    "(?<1>",
    "\\k<a>",
    "[",
    "]",
    "[^",
    "{",
    "}",
    "{1}",
    "{2,1}",
    "{02,3}?",
    "{,1}",
    "\\",
    "\\d",
    "\\-",
    "\\b",
    "\\0",
    "\\1",
    "\\cJ",
    "\\x4",
    "\\x41",
    "\\u{10FFFF}",
    "\\u{110000}",
    "\\ud83d\\ude00",
    "\\p{Lu}",
    "\\P{sc=Greek}",
    "\\p{Foo}",
    "z-a",
    "a-z",
    "[\\w-]",
    "[--/]",
    "[\\]]",
];

/// The format `regex`, which jq checks with its own grammar.
fn same_patterns() -> Result<(), Failed> {
    let schema = read(&json!({"items": {"format": "regex"}})).ok_or("a schema")?;
    let validator = Validator::new(&schema, Formats::Assert);
    let space = codegen::Namespace::new(None, schema, codegen::Formats::Assert)?;
    let helper = render(vec![space])?;
    let mut random = Random::new(3);
    let made = (0..1500).map(|_| {
        (0..1 + random.below(6)).map(|_| PARTS[random.below(PARTS.len())]).collect::<String>()
    });
    let mut random = Random::new(5);
    // jq reads patterns one window at a time, which may end inside of any kind of piece.
    let long = (0..90).map(|index| {
        let piece = ["ab", "[a]", "(?<n>", "\\u{1F600}", "\\ud83d\\ude00", "a{1,2}"][index % 6];
        let begin = piece.repeat((1000 + random.below(50)) / piece.len());
        let end: String = (0..random.below(5)).map(|_| PARTS[random.below(PARTS.len())]).collect();
        begin + &end + &"ab".repeat([0, 600][index % 2])
    });
    let deep = [199, 200].map(|depth| "(".repeat(depth) + &")".repeat(depth));
    let huge = ["[", "(", "[a"].map(|piece| piece.repeat(100_000));
    let all: Vec<String> = made.chain(long).chain(deep).chain(huge).collect();
    let own = validator.validate(&json!(all)).map_err(|error| format!("{error:?}"))?;
    let own: BTreeSet<String> = own.iter().map(|issue| issue.path.to_string()).collect();
    assert!(own.len() > 200 && all.len() - own.len() > 200, "{} are refused", own.len());
    let scratch = tempfile::tempdir()?;
    let told = check_all(&helper, std::iter::once(json!(all).to_string()), scratch.path())?;
    let told: BTreeSet<String> = told[0].1.iter().map(|(path, _)| path.clone()).collect();
    let wrong: Vec<&String> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| {
            told.contains(&format!("/{index}")) != own.contains(&format!("/{index}"))
        })
        .map(|(_, pattern)| pattern)
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("bash and skillgen differ: {wrong:?}").into())
    }
}

//! `check --tokens`: the tokens of each skill, by a public tokenizer, and what exceeds the limits of clients.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::migrate_safety::{Tree, ensure};
use crate::support::{skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("check::tokens", tokens)]
}

fn tokens() -> Result<(), Failed> {
    let tree = Tree::new();
    let head = "---\nname: s\ndescription: Counts tides. Use when tides matter.\n---\n";
    let body = format!("[a](references/a.md)\n{}", "one two\n".repeat(3_000));
    tree.script("s/SKILL.md", &format!("{head}{body}"));
    tree.script("s/references/a.md", &"one two\n".repeat(13_000));
    let check = |options: &[&str]| {
        let mut command = skillgen();
        text(&command.args(["check", "s"]).args(options).current_dir(&tree.path).output().unwrap())
    };
    let (code, out, err) = check(&["--tokens", "--format", "json"]);
    let report: Value = serde_json::from_str(&out).map_err(|_| err)?;
    ensure(code == 0, format!("exit code {code}"))?;
    let cost = &report["tokens"]["skills"][0];
    assert_eq!(report["tokens"]["tokenizer"], "o200k_base");
    assert_eq!(cost["path"], "s/SKILL.md");
    assert_eq!(cost["description"], json!(8));
    assert_eq!(cost["pages"], json!([{"path": "s/references/a.md", "tokens": 39_000}]));
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let of = |rule: &str| {
        let mut messages = findings.iter().filter(|finding| finding["rule"] == rule);
        messages.find_map(|finding| {
            finding["message"].as_str().filter(|text| text.contains("tokens")).map(str::to_owned)
        })
    };
    let body = of("body-too-long").unwrap_or_default();
    ensure(body.contains("at most 5000 tokens, found 90"), body)?;
    let page = of("page-too-long").unwrap_or_default();
    ensure(page.contains("Claude Code 2.1 reads at most 25000 at once"), page)?;
    let (_, out, _) = check(&["--tokens"]);
    ensure(out.contains("8 tokens in each session (description), 90"), out)?;
    let (_, out, _) = check(&["--format", "json"]);
    ensure(!out.contains("o200k_base") && !out.contains("page-too-long"), out)
}

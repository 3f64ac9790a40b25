//! What a repository says stays text in every format of a report: it hides nothing, ends no line, and is no markup of a page.

use std::fs;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, ensure};
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 2] =
        [("nothing_is_hidden_in_a_report", hidden), ("pages_load_and_run_nothing", pages)];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_reports::{name}"), test))
        .collect()
}

const FORMATS: [&str; 7] = ["text", "json", "sarif", "junit", "github", "markdown", "html"];

/// Markup, ends of lines that only some programs see, and what has no width, also outside of the first plane.
const WORDS: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)> \u{2028} \u{2029} \u{feff} \u{200b} \u{202e} \u{85} \u{1b}[2J \u{e0041}";

fn is_hidden(c: char) -> bool {
    contract::text::is_unseen(c) || (contract::text::steers(c) && c != '\n' && c != '\t')
}

/// Two versions of a contract with such words in each name and text, in files of such names; a skill with the same.
fn folder() -> Result<tempfile::TempDir, libtest_mimic::Failed> {
    let scratch = tempfile::tempdir()?;
    let name = WORDS.replace('/', "");
    for (folder, kind) in [("old", "string"), ("new", "integer")] {
        let contract = serde_json::json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": WORDS, "description": WORDS,
            "type": "object", "required": [WORDS], "properties": {
                WORDS: {"type": kind, "description": WORDS, "default": WORDS}, "b": {"const": [WORDS, kind]}
            }
        });
        fs::create_dir(scratch.path().join(folder))?;
        let file = scratch.path().join(folder).join(format!("{name}.schema.json"));
        fs::write(file, contract.to_string())?;
    }
    let skill = scratch.path().join("skill");
    fs::create_dir(&skill)?;
    let quoted = serde_json::to_string(WORDS)?;
    let text = format!("---\nname: {quoted}\ndescription: {quoted}\n---\n[{WORDS}]({WORDS})\n");
    fs::write(skill.join("SKILL.md"), text)?;
    Ok(scratch)
}

fn hidden() -> Check {
    let scratch = folder()?;
    for format in FORMATS {
        for words in [&["diff", "old", "new"][..], &["check", "skill", "old"]] {
            let mut words = words.to_vec();
            words.extend(["--format", format]);
            let (code, out, err) = text(&run_in(scratch.path(), &words));
            // `check` has no report for JUnit.
            let has_report = !out.is_empty() || (words[0] == "check" && format == "junit");
            ensure(has_report, format!("{words:?}: {code} {err}"))?;
            let hidden = out.chars().chain(err.chars()).find(|c| is_hidden(*c));
            ensure(hidden.is_none(), format!("{words:?}: {hidden:?} in {out}{err}"))?;
            if format == "json" && words[0] == "diff" {
                let value: serde_json::Value = serde_json::from_str(&out)?;
                let says = value.to_string();
                ensure(says.contains('\u{2028}'), format!("{words:?}: another text: {says}"))?;
            }
        }
    }
    Ok(())
}

fn pages() -> Check {
    let scratch = folder()?;
    for words in [&["diff", "old", "new"][..], &["check", "skill", "old"]] {
        let mut words = words.to_vec();
        words.extend(["--format", "html"]);
        let (_, page, err) = text(&run_in(scratch.path(), &words));
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
        let head = page.find(policy).ok_or(err)?;
        let first = page.find("<title>").ok_or("no title")?;
        ensure(head < first, "the policy stands behind a text of the repository")?;
        for element in ["<script", "<img", "<iframe", "<link", "<object", "javascript:"] {
            ensure(!page.contains(element), format!("{words:?}: {element} in {page}"))?;
        }
        // The values of attributes stand in double quotes; what is left of a tag are names.
        let tags = page.split('<').filter_map(|tag| tag.split_once('>')).map(|(tag, _)| tag);
        let mut names = tags.map(|tag| tag.split('"').step_by(2).collect::<String>());
        let handler = names.find(|names| names.contains(" on"));
        ensure(handler.is_none(), format!("{words:?}: {handler:?}"))?;
    }
    Ok(())
}

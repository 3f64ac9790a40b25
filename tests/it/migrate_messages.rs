//! The messages and numbers of envelopes: what a line of failure states, and which words are the reason.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::migrate_helper::{document, migrated};
use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_messages::messages", messages),
        Trial::test("migrate_messages::lines_of_progress", lines_of_progress),
        Trial::test("migrate_messages::a_successful_run_has_no_error", no_error),
        Trial::test("migrate_messages::the_line_of_a_returned_failure", returned),
        Trial::test("migrate_messages::a_script_that_is_copied_alone_is_refused", copied_alone),
        Trial::test("migrate_messages::smoke_tests_are_left_out", smoke_tests),
        Trial::test("migrate_messages::one_reason_is_printed_once", one_reason),
    ]
}

/// The messages of the errors, and the metrics, that a script of these lines prints in bash and in sh.
fn envelope(head: &str, body: &str) -> Result<(Vec<String>, Value), Failed> {
    let folder = migrated(&format!("{head}\n\n{body}"))?;
    let shell = if head.ends_with("/sh") { "sh" } else { "bash" };
    let document = document(folder.path(), &format!("{shell} x.sh"))?;
    let errors = document["errors"].as_array().cloned().unwrap_or_default();
    let message = |error: &Value| error["message"].as_str().unwrap_or_default().to_owned();
    Ok((errors.iter().map(message).collect(), document["metrics"].clone()))
}

fn messages() -> Result<(), Failed> {
    let cases = [
        // A number at the end belongs to the failure, unless the words count.
        (
            "p=80; echo \"❌ Port already in use: $p\"; exit 1",
            json!(["Port already in use: 80"]),
            json!({}),
        ),
        (
            "echo \"❌ Cannot connect to localhost:8080\"; exit 1",
            json!(["Cannot connect to localhost:8080"]),
            json!({}),
        ),
        (
            "r=$(printf 2); echo \"✗ Build failed with exit code: $r\"; exit 1",
            json!(["Build failed with exit code: 2"]),
            json!({}),
        ),
        (
            "echo \"✗ Line too long: a.txt:12\"; exit 1",
            json!(["Line too long: a.txt:12"]),
            json!({}),
        ),
        (
            "n=$(printf 3); echo \"❌ Tests failed: $n\"; exit 1",
            json!(["Tests failed: 3"]),
            json!({"tests_failed": 3}),
        ),
        ("n=$(printf 3); echo \"✗ failed: $n\"; exit 0", json!([]), json!({"failed": 3})),
        (
            "err() { echo \"[ERROR] $*\"; }\nn=$(printf 7); err \"watches too low: $n\"; exit 1",
            json!(["watches too low: 7"]),
            json!({}),
        ),
        // Each line that says what failed is an entry.
        (
            "echo \"[FAIL] imports\"; echo \"[FAIL] a: b\"; echo \"FAILED: export\"; echo FAILED; echo \"CHECK FAILED\"; exit 1",
            json!(["imports", "a: b", "FAILED: export"]),
            json!({}),
        ),
        ("echo FAILED; exit 1", json!(["FAILED"]), json!({})),
        ("echo \"✗ FAIL - no a\"; exit 1", json!(["FAIL - no a"]), json!({})),
        (
            "err() { echo \"[ERROR] $*\"; }\nn=$(printf 2); err \"Validation failed: $n missing skills\"; exit 1",
            json!(["Validation failed: 2 missing skills"]),
            json!({"missing_skills": 2}),
        ),
        (
            "f() { echo \"✗ $1\"; }\nif declare -f \"test_$1\" >/dev/null; then :; fi\nf \"no a\"; exit 1",
            json!(["no a"]),
            json!({}),
        ),
        // Advice, examples and boxes are no reasons.
        (
            "if [ $# -lt 9 ]; then\n  echo \"Usage: x FILE\" >&2\n  echo \"Example: x 'Missing a'\" >&2\n  exit 1\nfi\necho \"Rows: 3\"",
            json!(["Usage: x FILE"]),
            json!({}),
        ),
        (
            "if ! false; then echo \"║   COMMIT BLOCKED   ║\"; echo \"Secrets detected!\"; echo \"To fix this:\"; echo \"  Remove them\"; exit 1; fi\necho \"Rows: 3\"",
            json!(["Secrets detected!"]),
            json!({}),
        ),
        (
            "f=$(printf 5); p=6\nif [ \"$f\" -gt 0 ]; then\n  echo \"SANITY CHECK: $p/11 passed, $f failed\"\n  echo \"To fix missing dependencies:\"\n  echo \"  uv pip install\"\n  exit 1\nfi\necho \"Rows: 3\"",
            json!(["SANITY CHECK: 6/11 passed, 5 failed"]),
            Value::Null,
        ),
    ];
    for (body, messages, metrics) in cases {
        for head in ["#!/usr/bin/env bash", "#!/bin/sh"] {
            if head.ends_with("/sh") && body.contains("declare") {
                continue;
            }
            let (found, numbers) = envelope(head, &format!("{body}\n"))?;
            if json!(found) != messages || !metrics.is_null() && numbers != metrics {
                return Err(format!("{head} {body}: {found:?} {numbers}").into());
            }
        }
    }
    Ok(())
}

fn lines_of_progress() -> Result<(), Failed> {
    let cases = [
        (
            "echo -n \"config.py imports... \"\nfalse && echo OK || { echo FAIL; exit 1; }",
            "config.py imports... FAIL",
        ),
        (
            "for m in a b; do\n  printf '%s... ' \"$m\"\n  if [ \"$m\" = a ]; then echo OK; else echo \"not found\"; exit 1; fi\ndone",
            "b... not found",
        ),
        // The line above is complete.
        (
            "echo -n \"a... \"\nif true; then echo OK; else echo NO; fi\n[ -d /nowhere ] || { echo Missing; exit 1; }",
            "Missing",
        ),
        // It says enough.
        (
            "echo -n \"a... \"\nfalse || { echo \"No such module: a\"; exit 1; }",
            "No such module: a",
        ),
    ];
    for (body, message) in cases {
        let (found, _) = envelope("#!/usr/bin/env bash", &format!("{body}\necho \"Rows: 3\"\n"))?;
        if found != [message] {
            return Err(format!("{body}: {found:?}").into());
        }
    }
    Ok(())
}

fn no_error() -> Result<(), Failed> {
    let body = "set -e\nfails=0\necho -n \"Checking modules... \"\nMISSING=()\nif [ ${#MISSING[@]} -eq 0 ]; then\n  echo \"✓ All there\"\nelse\n  echo \"✗ Missing: ${MISSING[*]}\"\n  exit 1\nfi\n";
    let (found, _) = envelope("#!/usr/bin/env bash", body)?;
    if found.is_empty() { Ok(()) } else { Err(format!("{found:?}").into()) }
}

/// The message beside the variable that a function returns; without one, the line of the `return`, not of the call.
fn returned() -> Result<(), Failed> {
    let body = |message: &str| {
        format!(
            "set -e\nprint_warning() {{ echo \"! $1\"; }}\ncheck() {{\n  local has_issues=0\n  if ! false; then\n    {message}\n    has_issues=1\n  fi\n  return $has_issues\n}}\necho \"Error: x\" >/dev/null\ncheck\n"
        )
    };
    let (found, _) = envelope("#!/usr/bin/env bash", &body("print_warning \"No list found\""))?;
    if found != ["No list found"] {
        return Err(format!("{found:?}").into());
    }
    let folder = migrated(&format!("#!/usr/bin/env bash\n\n{}echo \"Rows: 3\"\n", body(":")))?;
    let document = document(folder.path(), "bash x.sh")?;
    let context = &document["errors"][0]["context"];
    if context["command"] != "return $has_issues" || context["line"] != 11 {
        return Err(document.to_string().into());
    }
    Ok(())
}

fn copied_alone() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let skill = folder.path().join("a/scripts");
    fs::create_dir_all(&skill)?;
    fs::write(skill.join("hook.sh"), "#!/usr/bin/env bash\n\necho \"Error: x\"\nexit 1\n")?;
    fs::write(
        folder.path().join("a/SKILL.md"),
        "---\nname: a\ndescription: b\n---\n\n```bash\ncp scripts/hook.sh .git/hooks/pre-commit\n```\n",
    )?;
    let (_, _, err) = text(&run_in(folder.path(), &["migrate", "--dry-run", "."]));
    if !err
        .contains("a/scripts/hook.sh: refused: is copied without its helper file by a/SKILL.md:7")
        || !err.contains("use `--helper inline`")
    {
        return Err(err.into());
    }
    let (code, out, err) = text(&run_in(folder.path(), &["migrate", "--helper", "inline", "."]));
    if code != 0 || !out.contains("1 script migrated") {
        return Err(format!("{code} {out}{err}").into());
    }
    Ok(())
}

fn smoke_tests() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    fs::create_dir_all(folder.path().join("a/sanity"))?;
    for name in ["sanity.sh", "smoke_check.sh", "selftest.sh", "sanity/x.sh", "smoke.sh"] {
        let path = folder.path().join("a").join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
        fs::write(path, "#!/usr/bin/env bash\n\necho \"Error: x\"\n")?;
    }
    fs::write(
        folder.path().join("a/SKILL.md"),
        "---\nname: a\ndescription: b\n---\n\nRun `bash smoke.sh`.\n",
    )?;
    let (_, out, _) = text(&run_in(folder.path(), &["migrate", "--stat", "."]));
    if !out.contains("1 script to migrate, 4 left out") || !out.contains("a/smoke.sh") {
        return Err(out.into());
    }
    Ok(())
}

fn one_reason() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for number in 0..6 {
        let script = "#!/usr/bin/env bash\n\nexec python3 cli.py \"$@\"\n";
        fs::write(folder.path().join(format!("run{number}.sh")), script)?;
        fs::write(folder.path().join(format!("cli{number}.py")), "print('a')\n")?;
    }
    let (_, out, _) = text(&run_in(folder.path(), &["migrate", "--force", "."]));
    let markdown = ["migrate", "--dry-run", "--format", "markdown", "."];
    let (_, page, _) = text(&run_in(folder.path(), &markdown));
    for text in [out, page] {
        let python = text.matches("which is not migrated").count();
        if text.matches("prints an answer").count() != 1 || python != 1 {
            return Err(text.into());
        }
    }
    Ok(())
}

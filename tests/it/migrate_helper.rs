//! The helper file of migrated scripts: its parts, its size, and the name of the command that failed.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{run_in, text};

type Check = Result<(), Failed>;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_helper::commands_are_named_by_their_first_line", first_line),
        Trial::test("migrate_helper::loops_have_a_part", loops),
        Trial::test("migrate_helper::functions_of_the_environment", functions_of_the_environment),
        Trial::test("migrate_helper::a_usual_helper_is_small", small),
        Trial::test("migrate_helper::numbers_and_long_lists", numbers_and_long_lists),
        Trial::test("migrate_helper::numbers_in_words", numbers_in_words),
    ]
}

/// Migrates a script of this text, and gives its folder.
pub(crate) fn migrated(script: &str) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("x.sh"), script)?;
    let (code, out, err) = text(&run_in(folder.path(), &["migrate", "."]));
    if code != 0 {
        return Err(format!("{code} {out}{err}").into());
    }
    Ok(folder)
}

/// The document that a line of bash in the folder prints.
pub(crate) fn document(folder: &Path, line: &str) -> Result<Value, Failed> {
    let bash = std::env::var("SKILLGEN_TEST_BASH").unwrap_or_else(|_| "bash".to_owned());
    let output = Command::new(bash)
        .args(["-c", line])
        .current_dir(folder)
        .env_remove("BASH_ENV")
        .env_remove("SKILLGEN_STDOUT")
        .output()?;
    serde_json::from_slice(&output.stdout)
        .map_err(|e| format!("{line}: {e}: {}", String::from_utf8_lossy(&output.stderr)).into())
}

/// The parts that the helper's head names.
fn parts(folder: &Path) -> Result<String, Failed> {
    let helper = fs::read_to_string(folder.join("skill-envelope.bash"))?;
    Ok(helper.lines().find(|line| line.starts_with("# Parts: ")).unwrap_or_default().to_owned())
}

/// The text of a here-document, and all lines but the first of a program, stay out of the error.
fn first_line() -> Check {
    let document_of = "grep -q x <<'END'\nsecret\nsecond\nEND\n";
    let program = "exec sh -c 'exit 3\n# secret'\n";
    let cases = [
        ("#!/usr/bin/env bash\nset -e", "bash x.sh", document_of, "exit code 1 of: grep -q x"),
        ("#!/usr/bin/env bash\nset -e", "bash x.sh", program, "exit code 3 at: exec sh -c exit 3"),
        ("#!/bin/sh\nset -e", "sh x.sh", document_of, "exit code 1"),
        ("#!/bin/sh\nset -e", "sh x.sh", program, "exit code 3 at: exec sh -c exit 3"),
    ];
    for (head, line, command, message) in cases {
        let folder = migrated(&format!("{head}\n\necho \"Confidence: 0.9\"\n{command}"))?;
        let document = document(folder.path(), line)?;
        let error = &document["errors"][0];
        let told = error["message"].as_str().unwrap_or_default();
        if !told.starts_with(message) || document.to_string().contains("secret") {
            return Err(format!("{head} {command}: {document}").into());
        }
    }
    Ok(())
}

/// The fast path is there where a value is recorded in a loop, or in a function that a loop calls by another one.
fn loops() -> Check {
    let cases = [
        ("echo \"Created: $1\"\n", false),
        ("f() { echo \"Created: $1\"; }\nf \"$1\"\n", false),
        ("for f in \"$@\"; do echo \"Created: $f\"; done\n", true),
        (
            "f() { echo \"Created: $1\"; }\ng() { f \"$1\"; }\nwhile g \"$1\"; do break; done\n",
            true,
        ),
        (
            "for f in \"$@\"; do [ -e \"$f\" ] || { echo \"No file: $f\" >&2; exit 1; }; done\necho \"Created: $1\"\n",
            false,
        ),
    ];
    for (body, expected) in cases {
        let folder = migrated(&format!("#!/usr/bin/env bash\n\n{body}"))?;
        fs::write(folder.path().join("a b"), "")?;
        let parts = parts(folder.path())?;
        let document = document(folder.path(), "bash x.sh 'a b'")?;
        if parts.contains("loops") != expected || document["deliverables"][0] != "a b" {
            return Err(format!("{body}: {parts} {document}").into());
        }
    }
    Ok(())
}

/// A script with `set -a` exports the functions of its helper: the helper of a script that it runs forgets them.
fn functions_of_the_environment() -> Check {
    let folder = migrated("#!/usr/bin/env bash\n\necho \"Created: $1\"\n")?;
    let exported =
        "_sk_flush() { _sk_add line leaked; }; _sk_has() { :; }; export -f _sk_flush _sk_has; ";
    let document = document(folder.path(), &format!("IFS=:; {exported} \"$BASH\" x.sh y"))?;
    match document["errors"].as_array() {
        Some(errors) if errors.is_empty() => Ok(()),
        _ => Err(document.to_string().into()),
    }
}

/// The goal of a helper: 24 kB, also with files or loops.
fn small() -> Check {
    for body in ["echo \"Created: $1\"\n", "while read -r line; do echo \"Error: $line\"; done\n"] {
        let folder = migrated(&format!("#!/usr/bin/env bash\n\n{body}"))?;
        let length = fs::metadata(folder.path().join("skill-envelope.bash"))?.len();
        if length > 24_000 {
            return Err(format!("{body}: {length} bytes").into());
        }
    }
    Ok(())
}

/// Numbers that are read from their word of the printed line, in bash and in sh; what is no plain number states nothing.
fn numbers_in_words() -> Check {
    const BODY: &str = r#"
eval "x=1"
n=$(printf 'a\nb\n' | wc -l)
m=$((n + 3))
echo "Found $n files"
printf 'Scanned %5d skills, %d rules\n' "$n" "$m"
echo "  ✅ Symlinked ${n} skills (of $m)"
echo "Passed: $n, Failed: $m"
echo "Response time: ${m}ms (p95)"
for i in 1 2; do k=$((i * 4)); echo "Checked $k pages"; done
many=1,200; size=$(echo 4.5M); none=
echo "Processed $many records"
echo "Deleted $size entries"
echo "Moved $none drafts"
(echo "Wrote $m lines to log")
echo "Found $(printf 'a\n' | wc -l) chapters"
"#;
    let wanted = serde_json::json!({
        "files_found": 2, "skills_scanned": 2, "rules": 5, "skills_symlinked": 2, "passed": 2, "failed": 5,
        "response_time_ms": 5, "pages_checked": 8, "lines": 5, "chapters_found": 1
    });
    for (first, command) in [("#!/usr/bin/env bash", "\"$BASH\" x.sh"), ("#!/bin/sh", "dash x.sh")]
    {
        let folder = migrated(&format!("{first}\n{BODY}"))?;
        let document = document(folder.path(), command)?;
        if document["metrics"] != wanted {
            return Err(format!("{first}: {}", document["metrics"]).into());
        }
    }
    Ok(())
}

/// A later number takes the place of an earlier one, and each file is listed once, however many there are.
fn numbers_and_long_lists() -> Check {
    let folder = migrated(
        "#!/usr/bin/env bash\n\nfor f in a b c; do\n  rows=$(wc -l < \"$f\")\n  echo \"Rows: $rows\"\n  echo \"Rows read: 7\"\ndone\nfor f in *.txt *.txt; do echo \"Created: $f\"; done\n",
    )?;
    for (name, lines) in [("a", "1\n"), ("b", "1\n2\n"), ("c", "1\n2\n3\n")] {
        fs::write(folder.path().join(name), lines)?;
    }
    for n in 0..150 {
        fs::write(folder.path().join(format!("{n}.txt")), "")?;
    }
    let document = document(folder.path(), "bash x.sh")?;
    let files = document["deliverables"].as_array().map_or(0, Vec::len);
    let metrics = serde_json::json!({"rows": 3, "rows_read": 7});
    if files != 150 || document["metrics"] != metrics {
        return Err(format!("{files} files: {}", document["metrics"]).into());
    }
    Ok(())
}

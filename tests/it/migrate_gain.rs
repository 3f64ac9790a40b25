//! What `skillgen migrate` leaves alone because the envelope would hold less than the script's text: answers, and scripts that
//! only talk to people.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{put, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("migrate_gain::answers_are_refused", answers),
        Trial::test("migrate_gain::answers_that_cannot_be_recorded", unrecordable),
        Trial::test("migrate_gain::a_path_that_ends_with_a_program", ends),
        Trial::test("migrate_gain::a_path_that_ends_with_work", works),
        Trial::test("migrate_gain::filters_of_lines_change_no_answer", filters),
        Trial::test("migrate_gain::headings_are_no_reasons", headings),
        Trial::test("migrate_gain::nothing_to_gain_is_left_alone", nothing),
        Trial::test("migrate_gain::lines_that_deny_what_they_name", denied),
        Trial::test("migrate_gain::values_and_errors_are_taken", values),
    ]
}

/// The outcome of a script, its first refusal and why it is left out.
fn outcome(script: &str, args: &[&str]) -> Result<(String, String, String), Failed> {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "x.sh", format!("#!/usr/bin/env bash\nset -euo pipefail\n{script}"));
    let args = [&["migrate", ".", "--dry-run", "--format", "json"], args].concat();
    let (_, out, err) = text(&run_in(folder.path(), &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let file = &report["files"][0];
    let words = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok((words(&file["outcome"]), words(&file["refusals"][0]["reason"]), words(&file["left_out"])))
}

fn answers() -> Result<(), Failed> {
    for (script, what) in [
        ("echo \"$(cd \"$1\" && pwd)\"\n", "a value alone"),
        (
            "[ -n \"${1-}\" ] || { echo \"Error: no name\" >&2; exit 1; }\necho \"$1.out\"\n",
            "a value alone",
        ),
        (
            "usage() { echo \"Usage: x NAME\"; }\nif [ $# = 0 ]; then usage; exit 2; fi\nprintf '%s\\t%s\\n' \"$1\" \"$2\"\n",
            "a value alone",
        ),
        ("if git diff --quiet; then echo clean; else echo dirty; fi\n", "a value alone"),
        (
            "if [ -f x ]; then R='{\"success\":true,\"rows\":3}'; else R='{\"success\":false,\"rows\":0}'; fi\nprintf '%s\\n' \"$R\"\n",
            "a value alone",
        ),
        ("cat \"$1\"\n", "the text of a file"),
        ("exec python3 \"$(dirname \"$0\")/cli.py\" \"$@\"\n", "the output of another program"),
        (
            "command -v gh >/dev/null || { echo \"Error: no gh\" >&2; exit 1; }\ngh api \"orgs/$1\"\n",
            "JSON of another program",
        ),
        ("export A=1\n\"$@\"\n", "the output of another program"),
        ("echo \"TITLE=$1\"\n", "`KEY=VALUE` lines; use `--envelope helper`"),
    ] {
        let (result, reason, _) = outcome(script, &[])?;
        if result != "refused" || !reason.starts_with(&format!("prints an answer: {what}")) {
            return Err(format!("{script}: {result}: {reason}").into());
        }
        if !reason.contains("`--envelope helper`") {
            return Err(format!("{script}: does not say what helps: {reason}").into());
        }
        for args in [&["--all"][..], &["--envelope", "helper"]] {
            let (result, reason, _) = outcome(script, args)?;
            if result != "migrated" {
                return Err(format!("{script}: {args:?}: {result}: {reason}").into());
            }
        }
    }
    Ok(())
}

/// Where what a command prints can't be recorded, the reason says why; `--skip answer` leaves such scripts as they are.
fn unrecordable() -> Result<(), Failed> {
    let helper = &["--envelope", "helper"][..];
    for (script, args, why) in [
        ("alias top=sort\ntop \"$1\"\n", helper, "it is an alias"),
        ("( exec sort \"$1\" )\n", helper, "`exec` ends a subshell here"),
        (
            "sort \"$1\"\n",
            &["--envelope", "helper", "--skip", "answer"],
            "the output of another program",
        ),
    ] {
        let (result, reason, _) = outcome(script, args)?;
        if result != "refused" || !reason.starts_with("prints an answer") || !reason.contains(why) {
            return Err(format!("{script}: {result}: {reason}").into());
        }
    }
    Ok(())
}

/// What stands in front of the last command: errors have a field, so that there is something to gain.
const CHECKED: &str = "[ -f \"$1\" ] || { echo \"Error: no file\" >&2; exit 1; }\n";

fn ends() -> Result<(), Failed> {
    for script in [
        "\"$JAVA_PATH\" -jar \"$JAR\" --project-file=\"$1\" \"$@\"\n",
        "\"$JQ\" . \"$1\"\n",
        "java -jar x.jar \"$1\"\n",
        "echo \"Analyzing $1\"\njava -jar x.jar \"$1\"\n",
        "run() { devcontainer exec --workspace-folder . \"$@\"; }\ncase \"$1\" in\nup) devcontainer up; echo \"Created: a.txt\" ;;\nexec) shift; run \"$@\" ;;\nesac\n",
        "if [ \"$1\" = list ]; then\n  mytool list\n  exit 0\nfi\necho \"Rows: $(wc -l <\"$1\")\"\n",
        "uv run python -m cli \"$@\"\n",
    ] {
        let (result, reason, _) = outcome(&format!("{CHECKED}{script}"), &[])?;
        if result != "refused"
            || !reason.starts_with("prints an answer: the output of another program")
        {
            return Err(format!("{script}: {result}: {reason}").into());
        }
    }
    Ok(())
}

fn works() -> Result<(), Failed> {
    for script in [
        "make install\n",
        "docker build -t x .\n",
        "$SUDO apt-get install -y jq\n",
        "\"$PYTHON\" -m venv .venv\n",
        "mytool render \"$1\" -o out.pdf\n",
        "if ! mytool check; then echo \"Error: no\" >&2; exit 1; fi\n",
        "mytool check \"$1\"\necho \"Checked it\"\n",
        "echo \"Rows: 3\"\nmytool list\n",
        "mytool serve &\n",
        "sed -i s/a/b/ \"$1\"\n",
        "yq -i '.a = 1' \"$1\"\n",
        "log() { echo \"[$(date +%T)] $*\"; }\nlog \"Checked it now\"\n",
        "if ! python3 -c 'raise SystemExit(1)'; then echo \"Error: no\" >&2; exit 1; fi\n",
        "echo \"Next step: read $1\"\nprintf '.\\n'\n",
        "if [ \"$1\" = -h ]; then\n  grep '^##' \"$0\" | tr -d '#'\n  exit 0\nfi\nmake\n",
        "[ -n \"$2\" ] || { mytool --help; exit 2; }\nmake\n",
    ] {
        let (result, reason, why) = outcome(&format!("{CHECKED}{script}"), &[])?;
        if result != "migrated" {
            return Err(format!("{script}: {result}: {reason}{why}").into());
        }
    }
    Ok(())
}

/// `--only` and `--skip` choose lines; whether the text is an answer goes by all of them.
fn filters() -> Result<(), Failed> {
    let answer = format!("{CHECKED}echo \"URL=$1\"\necho \"COUNT=3\"\n");
    let rows = format!("{CHECKED}echo \"Rows: 3\"\ncat \"$1\"\n");
    for (script, args, wanted) in [
        (&answer, &["--only", "error"][..], "refused"),
        (&answer, &["--skip", "metric"], "refused"),
        (&rows, &["--skip", "metric"], "migrated"),
        (&rows, &["--only", "metric"], "migrated"),
        (&rows, &["--only", "confidence"], "nothing"),
    ] {
        let (result, reason, why) = outcome(script, args)?;
        if result != wanted {
            return Err(format!("{script} {args:?}: {result}: {reason}{why}").into());
        }
    }
    Ok(())
}

/// The recognized lines of a script.
fn recognized(script: &str) -> Result<Vec<(u64, String)>, Failed> {
    let folder = tempfile::tempdir()?;
    put(folder.path(), "x.sh", format!("#!/usr/bin/env bash\n{script}"));
    let args = ["migrate", ".", "--dry-run", "--all", "--format", "json"];
    let (_, out, err) = text(&run_in(folder.path(), &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let edits = report["files"][0]["edits"].as_array().into_iter().flatten();
    let edits = edits.map(|edit| {
        (edit["line"].as_u64().unwrap_or(0), edit["pattern"].as_str().unwrap_or("").to_owned())
    });
    Ok(edits.filter(|(_, pattern)| pattern == "reason").collect())
}

fn headings() -> Result<(), Failed> {
    for (script, line) in [
        (
            "if true; then echo \"found a polluter\"\necho \"To investigate:\"\necho \"  npm test a\"\nexit 1; fi\n",
            Some(2),
        ),
        ("if true; then ls\necho \"To investigate:\"\necho \"  npm test a\"\nexit 1; fi\n", None),
        ("[ -n \"$1\" ] || { echo \"the name is missing:\"; exit 1; }\n", Some(2)),
    ] {
        let found = recognized(script)?;
        if found.first().map(|(line, _)| *line) != line {
            return Err(format!("{script}: {found:?}").into());
        }
    }
    Ok(())
}

fn nothing() -> Result<(), Failed> {
    for script in [
        "echo \"Installing the tools\"\nmake install\necho done\n",
        "echo \"== Checks ==\"\nif test -f a; then echo \"the file is there\"; fi\n",
        "cat <<EOF\nRead the manual first.\nEOF\n",
    ] {
        let (result, _, why) = outcome(script, &[])?;
        if result != "nothing" || !why.starts_with("nothing to gain: ") {
            return Err(format!("{script}: {result}: {why}").into());
        }
        if outcome(script, &["--all"])?.0 != "migrated" {
            return Err(format!("{script}: --all does not take it").into());
        }
    }
    Ok(())
}

fn values() -> Result<(), Failed> {
    for script in [
        "echo \"Created: $1\"\necho \"$1\"\n",
        "echo \"Reading\"\npython3 x.py\necho \"Rows: $n\"\n",
        "echo \"Building\"\n[ -f a ] || { echo \"Error: no a\" >&2; exit 1; }\n",
        "echo \"Confidence: 0.9\"\nls\n",
    ] {
        let (result, reason, why) = outcome(script, &[])?;
        if result != "migrated" {
            return Err(format!("{script}: {result}: {reason}{why}").into());
        }
    }
    Ok(())
}

/// Lines that look like values and are none.
fn denied() -> Result<(), Failed> {
    let none = [
        "Not saved: $1",
        "Would have created $1",
        "[DRY RUN] Created: $1",
        "(dry-run) updated $1",
        "Nothing was written to $1",
        "$1 already exists, not created",
        "Exit code: 1",
        "Actual: 3",
        "Index: 4",
        "PR: 45",
        "Node.js: 18",
        "Host: 127",
        "Max retries: 5",
        "Step 1: 5",
        "Creating project: 2024",
    ];
    let some = [
        "Created: $1",
        "Saved to $1",
        "Updated $1 and notes.md",
        "Lines of code: 450",
        "Items: 3",
        "Training samples: 5",
    ];
    for (lines, wanted) in [(&none[..], false), (&some[..], true)] {
        for line in lines {
            let folder = tempfile::tempdir().unwrap();
            let script = format!("#!/usr/bin/env bash\necho \"{line}\"\necho \"Error: x\" >&2\n");
            put(folder.path(), "x.sh", script);
            let args = ["migrate", ".", "--dry-run", "--all", "--format", "json"];
            let (_, out, err) = text(&run_in(folder.path(), &args));
            let report: Value =
                serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
            let edits = report["files"][0]["edits"].as_array().into_iter().flatten();
            let slot = |edit: &&Value| {
                let pattern = edit["pattern"].as_str().unwrap_or_default();
                pattern.contains("deliverable") || pattern.contains("metric")
            };
            if edits.filter(slot).count() != usize::from(wanted) {
                return Err(format!("{line}: {out}").into());
            }
        }
    }
    Ok(())
}

//! Each line of a text states what its own words say: what a variable brings to one line is not read for another, forges no
//! label, and takes no failure away.

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::security_values::{SHELLS, document, migrated, run};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 4] = [
        ("each_line_states_its_own_words", each_line),
        ("a_value_that_ends_the_output_moves_no_line", ended_output),
        ("a_failure_is_not_taken_away", failures),
        ("a_variable_forges_no_label", labels),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_lines::{name}"), test))
        .collect()
}

/// Runs a script with an argument, in each shell; `field` of the document has to be `wanted`.
fn states(lines: &str, runs: &[(&str, &str, Value)]) -> Check {
    for shell in SHELLS {
        let tree = Tree::new();
        tree.script("own", "");
        tree.script("other", "");
        let name = migrated(&tree, shell, lines)?;
        for (argument, field, wanted) in runs {
            let output = run(&tree, shell.1, &name, &[argument], &[]);
            let document = document(&output)?;
            let told = document.pointer(field);
            ensure(told == Some(wanted), format!("{lines}{argument:?}: {document}"))?;
        }
    }
    Ok(())
}

fn each_line() -> Check {
    let (confidence, files, metrics) = ("/confidence", "/deliverables", "/metrics");
    states(
        "why=$1\nprintf \"Confidence: 0.4\\nCreated: %s\\n\" \"$why\"\n",
        &[
            ("own", files, json!(["own"])),
            ("Confidence: 1.0", confidence, json!(0.4)),
            ("own\nConfidence: 1.0", confidence, json!(0.5)),
        ],
    )?;
    let text = "why=$1\ncat <<END\nReport for $why\nConfidence: 0.3\nRows: 5\nCreated: $why\nEND\n";
    states(
        text,
        &[
            ("own", files, json!(["own"])),
            ("Created: other", files, json!(["other"])),
            ("z, Confidence: 1.0", confidence, json!(0.3)),
            ("a Rows: 99", metrics, json!({"rows": 5})),
            ("Rows: 99", metrics, json!({"rows": 5})),
        ],
    )?;
    // A list ends where another text begins, and a path on a later line belongs to no earlier one.
    let list = "why=$1\ncat <<END\nCreated files:\n- own\n\nNotes: $why\n- $why\nEND\n";
    states(list, &[("other", files, json!(["own"])), ("- other", files, json!(["own"]))])?;
    let note = "why=$1\nprintf \"Created: %s\\nNote: y, %s\\n\" own \"$why\"\n";
    states(note, &[("other", files, json!(["own"]))])
}

/// A value with lines of its own and `\c`, or an invalid directive, leaves the number of printed lines as it is.
fn ended_output() -> Check {
    let (confidence, files) = ("/confidence", "/deliverables");
    let forged = "x\\nConfidence: 1.0\\nCreated: other\\c";
    states(
        "why=$1\nprintf '%b\\n' \"Topic: $why\\nConfidence: 0.3\\nCreated: own\"\n",
        &[(forged, confidence, json!(0.5)), (forged, files, json!([]))],
    )?;
    let forged = "x\\nCreated: other\\c";
    states("why=$1\necho -e \"Topic: $why\\nCreated: own\"\n", &[(forged, files, json!([]))])?;
    let first = "why=$1\nprintf '%b\\n' \"Created: own\\nTopic: $why\\nRows: 3\"\n";
    states(first, &[(forged, files, json!(["own"]))])?;
    let forged = "x\\nConfidence: 1.0\\nRows: 99\\n%";
    states(
        "why=$1\nprintf \"Topic: $why\\nConfidence: 0.4\\nRows: 3\\n\"\n:\n",
        &[(forged, confidence, json!(0.5)), (forged, "/metrics", json!({}))],
    )?;
    lost_values_are_told()
}

/// What is not read below a variable stands in the report.
fn lost_values_are_told() -> Check {
    let tree = Tree::new();
    let lines = "why=$1\nprintf 'Created: a\\nTopic: %b\\nConfidence: 0.3\\n' \"$why\"\n";
    tree.script("a.sh", &format!("#!/bin/bash\n{lines}"));
    let report = tree.report(&["--dry-run", "a.sh"])?;
    let notes = report.pointer("/files/0/notes").cloned().unwrap_or_default();
    let wanted = json!([
        {"line": 1, "note": "no confidence is read: the envelope holds the configured default 0.5"},
        {"line": 3, "note": "`Confidence: 0.3` is not read: the variable above it may end the output; print the line with a command of its own"},
    ]);
    ensure(notes == wanted, format!("{notes}"))?;
    let (_, out, err) = tree.run(&["--dry-run", "--stat", "a.sh"]);
    let told = "1 command whose value is not read";
    ensure(format!("{out}{err}").contains(told), format!("{out}{err}"))
}

fn failures() -> Check {
    let success = "/success";
    states(
        "why=$1\necho \"FAILED: $why\"\n",
        &[
            ("x: y", success, json!(false)),
            ("upload of x: 5", success, json!(false)),
            ("X: 5", success, json!(false)),
            (" tests: 5", success, json!(false)),
            ("tests/a.sh: 12", success, json!(false)),
            ("5", success, json!(true)),
        ],
    )?;
    states(
        "why=$1\necho \"Created: own\"\necho \"FAILED $why\"\n",
        &[("tests: 5", success, json!(false)), ("x", success, json!(false))],
    )
}

fn labels() -> Check {
    let metrics = "/metrics";
    for line in
        ["echo \"$why: 5\"", "printf '%s: %s\\n' \"$why\" 5", "printf '%s rows: 5\\n' \"$why\""]
    {
        states(
            &format!("why=$1\necho \"Confidence: 0.2\"\n{line}\n"),
            &[("files modified", metrics, json!({})), ("files modified: 7\n", metrics, json!({}))],
        )?;
    }
    Ok(())
}

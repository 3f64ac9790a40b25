//! What `skillgen migrate` says of a tree in figures: scripts with JSON of their own are no prose that was left behind.

use std::fs;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("migrate_readers::own_json_is_counted", own_json)]
}

fn own_json() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [
        ("a.sh", "echo \"Created: x\"\n"),
        ("b.sh", "jq -n '{a: 1}'\n"),
        ("c.sh", "if [ \"$1\" = --json ]; then echo '{\"a\": 1}'; else echo \"a is 1\"; fi\n"),
    ] {
        fs::write(folder.path().join(name), format!("#!/usr/bin/env bash\n{body}")).unwrap();
    }
    let args = ["migrate", ".", "--dry-run", "--format", "json"];
    let (code, out, err) = text(&run_in(folder.path(), &args));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out}{err}"))?;
    let totals = &report["totals"];
    if code != 0 || totals["refused"] != 2 || totals["structured"] != 1 {
        return Err(format!("exit {code}: {totals}").into());
    }
    let (_, _, err) = text(&run_in(folder.path(), &["migrate", ".", "--dry-run"]));
    if !err.contains("2 refused, 1 of them for JSON of their own (33.3 %") {
        return Err(format!("the summary does not tell: {err}").into());
    }
    Ok(())
}

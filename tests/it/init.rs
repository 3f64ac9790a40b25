//! `skillgen init`: the new skill passes its own checks, and its script keeps to the envelope on every way out.

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{run_in, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("init::skill", || whole(&[])),
        Trial::test("init::package", || whole(&["--package"])),
        Trial::test("init::refusals", refusals),
    ]
}

fn whole(options: &[&str]) -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let mut args = vec!["init", "tide-facts", "--description", "Knows tides: use when asked."];
    args.extend(options);
    let (code, out, err) = text(&run_in(place.path(), &args));
    if code != 0 || !out.is_empty() {
        return Err(format!("exit {code}: {out} {err}").into());
    }
    let (code, out, err) =
        text(&run_in(place.path(), &["check", "tide-facts", "--format", "json"]));
    let value: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
    let totals = &value["totals"];
    if code != 0 || totals["error"] != 0 || totals["warning"] != 0 {
        return Err(format!("check: exit {code}: {out}").into());
    }
    let script = place.path().join("tide-facts/execute.sh");
    for (input, good) in [(r#"{"topic": "tides"}"#, true), ("{}", false), ("nonsense", false)] {
        let output = run_with(std::process::Command::new(&script), input.as_bytes());
        let (code, out, err) = text(&output);
        let mut parse = skillgen();
        parse.args(["parse", "--no-legacy", "--strict"]);
        let (parsed, report, _) = text(&run_with(parse, out.as_bytes()));
        let report: Value = serde_json::from_str(&report).map_err(|e| format!("{e}: {report}"))?;
        let said = report["output"]["success"] == true;
        // Without jq the script says so, in the same form.
        let tool = report["output"]["errors"][0]["code"] == "TOOL_NOT_AVAILABLE";
        let expected = good && !tool;
        if parsed != 0 || said != expected || (code == 0) != expected {
            return Err(format!("{input}: exit {code}, {report}, {err}").into());
        }
    }
    Ok(())
}

fn refusals() -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir(place.path().join("there")).unwrap();
    for name in ["Bad Name", "../x", "there", "a--b", ""] {
        let (code, out, err) = text(&run_in(place.path(), &["init", name]));
        if code != 2 || !out.is_empty() || err.lines().count() != 1 {
            return Err(format!("{name:?}: exit {code}: {out} {err}").into());
        }
    }
    let left: Vec<_> = std::fs::read_dir(place.path()).unwrap().collect();
    match left.len() {
        1 => Ok(()),
        n => Err(format!("{n} entries were left behind").into()),
    }
}

//! `skillgen init`: the new skill passes its own checks, and its script keeps to the envelope on every way out.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{case_folders, run_in, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    [
        Trial::test("init::skill", || whole(&[])),
        Trial::test("init::package", || whole(&["--package"])),
        Trial::test("init::refusals", refusals),
        Trial::test("init::from_hands_arguments_over", hands_over),
        Trial::test("init::from_wraps_what_cannot_move", wraps),
        Trial::test("init::from_copies_what_the_script_sources", copies_sources),
    ]
    .into_iter()
    .chain(case_folders("infer").into_iter().filter(|folder| chosen(folder)).map(|folder| {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        Trial::test(format!("init::from::{name}"), move || from(&folder))
    }))
    .collect()
}

/// One of each kind of script; all of them in the slow suite.
fn chosen(folder: &Path) -> bool {
    let kinds =
        ["while-case", "getopts-rest", "stdin-json", "environment", "nothing", "json-array"];
    std::env::var_os("SKILLGEN_SLOW").is_some() || kinds.iter().any(|kind| folder.ends_with(kind))
}

/// A skill from a script passes its checks and its own tests, and shellcheck finds nothing in what was written for it.
fn from(folder: &Path) -> Result<(), Failed> {
    let place = tempfile::tempdir().unwrap();
    let script = folder.join("script.sh");
    let (code, out, err) = text(&run_in(
        place.path(),
        &["init", "made-from", "--from", &script.to_string_lossy(), "-q"],
    ));
    if code != 0 || !out.is_empty() || !err.is_empty() {
        return Err(format!("exit {code}: {out} {err}").into());
    }
    let skill = place.path().join("made-from");
    let path = format!(
        "{}:{}",
        skillgen().get_program().to_string_lossy().trim_end_matches("/skillgen"),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut tests = Command::new("bash");
    tests.arg("tests/run.sh").current_dir(&skill).env("PATH", path);
    let (code, out, err) = text(&run_with(tests, b""));
    if code != 0 || !out.ends_with("all good\n") {
        return Err(format!("tests/run.sh: exit {code}: {out} {err}").into());
    }
    let mut lint = Command::new("shellcheck");
    lint.args(["-x", "execute.sh", "tests/run.sh"]).current_dir(&skill);
    let (code, out, _) = text(&run_with(lint, b""));
    if code != 0 {
        return Err(format!("shellcheck: {out}").into());
    }
    Ok(())
}

/// Each way in: options, lists, switches, gaps between arguments, text that a shell would take apart, variables, stdin.
fn hands_over() -> Result<(), Failed> {
    const SCRIPT: &str = r#"#!/bin/bash
# Shows what it was given
MODE=$1
shift
LABEL=
TAGS=()
while [ $# -gt 0 ]; do
  case "$1" in
    --label) LABEL="$2"; shift 2;;
    --size=*) SIZE="${1#*=}"; shift;;
    --tag) TAGS+=("$2"); shift 2;;
    --loud) LOUD=1; shift;;
    *) FILES+=("$1"); shift;;
  esac
done
BODY=$(cat)
{ printf '%s\n' "$MODE" "$LABEL" "$SIZE" "$LOUD" "${TAGS[@]}" -- "${FILES[@]}" -- "$BODY" "${WORK_PLACE:-none}"; } > seen
echo "Files: ${#FILES[@]}"
"#;
    const INPUT: &str = r#"{"mode": "a b", "label": "it's $HOME \"x\" \\ *\nnext", "size": "3", "loud": true,
        "tag": ["one", "two words"], "files": ["-x", "", "é"], "stdin": "body\ntext", "work_place": "here; exit 9"}"#;
    const SEEN: &str = "a b\nit's $HOME \"x\" \\ *\nnext\n3\n1\none\ntwo words\n--\n-x\n\né\n--\nbody\ntext\nhere; exit 9\n";
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("show.sh"), SCRIPT).unwrap();
    let (code, _, err) = text(&run_in(place.path(), &["init", "shown", "--from", "show.sh"]));
    if code != 0 {
        return Err(format!("exit {code}: {err}").into());
    }
    std::fs::write(place.path().join("in.json"), INPUT).unwrap();
    let (code, out, err) = text(&run_in(place.path(), &["run", "shown", "--input", "in.json"]));
    let envelope: Value =
        serde_json::from_str(&out).map_err(|e| format!("{e}: {code} {out} {err}"))?;
    let seen = std::fs::read_to_string(place.path().join("seen")).unwrap_or_default();
    if code != 0 || seen != SEEN {
        return Err(format!("exit {code}: {out} {err}\n{seen}").into());
    }
    if envelope["success"] != true || envelope["metrics"]["files"] != 3 {
        return Err(format!("{out} {err}").into());
    }
    Ok(())
}

/// What the script sources beside itself comes along; what is elsewhere is named.
fn copies_sources() -> Result<(), Failed> {
    const SCRIPT: &str = "#!/usr/bin/env bash\nHERE=\"$(cd \"$(dirname \"$0\")\" && pwd)\"\n. \"$HERE/names.sh\"\n\
. \"$HERE/../far.sh\"\n. \"$HERE/gone.sh\"\necho \"Items: $(count)\"\n";
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("tools/list.sh", SCRIPT);
    write("tools/names.sh", ". \"${BASH_SOURCE%/*}/lib/more.sh\"\ncount() { more; }\n");
    write("tools/lib/more.sh", "more() { echo 3; }\n");
    write("far.sh", "far=1\n");
    let args = ["init", "listed", "--from", "tools/list.sh"];
    let (code, _, err) = text(&run_in(place.path(), &args));
    let skill = place.path().join("listed/scripts");
    let is_there = |name: &str| skill.join(name).is_file();
    let told = err.contains("far.sh, which is not copied")
        && err.contains("gone.sh, which is not found; copy it beside the script");
    if code == 0 && told && is_there("names.sh") && is_there("lib/more.sh") {
        return Ok(());
    }
    Err(format!("exit {code}: {err}").into())
}

/// A script that can't be moved keeps every byte, and the skill still prints one envelope by its exit code.
fn wraps() -> Result<(), Failed> {
    const SCRIPT: &str = "#!/bin/bash\ntrap : DEBUG\necho \"Items: $1\"\nexit 4\n";
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("odd.sh"), SCRIPT).unwrap();
    let (code, _, err) = text(&run_in(place.path(), &["init", "odd-one", "--from", "odd.sh"]));
    if code != 0 || !err.contains("execute.sh wraps the script") {
        return Err(format!("exit {code}: {err}").into());
    }
    let skill = place.path().join("odd-one");
    if std::fs::read_to_string(skill.join("scripts/odd.sh")).unwrap() != SCRIPT {
        return Err("the script was changed".into());
    }
    let (code, out, err) =
        text(&run_with(Command::new(skill.join("execute.sh")), b"{\"argument_1\": \"7\"}"));
    let envelope: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
    if code != 4 || envelope["success"] != false || !err.contains("Items: 7") {
        return Err(format!("exit {code}: {out} {err}").into());
    }
    Ok(())
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
    for client in crate::check_clients::CLIENTS {
        let args = ["check", "tide-facts", "--profile", client, "--format", "json"];
        let (code, out, err) = text(&run_in(place.path(), &args));
        let value: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {out} {err}"))?;
        if code != 0 || value["totals"]["warning"] != 0 {
            return Err(format!("{client}: exit {code}: {out}").into());
        }
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
    let long = "x".repeat(1025);
    let (code, _, err) = text(&run_in(place.path(), &["init", "long", "--description", &long]));
    if code != 2 || !err.contains("expected at most 1024 characters, found 1025") {
        return Err(format!("a long description: exit {code}: {err}").into());
    }
    let left: Vec<_> = std::fs::read_dir(place.path()).unwrap().collect();
    match left.len() {
        1 => Ok(()),
        n => Err(format!("{n} entries were left behind").into()),
    }
}

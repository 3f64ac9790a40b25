//! The emitted bash helper, sourced by real shells.
//!
//! A folder of tests/bash holds `script.bash`, which is run after the helper was sourced, and
//! `expected.json`: `contract` (a built-in, default skill-output-v1), `status`, `stdout` (the document;
//! null where there is none), `stderr` (texts that stand in it, in order), `lines` (how many lines it
//! has), `env`, `stdin`, `bytes` (stdout to the byte). With `preludes.txt`, it is run once a line of
//! it, with that line before all else: nothing that a caller sets may matter.
//!
//! The shells are `bash` and those that SKILLGEN_TEST_BASH lists (a real 3.2, where one is at hand).

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{case_folders, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in case_folders("bash") {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for (index, shell) in shells().into_iter().enumerate() {
            let folder = folder.clone();
            let name =
                if index == 0 { name.clone() } else { format!("{name}::{}", shell.display()) };
            trials.push(Trial::test(format!("bash::{name}"), move || case(&folder, &shell)));
        }
    }
    trials.push(Trial::test("bash::style", style));
    trials.push(Trial::test("bash::several_contracts_in_one_shell", several));
    trials.push(Trial::test("bash::no_newer_construct", no_newer_construct));
    trials
}

fn shells() -> Vec<PathBuf> {
    let more = std::env::var_os("SKILLGEN_TEST_BASH").unwrap_or_default();
    let more: Vec<PathBuf> = std::env::split_paths(&more).collect();
    [PathBuf::from("bash")].into_iter().chain(more.into_iter().filter(|p| p.is_file())).collect()
}

/// The functions that check and parse, too.
const ALL: [&str; 2] = ["--with", "builder,check,coerce,parse"];

/// The helper of a built-in contract, as a file.
fn helper(folder: &Path, contract: &str, more: &[&str]) -> PathBuf {
    let mut command = skillgen();
    command.args(["emit", "--lang", "bash", "--contract", &format!("builtin:{contract}")]);
    command.args(more);
    let output = run_with(command, b"");
    assert!(output.status.success(), "{}", text(&output).2);
    let path = folder.join("helper.sh");
    std::fs::write(&path, output.stdout).unwrap();
    path
}

fn case(folder: &Path, shell: &Path) -> Result<(), Failed> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name));
    let expected: Value = serde_json::from_str(&read("expected.json")?)?;
    let scratch = tempfile::tempdir()?;
    let contract = expected["contract"].as_str().unwrap_or("skill-output-v1");
    let helper = helper(scratch.path(), contract, &ALL);
    let script = read("script.bash")?;
    let preludes = read("preludes.txt").unwrap_or_else(|_| ":\n".to_owned());
    for prelude in preludes.lines() {
        let whole = format!("{prelude}\n. {}\n{script}", helper.display());
        let path = scratch.path().join("script.bash");
        std::fs::write(&path, whole)?;
        let mut command = Command::new(shell);
        command.arg(&path).args(["first", "the second"]).current_dir(scratch.path());
        for name in ["CODEX_PROFILE", "GEMINI_PROFILE", "LC_ALL", "SOURCE_DATE_EPOCH"] {
            command.env_remove(name);
        }
        for (name, value) in expected["env"].as_object().into_iter().flatten() {
            command.env(name, value.as_str().unwrap_or_default());
        }
        let output = run_with(command, expected["stdin"].as_str().unwrap_or_default().as_bytes());
        judge(&expected, &text(&output)).map_err(|fault| {
            format!("after `{prelude}`: {fault}\n--- {:?}\n{}", text(&output).0, text(&output).2)
        })?;
    }
    Ok(())
}

fn judge(expected: &Value, (status, stdout, stderr): &(i32, String, String)) -> Result<(), String> {
    let wanted = expected["status"].as_i64().unwrap_or_default();
    if i64::from(*status) != wanted {
        return Err(format!("status {status}, not {wanted}"));
    }
    match (&expected["bytes"], &expected["stdout"]) {
        (Value::String(bytes), _) if bytes != stdout => return Err(format!("stdout {stdout}")),
        (Value::Null, Value::Null) if !stdout.is_empty() => return Err(format!("stdout {stdout}")),
        (Value::Null, wanted @ Value::Object(_)) => {
            let got: Value =
                serde_json::from_str(stdout).map_err(|error| format!("{error}: {stdout}"))?;
            let keys = |value: &Value| -> Vec<String> {
                value.as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default()
            };
            if got != *wanted || keys(&got) != keys(wanted) {
                return Err(format!("stdout {stdout}"));
            }
        }
        _ => {}
    }
    let mut rest = stderr.as_str();
    for part in expected["stderr"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        let at = rest.find(part).ok_or_else(|| format!("stderr lacks {part:?}"))?;
        rest = &rest[at + part.len()..];
    }
    match expected["lines"].as_u64() {
        Some(lines) if stderr.lines().count() as u64 != lines => {
            Err(format!("stderr has {} lines, not {lines}", stderr.lines().count()))
        }
        _ => Ok(()),
    }
}

/// shellcheck and shfmt have nothing to say, where they are installed; at most four directives; and
/// sourcing is silent.
fn style() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    for contract in ["skill-output-v1", "helper-envelope-v1"] {
        let helper = helper(scratch.path(), contract, &[]);
        let source = std::fs::read_to_string(&helper)?;
        assert!(source.lines().take(6).any(|line| line.contains("DO NOT EDIT.")));
        assert!(source.matches("shellcheck disable").count() <= 4);
        assert!(source.lines().all(|line| line.chars().count() <= 160), "{contract}: a long line");
        // bash before 4.2 ends the script that sources a file with such a command.
        let redirects =
            |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit() || "<>{".contains(c));
        assert!(
            !source.split("command exec ").skip(1).any(redirects),
            "{contract}: `command exec >`"
        );
        for (tool, args) in [("shellcheck", &[][..]), ("shfmt", &["-i", "2", "-d"][..])] {
            let mut command = Command::new(tool);
            command.args(args).arg(&helper);
            if Command::new(tool).arg("--version").output().is_ok() {
                let (status, out, err) = text(&run_with(command, b""));
                assert_eq!(status, 0, "{tool}: {out}{err}");
            }
        }
        let mut command = Command::new("bash");
        let probe =
            "a=$(set +o; shopt -p); . \"$1\" || exit 9; b=$(set +o; shopt -p); [ \"$a\" = \"$b\" ]";
        command.args(["-c", probe, "-"]).arg(&helper);
        assert_eq!(text(&run_with(command, b"")), (0, String::new(), String::new()));
    }
    Ok(())
}

/// Each contract has functions with its own name; the short names belong to the last one that was
/// sourced.
fn several() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let one = r#"{"properties": {"at": {"format": "date", "default": "2020-01-01"}}}"#;
    for (name, schema) in [("one", one), ("two-x", r#"{"required": ["b"]}"#)] {
        std::fs::write(folder.join("c.json"), schema)?;
        let mut command = skillgen();
        command.args(["emit", "--lang", "bash", "--contract", "c.json", "--name", name]);
        command.args(["--out", "."]).current_dir(folder);
        let (code, _, err) = text(&run_with(command, b""));
        assert_eq!(code, 0, "{err}");
    }
    let script = r#". ./one.sh; . ./two-x.sh
ask() { printf '%s' "$2" | "$1" - | jq -r '.keyword'; }
ask one_check '{"at": "x"}'
ask two_x_check '{"at": "x"}'
ask skill_check '{"at": "x"}'
printf '{}' | one_coerce - | jq -c .document
one_check 2>&1
"#;
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder);
    let (_, out, err) = text(&run_with(command, b""));
    let wanted = "format\nrequired\nrequired\n{\"at\":\"2020-01-01\"}\n\
                  one_check: takes one file, or - for stdin\n";
    if out != wanted {
        return Err(format!("{out}{err}not\n{wanted}").into());
    }
    // The functions of another version would misread the table.
    let newer =
        std::fs::read_to_string(folder.join("one.sh"))?.replace("{\"form\":1,", "{\"form\":2,");
    std::fs::write(folder.join("newer.sh"), newer)?;
    let mut command = Command::new("bash");
    command.args(["-c", ". ./newer.sh; one_check -"]).current_dir(folder);
    let (code, out, err) = text(&run_with(command, b"{}"));
    let wanted = "one_check: -: the functions of another version of skillgen were sourced; emit all files with one version\n";
    match (code, out.as_str(), err == wanted) {
        (2, "", true) => Ok(()),
        _ => Err(format!("{code} {out}{err}").into()),
    }
}

/// Features that bash 3.2 lacks, or has with another meaning. A clock of later shells is used after
/// a version test.
fn no_newer_construct() -> Result<(), Failed> {
    let newer = [
        "@Q}",
        "@E}",
        "@P}",
        ",,}",
        "^^}",
        "mapfile",
        "readarray",
        // `${EPOCHREALTIME-}` is empty before bash 5, and then `date` is used.
        "$EPOCHREALTIME",
        "{EPOCHREALTIME}",
        "EPOCHSECONDS",
        "local -n",
        "declare -n",
        "declare -A",
        "[-1]",
        "[[ -v",
        "|&",
        "&>>",
        ";;&",
        ";&\n",
        "coproc",
        "wait -n",
        "$BASHPID",
        "$'\\u",
        "read -N",
        "{fd}",
        "local -A",
        "local -",
    ];
    let scratch = tempfile::tempdir()?;
    for contract in ["skill-output-v1", "helper-envelope-v1"] {
        let source = std::fs::read_to_string(helper(scratch.path(), contract, &ALL))?;
        let code: Vec<&str> =
            source.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        let code = code.join("\n");
        for construct in newer {
            assert!(!code.contains(construct), "{construct} is not in bash 3.2");
        }
        if let Some(at) = code.find("%(%s)T") {
            assert!(code[..at].rfind("BASH_VERSINFO").is_some_and(|asked| at - asked < 200));
        }
    }
    Ok(())
}

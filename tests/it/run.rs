//! `skillgen run` and its script's process: signals, time, descendants, floods, missing interpreters. None
//! of them leaves a process behind or the caller waiting.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{skillgen, text};

type Case = fn(&Path) -> Result<(), Failed>;

pub(crate) fn cases() -> Vec<Trial> {
    let all: [(&str, Case); 11] = [
        ("a-signal-ends-the-group", signal),
        ("a-signal-after-the-script-ends-skillgen", later_signal),
        ("an-ignored-signal-stays-ignored", ignored),
        ("a-deaf-script-is-killed", deaf),
        ("the-time-is-the-groups", timeout),
        ("a-descendant-holds-the-pipe", descendant),
        ("a-flood-is-refused", flood),
        ("input-that-nobody-reads", unread),
        ("a-missing-interpreter", interpreter),
        ("a-first-line-of-its-own-kind", first_line),
        ("codes-of-failures", codes),
    ];
    let trial = |(name, case): (&'static str, Case)| {
        Trial::test(format!("run::{name}"), move || {
            let folder = tempfile::tempdir()?;
            std::fs::write(
                folder.path().join("SKILL.md"),
                "---\nname: demo\ndescription: Use when tested.\n---\n",
            )?;
            case(folder.path())
        })
    };
    all.into_iter().map(trial).collect()
}

fn command(here: &Path, script: &str, args: &[&str]) -> Command {
    std::fs::write(here.join("execute.sh"), script).unwrap();
    let mut command = skillgen();
    command.current_dir(here).args(["run", ".", "--format", "json"]).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Without `#!` the name tells the interpreter, as in a shell; with CR LF behind it the reason is told.
fn first_line(here: &Path) -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt as _;
    let envelope = r#"{"success":true,"confidence":1,"deliverables":[],"metrics":{},"errors":[]}"#;
    for (head, wanted, word) in [
        ("", 0, "\"success\": true"),
        ("#!/bin/bash\n", 0, "\"success\": true"),
        ("#!/bin/bash\r\n", 1, "ends with CR LF"),
        ("#!/no/such/thing -x\n", 1, "its interpreter /no/such/thing is not installed"),
    ] {
        let mut command = command(here, &format!("{head}echo '{envelope}'\n"), &[]);
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(here.join("execute.sh"), mode)?;
        let (code, out, err) = text(&command.output()?);
        if code != wanted || !out.contains(word) {
            return Err(format!("{head:?}: exit {code}: {out}{err}").into());
        }
    }
    Ok(())
}

fn report(output: &Output) -> Result<(i32, Value), Failed> {
    let (code, out, err) = text(output);
    let report = serde_json::from_str(&out).map_err(|e| format!("{code}: {e}: {out}{err}"))?;
    Ok((code, report))
}

/// Waits for a file that the script writes, and gives what is in it.
fn appears(path: &Path) -> Result<String, Failed> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        match std::fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return Ok(text.trim().to_owned()),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    }
    Err(format!("{} did not appear", path.display()).into())
}

/// Whether a process is there and no zombie, waiting a while for its end.
fn ended(pid: &str) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        if matches!(state, None | Some('Z')) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The script and a child of it write their ids and sleep.
const SLEEPERS: &str = "sleep 300 & echo $! > child\necho $$ > self\nwait\n";

fn send(signal: &str, pid: u32) -> Result<(), Failed> {
    let sent = Command::new("kill").args([signal, &pid.to_string()]).status()?;
    if sent.success() { Ok(()) } else { Err("kill failed".into()) }
}

fn signal(here: &Path) -> Result<(), Failed> {
    for option in ["-TERM", "-INT", "-HUP", "-QUIT", "-USR1", "-XCPU"] {
        let name = option.replace('-', "SIG");
        for file in ["self", "child"] {
            let _ = std::fs::remove_file(here.join(file));
        }
        let child = command(here, SLEEPERS, &[]).spawn()?;
        let (script, below) = (appears(&here.join("self"))?, appears(&here.join("child"))?);
        send(option, child.id())?;
        let (code, report) = report(&child.wait_with_output()?)?;
        assert_eq!((code, &report["success"]), (1, &json!(false)), "{report}");
        let message = report["errors"][0]["message"].as_str().unwrap_or_default();
        assert!(message.contains(&name), "{report}");
        assert!(ended(&script) && ended(&below), "{name}: the script or its child is still there");
    }
    Ok(())
}

/// While the output is read, nothing has to be cleaned up.
fn later_signal(here: &Path) -> Result<(), Failed> {
    let script = "echo $$ > self; yes 'Error: x' | head -c 15000000";
    let mut child = command(here, script, &["--no-cache"]).spawn()?;
    let script = appears(&here.join("self"))?;
    let start = Instant::now();
    while !ended(&script) && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    send("-TERM", child.id())?;
    let code = child.wait()?.code();
    if code == Some(143) { Ok(()) } else { Err(format!("exit code {code:?}").into()) }
}

fn ignored(here: &Path) -> Result<(), Failed> {
    let script = "echo $$ > self; sleep 0.5; echo Created: a.ts";
    let inner = command(here, script, &[]);
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]).arg(inner.get_program());
    shell.args(inner.get_args()).current_dir(here).stdin(Stdio::null());
    let child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    appears(&here.join("self"))?;
    send("-HUP", child.id())?;
    let (code, report) = report(&child.wait_with_output()?)?;
    assert_eq!((code, &report["output"]["deliverables"]), (0, &json!(["a.ts"])), "{report}");
    Ok(())
}

fn deaf(here: &Path) -> Result<(), Failed> {
    let script = "trap '' TERM INT\necho $$ > self\nwhile :; do sleep 0.2; done\n";
    let child = command(here, script, &[]).spawn()?;
    let pid = appears(&here.join("self"))?;
    send("-TERM", child.id())?;
    let (code, _) = report(&child.wait_with_output()?)?;
    assert_eq!(code, 1);
    assert!(ended(&pid));
    Ok(())
}

fn timeout(here: &Path) -> Result<(), Failed> {
    let (code, report) = report(&command(here, SLEEPERS, &["--timeout", "1"]).output()?)?;
    assert_eq!((code, &report["errors"][0]["code"]), (1, &json!("TOOL_TIMEOUT")), "{report}");
    assert!(ended(&appears(&here.join("self"))?) && ended(&appears(&here.join("child"))?));
    Ok(())
}

/// One descendant stays in the group, the other leaves it: neither keeps the caller waiting, and what the
/// script printed is there.
fn descendant(here: &Path) -> Result<(), Failed> {
    for start in ["sleep 300 2>/dev/null &", "setsid sleep 300 2>/dev/null & echo $! > away"] {
        let begin = Instant::now();
        let script = format!("echo Created: a.ts\n{start}\nexit 0\n");
        let (code, report) = report(&command(here, &script, &[]).output()?)?;
        assert_eq!((code, &report["output"]["deliverables"]), (0, &json!(["a.ts"])), "{report}");
        assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    }
    let _ = Command::new("kill").arg(appears(&here.join("away"))?).status();
    Ok(())
}

fn flood(here: &Path) -> Result<(), Failed> {
    let (code, report_) = report(&command(here, "yes | head -c 300000000\n", &[]).output()?)?;
    assert_eq!(code, 1);
    assert!(report_["errors"][0]["message"].as_str().unwrap_or_default().contains("16 MiB"));
    // Much, and yet not too much: the envelope at its end is read.
    let envelope = r#"{"success":true,"confidence":1,"deliverables":[],"metrics":{},"errors":[]}"#;
    let script = format!("yes | head -c 3000000\necho '{envelope}'\n");
    let (code, report) = report(&command(here, &script, &[]).output()?)?;
    assert_eq!((code, &report["parse_method"]), (0, &json!("json")));
    Ok(())
}

fn unread(here: &Path) -> Result<(), Failed> {
    std::fs::write(here.join("in.json"), format!("{{\"a\":\"{}\"}}", "x".repeat(1 << 20)))?;
    let script = "exec <&-\necho Created: a.ts\n";
    let (code, report) = report(&command(here, script, &["--input", "in.json"]).output()?)?;
    assert_eq!((code, &report["success"]), (0, &json!(true)), "{report}");
    Ok(())
}

fn interpreter(here: &Path) -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut command = command(here, "#!/opt/no/such/interpreter -x\n", &[]);
    let script = here.join("execute.sh");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    let (code, report) = report(&command.output()?)?;
    assert_eq!((code, &report["status"]), (1, &json!("tool-missing")), "{report}");
    let error = &report["errors"][0];
    assert_eq!(error["code"], "TOOL_NOT_AVAILABLE");
    assert!(error.to_string().contains("/opt/no/such/interpreter"), "{report}");
    Ok(())
}

/// The standard error response, by the seed's codes: what the caller can mend is recoverable and says how.
fn codes(here: &Path) -> Result<(), Failed> {
    let needs = "---\nname: demo\ndescription: Use when tested.\ninput_schema:\n  required:\n    \
                 - {name: a, type: string, description: A.}\n---\n";
    let own = |code: &str| {
        let error = format!(r#"{{"code":"{code}","message":"m"}}"#);
        let rest = r#""success":false,"confidence":0,"deliverables":[],"metrics":{}"#;
        format!("echo '{{{rest},\"errors\":[{error}]}}'; exit 1")
    };
    let frontmatter = std::fs::read_to_string(here.join("SKILL.md"))?;
    for (input, script, code, recoverable, message) in [
        (Some("{}"), String::new(), "MISSING_REQUIRED_PARAM", true, "Input parameters are invalid"),
        (
            Some(r#"{"a":null}"#),
            String::new(),
            "INVALID_INPUT",
            true,
            "Input parameters are invalid",
        ),
        (None, "exit 127".to_owned(), "TOOL_NOT_AVAILABLE", false, "exit code 127"),
        (None, "sleep 9".to_owned(), "TOOL_TIMEOUT", true, "Operation timed out after 1s"),
        (None, own("SEARCH_API_ERROR"), "SEARCH_API_ERROR", true, "m"),
        (None, own("RATE_LIMIT_EXCEEDED"), "RATE_LIMIT_EXCEEDED", true, "m"),
        (None, own("TIMEOUT"), "TOOL_TIMEOUT", true, "m"),
        (None, own("RESEARCH_FAILED"), "INTERNAL_ERROR", false, "m"),
        (None, own("DISK_FULL"), "INTERNAL_ERROR", false, "m"),
        (None, "kill -KILL $$".to_owned(), "INTERNAL_ERROR", false, "signal"),
    ] {
        let text = if input.is_some() { needs } else { &frontmatter };
        std::fs::write(here.join("SKILL.md"), text)?;
        std::fs::write(here.join("in.json"), input.unwrap_or("{}"))?;
        let args = ["--input", "in.json", "--timeout", "1"];
        let (exit, report) = report(&command(here, &script, &args).output()?)?;
        let error = &report["errors"][0];
        assert_eq!((exit, &error["code"]), (1, &json!(code)), "{report}");
        assert_eq!(error["recoverable"], recoverable, "{report}");
        assert_eq!(error.get("suggested_action").is_some(), recoverable, "{report}");
        assert!(error["message"].as_str().unwrap_or_default().contains(message), "{report}");
    }
    Ok(())
}

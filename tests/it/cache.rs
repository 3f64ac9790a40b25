//! `skillgen cache` and `skillgen run` through the built command: what is stored, what is not, and
//! errors.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("cache::put_get_expire", put_get_expire),
        Trial::test("cache::damaged_entries", damaged),
        Trial::test("cache::purge", purge),
        Trial::test("cache::side_by_side", side_by_side),
        Trial::test("cache::names_lead_nowhere", names),
        Trial::test("cache::keys_equal_python", keys_equal_python),
        Trial::test("cache::inputs_are_one_object", inputs_are_one_object),
        Trial::test("cache::refused_inputs_store_nothing", refused_inputs_store_nothing),
        Trial::test("cache::files_beside_the_script", files_beside_the_script),
        Trial::test("cache::one_run_for_one_key", one_run_for_one_key),
        Trial::test("run::protocol", protocol),
        Trial::test("run::failures", failures),
    ]
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A folder with a skill, its input and an output.
fn place(front: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let skill = format!("---\ndescription: d\n{front}---\nBody\n");
    write(&folder.path().join("skill/SKILL.md"), &skill);
    write(&folder.path().join("in.json"), "{\"b\": 1.0, \"a\": \"x\"}");
    write(&folder.path().join("out.json"), "{\"text\": \"---\", \"n\": [1]}");
    folder
}

const CACHED: &str = "name: memo\ncacheable: true\ncache_ttl_minutes: 5\n";
const NOW: i64 = 1_777_636_800;

fn cache(folder: &Path, now: i64, args: &[&str]) -> (i32, String, String) {
    let mut command = skillgen();
    command.current_dir(folder).arg("cache").args(args).env("SOURCE_DATE_EPOCH", now.to_string());
    text(&run_with(command, b""))
}

const GET: [&str; 6] = ["get", "skill", "--input", "in.json", "--cache-dir", "c"];
const PUT: [&str; 8] =
    ["put", "skill", "--input", "in.json", "--output", "out.json", "--cache-dir", "c"];

fn entries(folder: &Path) -> Vec<String> {
    let Ok(names) = std::fs::read_dir(folder.join("c")) else { return Vec::new() };
    let names = names.map(|n| n.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|n| n.ends_with(".md")).collect();
    names.sort();
    names
}

fn put_get_expire() -> Result<(), Failed> {
    let folder = place(CACHED);
    let here = folder.path();
    assert_eq!(cache(here, NOW, &GET).0, 1);
    assert_eq!(cache(here, NOW, &PUT).0, 0);
    let key = cache(here, NOW, &["key", "skill/SKILL.md", "--input", "in.json"]).1;
    // SHA-256 of {"a":"x","b":1}
    let hash = "cdab067e9f3beb32d1252cfd63e492592fecbf591b0d08cadb24bb17f3864246";
    assert_eq!(key, format!("memo:{hash}\n"));
    let names = entries(here);
    assert_eq!(names, [format!("memo-{}.md", &key[5..17])]);
    let (code, stdout, _) = cache(here, NOW + 299, &GET);
    assert_eq!(
        (code, serde_json::from_str::<Value>(&stdout)?),
        (0, json!({"text": "---", "n": [1]}))
    );
    let text = std::fs::read_to_string(here.join("c").join(&names[0]))?;
    for line in ["category: cache", "tags: [cache, memo]", "expires_at: 2026-05-01T12:05:00Z"] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(cache(here, NOW + 300, &GET).0, 1);
    assert!(entries(here).is_empty());
    let plain = place("name: memo\n");
    assert_eq!(cache(plain.path(), NOW, &PUT).0, 1);
    assert!(entries(plain.path()).is_empty());
    let both = PUT.map(|arg| if arg.contains(".json") { "-" } else { arg });
    let (code, _, stderr) = cache(here, NOW, &both);
    assert!(code == 2 && stderr.contains("standard input can be read once"), "{stderr}");
    Ok(())
}

fn damaged() -> Result<(), Failed> {
    let folder = place(CACHED);
    let here = folder.path();
    assert_eq!(cache(here, NOW, &PUT).0, 0);
    let path = here.join("c").join(&entries(here)[0]);
    let sound = std::fs::read(&path)?;
    for bytes in [&b""[..], b"\xff\xfe", &sound[..sound.len() - 5], b"---\na: [\n---\n{}"] {
        std::fs::write(&path, bytes)?;
        let (code, stdout, stderr) = cache(here, NOW, &GET);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (1, "", 1), "{stderr}");
        // Programs get the document of a miss.
        let (code, stdout, _) = cache(here, NOW, &[&GET[..], &["--format", "json"]].concat());
        let told: Value = serde_json::from_str(&stdout)?;
        assert_eq!((code, &told["output"]), (1, &Value::Null));
        assert_eq!((cache(here, NOW, &PUT).0, cache(here, NOW, &GET).0), (0, 0));
    }
    Ok(())
}

fn purge() -> Result<(), Failed> {
    let folder = place(CACHED);
    let here = folder.path();
    assert_eq!(cache(here, NOW, &PUT).0, 0);
    write(&here.join("in2.json"), "{}");
    let second = PUT.map(|arg| if arg == "in.json" { "in2.json" } else { arg });
    assert_eq!(cache(here, NOW + 200, &second).0, 0);
    write(&here.join("c/notes.md"), "---\ntitle: mine\n---\nText\n");
    assert_eq!(entries(here).len(), 3);
    assert_eq!(cache(here, NOW + 400, &["purge", "--expired", "--cache-dir", "c"]).0, 0);
    assert_eq!(entries(here).len(), 2);
    assert_eq!(cache(here, NOW, &["purge", "--cache-dir", "c"]).0, 0);
    assert_eq!(entries(here), ["notes.md"]);
    Ok(())
}

fn side_by_side() -> Result<(), Failed> {
    let folder = place(CACHED);
    let here = folder.path().to_owned();
    write(&here.join("big.json"), &format!("[{}1]", "1,".repeat(200_000)));
    let workers: Vec<_> = (0..3)
        .map(|worker| {
            let here = here.clone();
            std::thread::spawn(move || {
                for _ in 0..5 {
                    let args = PUT.map(|arg| if arg == "out.json" { "big.json" } else { arg });
                    let (code, stdout, stderr) =
                        if worker < 2 { cache(&here, NOW, &args) } else { cache(&here, NOW, &GET) };
                    let whole = stdout.is_empty() || serde_json::from_str::<Value>(&stdout).is_ok();
                    assert!(code <= 1 && whole && stderr.is_empty(), "{stderr}");
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().map_err(|_| "a worker saw half an entry")?;
    }
    Ok(())
}

fn names() -> Result<(), Failed> {
    for name in ["../../escape", "a/b", "'..'"] {
        let folder = place(&format!("name: {name}\ncacheable: true\ncache_ttl_minutes: 5\n"));
        let here = folder.path();
        let before = std::fs::read_dir(here)?.count();
        assert_eq!((cache(here, NOW, &PUT).0, cache(here, NOW, &GET).0), (0, 0), "{name}");
        assert_eq!(entries(here).len(), 1);
        assert_eq!(std::fs::read_dir(here)?.count(), before + 1);
    }
    Ok(())
}

/// Thousands of random values, in documents whose canonical form Python makes (tests/cache/canonical.py).
fn keys_equal_python() -> Result<(), Failed> {
    let folder = place("name: memo\n");
    let here = folder.path();
    let mut python = std::process::Command::new(crate::support::python());
    python.arg(crate::support::root().join("tests/cache/canonical.py")).arg(here);
    let (code, hashes, stderr) = text(&run_with_args(python, &["40", "150"]));
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(hashes.lines().count(), 40);
    for (index, hash) in hashes.lines().enumerate() {
        let input = format!("{index}.json");
        let (code, key, stderr) =
            text(&crate::support::run_in(here, &["cache", "key", "skill", "--input", &input]));
        assert_eq!((code, key.as_str()), (0, format!("memo:{hash}\n").as_str()), "{stderr}");
    }
    Ok(())
}

fn run_with_args(mut command: std::process::Command, args: &[&str]) -> std::process::Output {
    command.args(args);
    run_with(command, b"")
}

/// A skill with a script; the arguments follow `run skill`.
fn run(here: &Path, script: &str, args: &[&str]) -> (i32, String, String) {
    write(&here.join("skill/execute.sh"), script);
    let mut command = skillgen();
    command.current_dir(here).args(["run", "skill", "--input", "in.json", "--cache-dir", "c"]);
    command.args(args);
    text(&run_with(command, b""))
}

const TYPED: &str = "name: memo\ncacheable: true\ncache_ttl_minutes: 5\ninput_schema:\n  required:\n    - name: a\n      type: string\n  optional:\n    - name: n\n      type: number\n      default: 7\noutput_schema:\n  required:\n    - name: status\n      type: string\npre_checks:\n  - description: A is x\n    validation: a in [x, y]\npost_checks:\n  - description: Status is returned\n    validation: status is not empty\n";

fn protocol() -> Result<(), Failed> {
    let folder = place(TYPED);
    let here = folder.path();
    let script = r#"read -r line; echo "log $line" >&2; echo noise
        if [ "$line" = "$SKILL_INPUT" ]; then echo '{"status": "ok"}'; fi"#;
    let (code, stdout, stderr) = run(here, script, &[]);
    assert_eq!((code, stdout.trim()), (0, "{\n  \"status\": \"ok\"\n}"), "{stderr}");
    assert!(stderr.contains("\"n\":7"), "{stderr}");
    // The second time the cache is used, and the script does not run.
    let (code, stdout, stderr) = run(here, script, &["--format", "json"]);
    let printed: Value = serde_json::from_str(&stdout)?;
    assert_eq!((code, &printed["cached"], stderr.contains("log")), (0, &json!(true), false));
    let (code, ..) = run(here, "exit 9", &["--no-cache"]);
    assert_eq!(code, 1);
    Ok(())
}

/// A key is made of one object that all parsers read alike.
fn inputs_are_one_object() -> Result<(), Failed> {
    let folder = place(CACHED);
    let here = folder.path();
    for (inputs, words) in [
        ("[1]", "expected the inputs as one object"),
        ("null", "expected the inputs as one object"),
        ("{\"a\": 1, \"a\": 2}", "occurs twice"),
    ] {
        write(&here.join("in.json"), inputs);
        let (code, stdout, stderr) = cache(here, NOW, &["key", "skill", "--input", "in.json"]);
        assert_eq!((code, stdout.as_str()), (2, ""), "{inputs}: {stderr}");
        assert!(stderr.contains(words), "{inputs}: {stderr}");
    }
    Ok(())
}

/// Inputs that `run` refuses store nothing; those that it coerces do, and checks of the output see them with their defaults.
fn refused_inputs_store_nothing() -> Result<(), Failed> {
    let folder = place(&format!(
        "{CACHED}input_schema:\n  required:\n    - {{name: a, type: string, description: d}}\n  optional:\n    - {{name: b, \
         type: number, description: d}}\n    - {{name: mode, type: string, description: d, default: fast}}\n\
         post_checks:\n  - {{description: The mode is fast, validation: 'mode in [fast]'}}\n"
    ));
    let here = folder.path();
    write(&here.join("skill/run.sh"), "echo '{}'\n");
    for (inputs, message) in [
        ("{}", "Missing required input: a"),
        ("{\"a\": \"x\", \"b\": \"y\"}", "Type mismatch for b: expected number, got string"),
    ] {
        write(&here.join("in.json"), inputs);
        let (code, stdout, stderr) = cache(here, NOW, &PUT);
        assert_eq!((code, stdout.as_str()), (1, ""), "{inputs}: {stderr}");
        assert_eq!(stderr, format!("skillgen: in.json: {message}; nothing is kept\n"));
        let mut run = skillgen();
        run.current_dir(here).args(["run", "skill", "--input", "in.json", "--no-cache"]);
        let (code, stdout, _) = text(&run_with(run, b""));
        assert!(code == 1 && stdout.contains(message), "{inputs}: {stdout}");
    }
    // A check of the output that needs the inputs fails: also exit 1. A file that can't be read is exit 2.
    write(&here.join("in.json"), "{\"a\": \"x\", \"mode\": \"slow\"}");
    let (code, stdout, stderr) = cache(here, NOW, &[&PUT[..], &["--format", "json"]].concat());
    let told: Value = serde_json::from_str(&stdout)?;
    assert_eq!((code, &told["path"]), (1, &Value::Null), "{stdout}");
    let wanted = "skillgen: out.json: Post-check failed: The mode is fast; nothing is kept\n";
    assert_eq!(stderr, wanted);
    let absent = PUT.map(|arg| if arg == "out.json" { "absent.json" } else { arg });
    assert_eq!(cache(here, NOW, &absent).0, 2);
    assert!(entries(here).is_empty());
    write(&here.join("in.json"), "{\"a\": 5, \"b\": \"1.5\"}");
    let (code, _, stderr) = cache(here, NOW, &PUT);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(cache(here, NOW, &GET).0, 0);
    Ok(())
}

/// A file that the script sources, imports or reads is a part of it; what Python compiles is not.
fn files_beside_the_script() -> Result<(), Failed> {
    let folder = place(TYPED);
    let here = folder.path();
    let script = r#". "$(dirname "$0")/lib/a.sh"; echo "{\"status\": \"$STATUS\"}""#;
    for (file, status, cached) in [
        ("lib/a.sh", "one", false),
        ("lib/a.sh", "two", false),
        ("__pycache__/h.pyc", "two", true),
        ("lib/data.txt", "two", false),
    ] {
        write(&here.join("skill/lib/a.sh"), &format!("STATUS={status}\n"));
        if file != "lib/a.sh" {
            write(&here.join("skill").join(file), "data");
        }
        let (code, stdout, stderr) = run(here, script, &["--format", "json"]);
        let printed: Value = serde_json::from_str(&stdout)?;
        let wanted = (0, &json!(status), &json!(cached));
        let seen = (code, &printed["output"]["status"], &printed["cached"]);
        assert_eq!(seen, wanted, "{file}: {stdout}{stderr}");
    }
    Ok(())
}

/// Parallel runs of one key wait for the first one, and use its output.
fn one_run_for_one_key() -> Result<(), Failed> {
    let folder = place(TYPED);
    let here = folder.path().to_owned();
    let script = format!(
        "echo started >> '{}'; sleep 1; echo '{{\"status\": \"ok\"}}'",
        here.join("count").display()
    );
    write(&here.join("skill/execute.sh"), &script);
    let workers: Vec<_> = (0..5)
        .map(|_| {
            let here = here.clone();
            std::thread::spawn(move || {
                let mut command = skillgen();
                command.current_dir(&here);
                command.args(["run", "skill", "--input", "in.json", "--cache-dir", "c"]);
                text(&run_with(command, b""))
            })
        })
        .collect();
    for worker in workers {
        let (code, _, stderr) = worker.join().map_err(|_| "a run panicked")?;
        assert_eq!(code, 0, "{stderr}");
    }
    assert_eq!(std::fs::read_to_string(here.join("count"))?, "started\n");
    assert_eq!(entries(&here).len(), 1);
    Ok(())
}

fn failures() -> Result<(), Failed> {
    let folder = place(TYPED);
    let here = folder.path();
    for (script, args, code, words) in [
        ("sleep 60 & sleep 60", &["--timeout", "0.3"][..], "TOOL_TIMEOUT", "timed out"),
        (
            "echo '{\"status\": \"\"}'",
            &[],
            "INTERNAL_ERROR",
            "Post-check failed: Status is returned",
        ),
        ("echo '{}'", &[], "INTERNAL_ERROR", "Missing required output: status"),
        ("echo text", &[], "INTERNAL_ERROR", "no JSON object"),
        ("exit 127", &[], "TOOL_NOT_AVAILABLE", "127"),
        (
            "echo '{\"status\":\"no\",\"errors\":[{\"code\":\"RATE_LIMITED\",\"message\":\"slow\"}]}'; exit 1",
            &[],
            "RATE_LIMIT_EXCEEDED",
            "slow",
        ),
    ] {
        let (exit, stdout, _) = run(here, script, args);
        let printed: Value = serde_json::from_str(&stdout)?;
        assert_eq!((exit, &printed["errors"][0]["code"]), (1, &json!(code)), "{script}: {stdout}");
        assert!(stdout.contains(words), "{script}: {stdout}");
    }
    write(&here.join("in.json"), "{\"a\": \"z\"}");
    let (exit, stdout, stderr) = run(here, "echo started >&2", &[]);
    assert_eq!(exit, 1);
    assert!(stdout.contains("Pre-check failed: A is x") && !stderr.contains("started"));
    assert!(entries(here).is_empty());
    Ok(())
}

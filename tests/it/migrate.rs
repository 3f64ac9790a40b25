//! `skillgen migrate`: each folder of tests/migrate is a script that is run before and after, under bash and in POSIX mode; a
//! script of `#!/bin/sh` under dash, busybox and bash in POSIX mode.
//!
//! `before.sh`; `after.sh`, the migrated text with a word for the envelope; `case.toml` (all keys optional): `args`, `stdin`, `env`, `setup` (bash, run in the empty folder first),
//! `signal` with `after_ms` and `to` ("shell" or "group"), `flags` for migrate, `outcome`, `reason`, `posix = false`,
//! `caller`, redirections by the caller (text is not compared then); `loose = true` where the order of output is not fixed; `plain = false` for a script of sh that bash runs otherwise without --posix;
//! `tree/` beside the script; `expected.json`, the envelope.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::{case_folders, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    case_folders("migrate")
        .into_iter()
        .map(|folder| {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            Trial::test(format!("migrate::{name}"), move || case(&folder))
        })
        .collect()
}

struct Case {
    toml: toml::Table,
    folder: PathBuf,
}

impl Case {
    fn text(&self, key: &str) -> Option<&str> {
        self.toml.get(key).and_then(toml::Value::as_str)
    }

    fn list(&self, key: &str) -> Vec<String> {
        let list = self.toml.get(key).and_then(toml::Value::as_array);
        list.into_iter().flatten().filter_map(|v| v.as_str().map(str::to_owned)).collect()
    }

    fn flag(&self, key: &str) -> Option<bool> {
        self.toml.get(key).and_then(toml::Value::as_bool)
    }
}

/// The files that migrated scripts source.
const HELPERS: [&str; 2] = ["skill-envelope.bash", "skill-envelope.sh"];

/// What a run left behind.
#[derive(Debug, Clone)]
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
    files: BTreeMap<String, Vec<u8>>,
    scratch: Vec<String>,
}

fn case(folder: &Path) -> Result<(), Failed> {
    let toml = fs::read_to_string(folder.join("case.toml")).unwrap_or_default();
    let case = Case {
        toml: toml.parse().map_err(|e| format!("case.toml: {e}"))?,
        folder: folder.to_owned(),
    };
    let temporary = tempfile::tempdir().unwrap();
    let base = temporary.path().canonicalize().unwrap();
    let before = fs::read(folder.join("before.sh")).unwrap();
    let after = migrated(&case, &base.join("source"), &before)?;
    let Some(after) = after else { return Ok(()) };
    golden(folder, &after)?;
    let before = numbered_as(&before, &after);
    for (index, shell) in shells(&case, &before).iter().enumerate() {
        let named = |e: String| format!("{}: {e}", shell.join(" "));
        let migrated = |way| run(&case, &base, &after, shell, way);
        let old = run(&case, &base, &before, shell, Way::Original(Streams::Merged));
        compare(&case, shell, &old, &migrated(Way::Migrated)).map_err(named)?;
        as_before(&case, &old, &migrated(Way::Text(Streams::Merged))).map_err(named)?;
        if index == 0 {
            let old = run(&case, &base, &before, shell, Way::Original(Streams::Apart));
            as_before(&case, &old, &migrated(Way::Text(Streams::Apart))).map_err(named)?;
        }
    }
    Ok(())
}

/// Whether stdout and stderr go to one place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Streams {
    Merged,
    Apart,
}

/// What is run, and for whom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The script as it was.
    Original(Streams),
    /// The migrated one.
    Migrated,
    /// The migrated one, by a caller that asks for the text of old.
    Text(Streams),
}

/// A caller that asks for text gets what the script printed before it had an envelope, on the same streams.
fn as_before(case: &Case, old: &Run, new: &Run) -> Result<(), String> {
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if case.flag("loose") == Some(true) {
            lines.sort_unstable();
        }
        lines
    };
    let own = |run: &Run| {
        let files = run.files.iter().filter(|(name, _)| !name.ends_with(".sh"));
        let files: Vec<_> = files.map(|(name, bytes)| (name.clone(), bytes.clone())).collect();
        (run.code, lines(&run.stdout), lines(&run.stderr), files, run.scratch.clone())
    };
    if own(old) == own(new) {
        return Ok(());
    }
    Err(format!("asked for text\n  before: {:?}\n  after:  {:?}", own(old), own(new)))
}

/// The migrated text is the one of `after.sh`, where `__skill_envelope` stands for the envelope.
fn golden(folder: &Path, after: &[u8]) -> Result<(), Failed> {
    let find = |word: &[u8]| after.windows(word.len()).position(|w| w == word);
    let start = find(b"eval 'command . \"$(").or_else(|| find(b"command . \"$("));
    let start = start.ok_or("no envelope")?;
    let ends = [
        &b"\"'||skill_say(){ shift&&\"$@\"; }"[..],
        b"\"'||skill_run(){ shift&&\"$@\"; }",
        b"bash\"'||:",
        b"\" || skill_say(){ shift&&\"$@\"; }",
        b"\" || skill_run(){ shift&&\"$@\"; }",
        b"bash\" || :",
        b".sh\" || :",
    ];
    let end = ends.iter().find_map(|end| Some(find(end)? + end.len()));
    let end = end.ok_or("no end of the line")?;
    let mut shown = after[..start].to_vec();
    shown.extend_from_slice(b"__skill_envelope");
    shown.extend_from_slice(&after[end..]);
    same(folder, &shown)
}

fn same(folder: &Path, shown: &[u8]) -> Result<(), Failed> {
    let path = folder.join("after.sh");
    if blesses(&path) {
        fs::write(&path, shown).unwrap();
    }
    let wanted = fs::read(&path).map_err(|e| format!("after.sh: {e}"))?;
    if wanted == shown {
        return Ok(());
    }
    Err(format!("after.sh differs: {}", String::from_utf8_lossy(shown)).into())
}

/// The shells that a script is run under: every sh that there is, for one that asks for sh.
fn shells(case: &Case, before: &[u8]) -> &'static [&'static [&'static str]] {
    if before.starts_with(b"#!/bin/sh") {
        let all: &[&[&str]] = &[&["dash"], &["bash", "--posix"], &["busybox", "sh"], &["bash"]];
        if case.flag("plain") == Some(false) { &all[..3] } else { all }
    } else if case.flag("posix") == Some(false) {
        &[&["bash"]]
    } else {
        &[&["bash"], &["bash", "--posix"]]
    }
}

/// Migrates the script in a folder of its own; `None` where the case expects that nothing is done.
fn migrated(case: &Case, source: &Path, before: &[u8]) -> Result<Option<Vec<u8>>, Failed> {
    fs::create_dir_all(source).unwrap();
    copy(&case.folder.join("tree"), source);
    let script = source.join("script.sh");
    put(&script, before);
    let flags = case.list("flags");
    let mut args = vec!["migrate", ".", "--all", "--allow-dirty", "--format", "json"];
    args.extend(flags.iter().map(String::as_str));
    let (code, out, err) = text(&run_in(source, &args));
    if code != 0 {
        return Err(format!("migrate: exit {code}: {err}").into());
    }
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("report: {e}: {out}"))?;
    let file = report["files"].as_array().into_iter().flatten().find(|f| f["path"] == "script.sh");
    let file = file.ok_or("the report does not name the script")?;
    let wanted = case.text("outcome").unwrap_or("migrated");
    if file["outcome"] != wanted {
        return Err(format!(
            "outcome {}, expected {wanted}: {}",
            file["outcome"], file["refusals"]
        )
        .into());
    }
    let after = fs::read(&script).unwrap();
    if wanted != "migrated" {
        let reasons = file["refusals"].to_string();
        if after != before {
            return Err("the script was changed although it was not migrated".into());
        }
        if let Some(reason) = case.text("reason").filter(|r| !reasons.contains(r)) {
            return Err(format!("no refusal says `{reason}`: {reasons}").into());
        }
        let line = case.toml.get("line").and_then(toml::Value::as_integer);
        if let Some(line) = line.filter(|l| !reasons.contains(&format!("\"line\":{l},"))) {
            return Err(format!("no refusal at line {line}: {reasons}").into());
        }
        return Ok(None);
    }
    unchanged_lines(before, &after)?;
    again(source, &script, before, &after)?;
    Ok(Some(after))
}

/// Edits move no line but by the one that sources the helper, which is a line of its own where there is no empty one, and by
/// prefixes that would make a line too long.
fn unchanged_lines(before: &[u8], after: &[u8]) -> Result<(), Failed> {
    let count = |text: &[u8]| text.split(|b| *b == b'\n').count();
    let (old, new) = (count(before), count(after));
    let added = usize::from(added_line(before, after).is_some()) + continued(after);
    if old + added == new {
        return Ok(());
    }
    Err(format!("{old} lines became {new}").into())
}

/// The number of prefixes whose command is on the next line.
fn continued(after: &[u8]) -> usize {
    let text = String::from_utf8_lossy(after);
    let prefix = |line: &&str| {
        line.ends_with(" \\")
            && line.rsplit_once("skill_say ").is_some_and(|(_, kind)| !kind.contains("echo"))
    };
    text.lines().filter(prefix).count()
}

/// The line that the script gained.
fn added_line(before: &[u8], after: &[u8]) -> Option<usize> {
    let count = |text: &[u8]| text.split(|b| *b == b'\n').count();
    let is_line = |line: &[u8]| String::from_utf8_lossy(line).contains("command . \"$(s=");
    let at = after.split(|b| *b == b'\n').position(is_line)?;
    (count(after) == count(before) + 1 + continued(after)).then_some(at + 1)
}

/// The original with a comment where the script gains a line: shells name the same lines of both.
fn numbered_as(before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = before.split(|b| *b == b'\n').collect();
    if let Some(added) = added_line(before, after) {
        lines.insert(added - 1, b"#");
    }
    lines.join(&b'\n')
}

/// A second run changes nothing, and undo gives the bytes, mode and times back.
fn again(source: &Path, script: &Path, before: &[u8], after: &[u8]) -> Result<(), Failed> {
    let (code, _, err) =
        text(&run_in(source, &["migrate", "script.sh", "--allow-dirty", "--force", "--all"]));
    if code != 0 || fs::read(script).unwrap() != after {
        return Err(format!("a second run changed the script: exit {code} {err}").into());
    }
    let mode = fs::metadata(script).unwrap().permissions().mode();
    let migrated = files(source);
    let (code, out, err) = text(&run_in(source, &["migrate", "--undo"]));
    if code != 0 || fs::read(script).unwrap() != before {
        return Err(format!("undo did not give the script back: exit {code} {out}{err}").into());
    }
    if mode & 0o777 != 0o755 || fs::metadata(script).unwrap().permissions().mode() != mode {
        return Err(format!("mode {mode:o} was not kept").into());
    }
    // The runs want the migrated siblings, too.
    for (name, bytes) in migrated
        .iter()
        .filter(|(name, _)| name.ends_with(".sh") || HELPERS.contains(&name.as_str()))
    {
        put(&source.join(name), bytes);
    }
    Ok(())
}

fn put(script: &Path, bytes: &[u8]) {
    fs::write(script, bytes).unwrap();
    fs::set_permissions(script, fs::Permissions::from_mode(0o755)).unwrap();
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// Runs the script in a fresh folder of always the same name.
fn run(case: &Case, base: &Path, script: &[u8], shell: &[&str], way: Way) -> Run {
    let merged = matches!(way, Way::Original(Streams::Merged) | Way::Text(Streams::Merged));
    let (work, scratch) = (base.join("work"), base.join("scratch"));
    for folder in [&work, &scratch] {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).unwrap();
    }
    copy(&case.folder.join("tree"), &work);
    // Only the script in question is migrated here; where the original runs, its siblings are what they were.
    if !matches!(way, Way::Original(_)) {
        for entry in fs::read_dir(base.join("source")).unwrap().flatten() {
            let name = entry.file_name();
            if entry.path().is_file() && name.to_string_lossy() != "script.sh" {
                fs::copy(entry.path(), work.join(&name)).unwrap();
            }
        }
    }
    put(&work.join("script.sh"), script);
    if let Some(setup) = case.text("setup") {
        let status = Command::new("bash").args(["-c", setup]).current_dir(&work).status().unwrap();
        assert!(status.success(), "setup failed");
    }
    let (out, err) = (base.join("out"), base.join("err"));
    let bash = std::env::var("SKILLGEN_TEST_BASH").unwrap_or_else(|_| "bash".to_owned());
    let program = if shell[0] == "bash" { &bash } else { shell[0] };
    let mut command = match case.text("caller") {
        Some(how) => {
            let mut caller = Command::new("bash");
            caller.args(["-c", &format!("exec \"$@\" {how}"), "caller", program]);
            caller
        }
        None => Command::new(program),
    };
    command.args(&shell[1..]).arg("./script.sh").args(case.list("args")).current_dir(&work);
    command
        .env("TMPDIR", &scratch)
        .env_remove("BASH_ENV")
        .env_remove("CODEX_PROFILE")
        .env_remove("GEMINI_PROFILE");
    for (name, value) in case.toml.get("env").and_then(toml::Value::as_table).into_iter().flatten()
    {
        match value.as_str() {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if matches!(way, Way::Text(_)) {
        command.env("SKILLGEN_STDOUT", "text");
    }
    let out_file = fs::File::create(&out).unwrap();
    let err_file =
        if merged { out_file.try_clone().unwrap() } else { fs::File::create(&err).unwrap() };
    command.stdout(out_file).stderr(err_file).process_group(0);
    let code = wait(case, command);
    Run {
        code,
        stdout: lossy(&out),
        stderr: if merged { String::new() } else { lossy(&err) },
        files: files(&work)
            .into_iter()
            .filter(|(name, _)| !HELPERS.contains(&name.as_str()))
            .collect(),
        scratch: files(&scratch).into_keys().collect(),
    }
}

fn wait(case: &Case, mut command: Command) -> i32 {
    let stdin = case.text("stdin");
    command.stdin(if stdin.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().unwrap();
    if let Some(stdin) = stdin {
        use std::io::Write as _;
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    }
    if let Some(signal) = case.text("signal") {
        let after = case.toml.get("after_ms").and_then(toml::Value::as_integer).unwrap_or(400);
        std::thread::sleep(Duration::from_millis(after.unsigned_abs()));
        let id = i64::from(child.id());
        let id = if case.text("to") == Some("group") { -id } else { id };
        let kill = format!("kill -{signal} -- {id}");
        let _ = Command::new("bash").args(["-c", &kill]).status();
    }
    let status = child.wait().unwrap();
    // What a background job still writes belongs to the run.
    std::thread::sleep(Duration::from_millis(if case.flag("jobs") == Some(true) {
        700
    } else {
        0
    }));
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

fn lossy(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(next) = todo.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !path.is_symlink() {
                found.insert(format!("{name}/"), Vec::new());
                todo.push(path);
            } else {
                let bytes = fs::read(&path).unwrap_or_default();
                found.insert(name, bytes);
            }
        }
    }
    found
}

fn compare(case: &Case, shell: &[&str], old: &Run, new: &Run) -> Result<(), String> {
    let fail =
        |what: &str, a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| -> Result<(), String> {
            Err(format!(
                "{what}\n  before: {a:?}\n  after:  {b:?}\n  stdout: {}\n  stderr: {}",
                new.stdout, new.stderr
            ))
        };
    if old.code != new.code {
        return fail("exit code", &old.code, &new.code);
    }
    let plain = |run: &Run| -> BTreeMap<String, Vec<u8>> {
        run.files
            .iter()
            .filter(|(name, _)| !name.ends_with(".sh"))
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect()
    };
    if plain(old) != plain(new) {
        return fail("files", &plain(old).keys(), &plain(new).keys());
    }
    if !new.scratch.is_empty() {
        return fail("left in TMPDIR", &old.scratch, &new.scratch);
    }
    let sorted = |text: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    // bash tells of a child that a signal ended; before, the signal had ended bash itself.
    let old = &Run {
        stdout: format!("{}{}", old.stdout, case.text("extra").unwrap_or("")),
        ..old.clone()
    };
    let same = if case.text("caller").is_some() {
        // A caller that closes a stream sees another part of the text before and after.
        true
    } else if case.flag("loose") == Some(true) {
        sorted(&old.stdout) == sorted(&new.stderr)
    } else {
        old.stdout == new.stderr
    };
    if !same {
        return fail("text", &old.stdout, &new.stderr);
    }
    if new.stdout.matches('\n').count() != 1 || !new.stdout.ends_with('\n') {
        return fail("not one line on stdout", &"", &new.stdout);
    }
    let envelope: Value = serde_json::from_str(&new.stdout)
        .map_err(|e| format!("stdout is no JSON: {e}: {}", new.stdout))?;
    // Where the shells themselves differ (the status of `set -u`), dash and busybox have an envelope of their own.
    let own = case.folder.join("expected.dash.json");
    let path =
        if shell[0] == "bash" || !own.exists() { case.folder.join("expected.json") } else { own };
    if blesses(&path) {
        fs::write(&path, &new.stdout).unwrap();
    }
    let expected =
        fs::read_to_string(&path).map_err(|e| format!("expected.json: {e}; got {}", new.stdout))?;
    let expected: Value =
        serde_json::from_str(&expected).map_err(|e| format!("expected.json: {e}"))?;
    if !contract::value::equal(&expected, &envelope) {
        return fail("envelope", &expected.to_string(), &envelope.to_string());
    }
    Ok(())
}

/// Is a file to be written: one that is missing with SKILLGEN_BLESS, any with SKILLGEN_BLESS=all?
fn blesses(path: &Path) -> bool {
    std::env::var_os("SKILLGEN_BLESS").is_some_and(|value| value == "all" || !path.exists())
}

//! `skillgen check` at the boundary. A case (tests/check/*/NAME.case) says in a few lines how its files
//! differ from a sound package, and what is found; packages are checked as folder and as archive, which
//! must agree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value};

use crate::support::{root, run_in, text};
use crate::zip_writer::{Raw, archive};

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = Vec::new();
    for area in ["package", "archive", "frontmatter", "body"] {
        let folder = root().join("tests/check").join(area);
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for file in files {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("check::{area}::{name}"), move || run(area, &file)));
        }
    }
    let mut fixes: Vec<PathBuf> = std::fs::read_dir(root().join("tests/check/fix"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    fixes.sort();
    for file in fixes {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        trials.push(Trial::test(format!("check::fix::{name}"), move || fix(&file)));
    }
    trials
}

/// Applies fixes: `--diff` writes nothing, the result is as the case says, and a second run changes nothing.
fn fix(file: &Path) -> Result<(), Failed> {
    let mut parts = parts(file);
    let (head, result) = parts.pop().unwrap();
    let path = head.strip_prefix("result ").unwrap().to_owned();
    let (options, _) = parts.remove(0);
    let place = tempfile::tempdir().unwrap();
    let given: Vec<&str> = options.strip_prefix("options ").unwrap().split(' ').collect();
    let run = |more: &[&str]| {
        let args: Vec<&str> = ["check", "demo"].iter().chain(&given).chain(more).copied().collect();
        text(&run_in(place.path(), &args))
    };
    let files = changed(&parts);
    let package = path != "SKILL.md";
    let wanted = files.iter().filter(|(path, _)| package || *path == "SKILL.md");
    let files: BTreeMap<String, Vec<u8>> =
        wanted.map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
    write(&place.path().join("demo"), &files);
    let target = place.path().join("demo").join(&path);
    let before = std::fs::read(&target).unwrap();
    let (_, diff, _) = run(&["--diff"]);
    if std::fs::read(&target).unwrap() != before {
        return Err("--diff wrote the file".into());
    }
    // The preview has the changes of all rounds.
    let old: BTreeSet<&str> =
        std::str::from_utf8(&before).map(str::lines).into_iter().flatten().collect();
    let new = result.lines().filter(|line| !old.contains(line));
    for line in new {
        if !diff.lines().any(|shown| shown.trim_end() == format!("+{line}").trim_end()) {
            return Err(format!("the diff lacks {line:?}: {diff}").into());
        }
    }
    for round in 0..2 {
        let (code, out, err) = run(&[]);
        let after = std::fs::read(&target).unwrap();
        if code > 1 || after != result.as_bytes() {
            let after = String::from_utf8_lossy(&after).into_owned();
            return Err(format!("round {round}: exit {code}: {after}\n{out}{err}").into());
        }
    }
    if diff.is_empty() != (before == result.as_bytes()) {
        return Err(format!("the diff is {diff:?}").into());
    }
    Ok(())
}

/// A parsed case file.
struct Case {
    parts: Vec<(String, String)>,
    expect: Vec<Expected>,
}

/// One line of `--- expect`: level, rule, file, pointer, line, words of the message or fix.
struct Expected {
    level: String,
    rule: String,
    file: String,
    pointer: String,
    line: u64,
    words: String,
}

fn read(path: &Path) -> Case {
    let mut parts = parts(path);
    let (_, expect) = parts.pop().expect("a case ends with `--- expect`");
    let expect = expect.lines().map(expected).collect();
    Case { parts, expect }
}

/// The parts of a case file: heads and bodies.
fn parts(path: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in text.lines().skip_while(|line| line.starts_with('#')) {
        if let Some(head) = line.strip_prefix("--- ") {
            parts.push((head.to_owned(), String::new()));
        } else {
            let (_, body) = parts.last_mut().expect("a case begins with `--- `");
            body.push_str(line);
            body.push('\n');
        }
    }
    parts
}

fn expected(line: &str) -> Expected {
    let mut words = line.splitn(6, ' ');
    let mut next = || words.next().unwrap_or_default().to_owned();
    let none = |text: String| if text == "-" { String::new() } else { text };
    Expected {
        level: next(),
        rule: next(),
        file: none(next()),
        pointer: none(next()),
        line: next().parse().unwrap(),
        words: next(),
    }
}

/// The files of a valid package.
fn sound() -> BTreeMap<String, Vec<u8>> {
    let folder = root().join("tests/check/sound");
    ["SKILL.md", "assets/runner.json"]
        .into_iter()
        .map(str::to_owned)
        .chain(["input", "parameter", "output"].map(|key| format!("assets/{key}.schema.json")))
        .map(|path| {
            let bytes = std::fs::read(folder.join(&path)).unwrap();
            (path, bytes)
        })
        .collect()
}

fn run(area: &str, file: &Path) -> Result<(), Failed> {
    let case = read(file);
    let place = tempfile::tempdir().unwrap();
    match area {
        "archive" => {
            let bytes = hostile(&case.parts);
            std::fs::write(place.path().join("demo.zip"), bytes).unwrap();
            compare(&case, &check(place.path(), "demo.zip", &[])?)
        }
        "frontmatter" => {
            let mut files = changed(&case.parts);
            files.retain(|path, _| path == "SKILL.md");
            write(&place.path().join("demo"), &files);
            compare(&case, &check(place.path(), "demo", &[])?)
        }
        _ => {
            let files = changed(&case.parts);
            let profile = case.parts.iter().find_map(|(head, _)| head.strip_prefix("profile "));
            let options: Vec<&str> = profile.iter().flat_map(|name| ["--profile", name]).collect();
            write(&place.path().join("demo"), &files);
            let raws: Vec<Raw> = files
                .iter()
                .map(|(path, bytes)| Raw::file(format!("demo/{path}").as_bytes(), bytes))
                .collect();
            std::fs::write(place.path().join("demo.zip"), archive(&raws)).unwrap();
            let folder = check(place.path(), "demo", &options)?;
            let zip = check(place.path(), "demo.zip", &options)?;
            let keys = |found: &[Value], root: &str| -> BTreeSet<String> {
                found.iter().map(|finding| key(finding, root)).collect()
            };
            let (of_folder, of_zip) = (keys(&folder, "demo/"), keys(&zip, "demo.zip/demo/"));
            if of_folder != of_zip {
                return Err(format!("folder: {of_folder:#?}\narchive: {of_zip:#?}").into());
            }
            compare(&case, &folder)
        }
    }
}

fn key(finding: &Value, root: &str) -> String {
    let path = finding["path"].as_str().unwrap();
    let inside = path.strip_prefix(root).unwrap_or(path);
    format!(
        "{} {} {inside} {} {}",
        finding["level"], finding["rule"], finding["pointer"], finding["line"]
    )
}

/// Runs the command and returns its findings, after checking the requirements for every run.
fn check(folder: &Path, path: &str, options: &[&str]) -> Result<Vec<Value>, Failed> {
    let mut args = vec!["check", path, "--format", "json"];
    args.extend(options);
    let (code, out, err) = text(&run_in(folder, &args));
    let value: Value =
        serde_json::from_str(&out).map_err(|e| format!("exit {code}: {e}: {out} {err}"))?;
    let schema = std::fs::read_to_string(root().join("schemas/check.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    if let Err(error) = jsonschema::validate(&schema, &value) {
        return Err(format!("the output is not valid: {error}").into());
    }
    let findings = value["findings"].as_array().unwrap().clone();
    let errors = findings.iter().filter(|finding| finding["level"] == "error").count();
    if code != i32::from(errors > 0) {
        return Err(format!("exit {code} with {errors} errors").into());
    }
    Ok(findings)
}

/// Each expected finding exists, none exists that is expected as `no RULE FILE - 0`, and there is no unexpected error.
fn compare(case: &Case, findings: &[Value]) -> Result<(), Failed> {
    let said = |e: &Expected, finding: &Value| {
        let words = format!("{} {}", finding["message"], finding["fix"]);
        let plain = format!(
            "{} {}",
            finding["message"].as_str().unwrap_or_default(),
            finding["fix"].as_str().unwrap_or_default()
        );
        finding["rule"] == e.rule.as_str()
            && finding["level"] == e.level.as_str()
            && finding["pointer"] == e.pointer.as_str()
            && finding["line"] == e.line
            && finding["path"].as_str().unwrap().ends_with(&e.file)
            && (words.contains(&e.words) || plain.contains(&e.words))
    };
    let mut left: Vec<&Value> = findings.iter().collect();
    let (absent, expect): (Vec<&Expected>, Vec<&Expected>) =
        case.expect.iter().partition(|e| e.level == "no");
    for e in absent {
        let is_it = |finding: &&Value| {
            finding["rule"] == e.rule.as_str()
                && finding["path"].as_str().unwrap().ends_with(&e.file)
                && (e.line == 0 || finding["line"] == e.line)
        };
        if let Some(found) = findings.iter().find(is_it) {
            return Err(format!("found, and expected to be absent: {found:#?}").into());
        }
    }
    for e in expect {
        match left.iter().position(|finding| said(e, finding)) {
            Some(at) => drop(left.remove(at)),
            None => {
                let message = format!(
                    "not found: {} {} {} {} {} {}\nfound: {findings:#?}",
                    e.level, e.rule, e.file, e.pointer, e.line, e.words
                );
                return Err(message.into());
            }
        }
    }
    left.retain(|finding| finding["level"] == "error");
    match left.is_empty() {
        true => Ok(()),
        false => Err(format!("found without being expected: {left:#?}").into()),
    }
}

/// The valid files with the changes of a case.
fn changed(parts: &[(String, String)]) -> BTreeMap<String, Vec<u8>> {
    let mut files = sound();
    for (head, body) in parts {
        let (verb, path) = head.split_once(' ').unwrap_or((head, ""));
        let old = files.get(path).cloned().unwrap_or_default();
        match verb {
            "write" => drop(files.insert(path.to_owned(), body.clone().into_bytes())),
            "remove" => drop(files.remove(path)),
            "bytes" => drop(files.insert(path.to_owned(), hex(body.trim()))),
            "bom" => {
                drop(files.insert(path.to_owned(), [b"\xef\xbb\xbf".as_slice(), &old].concat()))
            }
            "crlf" => {
                let text = String::from_utf8(old).unwrap().replace('\n', "\r\n");
                files.insert(path.to_owned(), text.into_bytes());
            }
            "merge" | "drop" => {
                let mut value: Value = serde_json::from_slice(&old).unwrap();
                let members = value.as_object_mut().unwrap();
                if verb == "drop" {
                    members.shift_remove(body.trim());
                } else {
                    let patch: Map<String, Value> = serde_json::from_str(body).unwrap();
                    merge(members, patch);
                }
                let text = serde_json::to_string_pretty(&value).unwrap();
                files.insert(path.to_owned(), text.into_bytes());
            }
            "profile" => {}
            other => panic!("no such verb: {other}"),
        }
    }
    files
}

/// JSON merge patch: null removes, objects merge, other values replace.
fn merge(into: &mut Map<String, Value>, patch: Map<String, Value>) {
    for (key, value) in patch {
        match (into.get_mut(&key), value) {
            (_, Value::Null) => drop(into.shift_remove(&key)),
            (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
            (_, value) => drop(into.insert(key, value)),
        }
    }
}

/// The archive of an attack.
fn hostile(parts: &[(String, String)]) -> Vec<u8> {
    let mut raws: Vec<Raw> = Vec::new();
    let without: Vec<&str> =
        parts.iter().filter_map(|(head, _)| head.strip_prefix("without ")).collect();
    let mut cut = 0;
    for (head, body) in parts {
        let (verb, rest) = head.split_once(' ').unwrap_or((head, ""));
        match verb {
            "raw" => return body.clone().into_bytes(),
            "cut" => cut = rest.parse().unwrap(),
            "package" => {
                for (path, bytes) in sound() {
                    if !without.contains(&path.as_str()) {
                        let name = if rest.is_empty() { path } else { format!("{rest}/{path}") };
                        raws.push(Raw::file(name.as_bytes(), &bytes));
                    }
                }
            }
            "entry" => {
                let mut words = rest.split(' ');
                let name = unescape(words.next().unwrap());
                let mut raw = Raw::file(&name, body.as_bytes());
                for word in words {
                    let (key, value) = word.split_once('=').unwrap();
                    match key {
                        "mode" => raw.mode = u32::from_str_radix(value, 8).unwrap(),
                        "size" => raw.declared = Some(value.parse().unwrap()),
                        "flags" => raw.flags = value.parse().unwrap(),
                        "local" => raw.local = Some(value.as_bytes().to_vec()),
                        other => panic!("no such key: {other}"),
                    }
                }
                raws.push(raw);
            }
            _ => {}
        }
    }
    let mut bytes = archive(&raws);
    bytes.truncate(bytes.len() - cut);
    bytes
}

/// `\xNN` and `\\` in names.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.extend(&rest.as_bytes()[..at]);
        let tail = &rest[at + 1..];
        match tail.strip_prefix('x') {
            Some(digits) => {
                out.push(u8::from_str_radix(&digits[..2], 16).unwrap());
                rest = &digits[2..];
            }
            None => {
                out.push(b'\\');
                rest = &tail[1..];
            }
        }
    }
    out.extend(rest.as_bytes());
    out
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

pub(crate) fn write(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (path, bytes) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

//! The consumer's and the failing side of the helper envelope in emitted TypeScript and Rust: a pinned
//! major, the four states, failures in the codes that callers branch on. tests/bash/helper-* is the same
//! for bash.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::emitted::{rust_crate, typescript_run};
use crate::support::{root, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted::helper_typescript", typescript),
        Trial::test("emitted::helper_rust", rust),
        Trial::test("emitted::builtin_as_a_file", builtin_as_a_file),
        Trial::test("emitted::skill_error_rust", skill_error_rust),
        Trial::test("emitted::skill_error_go", skill_error_go),
        Trial::test("emitted::skill_error_names", skill_error_names),
    ]
}

/// The helper envelope under another name than its own, and a contract with an input.
fn emit(lang: &str, folder: &Path) -> Result<(), Failed> {
    let digest = root().join("examples/contracts/news-digest/v2.json");
    let digest = digest.display().to_string();
    for (contract, name) in
        [("builtin:helper-envelope-v1", "gathered"), (digest.as_str(), "digest")]
    {
        let mut command = skillgen();
        command.args(["emit", "--lang", lang, "--contract", contract, "--name", name, "--out"]);
        command.arg(folder);
        let (code, _, err) = text(&run_with(command, b""));
        if code != 0 {
            return Err(err.into());
        }
    }
    Ok(())
}

fn typescript() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    emit("ts", &scratch.path().join("src"))?;
    typescript_run(
        scratch.path(),
        &[],
        r#"import assert from "node:assert";
import * as helper from "./js/gathered.js";
import * as digest from "./js/digest.js";

const made = helper.envelope({ a: 1, status: "no field of the payload" });
assert.deepEqual(Object.keys(made), ["schema_version", "status", "error", "agent", "ts", "a"]);
assert.equal(made.ts, "1970-01-01T00:00:10.000Z");
assert.equal(made.status, "ok");
assert.throws(() => helper.envelope({}, { status: "error" }), helper.SkillContractError);

const take = helper.accept("1");
assert.equal(take(JSON.stringify(helper.envelope({}, { schemaVersion: "1.9.2" }))).schema_version, "1.9.2");
for (const schemaVersion of ["2.0.0", "10.0.0", "0.1.0"]) {
  const text = JSON.stringify(helper.envelope({}, { schemaVersion }));
  assert.throws(() => take(text), (error) => error.issues[0].path === "/schema_version");
}
assert.throws(() => take("{}"), helper.SkillContractError);
// The major first: fields of another one are nothing to judge.
assert.throws(
  () => take('{"schema_version":"2.0.0","state":"fine"}'),
  (error) => error.issues.length === 1 && error.issues[0].keyword === "accept",
);
const spawned = Object.assign(new Error("spawn rg ENOENT"), { code: "ENOENT", syscall: "spawn rg", path: "rg" });
assert.equal(helper.failure(spawned).status, "tool-missing");
assert.equal(helper.failure(spawned).error.message, "rg is not available");
assert.equal(helper.failure(Object.assign(new Error(), { code: "ENOENT", syscall: "open" })).status, "error");
// A shell that finds no program ends with 127: execSync has it as status, exec as code.
const shell = { status: 127, stderr: "/bin/sh: 1: rg: not found\n" };
assert.equal(helper.failure(Object.assign(new Error("Command failed"), shell)).error.message, "rg is not available");
const bash = Object.assign(new Error("Command failed: rg x\nbash: line 1: rg: command not found\n"), { code: 127 });
assert.deepEqual([helper.failure(bash).status, helper.failure(bash).error.message], ["tool-missing", "rg is not available"]);
assert.equal(helper.failure(Object.assign(new Error(), { status: 127 })).error.message, "a program is not available");
assert.equal(helper.failure(Object.assign(new Error(), { status: 1 })).status, "error");
// The text of an envelope is no major version.
assert.throws(() => helper.accept('{"schema_version":"1.0.0"}'), /major version/);

const route = (value) => helper.dispatch(value, {
  ok: () => "ok",
  partial: (_, skipped) => `partial ${skipped}`,
  error: (_, { code }) => `error ${code}`,
  toolMissing: (_, { code }) => `tool ${code}`,
});
assert.equal(route(made), "ok");
const error = { code: "C", message: "m" };
assert.equal(route(helper.envelope({ skipped_sources: ["x"] }, { status: "partial", error })), "partial x");
assert.equal(route(helper.envelope({}, { status: "error", error })), "error C");
assert.equal(route(helper.failure(new helper.ToolMissingError("jq"))), "tool TOOL_NOT_AVAILABLE");
assert.equal(route(helper.failure(new helper.RateLimitError(5))), "error RATE_LIMIT_EXCEEDED");
assert.equal(route(helper.failure("anything")), "error INTERNAL_ERROR");

const told = (error, context) => digest.handleSkillError(error, context).errors[0];
let refused;
try { digest.input.parse('{"topics": [0]}'); } catch (error) { refused = error; }
assert.equal(told(refused).code, "INVALID_INPUT");
assert.match(told(refused).details[0], /^\[topics -> 0\] /);
assert.equal(told(new digest.SkillTimeoutError(), { timeout: 30 }).message, "Operation timed out after 30s");
assert.equal(told(Object.assign(new Error(), { code: "ETIMEDOUT" })).code, "TOOL_TIMEOUT");
assert.equal(told(AbortSignal.timeout ? new DOMException("", "TimeoutError") : null).code, "TOOL_TIMEOUT");
assert.equal(told(new digest.RateLimitError(7)).suggested_action, "Wait 7s before retrying");
assert.equal(told({ status: 429, retry_after: 9 }).suggested_action, "Wait 9s before retrying");
assert.equal(told(new digest.RateLimitError()).suggested_action, "Wait 60s before retrying");
assert.deepEqual(digest.handleSkillError(null), {
  status: "failed",
  errors: [{ code: "INTERNAL_ERROR", message: "An unexpected error occurred", recoverable: false }],
});
"#,
    )?;
    Ok(())
}

fn rust() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    emit("rust", &scratch.path().join("src"))?;
    let main = r###"mod digest;
mod gathered;
use gathered::{EnvelopeOptions, Failure, GatheredStatus, State, dispatch, envelope, failure};
use serde_json::{Map, json};

fn main() {
    let payload = |value: serde_json::Value| value.as_object().cloned().unwrap();
    let made = envelope(payload(json!({"a": 1, "status": "no"})), EnvelopeOptions::default()).unwrap();
    let text = serde_json::to_string(&made).unwrap();
    assert!(text.starts_with(r##"{"schema_version":"1.0.0","status":"ok","error":null,"agent":"##), "{text}");
    let year = made.ts.get(..4).and_then(|year| year.parse::<u32>().ok());
    assert!(year.is_some_and(|year| year > 2020 && year < 2200), "{}", made.ts);
    let with = |version: &str| EnvelopeOptions { schema_version: Some(version.into()), ..Default::default() };
    for (version, taken) in [("1.9.2", true), ("2.0.0", false), ("10.0.0", false), ("0.1.0", false)] {
        let text = serde_json::to_string(&envelope(Map::new(), with(version)).unwrap()).unwrap();
        assert_eq!(gathered::accept("1", &text).is_ok(), taken, "{version}");
    }
    // The major first: fields of another one are nothing to judge.
    let other = gathered::accept("1", r##"{"schema_version":"2.0.0","state":"fine"}"##).unwrap_err();
    assert_eq!((other.issues.len(), other.issues[0].keyword.as_str()), (1, "accept"));
    assert!(gathered::accept("1", "{}").is_err());
    let error = Some(("C".to_owned(), "m".to_owned()));
    let state = |status, error| EnvelopeOptions { status: Some(status), error, ..Default::default() };
    assert!(envelope(Map::new(), state(GatheredStatus::Error, None)).is_err());
    assert_eq!(dispatch(&made), State::Ok);
    let partial = envelope(payload(json!({"skipped_sources": ["x"]})), state(GatheredStatus::Partial, error.clone()));
    assert_eq!(dispatch(&partial.unwrap()), State::Partial(&[json!("x")]));
    let failed = envelope(Map::new(), state(GatheredStatus::Error, error)).unwrap();
    assert_eq!(dispatch(&failed), State::Error { code: "C", message: "m" });
    let missing = failure(&Failure::ToolMissing("jq".into()), None).unwrap();
    let message = "jq is not available";
    assert_eq!(dispatch(&missing), State::ToolMissing { code: "TOOL_NOT_AVAILABLE", message });

    let told = |error: &(dyn std::error::Error + 'static)| digest::handle_skill_error(error, Some(30.0)).errors.remove(0);
    let refused = told(&digest::input::parse(r##"{"topics": [0]}"##).unwrap_err());
    assert_eq!(refused.code.as_str(), "INVALID_INPUT");
    assert!(refused.details[0].starts_with("[topics -> 0] "), "{refused:?}");
    let timeout = told(&std::io::Error::from(std::io::ErrorKind::TimedOut));
    assert_eq!(timeout.message, "Operation timed out after 30s");
    let wrapped = std::io::Error::other(digest::Failure::RateLimited(Some(7.0)));
    for error in [told(&wrapped), told(&digest::Failure::RateLimited(Some(7.0)))] {
        assert_eq!(error.suggested_action.as_deref(), Some("Wait 7s before retrying"));
    }
    let text = serde_json::to_string(&digest::handle_skill_error(&std::fmt::Error, None)).unwrap();
    assert_eq!(text, r##"{"status":"failed","errors":[{"code":"INTERNAL_ERROR","message":"An unexpected error occurred","recoverable":false}]}"##);
}
"###;
    rust_crate(scratch.path(), "emitted-helper", main)?;
    Ok(())
}

/// A file of the contract of one error, and of a lone schema that says that it is an input.
fn emit_to(lang: &str, contract: &str, name: &str, folder: &Path) -> Result<String, Failed> {
    let mut command = skillgen();
    command.args(["emit", "--lang", lang, "--contract", contract, "--name", name]);
    let (code, out, err) = text(&run_with(command, b""));
    if code != 0 {
        return Err(err.into());
    }
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{}.{lang}", name.replace('-', "_"))), &out)?;
    Ok(out)
}

const SKILL_ERROR: &str = "builtin:skill-error-v1";

/// The contract's `SkillError` has its name, and the runtime's record makes way for it.
fn skill_error_rust() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let source = scratch.path().join("src");
    let out = emit_to("rust", SKILL_ERROR, "skill-error-v1", &source)?;
    std::fs::write(source.join("skill_error_v1.rs"), out)?;
    let main = r###"mod skill_error_v1;
use skill_error_v1::{Failure, SkillError, handle_skill_error, parse};

fn main() {
    let response = handle_skill_error(&Failure::RateLimited(None), None);
    let text = serde_json::to_string(&response.errors[0]).unwrap();
    let error: SkillError = parse(&text).unwrap();
    assert_eq!(error.suggested_action.as_deref(), Some("Wait 60s before retrying"));
}
"###;
    rust_crate(scratch.path(), "emitted-skill-error", main)?;
    Ok(())
}

fn skill_error_go() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    emit_to("go", SKILL_ERROR, "skill-error-v1", folder)?;
    std::fs::write(folder.join("go.mod"), "module skillerror\n\ngo 1.18\n")?;
    let test = r#"package skillerrorv1

import (
	"encoding/json"
	"testing"
)

func TestSkillError(t *testing.T) {
	text, err := json.Marshal(HandleSkillError(&RateLimitError{}, 0).Errors[0])
	if err != nil {
		t.Fatal(err)
	}
	var told SkillError
	told, err = Parse(text)
	if err != nil || told.SuggestedAction == nil || *told.SuggestedAction != "Wait 60s before retrying" {
		t.Fatalf("%v %s", err, text)
	}
}
"#;
    std::fs::write(folder.join("skill_error_test.go"), test)?;
    crate::golang::go(folder, &["test", "./..."])?;
    Ok(())
}

/// Who reads a lone input schema has failures to tell, and the type is named so in each language.
fn skill_error_names() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let schema = scratch.path().join("news.json");
    std::fs::write(&schema, r#"{"title": "DailyNewsDigestInput", "type": "object"}"#)?;
    let schema = schema.display().to_string();
    let handlers = [
        ("ts", "export function handleSkillError(", "export interface SkillError {"),
        ("python", "def handle_skill_error(", "class SkillError("),
        ("go", "func HandleSkillError(", "type SkillError struct {"),
        ("rust", "pub fn handle_skill_error(", "pub struct SkillError {"),
    ];
    for (lang, handler, declared) in handlers {
        let of_error = emit_to(lang, SKILL_ERROR, "skill-error-v1", scratch.path())?;
        let of_input = emit_to(lang, &schema, "news", scratch.path())?;
        let missing = |out: &str, word: &str| out.matches(word).count() != 1;
        // A runtime in a module of its own may have one of the name, too.
        if missing(&of_error, handler) || missing(&of_error, &format!("\n{declared}")) {
            return Err(format!("{lang}: no `{handler}` or no `{declared}` once").into());
        }
        if missing(&of_input, handler) {
            return Err(format!("{lang}: no `{handler}` for an input schema").into());
        }
    }
    Ok(())
}

/// A built-in contract that was saved as a file is that contract still.
fn builtin_as_a_file() -> Result<(), Failed> {
    for (name, function) in
        [("skill-output-v1", "skill_deliverable()"), ("helper-envelope-v1", "skill_accept()")]
    {
        let scratch = tempfile::tempdir()?;
        let text_of = std::fs::read_to_string(root().join(format!("schemas/{name}.schema.json")))?;
        let schema: serde_json::Value = serde_json::from_str(&text_of)?;
        let path = scratch.path().join(format!("{name}.schema.json"));
        std::fs::write(&path, serde_json::to_string(&schema)?)?;
        let mut command = skillgen();
        command
            .args(["emit", "--lang", "bash", "--with", "builder,parse", "--contract"])
            .arg(&path);
        let (code, out, err) = text(&run_with(command, b""));
        if code != 0 || !out.contains(function) {
            return Err(format!("{name}: no {function}: {code} {err}").into());
        }
    }
    Ok(())
}

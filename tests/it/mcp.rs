//! `--server` and `skillgen lock` with tests/mcp/server.py: the lock is the same whatever the order, the gate
//! shuts where it has to, each fault of a server is one line, and no process is left.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::migrate_safety::{Check, Named, Tree, ensure};
use crate::support::{root, run_in, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 15] = [
        ("a_lock_is_the_same_in_any_order", stable),
        ("a_lock_keeps_to_its_schema", schema),
        ("the_gate", gate),
        ("the_version_of_a_server", version),
        ("a_lock_is_a_contract_of_its_repository", in_git),
        ("a_file_instead_of_a_server", files),
        ("tools_of_model_providers", provider_tools),
        ("check_reads_lists_in_each_form", checked_files),
        ("check_asks_a_server", checked_server),
        ("bad_servers_are_one_line", bad_servers),
        ("no_shell_takes_part", no_shell),
        ("no_file_starts_a_server", no_file),
        ("processes_of_a_server_are_ended", processes),
        ("stderr_is_text", stderr_is_text),
        ("long_lists_take_linear_time", long_lists),
    ];
    all.into_iter().map(|(name, test)| Trial::test(format!("mcp::{name}"), test)).collect()
}

/// With --verbose a server's stderr is shown line by line, behind a name and without what controls a terminal or a log.
fn stderr_is_text() -> Check {
    let tree = Tree::new();
    let program =
        "import sys; sys.stderr.write('::error::x\\n##[error]y\\r\\x1b]0;T\\x07\\u009b31m\\nlast')";
    tree.script("server.py", program);
    let args = ["-v", "lock", "--server", "python3 server.py", "--out", "-"];
    let (code, _, err) = run(&tree.path, &args);
    let names = err.lines().filter(|line| line.starts_with("server: ")).count();
    let quiet = !err.contains(['\u{1b}', '\u{7}', '\r', '\u{9b}']) && !err.contains("##[");
    let head = err.lines().any(|line| line.trim_start().starts_with("::"));
    ensure(code == 2 && names == 3 && quiet && !head, err)
}

/// Of four times as many tools, no more than eight times the processor time.
fn long_lists() -> Check {
    let tree = Tree::new();
    let list = |count: usize, kind: &str| {
        let tool = |at: usize| {
            json!({
                "name": format!("tool_{at}"),
                "description": format!("Does the thing with the number {at} for its caller."),
                "inputSchema": {"type": "object", "properties": {"id": {"type": kind}}}
            })
        };
        json!({"tools": (0..count).map(tool).collect::<Vec<Value>>()}).to_string()
    };
    for count in [250, 1000] {
        tree.script(&format!("old{count}.json"), &list(count, "string"));
        tree.script(&format!("new{count}.json"), &list(count, "integer"));
    }
    let seconds = |command: &str| -> Result<f64, Failed> {
        let program = skillgen().get_program().to_string_lossy().into_owned();
        let line = format!("TIMEFORMAT=%U; time '{program}' {command} > /dev/null 2>&1");
        let (_, _, err) =
            text(&Command::new("bash").args(["-c", &line]).current_dir(&tree.path).output()?);
        Ok(err.trim().replace(',', ".").parse()?)
    };
    for command in
        ["check oldN.json", "diff oldN.json oldN.json", "diff --summary oldN.json newN.json"]
    {
        let few = seconds(&command.replace('N', "250"))?;
        let many = seconds(&command.replace('N', "1000"))?;
        ensure(many < 8.0 * few.max(0.1), format!("{command}: {few} s, then {many} s"))?;
    }
    Ok(())
}

/// The command line of the server in a mode.
fn server(mode: &str) -> String {
    format!("SERVER_MODE={mode} python3 '{}'", root().join("tests/mcp/server.py").display())
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    text(&run_in(folder, args))
}

/// A folder with the lock of the sound server.
fn locked() -> Result<Tree, libtest_mimic::Failed> {
    let tree = Tree::new();
    let (code, out, err) = run(&tree.path, &["lock", "--server", &server("")]);
    let expected = "mcp.lock.json: written: 2 tools, 1 prompt, 1 resource, 1 resource template\n";
    ensure(code == 0 && out == expected && err.is_empty(), format!("{code} {out}{err}"))?;
    Ok(tree)
}

fn stable() -> Check {
    let tree = locked()?;
    let before = fs::read_to_string(tree.path.join("mcp.lock.json"))?;
    let args = ["lock", "--server", &server("other-order"), "--check"];
    let (code, out, err) = run(&tree.path, &args);
    ensure(code == 0 && out.contains("unchanged"), format!("{code} {out}{err}"))?;
    let (code, out, err) =
        run(&tree.path, &["lock", "--server", &server("other-order"), "--out", "-"]);
    ensure(code == 0 && out == before, format!("{code} {out}{err}"))?;
    let args = ["lock", "--server", &server("described"), "--check"];
    let (code, out, err) = run(&tree.path, &args);
    ensure(code == 1 && out.contains("differs from what is listed"), format!("{code} {out}{err}"))?;
    let after = fs::read_to_string(tree.path.join("mcp.lock.json"))?;
    ensure(after == before, "--check writes nothing")
}

fn schema() -> Check {
    let tree = locked()?;
    let read = |path: &Path| -> Result<Value, libtest_mimic::Failed> {
        Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
    };
    let schema = read(&root().join("schemas/mcp-lock.schema.json"))?;
    let lock = read(&tree.path.join("mcp.lock.json"))?;
    let validator = jsonschema::options().offline().build(&schema)?;
    let error = validator.iter_errors(&lock).next().map(|e| e.to_string());
    ensure(error.is_none(), format!("{error:?}"))
}

/// (mode of the server, exit code, needed version, rules)
const GATE: [(&str, i32, &str, &[&str]); 8] = [
    ("", 0, "none", &[]),
    ("other-order", 0, "none", &[]),
    ("asks", 0, "none", &[]),
    ("banner", 0, "none", &[]),
    ("described", 0, "patch", &["contract-description-changed"]),
    ("modern", 0, "minor", &["protocol-version-raised"]),
    ("destructive", 1, "major", &["tool-became-destructive"]),
    ("no-prompts", 1, "major", &["prompt-removed", "server-capability-removed"]),
];

fn gate() -> Check {
    let tree = locked()?;
    for (mode, expected, bump, rules) in GATE {
        let command = server(mode);
        for names in [&["--against", "lock"][..], &["mcp.lock.json"]] {
            let mut args = vec!["diff"];
            args.extend(names);
            args.extend(["--server", &command, "--format", "json"]);
            let (code, out, err) = run(&tree.path, &args);
            let report: Value =
                serde_json::from_str(&out).map_err(|e| format!("{mode}: {e} {err}"))?;
            let changes = report["changes"].as_array().into_iter().flatten();
            let found: Vec<&str> = changes.filter_map(|c| c["rule"].as_str()).collect();
            let sound = code == expected && report["required_bump"] == bump && found == rules;
            ensure(sound, format!("{mode} {names:?}: exit {code}, {found:?} {err}"))?;
        }
    }
    Ok(())
}

/// It counts where it is asked for: the server says 1.0.0 in every mode.
fn version() -> Check {
    let tree = locked()?;
    let (same, described) = (server(""), server("described"));
    for (command, expected, option) in [
        (&same, 0, "--check-version"),
        (&described, 1, "--check-version"),
        (&described, 0, "--quiet"),
    ] {
        let args = ["diff", "--against", "lock", "--server", command, option];
        let (code, out, err) = run(&tree.path, &args);
        ensure(code == expected, format!("{command} {option}: {code} {out}{err}"))?;
    }
    Ok(())
}

/// A lock without a tool is found among the files of a repository, too.
fn in_git() -> Check {
    let tree = Tree::new();
    let lock = |prompts: &str| {
        format!(r#"{{"mcpLock": 1, "tools": [], "prompts": [{prompts}], "resources": []}}"#)
    };
    tree.script("notes.lock.json", &lock(r#"{"name": "review"}"#));
    let git = "git init -q . && git add . && git -c user.name=n -c user.email=e commit -qm first";
    let made = Command::new("bash").args(["-c", git]).current_dir(&tree.path).status()?.success();
    ensure(made, "git")?;
    for (prompts, expected, part) in [
        (r#"{"name": "review"}"#, 0, "no change"),
        ("", 1, "the prompt `review` was removed"),
        (r#"{"name": "#, 2, "notes.lock.json"),
    ] {
        tree.script("notes.lock.json", &lock(prompts));
        let (code, out, err) = run(&tree.path, &["diff", "--against", "HEAD"]);
        let told = format!("{out}{err}").contains(part);
        ensure(code == expected && told, format!("{prompts}: {code} {out}{err}"))?;
    }
    Ok(())
}

/// Lists of tools for Anthropic, OpenAI and Gemini are locked and compared like those of a server.
fn provider_tools() -> Check {
    let schema = |names: &[&str]| json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": names});
    let tool = |form: &str, schema: Value| match form {
        "anthropic" => json!({"name": "weather", "description": "Get it.", "input_schema": schema}),
        "chat" => {
            json!({"type": "function", "function": {"name": "weather", "description": "Get it.", "parameters": schema}})
        }
        "responses" => {
            json!({"type": "function", "name": "weather", "description": "Get it.", "parameters": schema})
        }
        _ => {
            json!({"functionDeclarations": [{"name": "weather", "description": "Get it.", "parameters": schema}]})
        }
    };
    let search = json!({"type": "web_search", "name": "search"});
    for form in ["anthropic", "chat", "responses", "gemini"] {
        let tree = Tree::new();
        let list = |names: &[&str]| json!([search, tool(form, schema(names))]);
        tree.script("old.json", &list(&[]).to_string());
        tree.script("new.json", &list(&["city"]).to_string());
        let request = json!({"model": "m", "tools": [tool(form, schema(&[])), search]});
        tree.script("request.json", &request.to_string());
        let (code, out, err) = run(&tree.path, &["lock", "old.json"]);
        ensure(
            code == 0 && out == "mcp.lock.json: written: 2 tools\n",
            format!("{form}: {out}{err}"),
        )?;
        // The order of a list, and what else a request holds, make no difference.
        let (code, out, err) = run(&tree.path, &["lock", "request.json", "--check"]);
        ensure(code == 0, format!("{form}: {code} {out}{err}"))?;
        for args in
            [&["diff", "old.json", "new.json"][..], &["diff", "--against", "lock", "new.json"]]
        {
            let (code, out, err) = run(&tree.path, &[args, &["--format", "json"]].concat());
            let report: Value =
                serde_json::from_str(&out).map_err(|e| format!("{e} {out}{err}"))?;
            let change = &report["changes"][0];
            let is_found = change["rule"] == "property-became-required"
                && change["level"] == "major"
                && change["scope"] == "weather"
                && report["changes"].as_array().is_some_and(|all| all.len() == 1);
            ensure(code == 1 && is_found, format!("{form} {args:?}: {code} {report:#}"))?;
        }
        // A single tool is compared with a list that has it.
        tree.script("one.json", &tool(form, schema(&["city"])).to_string());
        let (code, out, err) = run(&tree.path, &["diff", "one.json", "one.json"]);
        ensure(code == 0 && out.contains("no change (1 "), format!("{form}: {code} {out}{err}"))?;
        let (code, out, err) = run(&tree.path, &["check", "new.json"]);
        ensure(code < 2, format!("{form}: {code} {out}{err}"))?;
    }
    // A list that is none of the known forms names them, with the place of the first item.
    let tree = Tree::new();
    tree.script("list.json", r#"[{"name": "weather", "schema": {"type": "object"}}]"#);
    tree.script("request.json", r#"{"model": "m", "tools": [{"name": "weather", "schema": {}}]}"#);
    let mixed = json!([tool("chat", schema(&[])), {"name": "other", "schema": {}}]);
    tree.script("mixed.json", &mixed.to_string());
    for (file, place) in
        [("list.json", ":1:2: "), ("request.json", ":1:26: "), ("mixed.json", ":1:")]
    {
        for args in [&["diff", file, file][..], &["lock", file]] {
            let (code, out, err) = run(&tree.path, args);
            let told = err.contains(&format!("{file}{place}"))
                && ["`inputSchema` (MCP)", "`input_schema` (Anthropic)", "(OpenAI)", "(Gemini)"]
                    .iter()
                    .all(|form| err.contains(form));
            ensure(code == 2 && told, format!("{args:?}: {code} {out}{err}"))?;
        }
    }
    Ok(())
}

/// The same lock from documents, and a document against the lock.
fn files() -> Check {
    let tree = locked()?;
    let tool = r#"{"name": "find", "inputSchema": {"type": "object"}}"#;
    tree.script("list.json", &format!("[{tool}]"));
    tree.script("result.json", &format!(r#"{{"tools": [{tool}], "ttlMs": 1}}"#));
    let response = format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"tools": [{tool}]}}}}"#);
    tree.script("response.json", &response);
    let print = |name: &str| run(&tree.path, &["lock", name, "--out", "-"]);
    let (_, first, _) = print("list.json");
    for name in ["result.json", "response.json"] {
        let (code, out, err) = print(name);
        ensure(code == 0 && out == first, format!("{name}: {code} {out}{err}"))?;
    }
    // The file has no prompts: what is not there is not taken for the same.
    let args = ["diff", "--against", "lock", "list.json", "--format", "json"];
    let (code, out, err) = run(&tree.path, &args);
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e} {err}"))?;
    let changes = report["changes"].as_array().into_iter().flatten();
    let left_out = changes.filter(|c| c["rule"] == "list-not-compared").count();
    ensure(code == 1 && left_out == 3, format!("{code} {out}{err}"))?;
    std::fs::write(tree.path.join("empty.lock.json"), "{}")?;
    std::fs::write(tree.path.join("plain.json"), "{\"type\": \"object\"}")?;
    for (args, message) in [
        (&["lock", "no.json"][..], "no.json: "),
        (
            &["diff", "--against", "empty.lock.json", "list.json"],
            "empty.lock.json: no lists of an MCP server: expected `tools`",
        ),
        (&["diff", "--against", "lock", "plain.json"], "plain.json: no lists of an MCP server"),
        (
            &["diff", "--against", "other.lock.json", "list.json"],
            "other.lock.json: there is no such lock",
        ),
        (&["diff", "--against", "lock"], "--against lock: name what is compared with it"),
        (&["diff", "--against", "HEAD", "--server", "x"], "--server with --against HEAD"),
        (&["diff", "--server", "x"], "--server is NEW"),
        (&["lock", "list.json", "--check", "--out", "-"], "--check with --out -"),
        (&["lock", "--server", "x", "--server-timeout", "0"], "--server-timeout 0"),
    ] {
        let (code, out, err) = run(&tree.path, args);
        let told = err.contains(message) && err.lines().count() == 1;
        ensure(code == 2 && told && out.is_empty(), format!("{args:?}: {code} {out}{err}"))?;
    }
    Ok(())
}

/// The rules and places that `check` tells of a document.
fn told(out: &str) -> Result<Vec<(String, String)>, libtest_mimic::Failed> {
    let report: Value = serde_json::from_str(out)?;
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mcp = findings.iter().map(|one| (text(&one["rule"]), text(&one["pointer"])));
    Ok(mcp.filter(|(rule, _)| rule.starts_with("mcp-") || rule.starts_with("schema-")).collect())
}

/// Three tools and a number, most of them wrong.
const WRONG_TOOLS: &str = r#"[
  {"name": "find it", "description": " ", "inputSchema": {"type": "object", "properties": {"n": {"type": "objct"}}}},
  {"name": "put", "description": "Puts.", "inputSchema": {"type": ["object"]}, "outputSchema": {"type": "array"},
   "annotations": {"readOnlyHint": true, "destructiveHint": true, "idempotentHint": 1}, "execution": {"taskSupport": "maybe"}},
  {"name": "put", "description": "Puts.", "title": 7}, 3
]"#;

/// What is wrong with them.
const WRONGS: [(&str, &str); 12] = [
    ("mcp-name-form", "/0/name"),
    ("mcp-description-missing", "/0/description"),
    ("schema-invalid", "/0/inputSchema/properties/n/type"),
    ("mcp-input-not-object", "/1/inputSchema/type"),
    ("mcp-output-not-object", "/1/outputSchema/type"),
    ("mcp-hints-contradict", "/1/annotations/destructiveHint"),
    ("mcp-shape-invalid", "/1/annotations/idempotentHint"),
    ("mcp-shape-invalid", "/1/execution/taskSupport"),
    ("mcp-input-not-object", "/2"),
    ("mcp-name-duplicate", "/2/name"),
    ("mcp-shape-invalid", "/2/title"),
    ("mcp-shape-invalid", "/3"),
];

/// The same tools as a result, in a response, and as a bare list: the same findings at their places.
fn checked_files() -> Check {
    let tree = Tree::new();
    let result = format!("{{\"tools\": {WRONG_TOOLS}}}");
    let response = format!("{{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {result}}}");
    for (file, text, place) in [
        ("result.json", result.as_str(), "/tools"),
        ("response.json", response.as_str(), "/result/tools"),
        ("bare.json", WRONG_TOOLS, ""),
    ] {
        fs::write(tree.path.join(file), text)?;
        let (code, out, err) = run(&tree.path, &["check", "--all", "--format", "json", file]);
        let mut told = told(&out)?;
        let mut expected = WRONGS.map(|(rule, at)| (rule.to_owned(), format!("{place}{at}")));
        told.sort();
        expected.sort();
        ensure(code == 1 && told == expected, format!("{file}: {code} {told:#?}{err}"))?;
    }
    for (file, text, rule) in [
        ("page.json", r#"{"tools": [], "nextCursor": "2"}"#, "mcp-shape-invalid"),
        (
            "failed.json",
            r#"{"jsonrpc": "2.0", "id": 1, "error": {"message": "no key"}}"#,
            "mcp-shape-invalid",
        ),
        ("no-list.json", r#"{"tools": {}}"#, "mcp-shape-invalid"),
        ("prompts.json", r#"{"prompts": [{"name": "a"}]}"#, "mcp-description-missing"),
    ] {
        fs::write(tree.path.join(file), text)?;
        let (_, out, err) = run(&tree.path, &["check", "--format", "json", file]);
        let told = told(&out)?;
        ensure(told.iter().any(|(told, _)| told == rule), format!("{file}: {told:?}{out}{err}"))?;
    }
    Ok(())
}

/// A server is asked itself; what it lists may break the rules of schemas, too.
fn checked_server() -> Check {
    let tree = Tree::new();
    let args = ["check", "--format", "json", "--server", &server("bad-schema")];
    let (code, out, err) = run(&tree.path, &args);
    let told = told(&out)?;
    let invalid = ("schema-invalid".to_owned(), "/tools/1/inputSchema/type".to_owned());
    ensure(code == 1 && told.contains(&invalid), format!("{code} {told:?}{err}"))?;
    let (code, out, err) = run(&tree.path, &["check", "--server", &server("")]);
    ensure(code == 0 && out.contains("--server:"), format!("{code} {out}{err}"))?;
    let (code, _, err) = run(&tree.path, &["check", "--fix", "--server", &server("")]);
    ensure(code == 2 && err.contains("--fix"), format!("{code} {err}"))?;
    run(&tree.path, &["lock", "--server", &server("")]);
    let (code, out, err) = run(&tree.path, &["check", "."]);
    ensure(code == 0 && out.contains("mcp.lock.json"), format!("{code} {out}{err}"))
}

/// (mode of the server, seconds, part of the line)
const BAD: [(&str, &str, &str); 9] = [
    (
        "exits",
        "20",
        "ended with exit code 3 before it answered `initialize`; the last line of its stderr: no key",
    ),
    ("silent", "0.5", "no answer to `initialize` within 0.5 s; allow more with --server-timeout"),
    ("endless", "20", "`tools/list`: the same `nextCursor` came twice"),
    ("always-more", "20", "`tools/list` has more than 1000 pages"),
    ("no-list", "20", "`tools/list`: the result has no array `tools`"),
    ("bad-schema", "20", "(at /tools/1/inputSchema/type)"),
    ("large", "20", "a message has more than 32 MiB"),
    ("escapes", "20", "all is well"),
    ("chatter", "20", "its stdout is no stream of JSON-RPC messages"),
];

fn bad_servers() -> Check {
    let tree = Tree::new();
    for (mode, seconds, message) in BAD {
        let args = ["lock", "--server", &server(mode), "--server-timeout", seconds];
        let (code, out, err) = run(&tree.path, &args);
        let told = err.contains(message) && err.lines().count() == 1 && !err.contains('\u{1b}');
        ensure(code == 2 && told && out.is_empty(), format!("{mode}: {code} {out}{err}"))?;
        ensure(!tree.path.join("mcp.lock.json").exists(), format!("{mode}: a lock was written"))?;
    }
    Ok(())
}

fn no_shell() -> Check {
    let tree = Tree::new();
    for command in
        ["true; touch marker", "true && touch marker", "echo $(touch marker)", "touch marker > x"]
    {
        let (code, _, err) = run(&tree.path, &["lock", "--server", command]);
        ensure(code == 2 && err.contains("needs a shell"), format!("{command}: {code} {err}"))?;
    }
    let (code, _, err) =
        run(&tree.path, &["lock", "--server", "echo '$(touch marker); touch marker'"]);
    ensure(code == 2 && !tree.path.join("marker").exists(), format!("{code} {err}"))
}

/// Files of a repository that name servers, where clients look for them.
fn no_file() -> Check {
    let tree = locked()?;
    let marker = tree.path.join("marker");
    let start = format!(r#""command": "touch", "args": ["{}"]"#, marker.display());
    tree.script(".mcp.json", &format!(r#"{{"mcpServers": {{"notes": {{{start}}}}}}}"#));
    tree.script(
        "server.json",
        &format!(r#"{{"serverInfo": {{"name": "notes"}}, {start}, "tools": []}}"#),
    );
    let lock = fs::read_to_string(tree.path.join("mcp.lock.json"))?;
    let lock =
        lock.replacen('{', &format!("{{\"server\": \"touch {}\", {start},", marker.display()), 1);
    tree.script("mcp.lock.json", &lock);
    for args in [
        &["diff", "--against", "lock", "server.json"][..],
        &["diff", "--against", "lock"],
        &["diff", "mcp.lock.json", ".mcp.json"],
        &["lock", "mcp.lock.json", "--out", "-"],
        &["lock", ".mcp.json", "--out", "-"],
        &["check", "."],
    ] {
        let (code, _, err) = run(&tree.path, args);
        ensure((0..=2).contains(&code), format!("{args:?}: {code} {err}"))?;
    }
    tree.script("skillgen.toml", &format!("[diff]\nserver = \"touch {}\"\n", marker.display()));
    let (code, _, err) = run(&tree.path, &["diff", "--against", "lock", "server.json"]);
    ensure(code == 2 && err.contains("unknown key `server`"), format!("{code} {err}"))?;
    ensure(!marker.exists(), "a server was started")
}

fn processes() -> Check {
    let tree = Tree::new();
    let marker = tree.path.join("marker");
    let start = Instant::now();
    for (mode, code) in [("leaves-processes", 2), ("leaves-and-answers", 0)] {
        let command = format!("SERVER_MARKER='{}' {}", marker.display(), server(mode));
        let args = ["lock", "--server", &command, "--server-timeout", "2", "--out", "-"];
        let (found, out, err) = run(&tree.path, &args);
        ensure(found == code, format!("{mode}: {found} {out}{err}"))?;
    }
    std::thread::sleep(Duration::from_secs(8).saturating_sub(start.elapsed()));
    ensure(!marker.exists(), "processes are left")
}

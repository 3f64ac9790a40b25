//! SARIF 2.1.0 for every command with findings: the log, and places with relative URIs.

use serde_json::{Value, json};

/// The log of one run.
pub(crate) fn log(rules: Vec<Value>, results: Vec<Value>) -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "skillgen",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// A physical location: a file and a place in it, counted from 1.
pub(crate) fn place(file: &str, line: u32, column: u32) -> Value {
    json!({
        "artifactLocation": {"uri": uri(file)},
        "region": {"startLine": line.max(1), "startColumn": column.max(1)},
    })
}

/// A relative URI reference: forward slashes, other special characters escaped.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path).trim_start_matches('/');
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

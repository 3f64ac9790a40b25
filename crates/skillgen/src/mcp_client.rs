//! `--server COMMAND`: starts an MCP server on stdio, lists everything that it offers, page by page, and
//! stops it. Only the command line can start it.
//!
//! The handshake of the revisions up to 2025-11-25 comes first, because most servers support it. A server
//! that rejects it is asked again by revision 2026-07-28, without a handshake.

mod command_line;
mod process;

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::bail;
use contract::mcp::{ListKind, lock};
use contract::{Contract, Document, NoFiles};
use serde_json::{Map, Value, json};

use crate::context::Ctx;
use crate::render;
use command_line::CommandLine;
use process::ServerProcess;

/// The latest revision with a handshake.
const WITH_HANDSHAKE: &str = "2025-11-25";
/// The revision without one.
const WITHOUT_HANDSHAKE: &str = "2026-07-28";
/// The maximum number of pages of a list.
const MAX_PAGES: usize = 1000;
/// The maximum number of items of a list.
const MAX_ITEMS: usize = 100_000;
/// The maximum number of lines that are not messages.
const MAX_STRAY_LINES: usize = 1000;
/// The error code for an unknown request.
const METHOD_NOT_FOUND: i64 = -32601;

/// Options that start a server.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ServerArgs {
    /// Start this MCP server on stdio and list its tools, prompts, resources and templates. The command is not run by
    /// a shell; quotes and leading `NAME=value` are supported.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) server: Option<String>,
    /// End the server after this many seconds if it has not answered everything [default: 60].
    #[arg(long, value_name = "SECONDS", requires = "server")]
    pub(crate) server_timeout: Option<f64>,
}

/// Lists a server; returns the text of its lock and the contract in it.
pub(crate) fn ask(
    command: &str,
    args: &ServerArgs,
    ctx: &Ctx,
) -> anyhow::Result<(String, Contract)> {
    let text = listed(command, args, ctx)?;
    let document = Document::json("--server", text.as_bytes())?;
    let contract = contract::source::from_document(&document, &NoFiles)?;
    Ok((text, contract))
}

/// Lists a server; returns the text of its lock, even if its schemas are invalid.
pub(crate) fn listed(command: &str, args: &ServerArgs, ctx: &Ctx) -> anyhow::Result<String> {
    let seconds = args.server_timeout.unwrap_or(60.0);
    if !(seconds > 0.0 && seconds <= 3600.0) {
        bail!("--server-timeout {seconds}: expected seconds, more than 0 and at most 3600");
    }
    let line = CommandLine::parse(command)?;
    let process =
        ServerProcess::start(&line, Duration::from_secs_f64(seconds), ctx.global.verbose > 0)?;
    let mut session = Session { process, next_id: 0, meta: None, stray: Vec::new() };
    let listed = session.everything();
    let stray = std::mem::take(&mut session.stray);
    drop(session);
    let listed = listed?;
    if let Some(first) = stray.first() {
        ctx.note(&format!(
            "--server: skipped what is no message on its stdout ({}): `{first}`; let the server log to stderr",
            crate::command::plural(stray.len(), "line")
        ));
    }
    Ok(render::json::escaped(&lock::text(&lock::lock(&listed))))
}

/// The result of a request.
enum Answer {
    Result(Map<String, Value>),
    Error { code: i64, message: String },
}

/// A session with one server.
struct Session {
    process: ServerProcess,
    next_id: u64,
    /// The metadata of each request without a handshake.
    meta: Option<Value>,
    /// Lines that are not messages.
    stray: Vec<String>,
}

impl Session {
    /// Opens the session and requests every list that the server declares.
    fn everything(&mut self) -> anyhow::Result<Map<String, Value>> {
        let mut listed = self.open()?;
        let capabilities = listed.get("capabilities").cloned().unwrap_or_default();
        for kind in ListKind::ALL {
            let declared = capabilities.get(kind.capability()).is_some_and(|c| !c.is_null());
            let items = if declared { self.list(kind)? } else { Vec::new() };
            listed.insert(kind.key().to_owned(), Value::Array(items));
        }
        self.process.done();
        Ok(listed)
    }

    fn open(&mut self) -> anyhow::Result<Map<String, Value>> {
        let client = json!({"name": "skillgen", "version": env!("CARGO_PKG_VERSION")});
        let hello = json!({
            "protocolVersion": WITH_HANDSHAKE, "capabilities": {}, "clientInfo": client
        });
        let refusal = match self.request("initialize", hello)? {
            Answer::Result(result) => {
                self.process
                    .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
                let keys = ["protocolVersion", "serverInfo", "capabilities", "instructions"];
                return Ok(only(result, &keys));
            }
            Answer::Error { message, .. } => message,
        };
        self.meta = Some(json!({
            "io.modelcontextprotocol/protocolVersion": WITHOUT_HANDSHAKE,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": client,
        }));
        let result = match self.request("server/discover", json!({}))? {
            Answer::Result(result) => result,
            Answer::Error { .. } => {
                bail!("--server: the server refused `initialize`: {refusal}{}", self.process.said())
            }
        };
        let versions = result.get("supportedVersions").cloned().unwrap_or_default();
        let speaks = |version: &Value| version.as_str() == Some(WITHOUT_HANDSHAKE);
        if !versions.as_array().is_some_and(|all| all.iter().any(speaks)) {
            let versions = contract::text::safe(&versions.to_string());
            bail!(
                "--server: the server speaks the revisions {versions}; skillgen speaks 2024-11-05 to \
                 {WITHOUT_HANDSHAKE}"
            );
        }
        let info = result.get("_meta").and_then(|m| m.get("io.modelcontextprotocol/serverInfo"));
        let info = info.cloned();
        let mut listed = only(result, &["capabilities", "instructions"]);
        listed.insert("protocolVersion".to_owned(), json!(WITHOUT_HANDSHAKE));
        listed.extend(info.map(|info| ("serverInfo".to_owned(), info)));
        Ok(listed)
    }

    /// All pages of a list.
    fn list(&mut self, kind: ListKind) -> anyhow::Result<Vec<Value>> {
        let method = kind.method();
        let mut items = Vec::new();
        let mut cursors = BTreeSet::new();
        let mut cursor: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let parameters = cursor.as_ref().map_or_else(|| json!({}), |c| json!({"cursor": c}));
            let mut result = match self.request(method, parameters)? {
                Answer::Result(result) => result,
                // Servers with resources may lack templates.
                Answer::Error { code: METHOD_NOT_FOUND, .. }
                    if kind == ListKind::Templates && items.is_empty() =>
                {
                    return Ok(items);
                }
                Answer::Error { message, .. } => {
                    bail!("--server: `{method}` failed: {message}{}", self.process.said())
                }
            };
            match result.remove(kind.key()) {
                Some(Value::Array(page)) => items.extend(page),
                _ => bail!("--server: `{method}`: the result has no array `{}`", kind.key()),
            }
            if items.len() > MAX_ITEMS {
                bail!("--server: `{method}` has more than {MAX_ITEMS} items");
            }
            cursor = match result.remove("nextCursor") {
                None | Some(Value::Null) => return Ok(items),
                Some(Value::String(next)) => Some(next),
                Some(_) => bail!("--server: `{method}`: `nextCursor`: expected a string"),
            };
            if !cursors.insert(cursor.clone()) {
                bail!(
                    "--server: `{method}`: the same `nextCursor` came twice; the list has no end"
                );
            }
        }
        bail!("--server: `{method}` has more than {MAX_PAGES} pages")
    }

    fn request(&mut self, method: &str, mut parameters: Value) -> anyhow::Result<Answer> {
        self.next_id += 1;
        let id = self.next_id;
        if let (Some(meta), Value::Object(parameters)) = (&self.meta, &mut parameters) {
            parameters.insert("_meta".to_owned(), meta.clone());
        }
        self.process
            .send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}));
        loop {
            let line = self.process.line(method)?;
            let Ok(Value::Object(mut message)) = serde_json::from_slice::<Value>(&line) else {
                self.stray(&line)?;
                continue;
            };
            if message.contains_key("method") {
                self.reply(&message);
                continue;
            }
            if message.get("id").and_then(Value::as_u64) != Some(id) {
                continue;
            }
            return match (message.remove("result"), message.remove("error")) {
                (Some(Value::Object(result)), _) => Ok(Answer::Result(result)),
                (_, Some(error)) => {
                    let text =
                        error.get("message").and_then(Value::as_str).unwrap_or("no reason given");
                    let message: String = contract::text::safe(text).chars().take(300).collect();
                    let code = error.get("code").and_then(Value::as_i64).unwrap_or_default();
                    Ok(Answer::Error { code, message })
                }
                _ => bail!("--server: the answer to `{method}` has neither a result nor an error"),
            };
        }
    }

    /// Answers requests of the server: skillgen is present, and offers nothing.
    fn reply(&self, message: &Map<String, Value>) {
        let Some(id) = message.get("id") else { return };
        let answer = if message.get("method").and_then(Value::as_str) == Some("ping") {
            json!({"jsonrpc": "2.0", "id": id, "result": {}})
        } else {
            let error = json!({"code": METHOD_NOT_FOUND, "message": "Method not found"});
            json!({"jsonrpc": "2.0", "id": id, "error": error})
        };
        self.process.send(&answer);
    }

    fn stray(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let text = String::from_utf8_lossy(line);
        if text.trim().is_empty() {
            return Ok(());
        }
        if self.stray.len() >= MAX_STRAY_LINES {
            bail!("--server: its stdout is no stream of JSON-RPC messages; log to stderr");
        }
        self.stray.push(contract::text::safe(text.trim()).chars().take(80).collect());
        Ok(())
    }
}

fn only(mut result: Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    keys.iter()
        .filter_map(|key| result.remove(*key).map(|value| ((*key).to_owned(), value)))
        .collect()
}

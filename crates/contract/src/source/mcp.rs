//! MCP: one tool, a list of tools (an array, the result of `tools/list`, or its JSON-RPC response), lists
//! of prompts, resources and templates, a lock with all of them, or a server card. Each schema is the base
//! of its references. A list with further pages is rejected, because missing items would count as removed.

mod item;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{SourceError, api_contract};
use crate::McpServer;
use crate::mcp::{ListKind, McpOutline};
use crate::{Contract, Document, Loader, Pointer, SourceKind};
pub(super) use item::ItemReader;

/// Keys of results, locks and cards that clients don't rely on.
const WITHOUT_MEANING: [&str; 8] =
    ["$schema", "_meta", "cacheScope", "mcpLock", "nextCursor", "resultType", "ttlMs", "version"];

/// Keys that are read.
const READ: [&str; 12] = [
    "capabilities",
    "description",
    "instructions",
    "name",
    "prompts",
    "protocolVersion",
    "remotes",
    "resourceTemplates",
    "resources",
    "serverInfo",
    "tools",
    "transport",
];

/// The kind of document.
enum Form {
    Tool,
    /// The lists by their keys.
    Lists(Pointer),
    /// The document is the list of tools.
    BareList,
    /// A response that reports an error.
    Failed,
    /// A response without a list.
    WithoutList,
}

fn form(value: &Value) -> Option<Form> {
    match value {
        Value::Array(items) if items.iter().any(is_tool) => Some(Form::BareList),
        Value::Object(_) if is_tool(value) => Some(Form::Tool),
        Value::Object(members) => {
            let is_response = members.get("jsonrpc").is_some_and(Value::is_string);
            match members.get("result") {
                Some(Value::Object(result)) if holds_lists(result) => {
                    Some(Form::Lists(Pointer::root().push("result")))
                }
                None if is_response && members.contains_key("error") => Some(Form::Failed),
                _ if holds_lists(members) && !api_contract::applies(value) => {
                    Some(Form::Lists(Pointer::root()))
                }
                _ if has_tools(members) => Some(Form::Lists(Pointer::root())),
                Some(_) if is_response => Some(Form::WithoutList),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_tool(value: &Value) -> bool {
    value.get("name").is_some() && value.get("inputSchema").is_some()
}

fn has_tools(members: &Map<String, Value>) -> bool {
    members.get("tools").and_then(Value::as_array).is_some_and(|tools| tools.iter().any(is_tool))
}

/// Whether an object is a result, a lock or a card: it has an unmistakable item, or no foreign key.
fn holds_lists(members: &Map<String, Value>) -> bool {
    let is_known =
        |key: &String| READ.contains(&key.as_str()) || WITHOUT_MEANING.contains(&key.as_str());
    let has_list = ListKind::ALL.iter().any(|kind| members.contains_key(kind.key()));
    has_items(members) || (has_list && members.keys().all(is_known))
}

/// Whether an object has an unmistakable item, or is a card.
fn has_items(members: &Map<String, Value>) -> bool {
    let unmistakable = |kind: &ListKind| {
        let list = members.get(kind.key()).and_then(Value::as_array);
        list.is_some_and(|items| match kind {
            ListKind::Tools => items.iter().any(is_tool),
            ListKind::Prompts => false,
            _ => items.iter().any(|item| item.get(kind.identity()).is_some()),
        })
    };
    ListKind::ALL.iter().any(unmistakable) || is_card(members)
}

fn is_card(members: &Map<String, Value>) -> bool {
    let schema = members.get("$schema").and_then(Value::as_str).unwrap_or_default();
    let named = |value: Option<&Value>| value.and_then(|v| v.get("name")).is_some();
    named(members.get("serverInfo"))
        || schema.contains("server-card")
        || (members.contains_key("remotes") && members.contains_key("version"))
}

/// Whether the document is unmistakably one of the forms.
pub(super) fn is_unmistakable(value: &Value) -> bool {
    let lists = value.get("result").unwrap_or(value).as_object();
    crate::mcp::lock::is_lock(value)
        || matches!(form(value), Some(Form::Tool | Form::BareList))
        || lists.is_some_and(has_items)
}

/// Whether the document is one of the forms.
pub(super) fn applies(value: &Value) -> bool {
    form(value).is_some()
}

/// The lists of a document and the values beside them, if it is one of the forms.
pub(super) fn members(value: &Value) -> Option<Map<String, Value>> {
    let tools = |tools: Value| Map::from_iter([(ListKind::Tools.key().to_owned(), tools)]);
    match form(value)? {
        Form::Tool => Some(tools(Value::Array(vec![value.clone()]))),
        Form::BareList => Some(tools(value.clone())),
        Form::Lists(place) => value.pointer(place.as_str())?.as_object().cloned(),
        Form::Failed | Form::WithoutList => None,
    }
}

/// The places of a document's lists, or of the values in their place.
pub(super) fn outline(value: &Value) -> Option<McpOutline> {
    let outline = match form(value)? {
        Form::Tool => McpOutline::Tool,
        Form::BareList => McpOutline::Lists(vec![(ListKind::Tools, Pointer::root())]),
        Form::Failed => McpOutline::Failed(Pointer::root().push("error")),
        Form::WithoutList => return None,
        Form::Lists(place) => {
            let holder = value.pointer(place.as_str())?;
            let is_more = holder.get("nextCursor").is_some_and(|cursor| !cursor.is_null());
            if is_more {
                return Some(McpOutline::Page(place.push("nextCursor")));
            }
            let is_given = |kind: &ListKind| {
                holder.get(kind.key()).is_some_and(|list| !list.is_null() && !is_dynamic(list))
            };
            let kinds = ListKind::ALL.into_iter().filter(is_given);
            McpOutline::Lists(kinds.map(|kind| (kind, place.push(kind.key()))).collect())
        }
    };
    Some(outline)
}

/// Reads the document.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let root = Pointer::root();
    let reader = ItemReader { document, loader };
    let mut contract = Contract::new(SourceKind::Mcp, document);
    match form(document.value()) {
        Some(Form::Tool) => {
            let (name, tool) = reader.tool(&root)?;
            contract.name = name;
            contract.description = tool.description.clone();
            contract.schemas = tool.schemas.clone();
            contract.mcp =
                Some(McpServer { lone_tool: Some(Box::new(tool)), ..McpServer::default() });
        }
        Some(Form::BareList) => {
            contract.tools = reader.list(ListKind::Tools, &root, ItemReader::tool)?;
            let lists = BTreeSet::from([ListKind::Tools]);
            contract.mcp = Some(McpServer { lists, ..McpServer::default() });
        }
        Some(Form::Lists(place)) => lists(&mut contract, &reader, &place)?,
        Some(Form::Failed) => {
            let message = document.value().pointer("/error/message").and_then(Value::as_str);
            let reason = message.map(|m| format!(": {}", crate::text::safe(m))).unwrap_or_default();
            let message = format!("the server answered with an error{reason}; ask it again");
            return Err(SourceError::at(document, &root.push("error"), message));
        }
        Some(Form::WithoutList) => {
            let message =
                "the response holds no list of tools, prompts, resources or resource templates";
            return Err(SourceError::at(document, &root.push("result"), message));
        }
        None => {
            let message = "no MCP tool with name and inputSchema";
            return Err(SourceError::at(document, &root, message));
        }
    }
    Ok(contract)
}

fn lists(contract: &mut Contract, reader: &ItemReader, place: &Pointer) -> Result<(), SourceError> {
    let document = reader.document;
    let Some(Value::Object(members)) = document.value().pointer(place.as_str()) else {
        return Ok(());
    };
    if members.get("nextCursor").is_some_and(|cursor| !cursor.is_null()) {
        let message = "`nextCursor`: the list goes on in another page; put the pages together, or let \
                       `--server` list them";
        return Err(SourceError::at(document, &place.push("nextCursor"), message));
    }
    let mut server = surroundings(reader, place, members)?;
    for kind in ListKind::ALL {
        let here = place.push(kind.key());
        match members.get(kind.key()) {
            None | Some(Value::Null) => continue,
            Some(value) if is_dynamic(value) => continue,
            Some(Value::Array(_)) => {}
            Some(_) => {
                let message = format!("`{}`: expected an array", kind.key());
                return Err(SourceError::at(document, &here, message));
            }
        }
        server.lists.insert(kind);
        match kind {
            ListKind::Tools => contract.tools = reader.list(kind, &here, ItemReader::tool)?,
            ListKind::Prompts => server.prompts = reader.list(kind, &here, ItemReader::prompt)?,
            ListKind::Resources => {
                server.resources = reader.list(kind, &here, ItemReader::resource)?;
            }
            ListKind::Templates => {
                server.templates = reader.list(kind, &here, ItemReader::template)?;
            }
        }
    }
    contract.mcp = Some(server);
    Ok(())
}

/// In a card, a list may depend on the user.
fn is_dynamic(value: &Value) -> bool {
    let word = |value: &Value| value.as_str() == Some("dynamic");
    word(value) || value.as_array().is_some_and(|list| list.len() == 1 && word(&list[0]))
}

/// What the document says about the server.
fn surroundings(
    reader: &ItemReader,
    place: &Pointer,
    members: &Map<String, Value>,
) -> Result<McpServer, SourceError> {
    let info = place.push("serverInfo");
    let mut server = McpServer {
        protocol_version: reader.text(place, "protocolVersion")?,
        version: reader.text(&info, "version")?,
        instructions: reader.text(place, "instructions")?,
        is_lock: crate::mcp::lock::is_lock(reader.document.value()),
        ..McpServer::default()
    };
    if server.version.is_none() && members.contains_key("remotes") {
        server.version = reader.text(place, "version")?;
    }
    let mut others: BTreeMap<String, Value> = members
        .iter()
        .filter(|(key, _)| {
            !READ.contains(&key.as_str()) && !WITHOUT_MEANING.contains(&key.as_str())
        })
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    for key in ["name", "description"] {
        others.extend(members.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    if let Some(Value::Object(info)) = members.get("serverInfo") {
        let details = info.iter().filter(|(key, _)| *key != "version");
        others.extend(details.map(|(key, value)| (format!("serverInfo/{key}"), value.clone())));
    }
    server.others = others;
    server.capabilities = match members.get("capabilities") {
        None | Some(Value::Null) => None,
        Some(Value::Object(all)) => Some(capabilities(all)),
        Some(_) => {
            let here = place.push("capabilities");
            return Err(SourceError::at(
                reader.document,
                &here,
                "`capabilities`: expected an object",
            ));
        }
    };
    server.endpoints = endpoints(members);
    Ok(server)
}

/// Each capability, and each of its flags that is set, without `experimental`.
fn capabilities(all: &Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<(String, &Value)> = all
        .iter()
        .filter(|(name, _)| *name != "experimental")
        .map(|(name, value)| (name.clone(), value))
        .collect();
    while let Some((name, value)) = open.pop() {
        match value {
            Value::Bool(false) | Value::Null => continue,
            // The settings of extensions are not compared.
            Value::Object(flags) if !name.starts_with("extensions.") => {
                open.extend(flags.iter().map(|(flag, value)| (format!("{name}.{flag}"), value)));
            }
            _ => {}
        }
        found.insert(name);
    }
    found
}

fn endpoints(members: &Map<String, Value>) -> BTreeSet<String> {
    let remotes = members.get("remotes").and_then(Value::as_array).into_iter().flatten();
    let transport = members.get("transport").filter(|value| value.is_object());
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    remotes
        .chain(transport)
        .filter_map(|remote| {
            let address = text(remote, "url").or_else(|| text(remote, "endpoint"))?;
            let kind = text(remote, "type").unwrap_or_default();
            Some(format!("{kind} {address}").trim().to_owned())
        })
        .collect()
}

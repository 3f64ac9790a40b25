//! The tools of a request to a model provider. Each schema is the base of its references.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::mcp::ItemReader;
use super::{SourceError, api_contract};
use crate::mcp::{ListKind, ToolDeclaration, lock};
use crate::provider_tools::{self, KNOWN_FORMS, ListItem, ProviderTool};
use crate::{Contract, Document, Loader, McpServer, Pointer, Role, Schema, SourceKind, Tool};

/// Keys of a tool that don't change how it is called.
const WITHOUT_MEANING: [&str; 2] = ["cache_control", "type"];

/// Whether the document is one tool, a list of tools, or a request with tools.
pub(super) fn applies(value: &Value) -> bool {
    !api_contract::applies(value) && !provider_tools::items(value).is_empty()
}

/// The list of a document, as that of a lock.
pub(super) fn members(value: &Value) -> Option<Map<String, Value>> {
    if !applies(value) {
        return None;
    }
    let items = provider_tools::items(value).into_iter();
    let values = items.filter_map(|(place, _)| value.pointer(place.as_str()).cloned()).collect();
    Some(Map::from_iter([(ListKind::Tools.key().to_owned(), Value::Array(values))]))
}

/// Reads the document.
pub(super) fn read(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    let reader = ItemReader { document, loader };
    let mut contract = Contract::new(SourceKind::ProviderTools, document);
    let mut tools = BTreeMap::new();
    for (place, item) in provider_tools::items(document.value()) {
        let read = match item {
            ListItem::Tools(tools) => {
                let tools = tools.iter().map(|one| tool(&reader, one));
                tools.collect::<Result<Vec<_>, _>>()?
            }
            ListItem::AtProvider { name } => {
                let tool = tool_at_provider(&reader, &place)?;
                vec![(name, place, tool)]
            }
            ListItem::Unknown => {
                let message = format!("not a tool in a known form: {KNOWN_FORMS}");
                return Err(SourceError::at(document, &place, message));
            }
        };
        for (name, place, tool) in read {
            if tools.insert(name.clone(), tool).is_some() {
                let message =
                    format!("the tool `{}` occurs twice in the list", crate::text::safe(&name));
                return Err(SourceError::at(document, &place, message));
            }
        }
    }
    let mut server = McpServer { is_lock: lock::is_lock(document.value()), ..McpServer::default() };
    match tools.pop_first() {
        Some((name, tool)) if provider_tools::is_single(document.value()) && tools.is_empty() => {
            contract.name = name;
            contract.description.clone_from(&tool.description);
            contract.schemas.clone_from(&tool.schemas);
            server.lone_tool = Some(Box::new(tool));
        }
        first => {
            tools.extend(first);
            contract.tools = tools;
            server.lists = BTreeSet::from([ListKind::Tools]);
        }
    }
    contract.mcp = Some(server);
    Ok(contract)
}

fn tool(
    reader: &ItemReader<'_>,
    tool: &ProviderTool,
) -> Result<(String, Pointer, Tool), SourceError> {
    let (place, key) = (&tool.place, tool.provider.schema_key());
    let name = reader.name(place, ListKind::Tools)?;
    let here = place.push(key);
    let mut schemas = BTreeMap::new();
    if !reader.value(&here).is_null() {
        let schema = Schema::read_embedded(reader.document, &here, None, reader.loader)?;
        schemas.insert(Role::Input, schema);
    }
    let declared = Tool {
        description: reader.text(place, "description")?,
        schemas,
        declaration: Some(declaration(reader, place, &[key])?),
    };
    Ok((name, place.clone(), declared))
}

fn tool_at_provider(reader: &ItemReader<'_>, place: &Pointer) -> Result<Tool, SourceError> {
    let declaration = Some(declaration(reader, place, &[])?);
    Ok(Tool { description: None, schemas: BTreeMap::new(), declaration })
}

fn declaration(
    reader: &ItemReader<'_>,
    place: &Pointer,
    read: &[&str],
) -> Result<ToolDeclaration, SourceError> {
    let known = [&WITHOUT_MEANING, read].concat();
    Ok(ToolDeclaration { item: reader.item(place, &known)?, ..ToolDeclaration::default() })
}

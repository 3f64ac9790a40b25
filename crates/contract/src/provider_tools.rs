//! The tools of a request to a model provider, as a document: one tool, a list of tools, or a request with `tools`.
//! Each provider's format has a file. This module finds the tools; [`crate::source`] reads them.

mod anthropic;
mod gemini;
mod open_ai;

use serde_json::Value;

use crate::Pointer;

/// The key of a request that holds its tools.
const LIST: &str = "tools";

/// The forms of a tool that are read, for errors.
pub const KNOWN_FORMS: &str = "an item of a list of tools has `inputSchema` (MCP), `input_schema` (Anthropic), \
                               \"type\": \"function\" (OpenAI) or `functionDeclarations` (Gemini)";

/// The provider whose format a tool has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// `name` and `input_schema`.
    Anthropic,
    /// `"type": "function"`, with `function.parameters` or `parameters`.
    OpenAi,
    /// A declaration in `functionDeclarations`.
    Gemini,
}

impl Provider {
    /// The key of the input schema, beside the name.
    #[must_use]
    pub fn schema_key(self) -> &'static str {
        match self {
            Provider::Anthropic => anthropic::SCHEMA,
            Provider::OpenAi => open_ai::SCHEMA,
            Provider::Gemini => gemini::SCHEMA,
        }
    }

    /// Whether the provider rejects a tool without an input schema.
    #[must_use]
    pub fn requires_schema(self) -> bool {
        self == Provider::Anthropic
    }
}

/// A tool that the caller runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderTool {
    /// Its format.
    pub provider: Provider,
    /// The place of the object with its name and its schema.
    pub place: Pointer,
}

/// One item of a list of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListItem {
    /// Tools that the caller runs: one, or the declarations of a list.
    Tools(Vec<ProviderTool>),
    /// A tool that runs at the provider, without a schema.
    AtProvider {
        /// The name by which lists are compared.
        name: String,
    },
    /// It has none of the known forms.
    Unknown,
}

/// The items of a document with a list of tools, each with its place; the document itself, if it is one tool. Empty if
/// no item is a tool of a provider.
#[must_use]
pub fn items(document: &Value) -> Vec<(Pointer, ListItem)> {
    let root = Pointer::root();
    let (place, list) = match (document, document.get(LIST)) {
        (Value::Array(items), _) => (root, items),
        (_, Some(Value::Array(items))) => (root.push(LIST), items),
        _ => {
            let tool = tools_of(document, &root).map(ListItem::Tools);
            return tool.map(|tool| (root, tool)).into_iter().collect();
        }
    };
    let places = list.iter().enumerate().map(|(index, item)| (place.push_index(index), item));
    let items: Vec<_> = places.map(|(at, value)| (at.clone(), item(value, &at))).collect();
    match items.iter().any(|(_, item)| matches!(item, ListItem::Tools(_))) {
        true => items,
        false => Vec::new(),
    }
}

/// Whether the document is one tool, not a list.
#[must_use]
pub fn is_single(document: &Value) -> bool {
    tools_of(document, &Pointer::root()).is_some()
        && !document.get(LIST).is_some_and(Value::is_array)
}

/// The name by which an item of a list is sorted; that of its first tool, if it has several.
#[must_use]
pub fn name_of_item(value: &Value) -> Option<String> {
    match item(value, &Pointer::root()) {
        ListItem::Tools(tools) => {
            let named = value.pointer(tools.first()?.place.as_str())?;
            named.get("name").and_then(Value::as_str).map(str::to_owned)
        }
        ListItem::AtProvider { name } => Some(name),
        ListItem::Unknown => None,
    }
}

fn item(value: &Value, place: &Pointer) -> ListItem {
    let tools = tools_of(value, place).map(ListItem::Tools);
    let at_provider =
        || open_ai::name_at_provider(value).or_else(|| gemini::name_at_provider(value));
    tools
        .or_else(|| at_provider().map(|name| ListItem::AtProvider { name }))
        .unwrap_or(ListItem::Unknown)
}

fn tools_of(value: &Value, place: &Pointer) -> Option<Vec<ProviderTool>> {
    [anthropic::tools, open_ai::tools, gemini::tools].iter().find_map(|read| read(value, place))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn places(document: &Value) -> Vec<String> {
        let tools = items(document).into_iter().flat_map(|(_, item)| match item {
            ListItem::Tools(tools) => tools,
            _ => Vec::new(),
        });
        tools.map(|tool| format!("{:?} {}", tool.provider, tool.place)).collect()
    }

    #[test]
    fn each_form_is_found() {
        let schema = json!({"type": "object"});
        let chat = json!({"type": "function", "function": {"name": "a", "parameters": schema}});
        for (document, expected) in [
            (json!([{"name": "a", "input_schema": schema}]), "Anthropic /0"),
            (json!({"name": "a", "input_schema": schema}), "Anthropic "),
            (json!({"model": "m", "tools": [chat]}), "OpenAi /tools/0/function"),
            (chat.clone(), "OpenAi /function"),
            (json!([{"type": "function", "name": "a"}]), "OpenAi /0"),
            (json!({"functionDeclarations": [{"name": "a"}]}), "Gemini /functionDeclarations/0"),
        ] {
            assert_eq!(places(&document), [expected], "{document}");
        }
    }

    #[test]
    fn other_documents_have_no_tools() {
        for document in [
            json!([]),
            json!([{"name": "a"}]),
            json!({"type": "object", "properties": {"tools": {}}}),
            json!([{"type": "web_search"}]),
            json!([{"name": "a", "inputSchema": {}}]),
            json!({"name": "a", "version": "1.0.0", "tools": ["a", "b"]}),
        ] {
            assert!(items(&document).is_empty(), "{document}");
        }
    }

    #[test]
    fn a_tool_that_runs_at_the_provider_has_a_name() {
        let list = json!([
            {"type": "function", "name": "a"},
            {"type": "web_search_20250305", "name": "web_search"},
            {"type": "mcp", "server_label": "tracker"},
            {"type": "file_search"},
            {"googleSearch": {}},
            {"schema": {}, "name": "b"},
        ]);
        let names: Vec<Option<String>> =
            list.as_array().into_iter().flatten().map(name_of_item).collect();
        let expected = [Some("a"), Some("web_search"), Some("tracker"), Some("file_search")];
        let expected = expected.into_iter().chain([Some("googleSearch"), None]);
        assert_eq!(names, expected.map(|name| name.map(str::to_owned)).collect::<Vec<_>>());
    }
}

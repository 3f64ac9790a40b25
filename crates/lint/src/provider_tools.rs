//! The tools of a request to a model provider, as a document: Anthropic's `name` and `input_schema`, OpenAI's functions
//! in either form, Gemini's function declarations. Their names, descriptions and schemas have the rules of an MCP
//! server's.

use contract::mcp::ListKind;
use contract::{NoFiles, Pointer, Role};
use serde_json::Value;

use crate::mcp::check_document;
use crate::profile::Profiles;
use crate::report::Report;
use crate::rule::{mcp, metaschema};
use crate::schema_quality::quality;
use crate::source::Source;

/// The provider of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Anthropic,
    OpenAi,
    Gemini,
}

impl Form {
    /// The key of the input schema.
    fn schema_key(self) -> &'static str {
        match self {
            Form::Anthropic => "input_schema",
            Form::OpenAi | Form::Gemini => "parameters",
        }
    }

    /// Whether a tool without a schema is rejected.
    fn requires_schema(self) -> bool {
        self == Form::Anthropic
    }

    /// The maximum length of a name, and its characters beside letters and digits.
    fn name(self) -> (usize, &'static [char]) {
        match self {
            Form::Anthropic => (128, &['_', '-']),
            Form::OpenAi => (64, &['_', '-']),
            Form::Gemini => (64, &['_', '-', '.', ':']),
        }
    }
}

/// A tool: its provider, and the object with its name.
struct Tool {
    form: Form,
    place: Pointer,
}

/// Whether a document is a list of tools, one tool, or a request with a list.
#[must_use]
pub fn looks_like_provider_tools(value: &Value) -> bool {
    !tools(value).is_empty()
}

/// Checks the tools. `label` is the path in findings.
#[must_use]
pub fn check_provider_tools(label: &str, bytes: &[u8], profiles: &Profiles) -> Report {
    check_document(label, bytes, profiles, |source, report| {
        let tools = tools(source.value());
        let places: Vec<Pointer> = tools.iter().map(|tool| tool.place.clone()).collect();
        mcp::name::repeated(source, ListKind::Tools, &places, report);
        for tool in &tools {
            check(source, tool, profiles, report);
        }
    })
}

fn check(source: &Source, tool: &Tool, profiles: &Profiles, report: &mut Report) {
    let Some(value) = source.get(&tool.place) else { return };
    let item = mcp::Item { source, kind: ListKind::Tools, place: &tool.place, value };
    let (longest, others) = tool.form.name();
    mcp::name::within(&item, longest, others, report);
    mcp::description::check(&item, report);
    let key = tool.form.schema_key();
    mcp::schemas::root(&item, key, "mcp-input-not-object", tool.form.requires_schema(), report);
    let at = tool.place.push(key);
    if matches!(source.get(&at), Some(Value::Object(_)))
        && let Some(schema) = metaschema::of_draft(source, &at, &NoFiles, report)
    {
        quality(source, &schema, Some(Role::Input), profiles, report);
    }
}

/// The tools of a document, in order; those that run at the provider have no schema, and are skipped.
fn tools(value: &Value) -> Vec<Tool> {
    let root = Pointer::root();
    let (list, items) = match (value, value.get("tools")) {
        (Value::Array(items), _) => (root, items),
        (_, Some(Value::Array(items))) => (root.push("tools"), items),
        _ => return of_item(value, &root),
    };
    let items = items.iter().enumerate();
    items.flat_map(|(index, item)| of_item(item, &list.push_index(index))).collect()
}

fn of_item(item: &Value, place: &Pointer) -> Vec<Tool> {
    let has = |value: &Value, key: &str| value.get(key).is_some();
    let is_function = item.get("type").and_then(Value::as_str) == Some("function");
    let one = |form, place| vec![Tool { form, place }];
    match item {
        _ if has(item, "name") && item.get("input_schema").is_some_and(Value::is_object) => {
            one(Form::Anthropic, place.clone())
        }
        _ if is_function && item.get("function").is_some_and(Value::is_object) => {
            one(Form::OpenAi, place.push("function"))
        }
        _ if is_function && has(item, "name") => one(Form::OpenAi, place.clone()),
        _ => declarations(item, place),
    }
}

fn declarations(item: &Value, place: &Pointer) -> Vec<Tool> {
    let keys = ["functionDeclarations", "function_declarations"];
    let found = keys.iter().find_map(|key| Some((key, item.get(key)?.as_array()?)));
    let Some((key, list)) = found else { return Vec::new() };
    let list_place = place.push(key);
    let places = (0..list.len()).map(|index| list_place.push_index(index));
    places.map(|place| Tool { form: Form::Gemini, place }).collect()
}

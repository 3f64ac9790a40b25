//! The tools of a request to a model provider, as a document: Anthropic's `name` and `input_schema`, OpenAI's functions
//! in either form, Gemini's function declarations. Their names, descriptions and schemas have the rules of an MCP
//! server's.

use contract::mcp::ListKind;
use contract::provider_tools::{self, ListItem, Provider, ProviderTool};
use contract::{NoFiles, Pointer, Role};
use serde_json::Value;

use crate::mcp::check_document;
use crate::profile::Profiles;
use crate::report::Report;
use crate::rule::{mcp, metaschema};
use crate::schema_quality::quality;
use crate::source::Source;

/// The maximum length of a name, and its characters beside letters and digits.
fn limits_of_name(provider: Provider) -> (usize, &'static [char]) {
    match provider {
        Provider::Anthropic => (128, &['_', '-']),
        Provider::OpenAi => (64, &['_', '-']),
        Provider::Gemini => (64, &['_', '-', '.', ':']),
    }
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

fn check(source: &Source, tool: &ProviderTool, profiles: &Profiles, report: &mut Report) {
    let Some(value) = source.get(&tool.place) else { return };
    let item = mcp::Item { source, kind: ListKind::Tools, place: &tool.place, value };
    let (longest, others) = limits_of_name(tool.provider);
    mcp::name::within(&item, longest, others, report);
    mcp::description::check(&item, report);
    let key = tool.provider.schema_key();
    mcp::schemas::root(&item, key, "mcp-input-not-object", tool.provider.requires_schema(), report);
    let at = tool.place.push(key);
    if matches!(source.get(&at), Some(Value::Object(_)))
        && let Some(schema) = metaschema::of_draft(source, &at, &NoFiles, report)
    {
        quality(source, &schema, Some(Role::Input), profiles, report);
    }
}

/// The tools of a document, in order; those that run at the provider have no schema, and are skipped.
fn tools(value: &Value) -> Vec<ProviderTool> {
    let of_item = |(_, item)| match item {
        ListItem::Tools(tools) => tools,
        ListItem::AtProvider { .. } | ListItem::Unknown => Vec::new(),
    };
    provider_tools::items(value).into_iter().flat_map(of_item).collect()
}

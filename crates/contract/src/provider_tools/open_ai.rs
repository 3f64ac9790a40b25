//! OpenAI: `{"type": "function", "function": {"name": …, "parameters": …}}` for chat completions, and
//! `{"type": "function", "name": …, "parameters": …}` for responses.

use serde_json::Value;

use super::{Provider, ProviderTool};
use crate::Pointer;

/// The key of the input schema.
pub(super) const SCHEMA: &str = "parameters";

/// The types of tools that the caller runs.
const RUN_BY_CALLER: [&str; 2] = ["function", "custom"];

pub(super) fn tools(item: &Value, place: &Pointer) -> Option<Vec<ProviderTool>> {
    if item.get("type").and_then(Value::as_str) != Some("function") {
        return None;
    }
    let place = match item.get("function") {
        Some(Value::Object(_)) => place.push("function"),
        _ if item.get("name").is_some() => place.clone(),
        _ => return None,
    };
    Some(vec![ProviderTool { provider: Provider::OpenAi, place }])
}

/// The name of a tool that runs at the provider. Anthropic declares such tools in the same way, by their `type`.
pub(super) fn name_at_provider(item: &Value) -> Option<String> {
    let kind = item.get("type")?.as_str().filter(|kind| !RUN_BY_CALLER.contains(kind))?;
    let name = ["name", "server_label"].iter().find_map(|key| item.get(*key)?.as_str());
    Some(name.unwrap_or(kind).to_owned())
}

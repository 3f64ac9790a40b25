//! Anthropic: `{"name": …, "description": …, "input_schema": …}`.

use serde_json::Value;

use super::{Provider, ProviderTool};
use crate::Pointer;

/// The key of the input schema.
pub(super) const SCHEMA: &str = "input_schema";

pub(super) fn tools(item: &Value, place: &Pointer) -> Option<Vec<ProviderTool>> {
    let is_tool = item.get("name").is_some() && item.get(SCHEMA).is_some_and(Value::is_object);
    is_tool.then(|| vec![ProviderTool { provider: Provider::Anthropic, place: place.clone() }])
}

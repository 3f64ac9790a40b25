//! `mcp-description-missing`: models choose tools and prompts by their descriptions.

use contract::mcp::ListKind;
use serde_json::Value;

use super::Item;
use crate::report::Report;

pub(crate) fn check(item: &Item<'_>, report: &mut Report) {
    if !matches!(item.kind, ListKind::Tools | ListKind::Prompts) || !item.value.is_object() {
        return;
    }
    let text = item.value.get("description");
    if text.is_some_and(|text| text.as_str().is_none_or(|text| !text.trim().is_empty())) {
        return;
    }
    let found = if text.is_some() { "an empty one" } else { "none" };
    let message = format!("{}: expected a description, found {found}", item.shown());
    let place = match text {
        Some(Value::String(_)) => item.place.push("description"),
        _ => item.place.clone(),
    };
    report
        .value("mcp-description-missing", item.source, &place, message)
        .advise("say what it does and when to use it: a model chooses by the description");
}

//! `mcp-*`: the tools, prompts, resources and templates of an MCP server, by revisions 2024-11-05 to 2026-07-28.

pub(crate) mod description;
pub(crate) mod hints;
pub(crate) mod name;
pub(crate) mod schemas;
pub(crate) mod shape;
pub(crate) mod texts;

use contract::mcp::ListKind;
use contract::{Pointer, text};
use serde_json::Value;

use crate::source::Source;

/// One item of a list.
pub(crate) struct Item<'s> {
    pub(crate) source: &'s Source,
    pub(crate) kind: ListKind,
    pub(crate) place: &'s Pointer,
    pub(crate) value: &'s Value,
}

impl Item<'_> {
    /// Its name, if it is a string.
    pub(super) fn name(&self) -> Option<&str> {
        self.value.get(self.kind.identity()).and_then(Value::as_str)
    }

    /// The item in messages: its kind and its name, or its number.
    pub(super) fn shown(&self) -> String {
        match self.name() {
            Some(name) => format!("{} `{}`", self.kind.noun(), text::safe(name)),
            None => {
                let last = self.place.last();
                format!("{} {}", self.kind.noun(), last.as_deref().unwrap_or_default())
            }
        }
    }
}

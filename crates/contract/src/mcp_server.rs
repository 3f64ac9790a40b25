//! What a document says about an MCP server.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::mcp::{ListKind, Prompt, Resource};
use crate::tool::Tool;

/// What a document says about a server.
#[derive(Clone, Debug, Default)]
pub struct McpServer {
    /// Whether the document is a lock, in which properties are sorted.
    pub is_lock: bool,
    /// The lists that the document holds. Nothing is known about other lists.
    pub lists: BTreeSet<ListKind>,
    /// The protocol revision of the session.
    pub protocol_version: Option<String>,
    /// The version that the server reports.
    pub version: Option<String>,
    /// Its instructions for models.
    pub instructions: Option<String>,
    /// The capabilities, each with its flags: `resources`, `resources.subscribe`. `None`: not reported.
    pub capabilities: Option<BTreeSet<String>>,
    /// The addresses that a server card names, with their transport.
    pub endpoints: BTreeSet<String>,
    /// Prompts by name.
    pub prompts: BTreeMap<String, Prompt>,
    /// Resources by URI.
    pub resources: BTreeMap<String, Resource>,
    /// Templates by URI template.
    pub templates: BTreeMap<String, Resource>,
    /// The tool, if the document is a single tool.
    pub lone_tool: Option<Box<Tool>>,
    /// Keys that have no rule of their own.
    pub others: BTreeMap<String, Value>,
}

impl McpServer {
    /// Whether the document describes the server itself, not only its lists.
    #[must_use]
    pub fn is_introduced(&self) -> bool {
        self.protocol_version.is_some() || self.capabilities.is_some() || !self.others.is_empty()
    }

    /// Whether the session's revision is this one or later; `None` if it is not known.
    #[must_use]
    pub fn speaks_since(&self, revision: &str) -> Option<bool> {
        self.protocol_version.as_deref().map(|spoken| spoken >= revision)
    }
}

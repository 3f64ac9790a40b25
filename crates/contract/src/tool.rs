//! A tool of a contract.

use std::collections::BTreeMap;

use crate::mcp::ToolDeclaration;
use crate::{Role, Schema};

/// A tool that a skill uses or offers; its name is its key in [`Contract::tools`].
#[derive(Clone, Debug, Default)]
pub struct Tool {
    /// Its description.
    pub description: Option<String>,
    /// Its schemas, for MCP tools.
    pub schemas: BTreeMap<Role, Schema>,
    /// What an MCP tool declares beside its schemas.
    pub declaration: Option<ToolDeclaration>,
}

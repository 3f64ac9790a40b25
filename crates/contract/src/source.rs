//! The sources of contracts, one file each. Each reads a [`Document`] that the command has opened
//! and returns a [`Contract`](crate::Contract).

pub mod ambiguous;
mod api_contract;
pub mod definitions;
pub mod evidence;
pub mod frontmatter;
mod json_schema;
mod mcp;
pub mod package;
mod provider;

use serde_json::Value;

pub use json_schema::other_format;

use crate::{Contract, Document, Loader, Pointer, ReadError, SchemaErrors};

/// The error of a source without a contract. `Display` is one line.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The text can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A schema in it is invalid.
    #[error(transparent)]
    Schema(#[from] SchemaErrors),
    /// It is readable, but is not a contract.
    #[error("{label}{}: {message}", position.map(|p| format!(":{p}")).unwrap_or_default())]
    NoContract {
        /// The document.
        label: String,
        /// Where.
        position: Option<crate::Position>,
        /// What is missing, and what to do.
        message: String,
    },
}

impl SourceError {
    pub(crate) fn at(document: &Document, pointer: &Pointer, message: impl Into<String>) -> Self {
        SourceError::NoContract {
            label: document.label().to_owned(),
            position: Some(document.locate(pointer)),
            message: message.into(),
        }
    }
}

/// Reads a contract from a JSON or YAML document, by its content: tools of a model provider, MCP tools, an API
/// contract, else a JSON Schema.
///
/// # Errors
/// The document is none of them, or a schema in it is invalid.
pub fn from_document(document: &Document, loader: &dyn Loader) -> Result<Contract, SourceError> {
    if provider::applies(document.value()) {
        return provider::read(document, loader);
    }
    if mcp::applies(document.value()) {
        return mcp::read(document, loader);
    }
    if api_contract::applies(document.value()) {
        return api_contract::read(document, loader);
    }
    json_schema::read(document, loader)
}

/// The lists of an MCP server in a document, and the values beside them, or the tools for a model provider. `None` for
/// other kinds of documents.
#[must_use]
pub fn mcp_members(document: &Document) -> Option<serde_json::Map<String, Value>> {
    provider::members(document.value()).or_else(|| mcp::members(document.value()))
}

/// The places of the lists in an MCP document. `None` for other kinds of documents.
#[must_use]
pub fn mcp_outline(document: &Document) -> Option<crate::mcp::McpOutline> {
    mcp::outline(document.value())
}

/// Reads a contract from a text: Markdown with frontmatter (a SKILL.md), else JSON or YAML.
///
/// # Errors
/// Those of [`from_document`] and [`frontmatter::read`].
pub fn from_text(label: &str, bytes: &[u8], loader: &dyn Loader) -> Result<Contract, SourceError> {
    let ending = label.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if matches!(ending.as_str(), "md" | "markdown") {
        return frontmatter::read(label, bytes, loader);
    }
    from_document(&Document::guess(label, bytes)?, loader)
}

impl Contract {
    /// Reads a contract from a text, by its file extension and its content.
    ///
    /// # Errors
    /// The text can't be read or holds no contract.
    pub fn read(label: &str, bytes: &[u8], loader: &dyn Loader) -> Result<Contract, SourceError> {
        from_text(label, bytes, loader)
    }
}

#[cfg(test)]
mod tests;

//! What an MCP server offers beside the schemas of its tools: hints, prompts, resources, templates,
//! capabilities. Names and defaults are those of the protocol, revisions 2024-11-05 to 2026-07-28.

mod header;
pub mod lock;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::Pointer;

pub use header::{HeaderFault, Headers};

/// The lists of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListKind {
    /// `tools/list`
    Tools,
    /// `prompts/list`
    Prompts,
    /// `resources/list`
    Resources,
    /// `resources/templates/list`
    Templates,
}

impl ListKind {
    /// All lists.
    pub const ALL: [ListKind; 4] =
        [ListKind::Tools, ListKind::Prompts, ListKind::Resources, ListKind::Templates];

    /// The key that holds the list in a result.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Prompts => "prompts",
            ListKind::Resources => "resources",
            ListKind::Templates => "resourceTemplates",
        }
    }

    /// The request that asks for the list.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            ListKind::Tools => "tools/list",
            ListKind::Prompts => "prompts/list",
            ListKind::Resources => "resources/list",
            ListKind::Templates => "resources/templates/list",
        }
    }

    /// The capability that a server declares if it has the list.
    #[must_use]
    pub fn capability(self) -> &'static str {
        match self {
            ListKind::Tools => "tools",
            ListKind::Prompts => "prompts",
            ListKind::Resources | ListKind::Templates => "resources",
        }
    }

    /// The key that identifies an item of the list.
    #[must_use]
    pub fn identity(self) -> &'static str {
        match self {
            ListKind::Tools | ListKind::Prompts => "name",
            ListKind::Resources => "uri",
            ListKind::Templates => "uriTemplate",
        }
    }

    /// The name of one item in messages.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            ListKind::Tools => "tool",
            ListKind::Prompts => "prompt",
            ListKind::Resources => "resource",
            ListKind::Templates => "resource template",
        }
    }
}

/// The places of a document's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum McpOutline {
    /// The document is one tool.
    Tool,
    /// The lists that it holds, each with its place; the value there may not be an array.
    Lists(Vec<(ListKind, Pointer)>),
    /// One page of a longer list, with its cursor.
    Page(Pointer),
    /// An error response.
    Failed(Pointer),
}

/// A hint of a tool about the effect of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hint {
    /// `readOnlyHint`
    ReadOnly,
    /// `destructiveHint`
    Destructive,
    /// `idempotentHint`
    Idempotent,
    /// `openWorldHint`
    OpenWorld,
}

impl Hint {
    /// All hints.
    pub const ALL: [Hint; 4] =
        [Hint::ReadOnly, Hint::Destructive, Hint::Idempotent, Hint::OpenWorld];

    /// The key in `annotations`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Hint::ReadOnly => "readOnlyHint",
            Hint::Destructive => "destructiveHint",
            Hint::Idempotent => "idempotentHint",
            Hint::OpenWorld => "openWorldHint",
        }
    }

    /// The protocol's default for a missing hint: the less safe value.
    #[must_use]
    pub fn default_value(self) -> bool {
        match self {
            Hint::ReadOnly | Hint::Idempotent => false,
            Hint::Destructive | Hint::OpenWorld => true,
        }
    }
}

/// Whether a tool can be called as a task (`execution.taskSupport`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// It can't, which is the default.
    #[default]
    Forbidden,
    /// Either way.
    Optional,
    /// Only as a task.
    Required,
}

impl TaskSupport {
    /// All of them.
    pub const ALL: [TaskSupport; 3] =
        [TaskSupport::Forbidden, TaskSupport::Optional, TaskSupport::Required];

    /// The protocol's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TaskSupport::Forbidden => "forbidden",
            TaskSupport::Optional => "optional",
            TaskSupport::Required => "required",
        }
    }
}

/// The common fields of all items.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Its place.
    pub pointer: Pointer,
    /// The title for people.
    pub title: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// Keys that have no rule of their own.
    pub others: BTreeMap<String, Value>,
}

/// What a tool declares beside its schemas and its description.
#[derive(Clone, Debug, Default)]
pub struct ToolDeclaration {
    /// Its place, its title, and keys without a rule.
    pub item: Item,
    /// The given hints.
    pub hints: BTreeMap<Hint, bool>,
    /// `execution.taskSupport`.
    pub task_support: TaskSupport,
    /// The parameters that are mirrored into HTTP headers.
    pub headers: Headers,
}

impl ToolDeclaration {
    /// The given hint, or its default.
    #[must_use]
    pub fn hint(&self, hint: Hint) -> bool {
        self.hints.get(&hint).copied().unwrap_or_else(|| hint.default_value())
    }
}

/// An argument of a prompt.
#[derive(Clone, Debug, Default)]
pub struct PromptArgument {
    /// The common fields.
    pub item: Item,
    /// Whether it is required.
    pub required: bool,
}

/// A prompt.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The common fields.
    pub item: Item,
    /// Its arguments by name.
    pub arguments: BTreeMap<String, PromptArgument>,
}

/// A resource, or a template for resources.
#[derive(Clone, Debug, Default)]
pub struct Resource {
    /// The common fields.
    pub item: Item,
    /// `mimeType`.
    pub media_type: Option<String>,
}

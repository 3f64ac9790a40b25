//! What an MCP server offers besides the schemas of its tools: how the tools behave, prompts, resources,
//! templates, capabilities. The names and defaults are those of the protocol, revisions 2024-11-05 to
//! 2026-07-28.

mod header;
pub mod lock;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{Pointer, Tool};

pub use header::{HeaderFault, Headers};

/// The lists that a server gives.
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

    /// The key by which an item of the list is called.
    #[must_use]
    pub fn identity(self) -> &'static str {
        match self {
            ListKind::Tools | ListKind::Prompts => "name",
            ListKind::Resources => "uri",
            ListKind::Templates => "uriTemplate",
        }
    }

    /// The word for one item.
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

/// Where the lists of a document stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum McpOutline {
    /// The document is one tool.
    Tool,
    /// The lists that it holds, each where it stands; what stands there may be no array.
    Lists(Vec<(ListKind, Pointer)>),
    /// One page of a list that goes on: its cursor.
    Page(Pointer),
    /// A response that reports this error.
    Failed(Pointer),
}

/// A hint of a tool about what a call does.
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

    /// What the protocol takes for granted where the hint is left out: the less safe value.
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
    /// It can't: what is meant where it is left out.
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

    /// The word of the protocol.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            TaskSupport::Forbidden => "forbidden",
            TaskSupport::Optional => "optional",
            TaskSupport::Required => "required",
        }
    }
}

/// What all items of all lists have.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Where it stands.
    pub pointer: Pointer,
    /// The title for people.
    pub title: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// Keys that have no rule of their own.
    pub others: BTreeMap<String, Value>,
}

/// What a tool declares besides its schemas and its description.
#[derive(Clone, Debug, Default)]
pub struct ToolDeclaration {
    /// Where it stands, its title, and keys without a rule.
    pub item: Item,
    /// The hints that are written.
    pub hints: BTreeMap<Hint, bool>,
    /// `execution.taskSupport`.
    pub task_support: TaskSupport,
    /// The parameters that are mirrored into HTTP headers.
    pub headers: Headers,
}

impl ToolDeclaration {
    /// The hint as written, or its default.
    #[must_use]
    pub fn hint(&self, hint: Hint) -> bool {
        self.hints.get(&hint).copied().unwrap_or_else(|| hint.default_value())
    }
}

/// An argument of a prompt.
#[derive(Clone, Debug, Default)]
pub struct PromptArgument {
    /// What it has as every item.
    pub item: Item,
    /// Whether it must be given.
    pub required: bool,
}

/// A prompt.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// What it has as every item.
    pub item: Item,
    /// Its arguments by name.
    pub arguments: BTreeMap<String, PromptArgument>,
}

/// A resource, or a template for resources.
#[derive(Clone, Debug, Default)]
pub struct Resource {
    /// What it has as every item.
    pub item: Item,
    /// `mimeType`.
    pub media_type: Option<String>,
}

/// A server as far as the document says something about it.
#[derive(Clone, Debug, Default)]
pub struct McpServer {
    /// Whether the document is a lock, in which properties are sorted.
    pub is_lock: bool,
    /// The lists that the document holds. A list that it doesn't hold may have anything.
    pub lists: BTreeSet<ListKind>,
    /// The revision of the protocol that was spoken.
    pub protocol_version: Option<String>,
    /// The version of the server, as it says itself.
    pub version: Option<String>,
    /// What it tells models about itself.
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
    /// The one tool, where the document is a tool and no list.
    pub lone_tool: Option<Box<Tool>>,
    /// Keys that have no rule of their own.
    pub others: BTreeMap<String, Value>,
}

impl McpServer {
    /// Whether the document says something about the server itself, and not of its lists alone.
    #[must_use]
    pub fn is_introduced(&self) -> bool {
        self.protocol_version.is_some() || self.capabilities.is_some() || !self.others.is_empty()
    }

    /// Whether the revision that was spoken is this one or a later one; `None` where it is not known.
    #[must_use]
    pub fn speaks_since(&self, revision: &str) -> Option<bool> {
        self.protocol_version.as_deref().map(|spoken| spoken >= revision)
    }
}

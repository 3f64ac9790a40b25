//! The shared types of skillgen: contracts and their sources, schemas of every draft, places in
//! texts, findings, issues and rule files. This crate parses text and makes no decisions.
//!
//! The other crates read a [`Document`] once, convert it to checked types ([`Schema`],
//! [`Contract`]), and work on those.

pub mod bash_helper;
mod bump;
mod contract;
mod deep_stack;
mod document;
mod draft;
mod finding;
mod issue;
mod lines;
mod loader;
pub mod mcp;
mod mcp_server;
pub mod migration;
pub mod number;
mod parameter;
mod pointer;
pub mod provider_tools;
pub mod regex;
mod repeated_work;
mod role;
pub mod rule_doc;
pub mod schema;
mod slow_pattern;
pub mod source;
pub mod text;
mod tool;
pub mod types;
pub mod value;

pub use bump::Bump;
pub use contract::{Check, Contract, Effective, SourceKind};
pub use deep_stack::{STACK, deep_stack};
pub use document::{Document, MAX_DEPTH, Position, ReadError, Syntax};
pub use draft::Draft;
pub use finding::{Finding, Level};
pub use issue::Issue;
pub use lines::Lines;
pub use loader::{Loader, NoFiles};
pub use mcp_server::McpServer;
pub use parameter::{Parameter, parameters_to_schema};
pub use pointer::Pointer;
pub use repeated_work::{CostKind, CostlyPart, costly_parts};
pub use role::Role;
pub use schema::{
    Body, DynamicReference, Keywords, Node, NodeId, Reference, Resource, ResourceId, Schema,
    SchemaError, SchemaErrors, Type, TypeSet,
    annotation::is_annotation,
    read::unopened_url,
    signs::{Signs, nearest},
};
pub use slow_pattern::{PatternFindings, SlowPatternFound, UnexaminedPatterns, examine_patterns};
pub use tool::Tool;

//! A contract: a skill's inputs, outputs and requirements.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::mcp_server::McpServer;
use crate::parameter::Parameter;
use crate::tool::Tool;
use crate::{Document, Pointer, Role, Schema};

/// The kind of source of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// One JSON Schema; the caller chooses its role.
    JsonSchema,
    /// An API contract document.
    ApiContract,
    /// A SKILL.md.
    Frontmatter,
    /// A package with a runner manifest.
    Package,
    /// One MCP tool, lists of a server (tools, prompts, resources), or a server card.
    Mcp,
    /// One tool for a model provider, or a list of them.
    ProviderTools,
}

impl SourceKind {
    /// Whether the contract is a tool, or lists tools by name.
    #[must_use]
    pub fn has_tools(self) -> bool {
        matches!(self, SourceKind::Mcp | SourceKind::ProviderTools)
    }
}

/// A check before or after a run (docs/seed-coverage.md, "Skill validation protocol").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The description of the check.
    pub description: String,
    /// The condition, or an instruction for a person.
    pub validation: String,
    /// Its place in the frontmatter.
    pub pointer: Pointer,
}

/// The declared environment of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effective {
    /// `engines`; `None` means all engines of the profile.
    pub engines: Option<BTreeSet<String>>,
    /// `unsupported_engines`.
    pub unsupported_engines: BTreeSet<String>,
    /// `execution_modes`.
    pub modes: BTreeSet<String>,
    /// `max_attempt`.
    pub max_attempt: Option<u64>,
    /// `mcp.required_servers`.
    pub servers: BTreeSet<String>,
}

impl Effective {
    /// The usable engines: `engines` (or all of `known`) without the unsupported ones.
    #[must_use]
    pub fn engines(&self, known: &[&str]) -> BTreeSet<String> {
        let all = || known.iter().map(|e| (*e).to_owned()).collect();
        let allowed: BTreeSet<String> = self.engines.clone().unwrap_or_else(all);
        allowed.difference(&self.unsupported_engines).cloned().collect()
    }
}

/// A contract, read and checked.
#[derive(Clone, Debug)]
pub struct Contract {
    /// Its name; by default the document's base name.
    pub name: String,
    /// Its version as written.
    pub version: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// Its source.
    pub kind: SourceKind,
    /// The schemas by role. Empty where `plain` is set.
    pub schemas: BTreeMap<Role, Schema>,
    /// The one schema of a JSON Schema file.
    pub plain: Option<Schema>,
    /// Frontmatter parameters by role, if the schema was derived from them.
    pub parameters: BTreeMap<Role, Vec<Parameter>>,
    /// Tools by name.
    pub tools: BTreeMap<String, Tool>,
    /// The MCP server that offers the tools, if the document describes it; of a list for a model provider, the list.
    pub mcp: Option<McpServer>,
    /// Engines, modes, attempts, servers.
    pub effective: Effective,
    /// Checks before a run.
    pub pre_checks: Vec<Check>,
    /// Checks after a run.
    pub post_checks: Vec<Check>,
    /// Whether outputs may be cached.
    pub cacheable: bool,
    /// How many minutes a cached output stays valid.
    pub cache_ttl_minutes: Option<f64>,
    /// The document with the contract's own keys.
    pub document: Document,
    /// The SKILL.md of a package; the package's own document is the manifest.
    pub skill: Option<Document>,
}

impl Contract {
    pub(crate) fn new(kind: SourceKind, document: &Document) -> Contract {
        let base = document.label().rsplit(['/', ':']).next().unwrap_or_default();
        let name = base.split('.').next().unwrap_or_default();
        Contract {
            name: name.to_owned(),
            version: None,
            description: None,
            kind,
            schemas: BTreeMap::new(),
            plain: None,
            parameters: BTreeMap::new(),
            tools: BTreeMap::new(),
            mcp: None,
            effective: Effective::default(),
            pre_checks: Vec::new(),
            post_checks: Vec::new(),
            cacheable: false,
            cache_ttl_minutes: None,
            document: document.clone(),
            skill: None,
        }
    }

    /// The schema for a role; the only schema of a JSON Schema file serves any.
    #[must_use]
    pub fn schema(&self, role: Role) -> Option<&Schema> {
        self.schemas.get(&role).or(self.plain.as_ref())
    }

    /// The place in the document for a place in a role's schema: the schema of a SKILL.md is derived from its
    /// lists `required` and `optional`. `None` for a schema that was not derived.
    #[must_use]
    pub fn place_of_parameter(&self, role: Role, at: &Pointer) -> Option<Pointer> {
        let parameters = self.parameters.get(&role)?;
        let tokens = at.tokens();
        let mut words = tokens.iter().map(String::as_str);
        let parameter = match (words.next(), words.next()) {
            (Some("properties"), Some(name)) => parameters.iter().find(|one| one.name == name),
            (Some("required"), Some(index)) => {
                let index: Option<usize> = index.parse().ok();
                index.and_then(|at| parameters.iter().filter(|one| one.required).nth(at))
            }
            _ => None,
        };
        let Some(parameter) = parameter else {
            let key = if role == Role::Output { "output_schema" } else { "input_schema" };
            return Some(Pointer::root().push(key));
        };
        // The meaning of a type in JSON Schema is located at its name.
        let key = match words.next() {
            Some(key @ ("description" | "default")) => key,
            Some(_) => "type",
            None => return Some(parameter.pointer.clone()),
        };
        let written = parameter.pointer.push(key);
        let is_there = self.document.value().pointer(written.as_str()).is_some();
        Some(if is_there { written } else { parameter.pointer.clone() })
    }

    /// Reads engines, modes, attempts and servers of the expected types. The linter reports other
    /// types.
    pub(crate) fn read_effects(&mut self, value: &Value) {
        let names = |v: Option<&Value>| -> Option<BTreeSet<String>> {
            Some(v?.as_array()?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        };
        let e = &mut self.effective;
        e.engines = names(value.get("engines"));
        e.unsupported_engines = names(value.get("unsupported_engines")).unwrap_or_default();
        e.modes = names(value.get("execution_modes")).unwrap_or_default();
        e.max_attempt = value.get("max_attempt").and_then(Value::as_u64);
        let servers = value.get("mcp").and_then(|m| m.get("required_servers"));
        e.servers = names(servers).unwrap_or_default();
    }
}

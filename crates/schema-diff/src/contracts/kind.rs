//! The kind of contract in a file, its version, and unread keys: if one of them is lost, a comparison of the
//! schemas alone finds nothing.

use contract::{Contract, Pointer, Role, SourceKind};
use serde_json::Value;

use super::Differ;
use crate::report::ChangeRole;
use crate::rules::RuleId;
use crate::walk::distance;

/// The keys of an API contract.
const API_CONTRACT: [&str; 12] = [
    "definitions",
    "description",
    "engines",
    "execution_modes",
    "input",
    "max_attempt",
    "name",
    "output",
    "parameter",
    "title",
    "tools",
    "version",
];

/// The keys of a schema that declare its version.
const VERSION_KEYS: [&str; 2] = ["version", "x-version"];

/// The keys of a SKILL.md for parts of its contract.
const SKILL: [&str; 12] = [
    "allowed-tools",
    "cache_ttl_minutes",
    "cacheable",
    "description",
    "engines",
    "execution_modes",
    "input_schema",
    "name",
    "output_schema",
    "post_checks",
    "pre_checks",
    "version",
];

impl Differ<'_> {
    /// Two contracts without schemas for a common role: nothing of the old one remains.
    pub(super) fn kind(&mut self, old: &Contract, new: &Contract) {
        let is_list = |c: &Contract| {
            c.kind.has_tools() && c.mcp.as_ref().is_none_or(|mcp| mcp.lone_tool.is_none())
        };
        let is_plain = |c: &Contract| c.plain.is_some();
        // A plain schema gets the roles of the other side, if that has any.
        let is_lost = |a: &Contract, b: &Contract| is_plain(a) && !is_plain(b) && !has_role(b);
        if is_list(old) == is_list(new) && !is_lost(old, new) && !is_lost(new, old) {
            return;
        }
        let message = format!("the contract was {}, is {} now", noun(old), noun(new));
        let paths = (Some(Pointer::root()), Some(Pointer::root()));
        self.change_for_rule(
            RuleId::ContractKindChanged,
            ChangeRole::Contract,
            None,
            paths,
            (None, None),
            message,
        );
    }

    /// The version of a schema is declared by a key that is no keyword. It is judged as the declared version, so a
    /// release that only changes it changes nothing else.
    pub(super) fn declared_version(&mut self, old: &Contract, new: &Contract) {
        let is_declared = |c: &Contract| c.kind == SourceKind::JsonSchema && c.version.is_some();
        if !is_declared(old) && !is_declared(new) {
            return;
        }
        let is_version = |at: &Option<Pointer>| {
            at.as_ref()
                .is_some_and(|at| VERSION_KEYS.iter().any(|key| *at == Pointer::root().push(key)))
        };
        self.report.changes.retain(|change| {
            change.rule != RuleId::ExtensionChanged
                || !(is_version(&change.old_path) || is_version(&change.new_path))
        });
    }

    /// A version that is no longer declared.
    pub(super) fn version(&mut self, old: &Contract, new: &Contract) {
        let (Some(version), None) = (&old.version, &new.version) else { return };
        let in_metadata = new.document.value().pointer("/metadata/version").is_some();
        if old.kind.has_tools() || new.kind.has_tools() || in_metadata {
            return;
        }
        let key = VERSION_KEYS.into_iter().find(|key| old.document.value().get(key).is_some());
        let paths = (key.map(|key| Pointer::root().push(key)), None);
        let values = (Some(Value::from(version.as_str())), None);
        let message = format!("the version was {version}, none is declared now");
        self.change_for_rule(
            RuleId::VersionRemoved,
            ChangeRole::Contract,
            None,
            paths,
            values,
            message,
        );
    }

    /// Remarks on unread keys that are similar to known ones.
    pub(super) fn misspelled_keys(&mut self, new: &Contract) {
        let known: &[&str] = match new.kind {
            SourceKind::ApiContract => &API_CONTRACT,
            SourceKind::Frontmatter => &SKILL,
            SourceKind::JsonSchema
            | SourceKind::Package
            | SourceKind::Mcp
            | SourceKind::ProviderTools => return,
        };
        let Some(members) = new.document.value().as_object() else { return };
        for key in members.keys().filter(|key| !known.contains(&key.as_str())) {
            let near = known.iter().find(|name| {
                !members.contains_key(**name) && distance(key, name) <= most_edits(name)
            });
            if let Some(near) = near {
                let key = contract::text::safe(key);
                let hint = format!("the key `{key}` is not read; did you mean `{near}`?");
                self.report.hints.push(hint);
            }
        }
    }
}

/// The maximum number of wrong letters in a key.
fn most_edits(key: &str) -> usize {
    if key.len() < 6 { 1 } else { 2 }
}

fn has_role(contract: &Contract) -> bool {
    Role::ALL.iter().any(|role| contract.schemas.contains_key(role))
}

fn noun(contract: &Contract) -> &'static str {
    let is_tool = contract.mcp.as_ref().is_some_and(|mcp| mcp.lone_tool.is_some());
    match contract.kind {
        SourceKind::JsonSchema => "a JSON Schema",
        SourceKind::ApiContract => "an API contract",
        SourceKind::Frontmatter => "a SKILL.md",
        SourceKind::Package => "a skill package",
        SourceKind::Mcp if is_tool => "an MCP tool",
        SourceKind::Mcp => "a list of an MCP server",
        SourceKind::ProviderTools if is_tool => "a tool for a model provider",
        SourceKind::ProviderTools => "a list of tools for a model provider",
    }
}

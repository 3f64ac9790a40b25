//! Compares what an MCP tool declares beside its schemas. A hint is a promise to clients that use it to
//! decide whether to ask a person, to repeat a call, or to send data: a weaker promise breaks them, a
//! stronger one doesn't.

use std::collections::{BTreeMap, BTreeSet};

use contract::McpServer;
use contract::mcp::{Hint, TaskSupport, ToolDeclaration};
use contract::{Contract, Draft, Pointer, Role, Tool};
use serde_json::Value;

use super::Differ;
use super::mcp::{McpChange, Sides, places, servers};
use super::renamed::{Named, renamed};
use crate::report::Change;
use crate::rules::RuleId;

/// The first revision in which structured content may have any type.
const ANY_STRUCTURED_CONTENT: &str = "2026-07-28";

/// A tool in both versions.
pub(super) struct ToolPair<'t> {
    /// Its name, if there are several tools.
    pub(super) scope: Option<&'t str>,
    pub(super) old: &'t Tool,
    pub(super) new: &'t Tool,
    pub(super) documents: Sides<&'t Value>,
}

impl Differ<'_> {
    /// Tools in one version only; returns the new name of each renamed one, by the old name.
    pub(super) fn listed_tools(
        &mut self,
        old: &Contract,
        new: &Contract,
    ) -> BTreeMap<String, String> {
        let renamed = renamed_tools(old, new);
        for name in old.tools.keys().filter(|name| !new.tools.contains_key(*name)) {
            match renamed.get(name) {
                Some(now) => {
                    let message = format!("the tool `{name}` was renamed to `{now}`");
                    self.named(RuleId::ToolRenamed, Some(name), Some(now), message);
                }
                None => {
                    let message = format!("the tool `{name}` was removed");
                    self.named(RuleId::ToolRemoved, Some(name), None, message);
                }
            }
        }
        let new_names: BTreeSet<&String> = renamed.values().collect();
        let is_new = |name: &&String| !old.tools.contains_key(*name) && !new_names.contains(*name);
        for name in new.tools.keys().filter(is_new) {
            self.named(RuleId::ToolAdded, None, Some(name), format!("the tool `{name}` was added"));
        }
        renamed
    }

    /// A tool in both lists.
    pub(super) fn tool_pair(&mut self, pair: &ToolPair, server: Option<&McpServer>) {
        let (a, b) = (pair.old, pair.new);
        for role in Role::ALL {
            if self.settings.only.is_none_or(|only| only == role) {
                self.role(a.schemas.get(&role), b.schemas.get(&role), role, pair.scope);
            }
        }
        let what = format!("the description of the tool `{}`", pair.scope.unwrap_or_default());
        self.described(pair.scope, &what, &a.description, &b.description);
        self.tool(pair, server);
    }

    /// Two documents with one tool each.
    pub(super) fn lone_tools(&mut self, old: &Contract, new: &Contract) {
        let Some((a, b)) = servers(old, new) else { return };
        let (Some(x), Some(y)) = (&a.lone_tool, &b.lone_tool) else { return };
        if !old.tools.is_empty() || !new.tools.is_empty() {
            return;
        }
        let documents = (old.document.value(), new.document.value());
        let pair = ToolPair { scope: None, old: x, new: y, documents };
        self.tool(&pair, Some(b));
        self.described(None, "the tool's description", &x.description, &y.description);
        if old.name != new.name {
            let message = format!("the tool `{}` was replaced by `{}`", old.name, new.name);
            self.named(RuleId::ToolSwapped, Some(&old.name), Some(&new.name), message);
        }
    }

    /// The declarations of a tool: hints, task support, title, headers, and the type of its structured
    /// content.
    pub(super) fn tool(&mut self, pair: &ToolPair, server: Option<&McpServer>) {
        let (Some(a), Some(b)) = (&pair.old.declaration, &pair.new.declaration) else { return };
        for hint in Hint::ALL {
            self.hint(pair, (a, b), hint);
        }
        self.task_support(pair, (a, b));
        self.title(pair.scope, "tool", pair.documents, (&a.item, &b.item));
        let at = (Some(&a.item.pointer), Some(&b.item.pointer));
        self.others(pair.scope, "tool", pair.documents, at, (&a.item.others, &b.item.others));
        self.headers(pair, (a, b));
        self.structured_content(pair, server);
        for role in [Role::Input, Role::Output] {
            self.dialect(pair, role);
        }
    }

    /// Clients must support the default dialect, and may reject a tool with another one.
    fn dialect(&mut self, pair: &ToolPair, role: Role) {
        let schemas = (pair.old.schemas.get(&role), pair.new.schemas.get(&role));
        let (Some(old), Some(new)) = schemas else { return };
        let (a, b) = (old.draft(old.root()), new.draft(new.root()));
        if a != Draft::Draft2020 || b == Draft::Draft2020 {
            return;
        }
        let paths = [old, new].map(|s| Some(s.node(s.root()).pointer.push("$schema")));
        let is_same = |c: &Change| {
            c.rule == RuleId::DialectChanged
                && c.scope.as_deref() == pair.scope
                && c.new_path == paths[1]
        };
        self.report.changes.retain(|change| !is_same(change));
        let [before, now] = paths;
        let message = format!(
            "the dialect of the tool's {role} schema was {}, is {} now: clients have to read {} only",
            a.name(),
            b.name(),
            a.name()
        );
        self.report_change(McpChange {
            rule: RuleId::ToolDialectChanged,
            scope: pair.scope,
            paths: (before, now),
            values: (Some(Value::from(a.uri())), Some(Value::from(b.uri()))),
            message,
        });
    }

    fn hint(&mut self, pair: &ToolPair, (a, b): Sides<&ToolDeclaration>, hint: Hint) {
        let (was, is) = (a.hint(hint), b.hint(hint));
        let key = hint.key();
        let written = |d: &ToolDeclaration| d.hints.get(&hint).copied().map(Value::from);
        if was == is && written(a) == written(b) {
            return;
        }
        let read_only = |d: &ToolDeclaration| d.hint(Hint::ReadOnly);
        // A read-only call neither destroys anything, nor matters if it is repeated.
        let is_of_writers = matches!(hint, Hint::Destructive | Hint::Idempotent);
        if is_of_writers && read_only(a) != read_only(b) {
            // One side gives no hint, so there are no two promises to compare. The change of
            // `readOnlyHint` itself is reported, and says whether a call may destroy data now.
            return;
        }
        let is_idle = is_of_writers && read_only(a);
        let (rule, message) = if was == is {
            let verb = if written(a).is_none() { "written out" } else { "left out" };
            (RuleId::ToolAnnotationChanged, format!("`{key}` is {verb} now: {is} is the default"))
        } else if is_idle {
            let message = format!("`{key}` changed without effect: the tool is read-only");
            (RuleId::ToolAnnotationChanged, message)
        } else {
            let default = |d: &ToolDeclaration| {
                if d.hints.contains_key(&hint) { "" } else { " (the default)" }
            };
            let change = format!("`{key}` was {was}{}, is {is}{} now", default(a), default(b));
            let more = match (hint, is, read_only(b), b.hint(Hint::Destructive)) {
                (Hint::ReadOnly, false, false, true) => ": a call may modify and destroy",
                (Hint::ReadOnly, false, ..) => ": a call may modify",
                _ => "",
            };
            (hint_rule(hint, is), format!("{change}{more}"))
        };
        let key = format!("annotations/{key}");
        self.report_change(McpChange {
            rule,
            scope: pair.scope,
            paths: places(pair.documents, (&a.item.pointer, &b.item.pointer), &key),
            values: (written(a), written(b)),
            message,
        });
    }

    fn task_support(&mut self, pair: &ToolPair, (a, b): Sides<&ToolDeclaration>) {
        use TaskSupport::{Forbidden, Optional, Required};
        let rule = match (a.task_support, b.task_support) {
            (Forbidden | Optional, Required) => RuleId::TaskSupportRequired,
            (Optional | Required, Forbidden) => RuleId::TaskSupportDropped,
            (Forbidden, Optional) => RuleId::TaskSupportAdded,
            (Required, Optional) => RuleId::TaskSupportBecameOptional,
            (Forbidden, Forbidden) | (Optional, Optional) | (Required, Required) => return,
        };
        let word = |d: &ToolDeclaration| d.task_support.as_str();
        let at = (&a.item.pointer, &b.item.pointer);
        self.report_change(McpChange {
            rule,
            scope: pair.scope,
            paths: places(pair.documents, at, "execution/taskSupport"),
            values: (Some(Value::from(word(a))), Some(Value::from(word(b)))),
            message: format!("`taskSupport` was {}, is {} now", word(a), word(b)),
        });
    }

    fn headers(&mut self, pair: &ToolPair, (a, b): Sides<&ToolDeclaration>) {
        let before = self.report.changes.len();
        let (was_sound, is_sound) = (a.headers.faults.is_empty(), b.headers.faults.is_empty());
        match (was_sound, is_sound) {
            (true, true) => self.sound_headers(pair, (a, b)),
            (true, false) => {
                for fault in &b.headers.faults {
                    let message = format!("`x-mcp-header` is not valid: {}", fault.reason);
                    let paths = (None, Some(fault.pointer.clone()));
                    self.header(RuleId::McpHeaderInvalid, pair, paths, message);
                }
            }
            (false, true) => {
                for fault in &a.headers.faults {
                    let message = format!("`x-mcp-header` is valid now; before, {}", fault.reason);
                    let paths = (Some(fault.pointer.clone()), None);
                    self.header(RuleId::McpHeaderRepaired, pair, paths, message);
                }
            }
            (false, false) => {}
        }
        // The keyword has its own rules here.
        if self.report.changes.len() > before {
            let is_header = |at: &Option<Pointer>| {
                at.as_ref().and_then(Pointer::last).is_some_and(|keyword| keyword == "x-mcp-header")
            };
            let is_replaced = |c: &Change| {
                c.rule == RuleId::ExtensionChanged
                    && c.scope.as_deref() == pair.scope
                    && (is_header(&c.old_path) || is_header(&c.new_path))
            };
            self.report.changes.retain(|c| !is_replaced(c));
        }
    }

    /// Parameter headers in both versions.
    fn sound_headers(&mut self, pair: &ToolPair, (a, b): Sides<&ToolDeclaration>) {
        let schema = |d: &ToolDeclaration| d.item.pointer.push("inputSchema");
        let has = |document: &Value, d: &ToolDeclaration, at: &Pointer| {
            document.pointer(schema(d).join(at).as_str()).is_some()
        };
        let mut places: Vec<&Pointer> =
            a.headers.names.keys().chain(b.headers.names.keys()).collect();
        places.sort();
        places.dedup();
        for at in places {
            let parameter = at.last().unwrap_or_default();
            let (rule, message) = match (a.headers.names.get(at), b.headers.names.get(at)) {
                (None, Some(name)) if has(pair.documents.0, a, at) => (
                    RuleId::McpHeaderAdded,
                    format!("`{parameter}` is repeated in the header `Mcp-Param-{name}` now"),
                ),
                (Some(name), None) if has(pair.documents.1, b, at) => (
                    RuleId::McpHeaderRemoved,
                    format!("`{parameter}` is no longer repeated in the header `Mcp-Param-{name}`"),
                ),
                (Some(x), Some(y)) if x != y && x.eq_ignore_ascii_case(y) => (
                    RuleId::McpHeaderSpelled,
                    format!(
                        "the header of `{parameter}` was spelled `Mcp-Param-{x}`, is spelled `Mcp-Param-{y}` now"
                    ),
                ),
                (Some(x), Some(y)) if x != y => (
                    RuleId::McpHeaderRenamed,
                    format!(
                        "the header of `{parameter}` was `Mcp-Param-{x}`, is `Mcp-Param-{y}` now"
                    ),
                ),
                _ => continue,
            };
            let path = |d: &ToolDeclaration, there: bool| {
                let at = schema(d).join(at);
                Some(if there { at.push("x-mcp-header") } else { at })
            };
            let paths = (
                path(a, a.headers.names.contains_key(at)),
                path(b, b.headers.names.contains_key(at)),
            );
            self.header(rule, pair, paths, message);
        }
    }

    fn header(
        &mut self,
        rule: RuleId,
        pair: &ToolPair,
        paths: Sides<Option<Pointer>>,
        message: String,
    ) {
        let value = |document: &Value, path: &Option<Pointer>| {
            let at = path.as_ref().filter(|at| at.last().as_deref() == Some("x-mcp-header"))?;
            document.pointer(at.as_str()).cloned()
        };
        let values = (value(pair.documents.0, &paths.0), value(pair.documents.1, &paths.1));
        self.report_change(McpChange { rule, scope: pair.scope, paths, values, message });
    }

    /// Before revision 2026-07-28, structured content was an object, and clients check that.
    fn structured_content(&mut self, pair: &ToolPair, server: Option<&McpServer>) {
        let (Some(a), Some(b)) = (&pair.old.declaration, &pair.new.declaration) else { return };
        let was_object = is_object_or_absent(pair.documents.0, a);
        let is_object = is_object_or_absent(pair.documents.1, b);
        let allowed = server.and_then(|s| s.speaks_since(ANY_STRUCTURED_CONTENT)) == Some(true);
        if !was_object || is_object || allowed {
            return;
        }
        let message = format!(
            "`outputSchema` is not of `type: object`: clients of revisions before {ANY_STRUCTURED_CONTENT} refuse the tool"
        );
        let at = (&a.item.pointer, &b.item.pointer);
        self.report_change(McpChange {
            rule: RuleId::StructuredContentNotObject,
            scope: pair.scope,
            paths: places(pair.documents, at, "outputSchema/type"),
            values: (None, None),
            message,
        });
    }
}

/// Renamed tools.
fn renamed_tools(old: &Contract, new: &Contract) -> BTreeMap<String, String> {
    fn only<'c>(mine: &'c Contract, other: &Contract) -> Vec<Named<'c>> {
        let lone = mine.tools.iter().filter(|(name, _)| !other.tools.contains_key(*name));
        lone.map(|(name, tool)| (name.as_str(), tool.description.as_deref())).collect()
    }
    renamed(&only(old, new), &only(new, old))
}

/// Whether the output schema itself has `type: object`, which clients look for, or there is none.
fn is_object_or_absent(document: &Value, declaration: &ToolDeclaration) -> bool {
    let at = declaration.item.pointer.push("outputSchema");
    let schema = document.pointer(at.as_str()).filter(|schema| !schema.is_null());
    schema.is_none_or(|schema| schema.get("type").and_then(Value::as_str) == Some("object"))
}

fn hint_rule(hint: Hint, is: bool) -> RuleId {
    match (hint, is) {
        (Hint::ReadOnly, false) => RuleId::ToolNoLongerReadOnly,
        (Hint::ReadOnly, true) => RuleId::ToolBecameReadOnly,
        (Hint::Destructive, true) => RuleId::ToolBecameDestructive,
        (Hint::Destructive, false) => RuleId::ToolNoLongerDestructive,
        (Hint::Idempotent, false) => RuleId::ToolNoLongerIdempotent,
        (Hint::Idempotent, true) => RuleId::ToolBecameIdempotent,
        (Hint::OpenWorld, true) => RuleId::ToolBecameOpenWorld,
        (Hint::OpenWorld, false) => RuleId::ToolBecameClosedWorld,
    }
}

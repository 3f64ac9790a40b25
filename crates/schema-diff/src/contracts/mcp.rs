//! Compares what MCP servers offer beside the schemas of their tools: prompts, resources, templates,
//! capabilities, addresses and the protocol revision.

use std::collections::{BTreeMap, BTreeSet};

use contract::McpServer;
use contract::mcp::{Item, ListKind, Prompt, PromptArgument, Resource};
use contract::{Contract, Pointer};
use serde_json::Value;

use super::Differ;
use super::renamed::{Named, renamed};
use crate::report::{ChangeRole, Proof};
use crate::rules::RuleId;

/// A value in both versions.
pub(super) type Sides<T> = (T, T);

/// The server of each version, if both are one, or list tools.
pub(super) fn servers<'c>(old: &'c Contract, new: &'c Contract) -> Option<Sides<&'c McpServer>> {
    let server = |c: &'c Contract| c.mcp.as_ref().filter(|_| c.kind.has_tools());
    Some((server(old)?, server(new)?))
}

/// A finding under construction.
pub(super) struct McpChange<'t> {
    pub(super) rule: RuleId,
    pub(super) scope: Option<&'t str>,
    pub(super) paths: Sides<Option<Pointer>>,
    pub(super) values: Sides<Option<Value>>,
    pub(super) message: String,
}

impl Differ<'_> {
    pub(super) fn server(&mut self, old: &Contract, new: &Contract) {
        let Some((a, b)) = servers(old, new) else { return };
        self.lists_that_are_left_out(old, new, (a, b));
        let both = |kind| a.lists.contains(&kind) && b.lists.contains(&kind);
        let documents = (old.document.value(), new.document.value());
        if both(ListKind::Prompts) {
            self.prompts(documents, (&a.prompts, &b.prompts));
        }
        for kind in [ListKind::Resources, ListKind::Templates] {
            if both(kind) {
                let all = |server: &McpServer| match kind {
                    ListKind::Templates => server.templates.clone(),
                    _ => server.resources.clone(),
                };
                self.resources(kind, documents, (&all(a), &all(b)));
            }
        }
        self.capabilities(old, (a, b));
        self.endpoints((a, b));
        self.protocol((a, b));
        if a.is_introduced() && b.is_introduced() {
            let texts = (&a.instructions, &b.instructions);
            self.described(None, "the server's `instructions`", texts.0, texts.1);
            self.others(None, "the server", documents, (None, None), (&a.others, &b.others));
        }
    }

    pub(super) fn report_change(&mut self, change: McpChange) {
        self.change_for_rule(
            change.rule,
            ChangeRole::Contract,
            change.scope,
            change.paths,
            change.values,
            change.message,
        );
    }

    /// A list whose items the new document doesn't hold: nothing is known of them.
    fn lists_that_are_left_out(
        &mut self,
        old: &Contract,
        new: &Contract,
        (a, b): Sides<&McpServer>,
    ) {
        for kind in ListKind::ALL {
            let (in_old, in_new) = (a.lists.contains(&kind), b.lists.contains(&kind));
            if in_old == in_new {
                continue;
            }
            let (has, lacks) = if in_old { (old, new) } else { (new, old) };
            let count = count(has, kind);
            if count == 0 {
                continue;
            }
            let (has, lacks) = (has.document.label(), lacks.document.label());
            let items =
                if count == 1 { kind.noun().to_owned() } else { format!("{}s", kind.noun()) };
            if in_new {
                let hint = format!(
                    "{lacks} has no list `{}`: nothing to compare the {count} {items} of {has} with",
                    kind.key()
                );
                self.report.hints.push(hint);
                continue;
            }
            let message = format!(
                "{lacks} has no list `{}`: the {count} {items} of {has} can't be compared",
                kind.key()
            );
            self.report_change(McpChange {
                rule: RuleId::ListNotCompared,
                scope: None,
                paths: (Pointer::parse(&format!("/{}", kind.key())), None),
                values: (None, None),
                message,
            });
            if let Some(change) = self.report.changes.last_mut() {
                change.proof = Proof::Unproven;
            }
        }
    }

    fn prompts(&mut self, documents: Sides<&Value>, (old, new): Sides<&BTreeMap<String, Prompt>>) {
        let renamed = renamed(&lone_prompts(old, new), &lone_prompts(new, old));
        for (before, now) in &renamed {
            let (a, b) = (&old[before], &new[now]);
            self.report_change(McpChange {
                rule: RuleId::PromptRenamed,
                scope: None,
                paths: (Some(a.item.pointer.clone()), Some(b.item.pointer.clone())),
                values: (Some(Value::from(before.as_str())), Some(Value::from(now.as_str()))),
                message: format!("the prompt `{before}` was renamed to `{now}`"),
            });
        }
        let kept = |prompts: &BTreeMap<String, Prompt>, is_renamed: &dyn Fn(&String) -> bool| {
            let all = prompts.iter().filter(|(name, _)| !is_renamed(name));
            all.map(|(name, prompt)| (name.clone(), prompt.clone())).collect::<BTreeMap<_, _>>()
        };
        let was = kept(old, &|name| renamed.contains_key(name));
        let new_names: BTreeSet<&String> = renamed.values().collect();
        let is = kept(new, &|name| new_names.contains(name));
        let item = |prompt: &Prompt| prompt.item.pointer.clone();
        self.come_and_gone(
            [RuleId::PromptRemoved, RuleId::PromptAdded],
            "prompt",
            (&was, &is),
            item,
        );
        for (name, a) in old {
            let Some(b) = new.get(renamed.get(name).unwrap_or(name)) else { continue };
            let scope = format!("prompt {name}");
            self.item(&scope, &format!("prompt `{name}`"), documents, (&a.item, &b.item));
            self.arguments(&scope, documents, (&a.arguments, &b.arguments));
        }
    }

    fn arguments(
        &mut self,
        scope: &str,
        documents: Sides<&Value>,
        (old, new): Sides<&BTreeMap<String, PromptArgument>>,
    ) {
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names {
            let (rule, what) = match (old.get(name), new.get(name)) {
                (Some(_), None) => (RuleId::PromptArgumentRemoved, "was removed"),
                (None, Some(b)) if b.required => {
                    (RuleId::RequiredPromptArgumentAdded, "was added and is required")
                }
                (None, Some(_)) => (RuleId::OptionalPromptArgumentAdded, "was added"),
                (Some(a), Some(b)) => {
                    let what = format!("argument `{name}`");
                    self.item(scope, &what, documents, (&a.item, &b.item));
                    match (a.required, b.required) {
                        (false, true) => (RuleId::PromptArgumentBecameRequired, "is required now"),
                        (true, false) => (RuleId::PromptArgumentBecameOptional, "is optional now"),
                        _ => continue,
                    }
                }
                (None, None) => continue,
            };
            let at = |side: &BTreeMap<String, PromptArgument>| {
                side.get(name).map(|argument| argument.item.pointer.clone())
            };
            let values = |side: &BTreeMap<String, PromptArgument>| {
                side.contains_key(name).then(|| Value::from(name.as_str()))
            };
            self.report_change(McpChange {
                rule,
                scope: Some(scope),
                paths: (at(old), at(new)),
                values: (values(old), values(new)),
                message: format!("the argument `{name}` {what}"),
            });
        }
    }

    fn resources(
        &mut self,
        kind: ListKind,
        documents: Sides<&Value>,
        (old, new): Sides<&BTreeMap<String, Resource>>,
    ) {
        let rules = match kind {
            ListKind::Templates => [RuleId::ResourceTemplateRemoved, RuleId::ResourceTemplateAdded],
            _ => [RuleId::ResourceRemoved, RuleId::ResourceAdded],
        };
        let item = |resource: &Resource| resource.item.pointer.clone();
        self.come_and_gone(rules, kind.noun(), (old, new), item);
        for (uri, a) in old {
            let Some(b) = new.get(uri) else { continue };
            let scope = format!("{} {uri}", kind.noun());
            self.item(&scope, &format!("{} `{uri}`", kind.noun()), documents, (&a.item, &b.item));
            if a.media_type == b.media_type {
                continue;
            }
            let word = |media: &Option<String>| {
                media.as_ref().map_or("not declared".to_owned(), |media| format!("`{media}`"))
            };
            let rule = match a.media_type {
                None => RuleId::ResourceMediaTypeAdded,
                Some(_) => RuleId::ResourceMediaTypeChanged,
            };
            let value = |media: &Option<String>| media.clone().map(Value::from);
            self.report_change(McpChange {
                rule,
                scope: Some(&scope),
                paths: places(documents, (&a.item.pointer, &b.item.pointer), "mimeType"),
                values: (value(&a.media_type), value(&b.media_type)),
                message: format!(
                    "the media type was {}, is {} now",
                    word(&a.media_type),
                    word(&b.media_type)
                ),
            });
        }
    }

    /// Items in one version only.
    fn come_and_gone<T>(
        &mut self,
        [removed, added]: [RuleId; 2],
        noun: &str,
        (old, new): Sides<&BTreeMap<String, T>>,
        at: impl Fn(&T) -> Pointer,
    ) {
        for (name, item) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
            self.report_change(McpChange {
                rule: removed,
                scope: None,
                paths: (Some(at(item)), None),
                values: (Some(Value::from(name.as_str())), None),
                message: format!("the {noun} `{name}` was removed"),
            });
        }
        for (name, item) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
            self.report_change(McpChange {
                rule: added,
                scope: None,
                paths: (None, Some(at(item))),
                values: (None, Some(Value::from(name.as_str()))),
                message: format!("the {noun} `{name}` was added"),
            });
        }
    }

    /// What people and models read of an item, and keys without a rule.
    fn item(
        &mut self,
        scope: &str,
        what: &str,
        documents: Sides<&Value>,
        (old, new): Sides<&Item>,
    ) {
        let at = (&old.pointer, &new.pointer);
        self.title(Some(scope), what, documents, (old, new));
        if old.description != new.description {
            let value = |item: &Item| item.description.clone().map(Value::from);
            self.report_change(McpChange {
                rule: RuleId::ContractDescriptionChanged,
                scope: Some(scope),
                paths: places(documents, at, "description"),
                values: (value(old), value(new)),
                message: format!("the description of the {what} changed"),
            });
        }
        let pointers = (Some(at.0), Some(at.1));
        self.others(Some(scope), what, documents, pointers, (&old.others, &new.others));
    }

    pub(super) fn title(
        &mut self,
        scope: Option<&str>,
        what: &str,
        documents: Sides<&Value>,
        (old, new): Sides<&Item>,
    ) {
        if old.title == new.title {
            return;
        }
        let value = |item: &Item| item.title.clone().map(Value::from);
        let verb = match (&old.title, &new.title) {
            (None, _) => "was added",
            (_, None) => "was removed",
            _ => "changed",
        };
        self.report_change(McpChange {
            rule: RuleId::TitleChanged,
            scope,
            paths: places(documents, (&old.pointer, &new.pointer), "title"),
            values: (value(old), value(new)),
            message: format!("the title of the {what} {verb}"),
        });
    }

    /// Keys without a rule: clients may read them.
    pub(super) fn others(
        &mut self,
        scope: Option<&str>,
        what: &str,
        documents: Sides<&Value>,
        at: Sides<Option<&Pointer>>,
        (old, new): Sides<&BTreeMap<String, Value>>,
    ) {
        let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for key in keys {
            let (a, b) = (old.get(key), new.get(key));
            let same = match (a, b) {
                (Some(a), Some(b)) => contract::value::equal(a, b),
                _ => a.is_none() && b.is_none(),
            };
            if same {
                continue;
            }
            let root = Pointer::root();
            let at = (at.0.unwrap_or(&root), at.1.unwrap_or(&root));
            let what = what.strip_prefix("the ").unwrap_or(what);
            let shown = key.replace('/', ".");
            let verb = match (a, b) {
                (None, _) => "was added",
                (_, None) => "was removed",
                _ => "changed",
            };
            self.report_change(McpChange {
                rule: RuleId::ServerFieldChanged,
                scope,
                paths: places(documents, at, key),
                values: (a.cloned(), b.cloned()),
                message: format!("`{shown}` of the {what} {verb}"),
            });
        }
    }

    fn capabilities(&mut self, contract: &Contract, (old, new): Sides<&McpServer>) {
        let (Some(a), Some(b)) = (&old.capabilities, &new.capabilities) else { return };
        let is_gone_unused = |name: &&String| !b.contains(*name) && is_unused(contract, old, name);
        let unused: BTreeSet<String> = a.iter().filter(is_gone_unused).cloned().collect();
        let others: BTreeSet<String> = a.difference(&unused).cloned().collect();
        let (place, noun, added) = ("/capabilities", "capability", RuleId::ServerCapabilityAdded);
        let none = BTreeSet::new();
        self.top_level([RuleId::UnusedCapabilityRemoved, added], noun, place, (&unused, &none));
        self.top_level([RuleId::ServerCapabilityRemoved, added], noun, place, (&others, b));
    }

    fn endpoints(&mut self, (old, new): Sides<&McpServer>) {
        let rules = [RuleId::ServerEndpointRemoved, RuleId::ServerEndpointAdded];
        self.top_level(rules, "address", "/remotes", (&old.endpoints, &new.endpoints));
    }

    fn top_level(
        &mut self,
        rules: [RuleId; 2],
        noun: &str,
        place: &str,
        (old, new): Sides<&BTreeSet<String>>,
    ) {
        let map = |set: &BTreeSet<String>| -> BTreeMap<String, ()> {
            set.iter().map(|name| (name.clone(), ())).collect()
        };
        let at = |(): &()| Pointer::parse(place).unwrap_or_default();
        self.come_and_gone(rules, noun, (&map(old), &map(new)), at);
    }

    fn protocol(&mut self, (old, new): Sides<&McpServer>) {
        let (Some(a), Some(b)) = (&old.protocol_version, &new.protocol_version) else { return };
        let rule = match b.cmp(a) {
            std::cmp::Ordering::Less => RuleId::ProtocolVersionLowered,
            std::cmp::Ordering::Greater => RuleId::ProtocolVersionRaised,
            std::cmp::Ordering::Equal => return,
        };
        let at = Pointer::parse("/protocolVersion");
        self.report_change(McpChange {
            rule,
            scope: None,
            paths: (at.clone(), at),
            values: (Some(Value::from(a.as_str())), Some(Value::from(b.as_str()))),
            message: format!("the server spoke revision {a} of the protocol, speaks {b} now"),
        });
    }
}

/// The prompts in one version only.
fn lone_prompts<'p>(
    mine: &'p BTreeMap<String, Prompt>,
    other: &BTreeMap<String, Prompt>,
) -> Vec<Named<'p>> {
    let lone = mine.iter().filter(|(name, _)| !other.contains_key(*name));
    lone.map(|(name, prompt)| (name.as_str(), prompt.item.description.as_deref())).collect()
}

/// Whether a capability belongs to lists that were all reported, and are empty.
fn is_unused(contract: &Contract, server: &McpServer, capability: &str) -> bool {
    let of = capability.split('.').next().unwrap_or_default();
    let mut lists = ListKind::ALL.into_iter().filter(|kind| kind.capability() == of).peekable();
    lists.peek().is_some()
        && lists.all(|kind| server.lists.contains(&kind) && count(contract, kind) == 0)
}

fn count(contract: &Contract, kind: ListKind) -> usize {
    let server = contract.mcp.as_ref();
    match kind {
        ListKind::Tools => contract.tools.len(),
        ListKind::Prompts => server.map_or(0, |s| s.prompts.len()),
        ListKind::Resources => server.map_or(0, |s| s.resources.len()),
        ListKind::Templates => server.map_or(0, |s| s.templates.len()),
    }
}

/// The place of a key in both versions, or of its nearest existing parent.
pub(super) fn places(
    documents: Sides<&Value>,
    at: Sides<&Pointer>,
    key: &str,
) -> Sides<Option<Pointer>> {
    let nearest = |document: &Value, at: &Pointer| {
        let mut found = at.clone();
        for token in key.split('/') {
            let below = found.push(token);
            if document.pointer(below.as_str()).is_none() {
                break;
            }
            found = below;
        }
        Some(found)
    };
    (nearest(documents.0, at.0), nearest(documents.1, at.1))
}

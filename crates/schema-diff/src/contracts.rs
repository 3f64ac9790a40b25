//! Compares two contracts: schemas by role and tool, and the declarations around them.

mod definitions;
mod kind;
mod mcp;
mod renamed;
mod repeated;
mod skill;
mod tool;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use containment::{Options, Side, Verdict};
use contract::McpServer;
use contract::mcp::ListKind;
use contract::{Bump, Contract, Pointer, Role, Schema, SourceKind};
use serde_json::{Value, json};

use crate::compare::{Comparison, RoleChoice, compare};
use crate::migration::Migration;
use crate::policy::{Basis, Policy};
use crate::report::{Change, ChangeRole, Proof, ReleasedWith, Report, Witness};
use crate::rules::RuleId;
use tool::ToolPair;

/// The engines of a runner (docs/seed-coverage.md, "Skill package validation schema"): the meaning of a missing
/// `engines`.
pub const ENGINES: [&str; 4] = ["codex", "gemini", "iflow", "opencode"];

/// The options of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The role of a plain schema; `None`: by its name, else both.
    pub role: Option<RoleChoice>,
    /// For a contract with several roles, only this one.
    pub only: Option<Role>,
    /// Whether to compare definition by definition; `None`: all if the roots only hold definitions, else
    /// the unused ones.
    pub definitions: Option<bool>,
    /// Levels.
    pub policy: Policy,
    /// Formats and deadline.
    pub options: Options,
}

/// The factor for a contract of many definitions or tools on the JSON values that attribution may read for one pair of
/// schemas.
const PARTS_AT_MOST: usize = 4;

/// Compares two contracts.
#[must_use]
pub fn diff(old: &Contract, new: &Contract, settings: &Settings) -> Report {
    let (old, new) = (&wrap_single_tool(old, new), &wrap_single_tool(new, old));
    let attribution_values = PARTS_AT_MOST * settings.options.attribution_values;
    let mut differ = Differ { settings, report: Report::default(), attribution_values };
    match (&old.plain, &new.plain) {
        (Some(a), Some(b)) => differ.plain(old, new, a, b),
        _ => {
            let (a, b) = differ.by_role(old, new);
            for role in Role::ALL {
                differ.role(a.get(&role), b.get(&role), role, None);
            }
        }
    }
    differ.tools(old, new);
    differ.lone_tools(old, new);
    differ.server(old, new);
    differ.surroundings(old, new);
    differ.kind(old, new);
    differ.declared_version(old, new);
    differ.version(old, new);
    differ.misspelled_keys(new);
    differ.repeated_names(new);
    crate::declared::place(&mut differ.report, old, new);
    differ.report.sort();
    differ.report
}

/// A single tool is one of a list, if the other side has a list.
fn wrap_single_tool<'c>(contract: &'c Contract, other: &Contract) -> Cow<'c, Contract> {
    let alone = |c: &Contract| c.mcp.as_ref().is_some_and(|server| server.lone_tool.is_some());
    if !alone(contract) || !other.kind.has_tools() || alone(other) {
        return Cow::Borrowed(contract);
    }
    let mut list = contract.clone();
    list.schemas.clear();
    if let Some(server) = &mut list.mcp {
        server.lists.insert(ListKind::Tools);
        let alone = server.lone_tool.take();
        list.tools.extend(alone.map(|tool| (list.name.clone(), *tool)));
    }
    Cow::Owned(list)
}

struct Differ<'a> {
    settings: &'a Settings,
    report: Report,
    /// The rest of [`Options::attribution_values`] for all schemas of both contracts.
    attribution_values: usize,
}

impl Differ<'_> {
    /// Compares two schemas; returns the migration of old inputs.
    fn schemas(
        &mut self,
        old: &Schema,
        new: &Schema,
        choice: RoleChoice,
        scope: Option<&str>,
    ) -> Option<Migration> {
        let mut options = self.settings.options.clone();
        // No part uses up what the others need.
        options.attribution_values = options.attribution_values.min(self.attribution_values / 2);
        let Comparison { mut row, changes, migration, attribution_values } =
            compare(old, new, choice, &self.settings.policy, &options);
        self.attribution_values = self.attribution_values.saturating_sub(attribution_values);
        row.scope = scope.map(str::to_owned);
        self.report.roles.push(row);
        for mut change in changes {
            change.scope = scope.map(str::to_owned);
            if let (Some(name), Some(how)) = (scope, &change.rewritten) {
                let name = format!("`{}`", contract::text::safe(name));
                change.message = crate::walk::rewrite_message(&name, how);
            }
            self.report.changes.push(change);
        }
        migration
    }

    /// The role of a plain schema, if its file name or title gives one.
    fn guess(&mut self, old: &Contract, new: &Contract) -> RoleChoice {
        let says = |contract: &Contract| role_by_name(contract.document.label());
        match (says(old), says(new)) {
            (Some(a), Some(b)) if a == b => {
                self.report
                    .hints
                    .push(format!("compared as {a}, by the file's name; say --role to choose"));
                RoleChoice::One(a)
            }
            _ => RoleChoice::Both,
        }
    }

    /// The schemas by role; a plain schema on one side gets the roles of the other.
    fn by_role(
        &self,
        old: &Contract,
        new: &Contract,
    ) -> (BTreeMap<Role, Schema>, BTreeMap<Role, Schema>) {
        let roles: BTreeSet<Role> = old.schemas.keys().chain(new.schemas.keys()).copied().collect();
        let of = |contract: &Contract| -> BTreeMap<Role, Schema> {
            let chosen = |role: &Role| self.settings.only.is_none_or(|only| only == *role);
            let schema = |role: &Role| Some((*role, contract.schema(*role)?.clone()));
            roles.iter().filter(|r| chosen(r)).filter_map(schema).collect()
        };
        (of(old), of(new))
    }

    fn role(
        &mut self,
        old: Option<&Schema>,
        new: Option<&Schema>,
        role: Role,
        scope: Option<&str>,
    ) {
        let everything = |other: &Schema| {
            let value = json!({"$schema": other.draft(other.root()).uri()});
            let document = contract::Document::from_value("nothing", value);
            Schema::read(&document, &contract::NoFiles).ok()
        };
        let place = |s: &Schema| s.node(s.root()).pointer.clone();
        let (a, b, rule, paths) = match (old, new) {
            (None, None) => return,
            (Some(a), Some(b)) => {
                let migration = self.schemas(a, b, RoleChoice::One(role), scope);
                // Migrations are for inputs; configuration is not sent as a document.
                match (migration.filter(|_| role == Role::Input), scope) {
                    (Some(plan), None) => self.report.migration = Some(plan),
                    (Some(plan), Some(tool)) => {
                        self.report.tool_migrations.push((tool.to_owned(), plan));
                    }
                    (None, _) => {}
                }
                return;
            }
            (None, Some(b)) => {
                (everything(b), Some(b.clone()), RuleId::RoleSchemaAdded, (None, Some(place(b))))
            }
            (Some(a), None) => {
                (Some(a.clone()), everything(a), RuleId::RoleSchemaRemoved, (Some(place(a)), None))
            }
        };
        let (Some(a), Some(b)) = (a, b) else { return };
        let options = &self.settings.options;
        let Comparison { mut row, .. } =
            compare(&a, &b, RoleChoice::One(role), &self.settings.policy, options);
        row.scope = scope.map(str::to_owned);
        let (verdict, side) = if old.is_none() {
            (row.relation.backward.clone(), Side::Old)
        } else {
            (row.relation.forward.clone(), Side::New)
        };
        self.report.roles.push(row);
        let message = match (scope, old.is_none()) {
            (Some(_), true) => format!("the {role} of the tool has a schema now"),
            (Some(_), false) => format!("the {role} of the tool has no schema any more"),
            (None, true) => format!("the {role} got its schema"),
            (None, false) => format!("the {role} lost its schema"),
        };
        let mut change = change_for_rule(
            &self.settings.policy,
            rule,
            role.into(),
            scope,
            paths,
            (None, None),
            message,
        );
        (change.level, change.proof, change.witness) =
            self.level_of_role(rule, role, verdict, side);
        self.report.changes.push(change);
    }

    /// The level of a role with a schema on one side only, by a document that the schema rejects.
    fn level_of_role(
        &self,
        id: RuleId,
        role: Role,
        verdict: Verdict,
        side: Side,
    ) -> (Bump, Proof, Option<Witness>) {
        let set = self.settings.policy.set(id, role == Role::Output);
        let document = match verdict {
            // The schema accepts everything, so nothing depends on it.
            Verdict::Holds => return (set.unwrap_or(Bump::Patch), Proof::Proved, None),
            Verdict::Unknown { .. } => return (set.unwrap_or(Bump::Major), Proof::Unproven, None),
            Verdict::Refuted(document) => document,
        };
        let is_breaking = (role == Role::Output) == (side == Side::New);
        let shown = if is_breaking { Bump::Major } else { Bump::Minor };
        let rule = id.rule();
        let is_tabled = self.settings.policy.basis == Basis::Contract && rule.policy.is_some();
        let tabled = is_tabled.then(|| rule.level(role));
        let level = set.or(tabled).unwrap_or(shown);
        let proof = if level > shown { Proof::Policy } else { Proof::Witness };
        (level, proof, Some(Witness { document, accepted_by: side }))
    }

    fn tools(&mut self, old: &Contract, new: &Contract) {
        let servers = mcp::servers(old, new);
        let lists = |server: &McpServer| server.lists.contains(&ListKind::Tools);
        if servers.is_some_and(|(a, b)| lists(a) != lists(b)) {
            return;
        }
        let renamed = match servers {
            Some(_) => self.listed_tools(old, new),
            None => {
                let names = |c: &Contract| c.tools.keys().cloned().collect();
                let rules = [RuleId::ToolRemoved, RuleId::ToolAdded, RuleId::ToolSwapped];
                self.swaps(&names(old), &names(new), rules, "tool");
                BTreeMap::new()
            }
        };
        let required = |c: &Contract| c.effective.servers.clone();
        self.swaps(
            &required(old),
            &required(new),
            [RuleId::ToolRemoved, RuleId::ToolAdded, RuleId::ToolSwapped],
            "MCP server",
        );
        let before = self.report.changes.len();
        for (old_name, a) in &old.tools {
            let name = renamed.get(old_name).unwrap_or(old_name);
            let Some(b) = new.tools.get(name) else { continue };
            let documents = (old.document.value(), new.document.value());
            let server = servers.map(|(_, new)| new);
            self.tool_pair(&ToolPair { scope: Some(name), old: a, new: b, documents }, server);
        }
        if servers.is_some_and(|(a, b)| a.is_lock || b.is_lock) {
            // A lock has sorted properties.
            let mut at = 0;
            self.report.changes.retain(|change| {
                at += 1;
                at <= before || change.rule != RuleId::OrderChanged
            });
        }
    }

    /// Sets of names: removed and added ones; one for one is a replacement.
    fn swaps(
        &mut self,
        old: &BTreeSet<String>,
        new: &BTreeSet<String>,
        rules: [RuleId; 3],
        what: &str,
    ) {
        let gone: Vec<&String> = old.difference(new).collect();
        let come: Vec<&String> = new.difference(old).collect();
        let swaps = gone.len().min(come.len());
        for (a, b) in gone.iter().zip(&come) {
            let message = format!("the {what} `{a}` was replaced by `{b}`");
            self.named(rules[2], Some(a), Some(b), message);
        }
        for name in &gone[swaps..] {
            let message = format!("the {what} `{name}` was removed");
            self.named(rules[0], Some(name), None, message);
        }
        for name in &come[swaps..] {
            let message = format!("the {what} `{name}` was added");
            self.named(rules[1], None, Some(name), message);
        }
    }

    fn surroundings(&mut self, old: &Contract, new: &Contract) {
        let declares = |c: &Contract| c.kind == SourceKind::Package;
        if declares(old) || declares(new) {
            let engines = |c: &Contract| c.effective.engines(&ENGINES);
            self.sets(
                &engines(old),
                &engines(new),
                [RuleId::EngineRemoved, RuleId::EngineAdded],
                "engine",
            );
            let modes = |c: &Contract| c.effective.modes.clone();
            self.sets(
                &modes(old),
                &modes(new),
                [RuleId::ModeRemoved, RuleId::ModeAdded],
                "execution mode",
            );
            // Only interactive runs have attempts.
            let interactive = |c: &Contract| {
                c.effective.modes.is_empty() || c.effective.modes.contains("interactive")
            };
            if interactive(old) && interactive(new) {
                self.attempts(old.effective.max_attempt, new.effective.max_attempt);
            }
        }
        let checks = |c: &Contract| -> BTreeSet<String> {
            let all = c.pre_checks.iter().chain(&c.post_checks);
            all.map(|c| format!("{}: {}", c.description, c.validation)).collect()
        };
        self.sets(&checks(old), &checks(new), [RuleId::CheckRemoved, RuleId::CheckAdded], "check");
        self.names_and_descriptions(old, new);
        self.caching(old, new);
    }

    fn sets(
        &mut self,
        old: &BTreeSet<String>,
        new: &BTreeSet<String>,
        rules: [RuleId; 2],
        what: &str,
    ) {
        for name in old.difference(new) {
            let message = format!("the {what} `{name}` is gone");
            self.named(rules[0], Some(name), None, message);
        }
        for name in new.difference(old) {
            let message = format!("the {what} `{name}` was added");
            self.named(rules[1], None, Some(name), message);
        }
    }

    /// A named part outside of the schemas: its old and new name.
    fn named(&mut self, id: RuleId, old: Option<&String>, new: Option<&String>, message: String) {
        let values = (old.map(|name| json!(name)), new.map(|name| json!(name)));
        self.change_for_rule(id, ChangeRole::Contract, None, (None, None), values, message);
    }

    fn described(
        &mut self,
        scope: Option<&str>,
        what: &str,
        old: &Option<String>,
        new: &Option<String>,
    ) {
        if old != new {
            let value = |d: &Option<String>| d.clone().map(Value::from);
            let message = format!("{what} changed");
            let values = (value(old), value(new));
            let id = RuleId::ContractDescriptionChanged;
            self.change_for_rule(id, ChangeRole::Contract, scope, (None, None), values, message);
        }
    }

    /// Without `max_attempt` there is no limit.
    fn attempts(&mut self, old: Option<u64>, new: Option<u64>) {
        let limit = |n: Option<u64>| n.unwrap_or(u64::MAX);
        let rule = match limit(new).cmp(&limit(old)) {
            std::cmp::Ordering::Less => RuleId::MaxAttemptLowered,
            std::cmp::Ordering::Greater => RuleId::MaxAttemptRaised,
            std::cmp::Ordering::Equal => return,
        };
        let in_words = |n: Option<u64>| n.map_or("without limit".to_owned(), |n| n.to_string());
        let message = format!("`max_attempt` was {}, is {} now", in_words(old), in_words(new));
        let at = |n: Option<u64>| n.map(|_| Pointer::root().push("max_attempt"));
        self.change_for_rule(
            rule,
            ChangeRole::Contract,
            None,
            (at(old), at(new)),
            (old.map(Value::from), new.map(Value::from)),
            message,
        );
    }

    /// A finding without a witness: its level is the rule's.
    fn change_for_rule(
        &mut self,
        id: RuleId,
        role: ChangeRole,
        scope: Option<&str>,
        paths: (Option<Pointer>, Option<Pointer>),
        values: (Option<Value>, Option<Value>),
        message: String,
    ) {
        self.report.changes.push(change_for_rule(
            &self.settings.policy,
            id,
            role,
            scope,
            paths,
            values,
            message,
        ));
    }
}

/// A finding outside of the schemas.
pub fn change_for_rule(
    policy: &Policy,
    id: RuleId,
    role: ChangeRole,
    scope: Option<&str>,
    paths: (Option<Pointer>, Option<Pointer>),
    values: (Option<Value>, Option<Value>),
    message: String,
) -> Change {
    let rule = id.rule();
    let output = role == ChangeRole::Output;
    let tabled = if output { rule.output } else { rule.input };
    let level = policy.set(id, output).unwrap_or(tabled);
    Change {
        rule: id,
        level,
        role,
        scope: scope.map(str::to_owned),
        proof: if level > Bump::Patch { Proof::Policy } else { Proof::Proved },
        old_path: paths.0,
        new_path: paths.1,
        old_file: None,
        new_file: None,
        old: values.0,
        new: values.1,
        message: contract::text::safe(&message),
        witness: None,
        note: None,
        instead: rule.instead(),
        uncompared: None,
        rewritten: None,
        is_factored_out: false,
        released_with: ReleasedWith::Itself,
        setting: None,
        ignored: None,
    }
}

/// The role in the name of a plain schema's file.
#[must_use]
pub fn role_by_name(label: &str) -> Option<Role> {
    let label = label.to_lowercase();
    let file = label.rsplit(['/', ':']).next().unwrap_or_default();
    let words: Vec<&str> = file.split(['.', '-', '_']).collect();
    let named = |word: &str| words.contains(&word);
    match (named("input") || named("parameter"), named("output")) {
        (true, false) => Some(Role::Input),
        (false, true) => Some(Role::Output),
        _ => None,
    }
}

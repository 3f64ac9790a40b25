//! Compares plain schemas definition by definition: files of definitions, and unused definitions. Other
//! files may refer to them, so a change in one counts as in a schema.

use std::collections::{BTreeMap, BTreeSet};

use containment::{Relation, Verdict};
use contract::{Bump, Contract, Schema};
use serde_json::Value;

use super::Differ;
use crate::compare::{RoleChoice, compare};
use crate::definitions::{self, UnusedDefinition};
use crate::deprecation::announced_removal;
use crate::followers::followers;
use crate::report::{Change, RoleRow};
use crate::rules::RuleId;

impl Differ<'_> {
    pub(super) fn plain(&mut self, old: &Contract, new: &Contract, a: &Schema, b: &Schema) {
        let choice = self.settings.role.unwrap_or_else(|| self.guess(old, new));
        self.compare_by_definition(a, b, choice);
        self.anchors(a, b, choice);
    }

    fn compare_by_definition(&mut self, a: &Schema, b: &Schema, choice: RoleChoice) {
        let libraries = definitions::is_library(a) && definitions::is_library(b);
        let not_chosen = self.settings.definitions.is_none();
        if !self.settings.definitions.unwrap_or(libraries) {
            self.report.migration = self.schemas(a, b, choice, None);
            if not_chosen {
                self.definitions_out_of_use(a, b, choice);
            }
            return;
        }
        if not_chosen {
            let hint = "both roots accept every document and only hold definitions: compared definition by definition (as with --definitions)";
            self.report.hints.push(hint.to_owned());
        }
        // Other parts of the roots are only read by people, because they accept every document.
        let root = compare(a, b, choice, &self.settings.policy, &self.settings.options);
        let is_about_root = |c: &Change| {
            !matches!(
                c.rule,
                RuleId::DefinitionAdded
                    | RuleId::DefinitionChanged
                    | RuleId::DefinitionRemoved
                    | RuleId::EquivalentRewrite
            )
        };
        self.report.changes.extend(root.changes.into_iter().filter(is_about_root));
        let (before, now) = (definitions::all(a), definitions::all(b));
        let names: BTreeMap<&String, &Schema> = now.iter().map(|(name, one)| (name, one)).collect();
        let renamed = renamed(&before, &now);
        let followers = followers((a, &before), (b, &now));
        for (name, schema) in &before {
            match names.get(name) {
                Some(_) if followers.of_changed.contains(name) => {}
                Some(_) if followers.unchanged.contains(name) => {
                    let relation = Relation { backward: Verdict::Holds, forward: Verdict::Holds };
                    let (role, scope) = (choice.of_changes(), Some(name.clone()));
                    self.report.roles.push(RoleRow { role, scope, relation });
                }
                Some(other)
                    if definitions::is_group(schema, schema.root())
                        && definitions::is_group(other, other.root()) => {}
                Some(other) => {
                    let before = self.report.changes.len();
                    self.schemas(&schema.alone(), &other.alone(), choice, Some(name));
                    self.drop_inherited_dialect(before, (a, schema), (b, other));
                }
                None => match renamed.get(name) {
                    Some(to) => self.renamed_definition(choice, (name, schema), (to, names[to])),
                    None => self.lone((RuleId::DefinitionRemoved, "removed"), choice, name, schema),
                },
            }
        }
        if !followers.of_changed.is_empty() {
            self.report.hints.push(format!(
                "{} definitions have the same text and refer to changed ones: not compared one by one, as the changes \
                 are reported under the changed definitions",
                followers.of_changed.len()
            ));
        }
        let former: BTreeSet<&String> = before.iter().map(|(name, _)| name).collect();
        for (name, schema) in &now {
            if !former.contains(name) && !renamed.values().any(|to| *to == name) {
                self.lone((RuleId::DefinitionAdded, "added"), choice, name, schema);
            }
        }
        let compared: BTreeSet<_> = now.iter().map(|(_, schema)| schema.root()).collect();
        let mut nested = definitions::changed_unused(a, b);
        nested.retain(|one| !compared.contains(&one.new.root()));
        self.unused_definitions(nested, choice);
        self.groups(a, b, choice);
        dedup_changes(&mut self.report.changes);
    }

    /// A changed dialect belongs to the file: the root's comparison reports it, and a definition only if it has
    /// another one, or if documents show it.
    fn drop_inherited_dialect(
        &mut self,
        from: usize,
        (old_root, old): (&Schema, &Schema),
        (new_root, new): (&Schema, &Schema),
    ) {
        let inherits =
            |root: &Schema, one: &Schema| root.draft(root.root()) == one.draft(one.root());
        if inherits(old_root, old) && inherits(new_root, new) {
            let mut at = 0;
            self.report.changes.retain(|change| {
                at += 1;
                at <= from || change.rule != RuleId::DialectChanged || change.level > Bump::Patch
            });
        }
    }

    /// Definitions that were added to or removed from a group.
    fn groups(&mut self, old: &Schema, new: &Schema, choice: RoleChoice) {
        for (name, schema) in definitions::removed_below(old, new) {
            self.lone((RuleId::DefinitionRemoved, "removed"), choice, &name, &schema);
        }
        for (name, schema) in definitions::added_to_groups(old, new) {
            self.lone((RuleId::DefinitionAdded, "added"), choice, &name, &schema);
        }
    }

    /// Compares the unused definitions, because other files may refer to them.
    fn definitions_out_of_use(&mut self, old: &Schema, new: &Schema, choice: RoleChoice) {
        self.unused_definitions(definitions::changed_unused(old, new), choice);
        self.groups(old, new, choice);
    }

    /// Unused definitions that changed: their findings replace the one that only says that they changed.
    fn unused_definitions(&mut self, changed: Vec<UnusedDefinition>, choice: RoleChoice) {
        if changed.is_empty() {
            return;
        }
        let at = |schema: &Schema| Some(schema.node(schema.root()).pointer.clone());
        let places: BTreeSet<_> = changed.iter().map(|one| at(&one.new)).collect();
        let is_replaced =
            |c: &Change| c.rule == RuleId::DefinitionChanged && places.contains(&c.new_path);
        self.report.changes.retain(|change| !is_replaced(change));
        let changed: Vec<UnusedDefinition> =
            changed.into_iter().filter(|one| !one.is_group()).collect();
        for UnusedDefinition { name, old, new } in &changed {
            self.schemas(&old.alone(), &new.alone(), choice, Some(name));
        }
        if changed.is_empty() {
            return;
        }
        let names: Vec<String> = changed.iter().map(|one| format!("`{}`", one.name)).collect();
        self.report.hints.push(format!(
            "nothing in this schema uses {}: compared on their own, as other files may refer to them",
            listed(&names)
        ));
        dedup_changes(&mut self.report.changes);
    }

    /// Unused anchors: removed ones, and the targets of others.
    fn anchors(&mut self, old: &Schema, new: &Schema, choice: RoleChoice) {
        let now = definitions::anchors(new);
        let (used, used_now) = (definitions::used_anchors(old), definitions::used_anchors(new));
        for (name, before) in definitions::anchors(old) {
            let at = old.node(before).pointer.clone();
            match now.get(&name) {
                None if used.contains(&name) => {}
                None => {
                    let keyword = Some(at.push("$anchor"));
                    let is_it = |c: &Change| c.rule == RuleId::IdChanged && c.old_path == keyword;
                    self.report.changes.retain(|change| !is_it(change));
                    let message = format!("the anchor `{name}` was removed; nothing here uses it");
                    let values = (Some(Value::from(name.clone())), None);
                    let word = choice.of_changes();
                    self.change_for_rule(
                        RuleId::AnchorRemoved,
                        word,
                        None,
                        (keyword, None),
                        values,
                        message,
                    );
                }
                Some(after) if new.node(*after).pointer == at => {}
                Some(_) if used.contains(&name) && used_now.contains(&name) => {}
                Some(after) => {
                    let (old, new) = (old.at(before).alone(), new.at(*after).alone());
                    self.schemas(&old, &new, choice, Some(&name));
                }
            }
        }
    }

    /// A definition that others find under a new name only.
    fn renamed_definition(
        &mut self,
        choice: RoleChoice,
        (name, old): (&str, &Schema),
        (to, new): (&str, &Schema),
    ) {
        let at = |schema: &Schema| Some(schema.node(schema.root()).pointer.clone());
        let message = format!("the definition `{name}` was renamed to `{to}`");
        let (paths, role) = ((at(old), at(new)), choice.of_changes());
        let rule = RuleId::DefinitionRemoved;
        self.change_for_rule(rule, role, Some(name), paths, (None, None), message);
    }

    /// A definition that only one side has.
    fn lone(
        &mut self,
        (id, verb): (RuleId, &str),
        choice: RoleChoice,
        name: &str,
        schema: &Schema,
    ) {
        let at = Some(schema.node(schema.root()).pointer.clone());
        let paths = if verb == "added" { (None, at) } else { (at, None) };
        let mut message = format!("the definition `{name}` was {verb}");
        let source = schema.source_at(schema.root());
        let announced = announced_removal(id, source, self.settings.policy.today);
        let id = announced.map_or(id, |(announced, remark)| {
            message.push_str(&format!("; {remark}"));
            announced
        });
        self.change_for_rule(id, choice.of_changes(), Some(name), paths, (None, None), message);
    }
}

/// The new names of definitions whose text stands under another name now, as that of no other one does. A plain type says too
/// little to know it by.
fn renamed<'d>(
    before: &'d [(String, Schema)],
    now: &'d [(String, Schema)],
) -> BTreeMap<&'d String, &'d String> {
    let text = |schema: &Schema| {
        let source = schema.source_at(schema.root());
        let tells = ["properties", "description"].iter().any(|word| source.get(*word).is_some());
        tells.then(|| source.to_string())
    };
    let alone = |of: &'d [(String, Schema)], others: &[(String, Schema)]| {
        let others: BTreeSet<&String> = others.iter().map(|(name, _)| name).collect();
        let mut by_text: BTreeMap<String, Option<&'d String>> = BTreeMap::new();
        for (name, schema) in of.iter().filter(|(name, _)| !others.contains(name)) {
            if let Some(text) = text(schema) {
                by_text.entry(text).and_modify(|only| *only = None).or_insert(Some(name));
            }
        }
        by_text
    };
    let come = alone(now, before);
    let gone = alone(before, now).into_iter();
    gone.filter_map(|(text, name)| Some((name?, (*come.get(&text)?)?))).collect()
}

/// The first names, and the number of others.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let first = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => first,
        more => format!("{first} and {more} more definitions"),
    }
}

/// A referenced definition is compared in each of its users: a change in it is reported once, with its
/// highest level, and preferably in its own definition.
fn dedup_changes(changes: &mut Vec<Change>) {
    let key = |c: &Change| {
        let values = format!("{:?}{:?}", c.old, c.new);
        let files = (c.old_file.clone(), c.new_file.clone());
        (c.rule, c.old_path.clone(), c.new_path.clone(), files, values)
    };
    let at_home = |c: &Change| {
        let path = c.new_path.as_ref().or(c.old_path.as_ref());
        path.and_then(|p| p.tokens().get(1).cloned()) == c.scope
    };
    let weight = |c: &Change| (c.level, c.witness.is_some(), at_home(c));
    let mut best: BTreeMap<_, usize> = BTreeMap::new();
    for (at, change) in changes.iter().enumerate() {
        let slot = best.entry(key(change)).or_insert(at);
        if weight(change) > weight(&changes[*slot]) {
            *slot = at;
        }
    }
    let kept: BTreeSet<usize> = best.into_values().collect();
    let mut at = 0;
    changes.retain(|_| {
        at += 1;
        kept.contains(&(at - 1))
    });
}

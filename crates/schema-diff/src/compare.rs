//! Compares two schemas for one role: relation, edits, findings, and what is left unexplained.

use std::time::Instant;

use contract::{Bump, Pointer, Role, Schema};
use serde_json::Value;

use crate::edit::{Edit, Shows};
use crate::evidence::{Judges, Shown};
use crate::judge::{Bench, possible, rule_of};
use crate::place::Place;
use crate::policy::Policy;
use crate::relation::{Options, Relation, Verdict, relation};
use crate::report::{Change, Proof, RoleRow, Side, Witness};
use crate::rules::Effect;
use crate::walk::{Context, Walk, is_equivalent, rewrite};

/// For whom two schemas are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleChoice {
    /// One role.
    One(Role),
    /// As an input and as an output at once: the higher level counts.
    Both,
}

impl RoleChoice {
    /// The word that is printed.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RoleChoice::One(role) => role.as_str(),
            RoleChoice::Both => "both",
        }
    }

    fn roles(self) -> &'static [Role] {
        match self {
            RoleChoice::One(Role::Input) => &[Role::Input],
            RoleChoice::One(Role::Parameter) => &[Role::Parameter],
            RoleChoice::One(Role::Output) => &[Role::Output],
            RoleChoice::Both => &[Role::Input, Role::Output],
        }
    }
}

/// The relation and the findings for one role.
pub fn compare(
    old: &Schema,
    new: &Schema,
    choice: RoleChoice,
    policy: &Policy,
    options: &Options,
) -> (RoleRow, Vec<Change>) {
    let until = Instant::now() + options.deadline * 2;
    let context = Context::new(old, new, options, until);
    let mut walk = Walk::new(&context, false);
    walk.pair(&[old.root()], &[new.root()], &Place::default());
    let mut edits = walk.edits;
    let whole = *context.cut.borrow() || context.scoped;
    let mut judged = composed(relation(old, new, options), &edits, whole);
    meta(old, new, &mut edits);
    settle(old, new, &judged, &mut edits);
    let judges = Judges::new(old, new, options, Instant::now() + options.deadline * 2);
    let mut shown: Vec<Shown> = Vec::new();
    for edit in &edits {
        let (narrowing, widening) = possible(edit, &rule_of(edit), &judged);
        shown.push(
            judges.as_ref().map_or_else(Shown::default, |j| j.show(edit, narrowing, widening)),
        );
    }
    refute(&mut judged, &shown);
    let audible = edits.iter().filter(|e| !e.is_silent()).count();
    let bench = Bench {
        roles: choice.roles(),
        role_word: choice.word(),
        policy,
        relation: &judged,
        alone: audible == 1,
    };
    let mut changes: Vec<Change> =
        edits.iter().zip(&shown).map(|(e, s)| bench.judge(e, s)).collect();
    changes.extend(unexplained(old, new, &bench, &edits, &changes));
    (RoleRow { role: choice.word().to_owned(), scope: None, relation: judged }, changes)
}

/// Where every edit only widens, the whole is widened: acceptance grows with the acceptance of the
/// parts, wherever less can't mean more. This decides what the prover leaves open.
fn composed(relation: Relation, edits: &[Edit], cut: bool) -> Relation {
    if cut {
        return relation;
    }
    let all = |wanted: Effect| {
        let audible = edits.iter().filter(|e| !e.is_silent());
        audible.into_iter().all(|e| !e.fragile && rule_of(e).effect == wanted)
    };
    let decide = |verdict: Verdict, wanted: Effect| match verdict {
        Verdict::Unknown { .. } if all(wanted) => Verdict::Holds,
        other => other,
    };
    Relation {
        backward: decide(relation.backward, Effect::Widens),
        forward: decide(relation.forward, Effect::Narrows),
    }
}

/// A witness of an edit, confirmed against both schemas, refutes the whole as well.
fn refute(relation: &mut Relation, shown: &[Shown]) {
    let settle = |verdict: &mut Verdict, found: &dyn Fn(&Shown) -> Option<Value>| {
        if matches!(verdict, Verdict::Unknown { .. })
            && let Some(document) = shown.iter().find_map(found)
        {
            *verdict = Verdict::Refuted(document);
        }
    };
    settle(&mut relation.backward, &|s| s.narrowing.clone());
    settle(&mut relation.forward, &|s| s.widening.clone());
}

/// Dialect and unused definitions: what the walk from the root doesn't meet.
fn meta(old: &Schema, new: &Schema, edits: &mut Vec<Edit>) {
    let place = Place::default();
    let (a, b) = (old.draft(old.root()), new.draft(new.root()));
    if a != b {
        let message = format!("the dialect was {}, is {} now", a.name(), b.name());
        let mut edit =
            Edit::new("dialect-changed", &place, message).hints(crate::sample::one_of_each());
        edit.old_path = Some(Pointer::root().push("$schema"));
        edit.new_path = Some(Pointer::root().push("$schema"));
        (edit.old, edit.new) = (Some(Value::from(a.uri())), Some(Value::from(b.uri())));
        edit.fragile = true;
        edits.push(edit);
    }
    crate::definitions::unused(old, new, edits);
}

/// A pair that is proved equivalent has no breaking edits, however it is written: what remains is one
/// finding, and what the schema declares by name.
fn settle(old: &Schema, new: &Schema, relation: &Relation, edits: &mut Vec<Edit>) {
    if !is_equivalent(relation) {
        return;
    }
    let before = edits.len();
    edits.retain(|e| e.is_silent() || e.declared || e.rule == "dialect-changed");
    let dropped = edits.len() < before;
    let told = edits.iter().any(|e| e.rule == "equivalent-rewrite");
    let differs = edits.is_empty() && !crate::definitions::same_text(old, new);
    if (dropped && !told) || differs {
        let at = |schema: &Schema| Some(schema.node(schema.root()).pointer.clone());
        edits.push(rewrite(&Place::default(), at(old), at(new)));
    }
    for edit in edits.iter_mut().filter(|e| e.rule == "dialect-changed") {
        edit.shows = Shows::Nothing;
    }
}

/// What was proved of the whole and no finding accounts for.
fn unexplained(
    old: &Schema,
    new: &Schema,
    bench: &Bench<'_>,
    edits: &[Edit],
    changes: &[Change],
) -> Vec<Change> {
    let mut found = Vec::new();
    for (verdict, side) in
        [(&bench.relation.backward, Side::Old), (&bench.relation.forward, Side::New)]
    {
        let level_of = |role: &Role| match (role, side) {
            (Role::Output, Side::New) | (Role::Input | Role::Parameter, Side::Old) => Bump::Major,
            _ => Bump::Minor,
        };
        let level = bench.roles.iter().map(level_of).max().unwrap_or(Bump::Major);
        let extra = |rule: &'static str, message: String| {
            let mut edit = Edit::new(rule, &Place::default(), message);
            edit.old_path = Some(old.node(old.root()).pointer.clone());
            edit.new_path = Some(new.node(new.root()).pointer.clone());
            let mut silent = edit;
            silent.shows = Shows::Nothing;
            let mut change = bench.judge(&silent, &Shown::default());
            change.level = level;
            change
        };
        match verdict {
            Verdict::Holds => {}
            Verdict::Refuted(witness) => {
                let explains = |(e, c): (&Edit, &Change)| {
                    let effect = rule_of(e).effect;
                    let directed = match side {
                        Side::Old => effect != Effect::Widens,
                        Side::New => effect != Effect::Narrows,
                    };
                    !e.is_silent() && (directed || e.fragile) && c.proof != Proof::Proved
                };
                if !edits.iter().zip(changes).any(explains) {
                    let accepts = side.as_str();
                    let message = format!(
                        "documents exist that only the {accepts} version accepts, and no rule names the change"
                    );
                    let mut change = extra("unrecognised-change", message);
                    change.proof = Proof::Witness;
                    change.witness = Some(Witness { document: witness.clone(), accepted_by: side });
                    found.push(change);
                }
            }
            Verdict::Unknown { reason, keyword, path } => {
                let what = if side == Side::Old {
                    "every old document is still valid"
                } else {
                    "every new document was valid before"
                };
                let at = if keyword.is_empty() {
                    String::new()
                } else {
                    format!(" (`{keyword}` at `{path}`)")
                };
                let mut change =
                    extra("unproven-relation", format!("not proved whether {what}: {reason}{at}"));
                change.proof = Proof::Unproven;
                found.push(change);
            }
        }
    }
    found
}

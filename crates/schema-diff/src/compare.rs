//! Compares two schemas for one role: relation, edits, findings, and undecided parts.

use std::collections::BTreeMap;

use containment::{Budget, CompiledSchema, Options, Pair, Relation, Side, Verdict, out_of_reach};
use contract::{Bump, Pointer, Role, Schema};
use serde_json::Value;

use crate::document::{self, Leaf};
use crate::edit::{Directions, Edit, Extent, Shows};
use crate::evidence::{WitnessSearch, Witnesses};
use crate::judge::{Candidates, ClassificationContext, possible};
use crate::migration::Migration;
use crate::place::DocumentPath;
use crate::policy::Policy;
use crate::report::{Change, ChangeRole, Proof, RoleRow, Witness};
use crate::rules::Effect;
use crate::rules::RuleId;
use crate::walk::{Aim, Context, MAX_PAIRS, SchemaWalk, collapse_equivalent, is_equivalent};

/// The cost of creating a document and validating it.
const STEPS_A_TRY: u64 = 20;
/// Shares of the caller's time limit: after the first one the relation is left undecided, so that the edits are
/// still listed; after the second one they are listed without proofs about parts.
const RELATION_PERCENT: u32 = 40;
const PROOFS_PERCENT: u32 = 60;
/// The number of members of an old input that is built for a migration.
const MAX_OLD_INPUT: usize = 10_000;
/// The initial step limit of a question about one edit.
const MOMENT: u64 = 2_000;

/// The users for whom two schemas are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleChoice {
    /// One role.
    One(Role),
    /// As an input and as an output: the higher level counts.
    Both,
}

impl RoleChoice {
    /// The role of the findings.
    #[must_use]
    pub fn of_changes(self) -> ChangeRole {
        match self {
            RoleChoice::One(role) => role.into(),
            RoleChoice::Both => ChangeRole::Both,
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

/// The result of one comparison of schemas.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The relation.
    pub row: RoleRow,
    /// The findings.
    pub changes: Vec<Change>,
    /// How to migrate old inputs, if possible.
    pub migration: Option<Migration>,
    /// The number of JSON values that were read to attribute witnesses to edits.
    pub attribution_values: usize,
}

/// The relation and the findings for one role.
pub fn compare(
    old: &Schema,
    new: &Schema,
    choice: RoleChoice,
    policy: &Policy,
    options: &Options,
) -> Comparison {
    let work = || compared(old, new, choice, policy, options);
    match contract::deep_stack(work) {
        Ok(Ok(comparison)) => comparison,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        // Without a larger stack, the present one must do.
        Err(_) => compared(old, new, choice, policy, options),
    }
}

fn compared(
    old: &Schema,
    new: &Schema,
    choice: RoleChoice,
    policy: &Policy,
    options: &Options,
) -> Comparison {
    let watch = options.ceiling.start();
    let steps = options.steps_for(old, new);
    let budget = Budget::under(steps, &watch.first(RELATION_PERCENT));
    let (a, b) =
        (CompiledSchema::new(old, options.formats), CompiledSchema::new(new, options.formats));
    let pair = Pair::new(&a, &b);
    let explosive = out_of_reach(old, new);
    let relation = explosive.clone().unwrap_or_else(|| containment::decide(&pair, &budget));
    // The steps that the relation leaves, plus half as many, are available to explain it.
    let budget = Budget::under(budget.left() + steps / 2, &watch);
    let pairs = Budget::under(MAX_PAIRS + steps / 8, &watch);
    let proofs = budget.first(3, 10, PROOFS_PERCENT);
    let mut context = Context::new(&pair, options, proofs, pairs);
    context.scoped |= explosive.is_some();
    context.today = policy.today;
    let mut walk = SchemaWalk::new(&context, Aim::Explain);
    walk.pair(&[old.root()], &[new.root()], &DocumentPath::default());
    walk.catch_up();
    let apart = crate::unexamined::unvisited(&walk);
    walk.mark();
    walk.apart_from_the_way(&apart);
    let unexamined = crate::unexamined::unexamined(&walk);
    let mut edits = walk.edits;
    let whole = *context.cut.borrow() || context.scoped;
    let mut judged = composed(relation, &edits, whole);
    dedup_edits(&mut edits);
    meta(old, new, &mut edits);
    collapse_equivalent(old, new, &judged, &mut edits);
    crate::deprecation::announced(&mut edits, policy.today);
    let search = explosive.is_none().then(|| WitnessSearch::new(&pair, options));
    let search = search.as_ref();
    let mut shown = vec![Witnesses::default(); edits.len()];
    if let Some(search) = search {
        show(search, &mut edits, &judged, &budget.share(6, 10), &mut shown);
        if !context.scoped {
            ask(search, &mut edits, &judged, &budget.share(8, 10), &mut shown);
        }
    }
    refute(&mut judged, &shown);
    let mut attribution_values = 0;
    if let Some(search) = search {
        // Attribution has its own step limit, because earlier results are of little use without it.
        let budget = Budget::under(steps, &watch);
        attribution_values = search.attribute(&mut edits, &judged, &budget, &mut shown);
        search.withhold_unshown(&edits, &Budget::under(steps / 4, &watch), &mut shown);
    }
    refute(&mut judged, &shown);
    drop_unshown(&mut edits, &mut shown);
    let audible = edits.iter().filter(|e| !e.is_silent()).count();
    let classification = ClassificationContext {
        roles: choice.roles(),
        change_role: choice.of_changes(),
        policy,
        relation: &judged,
        ran_out: budget.reason(),
        // Edits that are not listed may also account for the witness of the whole.
        candidates: if whole && audible > 1 {
            Candidates::default()
        } else {
            Candidates::of(&edits, &judged)
        },
    };
    let mut changes: Vec<Change> =
        edits.iter().zip(&shown).map(|(e, s)| classification.judge(e, s)).collect();
    changes.extend(unexplained(old, new, &classification, &edits, &changes));
    if !is_equivalent(classification.relation) {
        let parts = crate::unexamined::edits(old, new, &unexamined, &edits);
        changes.extend(parts.iter().map(|edit| unproven(&classification, edit)));
    }
    let migration = match (&judged.backward, search, choice) {
        (Verdict::Holds, ..) | (_, None, _) | (_, _, RoleChoice::One(Role::Output)) => None,
        (_, Some(search), _) => {
            let tries = || {
                let mut tries = old_inputs(old, new, &edits, &budget);
                tries.extend(shown.iter().filter_map(|s| s.narrowing.clone()));
                if let Verdict::Refuted(witness) = &judged.backward {
                    tries.push(witness.clone());
                }
                let unrealistic = unrealistic_witnesses(&edits, &shown);
                let wanted = |d: &Value| !unrealistic.contains(&d) && search.accepts(d, Side::Old);
                tries.retain(|d| budget.spend(STEPS_A_TRY) && wanted(d));
                tries
            };
            crate::migration::plan(new, &edits, tries, |d| search.accepts(d, Side::New), &budget)
        }
    };
    let row = RoleRow { role: choice.of_changes(), scope: None, relation: judged };
    Comparison { row, changes, migration, attribution_values }
}

/// The share of one of several: more than an equal one, but not that of all others.
fn fair(budget: &Budget, left: usize) -> Budget {
    budget.share(8, (left as u64).max(8))
}

/// Documents for all obvious edits. No edit uses up the steps of the others.
fn show(
    search: &WitnessSearch<'_>,
    edits: &mut [Edit],
    relation: &Relation,
    budget: &Budget,
    shown: &mut [Witnesses],
) {
    let count = edits.len();
    for (at, (edit, shown)) in edits.iter().zip(shown).enumerate() {
        let wanted = possible(edit, edit.rule.rule(), relation);
        *shown = search.show(edit, wanted, &fair(budget, count - at));
    }
}

/// For the rest, the prover: first all questions with a small limit, because most are answered by it, then
/// the remaining ones with more steps.
fn ask(
    search: &WitnessSearch<'_>,
    edits: &mut [Edit],
    relation: &Relation,
    budget: &Budget,
    shown: &mut [Witnesses],
) {
    let open = |edit: &Edit, shown: &Witnesses| {
        let possible = possible(edit, edit.rule.rule(), relation);
        Directions {
            narrowing: possible.narrowing && shown.lacks(Side::Old),
            widening: possible.widening && shown.lacks(Side::New),
        }
    };
    for last in [false, true] {
        let soon = if last { budget.clone() } else { budget.share(1, 2) };
        let mut left =
            edits.iter().zip(&*shown).filter(|(e, s)| open(e, s) != Directions::default()).count();
        for (edit, shown) in edits.iter_mut().zip(&mut *shown) {
            let Directions { narrowing, widening } = open(edit, shown);
            if !narrowing && !widening {
                continue;
            }
            let fair = fair(&soon, left);
            let part = if last { fair } else { fair.part(MOMENT) };
            left -= 1;
            if narrowing {
                edit.disproved.narrowing = search.ask_for(edit, Side::Old, &part, shown);
            }
            if widening {
                edit.disproved.widening = search.ask_for(edit, Side::New, &part, shown);
            }
        }
    }
}

/// If every edit only widens, the whole is widened: except in non-monotone contexts, a schema
/// accepts more if its parts accept more. This decides what the prover left open.
fn composed(relation: Relation, edits: &[Edit], cut: bool) -> Relation {
    if cut {
        return relation;
    }
    let all = |wanted: Effect| {
        let audible = edits.iter().filter(|e| !e.is_silent());
        audible.into_iter().all(|e| !e.fragile && e.rule.rule().effect == wanted)
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

/// Documents that callers of the old version may send: minimal ones, complete ones, and typical values
/// at changed places.
fn old_inputs(old: &Schema, new: &Schema, edits: &[Edit], budget: &Budget) -> Vec<Value> {
    let mut inputs = crate::sample::samples(old, &[old.root()]);
    inputs.extend(crate::sample::full(old));
    let typical = ["example", "5", "true", "2.5"].map(Value::from);
    let scalars = [
        serde_json::json!(5),
        serde_json::json!(2.5),
        serde_json::json!(true),
        // Too large to be written the same way in every language.
        serde_json::json!(1_000_000_000_000_000_u64),
    ];
    for edit in edits.iter().filter(|e| e.rule.concerns_type()).take(20) {
        if !budget.spend(STEPS_A_TRY) {
            break;
        }
        for value in typical.iter().chain(&scalars) {
            let leaf = Leaf::Value(value);
            let steps = edit.place.steps();
            let built = document::build(old, new, Side::Old, steps, &leaf, MAX_OLD_INPUT);
            inputs.extend(built.into_iter().map(|b| b.document));
        }
    }
    inputs
}

/// Documents that show a new name by an undeclared member: no caller uses that name intentionally.
fn unrealistic_witnesses<'s>(edits: &[Edit], shown: &'s [Witnesses]) -> Vec<&'s Value> {
    fn has(document: &Value, name: &str) -> bool {
        match document {
            Value::Object(members) => {
                members.contains_key(name) || members.values().any(|member| has(member, name))
            }
            Value::Array(items) => items.iter().any(|item| has(item, name)),
            _ => false,
        }
    }
    let unrealistic = |(edit, shown): (&Edit, &'s Witnesses)| {
        let (old, _) = edit.renamed.as_ref()?;
        shown.narrowing.as_ref().filter(|document| !has(document, old))
    };
    edits.iter().zip(shown).filter_map(unrealistic).collect()
}

/// A confirmed witness of an edit also refutes the whole.
fn refute(relation: &mut Relation, shown: &[Witnesses]) {
    let refuted_by = |verdict: &mut Verdict, found: &dyn Fn(&Witnesses) -> Option<Value>| {
        if matches!(verdict, Verdict::Unknown { .. })
            && let Some(document) = shown.iter().find_map(found)
        {
            *verdict = Verdict::Refuted(document);
        }
    };
    refuted_by(&mut relation.backward, &|s| s.narrowing.clone());
    refuted_by(&mut relation.forward, &|s| s.widening.clone());
}

/// Drops edits that are only reported with a witness, and have none.
fn drop_unshown(edits: &mut Vec<Edit>, shown: &mut Vec<Witnesses>) {
    let (kept_edits, kept_shown) = std::mem::take(edits)
        .into_iter()
        .zip(std::mem::take(shown))
        .filter(|(edit, shown)| {
            !edit.only_if_shown || shown.narrowing.is_some() || shown.widening.is_some()
        })
        .unzip();
    (*edits, *shown) = (kept_edits, kept_shown);
}

/// A definition with several uses is reported once, as a property's if possible. A direction is excluded
/// only if no use can show it.
fn dedup_edits(edits: &mut Vec<Edit>) {
    let mut seen = BTreeMap::new();
    let mut kept: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in std::mem::take(edits) {
        let text = |value: &Option<Value>| value.as_ref().map(Value::to_string);
        let what = [text(&edit.old), text(&edit.new)];
        // A side without the keyword is at the place of use, which may differ.
        let alone = edit.old.is_none() && edit.new.is_none();
        let at = |path: &Option<Pointer>, value: &Option<Value>| {
            path.clone().filter(|_| alone || value.is_some())
        };
        let key = (
            edit.general_rule(),
            at(&edit.old_path, &edit.old),
            at(&edit.new_path, &edit.new),
            edit.files.clone(),
            what,
        );
        match seen.get(&key) {
            None => {
                seen.insert(key, kept.len());
                kept.push(edit);
            }
            Some(known) => {
                let first: &mut Edit = &mut kept[*known];
                first.elsewhere |= first.place != edit.place;
                let mut edit = edit;
                if first.rule == edit.general_rule() && first.rule != edit.rule {
                    edit.elsewhere = first.elsewhere;
                    std::mem::swap(first, &mut edit);
                }
                first.excluded.narrowing &= edit.excluded.narrowing;
                first.excluded.widening &= edit.excluded.widening;
                first.fragile |= edit.fragile;
            }
        }
    }
    *edits = kept;
}

/// Dialect and unused definitions, which the traversal from the root doesn't reach.
fn meta(old: &Schema, new: &Schema, edits: &mut Vec<Edit>) {
    let place = DocumentPath::default();
    let (a, b) = (old.draft(old.root()), new.draft(new.root()));
    if a != b {
        let message = format!("the dialect changed from {} to {}", a.name(), b.name());
        let mut edit =
            Edit::new(RuleId::DialectChanged, &place, message).hints(crate::sample::one_of_each());
        let at = |schema: &Schema| Some(schema.node(schema.root()).pointer.push("$schema"));
        (edit.old_path, edit.new_path) = (at(old), at(new));
        (edit.old, edit.new) = (Some(Value::from(a.uri())), Some(Value::from(b.uri())));
        edit.fragile = true;
        edit.extent = Extent::Everything;
        if edits.iter().any(|e| !e.is_silent()) {
            // The effect of the dialect on documents is reported by the resulting edits.
            edit.shows = Shows::Nothing;
        }
        edits.push(edit);
    }
    crate::definitions::unused(old, new, edits);
}

/// The finding of an undecided part: it counts as the worst case.
fn unproven(context: &ClassificationContext<'_>, edit: &Edit) -> Change {
    let mut change = context.judge(edit, &Witnesses::default());
    (change.level, change.proof) = (Bump::Major, Proof::Unproven);
    change
}

/// The proved directions of the whole that no finding accounts for.
fn unexplained(
    old: &Schema,
    new: &Schema,
    context: &ClassificationContext<'_>,
    edits: &[Edit],
    changes: &[Change],
) -> Vec<Change> {
    let mut found = Vec::new();
    for (verdict, side) in
        [(&context.relation.backward, Side::Old), (&context.relation.forward, Side::New)]
    {
        let level_of = |role: &Role| match (role, side) {
            (Role::Output, Side::New) | (Role::Input | Role::Parameter, Side::Old) => Bump::Major,
            _ => Bump::Minor,
        };
        let level = context.roles.iter().map(level_of).max().unwrap_or(Bump::Major);
        let extra = |rule: RuleId, message: String| {
            let mut edit = Edit::new(rule, &DocumentPath::default(), message);
            edit.old_path = Some(old.node(old.root()).pointer.clone());
            edit.new_path = Some(new.node(new.root()).pointer.clone());
            let mut silent = edit;
            silent.shows = Shows::Nothing;
            let mut change = context.judge(&silent, &Witnesses::default());
            change.level = level;
            change
        };
        match verdict {
            Verdict::Holds => {}
            Verdict::Refuted(witness) => {
                let explains = |(e, c): (&Edit, &Change)| {
                    let effect = e.rule.rule().effect;
                    let directed = match side {
                        Side::Old => effect != Effect::Widens,
                        Side::New => effect != Effect::Narrows,
                    };
                    let counted =
                        c.proof != Proof::Proved || context.policy.undeclared(e).is_some();
                    !e.is_silent() && (directed || e.fragile) && counted
                };
                if !edits.iter().zip(changes).any(explains) {
                    let accepts = side.as_str();
                    let message = format!(
                        "documents exist that only the {accepts} version accepts, and no rule names the change"
                    );
                    let mut change = extra(RuleId::UnrecognisedChange, message);
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
                    format!(" (`{}`)", path.push(keyword))
                };
                let mut change = extra(
                    RuleId::UnprovenRelation,
                    format!("not proved whether {what}: {reason}{at}"),
                );
                change.proof = Proof::Unproven;
                found.push(change);
            }
        }
    }
    found
}

//! Turns an edit into a finding: its level for a role, and the reason of that level.

use containment::{OUT_OF_TIME, Relation, Side, Verdict};
use contract::{Bump, Role};
use serde_json::Value;

use crate::edit::Factored;
use crate::edit::{Directions, Edit};
use crate::evidence::Witnesses;
use crate::policy::{Basis, Policy};
use crate::report::{Change, ChangeRole, Proof, ReleasedWith, Witness};
use crate::rules::{Effect, Rule, RuleId};

/// The rule of an added property.
const ADDED: RuleId = RuleId::OptionalPropertyAdded;

/// Whether documents of one direction exist.
#[derive(Clone, Debug)]
enum Direction {
    /// This one shows it.
    Shown(Value),
    /// It is proved that there are none.
    Excluded,
    /// Neither.
    Open,
}

/// The number of edits that can show in each direction.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidates {
    narrowing: usize,
    widening: usize,
}

impl Candidates {
    pub(crate) fn of(edits: &[Edit], relation: &Relation) -> Candidates {
        let mut candidates = Candidates::default();
        for edit in edits {
            let possible = possible(edit, edit.rule.rule(), relation);
            candidates.narrowing += usize::from(possible.narrowing);
            candidates.widening += usize::from(possible.widening);
        }
        candidates
    }
}

/// What decides levels: the compared roles (`both` is an input and an output), the policy, and the
/// proofs about the whole.
pub(crate) struct ClassificationContext<'a> {
    pub(crate) roles: &'a [Role],
    pub(crate) change_role: ChangeRole,
    pub(crate) policy: &'a Policy,
    pub(crate) relation: &'a Relation,
    /// Why a direction is undecided, if it is.
    pub(crate) ran_out: &'static str,
    /// The edits that can narrow, and those that can widen: a single one has the witness of the whole.
    pub(crate) candidates: Candidates,
}

impl ClassificationContext<'_> {
    /// Turns an edit into a finding.
    pub(crate) fn judge(&self, edit: &Edit, shown: &Witnesses) -> Change {
        let rule = edit.rule.rule();
        let (mut narrows, mut widens) = self.directions(edit, rule, shown);
        let undeclared = self.policy.undeclared(edit);
        match undeclared {
            Some(Side::Old) => narrows = Direction::Excluded,
            Some(Side::New) => widens = Direction::Excluded,
            None => {}
        }
        let mut change = self.change(edit, rule);
        let mut decided: Option<(Bump, Proof, Option<Side>)> = None;
        for role in self.roles {
            let one = self.level((edit, rule), *role, &narrows, &widens);
            if decided.as_ref().is_none_or(|d| one.0 > d.0) {
                decided = Some(one);
            }
        }
        let (level, proof, side) = decided.unwrap_or((Bump::Patch, Proof::Proved, None));
        (change.level, change.proof) = (level, proof);
        if level == Bump::Major {
            change.instead = crate::rules::without_no_action(change.instead);
        }
        let is_open = [&narrows, &widens].iter().any(|d| matches!(d, Direction::Open));
        let is_without_effect = are_excluded(&narrows, &widens);
        change.witness = match (side, narrows, widens) {
            (Some(Side::Old), Direction::Shown(document), _) => {
                Some(Witness { document, accepted_by: Side::Old })
            }
            (Some(Side::New), _, Direction::Shown(document)) => {
                Some(Witness { document, accepted_by: Side::New })
            }
            _ => None,
        };
        change.note = self.note(rule, &change);
        if edit.is_restricted
            && side == Some(Side::Old)
            && edit.rule == ADDED
            && level == Bump::Major
        {
            let note = "the old version has a rule for this name, so documents may contain it with another value";
            change.note.get_or_insert_with(|| note.to_owned());
        }
        if undeclared.is_some() && change.witness.is_none() {
            let note = "documents that use the name without its declaration are not counted (diff.open-objects)";
            change.note.get_or_insert_with(|| note.to_owned());
        }
        if is_open && change.note.is_none() {
            change.note = self.open(&change, shown);
        }
        if is_without_effect && may_show(rule) && !edit.is_silent() && level == Bump::Patch {
            let note = "proved: no document shows it, since other parts of the schema say the same";
            change.note.get_or_insert_with(|| note.to_owned());
        }
        change
    }

    fn change(&self, edit: &Edit, rule: &Rule) -> Change {
        let remark = edit.factored.as_ref().map(Factored::remark).unwrap_or_default();
        Change {
            rule: edit.rule.to_owned(),
            level: Bump::Patch,
            role: self.change_role,
            scope: None,
            proof: Proof::Proved,
            old_path: edit.old_path.clone(),
            new_path: edit.new_path.clone(),
            old_file: edit.files.0.clone(),
            new_file: edit.files.1.clone(),
            old: edit.old.clone(),
            new: edit.new.clone(),
            message: contract::text::safe(&(edit.message.clone() + &remark)),
            witness: None,
            note: None,
            instead: instead(edit, rule),
            uncompared: edit.uncompared.clone(),
            rewritten: edit.rewritten.clone(),
            is_factored_out: matches!(edit.factored, Some(Factored::Into(_))),
            released_with: ReleasedWith::Itself,
            setting: None,
            ignored: None,
        }
    }

    fn directions(&self, edit: &Edit, rule: &Rule, shown: &Witnesses) -> (Direction, Direction) {
        let Relation { backward, forward } = self.relation;
        let possible = possible(edit, rule, self.relation);
        let Candidates { narrowing, widening } = self.candidates;
        let direction =
            |can: bool, found: &Option<Value>, whole: &Verdict, candidates: usize| match (
                can, found, whole,
            ) {
                (false, ..) => Direction::Excluded,
                (true, Some(document), _) => Direction::Shown(document.clone()),
                (true, None, Verdict::Refuted(document)) if candidates == 1 => {
                    Direction::Shown(document.clone())
                }
                (true, None, _) => Direction::Open,
            };
        (
            direction(possible.narrowing, &shown.narrowing, backward, narrowing),
            direction(possible.widening, &shown.widening, forward, widening),
        )
    }

    /// The level, its reason, and the side that accepts the shown witness.
    fn level(
        &self,
        (edit, rule): (&Edit, &Rule),
        role: Role,
        narrows: &Direction,
        widens: &Direction,
    ) -> (Bump, Proof, Option<Side>) {
        let proved = by_proof(role, narrows, widens);
        let set = self.policy.set(edit.rule, role == Role::Output);
        let is_without_effect = are_excluded(narrows, widens);
        let tabled = match self.policy.basis {
            // The rest of the schema implies it; a declaration by name counts nevertheless.
            Basis::Contract if is_without_effect && may_show(rule) && !edit.declared => None,
            Basis::Contract if rule.policy.is_some() => Some(rule.level(role)),
            Basis::Contract if rule.effect == Effect::Neither => Some(rule.level(role)),
            _ => None,
        };
        // A name that the other version applies to is not new: the proof counts, if it has a higher level.
        let tabled =
            tabled.map(|level| if edit.is_restricted { level.max(proved.0) } else { level });
        let Some(level) = set.or(tabled) else { return proved };
        let side = proved.2.or(match (narrows, widens) {
            (Direction::Shown(_), _) => Some(Side::Old),
            (_, Direction::Shown(_)) => Some(Side::New),
            _ => None,
        });
        let proof = match proved.1 {
            _ if level == proved.0 => proved.1,
            Proof::Unproven => {
                if side.is_some() {
                    Proof::Witness
                } else {
                    Proof::Policy
                }
            }
            _ if level > proved.0 => Proof::Policy,
            other => other,
        };
        (level, proof, side)
    }

    /// The message of a finding without a document that may still have one.
    fn open(&self, change: &Change, shown: &Witnesses) -> Option<String> {
        match (&change.witness, change.proof) {
            (None, Proof::Policy) => {
                Some(format!("whether a document shows it was {}", self.ran_out))
            }
            (None, Proof::Unproven) if self.ran_out == OUT_OF_TIME => Some(self.ran_out.to_owned()),
            (None, Proof::Unproven) if shown.is_withheld => {
                Some("no document was found that shows this change and no other".to_owned())
            }
            _ => None,
        }
    }

    /// Explains a level that differs from the proof.
    fn note(&self, rule: &Rule, change: &Change) -> Option<String> {
        let witness = change.witness.as_ref()?;
        let narrow = witness.accepted_by == Side::Old;
        let plain = |role: &Role| match (role, narrow) {
            (Role::Output, false) | (Role::Input | Role::Parameter, true) => Bump::Major,
            _ => Bump::Minor,
        };
        let strict = self.roles.iter().map(plain).max()?;
        let set = self
            .roles
            .iter()
            .any(|role| self.policy.set(change.rule, *role == Role::Output) == Some(change.level));
        let why = match rule.policy.as_deref() {
            _ if set => " (so it was set)".to_owned(),
            Some(reason) => format!(" ({reason})"),
            None => String::new(),
        };
        (change.level < strict).then(|| {
            format!(
                "the policy counts this as {}{why}; by the witness alone it would be {strict}",
                change.level
            )
        })
    }
}

/// The advice of the rule; for a changed type, with the list that accepts both.
fn instead(edit: &Edit, rule: &Rule) -> String {
    let advice = rule.instead();
    if edit.both_types.is_empty() {
        return advice;
    }
    let types: Vec<String> = edit.both_types.iter().map(|name| format!("\"{name}\"")).collect();
    format!("{}: `\"type\": [{}]`.", advice.trim_end_matches('.'), types.join(", "))
}

fn are_excluded(narrows: &Direction, widens: &Direction) -> bool {
    matches!((narrows, widens), (Direction::Excluded, Direction::Excluded))
}

/// Whether changes of this kind show in documents, if nothing around them implies the same.
fn may_show(rule: &Rule) -> bool {
    rule.effect != Effect::Neither
}

/// The directions in which an edit can show. A narrowing edit can't widen anything except in
/// non-monotone contexts (`not`, `oneOf`); an edit without effect at its place has none at all.
pub(crate) fn possible(edit: &Edit, rule: &Rule, relation: &Relation) -> Directions {
    let narrows = rule.effect != Effect::Widens && !edit.excluded.narrowing;
    let widens = rule.effect != Effect::Narrows && !edit.excluded.widening;
    let open = |verdict: &Verdict, local: bool, disproved: bool| {
        let local = local || (edit.fragile && (narrows || widens));
        !edit.is_silent() && *verdict != Verdict::Holds && local && !disproved
    };
    Directions {
        narrowing: open(&relation.backward, narrows, edit.disproved.narrowing),
        widening: open(&relation.forward, widens, edit.disproved.widening),
    }
}

/// The level from the relation alone.
fn by_proof(role: Role, narrows: &Direction, widens: &Direction) -> (Bump, Proof, Option<Side>) {
    let (breaking, harmless, sides) = match role {
        Role::Output => (widens, narrows, (Side::New, Side::Old)),
        Role::Input | Role::Parameter => (narrows, widens, (Side::Old, Side::New)),
    };
    match (breaking, harmless) {
        (Direction::Shown(_), _) => (Bump::Major, Proof::Witness, Some(sides.0)),
        (Direction::Open, Direction::Shown(_)) => (Bump::Major, Proof::Unproven, Some(sides.1)),
        (Direction::Open, _) => (Bump::Major, Proof::Unproven, None),
        (Direction::Excluded, Direction::Shown(_)) => (Bump::Minor, Proof::Witness, Some(sides.1)),
        (Direction::Excluded, Direction::Open) => (Bump::Minor, Proof::Unproven, None),
        (Direction::Excluded, Direction::Excluded) => (Bump::Patch, Proof::Proved, None),
    }
}

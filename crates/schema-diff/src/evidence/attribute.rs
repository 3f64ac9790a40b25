//! Whose witness a document is. A document that the versions disagree about stands under the finding that
//! accounts for it: the refusing version accepts it once this edit is reverted, or the accepting version
//! refuses it once this edit is applied. Another one is looked for where it does neither, and where it is
//! proved that there is none the edit can't show in that direction.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use containment::{
    BoundedValidator, Budget, CompiledSchema, Formats, Joint, Located, Relation, Side,
};
use contract::Schema;
use serde_json::Value;

use super::{WitnessSearch, Witnesses};
use crate::edit::{Edit, Extent, Shows};
use crate::judge::possible;
use crate::revert::{text_of, with_other_side};

/// Shares of the values that may be read: for the texts of one direction, and for the copies that verify an existing
/// witness.
const PARTS: usize = 4;
/// The cost of a value that the prover also reads.
const PROVED: usize = 4;
/// The step limit of one question.
const MAX_STEPS: u64 = 20_000;
/// The maximum number of edits for which a document is searched here, because each takes a reading of the whole.
const MAX_SEARCHED: usize = 400;
/// The maximum number of other edits that are tried on the witness of a composition.
const MAX_RIVALS: usize = 30;
/// The maximum number of kept versions with one edit, which limits memory.
const MAX_COPIES: usize = 2 * MAX_RIVALS + 4;
/// The versions with one edit: without it and with it.
const COPIES_OF_EDIT: usize = 2;
/// The number of JSON values read in one step.
const VALUES_A_STEP: usize = 16;

/// One version with one edit of the pair reverted or applied.
struct Copy {
    schema: Schema,
    formats: Formats,
    /// Compiled for the first document, because the prover may need none.
    validator: OnceCell<Option<BoundedValidator>>,
}

impl Copy {
    /// Its result for a document; `None` without a validator.
    fn accepts(&self, document: &Value) -> Option<bool> {
        let compile = || BoundedValidator::new(&self.schema, self.formats);
        self.validator.get_or_init(compile).as_ref()?.accepts(&self.schema, document)
    }
}

/// One direction: documents that one version accepts and the other rejects.
struct Direction<'a> {
    side: Side,
    accepting: &'a CompiledSchema<'a>,
    refusing: &'a CompiledSchema<'a>,
    /// Both texts.
    accepted: Value,
    refused: Value,
    /// The rejecting version without the edits that can't show in this direction.
    rest: Value,
    /// The remaining number of JSON values to read, and that of one text.
    left: usize,
    /// The remaining number of JSON values of copies.
    checks: usize,
    /// The initial values of both.
    most: usize,
    size: usize,
    /// What the caller pays for.
    budget: Budget,
    /// Versions with one edit, by its index and the version: edits of one place are tried on each other's documents.
    copies: BTreeMap<(usize, Side), Option<Rc<Copy>>>,
    most_copies: usize,
}

/// The result of the search for one edit.
enum Outcome {
    /// This document shows it.
    Shown(Value),
    /// The existing document shows it.
    Kept,
    /// There is a document, but reverting the edit doesn't explain it.
    Unattributed,
    /// This document may show it: the accepting version rejects it with the edit applied.
    ByApplying(Value),
    /// Proved: no document shows it.
    Excluded(Option<Value>),
    /// No document was found that shows it.
    Open,
}

impl WitnessSearch<'_> {
    /// Assigns to each edit a document that it explains, if possible, and to no edit the document of
    /// another one. Returns the number of JSON values that were read.
    pub(crate) fn attribute(
        &self,
        edits: &mut [Edit],
        relation: &Relation,
        budget: &Budget,
        shown: &mut [Witnesses],
    ) -> usize {
        let mut read = 0;
        if edits.iter().filter(|edit| !edit.is_silent()).count() < 2 {
            return read;
        }
        for side in [Side::Old, Side::New] {
            let Some(mut direction) = self.direction(side, budget) else {
                shown.iter_mut().for_each(|shown| shown.unattributed.push(side));
                continue;
            };
            let able = edits.iter().filter(|edit| can_show(edit, relation, side)).count();
            // Among so many edits, none is tried on another one's document: a copy is needed once.
            if able > MAX_RIVALS + 1 {
                direction.most_copies = COPIES_OF_EDIT;
            }
            for at in 0..edits.len() {
                if !can_show(&edits[at], relation, side) || shown[at].plain.contains(&side) {
                    continue;
                }
                let witness = shown[at].document(side).clone();
                if witness.is_none() && edits.len() > MAX_SEARCHED {
                    continue;
                }
                let mut outcome = direction.search((at, &edits[at]), witness.as_ref());
                if let (Outcome::Kept | Outcome::Unattributed, Some(document)) =
                    (&outcome, &witness)
                {
                    let rivals = (0..edits.len())
                        .filter(|i| *i != at && can_show(&edits[*i], relation, side));
                    let rivals: Vec<(usize, &Edit)> = rivals.map(|i| (i, &edits[i])).collect();
                    let edit = (at, &edits[at]);
                    if let Some(own) = direction.beside_rivals(edit, &rivals, document) {
                        outcome = Outcome::Shown(own);
                    }
                }
                match outcome {
                    Outcome::Kept => {}
                    Outcome::Unattributed => shown[at].unattributed.push(side),
                    Outcome::ByApplying(document) => {
                        shown[at].unattributed.push(side);
                        *shown[at].document(side) = Some(document);
                    }
                    Outcome::Shown(document) => *shown[at].document(side) = Some(document),
                    Outcome::Open => *shown[at].document(side) = None,
                    Outcome::Excluded(rest) => {
                        *shown[at].document(side) = None;
                        let others = (0..edits.len()).filter(|i| *i != at);
                        let is_left =
                            others.into_iter().any(|i| can_show(&edits[i], relation, side));
                        if let Some(rest) = rest.filter(|_| is_left) {
                            direction.rest = rest;
                            match side {
                                Side::Old => edits[at].disproved.narrowing = true,
                                Side::New => edits[at].disproved.widening = true,
                            }
                        }
                    }
                }
            }
            read += direction.read();
        }
        read
    }

    fn direction(&self, side: Side, budget: &Budget) -> Option<Direction<'_>> {
        let (accepting, refusing) = self.sides(side);
        let (accepted, refused) = (text_of(accepting.schema)?, text_of(refusing.schema)?);
        let rest = refused.clone();
        let size = values_in(&accepted).max(values_in(&refused));
        let most = self.options.attribution_values / PARTS;
        let budget = budget.clone();
        Some(Direction {
            side,
            accepting,
            refusing,
            accepted,
            refused,
            rest,
            left: most,
            checks: most,
            most,
            size,
            budget,
            copies: BTreeMap::new(),
            most_copies: MAX_COPIES,
        })
    }
}

/// The number of JSON values in a text, including itself.
fn values_in(value: &Value) -> usize {
    let inside: usize = match value {
        Value::Object(members) => members.values().map(values_in).sum(),
        Value::Array(items) => items.iter().map(values_in).sum(),
        _ => 0,
    };
    inside + 1
}

fn can_show(edit: &Edit, relation: &Relation, side: Side) -> bool {
    let possible = possible(edit, edit.rule.rule(), relation);
    if side == Side::Old { possible.narrowing } else { possible.widening }
}

impl Direction<'_> {
    /// The number of JSON values read so far.
    fn read(&self) -> usize {
        2 * self.most - self.left - self.checks
    }

    fn search(&mut self, numbered: (usize, &Edit), witness: Option<&Value>) -> Outcome {
        let edit = numbered.1;
        // Edits that can't be separated from others keep the found document, if it may show them.
        let kept = || witness.map_or(Outcome::Open, |_| Outcome::Unattributed);
        if self.checks < self.size {
            return kept();
        }
        let Some(mended) = self.mended(numbered) else { return kept() };
        if witness.is_some_and(|document| mended.accepts(document) != Some(false)) {
            return Outcome::Kept;
        }
        let Some(broken) = self.broken(numbered) else { return kept() };
        let breaks = witness.is_some_and(|document| broken.accepts(document) == Some(false));
        let Some(mut joint) = self.joint(&[&mended.schema, &broken.schema]) else {
            return if breaks { Outcome::Unattributed } else { Outcome::Open };
        };
        // The accepting version has index 0, the rejecting one 1; copies follow.
        let by_reverting = joint.find(&[(0, true), (2, true), (1, false)], &self.budget());
        if let Located::Document(document) = &by_reverting
            && self.is_confirmed(document)
            && mended.accepts(document) == Some(true)
        {
            return Outcome::Shown(document.clone());
        }
        if breaks {
            return Outcome::Unattributed;
        }
        let by_applying = joint.find(&[(0, true), (3, false), (1, false)], &self.budget());
        if let Located::Document(document) = &by_applying
            && self.is_confirmed(document)
            && broken.accepts(document) == Some(false)
        {
            return Outcome::ByApplying(document.clone());
        }
        match (by_reverting, by_applying) {
            (Located::Nowhere, Located::Nowhere) => self.search_without_excluded(edit),
            _ => Outcome::Open,
        }
    }

    /// A document that shows an edit of a composition, and none of the edits inside of it: reverting the composition
    /// reverts those as well. `None` if the existing document shows no other edit, or none is found.
    fn beside_rivals(
        &mut self,
        edit: (usize, &Edit),
        rivals: &[(usize, &Edit)],
        document: &Value,
    ) -> Option<Value> {
        let is_whole = matches!(edit.1.shows, Shows::Anything | Shows::Branch(..));
        if !is_whole || rivals.len() > MAX_RIVALS {
            return None;
        }
        let mended = self.mended(edit)?;
        let (mut others, mut without) = (Vec::new(), Vec::new());
        for rival in rivals.iter().filter(|rival| !matches!(rival.1.extent, Extent::Everything)) {
            let Some(copy) = self.mended(*rival) else { continue };
            if copy.accepts(document) == Some(true) {
                others.push(copy);
                without.push(self.broken(*rival)?);
            }
        }
        if others.is_empty() {
            return None;
        }
        let copies = std::iter::once(&mended).chain(&others).chain(&without);
        let schemas: Vec<&Schema> = copies.map(|copy| &copy.schema).collect();
        let mut joint = self.joint(&schemas)?;
        let mut wanted = vec![(0, true), (1, false), (2, true)];
        wanted.extend((0..others.len()).map(|number| (3 + number, false)));
        // Preferably one that was accepted before the other edits as well.
        let mut best = wanted.clone();
        best.extend((0..without.len()).map(|number| (3 + others.len() + number, true)));
        [best, wanted].into_iter().find_map(|wanted| {
            let Located::Document(found) = joint.find(&wanted, &self.budget()) else { return None };
            let is_own = mended.accepts(&found) == Some(true)
                && others.iter().all(|other| other.accepts(&found) == Some(false));
            (is_own && self.is_confirmed(&found)).then_some(found)
        })
    }

    /// The edit explains no document on its own. It may do so together with edits that were excluded
    /// for this reason before.
    fn search_without_excluded(&mut self, edit: &Edit) -> Outcome {
        let Some(rest) = self.reverted(edit, &self.rest) else { return Outcome::Open };
        if self.rest == self.refused {
            return Outcome::Excluded(Some(rest));
        }
        let Some(mended) = self.copy(self.refusing, rest.clone()) else { return Outcome::Open };
        let Some(mut joint) = self.joint(&[&mended.schema]) else { return Outcome::Open };
        let found = joint.find(&[(0, true), (2, true), (1, false)], &self.budget());
        match found {
            Located::Document(document)
                if self.is_confirmed(&document) && mended.accepts(&document) == Some(true) =>
            {
                Outcome::Shown(document)
            }
            Located::Nowhere => Outcome::Excluded(Some(rest)),
            _ => Outcome::Open,
        }
    }

    fn reverted(&self, edit: &Edit, refused: &Value) -> Option<Value> {
        let base = self.refusing.schema.base();
        with_other_side(edit, self.side.other(), refused, &self.accepted, base)
    }

    fn applied(&self, edit: &Edit) -> Option<Value> {
        let base = self.accepting.schema.base();
        with_other_side(edit, self.side, &self.accepted, &self.refused, base)
    }

    /// The rejecting version with this edit reverted.
    fn mended(&mut self, (at, edit): (usize, &Edit)) -> Option<Rc<Copy>> {
        self.known_copy((at, self.side.other()), |direction| {
            let text = direction.reverted(edit, &direction.refused)?;
            direction.copy(direction.refusing, text)
        })
    }

    /// The accepting version with this edit applied.
    fn broken(&mut self, (at, edit): (usize, &Edit)) -> Option<Rc<Copy>> {
        self.known_copy((at, self.side), |direction| {
            let text = direction.applied(edit)?;
            direction.copy(direction.accepting, text)
        })
    }

    fn known_copy(
        &mut self,
        key: (usize, Side),
        make: impl FnOnce(&mut Self) -> Option<Copy>,
    ) -> Option<Rc<Copy>> {
        if let Some(known) = self.copies.get(&key) {
            return known.clone();
        }
        let copy = make(self).map(Rc::new);
        if self.copies.len() >= self.most_copies {
            self.copies.clear();
        }
        self.copies.insert(key, copy.clone());
        copy
    }

    fn copy(&mut self, version: &CompiledSchema<'_>, text: Value) -> Option<Copy> {
        self.checks = self.checks.checked_sub(self.size)?;
        self.pay(self.size)?;
        let schema = version.schema.reread(text)?;
        Some(Copy { schema, formats: version.formats, validator: OnceCell::new() })
    }

    fn joint(&mut self, copies: &[&Schema]) -> Option<Joint> {
        let mut schemas = vec![self.accepting.schema, self.refusing.schema];
        schemas.extend(copies);
        self.take(schemas.len() * self.size * PROVED)?;
        Joint::new(&schemas, self.accepting.formats)
    }

    /// Pays for reading this many values; `None` if nothing is left.
    fn take(&mut self, values: usize) -> Option<()> {
        self.left = self.left.checked_sub(values)?;
        self.pay(values)
    }

    fn pay(&self, values: usize) -> Option<()> {
        self.budget.spend(1 + (values / VALUES_A_STEP) as u64).then_some(())
    }

    fn budget(&self) -> Budget {
        self.budget.part(MAX_STEPS)
    }

    fn is_confirmed(&self, document: &Value) -> bool {
        self.accepting.accepts(document) == Some(true)
            && self.refusing.accepts(document) == Some(false)
    }
}

//! Finds, for one edit, a document of the whole schema that shows it: one version accepts it, the other
//! rejects it because of the edit. The validators decide.

mod asked;
mod attribute;
mod withhold;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use containment::pattern_match::steps_to_match_names;
use containment::{Budget, CompiledSchema, Options, Pair, Side, compile_part};
use contract::{NodeId, Schema};
use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::document::{self, Leaf};
use crate::edit::{Directions, Edit, Shows};
use crate::place::PathStep;
use crate::sample;

/// The number of accepted candidates that are examined closely.
const MAX_TRIES: usize = 40;
/// The cost of building a document and validating it twice.
const STEPS_A_DOCUMENT: u64 = 40;
/// The number of members of a document that cost a step more.
const MEMBERS_A_STEP: usize = 4;
/// The size of a part that costs a step to validate by.
const BYTES_A_STEP: usize = 4096;
/// Deeper documents are not built, because JSON parsers stop at 128 levels.
const MAX_NESTING: usize = 100;
/// The number of places with kept samples.
const MAX_PLACES: usize = 64;
/// The limit of counted issues.
const MAX_COMPLAINTS: usize = 20;

/// Both versions, compiled for validation.
pub(crate) struct WitnessSearch<'a> {
    pair: &'a Pair<'a>,
    options: &'a Options,
    /// Unsuccessful questions to the prover, with their step limits.
    tried: RefCell<BTreeMap<String, u64>>,
    /// Samples of the last places.
    samples: RefCell<SamplesByPlace>,
    /// The cost of matching a name with all patterns of both versions.
    steps_of_names: u64,
}

/// Samples of a place: whether its schema is the old one, and its nodes.
type SamplesByPlace = BTreeMap<(bool, Vec<NodeId>), Rc<Vec<Value>>>;

/// Both versions of the part that an edit changes.
struct CompiledParts {
    old: Validator,
    new: Validator,
    /// The cost of validating a value twice.
    steps: u64,
}

/// A document that shows an edit, according to its issues.
struct Candidate {
    document: Value,
    /// The edit is its only issue.
    is_plain: bool,
}

/// The result for an edit.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witnesses {
    /// The old version accepts it, the new one rejects it.
    pub(crate) narrowing: Option<Value>,
    /// The opposite.
    pub(crate) widening: Option<Value>,
    /// The directions whose document fails by this edit alone, by its only issue.
    plain: Vec<Side>,
    /// The directions whose document is not explained by reverting the edit, if that could be tried.
    unattributed: Vec<Side>,
    /// A document was withheld, because it may show another edit.
    pub(crate) is_withheld: bool,
}

impl Witnesses {
    /// Whether there is no document for this direction yet.
    pub(crate) fn lacks(&self, accepting: Side) -> bool {
        match accepting {
            Side::Old => self.narrowing.is_none(),
            Side::New => self.widening.is_none(),
        }
    }

    fn document(&mut self, accepting: Side) -> &mut Option<Value> {
        if accepting == Side::Old { &mut self.narrowing } else { &mut self.widening }
    }
}

impl<'a> WitnessSearch<'a> {
    pub(crate) fn new(pair: &'a Pair<'a>, options: &'a Options) -> Self {
        let steps_of_names = [pair.old, pair.new].map(|side| steps_to_match_names(side.schema));
        WitnessSearch {
            pair,
            options,
            tried: RefCell::default(),
            samples: RefCell::default(),
            steps_of_names: steps_of_names.iter().sum(),
        }
    }

    /// Asks the prover for a document; returns whether it is proved that there is none.
    pub(crate) fn ask_for(
        &self,
        edit: &Edit,
        accepting: Side,
        budget: &Budget,
        shown: &mut Witnesses,
    ) -> bool {
        if is_too_deep(edit) {
            return false;
        }
        let asked = self.ask(edit, accepting, budget);
        if let Some(document) = &asked.document {
            let is_local = asked.by_part && is_local(edit, edit.place.steps());
            if is_local && self.is_only_complaint(document, accepting, budget) {
                shown.plain.push(accepting);
            }
        }
        *shown.document(accepting) = asked.document;
        asked.excluded
    }

    /// Whether the rejecting version has one issue with a document.
    fn is_only_complaint(&self, document: &Value, accepting: Side, budget: &Budget) -> bool {
        let (_, no) = self.sides(accepting);
        budget.spend(no.steps_to_complain(document)) && no.complaints(document, 2) == Some(1)
    }

    /// One version's result for a document; no if there is none.
    pub(crate) fn accepts(&self, document: &Value, side: Side) -> bool {
        self.sides(side).0.accepts(document) == Some(true)
    }

    fn sides(&self, accepting: Side) -> (&'a CompiledSchema<'a>, &'a CompiledSchema<'a>) {
        match accepting {
            Side::Old => (self.pair.old, self.pair.new),
            Side::New => (self.pair.new, self.pair.old),
        }
    }

    /// Whether a document is accepted by one version and refused by the other.
    fn tells_apart(&self, document: &Value, accepting: Side) -> bool {
        let (yes, no) = self.sides(accepting);
        yes.accepts(document) == Some(true) && no.accepts(document) == Some(false)
    }

    /// Searches documents for the requested directions, from the hints of the traversal.
    pub(crate) fn show(&self, edit: &Edit, wanted: Directions, budget: &Budget) -> Witnesses {
        let parts = match &edit.shows {
            _ if is_too_deep(edit) => return Witnesses::default(),
            Shows::Nothing => return Witnesses::default(),
            Shows::Parts(a, b) => {
                let compile = |v: &Value| compile_part(v, self.options.formats);
                let (Some(old), Some(new)) = (compile(a), compile(b)) else {
                    return Witnesses::default();
                };
                let size = a.to_string().len() + b.to_string().len();
                Some(CompiledParts { old, new, steps: (size / BYTES_A_STEP) as u64 })
            }
            _ => None,
        };
        let mut shown = Witnesses::default();
        for (side, _) in
            [(Side::Old, wanted.narrowing), (Side::New, wanted.widening)].iter().filter(|w| w.1)
        {
            let Some(found) = self.find(edit, &parts, *side, budget) else { continue };
            if found.is_plain {
                shown.plain.push(*side);
            }
            *shown.document(*side) = Some(found.document);
        }
        shown
    }

    fn find(
        &self,
        edit: &Edit,
        parts: &Option<CompiledParts>,
        accepting: Side,
        budget: &Budget,
    ) -> Option<Candidate> {
        ways(edit, accepting)
            .iter()
            .find_map(|steps| self.find_along(edit, parts, accepting, budget, steps))
    }

    fn find_along(
        &self,
        edit: &Edit,
        parts: &Option<CompiledParts>,
        accepting: Side,
        budget: &Budget,
        steps: &[PathStep],
    ) -> Option<Candidate> {
        let (yes, no) = self.sides(accepting);
        let mut leaves: Vec<Leaf<'_>> = match &edit.shows {
            Shows::Lacks(name) => {
                let plain = std::iter::once(Leaf::Lacks(name, None));
                plain.chain(edit.hints.iter().map(|h| Leaf::Lacks(name, Some(h)))).collect()
            }
            _ => edit.hints.iter().map(Leaf::Value).collect(),
        };
        // Of two equivalent values, the more realistic one is shown.
        leaves.sort_by_key(|leaf| matches!(leaf, Leaf::Value(v) if sample::is_made_up(v)));
        let differs = |leaf: &Leaf<'_>| match (leaf, &parts, accepting) {
            (Leaf::Value(v), Some(parts), Side::Old) => {
                parts.old.is_valid(v) && !parts.new.is_valid(v)
            }
            (Leaf::Value(v), Some(parts), Side::New) => {
                parts.new.is_valid(v) && !parts.old.is_valid(v)
            }
            _ => true,
        };
        let steps_to_compare = parts.as_ref().map_or(0, |parts| parts.steps);
        let is_sole = edit.sole_declaration.is_some_and(|declaring| declaring != accepting);
        let is_local = (parts.is_some() || is_sole) && is_local(edit, steps);
        let mut best: Option<((bool, usize, bool, usize), Candidate)> = None;
        let mut tries = 0;
        for leaf in &leaves {
            // The values are sorted by simplicity: one that only shows the edit is optimal.
            let shown =
                best.as_ref().is_some_and(|((besides, found, ..), _)| !besides && *found == 1);
            if shown || !budget.spend(steps_to_compare) {
                break;
            }
            if !differs(leaf) {
                continue;
            }
            // A document that can't be paid for is not built.
            if !budget.spend(self.steps_of_names) {
                break;
            }
            let most = no.values_within(budget.left());
            for built in document::build(yes.schema, no.schema, accepting, steps, leaf, most) {
                let members = built.document.as_object().map_or(0, Map::len) / MEMBERS_A_STEP;
                if tries >= MAX_TRIES || !budget.spend(STEPS_A_DOCUMENT + members as u64) {
                    return best.map(|b| b.1);
                }
                if !self.tells_apart(&built.document, accepting) {
                    continue;
                }
                tries += 1;
                let steps = no.steps_to_complain(&built.document);
                if !budget.spend(steps) {
                    return best.map(|b| b.1);
                }
                let found = no.complaints(&built.document, MAX_COMPLAINTS)?;
                let without = self.without(edit, &built, leaf, (no, found), budget);
                let attributed = match (&edit.shows, without) {
                    (_, Some(rest)) => Some(rest == 0),
                    // The part itself disagrees about the value, which is reason enough.
                    (Shows::Parts(..) | Shows::Branch(..) | Shows::Anything, None) => Some(false),
                    _ => None,
                };
                let Some(alone) = attributed else { continue };
                let score = (!alone, found, built.is_mixed, built.document.to_string().len());
                if best.as_ref().is_none_or(|(old, _)| score < *old) {
                    let is_plain = is_local && alone && found == 1;
                    best = Some((score, Candidate { document: built.document, is_plain }));
                }
            }
        }
        best.map(|b| b.1)
    }

    /// Samples of a place, kept because consecutive edits are about one place.
    fn samples(&self, schema: &Schema, nodes: &[NodeId]) -> Rc<Vec<Value>> {
        let mut known = self.samples.borrow_mut();
        let place = (self.pair.old.schema.shares_graph(schema), nodes.to_vec());
        if known.len() >= MAX_PLACES && !known.contains_key(&place) {
            known.clear();
        }
        let found = known.entry(place).or_insert_with(|| Rc::new(sample::samples(schema, nodes)));
        Rc::clone(found)
    }

    /// The remaining issues after the document is corrected at the edit's place; `None` if there are
    /// as many as before.
    fn without(
        &self,
        edit: &Edit,
        built: &document::Built,
        leaf: &Leaf<'_>,
        (refusing, before): (&CompiledSchema<'_>, usize),
        budget: &Budget,
    ) -> Option<usize> {
        let mut repaired: Vec<Value> = Vec::new();
        match (&edit.shows, leaf) {
            (_, Leaf::Lacks(name, _)) => {
                for value in document::values_for(refusing.schema, &built.refusing_nodes, name) {
                    repaired.extend(document::with(
                        &built.document,
                        &built.path,
                        Some(name),
                        Some(value),
                    ));
                }
            }
            (Shows::Below(_), _) => {
                repaired.extend(document::with(&built.document, &built.path, None, None));
            }
            _ => {
                let nodes: &[NodeId] = &built.refusing_nodes;
                for value in self.samples(refusing.schema, nodes).iter() {
                    repaired.extend(document::with(
                        &built.document,
                        &built.path,
                        None,
                        Some(value.clone()),
                    ));
                }
            }
        }
        if repaired.iter().any(|document| refusing.accepts(document) == Some(true)) {
            return Some(0);
        }
        let mut least = before;
        for document in &repaired {
            if !budget.spend(refusing.steps_to_complain(document)) {
                break;
            }
            least = least.min(refusing.complaints(document, MAX_COMPLAINTS)?);
        }
        (least < before).then_some(least)
    }
}

/// Whether no generated document reaches the edit's place.
fn is_too_deep(edit: &Edit) -> bool {
    let is_down = |step: &&PathStep| !matches!(step, PathStep::Branch(..) | PathStep::Having(..));
    edit.place.steps().iter().filter(is_down).count() > MAX_NESTING
}

/// Whether only the edit's part applies to the value at the end of these steps, so that its issue is the edit's.
fn is_local(edit: &Edit, steps: &[PathStep]) -> bool {
    let in_place = |step: &PathStep| matches!(step, PathStep::Branch(..) | PathStep::Having(..));
    !edit.fragile && !steps.iter().any(in_place)
}

/// The paths to the edit on the accepting side: several if it has several names.
fn ways(edit: &Edit, accepting: Side) -> Vec<Vec<PathStep>> {
    let below = |step: PathStep| edit.place.then(step).steps().to_vec();
    match &edit.shows {
        Shows::Below(PathStep::Property(name)) => {
            // A required member shows by being absent under the other name.
            let all = if edit.rule.concerns_required_property() { 1 } else { 2 };
            let names = names(edit, name, accepting).into_iter().take(all);
            names.map(|name| below(PathStep::Property(name.into()))).collect()
        }
        Shows::Below(step) => vec![below(step.clone())],
        _ => vec![edit.place.steps().to_vec()],
    }
}

/// The name of an added or removed member; for a renamed one both, first that of the accepting side.
fn names<'e>(edit: &'e Edit, name: &'e str, accepting: Side) -> Vec<&'e str> {
    match (&edit.renamed, accepting) {
        (None, _) => vec![name],
        (Some((old, new)), Side::Old) => vec![old, new],
        (Some((old, new)), Side::New) => vec![new, old],
    }
}

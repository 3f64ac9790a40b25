//! Asks the prover about edits that the hints did not show: for a document, or a proof that there is none.

use containment::view::View;
use containment::{Any, Anywhere, Ask, Budget, Located, Part, SearchGoal, Side, anywhere, located};
use contract::{NodeId, Schema};
use serde_json::{Value, json};

use super::{WitnessSearch, names};
use crate::document;
use crate::edit::{Edit, Shows};
use crate::place::PathStep;
use crate::walk::made_up;

/// A document that shows an edit in one direction; else whether it is proved that none does.
type ShownOrExcluded = (Option<Value>, bool);

/// The result of a question about an edit.
#[derive(Debug, Default)]
pub(crate) struct ProverAnswer {
    pub(crate) document: Option<Value>,
    /// The edit's part disagrees about its value in the document.
    pub(crate) by_part: bool,
    /// It is proved that no document shows the edit.
    pub(crate) excluded: bool,
}

/// A way in which an edit can show. An edit that shows in none of its ways doesn't show at all.
#[derive(Clone, Debug)]
enum Way<'e> {
    /// By the value at the end of these steps.
    Value(Vec<PathStep>),
    /// By a value under names that match the pattern at the end of these steps, which one side lacks, and
    /// declares differently.
    Others(Vec<PathStep>),
    /// By a value without this member.
    Lacks(&'e str),
}

/// The value at the end of the steps, if they name it; the prover puts any item first.
fn value_at<'d>(document: &'d Value, steps: &[PathStep]) -> Option<&'d Value> {
    let mut at = document;
    for step in steps {
        at = match step {
            PathStep::Property(name) => at.get(&**name)?,
            PathStep::Index(index) | PathStep::Rest(index) => at.get(*index)?,
            PathStep::Branch(..) | PathStep::Having(..) => at,
            PathStep::Pattern(_) | PathStep::Additional => return None,
        };
    }
    Some(at)
}

impl WitnessSearch<'_> {
    /// First asks for a document in which the rejecting side's part is the only reason, then for any
    /// that distinguishes the versions and about which the parts disagree.
    pub(crate) fn ask(&self, edit: &Edit, accepting: Side, budget: &Budget) -> ProverAnswer {
        let mut left = Vec::new();
        for way in ways(edit, accepting) {
            if !budget.spend(self.question_steps()) {
                return ProverAnswer::default();
            }
            let near = || self.near(edit, &way, accepting, budget);
            match self.once(edit, &way, accepting, (true, budget), near) {
                (Some(document), _) => {
                    let by_part = matches!((&way, &edit.shows), (Way::Value(_), Shows::Parts(..)));
                    // The value of a part is the one that its versions disagree about, and stays.
                    let stays = match &way {
                        Way::Value(steps) if by_part => Some(steps.as_slice()),
                        _ => None,
                    };
                    let document = self.filled_but(document, accepting, stays);
                    return ProverAnswer { document: Some(document), by_part, excluded: false };
                }
                (None, true) => {}
                (None, false) => left.push(way),
            }
        }
        let mut excluded = true;
        for way in left {
            if !budget.spend(self.question_steps()) {
                return ProverAnswer::default();
            }
            let far = || self.far(edit, &way, accepting, budget);
            match self.once(edit, &way, accepting, (false, budget), far) {
                (None, none) => excluded &= none,
                (document, _) => {
                    let document = document.map(|found| self.filled(found, accepting));
                    return ProverAnswer { document, ..ProverAnswer::default() };
                }
            }
        }
        ProverAnswer { excluded: excluded && !edit.is_silent(), ..ProverAnswer::default() }
    }

    /// The cost of a question before the prover's first step: each reads both schemas, so thousands of edits of a large
    /// schema would take quadratic time.
    fn question_steps(&self) -> u64 {
        const NODES_A_STEP: usize = 64;
        let nodes = |schema: &Schema| schema.nodes().count();
        let (old, new) = (self.sides(Side::Old).0, self.sides(Side::Old).1);
        let nodes = nodes(old.schema) + nodes(new.schema);
        (nodes / NODES_A_STEP) as u64 + 1 + self.steps_of_names
    }

    /// Asks what was not asked unsuccessfully before: edits at one place lead to the same question.
    fn once(
        &self,
        edit: &Edit,
        way: &Way<'_>,
        accepting: Side,
        (near, budget): (bool, &Budget),
        ask: impl FnOnce() -> Option<ShownOrExcluded>,
    ) -> ShownOrExcluded {
        let about = match &edit.shows {
            Shows::Branch(side, _) if !near || *side != accepting => &Shows::Anything,
            shows => shows,
        };
        let place = edit.place.steps();
        let question = format!("{near} {accepting:?} {way:?} {place:?} {about:?}");
        let steps = budget.left();
        if self.tried.borrow().get(&question).is_some_and(|before| steps < before / 2 * 3) {
            return ShownOrExcluded::default();
        }
        let found = ask().unwrap_or_default();
        if found == ShownOrExcluded::default() {
            self.tried.borrow_mut().insert(question, steps);
        }
        found
    }

    fn question(&self, accepting: Side) -> Ask<'_> {
        match accepting {
            Side::Old => self.pair.backward(),
            Side::New => self.pair.forward(),
        }
    }

    /// The same, with the value at the end of these steps as it is; if it is not found, nothing is filled.
    fn filled_but(&self, document: Value, accepting: Side, stays: Option<&[PathStep]>) -> Value {
        let Some(steps) = stays else { return self.filled(document, accepting) };
        let Some(value) = value_at(&document, steps).cloned() else { return document };
        containment::fill(document, |candidate| {
            value_at(candidate, steps) == Some(&value) && self.tells_apart(candidate, accepting)
        })
    }

    /// The document with a content for its empty texts and names, as far as it still tells the versions apart.
    fn filled(&self, document: Value, accepting: Side) -> Value {
        containment::fill(document, |candidate| self.tells_apart(candidate, accepting))
    }

    fn confirmed(&self, document: Value, accepting: Side) -> Option<Value> {
        self.tells_apart(&document, accepting).then_some(document)
    }

    fn near(
        &self,
        edit: &Edit,
        way: &Way<'_>,
        accepting: Side,
        budget: &Budget,
    ) -> Option<ShownOrExcluded> {
        let (yes, no) = self.sides(accepting);
        let steps = match way {
            Way::Value(steps) => steps,
            Way::Lacks(_) => edit.place.steps(),
            Way::Others(_) => return None,
        };
        let mut traced = document::trace(yes.schema, no.schema, accepting, steps)?;
        if let Shows::Branch(side, branch) = &edit.shows
            && *side == accepting
        {
            traced.way.push(containment::Way::Where(vec![*branch]));
        }
        let (old, new);
        let wish = match (way, &edit.shows) {
            (Way::Lacks(name), _) => SearchGoal::Lacks(name, traced.refusing_nodes),
            (_, Shows::Parts(a, b)) => {
                (old, new) = (made_up(a)?, made_up(b)?);
                match accepting {
                    Side::Old => SearchGoal::Between(&old, &new),
                    Side::New => SearchGoal::Between(&new, &old),
                }
            }
            _ => SearchGoal::Refused(traced.refusing_nodes),
        };
        Some(match located(&self.question(accepting), &traced.way, &wish, budget) {
            Located::Document(document) => (self.confirmed(document, accepting), false),
            Located::Nowhere => (None, traced.exact && !edit.fragile && !edit.elsewhere),
            Located::Open => (None, false),
        })
    }

    fn far(
        &self,
        edit: &Edit,
        way: &Way<'_>,
        accepting: Side,
        budget: &Budget,
    ) -> Option<ShownOrExcluded> {
        let (yes, no) = self.sides(accepting);
        let (mut mine, mut theirs) = (vec![yes.schema.root()], vec![no.schema.root()]);
        let steps = match way {
            Way::Value(steps) | Way::Others(steps) => steps,
            Way::Lacks(_) => edit.place.steps(),
        };
        let mut taken = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let views = (View::of(yes.schema, &mine), View::of(no.schema, &theirs));
            match step {
                PathStep::Branch(old, new) | PathStep::Having(_, old, new) => {
                    let (a, b) = if accepting == Side::Old { (old, new) } else { (new, old) };
                    // One branch at a time, because the others may imply it.
                    (mine, theirs) = (a.iter().copied().collect(), b.iter().copied().collect());
                    continue;
                }
                PathStep::Property(name) => {
                    if !views.0.knows(name) || !views.1.knows(name) {
                        return None;
                    }
                    taken.push(Any::Member(name));
                    mine = views.0.property(yes.schema, name);
                    theirs = views.1.property(no.schema, name);
                }
                PathStep::Pattern(pattern) => {
                    let others = matches!(way, Way::Others(_)) && at + 1 == steps.len();
                    let named;
                    (named, mine, theirs) = alike(&views.0, &views.1, pattern, others)?;
                    taken.push(Any::Named(made_up(&named)?));
                }
                PathStep::Additional if edit.unevaluated.is_some() && at + 1 == steps.len() => {
                    taken.push(Any::Named(made_up(&json!(true))?));
                }
                PathStep::Additional => {
                    taken.push(Any::Named(undeclared(&views.0, &views.1)?));
                    (mine, theirs) = (views.0.additional.clone(), views.1.additional.clone());
                }
                PathStep::Index(index) | PathStep::Rest(index) => {
                    let at = *index as u64;
                    let one = matches!(step, PathStep::Index(_));
                    taken.push(if one { Any::Item(at) } else { Any::From(at) });
                    mine = views.0.item(yes.schema, *index);
                    theirs = views.1.item(no.schema, *index);
                }
            }
        }
        let (old, new);
        let part = match (way, &edit.shows) {
            (Way::Lacks(name), _) => Part::Lacks(name),
            (_, Shows::Parts(a, b)) => {
                (old, new) = (made_up(a)?, made_up(b)?);
                Part::Alone(&old, &new)
            }
            _ => match (&edit.unevaluated, accepting) {
                (None, _) => Part::Nodes(mine, theirs),
                (Some((old, new)), Side::Old) => Part::Nodes(old.clone(), new.clone()),
                (Some((old, new)), Side::New) => Part::Nodes(new.clone(), old.clone()),
            },
        };
        let asked = Anywhere { way: taken, part };
        Some(match anywhere(&self.question(accepting), &asked, budget) {
            Located::Document(document) => (self.confirmed(document, accepting), false),
            Located::Nowhere => (None, !edit.elsewhere),
            Located::Open => (None, false),
        })
    }
}

/// All ways in which the edit can show. An added or removed member may matter by its value and by being
/// required; a renamed one by either name.
fn ways(edit: &Edit, accepting: Side) -> Vec<Way<'_>> {
    let below = |step: PathStep| Way::Value(edit.place.then(step).steps().to_vec());
    let required = edit.rule.concerns_required_property();
    match &edit.shows {
        Shows::Nothing => Vec::new(),
        Shows::Parts(..) | Shows::Branch(..) | Shows::Anything => {
            vec![Way::Value(edit.place.steps().to_vec())]
        }
        Shows::Below(PathStep::Property(name)) => {
            let names = names(edit, name, accepting);
            let values = names.iter().map(|name| below(PathStep::Property((*name).into())));
            let lacking = names.iter().filter(|_| required).map(|name| Way::Lacks(name));
            lacking.chain(values).collect()
        }
        Shows::Below(step @ PathStep::Pattern(_)) => {
            let others = Way::Others(edit.place.then(step.clone()).steps().to_vec());
            vec![below(step.clone()), others]
        }
        Shows::Below(step) => vec![below(step.clone())],
        Shows::Lacks(name) => {
            let value = required.then(|| below(PathStep::Property(name.as_str().into())));
            std::iter::once(Way::Lacks(name)).chain(value).collect()
        }
    }
}

/// The names that neither side declares.
fn undeclared(a: &View, b: &View) -> Option<Schema> {
    let names: Vec<&String> = a.properties.keys().chain(b.properties.keys()).collect();
    let patterns = a.pattern_properties.keys().chain(b.pattern_properties.keys());
    made_up(&json!({ "not": any_name(names, patterns) }))
}

/// Names of a list, or those that match one of the patterns.
fn any_name<'n>(names: Vec<&String>, patterns: impl Iterator<Item = &'n String>) -> Value {
    let mut any: Vec<Value> = patterns.map(|p| json!({ "pattern": p })).collect();
    any.push(json!({ "enum": names }));
    json!({ "anyOf": any })
}

/// The names that match `pattern`, and the schemas of both sides for them. A side without the pattern treats
/// such a name as undeclared, unless it declares it: `others` are the declared ones.
fn alike(
    a: &View,
    b: &View,
    pattern: &str,
    others: bool,
) -> Option<(Value, Vec<NodeId>, Vec<NodeId>)> {
    let under = |view: &View| view.pattern_properties.get(pattern).cloned();
    let like = json!({ "pattern": pattern });
    let lacking = match (under(a), under(b)) {
        (Some(mine), Some(theirs)) => return Some((like, mine, theirs)),
        (Some(_), None) => b,
        _ => a,
    };
    // With several conjuncts, a name may be declared in one and undeclared in another.
    if lacking.nodes.len() > 1 && !lacking.additional.is_empty() {
        return None;
    }
    let declared = any_name(lacking.properties.keys().collect(), lacking.pattern_properties.keys());
    let named = if others {
        json!({ "allOf": [like, declared] })
    } else {
        json!({ "allOf": [like], "not": declared })
    };
    let said = |view: &View| match under(view) {
        Some(nodes) => nodes,
        None if others => Vec::new(),
        None => view.additional.clone(),
    };
    Some((named, said(a), said(b)))
}

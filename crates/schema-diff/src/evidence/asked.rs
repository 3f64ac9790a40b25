//! What the hints of the walk did not show, the prover is asked for: a document for one edit, or the proof
//! that there is none.

use contract::{NodeId, Schema};
use serde_json::{Value, json};

use super::{Judges, steps};
use crate::document;
use crate::edit::{Edit, Shows};
use crate::place::Step;
use crate::prove::{Any, Anywhere, Ask, Budget, Located, Part, Wish, anywhere, located};
use crate::report::Side;
use crate::view::View;
use crate::walk::made_up;

/// A document that shows an edit in one direction; else whether it is proved that none does.
type Found = (Option<Value>, bool);

impl Judges<'_> {
    /// Asks first for a document in which the refusing side's part is the reason by itself, then for any
    /// that tells the versions apart and in which the parts disagree.
    pub(crate) fn ask(&self, edit: &Edit, accepting: Side, budget: &Budget) -> Found {
        let near = self.near(edit, accepting, budget).unwrap_or_default();
        if near.0.is_some() || near.1 || !budget.spend(1) {
            return near;
        }
        self.far(edit, accepting, budget).unwrap_or_default()
    }

    fn question(&self, accepting: Side) -> Ask<'_> {
        match accepting {
            Side::Old => self.pair.backward(),
            Side::New => self.pair.forward(),
        }
    }

    fn confirmed(&self, document: Value, accepting: Side) -> Option<Value> {
        let (yes, no) = self.sides(accepting);
        let shown = yes.validator()?.is_valid(&document) && !no.validator()?.is_valid(&document);
        shown.then_some(document)
    }

    fn near(&self, edit: &Edit, accepting: Side, budget: &Budget) -> Option<Found> {
        let (yes, no) = self.sides(accepting);
        let steps = steps(edit, accepting);
        let traced = document::trace(yes.schema, no.schema, accepting, &steps)?;
        let (old, new);
        let wish = match &edit.shows {
            Shows::Nothing => return None,
            Shows::Parts(a, b) => {
                (old, new) = (made_up(a)?, made_up(b)?);
                match accepting {
                    Side::Old => Wish::Between(&old, &new),
                    Side::New => Wish::Between(&new, &old),
                }
            }
            Shows::Lacks(name) => Wish::Lacks(name, traced.refusing_nodes),
            Shows::Below(_) | Shows::Anything => Wish::Refused(traced.refusing_nodes),
        };
        Some(match located(&self.question(accepting), &traced.way, &wish, budget) {
            Located::Document(document) => (self.confirmed(document, accepting), false),
            Located::Nowhere => {
                let plain = traced.exact && !edit.fragile && is_about_values(edit);
                (None, plain)
            }
            Located::Open => (None, false),
        })
    }

    fn far(&self, edit: &Edit, accepting: Side, budget: &Budget) -> Option<Found> {
        if !is_about_values(edit) {
            return None;
        }
        let (yes, no) = self.sides(accepting);
        let (mut mine, mut theirs) = (vec![yes.schema.root()], vec![no.schema.root()]);
        let mut way = Vec::new();
        for step in edit.place.steps() {
            let views = (View::of(yes.schema, &mine), View::of(no.schema, &theirs));
            match step {
                Step::Branch(old, new) | Step::Having(_, old, new) => {
                    let (a, b) = if accepting == Side::Old { (old, new) } else { (new, old) };
                    // One branch at a time: beside it others may say the same or more.
                    (mine, theirs) = (a.iter().copied().collect(), b.iter().copied().collect());
                    continue;
                }
                Step::Property(name) => {
                    way.push(Any::Member(name));
                    mine = views.0.property(yes.schema, name);
                    theirs = views.1.property(no.schema, name);
                }
                Step::Pattern(pattern) => {
                    way.push(Any::Named(made_up(&json!({ "pattern": **pattern }))?));
                    let under = |view: &View| -> Option<Vec<NodeId>> {
                        view.pattern_properties.get(&**pattern).cloned()
                    };
                    (mine, theirs) = (under(&views.0)?, under(&views.1)?);
                }
                Step::Additional => {
                    way.push(Any::Named(undeclared(&views.0, &views.1)?));
                    (mine, theirs) = (views.0.additional.clone(), views.1.additional.clone());
                }
                Step::Index(index) | Step::Rest(index) => {
                    let at = *index as u64;
                    let one = matches!(step, Step::Index(_));
                    way.push(if one { Any::Item(at) } else { Any::From(at) });
                    mine = views.0.item(yes.schema, *index);
                    theirs = views.1.item(no.schema, *index);
                }
            }
        }
        let (old, new);
        let part = match &edit.shows {
            Shows::Parts(a, b) => {
                (old, new) = (made_up(a)?, made_up(b)?);
                Part::Alone(&old, &new)
            }
            Shows::Lacks(name) => Part::Lacks(name),
            _ => Part::Nodes(mine, theirs),
        };
        let asked = Anywhere { way, part };
        Some(match anywhere(&self.question(accepting), &asked, budget) {
            Located::Document(document) => (self.confirmed(document, accepting), false),
            Located::Nowhere => (None, true),
            Located::Open => (None, false),
        })
    }
}

/// Whether the edit is about which values the place takes. A member that goes, or goes by another name, may
/// matter by being asked for instead.
fn is_about_values(edit: &Edit) -> bool {
    let values = matches!(edit.shows, Shows::Parts(..) | Shows::Anything | Shows::Lacks(_));
    values && edit.renamed.is_none()
}

/// The names that neither side declares.
fn undeclared(a: &View, b: &View) -> Option<Schema> {
    let names: Vec<&String> = a.properties.keys().chain(b.properties.keys()).collect();
    let patterns = a.pattern_properties.keys().chain(b.pattern_properties.keys());
    let mut declared: Vec<Value> = patterns.map(|p| json!({ "pattern": p })).collect();
    declared.push(json!({ "enum": names }));
    made_up(&json!({ "not": { "anyOf": declared } }))
}

//! A document of the whole schema that shows one change: the solver is asked for an instance that one
//! version takes and that has, at the place of the change, a value that the other one's part refuses.
//! Where it proves that there is none, the change can't show in that direction.

use contract::{NodeId, Schema};
use serde_json::Value;

use crate::budget::Budget;
use crate::form::{Form, Id, Kind};
use crate::ground::{Ask, lower_part};
use crate::solve::{Answer, Goal, Solver};

/// The same for the whole: some path to places like this one, where both sides' parts disagree.
#[derive(Debug)]
pub struct Anywhere<'w> {
    /// The path from the root.
    pub way: Vec<Any<'w>>,
    /// The disagreement of the two sides there.
    pub part: Part<'w>,
}

/// A step that represents all similar ones.
#[derive(Debug)]
pub enum Any<'w> {
    /// Into a member with this name.
    Member(&'w str),
    /// Into a member whose name this schema accepts.
    Named(Schema),
    /// Into the item at this index.
    Item(u64),
    /// Into an item from this index on.
    From(u64),
}

/// The disagreement of the two sides: each side's part.
#[derive(Debug)]
pub enum Part<'w> {
    /// These nodes, of the accepting and the rejecting side.
    Nodes(Vec<NodeId>, Vec<NodeId>),
    /// These separate schemas.
    Alone(&'w Schema, &'w Schema),
    /// That an object may lack this member.
    Lacks(&'w str),
}

/// One step on the path from a document to the place.
#[derive(Debug, Clone)]
pub enum Way {
    /// Into the member with this name.
    Member(String),
    /// Into the item at this index.
    Item(u64),
    /// Further formulas for the value.
    Where(Vec<NodeId>),
    /// It has a member with this name.
    With(String),
}

/// The requirement for the value at the place.
#[derive(Debug)]
pub enum SearchGoal<'w> {
    /// The conjunction of these nodes of the other side rejects it.
    Refused(Vec<NodeId>),
    /// The first part accepts it, the second rejects it.
    Between(&'w Schema, &'w Schema),
    /// It is an object without this member, and rejected.
    Lacks(&'w str, Vec<NodeId>),
}

/// The result.
#[derive(Debug)]
pub enum Located {
    /// A candidate.
    Document(Value),
    /// Proved: there is none.
    Nowhere,
    /// Not decided.
    Open,
}

/// Searches a document of the question's first version.
pub fn located(ask: &Ask<'_>, way: &[Way], goal: &SearchGoal<'_>, budget: &Budget) -> Located {
    let answer = ask.pair.with(budget, |solver, ground| {
        let (mine, theirs) = (ground.side(ask.side), ground.side(ask.side.other()));
        let refused = |solver: &mut Solver, nodes: &[NodeId]| {
            let all = theirs.all(nodes)?;
            let all = solver.arena.add(Form::All(all));
            Some(solver.arena.add(Form::Not(all)))
        };
        let mut wanted = match goal {
            SearchGoal::Refused(nodes) => refused(solver, nodes)?,
            SearchGoal::Between(takes, refuses) => {
                let takes = lower_part(solver, takes, ask.a())?;
                let refuses = lower_part(solver, refuses, ask.b())?;
                let refused = solver.arena.add(Form::Not(refuses));
                solver.arena.add(Form::All(vec![takes, refused]))
            }
            SearchGoal::Lacks(name, nodes) => {
                let object = solver.arena.add(Form::Types(Kind::Object.bit()));
                let absent = solver.arena.add(Form::Absent((*name).to_owned()));
                let refused = refused(solver, nodes)?;
                solver.arena.add(Form::All(vec![object, absent, refused]))
            }
        };
        for step in way.iter().rev() {
            wanted = match step {
                Way::Member(name) => {
                    there(solver, wanted, |other| Form::Property(name.clone(), other))
                }
                Way::Item(index) => there(solver, wanted, |other| Form::Item(*index, other)),
                Way::Where(nodes) => {
                    let mut all = mine.all(nodes)?;
                    all.push(wanted);
                    solver.arena.add(Form::All(all))
                }
                Way::With(name) => {
                    let object = solver.arena.add(Form::Types(Kind::Object.bit()));
                    let present = solver.arena.add(Form::Present(name.clone()));
                    solver.arena.add(Form::All(vec![object, present, wanted]))
                }
            };
        }
        Some(solver.solve(&Goal::from([(mine.root, true), (wanted, true)])))
    });
    from_answer(answer.flatten())
}

/// Looks for a document that only the question's first version takes and in which the parts disagree
/// somewhere. Where there is none, the verdicts on all documents that tell the versions apart would be the
/// same if the parts were: the change accounts for none of them, whatever stands around it.
pub fn anywhere(ask: &Ask<'_>, asked: &Anywhere<'_>, budget: &Budget) -> Located {
    let answer = ask.pair.with(budget, |solver, ground| {
        let (mine, theirs) = (ground.side(ask.side), ground.side(ask.side.other()));
        let parts = match &asked.part {
            Part::Nodes(a, b) => {
                let (a, b) = (mine.all(a)?, theirs.all(b)?);
                Some((solver.arena.add(Form::All(a)), solver.arena.add(Form::All(b))))
            }
            Part::Alone(a, b) => {
                Some((lower_part(solver, a, ask.a())?, lower_part(solver, b, ask.b())?))
            }
            Part::Lacks(_) => None,
        };
        let mut wanted = match (parts, &asked.part) {
            (Some((a, b)), _) => {
                let cases = [(a, b), (b, a)].map(|(yes, no)| {
                    let no = solver.arena.add(Form::Not(no));
                    solver.arena.add(Form::All(vec![yes, no]))
                });
                solver.arena.add(Form::Any(cases.to_vec()))
            }
            (None, Part::Lacks(name)) => {
                let object = solver.arena.add(Form::Types(Kind::Object.bit()));
                let absent = solver.arena.add(Form::Absent((*name).to_owned()));
                solver.arena.add(Form::All(vec![object, absent]))
            }
            (None, _) => return None,
        };
        for step in asked.way.iter().rev() {
            wanted = match step {
                Any::Member(name) => {
                    there(solver, wanted, |other| Form::Property((*name).to_owned(), other))
                }
                Any::Named(names) => {
                    let names = lower_part(solver, names, ask.a())?;
                    there(solver, wanted, |other| Form::Matching(names, other))
                }
                Any::Item(index) => there(solver, wanted, |other| Form::Item(*index, other)),
                Any::From(index) => there(solver, wanted, |other| Form::Rest(*index, other)),
            };
        }
        Some(solver.solve(&Goal::from([(mine.root, true), (theirs.root, false), (wanted, true)])))
    });
    from_answer(answer.flatten())
}

fn from_answer(answer: Option<Answer>) -> Located {
    match answer {
        Some(Answer::Found(document) | Answer::Unknown(Some(document))) => {
            Located::Document(document)
        }
        Some(Answer::None) => Located::Nowhere,
        Some(Answer::Unknown(None)) | None => Located::Open,
    }
}

/// The part is present and satisfies the requirement; absence is not enough.
fn there(solver: &mut Solver, wanted: Id, make: impl FnOnce(Id) -> Form) -> Id {
    let otherwise = solver.arena.add(Form::Not(wanted));
    let absent_or_otherwise = solver.arena.add(make(otherwise));
    solver.arena.add(Form::Not(absent_or_otherwise))
}

//! What is settled about an instance of one type while it is searched.

use std::collections::BTreeSet;

use crate::form::{Constant, Kind};
use crate::solve::Literal;

/// The maximum depth of evaluating formulas before a choice.
pub(crate) const LOOK: usize = 4;

/// The settled facts about an instance, and the remaining choices.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) kind: Kind,
    pub(crate) literals: BTreeSet<Literal>,
    /// Leaves about this type.
    pub(crate) leaves: Vec<Literal>,
    /// Facts about members by name: the name's index, and the literal about the member.
    pub(crate) members: BTreeSet<(usize, Literal)>,
    /// Of each, one alternative must hold, with all of its literals.
    pub(crate) choices: Vec<Vec<Vec<Literal>>>,
    /// The literals about `oneOf` of many branches, whose cases are not listed yet.
    pub(crate) exclusive: Vec<Literal>,
    /// Sets of values, one of which the instance must be.
    pub(crate) values: Option<BTreeSet<Constant>>,
}

impl State {
    /// Nothing is settled but the type.
    pub(crate) fn of_kind(kind: Kind) -> Self {
        State {
            kind,
            literals: BTreeSet::new(),
            leaves: Vec::new(),
            members: BTreeSet::new(),
            choices: Vec::new(),
            exclusive: Vec::new(),
            values: None,
        }
    }
}

//! One document under several schemas at once: some must accept it, others reject it. It finds a document
//! that one edit explains, whatever else changed.

use contract::Schema;

use crate::budget::Budget;
use crate::form::{Arena, Id};
use crate::located::Located;
use crate::lower::lower;
use crate::merge::merge;
use crate::options::Formats;
use crate::solve::{Answer, Goal, Solver};

/// Some schemas as formulas of one arena.
pub struct Joint {
    solver: Solver,
    roots: Vec<Id>,
}

impl Joint {
    /// `None` if one of the schemas is too large.
    pub fn new(schemas: &[&Schema], formats: Formats) -> Option<Joint> {
        let mut arena = Arena::default();
        let lowered = schemas.iter().map(|schema| lower(schema, formats, &mut arena).ok());
        let roots: Vec<Id> = lowered.map(|l| Some(l?.root)).collect::<Option<_>>()?;
        merge(&mut arena);
        Some(Joint { solver: Solver::new(arena), roots })
    }

    /// Searches a document that each of these schemas accepts or rejects: the schema's index, and
    /// whether it accepts.
    pub fn find(&mut self, wanted: &[(usize, bool)], budget: &Budget) -> Located {
        let goal: Goal = wanted.iter().map(|(at, accepts)| (self.roots[*at], *accepts)).collect();
        self.solver.begin(budget);
        match self.solver.solve(&goal) {
            Answer::Found(document) | Answer::Unknown(Some(document)) => {
                Located::Document(document)
            }
            Answer::None => Located::Nowhere,
            Answer::Unknown(None) => Located::Open,
        }
    }
}

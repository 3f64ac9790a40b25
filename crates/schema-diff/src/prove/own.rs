//! Layer: the own prover. "A and not B" has an instance, or it has none.

use contract::Schema;

use super::budget::Budget;
use super::form::Arena;
use super::lower::lower;
use super::merge::merge;
use super::solve::{Answer, Goal, Solver};
use super::{Layer, Verdict, pass, refutation};
use crate::relation::Formats;

/// The own prover.
pub(crate) struct Own;

impl Layer for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn contains(&self, a: &Schema, b: &Schema, formats: Formats, budget: &Budget) -> Verdict {
        prove(a, b, formats, budget)
    }
}

fn prove(a: &Schema, b: &Schema, formats: Formats, budget: &Budget) -> Verdict {
    let mut arena = Arena::default();
    let (Ok(left), Ok(right)) = (lower(a, formats, &mut arena), lower(b, formats, &mut arena))
    else {
        return unknown("the schema is too big", None);
    };
    merge(&mut arena);
    let mut solver = Solver::new(arena, budget);
    match solver.solve(&Goal::from([(left, true), (right, false)])) {
        Answer::None => Verdict::Holds,
        Answer::Found(candidate) => refutation(a, b, formats, &candidate).unwrap_or_else(|| {
            unknown("the instance that was found is not confirmed by the validator", None)
        }),
        Answer::Unknown(candidate) => candidate
            .and_then(|candidate| refutation(a, b, formats, &candidate))
            .unwrap_or_else(|| unknown("undecided", solver.why)),
    }
}

fn unknown(reason: &str, why: Option<super::solve::Why>) -> Verdict {
    match why {
        Some(why) => Verdict::Unknown { reason: why.reason, keyword: why.keyword, path: why.path },
        None => pass(reason),
    }
}

//! Layer: the own prover. "A and not B" has an instance, or it has none.

use contract::Schema;

use super::budget::Budget;
use super::form::Arena;
use super::lower::lower;
use super::merge::merge;
use super::solve::{Answer, Goal, Solver};
use super::{Layer, Verdict, pass, refutation};
use crate::relation::Formats;

/// Schemas nest, and so do questions about them.
const STACK: usize = 256 << 20;

/// The own prover.
pub(crate) struct Own;

impl Layer for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn contains(&self, a: &Schema, b: &Schema, formats: Formats, budget: &Budget) -> Verdict {
        let left = budget.left();
        // A thread for its stack alone: it is waited for, and its budget ends it.
        std::thread::scope(|scope| {
            let work = || prove(a, b, formats, &Budget::new(left));
            match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(thread) => thread.join().unwrap_or_else(|_| unknown("the prover gave up", None)),
                Err(_) => unknown("no thread could be started", None),
            }
        })
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

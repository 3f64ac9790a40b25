//! Layer: the own prover. "A and not B" has an instance, or it has none.

use contract::Pointer;
use serde_json::Value;

use super::budget::Budget;
use super::form::Arena;
use super::lower::lower;
use super::merge::merge;
use super::solve::{Answer, Goal, Solver};
use super::{Layer, Verdict, pass, refutation};
use crate::confirm::Version;

/// The own prover.
pub(crate) struct Own;

impl Layer for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn contains(&self, a: &Version<'_>, b: &Version<'_>, budget: &Budget) -> Verdict {
        prove(a, b, budget)
    }
}

fn prove(a: &Version<'_>, b: &Version<'_>, budget: &Budget) -> Verdict {
    let mut arena = Arena::default();
    let mut read = |version: &Version<'_>| lower(version.schema, version.formats, &mut arena);
    let (Ok(left), Ok(right)) = (read(a), read(b)) else {
        return unknown("the schema is too big", None);
    };
    merge(&mut arena);
    let mut solver = Solver::new(arena, budget);
    match solver.solve(&Goal::from([(left, true), (right, false)])) {
        Answer::None => Verdict::Holds,
        Answer::Found(candidate) => {
            refutation(a, b, &candidate).unwrap_or_else(|| unconfirmed(a, &candidate))
        }
        Answer::Unknown(candidate) => candidate
            .and_then(|candidate| refutation(a, b, &candidate))
            .unwrap_or_else(|| unknown("undecided", solver.why)),
    }
}

/// The prover and the validator are not of one mind: the keyword by which the validator objects is named.
fn unconfirmed(a: &Version<'_>, candidate: &Value) -> Verdict {
    let reason = "the instance that was found is not confirmed by the validator";
    let objection = a.validator().and_then(|v| v.iter_errors(candidate).next());
    let place = objection.and_then(|error| Pointer::parse(error.schema_path().as_str()));
    let Some((keyword, path)) = place.and_then(|at| Some((at.last()?, at.parent()?))) else {
        return pass(reason);
    };
    Verdict::Unknown { reason: reason.to_owned(), keyword, path }
}

fn unknown(reason: &str, why: Option<super::solve::Why>) -> Verdict {
    match why {
        Some(why) => Verdict::Unknown { reason: why.reason, keyword: why.keyword, path: why.path },
        None => pass(reason),
    }
}

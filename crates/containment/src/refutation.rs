//! Layer: our own prover. "A and not B" has an instance, or it has none.

use serde_json::Value;

use crate::budget::Budget;
use crate::confirm::CompiledSchema;
use crate::ground::Ask;
use crate::layer::{Layer, refutation};
use crate::solve::{Answer, Goal};
use crate::verdict::{Verdict, pass};

/// Our own prover.
pub(crate) struct RefutationProver;

impl Layer for RefutationProver {
    fn name(&self) -> &'static str {
        "own"
    }

    fn contains(&self, ask: &Ask<'_>, budget: &Budget) -> Verdict {
        let (a, b) = (ask.a(), ask.b());
        let asked = ask.pair.with(budget, |solver, ground| {
            let (small, large) = (ground.side(ask.side).root, ground.side(ask.side.other()).root);
            let answer = solver.solve(&Goal::from([(small, true), (large, false)]));
            (answer, solver.why.take())
        });
        match asked {
            None => unknown("the schema is too big", None),
            Some((Answer::None, _)) => Verdict::Holds,
            Some((Answer::Found(candidate), _)) => {
                refutation(a, b, &candidate).unwrap_or_else(|| {
                    ask.pair.is_disputed.set(true);
                    unconfirmed(a, &candidate)
                })
            }
            Some((Answer::Unknown(candidate), why)) => candidate
                .and_then(|candidate| refutation(a, b, &candidate))
                .unwrap_or_else(|| unknown("undecided", why)),
        }
    }
}

/// The prover and the validator disagree: the keyword of the validator's issue is named.
fn unconfirmed(a: &CompiledSchema<'_>, candidate: &Value) -> Verdict {
    let reason = "the instance that was found is not confirmed by the validator";
    let place = a.first_complaint(candidate);
    let Some((keyword, path)) = place.and_then(|at| Some((at.last()?, at.parent()?))) else {
        return pass(reason);
    };
    Verdict::Unknown { reason: reason.to_owned(), keyword, path }
}

fn unknown(reason: &str, why: Option<crate::solve::Why>) -> Verdict {
    match why {
        Some(why) => Verdict::Unknown { reason: why.reason, keyword: why.keyword, path: why.path },
        None => pass(reason),
    }
}

//! The prover: does one schema take all that another takes? Three answers, and the first two are certain:
//! it holds (proved), it is refuted (by an instance that a validator has confirmed), it is unknown.
//!
//! Several layers are asked in turn, each of which may pass: [`own`] proves by looking for an instance of
//! "A and not B" until none can exist, [`canonical`] asks the `jsonschema` crate's normal forms,
//! [`directed`] tries instances. A refutation by any layer counts only once [`crate::confirm`] has tried its
//! witness on both schemas as they were written.

mod array;
mod budget;
mod canonical;
mod cover;
mod directed;
mod eval;
mod expand;
mod form;
mod format;
mod ground;
mod joint;
mod located;
mod lower;
mod merge;
mod number;
mod object;
mod own;
mod partition;
mod pattern;
mod scope;
mod shrink;
mod solve;
mod string;
mod words;

#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};

use contract::{Pointer, Schema};
use serde_json::Value;

use crate::confirm::{Judge, Version};
use crate::relation::{Options, Relation};
use crate::walk::is_annotation;
pub(crate) use budget::OUT_OF_TIME;
pub use budget::{Alarm, Budget, Ceiling};
pub use canonical::NO_INSTANCE;
pub(crate) use form::Constant;
pub use ground::{Ask, Pair};
pub(crate) use joint::Joint;
pub(crate) use located::{Any, Anywhere, Located, Part, SearchGoal, Way, anywhere, located};
pub(crate) use string::is_asserted;

/// Whether one schema takes all that another takes.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It does: proved.
    Holds,
    /// It does not: the instance is valid under the one and not under the other.
    Refuted(Value),
    /// Not decided.
    Unknown {
        /// Why not, in words.
        reason: String,
        /// The keyword that defied the prover; empty if no single one did.
        keyword: String,
        /// The schema that holds the keyword.
        path: Pointer,
    },
}

impl Verdict {
    /// Whether the verdict is certain.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        !matches!(self, Verdict::Unknown { .. })
    }
}

/// One way to answer the question.
pub trait Layer {
    /// Its name in tests and measurements.
    fn name(&self) -> &'static str;

    /// The answer to the question, as far as this layer knows; it ends when the budget does.
    fn contains(&self, ask: &Ask<'_>, budget: &Budget) -> Verdict;
}

/// All layers, in the order in which they are asked: what proves and refutes alike comes first.
#[must_use]
pub fn layers() -> Vec<Box<dyn Layer>> {
    vec![
        Box::new(own::RefutationProver),
        Box::new(directed::Directed),
        Box::new(canonical::Canonical),
    ]
}

/// Both directions within the one budget: what the first leaves, the second has.
pub(crate) fn relation(pair: &Pair<'_>, budget: &Budget) -> Relation {
    let backward = ask_all(&pair.backward(), &budget.share(3, 5));
    let forward = ask_all(&pair.forward(), budget);
    Relation {
        backward: named(backward, pair.old.schema, pair.new.schema),
        forward: named(forward, pair.new.schema, pair.old.schema),
    }
}

/// Decides `a ⊆ b` by all layers, within one budget.
#[must_use]
pub fn contains(a: &Schema, b: &Schema, options: &Options) -> Verdict {
    let (old, new) = (Version::new(a, options.formats), Version::new(b, options.formats));
    let ask = || {
        let budget = Budget::under(options.steps_for(a, b), &options.ceiling.start());
        ask_all(&Pair::new(&old, &new).backward(), &budget)
    };
    named(
        contract::deep_stack(ask).map_or_else(|_| pass("no thread could be started"), given_up),
        a,
        b,
    )
}

/// The answer of a thread; "unknown" where it broke off.
fn given_up(ended: std::thread::Result<Verdict>) -> Verdict {
    ended.unwrap_or_else(|_| pass("the prover gave up"))
}

fn ask_all(ask: &Ask<'_>, budget: &Budget) -> Verdict {
    let layers = || ask_layers(ask, budget);
    given_up(catch_unwind(AssertUnwindSafe(layers)))
}

fn ask_layers(ask: &Ask<'_>, budget: &Budget) -> Verdict {
    let mut open = None;
    ask.pair.is_disputed.set(false);
    for layer in layers() {
        if !budget.spend(0) {
            break;
        }
        // The first layer may not spend what the others need.
        let part = if open.is_none() { budget.share(7, 10) } else { budget.clone() };
        match layer.contains(ask, &part) {
            unknown @ Verdict::Unknown { .. } => {
                open.get_or_insert(unknown);
            }
            // Where the solver has an instance that the validator judges otherwise, one of them errs.
            Verdict::Holds if ask.pair.is_disputed.get() => {}
            decided => return decided,
        }
    }
    match open {
        // What the ceiling cut says so, whatever a layer stumbled over before.
        _ if budget.was_cut() => pass(budget.reason()),
        Some(unknown) => unknown,
        None => pass(budget.reason()),
    }
}

/// The witness, made as small as it gets, if a validator agrees that it refutes `a ⊆ b`.
fn refutation(a: &Version<'_>, b: &Version<'_>, candidate: &Value) -> Option<Verdict> {
    let judge = Judge::new(a, b)?;
    judge.refutes(candidate).then(|| Verdict::Refuted(shrink::shrink(candidate, &judge)))
}

/// Where no single keyword defied the prover, the first of the schema that has to take all is named:
/// that is where a reader begins to simplify.
fn named(verdict: Verdict, a: &Schema, b: &Schema) -> Verdict {
    let Verdict::Unknown { reason, keyword, path } = verdict else { return verdict };
    if !keyword.is_empty() {
        return Verdict::Unknown { reason, keyword, path };
    }
    let first = |schema: &Schema| {
        let root = schema.node(schema.root());
        let said = root.keywords()?.order.iter().find(|word| !is_annotation(word))?;
        Some((said.clone(), root.pointer.clone()))
    };
    let (keyword, path) =
        first(b).or_else(|| first(a)).unwrap_or_else(|| ("$schema".to_owned(), Pointer::root()));
    Verdict::Unknown { reason, keyword, path }
}

/// "Unknown" without a keyword to blame.
fn pass(reason: &str) -> Verdict {
    Verdict::Unknown { reason: reason.to_owned(), keyword: String::new(), path: Pointer::root() }
}

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
mod ground;
mod joint;
mod located;
mod lower;
mod merge;
mod number;
mod object;
mod own;
mod pattern;
mod scope;
mod shrink;
mod solve;
mod string;
mod words;

#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use contract::{Pointer, Schema};
use serde_json::Value;

use crate::confirm::{Judge, Version};
use crate::relation::{Options, Relation};
use crate::walk::is_annotation;
pub use budget::Budget;
pub use canonical::NO_INSTANCE;
pub(crate) use form::Constant;
pub use ground::{Ask, Pair};
pub(crate) use joint::Joint;
pub(crate) use located::{Any, Anywhere, Located, Part, Way, Wish, anywhere, located};
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
    vec![Box::new(own::Own), Box::new(directed::Directed), Box::new(canonical::Canonical)]
}

/// Both directions within the one deadline: what the first leaves, the second has.
pub(crate) fn relation(pair: &Pair<'_>, deadline: Duration) -> Relation {
    let clock = Budget::new(deadline);
    let backward = ask_all(&pair.backward(), deadline.mul_f64(0.6));
    let forward = ask_all(&pair.forward(), clock.left());
    Relation {
        backward: named(backward, pair.old.schema, pair.new.schema),
        forward: named(forward, pair.new.schema, pair.old.schema),
    }
}

/// Decides `a ⊆ b` by all layers, within one deadline.
#[must_use]
pub fn contains(a: &Schema, b: &Schema, options: &Options) -> Verdict {
    let (old, new) = (Version::new(a, options.formats), Version::new(b, options.formats));
    let ask = || ask_all(&Pair::new(&old, &new).backward(), options.deadline);
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

fn ask_all(ask: &Ask<'_>, deadline: Duration) -> Verdict {
    let layers = || ask_layers(ask, deadline);
    given_up(catch_unwind(AssertUnwindSafe(layers)))
}

fn ask_layers(ask: &Ask<'_>, deadline: Duration) -> Verdict {
    let end = Budget::new(deadline);
    let mut open = None;
    for layer in layers() {
        let left = end.left();
        if left.is_zero() {
            break;
        }
        // The first layer may not spend what the others need.
        let share = if open.is_none() { left.mul_f64(0.7) } else { left };
        match layer.contains(ask, &Budget::new(share.max(Duration::from_millis(1)))) {
            unknown @ Verdict::Unknown { .. } => {
                open.get_or_insert(unknown);
            }
            decided => return decided,
        }
    }
    open.unwrap_or_else(|| pass("out of time"))
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

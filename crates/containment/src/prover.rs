//! Asks the layers in order, within one budget, until one of them decides.

use std::panic::{AssertUnwindSafe, catch_unwind};

use contract::{Pointer, Schema, is_annotation};

use crate::budget::Budget;
use crate::canonical::Canonical;
use crate::confirm::CompiledSchema;
use crate::directed::Directed;
use crate::ground::{Ask, Pair};
use crate::layer::Layer;
use crate::options::Options;
use crate::refutation::RefutationProver;
use crate::verdict::{Relation, Verdict, pass};

/// All layers in order: those that both prove and refute come first.
#[must_use]
pub fn layers() -> Vec<Box<dyn Layer>> {
    vec![Box::new(RefutationProver), Box::new(Directed), Box::new(Canonical)]
}

/// Both directions within one budget: the second gets what the first leaves.
#[must_use]
pub fn decide(pair: &Pair<'_>, budget: &Budget) -> Relation {
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
    let (old, new) =
        (CompiledSchema::new(a, options.formats), CompiledSchema::new(b, options.formats));
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

/// The answer of a thread; "unknown" if it was aborted.
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
        // The first layer may not use up the steps of the others.
        let part = if open.is_none() { budget.share(7, 10) } else { budget.clone() };
        match layer.contains(ask, &part) {
            unknown @ Verdict::Unknown { .. } => {
                open.get_or_insert(unknown);
            }
            // If the solver has an instance that the validator rejects, one of them is wrong.
            Verdict::Holds if ask.pair.is_disputed.get() => {}
            decided => return decided,
        }
    }
    match open {
        // An answer that the limit cut says so, whatever a layer reported before.
        _ if budget.was_cut() => pass(budget.reason()),
        Some(unknown) => unknown,
        None => pass(budget.reason()),
    }
}

/// If no single keyword is the cause, the first one of the schema on the accepting side is named,
/// where a reader begins to simplify.
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

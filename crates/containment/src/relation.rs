//! The question of `diff` about two schemas: whether one accepts all that the other accepts.

use contract::{Pointer, Schema};

use crate::budget::Budget;
use crate::confirm::CompiledSchema;
use crate::ground::Pair;
use crate::options::Options;
use crate::prover::decide;
use crate::verdict::{Relation, Verdict};

/// Decides both directions; a refutation has an instance that the `jsonschema` crate has confirmed
/// against both original schemas.
#[must_use]
pub fn relation(old: &Schema, new: &Schema, options: &Options) -> Relation {
    match out_of_reach(old, new) {
        Some(relation) => relation,
        None => {
            let ask = || {
                let version = |schema| CompiledSchema::new(schema, options.formats);
                let budget = Budget::under(options.steps_for(old, new), &options.ceiling.start());
                decide(&Pair::new(&version(old), &version(new)), &budget)
            };
            match contract::deep_stack(ask) {
                Ok(Ok(relation)) => relation,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(_) => open("no thread could be started", "$schema", Pointer::root()),
            }
        }
    }
}

/// A schema that no validator can process is neither proved nor tried.
pub fn out_of_reach(old: &Schema, new: &Schema) -> Option<Relation> {
    let (path, side) = [(old, "old"), (new, "new")]
        .into_iter()
        .find_map(|(schema, side)| Some((crate::guard::explosive(schema)?, side)))?;
    let reason = format!(
        "alternatives multiply in the {side} schema: validating one document takes too long"
    );
    Some(open(&reason, "anyOf", path))
}

fn open(reason: &str, keyword: &str, path: Pointer) -> Relation {
    let unknown = Verdict::Unknown { reason: reason.to_owned(), keyword: keyword.to_owned(), path };
    Relation { backward: unknown.clone(), forward: unknown }
}

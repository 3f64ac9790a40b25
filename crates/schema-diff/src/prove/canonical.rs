//! Layer: the normal forms of the `jsonschema` crate. Its API is experimental and can run for seconds, so
//! it is pinned, kept to this module, and asked on a thread that is left behind when time is up.

use std::sync::mpsc;

use contract::{Draft, Schema};
use jsonschema::canonical::{self, CanonicalSchema, Containment, Satisfiability};
use serde_json::Value;

use super::budget::Budget;
use super::ground::Ask;
use super::{Layer, Verdict, pass, refutation};
use crate::relation::Formats;

const STACK: usize = 64 << 20;

/// The reason given where the normal forms refute, but show no instance: no refutation of ours.
pub const NO_INSTANCE: &str = "refuted by normal forms, without an instance";

/// The normal forms of the `jsonschema` crate.
pub(crate) struct Canonical;

impl Layer for Canonical {
    fn name(&self) -> &'static str {
        "canonical"
    }

    fn contains(&self, question: &Ask<'_>, budget: &Budget) -> Verdict {
        let (a, b) = (question.a(), question.b());
        let read = |schema: &Schema| (schema.to_standalone(), schema.draft(schema.root()));
        let (left, right) = (read(a.schema), read(b.schema));
        let formats = a.formats;
        if left.1 != right.1 {
            return pass("the normal forms of two drafts can't be compared");
        }
        let (send, receive) = mpsc::channel();
        let work = move || {
            // The other side is gone if time was up: nobody is left to be told.
            let _ = send.send(ask(&left.0, &right.0, left.1, formats));
        };
        // Rust can't end a thread: this one is left behind with its own stack and ends by itself.
        if std::thread::Builder::new().stack_size(STACK).spawn(work).is_err() {
            return pass("no thread could be started");
        }
        match receive.recv_timeout(budget.left()) {
            Ok(Ok(Containment::Yes)) => Verdict::Holds,
            Ok(Ok(Containment::No)) => pass(NO_INSTANCE),
            Ok(Ok(Containment::Unknown)) => pass("the normal forms don't tell"),
            Ok(Err(Some(candidate))) => refutation(a, b, &candidate)
                .unwrap_or_else(|| pass("the normal forms' instance is not confirmed")),
            Ok(Err(None)) => pass("not in the reach of normal forms"),
            Err(_) => pass("out of time"),
        }
    }
}

/// What the crate says, or an instance of what is left over.
fn ask(a: &Value, b: &Value, draft: Draft, formats: Formats) -> Result<Containment, Option<Value>> {
    let a = canonicalize(a, draft, formats).ok_or(None)?;
    let b = canonicalize(b, draft, formats).ok_or(None)?;
    let covers = b.covers(&a).map_err(|_| None)?;
    if covers == Containment::Yes {
        return Ok(covers);
    }
    let Ok(left_over) = a.subtract(&b) else { return Ok(covers) };
    match (left_over_instance(&left_over), left_over.satisfiability()) {
        (Some(instance), _) => Err(Some(instance)),
        (None, Satisfiability::No) => Ok(Containment::Yes),
        (None, Satisfiability::Yes) => Ok(Containment::No),
        (None, Satisfiability::Unknown) => Ok(covers),
    }
}

/// A value that the left-over lists by itself.
fn left_over_instance(left_over: &CanonicalSchema) -> Option<Value> {
    let schema = left_over.to_json_schema();
    schema.get("const").or_else(|| schema.get("enum")?.get(0)).cloned()
}

fn canonicalize(document: &Value, draft: Draft, formats: Formats) -> Option<CanonicalSchema> {
    canonical::options()
        .offline()
        .with_draft(crate::confirm::dialect(draft))
        .should_validate_formats(formats == Formats::Assert)
        .canonicalize(document)
        .ok()
}

//! Layer: the normal forms of the `jsonschema` crate. Its API is experimental, so it is pinned and kept to
//! this module. It counts no steps and can't be stopped, so it is asked only about schemas so small that its
//! cost is bounded by their size.

use contract::number::Exact;
use contract::{Draft, Keywords, NodeId, Schema};
use jsonschema::canonical::{self, CanonicalSchema, Containment, Satisfiability};
use serde_json::Value;

use crate::budget::Budget;
use crate::ground::Ask;
use crate::layer::{Layer, refutation};
use crate::options::Formats;
use crate::validator_schema::{for_validator, later_formats};
use crate::verdict::{Verdict, pass};

/// The reason if the normal forms refute without an instance: not a refutation here.
pub const NO_INSTANCE: &str = "refuted by normal forms, without an instance";

/// The limits of a schema's nodes, of values in its lists, and of the largest count in it.
const MAX_NODES: usize = 200;
const MAX_VALUES: usize = 400;
const MAX_COUNT: u64 = 10_000;
/// The limit of the bits of all numbers of `multipleOf`, whose least common multiples are computed pair by pair.
const MAX_BITS: u64 = 4_000;
/// Alternatives multiply: the limit of binary choices, in total, on both sides together.
const MAX_CHOICES: u32 = 24;
/// The cost of the layer for schemas of these sizes.
const STEPS: u64 = 20_000;

/// The normal forms of the `jsonschema` crate.
pub(crate) struct Canonical;

impl Layer for Canonical {
    fn name(&self) -> &'static str {
        "canonical"
    }

    fn contains(&self, question: &Ask<'_>, budget: &Budget) -> Verdict {
        let (a, b) = (question.a(), question.b());
        let (left, right) = (Size::of(a.schema), Size::of(b.schema));
        let is_bounded =
            left.is_bounded() && right.is_bounded() && left.choices + right.choices <= MAX_CHOICES;
        if !is_bounded {
            return pass("too big for normal forms");
        }
        if !budget.spend(STEPS) {
            return pass(budget.reason());
        }
        let draft = a.schema.draft(a.schema.root());
        if draft != b.schema.draft(b.schema.root()) {
            return pass("the normal forms of two drafts can't be compared");
        }
        if [a, b].iter().any(|side| !later_formats(side.schema, side.formats).is_empty()) {
            return pass("the normal forms read a format otherwise");
        }
        let (Some(left), Some(right)) = (for_validator(a.schema), for_validator(b.schema)) else {
            return pass("not in the reach of normal forms");
        };
        match ask(&left, &right, draft, a.formats) {
            Ok(Containment::Yes) => Verdict::Holds,
            Ok(Containment::No) => pass(NO_INSTANCE),
            Ok(Containment::Unknown) => pass("the normal forms don't tell"),
            Err(Some(candidate)) => refutation(a, b, &candidate)
                .unwrap_or_else(|| pass("the normal forms' instance is not confirmed")),
            Err(None) => pass("not in the reach of normal forms"),
        }
    }
}

/// The parameters of the cost of normal forms.
#[derive(Default)]
struct Size {
    nodes: usize,
    values: usize,
    count: u64,
    choices: u32,
    bits: u64,
}

impl Size {
    fn of(schema: &Schema) -> Size {
        let mut size = Size::default();
        for (_, node) in schema.nodes() {
            size.nodes += 1;
            if let Some(k) = node.keywords() {
                size.add(schema, k);
            }
            if !size.is_bounded() {
                break;
            }
        }
        size
    }

    fn add(&mut self, schema: &Schema, k: &Keywords) {
        self.values += k.enumeration.as_ref().map_or(0, Vec::len);
        let counts = [k.min_length, k.max_length, k.min_items, k.max_items];
        let others = [k.min_properties, k.max_properties, k.min_contains, k.max_contains];
        self.count = counts.into_iter().chain(others).flatten().fold(self.count, u64::max);
        if let Some(step) = &k.multiple_of {
            let bits =
                |exact: Exact| exact.rational().numer().bits() + exact.rational().denom().bits();
            self.bits = self.bits.saturating_add(Exact::new(step).map_or(u64::MAX, bits));
        }
        // A choice between alternatives or, if negated, between the keywords of each.
        let weight = |id: NodeId| {
            let said = schema.node(id).keywords().map_or(0, |k| k.order.len() + k.required.len());
            usize::BITS - (said + 1).leading_zeros()
        };
        let alternatives = k.any_of.iter().chain(&k.one_of).chain(k.dependent_schemas.values());
        let single = [k.not, k.if_, k.then_, k.else_].into_iter().flatten();
        self.choices += alternatives.copied().chain(single).map(weight).sum::<u32>();
        self.choices += u32::try_from(k.dependent_required.len()).unwrap_or(u32::MAX);
    }

    fn is_bounded(&self) -> bool {
        self.nodes <= MAX_NODES
            && self.values <= MAX_VALUES
            && self.count <= MAX_COUNT
            && self.choices <= MAX_CHOICES
            && self.bits <= MAX_BITS
    }
}

/// The crate's answer, or an instance of the difference.
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

/// A value that the difference lists itself.
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

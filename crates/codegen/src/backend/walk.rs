//! What every back end holds while it writes functions from a [`Unit`], and does the same way: names of
//! the functions, constants that stand once, fresh names, the pieces of the prelude that are called. The
//! words of a language are its own: its methods are written on `Walk` with that language's `own`.

use std::collections::BTreeSet;

use contract::number::Exact;
use indexmap::IndexSet;
use serde_json::Number;

use crate::ir::{Check, Function, Kind, Refusal, Unit};
use crate::writer::Writer;
use contract::Pointer;

/// The functions of one unit under construction.
pub(super) struct CheckWriter<'u, State> {
    pub(super) unit: &'u Unit,
    /// Names of the functions, by id.
    pub(super) names: Vec<String>,
    /// Used pieces of the runtime.
    pub(super) needs: BTreeSet<&'static str>,
    /// Top-level constants: the text after their names, without duplicates.
    pub(super) constants: IndexSet<String>,
    pub(super) w: Writer,
    /// The number of used names in the current function.
    pub(super) next: usize,
    /// State of one language.
    pub(super) own: State,
}

impl<'u, State> CheckWriter<'u, State> {
    /// Empty. `step` is the indentation; `name` creates a name from a function's stem, with the
    /// function's id if two are equal.
    pub(super) fn begin(
        unit: &'u Unit,
        step: &'static str,
        need: &'static str,
        own: State,
        name: impl Fn(&str) -> String,
    ) -> CheckWriter<'u, State> {
        let mut used = BTreeSet::new();
        let named = |(id, function): (usize, &Function)| {
            let plain = name(&function.stem);
            let name = if used.contains(&plain) { format!("{plain}_{id}") } else { plain };
            used.insert(name.clone());
            name
        };
        let names = unit.functions.iter().enumerate().map(named).collect();
        let (needs, constants) = (BTreeSet::from([need]), IndexSet::new());
        CheckWriter { unit, names, needs, constants, w: Writer::new(step), next: 0, own }
    }

    /// The index of a constant, which is added if it is new.
    pub(super) fn held(&mut self, text: String) -> usize {
        self.constants.insert_full(text).0
    }

    /// A unique name in the function.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    /// Adds a piece of the runtime.
    pub(super) fn need(&mut self, piece: &'static str) {
        self.needs.insert(piece);
    }
}

/// The operator by which a number violates its bound, and the bound; no operator for a divisor; `None`
/// for other checks.
pub(crate) fn bound(kind: &Kind) -> Option<(&'static str, &Number)> {
    Some(match kind {
        Kind::Minimum(bound) => ("<", bound),
        Kind::Maximum(bound) => (">", bound),
        Kind::ExclusiveMinimum(bound) => ("<=", bound),
        Kind::ExclusiveMaximum(bound) => (">=", bound),
        Kind::MultipleOf(divisor) => ("", divisor),
        _ => return None,
    })
}

/// Rejects a bound that numbers of some language can't be compared with.
pub(crate) fn reasonable(bound: &Number, check: &Check) -> Result<(), Refusal> {
    if Exact::new(bound).is_some() {
        return Ok(());
    }
    let reason = "is too large a number; use fewer digits or a smaller exponent";
    Err(refuse(&check.pointer, reason.to_owned()))
}

/// A rejected keyword in a schema.
pub(super) fn refuse(pointer: &Pointer, reason: String) -> Refusal {
    Refusal { pointer: pointer.clone(), reason }
}

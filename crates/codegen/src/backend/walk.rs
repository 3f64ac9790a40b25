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
    /// Pieces of the prelude that the code calls.
    pub(super) needs: BTreeSet<&'static str>,
    /// Constants at the top: what follows their names, each text once.
    pub(super) constants: IndexSet<String>,
    pub(super) w: Writer,
    /// How many names the function at hand has taken.
    pub(super) next: usize,
    /// What only this language holds.
    pub(super) own: State,
}

impl<'u, State> CheckWriter<'u, State> {
    /// Nothing written yet. `step` indents, `name` makes a name of a function's stem, which gets the
    /// function's id where two are alike.
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

    /// The index of a constant, a new one if that text is not there yet.
    pub(super) fn held(&mut self, text: String) -> usize {
        self.constants.insert_full(text).0
    }

    /// A name that nothing else in the function has.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    /// Asks for a piece of the prelude.
    pub(super) fn need(&mut self, piece: &'static str) {
        self.needs.insert(piece);
    }
}

/// The operator by which a number is beyond its bound, and the bound; no operator for a divisor; nothing
/// for checks of other things.
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

/// Refuses a bound that no language's numbers can be compared with.
pub(crate) fn reasonable(bound: &Number, check: &Check) -> Result<(), Refusal> {
    if Exact::new(bound).is_some() {
        return Ok(());
    }
    let reason = "is too large a number; use fewer digits or a smaller exponent";
    Err(refuse(&check.pointer, reason.to_owned()))
}

/// A refusal of a keyword in a schema.
pub(super) fn refuse(pointer: &Pointer, reason: String) -> Refusal {
    Refusal { pointer: pointer.clone(), reason }
}

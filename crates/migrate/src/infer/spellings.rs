//! Several spellings of one option are one input: `--out` and `--out=`, and branches that do the same with their value.

use crate::infer::facts::Arm;
use crate::infer::{Evidence, Field, Way};
use crate::model::Call;

/// What the branch of an option assigns.
pub(super) struct Stored {
    assignments: Vec<String>,
    /// The index of its field.
    field: usize,
}

/// Adds the option of a branch. Branches that do the same with their value are spellings of one input: `-o) OUT=$2` and
/// `--output) OUT=$2`.
pub(super) fn add_of_arm(
    fields: &mut Vec<Field>,
    stores: &mut Vec<Stored>,
    arm: &Arm,
    field: Field,
) {
    let store = store(arm);
    let is_value = matches!(field.way, Way::Option(..));
    // Options that keep their own name differ by it: `--json|--yaml) FORMAT=${1#--}`.
    let keeps_name = !is_value && store.iter().any(|text| text.contains('$'));
    let same = stores.iter().find(|known| {
        let known_value = matches!(fields[known.field].way, Way::Option(..));
        !store.is_empty() && !keeps_name && known.assignments == store && is_value == known_value
    });
    match same {
        Some(known) => add_evidence(&mut fields[known.field], field.evidence),
        None => {
            let count = fields.len();
            add(fields, field);
            if fields.len() > count {
                stores.push(Stored { assignments: store, field: count });
            }
        }
    }
}

/// The assignments of a branch; the option's value is the same word in each form of it. None where the branch runs more than
/// assignments.
fn store(arm: &Arm) -> Vec<String> {
    let is_more = |call: &Call<'_>| !call.name.is_empty() && call.name != "shift";
    if arm.calls.iter().any(is_more) {
        return Vec::new();
    }
    let assignments = arm.calls.iter().flat_map(|call| &call.assignments);
    let assignments = assignments.filter_map(|text| {
        let (name, value) = text.split_once('=')?;
        let value = value.trim_matches(['"', '\'']);
        let is_value = matches!(value, "$2" | "${2}" | "${1#*=}");
        Some(format!("{name}={}", if is_value { "VALUE" } else { value }))
    });
    assignments.collect()
}

fn add_evidence(field: &mut Field, more: Vec<Evidence>) {
    field.evidence.extend(more);
    field.evidence.sort();
    field.evidence.dedup();
}

/// Adds an option. `--out=*)` and `--out)` are two forms of one.
fn add(fields: &mut Vec<Field>, field: Field) {
    let spelling = |field: &Field| match &field.way {
        Way::Option(name, _) => Some(name.clone()),
        _ => None,
    };
    let own = spelling(&field);
    match fields.iter_mut().find(|known| own.is_some() && spelling(known) == own) {
        Some(known) => {
            // `--out VALUE` is the form that all parsers of both read.
            if let Way::Option(_, joined @ true) = &mut known.way {
                *joined = matches!(field.way, Way::Option(_, true));
            }
            add_evidence(known, field.evidence);
        }
        None => fields.push(field),
    }
}

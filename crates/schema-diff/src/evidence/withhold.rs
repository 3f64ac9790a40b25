//! Ensures that no finding of an alternative has the document of another one. If reverting the edit doesn't explain a
//! document, the alternative must accept a value in it about which the versions disagree.

use containment::guard::values_of;
use containment::{Budget, CompiledSchema, Side};
use contract::NodeId;
use serde_json::Value;

use super::WitnessSearch;
use crate::edit::{Edit, Shows};
use crate::evidence::Witnesses;

/// The maximum number of pairs of a node and a value for one document.
const MAX_PAIRS: u64 = 20_000;
/// The number of schema nodes read in one step.
const NODES_A_STEP: usize = 16;

impl WitnessSearch<'_> {
    /// Withholds unattributed documents that don't involve the edit's alternative.
    pub(crate) fn withhold_unshown(
        &self,
        edits: &[Edit],
        budget: &Budget,
        shown: &mut [Witnesses],
    ) {
        for (edit, shown) in edits.iter().zip(shown) {
            for side in std::mem::take(&mut shown.unattributed) {
                let Some(document) = shown.document(side) else { continue };
                if !self.has_part(edit, document, budget) {
                    *shown.document(side) = None;
                    shown.is_withheld = true;
                }
            }
        }
    }

    /// Whether the added or removed alternative accepts a value about which the versions disagree. Other edits are not
    /// examined.
    fn has_part(&self, edit: &Edit, document: &Value, budget: &Budget) -> bool {
        let Shows::Branch(side, branch) = edit.shows else { return true };
        let version = self.sides(side).0;
        let nodes = version.schema.nodes().count();
        if !budget.spend(1 + (nodes / NODES_A_STEP) as u64) {
            return false;
        }
        let Some(mut values) = values_of(version.schema, document, branch, MAX_PAIRS) else {
            return false;
        };
        self.retain_accepted(side, branch, true, &mut values);
        let Some((old, new)) = edit.owners else { return !values.is_empty() };
        [true, false].into_iter().any(|is_old| {
            let mut values = values.clone();
            self.retain_accepted(Side::Old, old, is_old, &mut values);
            self.retain_accepted(Side::New, new, !is_old, &mut values);
            !values.is_empty()
        })
    }

    /// Collects the values about which a node disagrees.
    fn retain_accepted(&self, side: Side, node: NodeId, verdict: bool, values: &mut Vec<&Value>) {
        let version = self.sides(side).0;
        if !values.is_empty() {
            let schema = version.schema.at(node);
            let part = CompiledSchema::new(&schema, version.formats);
            values.retain(|value| part.accepts(value) == Some(verdict));
        }
    }
}

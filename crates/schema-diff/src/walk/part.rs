//! Edits of a part that is compared as a whole: a condition, a prohibition, a dynamic reference.

use contract::NodeId;

use super::{Both, SchemaWalk, source};
use crate::edit::{Edit, Extent};
use crate::rules::RuleId;

impl SchemaWalk<'_> {
    /// An edit of a part at `nodes`.
    pub(super) fn part(
        &mut self,
        both: &Both<'_>,
        mut edit: Edit,
        nodes: (Option<NodeId>, Option<NodeId>),
    ) {
        let from = nodes.0.and_then(|id| source(self.context.old, &[id]));
        let to = nodes.1.and_then(|id| source(self.context.new, &[id]));
        let (a, b) = (from.as_ref().map(|f| f.0.clone()), to.as_ref().map(|t| t.0.clone()));
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        edit.extent = match edit.rule {
            RuleId::ConditionalAdded | RuleId::ConditionalRemoved => {
                Extent::Keywords(&["if", "then", "else"])
            }
            RuleId::DynamicReferenceChanged => Extent::Everything,
            _ => Extent::Site,
        };
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        self.push(edit);
    }
}

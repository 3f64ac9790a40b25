//! `propertyNames`: the allowed names.

use std::collections::BTreeSet;

use containment::Constant;
use containment::view::View;
use contract::{NodeId, Schema};
use serde_json::{Value, json};

use super::values::list_in_words;
use super::{Both, SchemaWalk, source};
use crate::edit::Edit;
use crate::rules::RuleId;

impl SchemaWalk<'_> {
    pub(super) fn property_names(&mut self, both: &Both<'_>) {
        let (old, new) = (&both.old.property_names, &both.new.property_names);
        if (old.is_empty() && new.is_empty()) || self.context.same(old, new) {
            return;
        }
        let relation = self.context.relate(old, new);
        use containment::Verdict::{Holds, Refuted};
        let rule = match (old.is_empty(), new.is_empty(), &relation) {
            (true, _, _) => RuleId::PropertyNamesNarrowed,
            (_, true, _) => RuleId::PropertyNamesWidened,
            (_, _, Some(r)) if r.backward == Holds && r.forward == Holds => return,
            (_, _, Some(r)) if r.backward == Holds => RuleId::PropertyNamesWidened,
            (_, _, Some(r)) if r.forward == Holds => RuleId::PropertyNamesNarrowed,
            _ => RuleId::PropertyNamesChanged,
        };
        let mut names: Vec<Value> = Vec::new();
        if let Some(relation) = relation {
            for verdict in [relation.backward, relation.forward] {
                names.extend(match verdict {
                    Refuted(witness) => Some(witness),
                    _ => None,
                });
            }
        }
        names.extend(self.samples(self.context.old, old));
        names.extend(self.samples(self.context.new, new));
        names.extend(["", "a", "A", "0", "aaaaaaaaaaaaaaaaaaaaaaaa"].map(Value::from));
        let objects = names.iter().filter_map(Value::as_str).map(|n| json!({ n: null }));
        let message = self.allowed_names(both, rule);
        let mut edit = Edit::new(rule, both.place, message).hints(objects.collect::<Vec<_>>());
        let (from, to) = (source(self.context.old, old), source(self.context.new, new));
        let (a, b) = (from.as_ref().map(|f| f.0.clone()), to.as_ref().map(|t| t.0.clone()));
        (edit.old, edit.new) = (from.map(|f| f.1), to.map(|t| t.1));
        self.sites(&mut edit, both, a.as_ref(), b.as_ref());
        self.push(edit);
    }

    /// The change in words: listed names by name.
    fn allowed_names(&self, both: &Both<'_>, rule: RuleId) -> String {
        let place = both.place;
        let (old, new) = (&both.old.property_names, &both.new.property_names);
        if old.is_empty() {
            return format!("names in {place} must match a schema now");
        }
        if new.is_empty() {
            return format!("all names are allowed in {place} now");
        }
        let before = listed(self.context.old, old).unwrap_or_default();
        let now = listed(self.context.new, new).unwrap_or_default();
        let lacking = |list: &[Value], other: &[Value]| -> Vec<Value> {
            let known: BTreeSet<Constant> = other.iter().map(Constant::new).collect();
            list.iter().filter(|name| !known.contains(&Constant::new(name))).cloned().collect()
        };
        let (gone, come) = (lacking(&before, &now), lacking(&now, &before));
        let are_listed = !before.is_empty() && !now.is_empty();
        match (are_listed, gone.as_slice(), come.as_slice(), rule) {
            (true, [], [_, ..], _) => {
                format!("{place} also allows the names {}", list_in_words(&come))
            }
            (true, [_, ..], [], _) => {
                format!("{place} no longer allows the names {}", list_in_words(&gone))
            }
            (true, [_, ..], [_, ..], _) => format!(
                "{place} no longer allows the names {}, and allows {}",
                list_in_words(&gone),
                list_in_words(&come)
            ),
            (.., RuleId::PropertyNamesWidened) => format!("more names are allowed in {place}"),
            (.., RuleId::PropertyNamesNarrowed) => format!("fewer names are allowed in {place}"),
            _ => format!("other names are allowed in {place}"),
        }
    }
}

fn listed(schema: &Schema, nodes: &[NodeId]) -> Option<Vec<Value>> {
    Some(View::of(schema, nodes).values.as_ref()?.value.0.clone())
}

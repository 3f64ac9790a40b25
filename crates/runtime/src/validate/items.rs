//! Keywords that apply schemas to the items of an array.

use contract::Draft;
use contract::schema::{Body, NodeId};
use serde_json::Value;

use super::run::{At, InstanceStep, Noting, Run, Verdict};

impl<'v, 'i> Run<'v, 'i> {
    /// Whether a schema is `false`, which the keyword that holds it reports at the array.
    fn is_never(&self, id: NodeId) -> bool {
        matches!(self.validator.schema().node(id).body, Body::Bool(false))
    }

    pub(super) fn prefix_items(&mut self, at: &At<'v, 'i>, notes: Noting<'_, 'i>) -> Verdict {
        let Value::Array(items) = at.value else { return Ok(true) };
        let mut all = true;
        for (index, (item, id)) in items.iter().zip(&at.keywords.prefix_items).enumerate() {
            all &= if self.is_never(*id) {
                self.fail(at.keyword, Value::Bool(false), Value::from(index));
                false
            } else {
                self.child(*id, item, InstanceStep::Index(index), at.keyword)?
            };
            if !all && self.silent {
                break;
            }
        }
        if let Some(notes) = notes {
            notes.items_below(at.keywords.prefix_items.len());
        }
        Ok(all)
    }

    pub(super) fn items(&mut self, at: &At<'v, 'i>, notes: Noting<'_, 'i>) -> Verdict {
        let (Value::Array(items), Some(id)) = (at.value, at.keywords.items) else {
            return Ok(true);
        };
        let from = at.keywords.prefix_items.len();
        if items.len() <= from {
            return Ok(true);
        }
        if let Some(notes) = notes {
            notes.items_below(items.len());
        }
        if self.is_never(id) {
            self.fail(at.keyword, Value::from(from), Value::from(items.len()));
            return Ok(false);
        }
        let mut all = true;
        for (index, item) in items.iter().enumerate().skip(from) {
            all &= self.child(id, item, InstanceStep::Index(index), at.keyword)?;
            if !all && self.silent {
                break;
            }
        }
        Ok(all)
    }

    pub(super) fn contains(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let (Value::Array(items), Some(id)) = (at.value, at.keywords.contains) else {
            return Ok(true);
        };
        let (min, max) = (at.keywords.min_contains.unwrap_or(1), at.keywords.max_contains);
        let counts_as_seen = self.validator.schema().draft(at.node) >= Draft::Draft2020;
        let mut matches = 0u64;
        for (index, item) in items.iter().enumerate() {
            if !self.child_holds(id, item)? {
                continue;
            }
            matches += 1;
            if counts_as_seen && let Some(notes) = notes.as_deref_mut() {
                notes.item(index);
            }
        }
        // If no count can be right, the maximum is reported, as in Python's jsonschema.
        let (keyword, expected) = if let Some(max) = max.filter(|max| matches > *max) {
            ("maxContains", max)
        } else if matches == 0 && min > 0 {
            (at.keyword, min)
        } else if matches < min {
            ("minContains", min)
        } else {
            return Ok(true);
        };
        self.fail(keyword, Value::from(expected), Value::from(matches));
        Ok(false)
    }

    pub(super) fn unevaluated_items(&mut self, at: &At<'v, 'i>, notes: Noting<'_, 'i>) -> Verdict {
        let (Value::Array(items), Some(id), Some(notes)) =
            (at.value, at.keywords.unevaluated_items, notes)
        else {
            return Ok(true);
        };
        let never = self.is_never(id);
        let mut all = true;
        for (index, item) in items.iter().enumerate() {
            if notes.has_item(index) {
                continue;
            }
            let holds = if never {
                self.fail(at.keyword, Value::Bool(false), Value::from(index));
                false
            } else {
                self.child(id, item, InstanceStep::Index(index), at.keyword)?
            };
            if holds {
                notes.item(index);
            }
            all &= holds;
            if !all && self.silent {
                break;
            }
        }
        Ok(all)
    }
}

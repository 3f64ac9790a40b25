//! Keywords that apply schemas to the properties of an object, or to their names.

use contract::schema::{Body, NodeId};
use serde_json::Value;

use super::ValidateError;
use super::run::{At, InstanceStep, Noting, Run, Verdict};

impl<'v, 'i> Run<'v, 'i> {
    pub(super) fn properties(&mut self, at: &At<'v, 'i>, mut notes: Noting<'_, 'i>) -> Verdict {
        let Value::Object(members) = at.value else { return Ok(true) };
        let mut all = true;
        for (name, id) in &at.keywords.properties {
            let Some((name, value)) = members.get_key_value(name) else { continue };
            if let Some(notes) = notes.as_deref_mut() {
                notes.name(name);
            }
            all &= self.member(at, *id, name, value)?;
            if !all && self.silent {
                break;
            }
        }
        Ok(all)
    }

    /// A property that a keyword names; a `false` schema is reported by that keyword, at the
    /// object.
    fn member(&mut self, at: &At<'v, 'i>, id: NodeId, name: &'i str, value: &'i Value) -> Verdict {
        if matches!(self.validator.schema().node(id).body, Body::Bool(false)) {
            self.fail(at.keyword, Value::Bool(false), Value::from(name));
            return Ok(false);
        }
        self.child(id, value, InstanceStep::Name(name), at.keyword)
    }

    pub(super) fn pattern_properties(
        &mut self,
        at: &At<'v, 'i>,
        mut notes: Noting<'_, 'i>,
    ) -> Verdict {
        let Value::Object(members) = at.value else { return Ok(true) };
        let mut all = true;
        for (pattern, id) in &at.keywords.pattern_properties {
            for (name, value) in members {
                if !self.matches(at, pattern, name)? {
                    continue;
                }
                if let Some(notes) = notes.as_deref_mut() {
                    notes.name(name);
                }
                all &= self.member(at, *id, name, value)?;
                if !all && self.silent {
                    return Ok(false);
                }
            }
        }
        Ok(all)
    }

    pub(super) fn additional_properties(
        &mut self,
        at: &At<'v, 'i>,
        mut notes: Noting<'_, 'i>,
    ) -> Verdict {
        let (Value::Object(members), Some(id)) = (at.value, at.keywords.additional_properties)
        else {
            return Ok(true);
        };
        let mut all = true;
        for (name, value) in members {
            if at.keywords.properties.contains_key(name) || self.matches_any(at, name)? {
                continue;
            }
            let holds = self.surplus(at, id, name, value)?;
            if holds && let Some(notes) = notes.as_deref_mut() {
                notes.name(name);
            }
            all &= holds;
            if !all && self.silent {
                break;
            }
        }
        Ok(all)
    }

    pub(super) fn unevaluated_properties(
        &mut self,
        at: &At<'v, 'i>,
        notes: Noting<'_, 'i>,
    ) -> Verdict {
        let (Value::Object(members), Some(id), Some(notes)) =
            (at.value, at.keywords.unevaluated_properties, notes)
        else {
            return Ok(true);
        };
        let mut all = true;
        for (name, value) in members {
            if notes.has_name(name) {
                continue;
            }
            let holds = self.surplus(at, id, name, value)?;
            if holds {
                notes.name(name);
            }
            all &= holds;
            if !all && self.silent {
                break;
            }
        }
        if all {
            notes.every_name();
        }
        Ok(all)
    }

    /// A property that no other keyword covers; a `false` schema is reported at the object.
    fn surplus(&mut self, at: &At<'v, 'i>, id: NodeId, name: &'i str, value: &'i Value) -> Verdict {
        let passes = at.keywords.extra.get("x-passthrough") == Some(&Value::Bool(true));
        if passes && matches!(self.validator.schema().node(id).body, Body::Bool(false)) {
            if !self.silent {
                self.passed.push(self.pointer().push(name));
            }
            return Ok(true);
        }
        self.member(at, id, name, value)
    }

    pub(super) fn property_names(&mut self, at: &At<'v, 'i>) -> Verdict {
        let (Value::Object(members), Some(id)) = (at.value, at.keywords.property_names) else {
            return Ok(true);
        };
        let mut all = true;
        for name in members.keys() {
            all &= self.aside(id, &Value::from(name.as_str()), at.keyword)?;
            if !all && self.silent {
                break;
            }
        }
        Ok(all)
    }

    fn matches_any(&self, at: &At<'v, 'i>, name: &str) -> Verdict {
        for pattern in at.keywords.pattern_properties.keys() {
            if self.matches(at, pattern, name)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a pattern matches a text.
    pub(super) fn matches(&self, at: &At<'v, 'i>, pattern: &str, text: &str) -> Verdict {
        self.validator.patterns.find(pattern, text).map_err(|reason| ValidateError::Pattern {
            pattern: pattern.to_owned(),
            place: super::tell::place(&self.validator.schema().node(at.node).pointer),
            reason,
        })
    }
}

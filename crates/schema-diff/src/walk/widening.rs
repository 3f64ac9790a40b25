//! A schema that became one of several alternatives, or the other way round: `{"$ref": "a"}` and
//! `{"anyOf": [{"$ref": "a"}, …]}`. Only the other alternatives are news; keyword by keyword, every type and item of the
//! schema would be told as dropped, and again as an alternative.

use contract::{NodeId, Schema};

use super::annotation::is_annotation;
use super::compose::{Group, label};
use super::partner::Tags;
use super::{Both, SchemaWalk, source};
use crate::edit::{Edit, Shows, Site};
use crate::report::Side;
use crate::rules::RuleId;

/// A schema that says nothing but its alternatives.
struct Alternatives {
    group: Group,
    exactly: bool,
}

impl SchemaWalk<'_> {
    /// Tells the alternatives beside the one that is the schema of the other side; false where there is none.
    pub(super) fn wrapped(&mut self, both: &Both<'_>, old: &[NodeId], new: &[NodeId]) -> bool {
        let plain = |side: &crate::view::View| side.any_of.is_empty() && side.one_of.is_empty();
        if both.old.has_unevaluated() || both.new.has_unevaluated() || self.context.scoped {
            return false;
        }
        let (side, found) = if plain(both.old) {
            (Side::New, alternatives(self.context.new, new))
        } else if plain(both.new) {
            (Side::Old, alternatives(self.context.old, old))
        } else {
            return false;
        };
        let Some(found) = found else { return false };
        let is_kept = |branch: &NodeId| match side {
            Side::New => self.context.same(old, &[*branch]),
            Side::Old => self.context.same(&[*branch], new),
        };
        let Some(kept) = found.group.1.iter().copied().find(is_kept) else { return false };
        if found.group.1.len() < 2 {
            return true;
        }
        if self.differs() {
            return true;
        }
        for branch in found.group.1.iter().copied().filter(|branch| *branch != kept) {
            self.alternative(both, &found, side, branch);
        }
        true
    }

    fn alternative(&mut self, both: &Both<'_>, found: &Alternatives, side: Side, branch: NodeId) {
        let is_old = side == Side::Old;
        let (schema, other) = match side {
            Side::Old => (self.context.old, both.new),
            Side::New => (self.context.new, both.old),
        };
        let (none, all) = (&[][..], found.group.1.as_slice());
        let tags = match side {
            Side::Old => Tags::of(self.context, all, none),
            Side::New => Tags::of(self.context, none, all),
        };
        let what = label(schema, &found.group, branch, tags.tag(branch, is_old));
        let (rule, verb) = match (side, found.exactly) {
            (Side::New, false) => (RuleId::AnyOfBranchAdded, "has the new alternative"),
            (Side::New, true) => (RuleId::OneOfBranchAdded, "has the new alternative"),
            (Side::Old, false) => (RuleId::AnyOfBranchRemoved, "no longer has the alternative"),
            (Side::Old, true) => (RuleId::OneOfBranchRemoved, "no longer has the alternative"),
        };
        let mut edit = Edit::new(rule, both.place, format!("{} {verb} {what}", both.place))
            .hints(self.branch_hints(both, branch, is_old));
        if found.exactly {
            edit = edit.hints(self.overlaps(both));
        }
        edit.shows = Shows::Branch(side, branch);
        edit.fragile = found.exactly;
        let (at, value) = source(schema, &[branch]).unwrap_or_default();
        let is_spare = !found.exactly && self.is_spare(side, branch, both);
        match side {
            Side::Old => {
                let owner = self.new_pointer(&other.nodes).unwrap_or_default();
                edit = edit.at_sites(Site::At(at.clone()), Site::AbsentFrom(owner)).old(&at, value);
                edit.excluded.narrowing = is_spare;
                self.sites(&mut edit, both, Some(&at), None);
            }
            Side::New => {
                let owner = self.old_pointer(&other.nodes).unwrap_or_default();
                edit = edit
                    .at_sites(Site::AbsentFrom(owner), Site::At(at.clone()))
                    .new_side(&at, value);
                edit.excluded.widening = is_spare;
                self.sites(&mut edit, both, None, Some(&at));
            }
        }
        self.push(edit);
    }
}

fn alternatives(schema: &Schema, nodes: &[NodeId]) -> Option<Alternatives> {
    let [id] = nodes else { return None };
    let keywords = schema.node(*id).keywords()?;
    let mut said = keywords.order.iter().filter(|word| !is_annotation(word));
    let (word, None) = (said.next()?, said.next()) else { return None };
    let (branches, exactly) = match word.as_str() {
        "anyOf" => (&keywords.any_of, false),
        "oneOf" => (&keywords.one_of, true),
        _ => return None,
    };
    Some(Alternatives { group: (*id, branches.clone()), exactly })
}

//! The vocabulary of edits: all differences that the traversal can report. Each has a rule;
//! `judge.rs` decides its level and its proof later.

use containment::Side;
use contract::{NodeId, Pointer};
use serde_json::Value;

use crate::place::{DocumentPath, PathStep};
use crate::rules::RuleId;

/// How a value at the edit's place can show this edit and not a neighbouring one.
#[derive(Clone, Debug)]
pub(crate) enum Shows {
    /// One part accepts it, the other rejects it. The parts are separate schemas.
    Parts(Value, Value),
    /// A member or item of the value matters. The hints are values for it.
    Below(PathStep),
    /// The value lacks a property with this name.
    Lacks(String),
    /// A value of this alternative, which only this side has.
    Branch(Side, NodeId),
    /// No local evidence: any document about which the schemas disagree.
    Anything,
    /// No document can show it.
    Nothing,
}

/// The place of an edit in one version.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Site {
    /// Here.
    At(Pointer),
    /// Absent; this schema lacks it.
    AbsentFrom(Pointer),
}

/// The places of an edit in both versions.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    pub(crate) old: Site,
    pub(crate) new: Site,
}

/// The extent of an edit in the text, so that it can be reverted or applied separately.
#[derive(Clone, Debug, Default)]
pub(crate) enum Extent {
    /// The values at its sites: a keyword, a property, a branch.
    #[default]
    Site,
    /// These keywords of the schemas at its sites.
    Keywords(&'static [&'static str]),
    /// A property, and whether it is required.
    Property(String),
    /// Whether a property is required.
    Required(String),
    /// A property under its old and its new name, and whether it is required.
    Renamed(String, String),
    /// Values of a list.
    Values {
        /// Those in the old version only.
        removed: Vec<Value>,
        /// Those in the new version only.
        added: Vec<Value>,
    },
    /// The keyword around alternatives, not the alternatives.
    Combination,
    /// More than one place; it can't be separated from other edits.
    Everything,
}

/// The two directions of a change: documents that are newly rejected, and documents that are newly accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Directions {
    pub(crate) narrowing: bool,
    pub(crate) widening: bool,
}

/// One difference between two schemas.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) rule: RuleId,
    pub(crate) place: DocumentPath,
    pub(crate) old_path: Option<Pointer>,
    pub(crate) new_path: Option<Pointer>,
    /// The referenced files that the paths lead into.
    pub(crate) files: (Option<String>, Option<String>),
    pub(crate) old: Option<Value>,
    pub(crate) new: Option<Value>,
    pub(crate) message: String,
    pub(crate) shows: Shows,
    /// Candidate values for the place.
    pub(crate) hints: Vec<Value>,
    /// Below a `oneOf`, `not`, `contains` or `unevaluated…`, which are non-monotone contexts.
    pub(crate) fragile: bool,
    /// A named declaration, reported even if the schemas accept the same documents.
    pub(crate) declared: bool,
    /// It may be an equivalent rewrite, and is only reported with a witness.
    pub(crate) only_if_shown: bool,
    /// Directions that the part itself excludes.
    pub(crate) excluded: Directions,
    /// Directions for which the prover found that this edit accounts for no document of the whole.
    pub(crate) disproved: Directions,
    /// The index of its comparison.
    pub(crate) visit: usize,
    /// The same parts also meet at other places: a proof about this place doesn't apply there.
    pub(crate) elsewhere: bool,
    /// The old and new name of a renamed property.
    pub(crate) renamed: Option<(String, String)>,
    /// The side that declares the property, if nothing else of that side applies to it: then this edit accounts for
    /// that side's requirements on the property.
    pub(crate) sole_declaration: Option<Side>,
    /// The version without the declaration still applies to the name: documents may use it.
    pub(crate) is_restricted: bool,
    /// The object is a map on the side that accepts undeclared names: their names are its content.
    pub(crate) is_map: bool,
    /// What both versions say at the place, if only the type was compared.
    pub(crate) uncompared: Option<String>,
    /// For a rewrite of a whole schema: the keywords that differ, in words.
    pub(crate) rewritten: Option<String>,
    /// For a change of values that no other keyword evaluates: what both versions say about them.
    pub(crate) unevaluated: Option<(Vec<NodeId>, Vec<NodeId>)>,
    /// For an added or removed alternative: the schemas of both versions with these alternatives.
    pub(crate) owners: Option<(NodeId, NodeId)>,
    /// The definition that the part was moved to or from.
    pub(crate) factored: Option<Factored>,
    /// For a changed type: the types that accept values of both versions.
    pub(crate) both_types: Vec<&'static str>,
    pub(crate) extent: Extent,
    /// Its place, if its paths don't give it.
    sites: Option<Sites>,
}

impl Edit {
    pub(crate) fn new(rule: RuleId, place: &DocumentPath, message: impl Into<String>) -> Edit {
        Edit {
            rule,
            place: place.clone(),
            old_path: None,
            new_path: None,
            files: (None, None),
            old: None,
            new: None,
            message: message.into(),
            shows: Shows::Anything,
            hints: Vec::new(),
            fragile: false,
            declared: false,
            only_if_shown: false,
            excluded: Directions::default(),
            disproved: Directions::default(),
            visit: 0,
            elsewhere: false,
            renamed: None,
            sole_declaration: None,
            is_restricted: false,
            is_map: false,
            uncompared: None,
            rewritten: None,
            unevaluated: None,
            owners: None,
            factored: None,
            both_types: Vec::new(),
            extent: Extent::Site,
            sites: None,
        }
    }

    pub(crate) fn old(mut self, path: &Pointer, value: impl Into<Value>) -> Edit {
        self.old_path = Some(path.clone());
        self.old = Some(value.into());
        self
    }

    pub(crate) fn new_side(mut self, path: &Pointer, value: impl Into<Value>) -> Edit {
        self.new_path = Some(path.clone());
        self.new = Some(value.into());
        self
    }

    pub(crate) fn shows(mut self, shows: Shows) -> Edit {
        self.shows = shows;
        self
    }

    pub(crate) fn hints(mut self, hints: impl IntoIterator<Item = Value>) -> Edit {
        self.hints.extend(hints);
        self
    }

    pub(crate) fn declared(mut self) -> Edit {
        self.declared = true;
        self
    }

    pub(crate) fn extent(mut self, extent: Extent) -> Edit {
        self.extent = extent;
        self
    }

    pub(crate) fn at_sites(mut self, old: Site, new: Site) -> Edit {
        self.sites = Some(Sites { old, new });
        self
    }

    /// The places in both versions: a path without a value is that of the schema which lacks it.
    pub(crate) fn sites(&self) -> Option<Sites> {
        let site = |path: &Option<Pointer>, value: &Option<Value>| {
            let path = path.clone()?;
            Some(if value.is_some() { Site::At(path) } else { Site::AbsentFrom(path) })
        };
        self.sites.clone().or_else(|| {
            let old = site(&self.old_path, &self.old)?;
            Some(Sites { old, new: site(&self.new_path, &self.new)? })
        })
    }

    /// The rule of the same change for any value, if the edit's own rule is about properties.
    pub(crate) fn general_rule(&self) -> RuleId {
        match self.rule {
            RuleId::PropertyTypeChanged => RuleId::TypeChanged,
            RuleId::PropertyTypeNarrowed => RuleId::TypeNarrowed,
            RuleId::PropertyTypeWidened => RuleId::TypeWidened,
            own => own,
        }
    }

    /// Whether no document distinguishes the two versions by this edit.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self.shows, Shows::Nothing)
    }
}

/// A definition that contains a part in one version only. Readers of the old version know the part by its place
/// of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Factored {
    /// The new version has the part in this definition.
    Into(String),
    /// The old version had it in this definition.
    OutOf(String),
}

impl Factored {
    /// Compares the definitions of a part in both versions.
    pub(crate) fn of(old: Option<String>, new: Option<String>) -> Option<Factored> {
        match (old, new) {
            (None, Some(name)) => Some(Factored::Into(name)),
            (Some(name), None) => Some(Factored::OutOf(name)),
            _ => None,
        }
    }

    /// The words of a message about it.
    pub(crate) fn remark(&self) -> String {
        match self {
            Factored::Into(name) => format!(" (now in the definition `{name}`)"),
            Factored::OutOf(name) => format!(" (was in the definition `{name}`)"),
        }
    }
}

//! The vocabulary of edits: what the walk can say about two schemas. Each names its rule; which level
//! that means, and what proves it, is decided later (`judge.rs`).

use containment::Side;
use contract::{NodeId, Pointer};
use serde_json::Value;

use crate::place::{DocumentPath, PathStep};
use crate::rules::RuleId;

/// How a value at the edit's place can be told to show this edit and not a neighbour.
#[derive(Clone, Debug)]
pub(crate) enum Shows {
    /// One part accepts it, the other refuses it. The parts are schemas that stand alone.
    Parts(Value, Value),
    /// The value has something one step down, and that is what matters. The hints are values for it.
    Below(PathStep),
    /// The value lacks a property of this name.
    Lacks(String),
    /// A value of this alternative, which only this side has.
    Branch(Side, NodeId),
    /// Nothing local tells: any document that the schemas disagree about.
    Anything,
    /// No document can show it.
    Nothing,
}

/// Where one version says what an edit is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Site {
    /// Here.
    At(Pointer),
    /// Nowhere; this schema lacks it.
    AbsentFrom(Pointer),
}

/// Where both versions say it.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    pub(crate) old: Site,
    pub(crate) new: Site,
}

/// How much of the text an edit is about, so that it can be reverted or applied without the others.
#[derive(Clone, Debug, Default)]
pub(crate) enum Extent {
    /// What stands at its sites: a keyword, a property, a branch.
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
    /// Some values of a list.
    Values {
        /// Those that only the old version lists.
        removed: Vec<Value>,
        /// Those that only the new version lists.
        added: Vec<Value>,
    },
    /// The keyword that combines alternatives, not the alternatives.
    Combination,
    /// More than one place; it can't be separated from other edits.
    Everything,
}

/// What is said of each direction of a change: documents that are refused now, and documents that are accepted now.
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
    /// Values worth trying at the place.
    pub(crate) hints: Vec<Value>,
    /// Below a `oneOf`, `not`, `contains` or `unevaluated…`, where less can mean more.
    pub(crate) fragile: bool,
    /// A declaration by name, told even where the schemas accept the same documents.
    pub(crate) declared: bool,
    /// It may be no more than another way to write the same, and is told only where a document shows it.
    pub(crate) only_if_shown: bool,
    /// Directions that the part itself excludes.
    pub(crate) excluded: Directions,
    /// Directions for which the prover found that this edit accounts for no document of the whole.
    pub(crate) disproved: Directions,
    /// The number of the comparison that it came of.
    pub(crate) visit: usize,
    /// The same parts meet at other places, too: what is proved of this place says nothing of those.
    pub(crate) elsewhere: bool,
    /// Old and new name, of a renamed property.
    pub(crate) renamed: Option<(String, String)>,
    /// The side that declares the property, where nothing else of that side speaks of it: what that side says against
    /// the property, this edit accounts for.
    pub(crate) sole_declaration: Option<Side>,
    /// The version without the declaration speaks of the name all the same: documents may use it by that.
    pub(crate) is_restricted: bool,
    /// What both versions say at the place, where nothing of it was compared but the type.
    pub(crate) uncompared: Option<String>,
    /// What both versions say of what no other keyword evaluates, of a change of that.
    pub(crate) unevaluated: Option<(Vec<NodeId>, Vec<NodeId>)>,
    /// The schemas of both versions whose alternatives differ, of an alternative that goes or comes.
    pub(crate) owners: Option<(NodeId, NodeId)>,
    /// The definition that the part was factored out into, or was taken from.
    pub(crate) factored: Option<Factored>,
    pub(crate) extent: Extent,
    /// Where it stands, if its paths don't say so.
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
            uncompared: None,
            unevaluated: None,
            owners: None,
            factored: None,
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

    /// Where the versions say what the edit is about: a path without a value is that of the schema which
    /// lacks it.
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

    /// The rule of the same change of any value, where the edit's own rule speaks of properties.
    pub(crate) fn general_rule(&self) -> RuleId {
        match self.rule {
            RuleId::PropertyTypeChanged => RuleId::TypeChanged,
            RuleId::PropertyTypeNarrowed => RuleId::TypeNarrowed,
            RuleId::PropertyTypeWidened => RuleId::TypeWidened,
            own => own,
        }
    }

    /// Whether no document can tell the two versions apart by this edit.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self.shows, Shows::Nothing)
    }
}

/// A definition that a part stands in, in one version only. Readers of the old version know the part by the place
/// where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Factored {
    /// The new version keeps the part in this definition.
    Into(String),
    /// The old version kept it in this definition.
    OutOf(String),
}

impl Factored {
    /// Compares the definitions that both versions keep a part in.
    pub(crate) fn of(old: Option<String>, new: Option<String>) -> Option<Factored> {
        match (old, new) {
            (None, Some(name)) => Some(Factored::Into(name)),
            (Some(name), None) => Some(Factored::OutOf(name)),
            _ => None,
        }
    }

    /// What a message says of it.
    pub(crate) fn remark(&self) -> String {
        match self {
            Factored::Into(name) => format!(" (now in the definition `{name}`)"),
            Factored::OutOf(name) => format!(" (was in the definition `{name}`)"),
        }
    }
}

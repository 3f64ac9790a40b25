//! Where in a *document* a change shows: the way from the whole document down to the value that two
//! parts of the schemas disagree about. Witness documents are built along it.

use std::fmt;

use contract::NodeId;

/// One step down. In-place steps stay at the same value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// The value of a property.
    Property(String),
    /// The value under any name that matches the pattern.
    Pattern(String),
    /// The value under a name that nothing declares.
    Additional,
    /// The item at an index.
    Index(usize),
    /// Any item from this index on.
    Rest(usize),
    /// The same value, where a branch holds: the old schema's and the new schema's node.
    Branch(Option<NodeId>, Option<NodeId>),
    /// The same value, where it has a property of this name and the branch holds.
    Having(String, Option<NodeId>, Option<NodeId>),
}

/// The steps from the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Place(pub(crate) Vec<Step>);

impl Place {
    pub(crate) fn then(&self, step: Step) -> Place {
        let mut steps = self.0.clone();
        steps.push(step);
        Place(steps)
    }

    /// The name, if the place is a property.
    pub(crate) fn property(&self) -> Option<&str> {
        match self.0.last() {
            Some(Step::Property(name)) => Some(name),
            _ => None,
        }
    }
}

/// As a reader would say it: `topics[].url`, or "the document".
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for step in &self.0 {
            match step {
                Step::Property(name) => {
                    let dot = if text.is_empty() { "" } else { "." };
                    text.push_str(dot);
                    text.push_str(name);
                }
                Step::Pattern(pattern) => text.push_str(&format!("{{/{pattern}/}}")),
                Step::Additional => text.push_str("{*}"),
                Step::Index(i) => text.push_str(&format!("[{i}]")),
                Step::Rest(_) => text.push_str("[]"),
                Step::Branch(..) | Step::Having(..) => {}
            }
        }
        if text.is_empty() { f.write_str("the document") } else { write!(f, "`{text}`") }
    }
}

//! Where in a *document* a change shows: the way from the whole document down to the value that two
//! parts of the schemas disagree about. Witness documents are built along it.

use std::fmt;
use std::rc::Rc;

use contract::NodeId;

/// One step down. In-place steps stay at the same value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// The value of a property.
    Property(Rc<str>),
    /// The value under any name that matches the pattern.
    Pattern(Rc<str>),
    /// The value under a name that nothing declares.
    Additional,
    /// The item at an index.
    Index(usize),
    /// Any item from this index on.
    Rest(usize),
    /// The same value, where a branch holds: the old schema's and the new schema's node.
    Branch(Option<NodeId>, Option<NodeId>),
    /// The same value, where it has a property of this name and the branch holds.
    Having(Rc<str>, Option<NodeId>, Option<NodeId>),
}

/// The steps from the root. Every edit at a place has it, and every place below begins with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Place(Rc<Vec<Step>>);

impl Place {
    pub(crate) fn then(&self, step: Step) -> Place {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        Place(Rc::new(steps))
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.0
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
        for step in self.steps() {
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

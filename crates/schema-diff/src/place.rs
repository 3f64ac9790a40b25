//! The place of a change in a *document*: the path from the root to the value about which two parts
//! of the schemas disagree. Witnesses are built along it.

use std::fmt;
use std::rc::Rc;

use contract::NodeId;

/// One step down. In-place steps stay at the same value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PathStep {
    /// The value of a property.
    Property(Rc<str>),
    /// The value under any name that matches the pattern.
    Pattern(Rc<str>),
    /// The value under an undeclared name.
    Additional,
    /// The item at an index.
    Index(usize),
    /// Any item from this index on.
    Rest(usize),
    /// The same value, if a branch applies: the old schema's and the new schema's node.
    Branch(Option<NodeId>, Option<NodeId>),
    /// The same value, if it has a property with this name and the branch applies.
    Having(Rc<str>, Option<NodeId>, Option<NodeId>),
}

/// The steps from the root, shared by all edits at a place and by deeper places.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentPath {
    steps: Rc<Vec<PathStep>>,
    /// The definition around the place, and the number of steps to it.
    definition: Option<(Rc<str>, usize)>,
    /// No path from the root is known.
    is_apart: bool,
}

/// Places are equal if their steps lead to the same value, whatever their names.
impl PartialEq for DocumentPath {
    fn eq(&self, other: &DocumentPath) -> bool {
        self.steps == other.steps
    }
}

impl DocumentPath {
    pub(crate) fn then(&self, step: PathStep) -> DocumentPath {
        let mut steps = Vec::with_capacity(self.steps.len() + 1);
        steps.extend_from_slice(&self.steps);
        steps.push(step);
        DocumentPath {
            steps: Rc::new(steps),
            definition: self.definition.clone(),
            is_apart: self.is_apart,
        }
    }

    /// The same place, in a definition with this name in both versions: places below are named
    /// after it. Readers know `component.identity`, not each path to it.
    pub(crate) fn in_definition(&self, name: &str) -> DocumentPath {
        let definition = Some((name.into(), self.steps.len()));
        DocumentPath { steps: Rc::clone(&self.steps), definition, is_apart: self.is_apart }
    }

    /// The root of a definition without a known path.
    pub(crate) fn apart() -> DocumentPath {
        DocumentPath { is_apart: true, ..DocumentPath::default() }
    }

    /// Whether no path from the root is known.
    pub(crate) fn is_apart(&self) -> bool {
        self.is_apart
    }

    /// The same place with other first steps.
    pub(crate) fn with_other_start(&self, count: usize, way: &[PathStep]) -> DocumentPath {
        let rest = self.steps.get(count..).unwrap_or_default();
        let definition = self.definition.as_ref();
        let definition =
            definition.map(|(name, at)| (Rc::clone(name), (at + way.len()).saturating_sub(count)));
        let steps = way.iter().chain(rest).cloned().collect();
        DocumentPath { steps: Rc::new(steps), definition, is_apart: self.is_apart }
    }

    pub(crate) fn steps(&self) -> &[PathStep] {
        &self.steps
    }

    /// The name, if the place is a property.
    pub(crate) fn property(&self) -> Option<&str> {
        match self.steps.last() {
            Some(PathStep::Property(name)) => Some(name),
            _ => None,
        }
    }
}

impl DocumentPath {
    /// In the reader's form, below a first name: `topics[].url`, `component.identity`; empty at the root.
    pub(crate) fn words(&self, first: &str) -> String {
        // A definition at the root is the document itself: places below need no first name.
        let (mut text, from) = match &self.definition {
            Some((name, at)) if *at > 0 || self.is_apart || self.steps.is_empty() => {
                (name.to_string(), *at)
            }
            _ => (first.to_owned(), 0),
        };
        for step in &self.steps[from..] {
            match step {
                PathStep::Property(name) => {
                    let dot = if text.is_empty() { "" } else { "." };
                    text.push_str(dot);
                    text.push_str(name);
                }
                PathStep::Pattern(pattern) => text.push_str(&format!("{{/{pattern}/}}")),
                PathStep::Additional => text.push_str("{*}"),
                PathStep::Index(i) => text.push_str(&format!("[{i}]")),
                PathStep::Rest(_) => text.push_str("[]"),
                PathStep::Branch(..) | PathStep::Having(..) => {}
            }
        }
        text
    }

    /// The path of these tokens of a pointer into a schema, for tokens that determine a place of values.
    pub(crate) fn of_tokens(tokens: &[String]) -> DocumentPath {
        let mut path = DocumentPath::default();
        let mut rest = tokens.iter();
        while let Some(token) = rest.next() {
            let step = match token.as_str() {
                "properties" => rest.next().map(|name| PathStep::Property(name.as_str().into())),
                "patternProperties" => {
                    rest.next().map(|pattern| PathStep::Pattern(pattern.as_str().into()))
                }
                "prefixItems" => rest.next().and_then(|i| i.parse().ok()).map(PathStep::Index),
                "items" | "contains" | "unevaluatedItems" => Some(PathStep::Rest(0)),
                "additionalProperties" | "unevaluatedProperties" => Some(PathStep::Additional),
                _ => None,
            };
            if let Some(step) = step {
                path = path.then(step);
            }
        }
        path
    }
}

/// The name in backticks, or "the document".
impl fmt::Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.words("");
        if text.is_empty() { f.write_str("the document") } else { write!(f, "`{text}`") }
    }
}

#[cfg(test)]
mod tests {
    use super::{DocumentPath, PathStep};

    fn property(place: &DocumentPath, name: &str) -> DocumentPath {
        place.then(PathStep::Property(name.into()))
    }

    #[test]
    fn the_nearest_definition_names_a_place() {
        let root = DocumentPath::default();
        assert_eq!(root.to_string(), "the document");
        let deep = property(&property(&root, "components"), "item").in_definition("component");
        assert_eq!(deep.to_string(), "`component`");
        assert_eq!(property(&deep, "identity").to_string(), "`component.identity`");
        assert_eq!(property(&deep, "identity").steps().len(), 3);
        let inner = property(&deep, "licence").in_definition("licence");
        assert_eq!(property(&inner, "id").to_string(), "`licence.id`");
    }

    #[test]
    fn a_definition_at_the_root_is_named_once() {
        let root = DocumentPath::default().in_definition("Input");
        assert_eq!(root.to_string(), "`Input`");
        assert_eq!(property(&root, "topics").to_string(), "`topics`");
    }
}

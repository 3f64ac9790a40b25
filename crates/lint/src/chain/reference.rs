//! The grammar of references: `$name.path[0].field`.

use std::fmt;

use serde_json::{Map, Value};

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Field(String),
    Index(usize),
}

/// A parsed reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    /// The `outputs_as` of the referenced step.
    pub(super) step: String,
    pub(super) path: Vec<Part>,
}

/// Letters, digits, `-` and `_`, not beginning with a digit or dash.
pub(super) fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// Parses a reference. `None` if the text is not one, such as `$5` or a sentence with a dollar; an
/// error if it begins like one and is malformed.
pub(super) fn read(text: &str) -> Option<Result<Reference, &'static str>> {
    let rest = text.trim().strip_prefix('$')?;
    let end =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(rest.len());
    let (step, rest) = rest.split_at(end);
    if !is_name(step) || rest.contains(char::is_whitespace) {
        return None;
    }
    // `$HOME/x` and similar texts are literal.
    if !rest.is_empty() && !rest.starts_with(['.', '[']) {
        return None;
    }
    Some(path(rest).map(|path| Reference { step: step.to_owned(), path }))
}

fn path(mut rest: &str) -> Result<Vec<Part>, &'static str> {
    let mut parts = Vec::new();
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        if first == '.' {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if name.is_empty() {
                return Err("a dot without a field after it");
            }
            if name.contains(']') {
                return Err("a bracket that was not opened");
            }
            parts.push(Part::Field(name.to_owned()));
            rest = after;
        } else if first == '[' {
            let Some((index, after)) = rest.split_once(']') else {
                return Err("a bracket that is not closed");
            };
            let index = index.parse().map_err(|_| "an index that is no number")?;
            parts.push(Part::Index(index));
            rest = after;
        } else {
            return Err("text after a bracket");
        }
    }
    Ok(parts)
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Field(name) => write!(f, ".{name}"),
            Part::Index(at) => write!(f, "[{at}]"),
        }
    }
}

/// The first names of the references in the inputs of a step.
pub(super) fn names(inputs: Option<&Map<String, Value>>) -> Vec<String> {
    let mut names = Vec::new();
    let mut todo: Vec<&Value> = inputs.into_iter().flat_map(|map| map.values()).collect();
    while let Some(value) = todo.pop() {
        match value {
            Value::String(text) => {
                if let Some(Ok(reference)) = read(text) {
                    names.push(reference.step);
                }
            }
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.values()),
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::{Part, read};

    #[test]
    fn references_are_read() {
        let reference = read("$m.entities[0].body").expect("one").expect("sound");
        assert_eq!(reference.step, "m");
        let field = |name: &str| Part::Field(name.to_owned());
        assert_eq!(reference.path, [field("entities"), Part::Index(0), field("body")]);
        assert!(read("$step-1_a").expect("one").expect("sound").path.is_empty());
    }

    #[test]
    fn other_text_is_none() {
        for text in
            ["$5", "$", "costs $m.x", "$m.x and more", "${m.x}", "$HOME/bin", "m.x", "$(ls)"]
        {
            assert!(read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn broken_ones_are_told() {
        for text in ["$m.", "$m..x", "$m.x[", "$m.x[a]", "$m.x[0]y", "$m[-1]", "$m.x]"] {
            assert!(read(text).expect("one").is_err(), "{text}");
        }
    }
}

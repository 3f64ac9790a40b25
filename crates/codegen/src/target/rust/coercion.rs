//! The shapes of a schema as a table of Rust.

use super::pattern;
use super::text::quoted;
use crate::coercion::Shape;
use crate::ir::{Refusal, Sub};

/// `static SHAPES …`, a line a shape.
pub(super) fn shapes(shapes: &[Option<Shape>], names: &[String]) -> Result<String, Refusal> {
    let mut text = "static SHAPES: &[Option<Shape>] = &[\n".to_owned();
    for shape in shapes {
        let row = match shape {
            Some(shape) => format!("Some({})", row(shape, names)?),
            None => "None".to_owned(),
        };
        text.push_str("    ");
        text.push_str(&row);
        text.push_str(",\n");
    }
    Ok(text + "];")
}

fn row(shape: &Shape, names: &[String]) -> Result<String, Refusal> {
    let mut parts = Vec::new();
    let mut list = |name: &str, items: Vec<String>| {
        if !items.is_empty() {
            parts.push(format!("{name}: &[{}]", items.join(", ")));
        }
    };
    let ids = |ids: &[usize]| ids.iter().map(usize::to_string).collect::<Vec<_>>();
    let named = |pairs: &[(String, usize)]| {
        pairs.iter().map(|(name, id)| format!("({}, {id})", quoted(name))).collect::<Vec<_>>()
    };
    list("all", ids(&shape.all));
    list("references", ids(&shape.references));
    list("dependent", named(&shape.dependent));
    list("properties", named(&shape.properties));
    let mut patterns = Vec::new();
    for (wanted, id) in &shape.patterns {
        let program = pattern::program(wanted).map_err(|reason| Refusal {
            pointer: shape.pointer.push("patternProperties").push(&wanted.source),
            reason,
        })?;
        patterns.push(format!("(|name| found({program}, name), {id})"));
    }
    list("patterns", patterns);
    list("rest", ids(&shape.rest));
    list("prefix", ids(&shape.prefix));
    let branches = |branches: &Vec<(usize, Sub)>| {
        let rows = branches.iter().map(|(id, sub)| format!("({id}, {})", decider(sub, names)));
        format!("&[{}]", rows.collect::<Vec<_>>().join(", "))
    };
    list("alternatives", shape.alternatives.iter().map(branches).collect());
    if let Some(types) = &shape.types {
        let words: Vec<String> = types.iter().map(|word| quoted(word)).collect();
        parts.insert(0, format!("types: Some(&[{}])", words.join(", ")));
    }
    if let Some(condition) = &shape.condition {
        parts.push(format!("test: Some({})", decider(&condition.test, names)));
        parts.extend(condition.then.map(|id| format!("then: Some({id})")));
        parts.extend(condition.other.map(|id| format!("other: Some({id})")));
    }
    parts.extend(shape.items.map(|id| format!("items: Some({id})")));
    let default = shape.default.as_ref().map(|value| quoted(&value.to_string()));
    parts.extend(default.map(|text| format!("default: Some({text})")));
    Ok(match parts.is_empty() {
        true => "SILENT".to_owned(),
        false => format!("Shape {{ {}, ..SILENT }}", parts.join(", ")),
    })
}

/// What decides a schema by itself: a function that was written, or the verdict.
fn decider<'n>(sub: &Sub, names: &'n [String]) -> &'n str {
    match sub {
        Sub::Always => "|_, _, _| true",
        Sub::Call(id) => &names[*id],
        Sub::Never | Sub::Block(_) => "|_, _, _| false",
    }
}

//! The shapes of a schema as a table of TypeScript.

use super::checks::Checks;
use super::pattern;
use super::text::{literal, quoted};
use crate::coercion::Shape;

/// `const SHAPES …`, a line a shape.
pub(super) fn shapes(shapes: &[Option<Shape>], checks: &Checks<'_>) -> String {
    let mut text = "const SHAPES: Shapes = [\n".to_owned();
    for shape in shapes {
        let row = shape.as_ref().map_or("null".to_owned(), |shape| row(shape, checks));
        text.push_str("  ");
        text.push_str(&row);
        text.push_str(",\n");
    }
    text + "];"
}

fn row(shape: &Shape, checks: &Checks<'_>) -> String {
    let mut parts = Vec::new();
    let mut list = |name: &str, items: Vec<String>| {
        if !items.is_empty() {
            parts.push(format!("{name}: [{}]", items.join(", ")));
        }
    };
    let ids = |ids: &[usize]| ids.iter().map(usize::to_string).collect::<Vec<_>>();
    let named = |pairs: &[(String, usize)]| {
        pairs.iter().map(|(name, id)| format!("[{}, {id}]", quoted(name))).collect::<Vec<_>>()
    };
    list("all", ids(&shape.all));
    list("references", ids(&shape.references));
    list("dependent", named(&shape.dependent));
    list("properties", named(&shape.properties));
    let regex = |(wanted, id): &(_, usize)| {
        format!("[new RegExp({}, \"u\"), {id}]", quoted(&pattern::ecma(wanted)))
    };
    list("patterns", shape.patterns.iter().map(regex).collect());
    list("rest", ids(&shape.rest));
    list("prefix", ids(&shape.prefix));
    let branches = |branches: &Vec<(usize, _)>| {
        let rows = branches.iter().map(|(id, sub)| format!("[{id}, {}]", checks.decider(sub)));
        format!("[{}]", rows.collect::<Vec<_>>().join(", "))
    };
    list("alternatives", shape.alternatives.iter().map(branches).collect());
    if let Some(types) = &shape.types {
        let words: Vec<String> = types.iter().map(|word| quoted(word)).collect();
        parts.insert(0, format!("types: [{}]", words.join(", ")));
    }
    if let Some(condition) = &shape.condition {
        parts.push(format!("test: {}", checks.decider(&condition.test)));
        parts.extend(condition.then.map(|id| format!("then: {id}")));
        parts.extend(condition.other.map(|id| format!("other: {id}")));
    }
    parts.extend(shape.items.map(|id| format!("items: {id}")));
    parts.extend(shape.default.as_ref().map(|value| format!("default: {}", literal(value))));
    if parts.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", parts.join(", ")) }
}

//! What coercion goes by, as a table: a dictionary for each schema that may apply at some place.

use super::checks::Checks;
use super::text::{literal, quoted, raw};
use super::{Sub, pattern};
use crate::coercion::Shape;
use crate::ir::Refusal;
use crate::{Namespace, ShapeId};

/// The schemas that coercion asks for a verdict.
pub(super) fn tests(shapes: &[Option<Shape>]) -> Vec<Sub> {
    let mut all = Vec::new();
    for shape in shapes.iter().flatten() {
        all.extend(shape.condition.iter().map(|condition| condition.test.clone()));
        all.extend(shape.alternatives.iter().flatten().map(|(_, test)| test.clone()));
    }
    all
}

/// A line for each shape.
pub(super) fn table(
    space: &Namespace,
    checks: &mut Checks<'_>,
    deep: bool,
) -> Result<Vec<String>, Refusal> {
    let mut lines = Vec::new();
    for (number, shape) in space.shapes.iter().enumerate() {
        lines.push(match shape {
            Some(shape) => line(number, shape, checks, deep)?,
            None => "None".to_owned(),
        });
    }
    Ok(lines)
}

fn line(
    number: usize,
    shape: &Shape,
    checks: &mut Checks<'_>,
    deep: bool,
) -> Result<String, Refusal> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    if let Some(types) = &shape.types {
        let words: Vec<String> = types.iter().map(|word| quoted(word)).collect();
        parts.push(("types", format!("[{}]", words.join(", "))));
    }
    let mut list = |key: &'static str, ids: &[ShapeId]| {
        if !ids.is_empty() {
            parts.push((key, format!("{ids:?}")));
        }
    };
    list("all", &shape.all);
    list("references", &shape.references);
    list("rest", &shape.rest);
    list("prefix", &shape.prefix);
    if !shape.dependent.is_empty() {
        let pairs = shape.dependent.iter().map(|(name, id)| format!("({}, {id})", quoted(name)));
        parts.push(("dependent", format!("[{}]", pairs.collect::<Vec<_>>().join(", "))));
    }
    if let Some(condition) = &shape.condition {
        let test = test(&condition.test, &format!("{number}_if"), checks, deep)?;
        parts.push(("test", test));
        parts.extend(condition.then.map(|id| ("then", id.to_string())));
        parts.extend(condition.other.map(|id| ("else", id.to_string())));
    }
    if !shape.properties.is_empty() {
        let pairs = shape.properties.iter().map(|(name, id)| format!("{}: {id}", quoted(name)));
        parts.push(("properties", format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))));
    }
    let mut patterns = Vec::new();
    for (wanted, id) in &shape.patterns {
        let pointer = shape.pointer.push("patternProperties").push(&wanted.source);
        let source = pattern::source(wanted).map_err(|reason| Refusal { pointer, reason })?;
        patterns.push(format!("(re.compile({}, re.ASCII), {id})", raw(&source)));
    }
    if !patterns.is_empty() {
        parts.push(("patterns", format!("[{}]", patterns.join(", "))));
    }
    parts.extend(shape.items.map(|id| ("items", id.to_string())));
    let mut lists = Vec::new();
    for (index, branches) in shape.alternatives.iter().enumerate() {
        let mut all = Vec::new();
        for (place, (id, sub)) in branches.iter().enumerate() {
            let test = test(sub, &format!("{number}_{index}_{place}"), checks, deep)?;
            all.push(format!("({id}, {test})"));
        }
        lists.push(format!("[{}]", all.join(", ")));
    }
    if !lists.is_empty() {
        parts.push(("alternatives", format!("[{}]", lists.join(", "))));
    }
    parts.extend(shape.default.as_ref().map(|value| ("default", literal(value))));
    let parts = parts.iter().map(|(key, text)| format!("\"{key}\": {text}"));
    Ok(format!("{{{}}}", parts.collect::<Vec<_>>().join(", ")))
}

/// A function of a value that decides a schema.
fn test(sub: &Sub, stem: &str, checks: &mut Checks<'_>, deep: bool) -> Result<String, Refusal> {
    Ok(match sub {
        Sub::Always => "lambda v: True".to_owned(),
        Sub::Never => "lambda v: False".to_owned(),
        Sub::Block(block) if !deep => checks.holds(block)?,
        other => format!("lambda v: _run({}, v, None)", checks.entry(other, stem, deep)?),
    })
}

//! What coercion goes by, as a table: a literal for each schema that may apply at some place.

use super::checks::Checks;
use super::pattern;
use super::text::quoted;
use crate::coercion::Shape;
use crate::ir::Refusal;
use crate::{Namespace, ShapeId};

/// A line for each shape.
pub(super) fn table(space: &Namespace, checks: &mut Checks<'_>) -> Result<Vec<String>, Refusal> {
    let mut lines = Vec::new();
    for shape in &space.shapes {
        lines.push(match shape {
            Some(shape) => line(shape, checks)?,
            None => "nil".to_owned(),
        });
    }
    Ok(lines)
}

fn line(shape: &Shape, checks: &mut Checks<'_>) -> Result<String, Refusal> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    if let Some(types) = &shape.types {
        let words: Vec<String> = types.iter().map(|word| quoted(word)).collect();
        parts.push(("types", format!("[]string{{{}}}", words.join(", "))));
    }
    let mut list = |key: &'static str, ids: &[ShapeId]| {
        if !ids.is_empty() {
            let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
            parts.push((key, format!("[]int{{{}}}", ids.join(", "))));
        }
    };
    list("all", &shape.all);
    list("references", &shape.references);
    list("rest", &shape.rest);
    list("prefix", &shape.prefix);
    for (key, pairs) in [("dependent", &shape.dependent), ("properties", &shape.properties)] {
        if !pairs.is_empty() {
            let pairs = pairs.iter().map(|(name, id)| format!("{{{}, {id}}}", quoted(name)));
            parts.push((key, format!("[]named{{{}}}", pairs.collect::<Vec<_>>().join(", "))));
        }
    }
    let later = |id: ShapeId| (id + 1).to_string();
    if let Some(condition) = &shape.condition {
        parts.push(("test", checks.decider(&condition.test)?));
        parts.extend(condition.then.map(|id| ("then", later(id))));
        parts.extend(condition.other.map(|id| ("other", later(id))));
    }
    let mut patterns = Vec::new();
    for (wanted, id) in &shape.patterns {
        let pointer = shape.pointer.push("patternProperties").push(&wanted.source);
        let (matcher, program) =
            pattern::matcher(wanted).map_err(|reason| Refusal { pointer, reason })?;
        if program {
            checks.needs.insert("program");
        }
        patterns.push(format!("{{{matcher}, {id}}}"));
    }
    if !patterns.is_empty() {
        parts.push(("patterns", format!("[]patterned{{{}}}", patterns.join(", "))));
    }
    parts.extend(shape.items.map(|id| ("items", later(id))));
    let mut lists = Vec::new();
    for branches in &shape.alternatives {
        let mut all = Vec::new();
        for (id, sub) in branches {
            all.push(format!("{{{id}, {}}}", checks.decider(sub)?));
        }
        lists.push(format!("{{{}}}", all.join(", ")));
    }
    if !lists.is_empty() {
        parts.push(("alternatives", format!("[][]alternative{{{}}}", lists.join(", "))));
    }
    if let Some(value) = &shape.default {
        parts.push(("fallback", checks.literal(value)));
        parts.push(("hasFallback", "true".to_owned()));
    }
    let parts = parts.iter().map(|(key, text)| format!("{key}: {text}"));
    Ok(format!("{{{}}}", parts.collect::<Vec<_>>().join(", ")))
}

//! `metadata.contract`: the contract of a SKILL.md as YAML inside of a string. The skill standard allows six keys, and
//! only strings below `metadata`, so strict clients reject a contract at the top. Its keys are read as if they were at
//! the top, each with its place in the file.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Position;
use super::yaml::{self, Read};
use crate::Pointer;

type Fault = (Option<Position>, String);

/// Keys that show that the text is a contract.
const MARKS: [&str; 4] = ["input_schema", "output_schema", "pre_checks", "post_checks"];

/// Adds the keys of the text to those of the frontmatter `yaml`, which begins after `line_offset` lines of its file.
/// Returns their names. A key that is also at the top is a repeated key.
pub(super) fn lift(yaml: &str, line_offset: u32, read: &mut Read) -> Result<Vec<String>, Fault> {
    let stated = read.value.get("metadata").and_then(|metadata| metadata.get("contract"));
    let Some(text) = stated.and_then(Value::as_str).filter(|text| is_contract(text)) else {
        return Ok(Vec::new());
    };
    let pointer = Pointer::root().push("metadata").push("contract");
    let start = Position { line: line_offset + 1, column: 1 };
    let (key, value) = read.places.get(&pointer).copied().unwrap_or((start, start));
    let indentation = block_indentation(yaml, (key.line - line_offset) as usize);
    let in_file = |place: Position| match indentation {
        Some(indentation) => Position { column: place.column + indentation, ..place },
        None => value,
    };
    let inner = yaml::read(text, key.line).map_err(|(place, message)| {
        (Some(place.map_or(value, in_file)), format!("metadata.contract: {message}"))
    })?;
    let Value::Object(members) = inner.value else {
        let message = "metadata.contract: expected keys and values such as input_schema";
        return Err((Some(value), message.to_owned()));
    };
    let places: BTreeMap<Pointer, (Position, Position)> = inner
        .places
        .into_iter()
        .filter(|(pointer, _)| !pointer.is_root())
        .map(|(pointer, (key, value))| (pointer, (in_file(key), in_file(value))))
        .collect();
    let repeated = inner.duplicates.into_iter().map(|(pointer, at)| (pointer, in_file(at)));
    read.duplicates.extend(repeated);
    for mut tag in inner.foreign_tags {
        tag.position = in_file(tag.position);
        read.foreign_tags.push(tag);
    }
    let Value::Object(fields) = &mut read.value else { return Ok(Vec::new()) };
    let mut lifted = Vec::new();
    for (name, member) in members {
        let pointer = Pointer::root().push(&name);
        if fields.contains_key(&name) {
            let at = places.get(&pointer).map_or(value, |(key, _)| *key);
            read.duplicates.push((pointer, at));
            continue;
        }
        fields.insert(name.clone(), member);
        lifted.push(name);
    }
    let is_lifted = |pointer: &Pointer| {
        pointer.tokens().first().is_some_and(|name| lifted.iter().any(|one| one == name))
    };
    read.places.extend(places.into_iter().filter(|(pointer, _)| is_lifted(pointer)));
    Ok(lifted)
}

/// Whether a line of the text begins with a key of a contract.
fn is_contract(text: &str) -> bool {
    let has_mark = |line: &str| {
        MARKS.iter().any(|key| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
    };
    text.lines().any(has_mark)
}

/// The indentation of a literal block (`|`) below `line` (from 1).
fn block_indentation(yaml: &str, line: usize) -> Option<u32> {
    let mut lines = yaml.lines().skip(line.checked_sub(1)?);
    let (_, behind) = lines.next()?.split_once(':')?;
    let header = behind.split(" #").next().unwrap_or(behind).trim();
    if !matches!(header, "|" | "|-" | "|+") {
        return None;
    }
    let first = lines.find(|line| !line.trim().is_empty())?;
    u32::try_from(first.len() - first.trim_start_matches(' ').len()).ok()
}

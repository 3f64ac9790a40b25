//! What a draft has from the script, as text: ways of inputs, lines and exit codes.

use crate::infer::{Draft, Evidence, Field, Way};

/// How the script gets a value, as text.
#[must_use]
pub fn from(field: &Field) -> String {
    way(&field.way)
}

pub(super) fn way(way: &Way) -> String {
    match way {
        Way::Position(place) => format!("argument {place}"),
        Way::Rest(from) => format!("all arguments from {from} on"),
        Way::Option(name, true) => format!("{name}=VALUE"),
        Way::Option(name, false) => format!("{name} VALUE"),
        Way::Switch(name) => name.clone(),
        Way::Environment(name) => format!("environment variable {name}"),
        Way::StdinKey(name) => format!("key {name} of the JSON on stdin"),
        Way::StdinText => "stdin".to_owned(),
    }
}

/// The lines, without duplicates.
pub(super) fn seen(evidence: &[Evidence]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for one in evidence {
        let part = format!("line {}: {}", one.line, one.text);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join("; ")
}

pub(super) fn lines(evidence: &[Evidence]) -> String {
    let mut numbers: Vec<usize> = evidence.iter().map(|e| e.line).collect();
    numbers.dedup();
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let word = if numbers.len() == 1 { "line" } else { "lines" };
    format!("{word} {}", numbers.join(", "))
}

/// The exit codes, as a sentence.
pub(super) fn exits(draft: &Draft) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut codes: Vec<i32> = draft.exits.iter().map(|e| e.code).filter(|c| *c != 0).collect();
    codes.dedup();
    for code in codes {
        let said: Vec<String> = draft
            .exits
            .iter()
            .filter(|e| e.code == code)
            .map(|e| format!("line {}", e.evidence.line))
            .collect();
        let mut said = said;
        said.dedup();
        parts.push(format!("{code} ({})", said.join(", ")));
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!(" Exit codes other than 0: {}.", parts.join(", "))
    }
}

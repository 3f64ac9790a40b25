//! `frontmatter-client-differs`: frontmatter that one client reads and another refuses, or reads only in
//! part, by the dated profiles of clients.

use contract::Pointer;
use serde_json::Value;

use crate::frontmatter::Skill;
use crate::profile::{Client, OnFailure, Profiles};
use crate::report::Report;
use crate::rule::yaml_reader::{judge, worth_judging};

/// Blocks beyond this size are read once only: their length is the news.
const LONGEST: usize = 1 << 20;

pub(crate) fn check(skill: &Skill<'_>, profiles: &Profiles, report: &mut Report) {
    let repeats = !skill.source.document.duplicate_keys().is_empty();
    for client in &profiles.clients {
        // The block parses, so that a strict reader takes it.
        let verdict = match worth_judging(skill.yaml, repeats, client.reader) {
            true if skill.yaml.len() <= LONGEST => judge(skill.yaml, client.reader),
            _ => Ok(()),
        };
        if let Err(refusal) = verdict {
            let line = refusal.line + line_offset(skill);
            let position = contract::Position { line, column: refusal.column };
            let does = match client.on_failure {
                OnFailure::Empty => "loads it without any field",
                OnFailure::Skipped => "does not load it",
                OnFailure::Lines => "reads name and description only",
                OnFailure::Refused => "refuses it",
            };
            let message = format!(
                "expected frontmatter that each client reads, found: {} {does}: {}",
                client.title, refusal.reason
            );
            report.place(
                "frontmatter-client-differs",
                skill.source.path.clone(),
                position,
                Pointer::root(),
                message,
            );
            continue;
        }
        limits(skill, client, report);
    }
}

fn limits(skill: &Skill<'_>, client: &Client, report: &mut Report) {
    for (key, limit) in [("name", client.name_max), ("description", client.description_max)] {
        let Some(text) = skill.source.value().get(key).and_then(Value::as_str) else { continue };
        let collapsed: Vec<&str> = text.split_whitespace().collect();
        let length = contract::value::char_len(&collapsed.join(" ")) as u64;
        if let Some(limit) = limit.filter(|limit| length > *limit) {
            let message = format!(
                "{key}: expected at most {limit} characters, found {length}: {} does not load it",
                client.title
            );
            let pointer = Pointer::root().push(key);
            report.value("frontmatter-client-differs", &skill.source, &pointer, message);
        }
    }
}

fn line_offset(skill: &Skill<'_>) -> u32 {
    u32::try_from(skill.text[..skill.start].matches('\n').count()).unwrap_or(u32::MAX)
}

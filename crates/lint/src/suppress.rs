//! Suppressions in files: a comment in SKILL.md and in YAML, a key in JSON. A suppressed finding is kept
//! and marked, so that reports can show it. A suppression without a reason, or without a finding, is itself
//! a finding.

use contract::{Document, Pointer, Position};
use serde_json::Value;

use crate::profile::{Profiles, all_clients};
use crate::registry;
use crate::report::Report;
use crate::source::Source;
use crate::suppression::Allow;

pub use crate::suppression::Suppressed;

/// The key in a JSON document: `{"x-skillgen-allow": {"rule-id": "the reason"}}`; it applies to its
/// object and everything below.
pub const KEY: &str = "x-skillgen-allow";
/// The reason of findings that a baseline suppresses.
pub const BASELINE: &str = "in the baseline";
/// The words of a comment: `skillgen: allow rule-id the reason`.
pub const WORDS: &str = "skillgen: allow ";

/// The suppressions of a SKILL.md: `# skillgen: allow RULE REASON` in the frontmatter, `<!--
/// skillgen: allow RULE REASON -->` in the body. Each applies to the whole file.
pub(crate) fn in_markdown(path: &str, text: &str, report: &mut Report) {
    in_comments(path, text, &["#", "<!--"], report);
}

/// The suppressions of a JSON or YAML document: its keys, and in YAML its comments.
pub(crate) fn in_document(path: &str, document: &Document, report: &mut Report) {
    if document.syntax() == contract::Syntax::Yaml {
        in_comments(path, document.text(), &["#"], report);
    }
    let mut todo = vec![(Pointer::root(), document.value())];
    while let Some((pointer, value)) = todo.pop() {
        match value {
            Value::Object(members) => {
                if let Some(allowed) = members.get(KEY) {
                    of_key(path, document, &pointer, allowed, report);
                }
                todo.extend(members.iter().map(|(key, inner)| (pointer.push(key), inner)));
            }
            Value::Array(items) => {
                let inner = items.iter().enumerate();
                todo.extend(inner.map(|(at, item)| (pointer.push_index(at), item)));
            }
            _ => {}
        }
    }
}

/// The suppressions of a file.
pub(crate) fn in_source(source: &Source, report: &mut Report) {
    in_document(&source.path, &source.document, report);
}

/// The suppressions after one of `openers` in a text.
pub(crate) fn in_comments(path: &str, text: &str, openers: &[&str], report: &mut Report) {
    // Most files have none, and are searched only once.
    if !text.contains(WORDS) {
        return;
    }
    for (row, line) in text.lines().enumerate() {
        let Some(at) = line.find(WORDS) else { continue };
        let before = line[..at].trim_end();
        let Some(opener) = openers.iter().find(|opener| before.ends_with(**opener)) else {
            continue;
        };
        let rest = &line[at + WORDS.len()..];
        // The text after the comment is not the reason.
        let rest = rest.split("-->").next().unwrap_or(rest).trim();
        let (rule, reason) = rest.split_once([' ', ':']).unwrap_or((rest, ""));
        let reason = reason.trim_start_matches([':', ' ', '-']).trim();
        let column = before[..before.len() - opener.len()].chars().count() + 1;
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        report.allows.push(Allow {
            path: path.to_owned(),
            position: Position { line: small(row + 1), column: small(column) },
            rule: rule.to_owned(),
            reason: reason.to_owned(),
            below: None,
        });
    }
}

fn of_key(path: &str, document: &Document, at: &Pointer, allowed: &Value, report: &mut Report) {
    let pointer = at.push(KEY);
    let Some(allowed) = allowed.as_object() else {
        let message = format!(
            "expected {KEY} to be an object of rules and reasons, found {}",
            contract::value::kind(allowed)
        );
        let position = document.locate_key(&pointer);
        report
            .place("suppression-invalid", path.to_owned(), position, pointer, message)
            .advise("write {\"rule-id\": \"the reason\"}");
        return;
    };
    for (rule, reason) in allowed {
        report.allows.push(Allow {
            path: path.to_owned(),
            position: document.locate_key(&pointer.push(rule)),
            rule: rule.clone(),
            reason: reason.as_str().unwrap_or_default().trim().to_owned(),
            below: Some(at.clone()),
        });
    }
}

/// Marks the findings that the files' suppressions match, and reports invalid and unused ones.
pub(crate) fn answer(report: &mut Report, looked_for: impl Fn(&str) -> bool) {
    for allow in std::mem::take(&mut report.allows) {
        let pointer = allow.below.as_ref().map(|at| at.push(KEY).push(&allow.rule));
        let problem = if registry::rule(&allow.rule).is_none() {
            Some((
                "suppression-invalid",
                format!("expected the id of a rule behind \"allow\", found {:?}", allow.rule),
                "name a rule; `skillgen rules` lists them",
            ))
        } else if allow.reason.is_empty() {
            Some((
                "suppression-invalid",
                format!("the suppression of {} has no reason, so it is ignored", allow.rule),
                "write the reason behind the rule",
            ))
        } else if mark(report, &allow) || !looked_for(&allow.rule) {
            None
        } else {
            Some((
                "suppression-unused",
                format!("the suppression of {} matches no finding here", allow.rule),
                "remove the suppression",
            ))
        };
        if let Some((rule, message, advice)) = problem {
            let pointer = pointer.unwrap_or_default();
            report.place(rule, allow.path, allow.position, pointer, message).advise(advice);
        }
    }
}

/// Reports an unused suppression of the configuration.
pub fn unused(report: &mut Report, file: &str, line: u32, rule: &str) {
    let message = format!("the suppression of {rule} matches no finding");
    let position = Position { line, column: 1 };
    report
        .place("suppression-unused", file.to_owned(), position, Pointer::root(), message)
        .advise("remove the suppression");
}

fn mark(report: &mut Report, allow: &Allow) -> bool {
    let mut marked = false;
    let below = allow.below.as_ref().map(|at| format!("{at}/"));
    for found in &mut report.found {
        let place = found.finding.pointer.as_str();
        let here = match (&allow.below, &below) {
            (Some(at), Some(below)) => place == at.as_str() || place.starts_with(below.as_str()),
            _ => true,
        };
        if found.finding.rule == allow.rule && found.finding.path == allow.path && here {
            found.suppressed = Some(Suppressed { reason: allow.reason.clone(), in_source: true });
            marked = true;
        }
    }
    marked
}

/// Whether a run with these profiles applies the rule as every run does: other profiles may have more or
/// fewer findings. Rules about chains are excluded, because they need the skills.
#[must_use]
pub fn looked_for(rule: &str, profiles: &Profiles) -> bool {
    let of = |prefix: &str| rule.starts_with(prefix);
    if of("provider-") {
        return !profiles.providers.is_empty();
    }
    if of("chain-") {
        return false;
    }
    let of_runner = of("manifest-") || of("schema-") || of("package-") || of("identity-");
    !(of_runner && profiles.runner_named) && profiles.clients.len() == all_clients().count()
}

//! Suppressions that stand in the file itself: a comment in SKILL.md, a key in a schema. A finding that
//! one answers for is kept and marked, so that reports can still show it.

use serde_json::Value;

use crate::report::Found;

/// The key in a JSON document: `{"x-skillgen-allow": {"rule-id": "the reason"}}`; it holds for the object
/// that it stands in and all below.
pub const KEY: &str = "x-skillgen-allow";
/// The reason of findings that a baseline answers for.
pub const BASELINE: &str = "in the baseline";
/// The words of a comment: `skillgen: allow rule-id the reason`.
pub const WORDS: &str = "skillgen: allow ";

/// Marks the findings that a comment of a SKILL.md answers for: `# skillgen: allow RULE REASON` in the
/// frontmatter, `<!-- skillgen: allow RULE REASON -->` in the body. It holds for the whole file.
pub(crate) fn in_markdown(text: &str, found: &mut [Found]) {
    for line in text.lines() {
        let Some(at) = line.find(WORDS) else { continue };
        let before = line[..at].trim_end();
        if !(before.ends_with('#') || before.ends_with("<!--")) {
            continue;
        }
        let rest = line[at + WORDS.len()..].trim();
        let rest = rest.strip_suffix("-->").unwrap_or(rest).trim();
        let (rule, reason) = rest.split_once([' ', ':']).unwrap_or((rest, ""));
        let reason = reason.trim_start_matches([':', ' ', '-']).trim();
        mark(found, rule, reason, |_| true);
    }
}

/// Marks the findings that a key of the document answers for.
pub(crate) fn in_json(value: &Value, found: &mut [Found]) {
    let mut todo = vec![(contract::Pointer::root(), value)];
    while let Some((pointer, value)) = todo.pop() {
        match value {
            Value::Object(members) => {
                if let Some(Value::Object(allowed)) = members.get(KEY) {
                    for (rule, reason) in allowed {
                        let reason = reason.as_str().unwrap_or_default();
                        let below = format!("{pointer}/");
                        mark(found, rule, reason, |place| {
                            place == pointer.as_str() || place.starts_with(&below)
                        });
                    }
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

/// A suppression without a reason does not count: the next reader could not judge it.
fn mark(found: &mut [Found], rule: &str, reason: &str, here: impl Fn(&str) -> bool) {
    if reason.is_empty() {
        return;
    }
    for found in found {
        let finding = &found.finding;
        if finding.rule == rule && here(finding.pointer.as_str()) {
            found.suppressed = Some(reason.to_owned());
        }
    }
}

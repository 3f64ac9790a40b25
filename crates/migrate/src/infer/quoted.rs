//! Whether a text quotes a script's output, and the metrics in it: finds documentation with the former output.

use crate::context::Context;
use crate::envelope::Shell;
use crate::infer::printed;
use crate::model::Sink;
use crate::parse;
use crate::pattern;
use crate::place::interpreter;
use crate::source::Source;
use crate::template::{self, Line};
use crate::values::Values;
use crate::word::HOLE;

/// The values of a quoted output beyond those of the legacy parser.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quoted {
    /// Metrics, as key and number.
    pub metrics: Vec<(String, String)>,
    /// `KEY=VALUE` results.
    pub values: Vec<(String, String)>,
    /// Messages of errors.
    pub errors: Vec<String>,
    /// The last line that reports failure.
    pub failed: Option<String>,
}

/// The values of a quoted output; `None` if the text is not the script's stdout: each line must match one that it
/// prints, and one of them must be recognized by a migration.
#[must_use]
pub fn quoted(script: &[u8], text: &str) -> Option<Quoted> {
    let source = Source::new(script);
    let read = parse::read(&source).ok()?;
    let context = Context::of(&read);
    let values = Values::of(&read, interpreter(&source) == Ok(Shell::Sh));
    let mut known = Vec::new();
    for call in read.calls.iter().filter(|c| !c.place.captured && c.place.sink == Sink::Out) {
        if !context.reaches_stdout(call) {
            continue;
        }
        if let Some(template) = template::of(call, &values) {
            let tells = !pattern::of(&template, false).is_empty();
            known.extend(template.lines.into_iter().map(|line| (line.line, tells)));
        }
    }
    let mut tells = false;
    let mut told = Quoted::default();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let fitting: Vec<&(String, bool)> = known.iter().filter(|(t, _)| fits(t, line)).collect();
        if fitting.is_empty() {
            return None;
        }
        let letters = |t: &str| t.chars().filter(|c| c.is_alphabetic()).count();
        tells |= fitting.iter().any(|(t, known)| *known && letters(t) > 2);
        if let Some((key, number)) = number(line) {
            put(&mut told.metrics, key, number);
        } else if let Some((key, value)) = value(line) {
            put(&mut told.values, key, value);
        } else if let Some(line) = taken(line, "error") {
            told.errors.push(printed::message(&line));
        } else if let Some(line) = taken(line, "status") {
            told.failed = Some(if line.line.starts_with('[') { line.line } else { line.body });
        }
    }
    tells.then_some(told)
}

/// Whether a line matches a template, whose holes match any text.
fn fits(template: &str, line: &str) -> bool {
    let parts: Vec<&str> = template.split(HOLE).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    if parts.len() == 1 {
        return template == line;
    }
    let Some(rest) = line.strip_prefix(first) else { return false };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    for part in &parts[1..parts.len() - 1] {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// The last value of a key counts.
fn put(list: &mut Vec<(String, String)>, key: String, value: String) {
    list.retain(|(known, _)| *known != key);
    list.push((key, value));
}

/// A line in the form of the pattern `id`.
fn taken(text: &str, id: &str) -> Option<Line> {
    let body = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let line = Line { line: text.to_owned(), body: body.to_owned(), number: 1 };
    pattern::ALL.iter().any(|p| p.id == id && p.takes_line(&line)).then_some(line)
}

/// `KEY=VALUE` in the helper envelope.
fn value(text: &str) -> Option<(String, String)> {
    let line = taken(text, "value")?;
    line.body.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()))
}

/// `Label: 12` in the envelope.
fn number(text: &str) -> Option<(String, String)> {
    let line = taken(text, "metric")?;
    let body = line.body.as_str();
    let (_, value) = body.split_once(':')?;
    let value = value.trim();
    let end =
        value.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(value.len());
    let key = printed::metric(&line)?;
    let plain = value[end..].trim().is_empty() || key == "execution_time_ms";
    let number: serde_json::Value = serde_json::from_str(value.get(..end)?).ok()?;
    (plain && number.is_number()).then(|| (key, number.to_string()))
}

//! Whether a text quotes what a script prints, and the metrics in it: documentation that shows the former output is found by
//! this.

use crate::context::Context;
use crate::envelope::Shell;
use crate::infer::printed;
use crate::model::{self, Sink};
use crate::pattern;
use crate::place::interpreter;
use crate::source::Source;
use crate::template::{self, Line};
use crate::values::Values;
use crate::word::HOLE;

/// The metrics that a quoted output names, as key and number; `None` where the text is not what the script prints on stdout:
/// each line has to fit one that it prints, and one of them has to be of those that a migration knows.
#[must_use]
pub fn quoted(script: &[u8], text: &str) -> Option<Vec<(String, String)>> {
    let source = Source::new(script);
    let read = model::read(&source).ok()?;
    let context = Context::of(&read);
    let values = Values::of(&read, interpreter(&source) == Ok(Shell::Posix));
    let mut known = Vec::new();
    for call in read.calls.iter().filter(|c| !c.place.captured && c.place.sink == Sink::Out) {
        if !context.reaches_stdout(call) {
            continue;
        }
        if let Some(template) = template::of(call, &values) {
            let told = !pattern::of(&template, false).is_empty();
            known.extend(template.lines.into_iter().map(|line| (line.line, told)));
        }
    }
    let mut tells = false;
    let mut metrics: Vec<(String, String)> = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let fitting: Vec<&(String, bool)> = known.iter().filter(|(t, _)| fits(t, line)).collect();
        if fitting.is_empty() {
            return None;
        }
        let letters = |t: &str| t.chars().filter(|c| c.is_alphabetic()).count();
        tells |= fitting.iter().any(|(t, told)| *told && letters(t) > 2);
        if let Some((key, number)) = number(line) {
            metrics.retain(|(known, _)| *known != key);
            metrics.push((key, number));
        }
    }
    tells.then_some(metrics)
}

/// Does a line fit a template, whose holes stand for any text?
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

/// `Label: 12` as the envelope has it.
fn number(text: &str) -> Option<(String, String)> {
    let body = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    let line = Line { line: text.to_owned(), body: body.to_owned() };
    if !pattern::ALL.iter().any(|p| p.id == "metric" && (p.takes)(&line)) {
        return None;
    }
    let (_, value) = body.split_once(':')?;
    let value = value.trim();
    let end =
        value.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(value.len());
    let key = printed::metric(&line)?;
    let plain = value[end..].trim().is_empty() || key == "execution_time_ms";
    let number: serde_json::Value = serde_json::from_str(value.get(..end)?).ok()?;
    (plain && number.is_number()).then(|| (key, number.to_string()))
}

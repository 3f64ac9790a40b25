//! Checks one complete object against the output contract.
//!
//! This is a hand-written form of schemas/skill-output-v1.schema.json: it gives the messages of the
//! output format, and checks outputs of any size without a tree. A test compares the verdicts of both.

use std::borrow::Cow;

use super::finder::FIELDS;
use super::json::{decimal::Decimal, walk};
use super::{MAX_PROBLEMS, Problem};

/// The metrics that must be whole numbers.
const WHOLE_METRICS: [&str; 4] =
    ["execution_time_ms", "files_modified", "files_created", "files_deleted"];

struct Check {
    problems: Vec<Problem>,
    more: usize,
}

impl Check {
    fn tell(&mut self, path: impl Into<String>, message: impl Into<String>) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { path: path.into(), message: message.into() });
        } else {
            self.more += 1;
        }
    }
}

/// All problems of `object`, the text of a complete JSON object. Empty means valid. With `strict`,
/// unknown fields are problems too.
pub(super) fn problems(object: &[u8], strict: bool) -> Vec<Problem> {
    let mut fields: [Option<&[u8]>; 5] = [None; 5];
    let mut unexpected: Vec<String> = Vec::new();
    for (key, value) in walk::members(object) {
        match FIELDS.iter().position(|f| *f == key) {
            // If a key occurs twice, the last value counts.
            Some(place) => fields[place] = Some(value),
            None => note(&mut unexpected, &key),
        }
    }
    let mut check = Check { problems: Vec::new(), more: 0 };
    let [success, confidence, deliverables, metrics, errors] = fields;
    check_success(success, &mut check);
    check_confidence(confidence, &mut check);
    check_deliverables(deliverables, &mut check);
    check_metrics(metrics, &mut check);
    check_errors(errors, strict, &mut check);
    if strict && !unexpected.is_empty() {
        check.tell("", format!("Unexpected fields in output: {}", unexpected.join(", ")));
    }
    if check.more > 0 {
        let message = format!("and {} more of the same kind", check.more);
        check.problems.push(Problem { path: String::new(), message });
    }
    check.problems
}

fn note(names: &mut Vec<String>, name: &str) {
    if names.len() < MAX_PROBLEMS && !names.iter().any(|n| n == name) {
        names.push(name.to_owned());
    }
}

fn check_success(value: Option<&[u8]>, check: &mut Check) {
    scalar(value, "boolean", "success", check);
}

fn check_confidence(value: Option<&[u8]>, check: &mut Check) {
    if !scalar(value, "number", "confidence", check) {
        return;
    }
    if let Some(value) = value.filter(|value| !between_zero_and_one(value)) {
        let message = format!("Confidence must be between 0.0 and 1.0, got {}", shown(value));
        check.tell("/confidence", message);
    }
}

/// True if `value` is present and of `kind`; otherwise adds the problem. Null is not missing.
fn scalar(value: Option<&[u8]>, kind: &str, field: &str, check: &mut Check) -> bool {
    let message = match value {
        None => format!("Missing required field: {field} (must be {kind})"),
        Some(value) if walk::kind(value) != kind => {
            let (head, tail) = field.split_at(1);
            let got = walk::kind(value);
            format!("{}{tail} must be {kind}, got {got}", head.to_ascii_uppercase())
        }
        Some(_) => return true,
    };
    check.tell(format!("/{field}"), message);
    false
}

/// True if `value` is present and of `kind`; otherwise adds the problem.
fn of_kind(value: Option<&[u8]>, kind: &str, field: &str, rule: &str, check: &mut Check) -> bool {
    match value {
        None => {
            check.tell(format!("/{field}"), format!("Missing required field: {field} ({rule})"));
        }
        Some(v) if walk::kind(v) != kind => {
            check.tell(format!("/{field}"), format!("{rule}, got {}", walk::kind(v)));
        }
        Some(_) => return true,
    }
    false
}

fn check_deliverables(value: Option<&[u8]>, check: &mut Check) {
    let rule = "Deliverables must be an array";
    if !of_kind(value, "array", "deliverables", rule, check) {
        return;
    }
    for (index, item) in walk::items(value.unwrap_or_default()).enumerate() {
        let got = match walk::text(item) {
            Some(text) if !text.is_empty() => continue,
            Some(_) => "an empty string",
            None => walk::kind(item),
        };
        check.tell(
            format!("/deliverables/{index}"),
            format!("Deliverables must be an array of file paths: item {index} is {got}"),
        );
    }
}

fn check_metrics(value: Option<&[u8]>, check: &mut Check) {
    if !of_kind(value, "object", "metrics", "Metrics must be an object", check) {
        return;
    }
    for (key, item) in walk::members(value.unwrap_or_default()) {
        let path = format!("/metrics/{}", escaped(&key));
        if walk::kind(item) != "number" {
            let got = walk::kind(item);
            check.tell(
                path,
                format!("Metrics must be an object of numbers: {} is {got}", shown(key.as_bytes())),
            );
        } else if WHOLE_METRICS.contains(&key.as_ref()) && !is_count(item) {
            check.tell(
                path,
                format!("Metrics: {key} must be a whole number, 0 or more, got {}", shown(item)),
            );
        }
    }
}

fn check_errors(value: Option<&[u8]>, strict: bool, check: &mut Check) {
    if !of_kind(value, "array", "errors", "Errors must be an array", check) {
        return;
    }
    for (index, item) in walk::items(value.unwrap_or_default()).enumerate() {
        let path = format!("/errors/{index}");
        if walk::kind(item) != "object" {
            let got = walk::kind(item);
            check.tell(path, format!("Errors must be an array of objects: item {index} is {got}"));
            continue;
        }
        check_error(item, index, strict, check);
    }
}

fn check_error(item: &[u8], index: usize, strict: bool, check: &mut Check) {
    let path = format!("/errors/{index}");
    let (mut code, mut message, mut stack, mut context) = (None, None, None, None);
    let mut unexpected = Vec::new();
    for (key, value) in walk::members(item) {
        match key.as_ref() {
            "code" => code = Some(value),
            "message" => message = Some(value),
            "stack" => stack = Some(value),
            "context" => context = Some(value),
            other => note(&mut unexpected, other),
        }
    }
    for (field, value) in [("code", code), ("message", message)] {
        let wrong = match value {
            None => "is missing".to_owned(),
            Some(v) => match walk::text(v) {
                Some(text) if !text.is_empty() => continue,
                Some(_) => "is empty".to_owned(),
                None => format!("is {}", walk::kind(v)),
            },
        };
        check.tell(
            format!("{path}/{field}"),
            format!(
                "Errors must have code and message (strings): {field} of error {index} {wrong}"
            ),
        );
    }
    for (field, value, kind) in [("stack", stack, "string"), ("context", context, "object")] {
        if let Some(v) = value.filter(|v| walk::kind(v) != kind) {
            let got = walk::kind(v);
            check.tell(
                format!("{path}/{field}"),
                format!("Errors: {field} of error {index} must be {kind}, got {got}"),
            );
        }
    }
    // The specification's text requires it; only its schema checks it.
    let code_text = code.and_then(walk::text).filter(|text| !text.is_empty());
    if strict && code_text.is_some_and(|text| !is_upper_snake_case(&text)) {
        let got = shown(code.unwrap_or_default());
        check.tell(
            format!("{path}/code"),
            format!("Errors: code of error {index} must be in UPPER_SNAKE_CASE, got {got}"),
        );
    }
    if strict && !unexpected.is_empty() {
        let names = unexpected.join(", ");
        check.tell(path, format!("Unexpected fields in error {index}: {names}"));
    }
}

fn is_upper_snake_case(code: &str) -> bool {
    code.starts_with(|c: char| c.is_ascii_uppercase())
        && code.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The start of a value, for messages.
fn shown(value: &[u8]) -> Cow<'_, str> {
    const LIMIT: usize = 60;
    let text = String::from_utf8_lossy(value);
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => text,
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn between_zero_and_one(number: &[u8]) -> bool {
    let number = Decimal::read(number);
    !number.is_negative() && number <= Decimal::read(b"1")
}

/// A whole number, 0 or more.
fn is_count(number: &[u8]) -> bool {
    let number = Decimal::read(number);
    !number.is_negative() && number.is_integer()
}

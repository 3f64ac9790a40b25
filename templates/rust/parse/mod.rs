//! Converts a skill's stdout to the output envelope: JSON anywhere in the text, or legacy text. Streams
//! may have any size; only the candidate object is kept.

mod clean;
mod envelope;
mod finder;
mod legacy;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::json::{self, string, walk};

/// More problems than this are only counted.
const MAX_PROBLEMS: usize = 200;

/// Options of the parser, with the defaults of the output format.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether text without an envelope is read as legacy text.
    pub legacy: bool,
    /// The confidence of legacy text that states none.
    pub default_confidence: f64,
    /// Whether unknown fields are errors.
    pub strict: bool,
    /// The script's exit code, if known; it decides whether legacy text is a success.
    pub exit_code: Option<i32>,
}

impl Default for Options {
    fn default() -> Options {
        Options { legacy: true, default_confidence: 0.5, strict: false, exit_code: None }
    }
}

/// How the output was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// An envelope was found and is valid.
    Json,
    /// No envelope; the text was read by the legacy rules.
    Legacy,
    /// There is an envelope, or the start of one, and it is invalid.
    ValidationFailed,
}

impl Method {
    /// The name in the report.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Method::Json => "json",
            Method::Legacy => "legacy",
            Method::ValidationFailed => "validation_failed",
        }
    }
}

/// One error in an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// JSON Pointer into the envelope; empty for the whole envelope.
    pub path: String,
    /// The message, in the words of the output format.
    pub message: String,
}

/// The result of parsing one output.
#[derive(Debug, Clone)]
pub struct Report {
    /// Whether the output was parsed and is valid. `success` in `output` is the skill's own
    /// verdict.
    pub success: bool,
    /// How the output was read.
    pub method: Method,
    /// The envelope as compact JSON; if there is none, an envelope with `success: false`.
    pub output: String,
    /// Why it is invalid.
    pub errors: Vec<Problem>,
}

/// The envelope for an output without one.
const NO_OUTPUT: &str =
    r#"{"success":false,"confidence":0,"deliverables":[],"metrics":{},"errors":[]}"#;

impl Report {
    /// A failed report with one message.
    #[must_use]
    pub fn failed(message: impl Into<String>) -> Report {
        Report::invalid(vec![Problem { path: String::new(), message: message.into() }])
    }

    fn invalid(errors: Vec<Problem>) -> Report {
        Report {
            success: false,
            method: Method::ValidationFailed,
            output: NO_OUTPUT.to_owned(),
            errors,
        }
    }

    /// The members of the report as JSON text without braces, in three pieces, so that a large output is
    /// not copied.
    #[must_use]
    pub fn members(&self) -> [Cow<'_, str>; 3] {
        let head = format!(
            "\"success\":{},\"parse_method\":\"{}\",\"output\":",
            self.success,
            self.method.as_str()
        );
        let mut out = ",\"errors\":[".to_owned();
        for (index, problem) in self.errors.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str("{\"path\":");
            string::encode(&problem.path, &mut out);
            out.push_str(",\"message\":");
            string::encode(&problem.message, &mut out);
            out.push('}');
        }
        out.push(']');
        [Cow::Owned(head), Cow::Borrowed(&self.output), Cow::Owned(out)]
    }

    /// The report as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        format!("{{{}}}", self.members().concat())
    }
}

/// The parser of one output. Call `feed` for each piece, then [`SkillOutputParser::finish`].
#[derive(Debug)]
pub struct SkillOutputParser {
    options: Options,
    filter: clean::Filter,
    finder: finder::Finder,
    legacy: Option<legacy::Reader>,
    clean: Vec<u8>,
}

impl SkillOutputParser {
    /// A parser for one output.
    #[must_use]
    pub fn new(options: &Options) -> SkillOutputParser {
        SkillOutputParser {
            filter: clean::Filter::default(),
            finder: finder::Finder::new(),
            legacy: options.legacy.then(legacy::Reader::default),
            options: options.clone(),
            clean: Vec::new(),
        }
    }

    /// Reads the next piece of the output.
    pub fn push(&mut self, piece: &[u8]) {
        const STEP: usize = 1 << 16;
        for piece in piece.chunks(STEP) {
            self.clean.clear();
            self.filter.push(piece, &mut self.clean);
            self.finder.push(&self.clean);
            if self.finder.has_envelope() {
                self.legacy = None;
            } else if let Some(legacy) = &mut self.legacy {
                legacy.push(&self.clean);
            }
        }
    }

    /// The result for the whole output.
    #[must_use]
    pub fn finish(self) -> Report {
        let found = self.finder.finish();
        if let Some(object) = found.envelope {
            return judge(&object, self.options.strict);
        }
        let mut errors = Vec::new();
        if let Some(object) = found.partial.or(found.lone) {
            errors = envelope::problems(&object, self.options.strict);
        }
        if let Some(unfinished) = found.unfinished {
            let how = match unfinished.why {
                finder::Why::Broken => "is broken".to_owned(),
                finder::Why::CutOff => "is cut off".to_owned(),
                finder::Why::TooLarge => {
                    format!("is larger than {} MiB", finder::LARGEST >> 20)
                }
            };
            errors.push(unfinished_object(unfinished.line, &how));
        }
        if !self.options.legacy {
            if errors.is_empty() || errors.iter().any(|e| e.message.starts_with("JSON parsing")) {
                let message = "JSON parsing failed and legacy parsing disabled".to_owned();
                errors.insert(0, Problem { path: String::new(), message });
            }
            return Report::invalid(errors);
        }
        let legacy = self.legacy.as_ref().filter(|_| errors.is_empty());
        if let Some(line) = legacy.and_then(legacy::Reader::cut_off) {
            errors.push(unfinished_object(line, "is cut off"));
        }
        if !errors.is_empty() {
            return Report::invalid(errors);
        }
        let (confidence, exit_code) = (self.options.default_confidence, self.options.exit_code);
        match self.legacy.and_then(|legacy| legacy.finish(confidence, exit_code)) {
            Some(output) => {
                Report { success: true, method: Method::Legacy, output, errors: Vec::new() }
            }
            None => Report::failed("The output is empty: no JSON and no text to read"),
        }
    }
}

fn unfinished_object(line: u64, how: &str) -> Problem {
    let message = format!("JSON parsing failed: the object that begins in line {line} {how}");
    Problem { path: String::new(), message }
}

fn judge(object: &[u8], strict: bool) -> Report {
    let errors = envelope::problems(object, strict);
    if !errors.is_empty() {
        return Report::invalid(errors);
    }
    Report { success: true, method: Method::Json, output: last_of_each(object), errors }
}

/// The object as compact JSON, with the last value of a repeated root key.
fn last_of_each(object: &[u8]) -> String {
    let mut members: Vec<(_, &[u8])> = Vec::new();
    let mut places = BTreeMap::new();
    for (key, value) in walk::members(object) {
        let place = *places.entry(key.clone()).or_insert(members.len());
        match members.get_mut(place) {
            Some(member) => member.1 = value,
            None => members.push((key, value)),
        }
    }
    let mut out = vec![b'{'];
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        let mut name = String::new();
        string::encode(key, &mut name);
        out.extend_from_slice(name.as_bytes());
        out.push(b':');
        walk::compact(value, &mut out);
    }
    out.push(b'}');
    match String::from_utf8(out) {
        Ok(text) => text,
        // Bytes that are not UTF-8 occur in strings only; elsewhere they would have made the JSON
        // invalid.
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

/// Parses one complete output.
#[must_use]
pub fn parse(output: &[u8], options: &Options) -> Report {
    let mut parser = SkillOutputParser::new(options);
    parser.push(output);
    parser.finish()
}

/// Parses one line of a batch: a JSON string that holds an output.
#[must_use]
pub fn parse_line(line: &[u8], options: &Options) -> Report {
    match string::decode_line(line) {
        Some(output) => parse(output.as_bytes(), options),
        None => Report::failed("The line is no JSON string: write each output as one JSON string"),
    }
}

/// The last complete JSON object at the top level of an output, for skills whose contract is not the
/// envelope.
#[must_use]
pub fn last_object(output: &[u8]) -> Option<String> {
    let (mut filter, mut clean) = (clean::Filter::default(), Vec::new());
    filter.push(output, &mut clean);
    let mut finder = finder::Finder::of_any();
    finder.push(&clean);
    finder.finish().last.map(|object| String::from_utf8_lossy(&object).into_owned())
}

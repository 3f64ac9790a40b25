//! Reads legacy text, which skills print for people, by the documented rules.
//!
//! Each line is read word by word; a word of no rule costs one comparison of its length. If a value is
//! stated twice, the last one counts. A text succeeds if it says so (verdict.rs, or a file that it created)
//! and nothing in it says otherwise.

mod claims;
mod deliverables;
mod faults;
mod forms;
mod harmless;
mod hedge;
mod kept;
mod line;
mod loose;
mod matcher;
mod numbers;
mod settled;
mod tools;
mod verdict;
mod words;

use std::collections::BTreeSet;

use super::json::string;
use deliverables::{LinePaths, ListState, Token};
use kept::Kept;
use verdict::Verdict;
use words::{Word, words};

/// Longer lines are read in pieces, because a stream without line ends must not fill the memory.
const LINE_LIMIT: usize = 1 << 20;

/// The limit of errors and deliverables in bytes of JSON; no text of 50 MB reaches it.
const ERRORS_LIMIT: usize = 256 << 20;
const DELIVERABLES_LIMIT: usize = 64 << 20;

/// What ansible prints below a failure that it ignores.
const IGNORING: &str = "...ignoring";

/// The maximum number of metrics.
const METRICS_LIMIT: usize = 200;

/// Whether a line is one name: `error`.
fn is_bare(line: &str) -> bool {
    !line.contains([' ', '\t'])
}

/// Reads legacy text in pieces.
#[derive(Debug)]
pub(super) struct Reader {
    line: Vec<u8>,
    /// The last line with text, which is read unless the next one is `...ignoring` of ansible.
    held: String,
    held_is_indented: bool,
    object: loose::Tracker,
    any_text: bool,
    failed: bool,
    /// The first line that reports failure, for a text without an error message.
    failing_line: Option<String>,
    /// The first indented lines with a word of failure and no message: one that may be the name of an example that passed, and
    /// one without a space, which may also be the name of a branch.
    open_lines: Vec<String>,
    lists_branches: bool,
    is_indented: bool,
    /// The indented lines are the text of a warning.
    in_warning: bool,
    /// A line reports the script's failure, which counts even with exit code 0.
    reported: bool,
    succeeded: bool,
    confidence: Option<String>,
    deliverables: Kept,
    known: BTreeSet<Box<str>>,
    list: ListState,
    execution_time_ms: Option<String>,
    files_modified: Option<String>,
    /// Other metrics, in order of first occurrence.
    others: Vec<(String, String)>,
    errors: Kept,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            line: Vec::new(),
            held: String::new(),
            held_is_indented: false,
            object: loose::Tracker::default(),
            any_text: false,
            failed: false,
            failing_line: None,
            open_lines: Vec::new(),
            lists_branches: false,
            is_indented: false,
            in_warning: false,
            reported: false,
            succeeded: false,
            confidence: None,
            deliverables: Kept::new(DELIVERABLES_LIMIT),
            known: BTreeSet::new(),
            list: ListState::default(),
            execution_time_ms: None,
            files_modified: None,
            others: Vec::new(),
            errors: Kept::new(ERRORS_LIMIT),
        }
    }
}

impl Reader {
    pub(super) fn push(&mut self, mut piece: &[u8]) {
        self.object.feed(piece);
        while let Some(end) = piece.iter().position(|b| matches!(b, b'\n' | b'\r')) {
            self.line.extend_from_slice(&piece[..end]);
            self.end_of_line();
            piece = &piece[end + 1..];
        }
        self.line.extend_from_slice(piece);
        if self.line.len() > LINE_LIMIT {
            let cut = self.line.iter().rposition(u8::is_ascii_whitespace);
            let rest = self.line.split_off(cut.unwrap_or(self.line.len()));
            self.end_of_line();
            self.line = rest;
        }
    }

    /// The first line of an object that is no JSON and was cut off.
    pub(super) fn cut_off(&self) -> Option<u64> {
        self.object.cut_off()
    }

    fn end_of_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        // Words and paths contain no control characters.
        let cleaned;
        let mut text: &str = text.trim_start_matches('\u{feff}');
        if text.bytes().any(|b| (b < b' ' && b != b'\t') || b == 0x7f) {
            cleaned = text.replace(|c: char| c.is_ascii_control() && c != '\t', "");
            text = &cleaned;
        }
        let is_indented = text.starts_with([' ', '\t']);
        let text = text.trim();
        if !text.is_empty() {
            self.any_text = true;
            if text == IGNORING {
                self.held.clear();
            }
            self.read_held();
            self.held.push_str(text);
            self.held_is_indented = is_indented;
        }
        self.line = line;
        self.line.clear();
    }

    fn read_held(&mut self) {
        let mut line = std::mem::take(&mut self.held);
        self.is_indented = self.held_is_indented;
        self.read(&line);
        line.clear();
        self.held = line;
    }

    fn read(&mut self, line: &str) {
        if line.is_empty() || self.in_warning && self.is_indented {
            return;
        }
        self.in_warning = line.ends_with(':') && forms::of(line).heads_warning();
        let item = if self.list.item(line) { deliverables::of_item(line) } else { None };
        if let Some(path) = item.filter(|_| !line::makes_nothing(line)) {
            self.succeeded = true;
            self.deliver(&path);
        }
        // The line without the words of failure that report none.
        let start = line::judged_start(line);
        let rest = &line[start.len()..];
        let mut spoken = harmless::overwrite(start);
        if !rest.is_empty() {
            spoken.to_mut().push_str(rest);
        }
        let mut paths = LinePaths::new(line);
        let mut token = None;
        let (mut named, mut made) = (false, false);
        // What the whole line says; computed on first use.
        let (mut makes_nothing, mut of_another) = (None, None);
        self.failed |= line::has_cross(&spoken);
        let failure = line::failure(&spoken);
        let mut error_told = failure.is_some();
        if let Some(message) = failure {
            self.failed = true;
            // The same text where nothing was overwritten.
            self.error("LEGACY_ERROR", &line[line.len() - message.len()..]);
        }
        for word in words(line) {
            match word.kind() {
                Some(Word::Error | Word::Failure)
                    if spoken.as_bytes()[word.start] != line.as_bytes()[word.start] => {}
                Some(Word::Error) => {
                    let (before, rest) = (&line[..word.start], &line[word.end..]);
                    if verdict::counts_nothing(before, rest) && !verdict::is_zero(rest) {
                        continue;
                    }
                    let gives_message = !error_told && self.error_text(&line[word.end..]);
                    error_told |= gives_message;
                    self.fail(line, &word, &mut token, gives_message);
                }
                Some(Word::Failure) => {
                    let (before, rest) = (&line[..word.start], &line[word.end..]);
                    if !word.text.eq_ignore_ascii_case("failed")
                        || !verdict::counts_nothing(before, rest)
                    {
                        self.fail(line, &word, &mut token, false);
                    }
                }
                Some(Word::Confidence) => {
                    let of_another =
                        of_another.get_or_insert_with(|| line::is_of_another(&line[..word.start]));
                    let stated = numbers::confidence(&line[word.end..]);
                    if let Some(value) = stated.filter(|_| !*of_another) {
                        self.confidence = Some(value);
                    }
                }
                Some(Word::Verb | Word::Made | Word::Place)
                    if *makes_nothing.get_or_insert_with(|| line::makes_nothing(line)) => {}
                Some(Word::Verb) => {
                    named = true;
                    if let Some(count) = numbers::files(&line[word.end..]) {
                        let is_new = word.text.eq_ignore_ascii_case("created");
                        let name = if is_new { "files_created" } else { "files_modified" };
                        made |= count != "0";
                        self.measure(name.to_owned(), count);
                    }
                    made |= paths.read_behind(&word);
                }
                Some(Word::Made) => {
                    named = true;
                    made |= paths.read_behind(&word);
                }
                Some(Word::Place) => {
                    named = true;
                    paths.read_behind(&word);
                }
                Some(Word::Time | Word::Execution) if line::is_of_several(&line[..word.start]) => {}
                Some(Word::Time | Word::Execution) => {
                    let rest = line[word.end..].trim_start();
                    let time = rest.get(..4).filter(|t| t.eq_ignore_ascii_case("time"));
                    let behind = match time {
                        Some(_) if !rest[4..].starts_with(words::is_word_char) => Some(&rest[4..]),
                        _ => (word.kind() == Some(Word::Time)).then_some(&line[word.end..]),
                    };
                    let stated = behind.and_then(numbers::milliseconds);
                    self.execution_time_ms = stated.or(self.execution_time_ms.take());
                }
                None => {}
            }
        }
        let body = if line::fails_with_number(line) { "" } else { line::body(line) };
        for (name, value) in numbers::metrics(body) {
            self.measure(name, value);
        }
        self.judge(line, &spoken, made, error_told);
        if !self.open_lines.is_empty() && forms::of(line).passes_examples() {
            self.open_lines.clear();
        }
        self.lists_branches |= line.starts_with('*') && forms::of(line).lists_branches();
        if (self.failed || self.reported) && self.failing_line.is_none() {
            self.failing_line = Some(line.to_owned());
        }
        if named && paths.found.is_empty() {
            self.list.heading(line);
        }
        for path in paths.found {
            self.deliver(path);
        }
    }

    /// Records a metric; a later value replaces an earlier one.
    fn measure(&mut self, name: String, value: String) {
        match name.as_str() {
            "execution_time_ms" => self.execution_time_ms = Some(value),
            "files_modified" => self.files_modified = Some(value),
            _ => match self.others.iter().position(|(known, _)| *known == name) {
                Some(at) => self.others[at].1 = value,
                None if self.others.len() < METRICS_LIMIT => self.others.push((name, value)),
                None => {}
            },
        }
    }

    /// Records what the line says about success. A line that reports failure adds an error, unless it
    /// already did.
    fn judge(&mut self, line: &str, spoken: &str, made: bool, error_told: bool) {
        let start = line::judged_start(line).len();
        let verdict = if start == line.len() {
            tools::verdict(line, spoken)
        } else if verdict::is_crash(spoken) {
            Verdict::Crash
        } else {
            // The last word of a start is not the last one of the line.
            tools::verdict(&format!("{} _", &line[..start]), &format!("{} _", &spoken[..start]))
        };
        if verdict == Verdict::Failing {
            let is_small = !line.bytes().any(|byte| byte.is_ascii_uppercase());
            let is_name = is_bare(line) && is_small || forms::of(line).names_example();
            let is_name = self.is_indented && is_name;
            self.fail_unless_name(line, is_name);
        }
        self.succeeded |= made || verdict == Verdict::Success;
        self.reported |= verdict == Verdict::Failure;
        if !matches!(verdict, Verdict::Crash | Verdict::Failure) {
            return;
        }
        self.failed = true;
        if !error_told {
            let crash = verdict == Verdict::Crash;
            let message = if crash { line } else { line::without_marks(line) };
            self.error(if crash { "LEGACY_ERROR" } else { "REPORTED_FAILURE" }, message);
        }
    }

    fn error(&mut self, code: &str, message: &str) {
        self.errors.push(|out| {
            out.push_str("{\"code\":\"");
            out.push_str(code);
            out.push_str("\",\"message\":");
            string::encode(message, out);
            out.push('}');
        });
    }

    fn fail(
        &mut self,
        line: &str,
        word: &words::Found<'_>,
        token: &mut Option<Token>,
        gives_message: bool,
    ) {
        if self.failed || deliverables::inside_path(line, word, token) {
            return;
        }
        let is_small = !word.text.bytes().any(|byte| byte.is_ascii_uppercase());
        self.fail_unless_name(line, self.is_indented && !gives_message && is_small);
    }

    /// Records a failure, unless the line may be the name of an example that passed.
    fn fail_unless_name(&mut self, line: &str, may_be_name: bool) {
        if !may_be_name {
            self.failed = true;
            return;
        }
        let is_known = self.open_lines.iter().any(|known| is_bare(known) == is_bare(line));
        if !self.failed && !self.reported && !is_known {
            self.open_lines.push(line.to_owned());
        }
    }

    /// Reads the message after `ERROR:`; false if there is none.
    fn error_text(&mut self, rest: &str) -> bool {
        if let Some(message) = numbers::coded_message(rest) {
            self.error("LEGACY_ERROR", &message);
            return true;
        }
        let Some(message) = rest.trim_start_matches(['*', ' ', '\t']).strip_prefix(':') else {
            return false;
        };
        let message = message.trim_start_matches(['*', ' ', '\t']).trim();
        if !message.is_empty() {
            self.error("LEGACY_ERROR", message);
        }
        !message.is_empty()
    }

    fn deliver(&mut self, path: &str) {
        // `./a.ts` is the file `a.ts`.
        let path = match path.trim_start_matches("./") {
            "" => path,
            rest => rest,
        };
        if self.known.contains(path) {
            return;
        }
        if !self.deliverables.is_full() {
            self.known.insert(path.into());
        }
        self.deliverables.push(|out| string::encode(path, out));
    }

    /// The envelope of the text; `None` for an empty text.
    pub(super) fn finish(
        mut self,
        default_confidence: f64,
        exit_code: Option<i32>,
    ) -> Option<String> {
        if !self.line.is_empty() {
            self.end_of_line();
        }
        self.read_held();
        if !self.any_text {
            return None;
        }
        let lists_branches = self.lists_branches;
        let mut open = std::mem::take(&mut self.open_lines).into_iter();
        if let Some(line) = open.find(|line| !(lists_branches && is_bare(line))) {
            // It came before the first line that reports failure.
            self.failed = true;
            self.failing_line = Some(line);
        }
        let failed = self.failed || self.reported;
        let (success, default_confidence) = match exit_code {
            Some(0) => (!self.reported, default_confidence),
            Some(code) => {
                self.error("EXIT_STATUS", &format!("exit code {code}"));
                (false, default_confidence)
            }
            None if failed || self.succeeded => (!failed, default_confidence),
            None => {
                self.error("SUCCESS_NOT_STATED", "nothing says that it succeeded");
                (false, default_confidence / 2.0)
            }
        };
        if !success && self.errors.is_empty() {
            // A failure needs a message; the line that reports it is the best one.
            let line = self.failing_line.take().unwrap_or_default();
            self.error("LEGACY_ERROR", &line);
        }
        let confidence = self.confidence.take().unwrap_or_else(|| {
            serde_json::Number::from_f64(default_confidence)
                .map_or_else(|| "0".to_owned(), |n| n.to_string())
        });
        let mut out =
            format!("{{\"success\":{success},\"confidence\":{confidence},\"deliverables\":[",);
        let (errors, paths) = (self.errors.more, self.deliverables.more);
        if errors + paths > 0 {
            let text = format!("the text is too large: {errors} more errors, {paths} more paths");
            let message = format!("{{\"code\":\"OUTPUT_TOO_LARGE\",\"message\":\"{text}\"}}");
            self.errors.append(&message);
        }
        out.push_str(&self.deliverables.into_json());
        out.push_str("],\"metrics\":{");
        let metrics = [
            ("execution_time_ms", self.execution_time_ms),
            ("files_modified", self.files_modified),
        ];
        let stated: Vec<String> = metrics
            .iter()
            .filter_map(|(k, v)| v.as_ref().map(|v| format!("\"{k}\":{v}")))
            .chain(self.others.iter().map(|(k, v)| format!("\"{k}\":{v}")))
            .collect();
        out.push_str(&stated.join(","));
        out.push_str("},\"errors\":[");
        // There may be many errors, so the text before them is inserted instead of copying them.
        let mut whole = self.errors.into_json();
        whole.insert_str(0, &out);
        whole.push_str("]}");
        Some(whole)
    }
}

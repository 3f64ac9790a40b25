//! Legacy text: what skills print for people, read by the documented rules.
//!
//! The text is read line by line, and each line word by word; a word that no rule names costs one
//! comparison of its length. Where a value is stated twice, the last one counts.

mod deliverables;
mod numbers;
mod words;

use std::collections::BTreeSet;

use super::json::string;
use deliverables::ListState;
use words::{Word, words};

/// A line that is longer is read in pieces: a stream without line ends must not fill the memory.
const LINE_LIMIT: usize = 1 << 20;

/// Reads legacy text in pieces.
#[derive(Debug, Default)]
pub(super) struct Reader {
    line: Vec<u8>,
    any_text: bool,
    failed: bool,
    confidence: Option<String>,
    deliverables: Vec<String>,
    known: BTreeSet<String>,
    list: ListState,
    execution_time_ms: Option<String>,
    files_modified: Option<String>,
    errors: Vec<String>,
}

impl Reader {
    pub(super) fn push(&mut self, mut piece: &[u8]) {
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

    fn end_of_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        // Control characters are no part of a word or a path.
        let cleaned;
        let mut text: &str = text.trim_start_matches('\u{feff}');
        if text.bytes().any(|b| (b < b' ' && b != b'\t') || b == 0x7f) {
            cleaned = text.replace(|c: char| c.is_ascii_control() && c != '\t', "");
            text = &cleaned;
        }
        let text = text.trim();
        self.any_text |= !text.is_empty();
        self.read(text);
        self.line = line;
        self.line.clear();
    }

    fn read(&mut self, line: &str) {
        if self.list.item(line) {
            deliverables::of_item(line).into_iter().for_each(|path| self.deliver(path));
        }
        let mut found = Vec::new();
        let mut error_told = false;
        let mut named = false;
        self.failed |= line.contains('✗');
        for word in words(line) {
            match word.kind() {
                Some(Word::Error) => {
                    self.fail(line, &word);
                    if !error_told {
                        error_told = self.error_text(&line[word.end..]);
                    }
                }
                Some(Word::Failure) => self.fail(line, &word),
                Some(Word::Fail) => {
                    self.failed |=
                        line[..word.start].ends_with('[') && line[word.end..].starts_with(']');
                }
                Some(Word::Confidence) => {
                    if let Some(value) = numbers::confidence(&line[word.end..]) {
                        self.confidence = Some(value);
                    }
                }
                Some(Word::Verb) => {
                    named = true;
                    if let Some(count) = numbers::files(&line[word.end..]) {
                        self.files_modified = Some(count);
                    }
                    deliverables::after(line, &word, &mut found);
                }
                Some(Word::Made | Word::Place) => {
                    named = true;
                    deliverables::after(line, &word, &mut found);
                }
                Some(Word::Time) => {
                    if let Some(ms) = numbers::milliseconds(&line[word.end..]) {
                        self.execution_time_ms = Some(ms);
                    }
                }
                Some(Word::Execution) => {
                    let rest = line[word.end..].trim_start();
                    let time = rest.get(..4).filter(|t| t.eq_ignore_ascii_case("time"));
                    if time.is_some() && !rest[4..].starts_with(words::is_word_char) {
                        let stated = numbers::milliseconds(&rest[4..]);
                        self.execution_time_ms = stated.or(self.execution_time_ms.take());
                    }
                }
                None => {}
            }
        }
        if named && found.is_empty() {
            self.list.heading(line);
        }
        for path in found {
            self.deliver(path);
        }
    }

    fn fail(&mut self, line: &str, word: &words::Found<'_>) {
        self.failed |= !deliverables::inside_path(line, word);
    }

    /// The message behind `ERROR:`; false when there is none.
    fn error_text(&mut self, rest: &str) -> bool {
        let Some(message) = rest.trim_start_matches(['*', ' ', '\t']).strip_prefix(':') else {
            return false;
        };
        let message = message.trim_start_matches(['*', ' ', '\t']).trim();
        if !message.is_empty() {
            self.errors.push(message.to_owned());
        }
        !message.is_empty()
    }

    fn deliver(&mut self, path: String) {
        if self.known.insert(path.clone()) {
            self.deliverables.push(path);
        }
    }

    /// The envelope that the text amounts to, or nothing where there was no text.
    pub(super) fn finish(mut self, default_confidence: f64) -> Option<String> {
        if !self.line.is_empty() {
            self.end_of_line();
        }
        if !self.any_text {
            return None;
        }
        let confidence = self.confidence.unwrap_or_else(|| {
            serde_json::Number::from_f64(default_confidence)
                .map_or_else(|| "0".to_owned(), |n| n.to_string())
        });
        let mut out = format!(
            "{{\"success\":{},\"confidence\":{confidence},\"deliverables\":[",
            !self.failed
        );
        for (index, path) in self.deliverables.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            string::encode(path, &mut out);
        }
        out.push_str("],\"metrics\":{");
        let metrics = [
            ("execution_time_ms", self.execution_time_ms),
            ("files_modified", self.files_modified),
        ];
        let stated: Vec<String> = metrics
            .iter()
            .filter_map(|(k, v)| v.as_ref().map(|v| format!("\"{k}\":{v}")))
            .collect();
        out.push_str(&stated.join(","));
        out.push_str("},\"errors\":[");
        for (index, message) in self.errors.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str("{\"code\":\"LEGACY_ERROR\",\"message\":");
            string::encode(message, &mut out);
            out.push('}');
        }
        out.push_str("]}");
        Some(out)
    }
}

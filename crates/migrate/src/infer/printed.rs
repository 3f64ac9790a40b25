//! The output of a script: its own JSON, or lines whose values the envelope will contain.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::envelope::Kind as Envelope;
use crate::infer::held::{Documents, HeldDocuments, heredoc, pieces};
use crate::infer::json_text::{Text, settle};
use crate::infer::variable::Kind;
use crate::infer::{DraftOptions, Evidence, Output, Printed, Reading, jq, variable};
use crate::model::{Call, Sink};
use crate::pattern;
use crate::refuse;
use crate::template::{self, Line};
use crate::word::{self, HOLE, Piece};

pub(super) fn output(
    reading: &Reading<'_>,
    asked: DraftOptions,
    notes: &mut Vec<Evidence>,
) -> Output {
    let shapes = refuse::printed(reading.script, reading.context);
    let printed = lines(reading);
    if !shapes.envelope.is_empty() && shapes.json.is_empty() {
        return Output::Envelope(Printed { already: true, ..printed });
    }
    let described = if asked.migrated { None } else { json(reading, notes) };
    if let Some((schema, evidence)) = described {
        if let Some(line) = shapes
            .text
            .iter()
            .find(|l| !evidence.iter().any(|e| e.line == **l) && !about_itself(reading, **l))
        {
            let text = "prints text beside its JSON: only the JSON is described".to_owned();
            notes.push(Evidence { line: *line, text });
        }
        return Output::Json(schema, evidence);
    }
    if let Some(line) = shapes.json.first().filter(|_| !asked.migrated) {
        let text = "prints JSON that can't be read from the source: the output is not described"
            .to_owned();
        notes.push(Evidence { line: *line, text });
        return Output::Json(
            Map::new(),
            vec![Evidence { line: *line, text: reading.source.shown(*line) }],
        );
    }
    let homeless = printed.values.first().filter(|_| asked.envelope == Envelope::SkillOutput);
    if let Some((_, at)) = homeless {
        let names: Vec<&str> = printed.values.iter().map(|(name, _)| name.as_str()).collect();
        let text = format!(
            "KEY=VALUE results ({}) have no place in skill-output-v1; `migrate --envelope helper` keeps them in `values`",
            names.join(", ")
        );
        notes.push(Evidence { line: at.line, text });
    }
    if shapes.text.is_empty() {
        let text = "prints nothing on stdout: a caller learns its exit code and no more".to_owned();
        notes.push(Evidence { line: 1, text });
    }
    Output::Envelope(printed)
}

/// Usage text is not a result: it is printed instead of one.
fn about_itself(reading: &Reading<'_>, line: usize) -> bool {
    let usage = |text: &str| {
        let text = text.to_ascii_lowercase();
        text.contains("usage") || text.contains("help")
    };
    usage(&reading.source.shown(line))
        || reading
            .script
            .calls
            .iter()
            .any(|c| c.line == line && c.place.function.as_deref().is_some_and(usage))
}

/// The documents on stdout, as one schema for all of them.
fn json(
    reading: &Reading<'_>,
    notes: &mut Vec<Evidence>,
) -> Option<(Map<String, Value>, Vec<Evidence>)> {
    let mut found = Documents::default();
    let mut evidence = Vec::new();
    let mut held = HeldDocuments::of(reading);
    let calls = &reading.script.calls;
    for (index, call) in calls.iter().enumerate() {
        if call.place.captured || !reading.context.reaches_stdout(call) {
            continue;
        }
        let schema = match call.name.as_str() {
            "jq" => jq::schema(call, reading).map(|schema| (schema, index)),
            "cat" | "echo" | "printf" => document(reading, &mut held, index),
            _ => None,
        };
        let Some((schema, last)) = schema else { continue };
        for part in calls[index + 1..=last].iter().filter(|c| !c.place.captured) {
            evidence.push(Evidence { line: part.line, text: reading.source.shown(part.line) });
        }
        evidence.push(Evidence { line: call.line, text: reading.source.shown(call.line) });
        found.add(schema);
    }
    let mut schema = found.schema?;
    settle(None, &mut schema);
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        let line = evidence.first().map_or(1, |e| e.line);
        let text = "prints JSON that is no object: a skill's output is one by the rules".to_owned();
        notes.push(Evidence { line, text });
    }
    Some((schema, evidence))
}

/// The JSON of a call: complete, in lines, or from a variable; and its last call.
fn document(
    reading: &Reading<'_>,
    held: &mut HeldDocuments<'_, '_>,
    index: usize,
) -> Option<(Map<String, Value>, usize)> {
    let calls = &reading.script.calls;
    let call = &calls[index];
    if let Some((body, expands)) = &call.heredoc {
        return Some((heredoc(body, *expands).schema(reading)?, index));
    }
    if let [one] = call.words.get(1..)?
        && let Some(name) = variable::alone(one)
    {
        return Some((held.schema(&name)?, index));
    }
    if call.name == "printf" && call.words.len() == 3 && call.words[1].contains("%s") {
        let name = variable::alone(&call.words[2]);
        if let Some(schema) = name.and_then(|name| held.schema(&name)) {
            return Some((schema, index));
        }
    }
    let mut text = Text::default();
    said(call, &mut text);
    if !text.begins() {
        return None;
    }
    if let Some(schema) = text.schema(reading) {
        return Some((schema, index));
    }
    // `echo "{"`, `echo " \"a\": 1"`, `echo "}"`: one document from several calls.
    let block = &call.place.block;
    for (at, next) in calls.iter().enumerate().skip(index + 1).take(80) {
        if next.place.captured || !matches!(next.name.as_str(), "echo" | "printf") {
            continue;
        }
        if next.place.block != *block || next.place.function != call.place.function {
            continue;
        }
        said(next, &mut text);
        if let Some(schema) = text.schema(reading) {
            return Some((schema, at));
        }
    }
    None
}

fn said(call: &Call, text: &mut Text) {
    let mut words = call.words.iter().skip(1).skip_while(|w| w.starts_with('-') && w.len() == 2);
    if call.name == "printf" {
        let Some(format) = words.next().and_then(|w| word::literal(w)) else { return };
        let format = format.replace("\\n", "\n").replace("\\t", " ");
        let mut rest = format.as_str();
        while let Some(at) = rest.find('%') {
            text.push(&rest[..at]);
            let after = &rest[at + 1..];
            if let Some(tail) = after.strip_prefix('%') {
                text.push("%");
                rest = tail;
                continue;
            }
            let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |i| i + 1);
            match words.next() {
                Some(word) => match word::literal(word) {
                    Some(plain) => text.push(&plain),
                    None => match word::pieces(word).as_slice() {
                        [Piece::Hole { source, name, .. }] => text.hole(source, name.as_deref()),
                        _ => text.hole(word, None),
                    },
                },
                None => text.hole("", None),
            }
            rest = &after[end..];
        }
        text.push(rest);
    } else {
        for (index, word) in words.enumerate() {
            if index > 0 {
                text.push(" ");
            }
            pieces(word, text);
        }
    }
    text.push("\n");
}

/// The values of a script's lines, by the patterns of a migration.
fn lines(reading: &Reading<'_>) -> Printed {
    let mut printed = Printed::default();
    let mut labels = Labels::of(reading);
    for call in &reading.script.calls {
        let stderr = call.place.sink == Sink::Err;
        if call.place.captured || (!stderr && !reading.context.reaches_stdout(call)) {
            continue;
        }
        let Some(template) = template::of(call, reading.values) else { continue };
        for pattern in pattern::of(&template, stderr) {
            let at = Evidence { line: call.line, text: reading.source.shown(call.line) };
            for line in template.lines.iter().filter(|l| pattern.takes_line(l)) {
                match pattern.id {
                    "metric" => {
                        let known = |key: &String| {
                            STANDARD.contains(&key.as_str()) || labels.give_number(line)
                        };
                        if let Some(key) = metric(line).filter(known) {
                            once(&mut printed.metrics, key, &at);
                        }
                    }
                    // `KEY=VALUE` in a command's arguments belongs to that command.
                    "value" if matches!(call.name.as_str(), "echo" | "printf" | "cat") => {
                        if let Some((key, _)) = line.body.split_once('=') {
                            once(&mut printed.values, key.to_owned(), &at);
                        }
                    }
                    "error" => {
                        printed.errors.push(Evidence { line: call.line, text: message(line) });
                    }
                    "confidence" => printed.confidence.push(at.clone()),
                    "deliverable" if !pattern::bullet_only(line) && !is_heading(line) => {
                        printed.deliverables.push(at.clone())
                    }
                    _ => {}
                }
            }
        }
    }
    for list in [&mut printed.errors, &mut printed.confidence, &mut printed.deliverables] {
        list.dedup();
    }
    printed
}

/// Whether a line is a heading in dashes: `--- GREEN: with step 1a (updated) ---` names no file.
fn is_heading(line: &Line) -> bool {
    let text = line.line.trim();
    ["---", "===", "###"].iter().any(|mark| text.starts_with(mark))
}

/// Names whose type the envelope's schema determines, whatever the line prints.
pub(super) const STANDARD: [&str; 4] =
    ["execution_time_ms", "files_modified", "files_created", "files_deleted"];

/// The values that a script prints after labels. A function may print its argument, so the words of all calls are
/// examined.
#[derive(Default)]
struct Labels {
    /// By the character before the colon.
    all: BTreeMap<char, Vec<Labelled>>,
    /// Earlier results.
    known: BTreeMap<String, bool>,
}

/// A value after a label.
struct Labelled {
    /// The word of the script, by index.
    word: usize,
    /// The text with the label.
    text: Rc<str>,
    /// Whether the expansion after it can only be a number; `None` if there is none.
    is_number: Option<bool>,
}

impl Labels {
    fn of(reading: &Reading<'_>) -> Self {
        let mut labels = Self::default();
        let quoted = |body: &str| format!("\"{}\"", body.replace('"', "\\\""));
        let words = reading.script.calls.iter().flat_map(|call| {
            let body = call.heredoc.iter().map(|(body, _)| quoted(body));
            call.words.iter().map(|word| word.as_str().to_owned()).chain(body).collect::<Vec<_>>()
        });
        for (number, word) in words.enumerate() {
            let mut is_number = None;
            for piece in word::pieces(&word).iter().rev() {
                match piece {
                    Piece::Hole { source, name, .. } => {
                        let kind = reading.variables.kind(source, name.as_deref());
                        is_number = Some(matches!(kind, Some(Kind::Integer | Kind::Number)));
                    }
                    Piece::Text(text) => labels.add(number, text, is_number),
                }
            }
        }
        labels
    }

    fn add(&mut self, word: usize, text: &str, is_number: Option<bool>) {
        let text: Rc<str> = Rc::from(text);
        let ends = text.match_indices(':').filter_map(|(at, _)| text[..at].chars().next_back());
        for end in ends.collect::<BTreeSet<_>>() {
            let labelled = Labelled { word, text: Rc::clone(&text), is_number };
            self.all.entry(end).or_default().push(labelled);
        }
    }

    /// Whether the value of a line is always a number: a literal, or expansions that can only be numbers.
    fn give_number(&mut self, line: &Line) -> bool {
        let Some((label, value)) = line.body.split_once(':') else { return false };
        if !value.contains(HOLE) {
            return true;
        }
        let label = label.rsplit(HOLE).next().unwrap_or_default().trim_start();
        if let Some(known) = self.known.get(label) {
            return *known;
        }
        let colon = format!("{label}:");
        let all = label.chars().next_back().and_then(|end| self.all.get(&end));
        // The pieces of a word are in reverse order: the last one with the label is the first in the word.
        let firsts: BTreeMap<usize, Option<bool>> = all
            .into_iter()
            .flatten()
            .filter(|labelled| labelled.text.contains(&colon))
            .map(|labelled| (labelled.word, labelled.is_number))
            .collect();
        let mut told = firsts.into_values().flatten().peekable();
        let is_number = told.peek().is_some() && told.all(|is_number| is_number);
        self.known.insert(label.to_owned(), is_number);
        is_number
    }
}

fn once(list: &mut Vec<(String, Evidence)>, key: String, at: &Evidence) {
    if !list.iter().any(|(known, _)| *known == key) {
        list.push((key, at.clone()));
    }
}

/// The message of an error line.
pub(super) fn message(line: &Line) -> String {
    let text = line.body.get(..6).filter(|w| w.eq_ignore_ascii_case("error:"));
    let text = text.map_or(line.body.as_str(), |_| &line.body[6..]);
    text.replace(HOLE, "…").trim().to_owned()
}

/// The key of a metric in the migrated script; `None` if the label is not known before the run.
pub(super) fn metric(line: &Line) -> Option<String> {
    let body = line.body.trim_end();
    let Some((label, _)) = body.split_once(':') else {
        let mut words = body.split_whitespace();
        let (first, _, third) = (words.next()?, words.next(), words.next());
        let verb =
            if first.starts_with(|c: char| c.is_ascii_alphabetic()) { first } else { third? };
        return Some(match verb.to_ascii_lowercase().as_str() {
            "created" => "files_created".to_owned(),
            "deleted" | "removed" => "files_deleted".to_owned(),
            "modified" | "updated" | "changed" => "files_modified".to_owned(),
            // `Found 12 test files`; without a name of its own, it is `Took 12 ms`.
            _ => pattern::stated_metric(&line.line)
                .map_or_else(|| "execution_time_ms".to_owned(), |(name, _)| name),
        });
    };
    // `Created: out.txt` is a file; the envelope only accepts a number.
    let first = label.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    let made = ["created", "modified", "updated", "saved", "generated", "wrote", "written"];
    if made.contains(&first.as_str()) && !label.contains("file") {
        return None;
    }
    let bad = label.contains(HOLE)
        || !label.chars().all(|c| c.is_ascii_alphanumeric() || " _./()#&+-".contains(c));
    if bad {
        return None;
    }
    let mut key = String::new();
    for c in label.trim().chars() {
        if c.is_ascii_alphanumeric() {
            key.push(c.to_ascii_lowercase());
        } else if !key.ends_with('_') {
            key.push('_');
        }
    }
    let key = key.trim_end_matches('_').to_owned();
    let none = [
        "id",
        "ids",
        "pid",
        "uid",
        "gid",
        "version",
        "ver",
        "date",
        "year",
        "port",
        "timestamp",
        "commit",
        "build",
        "sha",
        "hash",
        "confidence",
        "phone",
        "zip",
    ];
    let words: Vec<&str> = key.split('_').collect();
    if key.is_empty() || key == "error" || words.iter().any(|w| none.contains(w)) {
        return None;
    }
    Some(match key.as_str() {
        "execution_time" | "duration" | "duration_ms" | "took" | "elapsed" | "elapsed_time"
        | "total_time" => "execution_time_ms".to_owned(),
        "modified_files" | "updated_files" | "files_updated" | "files_changed" => {
            "files_modified".to_owned()
        }
        "created_files" => "files_created".to_owned(),
        "deleted_files" | "removed_files" | "files_removed" => "files_deleted".to_owned(),
        _ => key,
    })
}

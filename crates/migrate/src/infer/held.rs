//! JSON that variables and here-documents hold, and the schema of several documents.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::infer::json_text::{Text, merge};
use crate::infer::{Reading, jq};
use crate::model::Call;
use crate::word::{self, Piece};

/// The documents of a script as one schema.
#[derive(Default)]
pub(super) struct Documents {
    pub(super) schema: Option<Map<String, Value>>,
    count: usize,
}

impl Documents {
    /// The documents whose members are drafted; of more, only the types are, because members add up.
    const MAX: usize = 256;

    pub(super) fn add(&mut self, schema: Map<String, Value>) {
        self.count += 1;
        let only_type = |mut schema: Map<String, Value>| {
            schema.retain(|keyword, _| self.count <= Documents::MAX || keyword == "type");
            schema
        };
        let schema = only_type(schema);
        self.schema = Some(match self.schema.take().map(only_type) {
            Some(known) => merge(&known, &schema),
            None => schema,
        });
    }
}

/// Variables with JSON.
pub(super) struct HeldDocuments<'r, 'a> {
    reading: &'r Reading<'a>,
    /// The first `jq` or `cat` in a command substitution of each line.
    captured: BTreeMap<usize, &'r Call<'a>>,
    /// Earlier results.
    known: BTreeMap<String, Option<Map<String, Value>>>,
}

impl<'r, 'a> HeldDocuments<'r, 'a> {
    pub(super) fn of(reading: &'r Reading<'a>) -> Self {
        let mut captured = BTreeMap::new();
        for call in &reading.script.calls {
            if call.place.captured && matches!(call.name.as_str(), "jq" | "cat") {
                captured.entry(call.line).or_insert(call);
            }
        }
        HeldDocuments { reading, captured, known: BTreeMap::new() }
    }

    /// The output of a variable's command substitutions, or its text.
    pub(super) fn schema(&mut self, name: &str) -> Option<Map<String, Value>> {
        if let Some(known) = self.known.get(name) {
            return known.clone();
        }
        let schema = self.schema_of_all(name);
        self.known.insert(name.to_owned(), schema.clone());
        schema
    }

    fn schema_of_all(&self, name: &str) -> Option<Map<String, Value>> {
        let reading = self.reading;
        let mut found = Documents::default();
        for one in reading.variables.assigned.get(name)? {
            let schema = if let Some(call) = self.captured.get(&one.line) {
                match (&call.heredoc, call.name.as_str()) {
                    (Some((body, expands)), _) => heredoc(body, *expands).schema(reading),
                    (None, "jq") => jq::schema(call, reading),
                    _ => None,
                }
            } else {
                let mut text = Text::default();
                pieces(&one.raw, &mut text);
                text.schema(reading)
            };
            if let Some(schema) = schema {
                found.add(schema);
            }
        }
        found.schema
    }
}

/// Quotes have no meaning in a here-document; expansions do, unless its delimiter is quoted.
pub(super) fn heredoc(body: &str, expands: bool) -> Text {
    let mut text = Text::default();
    if !expands {
        text.push(body);
        return text;
    }
    // Without quotes around them, the pieces of a word are those of a here-document.
    let escaped = body.replace('\\', "\\\\").replace('"', "\\\"");
    pieces(&format!("\"{escaped}\""), &mut text);
    text
}

/// Adds the pieces of a word to a text.
pub(super) fn pieces(raw: &str, text: &mut Text) {
    for piece in word::pieces(raw) {
        match piece {
            Piece::Text(plain) => text.push(&plain),
            Piece::Hole { source, name, .. } => text.hole(source, name),
        }
    }
}

//! A schema as JSON in a literal of another language: the runtimes of Go and Rust read it on first use.

use std::collections::BTreeSet;

use serde_json::Value;

use super::format_piece;
use super::literal::{Layout, Literal};
use super::schema::{Spelling, json_text, node};
use crate::ir::Pattern;
use crate::prelude::Prelude;
use crate::table::{Data, Table};

/// JSON in the form of one language's literal.
pub(super) struct Json {
    /// The escaped characters.
    pub(super) escaped: fn(char) -> bool,
    /// The language's form of a pattern, if its runtime doesn't derive it.
    pub(super) pattern: fn(&Pattern) -> Option<String>,
}

impl Json {
    /// The text of a schema, with its definitions in `$defs`.
    pub(super) fn schema(&self, table: &Table, layout: &Layout) -> String {
        let mut members = match node(&table.root, self) {
            Literal::Dict(members) => members,
            other => return other.print(layout, 0, 0, 0),
        };
        let named = table.named.iter();
        let named = named.map(|named| (self.text(&named.stem), node(&named.node, self)));
        let definitions: Vec<(String, Literal)> = named.collect();
        if !definitions.is_empty() {
            members.push((self.text("$defs"), Literal::Dict(definitions)));
        }
        // If a part breaks into lines, so does the whole.
        Literal::Dict(members).print(layout, 0, 60, 0)
    }
}

/// The pieces of a runtime that check the keywords of a table.
pub(super) fn pieces(table: &Table, prelude: &Prelude) -> BTreeSet<&'static str> {
    // A definition that only refers to another one is a reference without an entry.
    let mut found: BTreeSet<&'static str> = prelude.named("check_", "$ref").into_iter().collect();
    for entry in table.entries() {
        found.extend(prelude.named("check_", entry.key));
        if let Data::Format(format) = &entry.data {
            let name = format_piece(*format).trim_start_matches("format_");
            found.extend(prelude.named("format_table_", name));
        }
    }
    found
}

impl Spelling for Json {
    fn text(&self, text: &str) -> String {
        json_text(text, self.escaped)
    }

    fn truth(&self, holds: bool) -> &'static str {
        if holds { "true" } else { "false" }
    }

    fn json(&self, value: &Value) -> Literal {
        match value {
            Value::Array(items) => {
                Literal::List(items.iter().map(|item| self.json(item)).collect())
            }
            Value::Object(members) => {
                let member = |(name, value): (&String, &Value)| (self.text(name), self.json(value));
                Literal::Dict(members.iter().map(member).collect())
            }
            Value::String(text) => Literal::Atom(self.text(text)),
            other => Literal::Atom(other.to_string()),
        }
    }

    fn named(&self, stem: &str, _later: bool) -> Literal {
        Literal::Dict(vec![(self.text("$ref"), self.reference(stem))])
    }

    fn reference(&self, stem: &str) -> Literal {
        Literal::Atom(self.text(&format!("#/$defs/{stem}")))
    }

    fn refers_by_name(&self) -> bool {
        true
    }

    fn pattern(&self, wanted: &Pattern) -> Option<Literal> {
        (self.pattern)(wanted).map(|text| Literal::Atom(self.text(&text)))
    }
}

//! A schema as JSON between backquotes, which Go's runtime reads when it is first asked.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::pattern::{Matcher, matcher};
use super::text::quoted;
use crate::ir::{Pattern, Refusal};
use crate::prelude::Prelude;
use crate::table::{Data, Table};
use crate::target::literal::{Layout, Literal};
use crate::target::regex_text::with_marks;
use crate::target::schema::{Spelling, json_text, node};
use crate::target::string_literal::hides;
use crate::target::walk::refuse;

const LAYOUT: Layout = Layout { width: 100, indent: ("\t", 4), last: "" };

/// The literal of a schema, and the programs of the patterns that `regexp` can't say.
///
/// # Errors
/// A pattern that Go can't decide, by its place.
pub(super) fn text(table: &Table) -> Result<(String, BTreeMap<String, String>), Refusal> {
    let mut programs = BTreeMap::new();
    for (pattern, place) in &table.patterns {
        let matcher = matcher(pattern).map_err(|reason| refuse(place, reason))?;
        if let Matcher::Program(program) = matcher {
            programs.insert(pattern.source.clone(), program);
        }
    }
    let mut members = match node(&table.root, &Json) {
        Literal::Dict(members) => members,
        other => return Ok((format!("`{}`", other.print(&LAYOUT, 0, 0, 0)), programs)),
    };
    let named = table.named.iter();
    let named = named.map(|named| (Json.text(&named.stem), node(&named.node, &Json)));
    let definitions: Vec<(String, Literal)> = named.collect();
    if !definitions.is_empty() {
        members.push((Json.text("$defs"), Literal::Dict(definitions)));
    }
    // Where it breaks, the whole does.
    let text = Literal::Dict(members).print(&LAYOUT, 0, 60, 0);
    Ok((format!("`{text}`"), programs))
}

/// The settings' member that holds programs.
pub(super) fn programs(programs: &BTreeMap<String, String>) -> Option<String> {
    let pairs = programs.iter().map(|(source, text)| format!("{}: {text}", quoted(source)));
    let pairs = pairs.collect::<Vec<_>>().join(", ");
    (!programs.is_empty()).then(|| format!("programs: map[string]matcher{{{pairs}}}"))
}

/// The pieces of the runtime that check the keywords of a table.
pub(super) fn pieces(table: &Table, prelude: &Prelude) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for entry in table.entries() {
        found.extend(prelude.named("check_", entry.key));
        if let Data::Format(format) = &entry.data {
            let name = super::super::format_piece(*format).trim_start_matches("format_");
            found.extend(prelude.named("format_table_", name));
        }
    }
    found
}

/// JSON that can stand between backquotes.
struct Json;

impl Spelling for Json {
    fn text(&self, text: &str) -> String {
        json_text(text, |character| character == '`' || hides(character))
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

    fn pattern(&self, wanted: &Pattern) -> Option<Literal> {
        match matcher(wanted).ok()? {
            Matcher::Regexp(text) if text != with_marks(&wanted.source, "\\A", "\\z") => {
                Some(Literal::Atom(self.text(&text)))
            }
            _ => None,
        }
    }
}

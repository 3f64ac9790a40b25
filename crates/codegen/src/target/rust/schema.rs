//! A schema as JSON in a raw string, which Rust's runtime reads when it is first asked, and the programs of its
//! patterns.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use serde_json::{Number, Value};

use super::pattern;
use super::text::{hidden, quoted};
use crate::ir::{Pattern, Refusal};
use crate::prelude::Prelude;
use crate::table::{Data, Table};
use crate::target::literal::{Layout, Literal};
use crate::target::schema::{Spelling, json_text, node};
use crate::target::walk::refuse;

const LAYOUT: Layout = Layout { width: 100, indent: ("    ", 4), last: "" };

/// The programs of patterns, each text once; `C0` is the first.
#[derive(Default)]
pub(super) struct Programs(IndexSet<String>);

impl Programs {
    /// The name of a pattern's program, or why there is none.
    pub(super) fn name(&mut self, wanted: &Pattern) -> Result<String, String> {
        Ok(format!("C{}", self.0.insert_full(pattern::program(wanted)?).0))
    }

    /// The statics that hold them.
    pub(super) fn statics(&self) -> Vec<String> {
        let line = |(index, text): (usize, &String)| {
            format!("static C{index}: runtime::Program = runtime::Program::new({});", quoted(text))
        };
        self.0.iter().enumerate().map(line).collect()
    }
}

/// The literal of a schema.
pub(super) fn text(table: &Table) -> String {
    let text = match node(&table.root, &Json) {
        Literal::Dict(mut members) => {
            let named = table.named.iter();
            let named = named.map(|named| (Json.text(&named.stem), node(&named.node, &Json)));
            let definitions: Vec<(String, Literal)> = named.collect();
            if !definitions.is_empty() {
                members.push((Json.text("$defs"), Literal::Dict(definitions)));
            }
            // Where it breaks, the whole does.
            Literal::Dict(members).print(&LAYOUT, 0, 60, 0)
        }
        other => other.print(&LAYOUT, 0, 0, 0),
    };
    let marks = (0..).map(|count| "#".repeat(count));
    let marks = marks.into_iter().find(|marks| !text.contains(&format!("\"{marks}")));
    let marks = marks.unwrap_or_default();
    format!("r{marks}\"{text}\"{marks}")
}

/// The patterns of a schema with the names of their programs, as the members of a list.
///
/// # Errors
/// A pattern that Rust can't decide, by its place.
pub(super) fn patterns(table: &Table, programs: &mut Programs) -> Result<Vec<String>, Refusal> {
    let mut known = BTreeSet::new();
    let mut members = Vec::new();
    for (pattern, place) in &table.patterns {
        let name = programs.name(pattern).map_err(|reason| refuse(place, reason))?;
        if known.insert(pattern.source.as_str()) {
            members.push(format!("({}, &{name})", quoted(&pattern.source)));
        }
    }
    Ok(members)
}

/// Refuses divisors that are too long.
///
/// # Errors
/// The first of them, by its place.
pub(super) fn divisible(table: &Table) -> Result<(), Refusal> {
    for (divisor, place) in &table.divisors {
        let (digits, _) = decimal(divisor);
        // Ten times the rest must fit into 128 bits.
        if digits.parse::<u128>().ok().is_none_or(|digits| digits >= u128::MAX / 16) {
            let reason = "has more than 36 digits, which emitted Rust can't divide by; shorten it";
            return Err(refuse(place, reason.to_owned()));
        }
    }
    Ok(())
}

/// A positive decimal as digits × 10^exponent, without zeros at the end of the digits.
pub(super) fn decimal(number: &Number) -> (String, i64) {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let trimmed = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - trimmed.len()).unwrap_or_default();
    let fraction = i64::try_from(fraction.len()).unwrap_or_default();
    let exponent = exponent.parse::<i64>().unwrap_or_default() - fraction + zeros;
    let trimmed = trimmed.trim_start_matches('0');
    (if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() }, exponent)
}

/// The pieces of the runtime that check the keywords of a table.
pub(super) fn pieces(table: &Table, prelude: &Prelude) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for entry in table.entries() {
        found.extend(prelude.named("check_", entry.key));
        if let Data::Format(format) = &entry.data {
            found.extend(prelude.named("format_table_", super::format_function(*format)));
        }
    }
    found
}

/// JSON that can stand in a raw string.
struct Json;

impl Spelling for Json {
    fn text(&self, text: &str) -> String {
        json_text(text, hidden)
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

    fn pattern(&self, _wanted: &Pattern) -> Option<Literal> {
        None
    }
}

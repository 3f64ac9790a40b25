//! A schema as JSON in a raw string, which Rust's runtime reads on first use, and the programs of its patterns.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use serde_json::Number;

use super::pattern;
use super::text::{hidden, quoted};
use crate::backend::json::Json;
use crate::backend::literal::Layout;
use crate::backend::walk::refuse;
use crate::ir::{Pattern, Refusal};
use crate::table::Table;
use crate::writer::Columns as _;

const LAYOUT: Layout = Layout { width: 100, indent: ("    ", 4), last: "" };
/// JSON that can be in a raw string.
const JSON: Json = Json { escaped: hidden, pattern: |_| None };

/// The programs of patterns, without duplicates; `C0` is the first.
#[derive(Default)]
pub(super) struct Programs(IndexSet<String>);

impl Programs {
    /// The name of a pattern's program, or why there is none.
    pub(super) fn name(&mut self, wanted: &Pattern) -> Result<String, String> {
        Ok(format!("C{}", self.0.insert_full(pattern::program(wanted)?).0))
    }

    /// The statics with the programs.
    pub(super) fn statics(&self) -> Vec<String> {
        let line = |(index, text): (usize, &String)| {
            let made = format!("runtime::Program::new({});", quoted(text));
            let line = format!("static C{index}: runtime::Program = {made}");
            // rustfmt's line breaks depend on the indentation and the edition.
            let breaks = line.columns() > 96;
            if breaks { format!("#[rustfmt::skip]\n{line}") } else { line }
        };
        self.0.iter().enumerate().map(line).collect()
    }
}

/// The literal of a schema.
pub(super) fn text(table: &Table) -> String {
    let text = JSON.schema(table, &LAYOUT);
    let marks = (0..).map(|count| "#".repeat(count));
    let marks = marks.into_iter().find(|marks| !text.contains(&format!("\"{marks}")));
    let marks = marks.unwrap_or_default();
    format!("r{marks}\"{text}\"{marks}")
}

/// The patterns of a schema with the names of their programs, as list members.
///
/// # Errors
/// A pattern that Rust can't match, with its place.
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

/// Rejects divisors that are too long.
///
/// # Errors
/// The first of them, with its place.
pub(super) fn divisible(table: &Table) -> Result<(), Refusal> {
    for (divisor, place) in &table.divisors {
        let (digits, _) = decimal(divisor);
        // Ten times the remainder must fit into 128 bits.
        if digits.parse::<u128>().ok().is_none_or(|digits| digits >= u128::MAX / 16) {
            let reason = "has more than 36 digits, which emitted Rust can't divide by; shorten it";
            return Err(refuse(place, reason.to_owned()));
        }
    }
    Ok(())
}

/// A positive decimal as digits × 10^exponent, without trailing zeros.
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

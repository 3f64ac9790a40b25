//! A schema as JSON in backquotes, which Go's runtime reads on first use.

use std::collections::BTreeMap;

use super::pattern::{Matcher, matcher};
use super::text::quoted;
use crate::backend::json::Json;
use crate::backend::literal::Layout;
use crate::backend::regex_text::with_marks;
use crate::backend::string_literal::hides;
use crate::backend::walk::refuse;
use crate::ir::{Pattern, Refusal};
use crate::table::Table;

const LAYOUT: Layout = Layout { width: 100, indent: ("\t", 4), last: "" };
/// JSON that can be in backquotes.
const JSON: Json =
    Json { escaped: |character| character == '`' || hides(character), pattern: rewritten };

/// The literal of a schema, and the programs of the patterns that `regexp` doesn't support.
///
/// # Errors
/// A pattern that Go can't match, with its place.
pub(super) fn text(table: &Table) -> Result<(String, BTreeMap<String, String>), Refusal> {
    let mut programs = BTreeMap::new();
    for (pattern, place) in &table.patterns {
        let matcher = matcher(pattern).map_err(|reason| refuse(place, reason))?;
        if let Matcher::Program(program) = matcher {
            programs.insert(pattern.source.clone(), program);
        }
    }
    Ok((format!("`{}`", JSON.schema(table, &LAYOUT)), programs))
}

/// A pattern with another spelling in `regexp`.
fn rewritten(wanted: &Pattern) -> Option<String> {
    match matcher(wanted).ok()? {
        Matcher::Regexp(text) => (text != with_marks(&wanted.source, "\\A", "\\z")).then_some(text),
        Matcher::Program(_) => None,
    }
}

/// The member of the settings with the programs.
pub(super) fn programs(programs: &BTreeMap<String, String>) -> Option<String> {
    let pairs = programs.iter().map(|(source, text)| format!("{}: {text}", quoted(source)));
    let pairs = pairs.collect::<Vec<_>>().join(", ");
    (!programs.is_empty()).then(|| format!("programs: map[string]matcher{{{pairs}}}"))
}

//! A schema as a literal of Python.

use std::collections::BTreeSet;

use serde_json::Value;

use super::layout::LAYOUT;
use super::text::{quoted, raw, scalar, snake};
use super::{pattern, runtime};
use crate::backend::literal::Literal;
use crate::backend::schema::{Spelling, node};
use crate::backend::walk::refuse;
use crate::ir::{Pattern, Refusal};
use crate::table::{Data, Table};
use crate::writer::{Columns as _, Writer};

/// Deeper values are read from their JSON text, because Python's parser limits brackets.
const DEEPEST: usize = 40;

/// Writes the whole schema and its definitions as constants of the type `type_name`. `prefix` begins their
/// names.
///
/// # Errors
/// A pattern that Python can't match, with its place.
pub(super) fn write(
    table: &Table,
    prefix: &str,
    type_name: &str,
    read: &str,
    out: &mut Writer,
) -> Result<(), Refusal> {
    for (pattern, place) in &table.patterns {
        pattern::source(pattern).map_err(|reason| refuse(place, reason))?;
    }
    let print = Print { prefix, read };
    for named in &table.named {
        out.gap();
        out.line(constant(&print.name(&named.stem), type_name, &node(&named.node, &print)));
    }
    out.gap();
    out.line(constant(&root(prefix), type_name, &node(&table.root, &print)));
    Ok(())
}

/// The name of the constant of a whole schema.
pub(super) fn root(prefix: &str) -> String {
    format!("{}SCHEMA", prefix.to_uppercase())
}

fn constant(name: &str, type_name: &str, value: &Literal) -> String {
    let head = format!("{name}: {type_name} = ");
    let text = value.print(&LAYOUT, 0, head.columns(), 0);
    format!("{head}{text}")
}

/// The pieces of the runtime that check the keywords of a table.
pub(super) fn pieces(table: &Table) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for entry in table.entries() {
        found.extend(runtime::check_piece(entry.key));
        if let Data::Format(format) = &entry.data {
            found.extend(runtime::format_piece(*format));
        }
    }
    // Schemas with a name are referred to from wherever they are used.
    if !table.named.is_empty() {
        found.extend(runtime::check_piece("$ref"));
    }
    found
}

struct Print<'p> {
    prefix: &'p str,
    /// The function of the runtime that reads a JSON text.
    read: &'p str,
}

impl Print<'_> {
    fn name(&self, stem: &str) -> String {
        format!("{}{}_SCHEMA", self.prefix, snake(stem)).to_uppercase()
    }
}

impl Spelling for Print<'_> {
    fn text(&self, text: &str) -> String {
        quoted(text)
    }

    fn truth(&self, holds: bool) -> &'static str {
        if holds { "True" } else { "False" }
    }

    fn json(&self, value: &Value) -> Literal {
        if contract::value::depth(value) > DEEPEST {
            let read = self.read;
            return Literal::Atom(format!("{read}({})[0]", quoted(&value.to_string())));
        }
        plain(value)
    }

    fn named(&self, stem: &str, later: bool) -> Literal {
        match later {
            true => Literal::Dict(vec![(quoted("$ref"), self.reference(stem))]),
            false => Literal::Atom(self.name(stem)),
        }
    }

    fn reference(&self, stem: &str) -> Literal {
        Literal::Atom(format!("lambda: {}", self.name(stem)))
    }

    fn pattern(&self, wanted: &Pattern) -> Option<Literal> {
        let written = pattern::source(wanted).ok()?;
        let seen = written == pattern::plain(&wanted.source);
        (!seen).then(|| Literal::Atom(raw(&written)))
    }
}

fn plain(value: &Value) -> Literal {
    match value {
        Value::Array(items) => Literal::List(items.iter().map(plain).collect()),
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| (quoted(name), plain(value));
            Literal::Dict(members.iter().map(member).collect())
        }
        other => Literal::Atom(scalar(other).unwrap_or_default()),
    }
}

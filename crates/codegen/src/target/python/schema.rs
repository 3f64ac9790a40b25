//! A schema as a literal of Python.

use std::collections::BTreeSet;

use super::literal::Literal;
use super::text::{raw, snake};
use super::{pattern, runtime};
use crate::ir::{Pattern, Refusal};
use crate::table::{Data, Entry, Node, Table};
use crate::target::walk::refuse;
use crate::writer::Writer;

/// Writes the whole and the named schemas, as constants of the type `type_name`. `prefix` begins the names.
///
/// # Errors
/// A pattern that Python can't decide, by its place.
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
        out.line(constant(&print.name(&named.stem), type_name, &print.node(&named.node)));
    }
    out.gap();
    out.line(constant(&root(prefix), type_name, &print.node(&table.root)));
    Ok(())
}

/// The name of the constant of a whole schema.
pub(super) fn root(prefix: &str) -> String {
    format!("{}SCHEMA", prefix.to_uppercase())
}

fn constant(name: &str, type_name: &str, value: &Literal) -> String {
    let head = format!("{name}: {type_name} = ");
    let text = value.print(0, head.chars().count(), 0);
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

    fn late(&self, stem: &str) -> Literal {
        Literal::Atom(format!("lambda: {}", self.name(stem)))
    }

    fn node(&self, node: &Node) -> Literal {
        match node {
            Node::Bool(holds) => Literal::Atom(if *holds { "True" } else { "False" }.to_owned()),
            Node::Named { stem, later: false } => Literal::Atom(self.name(stem)),
            Node::Named { stem, later: true } => {
                Literal::Dict(vec![("$ref".to_owned(), self.late(stem))])
            }
            Node::Keywords(entries) => Literal::Dict(self.keywords(entries)),
        }
    }

    fn keywords(&self, entries: &[Entry]) -> Vec<(String, Literal)> {
        let (mut members, mut spelled, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries {
            let value = match (&entry.data, entry.key) {
                // What a reference names is what it says.
                (Data::Sub(Node::Named { stem, later: true }), "$ref" | "$dynamicRef") => {
                    self.late(stem)
                }
                (data, _) => self.data(data, &mut patterns),
            };
            members.push((entry.key.to_owned(), value));
            if let Some(word) = &entry.spelled {
                spelled.push((entry.key.to_owned(), Literal::text(word)));
            }
        }
        for (name, list) in [("spelled", spelled), ("patterns", patterns)] {
            if !list.is_empty() {
                members.push((name.to_owned(), Literal::Dict(list)));
            }
        }
        members
    }

    fn data(&self, data: &Data, patterns: &mut Vec<(String, Literal)>) -> Literal {
        let texts = |texts: &[String]| {
            Literal::List(texts.iter().map(|text| Literal::text(text)).collect())
        };
        let json = |value| Literal::json(value, self.read);
        match data {
            Data::Json(value) => json(value),
            Data::Values(values) => Literal::List(values.iter().map(json).collect()),
            Data::Number(number) => json(&number.clone().into()),
            Data::Count(count) => Literal::Atom(count.to_string()),
            Data::Types(types) => match types.as_slice() {
                [one] => Literal::text(one),
                many => Literal::List(many.iter().map(|one| Literal::text(one)).collect()),
            },
            Data::Texts(list) => texts(list),
            Data::Pattern(wanted) => {
                rewritten(wanted, patterns);
                Literal::text(&wanted.source)
            }
            Data::Format(format) => Literal::text(format.name()),
            Data::True => Literal::Atom("True".to_owned()),
            Data::Sub(node) => self.node(node),
            Data::Subs(nodes) => Literal::List(nodes.iter().map(|node| self.node(node)).collect()),
            Data::Named(members) => {
                let member = |(name, node): &(String, Node)| (name.clone(), self.node(node));
                Literal::Dict(members.iter().map(member).collect())
            }
            Data::Patterns(members) => {
                members.iter().for_each(|(wanted, _)| rewritten(wanted, patterns));
                let member =
                    |(wanted, node): &(Pattern, Node)| (wanted.source.clone(), self.node(node));
                Literal::Dict(members.iter().map(member).collect())
            }
            Data::Lists(lists) => Literal::Dict(
                lists.iter().map(|(name, list)| (name.clone(), texts(list))).collect(),
            ),
        }
    }
}

/// Notes how Python reads a pattern, where the runtime doesn't see that by itself.
fn rewritten(wanted: &Pattern, patterns: &mut Vec<(String, Literal)>) {
    let Ok(written) = pattern::source(wanted) else { return };
    let known = patterns.iter().any(|(known, _)| *known == wanted.source);
    if written != pattern::plain(&wanted.source) && !known {
        patterns.push((wanted.source.clone(), Literal::Atom(raw(&written))));
    }
}

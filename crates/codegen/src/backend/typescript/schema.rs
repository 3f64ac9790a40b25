//! A schema as a literal of TypeScript.

use std::collections::BTreeSet;

use super::literal::{Literal, WIDTH, key};
use super::pattern;
use super::text::quoted;
use crate::ir::Pattern;
use crate::table::{Data, Entry, Node, Table};
use crate::writer::{Columns as _, Writer};

/// Writes the definitions and the whole schema as constants with an annotation. `prefix` is the prefix of all
/// names except a single root's.
pub(super) fn write(table: &Table, root: &str, prefix: &str, annotation: &str, out: &mut Writer) {
    let print = Print { prefix };
    for named in &table.named {
        out.gap();
        out.line(constant(&print.name(&named.stem), annotation, &print.node(&named.node)));
    }
    out.gap();
    out.line(constant(root, annotation, &print.node(&table.root)));
}

fn constant(name: &str, annotation: &str, value: &Literal) -> String {
    let head = format!("const {name}{annotation} =");
    // If not even the bracket fits after the name, it is on the next line, indented by one level.
    if value.is_open() && head.columns() + 2 > WIDTH {
        return format!("{head}\n  {};", value.print(1, 2, 1));
    }
    let text = value.print(0, head.columns() + 1, 1);
    format!("{head} {text};")
}

/// The pieces of the runtime that check the keywords of a table.
pub(super) fn pieces(table: &Table) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for entry in table.entries() {
        found.extend(super::runtime::check_piece(entry.key));
        if let Data::Format(format) = &entry.data {
            found.extend(super::runtime::format_piece(*format));
        }
    }
    found
}

struct Print<'p> {
    prefix: &'p str,
}

impl Print<'_> {
    fn name(&self, stem: &str) -> String {
        let words: String = crate::types::pascal(stem);
        let name = format!("{}{words}Schema", self.prefix);
        let mut characters = name.chars();
        characters.next().map_or_else(String::new, |first| {
            first.to_ascii_lowercase().to_string() + characters.as_str()
        })
    }

    fn node(&self, node: &Node) -> Literal {
        match node {
            Node::Bool(holds) => Literal::Atom(holds.to_string()),
            Node::Named { stem, later: false } => Literal::Atom(self.name(stem)),
            Node::Named { stem, later: true } => {
                let late = Literal::Atom(format!("() => {}", self.name(stem)));
                Literal::Object(vec![("$ref".to_owned(), late)])
            }
            Node::Keywords(entries) => Literal::Object(self.keywords(entries)),
        }
    }

    fn keywords(&self, entries: &[Entry]) -> Vec<(String, Literal)> {
        let (mut members, mut spelled, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries {
            let value = match (&entry.data, entry.key) {
                // A reference is replaced by its target.
                (Data::Sub(Node::Named { stem, later: true }), "$ref" | "$dynamicRef") => {
                    Literal::Atom(format!("() => {}", self.name(stem)))
                }
                (data, _) => self.data(data, &mut patterns),
            };
            members.push((key(entry.key), value));
            if let Some(word) = &entry.spelled {
                spelled.push((key(entry.key), Literal::Text(quoted(word))));
            }
        }
        for (name, list) in [("spelled", spelled), ("patterns", patterns)] {
            if !list.is_empty() {
                members.push((name.to_owned(), Literal::Object(list)));
            }
        }
        members
    }

    fn data(&self, data: &Data, patterns: &mut Vec<(String, Literal)>) -> Literal {
        let texts = |texts: &[String]| {
            Literal::List(texts.iter().map(|text| Literal::Text(quoted(text))).collect())
        };
        match data {
            Data::Json(value) => Literal::json(value),
            Data::Values(values) => Literal::List(values.iter().map(Literal::json).collect()),
            Data::Number(number) => Literal::number(&number.to_string()),
            Data::Count(count) => Literal::number(&count.to_string()),
            Data::Types(types) => match types.as_slice() {
                [one] => Literal::Text(quoted(one)),
                many => Literal::List(many.iter().map(|one| Literal::Text(quoted(one))).collect()),
            },
            Data::Texts(list) => texts(list),
            Data::Pattern(wanted) => {
                rewritten(wanted, patterns);
                Literal::Text(quoted(&wanted.source))
            }
            Data::Format(format) => Literal::Text(quoted(format.name())),
            Data::True => Literal::Atom("true".to_owned()),
            Data::Sub(node) => self.node(node),
            Data::Subs(nodes) => Literal::List(nodes.iter().map(|node| self.node(node)).collect()),
            Data::Named(members) => {
                self.members(members.iter().map(|(name, node)| (name.as_str(), node)))
            }
            Data::Patterns(members) => {
                members.iter().for_each(|(wanted, _)| rewritten(wanted, patterns));
                self.members(members.iter().map(|(wanted, node)| (wanted.source.as_str(), node)))
            }
            Data::Lists(lists) => {
                Literal::Object(lists.iter().map(|(name, list)| (key(name), texts(list))).collect())
            }
        }
    }

    /// Schemas by name; a list of pairs if JavaScript would sort numeric names first.
    fn members<'n>(&self, members: impl Iterator<Item = (&'n str, &'n Node)> + Clone) -> Literal {
        let number =
            |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if members.clone().any(|(name, _)| number(name)) {
            let pair =
                |(name, node)| Literal::List(vec![Literal::Text(quoted(name)), self.node(node)]);
            return Literal::List(members.map(pair).collect());
        }
        Literal::Object(members.map(|(name, node)| (key(name), self.node(node))).collect())
    }
}

/// Adds the spelling of a pattern for the `u` flag, if it differs.
fn rewritten(wanted: &Pattern, patterns: &mut Vec<(String, Literal)>) {
    let written = pattern::ecma(wanted);
    let name = key(&wanted.source);
    if written != wanted.source && patterns.iter().all(|(known, _)| *known != name) {
        patterns.push((name, Literal::Text(quoted(&written))));
    }
}

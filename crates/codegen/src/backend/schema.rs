//! A schema as a literal: the common part of the tables of Python and Go.

use serde_json::Value;

use super::literal::Literal;
use crate::ir::Pattern;
use crate::table::{Data, Entry, Node};

/// A language's spelling of a schema's parts.
pub(super) trait Spelling {
    /// A string.
    fn text(&self, text: &str) -> String;
    /// `true` or `false`.
    fn truth(&self, holds: bool) -> &'static str;
    /// Any JSON value.
    fn json(&self, value: &Value) -> Literal;
    /// A definition in place of a schema; `later` if it is defined later.
    fn named(&self, stem: &str, later: bool) -> Literal;
    /// A reference to a schema that is defined later.
    fn reference(&self, stem: &str) -> Literal;
    /// Whether references name all schemas, those that are defined before as well.
    fn refers_by_name(&self) -> bool {
        false
    }
    /// The language's form of a pattern, if its runtime doesn't derive it.
    fn pattern(&self, pattern: &Pattern) -> Option<Literal>;
}

/// A JSON string with some characters escaped.
pub(super) fn json_text(text: &str, spelled: impl Fn(char) -> bool) -> String {
    let mut out = String::new();
    for character in Value::from(text).to_string().chars() {
        if spelled(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(character);
        }
    }
    out
}

/// A schema.
pub(super) fn node(node: &Node, spelling: &impl Spelling) -> Literal {
    match node {
        Node::Bool(holds) => Literal::Atom(spelling.truth(*holds).to_owned()),
        Node::Named { stem, later } => spelling.named(stem, *later),
        Node::Keywords(entries) => Literal::Dict(keywords(entries, spelling)),
    }
}

/// The keywords of a schema, with names and patterns that differ in the source.
fn keywords(entries: &[Entry], spelling: &impl Spelling) -> Vec<(String, Literal)> {
    let (mut members, mut spelled, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
    let text = |text: &str| spelling.text(text);
    for entry in entries {
        let value = match (&entry.data, entry.key) {
            // A reference is replaced by its target.
            (Data::Sub(Node::Named { stem, later }), "$ref" | "$dynamicRef")
                if *later || (entries.len() > 1 && spelling.refers_by_name()) =>
            {
                spelling.reference(stem)
            }
            (data, _) => value(data, spelling, &mut patterns),
        };
        members.push((text(entry.key), value));
        if let Some(word) = &entry.spelled {
            spelled.push((text(entry.key), Literal::Atom(text(word))));
        }
    }
    for (name, list) in [("spelled", spelled), ("patterns", patterns)] {
        if !list.is_empty() {
            members.push((text(name), Literal::Dict(list)));
        }
    }
    members
}

fn value(data: &Data, spelling: &impl Spelling, patterns: &mut Vec<(String, Literal)>) -> Literal {
    let text = |text: &str| Literal::Atom(spelling.text(text));
    let texts = |list: &[String]| Literal::List(list.iter().map(|one| text(one)).collect());
    let named = |name: &str, sub: &Node| (spelling.text(name), node(sub, spelling));
    match data {
        Data::Json(value) => spelling.json(value),
        Data::Values(values) => {
            Literal::List(values.iter().map(|value| spelling.json(value)).collect())
        }
        Data::Number(number) => spelling.json(&number.clone().into()),
        Data::Count(count) => Literal::Atom(count.to_string()),
        Data::Types(types) => match types.as_slice() {
            [one] => text(one),
            many => Literal::List(many.iter().map(|one| text(one)).collect()),
        },
        Data::Texts(list) => texts(list),
        Data::Pattern(wanted) => {
            rewritten(wanted, spelling, patterns);
            text(&wanted.source)
        }
        Data::Format(format) => text(format.name()),
        Data::True => Literal::Atom(spelling.truth(true).to_owned()),
        Data::Sub(sub) => node(sub, spelling),
        Data::Subs(nodes) => Literal::List(nodes.iter().map(|sub| node(sub, spelling)).collect()),
        Data::Named(members) => {
            Literal::Dict(members.iter().map(|(name, sub)| named(name, sub)).collect())
        }
        Data::Patterns(members) => {
            members.iter().for_each(|(wanted, _)| rewritten(wanted, spelling, patterns));
            Literal::Dict(members.iter().map(|(one, sub)| named(&one.source, sub)).collect())
        }
        Data::Lists(lists) => {
            let list = |(name, list): &(String, Vec<String>)| (spelling.text(name), texts(list));
            Literal::Dict(lists.iter().map(list).collect())
        }
    }
}

/// Adds the language's spelling of a pattern.
fn rewritten(wanted: &Pattern, spelling: &impl Spelling, patterns: &mut Vec<(String, Literal)>) {
    let name = spelling.text(&wanted.source);
    if let Some(written) = spelling.pattern(wanted)
        && patterns.iter().all(|(known, _)| *known != name)
    {
        patterns.push((name, written));
    }
}

//! Literals of Python, laid out as formatters do: on one line where they fit, else a member a line.

use serde_json::Value;

use super::text::{quoted, scalar};

/// How wide a line may be.
pub(super) const WIDTH: usize = 88;
/// Deeper values are read from their JSON text: Python's parser has a limit on brackets.
const DEEPEST: usize = 40;

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    /// Anything that stays on one line.
    Atom(String),
    /// `[…]`
    List(Vec<Literal>),
    /// `{…}`
    Dict(Vec<(String, Literal)>),
}

impl Literal {
    /// A string.
    pub(super) fn text(text: &str) -> Literal {
        Literal::Atom(quoted(text))
    }

    /// Any JSON value; `read` is the function that reads a deep one.
    pub(super) fn json(value: &Value, read: &str) -> Literal {
        if contract::value::depth(value) > DEEPEST {
            return Literal::Atom(format!("{read}({})[0]", quoted(&value.to_string())));
        }
        Literal::plain(value)
    }

    fn plain(value: &Value) -> Literal {
        match value {
            Value::Array(items) => Literal::List(items.iter().map(Literal::plain).collect()),
            Value::Object(members) => {
                let member =
                    |(name, value): (&String, &Value)| (name.clone(), Literal::plain(value));
                Literal::Dict(members.iter().map(member).collect())
            }
            other => Literal::Atom(scalar(other).unwrap_or_default()),
        }
    }

    /// The text of an expression that begins at a column, `depth` levels in; `behind` characters follow.
    pub(super) fn print(&self, depth: usize, column: usize, behind: usize) -> String {
        let flat = self.flat();
        if column + flat.chars().count() + behind <= WIDTH {
            return flat;
        }
        let (outer, inner) = ("    ".repeat(depth), "    ".repeat(depth + 1));
        match self {
            Literal::List(items) if !items.is_empty() => {
                let line =
                    |item: &Literal| format!("{inner}{},\n", item.print(depth + 1, inner.len(), 1));
                format!("[\n{}{outer}]", items.iter().map(line).collect::<String>())
            }
            Literal::Dict(members) if !members.is_empty() => {
                let line = |(key, value): &(String, Literal)| {
                    let key = quoted(key);
                    let column = inner.len() + key.chars().count() + 2;
                    format!("{inner}{key}: {},\n", value.print(depth + 1, column, 1))
                };
                format!("{{\n{}{outer}}}", members.iter().map(line).collect::<String>())
            }
            _ => flat,
        }
    }

    fn flat(&self) -> String {
        match self {
            Literal::Atom(text) => text.clone(),
            Literal::List(items) => {
                format!("[{}]", items.iter().map(Literal::flat).collect::<Vec<_>>().join(", "))
            }
            Literal::Dict(members) => {
                let member =
                    |(key, value): &(String, Literal)| format!("{}: {}", quoted(key), value.flat());
                format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

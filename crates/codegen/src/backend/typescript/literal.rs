//! Literals of TypeScript in prettier's layout: on one line if they fit, else one member a line.

use serde_json::Value;

use super::text::{is_identifier, quoted};
use crate::writer::Columns as _;

/// The maximum width of a line.
pub(super) const WIDTH: usize = 80;

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    /// An expression on one line.
    Atom(String),
    /// A string, which may be on the line after its key.
    Text(String),
    /// A number.
    Number(String),
    /// `[…]`
    List(Vec<Literal>),
    /// `{…}` with keys as written.
    Object(Vec<(String, Literal)>),
}

impl Literal {
    /// Any JSON value. A key `__proto__` is computed, because a plain one would set the prototype.
    pub(super) fn json(value: &Value) -> Literal {
        match value {
            Value::Array(items) => Literal::List(items.iter().map(Literal::json).collect()),
            Value::Object(members) => {
                let member = |(name, value): (&String, &Value)| (key(name), Literal::json(value));
                Literal::Object(members.iter().map(member).collect())
            }
            Value::String(text) => Literal::Text(quoted(text)),
            Value::Number(number) => Literal::number(&number.to_string()),
            other => Literal::Atom(other.to_string()),
        }
    }

    /// A number in prettier's spelling.
    pub(super) fn number(text: &str) -> Literal {
        Literal::Number(number(text))
    }

    /// The text of an expression that begins at a column, at the level `depth`; `behind` characters
    /// follow.
    pub(super) fn print(&self, depth: usize, column: usize, behind: usize) -> String {
        if !self.is_broken() {
            let flat = self.flat();
            if column + flat.columns() + behind <= WIDTH {
                return flat;
            }
        }
        let (outer, inner) = ("  ".repeat(depth), "  ".repeat(depth + 1));
        match self {
            Literal::Atom(text) | Literal::Text(text) | Literal::Number(text) => text.clone(),
            Literal::List(items) if items.is_empty() => "[]".to_owned(),
            Literal::Object(members) if members.is_empty() => "{}".to_owned(),
            Literal::List(items) if items.len() > 1 && items.iter().all(Literal::is_number) => {
                format!("[\n{}{outer}]", filled(items, &inner))
            }
            Literal::List(items) => {
                let line =
                    |item: &Literal| format!("{inner}{},\n", item.print(depth + 1, inner.len(), 1));
                format!("[\n{}{outer}]", items.iter().map(line).collect::<String>())
            }
            Literal::Object(members) => {
                let line = |(key, value): &(String, Literal)| {
                    let column = inner.len() + key.columns() + 2;
                    // If not even the bracket fits after the key, it is on the next line, indented
                    // by one level.
                    if value.is_open() && column + 1 > WIDTH {
                        let text = value.print(depth + 2, inner.len() + 2, 1);
                        return format!("{inner}{key}:\n{inner}  {text},\n");
                    }
                    let text = value.print(depth + 1, column, 1);
                    let long = column + text.columns() + 1 > WIDTH;
                    // A separate line gains nothing for a key that is as short as the indentation.
                    let breaks = matches!(value, Literal::Text(_)) && key.columns() > 2;
                    if long && breaks {
                        format!("{inner}{key}:\n{inner}  {text},\n")
                    } else {
                        format!("{inner}{key}: {text},\n")
                    }
                };
                format!("{{\n{}{outer}}}", members.iter().map(line).collect::<String>())
            }
        }
    }

    /// The text on one line.
    pub(super) fn flat(&self) -> String {
        match self {
            Literal::Atom(text) | Literal::Text(text) | Literal::Number(text) => text.clone(),
            Literal::List(items) => {
                format!("[{}]", items.iter().map(Literal::flat).collect::<Vec<_>>().join(", "))
            }
            Literal::Object(members) if members.is_empty() => "{}".to_owned(),
            Literal::Object(members) => {
                let member = |(key, value): &(String, Literal)| format!("{key}: {}", value.flat());
                format!("{{ {} }}", members.iter().map(member).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Whether it begins with a bracket that stays open if its members have separate lines.
    pub(super) fn is_open(&self) -> bool {
        match self {
            Literal::List(items) => !items.is_empty(),
            Literal::Object(members) => !members.is_empty(),
            _ => false,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Literal::Number(_))
    }

    /// Whether prettier always breaks it: a list of several objects or lists.
    fn is_broken(&self) -> bool {
        match self {
            Literal::List(items) => {
                let objects = items
                    .iter()
                    .all(|item| matches!(item, Literal::Object(members) if members.len() > 1));
                let lists = items
                    .iter()
                    .all(|item| matches!(item, Literal::List(items) if items.len() > 1));
                items.len() > 1 && (objects || lists) || items.iter().any(Literal::is_broken)
            }
            Literal::Object(members) => members.iter().any(|(_, value)| value.is_broken()),
            _ => false,
        }
    }
}

/// Numbers fill their lines.
fn filled(items: &[Literal], indent: &str) -> String {
    let (mut text, mut line) = (String::new(), indent.to_owned());
    for item in items {
        let item = format!("{},", item.flat());
        let gap = usize::from(line.len() > indent.len());
        if line.len() + gap + item.len() > WIDTH && gap == 1 {
            text.push_str(&line);
            text.push('\n');
            line = indent.to_owned();
        } else if gap == 1 {
            line.push(' ');
        }
        line.push_str(&item);
    }
    text + &line + "\n"
}

/// The key of a member.
pub(super) fn key(name: &str) -> String {
    match name {
        "__proto__" => "[\"__proto__\"]".to_owned(),
        name if is_identifier(name) => name.to_owned(),
        name => quoted(name),
    }
}

/// Lower case, no `+` in an exponent, no trailing zeros in a fraction.
fn number(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let (mantissa, exponent) = match lower.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.trim_start_matches('+'))),
        None => (lower.as_str(), None),
    };
    let mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            fraction => format!("{whole}.{fraction}"),
        },
        None => mantissa.to_owned(),
    };
    match exponent {
        Some(exponent) => format!("{mantissa}e{exponent}"),
        None => mantissa,
    }
}

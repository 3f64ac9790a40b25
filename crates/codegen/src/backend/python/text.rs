//! JSON values and names as Python text.

use contract::number::Exact;
use serde_json::{Number, Value};
use unicode_normalization::is_nfkc;

use crate::backend::string_literal::{hides, string_literal, visible};
use crate::types::{is_start, is_word};

/// Longer integers become Decimals, because Python limits the digits of an integer literal.
const LONGEST: usize = 4_000;

/// Words that are not valid names.
pub(super) const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// A string literal on one line; invisible characters are escaped. Formatters prefer single quotes if
/// fewer are escaped then.
pub(super) fn quoted(text: &str) -> String {
    let literal = string_literal(text, |character| hides(character).then(|| escaped(character)));
    let count = |quote: char| text.chars().filter(|character| *character == quote).count();
    if count('"') <= count('\'') {
        return literal;
    }
    let inner = literal[1..literal.len() - 1].replace('\'', "\\'").replace("\\\"", "\"");
    format!("'{inner}'")
}

/// A name in lower case, with words joined by `_`.
pub(super) fn snake(stem: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    let mut characters = stem.chars().peekable();
    while let Some(c) = characters.next() {
        // `APIKey` is two words: the last of several capitals belongs to the next word.
        let starts = before.is_ascii_lowercase()
            || before.is_ascii_digit()
            || characters.peek().is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase() && starts && !out.is_empty() && before != '_' {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        before = c;
    }
    out
}

/// A character by its code.
pub(super) fn escaped(character: char) -> String {
    match u32::from(character) {
        code @ 0..=0xff => format!("\\x{code:02x}"),
        code @ 0x100..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// The lines of a docstring, without the sequence that would end it.
pub(super) fn doc_lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(visible);
    let lines = lines.map(|line| line.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\""));
    lines.map(|line| no_prompt(line.trim_end())).collect()
}

/// A line that doctest doesn't run: it searches for `>>>` after spaces.
fn no_prompt(line: &str) -> String {
    match line.trim_start().strip_prefix(">>>") {
        Some(rest) => format!("{}> >>{rest}", &line[..line.len() - line.trim_start().len()]),
        None => line.to_owned(),
    }
}

/// A docstring; the caller indents its later lines.
pub(super) fn docstring(lines: &[String]) -> String {
    match lines {
        [] => String::new(),
        [one] => format!("\"\"\"{}\"\"\"", ended(one)),
        many => format!("\"\"\"{}\n\"\"\"", many.join("\n")),
    }
}

/// A final quote would join the closing ones.
fn ended(line: &str) -> String {
    match line.strip_suffix('"') {
        // Backslashes are paired, except for the one that escapes the quote.
        Some(rest) if (rest.len() - rest.trim_end_matches('\\').len()) % 2 == 0 => {
            format!("{rest}\\\"")
        }
        _ => line.to_owned(),
    }
}

/// Whether a name is valid as an attribute: an identifier that Python doesn't change.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|first| is_start(first) || first == '_')
        && name.chars().all(|c| is_word(c) || c == '_')
        && is_nfkc(name)
        && !name.starts_with("__")
        && !KEYWORDS.contains(&name)
}

/// A number in a convenient form: an integer, a float if it is exact, else a Decimal.
fn friendly(number: &Number) -> String {
    let text = number.to_string();
    let whole = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if whole && text.len() < LONGEST {
        return if text == "-0" { "0".to_owned() } else { text };
    }
    let double = text.parse::<f64>().ok().filter(|double| double.is_finite());
    let shown = double.map(|double| format!("{double:?}"));
    match shown {
        Some(shown)
            if Exact::parse(&shown).is_some() && Exact::parse(&shown) == Exact::new(number) =>
        {
            shown
        }
        _ => format!("Decimal({})", quoted(&text)),
    }
}

/// A scalar literal; `None` for arrays and objects.
pub(super) fn scalar(value: &Value) -> Option<String> {
    Some(match value {
        Value::Array(_) | Value::Object(_) => return None,
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => friendly(number),
        Value::String(text) => quoted(text),
    })
}

/// Any JSON value as an inline expression, of any depth.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let members =
                members.iter().map(|(name, value)| format!("{}: {}", quoted(name), plain(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        other => scalar(other).unwrap_or_default(),
    }
}

/// Whether the expression of a value uses `Decimal`.
pub(super) fn holds_decimal(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(holds_decimal),
        Value::Object(members) => members.values().any(holds_decimal),
        Value::Number(number) => friendly(number).starts_with("Decimal"),
        _ => false,
    }
}

/// A pattern's source as a literal: raw if that is the same text.
pub(super) fn raw(source: &str) -> String {
    let plain = source.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'"');
    if plain && !source.ends_with('\\') { format!("r\"{source}\"") } else { quoted(source) }
}

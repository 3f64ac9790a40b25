//! The name of a field at the head of an item.

use std::borrow::Cow;

use contract::types::SkillType;

use super::kind::{StatedType, type_of};
use super::notes::{is_note, parenthesis, split};

/// Names of values that are numbers: `--depth <n>`.
const NUMBERS: [&str; 5] = ["n", "num", "count", "seconds", "ms"];

/// An item without the name of the value of its option, and the type that this name states: `--out <file>`,
/// `-n, --depth=<n>`, `` `--lang LANG` ``.
pub(super) fn without_placeholder(text: &str) -> (Cow<'_, str>, Option<StatedType>) {
    let bare = text.trim_start_matches(['*', '`', '_']);
    let marks = &text[..text.len() - bare.len()];
    let Some(option) = long_option(bare) else { return (Cow::Borrowed(text), None) };
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let (name, rest) = option.split_at(option.find(|c| !is_name(c)).unwrap_or(option.len()));
    let value = rest.strip_prefix(['=', ' ']).unwrap_or_default();
    let bracketed = value.strip_prefix('<').and_then(|inner| inner.split_once('>'));
    let Some((placeholder, rest)) = bracketed.or_else(|| value_in_capitals(value, marks)) else {
        let is_whole = option.len() == bare.len();
        let text = if is_whole { Cow::Borrowed(text) } else { format!("{marks}{option}").into() };
        return (text, None);
    };
    let placeholder = placeholder.to_lowercase();
    let is_number = NUMBERS.contains(&placeholder.as_str());
    let number = StatedType { kind: Some(SkillType::Number), beyond: None, required: None };
    let stated = if is_number { Some(number) } else { type_of(&placeholder) };
    (format!("{marks}{name}{rest}").into(), stated)
}

/// The name of a value in capitals, in code alone: `` `--lang LANG` ``; and what follows it.
fn value_in_capitals<'t>(value: &'t str, marks: &str) -> Option<(&'t str, &'t str)> {
    let is_capital = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let (word, rest) = value.split_at(value.find(|c| !is_capital(c)).unwrap_or(value.len()));
    let is_in_code = marks.contains('`') && rest.starts_with('`') && !word.is_empty();
    is_in_code.then_some((word, rest))
}

/// Does a text begin with a short option and a sign behind it: `-o, `?
fn has_short_option(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next() == Some('-')
        && chars.next().is_some_and(|c| c.is_ascii_alphanumeric())
        && chars.next().is_some_and(|c| matches!(c, ',' | ' ' | '/' | '|'))
}

/// The option at the head of a text, from its long name on: `--out`, `-o, --out`.
fn long_option(text: &str) -> Option<&str> {
    let rest = if has_short_option(text) { text[3..].trim_start() } else { text };
    rest.starts_with("--").then_some(rest)
}

/// The name at the head of an item, and what follows it.
pub(super) fn name_of(text: &str) -> Option<(String, &str)> {
    let outer = text.trim_start_matches(['*', '`', '_']);
    let head = match bracketed(text) {
        Some(_) => &outer[1..],
        None => outer,
    };
    let end = head
        .find(|c: char| {
            !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '<' | '>' | '$' | '{' | '}'))
        })
        .unwrap_or(head.len());
    let name = head[..end].trim_start_matches("--").trim_matches(['<', '>', '$', '{', '}', '-']);
    let tail = match bracketed(text) {
        Some(tail) => tail,
        None => &head[end..],
    };
    let rest = tail.trim_start_matches(['*', '`', ' ']);
    let rest = if tail.starts_with(':') { tail } else { rest };
    // `data.items` is a part of the field `data`, and `src/main.rs` a path.
    let next = head[end..].chars().next();
    if next.is_some_and(|c| {
        matches!(c, '.' | '/') && head[end + 1..].starts_with(char::is_alphanumeric)
    }) {
        return None;
    }
    let marked = outer.len() < text.len() || head[..end].starts_with(['<', '-', '$']);
    // A word of a sentence is no name: one has marks around it, or something behind it that ends it.
    let after =
        rest.strip_prefix('?').map_or(rest, |rest| rest.trim_start_matches(['*', '`', ' ']));
    let ended = after.is_empty() || after.starts_with([':', '(', '-', '\u{2013}', '\u{2014}']);
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (sound && (marked || ended)).then(|| (name.to_owned(), rest))
}

/// What follows `[name]`, as help texts write an optional one; `None` for other texts, and for a link: `[name](address)`.
fn bracketed(text: &str) -> Option<&str> {
    let (inside, rest) =
        text.trim_start_matches(['*', '`', '_']).strip_prefix('[')?.split_once(']')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '<' | '>' | '$');
    (!inside.is_empty() && inside.chars().all(is_name) && !rest.starts_with(['(', '[']))
        .then_some(rest)
}

/// Is the name of a field in brackets?
pub(super) fn is_bracketed(text: &str) -> bool {
    bracketed(text).is_some()
}

/// Does an item of a list name a field with its first word, `rest` being what follows? The word is in backticks, looks like an
/// option (`--deep`, `<file>`), or has a colon, a dash or a bracket with a type behind it. `Constraints (router, state library)`
/// is a sentence.
pub(super) fn names_field(text: &str, rest: &str) -> bool {
    let bare = text.trim_start_matches(['*', '_']);
    if is_bracketed(bare) {
        return true;
    }
    if let Some(code) = bare.strip_prefix('`') {
        // `src main` names no field.
        let inside = code.split('`').next().unwrap_or_default();
        let word = inside.find([':', '(', '=']).map_or(inside, |at| &inside[..at]);
        return !word.trim_end().contains(' ');
    }
    if bare.starts_with(['<', '-', '$']) {
        return true;
    }
    let rest = rest.strip_prefix('?').unwrap_or(rest).trim_start_matches(['*', '_', ' ']);
    let (notes, behind) = parenthesis(rest);
    if !notes.is_empty() {
        return split(notes).into_iter().any(is_note) || behind.starts_with(':');
    }
    // `run - do this` may be a sentence in capitals.
    let is_emphasized = bare.len() < text.len();
    let dashes = ["- ", "\u{2013} ", "\u{2014} "];
    let is_small = bare.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    rest.starts_with(':')
        || (is_emphasized || is_small) && dashes.iter().any(|dash| rest.starts_with(dash))
}

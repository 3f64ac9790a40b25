//! Verifies that a rewritten reader is unchanged apart from the insertions, by parsing both texts.

use serde_json::Value;

use super::Language;
use super::mention::VARIABLE;
use crate::edit::{CONSUMER, CONSUMER_TEXT, Edit, apply};
use crate::proof;
use crate::syntax::{self, At, Kind, Tree};

/// Returns the error of these changes of a reader, if there is one.
///
/// # Errors
/// A text that parses differently, or no longer.
pub fn proved(text: &str, language: Language, edits: &[Edit]) -> Result<(), String> {
    match language {
        Language::Shell => shell(text, edits),
        Language::Yaml => yaml(text, edits),
        Language::Docker
        | Language::Markdown
        | Language::Make
        | Language::Cron
        | Language::Unit
        | Language::Code
        | Language::Settings => Ok(()),
    }
}

fn is_mark(edit: &Edit) -> bool {
    edit.len == 0 && edit.text.starts_with(VARIABLE)
}

fn shell(text: &str, edits: &[Edit]) -> Result<(), String> {
    // A text that did not parse before was examined in parts, and bash itself checks the whole.
    let Ok(before) = syntax::parse(text.as_bytes()) else { return Ok(()) };
    let after = |edits: &[Edit]| {
        let changed = apply(text.as_bytes(), edits);
        syntax::parse(&changed)
            .map_err(|bad| format!("the changed text can't be parsed: {}", bad.what))
    };
    let mut marks: Vec<Edit> = edits.iter().filter(|edit| is_mark(edit)).cloned().collect();
    marks.sort_by_key(|edit| edit.at);
    for mark in &mut marks {
        mark.pattern = if begins(&before, mark.at) { CONSUMER } else { CONSUMER_TEXT }.into();
    }
    if proof::differs(&before, &after(&marks)?, &marks).is_some() {
        return Err("with the assignment it reads as something else".to_owned());
    }
    after(edits).map(|_| ())
}

/// Whether a simple command begins here.
fn begins(tree: &Tree, at: usize) -> bool {
    let here = |node: &At<'_>| node.kind() == Kind::Simple && node.start() == at;
    tree.all().any(|node| here(&node))
}

fn yaml(text: &str, edits: &[Edit]) -> Result<(), String> {
    let changed = apply(text.as_bytes(), edits);
    let read = |bytes: &[u8]| contract::Document::yaml("reader", bytes);
    let before = read(text.as_bytes()).map_err(|_| "the YAML can't be read".to_owned())?;
    let after = read(&changed).map_err(|_| "the changed YAML can't be read".to_owned())?;
    let exact = edits.iter().all(is_mark);
    let mut marks = 0;
    let same = alike(before.value(), after.value(), exact, &mut marks);
    let all = edits.iter().filter(|edit| is_mark(edit)).count();
    if same && marks == all {
        Ok(())
    } else {
        Err("with the assignment the YAML holds something else".to_owned())
    }
}

/// Whether one document is the other one apart from assignments in its texts.
fn alike(before: &Value, after: &Value, exact: bool, marks: &mut usize) -> bool {
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b)
                    .all(|((ka, va), (kb, vb))| ka == kb && alike(va, vb, exact, marks))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b, exact, marks))
        }
        (Value::String(a), Value::String(b)) => {
            let (own, other) = (without(a), without(b));
            *marks += other.1.saturating_sub(own.1);
            own.0 == other.0 || !exact && other.1 > own.1
        }
        (a, b) => contract::value::equal(a, b),
    }
}

/// A text without the assignments in it, and their number.
fn without(text: &str) -> (String, usize) {
    let (mut out, mut count) = (text.to_owned(), 0);
    for value in ["text", "json"] {
        let mark = format!("{VARIABLE}={value} ");
        count += out.matches(&mark).count();
        out = out.replace(&mark, "");
    }
    (out, count)
}

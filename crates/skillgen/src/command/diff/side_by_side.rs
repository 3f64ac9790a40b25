//! Both versions of a schema side by side for `--format html`: changed words marked, each finding at
//! its line, long runs of equal lines folded.

use schema_diff::Change;

use super::pair::{Pair, schema};
use crate::render::page::escape as html;
use crate::render::side_by_side::{self, Marks, Side};
use contract::{Contract, Document};

/// Longer lines are minified: such a document is formatted again.
const LONGEST: usize = 400;

/// A table for each pair of documents with schemas.
pub(super) fn render(out: &mut String, pair: &Pair, prefix: &str) {
    let mut shown: Vec<(String, String)> = Vec::new();
    let whole = (&pair.old.document, &pair.new.document);
    for (a, b) in documents(pair).into_iter().chain([whole]) {
        let labels = (a.label().to_owned(), b.label().to_owned());
        let known = |(x, y): &(String, String)| *x == labels.0 || *y == labels.1;
        if shown.iter().any(known) {
            continue;
        }
        shown.push(labels);
        let (a, b) = (legible(a), legible(b));
        let side = |(document, heading): &(Document, String), old| Side {
            text: document.text().to_owned(),
            heading: heading.clone(),
            marks: marks(pair, document, old, prefix),
        };
        side_by_side::table(out, &side(&a, true), &side(&b, false));
    }
}

/// The documents of the schemas, by role and tool, if both versions have one.
fn documents(pair: &Pair) -> Vec<(&Document, &Document)> {
    let (old, new) = (&pair.old, &pair.new);
    let mut pairs = Vec::new();
    let roots = old.plain.iter().zip(&new.plain);
    let roles = old.schemas.iter().filter_map(|(role, a)| Some((a, new.schemas.get(role)?)));
    let tools = old.tools.iter().filter_map(|(name, a)| Some((a, new.tools.get(name)?)));
    let tools = tools.flat_map(|(a, b)| {
        a.schemas.iter().filter_map(|(role, x)| Some((x, b.schemas.get(role)?)))
    });
    for (a, b) in roots.chain(roles).chain(tools) {
        pairs.push((a.document(a.root()), b.document(b.root())));
    }
    pairs
}

/// The document with readable lines, and its heading; pointers still find their places.
fn legible(document: &Document) -> (Document, String) {
    let head = html(document.label());
    let text = document.text();
    let long = text.is_empty() || text.lines().any(|line| line.chars().count() > LONGEST);
    if !long {
        return (document.clone(), head);
    }
    let laid_out = crate::render::json::text(document.value());
    match Document::json(document.label(), laid_out.as_bytes()) {
        Ok(laid_out) => (laid_out, head + " <small>(laid out anew)</small>"),
        Err(_) => (document.clone(), head),
    }
}

fn marks(pair: &Pair, document: &Document, old: bool, prefix: &str) -> Marks {
    let mut marks = Marks::new();
    let contract: &Contract = if old { &pair.old } else { &pair.new };
    for (index, change) in pair.report.changes.iter().enumerate() {
        let at = if old { &change.old_path } else { &change.new_path };
        let Some(at) = at else { continue };
        let home = schema(contract, change).map_or(&contract.document, |s| s.document(s.root()));
        if home.label() != document.label() {
            continue;
        }
        let mark = format!(
            " <a class=\"mark {0}\" href=\"#{prefix}{3}\" title=\"{2}\">{0} {1}</a>",
            change.level,
            html(change.rule.as_str()),
            html(&title(change)),
            pair.shown_under(index),
        );
        marks.entry(document.locate(at).line as usize).or_default().push_str(&mark);
    }
    marks
}

/// A finding on one line, for a tooltip.
fn title(change: &Change) -> String {
    change.message.replace('`', "")
}

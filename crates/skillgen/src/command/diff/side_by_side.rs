//! Both versions of a schema side by side for the page of `--format html`: changed words marked, each
//! finding named on its line, long runs of equal lines folded.

use std::collections::BTreeMap;

use contract::{Contract, Document};
use similar::{ChangeTag, DiffTag, TextDiff};

use super::html::{html, title};
use super::pair::{Pair, schema};

/// Lines longer than this were written for programs: such a document is laid out anew.
const LONGEST: usize = 400;
/// Equal lines shown around a change; more are folded away.
const AROUND: usize = 4;

/// The marks of the findings by line, as links to them.
type Marks = BTreeMap<usize, String>;

/// A table for every pair of documents that the schemas stand in.
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
        let marks = (marks(pair, &a.0, true, prefix), marks(pair, &b.0, false, prefix));
        table(out, &a, &b, &marks);
    }
}

/// The documents of the schemas, role by role and tool by tool, where both versions have one.
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

/// The document with lines that a reader can take in, and its heading; pointers are found as before.
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
            html(&change.rule),
            html(&title(change)),
            pair.shown_under(index),
        );
        marks.entry(document.locate(at).line as usize).or_default().push_str(&mark);
    }
    marks
}

/// A line as HTML, with its number from 1.
type Line = (usize, String);

struct Table<'o> {
    out: &'o mut String,
    marks: &'o (Marks, Marks),
}

type Headed = (Document, String);

fn table(out: &mut String, (old, left): &Headed, (new, right): &Headed, marks: &(Marks, Marks)) {
    out.push_str(&format!(
        "<div class=\"scroll\"><table class=\"code\"><colgroup><col class=\"n\"><col><col class=\"n\"><col></colgroup>\n\
         <thead><tr><th colspan=\"2\">{left}</th><th colspan=\"2\">{right}</th></tr></thead>\n<tbody>\n"
    ));
    let diff = TextDiff::from_lines(old.text(), new.text());
    let (ops, mut table) = (diff.ops(), Table { out, marks });
    for (index, op) in ops.iter().enumerate() {
        if op.tag() != DiffTag::Equal {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for change in diff.iter_inline_changes(op) {
                let mut line = String::new();
                for (marked, text) in change.iter_strings_lossy() {
                    let text = html(text.trim_end_matches(['\n', '\r']));
                    let whole = marked && !text.is_empty();
                    line.push_str(&if whole { format!("<mark>{text}</mark>") } else { text });
                }
                match change.tag() {
                    ChangeTag::Delete => left.push((change.old_index().unwrap_or(0) + 1, line)),
                    _ => right.push((change.new_index().unwrap_or(0) + 1, line)),
                }
            }
            table.changed(&left, &right);
            continue;
        }
        let lines: Vec<(Line, Line)> = diff
            .iter_changes(op)
            .map(|change| {
                let line = html(change.value().trim_end_matches(['\n', '\r']));
                let number = |at: Option<usize>| at.unwrap_or(0) + 1;
                ((number(change.old_index()), line.clone()), (number(change.new_index()), line))
            })
            .collect();
        table.equal(&lines, index == 0, index + 1 == ops.len());
    }
    out.push_str("</tbody></table></div>\n");
}

impl Table<'_> {
    fn changed(&mut self, left: &[Line], right: &[Line]) {
        for i in 0..left.len().max(right.len()) {
            self.row(left.get(i), right.get(i), true);
        }
    }

    /// Lines that are the same: what is far from any change and any finding is folded.
    fn equal(&mut self, lines: &[(Line, Line)], first: bool, last: bool) {
        let head = if first { 0 } else { AROUND };
        let tail = if last { 0 } else { AROUND };
        let marked = |(a, b): &(Line, Line)| {
            self.marks.0.contains_key(&a.0) || self.marks.1.contains_key(&b.0)
        };
        let near = |at: usize| {
            let around = at.saturating_sub(AROUND)..(at + AROUND + 1).min(lines.len());
            at < head || at + tail >= lines.len() || lines[around].iter().any(marked)
        };
        let shown: Vec<bool> = (0..lines.len()).map(near).collect();
        let mut at = 0;
        while at < lines.len() {
            let end = (at..lines.len()).find(|i| shown[*i] != shown[at]).unwrap_or(lines.len());
            let folded = !shown[at] && end - at > 2;
            if folded {
                self.out.push_str(&format!(
                    "</tbody><tbody class=\"fold\"><tr><td colspan=\"4\"><label><input type=\"checkbox\"> {} equal lines</label></td></tr></tbody><tbody>\n",
                    end - at
                ));
            }
            for (a, b) in &lines[at..end] {
                self.row(Some(a), Some(b), false);
            }
            if folded {
                self.out.push_str("</tbody><tbody>\n");
            }
            at = end;
        }
    }

    fn row(&mut self, left: Option<&Line>, right: Option<&Line>, changed: bool) {
        let cell = |side: Option<&Line>, class: &str, marks: &Marks| match side {
            Some((n, line)) => {
                let class = if changed { format!(" class=\"{class}\"") } else { String::new() };
                let mark = marks.get(n).map(String::as_str).unwrap_or_default();
                format!("<td class=\"n\">{n}</td><td{class}>{line}{mark}</td>")
            }
            None => "<td class=\"n\"></td><td class=\"none\"></td>".to_owned(),
        };
        let (old, new) = (cell(left, "del", &self.marks.0), cell(right, "add", &self.marks.1));
        self.out.push_str(&format!("<tr>{old}{new}</tr>\n"));
    }
}

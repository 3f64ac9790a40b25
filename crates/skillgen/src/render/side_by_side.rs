//! Two versions of a text side by side in a page: changed words marked, remarks at their lines, long runs of equal
//! lines folded.

use std::collections::BTreeMap;

use similar::{ChangeTag, DiffTag, TextDiff};

use super::page::escape;

/// The number of equal lines shown around a change.
const AROUND: usize = 4;

/// Remarks after lines, as HTML, by line number from 1.
pub(crate) type Marks = BTreeMap<usize, String>;

/// One of the versions.
pub(crate) struct Side {
    /// The text.
    pub(crate) text: String,
    /// The heading, as HTML.
    pub(crate) heading: String,
    /// The remarks.
    pub(crate) marks: Marks,
}

/// A line as HTML, with its number from 1.
type Line = (usize, String);

struct Table<'o> {
    out: &'o mut String,
    old: &'o Marks,
    new: &'o Marks,
}

/// Writes the table of two versions.
pub(crate) fn table(out: &mut String, old: &Side, new: &Side) {
    let (left, right) = (&old.heading, &new.heading);
    out.push_str(&format!(
        "<div class=\"scroll\"><table class=\"code\"><colgroup><col class=\"n\"><col><col class=\"n\"><col></colgroup>\n\
         <thead><tr><th colspan=\"2\">{left}</th><th colspan=\"2\">{right}</th></tr></thead>\n<tbody>\n"
    ));
    let diff = TextDiff::from_lines(&old.text, &new.text);
    let (ops, mut table) = (diff.ops(), Table { out, old: &old.marks, new: &new.marks });
    for (index, op) in ops.iter().enumerate() {
        if op.tag() != DiffTag::Equal {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for change in diff.iter_inline_changes(op) {
                let mut line = String::new();
                for (marked, text) in change.iter_strings_lossy() {
                    let text = escape(text.trim_end_matches(['\n', '\r']));
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
                let line = escape(change.value().trim_end_matches(['\n', '\r']));
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

    /// Equal lines; those far from any change and finding are folded.
    fn equal(&mut self, lines: &[(Line, Line)], first: bool, last: bool) {
        let head = if first { 0 } else { AROUND };
        let tail = if last { 0 } else { AROUND };
        let marked =
            |(a, b): &(Line, Line)| self.old.contains_key(&a.0) || self.new.contains_key(&b.0);
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
        let (old, new) = (cell(left, "del", self.old), cell(right, "add", self.new));
        self.out.push_str(&format!("<tr>{old}{new}</tr>\n"));
    }
}

//! `--format html`: one page that works without a network: both versions side by side, the changed
//! lines marked, findings with their witnesses above.

use contract::Bump;
use contract::text::safe;
use schema_diff::{Change, Side};
use similar::{ChangeTag, TextDiff};

use super::Results;
use super::pair::Pair;

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#8884;--add:#2ea04333;--del:#f8514933;--bad:#cf222e;--warn:#9a6700;--good:#1a7f37}\
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1200px;padding:1.5rem}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid var(--line)}\
code,pre,table.code{font-family:ui-monospace,monospace;font-size:13px}\
pre{background:#8881;padding:.5rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}\
article{border:1px solid var(--line);border-left:4px solid var(--line);border-radius:4px;padding:.5rem 1rem;margin:.8rem 0}\
article.major{border-left-color:var(--bad)}article.minor{border-left-color:var(--warn)}article.patch{border-left-color:var(--good)}\
article.ignored{opacity:.6}b.major{color:var(--bad)}b.minor{color:var(--warn)}b.patch{color:var(--good)}\
small{opacity:.75}p{margin:.3rem 0}\
div.scroll{overflow-x:auto}table.code{border-collapse:collapse;width:100%;table-layout:fixed}\
table.code td{vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere;padding:0 .4rem}\
table.code td.n{width:3.2em;text-align:right;opacity:.5;user-select:none}\
td.add{background:var(--add)}td.del{background:var(--del)}";

pub(super) fn render(results: &Results) -> String {
    let title = match results {
        Results::One(pair) => format!("{} → {}", pair.old_label(), pair.new_label()),
        Results::Many(repository) => format!("Contracts against {}", repository.revision),
    };
    let bump = match results {
        Results::One(pair) => pair.report.required_bump(),
        Results::Many(repository) => repository.required_bump(),
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{0}</title><style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n\
         <p>Required version step: <b class=\"{bump}\">{bump}</b></p>\n",
        html(&title)
    );
    match results {
        Results::One(pair) => of_pair(&mut out, pair),
        Results::Many(repository) => {
            for (path, state, pair) in repository.contracts() {
                let changed =
                    pair.is_some_and(|p| !p.report.changes.is_empty() || !p.failures.is_empty());
                if changed || state.is_news() {
                    let state = html(&state.told());
                    out.push_str(&format!("<h2>{} <small>{state}</small></h2>\n", html(path)));
                }
                if let Some(pair) = pair.filter(|_| changed) {
                    of_pair(&mut out, pair);
                }
            }
            for (path, reason) in &repository.skipped {
                out.push_str(&format!("<p>not read: {}: {}</p>\n", html(path), html(reason)));
            }
            for failure in &repository.failures {
                out.push_str(&format!(
                    "<p><b class=\"major\">refused:</b> {}</p>\n",
                    html(failure)
                ));
            }
        }
    }
    out.push_str("</body></html>\n");
    out
}

fn of_pair(out: &mut String, pair: &Pair) {
    for failure in &pair.failures {
        out.push_str(&format!("<p><b class=\"major\">refused:</b> {}</p>\n", html(failure)));
    }
    if pair.report.changes.is_empty() {
        out.push_str("<p>No changes.</p>\n");
    }
    for change in &pair.report.changes {
        finding(out, pair, change);
    }
    side_by_side(out, pair);
}

fn finding(out: &mut String, pair: &Pair, change: &Change) {
    let (file, at, pointer) = pair.site(change);
    let ignored = if change.ignored.is_some() { " ignored" } else { "" };
    out.push_str(&format!(
        "<article class=\"{0}{ignored}\"><p><b class=\"{0}\">{0}</b> <b>{1}</b> <small>{2}, {3}</small></p><p>{4}</p><p><small>{5}</small></p>",
        change.level,
        html(&change.rule),
        html(&change.role),
        change.proof.as_str(),
        html(&change.message),
        html(&format!("{file}:{at} {pointer}")),
    ));
    if let Some(witness) = &change.witness {
        let (yes, no) =
            if witness.accepted_by == Side::Old { ("old", "new") } else { ("new", "old") };
        let text = crate::render::json::text(&witness.document);
        out.push_str(&format!(
            "<p><small>The {yes} version accepts this document, the {no} one refuses it:</small></p><pre>{}</pre>",
            html(text.trim_end())
        ));
    }
    for note in change.note.iter().chain(&change.ignored) {
        out.push_str(&format!("<p><small>{}</small></p>", html(note)));
    }
    if change.level > Bump::Patch {
        out.push_str(&format!("<p>Instead: {}</p>", html(&change.instead)));
    }
    out.push_str("</article>\n");
}

/// Lines with their numbers from 0.
type Lines = Vec<(usize, String)>;

fn side_by_side(out: &mut String, pair: &Pair) {
    let text = |contract: &contract::Contract| {
        let schema = contract.plain.as_ref().or_else(|| contract.schemas.values().next());
        let document = schema.map_or(&contract.document, |s| s.document(s.root()));
        let own = document.text();
        if own.is_empty() { crate::render::json::text(document.value()) } else { own.to_owned() }
    };
    let (old, new) = (text(&pair.old), text(&pair.new));
    out.push_str("<div class=\"scroll\"><table class=\"code\">\n");
    let diff = TextDiff::from_lines(&old, &new);
    let (mut left, mut right): (Lines, Lines) = Default::default();
    for change in diff.iter_all_changes() {
        let line = change.value().trim_end_matches(['\n', '\r']).to_owned();
        match change.tag() {
            ChangeTag::Delete => left.push((change.old_index().unwrap_or(0), line)),
            ChangeTag::Insert => right.push((change.new_index().unwrap_or(0), line)),
            ChangeTag::Equal => {
                rows(out, &mut left, &mut right);
                let (a, b) = (change.old_index().unwrap_or(0), change.new_index().unwrap_or(0));
                let line = html(&line);
                out.push_str(&format!(
                    "<tr><td class=\"n\">{}</td><td>{line}</td><td class=\"n\">{}</td><td>{line}</td></tr>\n",
                    a + 1,
                    b + 1
                ));
            }
        }
    }
    rows(out, &mut left, &mut right);
    out.push_str("</table></div>\n");
}

fn rows(out: &mut String, left: &mut Lines, right: &mut Lines) {
    for i in 0..left.len().max(right.len()) {
        let cell = |side: Option<&(usize, String)>, class: &str| match side {
            Some((n, line)) => {
                format!("<td class=\"n\">{}</td><td class=\"{class}\">{}</td>", n + 1, html(line))
            }
            None => "<td class=\"n\"></td><td></td>".to_owned(),
        };
        out.push_str(&format!(
            "<tr>{}{}</tr>\n",
            cell(left.get(i), "del"),
            cell(right.get(i), "add")
        ));
    }
    left.clear();
    right.clear();
}

fn html(text: &str) -> String {
    safe(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

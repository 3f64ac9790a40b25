//! `--format html`: one page that works without a network: the summary, a table of contents and filters,
//! each change with its witness, and both versions side by side with the changed lines marked.

mod filter;

use contract::Bump;
use schema_diff::{Change, Entry, Migration};
use serde_json::Value;

use super::against::Repository;
use super::gate_verdict::GateVerdict;
use super::pair::Pair;
use super::relation_words;
use super::selection::{Selection, TOP};
use super::text_change::{Tag, TextChange};
use super::words::{self, ChangeText};
use super::{Results, side_by_side};
use crate::render::page;
pub(super) use crate::render::page::escape as html;
use crate::render::page::prose;

/// The style that the page adds to the common one.
const STYLE: &str = "\
article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 1.5rem;border:1px solid var(--line);border-left:4px solid var(--line);border-radius:4px;padding:.6rem 1rem;margin:.6rem 0;scroll-margin:1rem}\
article:target{outline:2px solid var(--warn)}article>p:only-child,article>div:only-child{grid-column:1/3}\
article.major{border-left-color:var(--bad)}article.minor{border-left-color:var(--warn)}article.patch{border-left-color:var(--good)}\
article.ignored{opacity:.6}\
ins{background:var(--add);text-decoration:none}del{background:var(--del)}fieldset{border:1px solid var(--line);border-radius:4px;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem}nav ul{columns:18rem}\
@media(max-width:50rem){article{display:block}}";

pub(super) fn render(results: &Results, selection: &Selection) -> String {
    let title = match results {
        Results::One(pair) => format!("{} → {}", pair.old_label(), pair.new_label()),
        Results::Many(repository) => format!("Contracts against {}", repository.revision),
        Results::Nothing(_) => "Nothing was compared".to_owned(),
    };
    let bump = match results {
        Results::One(pair) => pair.report.required_bump(),
        Results::Many(repository) => repository.required_bump(),
        Results::Nothing(_) => Bump::Major,
    };
    let mut out = page::begin(&title, &format!("{STYLE}{}", filter::style(results)));
    let (level, headline) = (results.gate_verdict().level(), html(&results.in_short()));
    out.push_str(&format!("<p><b class=\"{level}\">{headline}</b></p>\n"));
    out.push_str(&format!("<p>Required version step: <b class=\"{bump}\">{bump}</b></p>\n"));
    for one in results.uncompared() {
        let why = one.change.ignored.as_ref();
        out.push_str(&format!(
            "<article class=\"{0}{4}\"><div><p><b class=\"{0}\">{0}</b> <b>{1}</b> {2}</p><p><small>{3}{5}</small></p></div></article>\n",
            one.change.level,
            html(one.change.rule.as_str()),
            prose(&one.change.message),
            html(&one.place()),
            if one.is_open() { "" } else { " ignored" },
            why.map(|why| format!("; ignored: {}", html(why))).unwrap_or_default(),
        ));
    }
    filter::controls(&mut out, results);
    match results {
        Results::One(pair) => of_pair(&mut out, pair, selection, "f"),
        Results::Many(repository) => {
            of_repository(&mut out, repository, selection, results.gate_verdict());
        }
        Results::Nothing(_) => {}
    }
    out.push_str(page::END);
    out
}

fn of_repository(
    out: &mut String,
    repository: &Repository,
    selection: &Selection,
    verdict: GateVerdict,
) {
    for failure in repository.failures_by_reason() {
        out.push_str(&reason(GateVerdict::Refused, &failure));
    }
    for passed in repository.passed() {
        out.push_str(&reason(verdict, &passed));
    }
    let totals = words::totals_of_all(&repository.pairs, &repository.changes);
    out.push_str(&totals.map(|totals| format!("<p>{}</p>\n", html(&totals))).unwrap_or_default());
    for (index, (path, _, pair)) in repository.contracts().into_iter().enumerate() {
        let pair = pair.filter(|p| !p.report.changes.is_empty() || !p.failures.is_empty());
        let of_whole_file = repository.file_change(path);
        if pair.is_some() || of_whole_file.is_some() {
            out.push_str(&format!("<h2>{}</h2>\n", html(path)));
        }
        if let Some(change) = of_whole_file {
            of_file(out, change);
        }
        if let Some(pair) = pair {
            of_pair(out, pair, selection, &format!("f{index}-"));
        }
    }
}

/// The change of a whole file, with advice.
fn of_file(out: &mut String, change: &Change) {
    let (message, rule, level) = (prose(&change.message), html(change.rule.as_str()), change.level);
    let (class, below) = match &change.ignored {
        Some(why) => (" ignored", format!("<p><small>ignored: {}</small></p>", html(why))),
        None if level == Bump::Major => ("", format!("<p>Instead: {}</p>", prose(&change.instead))),
        None => ("", String::new()),
    };
    out.push_str(&format!(
        "<article class=\"{level}{class}\"><div><p><b class=\"{level}\">{level}</b> <b>{rule}</b> {message}</p>{below}</div></article>\n"
    ));
}

fn reason(verdict: GateVerdict, why: &str) -> String {
    let (level, word) = (verdict.level(), verdict.word());
    format!("<p><b class=\"{level}\">{word}:</b> {}</p>\n", html(why))
}

/// Why the gate of a pair decides so.
fn reasons(out: &mut String, pair: &Pair) {
    for failure in &pair.failures {
        out.push_str(&reason(GateVerdict::Refused, failure));
    }
    let has_changes = pair.report.required_bump() > Bump::None || pair.open_findings() > 0;
    if pair.failures.is_empty() && has_changes {
        out.push_str(&reason(GateVerdict::of_pair(pair), &pair.passed()));
    }
}

fn of_pair(out: &mut String, pair: &Pair, selection: &Selection, prefix: &str) {
    if !pair.is_decided_by_versions() {
        reasons(out, pair);
    }
    summary(out, pair, selection, prefix);
    if selection.summary {
        return;
    }
    for (at, (group, entries)) in selection.groups(pair).into_iter().enumerate() {
        let title = html(title_of(&group.title));
        out.push_str(&format!("<section><h3 id=\"{prefix}g{at}\">{title}</h3>\n"));
        for entry in entries {
            finding(out, pair, &pair.digest.entries[entry], prefix);
        }
        out.push_str("</section>\n");
    }
    if let Some(left) = selection.left_out(pair) {
        out.push_str(&format!("<p>{}</p>\n", html(&left)));
    }
    for (index, change) in pair.report.changes.iter().enumerate() {
        if let Some(reason) = &change.ignored {
            out.push_str(&format!(
                "<article class=\"{} ignored\" id=\"{prefix}{index}\"><div><p><b>{}</b> {}</p>\
                 <p><small>ignored: {}</small></p></div></article>\n",
                change.level,
                html(change.rule.as_str()),
                prose(&change.message),
                html(reason)
            ));
        }
    }
    for (tool, plan) in pair.report.migrations() {
        migration(out, tool, plan);
    }
    side_by_side::render(out, pair, prefix);
}

fn title_of(title: &str) -> &str {
    if title.is_empty() { "The schema" } else { title }
}

/// The verdict, the counts, what is undecided, the most important changes, and links to the rest.
fn summary(out: &mut String, pair: &Pair, selection: &Selection, prefix: &str) {
    let totals = words::totals(pair).unwrap_or_else(|| "No changes.".to_owned());
    out.push_str(&format!(
        "<p><b>{}</b></p>\n<p>{}</p>\n",
        html(&words::verdict(pair)),
        html(&totals)
    ));
    facts(out, pair);
    let open = pair.undecided();
    if !open.is_empty() {
        out.push_str("<h3>Not decided</h3>\n<ul>");
        for line in &open {
            out.push_str(&format!("<li>{}</li>", prose(line)));
        }
        out.push_str("</ul>\n");
    }
    let shown = selection.of(pair);
    if shown.len() > TOP || selection.summary {
        out.push_str("<h3>What matters most</h3>\n<ol>");
        for line in selection.top_lines(pair) {
            out.push_str(&format!(
                "<li><b class=\"{0}\">{0}</b> <a href=\"#{prefix}{1}\">{2}</a></li>",
                line.level,
                line.main,
                prose(&line.text),
            ));
        }
        out.push_str("</ol>\n");
    }
    let groups = selection.groups(pair);
    if groups.len() > 1 && !selection.summary {
        out.push_str("<nav><details><summary>Contents</summary><ul>");
        for (at, (group, entries)) in groups.iter().enumerate() {
            out.push_str(&format!(
                "<li><a href=\"#{prefix}g{at}\">{}</a> <small>{}</small></li>",
                html(title_of(&group.title)),
                relation_words::plural(entries.len(), "change"),
            ));
        }
        out.push_str("</ul></details></nav>\n");
    }
}

/// The statements about the whole: versions, and both directions by role.
fn facts(out: &mut String, pair: &Pair) {
    out.push_str("<table class=\"facts\">\n");
    if let Some(d) = &pair.declared {
        let next = d.next_version.as_ref().map(|v| format!("; needed: {v} or later"));
        let told = format!("{} → {}{}", d.old, d.new, next.unwrap_or_default());
        out.push_str(&format!(
            "<tr><th>declared</th><td colspan=\"2\">{}</td></tr>\n",
            html(&told)
        ));
    }
    for (role, rows) in pair.rows_by_role() {
        let counts = pair.digest.counts.get(&role).into_iter().flatten().rev();
        let counts = counts.map(|(level, count)| {
            format!("<b class=\"{level}\">{count} {}</b>", words::level_word(*level))
        });
        let relation =
            if rows.is_empty() { String::new() } else { relation_words::relations(&rows) };
        out.push_str(&format!(
            "<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n",
            role,
            counts.collect::<Vec<_>>().join(", "),
            prose(&relation),
        ));
    }
    out.push_str("</table>\n");
}

/// How old inputs can be migrated.
fn migration(out: &mut String, tool: Option<&str>, plan: &Migration) {
    let whose = tool.map(|tool| format!(" of {}", html(tool))).unwrap_or_default();
    out.push_str(&format!("<article><div><p><b>Old inputs{whose} can be migrated</b></p><ul>"));
    for step in &plan.steps {
        let what =
            format!("<code>{}</code> {}", html(&step.pointer()), html(&super::text::step(step)));
        out.push_str(&format!("<li>{what}</li>"));
    }
    out.push_str("</ul><p><small>");
    out.push_str(&match &plan.fails {
        None => format!("Tried on {} old inputs: all are accepted.", plan.tried),
        Some(left) => {
            format!("Not all: <code>{}</code> is still rejected.", html(&left.to_string()))
        }
    });
    out.push_str("</small></p></div>");
    if let Some((before, after)) = &plan.example {
        let (before, after) = (pretty(before), pretty(after));
        out.push_str(&format!(
            "<div><p><small>This input</small></p>{before}<p><small>becomes</small></p>{after}</div>"
        ));
    }
    out.push_str("</article>\n");
}

fn finding(out: &mut String, pair: &Pair, entry: &Entry, prefix: &str) {
    let text = ChangeText::new(pair, entry);
    let change = &pair.report.changes[entry.main];
    let (_, _, pointer) = pair.origin(change);
    let roles: Vec<String> = entry.levels.keys().map(|role| format!("role-{role}")).collect();
    out.push_str(&format!(
        "<div class=\"{6}\"><article class=\"{0}\" id=\"{prefix}{1}\"><div><p><b class=\"{0}\">{0}</b> <b>{2}</b> <small>{3}, {4}</small></p><p>{5}</p>",
        text.level,
        entry.main,
        html(text.rule.as_str()),
        html(&text.roles),
        change.proof.as_str(),
        prose(&text.message),
        roles.join(" "),
    ));
    if let Some(change) = &text.texts {
        out.push_str(&format!("<p>{}</p>", texts(change)));
    }
    out.push_str(&format!("<p><small>{} {}</small></p>", html(&text.site), html(pointer.as_str())));
    if let Some(used_by) = &text.used_by {
        out.push_str(&format!("<p><small>{}</small></p>", html(used_by)));
    }
    if let Some(places) = &text.also_in {
        out.push_str(&format!("<p><small>also in {}</small></p>", prose(places)));
    }
    if let Some(reason) = &text.reason {
        out.push_str(&format!("<p><small>{}</small></p>", prose(reason)));
    }
    if let Some(advice) = &text.advice {
        out.push_str(&format!("<p>Instead: {}</p>", prose(advice)));
    }
    out.push_str("</div>");
    if let (Some(witness), Some((_, sentence))) = (&change.witness, &text.witness) {
        let document = pretty(&witness.document);
        out.push_str(&format!(
            "<div><p><small>This document {sentence}:</small></p>{document}</div>"
        ));
    }
    out.push_str("</article></div>\n");
}

/// A word diff of a description.
fn texts(change: &TextChange) -> String {
    change.written(|tag, text| match tag {
        Tag::Kept => html(text),
        Tag::Removed => format!("<del>{}</del>", html(text)),
        Tag::Added => format!("<ins>{}</ins>", html(text)),
    })
}

fn pretty(document: &Value) -> String {
    format!("<pre>{}</pre>", html(crate::render::json::text(document).trim_end()))
}

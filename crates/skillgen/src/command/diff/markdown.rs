//! `--format markdown`: for a comment on a pull request. What decides the release is visible, the rest is
//! folded. A comment may have 65,536 characters; a longer report is shortened, the least important changes
//! first, and says so.

use contract::Bump;
use schema_diff::{Change, Migration, short};

use super::Results;
use super::against::Repository;
use super::gate_verdict::GateVerdict;
use super::inline::{code, plain, texts};
use super::pair::Pair;
use super::relation_words::{self, plural};
use super::selection::{Selection, TOP};
use super::uncompared::{RULE, Uncompared};
use super::words::{self, ChangeText, SaidOfRules};
use crate::render::markdown::in_html;

/// GitHub's limit is 65,536 characters, and a bot adds its own text.
const MAX_CHARACTERS: usize = 60_000;
/// With few changes, nothing is folded.
const FEW: usize = 10;

/// How much is written: the most important changes in full, the next ones on one line each, and the
/// others omitted.
#[derive(Clone, Copy, Debug)]
struct Length {
    whole: usize,
    lines: usize,
}

pub(super) fn render(results: &Results, selection: &Selection) -> String {
    let most = results.pairs().iter().map(|p| p.digest.entries.len()).max().unwrap_or(0);
    let fits = |length: Length| {
        let text = page(results, selection, length);
        (text.chars().count() < MAX_CHARACTERS).then_some(text)
    };
    let whole = Length { whole: most, lines: most };
    if let Some(text) = fits(whole) {
        return text;
    }
    if let Some(text) = longest(most, |whole| fits(Length { whole, lines: most })) {
        return text;
    }
    let cut = longest(most, |lines| fits(Length { whole: 0, lines }));
    // Many contracts with only their headings.
    cut.unwrap_or_else(|| {
        let text = page(
            results,
            &Selection { summary: true, ..*selection },
            Length { whole: 0, lines: 0 },
        );
        text.chars().take(MAX_CHARACTERS).collect()
    })
}

/// The longest text with a number below `most` that fits.
fn longest(most: usize, fits: impl Fn(usize) -> Option<String>) -> Option<String> {
    let mut best = fits(0)?;
    let (mut low, mut high) = (0, most);
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        match fits(middle) {
            Some(text) => (best, low) = (text, middle),
            None => high = middle,
        }
    }
    Some(best)
}

fn page(results: &Results, selection: &Selection, length: Length) -> String {
    let mut out = String::new();
    match results {
        Results::One(pair) => {
            out.push_str(&format!("## Contract changes: {}\n\n", plain(&results.headline())));
            gate_of_pair(&mut out, pair, results.gate_verdict());
            of_pair(&mut out, pair, selection, length);
        }
        Results::Many(repository) => {
            out.push_str(&format!("## Contract changes: {}\n\n", plain(&results.headline())));
            let left_out = repository.left_out_in_short();
            let left_out = left_out.map(|text| format!("{}\n\n", plain(&text)));
            out.push_str(&left_out.unwrap_or_default());
            for failure in repository.failures_by_reason() {
                out.push_str(&format!("**Refused:** {}\n\n", plain(&failure)));
            }
            for why in repository.passed() {
                out.push_str(&reason(results.gate_verdict(), &why));
            }
            top_of_all(&mut out, repository, selection);
            uncompared(&mut out, &repository.uncompared);
            for (path, _, pair) in repository.contracts() {
                of_contract(&mut out, (path, pair), repository, selection, length);
            }
        }
        Results::Nothing(unread) => {
            out.push_str("## Contract changes: not compared\n\n");
            uncompared(&mut out, &unread.reasons);
        }
    }
    out
}

/// The most important points of all contracts: removed files, and changes.
fn top_of_all(out: &mut String, repository: &Repository, selection: &Selection) {
    let totals = words::totals_of_all(&repository.pairs, &repository.changes);
    let lines = selection.top_lines_of_all(repository);
    let has_files = selection.top_files(repository).next().is_some();
    if totals.is_none() && !has_files {
        return;
    }
    out.push_str(&totals.map(|totals| format!("{}\n\n", plain(&totals))).unwrap_or_default());
    // The only change of a contract follows directly.
    if !has_files && lines.len() < 2 && !selection.summary {
        return;
    }
    for line in lines {
        let of = line.contract.map(|name| format!(" ({})", code(&name))).unwrap_or_default();
        out.push_str(&format!("- {} {}{of}\n", level(line.level), plain(&line.text)));
    }
    out.push('\n');
}

/// The change of a whole file, with advice.
fn of_file(out: &mut String, change: &Change) {
    if let Some(reason) = &change.ignored {
        let (rule, message) = (code(change.rule.as_str()), plain(&change.message));
        out.push_str(&format!("- ignored: {rule} ({message}): {}\n\n", plain(reason)));
        return;
    }
    let (message, rule) = (plain(&change.message), code(change.rule.as_str()));
    out.push_str(&format!("- {} {message} ({}, {rule})\n", level(change.level), change.role));
    if change.level == Bump::Major {
        out.push_str(&format!("  - instead: {}\n", plain(&change.instead)));
    }
    out.push('\n');
}

fn uncompared(out: &mut String, reasons: &[Uncompared]) {
    for one in reasons {
        let place = one.place();
        let place = if place.is_empty() { String::new() } else { format!("{}: ", code(&place)) };
        if let Some(why) = &one.change.ignored {
            let (message, rule) = (plain(&one.change.message), code(RULE.as_str()));
            out.push_str(&format!("- ignored: {place}{message} ({rule}): {}\n", plain(why)));
            continue;
        }
        out.push_str(&format!(
            "- {} {place}{} ({})\n",
            level(one.change.level),
            plain(&one.change.message),
            code(one.change.rule.as_str())
        ));
    }
    if !reasons.is_empty() {
        out.push('\n');
    }
}

/// One of several contracts. Its heading says how the file changed.
fn of_contract(
    out: &mut String,
    (path, pair): (&str, Option<&Pair>),
    repository: &Repository,
    selection: &Selection,
    length: Length,
) {
    let pair = pair.filter(|p| !p.report.changes.is_empty() || !p.failures.is_empty());
    let of_whole_file = repository.file_change(path);
    if pair.is_none() && of_whole_file.is_none() {
        return;
    }
    if let Some(pair) = pair.filter(|pair| of_whole_file.is_none() && pair.is_shown_elsewhere()) {
        let totals = words::totals(pair).unwrap_or_default();
        let (path, verdict) = (code(path), plain(&words::verdict(pair)));
        out.push_str(&format!("- {path}: {verdict}; {}\n\n", plain(&totals)));
        return;
    }
    let verdict = pair.map(|pair| format!(": {}", plain(&words::verdict(pair))));
    out.push_str(&format!("### {}{}\n\n", code(path), verdict.unwrap_or_default()));
    if let Some(change) = of_whole_file {
        of_file(out, change);
    }
    if let Some(pair) = pair {
        of_pair(out, pair, selection, length);
    }
}

/// The reasons of the gate's decision.
fn gate_of_pair(out: &mut String, pair: &Pair, verdict: GateVerdict) {
    if pair.is_decided_by_versions() {
        return;
    }
    for failure in &pair.failures {
        out.push_str(&format!("**Refused:** {}\n\n", plain(failure)));
    }
    let has_changes = pair.report.required_bump() > Bump::None || pair.open_findings() > 0;
    if pair.failures.is_empty() && has_changes {
        out.push_str(&reason(verdict, &pair.passed()));
    }
}

fn reason(verdict: GateVerdict, why: &str) -> String {
    let word = match verdict {
        GateVerdict::Passed => "Passed",
        GateVerdict::NotChecked => "Not checked",
        GateVerdict::Refused => "**Refused**",
        GateVerdict::NotCompared => "**Not compared**",
    };
    format!("{word}: {}\n\n", plain(why))
}

fn of_pair(out: &mut String, pair: &Pair, selection: &Selection, length: Length) {
    summary(out, pair, selection);
    if selection.summary {
        return;
    }
    let shown = selection.of(pair);
    let mut said = SaidOfRules::default();
    for (group, entries) in selection.groups(pair) {
        let seen: Vec<usize> = entries.iter().copied().filter(|at| *at < length.lines).collect();
        if seen.is_empty() {
            continue;
        }
        let title =
            if group.title.is_empty() { "The schema".to_owned() } else { group.title.clone() };
        let counts = counts(pair, &entries);
        let folded = shown.len() > FEW;
        if folded {
            out.push_str(&format!(
                "<details><summary><b>{}</b>: {counts}</summary>\n\n",
                in_html(&title)
            ));
        } else {
            out.push_str(&format!("#### {}: {counts}\n\n", plain(&title)));
        }
        for at in seen {
            let text = ChangeText::new(pair, &pair.digest.entries[at]);
            let is_whole = at < length.whole;
            one(out, &if is_whole { said.once(text) } else { text.in_one_line() });
        }
        out.push_str(if folded { "\n</details>\n\n" } else { "\n" });
    }
    if let Some(left) = selection.left_out(pair) {
        out.push_str(&format!("{}\n\n", plain(&left)));
    }
    shortened(out, shown.len(), length);
    let ignored: Vec<&Change> =
        pair.report.changes.iter().filter(|c| c.ignored.is_some()).collect();
    for change in ignored {
        out.push_str(&format!(
            "- ignored: {} ({}): {}\n",
            code(change.rule.as_str()),
            plain(&change.message),
            plain(change.ignored.as_deref().unwrap_or_default())
        ));
    }
    for (tool, plan) in pair.report.migrations() {
        migration(out, tool, plan);
    }
    out.push('\n');
}

/// Says what was cut to stay within the limit.
fn shortened(out: &mut String, count: usize, length: Length) {
    let lines = count.min(length.lines).saturating_sub(length.whole);
    let gone = count.saturating_sub(length.lines);
    let mut parts = Vec::new();
    if lines > 0 {
        parts.push(format!("{} shown in one line", plural(lines, "change")));
    }
    if gone > 0 {
        parts.push(format!("{} left out", plural(gone, "change")));
    }
    if !parts.is_empty() {
        out.push_str(&format!(
            "_Shortened to stay below 60,000 characters: {}; `--format json` and `--format html` have all of them._\n\n",
            parts.join(", ")
        ));
    }
}

fn counts(pair: &Pair, entries: &[usize]) -> String {
    let of = |level: Bump| {
        let count = entries.iter().filter(|at| pair.digest.entries[**at].level() == level).count();
        (count > 0).then(|| format!("{count} {}", words::level_word(level)))
    };
    let levels = [Bump::Major, Bump::Minor, Bump::Patch, Bump::None];
    levels.into_iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

fn summary(out: &mut String, pair: &Pair, selection: &Selection) {
    match words::totals(pair) {
        Some(totals) => out.push_str(&format!("{}\n\n", plain(&totals))),
        None => out.push_str("No changes.\n\n"),
    }
    roles(out, pair);
    let open = pair.undecided();
    for line in open.iter().take(TOP) {
        out.push_str(&format!("- {}\n", plain(line)));
    }
    if open.len() > TOP {
        out.push_str(&format!("- {} more not decided\n", open.len() - TOP));
    }
    if !open.is_empty() {
        out.push('\n');
    }
    let shown = selection.of(pair);
    if shown.len() > FEW || (selection.summary && !shown.is_empty()) {
        out.push_str("#### What matters most\n\n");
        for line in selection.top_lines(pair) {
            let also = match line.places {
                1 => String::new(),
                count => format!(" (in {count} places)"),
            };
            out.push_str(&format!("1. {} {}{also}\n", level(line.level), plain(&line.text)));
        }
        out.push('\n');
    }
}

fn roles(out: &mut String, pair: &Pair) {
    let rows = pair.rows_by_role();
    if rows.is_empty() {
        return;
    }
    out.push_str("| role | major | minor | patch | relation |\n|---|--:|--:|--:|---|\n");
    for (role, rows) in rows {
        let counts = pair.digest.counts.get(&role);
        let count = |level| counts.and_then(|c| c.get(&level)).copied().unwrap_or(0);
        let relation =
            if rows.is_empty() { String::new() } else { plain(&relation_words::relations(&rows)) };
        out.push_str(&format!(
            "| {role} | {} | {} | {} | {relation} |\n",
            count(Bump::Major),
            count(Bump::Minor),
            count(Bump::Patch)
        ));
    }
    out.push('\n');
}

fn one(out: &mut String, text: &ChangeText) {
    let roles = plain(&text.roles);
    out.push_str(&format!(
        "- {} {} ({roles}, {}, {})\n",
        level(text.level),
        plain(&text.message),
        code(text.rule.as_str()),
        code(&text.site)
    ));
    let mut line = |line: String| out.push_str(&format!("  - {line}\n"));
    if let Some(used_by) = &text.used_by {
        line(plain(used_by));
    }
    if let Some(places) = &text.also_in {
        line(format!("also in {}", plain(places)));
    }
    if let Some(change) = &text.texts {
        line(texts(change));
    }
    if let Some((document, sentence)) = &text.witness {
        line(format!("{} {sentence}", code(document)));
    }
    if let Some(reason) = &text.reason {
        line(plain(reason));
    }
    if let Some(advice) = &text.advice {
        line(format!("instead: {}", plain(advice)));
    }
}

fn level(level: Bump) -> String {
    if level == Bump::Major { "**major**".to_owned() } else { level.to_string() }
}

/// How old inputs can be migrated.
fn migration(out: &mut String, tool: Option<&str>, plan: &Migration) {
    let whose = tool.map(|tool| format!(" of {}", code(tool))).unwrap_or_default();
    out.push_str(&format!("\nOld inputs{whose} can be migrated:\n\n"));
    for step in &plan.steps {
        let what = super::text::step(step);
        out.push_str(&format!("- {}: {}\n", code(&step.pointer()), plain(&what)));
    }
    if let Some(left) = &plan.fails {
        out.push_str(&format!("- not all: {} is still rejected\n", code(&short(left, 200))));
    }
}

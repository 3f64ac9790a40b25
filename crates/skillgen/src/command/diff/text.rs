//! `--format text`: for a release manager with half a minute. The verdict and the counts come first,
//! then each change once, under its tool or definition.

use contract::Bump;
use contract::text::line;
use schema_diff::{Action, Change, Migration, short};

use super::Results;
use super::against::Repository;
use super::gate_verdict::GateVerdict;
use super::pair::Pair;
use super::relation_words;
use super::selection::{Selection, TOP};
use super::text_change::{Tag, word_diff};
use super::words::{self, ChangeText, SaidOfRules};
use crate::render::style::{BAD, BOLD, DIM, GOOD, WARN, paint};

/// The maximum length of a migrated document; `--format json` has it in full.
const MAX_DOCUMENT: usize = 300;
/// The maximum length of a change and its place on one line.
const MAX_LINE: usize = 90;
/// Lines that a screen shows.
const SCREEN: usize = 50;

pub(super) fn render(results: &Results, selection: &Selection, quiet: bool) -> String {
    let mut out = String::new();
    match results {
        Results::One(pair) => {
            out.push_str(&headline(results));
            of_pair(&mut out, pair, selection, TopList::IsMissing, quiet);
            reasons(&mut out, pair, results.gate_verdict());
        }
        Results::Many(repository) => {
            out.push_str(&headline(results));
            of_repository(&mut out, repository, selection, quiet);
            for failure in repository.failures_by_reason() {
                out.push_str(&reason(GateVerdict::Refused, &failure));
            }
            for passed in repository.passed() {
                out.push_str(&reason(results.gate_verdict(), &passed));
            }
        }
        // The reason is on standard error.
        Results::Nothing(_) => {}
    }
    out
}

/// The first line: the gate's decision.
fn headline(results: &Results) -> String {
    format!("{}\n", styled(results.gate_verdict().level(), &line(&results.headline())))
}

/// Why the gate of a pair decides so, where the first line doesn't say it or is out of sight.
fn reasons(out: &mut String, pair: &Pair, verdict: GateVerdict) {
    if pair.is_decided_by_versions() && out.lines().count() <= SCREEN {
        let written = out.trim_end().len();
        out.truncate(written);
        out.push('\n');
        return;
    }
    for failure in &pair.failures {
        out.push_str(&reason(GateVerdict::Refused, failure));
    }
    let has_changes = pair.report.required_bump() > Bump::None || pair.open_findings() > 0;
    if pair.failures.is_empty() && has_changes {
        out.push_str(&reason(verdict, &pair.passed()));
    }
}

/// One of the last lines: the reason of the gate's decision.
fn reason(verdict: GateVerdict, why: &str) -> String {
    let word = styled(verdict.level(), &format!("{}:", verdict.word()));
    format!("{word} {}\n", line(why))
}

fn of_repository(out: &mut String, repository: &Repository, selection: &Selection, quiet: bool) {
    let totals = words::totals_of_all(&repository.pairs, &repository.changes).filter(|_| !quiet);
    out.push_str(&totals.map(|totals| format!("{totals}\n")).unwrap_or_default());
    out.push('\n');
    let most = if selection.summary { TOP } else { usize::MAX };
    for one in repository.uncompared.iter().take(most) {
        if !one.is_open() {
            let head = paint(DIM, "ignored");
            let rule = one.change.rule.as_str();
            out.push_str(&format!(
                "  {head}  {}  {}\n",
                line(&one.in_one_line()),
                paint(DIM, rule)
            ));
            continue;
        }
        let (head, place) = (level(one.change.level), line(&one.place()));
        out.push_str(&format!("  {head}  {place}: {}", line(&one.change.message)));
        out.push_str(&format!("  {}\n", paint(DIM, one.change.rule.as_str())));
    }
    let more = repository.uncompared.len().saturating_sub(most);
    if more > 0 {
        let what = relation_words::plural(more, "more reason");
        out.push_str(&format!("  {what} why contracts were not compared (--summary)\n"));
    }
    if !repository.uncompared.is_empty() {
        out.push('\n');
    }
    left_out(out, repository, selection, quiet);
    let top = top_of_all(out, repository, selection, quiet);
    // The changes of whole files, then the changes inside of files.
    let fits = |(_, change): &&(String, Change)| change.level >= selection.level;
    let mut of_files: Vec<&(String, Change)> = repository.changes.iter().filter(fits).collect();
    of_files.sort_by_key(|(_, change)| std::cmp::Reverse(change.level));
    let before = out.len();
    for (_, change) in of_files {
        match &change.ignored {
            Some(_) => ignored(out, change),
            None => {
                let (head, rule) = (level(change.level), paint(DIM, change.rule.as_str()));
                out.push_str(&format!("{head}  {}  {rule}\n", line(&change.message)));
            }
        }
    }
    if out.len() > before {
        out.push('\n');
    }
    let is_told = |pair: &&Pair| !pair.report.changes.is_empty() || !pair.failures.is_empty();
    let told: Vec<&Pair> = repository.pairs.iter().filter(is_told).collect();
    for pair in &told {
        of_contract(out, pair, selection, top, quiet);
    }
    if selection.summary && !told.is_empty() {
        out.push('\n');
    }
}

/// One of several contracts: its changes, or one line that others show them.
fn of_contract(out: &mut String, pair: &Pair, selection: &Selection, top: TopList, quiet: bool) {
    let path = paint(BOLD, &line(pair.new_label()));
    let verdict = styled(pair.report.required_bump(), &line(&words::verdict(pair)));
    let tool = words::lone_tool(pair).map(|name| format!(" (tool `{}`)", line(name)));
    out.push_str(&format!("{path}{}: {verdict}", tool.unwrap_or_default()));
    let totals = words::totals(pair).filter(|_| !quiet);
    if selection.summary || pair.is_shown_elsewhere() {
        out.push_str(&totals.map(|totals| format!("; {totals}")).unwrap_or_default());
        out.push_str(if selection.summary { "\n" } else { "\n\n" });
        return;
    }
    out.push('\n');
    of_pair(out, pair, selection, top, quiet);
}

/// Whether a list of what matters most stands above already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TopList {
    IsAbove,
    IsMissing,
}

/// The most important points of all contracts, if there are many.
fn top_of_all(
    out: &mut String,
    repository: &Repository,
    selection: &Selection,
    quiet: bool,
) -> TopList {
    let of_pairs: usize = repository.pairs.iter().map(|pair| selection.of(pair).len()).sum();
    let contracts = repository.pairs.iter().filter(|pair| !selection.of(pair).is_empty()).count();
    let files = selection.listed_files(repository).len();
    let lines = selection.top_lines_of_all(repository);
    let is_short = contracts + files < 2 || of_pairs + files <= TOP;
    if quiet || lines.is_empty() || (is_short && !selection.summary) {
        return TopList::IsMissing;
    }
    out.push_str(&format!("{}\n", paint(BOLD, "What matters most")));
    for line in lines {
        let of = line.contract.map(|name| paint(DIM, &format!(" ({name})"))).unwrap_or_default();
        out.push_str(&format!("  {}  {}{of}\n", level(line.level), line.text));
    }
    out.push('\n');
    TopList::IsAbove
}

/// The files that are not contracts: their number, and with --verbose their names.
fn left_out(out: &mut String, repository: &Repository, selection: &Selection, quiet: bool) {
    let Some(text) = repository.left_out_in_short().filter(|_| !quiet) else { return };
    let hint = if selection.names_left_out { "" } else { " (--verbose names them)" };
    out.push_str(&format!("{}\n", paint(DIM, &format!("{text}{hint}"))));
    for one in repository.left_out.iter().filter(|_| selection.names_left_out) {
        let text = format!("  {}: {}", line(&one.path), line(&one.reason));
        out.push_str(&format!("{}\n", paint(DIM, &text)));
    }
    out.push('\n');
}

fn of_pair(out: &mut String, pair: &Pair, selection: &Selection, top: TopList, quiet: bool) {
    summary(out, pair, selection, top, quiet);
    let mut said = SaidOfRules::default();
    if !selection.summary {
        let groups = selection.groups(pair);
        let are_several = groups.len() > 1;
        for (group, entries) in groups {
            let title = match group.title.as_str() {
                "" if are_several => "The schema",
                title => title,
            };
            if !title.is_empty() {
                out.push_str(&format!("{}\n", paint(BOLD, &line(title))));
            }
            for entry in entries {
                let entry = &pair.digest.entries[entry];
                one(out, &said.once(ChangeText::new(pair, entry)));
            }
            out.push('\n');
        }
    }
    if quiet {
        return;
    }
    if let Some(left) = selection.left_out(pair).filter(|_| !selection.summary) {
        out.push_str(&format!("{}\n\n", paint(DIM, &left)));
    }
    for change in pair.report.changes.iter().filter(|c| c.ignored.is_some()) {
        ignored(out, change);
    }
    if pair.ignored() > 0 {
        out.push('\n');
    }
    for (tool, plan) in pair.report.migrations().filter(|_| !selection.summary) {
        migration(out, tool, plan);
    }
}

/// The counts, what is undecided, and the most important changes.
fn summary(out: &mut String, pair: &Pair, selection: &Selection, top: TopList, quiet: bool) {
    if quiet {
        return;
    }
    if let Some(totals) = words::totals(pair) {
        out.push_str(&format!("{totals}\n"));
    }
    roles(out, pair);
    let open = pair.undecided();
    for line in open.iter().take(TOP) {
        out.push_str(&format!("{} {line}\n", paint(WARN, "not decided:")));
    }
    if open.len() > TOP {
        out.push_str(&format!("{} {} more\n", paint(WARN, "not decided:"), open.len() - TOP));
    }
    out.push('\n');
    let shown = selection.of(pair);
    let is_long = shown.len() > TOP || (selection.summary && !shown.is_empty());
    if is_long && top == TopList::IsMissing {
        out.push_str(&format!("{}\n", paint(BOLD, "What matters most")));
        for line in selection.top_lines(pair) {
            let also = match line.places {
                1 => String::new(),
                count => paint(DIM, &format!(" (in {count} places)")),
            };
            out.push_str(&format!("  {}  {}{also}\n", level(line.level), line.text));
        }
        out.push('\n');
    }
}

/// Levels and relation, one line a role.
fn roles(out: &mut String, pair: &Pair) {
    let by_role = pair.rows_by_role();
    // A single role has the totals of the line above.
    let is_alone = by_role.len() == 1;
    for (role, rows) in by_role {
        let counts = pair.digest.counts.get(&role);
        let count =
            |(level, count): (&Bump, &usize)| format!("{count} {}", words::level_word(*level));
        let counts: Vec<String> = counts.into_iter().flatten().rev().map(count).collect();
        let counts = if counts.is_empty() { "no change".to_owned() } else { counts.join(", ") };
        if is_alone && rows.is_empty() {
            continue;
        }
        let relation = (!rows.is_empty()).then(|| relation_words::relations(&rows));
        let counts = Some(counts).filter(|_| !is_alone);
        let text: Vec<String> = counts.into_iter().chain(relation).collect();
        let role = paint(BOLD, &format!("{role:<9}"));
        out.push_str(&format!("  {role}  {}\n", text.join("; ")));
    }
}

fn one(out: &mut String, text: &ChangeText) {
    out.push_str(&format!("  {}  {}", level(text.level), text.message));
    let place = format!("{}  {} ({})", text.site, text.rule, text.roles);
    let short = text.message.chars().count() + place.chars().count() <= MAX_LINE;
    out.push_str(if short { "  " } else { "\n         " });
    out.push_str(&format!("{}\n", paint(DIM, &place)));
    let mut below = |text: String| out.push_str(&format!("         {text}\n"));
    if let Some(used_by) = &text.used_by {
        below(line(used_by));
    }
    if let Some(places) = &text.also_in {
        below(format!("also in {places}"));
    }
    if let Some(texts) = &text.texts {
        let piece = |tag: Tag, text: &str| {
            let written = word_diff(tag, text);
            match tag {
                Tag::Kept => written,
                Tag::Removed => paint(BAD, &written),
                Tag::Added => paint(GOOD, &written),
            }
        };
        below(texts.written(piece));
    }
    if let Some((document, sentence)) = &text.witness {
        below(format!("{document} {}", paint(DIM, sentence)));
    }
    if let Some(reason) = &text.reason {
        below(paint(DIM, reason));
    }
    if let Some(advice) = &text.advice {
        below(format!("{} {advice}", paint(DIM, "instead:")));
    }
}

fn ignored(out: &mut String, change: &Change) {
    let head = paint(DIM, "ignored");
    let reason = line(change.ignored.as_deref().unwrap_or_default());
    out.push_str(&format!(
        "{head} {}: {} (because: {reason})\n",
        change.rule,
        line(&change.message)
    ));
}

/// A step of a migration, as text.
pub(in crate::command) fn step(step: &contract::migration::MigrationStep) -> String {
    match &step.action {
        Action::Wrap => "wrap into a list".to_owned(),
        Action::Rename(to) => format!("rename to `{to}`"),
        Action::Default(value) => format!("fill in {}", short(value, 80)),
        Action::Convert(kind) => format!("read as {}", kind.as_str()),
        Action::Drop => "leave out".to_owned(),
    }
}

/// What callers of the old version can do with their inputs.
fn migration(out: &mut String, tool: Option<&str>, plan: &Migration) {
    let (whose, option) = match tool {
        Some(tool) => (format!(" of {}", line(tool)), " --tool"),
        None => (String::new(), ""),
    };
    let head = paint(BOLD, &format!("Old inputs{whose} can be migrated"));
    out.push_str(&format!("{head} (`skillgen emit --migration{option}` writes the code):\n"));
    for step in &plan.steps {
        let what = self::step(step);
        out.push_str(&format!("  {}  {}\n", line(&step.pointer()), line(&what)));
    }
    if let Some((before, after)) = &plan.example {
        let (before, after) = (short(before, MAX_DOCUMENT), short(after, MAX_DOCUMENT));
        out.push_str(&format!("  {before} becomes {after}\n"));
    }
    match &plan.fails {
        None => out.push_str(&format!("  tried on {} old inputs: all are accepted\n", plan.tried)),
        Some(document) => {
            let document = short(document, MAX_DOCUMENT);
            out.push_str(&format!("  not all: {document} is still rejected\n"));
        }
    }
    out.push('\n');
}

fn level(level: Bump) -> String {
    styled(level, &format!("{:<5}", level.as_str()))
}

fn styled(level: Bump, text: &str) -> String {
    let style = match level {
        Bump::Major => BAD,
        Bump::Minor => WARN,
        Bump::Patch => GOOD,
        Bump::None => DIM,
    };
    paint(style, text)
}

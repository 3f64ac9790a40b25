//! The table at the top of a dry run, and all of `--stat`: the changes of each script, the most useful first; refused
//! scripts with reasons; scripts that were left out.

use std::collections::{BTreeMap, BTreeSet};

use migrate::{Edit, Outcome};

use super::consumer::Consumer;
use super::file_plan::FilePlan;
use super::language::Language;
use super::tree_plan::TreePlan;
use super::words::name;
use crate::render::style::{BAD, BOLD, DIM, GOOD, paint};

/// The gain of a script.
pub(super) struct Gain {
    /// Changed or new lines.
    pub(super) lines: usize,
    /// Recognized lines by the id of their pattern, in the order of the patterns.
    pub(super) values: Vec<(&'static str, usize)>,
    /// Places that read its text.
    pub(super) readers: usize,
}

impl Gain {
    pub(super) fn of(file: &FilePlan) -> Gain {
        let (added, changed): (Vec<&Edit>, Vec<&Edit>) =
            file.edits.iter().partition(|edit| edit.adds_line());
        let lines: BTreeSet<usize> = changed.iter().map(|edit| edit.line).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for id in file.edits.iter().flat_map(|edit| edit.pattern.split(',')) {
            *counts.entry(id).or_default() += 1;
        }
        let count = |id: &'static str| Some((id, *counts.get(id)?));
        Gain {
            lines: lines.len() + added.len(),
            values: migrate::PATTERNS.iter().filter_map(|p| count(p.id)).collect(),
            readers: file.consumers.len(),
        }
    }

    fn total(&self) -> usize {
        self.values.iter().map(|(_, count)| count).sum()
    }

    /// `5 errors, 1 status`; the success and exit code in every envelope are not counted.
    pub(super) fn words(&self) -> String {
        let one = |(id, count): &(&str, usize)| match count {
            1 => format!("1 {id}"),
            n if id.ends_with('s') => format!("{n} {id}es"),
            n => format!("{n} {id}s"),
        };
        let words: Vec<String> = self.values.iter().map(one).collect();
        if words.is_empty() { "exit code only".to_owned() } else { words.join(", ") }
    }
}

/// Files of this outcome with their gain, those with the most values first.
pub(super) fn by_use(plan: &TreePlan) -> Vec<(&FilePlan, Gain)> {
    let migrated = plan.files.iter().filter(|f| f.outcome == Outcome::Migrated);
    let mut rows: Vec<(&FilePlan, Gain)> = migrated.map(|file| (file, Gain::of(file))).collect();
    rows.sort_by_key(|(file, gain)| (std::cmp::Reverse(gain.total()), file.shown.clone()));
    rows
}

/// The table.
pub(super) fn table(plan: &TreePlan, title: &str, verbose: u8) -> String {
    let mut out = format!("{}\n", paint(BOLD, title));
    migrated(plan, &mut out);
    readers(plan, verbose, &mut out);
    if !plan.readers.is_empty() {
        section(&mut out, "other files that would change");
        for file in &plan.readers {
            out.push_str(&format!("  {}\n", name(&file.shown)));
        }
    }
    refused(plan, verbose, &mut out);
    in_other_languages(plan, &mut out);
    left_out(plan, &mut out);
    let exceptions = super::exceptions::lines(plan);
    if !exceptions.is_empty() {
        section(&mut out, "for you to decide");
    }
    exceptions.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    let notes: Vec<String> =
        plan.helpers.all().filter_map(super::helper_file::HelperFile::note).collect();
    if !notes.is_empty() {
        section(&mut out, "helper files");
    }
    notes.iter().for_each(|note| out.push_str(&format!("  {}\n", name(note))));
    let sourcing_line = sourcing_line(plan);
    if let Some(line) = &sourcing_line {
        out.push_str(&format!("\n{line}\n"));
    }
    if sourcing_line.is_some() && !plan.attributes {
        out.push_str(
            "`--gitattributes` marks these files as generated, so that reviews collapse them\n",
        );
    }
    out
}

/// What the new line on top of the scripts does, which is the same in all of them; `None` where no script sources a helper file.
pub(super) fn sourcing_line(plan: &TreePlan) -> Option<String> {
    plan.files.iter().any(FilePlan::sources_helper).then(|| {
        format!(
            "Each script gains the line `command . \u{2026}`: it sources {} from the script's folder, also through links. Without that file the script prints its former output.",
            plan.helpers.names()
        )
    })
}

fn section(out: &mut String, title: &str) {
    out.push_str(&format!("\n{}\n", paint(BOLD, title)));
}

fn migrated(plan: &TreePlan, out: &mut String) {
    let rows = by_use(plan);
    if rows.is_empty() {
        return;
    }
    let values: Vec<String> = rows.iter().map(|(_, gain)| gain.words()).collect();
    let width = values.iter().map(String::len).max().unwrap_or(0).clamp(6, 64);
    let head = format!("  lines  {:width$}  readers  script", "values");
    section(out, "to migrate");
    out.push_str(&format!("{}\n", paint(DIM, &head)));
    for ((file, gain), values) in rows.iter().zip(&values) {
        let readers = if gain.readers == 0 { "-".to_owned() } else { gain.readers.to_string() };
        out.push_str(&format!(
            "  {:>5}  {values:width$}  {readers:>7}  {}\n",
            gain.lines,
            paint(GOOD, &name(&file.shown))
        ));
    }
}

/// The files that run the migrated scripts, by script.
fn readers(plan: &TreePlan, verbose: u8, out: &mut String) {
    let read = by_use(plan).into_iter().filter(|(file, _)| !file.consumers.is_empty());
    let read: Vec<&FilePlan> = read.map(|(file, _)| file).collect();
    if read.is_empty() {
        return;
    }
    section(out, "readers of these scripts, which go on as before unless marked");
    for file in read {
        let breaks = |consumer: &Consumer| if consumer.reads.blocking { " (breaks)" } else { "" };
        let places: Vec<String> = file
            .consumers
            .iter()
            .map(|one| format!("{}:{}{}", name(&one.shown), one.reads.line, breaks(one)))
            .collect();
        let most = if verbose > 0 { places.len() } else { LISTED };
        let more = match places.len().saturating_sub(most) {
            0 => String::new(),
            n => format!(", and {n} more (-v lists them)"),
        };
        let listed = places[..places.len().min(most)].join(", ");
        out.push_str(&format!("  {}: {listed}{more}\n", name(&file.shown)));
    }
}

/// The number of listed scripts with the same reason; more are counted.
const LISTED: usize = 4;

/// Scripts of other languages on one line, if there are more than are listed.
pub(super) fn folded(plan: &TreePlan) -> Vec<&str> {
    let groups = by_reason(other_languages(plan)).into_iter();
    let many = groups.filter(|(_, files)| files.len() > LISTED);
    many.flat_map(|(_, files)| files).map(|file| file.shown.as_str()).collect()
}

/// The reasons of [`folded`] with the number of their scripts.
pub(super) fn folded_reasons(plan: &TreePlan) -> Vec<(String, usize)> {
    let groups = by_reason(other_languages(plan)).into_iter();
    let many = groups.filter(|(_, files)| files.len() > LISTED);
    many.map(|(reason, files)| (reason, files.len())).collect()
}

/// A line for each reason of [`folded`].
pub(super) fn folded_lines(plan: &TreePlan) -> Vec<String> {
    let line = |(reason, count)| format!("{count} scripts: {reason}; -v lists them");
    folded_reasons(plan).into_iter().map(line).collect()
}

fn other_languages(plan: &TreePlan) -> impl Iterator<Item = (&FilePlan, String)> {
    let others = plan.files.iter().filter(|f| is_other(f));
    others.filter(|f| f.refusals.len() == 1).map(|file| (file, file.refusals[0].reason.clone()))
}

/// Refused scripts with their first reason, those that `--consumers rewrite` would migrate first.
fn refused(plan: &TreePlan, verbose: u8, out: &mut String) {
    let refused = plan.files.iter().filter(|f| f.outcome == Outcome::Refused && !is_other(f));
    let mut files: Vec<&FilePlan> = refused.collect();
    if files.is_empty() {
        return;
    }
    files.sort_by_key(|file| (!super::block::helps(file), file.refusals.len(), &file.shown));
    let first = |file: &FilePlan| file.refusals.first().map(|r| r.reason.clone());
    let groups = by_reason(files.iter().filter_map(|file| Some((*file, first(file)?))));
    section(out, "refused");
    let mut counted = String::new();
    for (reason, files) in groups {
        let reason = contract::text::safe(&reason);
        if files.len() > LISTED {
            counted.push_str(&format!("  {} scripts: {reason}\n", files.len()));
            continue;
        }
        for file in files {
            let place = place(file, &file.refusals[0]);
            out.push_str(&format!("  {}: {reason}\n", paint(BAD, &name(&place))));
            further_reasons(file, verbose, out);
        }
    }
    out.push_str(&counted);
}

/// The reasons below the first one of a refused script.
fn further_reasons(file: &FilePlan, verbose: u8, out: &mut String) {
    let further = &file.refusals[1..];
    let listed = if verbose > 0 { further.len() } else { 1 };
    for refusal in further.iter().take(listed) {
        let reason = contract::text::safe(&refusal.reason);
        match refusal.line {
            0 | 1 => out.push_str(&format!("    and {reason}\n")),
            line => out.push_str(&format!("    and line {line}: {reason}\n")),
        }
    }
    match further.len().saturating_sub(listed) {
        0 => {}
        1 => out.push_str("    and 1 reason more (-v shows it)\n"),
        n => out.push_str(&format!("    and {n} reasons more (-v shows them)\n")),
    }
}

/// The number of scripts in other languages, and advice.
fn in_other_languages(plan: &TreePlan, out: &mut String) {
    let groups = by_reason(other_languages(plan));
    if !groups.is_empty() {
        section(out, "other languages");
    }
    for (reason, files) in groups {
        let what = if files.len() == 1 { "1 script" } else { &format!("{} scripts", files.len()) };
        out.push_str(&format!("  {what}: {reason}\n"));
    }
}

/// Scripts that were left out, with the reason; many with one reason are counted.
pub(super) fn left_out(plan: &TreePlan, out: &mut String) {
    let chosen = |file: &'_ FilePlan| file.left_out.clone();
    let groups = by_reason(plan.files.iter().filter_map(|file| Some((file, chosen(file)?))));
    if groups.is_empty() {
        return;
    }
    section(out, "left out");
    for (reason, files) in groups {
        if files.len() > LISTED {
            out.push_str(&format!("  {} scripts: {reason}\n", files.len()));
            continue;
        }
        for file in files {
            out.push_str(&format!("  {}: {reason}\n", name(&file.shown)));
        }
    }
}

/// Files by reason, in order of first occurrence.
fn by_reason<'p>(
    files: impl Iterator<Item = (&'p FilePlan, String)>,
) -> Vec<(String, Vec<&'p FilePlan>)> {
    let mut groups: Vec<(String, Vec<&FilePlan>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (file, reason) in files {
        let at = *known.entry(reason.clone()).or_insert_with(|| {
            groups.push((reason, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(file);
    }
    groups
}

/// A line for each reason of each refused script; a reason that many of them share once, with their places. Scripts of other
/// languages have one line each, unless everything is requested.
pub(super) fn refusals(plan: &TreePlan, verbose: u8) -> Vec<String> {
    let folded = if verbose == 0 { folded(plan) } else { Vec::new() };
    let shared = shared(plan);
    let told_once = paths_of(&shared);
    let listed = |f: &&FilePlan| {
        let path = f.shown.as_str();
        f.outcome == Outcome::Refused && !folded.contains(&path) && !told_once.contains(path)
    };
    let reasons = plan.files.iter().filter(listed).flat_map(|file| {
        let one = |r: &migrate::Refusal| format!("{}: refused: {}", place(file, r), r.reason);
        file.refusals.iter().map(one)
    });
    let mut lines: Vec<String> = reasons.collect();
    for (reason, files) in &shared {
        lines.push(format!("{} scripts refused: {reason}:", files.len()));
        lines.extend(files.iter().map(|file| format!("  {}", place(file, &file.refusals[0]))));
    }
    if !folded.is_empty() {
        lines.extend(folded_lines(plan));
    }
    lines
}

/// The reasons that are the only one of more refused shell scripts than are listed elsewhere, with these scripts.
pub(super) fn shared(plan: &TreePlan) -> Vec<(String, Vec<&FilePlan>)> {
    let refused = plan.files.iter().filter(|f| f.outcome == Outcome::Refused && !is_other(f));
    let single = refused.filter(|f| f.refusals.len() == 1);
    let mut groups = by_reason(single.map(|file| (file, file.refusals[0].reason.clone())));
    groups.retain(|(_, files)| files.len() > LISTED);
    groups
}

/// The paths of these scripts.
pub(super) fn paths_of<'p>(groups: &[(String, Vec<&'p FilePlan>)]) -> BTreeSet<&'p str> {
    groups.iter().flat_map(|(_, files)| files).map(|file| file.shown.as_str()).collect()
}

/// `a.sh:3`; only the path where the reason is about the whole script.
pub(super) fn place(file: &FilePlan, refusal: &migrate::Refusal) -> String {
    match refusal.line {
        0 | 1 => file.shown.clone(),
        line => format!("{}:{line}", file.shown),
    }
}

/// Whether a file is left out because it is not a shell script.
fn is_other(file: &FilePlan) -> bool {
    file.language != Language::Shell && file.outcome == Outcome::Refused
}

/// The number of scripts in other languages.
pub(super) fn others(plan: &TreePlan) -> usize {
    plan.files.iter().filter(|f| is_other(f)).count()
}

//! `--format markdown`: a comment for the pull request, with what becomes of each script and who reads it.

use migrate::Outcome;

use super::file_plan::FilePlan;
use super::language::Language;
use super::stat::{self, Gain};
use super::tree_plan::{TreePlan, Written};
use super::words::{name, word};
use super::{Args, helper_report};
use crate::render::markdown;

/// Text from a file as code in a table cell.
fn code(text: &str) -> String {
    markdown::code_in_table(&name(text))
}

/// The readers of each script, and the results of the sandbox.
fn readers(plan: &TreePlan) -> String {
    let (mut reads, mut ran) = (String::new(), String::new());
    // Readers of a script that is not a matter of this migration stay as they are.
    let concerns =
        |file: &&FilePlan| file.language == Language::Shell && file.outcome != Outcome::Nothing;
    for file in plan.files.iter().filter(concerns) {
        for c in &file.consumers {
            let what = match (&c.reads.instead, c.reads.blocking) {
                (Some(instead), true) => format!("breaks; write {}", code(instead)),
                (None, true) => "breaks".to_owned(),
                (_, false) => "works as before".to_owned(),
            };
            let place = code(&format!("{}:{}", c.shown, c.reads.line));
            reads.push_str(&format!("| {} | {place} | {what} |\n", code(&file.shown)));
        }
        if let Some(v) = &file.verified {
            let how = v.summary();
            ran.push_str(&format!(
                "| {} | {} |\n",
                code(&file.shown),
                markdown::plain_in_table(&how)
            ));
        }
    }
    let mut out = String::new();
    if !reads.is_empty() {
        out.push_str(&format!("\n| script | reader | effect |\n|---|---|---|\n{reads}"));
    }
    if !ran.is_empty() {
        out.push_str(&format!("\n| script | verified |\n|---|---|\n{ran}"));
    }
    out
}

/// The whole comment.
pub(super) fn render(plan: &TreePlan, written: &Written, args: &Args, summary: &str) -> String {
    let planned = args.reads_only();
    let mut out = format!(
        "## Migration\n\n{summary}\n\n| file | outcome | what changes, or why not |\n|---|---|---|\n"
    );
    let folded = stat::folded(plan);
    let shared = stat::shared(plan);
    let told_once = stat::paths_of(&shared);
    let concerns = |f: &&FilePlan| {
        let path = f.shown.as_str();
        f.outcome != Outcome::Nothing && !folded.contains(&path) && !told_once.contains(path)
    };
    for file in plan.files.iter().chain(&plan.readers).filter(concerns) {
        let why: Vec<String> = match file.outcome {
            Outcome::Refused => file
                .refusals
                .iter()
                .map(|r| match (r.line, markdown::plain_in_table(&r.reason)) {
                    (0 | 1, reason) => reason,
                    (line, reason) => format!("line {line}: {reason}"),
                })
                .collect(),
            _ => vec![gained(file)],
        };
        out.push_str(&format!(
            "| {} | {} | {} |\n",
            code(&file.shown),
            if planned && file.outcome == Outcome::Migrated {
                "to migrate"
            } else {
                word(file.outcome)
            },
            why.join("; ")
        ));
    }
    for (reason, files) in &shared {
        let reason = markdown::plain_in_table(reason);
        out.push_str(&format!(
            "| {} scripts | {} | {reason} |\n",
            files.len(),
            word(Outcome::Refused)
        ));
    }
    for (reason, count) in stat::folded_reasons(plan) {
        let reason = markdown::plain_in_table(&reason);
        out.push_str(&format!("| {count} scripts | {} | {reason} |\n", word(Outcome::Refused)));
    }
    out.push_str(&helper_report::rows(plan));
    for skipped in &plan.skipped {
        let path = code(&skipped.path.to_string_lossy());
        out.push_str(&format!(
            "| {path} | skipped | {} |\n",
            markdown::plain_in_table(&skipped.reason)
        ));
    }
    if let Some(line) = stat::sourcing_line(plan) {
        out.push_str(&format!("\n{line}\n"));
    }
    out.push_str(&readers(plan));
    let mut out = within_comment(&out);
    for (_, command) in written.ways_back() {
        out.push_str(&format!("\nUndo: {}\n", markdown::code(&command)));
    }
    out
}

/// The maximum number of bytes of the tables: a comment on GitHub takes 65,536 characters.
const LONGEST: usize = 60_000;

/// The lines of a comment that fit into it, and how many do not.
fn within_comment(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut left = 0;
    for line in text.split_inclusive('\n') {
        if left == 0 && kept.len() + line.len() <= LONGEST {
            kept.push_str(line);
        } else {
            left += usize::from(line.trim() != "");
        }
    }
    kept.push_str(&format!("\n{left} more lines: `skillgen migrate --stat` prints them all\n"));
    kept
}

/// What a file gains: `3 lines: 2 errors, 1 metric`. A file that reads a script gains no value.
fn gained(file: &FilePlan) -> String {
    let gain = Gain::of(file);
    let lines = match gain.lines {
        0 => return String::new(),
        1 => "1 line".to_owned(),
        n => format!("{n} lines"),
    };
    let is_script = file.edits.iter().any(|edit| edit.pattern == "envelope");
    if is_script { format!("{lines}: {}", gain.words()) } else { lines }
}

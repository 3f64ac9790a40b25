//! The report of a run in text, JSON and Markdown.

use std::io::IsTerminal as _;

use migrate::Outcome;
use rayon::prelude::*;

use super::consumer::Consumer;
use super::file_plan::FilePlan;
use super::helper_file::HelperFile;
use super::helper_report::Run;
use super::tree_plan::{TreePlan, Written};
use super::verified::Verified;
use super::verify::Sandbox;
use super::words::{name, word};
use super::{
    Args, Helper, block, diff, exceptions, helper_report, markdown_report, page, patch, stat,
};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::render::style::{BAD, BOLD, DIM, GOOD, paint};
use crate::wire::migrate::{
    BaselineCounts, HelperState, LineEdit, MigrateReport, MigrateTotals, MigratedFile, Note,
    Reader, Refusal, SkippedSource, Verification,
};

/// Prints the run in the chosen format.
pub(super) fn print(
    plan: &TreePlan,
    written: &Written,
    baseline: Option<BaselineCounts>,
    args: &Args,
    ctx: &Ctx,
) -> anyhow::Result<()> {
    match ctx.global.format {
        Format::Json => json_report(plan, written, baseline, ctx),
        Format::Markdown => {
            ctx.print(&markdown_report::render(plan, written, args, &summary(plan, tense(args))))
        }
        Format::Html => ctx.print_raw(page::render(plan, &summary(plan, tense(args))).as_bytes()),
        _ if args.split.is_some() => {
            ctx.note(&summary(plan, Tense::Planned));
            Ok(())
        }
        _ if args.stat => {
            ctx.print(&stat::table(plan, &summary(plan, Tense::Planned), ctx.global.verbose))
        }
        _ if args.dry_run && std::io::stdout().is_terminal() => {
            ctx.print(&format!(
                "{}\n",
                stat::table(plan, &summary(plan, Tense::Planned), ctx.global.verbose)
            ))?;
            difference(plan, ctx)
        }
        _ if args.dry_run => {
            difference(plan, ctx)?;
            ctx.note(&summary(plan, Tense::Planned));
            plan.helpers.all().filter_map(HelperFile::note).for_each(|note| ctx.note(&note));
            stat::refusals(plan, ctx.global.verbose).iter().for_each(|line| ctx.note(line));
            exceptions::lines(plan).iter().for_each(|line| ctx.note(line));
            Ok(())
        }
        _ => ctx.print(&text(plan, written, args, ctx)),
    }
}

fn tense(args: &Args) -> Tense {
    if args.reads_only() { Tense::Planned } else { Tense::Done }
}

/// Prints the document a few files at a time: for a large tree, the edits as values need more memory than anything
/// else.
fn json_report(
    plan: &TreePlan,
    written: &Written,
    baseline: Option<BaselineCounts>,
    ctx: &Ctx,
) -> anyhow::Result<()> {
    let left = plan.left(written);
    let (status, code) = match (&left, written.failures.is_empty()) {
        (None, _) => (Status::Ok, ""),
        (Some(_), true) => (Status::Partial, "UNREADABLE_INPUT"),
        (Some(_), false) => (Status::Error, "NOT_WRITTEN"),
    };
    let error = left.as_deref().map(|why| (code, why));
    let text = crate::render::json::report(
        status,
        error,
        &MigrateReport { baseline, ..without_files(plan, written) },
    );
    // No text before it can contain the mark, because quotes in strings are escaped.
    let mark = "\"files\": [";
    let (head, tail) = text.split_once(mark).expect("invariant: the report has a list of files");
    let tail = tail.trim_start_matches(']');
    ctx.print_raw(format!("{head}{mark}").as_bytes())?;
    let files: Vec<&FilePlan> = plan.files.iter().chain(&plan.readers).collect();
    let one = |file: &&FilePlan| {
        let text = crate::render::json::text(&one(file, written));
        format!("\n    {}", text.trim_end().replace('\n', "\n    "))
    };
    for (index, some) in files.chunks(64).enumerate() {
        let texts: Vec<String> = some.par_iter().map(one).collect();
        let comma = if index > 0 { "," } else { "" };
        ctx.print_raw(format!("{comma}{}", texts.join(",")).as_bytes())?;
    }
    let end = if files.is_empty() { "]" } else { "\n  ]" };
    ctx.print_raw(format!("{end}{tail}").as_bytes())
}

fn count(plan: &TreePlan, outcome: Outcome) -> usize {
    plan.files.iter().filter(|f| f.outcome == outcome).count()
}

/// The report, whose files are printed apart.
fn without_files(plan: &TreePlan, written: &Written) -> MigrateReport {
    let helpers: Vec<HelperState> = plan.helpers.all().map(helper_report::state).collect();
    let skipped = plan.skipped.iter().map(|one| SkippedSource {
        path: one.path.to_string_lossy().into_owned(),
        reason: one.reason.clone(),
    });
    MigrateReport {
        files: Vec::new(),
        run: written.runs.first().map(|(_, id)| id.clone()),
        totals: MigrateTotals {
            files: plan.files.len(),
            migrated: count(plan, Outcome::Migrated),
            already: count(plan, Outcome::Already),
            nothing: count(plan, Outcome::Nothing),
            refused: count(plan, Outcome::Refused),
            other_languages: stat::others(plan),
            structured: structured(plan),
            verified: proved(plan).map(|(proved, _)| proved),
            share: share(plan),
            share_of_text: share_of_text(plan),
            by_readers: by_readers(plan),
        },
        baseline: None,
        helpers: Some(helpers).filter(|all| !all.is_empty()),
        skipped_sources: Some(skipped.collect()).filter(|all: &Vec<_>| !all.is_empty()),
    }
}

/// The numbers of migrated scripts that were verified by running and statically; `None` without `--verify`.
fn proved(plan: &TreePlan) -> Option<(usize, usize)> {
    let migrated = plan.files.iter().filter(|f| f.outcome == Outcome::Migrated);
    let all: Vec<bool> =
        migrated.filter_map(|f| f.verified.as_ref().map(Verified::proved)).collect();
    let proved = all.iter().filter(|proved| **proved).count();
    (!all.is_empty()).then(|| (proved, all.len() - proved))
}

/// Refused scripts that print their own JSON, and no prose.
fn structured(plan: &TreePlan) -> usize {
    plan.files.iter().filter(|f| f.outcome == Outcome::Refused && f.structured).count()
}

/// Refused scripts that `--consumers rewrite` would migrate.
fn by_readers(plan: &TreePlan) -> usize {
    plan.files.iter().filter(|f| f.outcome == Outcome::Refused && block::helps(f)).count()
}

/// The share of printing shell scripts with the envelope after the run.
fn share(plan: &TreePlan) -> Option<f64> {
    of(plan, |_| true)
}

/// The same share of scripts that print text for people: a script with its own JSON already has a contract.
fn share_of_text(plan: &TreePlan) -> Option<f64> {
    of(plan, |file| !(file.outcome == Outcome::Refused && file.structured))
}

fn of(plan: &TreePlan, counts: impl Fn(&FilePlan) -> bool) -> Option<f64> {
    let (done, all) = printing(plan, counts);
    (all > 0).then(|| (f64::from(done) / f64::from(all) * 1000.0).round() / 1000.0)
}

/// The number of these printing shell scripts with the envelope after the run, and of all of them.
fn printing(plan: &TreePlan, counts: impl Fn(&FilePlan) -> bool) -> (u32, u32) {
    let prints = |f: &&FilePlan| {
        f.language == super::language::Language::Shell && f.outcome != Outcome::Nothing && counts(f)
    };
    let (mut all, mut done) = (0u32, 0u32);
    for file in plan.files.iter().filter(prints) {
        all += 1;
        done += u32::from(file.outcome != Outcome::Refused);
    }
    (done, all)
}

fn one(file: &FilePlan, written: &Written) -> MigratedFile {
    let edits = file.edits.iter().zip(migrate::shown(file.first(), &file.edits));
    let edits = edits.map(|(edit, (before, after))| LineEdit {
        line: edit.line,
        pattern: edit.pattern.to_string(),
        before,
        after,
    });
    let refusal = |one: &migrate::Refusal| Refusal { line: one.line, reason: one.reason.clone() };
    let reader = |one: &Consumer| Reader {
        path: one.shown.clone(),
        line: one.reads.line,
        text: one.reads.text.clone(),
        blocking: one.reads.blocking,
        instead: one.reads.instead.clone(),
    };
    let note = |(line, note): &(usize, String)| Note { line: *line, note: note.clone() };
    MigratedFile {
        path: file.shown.clone(),
        outcome: file.outcome.into(),
        edits: edits.collect(),
        refusals: file.refusals.iter().map(refusal).collect(),
        backup: written.backups.get(&file.shown).cloned(),
        consumers: file.consumers.iter().map(reader).collect(),
        verified: file.verified.as_ref().map(verification),
        left_out: file.left_out.clone(),
        upgrade: file.former.is_some(),
        notes: file.notes.iter().map(note).collect(),
    }
}

fn verification(verified: &Verified) -> Verification {
    Verification {
        runs: verified.runs,
        identical: verified.identical,
        differences: verified.differences.clone(),
        varies: verified.varies.iter().map(ToString::to_string).collect(),
        skipped: verified.skipped.clone(),
        unused: verified.unused.map(str::to_owned),
    }
}

/// The sandbox is not installed or can't be created: exit 2, with advice.
pub(super) fn tool_missing(sandbox: &Sandbox, ctx: &Ctx) -> anyhow::Result<super::Outcome> {
    const MISSING: &str = "--verify needs bubblewrap: install it (apt-get install bubblewrap, dnf install bubblewrap), or remove --verify";
    let hint = match sandbox {
        Sandbox::Refused(why) => format!(
            "--verify: bubblewrap is installed, but can't make a sandbox here: {why}; permit user namespaces, or remove --verify"
        ),
        _ => MISSING.to_owned(),
    };
    if ctx.global.format == Format::Json {
        let error = Some(("TOOL_MISSING", hint.as_str()));
        let envelope = crate::render::json::envelope(Status::ToolMissing, error);
        ctx.print_raw(crate::render::json::text(&envelope).as_bytes())?;
        ctx.note(&hint);
        return Ok(super::Outcome::Findings);
    }
    anyhow::bail!("{hint}")
}

/// The diff, one file at a time, because the whole diff of a large tree is very large.
fn difference(plan: &TreePlan, ctx: &Ctx) -> anyhow::Result<()> {
    // A person needs the edits; `git apply`, which reads a pipe or a file, needs complete lines.
    let folds = std::io::stdout().is_terminal();
    let print = |patch: &[u8]| {
        if folds {
            ctx.print(&patch::coloured(&patch::folded(patch)))
        } else {
            ctx.print_raw(patch)
        }
    };
    let migrated = plan.files.iter().chain(&plan.readers);
    let migrated: Vec<&FilePlan> = migrated.filter(|f| f.outcome == Outcome::Migrated).collect();
    let paths = migrated.iter().map(|f| f.path.as_path());
    let helpers: Vec<&HelperFile> = plan.helpers.written().collect();
    let names = patch::names(paths.chain(helpers.iter().map(|helper| helper.path.as_path())));
    let one =
        |(file, name): (&&FilePlan, &Vec<u8>)| diff::unified(name, &file.before, &file.after());
    // Enough files at a time to use all cores, and few enough to save memory.
    for (files, names) in migrated.chunks(128).zip(names.chunks(128)) {
        let patches: Vec<Vec<u8>> = files.par_iter().zip(names).map(one).collect();
        patches.iter().try_for_each(|patch| print(patch))?;
    }
    if folds && ctx.global.verbose == 0 && !helpers.is_empty() {
        let count = match helpers.len() {
            1 => "1 helper file".to_owned(),
            n => format!("{n} helper files"),
        };
        return ctx.print(&format!("{}\n", paint(DIM, &format!("and {count}; -v shows them"))));
    }
    for (helper, name) in helpers.iter().zip(&names[migrated.len()..]) {
        let now = crate::regular::read(&helper.path).unwrap_or_default();
        print(&diff::unified(name, &now, helper.text.as_bytes()))?;
    }
    Ok(())
}

/// Whether the run has already written its files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tense {
    Planned,
    Done,
}

/// The run in one line.
fn summary(plan: &TreePlan, tense: Tense) -> String {
    let left_out = plan.files.iter().filter(|f| f.left_out.is_some()).count();
    let others = stat::others(plan);
    let refused = count(plan, Outcome::Refused) - others;
    let to_migrate = if tense == Tense::Done { "migrated" } else { "to migrate" };
    let migrated = count(plan, Outcome::Migrated);
    let upgrades = plan.files.iter().filter(|f| f.former.is_some()).count();
    let upgrades =
        some(upgrades, |n| format!(" ({n} of them from the form of an earlier version)"));
    let counts = [
        (count(plan, Outcome::Already), "already migrated".to_owned()),
        (refused, format!("refused{}", why_refused(plan))),
        (left_out, "left out".to_owned()),
        (count(plan, Outcome::Nothing) - left_out, "without output on stdout".to_owned()),
        (others, "in other languages".to_owned()),
    ];
    let counts = counts.into_iter().map(|(number, what)| some(number, |n| format!(", {n} {what}")));
    let counts: String = counts.collect();
    let scripts = if migrated == 1 { "script" } else { "scripts" };
    format!(
        "{migrated} {scripts} {to_migrate}{upgrades}{counts}{}{}",
        reached(plan, tense),
        proved(plan).map_or(String::new(), |(proved, looked)| format!(
            "; {proved} verified by running both versions, {looked} checked statically only"
        ))
    )
}

/// The words for a number, if it is not zero.
fn some(number: usize, words: impl Fn(usize) -> String) -> String {
    if number == 0 { String::new() } else { words(number) }
}

/// How many of the refused scripts have a contract of their own, or need another flag.
fn why_refused(plan: &TreePlan) -> String {
    let json = some(structured(plan), |n| match n {
        1 => "1 prints nothing but JSON".to_owned(),
        n => format!("{n} print nothing but JSON"),
    });
    let readers =
        some(by_readers(plan), |n| format!("`--consumers rewrite` would migrate {n} of them"));
    let both: Vec<String> = [json, readers].into_iter().filter(|words| !words.is_empty()).collect();
    if both.is_empty() { String::new() } else { format!(" ({})", both.join("; ")) }
}

/// How many of the shell scripts, those that were left out included, print the envelope after the run.
fn reached(plan: &TreePlan, tense: Tense) -> String {
    let (done, printing) = printing(plan, |_| true);
    let is_left_out =
        |f: &&FilePlan| f.language == super::language::Language::Shell && f.left_out.is_some();
    let left_out = plan.files.iter().filter(is_left_out).count();
    let all = printing as usize + left_out;
    if all < 2 {
        return String::new();
    }
    let print = if tense == Tense::Done { "now print" } else { "would then print" };
    format!("; {done} of {all} shell scripts {print} the envelope")
}

fn text(plan: &TreePlan, written: &Written, args: &Args, ctx: &Ctx) -> String {
    let safe = contract::text::safe;
    let mut out = String::new();
    let folded = if ctx.global.verbose == 0 { stat::folded(plan) } else { Vec::new() };
    let shared = if ctx.global.verbose == 0 { stat::shared(plan) } else { Vec::new() };
    let told_once = stat::paths_of(&shared);
    for file in plan.files.iter().chain(&plan.readers) {
        let style = match file.outcome {
            Outcome::Migrated => GOOD,
            Outcome::Refused => BAD,
            _ => DIM,
        };
        let quiet =
            matches!(file.outcome, Outcome::Nothing | Outcome::Already) && ctx.global.verbose == 0;
        let path = file.shown.as_str();
        let is_told_below = folded.contains(&path) || told_once.contains(path);
        if quiet || file.left_out.is_some() || is_told_below {
            continue;
        }
        let verb = match (args.check, file.outcome, file.former.is_some()) {
            (true, Outcome::Migrated, false) => "to migrate",
            (true, Outcome::Migrated, true) => "to upgrade",
            (false, Outcome::Migrated, true) => "upgraded",
            _ => word(file.outcome),
        };
        out.push_str(&format!("{}  {}\n", paint(style, verb), name(&file.shown)));
        if ctx.global.verbose > 0 {
            let lines = migrate::shown(file.first(), &file.edits);
            for (edit, (before, _)) in
                file.edits.iter().zip(&lines).filter(|(e, _)| e.pattern != "legacy")
            {
                out.push_str(&format!("  {}  {}: {}\n", edit.line, edit.pattern, safe(before)));
            }
        }
        for refusal in &file.refusals {
            let reason = safe(&refusal.reason);
            match refusal.line {
                0 | 1 => out.push_str(&format!("  {reason}\n")),
                line => out.push_str(&format!("  line {line}: {reason}\n")),
            }
        }
        for consumer in &file.consumers {
            let mark = if consumer.reads.blocking { "reads its text" } else { "runs it" };
            out.push_str(&format!(
                "  {mark}: {}:{}: {}\n",
                name(&consumer.shown),
                consumer.reads.line,
                safe(&consumer.reads.text)
            ));
            if let Some(instead) = &consumer.reads.instead {
                out.push_str(&format!("    write instead: {}\n", safe(instead)));
            }
        }
        if let Some(v) = &file.verified {
            let how = v.summary();
            out.push_str(&format!("  verify: {}\n", safe(&how)));
        }
        for (line, note) in file.notes.iter().filter(|_| ctx.global.verbose > 0) {
            out.push_str(&format!("  line {line}: {}\n", safe(note)));
        }
    }
    for (reason, files) in &shared {
        let count = files.len();
        let reason = safe(reason);
        out.push_str(&format!(
            "{}  {count} scripts: {reason}\n",
            paint(BAD, word(Outcome::Refused))
        ));
        for file in files {
            out.push_str(&format!("  {}\n", name(&stat::place(file, &file.refusals[0]))));
        }
    }
    for line in stat::folded_lines(plan).iter().filter(|_| !folded.is_empty()) {
        out.push_str(&format!("{}  {line}\n", paint(BAD, word(Outcome::Refused))));
    }
    out.push_str(&kept_helpers(plan, args));
    let run = if args.reads_only() { Run::Reads } else { Run::Writes };
    out.push_str(&helper_report::text(plan, run, ctx.global.verbose));
    stat::left_out(plan, &mut out);
    for line in exceptions::lines(plan) {
        out.push_str(&format!("{line}\n"));
    }
    for skipped in &plan.skipped {
        let path = name(&skipped.path.to_string_lossy());
        out.push_str(&format!("{}  {path}: {}\n", paint(BAD, "skipped"), safe(&skipped.reason)));
    }
    if !ctx.global.quiet {
        out.push_str(&format!("{}\n", paint(BOLD, &summary(plan, tense(args)))));
        for (run, command) in written.ways_back() {
            out.push_str(&format!("run {run}; to undo it: {command}\n"));
        }
    }
    out
}

/// A line for migrated scripts that `--helper inline` does not change.
fn kept_helpers(plan: &TreePlan, args: &Args) -> String {
    let keeps =
        |file: &&FilePlan| file.outcome == Outcome::Already && file.present_helper().is_some();
    let count = plan.files.iter().filter(keeps).count();
    if count == 0 || args.helper != Helper::Inline {
        return String::new();
    }
    let scripts = if count == 1 { "1 script" } else { &format!("{count} scripts") };
    format!(
        "already migrated  {scripts} with a helper file: `--helper inline` changes no migrated script; run `skillgen migrate --undo` first\n"
    )
}

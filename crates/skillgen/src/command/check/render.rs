//! The formats of `check`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use contract::text::safe;
use contract::{Finding, Level, Position};
use lint::tokens::{SkillCost, TOKENIZER};
use lint::{Report, ReportedFinding, RoleSource, Safety, SchemaFacts};

use super::counted::{annotated, count, infos_left_out, some, with_advice};
use super::{FailOn, sarif};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::render::junit::{self, Outcome};
use crate::render::markdown;
use crate::render::style::{BAD, BOLD, DIM, GOOD, WARN, paint};
use crate::wire::check::{
    self as wire, CheckReport, CheckTotals, CheckedPackage, CheckedSchema, FindingPlace,
    PageTokens, SkillTokens, SuppressedFinding, TokenCounts,
};

/// Prints a report in the requested format.
pub(super) fn print(
    report: &Report,
    all: bool,
    all_in_text: bool,
    fail_on: FailOn,
    ctx: &Ctx,
) -> anyhow::Result<()> {
    // Infos that fail the check are shown without being asked for.
    let all = all || fail_on == FailOn::Info;
    match ctx.global.format {
        Format::Json => ctx.print_json(Status::Ok, &check_report(report, None)),
        Format::Sarif => {
            ctx.print_raw(crate::render::json::text(&sarif::render(report, all)).as_bytes())
        }
        Format::Github => ctx.print_raw(github(report, all).as_bytes()),
        Format::Junit => ctx.print_raw(junit_report(report, all, fail_on).as_bytes()),
        Format::Markdown => ctx.print_raw(markdown_table(report, all).as_bytes()),
        Format::Html => {
            ctx.print_raw(super::page::render(report, &summary_line(report)).as_bytes())
        }
        _ => ctx.print(&text(report, all || all_in_text, ctx.global.quiet)),
    }
}

/// `--diff --format json`: the findings, and the changes of the fixes.
pub(super) fn print_with_diff(report: &Report, diff: &str, ctx: &Ctx) -> anyhow::Result<()> {
    ctx.print_json(Status::Ok, &check_report(report, Some(diff.to_owned())))
}

/// A finding in the form of schemas/check.schema.json.
pub(in crate::command) fn finding(finding: &Finding) -> wire::Finding {
    wire::Finding {
        rule: finding.rule.to_string(),
        level: finding.level.into(),
        path: finding.path.clone(),
        line: finding.position.line as usize,
        column: finding.position.column as usize,
        pointer: finding.pointer.as_str().to_owned(),
        message: finding.message.clone(),
        fix: finding.fix.clone(),
        also: Some(finding.also.iter().map(place).collect()).filter(|all: &Vec<_>| !all.is_empty()),
    }
}

fn place(position: &Position) -> FindingPlace {
    FindingPlace { line: position.line as usize, column: position.column as usize }
}

fn check_report(report: &Report, diff: Option<String>) -> CheckReport {
    let suppressed = |found: &ReportedFinding| {
        let reason = found.suppressed.as_ref()?.reason.clone();
        Some(SuppressedFinding { finding: finding(&found.finding), reason })
    };
    let packages = report.packages.iter().map(|facts| CheckedPackage {
        path: facts.path.clone(),
        effective_engines: facts.effective_engines.iter().map(ToString::to_string).collect(),
    });
    let schemas = report.schemas.iter().map(|facts| CheckedSchema {
        path: facts.path.clone(),
        role: facts.role.map(Into::into),
        role_from: facts.said_by.into(),
    });
    CheckReport {
        findings: report.live().map(|found| finding(&found.finding)).collect(),
        suppressed: report.found.iter().filter_map(suppressed).collect(),
        packages: packages.collect(),
        schemas: Some(schemas.collect()).filter(|all: &Vec<_>| !all.is_empty()),
        tokens: (!report.costs.is_empty()).then(|| tokens(&report.costs)),
        totals: CheckTotals {
            files: report.files,
            error: count(report, Level::Error),
            warning: count(report, Level::Warning),
            info: count(report, Level::Info),
            unloaded: (report.unloaded > 0).then_some(report.unloaded),
        },
        diff,
    }
}

fn text(report: &Report, all: bool, quiet: bool) -> String {
    let mut out = String::new();
    for found in report.live() {
        let finding = &found.finding;
        if finding.level == Level::Info && !all {
            continue;
        }
        let style = match finding.level {
            Level::Error => BAD,
            Level::Warning => WARN,
            Level::Info => DIM,
        };
        let place = format!("{}:{}", safe(&finding.path), finding.position);
        let _ = writeln!(
            out,
            "{}: {} {}",
            paint(BOLD, &line(&place)),
            paint(style, finding.level.as_str()),
            line(&safe(&finding.message)),
        );
        let mut below = finding.rule.clone();
        if !finding.pointer.is_root() {
            let _ = write!(below, " at {}", safe(finding.pointer.as_str()));
        }
        if let Some(fix) = &finding.fix {
            let automatic = match found.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => " (--fix)",
                Some(Safety::Unsafe) => " (--unsafe-fixes)",
                None => "",
            };
            let _ = write!(below, "; {}{automatic}", safe(fix));
        }
        let _ = writeln!(out, "    {}", paint(DIM, &line(&below)));
    }
    if !quiet {
        out.push_str(&costs(&report.costs));
        out.push_str(&assumed_roles(report));
        out.push_str(&by_rule(report, all));
        let _ = writeln!(out, "{}", summary(report, all));
    }
    out
}

/// How many findings of each rule are printed, where they are more than a screen shows: the most frequent first.
fn by_rule(report: &Report, all: bool) -> String {
    const SCREEN: usize = 20;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in annotated(report, all) {
        *counts.entry(&found.finding.rule).or_default() += 1;
    }
    if counts.values().sum::<usize>() <= SCREEN || counts.len() < 2 {
        return String::new();
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let counts: Vec<String> =
        counts.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
    format!("by rule: {}\n", counts.join(", "))
}

/// The token counts of skills in the form of schemas/check.schema.json.
fn tokens(costs: &[SkillCost]) -> TokenCounts {
    let page =
        |(path, tokens): &(String, usize)| PageTokens { path: path.clone(), tokens: *tokens };
    let skill = |cost: &SkillCost| SkillTokens {
        path: cost.path.clone(),
        description: cost.description,
        body: cost.body,
        pages: cost.pages.iter().map(page).collect(),
    };
    TokenCounts { tokenizer: TOKENIZER.to_owned(), skills: costs.iter().map(skill).collect() }
}

/// One line for each skill, and one for each of its pages.
fn costs(costs: &[SkillCost]) -> String {
    let mut out = String::new();
    for cost in costs {
        let path = line(&safe(&cost.path));
        let _ = writeln!(
            out,
            "{path}: {} tokens in each session (description), {} when it is used (body)",
            cost.description, cost.body
        );
        for (path, tokens) in &cost.pages {
            let _ = writeln!(out, "    {tokens:>7}  {}", line(&safe(path)));
        }
    }
    if !costs.is_empty() {
        let total: usize = costs.iter().map(|cost| cost.description).sum();
        let _ = writeln!(
            out,
            "{total} tokens in each session for {}, counted with {TOKENIZER}",
            some(costs.len(), "skill")
        );
    }
    out
}

/// The schemas that were checked in an assumed role.
fn assumed_roles(report: &Report) -> String {
    let assumed = |facts: &&SchemaFacts| facts.said_by == RoleSource::Default;
    report.schemas.iter().filter(assumed).fold(String::new(), |mut out, facts| {
        if let Some(role) = facts.role {
            let path = line(&safe(&facts.path));
            let _ = writeln!(
                out,
                "{path}: checked as {role}: neither its name nor its title says the role; --role says another"
            );
        }
        out
    })
}

fn line(text: &str) -> String {
    text.replace('\n', "\\n")
}

/// Errors, warnings and files on one line.
fn summary_line(report: &Report) -> String {
    format!(
        "{}, {} in {}",
        some(count(report, Level::Error), "error"),
        some(count(report, Level::Warning), "warning"),
        some(report.files, "file")
    )
}

fn summary(report: &Report, all: bool) -> String {
    let errors = count(report, Level::Error);
    let warnings = count(report, Level::Warning);
    let infos = count(report, Level::Info);
    let suppressed = report.found.len() - report.live().count();
    let mut parts = vec![some(errors, "error"), some(warnings, "warning")];
    if infos > 0 {
        let hidden = if all { "" } else { " (--all shows them)" };
        parts.push(format!("{}{hidden}", some(infos, "info")));
    }
    if suppressed > 0 {
        parts.push(format!("{suppressed} suppressed"));
    }
    let style = match (errors, warnings) {
        (0, 0) => GOOD,
        (0, _) => WARN,
        _ => BAD,
    };
    let line = format!("{} in {}", paint(style, &parts.join(", ")), some(report.files, "file"));
    match report.unloaded {
        0 => line,
        count => format!(
            "{line}\n{} in data of tests and folders set aside left out: name the folder to see them",
            some(count, "finding")
        ),
    }
}

fn github(report: &Report, all: bool) -> String {
    let data =
        |text: &str| safe(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut out = String::new();
    for found in annotated(report, all) {
        let finding = &found.finding;
        let kind = match finding.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Info => "notice",
        };
        let _ = writeln!(
            out,
            "::{kind} file={},line={},col={},title={}::{}",
            property(&finding.path),
            finding.position.line,
            finding.position.column,
            property(&finding.rule),
            data(&with_advice(finding)),
        );
    }
    out
}

fn markdown_table(report: &Report, all: bool) -> String {
    let mut out = format!("{}\n", summary_line(report));
    let shown = annotated(report, all).next().is_some();
    if shown {
        out.push_str("\n| level | place | rule | finding | what to do |\n|---|---|---|---|---|\n");
    }
    for found in annotated(report, all) {
        let finding = &found.finding;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            finding.level,
            markdown::code_in_table(&format!("{}:{}", finding.path, finding.position.line)),
            finding.rule,
            markdown::plain_in_table(&finding.message),
            markdown::plain_in_table(finding.fix.as_deref().unwrap_or_default()),
        );
    }
    if let Some(left_out) = infos_left_out(report, all) {
        let _ = writeln!(out, "\n{left_out}.");
    }
    if shown {
        out.push_str("\n`skillgen explain RULE` says why a rule matters.\n");
    }
    out
}

/// A finding that fails the check is a failed test.
fn junit_report(report: &Report, all: bool, fail_on: FailOn) -> String {
    let mut suite = junit::suite("skillgen check");
    // A clean tree is one passed test, not an empty suite.
    if annotated(report, all).next().is_none() {
        let files = some(report.files, "file");
        let found = match infos_left_out(report, all) {
            Some(left_out) => left_out,
            None => "no findings".to_owned(),
        };
        let name = format!("{found} in {files}");
        junit::case(&mut suite, "skillgen check", &name, Outcome::Passed);
    }
    for found in annotated(report, all) {
        let finding = &found.finding;
        let name = format!("{} {}:{}", finding.rule, finding.path, finding.position.line);
        let text = with_advice(finding);
        let outcome = match fail_on.fails(finding.level) {
            true => Outcome::Failed(finding.rule.to_string(), finding.message.clone(), text),
            false => Outcome::Noted(text),
        };
        junit::case(&mut suite, &finding.path, &name, outcome);
    }
    junit::render("skillgen check", vec![suite])
}

//! The formats of `check`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use contract::text::safe;
use contract::{Finding, Level, Role};
use lint::tokens::{SkillCost, TOKENIZER};
use lint::{Report, ReportedFinding, RoleSource, Safety, SchemaFacts};
use serde_json::{Map, Value, json};

use super::FailOn;
use super::baseline::fingerprint;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::render::junit::{self, Outcome};
use crate::render::markdown;
use crate::render::sarif::{log, place};
use crate::render::style::{BAD, BOLD, DIM, GOOD, WARN, paint};

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
        Format::Json => ctx.print_json(Status::Ok, payload(report)),
        Format::Sarif => ctx.print_raw(crate::render::json::text(&sarif(report, all)).as_bytes()),
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
    let mut payload = payload(report);
    payload.insert("diff".to_owned(), json!(diff));
    ctx.print_json(Status::Ok, payload)
}

/// A finding in the form of schemas/check.schema.json.
pub(in crate::command) fn finding(finding: &Finding) -> Value {
    json!({
        "rule": finding.rule,
        "level": finding.level.as_str(),
        "path": finding.path,
        "line": finding.position.line,
        "column": finding.position.column,
        "pointer": finding.pointer.as_str(),
        "message": finding.message,
        "fix": finding.fix,
    })
}

fn count(report: &Report, level: Level) -> usize {
    report.live().filter(|found| found.finding.level == level).count()
}

fn payload(report: &Report) -> Map<String, Value> {
    let findings: Vec<Value> = report.live().map(|found| finding(&found.finding)).collect();
    let suppressed: Vec<Value> = report
        .found
        .iter()
        .filter_map(|found| {
            let mut value = finding(&found.finding);
            value["reason"] = json!(found.suppressed.as_ref()?.reason);
            Some(value)
        })
        .collect();
    let packages: Vec<Value> = report
        .packages
        .iter()
        .map(|facts| json!({"path": facts.path, "effective_engines": facts.effective_engines}))
        .collect();
    let mut totals = json!({
        "files": report.files,
        "error": count(report, Level::Error),
        "warning": count(report, Level::Warning),
        "info": count(report, Level::Info),
    });
    if report.unloaded > 0 {
        totals["unloaded"] = json!(report.unloaded);
    }
    let mut payload = Map::new();
    payload.insert("findings".to_owned(), Value::Array(findings));
    payload.insert("suppressed".to_owned(), Value::Array(suppressed));
    payload.insert("packages".to_owned(), Value::Array(packages));
    if !report.schemas.is_empty() {
        let schemas = report.schemas.iter().map(|facts| {
            json!({
                "path": facts.path,
                "role": facts.role.map(Role::as_str),
                "role_from": facts.said_by.as_str(),
            })
        });
        payload.insert("schemas".to_owned(), schemas.collect());
    }
    if !report.costs.is_empty() {
        payload.insert("tokens".to_owned(), tokens(&report.costs));
    }
    payload.insert("totals".to_owned(), totals);
    payload
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
fn tokens(costs: &[SkillCost]) -> Value {
    let skills = costs.iter().map(|cost| {
        let page = |(path, tokens): &(String, usize)| json!({"path": path, "tokens": tokens});
        json!({
            "path": cost.path,
            "description": cost.description,
            "body": cost.body,
            "pages": cost.pages.iter().map(page).collect::<Vec<_>>(),
        })
    });
    json!({"tokenizer": TOKENIZER, "skills": skills.collect::<Vec<_>>()})
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

fn some(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
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

/// The findings of formats that show each among the lines of a change: infos only if they were asked for.
fn annotated(report: &Report, all: bool) -> impl Iterator<Item = &ReportedFinding> {
    report.live().filter(move |found| all || found.finding.level != Level::Info)
}

/// How many infos [`annotated`] leaves out, in words; none where it leaves out none.
fn infos_left_out(report: &Report, all: bool) -> Option<String> {
    let count = count(report, Level::Info);
    (!all && count > 0).then(|| format!("{}: --all shows them", some(count, "info")))
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

/// The message, the advice, and the link to the rule, for formats that show one text.
fn with_advice(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if let Some(fix) = &finding.fix {
        let _ = write!(text, "\n{fix}");
    }
    let _ = write!(text, "\nskillgen explain {}", finding.rule);
    text
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
            markdown::code(&format!("{}:{}", finding.path, finding.position.line)),
            finding.rule,
            markdown::plain(&finding.message),
            markdown::plain(finding.fix.as_deref().unwrap_or_default()),
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

fn sarif(report: &Report, all: bool) -> Value {
    // Code scanning shows each result beside the lines of a change.
    let shown = |found: &&ReportedFinding| all || found.finding.level != Level::Info;
    let found = || report.found.iter().filter(shown);
    let mut used: Vec<&str> = found().map(|f| f.finding.rule.as_str()).collect();
    used.sort_unstable();
    used.dedup();
    let rules: Vec<Value> = used
        .iter()
        .filter_map(|id| lint::rule(id))
        .map(|doc| {
            json!({
                "id": doc.id,
                "shortDescription": {"text": doc.title},
                "fullDescription": {"text": doc.why},
                "help": {"text": help(doc), "markdown": help(doc)},
            })
        })
        .collect();
    // Suppressed findings are marked, not dropped, so that a viewer can distinguish them from fixed
    // ones.
    let results: Vec<Value> = found().map(sarif_result).collect();
    let mut log = log(rules, results);
    if let Some(left_out) = infos_left_out(report, all) {
        log["runs"][0]["invocations"] = json!([{
            "executionSuccessful": true,
            "toolExecutionNotifications": [{"level": "note", "message": {"text": left_out}}],
        }]);
    }
    log
}

/// The rule's page without its example: the reason, and what to do instead.
fn help(doc: &contract::rule_doc::RuleDoc) -> String {
    let instead = doc.sections.get("Instead").map(|text| format!("\n\nInstead: {text}"));
    format!("{}{}", doc.why, instead.unwrap_or_default())
}

fn sarif_result(found: &ReportedFinding) -> Value {
    let finding = &found.finding;
    let level = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
    };
    let at = finding.position;
    let mut location = json!({"physicalLocation": place(&finding.path, at.line, at.column)});
    let pointer = finding.pointer.as_str();
    if !pointer.is_empty() {
        location["logicalLocations"] = json!([{"fullyQualifiedName": safe(pointer)}]);
    }
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level,
        "message": {"text": safe(&with_advice(finding))},
        "locations": [location],
        "partialFingerprints": {"skillgen/v1": fingerprint(found, &finding.path)},
    });
    if let Some(answer) = &found.suppressed {
        let kind = if answer.in_source { "inSource" } else { "external" };
        result["suppressions"] = json!([{"kind": kind, "justification": safe(&answer.reason)}]);
    }
    result
}

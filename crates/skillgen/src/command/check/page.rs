//! `check --format html`: one page with the summary, the rules by their number of findings, filters for the levels, and
//! each finding with advice.

use std::collections::BTreeMap;

use contract::Level;
use lint::{Report, ReportedFinding};

use crate::render::page::{self, escape, prose};

const LEVELS: [Level; 3] = [Level::Error, Level::Warning, Level::Info];

/// The style that the page adds to the common one. Unticked levels are hidden.
const STYLE: &str = "td.error{color:var(--bad)}td.warning{color:var(--warn)}td.number{text-align:right}\
tr:target{outline:2px solid var(--warn)}fieldset{border:1px solid var(--line);border-radius:4px;display:inline-flex;gap:1.2rem}\
body:has(#show-error:not(:checked)) tr.error{display:none}body:has(#show-warning:not(:checked)) tr.warning{display:none}\
body:has(#show-info:not(:checked)) tr.info{display:none}";

/// The page.
pub(super) fn render(report: &Report, summary: &str) -> String {
    let mut out = page::begin("Findings", STYLE);
    out.push_str(&format!("<p>{}</p>\n", escape(summary)));
    let mut findings: Vec<&ReportedFinding> = report.live().collect();
    if findings.is_empty() {
        out.push_str(page::END);
        return out;
    }
    findings.sort_by_key(|found| found.finding.level);
    filters(&mut out, &findings);
    rules(&mut out, &findings);
    out.push_str("<h2>Findings</h2>\n<table class=\"facts\"><tr><th>level</th><th>place</th><th>finding</th><th>rule</th></tr>\n");
    let mut first = BTreeMap::new();
    for found in findings {
        let finding = &found.finding;
        let id = match first.insert(finding.rule.as_str(), ()) {
            None => format!(" id=\"{}\"", escape(&finding.rule)),
            Some(()) => String::new(),
        };
        let level = finding.level.as_str();
        let fix = finding.fix.as_deref().map(|fix| format!("<br><small>{}</small>", prose(fix)));
        out.push_str(&format!(
            "<tr class=\"{level}\"{id}><td class=\"{level}\">{level}</td><td><code>{}:{}</code></td><td>{}{}</td><td>{}</td></tr>\n",
            escape(&finding.path),
            finding.position,
            prose(&finding.message),
            fix.unwrap_or_default(),
            escape(&finding.rule),
        ));
    }
    out.push_str("</table>\n");
    out.push_str(page::END);
    out
}

fn filters(out: &mut String, findings: &[&ReportedFinding]) {
    out.push_str("<fieldset><legend>show</legend>\n");
    for level in LEVELS {
        let count = findings.iter().filter(|found| found.finding.level == level).count();
        let checked = if level == Level::Info { "" } else { " checked" };
        out.push_str(&format!(
            "<label><input type=\"checkbox\" id=\"show-{level}\"{checked}> {count} {level}</label>\n"
        ));
    }
    out.push_str("</fieldset>\n");
}

/// The rules, most findings first, with their titles.
fn rules(out: &mut String, findings: &[&ReportedFinding]) {
    let mut counts: BTreeMap<(Level, &str), usize> = BTreeMap::new();
    for found in findings {
        *counts.entry((found.finding.level, &found.finding.rule)).or_default() += 1;
    }
    let mut rows: Vec<((Level, &str), usize)> = counts.into_iter().collect();
    rows.sort_by_key(|((level, rule), count)| (*level, std::cmp::Reverse(*count), *rule));
    out.push_str(
        "<h2>Rules</h2>\n<table class=\"facts\"><tr><th></th><th>rule</th><th></th></tr>\n",
    );
    for ((level, rule), count) in rows {
        let title = lint::rule(rule).map(|doc| prose(&doc.title)).unwrap_or_default();
        let rule = escape(rule);
        out.push_str(&format!(
            "<tr class=\"{level}\"><td class=\"number\">{count}</td><td class=\"{level}\"><a href=\"#{rule}\">{rule}</a></td><td>{title}</td></tr>\n"
        ));
    }
    out.push_str("</table>\n");
}

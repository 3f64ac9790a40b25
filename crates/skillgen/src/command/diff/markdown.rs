//! `--format markdown`: for a comment on a pull request.

use contract::Bump;
use contract::text::safe;
use schema_diff::{Change, Migration, Side, short};

use super::Results;
use super::pair::Pair;

pub(super) fn render(results: &Results) -> String {
    let mut out = String::new();
    match results {
        Results::One(pair) => {
            out.push_str(&format!("## Contract changes: {}\n\n", pair.report.required_bump()));
            of_pair(&mut out, pair);
        }
        Results::Many(repository) => {
            let against = code(&repository.revision);
            out.push_str(&format!(
                "## Contract changes against {against}: {}\n\n",
                repository.required_bump()
            ));
            for (path, state, pair) in repository.contracts() {
                let changed =
                    pair.is_some_and(|p| !p.report.changes.is_empty() || !p.failures.is_empty());
                if changed || state.is_news() {
                    out.push_str(&format!("### {} ({})\n\n", code(path), state.told()));
                }
                if let Some(pair) = pair.filter(|_| changed) {
                    of_pair(&mut out, pair);
                }
            }
            for (path, reason) in &repository.skipped {
                out.push_str(&format!("- not read: {}: {}\n", code(path), plain(reason)));
            }
            for failure in &repository.failures {
                out.push_str(&format!("\n**Refused:** {}\n", plain(failure)));
            }
        }
    }
    out
}

fn of_pair(out: &mut String, pair: &Pair) {
    let counted: Vec<&Change> =
        pair.report.changes.iter().filter(|c| c.ignored.is_none()).collect();
    if counted.is_empty() {
        out.push_str("No changes.\n\n");
    } else {
        out.push_str("| level | change | where | shown by |\n|---|---|---|---|\n");
        for change in counted {
            row(out, pair, change);
        }
        out.push('\n');
    }
    let ignored: Vec<&Change> =
        pair.report.changes.iter().filter(|c| c.ignored.is_some()).collect();
    for change in ignored {
        let reason = change.ignored.as_deref().unwrap_or_default();
        out.push_str(&format!(
            "- ignored: {} ({}): {}\n",
            code(&change.rule),
            plain(&change.message),
            plain(reason)
        ));
    }
    if let Some(declared) = &pair.declared {
        let next = declared.next_version.as_deref().unwrap_or("?");
        let verdict = if declared.sufficient { "is enough" } else { "is too small" };
        out.push_str(&format!(
            "\nDeclared: {} → {}, which {verdict}. The smallest version that does: {}.\n",
            code(&declared.old),
            code(&declared.new),
            code(next)
        ));
    }
    for (tool, plan) in pair.report.migrations() {
        migration(out, tool, plan);
    }
    for failure in &pair.failures {
        out.push_str(&format!("\n**Refused:** {}\n", plain(failure)));
    }
    out.push('\n');
}

/// How old inputs can be brought over.
fn migration(out: &mut String, tool: Option<&str>, plan: &Migration) {
    let whose = tool.map(|tool| format!(" of {}", code(tool))).unwrap_or_default();
    out.push_str(&format!("\nOld inputs{whose} can be brought over:\n\n"));
    for step in &plan.steps {
        let what = super::text::step(step);
        out.push_str(&format!("- {}: {}\n", code(&step.pointer()), plain(&what)));
    }
    if let Some(left) = &plan.fails {
        out.push_str(&format!("- not all: {} stays refused\n", code(&short(left, 200))));
    }
}

fn row(out: &mut String, pair: &Pair, change: &Change) {
    let (file, at, _) = pair.site(change);
    let shown = match &change.witness {
        Some(witness) => {
            let who = if witness.accepted_by == Side::Old { "old" } else { "new" };
            format!("{} — only the {who} version accepts it", code(&short(&witness.document, 200)))
        }
        None => change.proof.as_str().to_owned(),
    };
    let level =
        if change.level == Bump::Major { "**major**".to_owned() } else { change.level.to_string() };
    let instead = if change.level > Bump::Patch {
        format!("<br>{}", plain(&change.instead))
    } else {
        String::new()
    };
    out.push_str(&format!(
        "| {level} | {}: {}{instead} | {} | {shown} |\n",
        code(&change.rule),
        plain(&change.message),
        code(&format!("{file}:{at}")),
    ));
}

/// Text that means nothing to Markdown, but for the code spans of our own messages.
fn plain(text: &str) -> String {
    let text = safe(text);
    let paired = text.matches('`').count().is_multiple_of(2);
    let mut out = String::new();
    let mut code = false;
    for c in text.chars() {
        match c {
            '`' if paired => {
                code = !code;
                out.push(c);
            }
            '|' => out.push_str("\\|"),
            '\n' => out.push(' '),
            '<' if !code => out.push_str("&lt;"),
            '[' | ']' | '*' | '_' | '`' if !code => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A code span that its text can't leave, also inside a table.
fn code(text: &str) -> String {
    let text = safe(text).replace('\n', " ").replace('|', "\\|");
    let run = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(run + 1);
    let pad = if run > 0 || text.is_empty() { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

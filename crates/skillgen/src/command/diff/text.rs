//! `--format text`: what somebody who is about to release needs to know, and what to do about it.

use contract::Bump;
use contract::text::safe;
use schema_diff::{Action, Change, Migration, Proof, Side, short};

use super::Results;
use super::pair::Pair;
use crate::render::style::{BAD, BOLD, DIM, GOOD, WARN, paint};

/// Witnesses and values are shown up to here; `--format json` has them whole.
const MOST: usize = 300;

pub(super) fn render(results: &Results, quiet: bool) -> String {
    match results {
        Results::One(pair) => of_pair(pair, quiet),
        Results::Many(repository) => {
            let mut out = String::new();
            for (path, state, pair) in repository.contracts() {
                let changed =
                    pair.is_some_and(|p| !p.report.changes.is_empty() || !p.failures.is_empty());
                if changed || state.is_news() {
                    out.push_str(&format!(
                        "{} {}\n",
                        paint(BOLD, &safe(path)),
                        paint(DIM, &state.told())
                    ));
                }
                if let Some(pair) = pair.filter(|_| changed) {
                    out.push_str(&of_pair(pair, quiet));
                    out.push('\n');
                }
            }
            for (path, own) in &repository.changes {
                out.push_str(&format!("{} {}  {}\n", level(own.level), own.rule, safe(path)));
            }
            for (path, reason) in &repository.skipped {
                out.push_str(&format!(
                    "{} {}: {}\n",
                    paint(WARN, "not read"),
                    safe(path),
                    safe(reason)
                ));
            }
            let count = repository.contracts().len();
            out.push_str(&format!(
                "{count} contracts compared with {}: {}\n",
                safe(&repository.revision),
                needs(repository.required_bump())
            ));
            for failure in &repository.failures {
                out.push_str(&format!("{} {}\n", paint(BAD, "refused:"), safe(failure)));
            }
            out
        }
    }
}

fn of_pair(pair: &Pair, quiet: bool) -> String {
    let mut out = String::new();
    let report = &pair.report;
    for change in &report.changes {
        // With -q only what decides the release.
        if !quiet || change.level == Bump::Major {
            one(&mut out, pair, change);
        }
    }
    if !quiet {
        for row in &report.roles {
            let scope = row.scope.as_ref().map(|s| format!(" {}", safe(s))).unwrap_or_default();
            out.push_str(&format!("{}{scope}: {}\n", paint(BOLD, &row.role), relation(row.word())));
        }
    }
    for (tool, plan) in report.migrations().filter(|_| !quiet) {
        migration(&mut out, tool, plan);
    }
    let required = report.required_bump();
    let versions = match &pair.declared {
        Some(d) => match &d.next_version {
            Some(next) if required > Bump::None => {
                format!(", {} → {next} or later; declared is {}", d.old, d.new)
            }
            _ => String::new(),
        },
        None => String::new(),
    };
    out.push_str(&format!("{}{}\n", needs(required), safe(&versions)));
    for failure in &pair.failures {
        out.push_str(&format!("{} {}\n", paint(BAD, "refused:"), safe(failure)));
    }
    out
}

/// A step of a migration, in words.
pub(super) fn step(step: &contract::migration::Step) -> String {
    match &step.action {
        Action::Wrap => "wrap into a list".to_owned(),
        Action::Rename(to) => format!("rename to `{to}`"),
        Action::Default(value) => format!("fill in {}", short(value, 80)),
        Action::Convert(kind) => format!("read as {}", kind.as_str()),
        Action::Drop => "leave out".to_owned(),
    }
}

/// What callers of the old version can do to their inputs.
fn migration(out: &mut String, tool: Option<&str>, plan: &Migration) {
    let (whose, option) = match tool {
        Some(tool) => (format!(" of {}", safe(tool)), " --tool"),
        None => (String::new(), ""),
    };
    let head = paint(BOLD, &format!("old inputs{whose} can be brought over"));
    out.push_str(&format!("{head} (`skillgen emit --migration{option}` writes the code):\n"));
    for step in &plan.steps {
        let what = self::step(step);
        out.push_str(&format!("  {}  {}\n", safe(&step.pointer()), safe(&what)));
    }
    if let Some((before, after)) = &plan.example {
        out.push_str(&format!("  {} becomes {}\n", short(before, MOST), short(after, MOST)));
    }
    match &plan.fails {
        None => out.push_str(&format!("  tried on {} old inputs: all are accepted\n", plan.tried)),
        Some(document) => {
            out.push_str(&format!("  not all: {} stays refused\n", short(document, MOST)));
        }
    }
    out.push('\n');
}

fn one(out: &mut String, pair: &Pair, change: &Change) {
    let (file, at, pointer) = pair.site(change);
    let scope = change.scope.as_ref().map(|s| format!(" {}", safe(s))).unwrap_or_default();
    let head = match &change.ignored {
        Some(_) => paint(DIM, "ignored"),
        None => level(change.level),
    };
    out.push_str(&format!(
        "{head} {} {}\n",
        paint(BOLD, &change.rule),
        paint(DIM, &format!("({}{scope})", change.role))
    ));
    out.push_str(&format!("  {}\n", change.message));
    let place = format!("{file}:{at} {pointer}");
    out.push_str(&format!("  {}\n", paint(DIM, &format!("at      {}", safe(&place)))));
    if let Some(reason) = &change.ignored {
        out.push_str(&format!("  because {}\n", safe(reason)));
        return;
    }
    match (&change.witness, change.proof) {
        (Some(witness), _) => {
            let (yes, no) = match witness.accepted_by {
                Side::Old => ("old", "new"),
                Side::New => ("new", "old"),
            };
            out.push_str(&format!(
                "  witness {}  {}\n",
                short(&witness.document, MOST),
                paint(DIM, &format!("the {yes} version accepts it, the {no} one refuses it"))
            ));
        }
        (None, Proof::Unproven) => out.push_str(
            "  unproven: neither a proof nor a witness was found; it counts as the worst\n",
        ),
        (None, Proof::Policy) => {
            out.push_str(&format!("  {}\n", paint(DIM, "by policy: no document can show it")))
        }
        (None, _) => {}
    }
    if let Some(note) = &change.note {
        out.push_str(&format!("  note    {}\n", safe(note)));
    }
    if change.level > Bump::Patch && change.instead != "Nothing." {
        out.push_str(&format!("  instead {}\n", safe(&change.instead)));
    }
    out.push('\n');
}

fn level(level: Bump) -> String {
    match level {
        Bump::Major => paint(BAD, "major"),
        Bump::Minor => paint(WARN, "minor"),
        Bump::Patch => paint(GOOD, "patch"),
        Bump::None => paint(DIM, "none "),
    }
}

fn needs(required: Bump) -> String {
    match required {
        Bump::Major => format!("needs a {} version", paint(BAD, "major")),
        Bump::Minor => format!("needs a {} version", paint(WARN, "minor")),
        Bump::Patch => format!("needs a {} version", paint(GOOD, "patch")),
        Bump::None => paint(GOOD, "no change"),
    }
}

fn relation(word: &str) -> &'static str {
    match word {
        "equivalent" => "equivalent: both versions accept the same documents",
        "widened" => "widened: the new version accepts all that the old one did, and more",
        "narrowed" => "narrowed: the new version accepts less than the old one, and nothing else",
        "incomparable" => "incomparable: each version accepts documents that the other refuses",
        _ => "unknown: not all was proved",
    }
}

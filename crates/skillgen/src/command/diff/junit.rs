//! `--format junit`: a suite for each contract and a case for each change; what the gate refuses fails.

use quick_junit::TestSuite;

use super::Results;
use super::selection::{ListedChange, Selection};
use crate::render::junit::{self, Outcome};

pub(super) fn render(results: &Results, selection: &Selection) -> String {
    let mut suites = vec![comparison(results, selection)];
    for pair in results.pairs() {
        let mut changes = selection.listed(pair);
        changes.extend(selection.accepted(pair));
        let totals = super::words::totals(pair);
        let empty = totals.as_deref().unwrap_or("no change");
        suites.push(suite((pair.new_label(), empty), &changes, &pair.failures));
    }
    if let Results::Many(repository) = results {
        let files = selection.listed_files(repository);
        let own: Vec<ListedChange<'_>> = files.into_iter().map(|(_, one)| one).collect();
        if !own.is_empty() || !repository.failures.is_empty() {
            suites.push(suite(("files", ""), &own, &repository.failures));
        }
    }
    junit::render("skillgen diff", suites)
}

/// The compared contracts, and an error for each uncompared one.
fn comparison(results: &Results, selection: &Selection) -> TestSuite {
    let mut suite = junit::suite("comparison");
    junit::property(&mut suite, "compared", &results.compared().to_string());
    junit::case(&mut suite, "comparison", &results.in_short(), Outcome::Passed);
    if let Some(left) = selection.left_out_of_lists(results) {
        junit::case(&mut suite, "comparison", "changes not shown", Outcome::Noted(left));
    }
    for one in results.uncompared() {
        let (file, place) = (one.file.clone().unwrap_or_default(), one.place());
        let details = format!("{place}: {}\n{}", one.change.message, one.change.instead);
        let rule = one.change.rule.to_string();
        let outcome = match &one.change.ignored {
            Some(_) => Outcome::Skipped(one.in_one_line()),
            None => Outcome::NotJudged(rule, one.change.message.clone(), details),
        };
        junit::case(&mut suite, &file, one.change.rule.as_str(), outcome);
    }
    suite
}

/// A suite; `empty` is the case of a suite without findings.
fn suite(
    (name, empty): (&str, &str),
    changes: &[ListedChange<'_>],
    failures: &[String],
) -> TestSuite {
    let mut suite = junit::suite(name);
    for listed in changes {
        let change = listed.change;
        let place = change.new_path.as_ref().or(change.old_path.as_ref());
        let place = place.map(|p| format!(" {p}")).unwrap_or_default();
        let case = format!("{} {}{place}", change.rule, change.role);
        junit::case(&mut suite, name, &case, outcome(listed));
    }
    for failure in failures {
        let outcome = Outcome::Failed("gate".to_owned(), failure.clone(), String::new());
        junit::case(&mut suite, name, "gate", outcome);
    }
    if changes.is_empty() && failures.is_empty() {
        junit::case(&mut suite, name, empty, Outcome::Passed);
    }
    suite
}

fn outcome(listed: &ListedChange<'_>) -> Outcome {
    let (change, message) = (listed.change, listed.message());
    let witness = change.witness.as_ref();
    let witness = witness.map(|w| format!("\nwitness: {}", w.document)).unwrap_or_default();
    match &change.ignored {
        Some(reason) => Outcome::Skipped(reason.clone()),
        None if listed.fails => {
            let details = format!("{message}{witness}\n{}", change.instead);
            Outcome::Failed(change.level.to_string(), message, details)
        }
        None => Outcome::Noted(format!("{}: {message}{witness}", change.level)),
    }
}

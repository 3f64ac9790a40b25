//! `--format junit`: a suite for each contract and a case for each finding; what needs a major version fails.

use contract::Bump;
use quick_junit::TestSuite;
use schema_diff::Change;

use super::Results;
use crate::render::junit::{self, Outcome};

pub(super) fn render(results: &Results) -> String {
    let mut suites = vec![comparison(results)];
    for pair in results.pairs() {
        let changes = pair.report.changes.iter().enumerate();
        let changes: Vec<&Change> = changes
            .filter(|(index, _)| !pair.is_told_elsewhere(*index))
            .map(|(_, change)| change)
            .collect();
        let totals = super::words::totals(pair);
        let empty = totals.as_deref().unwrap_or("no change");
        suites.push(suite((pair.new_label(), empty), &changes, &pair.failures));
    }
    if let Results::Many(repository) = results {
        let own: Vec<&Change> = repository.changes.iter().map(|(_, c)| c).collect();
        if !own.is_empty() || !repository.failures.is_empty() {
            suites.push(suite(("files", ""), &own, &repository.failures));
        }
    }
    junit::render("skillgen diff", suites)
}

/// What was compared, and an error for each thing that was not.
fn comparison(results: &Results) -> TestSuite {
    let mut suite = junit::suite("comparison");
    junit::property(&mut suite, "compared", &results.compared().to_string());
    junit::case(&mut suite, "comparison", &results.in_short(), Outcome::Passed);
    for one in results.uncompared() {
        let (file, place) = (one.file.clone().unwrap_or_default(), one.place());
        let details = format!("{place}: {}\n{}", one.change.message, one.change.instead);
        let rule = one.change.rule.to_string();
        let outcome = Outcome::NotJudged(rule, one.change.message.clone(), details);
        junit::case(&mut suite, &file, &one.change.rule, outcome);
    }
    suite
}

/// A suite of its name; `empty` is the case of one that has no finding.
fn suite((name, empty): (&str, &str), changes: &[&Change], failures: &[String]) -> TestSuite {
    let mut suite = junit::suite(name);
    for change in changes {
        let place = change.new_path.as_ref().or(change.old_path.as_ref());
        let place = place.map(|p| format!(" {p}")).unwrap_or_default();
        let case = format!("{} {}{place}", change.rule, change.role);
        junit::case(&mut suite, name, &case, outcome(change));
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

fn outcome(change: &Change) -> Outcome {
    let witness = change.witness.as_ref();
    let witness = witness.map(|w| format!("\nwitness: {}", w.document)).unwrap_or_default();
    match (&change.ignored, change.level) {
        (Some(reason), _) => Outcome::Skipped(reason.clone()),
        (None, Bump::Major) => Outcome::Failed(
            change.level.to_string(),
            change.message.clone(),
            format!("{}{witness}\n{}", change.message, change.instead),
        ),
        (None, level) => Outcome::Noted(format!("{level}: {}{witness}", change.message)),
    }
}

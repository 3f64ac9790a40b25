//! docs/seed-coverage.md says which test holds which rule of the seeds, SECURITY.md which one holds which promise: each test
//! that they name is there.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};

use crate::support::root;

/// The check of the page against the names of all integration tests.
pub(crate) fn cases(known: &[Trial]) -> Vec<Trial> {
    let known: BTreeSet<String> = known.iter().map(|trial| trial.name().to_owned()).collect();
    let mut cases: Vec<Trial> =
        [("seed_coverage", "docs/seed-coverage.md", 150), ("security", "SECURITY.md", 15)]
            .into_iter()
            .map(|(area, page, least)| {
                let known = known.clone();
                let name = format!("{area}::each_named_test_is_there");
                Trial::test(name, move || check_page(page, least, &known))
            })
            .collect();
    cases.push(Trial::test("seed_coverage::each_row_has_words_of_its_seed", rows_with_seed_words));
    cases
}

/// Each statement of a seed has a case that feeds the seed's own words or samples in, and no case is without a statement.
fn rows_with_seed_words() -> Result<(), Failed> {
    let page = std::fs::read_to_string(root().join("docs/seed-coverage.md"))?;
    let rows = page.lines().filter(|line| number_of(line).is_some());
    let lacking: Vec<&str> = rows
        .filter(|row| !row.rsplit(" | ").next().is_some_and(|tests| tests.contains("`seeds::")))
        .collect();
    let mut unnamed = Vec::new();
    for entry in std::fs::read_dir(root().join("tests/seeds"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !page.contains(&format!("`seeds::{name}`")) {
            unnamed.push(name);
        }
    }
    match (lacking.is_empty(), unnamed.is_empty()) {
        (true, true) => Ok(()),
        _ => {
            Err(format!("without a case of tests/seeds: {lacking:#?}; in no row: {unnamed:?}")
                .into())
        }
    }
}

/// Each row of the page's tables names tests that are there, `least` of them at least.
fn check_page(page: &str, least: usize, known: &BTreeSet<String>) -> Result<(), Failed> {
    let page = std::fs::read_to_string(root().join(page))?;
    let mut faults = Vec::new();
    let (mut named, mut last) = (0, 0);
    for (number, line) in (1..).zip(page.lines()) {
        let Some((_, tests)) = line.strip_suffix(" |").and_then(|row| row.rsplit_once(" | "))
        else {
            continue;
        };
        if tests == "held by" {
            last = 0;
            continue;
        }
        if let Some(at) = number_of(line) {
            if at != last + 1 {
                faults.push(format!("{number}: row {at} follows row {last}"));
            }
            last = at;
        }
        let spans: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        if spans.is_empty() {
            faults.push(format!("{number}: no test is named"));
        }
        for span in spans.into_iter().filter(|span| !span.starts_with("cargo xtask ")) {
            named += 1;
            if !is_there(span, known) {
                faults.push(format!("{number}: no such test: {span}"));
            }
        }
    }
    match (faults.is_empty(), named >= least) {
        (true, true) => Ok(()),
        (true, false) => Err(format!("only {named} tests are named: is the table read?").into()),
        (false, _) => Err(faults.join("\n").into()),
    }
}

/// The number of a row: `| C12 | …`.
fn number_of(line: &str) -> Option<usize> {
    let (id, _) = line.strip_prefix("| ")?.split_once(" | ")?;
    id.get(1..)?.parse().ok()
}

fn is_there(name: &str, known: &BTreeSet<String>) -> bool {
    if let Some((path, function)) = name.split_once('#') {
        let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
        return text.contains(&format!("fn {function}("));
    }
    let rules = [("lint/", "crates/lint/rules"), ("diff/", "crates/schema-diff/rules")];
    for (prefix, folder) in rules {
        if let Some(id) = name.strip_prefix(prefix) {
            return root().join(folder).join(format!("{id}.md")).is_file();
        }
    }
    known.contains(name)
}

//! `--format junit`: a suite a contract, a case a finding; what needs a major version fails.

use contract::Bump;
use schema_diff::Change;

use super::Results;
use crate::render::xml::xml;

pub(super) fn render(results: &Results) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"skillgen diff\">\n",
    );
    comparison(&mut out, results);
    for pair in results.pairs() {
        let changes = pair.report.changes.iter().enumerate();
        let changes: Vec<&Change> = changes
            .filter(|(index, _)| !pair.is_told_elsewhere(*index))
            .map(|(_, change)| change)
            .collect();
        let totals = super::words::totals(pair);
        let empty = totals.as_deref().unwrap_or("no change");
        suite(&mut out, (pair.new_label(), empty), &changes, &pair.failures);
    }
    if let Results::Many(repository) = results {
        let own: Vec<&Change> = repository.changes.iter().map(|(_, c)| c).collect();
        if !own.is_empty() || !repository.failures.is_empty() {
            suite(&mut out, ("files", ""), &own, &repository.failures);
        }
    }
    out.push_str("</testsuites>\n");
    out
}

/// What was compared, and an error for each thing that was not.
fn comparison(out: &mut String, results: &Results) {
    let uncompared = results.uncompared();
    out.push_str(&format!(
        "  <testsuite name=\"comparison\" tests=\"{}\" failures=\"0\" errors=\"{}\">\n    \
         <properties><property name=\"compared\" value=\"{}\"/></properties>\n    \
         <testcase classname=\"comparison\" name=\"{}\"/>\n",
        uncompared.len() + 1,
        uncompared.len(),
        results.compared(),
        xml(&results.in_short())
    ));
    for one in uncompared {
        let (file, place) = (one.file.clone().unwrap_or_default(), one.place());
        out.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"{}\"><error type=\"{}\" message=\"{}\">{}</error></testcase>\n",
            xml(&file),
            xml(&one.change.rule),
            xml(&one.change.rule),
            xml(&one.change.message),
            xml(&format!("{place}: {}\n{}", one.change.message, one.change.instead))
        ));
    }
    out.push_str("  </testsuite>\n");
}

/// A suite of its name; `empty` is the case of one that has no finding.
fn suite(out: &mut String, (name, empty): (&str, &str), changes: &[&Change], failures: &[String]) {
    let failed = |c: &&&Change| c.level == Bump::Major && c.ignored.is_none();
    let bad = changes.iter().filter(failed).count() + failures.len();
    let skipped = changes.iter().filter(|c| c.ignored.is_some()).count();
    let tests = (changes.len() + failures.len()).max(1);
    out.push_str(&format!(
        "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{bad}\" skipped=\"{skipped}\">\n",
        xml(name)
    ));
    for change in changes {
        let place = change.new_path.as_ref().or(change.old_path.as_ref());
        let place = place.map(|p| format!(" {p}")).unwrap_or_default();
        out.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"{}\"",
            xml(name),
            xml(&format!("{} {}{place}", change.rule, change.role))
        ));
        let witness = change
            .witness
            .as_ref()
            .map(|w| format!("\nwitness: {}", w.document))
            .unwrap_or_default();
        match (&change.ignored, change.level) {
            (Some(reason), _) => {
                out.push_str(&format!("><skipped message=\"{}\"/></testcase>\n", xml(reason)));
            }
            (None, Bump::Major) => out.push_str(&format!(
                "><failure type=\"{}\" message=\"{}\">{}</failure></testcase>\n",
                change.level,
                xml(&change.message),
                xml(&format!("{}{witness}\n{}", change.message, change.instead))
            )),
            (None, level) => out.push_str(&format!(
                "><system-out>{}</system-out></testcase>\n",
                xml(&format!("{level}: {}{witness}", change.message))
            )),
        }
    }
    for failure in failures {
        out.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"gate\"><failure type=\"gate\" message=\"{}\"/></testcase>\n",
            xml(name),
            xml(failure)
        ));
    }
    if changes.is_empty() && failures.is_empty() {
        out.push_str(&format!(
            "    <testcase classname=\"{}\" name=\"{}\"/>\n",
            xml(name),
            xml(empty)
        ));
    }
    out.push_str("  </testsuite>\n");
}

//! The lines of a default report about what a run leaves to the author: lines with `# skillgen: keep`, functions that have a
//! name of the helper's functions, and values below a variable.

use std::collections::BTreeSet;

use migrate::Outcome;

use super::file_plan::FilePlan;
use super::tree_plan::TreePlan;
use super::words::name;

/// The number of places that a line lists.
const LISTED: usize = 3;

/// A line for each kind; `-v` and JSON have a note for each place.
pub(super) fn lines(plan: &TreePlan) -> Vec<String> {
    let kept = places(plan, |file| &file.left.kept);
    let own = places(plan, |file| &file.left.own_names);
    let unread = places(plan, |file| &file.left.unread);
    let line = |(count, list): (usize, String), one: &str, several: &str, what: &str| {
        let counted = if count == 1 { one.to_owned() } else { format!("{count} {several}") };
        (count > 0).then(|| format!("{counted} {what}: {list}"))
    };
    let kept = line(kept, "1 line", "lines", "left as it is by `# skillgen: keep`");
    let own = line(own, "1 function", "functions", "with a name of the helper's (-v says which)");
    let what = "with a value that is not read, because it stands below a variable (-v says which)";
    let unread = line(unread, "1 command", "commands", what);
    kept.into_iter().chain(own).chain(unread).collect()
}

/// The number of these lines in migrated scripts, and the first of them.
fn places(plan: &TreePlan, lines: impl Fn(&FilePlan) -> &BTreeSet<usize>) -> (usize, String) {
    let migrated = plan.files.iter().filter(|file| file.outcome == Outcome::Migrated);
    let all = migrated.flat_map(|file| lines(file).iter().map(move |line| (file, line)));
    let all: Vec<(&FilePlan, &usize)> = all.collect();
    let place = |(file, line): &(&FilePlan, &usize)| format!("{}:{line}", name(&file.shown));
    let mut list: Vec<String> = all.iter().take(LISTED).map(place).collect();
    if all.len() > LISTED {
        list.push(format!("and {} more", all.len() - LISTED));
    }
    (all.len(), list.join(", "))
}

//! The lines of a default report about what a run leaves to the author: lines with `# skillgen: keep`, functions that have a
//! name of the helper's functions, values below a variable, and copies of scripts.

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
    let own = line(
        own,
        "1 function",
        "functions",
        "with the name of a helper function, which that script can't call then (-v names it)",
    );
    let what =
        "whose value is not read, because the variable above it may end the output (-v shows them)";
    let unread = line(unread, "1 command", "commands", what);
    let what = "of migrated scripts left as they are, so that they differ from these then";
    let copies = line(copies(plan), "1 copy", "copies", what);
    kept.into_iter().chain(own).chain(unread).chain(copies).collect()
}

/// The number of byte copies of migrated scripts that stay as they are, and the first of them.
fn copies(plan: &TreePlan) -> (usize, String) {
    let all = plan.files.iter().filter_map(|file| Some((file, file.copy_of.as_deref()?)));
    let pair = |(file, of): (&FilePlan, &str)| format!("{} (of {})", name(&file.shown), name(of));
    listed(all.map(pair).collect())
}

/// The number of some places, and the first of them.
fn listed(mut places: Vec<String>) -> (usize, String) {
    let count = places.len();
    if count > LISTED {
        places.truncate(LISTED);
        places.push(format!("and {} more", count - LISTED));
    }
    (count, places.join(", "))
}

/// The number of these lines in migrated scripts, and the first of them.
fn places(plan: &TreePlan, lines: impl Fn(&FilePlan) -> &BTreeSet<usize>) -> (usize, String) {
    let migrated = plan.files.iter().filter(|file| file.outcome == Outcome::Migrated);
    let all = migrated.flat_map(|file| lines(file).iter().map(move |line| (file, line)));
    let place = |(file, line): (&FilePlan, &usize)| format!("{}:{line}", name(&file.shown));
    listed(all.map(place).collect())
}

//! Files of a crate that use each other in a circle. A circle can't be read, tested or moved but as a whole: new ones are
//! refused, and xtask/circles.txt lists those that are left.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::modules::{Arrows, Modules};
use crate::sh;

/// The circles that are left: a line of files for each.
const LIST: &str = "xtask/circles.txt";

type Circle = BTreeSet<PathBuf>;

/// Compares the circles of all crates with the list.
pub(crate) fn check(files: &[PathBuf], faults: &mut Vec<String>) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for arrows in arrows_of_crates(files)? {
        found.extend(circles(&arrows));
    }
    compare(&found, &listed(&std::fs::read_to_string(sh::root().join(LIST))?), faults);
    Ok(())
}

/// Prints the arrows of each circle, for whoever unties it.
pub(crate) fn print() -> anyhow::Result<()> {
    for arrows in arrows_of_crates(&sh::tracked()?)? {
        for circle in circles(&arrows) {
            println!("── {}", line(&circle));
            for file in &circle {
                let targets: Circle = arrows[file].intersection(&circle).cloned().collect();
                println!("{}: {}", file.display(), line(&targets));
            }
        }
    }
    Ok(())
}

fn arrows_of_crates(files: &[PathBuf]) -> anyhow::Result<Vec<Arrows>> {
    let is_root = |file: &&PathBuf| {
        let is_ours = file.starts_with("crates") || file.starts_with("xtask");
        let is_source = file.parent().is_some_and(|folder| folder.ends_with("src"));
        is_ours && is_source && (file.ends_with("lib.rs") || file.ends_with("main.rs"))
    };
    let roots = files.iter().filter(is_root);
    roots.map(|file| Ok(Modules::read(&sh::root(), file)?.arrows())).collect()
}

fn listed(text: &str) -> Vec<Circle> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().map(PathBuf::from).collect()).collect()
}

fn compare(found: &[Circle], listed: &[Circle], faults: &mut Vec<String>) {
    for circle in found.iter().filter(|circle| !listed.contains(circle)) {
        let old = listed.iter().find(|old| !old.is_disjoint(circle));
        let new: Vec<String> = circle
            .iter()
            .filter(|file| !old.is_some_and(|old| old.contains(*file)))
            .map(shown)
            .collect();
        faults.push(if new.is_empty() {
            format!("{LIST}: a circle is smaller now; its line becomes: {}", line(circle))
        } else {
            format!(
                "{}: uses files that use it: {}; let one side own what both need",
                new.join(" "),
                line(circle)
            )
        });
    }
    for circle in listed.iter().filter(|old| found.iter().all(|new| new.is_disjoint(old))) {
        faults.push(format!("{LIST}: no circle any more, remove its line: {}", line(circle)));
    }
}

fn shown(file: impl AsRef<Path>) -> String {
    file.as_ref().display().to_string()
}

fn line(circle: &Circle) -> String {
    circle.iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// The largest sets of files of which each reaches each.
fn circles(arrows: &Arrows) -> Vec<Circle> {
    let reach = |from: &Path| {
        let mut seen = Circle::new();
        let mut queue = vec![from];
        while let Some(file) = queue.pop() {
            for next in arrows.get(file).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        seen
    };
    let reached: Vec<(&PathBuf, Circle)> = arrows.keys().map(|file| (file, reach(file))).collect();
    let mut found = BTreeSet::new();
    for (file, far) in reached.iter().filter(|(file, far)| far.contains(*file)) {
        let back = reached
            .iter()
            .filter(|(other, of_other)| far.contains(*other) && of_other.contains(*file));
        found.insert(back.map(|(other, _)| (*other).clone()).collect());
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{Circle, circles, compare, listed};
    use crate::modules::Arrows;

    fn found(arrows: &[(&str, &[&str])]) -> Vec<Circle> {
        let set = |files: &[&str]| files.iter().map(Into::into).collect();
        let arrows = arrows.iter().map(|(file, uses)| (file.into(), set(uses)));
        circles(&arrows.collect::<Arrows>())
    }

    fn faults(found: &[Circle], list: &str) -> Vec<String> {
        let mut faults = Vec::new();
        compare(found, &listed(list), &mut faults);
        faults
    }

    #[test]
    fn new_smaller_and_former_circles_are_faults() {
        let found = found(&[("a", &["b", "d"]), ("b", &["c"]), ("c", &["a"]), ("d", &[])]);
        assert_eq!(found, listed("a b c"));
        assert_eq!(faults(&found, "# all that is left\na b c\n"), [""; 0]);
        assert!(faults(&found, "a b").concat().starts_with("c: uses files that use it: a b c"));
        assert!(faults(&found, "a b c d").concat().ends_with("its line becomes: a b c"));
        assert!(faults(&[], "a b").concat().ends_with("remove its line: a b"));
    }
}

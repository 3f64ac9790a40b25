//! Files of a crate that use each other in a circle are refused: a circle can't be read, tested or moved but as a whole.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::modules::{Arrows, Modules};
use crate::sh;

type Circle = BTreeSet<PathBuf>;

/// Refuses the circles of all crates.
pub(crate) fn check(files: &[PathBuf], faults: &mut Vec<String>) -> anyhow::Result<()> {
    for arrows in arrows_of_crates(files)? {
        faults.extend(circles(&arrows).iter().map(|circle| {
            format!(
                "{}: files that use each other in a circle (`cargo xtask circles` prints the arrows); let one side own \
                 what both need",
                line(circle)
            )
        }));
    }
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

fn line(circle: &Circle) -> String {
    circle.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ")
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
    use super::circles;
    use crate::modules::Arrows;

    #[test]
    fn files_that_reach_each_other_are_one_circle() {
        let circles_of = |arrows: &[(&str, &[&str])]| {
            let set = |files: &[&str]| files.iter().map(Into::into).collect();
            circles(&arrows.iter().map(|(file, uses)| (file.into(), set(uses))).collect::<Arrows>())
        };
        let found = circles_of(&[("a", &["b", "d"]), ("b", &["c"]), ("c", &["a"]), ("d", &[])]);
        assert_eq!(found, [["a", "b", "c"].map(Into::into).into()]);
        assert_eq!(circles_of(&[("a", &["b", "d"]), ("b", &["d"]), ("d", &[])]), []);
    }
}

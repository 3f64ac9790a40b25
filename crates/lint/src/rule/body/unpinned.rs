//! `runner-unpinned`: commands that download and run the newest version of a package.

use std::collections::BTreeSet;

use super::on_page;
use crate::body::Page;
use crate::body::command::{is_shell, lines};
use crate::report::Report;

/// Programs that fetch and run a package, and the words that may stand before its name.
const RUNNERS: [(&str, &[&str]); 6] = [
    ("npx", &[]),
    ("bunx", &[]),
    ("uvx", &[]),
    ("pnpm", &["dlx"]),
    ("yarn", &["dlx"]),
    ("pipx", &["run"]),
];

pub(super) fn check(page: &Page, report: &mut Report) {
    let mut told = BTreeSet::new();
    for block in page.markdown.blocks.iter().filter(|block| is_shell(block)) {
        for (at, line) in lines(block) {
            let Some((runner, package)) = unpinned(line) else { continue };
            if told.insert(package) {
                let message =
                    format!("`{runner} {package}` runs whatever version is newest that day");
                on_page("runner-unpinned", page, at, message, report)
                    .advise(format!("name a version: `{runner} {package}@1.2.3`"));
            }
        }
    }
}

/// The runner and the package of a line that names no version.
fn unpinned(line: &str) -> Option<(&'static str, &str)> {
    let mut words = line.trim_start_matches(['$', ' ']).split_whitespace();
    let first = words.next()?;
    let (runner, between) = RUNNERS.iter().find(|(runner, _)| *runner == first)?;
    for word in between.iter() {
        (words.next()? == *word).then_some(())?;
    }
    // `-y` alone asks for a download; `--no-install` and the like run what the project has.
    let package = words.find(|word| !matches!(*word, "-y" | "--yes"))?;
    let name = package.trim_start_matches('@');
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_/.".contains(c));
    let is_package =
        !package.starts_with(['-', '.', '/', '<', '$', '{']) && plain && !name.is_empty();
    is_package.then_some((*runner, package))
}

#[cfg(test)]
mod tests {
    use super::unpinned;

    #[test]
    fn a_version_pins() {
        assert_eq!(unpinned("npx -y skills add x"), Some(("npx", "skills")));
        assert_eq!(unpinned("npx @scope/tool"), Some(("npx", "@scope/tool")));
        assert_eq!(unpinned("npx @scope/tool@1.2.3"), None);
        assert_eq!(unpinned("uvx ruff==0.4"), None);
        assert_eq!(unpinned("npx --no-install tsc"), None);
    }
}

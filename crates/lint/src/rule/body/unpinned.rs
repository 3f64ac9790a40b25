//! `runner-unpinned`: commands that download and run the newest version of a package.

use std::collections::BTreeSet;

use super::{File, on_page};
use crate::body::Page;
use crate::body::command::{is_shell, lines};
use crate::report::Report;
use crate::script::{Language, Script};

/// Programs that fetch and run a package, and the words that may stand before its name.
const RUNNERS: [(&str, &[&str]); 6] = [
    ("npx", &[]),
    ("bunx", &[]),
    ("uvx", &[]),
    ("pnpm", &["dlx"]),
    ("yarn", &["dlx"]),
    ("pipx", &["run"]),
];

/// Tools that a project installs and pins itself: `npx` runs the project's own version of them.
const OF_PROJECTS: [&str; 45] = [
    "@biomejs/biome",
    "@changesets/cli",
    "@playwright/test",
    "astro",
    "ava",
    "biome",
    "changeset",
    "commitlint",
    "cypress",
    "drizzle-kit",
    "esbuild",
    "eslint",
    "expo",
    "hardhat",
    "husky",
    "jest",
    "knex",
    "lerna",
    "lint-staged",
    "mikro-orm",
    "mocha",
    "msw",
    "next",
    "ng",
    "nodemon",
    "nuxt",
    "nx",
    "nyc",
    "playwright",
    "prettier",
    "prisma",
    "rollup",
    "storybook",
    "stylelint",
    "tailwindcss",
    "ts-node",
    "tsc",
    "tsx",
    "turbo",
    "typeorm",
    "vite",
    "vitest",
    "vue-tsc",
    "webpack",
    "wrangler",
];

pub(super) fn check(page: &Page, report: &mut Report) {
    let mut reported = BTreeSet::new();
    let installed = installed_by_project(page);
    for block in page.markdown.blocks.iter().filter(|block| is_shell(block)) {
        for (at, line) in lines(block) {
            let Some((runner, package)) = unpinned(line) else { continue };
            let is_own = OF_PROJECTS.contains(&package) || installed.contains(package);
            if !is_own && reported.insert(package) {
                let message =
                    format!("`{runner} {package}` runs whatever version is newest that day");
                on_page("runner-unpinned", page, at, message, report)
                    .advise(format!("name a version: `{runner} {package}@1.2.3`"));
            }
        }
    }
}

/// Lines of a bash script that install or run the newest version of a package.
pub(super) fn check_script(script: &Script, file: &File<'_>, report: &mut Report) {
    if !matches!(&script.reading, Some((Language::Bash, _))) {
        return;
    }
    let mut reported = BTreeSet::new();
    let text = file.text;
    for line in text.lines() {
        let bare = line.trim();
        let found = unpinned(bare)
            .map(|(runner, package)| (format!("{runner} {package}"), package, "@1.2.3"))
            .or_else(|| {
                installed(bare).map(|name| (format!("pip install {name}"), name, "==1.2.3"))
            });
        let Some((command, package, version)) = found else { continue };
        if OF_PROJECTS.contains(&package) || !reported.insert(package) {
            continue;
        }
        let at = bare.as_ptr() as usize - text.as_ptr() as usize;
        let message = format!("`{command}` takes whatever version is newest that day");
        file.at("runner-unpinned", at, message, report)
            .advise(format!("name a version: `{command}{version}`"));
    }
}

/// The first package that a line has pip install without a version.
fn installed(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let rest = match words.as_slice() {
        ["pip" | "pip3", "install", rest @ ..]
        | ["uv", "pip", "install", rest @ ..]
        | ["python" | "python3", "-m", "pip", "install", rest @ ..] => rest,
        _ => return None,
    };
    // Of a file with the versions, or of the project itself.
    let is_other =
        |word: &&str| matches!(*word, "-r" | "--requirement" | "-e" | "--editable" | "-c");
    if rest.iter().any(is_other) {
        return None;
    }
    let ends =
        |word: &&&str| !matches!(**word, "&&" | "||" | ";" | "|" | ">" | "2>&1" | "2>/dev/null");
    let plain = |word: &&&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.[]".contains(c))
            && !matches!(**word, "pip" | "setuptools" | "wheel")
    };
    rest.iter().take_while(ends).find(plain).copied()
}

/// The packages that the text has the project install: a runner takes those then.
fn installed_by_project(page: &Page) -> BTreeSet<&str> {
    let blocks = page.markdown.blocks.iter().filter(|block| is_shell(block));
    let lines = blocks.flat_map(|block| block.text.lines());
    let packages = lines.filter_map(|line| {
        let mut words = line.split_whitespace().skip_while(|word| *word == "$");
        let installs = matches!(
            (words.next(), words.next()),
            (Some("npm"), Some("install" | "i" | "ci" | "add"))
                | (Some("pnpm" | "yarn" | "bun"), Some("add" | "install" | "i"))
        );
        let rest: Vec<&str> = words.collect();
        let is_global = rest.contains(&"-g") || rest.contains(&"--global");
        (installs && !is_global).then_some(rest)
    });
    packages.flatten().collect()
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
    use super::{installed, unpinned};

    #[test]
    fn a_version_pins() {
        assert_eq!(unpinned("npx -y skills add x"), Some(("npx", "skills")));
        assert_eq!(unpinned("npx @scope/tool"), Some(("npx", "@scope/tool")));
        assert_eq!(unpinned("npx @scope/tool@1.2.3"), None);
        assert_eq!(unpinned("uvx ruff==0.4"), None);
        assert_eq!(unpinned("npx --no-install tsc"), None);
        assert_eq!(installed("pip3 install -q requests==2.31 rich"), Some("rich"));
        assert_eq!(installed("python3 -m pip install requests>=2"), None);
        assert_eq!(installed("pip install -r requirements.txt"), None);
        assert_eq!(installed("pip install --upgrade pip"), None);
    }
}

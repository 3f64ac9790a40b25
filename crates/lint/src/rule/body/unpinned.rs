//! `runner-unpinned`: commands that download and run the newest version of a package.

use std::collections::BTreeSet;

use super::{File, on_page};
use crate::body::command::{is_shell, lines};
use crate::body::context;
use crate::body::{Body, Page};
use crate::report::Report;
use crate::script::{Language, Script};

/// Programs that download and run a package, and the words that may precede its name.
const RUNNERS: [(&str, &[&str]); 6] = [
    ("npx", &[]),
    ("bunx", &[]),
    ("uvx", &[]),
    ("pnpm", &["dlx"]),
    ("yarn", &["dlx"]),
    ("pipx", &["run"]),
];

/// Tools that a project installs and pins: `npx` runs the project's version of them.
const OF_PROJECTS: [&str; 46] = [
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
    "stryker",
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

/// The commands in the code blocks of all pages. Packages that the text tells the project to install or import, or that
/// its package.json lists, are the project's: runners use those.
pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let pages = &body.pages;
    let mut own: BTreeSet<String> = pages.iter().flat_map(installed_by_project).collect();
    own.extend(pages.iter().flat_map(imported_by_code));
    let mut manifests: Option<BTreeSet<String>> = None;
    for page in pages {
        check_page(
            page,
            &own,
            &mut || manifests.get_or_insert_with(|| in_manifests(body)).clone(),
            report,
        );
    }
}

/// The commands that the text has the agent run: those in the blocks of steps, those that answer the question whether to
/// download, and those in backticks. From a list of commands the reader chooses.
fn commands(page: &Page) -> impl Iterator<Item = (usize, &str)> {
    let blocks = page.markdown.blocks.iter().filter(|block| is_shell(block)).flat_map(|block| {
        let is_step = context::is_step(&page.text, block.start);
        let answers = |line: &str| line.contains(" -y ") || line.contains(" --yes ");
        lines(block).filter(move |(_, line)| is_step || answers(line))
    });
    let codes = page.markdown.codes.iter().map(|(at, code)| (*at, code.as_str()));
    blocks.chain(codes.filter(|(at, _)| context::is_instructed(page, *at)))
}

fn check_page(
    page: &Page,
    own: &BTreeSet<String>,
    in_manifests: &mut dyn FnMut() -> BTreeSet<String>,
    report: &mut Report,
) {
    let mut reported = BTreeSet::new();
    for (at, line) in commands(page) {
        let Some((runner, package)) = unpinned(line) else { continue };
        // What a reader installs once is the reader's choice; a runner downloads with each call of the agent.
        let is_own = OF_PROJECTS.contains(&package)
            || runner.ends_with(" -g")
            || runner == "go install"
            || is_part_of_project(package, own)
            || !package.contains("@latest") && own.contains(package)
            || runner == "npx" && in_manifests().contains(package);
        if !is_own && reported.insert(package) {
            let message = format!("`{runner} {package}` runs whatever version is newest that day");
            on_page("runner-unpinned", page, at, message, report).advise(pinned(&runner, package));
        }
    }
}

/// Whether a package belongs to one that the text installs in the project: `@tailwindcss/cli` to `tailwindcss`.
fn is_part_of_project(package: &str, own: &BTreeSet<String>) -> bool {
    let scope = package.strip_prefix('@').and_then(|rest| rest.split_once('/'));
    !package.contains("@latest") && scope.is_some_and(|(scope, _)| own.contains(scope))
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
            .map(|(runner, package)| {
                (format!("{runner} {package}"), package, pinned(&runner, package))
            })
            .or_else(|| {
                let name = installed(bare)?;
                let advice = format!("name a version: `pip install {name}==VERSION`");
                Some((format!("pip install {name}"), name, advice))
            });
        let Some((command, package, advice)) = found else { continue };
        if OF_PROJECTS.contains(&package) || !reported.insert(package) {
            continue;
        }
        let at = bare.as_ptr() as usize - text.as_ptr() as usize;
        let message = format!("`{command}` takes whatever version is newest that day");
        file.at("runner-unpinned", at, message, report).advise(advice);
    }
}

/// The command with a version of its package.
fn pinned(runner: &str, package: &str) -> String {
    let bare = package.trim_end_matches("@latest").trim_end_matches(":latest");
    let mark = if runner.starts_with("docker") || runner.starts_with("podman") { ':' } else { '@' };
    format!("name a version: `{runner} {bare}{mark}VERSION`")
}

/// The dependencies in the skill's package.json and in those above it.
fn in_manifests(body: &Body<'_>) -> BTreeSet<String> {
    let own = body.own_files().filter(|path| path.rsplit('/').next() == Some("package.json"));
    let own = own.filter_map(|path| body.entries.content.read(path).ok());
    let own = own.filter_map(|bytes| String::from_utf8(bytes).ok());
    let mut names = BTreeSet::new();
    for text in own.chain(body.entries.content.manifests_above()) {
        // A manifest that is not JSON lists nothing, so the package does not belong to a project.
        let Ok(manifest) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
        for list in ["dependencies", "devDependencies", "optionalDependencies"] {
            let list = manifest.get(list).and_then(serde_json::Value::as_object);
            names.extend(list.into_iter().flat_map(|list| list.keys().cloned()));
        }
    }
    names
}

/// The packages that code in the text imports: the project has them.
fn imported_by_code(page: &Page) -> BTreeSet<String> {
    const LANGUAGES: [&str; 8] =
        ["js", "jsx", "ts", "tsx", "javascript", "typescript", "mjs", "vue"];
    let blocks = page.markdown.blocks.iter();
    let blocks = blocks.filter(|block| LANGUAGES.contains(&block.language.as_str()));
    let mut names = BTreeSet::new();
    for block in blocks {
        for mark in ["from ", "import ", "require("] {
            for (at, _) in block.text.match_indices(mark) {
                let rest = &block.text[at + mark.len()..];
                let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                    continue;
                };
                let name = rest[1..].split(quote).next().unwrap_or_default();
                if !name.starts_with('.') {
                    let parts = if name.starts_with('@') { 2 } else { 1 };
                    names.insert(name.split('/').take(parts).collect::<Vec<_>>().join("/"));
                }
            }
        }
    }
    names
}

/// The first package that a line installs with pip without a version.
fn installed(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let rest = match words.as_slice() {
        ["pip" | "pip3", "install", rest @ ..]
        | ["uv", "pip", "install", rest @ ..]
        | ["python" | "python3", "-m", "pip", "install", rest @ ..] => rest,
        _ => return None,
    };
    // From a file with versions, or the project itself.
    let is_other =
        |word: &&str| matches!(*word, "-r" | "--requirement" | "-e" | "--editable" | "-c");
    if rest.iter().any(is_other) {
        return None;
    }
    let ends = |word: &&&str| {
        !word.starts_with('#')
            && !matches!(**word, "&&" | "||" | ";" | "|" | ">" | "2>&1" | "2>/dev/null")
    };
    let plain = |word: &&&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.[]".contains(c))
            && !matches!(**word, "pip" | "setuptools" | "wheel")
    };
    let invented = |name: &&&str| {
        ["my-", "my_", "your-", "your_"].iter().any(|start| name.starts_with(start))
            || matches!(**name, "package" | "package-name" | "package_name" | "PACKAGE")
    };
    let rest: Vec<&str> = rest.iter().take_while(ends).copied().collect();
    if rest.iter().any(|word| word.contains(['<', '>', '{', '$']) && !word.contains('=')) {
        return None;
    }
    rest.iter().find(plain).filter(|name| !invented(name)).copied()
}

/// The packages that the text tells the project to install: then a runner uses those.
fn installed_by_project(page: &Page) -> BTreeSet<String> {
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
        // `npx` also runs what is installed for the whole machine.
        installs.then_some(rest)
    });
    packages.flatten().map(str::to_owned).collect()
}

/// The runner and the package of a line without a version.
fn unpinned(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start_matches(['$', ' ']);
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let behind: Vec<&str> = words.collect();
    if let Some(found) = newest(first, &behind) {
        return Some(found);
    }
    let mut words = behind.into_iter();
    let (runner, between) = RUNNERS.iter().find(|(runner, _)| *runner == first)?;
    for word in between.iter() {
        (words.next()? == *word).then_some(())?;
    }
    let runner = std::iter::once(runner).chain(*between).copied().collect::<Vec<_>>().join(" ");
    // Only `-y` downloads without asking; `--no-install` and similar options run the project's
    // version.
    let package = words.find(|word| !matches!(*word, "-y" | "--yes"))?;
    let name = package.trim_start_matches('@').trim_end_matches("@latest");
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_/.".contains(c));
    let is_package =
        !package.starts_with(['-', '.', '/', '<', '$', '{']) && plain && !name.is_empty();
    is_package.then_some((runner, package))
}

/// Whether an image is one that the reader builds: `myapp:latest`, `your-image:latest`.
fn is_readers(image: &str) -> bool {
    let name = image.split(':').next().unwrap_or_default();
    let is_invented = ["my-", "my_", "your-", "your_"].iter().any(|start| name.starts_with(start));
    is_invented
        || matches!(name, "app" | "myapp" | "myapi" | "myimage" | "image" | "yourapp" | "yourimage")
}

/// Commands that name the newest version explicitly, or install for the whole machine.
fn newest<'l>(program: &str, words: &[&'l str]) -> Option<(String, &'l str)> {
    let plain = |word: &&&str| !word.starts_with(['-', '.', '/', '<', '$', '{']);
    match (program, words) {
        ("docker" | "podman", [verb @ ("run" | "pull"), rest @ ..]) => {
            let image = rest.iter().find(|word| word.ends_with(":latest") && plain(word))?;
            (!is_readers(image)).then(|| (format!("{program} {verb}"), *image))
        }
        ("go", [verb @ ("run" | "install"), rest @ ..]) => {
            let module = rest.iter().find(|word| word.ends_with("@latest") && plain(word))?;
            Some((format!("go {verb}"), *module))
        }
        ("npm", ["install" | "i", rest @ ..])
            if rest.iter().any(|w| matches!(*w, "-g" | "--global")) =>
        {
            let package = rest.iter().find(plain)?;
            let name = package.trim_start_matches('@').trim_end_matches("@latest");
            let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_/.".contains(c));
            (is_name && name != "npm").then(|| ("npm install -g".to_owned(), *package))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{installed, unpinned};

    #[test]
    fn a_version_pins() {
        let found = |runner: &str, package| Some((runner.to_owned(), package));
        assert_eq!(unpinned("npx -y skills add x"), found("npx", "skills"));
        assert_eq!(unpinned("npx @scope/tool"), found("npx", "@scope/tool"));
        assert_eq!(unpinned("npx -y tides@latest"), found("npx", "tides@latest"));
        assert_eq!(unpinned("pnpm dlx stryker run"), found("pnpm dlx", "stryker"));
        assert_eq!(unpinned("pnpm run stryker"), None);
        assert_eq!(unpinned("npm i -g tides"), found("npm install -g", "tides"));
        assert_eq!(unpinned("npm i -g tides@1.2.3"), None);
        assert_eq!(unpinned("docker run --rm tides:latest x"), found("docker run", "tides:latest"));
        assert_eq!(unpinned("docker run tides:1.2"), None);
        assert_eq!(unpinned("docker run -d myapp:latest"), None);
        assert_eq!(unpinned("docker run my-app:latest"), None);
        assert_eq!(unpinned("npx @scope/tool@1.2.3"), None);
        assert_eq!(unpinned("uvx ruff==0.4"), None);
        assert_eq!(unpinned("npx --no-install tsc"), None);
        assert_eq!(installed("pip3 install -q requests==2.31 rich"), Some("rich"));
        assert_eq!(installed("python3 -m pip install requests>=2"), None);
        assert_eq!(installed("pip install -r requirements.txt"), None);
        assert_eq!(installed("pip install --upgrade pip"), None);
        assert_eq!(installed("pip install <package>   # install it"), None);
        assert_eq!(installed("pip install my-package"), None);
    }
}

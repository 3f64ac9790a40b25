//! `file-orphan`: files in the standard's folders that no text or script of the skill names.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use regex::Regex;

use crate::body::Body;
use crate::report::Report;
use crate::script::Script;

/// The folders whose files are read or run when the text says so.
const FOLDERS: [&str; 2] = ["references/", "scripts/"];

/// Files that programs find by name: manifests of projects, settings, licences, and the evaluations and contracts of
/// skills.
const QUIET: [&str; 39] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    "NOTICE",
    "NOTICE.txt",
    "package.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "yarn.lock",
    "bun.lock",
    "bun.lockb",
    "deno.json",
    "deno.lock",
    "pyproject.toml",
    "poetry.lock",
    "uv.lock",
    "setup.py",
    "setup.cfg",
    "Pipfile",
    "Pipfile.lock",
    "Cargo.toml",
    "Cargo.lock",
    "go.mod",
    "go.sum",
    "Gemfile",
    "Gemfile.lock",
    "Makefile",
    "Dockerfile",
    "justfile",
    "mise.toml",
    "ty.toml",
    "ruff.toml",
    "biome.json",
    "evals.yaml",
    "evals.json",
    "contract.yaml",
];

/// Files to find in the texts.
const MOST: usize = 500;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    // An empty body names nothing, and has its own finding.
    if body.skill.body.trim().is_empty() {
        return;
    }
    let files = body.own_files().filter_map(|path| Wanted::of(path));
    let mut wanted: Vec<Wanted<'_>> = files.take(MOST).collect();
    if wanted.is_empty() {
        return;
    }
    let others = body.unread_pages();
    let pages = body.pages.iter().map(|page| (&page.path, &page.text));
    let scripts = body.scripts.iter().map(|(path, script)| (path, &script.text));
    let others = others.iter().map(|(path, text)| (path, text));
    for (path, text) in pages.chain(scripts).chain(others) {
        mark_named(path, text, &mut wanted);
        // A link contains spaces of a name as `%20`.
        if text.contains("%20") {
            mark_named(path, &text.replace("%20", " "), &mut wanted);
        }
    }
    for file in wanted.iter().filter(|file| !file.is_named) {
        let path = file.path;
        let message = format!("no text or script of the skill names {path:?}");
        report
            .file("file-orphan", body.entries.shown(path), message)
            .advise("say in SKILL.md when to open it, or remove it");
    }
}

/// A file that some text should name.
struct Wanted<'e> {
    path: &'e str,
    folder: &'e str,
    /// The name without its extension.
    stem: &'e str,
    is_named: bool,
}

impl<'e> Wanted<'e> {
    fn of(path: &'e str) -> Option<Wanted<'e>> {
        let folder = FOLDERS.into_iter().find(|folder| path.starts_with(folder))?;
        let name = &path[folder.len()..];
        let is_quiet = name.starts_with(['.', '_'])
            || QUIET.contains(&name)
            || name.starts_with("tsconfig.") && name.ends_with(".json")
            || name.starts_with("requirements") && name.ends_with(".txt");
        // A file in a deeper folder is named by its folder, or reached by code.
        if is_quiet || is_test(name) || name.contains('/') {
            return None;
        }
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Some(Wanted { path, folder: folder.trim_end_matches('/'), stem, is_named: false })
    }

    /// The first letters and digits of the name, with their offset in it.
    fn first_word(&self) -> Option<(usize, &'e str)> {
        words(self.stem).next()
    }
}

/// Marks the files that a text names. Each text is read once, whatever the number of files.
fn mark_named(own: &str, text: &str, wanted: &mut [Wanted<'_>]) {
    for folder in FOLDERS.map(|folder| folder.trim_end_matches('/')) {
        // `references/*.md` and "each file in `references/`" name all of them.
        if text.contains(&format!("{folder}/*")) || text.contains(&format!("`{folder}/`")) {
            let all = wanted.iter_mut().filter(|file| file.folder == folder && file.path != own);
            all.for_each(|file| file.is_named = true);
        }
    }
    static FILLED: OnceLock<Regex> = OnceLock::new();
    let filled = FILLED.get_or_init(|| {
        Regex::new(r"(references|scripts)/([\w.-]*)(?:<[^<>\n]+>|\$?\{[^{}\n]+\}|\[[^\[\]\n]+\]|\*|\$[A-Za-z_]+)([\w.-]*)")
            .expect("invariant: it is a pattern")
    });
    // `references/dev-server-<framework>.md` names each file that it can become.
    for name in filled.captures_iter(text).take(MOST) {
        let (folder, start, end) = (&name[1], &name[2], &name[3]);
        for file in wanted.iter_mut().filter(|file| file.folder == folder && file.path != own) {
            let rest = &file.path[folder.len() + 1..];
            let fits = rest.len() > start.len() + end.len();
            file.is_named |= fits && rest.starts_with(start) && rest.ends_with(end);
        }
    }
    let mut by_word: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (index, file) in wanted.iter().enumerate() {
        match file.first_word() {
            Some((offset, word)) if !file.is_named && file.path != own => {
                by_word.entry(word).or_default().push((index, offset));
            }
            _ => {}
        }
    }
    for (at, word) in words(text) {
        for (index, offset) in by_word.get(word).into_iter().flatten() {
            let file = &mut wanted[*index];
            let start = at.checked_sub(*offset);
            file.is_named |= start.is_some_and(|start| stands_at(text, start, file.stem));
        }
    }
}

/// The files that a text names with the folder that their own folder stands in: `../notes/scripts/find.py` gives
/// `notes/scripts/find.py`.
pub(crate) fn named_in_folders(text: &str) -> impl Iterator<Item = String> {
    static NAMED: OnceLock<Regex> = OnceLock::new();
    let named = NAMED.get_or_init(|| {
        Regex::new(r"[\w.-]+/(?:references|scripts)/[\w-]+\.[\w.-]*\w")
            .expect("invariant: it is a pattern")
    });
    named.find_iter(text).take(MOST).map(|found| found.as_str().to_owned())
}

/// The runs of letters and digits of a text: `told` does not name `old.md`.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let pieces = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    pieces.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Whether a name occurs at a byte offset of a text, and not as the start of a longer one.
fn stands_at(text: &str, start: usize, name: &str) -> bool {
    let rest = text.get(start..).and_then(|text| text.strip_prefix(name));
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// The scripts that an agent runs; tests are run by the author of the skill.
pub(super) fn scripts_of_agents<'b>(
    body: &'b Body<'_>,
) -> impl Iterator<Item = (&'b String, &'b Script)> {
    body.scripts.iter().filter(|(path, _)| !is_of_tests(path))
}

/// Whether a file is a test, or in a folder of tests.
pub(super) fn is_of_tests(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    is_test(name) || path.split('/').any(|part| part == "tests" || part == "test")
}

fn is_test(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let is_part = |part: &str| matches!(part, "test" | "tests" | "spec");
    stem == "conftest"
        || stem.split(['_', '-']).next().is_some_and(is_part)
        || stem.rsplit(['_', '-']).next().is_some_and(is_part)
        || name.split('.').skip(1).any(is_part)
}

#[cfg(test)]
mod tests {
    use super::{Wanted, mark_named};

    #[test]
    fn a_name_inside_of_a_word_names_nothing() {
        let is_named = |text: &str, path: &str| {
            let mut wanted: Vec<Wanted<'_>> = Wanted::of(path).into_iter().collect();
            mark_named("SKILL.md", text, &mut wanted);
            wanted[0].is_named
        };
        assert!(!is_named("It is told here, and older.", "references/old.md"));
        assert!(is_named("Read `references/old.md`.", "references/old.md"));
        assert!(is_named("import old_rows, old", "scripts/old.py"));
        assert!(is_named("See the-old_rows-2.", "scripts/the-old_rows.py"));
        assert!(!is_named("See the-old_rows2.", "scripts/the-old_rows.py"));
        assert!(is_named("All of `references/`.", "references/old.md"));
        assert!(is_named("Read `references/dev-<framework>.md`.", "references/dev-next.md"));
        assert!(!is_named("Read `references/dev-<framework>.md`.", "references/deploy.md"));
    }
}

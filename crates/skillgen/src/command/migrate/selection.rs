//! Selects a skill's own scripts: tests, CI and development scripts are left out by default. Vendored and generated
//! files are never included.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use ignore::gitignore::Gitignore;

use super::reader_files::ReaderFile;
use super::scan::Candidate;
use crate::{git, globs, paths, walk};

/// Folders of vendored code.
const VENDORED: [&str; 12] = [
    "node_modules",
    "bower_components",
    "jspm_packages",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "site-packages",
    ".venv",
    "venv",
    "Pods",
    "__pypackages__",
];

/// Folders of tests and CI.
const TESTS: [&str; 18] = [
    "sanity",
    "smoke",
    "test",
    "tests",
    "__tests__",
    "spec",
    "specs",
    "e2e",
    "evals",
    "evals-extra",
    "fixtures",
    "testdata",
    "test-fixtures",
    ".github",
    ".gitlab",
    ".circleci",
    ".buildkite",
    "ci",
];

/// Folders of files that are copied for use, without the helper.
const TEMPLATES: [&str; 6] =
    ["assets", "boilerplate", "examples", "scaffolds", "template", "templates"];

/// The number of lines that may contain a mark of generated files.
const HEAD: usize = 10;

/// The maximum size of .gitattributes.
const LARGEST: u64 = 1 << 20;

/// The scripts of a run.
pub(super) struct Selection {
    all: bool,
    roots: Vec<Root>,
    /// The text of each SKILL.md, by its folder.
    skills: BTreeMap<PathBuf, String>,
    folders: Mutex<BTreeMap<PathBuf, Folder>>,
}

/// Facts that are computed once for all scripts of a folder.
#[derive(Clone)]
struct Folder {
    whole: PathBuf,
    /// Whether it belongs to another git tree than the root above it.
    is_of_other_tree: bool,
}

/// A named path.
struct Root {
    whole: PathBuf,
    is_file: bool,
    /// The top of its git tree, or itself.
    top: PathBuf,
    /// Whether there is a SKILL.md in it or above it.
    has_skills: bool,
    attributes: Attributes,
}

/// The statements of the top `.gitattributes` about the origin of files.
struct Attributes {
    generated: Gitignore,
    vendored: Gitignore,
}

/// A path that is named through a link out of its git tree.
///
/// # Errors
/// The path and its target.
pub(super) fn stays_inside(roots: &[impl AsRef<Path>]) -> anyhow::Result<()> {
    roots.iter().map(AsRef::as_ref).try_for_each(|root| is_inside(root, paths::out_of_tree(root)))
}

/// Rejects a named path whose target `target` is out of its git tree.
///
/// # Errors
/// There is such a target.
pub(super) fn is_inside(root: &Path, target: Option<PathBuf>) -> anyhow::Result<()> {
    if let Some(target) = target {
        bail!(
            "{}: a link out of the tree, to {}; name that {} itself",
            root.display(),
            target.display(),
            if root.is_dir() { "folder" } else { "file" }
        );
    }
    Ok(())
}

impl Selection {
    pub(super) fn new(roots: &[PathBuf], files: &[ReaderFile], all: bool) -> Self {
        let skill = |file: &ReaderFile| {
            let named =
                file.whole.file_name().is_some_and(|name| name == "SKILL.md" || name == "skill.md");
            let folder = named.then(|| file.whole.parent().map(Path::to_owned)).flatten()?;
            let text = walk::contents_at(&file.path, &file.whole, LARGEST).unwrap_or_default();
            Some((folder, String::from_utf8_lossy(&text).into_owned()))
        };
        let skills: BTreeMap<PathBuf, String> = files.iter().filter_map(skill).collect();
        let root = |path: &PathBuf| {
            let whole = paths::whole(path);
            let is_file = whole.is_file();
            let folder = if is_file { paths::folder_of(&whole) } else { &whole };
            let top = git::top_of(folder).unwrap_or_else(|| folder.to_owned());
            let within = skills.keys().any(|skill| skill.starts_with(&whole));
            let above = whole.ancestors().any(|up| skills.contains_key(up));
            let attributes = Attributes::of(&top);
            Root { is_file, has_skills: within || above, attributes, top, whole }
        };
        let roots = roots.iter().map(root).collect();
        Self { all, roots, skills, folders: Mutex::default() }
    }

    fn folder(&self, path: &Path) -> Folder {
        let known = |folders: &BTreeMap<PathBuf, Folder>| folders.get(path).cloned();
        if let Some(folder) = known(&self.folders.lock().unwrap_or_else(PoisonError::into_inner)) {
            return folder;
        }
        let whole = paths::whole(path);
        let root = self.roots.iter().find(|root| {
            whole.starts_with(&root.whole) || root.is_file && root.whole.parent() == Some(&*whole)
        });
        let is_of_other_tree = root.is_some_and(|root| {
            let own = |up: &&Path| **up == root.top || !up.starts_with(&root.top);
            whole.ancestors().take_while(|up| !own(up)).any(git::is_top)
        });
        let folder = Folder { whole, is_of_other_tree };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.insert(path.to_owned(), folder.clone());
        folder
    }

    /// Why a script is left out, if it is.
    pub(super) fn leaves_out(&self, candidate: &Candidate) -> Option<String> {
        let Folder { whole: folder, is_of_other_tree } =
            self.folder(paths::folder_of(&candidate.path));
        let whole = folder.join(candidate.path.file_name().unwrap_or_default());
        let root = self.roots.iter().find(|root| whole.starts_with(&root.whole))?;
        if let Some(why) = foreign(&whole, root, is_of_other_tree) {
            return Some(why);
        }
        if let Some(target) = link_target(candidate) {
            return Some(format!("a link to {target} that git wrote as text; never changed"));
        }
        if written_by_program(&candidate.bytes) {
            return Some("generated, as the first lines say; never changed".to_owned());
        }
        let named = |root: &&Root| root.is_file && root.whole == whole;
        if self.all || self.roots.iter().any(|root| named(&root)) || !root.has_skills {
            return None;
        }
        let Some(skill) = folder.ancestors().find(|up| self.skills.contains_key(*up)) else {
            return Some(
                "not part of a skill: no SKILL.md in the folder or above; add `--all` to migrate"
                    .to_owned(),
            );
        };
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let below = whole.strip_prefix(skill).unwrap_or(&whole);
        if is_template(below) {
            return Some(
                "a template: copies of it would lack the helper file; add `--all` to migrate"
                    .to_owned(),
            );
        }
        let is_used =
            || self.skills.get(skill).is_some_and(|text| migrate::tells_to_run(text, &name));
        (is_test(below) && !is_used())
            .then(|| "a test or CI script; add `--all` to migrate".to_owned())
    }
}

/// The target of a link that git checked out as a text file, where the file system has no links: the path of a file, and nothing
/// else.
fn link_target(candidate: &Candidate) -> Option<&str> {
    const LONGEST: usize = 4096;
    let bytes = Some(&*candidate.bytes).filter(|bytes| bytes.len() < LONGEST)?;
    let text = std::str::from_utf8(bytes).ok()?;
    let is_path = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    let target = paths::folder_of(&candidate.path).join(text);
    (is_path && !text.starts_with('/') && target.is_file()).then_some(text)
}

/// Why a reader of others is not rewritten, if it is one.
pub(super) fn not_theirs(path: &Path) -> Option<&'static str> {
    let vendored = path.iter().any(|part| VENDORED.iter().any(|name| part == *name));
    vendored.then_some("it is in a folder of vendored code")
}

fn foreign(whole: &Path, root: &Root, is_of_other_tree: bool) -> Option<String> {
    let below = whole.strip_prefix(&root.top).unwrap_or(whole);
    let folders = below.parent().unwrap_or(below);
    if let Some(name) = folders.iter().find(|part| VENDORED.iter().any(|name| part == name)) {
        return Some(format!("vendored code, below `{}`; never changed", name.to_string_lossy()));
    }
    if is_of_other_tree {
        return Some("part of another git tree; run skillgen there".to_owned());
    }
    let below = below.to_string_lossy();
    if globs::matches(&root.attributes.vendored, &below) {
        return Some(
            "vendored code (`linguist-vendored` in .gitattributes); never changed".to_owned(),
        );
    }
    let generated = globs::matches(&root.attributes.generated, &below);
    generated
        .then(|| "generated (`linguist-generated` in .gitattributes); never changed".to_owned())
}

/// Whether a path below a skill is a test.
fn is_test(below: &Path) -> bool {
    let folders = below.parent().unwrap_or(below);
    let name = below.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or(&name);
    let words: Vec<&str> = stem.split(['-', '_']).collect();
    folders.iter().any(|part| TESTS.iter().any(|test| part == *test))
        || name.contains(".test.")
        || matches!(words.as_slice(), ["test", _, ..] | [_, .., "test"])
        || matches!(words[0], "sanity" | "smoke" | "selftest")
        || matches!(stem, "run-tests" | "run_tests" | "run-all-tests" | "run_all_tests")
}

/// Whether a path below a skill is in a folder of templates. Names don't count: `render-template.sh` is a tool.
fn is_template(below: &Path) -> bool {
    let folders = below.parent().unwrap_or(below);
    folders.iter().any(|part| TEMPLATES.iter().any(|name| part == *name))
}

/// Whether the first lines say that the file is generated.
fn written_by_program(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(2000)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    head.lines().take(HEAD).filter(|line| line.starts_with('#')).any(|line| {
        let forbids = ["do not edit", "don't edit", "do not modify", "not be edited"];
        line.contains("@generated")
            || line.contains("generated") && forbids.iter().any(|words| line.contains(words))
    })
}

impl Attributes {
    fn of(top: &Path) -> Self {
        let text = walk::contents(&top.join(".gitattributes"), LARGEST).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let with = |attribute: &str| {
            let says = |line: &&str| {
                let set = |word: &str| {
                    let rest = word.strip_prefix(attribute);
                    rest.is_some_and(|rest| matches!(rest, "" | "=true" | "=1"))
                };
                !line.starts_with('#') && line.split_whitespace().skip(1).any(set)
            };
            let globs: Vec<String> = text
                .lines()
                .filter(says)
                .filter_map(|line| line.split_whitespace().next())
                .map(str::to_owned)
                .collect();
            globs::matcher(&globs, Path::new("")).unwrap_or_else(|_| Gitignore::empty())
        };
        Self { generated: with("linguist-generated"), vendored: with("linguist-vendored") }
    }
}

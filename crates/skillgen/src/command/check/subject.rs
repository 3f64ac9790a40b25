//! The content of a path: a tree of skills, a package, an archive, a SKILL.md, a schema or a chain. Files
//! are recognized by content, not only by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use contract::{Document, Role};
use lint::{Entries, Kind, Profiles, Report};
use rayon::prelude::*;

use super::exclude::Exclude;
use super::{archive, folder};
use crate::command::chain;
use crate::input::{self, References, RootedFiles};
use crate::paths;
use crate::walk;

const SKILL: &str = "SKILL.md";

/// Larger archives are not read.
const LARGEST_ARCHIVE: u64 = 256 << 20;

/// Checks one path of the command line.
pub(super) fn check(
    given: &str,
    profiles: &Profiles,
    references: &References,
    exclude: &Exclude,
) -> anyhow::Result<Report> {
    if given == "-" {
        let (label, bytes) = input::data("-")?;
        return file(&label, Path::new("."), bytes, &named(profiles), references);
    }
    let path = Path::new(given);
    let meta = std::fs::metadata(path).with_context(|| format!("{given}: can't be read"))?;
    if let Some(package) = package_of(path, meta.is_dir()) {
        return tree(&package, profiles, references, exclude);
    }
    if meta.is_dir() {
        return tree(path, profiles, references, exclude);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if is_skill_file(&name) {
        // Checked as in a tree: its folder decides its expected name.
        let parent = paths::folder_of(path);
        let shown = path.parent().map(shown).unwrap_or_default();
        if !meta.is_file() {
            bail!("{given}: is no regular file");
        }
        return Ok(one_skill(parent, &tree_of(parent), shown, &name, profiles));
    }
    let bytes = input::file(path, LARGEST_ARCHIVE)?;
    file(given, path, bytes, &named(profiles), references)
}

/// The folder of the package whose manifest, or whose folder `assets`, a path names: the rest of the package decides whether
/// they are sound.
fn package_of(path: &Path, is_folder: bool) -> Option<PathBuf> {
    let is_manifest = path.file_name().is_some_and(|name| name == "runner.json");
    let assets = if is_folder { path } else { paths::folder_of(path) };
    let is_assets = paths::whole(assets).file_name().is_some_and(|name| name == "assets");
    if !is_assets || !(is_folder || is_manifest) {
        return None;
    }
    // By way of a link, the folder above is that of the link's target.
    let package = match assets.parent().filter(|_| assets.ends_with("assets")) {
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => assets.join(".."),
    };
    let has_skill = package.join(skill_file(&package)).symlink_metadata().is_ok();
    let has_manifest = package.join("assets/runner.json").symlink_metadata().is_ok();
    (has_manifest || has_skill && is_package(&package)).then_some(package)
}

/// The role of a named file: a schema without a role is an input, as for `validate`.
fn named(profiles: &Profiles) -> Profiles {
    Profiles { unsaid_role: Some(Role::Input), ..profiles.clone() }
}

fn is_skill_file(name: &str) -> bool {
    name.eq_ignore_ascii_case(SKILL)
}

/// The canonical folder that bounds links of a checked folder: the git tree around it, so that a file has the same
/// findings alone and with others.
fn tree_of(folder: &Path) -> PathBuf {
    crate::git::top_of(folder).unwrap_or_else(|| paths::whole(folder))
}

/// A file other than a SKILL.md, by its content.
fn file(
    label: &str,
    at: &Path,
    bytes: Vec<u8>,
    profiles: &Profiles,
    references: &References,
) -> anyhow::Result<Report> {
    let lower = label.to_ascii_lowercase();
    if bytes.starts_with(b"PK\x03\x04")
        || bytes.starts_with(b"PK\x05\x06")
        || lower.ends_with(".zip")
        || lower.ends_with(".skill")
    {
        return Ok(archive::check(label, &bytes, profiles));
    }
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    if lower.ends_with(".md") || start.starts_with(b"---\n") || start.starts_with(b"---\r\n") {
        let content = One(bytes);
        let kinds = BTreeMap::from([(SKILL.to_owned(), Kind::File)]);
        // The files beside a single text are not known.
        let entries =
            Entries { shown: String::new(), name: None, kinds, complete: false, content: &content };
        let mut report = lint::check_skill(&entries, profiles);
        for found in &mut report.found {
            found.finding.path = label.to_owned();
        }
        return Ok(report);
    }
    let loader = match RootedFiles::new(at, references) {
        Ok(loader) => loader,
        Err(error) => return Ok(lint::unreadable(label, &format!("{error:#}"))),
    };
    let document = match Document::guess(label, &bytes) {
        Ok(document) => document,
        // Its own rules say more about unreadable JSON.
        Err(_) if lower.ends_with(".json") => {
            return Ok(lint::check_schema(label, bytes, &loader, profiles));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(error) = contract::source::other_format(&document) {
        return Err(error.into());
    }
    if lint::chain::looks_like_chain(document.value()) {
        return Ok(chain::beside::check(&document, at));
    }
    if lint::looks_like_provider_tools(document.value()) {
        return Ok(lint::check_provider_tools(label, &bytes, profiles));
    }
    if lint::looks_like_mcp(&document) {
        return Ok(lint::check_mcp(label, &bytes, profiles));
    }
    if lint::looks_like_contract(document.value()) {
        return Ok(lint::check_contract(label, bytes, &loader, profiles));
    }
    if lint::looks_like_schema(document.value()) {
        return Ok(lint::check_schema(label, bytes, &loader, profiles));
    }
    bail!(
        "{label}: expected a skill, a package, a JSON Schema, an API contract, a chain, the lists of an MCP server or the tools of a model provider"
    )
}

/// The bytes of the only file.
struct One(Vec<u8>);

impl lint::Content for One {
    fn read(&self, _path: &str) -> Result<Vec<u8>, String> {
        Ok(self.0.clone())
    }
}

/// The files of a tree.
#[derive(Default)]
struct Finds {
    /// Folders with a SKILL.md or a manifest.
    roots: BTreeSet<PathBuf>,
    /// Schemas and chains outside of packages, by their names.
    files: BTreeSet<PathBuf>,
    /// Other JSON and YAML files, in order: searched for chains, and for all kinds if there is nothing else.
    documents: Vec<PathBuf>,
}

impl Finds {
    /// Removes what is excluded.
    fn leave_out(&mut self, exclude: &Exclude) {
        self.roots.retain(|root| !exclude.leaves_out(&shown(&root.join(skill_file(root)))));
        self.files.retain(|file| !exclude.leaves_out(&shown(file)));
    }
}

fn tree(
    root: &Path,
    profiles: &Profiles,
    references: &References,
    exclude: &Exclude,
) -> anyhow::Result<Report> {
    let real = tree_of(root);
    let mut finds = finds(root)?;
    let had_subjects = !finds.roots.is_empty() || !finds.files.is_empty();
    finds.leave_out(exclude);
    if had_subjects && finds.roots.is_empty() && finds.files.is_empty() {
        return Ok(Report::default());
    }
    if finds.roots.is_empty() && finds.files.is_empty() && !root.join("assets").exists() {
        finds.files = in_parallel(&finds.documents, |path| recognized(path).then(|| path.clone()))
            .into_iter()
            .flatten()
            .filter(|file| !exclude.leaves_out(&shown(file)))
            .collect();
        if !finds.files.is_empty() {
            return loose(&finds.files.iter().collect::<Vec<_>>(), profiles, references);
        }
    }
    let nothing = finds.roots.is_empty() && finds.files.is_empty() && !profiles.runner_named;
    if nothing && !root.join("assets").exists() {
        bail!(
            "{}: nothing to check: no SKILL.md, package, JSON Schema, API contract, chain or list of tools in it",
            root.display()
        );
    }
    let only_package =
        finds.roots.is_empty() && finds.files.iter().all(|file| in_assets(root, file));
    if only_package || profiles.runner_named && root.join(SKILL).exists() {
        finds.roots.insert(root.to_owned());
    }
    let loose_documents: Vec<&PathBuf> = finds
        .documents
        .iter()
        .filter(|file| !file.ancestors().any(|folder| finds.roots.contains(folder)))
        .collect();
    let chains = in_parallel(&loose_documents, |path| is_chain(path).then(|| (*path).clone()));
    let chains = chains.into_iter().flatten().filter(|file| !exclude.leaves_out(&shown(file)));
    finds.files.extend(chains);
    let roots: Vec<PathBuf> = finds.roots.into_iter().collect();
    let named = |skill: &Path| profiles.runner_named && skill == root || only_package;
    let checked = in_parallel(&roots, |skill| {
        let (package, mut report) = skill_folder(skill, &real, named(skill), profiles);
        let below = skill.strip_prefix(root).map(shown).unwrap_or_default();
        if lint::is_unloaded(&below) {
            lint::leave_out_unloaded(&mut report);
        }
        (skill.clone(), package, report)
    });
    let mut report = Report::default();
    let mut packages = Vec::new();
    for (skill, package, part) in checked {
        if package {
            packages.push(skill);
        }
        report.append(part);
    }
    let outside: Vec<&PathBuf> = finds
        .files
        .iter()
        .filter(|file| !packages.iter().any(|package| file.starts_with(package)))
        .collect();
    report.append(loose(&outside, profiles, references)?);
    // A skill that is also reached by a link is one skill.
    let mut seen = BTreeSet::new();
    report.skills.retain(|skill| seen.insert(paths::whole(Path::new(&skill.path))));
    lint::check_duplicates(&mut report);
    lint::lower_test_data(&shown(root), profiles, &mut report);
    Ok(report)
}

/// Checks the schemas and chains outside of packages.
fn loose(
    files: &[&PathBuf],
    profiles: &Profiles,
    references: &References,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let parts = in_parallel(files, |path| {
        let label = shown(path);
        let bytes = match input::file(path, input::MAX_CONTRACT) {
            Ok(bytes) => bytes,
            Err(error) => return lint::unreadable(&label, &error.root_cause().to_string()),
        };
        // In a tree, files of unknown kinds are ignored; unreadable ones are reported.
        let readable = Document::guess(&label, &bytes).map(|_| ());
        match (file(&label, path, bytes, profiles, references), readable) {
            (Ok(part), _) => part,
            (Err(_), Ok(())) => Report::default(),
            (Err(_), Err(error)) => unread(&label, &error),
        }
    });
    parts.into_iter().for_each(|part| report.append(part));
    Ok(report)
}

/// A document that is neither JSON nor YAML, although its name says so.
fn unread(label: &str, error: &contract::ReadError) -> Report {
    let reason = error.to_string();
    let reason = reason.strip_prefix(&format!("{label}:")).unwrap_or(&reason);
    lint::unreadable(label, reason)
}

/// Whether a file contains a schema, a contract or a chain, whatever its name.
fn recognized(path: &Path) -> bool {
    let Ok(bytes) = input::file(path, input::MAX_CONTRACT) else { return false };
    Document::guess(&shown(path), &bytes).is_ok_and(|document| {
        let value = document.value();
        lint::chain::looks_like_chain(value)
            || lint::looks_like_contract(value)
            || lint::looks_like_schema(value)
            || lint::looks_like_mcp(&document)
            || lint::looks_like_provider_tools(value)
    })
}

/// Whether a file contains a chain, by its keys.
fn is_chain(path: &Path) -> bool {
    let Ok(bytes) = input::file(path, input::MAX_CONTRACT) else { return false };
    let Ok(text) = std::str::from_utf8(&bytes) else { return false };
    // Most documents of a tree are not chains, so they are not parsed.
    text.contains("skill")
        && (text.contains("inputs") || text.contains("outputs_as"))
        && Document::guess(&shown(path), &bytes)
            .is_ok_and(|document| lint::chain::is_chain(document.value()))
}

/// Runs work on several threads if there is enough of it. Their stacks are as large as the main one,
/// because documents may be as deep; so there are only a few.
fn in_parallel<I: Sync, O: Send>(items: &[I], work: impl Fn(&I) -> O + Sync) -> Vec<O> {
    const FEW: usize = 16;
    const MOST_THREADS: usize = 4;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let pool = (items.len() > FEW && threads > 1).then(|| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.min(MOST_THREADS))
            .stack_size(contract::STACK)
            .build()
    });
    match pool {
        Some(Ok(pool)) => pool.install(|| items.par_iter().map(&work).collect()),
        _ => items.iter().map(work).collect(),
    }
}

fn in_assets(root: &Path, file: &Path) -> bool {
    file.parent() == Some(&root.join("assets"))
}

/// Searches for skills, and for schemas and chains by name. Links are not followed.
fn finds(root: &Path) -> anyhow::Result<Finds> {
    let mut finds = Finds::default();
    let is_walked =
        |name: &str| name != ".git" && name != "node_modules" && !name.starts_with(".skillgen");
    let skipped = walk::each(root, is_walked, |path, kind| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(parent) = path.parent().filter(|_| path != root) else { return };
        if name == SKILL || is_skill_file(&name) && !kind.is_dir() {
            finds.roots.insert(parent.to_owned());
        } else if name == "runner.json" && parent.file_name().is_some_and(|name| name == "assets") {
            finds.roots.extend(parent.parent().map(Path::to_owned));
        } else if kind.is_file()
            && (name.ends_with(".schema.json")
                || name.ends_with(".chain.yaml")
                || name == "chain.yaml"
                || name == super::super::lock::DEFAULT_FILE)
        {
            finds.files.insert(path.to_owned());
        } else if kind.is_file()
            && [".json", ".yaml", ".yml"].iter().any(|ending| name.ends_with(ending))
        {
            finds.documents.push(path.to_owned());
        }
    })?;
    if let Some(fault) = skipped.first() {
        bail!("{}: {}", fault.path.display(), fault.reason);
    }
    finds.documents.sort();
    Ok(finds)
}

/// Checks the skill or package in a folder; returns which of the two it was.
fn skill_folder(root: &Path, tree: &Path, named: bool, profiles: &Profiles) -> (bool, Report) {
    let real = paths::whole(root);
    if named || is_package(root) {
        let content = folder::Folder::new(root, tree);
        let (kinds, complete) = folder::kinds(root, &real);
        let shown = shown(root);
        let entries = Entries { shown, name: name(&real), kinds, complete, content: &content };
        return (true, lint::check_package(&entries, profiles));
    }
    let file = skill_file(root);
    let file = file.as_str();
    match folder::kind(&root.join(file), tree) {
        Some(Kind::File) => (false, one_skill(root, tree, shown(root), file, profiles)),
        Some(kind) => (false, lint::not_regular(&shown(&root.join(file)), file, &kind)),
        None => (false, Report::default()),
    }
}

/// The skill's own file name, in its spelling.
fn skill_file(root: &Path) -> String {
    if root.join(SKILL).symlink_metadata().is_ok() {
        return SKILL.to_owned();
    }
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| is_skill_file(name)).min().unwrap_or_else(|| SKILL.to_owned())
}

/// A folder with a manifest, or with schemas where packages keep them.
fn is_package(root: &Path) -> bool {
    ["runner.json", "input.schema.json", "parameter.schema.json", "output.schema.json"]
        .iter()
        .any(|name| root.join("assets").join(name).symlink_metadata().is_ok())
}

fn one_skill(root: &Path, tree: &Path, shown: String, file: &str, profiles: &Profiles) -> Report {
    let content = folder::Folder::new(root, tree);
    let real = paths::whole(root);
    let (mut kinds, complete) = folder::kinds(root, &real);
    // A link to a file elsewhere in the tree is read like the file.
    kinds.insert(file.to_owned(), Kind::File);
    let entries = Entries { shown, name: name(&real), kinds, complete, content: &content };
    lint::check_skill(&entries, profiles)
}

fn name(real: &Path) -> Option<String> {
    real.file_name().map(|name| name.to_string_lossy().into_owned())
}

/// A path in findings: as given, with `/`, without a leading `./`.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let text = text.trim_end_matches('/');
    match text.strip_prefix("./") {
        Some(rest) => rest.to_owned(),
        None if text == "." => String::new(),
        None => text.to_owned(),
    }
}

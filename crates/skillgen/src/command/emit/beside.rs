//! Warnings about files beside the written ones that no longer fit them: contracts of an older shared runtime, and Go files of
//! another package.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::Planned;
use super::check::version;
use crate::context::Ctx;

/// The name of a shared runtime, without its ending.
const RUNTIME: &str = "skillgen_runtime";

/// Warns before the files are written.
pub(super) fn warn(planned: &[Planned], ctx: &Ctx) {
    for line in runtimes(planned).into_iter().chain(packages(planned)) {
        ctx.note(&format!("warning: {line}"));
    }
}

/// The other files of a folder with the ending of a planned one, with their texts. What can't be read is left out.
fn others(planned: &[Planned], file: &Path) -> Vec<(PathBuf, String)> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries =
        std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let own: BTreeSet<_> = planned
        .iter()
        .filter(|other| other.path.parent() == file.parent())
        .filter_map(|other| other.path.file_name())
        .collect();
    let mut found: Vec<(PathBuf, String)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension() == file.extension())
        .filter(|path| path.file_name().is_some_and(|name| !own.contains(name)))
        .filter_map(|path| {
            let text = crate::regular::read(&path).ok()?;
            Some((path, String::from_utf8_lossy(&text).into_owned()))
        })
        .collect();
    found.sort();
    found
}

fn listed(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Shared runtimes that replace one of another version, with the contracts that were written for that.
fn runtimes(planned: &[Planned]) -> Vec<String> {
    let mut lines = Vec::new();
    for file in
        planned.iter().filter(|file| file.path.file_stem().is_some_and(|stem| stem == RUNTIME))
    {
        let Ok(there) = crate::regular::read(&file.path) else { continue };
        let there = String::from_utf8_lossy(&there);
        let (Some(old), Some(new)) = (version(&there), version(&file.text)) else { continue };
        let left = others(planned, &file.path).into_iter();
        // In Go, files of a package use each other without a word.
        let is_go = file.path.extension().is_some_and(|own| own == "go");
        let left: Vec<PathBuf> = left
            .filter(|(_, text)| version(text).is_some_and(|of| of != new))
            .filter(|(_, text)| is_go || text.contains(RUNTIME))
            .map(|(path, _)| path)
            .collect();
        if old != new && !left.is_empty() {
            lines.push(format!(
                "{}: version {new} replaces {old}; these files need {old}, emit them again: {}",
                file.path.display(),
                listed(&left)
            ));
        }
    }
    lines
}

/// The package of a Go file.
fn package(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("package ")).map(str::trim)
}

/// Go files of another package in a folder: a folder is one package, apart from its tests.
fn packages(planned: &[Planned]) -> Vec<String> {
    let go = planned.iter().filter(|file| file.path.extension().is_some_and(|own| own == "go"));
    let by_folder: BTreeMap<Option<&Path>, &Planned> =
        go.map(|file| (file.path.parent(), file)).collect();
    let mut lines = Vec::new();
    for file in by_folder.into_values() {
        let Some(own) = package(&file.text) else { continue };
        let is_test = |path: &Path| path.to_string_lossy().ends_with("_test.go");
        let other: Vec<PathBuf> = others(planned, &file.path)
            .into_iter()
            .filter(|(path, text)| !is_test(path) && package(text).is_some_and(|of| of != own))
            .map(|(path, _)| path)
            .collect();
        if !other.is_empty() {
            lines.push(format!(
                "{}: has the package {own}, but these files of the folder have another: {}; emit contracts of a folder \
                 together, or set `namespace` in their [[emit]] entries",
                file.path.display(),
                listed(&other)
            ));
        }
    }
    lines
}

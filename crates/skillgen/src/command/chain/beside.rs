//! The skills of a chain that `check` finds: without `--skills`, their folder is searched around the chain.

use std::path::{Path, PathBuf};

use contract::Document;
use lint::Report;
use lint::chain;

use super::checked;
use super::folders::SkillFolders;
use crate::paths;

/// Where projects keep skills, relative to a folder above the chain.
const FOLDERS: [&str; 4] = ["", "skills", ".claude/skills", ".agents/skills"];

/// The findings of a chain in the file `at`: with its skills if one of them is found, else without.
pub(in crate::command) fn check(document: &Document, at: &Path) -> Report {
    match folder(document, at) {
        Some(folder) => checked(document, &folder).report,
        None => chain::check_alone(document),
    }
}

/// The nearest folder, up to the top of the git tree, that contains a skill of the chain.
fn folder(document: &Document, at: &Path) -> Option<PathBuf> {
    let names = chain::skills(document);
    let beside = paths::whole(paths::folder_of(at));
    // Outside of a git tree, only the working folder bounds the project.
    let here = std::env::current_dir().ok().map(|here| paths::whole(&here));
    let here = here.filter(|here| beside.starts_with(here));
    let top = crate::git::top_of(&beside).or(here).unwrap_or_else(|| beside.clone());
    let around = beside.ancestors().take_while(|folder| folder.starts_with(&top));
    let candidates = around.flat_map(|folder| FOLDERS.map(|below| folder.join(below)));
    let mut candidates = candidates.filter(|folder| folder.is_dir());
    candidates.find(|folder| {
        let inside = folder.canonicalize().is_ok_and(|real| real.starts_with(&top));
        let skills = SkillFolders::new(folder);
        inside && names.iter().any(|name| skills.find(name).is_some())
    })
}

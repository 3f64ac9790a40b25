//! Finds the skills of a chain in a folder.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lint::chain::Lookup;

use crate::command::run::contract_of;

/// The skills in a folder.
pub(super) struct SkillFolders<'f> {
    folder: &'f Path,
    /// The folder of each name in a frontmatter, read once for all steps that need it.
    by_name: OnceCell<BTreeMap<String, PathBuf>>,
}

impl<'f> SkillFolders<'f> {
    pub(super) fn new(folder: &'f Path) -> Self {
        Self { folder, by_name: OnceCell::new() }
    }

    /// The folder of a skill, by its own name, or else by the name in its frontmatter; with its contract.
    pub(super) fn find(&self, name: &str) -> Option<(PathBuf, Lookup)> {
        let plain =
            !name.is_empty() && !matches!(name, "." | "..") && !name.contains(['/', '\\', '\0']);
        if !plain {
            return None;
        }
        let direct = self.folder.join(name);
        if skill_file(&direct).is_some() {
            let found = read(&direct);
            return Some((direct, found));
        }
        let folder = self.by_name.get_or_init(|| by_name(self.folder)).get(name)?;
        Some((folder.clone(), read(folder)))
    }
}

/// The first folder with each name.
fn by_name(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.sort();
    let mut named = BTreeMap::new();
    for folder in folders.into_iter().filter(|folder| skill_file(folder).is_some()) {
        if let Lookup::Known(contract) = read(&folder) {
            named.entry(contract.name).or_insert(folder);
        }
    }
    named
}

fn skill_file(folder: &Path) -> Option<PathBuf> {
    let file = folder.join("SKILL.md");
    std::fs::metadata(&file).is_ok().then_some(file)
}

fn read(folder: &Path) -> Lookup {
    let Some(file) = skill_file(folder) else { return Lookup::Missing };
    let label = file.display().to_string();
    let beside = folder.parent().unwrap_or(Path::new("."));
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let leaves = real(&file).zip(real(beside)).is_some_and(|(file, top)| !file.starts_with(top));
    if leaves {
        let reason = format!("{label}: leads out of the folder of the skills through a link");
        return Lookup::Unreadable(crate::error::one_line(&reason));
    }
    match contract_of(folder, None) {
        Ok(contract) => Lookup::Known(Box::new(contract)),
        Err(error) => Lookup::Unreadable(crate::error::one_line(&format!("{error:#}"))),
    }
}

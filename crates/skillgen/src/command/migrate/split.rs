//! `--split DIR`: one patch for each skill, or for each owner that CODEOWNERS names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;
use migrate::Outcome;

use super::file_plan::FilePlan;
use super::helper_file::HelperFile;
use super::owners::Owners;
use super::tree_plan::TreePlan;
use super::words::name;
use super::{SplitBy, diff, patch};
use crate::context::Ctx;
use crate::paths;
use crate::pinned::PinnedFolder;

/// The part of a patch for one skill.
#[derive(Default)]
struct Part {
    text: Vec<u8>,
    files: usize,
    /// Skills whose readers or scripts change with it.
    with: BTreeSet<PathBuf>,
}

/// Writes the patches, and lists them and those that belong together.
pub(super) fn write(
    plan: &TreePlan,
    folder: &Path,
    (by, roots): (SplitBy, &[PathBuf]),
    ctx: &Ctx,
) -> anyhow::Result<()> {
    let parts = match (by, roots.first()) {
        (SplitBy::Owner, Some(root)) => {
            let owners = Owners::around(root)?;
            parts(plan, &|path| owners.of(path))
        }
        _ => parts(plan, &skill_folder),
    };
    if std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!(
            "--split {}: the folder is not empty; name a new one, so that no patch of another run is among these",
            folder.display()
        );
    }
    let refuse = |target: Option<PathBuf>| match target {
        None => Ok(()),
        Some(target) => bail!(
            "--split {}: leads out of the git tree through a link, to {}; name that folder itself",
            folder.display(),
            target.display()
        ),
    };
    let failed = || format!("--split {}: the folder can't be made", folder.display());
    PinnedFolder::make(folder, failed, |real| refuse(paths::leads_out(folder, real)))?;
    let names = file_names(parts.keys());
    for (skill, part) in &parts {
        let path = folder.join(&names[skill]);
        crate::output::replace(&path, &part.text)?;
        let together: Vec<&str> = part.with.iter().map(|other| names[other].as_str()).collect();
        let with = match together.as_slice() {
            [] => String::new(),
            _ => format!("; apply it together with {}", together.join(", ")),
        };
        let files = if part.files == 1 { "1 file" } else { "files" };
        let count = if part.files == 1 { String::new() } else { format!("{} ", part.files) };
        let path = name(&path.to_string_lossy());
        ctx.print(&format!("{path}: {count}{files}{}\n", name(&with)))?;
    }
    Ok(())
}

/// The patch of each part of the tree, by the folder of a skill or by owners.
fn parts(plan: &TreePlan, part_of: &dyn Fn(&Path) -> PathBuf) -> BTreeMap<PathBuf, Part> {
    let files: Vec<&FilePlan> =
        plan.files.iter().chain(&plan.readers).filter(|f| f.outcome == Outcome::Migrated).collect();
    let helpers: Vec<&HelperFile> = plan.helpers.written().collect();
    let paths = files.iter().map(|f| f.path.as_path());
    let names = patch::names(paths.chain(helpers.iter().map(|helper| helper.path.as_path())));
    let mut parts: BTreeMap<PathBuf, Part> = BTreeMap::new();
    let mut add = |path: &Path, text: Vec<u8>| {
        let part = parts.entry(part_of(path)).or_default();
        part.files += 1;
        part.text.extend(text);
    };
    for (file, name) in files.iter().zip(&names) {
        add(&file.path, diff::unified(name, &file.before, &file.after()));
    }
    for (helper, name) in helpers.iter().zip(&names[files.len()..]) {
        let now = crate::regular::read(&helper.path).unwrap_or_default();
        add(&helper.path, diff::unified(name, &now, helper.text.as_bytes()));
    }
    // A reader that changes with its script is in the patch of its own part.
    for script in plan.files.iter().filter(|f| f.outcome == Outcome::Migrated) {
        let home = part_of(&script.path);
        for reader in script.consumers.iter().filter(|c| !c.reads.rewrite.is_empty()) {
            let other = part_of(&reader.path);
            let changes = files.iter().any(|f| f.path == reader.path);
            if changes && other != home {
                parts.entry(home.clone()).or_default().with.insert(other.clone());
                parts.entry(other).or_default().with.insert(home.clone());
            }
        }
    }
    parts
}

/// The folder of a file's skill: the nearest one above with a SKILL.md, else its own.
fn skill_folder(path: &Path) -> PathBuf {
    let own = paths::folder_of(path);
    let has = |folder: &&Path| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        std::fs::symlink_metadata(folder.join("SKILL.md")).is_ok_and(|meta| meta.is_file())
    };
    own.ancestors().find(has).unwrap_or(own).to_owned()
}

/// A file name for each folder: as many of its last components as make it unique.
fn file_names<'f>(folders: impl Iterator<Item = &'f PathBuf>) -> BTreeMap<PathBuf, String> {
    let folders: Vec<(&PathBuf, Vec<String>)> = folders.map(|f| (f, words(f))).collect();
    let last =
        |words: &[String], count: usize| words[words.len().saturating_sub(count)..].join("-");
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for (_, words) in &folders {
        for count in 1..=words.len() {
            *uses.entry(last(words, count)).or_default() += 1;
        }
    }
    let mut names = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (folder, words) in &folders {
        let alone = |count: &usize| uses.get(&last(words, *count)) == Some(&1);
        let stem = last(words, (1..=words.len()).find(alone).unwrap_or(words.len()));
        let mut name = format!("{stem}.patch");
        let mut number = 2;
        // Some file systems ignore case.
        while !taken.insert(name.to_lowercase()) {
            name = format!("{stem}-{number}.patch");
            number += 1;
        }
        names.insert((*folder).clone(), name);
    }
    names
}

/// The components of a folder's path, in characters that every shell and file system accepts.
fn words(folder: &Path) -> Vec<String> {
    let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let normal = |part: std::path::Component<'_>| match part {
        std::path::Component::Normal(name) => {
            let word: String = name.to_string_lossy().chars().map(plain).collect();
            // `git apply *` would read a name with a hyphen in front as an option.
            let word = word.trim_start_matches('-');
            Some(if word.is_empty() { "folder".to_owned() } else { word.to_owned() })
        }
        _ => None,
    };
    paths::whole(folder).components().filter_map(normal).collect()
}

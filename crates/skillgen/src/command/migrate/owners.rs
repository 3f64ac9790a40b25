//! CODEOWNERS: the reviewers of a file, for one patch for each owner.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use ignore::gitignore::Gitignore;

use crate::{globs, paths};

/// The places of the file, in order.
const PLACES: [&str; 4] =
    [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/// The owner of files that no line matches.
const NOBODY: &str = "no-owner";

/// The lines of a CODEOWNERS file.
pub(super) struct Owners {
    root: PathBuf,
    rules: Vec<Rule>,
}

struct Rule {
    pattern: Gitignore,
    /// `docs/*` matches the files of a folder, and none in its subfolders.
    flat: bool,
    owners: String,
}

impl Owners {
    /// Reads CODEOWNERS of the tree around a path.
    pub(super) fn around(path: &Path) -> anyhow::Result<Self> {
        let folder = if path.is_dir() { path } else { paths::folder_of(path) };
        let folder = paths::whole(folder);
        let root = crate::git::top_of(&folder).unwrap_or(folder);
        let Some(file) = PLACES.iter().map(|place| root.join(place)).find(|file| file.is_file())
        else {
            bail!(
                "--split-by owner: {}: no CODEOWNERS in .github, here, in docs or in .gitlab; add one, or use --split-by skill",
                root.display()
            );
        };
        let bytes = crate::regular::read(&file)
            .with_context(|| format!("{}: can't be read", file.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut rules = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            // `[Section]` of GitLab groups lines.
            if line.is_empty() || line.starts_with(['#', '[', '^']) {
                continue;
            }
            let mut words = line.split_whitespace();
            let pattern = words.next().unwrap_or_default();
            let matcher = globs::line_matcher(pattern, &root)
                .with_context(|| format!("{}:{}", file.display(), index + 1))?;
            rules.push(Rule {
                pattern: matcher,
                flat: pattern.ends_with("/*"),
                owners: words
                    .map(|owner| owner.trim_start_matches('@'))
                    .collect::<Vec<_>>()
                    .join("+"),
            });
        }
        Ok(Self { root, rules })
    }

    /// The owners of a file as one text: those of the last matching line.
    pub(super) fn of(&self, path: &Path) -> PathBuf {
        // A new file, such as a helper, has a folder only.
        let folder = paths::whole(paths::folder_of(path));
        let whole = path.file_name().map_or(folder.clone(), |name| folder.join(name));
        let Ok(own) = whole.strip_prefix(&self.root) else { return NOBODY.into() };
        let matches = |rule: &&Rule| match rule.flat {
            true => rule.pattern.matched(own, false).is_ignore(),
            false => rule.pattern.matched_path_or_any_parents(own, false).is_ignore(),
        };
        let owners = self.rules.iter().rev().find(matches).map_or("", |rule| rule.owners.as_str());
        if owners.is_empty() { NOBODY.into() } else { owners.replace('/', "-").into() }
    }
}

//! Requested paths that lead through a link to a folder. Git lists a link, and no files behind it, so they are searched in the
//! folders that the link leads to now, and led to at the revision.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;

use super::State;
use super::tree::Tree;
use crate::git::ObjectKind;

impl Tree {
    /// Adds the files behind the links to folders on the way of the requested paths.
    pub(super) fn add_behind_links(
        &self,
        files: &mut BTreeMap<String, State>,
    ) -> anyhow::Result<()> {
        for asked in self.below.iter().filter(|asked| *asked != ".") {
            if !self.is_through_folder_link(asked) {
                continue;
            }
            let (then, now) = (self.behind_at_revision(asked)?, self.behind_now(asked)?);
            // The link itself is no contract.
            files.remove(asked);
            for path in then.union(&now) {
                let state = match (then.contains(path), now.contains(path)) {
                    (true, true) => State::Changed,
                    (true, false) => State::Removed,
                    (false, _) => State::Added,
                };
                files.insert(path.clone(), state);
            }
        }
        Ok(())
    }

    /// Whether a path of the working tree, or its folder, is reached through a link to a folder.
    pub(super) fn is_through_folder_link(&self, asked: &str) -> bool {
        let ends = asked.match_indices('/').map(|(at, _)| at).chain([asked.len()]);
        let is_link = |end: usize| {
            let path = self.git.top().join(&asked[..end]);
            path.is_dir() && std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink())
        };
        ends.into_iter().any(is_link)
    }

    fn behind_now(&self, asked: &str) -> anyhow::Result<BTreeSet<String>> {
        if std::fs::symlink_metadata(self.git.top().join(asked)).is_err() {
            return Ok(BTreeSet::new());
        }
        let real = self.git.file(asked)?;
        let Some(below) = real.strip_prefix(self.git.top()).ok().and_then(|path| path.to_str())
        else {
            bail!("{}: its real path is not UTF-8", contract::text::safe(asked));
        };
        if !real.is_dir() {
            return Ok(BTreeSet::from([asked.to_owned()]));
        }
        let scope = if below.is_empty() { Vec::new() } else { vec![below.to_owned()] };
        let names = [self.git.tracked(&scope)?, self.git.untracked(&scope)?].concat();
        let is_there = |path: &&String| self.git.top().join(path).symlink_metadata().is_ok();
        let found = names.iter().filter(is_there).filter_map(|path| behind(path, below, asked));
        Ok(found.collect())
    }

    fn behind_at_revision(&self, asked: &str) -> anyhow::Result<BTreeSet<String>> {
        match self.git.kind(&self.revision, asked) {
            Err(_) => return Ok(BTreeSet::new()),
            Ok(ObjectKind::Blob) => return Ok(BTreeSet::from([asked.to_owned()])),
            Ok(ObjectKind::Tree) => {}
        }
        let Some(real) = self.git.real_path(&self.revision, asked) else {
            bail!(
                "{}: a link that can't be followed at {}",
                contract::text::safe(asked),
                self.name
            );
        };
        let folder = if real.is_empty() { real } else { format!("{real}/") };
        let names = self.git.files_below(&self.revision, &folder)?;
        Ok(names.into_iter().map(|name| format!("{asked}/{name}")).collect())
    }
}

/// The path behind a link for a real path.
fn behind(path: &str, real: &str, asked: &str) -> Option<String> {
    if real.is_empty() {
        return Some(format!("{asked}/{path}"));
    }
    Some(format!("{asked}/{}", path.strip_prefix(real)?.strip_prefix('/')?))
}

//! A folder as `lint::Entries`. File types are read without following links; a link counts as a file
//! only if it leads to a regular file inside of the same tree. Nothing else is opened, because a FIFO
//! would block.

use std::collections::BTreeMap;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use lint::{Content, Kind};

use crate::{input, paths};

/// The maximum number of entries of one package.
const MOST_ENTRIES: usize = 20_000;

/// A folder with readable files.
pub(super) struct Folder {
    root: PathBuf,
    /// The canonical folder that bounds its links.
    tree: PathBuf,
    /// The folder of the plugin around it.
    plugin: Option<PathBuf>,
    /// The outermost skill around it: skills inside of it are installed with it.
    outer: Option<PathBuf>,
}

/// The manifests of plugins, relative to their folder.
const MANIFESTS: [&str; 4] = [
    ".claude-plugin/plugin.json",
    ".codex-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
    "plugin.json",
];

/// The nearest folder above with a plugin manifest, inside of the tree.
fn plugin_of(root: &Path, tree: &Path) -> Option<PathBuf> {
    let root = root.canonicalize().ok()?;
    let above = root.ancestors().take_while(|folder| folder.starts_with(tree));
    let is_plugin = |folder: &&Path| {
        MANIFESTS.iter().any(|name| folder.join(name).is_file()) || is_whole_marketplace(folder)
    };
    above.into_iter().find(is_plugin).map(Path::to_owned)
}

/// Whether a folder is the plugin of its own marketplace: entries with `"source": "./"` install all of it.
fn is_whole_marketplace(folder: &Path) -> bool {
    let list = folder.join(".claude-plugin/marketplace.json");
    if !list.is_file() {
        return false;
    }
    let Ok(bytes) = input::file(&list, input::MAX_CONTRACT) else { return false };
    let Ok(list) = serde_json::from_slice::<serde_json::Value>(&bytes) else { return false };
    let mut plugins = list["plugins"].as_array().into_iter().flatten();
    plugins.any(|plugin| matches!(plugin["source"].as_str(), Some("./" | ".")))
}

/// The highest folder above with a SKILL.md, inside the tree.
fn outer_skill(root: &Path, tree: &Path) -> Option<PathBuf> {
    let root = root.canonicalize().ok()?;
    let above = root.ancestors().skip(1).take_while(|folder| folder.starts_with(tree));
    above.into_iter().filter(|folder| folder.join("SKILL.md").is_file()).last().map(Path::to_owned)
}

impl Folder {
    pub(super) fn new(root: &Path, tree: &Path) -> Folder {
        let plugin = plugin_of(root, tree);
        let outer = outer_skill(root, tree);
        Folder { root: root.to_owned(), tree: tree.to_owned(), plugin, outer }
    }

    /// Whether a canonical path may be read: it is in the tree, and not one of git's files.
    fn holds(&self, real: &Path) -> bool {
        real.strip_prefix(&self.tree)
            .is_ok_and(|below| below.components().all(|part| part.as_os_str() != ".git"))
    }
}

impl Content for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        let path = self.root.join(path);
        // A linked page may be a link: text of a file elsewhere would be printed.
        if path.canonicalize().is_ok_and(|real| !self.holds(&real)) {
            return Err("a link that leads out of the tree".to_owned());
        }
        input::file(&path, input::MAX_CONTRACT).map_err(|error| format!("{}", error.root_cause()))
    }

    #[cfg(unix)]
    fn is_executable(&self, path: &str) -> Option<bool> {
        use std::os::unix::fs::PermissionsExt as _;
        let meta = std::fs::metadata(self.root.join(path)).ok()?;
        Some(meta.permissions().mode() & 0o111 != 0)
    }

    fn stands_outside(&self, path: &str) -> Option<bool> {
        let at = paths::written_out(&self.root.canonicalize().ok()?.join(path));
        // Files above the tree are not examined: a repository could find out what is on the machine.
        at.starts_with(&self.tree).then(|| at.symlink_metadata().is_ok())
    }

    fn plugin(&self) -> Option<String> {
        self.plugin.as_ref().map(|folder| folder.to_string_lossy().into_owned())
    }

    fn stands_in_plugin(&self, path: &str) -> bool {
        let Ok(root) = self.root.canonicalize() else { return false };
        let at = paths::written_out(&root.join(path));
        let mut around = [&self.plugin, &self.outer].into_iter().flatten();
        around.any(|folder| at.starts_with(folder)) && at.symlink_metadata().is_ok()
    }

    fn tree_holds(&self, path: &str) -> bool {
        let at = paths::written_out(&self.tree.join(path));
        at.starts_with(&self.tree) && at.symlink_metadata().is_ok()
    }

    fn manifests_above(&self) -> Vec<String> {
        let Ok(root) = self.root.canonicalize() else { return Vec::new() };
        let above = root.ancestors().take_while(|folder| folder.starts_with(&self.tree));
        let files = above.map(|folder| folder.join("package.json")).filter(|file| {
            file.canonicalize().is_ok_and(|real| real.is_file() && self.holds(&real))
        });
        let bytes = files.filter_map(|file| input::file(&file, input::MAX_CONTRACT).ok());
        bytes.filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
    }

    fn plugin_holds(&self, path: &str) -> bool {
        let place = |plugin: &PathBuf| paths::written_out(&plugin.join(path));
        self.plugin.as_ref().is_some_and(|plugin| {
            let at = place(plugin);
            at.starts_with(plugin) && at.symlink_metadata().is_ok()
        })
    }
}

/// The types of all files below `root`, and whether the list is complete. `tree` is the canonical folder that links
/// must not leave. Folders of installed packages are skipped.
pub(super) fn kinds(root: &Path, tree: &Path) -> (BTreeMap<String, Kind>, bool) {
    let mut found = BTreeMap::new();
    let mut todo = vec![(root.to_owned(), String::new())];
    while let Some((folder, name)) = todo.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            if found.len() >= MOST_ENTRIES {
                return (found, false);
            }
            let own = entry.file_name().to_string_lossy().into_owned();
            if own == ".git" || own == "node_modules" {
                continue;
            }
            let inside = if name.is_empty() { own } else { format!("{name}/{own}") };
            let Ok(kind) = entry.file_type() else { continue };
            let kind = of(&entry.path(), kind, tree);
            if kind == Kind::Folder {
                todo.push((entry.path(), inside.clone()));
            }
            found.insert(inside, kind);
        }
    }
    (found, true)
}

/// The type of the file at `path`; `None` if there is none.
pub(super) fn kind(path: &Path, tree: &Path) -> Option<Kind> {
    let meta = std::fs::symlink_metadata(path).ok()?;
    Some(of(path, meta.file_type(), tree))
}

fn of(path: &Path, kind: FileType, tree: &Path) -> Kind {
    if kind.is_file() {
        return Kind::File;
    }
    if kind.is_dir() {
        return Kind::Folder;
    }
    if kind.is_symlink() {
        let target = std::fs::read_link(path).unwrap_or_default().to_string_lossy().into_owned();
        let real = path.canonicalize().ok().filter(|real| real.starts_with(tree));
        let regular = real.and_then(|real| std::fs::metadata(real).ok());
        return match regular {
            Some(meta) if meta.is_file() => Kind::File,
            // A folder reached by a link is not traversed, because links can form circles.
            _ => Kind::Link { target, dangling: path.metadata().is_err() },
        };
    }
    special(kind)
}

#[cfg(unix)]
fn special(kind: FileType) -> Kind {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        Kind::Special("FIFO")
    } else if kind.is_socket() {
        Kind::Special("socket")
    } else {
        Kind::Special("device")
    }
}

#[cfg(not(unix))]
fn special(_kind: FileType) -> Kind {
    Kind::Special("special file")
}

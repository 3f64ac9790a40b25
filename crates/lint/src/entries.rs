//! The content of a folder or an archive in one form, so that rules are independent of it.

use std::collections::BTreeMap;

/// The skill's own file.
pub(crate) const SKILL: &str = "SKILL.md";

/// The type of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file, or a link to one inside the same root.
    File,
    /// A folder.
    Folder,
    /// A symbolic link that leads out of the root, to a folder, or is broken.
    Link {
        /// Its target, as written.
        target: String,
        /// Whether its target is missing.
        dangling: bool,
    },
    /// A file that must not be opened: a FIFO, a socket, a device; with its name in messages.
    Special(&'static str),
}

impl Kind {
    /// The kind in words.
    pub(crate) fn words(&self) -> String {
        match self {
            Kind::File => "a file".to_owned(),
            Kind::Folder => "a folder".to_owned(),
            Kind::Link { target, dangling: true } => format!("a link that leads nowhere: {target}"),
            Kind::Link { target, .. } => format!("a link to no file of the tree: {target}"),
            Kind::Special(what) => format!("a {what}"),
        }
    }
}

/// Returns the bytes of a regular file.
pub trait Content {
    /// The bytes at `path`, relative to the root, with `/` as separator.
    ///
    /// # Errors
    /// Why it is unreadable, for people.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Whether the file at `path` is executable; `None` if modes are not known.
    fn is_executable(&self, _path: &str) -> Option<bool> {
        None
    }

    /// Whether `path`, relative to the root and leading out of it, exists; `None` if that is not known or must not be
    /// examined.
    fn stands_outside(&self, _path: &str) -> Option<bool> {
        None
    }

    /// The folder of the plugin around the skill, if there is one: its skills and scripts are installed together.
    fn plugin(&self) -> Option<String> {
        None
    }

    /// Whether `path`, relative to the root, exists inside of the plugin.
    fn stands_in_plugin(&self, _path: &str) -> bool {
        false
    }

    /// Whether `path` exists, relative to the root of the tree around the skill: the git tree, if there is one.
    fn tree_holds(&self, _path: &str) -> bool {
        false
    }

    /// The texts of the `package.json` files from the root up to the tree's root.
    fn manifests_above(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether `path` exists, relative to the plugin's folder.
    fn plugin_holds(&self, _path: &str) -> bool {
        false
    }
}

/// Names, types and contents below one root.
pub struct Entries<'a> {
    /// The root in findings; paths in it are appended with `/`.
    pub shown: String,
    /// The name of the root folder, which a package's identity is compared with.
    pub name: Option<String>,
    /// File types by path, relative to the root.
    pub kinds: BTreeMap<String, Kind>,
    /// Whether `kinds` is complete: the list of a folder with very many files is cut off, so a file that is not listed
    /// may exist.
    pub complete: bool,
    /// Reads bytes on demand, because most files of a package are never needed.
    pub content: &'a dyn Content,
}

impl Entries<'_> {
    /// The type at `path`; a folder counts if there is anything below it.
    #[must_use]
    pub fn kind(&self, path: &str) -> Option<Kind> {
        if let Some(kind) = self.kinds.get(path) {
            return Some(kind.clone());
        }
        let below = format!("{path}/");
        let first = self.kinds.range(below.clone()..).next();
        first.filter(|(name, _)| name.starts_with(&below)).map(|_| Kind::Folder)
    }

    /// The paths of all regular files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().filter(|(_, kind)| **kind == Kind::File).map(|(path, _)| path.as_str())
    }

    /// Whether there is a regular file at `path`.
    #[must_use]
    pub fn is_file(&self, path: &str) -> bool {
        self.kinds.get(path) == Some(&Kind::File)
    }

    /// The skill's own file in the root, in its spelling: SKILL.md, else a name that differs in
    /// case.
    #[must_use]
    pub fn skill_file(&self) -> Option<&str> {
        let files = || self.kinds.iter().filter(|(_, kind)| **kind == Kind::File);
        let mut found = files().map(|(path, _)| path.as_str());
        match self.is_file(SKILL) {
            true => Some(SKILL),
            false => found.find(|path| path.eq_ignore_ascii_case(SKILL)),
        }
    }

    /// `path` in findings.
    #[must_use]
    pub fn shown(&self, path: &str) -> String {
        match (self.shown.as_str(), path) {
            ("", path) => path.to_owned(),
            (root, "") => root.to_owned(),
            (root, path) => format!("{}/{path}", root.trim_end_matches('/')),
        }
    }

    /// Whether this is intended as a package for a runner, and not only a skill: it has a manifest,
    /// or schemas where packages keep them.
    #[must_use]
    pub fn is_package(&self) -> bool {
        let marks =
            ["runner.json", "input.schema.json", "parameter.schema.json", "output.schema.json"];
        marks.iter().any(|name| self.kinds.contains_key(&format!("assets/{name}")))
    }
}

/// Joins `path` to the folder `base` and resolves `.` and `..` without the file system. `None` if it
/// leads out of the root.
#[must_use]
pub fn resolve(base: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn paths_are_resolved_by_name() {
        assert_eq!(resolve("", "assets/a.json").as_deref(), Some("assets/a.json"));
        assert_eq!(resolve("assets", "../b").as_deref(), Some("b"));
        assert_eq!(resolve("assets", "./x/../y").as_deref(), Some("assets/y"));
        assert_eq!(resolve("", "../b"), None);
        assert_eq!(resolve("assets", "../../b"), None);
    }
}

//! What a folder or an archive holds, in one shape, so that no rule knows which of the two it looks at.

use std::collections::BTreeMap;

/// The skill's own file.
pub(crate) const SKILL: &str = "SKILL.md";

/// What stands at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file, or a link to one inside the same root.
    File,
    /// A folder.
    Folder,
    /// A symbolic link that leads out of the root, to a folder, or nowhere.
    Link {
        /// Where it leads, as it stands.
        target: String,
        /// Whether nothing stands there.
        dangling: bool,
    },
    /// Something that must not be opened: a FIFO, a socket, a device; the word names it.
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

/// Gives the bytes of a regular file.
pub trait Content {
    /// The bytes at `path`, relative to the root, with `/` between its parts.
    ///
    /// # Errors
    /// Why it can't be read, for a person.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;

    /// Whether the file at `path` may be executed; none where modes are not known.
    fn is_executable(&self, _path: &str) -> Option<bool> {
        None
    }

    /// Whether something stands at `path` relative to the root, where it leads out of the root; none where that is not
    /// known, or nobody's business.
    fn stands_outside(&self, _path: &str) -> Option<bool> {
        None
    }

    /// The folder of the plugin that the skill is a part of, where it is one: its skills and scripts are installed together.
    fn plugin(&self) -> Option<String> {
        None
    }

    /// Whether something stands at `path` relative to the root, and inside the plugin.
    fn stands_in_plugin(&self, _path: &str) -> bool {
        false
    }

    /// Whether something stands at `path` relative to the root of the tree around the skill: the git tree, where there is one.
    fn tree_holds(&self, _path: &str) -> bool {
        false
    }

    /// The texts of the `package.json` in the folders from the root up to that of the tree.
    fn manifests_above(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether something stands at `path` relative to the plugin's folder.
    fn plugin_holds(&self, _path: &str) -> bool {
        false
    }
}

/// Names, kinds and contents below one root.
pub struct Entries<'a> {
    /// The root as findings show it; paths inside are appended with `/`.
    pub shown: String,
    /// The name of the root folder itself: what a package's identity is compared with.
    pub name: Option<String>,
    /// Kinds by path, relative to the root.
    pub kinds: BTreeMap<String, Kind>,
    /// Whether `kinds` lists all that stands there: a folder of very many files is cut off, and a file that is not listed
    /// may be there all the same.
    pub complete: bool,
    /// Bytes on demand: most files of a package are never looked into.
    pub content: &'a dyn Content,
}

impl Entries<'_> {
    /// What stands at `path`; folders count where anything stands below them.
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

    /// Whether a regular file stands at `path`.
    #[must_use]
    pub fn is_file(&self, path: &str) -> bool {
        self.kinds.get(path) == Some(&Kind::File)
    }

    /// The skill's own file in the root, as it is spelt: SKILL.md, else the same in other letters.
    #[must_use]
    pub fn skill_file(&self) -> Option<&str> {
        let files = || self.kinds.iter().filter(|(_, kind)| **kind == Kind::File);
        let mut found = files().map(|(path, _)| path.as_str());
        match self.is_file(SKILL) {
            true => Some(SKILL),
            false => found.find(|path| path.eq_ignore_ascii_case(SKILL)),
        }
    }

    /// `path` as findings show it.
    #[must_use]
    pub fn shown(&self, path: &str) -> String {
        match (self.shown.as_str(), path) {
            ("", path) => path.to_owned(),
            (root, "") => root.to_owned(),
            (root, path) => format!("{}/{path}", root.trim_end_matches('/')),
        }
    }

    /// Whether this is meant to be a package that a runner installs, and not just a skill: it has a
    /// manifest, or schemas where a package keeps them.
    #[must_use]
    pub fn is_package(&self) -> bool {
        let marks =
            ["runner.json", "input.schema.json", "parameter.schema.json", "output.schema.json"];
        marks.iter().any(|name| self.kinds.contains_key(&format!("assets/{name}")))
    }
}

/// Joins `path` onto the folder `base` and resolves `.` and `..` by name alone. `None` where it leads
/// out of the root.
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

//! skillgen.toml: found upwards from the working folder, or named with `--config`. Each command reads
//! its own tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::bail;
use contract::{Lines, Position};
use toml::de::{DeTable, DeValue};

/// The configuration's file name.
pub(crate) const FILE: &str = "skillgen.toml";

/// The maximum size of a configuration.
const MAX_CONFIG: u64 = 1 << 20;

/// The tables that commands read, and the keys of those that no command validates: another name is a typing
/// error, and would have no effect.
const TABLES: &[(&str, &[&str])] = &[
    (
        "diff",
        &[
            "check-version",
            "fail-on",
            "role",
            "formats",
            "deadline",
            "effort",
            "policy",
            "open-objects",
            "exclude",
        ],
    ),
    (
        "migrate",
        &["default-confidence", "only", "skip", "envelope", "with", "baseline", "override"],
    ),
    ("check", &[]),
    ("emit", &[]),
    ("references", &["root", "map"]),
    ("ignore", &[]),
    ("rules", &[]),
];

/// A configuration, or an empty one.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// Its path.
    pub(crate) path: Option<PathBuf>,
    /// Its content.
    pub(crate) table: toml::Table,
    /// Its text.
    pub(crate) text: String,
    lines: Lines,
    /// Where its values stand, once a place is asked for: there may be thousands of entries.
    spans: OnceLock<Option<SpanNode>>,
}

/// A value with the offset of its key, if it has one, and its own.
#[derive(Debug)]
struct SpanNode {
    key: Option<usize>,
    start: usize,
    parts: SpanParts,
}

#[derive(Debug)]
enum SpanParts {
    Table(BTreeMap<String, SpanNode>),
    List(Vec<SpanNode>),
    None,
}

impl SpanNode {
    /// The tables of a TOML text.
    fn of_text(text: &str) -> Option<SpanNode> {
        let whole = DeTable::parse(text).ok()?;
        let start = whole.span().start;
        Some(SpanNode::of(None, start, &DeValue::Table(whole.into_inner())))
    }

    fn of(key: Option<usize>, start: usize, value: &DeValue<'_>) -> SpanNode {
        let parts = match value {
            DeValue::Table(table) => SpanParts::Table(
                table
                    .iter()
                    .map(|(key, value)| {
                        let at = value.span().start;
                        let node = SpanNode::of(Some(key.span().start), at, value.get_ref());
                        (key.get_ref().to_string(), node)
                    })
                    .collect(),
            ),
            DeValue::Array(items) => SpanParts::List(
                items
                    .iter()
                    .map(|item| SpanNode::of(None, item.span().start, item.get_ref()))
                    .collect(),
            ),
            _ => SpanParts::None,
        };
        SpanNode { key, start, parts }
    }

    fn part(&self, step: &ConfigStep<'_>) -> Option<&SpanNode> {
        match (step, &self.parts) {
            (ConfigStep::Key(key), SpanParts::Table(table)) => table.get(*key),
            (ConfigStep::Item(index), SpanParts::List(items)) => items.get(*index),
            _ => None,
        }
    }
}

impl Config {
    /// Reads the named file, or the nearest skillgen.toml upwards.
    pub(crate) fn find(named: Option<&Path>) -> anyhow::Result<Config> {
        let path = match named {
            Some(path) => Some(path.to_owned()),
            None => std::env::current_dir().ok().and_then(|here| nearest(&here)),
        };
        let Some(path) = path else { return Ok(Config::default()) };
        if let Some(target) = crate::paths::out_of_tree(&path).filter(|_| named.is_none()) {
            bail!(
                "{}: a link out of the git tree, to {}; `--config` reads it",
                path.display(),
                target.display()
            );
        }
        let bytes = crate::input::file(&path, MAX_CONFIG)?;
        let text = String::from_utf8(bytes)
            .map_err(|_| anyhow::anyhow!("{}: not UTF-8", path.display()))?;
        let config = Config::read(path, text)?;
        let names: Vec<&str> = TABLES.iter().map(|(name, _)| *name).collect();
        for (name, value) in &config.table {
            let Some((_, keys)) = TABLES.iter().find(|(known, _)| known == name) else {
                let place = config.key_place(&[ConfigStep::Key(name)]);
                bail!("{place}: unknown table `{name}`; {}", known(name, &names));
            };
            if !keys.is_empty() {
                let steps = [ConfigStep::Key(name)];
                let Some(settings) = value.as_table() else {
                    let place = config.place(&steps);
                    bail!("{place}: {name}: expected a table, found a {}", value.type_str());
                };
                config.known_keys(&steps, name, settings, keys)?;
            }
        }
        Ok(config)
    }

    /// Reads the text of a TOML file.
    ///
    /// # Errors
    /// It is not TOML.
    pub(crate) fn read(path: PathBuf, text: String) -> anyhow::Result<Config> {
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| {
            let place = e.span().map_or_else(String::new, |s| place(&text, s.start));
            anyhow::anyhow!("{}{place}: not TOML: {}", path.display(), e.message())
        })?;
        Ok(Config { path: Some(path), table, text, ..Config::default() })
    }

    /// Its name in messages: relative to the working folder, if it is below it.
    pub(crate) fn shown(&self) -> String {
        let here = std::env::current_dir().unwrap_or_default();
        let path = self.path.as_deref().unwrap_or(Path::new(FILE));
        path.strip_prefix(here).unwrap_or(path).display().to_string()
    }

    /// Rejects an unknown key of the table at a path, with the key's place and similar names.
    ///
    /// # Errors
    /// There is such a key.
    pub(crate) fn known_keys(
        &self,
        steps: &[ConfigStep<'_>],
        table: &str,
        given: &toml::Table,
        keys: &[&str],
    ) -> anyhow::Result<()> {
        let Some(key) = given.keys().find(|key| !keys.contains(&key.as_str())) else {
            return Ok(());
        };
        let steps: Vec<ConfigStep<'_>> =
            steps.iter().copied().chain([ConfigStep::Key(key)]).collect();
        bail!("{}: {table}: unknown key `{key}`; {}", self.key_place(&steps), known(key, keys))
    }

    /// The base of paths in the configuration.
    pub(crate) fn folder(&self) -> PathBuf {
        crate::paths::folder_of(self.path.as_deref().unwrap_or(Path::new(FILE))).to_owned()
    }
}

/// The part of an entry whose place is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Key,
    Value,
}

/// The known names, after a similar one if there is any.
pub(crate) fn known(given: &str, names: &[&str]) -> String {
    let near = names.iter().filter_map(|name| Some((lint::edit_distance(given, name)?, *name)));
    let near = near.filter(|(edits, name)| *edits <= 2.min(name.len() / 2)).min();
    let hint = near.map_or_else(String::new, |(_, name)| format!("did you mean `{name}`? "));
    format!("{hint}known: {}", names.join(", "))
}

/// A step from a value of a configuration to a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ConfigStep<'s> {
    /// A key of a table.
    Key(&'s str),
    /// An item of a list.
    Item(usize),
}

impl Config {
    /// `path:line:column` of the value at a path, or of its nearest existing parent.
    pub(crate) fn place(&self, steps: &[ConfigStep<'_>]) -> String {
        self.place_of(steps, Part::Value)
    }

    /// The same for the name of the last key.
    pub(crate) fn key_place(&self, steps: &[ConfigStep<'_>]) -> String {
        self.place_of(steps, Part::Key)
    }

    fn place_of(&self, steps: &[ConfigStep<'_>], part: Part) -> String {
        let shown = self.shown();
        match self.position_of(steps, part) {
            Some(Position { line, column }) => format!("{shown}:{line}:{column}"),
            None => shown,
        }
    }

    /// Line and column of the value at a path, or of its nearest existing parent.
    pub(crate) fn position(&self, steps: &[ConfigStep<'_>]) -> Option<Position> {
        self.position_of(steps, Part::Value)
    }

    fn position_of(&self, steps: &[ConfigStep<'_>], part: Part) -> Option<Position> {
        let mut node = self.spans.get_or_init(|| SpanNode::of_text(&self.text)).as_ref()?;
        let mut start = None;
        for step in steps {
            let Some(below) = node.part(step) else { break };
            // The place of a table is that of its first key.
            let is_table = matches!(below.parts, SpanParts::Table(_));
            start = below.key.filter(|_| is_table || part == Part::Key).or(Some(below.start));
            node = below;
        }
        start.map(|start| self.lines.position(&self.text, start))
    }
}

/// The nearest skillgen.toml upwards. Above the git tree (outside of git: above the working folder) it must belong to
/// this user or root, in a folder that no other user can write, because anyone can create one in /tmp.
fn nearest(here: &Path) -> Option<PathBuf> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let top = crate::git::top_of(here).unwrap_or_else(|| here.to_owned());
    let own = |folder: &Path| {
        let user = rustix::process::geteuid().as_raw();
        let file = std::fs::metadata(folder.join(FILE)).map(|meta| meta.uid());
        let closed = std::fs::metadata(folder).is_ok_and(|m| m.permissions().mode() & 0o002 == 0);
        closed && file.is_ok_and(|uid| uid == user || uid == 0)
    };
    let found = here.ancestors().filter(|folder| folder.join(FILE).is_file());
    let mut found = found.filter(|folder| folder.starts_with(&top) || own(folder));
    found.next().map(|folder| folder.join(FILE))
}

/// The strings of a key that accepts one or a list.
///
/// # Errors
/// The value is not a string.
pub(crate) fn texts(key: &str, value: Option<&toml::Value>) -> anyhow::Result<Vec<String>> {
    match value {
        None => Ok(Vec::new()),
        Some(toml::Value::String(one)) => Ok(vec![one.clone()]),
        Some(toml::Value::Array(several)) => several
            .iter()
            .map(|one| match one.as_str() {
                Some(text) => Ok(text.to_owned()),
                None => bail!("{key}: expected texts, found {}", shown(one)),
            })
            .collect(),
        Some(other) => {
            bail!("{key}: expected a text or a list of texts, found a {}", other.type_str())
        }
    }
}

/// A value in a message: the value itself if it is short, else its type.
pub(crate) fn shown(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => format!("{text:?}"),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(flag) => flag.to_string(),
        other => format!("a {}", other.type_str()),
    }
}

/// `:line:column` of a byte offset in a text.
pub(crate) fn place(text: &str, at: usize) -> String {
    let Position { line, column } = Lines::default().position(text, at);
    format!(":{line}:{column}")
}

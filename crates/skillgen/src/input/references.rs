//! `--root` and `--map`: the files that references may open, and the folders of URLs.

use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::config::shown;
use crate::context::Ctx;
use crate::paths;

/// The options of commands that open contracts.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct ReferenceArgs {
    /// Open no referenced file outside of this folder [default: the top of the git tree, else the contract's
    /// folder].
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Read references that begin with this URL prefix from a folder; may be given more than once.
    #[arg(long, value_name = "URL-PREFIX=FOLDER")]
    map: Vec<String>,
}

/// The search paths of references.
#[derive(Clone, Debug, Default)]
pub(crate) struct References {
    /// Without links; `None` means the top of the git tree.
    root: Option<PathBuf>,
    /// The longest prefix first.
    maps: Vec<Map>,
}

#[derive(Clone, Debug)]
struct Map {
    prefix: String,
    /// Without links.
    folder: PathBuf,
}

/// Extensions that the file of a URL may have in addition.
const ENDINGS: [&str; 5] = ["", ".json", ".schema.json", ".yaml", ".yml"];

impl ReferenceArgs {
    /// The options, which override `[references]` of skillgen.toml.
    pub(crate) fn read(&self, ctx: &Ctx) -> anyhow::Result<References> {
        let mut references = References::configured(ctx)?;
        if let Some(root) = &self.root {
            references.root = Some(folder(root).context("--root")?);
        }
        for given in &self.map {
            let Some((prefix, path)) =
                given.rsplit_once('=').filter(|(p, f)| !p.is_empty() && !f.is_empty())
            else {
                bail!("--map {given:?}: expected URL-PREFIX=FOLDER");
            };
            references.maps.retain(|map| map.prefix != prefix);
            references.add(prefix, folder(Path::new(path)).context("--map")?)?;
        }
        references.maps.sort_by_key(|map| std::cmp::Reverse(map.prefix.len()));
        Ok(references)
    }
}

impl References {
    /// The settings of skillgen.toml. A repository brings them, so its folders must be in the git
    /// tree.
    pub(crate) fn configured(ctx: &Ctx) -> anyhow::Result<References> {
        let mut references = References::default();
        let Some(value) = ctx.config.table.get("references") else { return Ok(references) };
        let file = ctx.config.path.as_deref().map(|p| p.display().to_string()).unwrap_or_default();
        let Some(table) = value.as_table() else {
            bail!("{file}: references: expected a table, found a {}", value.type_str());
        };
        let bound = ctx.config.folder();
        let bound = crate::git::top_of(&bound).unwrap_or_else(|| paths::whole(&bound));
        let within = |key: &str, value: &toml::Value| -> anyhow::Result<PathBuf> {
            let Some(path) = value.as_str() else {
                bail!("{file}: references.{key}: expected a folder, found {}", shown(value));
            };
            let found = folder(&ctx.config.folder().join(path))
                .with_context(|| format!("{file}: references.{key}"))?;
            if !found.starts_with(&bound) {
                bail!(
                    "{file}: references.{key}: {path:?} is outside of {}; name it on the command line",
                    bound.display()
                );
            }
            Ok(found)
        };
        if let Some(root) = table.get("root") {
            references.root = Some(within("root", root)?);
        }
        match table.get("map") {
            None => {}
            Some(toml::Value::Table(map)) => {
                for (prefix, path) in map {
                    let path = within(&format!("map.{prefix:?}"), path)?;
                    references.add(prefix, path).with_context(|| file.clone())?;
                }
            }
            Some(other) => bail!(
                "{file}: references.map: expected a table of URL prefixes and folders, found a {}",
                other.type_str()
            ),
        }
        references.maps.sort_by_key(|map| std::cmp::Reverse(map.prefix.len()));
        Ok(references)
    }

    fn add(&mut self, prefix: &str, folder: PathBuf) -> anyhow::Result<()> {
        if !prefix.contains(':') {
            bail!("map {prefix:?}: expected a URL prefix such as https://example.org/schemas/");
        }
        self.maps.push(Map { prefix: prefix.to_owned(), folder });
        Ok(())
    }

    /// The same for the contracts of a folder, which is the root without another root and a git tree.
    pub(crate) fn bounded_by(&self, path: &Path) -> anyhow::Result<References> {
        let mut references = self.clone();
        if references.root.is_none() && crate::git::top_of(path).is_none() {
            references.root = Some(folder(path)?);
        }
        Ok(references)
    }

    /// The named root, without links, if there is one.
    pub(super) fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The path from the top of a git tree to the root, with a trailing slash; `None` if the root is not in it.
    pub(crate) fn below(&self, top: &Path) -> Option<String> {
        let Some(root) = &self.root else { return Some(String::new()) };
        let below = as_path(root.strip_prefix(top).ok()?)?;
        Some(if below.is_empty() { below } else { format!("{below}/") })
    }

    /// The path, from `root`, of the file of a mapped URL. `is_file` tests for existence.
    pub(super) fn mapped(
        &self,
        url: &str,
        root: &Path,
        is_file: impl Fn(&str) -> Result<bool, String>,
    ) -> Result<Option<String>, String> {
        let whole = |map: &&Map| {
            let rest = url.strip_prefix(&map.prefix);
            rest.is_some_and(|rest| {
                map.prefix.ends_with('/') || rest.is_empty() || rest.starts_with('/')
            })
        };
        let Some(map) = self.maps.iter().find(whole) else { return Ok(None) };
        let rest = url[map.prefix.len()..].trim_start_matches('/');
        let shown = map.folder.display();
        let Ok(below) = map.folder.strip_prefix(root) else {
            return Err(format!(
                "{shown} is mapped to it and lies outside of the root {}",
                root.display()
            ));
        };
        let folder = as_path(below).ok_or_else(|| format!("{shown} is not UTF-8"))?;
        let slash = if folder.is_empty() || rest.is_empty() { "" } else { "/" };
        for ending in ENDINGS {
            let path = format!("{folder}{slash}{rest}{ending}");
            if is_file(&path)? {
                return Ok(Some(path));
            }
        }
        Err(format!("{shown} is mapped to it and holds no file {}", contract::text::safe(rest)))
    }
}

/// A folder without links.
fn folder(path: &Path) -> anyhow::Result<PathBuf> {
    let real = path.canonicalize().with_context(|| format!("{}: can't be read", path.display()))?;
    if !real.is_dir() {
        bail!("{}: is no folder", path.display());
    }
    Ok(real)
}

/// A relative path with forward slashes; `None` if it is not UTF-8.
pub(super) fn as_path(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path
        .components()
        .map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    Some(parts?.join("/"))
}

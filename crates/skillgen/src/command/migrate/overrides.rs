//! `[[migrate.override]]` in skillgen.toml: settings for some paths. The last entry that matches a path and has the key
//! counts.
//!
//! Envelope, default confidence and output options belong to the helper file, which all scripts of a folder share. So an
//! entry with one of them has to match the folder.

use std::path::{Path, PathBuf};

use anyhow::bail;
use ignore::gitignore::Gitignore;
use migrate::{Kind, Requested};

use super::{Args, Envelope, OutputOption, setting_values};
use crate::config::{Config, ConfigStep, known, shown, texts};
use crate::{globs, paths};

const NAME: &str = "migrate.override";
const KEYS: [&str; 6] = ["path", "envelope", "default-confidence", "with", "only", "skip"];

/// The entries of the configuration.
#[derive(Default)]
pub(crate) struct Overrides {
    /// The full path of the folder to which the globs are relative.
    folder: PathBuf,
    entries: Vec<Override>,
}

/// One `[[migrate.override]]`.
struct Override {
    place: String,
    paths: Gitignore,
    envelope: Option<Envelope>,
    confidence: Option<String>,
    with: Option<Vec<OutputOption>>,
    only: Option<Vec<&'static str>>,
    skip: Option<Vec<&'static str>>,
}

/// The settings of one script.
pub(super) struct ScriptSettings<'s> {
    pub(super) kind: Kind,
    pub(super) asked: Requested,
    /// Patterns of lines in the place of those of the run.
    pub(super) only: Option<&'s [&'static str]>,
    pub(super) skip: Option<&'s [&'static str]>,
}

impl Overrides {
    /// Reads the entries. Keys that an option of the command line sets have no effect.
    ///
    /// # Errors
    /// An unknown key or an invalid value, with its place.
    pub(super) fn read(config: &Config, args: &Args) -> anyhow::Result<Self> {
        let table = config.table.get("migrate").and_then(toml::Value::as_table);
        let Some(given) = table.and_then(|table| table.get("override")) else {
            return Ok(Self::default());
        };
        let at = [ConfigStep::Key("migrate"), ConfigStep::Key("override")];
        let Some(list) = given.as_array() else {
            bail!(
                "{}: {NAME}: expected [[{NAME}]] tables, found a {}",
                config.place(&at),
                given.type_str()
            );
        };
        let entries = list.iter().enumerate().map(|(index, entry)| {
            let steps = [at[0], at[1], ConfigStep::Item(index)];
            Override::read(config, &steps, entry, args)
        });
        let entries = entries.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(Self { folder: paths::whole(&config.folder()), entries })
    }

    /// The settings of a script.
    pub(super) fn of(&self, script: &Path, args: &Args) -> ScriptSettings<'_> {
        let own = self.below(script);
        let own: Vec<&Override> = match &own {
            Some(own) => self.entries.iter().rev().filter(|entry| entry.matches(own)).collect(),
            None => Vec::new(),
        };
        let envelope = own.iter().find_map(|entry| entry.envelope).or(args.envelope);
        let with = own.iter().find_map(|entry| entry.with.as_ref()).unwrap_or(&args.with);
        let confidence = own.iter().find_map(|entry| entry.confidence.clone());
        let given = args.default_confidence.as_deref();
        ScriptSettings {
            kind: envelope.unwrap_or_default().kind(),
            asked: Requested {
                kind: envelope.map(Envelope::kind),
                confidence: confidence.or_else(|| given.and_then(setting_values::fraction)),
                output: super::output_options(with),
            },
            only: own.iter().find_map(|entry| entry.only.as_deref()),
            skip: own.iter().find_map(|entry| entry.skip.as_deref()),
        }
    }

    /// Rejects an entry with a setting of the helper file that matches a script and not its folder: the setting would
    /// hold for its neighbours, too.
    ///
    /// # Errors
    /// The entry and the script.
    pub(super) fn fit(&self, script: &Path) -> anyhow::Result<()> {
        let Some(own) = self.below(script) else { return Ok(()) };
        let any = paths::folder_of(&own).join("skill-envelope");
        let splits =
            |entry: &&Override| entry.sets_helper() && entry.matches(&own) && !entry.matches(&any);
        match self.entries.iter().find(splits) {
            Some(entry) => bail!(
                "{}: {NAME}: `path` matches {} and not all scripts of its folder, which share one helper file; name the folder, as in \"{}/**\"",
                entry.place,
                own.display(),
                paths::folder_of(&own).display()
            ),
            None => Ok(()),
        }
    }

    /// A script's path from the folder of the configuration.
    fn below(&self, script: &Path) -> Option<PathBuf> {
        let whole = paths::whole(script);
        whole
            .strip_prefix(&self.folder)
            .ok()
            .filter(|_| !self.entries.is_empty())
            .map(Path::to_owned)
    }
}

impl Override {
    fn read(
        config: &Config,
        steps: &[ConfigStep<'_>],
        entry: &toml::Value,
        args: &Args,
    ) -> anyhow::Result<Self> {
        let place = config.place(steps);
        let Some(table) = entry.as_table() else {
            bail!("{place}: {NAME}: expected a table, found a {}", entry.type_str());
        };
        config.known_keys(steps, NAME, table, &KEYS)?;
        let at = |key| {
            let steps: Vec<_> = steps.iter().copied().chain([ConfigStep::Key(key)]).collect();
            config.place(&steps)
        };
        let words = |key| -> anyhow::Result<Vec<String>> {
            let words = texts(&format!("{NAME}.{key}"), table.get(key));
            words.map_err(|error| anyhow::anyhow!("{}: {error}", at(key)))
        };
        let globs = words("path")?;
        if globs.is_empty() {
            bail!("{place}: {NAME}: `path` is missing; name the folders or scripts");
        }
        let paths = globs::placed_matcher(&globs, Path::new(""), |_| Some(at("path")))?;
        let patterns = |key: &'static str, is_given: bool| {
            if !table.contains_key(key) {
                return Ok(None);
            }
            let ids = words(key)?.into_iter().map(|word| pattern(&word, key, &at(key)));
            let ids = ids.collect::<anyhow::Result<Vec<_>>>()?;
            anyhow::Ok(Some(ids).filter(|_| !is_given))
        };
        let only = patterns("only", !args.only.is_empty())?;
        let skip = patterns("skip", !args.skip.is_empty())?;
        let confidence = table.get("default-confidence");
        let confidence = confidence.map(|value| {
            setting_values::confidence(value, "migrate.override: default-confidence", || {
                at("default-confidence")
            })
        });
        let envelope = table.get("envelope");
        let envelope = envelope.map(|value| {
            setting_values::envelope(value, "migrate.override: envelope", || at("envelope"))
        });
        let with = match table.contains_key("with") {
            true => Some(setting_values::with(&words("with")?, "migrate.override: with", || {
                at("with")
            })?),
            false => None,
        };
        Ok(Self {
            paths,
            envelope: envelope.transpose()?.filter(|_| args.envelope.is_none()),
            confidence: confidence.transpose()?.filter(|_| args.default_confidence.is_none()),
            with: with.filter(|_| args.with.is_empty()),
            only,
            skip,
            place,
        })
    }

    fn matches(&self, path: &Path) -> bool {
        globs::matches(&self.paths, &path.to_string_lossy())
    }

    /// Whether it has a setting that the helper file holds.
    fn sets_helper(&self) -> bool {
        self.envelope.is_some() || self.confidence.is_some() || self.with.is_some()
    }
}

/// The id of a pattern of lines.
fn pattern(word: &str, key: &str, place: &str) -> anyhow::Result<&'static str> {
    let ids: Vec<&'static str> = migrate::PATTERNS.iter().map(|pattern| pattern.id).collect();
    match ids.iter().find(|id| **id == word) {
        Some(id) => Ok(id),
        None => bail!(
            "{place}: {NAME}: {key}: {} is no pattern of lines; {}",
            shown(&toml::Value::from(word)),
            known(word, &ids)
        ),
    }
}

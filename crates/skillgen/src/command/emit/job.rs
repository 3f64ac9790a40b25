//! One language for some contracts: from the command line, or an `[[emit]]` entry of skillgen.toml.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use codegen::Request;
use codegen::target::{GeneratedFile, Options};

use super::{Formats, Lang};
use crate::config::{Config, known_keys};
use crate::context::Ctx;
use crate::input::{self, References};

/// What is emitted without a contract.
const DEFAULT: &str = "builtin:skill-output-v1";

/// Contracts to be emitted in one language.
pub(super) struct Job {
    pub(super) lang: Lang,
    pub(super) contracts: Vec<String>,
    pub(super) out: Option<PathBuf>,
    pub(super) formats: Formats,
    pub(super) name: Option<String>,
    pub(super) compact: bool,
    pub(super) slow_checks: SlowChecks,
}

/// What becomes of a contract whose values may take long to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlowChecks {
    /// A warning each.
    Warned,
    /// It is refused, for the reason that this names.
    Refused(&'static str),
}

impl SlowChecks {
    /// `--safe-patterns`, where it is given.
    pub(super) fn of_option(is_given: bool) -> SlowChecks {
        if is_given { SlowChecks::Refused("--safe-patterns") } else { SlowChecks::Warned }
    }

    /// Warns of what may take long, or refuses it.
    pub(super) fn apply(self, slow: &[String], ctx: &Ctx) -> anyhow::Result<()> {
        let SlowChecks::Refused(asked_by) = self else {
            slow.iter().for_each(|line| ctx.note(&format!("warning: {line}")));
            return Ok(());
        };
        let Some((first, more)) = slow.split_first() else { return Ok(()) };
        let more = if more.is_empty() { String::new() } else { format!(" ({} more)", more.len()) };
        bail!("{first}{more}; {asked_by} refuses it");
    }
}

/// What a job makes.
pub(super) struct Emitted {
    pub(super) files: Vec<GeneratedFile>,
    /// What may take long to check in the language, a line each.
    pub(super) slow: Vec<String>,
}

/// The `[[emit]]` entries: `lang`, `contract` (a text or a list), `out`, and as wished `formats`,
/// `name`, `compact`, `safe-patterns`. Paths begin at the configuration's folder.
pub(super) fn from_config(config: &Config) -> anyhow::Result<Vec<Job>> {
    let Some(path) = &config.path else {
        bail!("name a language with --lang, or write [[emit]] entries into skillgen.toml");
    };
    let place = path.display();
    let entries = match config.table.get("emit") {
        Some(toml::Value::Array(entries)) => entries,
        Some(_) => bail!("{place}: `emit` is no list of tables; write [[emit]]"),
        None => bail!("{place}: no [[emit]] entry; name a language with --lang"),
    };
    let folder = config.folder();
    let mut jobs = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let what = format!("{place}: [[emit]] entry {}", index + 1);
        let table = entry.as_table().with_context(|| format!("{what}: is no table"))?;
        jobs.push(job(table, &folder, &what)?);
    }
    Ok(jobs)
}

fn job(table: &toml::Table, folder: &Path, what: &str) -> anyhow::Result<Job> {
    const KNOWN: &[&str] =
        &["lang", "contract", "out", "formats", "name", "compact", "safe-patterns"];
    known_keys(what, table, KNOWN)?;
    let text = |key: &str| -> anyhow::Result<Option<&str>> {
        match table.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) => Ok(Some(text)),
            Some(other) => bail!("{what}: `{key}` is a {}; expected a string", other.type_str()),
        }
    };
    let lang = text("lang")?.with_context(|| format!("{what}: `lang` is missing"))?;
    let lang = Lang::from_str(lang, false).map_err(|_| {
        anyhow::anyhow!("{what}: unknown language `{lang}`; known: rust, ts, bash, python, go")
    })?;
    let formats = match text("formats")? {
        None => Formats::default(),
        Some(word) => Formats::from_str(word, false).map_err(|_| {
            anyhow::anyhow!("{what}: `formats` is assert or annotate, not `{word}`")
        })?,
    };
    let specs: Vec<&str> = match table.get("contract") {
        None => vec![DEFAULT],
        Some(toml::Value::String(one)) => vec![one],
        Some(toml::Value::Array(list)) => {
            let all: Option<Vec<&str>> = list.iter().map(toml::Value::as_str).collect();
            all.with_context(|| format!("{what}: `contract` is a string or a list of strings"))?
        }
        Some(_) => bail!("{what}: `contract` is a string or a list of strings"),
    };
    let contracts: Vec<String> =
        specs.iter().map(|spec| contract(spec, folder, what)).collect::<anyhow::Result<_>>()?;
    let flag = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(toml::Value::Boolean(flag)) => Ok(Some(*flag)),
        Some(other) => bail!("{what}: `{key}` is a {}; expected true or false", other.type_str()),
    };
    let compact = flag("compact")?.unwrap_or_default();
    let slow_checks = match flag("safe-patterns")? {
        Some(true) => SlowChecks::Refused("`safe-patterns` in skillgen.toml"),
        _ => SlowChecks::Warned,
    };
    let out = text("out")?.with_context(|| format!("{what}: `out` is missing"))?;
    let out = crate::paths::bounded(folder, out).map_err(|why| {
        let named = lang.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
        anyhow::anyhow!(
            "{what}: `out = {out:?}` {why}; write there with `skillgen emit --lang {named} --out DIR`"
        )
    })?;
    Ok(Job {
        lang,
        contracts,
        out: Some(out),
        formats,
        name: text("name")?.map(str::to_owned),
        compact,
        slow_checks,
    })
}

/// A contract of an entry: a built-in one, or a file in the git tree (or in the configuration's folder).
fn contract(spec: &str, folder: &Path, what: &str) -> anyhow::Result<String> {
    if spec.starts_with("builtin:") {
        return Ok(spec.to_owned());
    }
    let path = folder.join(spec);
    let bound = crate::git::top_of(folder).unwrap_or_else(|| crate::paths::whole(folder));
    // What is not there is told where it is read.
    if path.exists() && !crate::paths::whole(&path).starts_with(&bound) {
        bail!(
            "{what}: `contract` {spec:?} is outside of {}; name it with `skillgen emit --contract`",
            bound.display()
        );
    }
    Ok(path.display().to_string())
}

impl Job {
    /// The files of this job, in memory.
    pub(super) fn files(&self, references: &References) -> anyhow::Result<Emitted> {
        let default = [DEFAULT.to_owned()];
        let specs = if self.contracts.is_empty() { &default[..] } else { &self.contracts };
        let (mut files, mut slow) = (Vec::new(), Vec::new());
        for spec in specs {
            let contract = input::contract(spec, references)?;
            let request = Request {
                source: spec,
                contract: &contract,
                name: self.name.as_deref(),
                formats: self.formats.into(),
                options: &Options { compact: self.compact },
                version: env!("CARGO_PKG_VERSION"),
            };
            files.extend(codegen::files(self.lang.target(), &request)?);
            slow.extend(codegen::slow_checks(self.lang.target(), &contract, spec)?);
        }
        if self.name.is_some() && files.len() > 1 {
            bail!("--name: names one contract, but {} are to be emitted", files.len());
        }
        Ok(Emitted { files, slow })
    }
}

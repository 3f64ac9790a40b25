//! One language for some contracts: from the command line, or an `[[emit]]` entry of skillgen.toml.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use codegen::Request;
use codegen::frames::Frames;
use codegen::target::{GeneratedFile, Options, Part, Runtime, Target};
use contract::Contract;

use super::{Formats, Lang, RuntimeWord};
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
    /// Where the runtime is; without a word, beside several contracts of a folder.
    pub(super) runtime: Option<RuntimeWord>,
    pub(super) parts: Vec<Part>,
    pub(super) frames: Frames,
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

/// A job whose contracts are read.
pub(super) struct Ready {
    pub(super) job: Job,
    contracts: Vec<(String, Contract)>,
    /// How many files its contracts become.
    count: usize,
}

/// What a job makes.
pub(super) struct Emitted {
    pub(super) files: Vec<GeneratedFile>,
    /// What may take long to check in the language, a line each.
    pub(super) slow: Vec<String>,
}

/// The `[[emit]]` entries: `lang`, `contract` (a text or a list), `out`, and as wished `formats`,
/// `name`, `compact`, `safe-patterns`, `templates`. Paths begin at the configuration's folder.
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

/// The entries of a language; none where skillgen.toml has no `[[emit]]`.
pub(super) fn of_language(config: &Config, lang: Lang) -> anyhow::Result<Vec<Job>> {
    if !config.table.contains_key("emit") {
        return Ok(Vec::new());
    }
    let jobs = from_config(config)?;
    Ok(jobs.into_iter().filter(|job| job.lang == lang).collect())
}

fn job(table: &toml::Table, folder: &Path, what: &str) -> anyhow::Result<Job> {
    const KNOWN: &[&str] = &[
        "lang",
        "contract",
        "out",
        "formats",
        "name",
        "compact",
        "safe-patterns",
        "runtime",
        "with",
        "templates",
    ];
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
    let runtime =
        match text("runtime")? {
            None => None,
            Some(word) => Some(RuntimeWord::from_str(word, false).map_err(|_| {
                anyhow::anyhow!("{what}: `runtime` is inline or shared, not `{word}`")
            })?),
        };
    let parts = parts(table, what)?;
    let frames = match text("templates")? {
        None => Frames::default(),
        Some(name) => {
            let named = crate::paths::bounded(folder, name).map_err(|why| {
                anyhow::anyhow!(
                    "{what}: `templates = {name:?}` {why}; name it with `skillgen emit --templates`"
                )
            })?;
            super::templates::read(&named)?
        }
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
        runtime,
        parts,
        frames,
    })
}

/// `with`: the parts of a file.
fn parts(table: &toml::Table, what: &str) -> anyhow::Result<Vec<Part>> {
    let Some(value) = table.get("with") else { return Ok(Vec::new()) };
    let known = Part::ALL.map(Part::word).join(", ");
    let words = value.as_array().filter(|words| !words.is_empty());
    let words = words.with_context(|| format!("{what}: `with` is a list of some of: {known}"))?;
    let part = |word: &toml::Value| match word.as_str().and_then(Part::named) {
        Some(part) => Ok(part),
        None => bail!("{what}: `with` has an unknown part {word:?}; known: {known}"),
    };
    words.iter().map(part).collect()
}

/// A contract of an entry: a built-in one, or a file in the git tree (or in the configuration's folder).
fn contract(spec: &str, folder: &Path, what: &str) -> anyhow::Result<String> {
    if spec.starts_with("builtin:") {
        return Ok(spec.to_owned());
    }
    let path = folder.join(spec);
    let bound = crate::git::top_of(folder).unwrap_or_else(|| crate::paths::whole(folder));
    // `FILE#/…` is a part of a file, and a file's name may hold a `#` itself. What is not there is reported where it is read.
    let ends = spec.match_indices('#').map(|(at, _)| at).chain([spec.len()]);
    let is_outside =
        |file: PathBuf| file.exists() && !crate::paths::whole(&file).starts_with(&bound);
    if ends.map(|end| folder.join(&spec[..end])).any(is_outside) {
        bail!(
            "{what}: `contract` {spec:?} is outside of {}; name it with `skillgen emit --contract`",
            bound.display()
        );
    }
    Ok(path.display().to_string())
}

impl Job {
    /// Reads the contracts of this job.
    pub(super) fn read(self, references: &References) -> anyhow::Result<Ready> {
        let default = [DEFAULT.to_owned()];
        let specs = if self.contracts.is_empty() { &default[..] } else { &self.contracts };
        let (mut contracts, mut count) = (Vec::new(), 0);
        for spec in specs {
            for (source, contract) in input::contracts(spec, references)? {
                count += codegen::count(&contract, &source)?;
                contracts.push((source, contract));
            }
        }
        if self.name.is_some() && count > 1 {
            bail!("--name: names one contract, but {count} are to be emitted");
        }
        self.can_do(self.lang.target())?;
        Ok(Ready { job: self, contracts, count })
    }

    /// The file that the contracts of the folder share.
    pub(super) fn shared_runtime(&self) -> Option<GeneratedFile> {
        self.lang.target().shared_runtime(env!("CARGO_PKG_VERSION"), &self.folder())
    }

    /// The name of the folder that the files go to.
    fn folder(&self) -> String {
        let out = self.out.as_deref();
        let named = out.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        // `.` and `..` have names, too.
        let whole = || std::fs::canonicalize(out?).ok();
        let whole = || whole()?.file_name().map(|name| name.to_string_lossy().into_owned());
        named.or_else(whole).unwrap_or_default()
    }

    /// Refuses what the language can't do, or what makes no sense on stdout.
    fn can_do(&self, target: &dyn Target) -> anyhow::Result<()> {
        let lang = target.id();
        let parts = target.parts();
        if !self.parts.is_empty() && parts.is_empty() {
            bail!("--with: the parts of {lang} files can't be chosen yet; leave it out");
        }
        if let Some(part) = self.parts.iter().find(|part| !parts.contains(part)) {
            let known: Vec<&str> = parts.iter().map(|part| part.word()).collect();
            let (name, known) = (part.word(), known.join(", "));
            bail!("--with {name}: {lang} files have no such part; choose from {known}");
        }
        if self.runtime != Some(RuntimeWord::Shared) {
            return Ok(());
        }
        if target.shared_runtime("", "").is_none() {
            bail!("--runtime shared: {lang} files have no shared runtime yet; leave it out");
        }
        if self.out.is_none() {
            bail!("--runtime shared: the runtime is a file of its own; name a folder with --out");
        }
        Ok(())
    }
}

/// The files of jobs whose contracts are read, in memory, in the order of the jobs.
pub(super) fn files(jobs: &[Ready]) -> anyhow::Result<Vec<Emitted>> {
    jobs.iter().map(|ready| ready.files(shares(ready, jobs))).collect()
}

/// Where the runtime of a job is: beside the files where the folder gets several contracts of the language.
fn shares(ready: &Ready, jobs: &[Ready]) -> Runtime {
    let job = &ready.job;
    let beside = |other: &&Ready| other.job.lang == job.lang && other.job.out == job.out;
    let count: usize = jobs.iter().filter(beside).map(|other| other.count).sum();
    let can_share = job.out.is_some() && job.lang.target().shared_runtime("", "").is_some();
    match job.runtime {
        Some(RuntimeWord::Shared) => Runtime::Shared,
        None if can_share && count > 1 => Runtime::Shared,
        None | Some(RuntimeWord::Inline) => Runtime::Inline,
    }
}

impl Ready {
    fn files(&self, runtime: Runtime) -> anyhow::Result<Emitted> {
        let (job, target) = (&self.job, self.job.lang.target());
        let parts = job.parts.iter().copied().collect();
        let options = Options {
            compact: job.compact,
            runtime,
            parts,
            folder: job.folder(),
            frames: job.frames.clone(),
        };
        let (mut files, mut slow) = (Vec::new(), Vec::new());
        for (spec, contract) in &self.contracts {
            let request = Request {
                source: spec,
                contract,
                name: job.name.as_deref(),
                formats: job.formats.into(),
                options: &options,
                version: env!("CARGO_PKG_VERSION"),
            };
            files.extend(codegen::files(target, &request)?);
            slow.extend(codegen::slow_checks(target, contract, spec)?);
        }
        if runtime == Runtime::Shared {
            files.extend(job.shared_runtime());
        }
        Ok(Emitted { files, slow })
    }
}

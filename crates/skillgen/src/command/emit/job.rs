//! A language for contracts, from the command line or an `[[emit]]` entry of skillgen.toml.

use std::path::{Path, PathBuf};

use anyhow::bail;
use codegen::backend::{GeneratedFile, Naming, Options, Part, Runtime, Target};
use codegen::frames::Frames;
use codegen::{Request, TypeMap};
use contract::{Contract, Schema};

use super::Lang;
use super::words::{Defaults, Formats, ImportExtension, Numbers, RuntimeWord, RustTypes};
use crate::context::Ctx;
use crate::input::{self, DefinitionFiles, References};

/// The default when no contract is named.
const DEFAULT: &str = "builtin:skill-output-v1";

/// Contracts to be emitted in one language, or a migration.
pub(super) struct Job {
    pub(super) lang: Lang,
    pub(super) contracts: Vec<String>,
    /// Whether each definition becomes a contract beside the root.
    pub(super) definitions: bool,
    /// The old and the new contract of a migration; then `contracts` is empty.
    pub(super) migration: Option<[String; 2]>,
    /// The migrated tool.
    pub(super) tool: Option<String>,
    pub(super) out: Option<PathBuf>,
    pub(super) formats: Formats,
    pub(super) defaults: Defaults,
    pub(super) types: RustTypes,
    pub(super) numbers: Numbers,
    pub(super) import_extension: ImportExtension,
    /// The user's types for strings with a format.
    pub(super) type_map: TypeMap,
    pub(super) name: Option<String>,
    pub(super) compact: bool,
    pub(super) slow_checks: SlowChecks,
    /// The place of the runtime; by default shared for several contracts of a folder.
    pub(super) runtime: Option<RuntimeWord>,
    pub(super) parts: Vec<Part>,
    pub(super) frames: Frames,
    /// The folder of the templates.
    pub(super) templates: Option<PathBuf>,
    /// The first lines of each file, without comment characters.
    pub(super) header: Vec<String>,
    pub(super) naming: Naming,
    /// The package of Go files.
    pub(super) package: Option<String>,
    /// The folders of all languages, if `out` names the language; those that `lang` does not list may hold files of an
    /// earlier run.
    pub(super) of_languages: Vec<PathBuf>,
}

/// What to do with a contract whose values may take long to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlowChecks {
    /// A warning each.
    Warned,
    /// Reject it, with this reason.
    Refused(&'static str),
}

impl SlowChecks {
    /// `--safe-patterns`, if given.
    pub(super) fn of_option(is_given: bool) -> SlowChecks {
        if is_given { SlowChecks::Refused("--safe-patterns") } else { SlowChecks::Warned }
    }

    /// Warns about slow patterns, or rejects them.
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

/// A job with its contracts read.
pub(super) struct Ready {
    pub(super) job: Job,
    contracts: Vec<(String, Contract)>,
    /// The names of its contracts: one, or one for each tool of a list.
    names: Vec<String>,
}

/// The result of a job.
pub(super) struct Emitted {
    pub(super) files: Vec<GeneratedFile>,
    /// What may take long to check in the language, one line each.
    pub(super) slow: Vec<String>,
}

impl Job {
    /// Reads the contracts of this job.
    pub(super) fn read(self, references: &References) -> anyhow::Result<Ready> {
        let default = [DEFAULT.to_owned()];
        let specs = if self.contracts.is_empty() { &default[..] } else { &self.contracts };
        let (mut contracts, mut names) = (Vec::new(), Vec::new());
        // Types alone need no functions, so that one file holds all of them.
        let definition_files = match self.parts.as_slice() {
            [Part::Types] => DefinitionFiles::Whole,
            _ if self.definitions => DefinitionFiles::RootAndEach,
            _ => DefinitionFiles::Each,
        };
        for spec in specs {
            for (source, contract) in input::contracts(spec, definition_files, references)? {
                names.extend(codegen::names(&contract, &source)?);
                contracts.push((source, contract));
            }
        }
        if let Some(name) = &self.name {
            if names.len() > 1 {
                bail!("--name: names one contract, but {} are to be emitted", names.len());
            }
            names = vec![name.clone()];
        }
        self.can_do(self.lang.target())?;
        Ok(Ready { job: self, contracts, names })
    }

    /// The file that the contracts of the folder share.
    pub(super) fn shared_runtime(&self) -> Vec<GeneratedFile> {
        let package = self.package.clone().unwrap_or_else(|| self.folder());
        self.headed(self.lang.target().shared_runtime(env!("CARGO_PKG_VERSION"), &package))
    }

    /// Files with the lines of `header` above their own; a `#!` line stays first.
    pub(super) fn headed(&self, mut files: Vec<GeneratedFile>) -> Vec<GeneratedFile> {
        let sign = self.lang.target().comment();
        let lines: String = self
            .header
            .iter()
            .map(|line| format!("{sign} {line}").trim_end().to_owned() + "\n")
            .collect();
        for file in &mut files {
            let first = match file.text.starts_with("#!") {
                true => file.text.find('\n').map_or(0, |end| end + 1),
                false => 0,
            };
            file.text.insert_str(first, &lines);
        }
        files
    }

    /// The name of the target folder.
    fn folder(&self) -> String {
        let out = self.out.as_deref();
        let named = out.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        // `.` and `..` also have names.
        let whole = || std::fs::canonicalize(out?).ok();
        let whole = || whole()?.file_name().map(|name| name.to_string_lossy().into_owned());
        named.or_else(whole).unwrap_or_default()
    }

    /// The options for the engine.
    fn options(&self, runtime: Runtime) -> Options {
        Options {
            compact: self.compact,
            runtime,
            parts: self.parts.iter().copied().collect(),
            folder: self.folder(),
            frames: self.frames.clone(),
            naming: self.naming.clone(),
            package: self.package.clone(),
            defaults: self.defaults.into(),
            rust_types: self.types.into(),
            numbers: self.numbers.into(),
            import_extension: self.import_extension.into(),
            type_map: self.type_map.clone(),
            beside: Vec::new(),
        }
    }

    /// Rejects what the language doesn't support, or what makes no sense on stdout.
    fn can_do(&self, target: &dyn Target) -> anyhow::Result<()> {
        self.options(Runtime::default()).possible(target, self.formats.into())?;
        if self.runtime != Some(RuntimeWord::Shared) {
            return Ok(());
        }
        if self.out.is_none() {
            bail!("--runtime shared: the runtime is a file of its own; name a folder with --out");
        }
        Ok(())
    }
}

/// The files of the jobs in memory, in the order of the jobs.
pub(super) fn files(jobs: &[Ready]) -> anyhow::Result<Vec<Emitted>> {
    let all = jobs.iter().map(|ready| {
        let beside = names_beside(ready, jobs);
        ready.files(runtime_of(&ready.job, beside.len()), beside)
    });
    all.collect()
}

/// The names of the contracts that the folder of a job gets in its language.
fn names_beside(ready: &Ready, jobs: &[Ready]) -> Vec<String> {
    let is_beside =
        |other: &&Ready| other.job.lang == ready.job.lang && other.job.out == ready.job.out;
    jobs.iter().filter(is_beside).flat_map(|other| other.names.iter().cloned()).collect()
}

/// The place of a job's runtime: beside the files if the folder gets several contracts of the language.
fn runtime_of(job: &Job, count: usize) -> Runtime {
    match job.runtime {
        Some(RuntimeWord::Shared) => Runtime::Shared,
        None if job.out.is_some() && count > 1 => Runtime::Shared,
        None | Some(RuntimeWord::Inline) => Runtime::Inline,
    }
}

impl Ready {
    /// The files of its contracts: named and referenced ones.
    pub(super) fn inputs(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for (_, contract) in &self.contracts {
            let tools = contract.tools.values().flat_map(|tool| tool.schemas.values());
            let schemas = contract.plain.iter().chain(contract.schemas.values()).chain(tools);
            let labels = schemas.flat_map(Schema::documents).map(|document| document.label());
            found.push(PathBuf::from(contract.document.label()));
            found.extend(labels.map(PathBuf::from));
        }
        found.retain(|path| path.is_file());
        found
    }

    /// A line for each contract with formats that its functions don't check.
    pub(super) fn unchecked_formats(&self) -> anyhow::Result<Vec<String>> {
        let job = &self.job;
        if job.formats != Formats::Assert || job.parts == [Part::Types] {
            return Ok(Vec::new());
        }
        let lines = self.contracts.iter();
        let lines = lines.map(|(spec, contract)| codegen::unchecked_formats(contract, spec));
        Ok(lines.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn files(&self, runtime: Runtime, beside: Vec<String>) -> anyhow::Result<Emitted> {
        let (job, target) = (&self.job, self.job.lang.target());
        let options = Options { beside, ..job.options(runtime) };
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
        job.naming.is_used_in(&files, target.id())?;
        files = job.headed(files);
        let mut contracts = self.contracts.iter().map(|(_, contract)| contract);
        let is_called = |contract| codegen::calls_runtime(target, contract, &options);
        if runtime == Runtime::Shared && contracts.any(is_called) {
            files.extend(job.shared_runtime());
        }
        Ok(Emitted { files, slow })
    }
}

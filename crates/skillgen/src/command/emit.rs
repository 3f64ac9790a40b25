//! `skillgen emit`: writes helpers of a contract in a language, to stdout or to files; with `--check`,
//! compares the files with what would be written.

mod beside;
mod check;
mod entry;
mod job;
mod keys;
mod migration;
mod templates;
mod type_map;
mod watch;
mod words;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use codegen::backend::{GeneratedFile, Part};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::{ReferenceArgs, References};
use crate::render::json::Status;
use crate::wire::emit::{EmitReport, EmittedFile, FileOutcome};
use job::{Job, SlowChecks};
use words::{Defaults, Formats, ImportExtension, Numbers, RuntimeWord, RustTypes};
use write::written;

/// Arguments of `emit`.
#[derive(clap::Args, Clone)]
pub(crate) struct Args {
    /// The language [default: all [[emit]] entries of skillgen.toml].
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// Contracts, as --contract names them.
    #[arg(value_name = "CONTRACT", requires = "lang", conflicts_with_all = ["migration", "list_templates"])]
    sources: Vec<String>,
    /// A contract; may be given more than once. FILE#/$defs/NAME is one definition of a file, FILE#/$defs all of them, as is
    /// a FILE that holds nothing else
    /// [default: the language's [[emit]] entries in skillgen.toml, else builtin:skill-output-v1].
    #[arg(long = "contract", value_name = "CONTRACT", requires = "lang")]
    contracts: Vec<String>,
    /// Emit also each definition of the contracts (`$defs`), as a file with its own functions.
    #[arg(long, requires = "lang", conflicts_with = "migration")]
    definitions: bool,
    /// Generate a function that converts inputs of OLD to NEW.
    #[arg(
        long,
        num_args = 2,
        value_names = ["OLD", "NEW"],
        requires = "lang",
        conflicts_with = "contracts"
    )]
    migration: Vec<String>,
    /// With --migration and MCP lists: the tool whose inputs are migrated.
    #[arg(long, value_name = "NAME", requires = "migration")]
    tool: Option<String>,
    /// Write to this folder; `-` is stdout [default: one file, to stdout].
    #[arg(long, value_name = "DIR", requires = "lang")]
    out: Option<PathBuf>,
    /// Write nothing; exit 1 if a file is missing or out of date.
    #[arg(long)]
    check: bool,
    /// Write the files again whenever a contract, a file that it refers to, a template or skillgen.toml changes.
    #[arg(long, conflicts_with_all = ["check", "list_templates"])]
    watch: bool,
    /// With --check: accept files that differ only in skillgen's version.
    #[arg(long, requires = "check")]
    ignore_version: bool,
    /// Read `format` as an assertion or an annotation.
    #[arg(long, value_enum, default_value_t, value_name = "MODE", requires = "lang")]
    formats: Formats,
    /// Let parsers add the schema's defaults, or leave missing properties missing.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "MODE",
        requires = "lang",
        conflicts_with = "migration"
    )]
    defaults: Defaults,
    /// Write skillgen's types into Rust files, or those of the typify crate.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "BY",
        requires = "lang",
        conflicts_with = "migration"
    )]
    types: RustTypes,
    /// Give numbers in Rust and Go files types of 64 bits, or types that hold each number.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "AS",
        requires = "lang",
        conflicts_with = "migration"
    )]
    numbers: Numbers,
    /// End the imports of TypeScript files with this extension.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "EXTENSION",
        requires = "lang",
        conflicts_with = "migration"
    )]
    import_extension: ImportExtension,
    /// Name the file and the root type [default: the contract's name].
    #[arg(long, requires = "lang", value_parser = words::file_name)]
    name: Option<String>,
    /// Make helpers print envelopes on one line.
    #[arg(long, requires = "lang", conflicts_with = "migration")]
    compact: bool,
    /// Write the runtime into each file or into a shared one [default: shared if DIR gets several contracts].
    #[arg(long, value_enum, value_name = "WHERE", requires = "lang", conflicts_with = "migration")]
    runtime: Option<RuntimeWord>,
    /// Emit only these parts, separated by commas; types are always included [default: all; for a built-in envelope
    /// in bash, the builder].
    #[arg(
        long,
        value_parser = part_parser(),
        value_name = "PARTS",
        value_delimiter = ',',
        requires = "lang",
        conflicts_with = "migration"
    )]
    with: Vec<Part>,
    /// Use the Handlebars templates of this folder, LANG/NAME.hbs, in place of skillgen's own; see --list-templates.
    #[arg(long, value_name = "DIR", requires = "lang", conflicts_with = "migration")]
    templates: Option<PathBuf>,
    /// List the templates that --templates can replace, with their variables; with --format json also their texts.
    #[arg(long, conflicts_with_all = ["contracts", "migration", "out", "check", "templates"])]
    list_templates: bool,
    /// Refuse contracts whose patterns or alternatives may take exponential or quadratic time [default: a warning for
    /// each].
    #[arg(long)]
    safe_patterns: bool,
    #[command(flatten)]
    references: ReferenceArgs,
}

impl Args {
    /// Whether a contract is named.
    fn names_contract(&self) -> bool {
        !self.contracts.is_empty() || !self.sources.is_empty()
    }

    /// Whether an option is given that `[[emit]]` entries have keys for.
    fn has_options(&self) -> bool {
        self.out.is_some()
            || self.name.is_some()
            || self.runtime.is_some()
            || !self.with.is_empty()
            || self.templates.is_some()
            || self.compact
            || self.definitions
            || self.formats != Formats::default()
            || self.defaults != Defaults::default()
            || self.types != RustTypes::default()
            || self.numbers != Numbers::default()
            || self.import_extension != ImportExtension::default()
    }
}

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// Rust: serde and serde_json only.
    Rust,
    /// TypeScript: one strict ES module without an import.
    #[value(alias = "typescript")]
    Ts,
    /// JavaScript: an ES module and a CommonJS one, with the types as declarations beside each.
    #[value(alias = "javascript")]
    Js,
    /// bash from 3.2 on: one file to be sourced.
    Bash,
    /// Python from 3.9 on: one module, the standard library only.
    #[value(alias = "py")]
    Python,
    /// Go from 1.18 on: one file of a package, the standard library only.
    #[value(alias = "golang")]
    Go,
}

impl Lang {
    /// The back end.
    pub(crate) fn target(self) -> &'static dyn codegen::backend::Target {
        match self {
            Lang::Rust => &codegen::backend::rust::Rust,
            Lang::Ts => &codegen::backend::typescript::TypeScript,
            Lang::Js => &codegen::backend::typescript::JavaScript,
            Lang::Bash => &codegen::backend::bash::Bash,
            Lang::Python => &codegen::backend::python::Python,
            Lang::Go => &codegen::backend::go::Go,
        }
    }
}

/// Reads a word of `--with`.
fn part_parser() -> impl TypedValueParser<Value = Part> {
    let words = Part::ALL.map(|part| PossibleValue::new(part.word()).help(part.about()));
    PossibleValuesParser::new(words)
        .map(|word| Part::named(&word).expect("invariant: the words are those of the parts"))
}

/// The bash helper of skill-output-v1, for a new skill.
pub(super) fn bash_helper() -> anyhow::Result<String> {
    let job = Job {
        lang: Lang::Bash,
        contracts: Vec::new(),
        out: None,
        formats: Formats::default(),
        defaults: Defaults::default(),
        types: RustTypes::default(),
        numbers: Numbers::default(),
        import_extension: ImportExtension::default(),
        type_map: codegen::TypeMap::default(),
        name: None,
        compact: false,
        definitions: false,
        slow_checks: SlowChecks::Warned,
        runtime: None,
        parts: vec![Part::Builder],
        frames: codegen::frames::Frames::default(),
        templates: None,
        migration: None,
        tool: None,
        header: Vec::new(),
        naming: codegen::backend::Naming::default(),
        package: None,
        of_languages: Vec::new(),
    };
    let made = job::files(&[job.read(&References::default())?])?;
    Ok(made.into_iter().flat_map(|made| made.files).map(|file| file.text).collect())
}

/// A file to write.
struct Planned {
    path: PathBuf,
    text: String,
}

/// The files to write.
struct Emission {
    /// Files with their folders, or for stdout.
    files: Vec<(Option<PathBuf>, Vec<GeneratedFile>)>,
    /// The files that were read.
    inputs: BTreeSet<PathBuf>,
    /// Where files of an earlier run may be.
    places: check::Places,
}

/// The requested files.
fn emitted(args: &Args, ctx: &Ctx) -> anyhow::Result<Emission> {
    let references = args.references.read(ctx)?;
    // As elsewhere, `-` is stdout.
    let out = args.out.clone().filter(|out| out.as_os_str() != "-");
    if let (Some(lang), [old, new]) = (args.lang, args.migration.as_slice()) {
        let (formats, name) = (args.formats, args.name.as_deref());
        let tool = args.tool.as_deref();
        let slow_checks = SlowChecks::of_option(args.safe_patterns);
        let wanted =
            migration::Wanted { lang, old, new, tool, formats, name, references, slow_checks };
        let inputs = [old, new].map(PathBuf::from).into();
        let files = vec![(out, migration::files(&wanted, ctx)?)];
        return Ok(Emission { files, inputs, places: check::Places::default() });
    }
    if let Some(tool) = &args.tool {
        bail!(
            "--tool {tool}: chooses the tool of --migration OLD NEW; without it all tools are emitted"
        );
    }
    if let (Some(lang), Some(out)) = (args.lang, &out) {
        is_folder(lang, out)?;
    }
    let entries = match args.lang {
        Some(_) if args.names_contract() => Vec::new(),
        Some(lang) => {
            let entries = entry::of_language(&ctx.config, lang)?;
            if !entries.is_empty() && args.has_options() {
                bail!(
                    "{} [[emit]] entries of skillgen.toml have this language, and other options don't apply to \
                     them: name a contract (`--contract builtin:skill-output-v1` is the built-in one), or leave the options out",
                    entries.len()
                );
            }
            entries
        }
        None => entry::from_config(&ctx.config)?,
    };
    let frames = args.templates.as_deref().map(templates::read).transpose()?.unwrap_or_default();
    let mut inputs: BTreeSet<PathBuf> = ctx.config.path.iter().cloned().collect();
    let is_listed = !entries.is_empty();
    let jobs = match args.lang {
        Some(lang) if entries.is_empty() => vec![Job {
            lang,
            contracts: [args.sources.as_slice(), &args.contracts].concat(),
            out,
            formats: args.formats,
            defaults: args.defaults,
            types: args.types,
            numbers: args.numbers,
            import_extension: args.import_extension,
            type_map: codegen::TypeMap::default(),
            name: args.name.clone(),
            compact: args.compact,
            definitions: args.definitions,
            slow_checks: SlowChecks::of_option(args.safe_patterns),
            runtime: args.runtime,
            parts: args.with.clone(),
            frames,
            templates: args.templates.clone(),
            migration: None,
            tool: None,
            header: Vec::new(),
            naming: codegen::backend::Naming::default(),
            package: None,
            of_languages: Vec::new(),
        }],
        _ => entries,
    };
    let places = check::Places {
        folders: jobs.iter().flat_map(|job| job.of_languages.clone()).collect(),
        is_whole: args.lang.is_none(),
        is_listed,
    };
    let (migrations, jobs): (Vec<Job>, Vec<Job>) =
        jobs.into_iter().partition(|job| job.migration.is_some());
    if jobs.iter().any(|job| args.lang.is_some() && job.contracts.is_empty()) {
        ctx.note("without --contract this is the built-in skill-output-v1");
    }
    for job in jobs.iter().chain(&migrations) {
        inputs.extend(job.migration.iter().flatten().map(PathBuf::from));
        if let Some(folder) = &job.templates {
            inputs.extend(templates::files(folder)?);
        }
    }
    let jobs = jobs.into_iter().map(|job| job.read(&references));
    let jobs = jobs.collect::<anyhow::Result<Vec<job::Ready>>>()?;
    inputs.extend(jobs.iter().flat_map(job::Ready::inputs));
    let mut told = BTreeSet::new();
    for line in
        jobs.iter().map(job::Ready::unchecked_formats).collect::<Result<Vec<_>, _>>()?.concat()
    {
        if told.insert(line.clone()) {
            ctx.note(&format!("warning: {line}"));
        }
    }
    let mut all: Vec<(Option<PathBuf>, Vec<GeneratedFile>)> = Vec::new();
    for (ready, mut made) in jobs.iter().zip(job::files(&jobs)?) {
        let slow_checks = match args.safe_patterns {
            true => SlowChecks::of_option(true),
            false => ready.job.slow_checks,
        };
        slow_checks.apply(&made.slow, ctx)?;
        // Several entries of a folder share one runtime.
        let beside = all.iter().filter(|(out, _)| *out == ready.job.out);
        let known: Vec<&GeneratedFile> = beside.flat_map(|(_, files)| files).collect();
        let runtime = ready.job.shared_runtime();
        made.files.retain(|file| !runtime.contains(file) || !known.contains(&file));
        all.push((ready.job.out.clone(), made.files));
    }
    for job in &migrations {
        all.push((job.out.clone(), migrated(job, args.safe_patterns, &references, ctx)?));
    }
    Ok(Emission { files: all, inputs, places })
}

/// The files of an entry that is a migration.
fn migrated(
    job: &Job,
    is_safe: bool,
    references: &References,
    ctx: &Ctx,
) -> anyhow::Result<Vec<GeneratedFile>> {
    let Some([old, new]) = &job.migration else { return Ok(Vec::new()) };
    let wanted = migration::Wanted {
        lang: job.lang,
        old,
        new,
        tool: job.tool.as_deref(),
        formats: job.formats,
        name: job.name.as_deref(),
        references: references.clone(),
        slow_checks: if is_safe { SlowChecks::of_option(true) } else { job.slow_checks },
    };
    Ok(job.headed(migration::files(&wanted, ctx)?))
}

/// Rejects a folder with the name of a file of the language.
fn is_folder(lang: Lang, out: &Path) -> anyhow::Result<()> {
    let extension = lang.target().extension();
    if out.is_dir() || out.extension().is_none_or(|own| own != extension) {
        return Ok(());
    }
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).display();
    let out = out.display();
    bail!("--out {out}: names a file, but --out is a folder; use `--out {folder} --name {stem}`")
}

/// Runs `emit`.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    if args.list_templates {
        templates::list(args.lang.map(|lang| lang.target().id()), ctx)?;
        return Ok(Outcome::Clean);
    }
    if args.watch {
        return watch::run(&args, ctx);
    }
    let check = args.check;
    let mut planned = Vec::new();
    let emission = emitted(&args, ctx)?;
    for (folder, files) in emission.files {
        let Some(folder) = &folder else {
            if check {
                bail!("--check: needs --out DIR, the folder whose files are compared");
            }
            let [file] = files.as_slice() else {
                bail!("{} files to emit; name a folder with --out", files.len());
            };
            printed(file, ctx)?;
            return Ok(Outcome::Clean);
        };
        planned
            .extend(files.into_iter().map(|f| Planned { path: folder.join(f.name), text: f.text }));
    }
    distinct(&planned)?;
    if check {
        return check::run(&planned, &emission.places, args.ignore_version, ctx);
    }
    let written = written(&planned, ctx)?;
    if ctx.global.format == Format::Json {
        let file = |path: &&Path| emitted_file(path.to_string_lossy(), FileOutcome::Written);
        let files = written.iter().map(file).collect();
        ctx.print_json(Status::Ok, &EmitReport { files, templates: None })?;
    }
    Ok(Outcome::Clean)
}

/// The file for stdout: unchanged, or as text in the envelope.
fn printed(file: &GeneratedFile, ctx: &Ctx) -> anyhow::Result<()> {
    if ctx.global.format == Format::Json {
        let text = Some(file.text.clone());
        let file = EmittedFile { text, ..emitted_file(&file.name, FileOutcome::Printed) };
        return ctx.print_json(Status::Ok, &EmitReport { files: vec![file], templates: None });
    }
    ctx.print_raw(file.text.as_bytes())
}

/// The state of a file for `--format json`.
fn emitted_file(path: impl Into<String>, outcome: FileOutcome) -> EmittedFile {
    EmittedFile { path: path.into(), outcome, text: None, diff: None }
}

/// Two contracts with one name would overwrite each other, also where names of files ignore case.
fn distinct(planned: &[Planned]) -> anyhow::Result<()> {
    let mut known = BTreeMap::new();
    for file in planned {
        let path = file.path.display().to_string();
        let Some(other) = known.insert(path.to_lowercase(), path.clone()) else { continue };
        let alike = if other == path { String::new() } else { format!(", as {other}") };
        bail!(
            "{path}{alike}: two contracts would be written here; emit each alone, by its own --contract with a --name"
        );
    }
    Ok(())
}

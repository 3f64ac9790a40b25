//! `skillgen migrate PATH…`: migrates legacy scripts to the envelope, and undoes that.

mod ask;
mod attributes;
mod baseline;
mod beside;
mod block;
mod choose;
mod consumer;
mod consumers;
mod copies;
mod diff;
mod document;
mod exceptions;
mod file_plan;
mod folder_loops;
mod gate;
mod guard;
mod helper_file;
mod helper_report;
mod identity;
mod journal;
mod language;
mod markdown_report;
mod overrides;
mod own_lines;
mod owners;
mod page;
mod patch;
mod reader_files;
mod reader_language;
mod replace;
mod report;
mod restoration;
mod same_name;
mod scan;
mod selection;
mod setting_values;
mod settings;
mod split;
mod stat;
mod state;
mod tree_plan;
mod undo;
mod verified;
mod verify;
mod words;
mod work;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;

/// Arguments of `migrate`.
#[derive(clap::Args, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Args {
    /// Scripts, or folders of scripts.
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// Same as PATH, for one script (kept for the former tool's users).
    #[arg(long, value_name = "FILE")]
    pub(super) skill_path: Vec<PathBuf>,
    /// Same as PATH, for a folder (kept for the former tool's users).
    #[arg(long, value_name = "DIR")]
    pub(super) skill_dir: Vec<PathBuf>,
    /// Print a unified diff for `git apply` and write nothing.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Print a table of what would change, most useful scripts first, and write nothing.
    #[arg(long, conflicts_with = "check")]
    pub(super) stat: bool,
    /// Write one patch for each skill to a new folder, and change no script.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "stat", "interactive"])]
    pub(super) split: Option<PathBuf>,
    /// With --split: write one patch for each skill, or for each owner that CODEOWNERS names.
    #[arg(long, value_enum, default_value = "skill", value_name = "PART", requires = "split")]
    pub(super) split_by: SplitBy,
    /// Write nothing; exit 1 if a script is left to migrate.
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) check: bool,
    /// With --check: fail only for lines that this file does not list [default: `baseline` in skillgen.toml].
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write the lines that are left to migrate to the baseline, and change no script.
    #[arg(long, requires = "check")]
    pub(super) update_baseline: bool,
    /// Migrate only these patterns of lines (`error,deliverable`; see docs/patterns.md) or these scripts (.gitignore
    /// patterns).
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Leave out these patterns of lines or these scripts. In a script, `# skillgen: keep` leaves out its line; at
    /// the top, the whole script.
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(super) skip: Vec<String>,
    /// `only` is of skillgen.toml, where a glob may match nothing.
    #[arg(skip)]
    pub(super) only_of_settings: bool,
    /// As `only_of_settings`.
    #[arg(skip)]
    pub(super) skip_of_settings: bool,
    /// Settings of skillgen.toml for some paths.
    #[arg(skip)]
    pub(super) overrides: overrides::Overrides,
    /// Migrate also tests, CI scripts, templates and scripts without a SKILL.md above them, scripts that would gain
    /// only `success`, and scripts whose output has no field in the envelope.
    ///
    /// A script named as PATH always counts as a skill's script, and so do all scripts of a tree without any
    /// SKILL.md.
    #[arg(long)]
    pub(super) all: bool,
    /// Show the diff of each script and ask whether to migrate it.
    #[arg(long, conflicts_with_all = ["dry_run", "check", "stat"])]
    pub(super) interactive: bool,
    /// Restore the former files: of all runs, of the given PATHs, or of one run with --run.
    #[arg(long, conflicts_with_all = ["dry_run", "check", "verify", "document", "force", "helper", "consumers", "readers_in", "all", "envelope", "with", "strict", "default_confidence", "stat", "split", "only", "skip", "interactive"])]
    pub(super) undo: bool,
    /// Undo only this run; the report of the migration names it.
    #[arg(long, value_name = "ID", requires = "undo")]
    pub(super) run: Option<String>,
    /// Undo with the journal that former versions kept in the tree, `.skillgen`. Use it only for a folder of your own
    /// runs; one that git tracks is refused.
    #[arg(long, value_name = "DIR", requires = "undo")]
    pub(super) journal: Option<PathBuf>,
    /// Migrate in a git tree with uncommitted changes. Not needed outside of git, where only the backups can restore
    /// files.
    #[arg(long)]
    pub(super) allow_dirty: bool,
    /// Print this envelope [default: skill-output, or `envelope` in skillgen.toml].
    #[arg(long, value_enum, value_name = "NAME")]
    pub(super) envelope: Option<Envelope>,
    /// Set output options of the migrated scripts. Later runs keep them; `none` removes them [default: those that the
    /// helper file has, or `with` in skillgen.toml].
    #[arg(long, value_enum, value_name = "OPTION", value_delimiter = ',')]
    pub(super) with: Vec<OutputOption>,
    /// Write the helper functions to a file beside the scripts, or into each script.
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub(super) helper: Helper,
    /// Keep each former command in a comment on its line.
    #[arg(long)]
    pub(super) legacy_comments: bool,
    /// Report or rewrite code that reads a script's former output.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub(super) consumers: Consumers,
    /// Look for such code in this folder [default: the git tree; outside of git, the project around PATH].
    #[arg(long, value_name = "DIR")]
    pub(super) readers_in: Vec<PathBuf>,
    /// Run the original and the migrated script in a sandbox (bubblewrap) before writing, and refuse scripts that
    /// differ. Runs harmless scripts, scripts named as PATH, and with --trust those with a verify.toml.
    ///
    /// The sandbox has another user, no network, and no file of yours but a copy of the skill; 20 s, 2 GiB.
    #[arg(long)]
    pub(super) verify: bool,
    /// Use the verify.toml beside a script: it says how `--verify` runs the script. It is code, so read it first.
    ///
    /// A verify.toml holds a `[[run]]` for each run, all keys optional: `script` (its name), `args`, `stdin`, `env`,
    /// `timeout` (seconds) and `exit` (the expected exit code of the original).
    #[arg(long, requires = "verify")]
    pub(super) trust: bool,
    /// Document the envelope in each SKILL.md beside a migrated script: the contract in its frontmatter, and the JSON
    /// below each quoted output.
    #[arg(long)]
    pub(super) document: bool,
    /// Migrate scripts even if other files read their output.
    #[arg(long)]
    pub(super) force: bool,
    /// Add `skill-envelope.* linguist-generated` to .gitattributes at the top of the tree, so that reviews collapse
    /// the helpers.
    #[arg(long)]
    pub(super) gitattributes: bool,
    /// Exit 1 if a script is refused.
    #[arg(long)]
    pub(super) strict: bool,
    /// Use this confidence where a script prints none [default: 0.5, or `default-confidence` in skillgen.toml].
    #[arg(long, value_name = "0..1")]
    pub(super) default_confidence: Option<String>,
}

impl Args {
    /// Whether the scripts are not changed.
    pub(super) fn reads_only(&self) -> bool {
        self.dry_run || self.check || self.stat || self.split.is_some()
    }
}

/// `--envelope`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Envelope {
    /// success, confidence, deliverables, metrics, errors.
    #[default]
    #[value(alias = "skill-output-v1")]
    SkillOutput,
    /// The helper envelope, with KEY=VALUE results in `values`.
    Helper,
}

impl Envelope {
    /// The engine's value.
    pub(crate) fn kind(self) -> migrate::Kind {
        match self {
            Self::SkillOutput => migrate::Kind::SkillOutput,
            Self::Helper => migrate::Kind::Helper,
        }
    }
}

/// `--with`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputOption {
    /// Print the JSON over several lines, with two spaces a level.
    Indent,
    /// Measure the run and add `execution_time_ms`, unless the script prints a time.
    Time,
    /// List named files in `deliverables` even if they don't exist.
    Missing,
    /// None of these.
    None,
}

impl OutputOption {
    /// The part of the helper that implements it.
    fn part(self) -> Option<migrate::Part> {
        match self {
            Self::Indent => Some(migrate::Part::Indent),
            Self::Time => Some(migrate::Part::Time),
            Self::Missing => Some(migrate::Part::Missing),
            Self::None => None,
        }
    }
}

/// The requested output options; `None` keeps those of the helper.
fn output_options(with: &[OutputOption]) -> Option<BTreeSet<migrate::Part>> {
    (!with.is_empty()).then(|| with.iter().filter_map(|option| option.part()).collect())
}

/// `--helper`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Helper {
    /// To `skill-envelope.bash` in the folder of the scripts (`skill-envelope.sh` for sh scripts); each script
    /// sources it.
    #[default]
    #[value(alias = "source")]
    File,
    /// Into each script, which then needs no other file.
    Inline,
}

/// `--split-by`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SplitBy {
    /// One patch for each skill.
    #[default]
    Skill,
    /// One patch for each owner that CODEOWNERS names.
    Owner,
}

/// `--consumers`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Consumers {
    /// List it, and don't migrate scripts whose readers would break.
    #[default]
    Report,
    /// Change shell commands (in scripts, Markdown, workflows, Makefiles): put `SKILLGEN_STDOUT=text` in front to get
    /// the former output, or read a known field from the JSON.
    Rewrite,
}

/// The plan of one script with default settings, on a stack for the parser.
pub(super) fn planned(bytes: &[u8]) -> anyhow::Result<migrate::ScriptPlan> {
    let bytes = bytes.to_vec();
    let plan = move || migrate::plan(&bytes, &migrate::Options::default());
    let thread = std::thread::Builder::new().stack_size(work::STACK).spawn(plan)?;
    thread.join().map_err(|_| anyhow::anyhow!("the script can't be read"))
}

/// The files that a script sources, directly or through others; and words whose file is not found, with their lines.
pub(super) fn sourced_files(
    script: &Path,
    bytes: &[u8],
) -> (BTreeSet<PathBuf>, Vec<(usize, String)>) {
    beside::reached(script, &migrate::sourced_by(bytes))
}

/// The helper file for scripts that are planned with default settings.
pub(super) fn helper_text(shell: migrate::Shell, parts: &BTreeSet<migrate::Part>) -> String {
    let defaults = migrate::Options::default();
    helper_file::sealed(migrate::helper(shell, defaults.kind, &defaults.confidence, parts))
}

/// Migrates, shows, checks or undoes.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json, Format::Markdown, Format::Html])?;
    let mut args = args;
    settings::add(&mut args, ctx)?;
    let mut roots = std::mem::take(&mut args.paths);
    roots.append(&mut args.skill_path);
    roots.append(&mut args.skill_dir);
    if args.undo {
        return undo::undo(&roots, args.run.as_deref(), args.journal.as_deref(), ctx);
    }
    if roots.is_empty() {
        bail!("migrate: a PATH is missing; name a script or a folder");
    }
    let jail = match args.verify.then(verify::available) {
        None => None,
        Some(verify::Sandbox::Works(jail)) => Some(jail),
        Some(sandbox) => return report::tool_missing(&sandbox, ctx),
    };
    if let Some(weakness) = jail.as_ref().and_then(verify::Jail::weakness) {
        ctx.note(&weakness);
    }
    let mut choice = choose::Choice::read(&args)?;
    let mut plan = work::prepare(&roots, &args, &choice)?;
    if args.interactive {
        if ctx.global.format != Format::Text {
            bail!("--interactive asks in text; remove --format");
        }
        choice.declined = ask::declined(&plan, ctx)?;
        if !choice.declined.is_empty() {
            // Refused scripts remain beside migrated ones, so readers and sourced files are examined
            // again.
            plan = work::prepare(&roots, &args, &choice)?;
        }
    }
    if let Some(note) = gate::missing() {
        ctx.note(note);
    }
    if let Some(jail) = &jail {
        let trust = if args.trust { verify::Trust::Given } else { verify::Trust::Asked };
        verify::all(&mut plan, &roots, jail, trust)?;
    }
    if args.document {
        document::add(&mut plan, &args);
    }
    if let Some(folder) = &args.split {
        split::write(&plan, folder, (args.split_by, &roots), ctx)?;
    }
    let written = if args.reads_only() {
        tree_plan::Written::default()
    } else {
        if !args.allow_dirty {
            guard::committed(&plan)?;
        }
        work::write(&mut plan, &roots)?
    };
    let baseline = args.baseline.as_deref().filter(|_| args.check);
    let compared = baseline.filter(|_| !args.update_baseline);
    let compared = compared.map(|path| baseline::compare(path, &plan)).transpose()?;
    report::print(&plan, &written, compared.as_ref().map(|c| c.counts.clone()), &args, ctx)?;
    if let Some(why) = plan.left(&written) {
        ctx.complain(&why);
        return Ok(Outcome::Failed);
    }
    let is = |outcome| move |file: &file_plan::FilePlan| file.outcome == outcome;
    let behind = plan.helpers.all().any(helper_file::HelperFile::is_behind);
    if args.update_baseline && args.baseline.is_none() {
        bail!(
            "--update-baseline: which file? Name it with --baseline FILE, or as `baseline` in skillgen.toml"
        );
    }
    let fails = match (baseline, &compared) {
        (Some(path), Some(compared)) => compared.judge(path, ctx),
        (Some(path), None) => {
            baseline::write(path, &plan, ctx)?;
            false
        }
        (None, _) => plan.files.iter().any(is(migrate::Outcome::Migrated)),
    };
    let left = args.check && (behind || fails);
    let refused = args.strict && plan.files.iter().any(is(migrate::Outcome::Refused));
    // The process ends here, so the data of thousands of scripts is not freed piece by piece.
    std::mem::forget(plan);
    Ok(Outcome::clean_if(!left && !refused))
}

//! `skillgen migrate PATH…`: legacy scripts onto the envelope, with a way back.

mod ask;
mod attributes;
mod baseline;
mod beside;
mod block;
mod choose;
mod consumers;
mod diff;
mod document;
mod gate;
mod guard;
mod helper_file;
mod helper_report;
mod journal;
mod language;
mod own_lines;
mod page;
mod patch;
mod reader_files;
mod replace;
mod report;
mod same_name;
mod scan;
mod selection;
mod settings;
mod split;
mod stat;
mod state;
mod undo;
mod verify;
mod work;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;

/// Arguments of `migrate`.
#[derive(clap::Args, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Args {
    /// Scripts, or folders that are walked.
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// One script (the former tool's name for a PATH).
    #[arg(long, value_name = "FILE")]
    pub(super) skill_path: Vec<PathBuf>,
    /// A folder of scripts (the former tool's name for a PATH).
    #[arg(long, value_name = "DIR")]
    pub(super) skill_dir: Vec<PathBuf>,
    /// Print a unified diff that `git apply` takes; write nothing.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Print a table of what would change, the most useful scripts first; write nothing.
    #[arg(long, conflicts_with = "check")]
    pub(super) stat: bool,
    /// Write one patch for each skill into a new folder, and nothing else.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["check", "stat", "interactive"])]
    pub(super) split: Option<PathBuf>,
    /// Write nothing; exit 1 if anything is left to migrate.
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) check: bool,
    /// With `--check`: the lines that were known before, so that new ones alone fail the check. As `baseline` in skillgen.toml.
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// Write today's lines to the baseline, and nothing else.
    #[arg(long, requires = "check")]
    pub(super) update_baseline: bool,
    /// Take only these patterns of lines (`error,deliverable`; docs/patterns.md lists them) or these scripts (globs as in
    /// .gitignore).
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Leave out these patterns of lines or these scripts. In a script, `# skillgen: keep` leaves out its line, and on top the
    /// whole script.
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    pub(super) skip: Vec<String>,
    /// `only` is of skillgen.toml, where a glob may match nothing.
    #[arg(skip)]
    pub(super) only_of_settings: bool,
    /// As `only_of_settings`.
    #[arg(skip)]
    pub(super) skip_of_settings: bool,
    /// Take all scripts: also tests, scripts of CI and others without a SKILL.md above them, scripts that would gain nothing but
    /// `success`, and scripts whose text is an answer that the envelope has no field for.
    ///
    /// Without a SKILL.md in the named folder or above it, all of the folder are skills' scripts; so is one that is named as PATH.
    #[arg(long)]
    pub(super) all: bool,
    /// Show the diff of each script and ask whether to migrate it.
    #[arg(long, conflicts_with_all = ["dry_run", "check", "stat"])]
    pub(super) interactive: bool,
    /// Put back what a run wrote: all runs, the files named by PATH, or one run with `--run ID`.
    #[arg(long, conflicts_with_all = ["dry_run", "check", "verify", "document", "force", "helper", "consumers", "readers_in", "all", "envelope", "strict", "default_confidence", "stat", "split", "only", "skip", "interactive"])]
    pub(super) undo: bool,
    /// The run to undo, as the report of the migration names it.
    #[arg(long, value_name = "ID", requires = "undo")]
    pub(super) run: Option<String>,
    /// Undo by the journal that a former version kept in this folder of the tree, `.skillgen`. Only for a folder that you know
    /// to be of your own runs: one that git tracks is refused.
    #[arg(long, value_name = "DIR", requires = "undo")]
    pub(super) journal: Option<PathBuf>,
    /// Work in a git tree with uncommitted changes. Outside of git the backups are the way back, and it is not needed.
    #[arg(long)]
    pub(super) allow_dirty: bool,
    /// The envelope to print [default: skill-output, or `envelope` in skillgen.toml].
    #[arg(long, value_enum, value_name = "NAME")]
    pub(super) envelope: Option<Envelope>,
    /// Write the shell text of the envelope to a file beside the scripts, or into each script.
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub(super) helper: Helper,
    /// Keep each former command in a comment behind its line.
    #[arg(long)]
    pub(super) legacy_comments: bool,
    /// What to do with code that reads a script's former text.
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub(super) consumers: Consumers,
    /// Look for that code in this folder, instead of in the whole git tree (outside of git, the project) around PATH.
    #[arg(long, value_name = "DIR")]
    pub(super) readers_in: Vec<PathBuf>,
    /// Run the original and the migrated script in a sandbox (bubblewrap) before anything is written: harmless scripts,
    /// those that are named as PATH, and with `--trust` those with a verify.toml. What differs is refused.
    ///
    /// The sandbox has no network, no file of the user but a copy of the skill, and another user; 20 s, 2 GiB.
    #[arg(long)]
    pub(super) verify: bool,
    /// Use the verify.toml beside a script, which says with what `--verify` runs it; it is code, so read it first.
    ///
    /// A verify.toml holds a `[[run]]` for each run, all keys optional: `script` (its name), `args`, `stdin`, `env`,
    /// `timeout` (seconds) and `exit` (what the original has to end with).
    #[arg(long, requires = "verify")]
    pub(super) trust: bool,
    /// Tell of the envelope in each SKILL.md beside a migrated script: the contract in its frontmatter, and the JSON below
    /// each quoted output.
    #[arg(long)]
    pub(super) document: bool,
    /// Migrate scripts whose text other files read, too.
    #[arg(long)]
    pub(super) force: bool,
    /// Add `skill-envelope.* linguist-generated` to .gitattributes at the top of the tree, so that reviews fold the helpers.
    #[arg(long)]
    pub(super) gitattributes: bool,
    /// Refused scripts count as findings (exit 1).
    #[arg(long)]
    pub(super) strict: bool,
    /// The confidence of a script that prints none [default: 0.5, or `default-confidence` in skillgen.toml].
    #[arg(long, value_name = "0..1")]
    pub(super) default_confidence: Option<String>,
}

impl Args {
    /// The envelope that scripts print.
    pub(super) fn kind(&self) -> migrate::Kind {
        self.envelope.unwrap_or_default().kind()
    }

    /// Whether the scripts stay as they are.
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
    /// The engine's word for it.
    pub(crate) fn kind(self) -> migrate::Kind {
        match self {
            Self::SkillOutput => migrate::Kind::SkillOutput,
            Self::Helper => migrate::Kind::Helper,
        }
    }
}

/// `--helper`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Helper {
    /// To `skill-envelope.bash` in the folder of the scripts, and `skill-envelope.sh` for scripts of sh; each script sources it.
    #[default]
    #[value(alias = "source")]
    File,
    /// Into each script: it needs no other file.
    Inline,
}

/// `--consumers`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Consumers {
    /// List them; those that block keep their producer from being migrated.
    #[default]
    Report,
    /// Change those in shell (scripts, Markdown, workflows, Makefiles): `SKILLGEN_STDOUT=text` in front of the command gives
    /// them the text of old, and one that takes a known field takes it out of the JSON.
    Rewrite,
}

/// The plan of one script by the defaults, on a stack that the parser needs.
pub(super) fn planned(bytes: &[u8]) -> anyhow::Result<migrate::Plan> {
    let bytes = bytes.to_vec();
    let plan = move || migrate::plan(&bytes, &migrate::Options::default());
    let thread = std::thread::Builder::new().stack_size(work::STACK).spawn(plan)?;
    thread.join().map_err(|_| anyhow::anyhow!("the script can't be read"))
}

/// The helper file of scripts that are planned by the defaults.
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
    let mut plan = work::prepare(&roots, &args, &choice, ctx)?;
    if args.interactive {
        if ctx.global.format != Format::Text {
            bail!("--interactive asks in text; leave --format away");
        }
        choice.declined = ask::declined(&plan, ctx)?;
        if !choice.declined.is_empty() {
            // What is left stays beside what is migrated: readers and sourced files are looked at again.
            plan = work::prepare(&roots, &args, &choice, ctx)?;
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
        split::write(&plan, folder, ctx)?;
    }
    let written = if args.reads_only() {
        work::Written::default()
    } else {
        if !args.allow_dirty {
            guard::committed(&plan)?;
        }
        work::write(&mut plan, &roots)?
    };
    report::print(&plan, &written, &args, ctx)?;
    if let Some(why) = plan.left(&written) {
        ctx.complain(&why);
        return Ok(Outcome::Failed);
    }
    let is = |outcome| move |file: &work::FilePlan| file.outcome == outcome;
    let behind = plan.helpers.all().any(helper_file::HelperFile::is_behind);
    if args.update_baseline && args.baseline.is_none() {
        bail!(
            "--update-baseline: which file? Name it with --baseline FILE, or as `baseline` in skillgen.toml"
        );
    }
    let fails = match args.baseline.as_deref().filter(|_| args.check) {
        Some(path) => baseline::judge(path, &plan, &args, ctx)?,
        None => plan.files.iter().any(is(migrate::Outcome::Migrated)),
    };
    let left = args.check && (behind || fails);
    let refused = args.strict && plan.files.iter().any(is(migrate::Outcome::Refused));
    // The process ends here: what is kept of thousands of scripts need not be given back piece by piece.
    std::mem::forget(plan);
    Ok(Outcome::clean_if(!left && !refused))
}

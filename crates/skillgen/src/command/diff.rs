//! `skillgen diff`: the changes between two contracts, the required version step, and the proof or
//! witness of each finding.

mod acceptance;
mod against;
mod gate_verdict;
mod github;
mod html;
pub(super) mod inline;
mod json;
mod junit;
mod lock;
mod markdown;
mod pair;
mod relation_words;
mod sarif;
mod selection;
mod settings;
mod shared;
mod shared_change;
mod side_by_side;
pub(super) mod text;
pub(super) mod text_change;
mod uncompared;
pub(super) mod words;

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use contract::Bump;
use schema_diff::Settings;

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::{ReferenceArgs, References};
use crate::mcp_client::ServerArgs;
use crate::render::json::Status;
pub(super) use against::former_path;
pub(super) use pair::Pair;
pub(crate) use relation_words::plural;
use selection::Selection;
use uncompared::Uncompared;

/// Arguments of `diff`.
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// OLD and NEW: schemas, contracts, SKILL.md files, packages, MCP lists, REV:PATH, builtin:NAME, `-`, or two
    /// folders. With --against: files or folders of the working tree. With --server: OLD only.
    #[arg(value_name = "OLD NEW | PATH")]
    sources: Vec<String>,
    /// Compare every contract of the working tree with a git revision. With `lock` (mcp.lock.json) or a file
    /// NAME.lock.json: compare --server, or one file, with that lock.
    #[arg(long, value_name = "REV|LOCK")]
    against: Option<String>,
    #[command(flatten)]
    server: ServerArgs,
    /// The role of a plain schema; of a contract with several roles, compare only this one [default: auto].
    #[arg(long, value_enum, value_name = "ROLE")]
    role: Option<RoleArg>,
    /// Derive levels from the contract table, from the relation alone (strict), or from a policy file [default:
    /// contract].
    #[arg(long, value_name = "contract|strict|FILE")]
    policy: Option<String>,
    /// Read `format` as an assertion or an annotation.
    #[arg(long, value_enum, value_name = "HOW")]
    formats: Option<FormatsArg>,
    /// Exit 1 if there is a change of this level or above; `unknown` stands for major and undecided [default: major
    /// if no version is declared].
    #[arg(long, value_enum, value_name = "LEVEL")]
    fail_on: Option<FailOnArg>,
    /// Stop comparing a pair of schemas after this many milliseconds and report the rest as not decided in time
    /// [default: no time limit; proofs are limited by steps].
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
    /// Multiply the number of steps that a proof may take [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    effort: Option<u32>,
    /// Exit 1 if the declared version is too low, 2 if a version is missing. Without this option the version of an
    /// MCP server is not compared.
    #[arg(long, conflicts_with = "no_check_version")]
    check_version: bool,
    /// Ignore the declared versions: without --fail-on no change fails.
    #[arg(long)]
    no_check_version: bool,
    #[command(flatten)]
    references: ReferenceArgs,
    /// Leave out files that match this .gitignore pattern, with --against or two folders; may be given more than
    /// once. The report counts them.
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Compare the definitions one by one instead of the root, for schemas that only hold definitions.
    #[arg(long)]
    definitions: bool,
    /// Suppress the findings that this file lists.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the present findings to the baseline.
    #[arg(long, requires = "baseline", visible_alias = "update-baseline")]
    write_baseline: bool,
    /// Show only changes of this level and above; the verdict counts all changes.
    #[arg(long, value_enum, value_name = "LEVEL")]
    level: Option<LevelArg>,
    /// Show at most this many changes, the most important first.
    #[arg(long, value_name = "N")]
    max: Option<usize>,
    /// Show only the verdict, the counts and the ten most important changes.
    #[arg(long)]
    summary: bool,
}

/// `--role`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RoleArg {
    /// Callers send it.
    Input,
    /// Callers send it as configuration.
    Parameter,
    /// Callers receive it.
    Output,
    /// Both: each change gets the higher level of the two.
    Both,
    /// As the contract says; a plain schema is both, unless its file name says otherwise.
    Auto,
}

/// `--formats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatsArg {
    /// A document that violates `format` is invalid.
    Assert,
    /// `format` is not checked.
    Annotate,
}

/// `--fail-on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOnArg {
    /// Breaking changes.
    Major,
    /// Breaking changes and additions.
    Minor,
    /// All changes.
    Patch,
    /// Breaking changes, and changes that could neither be proved nor refuted.
    Unknown,
}

/// `--level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LevelArg {
    /// Breaking changes.
    Major,
    /// Breaking changes and additions.
    Minor,
    /// All changes.
    Patch,
}

impl LevelArg {
    fn bump(self) -> Bump {
        match self {
            LevelArg::Major => Bump::Major,
            LevelArg::Minor => Bump::Minor,
            LevelArg::Patch => Bump::Patch,
        }
    }
}

/// The comparison: one pair, a repository, or the reason why nothing was compared.
enum Results {
    One(Box<Pair>),
    Many(against::Repository),
    Nothing(Unread),
}

/// Why nothing was compared.
struct Unread {
    error: anyhow::Error,
    reasons: Vec<Uncompared>,
}

impl Unread {
    /// The reason; the finding about a URL names the option that opens it.
    fn in_one_line(&self) -> String {
        match self.reasons.as_slice() {
            [only] if !only.also.is_empty() => only.in_one_line(),
            _ => format!("{:#}", self.error),
        }
    }
}

impl Results {
    fn pairs(&self) -> Vec<&Pair> {
        match self {
            Results::One(pair) => vec![pair],
            Results::Many(repository) => repository.pairs.iter().collect(),
            Results::Nothing(_) => Vec::new(),
        }
    }

    /// What was not compared.
    fn uncompared(&self) -> &[Uncompared] {
        match self {
            Results::One(_) => &[],
            Results::Many(repository) => &repository.uncompared,
            Results::Nothing(unread) => &unread.reasons,
        }
    }

    /// Whether everything was compared, but for what an ignore accepts.
    fn is_whole(&self) -> bool {
        !self.uncompared().iter().any(Uncompared::is_open)
    }

    /// The number of compared contracts.
    fn compared(&self) -> usize {
        match self {
            Results::One(_) => 1,
            Results::Many(repository) => repository.compared(),
            Results::Nothing(_) => 0,
        }
    }

    /// The gate's decision, the required version, and the number of compared contracts, in one
    /// sentence.
    fn in_short(&self) -> String {
        match self {
            Results::One(_) => format!("{}; 1 contract compared", self.headline()),
            Results::Many(repository) => {
                let left_out = repository.left_out_in_short().map(|text| format!("; {text}"));
                format!("{}{}", self.headline(), left_out.unwrap_or_default())
            }
            Results::Nothing(_) => self.headline(),
        }
    }

    fn outcome(&self) -> Outcome {
        if self.is_whole() { Outcome::clean_if(!self.failed()) } else { Outcome::Failed }
    }

    fn judge(&mut self, gate: &pair::Gate) -> anyhow::Result<()> {
        match self {
            Results::One(pair) => pair.judge(gate),
            Results::Many(repository) => repository.judge(gate),
            Results::Nothing(_) => Ok(()),
        }
    }

    fn failed(&self) -> bool {
        match self {
            Results::One(pair) => !pair.failures.is_empty(),
            Results::Many(r) => {
                !r.failures.is_empty() || r.pairs.iter().any(|p| !p.failures.is_empty())
            }
            Results::Nothing(_) => true,
        }
    }

    fn status(&self) -> Status {
        match self {
            Results::Many(_) if !self.is_whole() => Status::Partial,
            Results::One(_) | Results::Many(_) => Status::Ok,
            Results::Nothing(_) => Status::Error,
        }
    }
}

/// Compares and prints.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    let results = compare(&args, ctx)?;
    if let Results::Nothing(unread) = &results {
        let message = unread.in_one_line();
        ctx.complain(&message);
        if ctx.global.format == Format::Json {
            ctx.print_json_error(&message, &json::report(&results))?;
            return Ok(Outcome::Failed);
        }
    }
    let selection = Selection {
        level: args.level.map(LevelArg::bump).unwrap_or_default(),
        max: args.max,
        summary: args.summary,
        names_left_out: ctx.global.verbose > 0,
    };
    print(&results, &selection, ctx)?;
    Ok(results.outcome())
}

/// Compares, and evaluates the findings that are not suppressed.
fn compare(args: &Args, ctx: &Ctx) -> anyhow::Result<Results> {
    let gate = settings::gate(args, ctx)?;
    let settings = settings::read(args, ctx)?;
    let mut results = match read(args, &settings, ctx)? {
        Results::Nothing(unread) => return Ok(Results::Nothing(unread)),
        results => results,
    };
    acceptance::judge_ignores(&mut results, &settings.policy);
    if let Some(path) = &args.baseline {
        if args.write_baseline {
            let count = acceptance::write(path, &mut results)?;
            ctx.note(&format!("{}: {} written", path.display(), plural(count, "finding")));
        }
        acceptance::mark(path, &mut results)?;
    }
    results.judge(&gate)?;
    Ok(results)
}

/// Reads and compares what the command line names.
fn read(args: &Args, settings: &Settings, ctx: &Ctx) -> anyhow::Result<Results> {
    let references = args.references.read(ctx)?;
    let excludes = settings::excludes(args, ctx)?;
    let lock = args.against.as_deref().and_then(lock::named_by);
    let compared = match (&args.against, args.sources.as_slice()) {
        _ if lock.is_some() || args.server.server.is_some() => lock::sides(lock, args, ctx)
            .and_then(|(old, new)| Pair::compare(old, new, settings))
            .map(|pair| Results::One(Box::new(pair))),
        (Some(revision), paths) => {
            against::compare(revision, paths, (settings, &references, &excludes), ctx)
                .map(Results::Many)
        }
        (None, [old, new]) => {
            if old == "-" && new == "-" {
                bail!("OLD and NEW are both `-`; standard input can be read once");
            }
            match against::Folders::of(old, new) {
                Some(folders) if !folders.are_single_contracts(&references, &excludes) => {
                    let with = (settings, &references, &excludes);
                    against::compare_folders(&folders, old, with, ctx).map(Results::Many)
                }
                _ if !args.exclude.is_empty() => {
                    bail!(
                        "--exclude leaves files out of folders: {old} and {new} are compared as one contract each"
                    )
                }
                _ => pair_of((old, new), settings, &references)
                    .and_then(|pair| with_same_maps((old, new), pair, settings, ctx)),
            }
        }
        (None, _) => bail!(
            "diff compares two contracts: `skillgen diff OLD NEW`, `skillgen diff OLD --server COMMAND`, or \
             `skillgen diff --against REV [PATH…]`"
        ),
    };
    // Each format gives the reason, because readers of a report don't see standard error.
    Ok(compared.unwrap_or_else(|error| {
        let reasons = Uncompared::of_error(&error, None, "", &settings.policy);
        let reasons = against::join_of_pair(reasons);
        Results::Nothing(Unread { error, reasons })
    }))
}

fn pair_of(
    (old, new): (&str, &str),
    settings: &Settings,
    references: &References,
) -> anyhow::Result<Pair> {
    let old = crate::input::contract(old, references)?;
    Pair::compare(old, crate::input::contract(new, references)?, settings)
}

/// The comparison of two contracts, if each was read with the folders that `[references.map]` names for it.
fn with_same_maps(
    (old, new): (&str, &str),
    mut pair: Pair,
    settings: &Settings,
    ctx: &Ctx,
) -> anyhow::Result<Results> {
    let moved = against::moved_maps_of_pair([old, new], &mut pair, &settings.policy, ctx);
    let (open, accepted): (Vec<_>, Vec<_>) = moved.into_iter().partition(Uncompared::is_open);
    accepted.iter().for_each(|one| ctx.note(&one.in_one_line()));
    match open.first() {
        Some(first) => {
            let error = anyhow::anyhow!("{}", first.in_one_line());
            Ok(Results::Nothing(Unread { error, reasons: open }))
        }
        None => Ok(Results::One(Box::new(pair))),
    }
}

/// The comparison, for commands that present it differently.
pub(super) struct Compared(Results);

/// Compares OLD with NEW, or with a revision, by the configuration.
pub(super) fn compared(
    sources: &[String],
    since: Option<&str>,
    references: &ReferenceArgs,
    ctx: &Ctx,
) -> anyhow::Result<Compared> {
    let args = Args {
        sources: sources.to_vec(),
        against: since.map(str::to_owned),
        references: references.clone(),
        ..Args::default()
    };
    match compare(&args, ctx)? {
        Results::Nothing(unread) => Err(unread.error),
        results => Ok(Compared(results)),
    }
}

impl Compared {
    pub(super) fn pairs(&self) -> Vec<&Pair> {
        self.0.pairs()
    }

    /// The pairs with the file or folder of each new contract, if a whole folder was compared.
    pub(super) fn pairs_of_folder(&self) -> Option<Vec<(&str, &Pair)>> {
        let Results::Many(repository) = &self.0 else { return None };
        let contracts = repository.contracts().into_iter();
        Some(contracts.filter_map(|(path, _, pair)| Some((path, pair?))).collect())
    }

    pub(super) fn required_bump(&self) -> Bump {
        match &self.0 {
            Results::One(pair) => pair.report.required_bump(),
            Results::Many(repository) => repository.required_bump(),
            Results::Nothing(_) => Bump::Major,
        }
    }

    /// The changes of whole files that count.
    pub(super) fn file_changes(&self) -> Vec<&schema_diff::Change> {
        match &self.0 {
            Results::One(_) | Results::Nothing(_) => Vec::new(),
            Results::Many(repository) => {
                let changes = repository.changes.iter().map(|(_, change)| change);
                changes.filter(|c| c.level > Bump::None && c.ignored.is_none()).collect()
            }
        }
    }

    /// What was not compared, one line each.
    pub(super) fn uncompared(&self) -> Vec<String> {
        self.0.uncompared().iter().map(Uncompared::in_one_line).collect()
    }

    /// Reports what was not compared, and why an ignore accepts it.
    pub(super) fn note_accepted(&self, ctx: &Ctx) {
        for one in self.0.uncompared().iter().filter(|one| !one.is_open()) {
            ctx.note(&one.in_one_line());
        }
    }

    /// Whether everything requested was compared.
    pub(super) fn is_whole(&self) -> bool {
        self.0.status() == Status::Ok
    }

    /// Reports what was not compared.
    pub(super) fn complain(&self, ctx: &Ctx) {
        for one in self.0.uncompared().iter().filter(|one| one.is_open()) {
            ctx.complain(&one.in_one_line());
        }
        self.note_accepted(ctx);
    }
}

fn print(results: &Results, selection: &Selection, ctx: &Ctx) -> anyhow::Result<()> {
    for pair in results.pairs() {
        for hint in &pair.report.hints {
            ctx.note(&format!("{}: {hint}", pair.new_label()));
        }
    }
    match ctx.global.format {
        Format::Text => ctx.print(&text::render(results, selection, ctx.global.quiet)),
        Format::Json => ctx.print_json(results.status(), &json::report(results)),
        Format::Markdown => ctx.print_raw(markdown::render(results, selection).as_bytes()),
        Format::Sarif => {
            ctx.print_raw(crate::render::json::text(&sarif::render(results, selection)).as_bytes())
        }
        Format::Github => ctx.print_raw(github::render(results, selection).as_bytes()),
        Format::Junit => ctx.print_raw(junit::render(results, selection).as_bytes()),
        Format::Html => ctx.print_raw(html::render(results, selection).as_bytes()),
    }
}

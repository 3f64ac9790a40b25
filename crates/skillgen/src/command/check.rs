//! `skillgen check`: skills, packages, schemas and chains, with all findings of each.

mod allow;
mod archive;
mod baseline;
mod contract_keys;
mod counted;
mod exclude;
mod fixes;
mod folder;
mod page;
mod render;
mod sarif;
mod subject;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use contract::Level;
use lint::{Profiles, Report};

pub(super) use render::finding;

use exclude::Exclude;

use super::Outcome;
use super::validate::RoleName;
use crate::args::Format;
use crate::config::ConfigStep;
use crate::context::Ctx;
use crate::input::{ReferenceArgs, References};
use crate::mcp_client::{self, ServerArgs};

/// Arguments of `check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folders of skills, skills, packages (folders or .zip archives), SKILL.md files, JSON Schemas, chains, MCP
    /// lists, tools of Anthropic, OpenAI or Gemini; `-` for standard input.
    #[arg(value_name = "PATH", default_value = ".", conflicts_with = "server")]
    paths: Vec<String>,
    #[command(flatten)]
    server: ServerArgs,
    /// Check for a runner, a client or a provider; may be given more than once. The name of a client or provider without
    /// a date (`codex`) selects its newest profile; that of a runner needs the date. What the named client does not load
    /// is an error [default: for packages, what skill-runner-2026-02 shares with the package specification].
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    profile: Vec<String>,
    /// The role of plain JSON Schemas [default: from the file's name or title, as in input.schema.json; else input
    /// for files named as PATH, none for files of a folder].
    #[arg(long, value_enum, value_name = "ROLE")]
    role: Option<RoleName>,
    /// Apply safe fixes.
    #[arg(long, conflicts_with = "server")]
    fix: bool,
    /// Apply safe fixes, and those that may change the meaning of a file.
    #[arg(long, conflicts_with = "server")]
    unsafe_fixes: bool,
    /// Add a contract to the frontmatter of each SKILL.md without one, drafted from its script and body; the body is
    /// not changed. With --diff: show it.
    #[arg(long, conflicts_with = "server")]
    add_contract: bool,
    /// Print a diff of the fixes and write nothing.
    #[arg(long, conflicts_with = "server")]
    diff: bool,
    /// Suppress the findings that this file lists.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the present findings to the baseline; entries for paths that are not checked are kept.
    #[arg(long)]
    update_baseline: bool,
    /// Exit 1 if there is a finding of this level or above [default: error, or `fail-on` in skillgen.toml].
    #[arg(long, value_name = "LEVEL", value_enum)]
    fail_on: Option<FailOn>,
    /// Check no skills and files that match this .gitignore pattern, and leave out findings in others; may be given more than once.
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Print findings of level info too; the text format omits them by default, unless each path is a JSON or YAML file.
    #[arg(long)]
    all: bool,
    /// Count the tokens (o200k_base) of each skill's description, body and pages, print them, and compare them with what
    /// the standard recommends and clients read.
    #[arg(long)]
    tokens: bool,
    #[command(flatten)]
    references: ReferenceArgs,
}

/// The findings that fail the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// Errors.
    Error,
    /// Errors and warnings.
    Warning,
    /// Any finding.
    Info,
    /// Never: findings are only printed.
    Never,
}

impl FailOn {
    /// Whether a finding of this level fails the check; levels are ordered from the worst.
    fn fails(self, level: Level) -> bool {
        match self {
            FailOn::Error => level <= Level::Error,
            FailOn::Warning => level <= Level::Warning,
            FailOn::Info => true,
            FailOn::Never => false,
        }
    }
}

/// The file name in findings about a server's lists; lines are those of its lock, as `skillgen lock --out -`
/// prints it.
const SERVER: &str = "--server";

/// Checks all paths and prints the findings.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[
        Format::Text,
        Format::Json,
        Format::Markdown,
        Format::Sarif,
        Format::Github,
        Format::Junit,
        Format::Html,
    ])?;
    let allow = allow::Allowed::read(ctx)?;
    let names = if args.profile.is_empty() { allow.profiles.clone() } else { args.profile.clone() };
    let mut profiles = Profiles::named(&names).with_context(|| match args.profile.is_empty() {
        true => ctx.config.place(&[ConfigStep::Key("check"), ConfigStep::Key("profile")]),
        false => "--profile".to_owned(),
    })?;
    profiles.schema_role = args.role.map(RoleName::role);
    profiles.counts_tokens = args.tokens;
    profiles.undecidable = Some(runtime::checks::undecidable);
    if args.add_contract {
        contract_keys::add(&args.paths, args.diff, ctx)?;
        if args.diff {
            return Ok(Outcome::Clean);
        }
    }
    let exclude = Exclude::new(&allow.exclude, &args.exclude, &ctx.config)?;
    let fail_on = args.fail_on.or(allow.fail_on).unwrap_or(FailOn::Error);
    let baseline = args.baseline.as_ref().or(allow.baseline.as_ref());
    if args.update_baseline && baseline.is_none() {
        bail!(
            "--update-baseline: which file? Name it with --baseline FILE, or as `baseline` in skillgen.toml"
        );
    }
    let references = args.references.read(ctx)?;
    let paths = if args.server.server.is_some() { &[][..] } else { &args.paths[..] };
    // Listed once, because fixes don't change a server.
    let listed = match &args.server.server {
        Some(command) => Some(mcp_client::listed(command, &args.server, ctx)?),
        None => None,
    };
    let look = || check(paths, listed.as_deref(), &profiles, &references, &allow, &exclude);
    let fails = |report: &Report| {
        let live = report.live();
        live.into_iter().any(|found| fail_on.fails(found.finding.level))
    };
    let mut report = look()?;
    if args.diff || args.fix || args.unsafe_fixes {
        if args.diff {
            let (text, left) = fixes::preview(&report, args.unsafe_fixes, look)?;
            left.iter().for_each(|line| ctx.note(line));
            match ctx.global.format {
                Format::Text => ctx.print(&text)?,
                Format::Json => render::print_with_diff(&report, &text, ctx)?,
                _ => bail!("--diff prints a diff: --format text, or json with the diff in it"),
            }
            return Ok(Outcome::clean_if(!fails(&report)));
        }
        let fixed = fixes::apply(report, args.unsafe_fixes, look)?;
        if fixed.applied > 0 {
            ctx.note(&format!("{} fixes in {} files", fixed.applied, fixed.files));
        }
        fixed.left.iter().for_each(|line| ctx.note(line));
        report = fixed.report;
    }
    exclude.note(ctx)?;
    if let Some(path) = baseline {
        if args.update_baseline {
            let count = baseline::write(path, &report, &args.paths)?;
            ctx.note(&format!("{}: {count} findings written", path.display()));
        }
        let stale = baseline::mark(path, &mut report, &args.paths)?;
        if let Some(first) = stale.first() {
            let count: u64 = stale.iter().map(|one| one.count).sum();
            ctx.note(&format!(
                "{}: {count} findings that it lists are gone, the first of {} in {}; --update-baseline removes them",
                path.display(),
                first.rule,
                first.path
            ));
        }
    }
    let all = args.all || ctx.global.verbose > 0;
    render::print(&report, all, names_schemas(&args.paths), fail_on, ctx)?;
    Ok(Outcome::clean_if(!fails(&report)))
}

/// Whether all paths are JSON or YAML files. A user who names a schema gets all findings about its
/// design.
fn names_schemas(paths: &[String]) -> bool {
    let is_schema = |path: &String| {
        let path = Path::new(path);
        let ending = path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("json" | "yaml" | "yml")) && path.is_file()
    };
    paths.iter().all(is_schema)
}

/// The findings of all paths and of a server's lists, in stable order.
fn check(
    paths: &[String],
    listed: Option<&str>,
    profiles: &Profiles,
    references: &References,
    allow: &allow::Allowed,
    exclude: &Exclude,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let mut named = BTreeSet::new();
    for path in paths {
        // `s` and `./s` are one skill.
        let place = Path::new(path).canonicalize().unwrap_or_else(|_| path.into());
        if named.insert(place) {
            report.append(subject::check(path, profiles, references, exclude)?);
        }
    }
    if let Some(text) = listed {
        report.append(lint::check_mcp(SERVER, text.as_bytes(), profiles));
    }
    exclude.take_from(&mut report);
    allow.mark(&mut report, paths, profiles);
    report.sort();
    // Paths of the command line may overlap.
    report.found.dedup_by(|a, b| a.finding == b.finding);
    Ok(report)
}

//! The command line: global options, and one line a command.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

mod examples;
mod global;

use crate::command;
use crate::command::Outcome;
use crate::context::Ctx;
use crate::error::{self, one_line};

pub(crate) use global::{Color, Format, Global};

/// The contract toolchain for agent skills.
#[derive(Parser)]
#[command(name = "skillgen", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands, in the order of the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find what a change to a contract breaks, and the version that it needs.
    #[command(after_help = examples::DIFF)]
    Diff(command::diff::Args),
    /// Write release notes for the changes of a contract.
    #[command(after_help = examples::CHANGELOG)]
    Changelog(command::changelog::Args),
    /// Write the version that the changes need into the contract, package or SKILL.md.
    #[command(after_help = examples::BUMP)]
    Bump(command::bump::Args),
    /// Write the tools, prompts and resources of an MCP server to a lock file.
    #[command(after_help = examples::LOCK)]
    Lock(command::lock::Args),
    /// Generate types, a validator and a parser from a contract.
    #[command(after_help = examples::EMIT)]
    Emit(command::emit::Args),
    /// Change scripts that print prose so that they print one line of JSON.
    #[command(after_help = examples::MIGRATE)]
    Migrate(command::migrate::Args),
    /// Lint skills, packages, schemas, chains and MCP tools.
    #[command(after_help = examples::CHECK)]
    Check(command::check::Args),
    /// Validate inputs or outputs against a contract.
    #[command(after_help = examples::VALIDATE)]
    Validate(command::validate::Args),
    /// Read a skill's output, JSON or legacy text, into an envelope.
    #[command(after_help = examples::PARSE)]
    Parse(command::parse::Args),
    /// Run a skill's script: validate its inputs, use the cache, parse its output.
    #[command(after_help = examples::RUN)]
    Run(command::run::Args),
    /// Check that each step of a chain of skills fits the next, or run the chain.
    #[command(after_help = examples::CHAIN)]
    Chain(command::chain::Args),
    /// Check whether a version satisfies a requirement.
    #[command(after_help = examples::COMPAT)]
    Compat(command::compat::Args),
    /// Store and read outputs of cacheable skills.
    #[command(after_help = examples::CACHE)]
    Cache(command::cache::Args),
    /// Create a skill: SKILL.md with a contract, a script, tests.
    #[command(after_help = examples::INIT)]
    Init(command::init::Args),
    /// Draft a contract from a script's arguments and output.
    #[command(after_help = examples::INFER)]
    Infer(command::infer::Args),
    /// Explain a rule: what it finds, why, and what to do instead.
    #[command(after_help = examples::EXPLAIN)]
    Explain(command::explain::Args),
    /// List all rules.
    #[command(after_help = examples::RULES)]
    Rules(command::rules::Args),
    /// Print a built-in schema, or the list of them.
    #[command(after_help = examples::SCHEMA)]
    Schema(command::schema::Args),
    /// Print a completion script for a shell.
    #[command(after_help = examples::COMPLETIONS)]
    Completions(command::completions::Args),
    /// Print the manual page.
    #[command(after_help = examples::MAN)]
    Man(command::man::Args),
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self, ctx: &Ctx) -> anyhow::Result<Outcome> {
        command::rules::refuse_unknown(&ctx.config)?;
        match self {
            Command::Bump(a) => command::bump::run(a, ctx),
            Command::Changelog(a) => command::changelog::run(a, ctx),
            Command::Cache(a) => command::cache::run(a, ctx),
            Command::Compat(a) => command::compat::run(a, ctx),
            Command::Chain(a) => command::chain::run(a, ctx),
            Command::Check(a) => command::check::run(a, ctx),
            Command::Emit(a) => command::emit::run(a, ctx),
            Command::Diff(a) => command::diff::run(a, ctx),
            Command::Explain(a) => command::explain::run(a, ctx),
            Command::Rules(a) => command::rules::run(a, ctx),
            Command::Validate(a) => command::validate::run(a, ctx),
            Command::Run(a) => command::run::run(a, ctx),
            Command::Schema(a) => command::schema::run(a, ctx),
            Command::Completions(a) => command::completions::run(a, definition(), ctx),
            Command::Infer(a) => command::infer::run(a, ctx),
            Command::Init(a) => command::init::run(a, ctx),
            Command::Lock(a) => command::lock::run(a, ctx),
            Command::Man(a) => command::man::run(a, definition(), ctx),
            Command::Migrate(a) => command::migrate::run(a, ctx),
            Command::Parse(a) => command::parse::run(a, ctx),
        }
    }
}

/// Reads the arguments. Help and version go to stdout; bad usage is one line on stderr.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    parse_from(std::env::args_os())
}

fn parse_from(args: impl IntoIterator<Item = OsString>) -> Result<Cli, ExitCode> {
    use clap::error::ErrorKind as K;
    let args: Vec<OsString> = args.into_iter().collect();
    Cli::try_parse_from(&args).map_err(|e| match e.kind() {
        K::DisplayHelp | K::DisplayVersion => match e.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => {
                let error = anyhow::Error::new(e).context("standard output can't be written");
                error::report(&error, Format::Text)
            }
        },
        K::DisplayHelpOnMissingArgumentOrSubcommand => {
            eprintln!("skillgen: a command is missing; see `{} --help`", named(&args));
            ExitCode::from(2)
        }
        _ => {
            let text = e.to_string();
            let what: Vec<&str> = text
                .lines()
                .take_while(|l| !l.starts_with("Usage:") && !l.starts_with("For more information"))
                .map(str::trim)
                .filter(|l| !l.is_empty())
                .collect();
            let what = what.join("; ").replace(":; ", ": ");
            let what = what.strip_prefix("error: ").unwrap_or(&what);
            eprintln!("skillgen: {}; see `{} --help`", one_line(what), named(&args));
            ExitCode::from(2)
        }
    })
}

/// The command that arguments name, down to its sub-command: whose help is worth reading.
fn named(args: &[OsString]) -> String {
    let mut command = definition();
    let mut names = vec![command.get_name().to_owned()];
    for arg in args.iter().skip(1) {
        let found = arg.to_str().and_then(|name| command.find_subcommand(name)).cloned();
        if let Some(inner) = found {
            names.push(inner.get_name().to_owned());
            command = inner;
        }
    }
    names.join(" ")
}

/// The definition of the command line, for completions and the manual.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

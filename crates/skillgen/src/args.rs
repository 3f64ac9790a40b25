//! The command line: global options, and one line a command.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use crate::command;
use crate::error::one_line;

/// The contract toolchain for agent skills.
#[derive(Parser)]
#[command(name = "skillgen", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options that every command takes.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct Global {
    /// How results are printed.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: Format,
    /// The configuration file [default: skillgen.toml, found upwards].
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// When to colour.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Say less: results only.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Say more.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// Output formats; each command says which ones it knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// One helper envelope.
    Json,
    /// For a comment on a pull request.
    Markdown,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
    /// JUnit XML.
    Junit,
    /// One self-contained page.
    Html,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Check whether each step of a chain of skills can feed the next.
    Chain(command::chain::Args),
    /// Check skills, packages, schemas and chains.
    Check(command::check::Args),
    /// Write helpers of a contract in a language.
    Emit(command::emit::Args),
    /// Tell what a change to a contract breaks.
    Diff(command::diff::Args),
    /// Explain a rule: what it finds, why, and what to do instead.
    Explain(command::explain::Args),
    /// List all rules.
    Rules(command::rules::Args),
    /// Print a built-in schema, or the list of them.
    Schema(command::schema::Args),
    /// Make a new skill: contract, script on the envelope, tests.
    Init(command::init::Args),
    /// Draft a contract from what a script takes and prints.
    Infer(command::infer::Args),
    /// Print a completion script for a shell.
    Completions(command::completions::Args),
    /// Judge inputs or outputs by a contract.
    Validate(command::validate::Args),
    /// Run a skill: checks, cache and output parsing around its script.
    Run(command::run::Args),
    /// Keep outputs of cacheable skills.
    Cache(command::cache::Args),
    /// Tell whether a version fits a requirement.
    Compat(command::compat::Args),
    /// Read a skill's output: JSON, or legacy text.
    Parse(command::parse::Args),
    /// Move scripts that print prose onto the output envelope.
    Migrate(command::migrate::Args),
    /// Print the manual page.
    Man(command::man::Args),
}

/// Reads the arguments. Help and version go to stdout; bad usage is one line on stderr.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    parse_from(std::env::args_os())
}

fn parse_from(args: impl IntoIterator<Item = OsString>) -> Result<Cli, ExitCode> {
    use clap::error::ErrorKind as K;
    Cli::try_parse_from(args).map_err(|e| match e.kind() {
        K::DisplayHelp | K::DisplayVersion => {
            // A closed pipe while printing help is nobody's error.
            let _ = e.print();
            ExitCode::SUCCESS
        }
        K::DisplayHelpOnMissingArgumentOrSubcommand => {
            eprintln!("skillgen: a command is missing; see `skillgen --help`");
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
            eprintln!("skillgen: {}; see `skillgen --help`", one_line(what));
            ExitCode::from(2)
        }
    })
}

/// The definition of the command line, for completions and the manual.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

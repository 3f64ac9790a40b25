//! The commands, a file each; this is the only place that lists them.

pub(crate) mod bump;
pub(crate) mod cache;
pub(crate) mod chain;
pub(crate) mod changelog;
pub(crate) mod check;
pub(crate) mod compat;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod emit;
pub(crate) mod explain;
pub(crate) mod frontmatter;
pub(crate) mod infer;
pub(crate) mod init;
pub(crate) mod lock;
pub(crate) mod man;
pub(crate) mod migrate;
pub(crate) mod parse;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod validate;

pub(crate) use diff::plural;

use crate::args::Command;
use crate::context::Ctx;

/// How a command ended, short of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Exit 0.
    Clean,
    /// Exit 1: findings, an invalid document, a failed gate.
    Findings,
    /// Exit 2, with a line on stderr: part of the job could not be done, and the report is printed.
    Failed,
}

impl Outcome {
    /// `Clean` where nothing was found.
    pub(crate) fn clean_if(clean: bool) -> Self {
        if clean { Outcome::Clean } else { Outcome::Findings }
    }
}

/// Runs a command.
pub(crate) fn run(command: Command, ctx: &Ctx) -> anyhow::Result<Outcome> {
    rules::refuse_unknown(&ctx.config)?;
    match command {
        Command::Bump(a) => bump::run(a, ctx),
        Command::Changelog(a) => changelog::run(a, ctx),
        Command::Cache(a) => cache::run(a, ctx),
        Command::Compat(a) => compat::run(a, ctx),
        Command::Chain(a) => chain::run(a, ctx),
        Command::Check(a) => check::run(a, ctx),
        Command::Emit(a) => emit::run(a, ctx),
        Command::Diff(a) => diff::run(a, ctx),
        Command::Explain(a) => explain::run(a, ctx),
        Command::Rules(a) => rules::run(a, ctx),
        Command::Validate(a) => validate::run(a, ctx),
        Command::Run(a) => run::run(a, ctx),
        Command::Schema(a) => schema::run(a, ctx),
        Command::Completions(a) => completions::run(a, ctx),
        Command::Infer(a) => infer::run(a, ctx),
        Command::Init(a) => init::run(a, ctx),
        Command::Lock(a) => lock::run(a, ctx),
        Command::Man(a) => man::run(a, ctx),
        Command::Migrate(a) => migrate::run(a, ctx),
        Command::Parse(a) => parse::run(a, ctx),
    }
}

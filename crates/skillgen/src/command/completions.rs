//! `skillgen completions SHELL`.

use super::Outcome;
use crate::args;
use crate::context::Ctx;

/// Arguments of `completions`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Prints the script.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::definition(), "skillgen", &mut script);
    ctx.print_raw(&script)?;
    Ok(Outcome::Clean)
}

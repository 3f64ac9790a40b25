//! `skillgen completions SHELL`.

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::wire::completions::CompletionsReport;

/// Arguments of `completions`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Prints the script for a command line.
pub(crate) fn run(args: Args, mut definition: clap::Command, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition, "skillgen", &mut script);
    if ctx.global.format == Format::Json {
        let text = String::from_utf8_lossy(&script).into_owned();
        ctx.print_json(Status::Ok, &CompletionsReport { text })?;
        return Ok(Outcome::Clean);
    }
    ctx.print_raw(&script)?;
    Ok(Outcome::Clean)
}

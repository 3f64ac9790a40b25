//! `skillgen completions SHELL`.

use serde_json::{Map, json};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;

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
        let text = json!(String::from_utf8_lossy(&script));
        ctx.print_json(Status::Ok, Map::from_iter([("text".to_owned(), text)]))?;
        return Ok(Outcome::Clean);
    }
    ctx.print_raw(&script)?;
    Ok(Outcome::Clean)
}

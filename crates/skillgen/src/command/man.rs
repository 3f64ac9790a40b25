//! `skillgen man`: the manual page, commands included.

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::wire::man::ManReport;

/// Arguments of `man`.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Prints the page of a command line in roff.
pub(crate) fn run(_: Args, definition: clap::Command, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let mut page = Vec::new();
    let mut definition = definition.disable_help_subcommand(true);
    definition.build();
    clap_mangen::Man::new(definition.clone()).render(&mut page)?;
    for command in definition.get_subcommands() {
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
    }
    if ctx.global.format == Format::Json {
        let text = String::from_utf8_lossy(&page).into_owned();
        ctx.print_json(Status::Ok, &ManReport { text })?;
        return Ok(Outcome::Clean);
    }
    ctx.print_raw(&page)?;
    Ok(Outcome::Clean)
}

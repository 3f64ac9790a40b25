//! `skillgen man`: the manual page, commands included.

use super::Outcome;
use crate::args;
use crate::context::Ctx;

/// Arguments of `man`.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Prints the page in roff.
pub(crate) fn run(_: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    let mut page = Vec::new();
    let mut definition = args::definition().disable_help_subcommand(true);
    definition.build();
    clap_mangen::Man::new(definition.clone()).render(&mut page)?;
    for command in definition.get_subcommands() {
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
    }
    ctx.print_raw(&page)?;
    Ok(Outcome::Clean)
}

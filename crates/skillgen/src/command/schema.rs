//! `skillgen schema [NAME]`: the schemas that skillgen sells and keeps itself.

use anyhow::bail;

use super::Outcome;
use crate::builtin;
use crate::context::Ctx;

/// Arguments of `schema`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The schema's name; without it the names are listed.
    name: Option<String>,
}

/// Prints a schema or the list.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    match args.name {
        None => {
            let names: Vec<&str> = builtin::names().collect();
            ctx.print(&format!("{}\n", names.join("\n")))?;
        }
        Some(name) => match builtin::schema(name.strip_prefix("builtin:").unwrap_or(&name)) {
            Some(text) => ctx.print_raw(text.as_bytes())?,
            None => bail!("no built-in schema `{name}`; `skillgen schema` lists them"),
        },
    }
    Ok(Outcome::Clean)
}

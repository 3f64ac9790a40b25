//! `skillgen schema [NAME]`: the schemas that skillgen sells and keeps itself.

use anyhow::bail;
use serde_json::{Map, json};

use super::Outcome;
use crate::args::Format;
use crate::builtin;
use crate::context::Ctx;
use crate::render::json::Status;

/// Arguments of `schema`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The schema's name; without it the names are listed.
    name: Option<String>,
}

/// Prints a schema or the list. A schema is a JSON document as it is.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    match args.name {
        None => {
            let names: Vec<&str> = builtin::names().collect();
            if ctx.global.format == Format::Json {
                ctx.print_json(Status::Ok, Map::from_iter([("names".to_owned(), json!(names))]))?;
                return Ok(Outcome::Clean);
            }
            ctx.print(&format!("{}\n", names.join("\n")))?;
        }
        Some(name) => match builtin::schema(name.strip_prefix("builtin:").unwrap_or(&name)) {
            Some(text) => ctx.print_raw(text.as_bytes())?,
            None => bail!("no built-in schema `{name}`; `skillgen schema` lists them"),
        },
    }
    Ok(Outcome::Clean)
}

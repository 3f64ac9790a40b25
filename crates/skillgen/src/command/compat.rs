//! `skillgen compat --requires REQ --version V`: checks whether a version satisfies a requirement.

use serde_json::{Map, json};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;

/// Arguments of `compat`.
#[derive(clap::Args)]
#[command(disable_version_flag = true)]
pub(crate) struct Args {
    /// The requirement: PEP 440 (`>=1.2,<2`) or semver (`^1.2.3`).
    #[arg(long, value_name = "REQ", allow_hyphen_values = true)]
    requires: String,
    /// The version.
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    version: String,
    /// Name the program in the message, such as `Hermes`.
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
}

/// Prints the result and the reason.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let (requires, version) = (args.requires.as_str(), args.version.as_str());
    let (fits, scheme) = runtime::compat::fits(requires, version)?;
    let of = args.of.map(|name| format!("{name} ")).unwrap_or_default();
    let reason = match fits {
        true => format!("{version} fits {requires} (by {})", scheme.as_str()),
        false => format!("Skill requires {of}{requires}, but current is {version}"),
    };
    if ctx.global.format == Format::Json {
        let mut payload = Map::new();
        payload.insert("compatible".to_owned(), json!(fits));
        payload.insert("requires".to_owned(), json!(requires));
        payload.insert("version".to_owned(), json!(version));
        payload.insert("scheme".to_owned(), json!(scheme.as_str()));
        payload.insert("reason".to_owned(), json!(reason));
        ctx.print_json(Status::Ok, payload)?;
    } else {
        ctx.print(&format!("{}\n", contract::text::safe(&reason)))?;
    }
    Ok(Outcome::clean_if(fits))
}

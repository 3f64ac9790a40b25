//! `skillgen compat --requires REQ --version V`: checks whether a version satisfies a requirement.

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::wire::compat::CompatReport;

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
    let Args { requires, version, of } = args;
    let (fits, scheme) = runtime::compat::fits(&requires, &version)?;
    let of = of.map(|name| format!("{name} ")).unwrap_or_default();
    let reason = match fits {
        true => format!("{version} fits {requires} (by {})", scheme.as_str()),
        false => format!("Skill requires {of}{requires}, but current is {version}"),
    };
    if ctx.global.format == Format::Json {
        let scheme = scheme.as_str().to_owned();
        let report = CompatReport { compatible: fits, requires, version, scheme, reason };
        ctx.print_json(Status::Ok, &report)?;
    } else {
        ctx.print(&format!("{}\n", contract::text::safe(&reason)))?;
    }
    Ok(Outcome::clean_if(fits))
}

//! The table `[migrate]` of skillgen.toml: a team's settings for all runs.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum as _;

use super::{Args, Envelope, OutputOption};
use crate::baseline::bounded_baseline;
use crate::config::{self, texts};
use crate::context::Ctx;

/// Adds the table's values to the options; options of the command line override them.
pub(super) fn add(args: &mut Args, ctx: &Ctx) -> anyhow::Result<()> {
    let Some(table) = ctx.config.table.get("migrate").and_then(toml::Value::as_table) else {
        return Ok(());
    };
    let only = texts("migrate.only", table.get("only"))?;
    let skip = texts("migrate.skip", table.get("skip"))?;
    if args.only.is_empty() && !args.undo {
        args.only = only;
        args.only_of_settings = true;
    }
    if args.skip.is_empty() && !args.undo {
        args.skip = skip;
        args.skip_of_settings = true;
    }
    if let Some(value) = table.get("envelope") {
        let path = ctx.config.path.as_deref().unwrap_or(Path::new(config::FILE));
        let known = value.as_str().and_then(|text| Envelope::from_str(text, false).ok());
        let Some(envelope) = known else {
            bail!(
                "{}: migrate.envelope {}: expected \"skill-output\" or \"helper\"",
                path.display(),
                config::shown(value)
            );
        };
        args.envelope.get_or_insert(envelope);
    }
    if args.with.is_empty() {
        for word in texts("migrate.with", table.get("with"))? {
            let Ok(option) = OutputOption::from_str(&word, false) else {
                bail!(
                    "{}: migrate.with {word:?}: expected \"indent\", \"time\", \"missing\" or \"none\"",
                    ctx.config.path.as_deref().unwrap_or(Path::new(config::FILE)).display()
                );
            };
            args.with.push(option);
        }
    }
    if args.baseline.is_none() && args.check {
        let named = table.get("baseline");
        match named.map(|value| (value.as_str(), value)) {
            None => {}
            Some((Some(text), _)) => {
                args.baseline = Some(bounded_baseline("migrate", &ctx.config.folder(), text)?);
            }
            Some((None, value)) => {
                bail!("migrate.baseline {}: expected the path of a file", config::shown(value))
            }
        }
    }
    Ok(())
}

//! The table `[migrate]` of skillgen.toml: a team's settings for all runs.

use anyhow::bail;

use super::Args;
use super::overrides::Overrides;
use super::setting_values::{confidence, envelope, with};
use crate::baseline::bounded_baseline;
use crate::config::{self, ConfigStep, texts};
use crate::context::Ctx;

/// Adds the table's values to the options; options of the command line override them.
pub(super) fn add(args: &mut Args, ctx: &Ctx) -> anyhow::Result<()> {
    let Some(table) = ctx.config.table.get("migrate").and_then(toml::Value::as_table) else {
        return Ok(());
    };
    let at = |key| ctx.config.place(&[ConfigStep::Key("migrate"), ConfigStep::Key(key)]);
    let words = |key: &'static str| {
        let words = texts(&format!("migrate.{key}"), table.get(key));
        words.map_err(|error| anyhow::anyhow!("{}: {error}", at(key)))
    };
    args.overrides = Overrides::read(&ctx.config, args)?;
    let only = words("only")?;
    let skip = words("skip")?;
    if args.only.is_empty() && !args.undo {
        args.only = only;
        args.only_of_settings = true;
    }
    if args.skip.is_empty() && !args.undo {
        args.skip = skip;
        args.skip_of_settings = true;
    }
    if let Some(value) = table.get("envelope") {
        let envelope = envelope(value, "migrate.envelope", || at("envelope"))?;
        args.envelope.get_or_insert(envelope);
    }
    if let Some(value) = table.get("default-confidence") {
        let text = confidence(value, "migrate.default-confidence", || at("default-confidence"))?;
        args.default_confidence.get_or_insert(text);
    }
    let options = with(&words("with")?, "migrate.with", || at("with"))?;
    if args.with.is_empty() {
        args.with = options;
    }
    if args.baseline.is_none() && args.check {
        let named = table.get("baseline");
        match named.map(|value| (value.as_str(), value)) {
            None => {}
            Some((Some(text), _)) => {
                args.baseline = Some(bounded_baseline("migrate", &ctx.config.folder(), text)?);
            }
            Some((None, value)) => {
                bail!(
                    "{}: migrate.baseline {}: expected the path of a file",
                    at("baseline"),
                    config::shown(value)
                )
            }
        }
    }
    Ok(())
}

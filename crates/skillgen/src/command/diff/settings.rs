//! Options of `diff`: the command line overrides skillgen.toml, which overrides the defaults.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use contract::{Bump, Role};
use schema_diff::version::{self, Date};
use schema_diff::{
    Basis, Ceiling, FilePlace, Formats, Ignore, Levels, OpenObjects, Policy, RoleChoice, RuleId,
    Settings, Until,
};

use super::against::Excludes;
use super::pair::{Gate, NeededVersions};
use super::{Args, FailOnArg, FormatsArg, RoleArg};
use crate::config::{Config, ConfigStep, shown, texts};
use crate::context::Ctx;

/// What makes the command fail.
pub(super) fn gate(args: &Args, ctx: &Ctx) -> anyhow::Result<Gate> {
    let configured = match word(ctx, "fail-on")? {
        None => None,
        Some("major") => Some(FailOnArg::Major),
        Some("minor") => Some(FailOnArg::Minor),
        Some("patch") => Some(FailOnArg::Patch),
        Some("unknown") => Some(FailOnArg::Unknown),
        Some(other) => bail!(
            "{}: diff.fail-on: expected major, minor, patch or unknown, found {other:?}",
            file(ctx)
        ),
    };
    let fail_on = args.fail_on.or(configured);
    let level = |fail_on: FailOnArg| match fail_on {
        FailOnArg::Major | FailOnArg::Unknown => Bump::Major,
        FailOnArg::Minor => Bump::Minor,
        FailOnArg::Patch => Bump::Patch,
    };
    let check = match table(ctx).and_then(|t| t.get("check-version")) {
        None => true,
        Some(toml::Value::Boolean(on)) => *on,
        Some(other) => bail!(
            "{}: diff.check-version: expected true or false, found a {}",
            file(ctx),
            other.type_str()
        ),
    };
    Ok(Gate {
        fail_on: fail_on.map(level),
        fail_on_unknown: fail_on == Some(FailOnArg::Unknown),
        limit_by_default: !args.no_check_version,
        check_version: (check || args.check_version) && !args.no_check_version,
        needed_versions: match args.check_version {
            true => NeededVersions::Both,
            false => NeededVersions::None,
        },
    })
}

/// The settings of a comparison.
pub(super) fn read(args: &Args, ctx: &Ctx) -> anyhow::Result<Settings> {
    let role = match (args.role, word(ctx, "role")?) {
        (Some(role), _) => role,
        (None, None | Some("auto")) => RoleArg::Auto,
        (None, Some("input")) => RoleArg::Input,
        (None, Some("parameter")) => RoleArg::Parameter,
        (None, Some("output")) => RoleArg::Output,
        (None, Some("both")) => RoleArg::Both,
        (None, Some(other)) => bail!(
            "{}: diff.role: expected input, parameter, output, both or auto, found {other:?}",
            file(ctx)
        ),
    };
    let formats = match (args.formats, word(ctx, "formats")?) {
        (Some(FormatsArg::Assert), _) | (None, None | Some("assert")) => Formats::Assert,
        (Some(FormatsArg::Annotate), _) | (None, Some("annotate")) => Formats::Annotate,
        (None, Some(other)) => {
            bail!("{}: diff.formats: expected assert or annotate, found {other:?}", file(ctx))
        }
    };
    let deadline = match (args.deadline, table(ctx).and_then(|t| t.get("deadline"))) {
        (Some(ms), _) => Some(ms),
        (None, None) => None,
        (None, Some(value)) => Some(
            value
                .as_integer()
                .and_then(|ms| u64::try_from(ms).ok())
                .with_context(|| format!("{}: diff.deadline: expected milliseconds", file(ctx)))?,
        ),
    };
    let effort = match (args.effort, table(ctx).and_then(|t| t.get("effort"))) {
        (Some(times), _) => times,
        (None, None) => 1,
        (None, Some(value)) => value
            .as_integer()
            .and_then(|times| u32::try_from(times).ok())
            .filter(|times| (1..=10).contains(times))
            .with_context(|| {
                format!(
                    "{}: diff.effort: expected a number from 1 to 10; `--effort` takes a larger one",
                    file(ctx)
                )
            })?,
    };
    let mut settings = Settings {
        role: choice(role),
        only: one(role),
        definitions: args.definitions.then_some(true),
        policy: policy(args, ctx)?,
        ..Settings::default()
    };
    settings.options.formats = formats;
    settings.options.steps = settings.options.steps.saturating_mul(u64::from(effort));
    if let Some(ms) = deadline {
        // More than an hour is a typing error, and could overflow the clock.
        settings.options.ceiling = ceiling(Duration::from_millis(ms.min(3_600_000)));
    }
    Ok(settings)
}

/// The excluded files.
pub(super) fn excludes(args: &Args, ctx: &Ctx) -> anyhow::Result<Excludes> {
    let configured = table(ctx).and_then(|table| table.get("exclude"));
    let configured = texts("diff.exclude", configured).with_context(|| file(ctx))?;
    let place = |at| {
        let steps = [ConfigStep::Key("diff"), ConfigStep::Key("exclude"), ConfigStep::Item(at)];
        Some(ctx.config.place(&steps))
    };
    Excludes::new(&args.exclude, (&configured, &place), &ctx.config.folder())
}

/// A time limit for each comparison.
fn ceiling(limit: Duration) -> Ceiling {
    Ceiling::new(move || {
        let begin = Instant::now();
        Box::new(move |percent| begin.elapsed() >= limit * percent / 100)
    })
}

fn choice(role: RoleArg) -> Option<RoleChoice> {
    match role {
        RoleArg::Auto => None,
        RoleArg::Both => Some(RoleChoice::Both),
        RoleArg::Input | RoleArg::Parameter | RoleArg::Output => one(role).map(RoleChoice::One),
    }
}

fn one(role: RoleArg) -> Option<Role> {
    match role {
        RoleArg::Input => Some(Role::Input),
        RoleArg::Parameter => Some(Role::Parameter),
        RoleArg::Output => Some(Role::Output),
        RoleArg::Both | RoleArg::Auto => None,
    }
}

fn policy(args: &Args, ctx: &Ctx) -> anyhow::Result<Policy> {
    let mut policy = Policy::default();
    let named = args.policy.as_deref().or(word(ctx, "policy")?);
    match named {
        None | Some("contract") => {}
        Some("strict") => policy.basis = Basis::Strict,
        Some(path) => {
            // A path in skillgen.toml is relative to its folder.
            let path = if args.policy.is_some() {
                Path::new(path).to_owned()
            } else {
                let bounded = crate::paths::bounded(&ctx.config.folder(), path);
                bounded.map_err(|why| {
                    anyhow::anyhow!(
                        "{}: diff.policy {path:?} {why}; name it with --policy",
                        file(ctx)
                    )
                })?
            };
            read_policy(&path, &mut policy)?;
        }
    }
    levels(&ctx.config, &mut policy, true)?;
    read_ignores(&ctx.config, &mut policy)?;
    policy.open_objects = match word(ctx, "open-objects")? {
        None | Some("as-written") => OpenObjects::AsWritten,
        Some("ignore-undeclared") => OpenObjects::IgnoreUndeclared,
        Some(other) => bail!(
            "{}: diff.open-objects: expected as-written or ignore-undeclared, found {other:?}",
            file(ctx)
        ),
    };
    policy.today = crate::clock::today();
    Ok(policy)
}

fn read_policy(path: &Path, policy: &mut Policy) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let bytes = crate::input::file(path, 1 << 20).context("--policy")?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{name}: not UTF-8"))?;
    let file = Config::read(path.to_owned(), text)?;
    file.known_keys(&[], "policy", &file.table, &["extends", "rules", "ignore"])?;
    match file.table.get("extends") {
        None => {}
        Some(toml::Value::String(base)) if base == "contract" => {}
        Some(toml::Value::String(base)) if base == "strict" => policy.basis = Basis::Strict,
        Some(_) => {
            let place = file.place(&[ConfigStep::Key("extends")]);
            bail!("{place}: extends: expected \"contract\" or \"strict\"")
        }
    }
    levels(&file, policy, false)?;
    read_ignores(&file, policy)
}

/// `[rules]`: `"id" = "minor"`, or by direction: `"id" = { input = "major", output = "minor" }`.
fn levels(config: &Config, policy: &mut Policy, shared: bool) -> anyhow::Result<()> {
    let Some(rules) = config.table.get("rules") else { return Ok(()) };
    let table = ConfigStep::Key("rules");
    let Some(rules) = rules.as_table() else {
        bail!("{}: rules: expected a table", config.place(&[table]))
    };
    for (id, value) in rules {
        let steps = [table, ConfigStep::Key(id)];
        let Some(rule) = RuleId::parse(id) else {
            // This table of skillgen.toml also contains the rules of `check`.
            if shared && lint::rule(id).is_some() {
                continue;
            }
            let place = config.key_place(&steps);
            bail!("{place}: rules: no rule {id:?}; {}", crate::command::rules::hint(id));
        };
        let read = |value: &toml::Value| -> anyhow::Result<Bump> {
            let word = value.as_str().unwrap_or_default();
            Bump::parse(word).with_context(|| {
                format!(
                    "{}: rules.{id}: expected \"major\", \"minor\", \"patch\" or \"none\", found {}",
                    config.place(&steps),
                    shown(value)
                )
            })
        };
        let levels = match value {
            toml::Value::Table(by_role) => {
                let name = format!("rules.{id}");
                config.known_keys(&steps, &name, by_role, &["input", "output"])?;
                Levels {
                    input: by_role.get("input").map(read).transpose()?,
                    output: by_role.get("output").map(read).transpose()?,
                }
            }
            one => {
                let level = read(one)?;
                Levels { input: Some(level), output: Some(level) }
            }
        };
        policy.levels.insert(rule, levels);
    }
    Ok(())
}

/// `[[ignore]]` of a file.
fn read_ignores(config: &Config, policy: &mut Policy) -> anyhow::Result<()> {
    let Some(value) = config.table.get("ignore") else { return Ok(()) };
    let place = config.place(&[ConfigStep::Key("ignore")]);
    let Some(list) = value.as_array() else { bail!("{place}: ignore: expected [[ignore]] tables") };
    for (index, entry) in list.iter().enumerate() {
        let steps = [ConfigStep::Key("ignore"), ConfigStep::Item(index)];
        let Some(entry) = entry.as_table() else {
            bail!("{}: ignore: expected [[ignore]] tables", config.place(&steps))
        };
        let known = ["rule", "path", "reason", "until", "until-version"];
        config.known_keys(&steps, "ignore", entry, &known)?;
        let mut ignore = read_ignore(entry).with_context(|| config.place(&steps))?;
        ignore.place = config.position(&steps).map(|at| FilePlace { file: config.shown(), at });
        policy.ignores.push(ignore);
    }
    Ok(())
}

fn read_ignore(entry: &toml::Table) -> anyhow::Result<Ignore> {
    let text = |key: &str| -> anyhow::Result<Option<String>> {
        match entry.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.clone())),
            Some(toml::Value::String(_)) => {
                bail!("ignore: {key}: expected a text, found an empty one")
            }
            Some(other) => {
                bail!("ignore: {key}: expected a string, found a {}", other.type_str())
            }
        }
    };
    let Some(name) = text("rule")? else { bail!("ignore: `rule` is missing") };
    let rule = RuleId::parse(&name);
    if rule.is_none() && name != "*" {
        bail!("ignore: no rule {name:?}; `skillgen rules` lists them");
    }
    let Some(reason) = text("reason")? else {
        bail!("ignore of {name}: `reason` is missing; write why the finding is accepted")
    };
    let until = until(&name, entry, text("until-version")?)?;
    let path = text("path")?;
    if rule == Some(super::uncompared::RULE) && !path.as_deref().is_some_and(names_a_file) {
        bail!(
            "ignore of {name}: `path` does not name a file; write which contract is accepted without a comparison"
        )
    }
    Ok(Ignore { rule, path, reason, until, place: None })
}

/// Whether a path of an ignore says which files it means: a JSON pointer doesn't, and stars alone mean all.
fn names_a_file(path: &str) -> bool {
    !path.starts_with('/') && path.contains(|c: char| c.is_alphanumeric())
}

/// Whether a text begins with four digits that can be a year: as a version, a mistyped day would never expire.
fn begins_like_a_year(text: &str) -> bool {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (digits == 4 || digits == 8) && text.starts_with(['1', '2'])
}

/// `until`, a day or a version, or `until-version`.
fn until(
    rule: &str,
    entry: &toml::Table,
    version: Option<String>,
) -> anyhow::Result<Option<Until>> {
    let given = match entry.get("until") {
        None => None,
        Some(toml::Value::String(text)) => Some(text.trim().to_owned()),
        Some(toml::Value::Datetime(day)) => Some(day.to_string()),
        Some(other) => bail!("ignore: until: expected a string, found a {}", other.type_str()),
    };
    let readable = |text: &String| version::read(text).is_some();
    match (given, version) {
        (Some(_), Some(_)) => {
            bail!("ignore of {rule}: `until` and `until-version` exclude each other; keep one")
        }
        (None, None) => Ok(None),
        (Some(text), None) => match Date::parse(&text) {
            Some(day) => Ok(Some(Until::Date(day))),
            None if begins_like_a_year(&text) => bail!(
                "ignore of {rule}: until: {text:?} is no day (YYYY-MM-DD); a version stands in `until-version`"
            ),
            None if readable(&text) => Ok(Some(Until::Version(text))),
            None => bail!(
                "ignore of {rule}: until: {text:?} is neither a version nor a day (YYYY-MM-DD)"
            ),
        },
        (None, Some(text)) if readable(&text) || Date::parse(&text).is_some() => {
            Ok(Some(Until::Version(text)))
        }
        (None, Some(text)) => bail!("ignore of {rule}: until-version: {text:?} is no version"),
    }
}

fn table(ctx: &Ctx) -> Option<&toml::Table> {
    ctx.config.table.get("diff").and_then(toml::Value::as_table)
}

fn word<'c>(ctx: &'c Ctx, key: &str) -> anyhow::Result<Option<&'c str>> {
    match table(ctx).and_then(|t| t.get(key)) {
        None => Ok(None),
        Some(toml::Value::String(word)) => Ok(Some(word)),
        Some(other) => {
            bail!("{}: diff.{key}: expected a word, found a {}", file(ctx), other.type_str())
        }
    }
}

/// The configuration's name in messages.
fn file(ctx: &Ctx) -> String {
    ctx.config.shown()
}

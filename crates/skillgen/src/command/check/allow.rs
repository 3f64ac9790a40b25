//! The `[check]` table of skillgen.toml: the profile, and suppressions with reasons. `[rules]` sets levels: `"rule-id"
//! = "off" | "info" | "warning" | "error"`; `[[check.override]]` sets levels for some paths.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum as _;
use contract::Level;
use ignore::gitignore::Gitignore;
use lint::suppress::{Suppressed, looked_for};
use lint::{Profiles, Report};

use super::FailOn;
use crate::baseline::bounded_baseline;
use crate::command::rules;
use crate::config::{Config, ConfigStep, shown, texts};
use crate::context::Ctx;
use crate::globs;

/// One `[[check.allow]]`.
struct Answer {
    rule: String,
    paths: Option<Gitignore>,
    reason: String,
    /// Its line in skillgen.toml.
    line: u32,
}

/// One `[[check.override]]`.
struct Override {
    paths: Gitignore,
    levels: Levels,
}

/// `fail-on`, with the values of the option.
fn fail_on(value: &toml::Value) -> anyhow::Result<FailOn> {
    let level = value.as_str().and_then(|name| FailOn::from_str(name, false).ok());
    level.with_context(|| {
        let names = FailOn::value_variants().iter().filter_map(FailOn::to_possible_value);
        let names: Vec<String> = names.map(|name| name.get_name().to_owned()).collect();
        format!("check.fail-on: expected {}, found {}", names.join(", "), shown(value))
    })
}

/// Levels by rule; `None` is `off`.
type Levels = BTreeMap<String, Option<Level>>;

/// The keys of `[check]`, of `[[check.override]]` and of `[[check.allow]]`.
const KEYS: [&str; 6] = ["profile", "fail-on", "exclude", "baseline", "allow", "override"];
const OVERRIDE_KEYS: [&str; 2] = ["path", "rules"];
const ANSWER_KEYS: [&str; 3] = ["rule", "path", "reason"];

/// The settings of findings.
#[derive(Default)]
pub(super) struct Allowed {
    /// `profile`: one or several.
    pub(super) profiles: Vec<String>,
    /// `fail-on`, if the option is not given.
    pub(super) fail_on: Option<FailOn>,
    /// `exclude`, extended by the option.
    pub(super) exclude: Vec<String>,
    /// `baseline`, relative to the folder of skillgen.toml, if the option is not given.
    pub(super) baseline: Option<PathBuf>,
    answers: Vec<Answer>,
    levels: Levels,
    overrides: Vec<Override>,
    /// skillgen.toml, if there is one.
    file: String,
    folder: PathBuf,
}

impl Allowed {
    /// Reads the tables.
    pub(super) fn read(ctx: &Ctx) -> anyhow::Result<Allowed> {
        let file = ctx.config.path.as_deref().map(|p| p.display().to_string()).unwrap_or_default();
        let folder = ctx.config.folder();
        let mut allowed = Allowed { file: file.clone(), folder, ..Allowed::default() };
        if let Some(table) = ctx.config.table.get("check") {
            known_keys(&ctx.config, table)?;
            allowed.check_table(table, ctx).with_context(|| file.clone())?;
        }
        if let Some(rules) = ctx.config.table.get("rules") {
            allowed.levels = levels("rules", rules).with_context(|| file)?;
        }
        Ok(allowed)
    }

    fn check_table(&mut self, table: &toml::Value, ctx: &Ctx) -> anyhow::Result<()> {
        let Some(table) = table.as_table() else { bail!("check: expected a table") };
        self.profiles = texts("check.profile", table.get("profile"))?;
        self.exclude = texts("check.exclude", table.get("exclude"))?;
        self.fail_on = match table.get("fail-on") {
            None => None,
            Some(level) => Some(fail_on(level)?),
        };
        self.baseline = match table.get("baseline") {
            None => None,
            Some(toml::Value::String(file)) => Some(bounded_baseline("check", &self.folder, file)?),
            Some(other) => bail!("check.baseline: expected a file, found a {}", other.type_str()),
        };
        if let Some(overrides) = table.get("override") {
            self.overrides = self::overrides(overrides, ctx)?;
        }
        let Some(answers) = table.get("allow") else { return Ok(()) };
        let tables = answers.as_array().map(|list| list.iter().map(toml::Value::as_table));
        let tables: Option<Option<Vec<&toml::Table>>> = tables.map(Iterator::collect);
        let Some(Some(answers)) = tables else {
            bail!("check.allow: expected [[check.allow]] tables, found a {}", answers.type_str())
        };
        for (index, answer) in answers.into_iter().enumerate() {
            if let Some((key, value)) = answer.iter().find(|(_, value)| !value.is_str()) {
                bail!("check.allow: `{key}`: expected a string, found a {}", value.type_str());
            }
            let text = |key: &str| {
                answer.get(key).and_then(toml::Value::as_str).filter(|text| !text.trim().is_empty())
            };
            let Some(rule) = text("rule") else { bail!("check.allow: `rule` is missing") };
            if lint::rule(rule).is_none() {
                bail!("check.allow: no rule {rule:?}; {}", rules::hint(rule));
            }
            let Some(reason) = text("reason") else {
                bail!(
                    "check.allow of {rule}: `reason` is missing; write why the finding is accepted"
                )
            };
            let paths = match text("path") {
                None => None,
                Some(glob) => {
                    let globs = [glob.to_owned()];
                    Some(
                        globs::matcher(&globs, &ctx.config.folder())
                            .context("check.allow: path")?,
                    )
                }
            };
            let rule = rule.to_owned();
            let steps =
                [ConfigStep::Key("check"), ConfigStep::Key("allow"), ConfigStep::Item(index)];
            let line = ctx.config.position(&steps).map_or(1, |at| at.line);
            self.answers.push(Answer { rule, paths, reason: reason.to_owned(), line });
        }
        Ok(())
    }

    /// Sets the levels and marks suppressed findings. If `paths` include the folder of the configuration,
    /// an unused suppression is a finding.
    pub(super) fn mark(&self, report: &mut Report, paths: &[String], profiles: &Profiles) {
        let external =
            |reason: &str| Some(Suppressed { reason: reason.to_owned(), in_source: false });
        let mut used = vec![false; self.answers.len()];
        for found in &mut report.found {
            let finding = &mut found.finding;
            let own = self.overrides.iter().rev().find_map(|one| {
                let level = one.levels.get(&finding.rule)?;
                globs::matches(&one.paths, &finding.path).then_some(level)
            });
            match own.or_else(|| self.levels.get(&finding.rule)) {
                Some(Some(level)) => finding.level = *level,
                Some(None) => found.suppressed = external("off in skillgen.toml"),
                None => {}
            }
            let answer = self.answers.iter().position(|answer| {
                let here =
                    answer.paths.as_ref().is_none_or(|paths| globs::matches(paths, &finding.path));
                answer.rule == finding.rule && here
            });
            if let Some(index) = answer {
                used[index] = true;
                found.suppressed = external(&self.answers[index].reason);
            }
        }
        if !self.file.is_empty() && paths.iter().any(|path| takes_in(path, &self.folder)) {
            for (answer, _) in self.answers.iter().zip(used).filter(|(_, used)| !used) {
                if looked_for(&answer.rule, profiles) {
                    lint::suppress::unused(report, &self.file, answer.line, &answer.rule);
                }
            }
        }
    }
}

/// Rejects unknown keys of `[check]`, `[[check.allow]]` and `[[check.override]]`.
fn known_keys(config: &Config, check: &toml::Value) -> anyhow::Result<()> {
    // What is no table is rejected where it is read.
    let Some(table) = check.as_table() else { return Ok(()) };
    let check = ConfigStep::Key("check");
    config.known_keys(&[check], "check", table, &KEYS)?;
    for (key, keys) in [("allow", &ANSWER_KEYS[..]), ("override", &OVERRIDE_KEYS[..])] {
        let entries = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
        for (index, entry) in entries.enumerate() {
            let Some(entry) = entry.as_table() else { continue };
            let steps = [check, ConfigStep::Key(key), ConfigStep::Item(index)];
            config.known_keys(&steps, &format!("check.{key}"), entry, keys)?;
        }
    }
    Ok(())
}

/// `[[check.override]]`: the last one that matches a path and a rule counts.
fn overrides(given: &toml::Value, ctx: &Ctx) -> anyhow::Result<Vec<Override>> {
    const NAME: &str = "check.override";
    let Some(list) = given.as_array() else {
        bail!("{NAME}: expected [[{NAME}]] tables, found a {}", given.type_str())
    };
    let one = |value: &toml::Value| -> anyhow::Result<Override> {
        let Some(table) = value.as_table() else {
            bail!("{NAME}: expected a table, found a {}", value.type_str())
        };
        let globs: Vec<String> = match table.get("path") {
            Some(toml::Value::String(glob)) => vec![glob.clone()],
            Some(toml::Value::Array(list)) if list.iter().all(toml::Value::is_str) => {
                list.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
            }
            _ => bail!("{NAME}: `path`: expected a glob or a list of globs"),
        };
        let Some(rules) = table.get("rules") else {
            bail!("{NAME} of {}: `rules` is missing", globs.join(", "))
        };
        let paths = globs::matcher(&globs, &ctx.config.folder()).context("check.override: path")?;
        Ok(Override { paths, levels: levels("check.override: rules", rules)? })
    };
    list.iter().map(one).collect()
}

/// A table of levels. Rules of other commands share `[rules]`, so they are accepted and skipped.
fn levels(name: &str, given: &toml::Value) -> anyhow::Result<Levels> {
    let Some(table) = given.as_table() else {
        bail!("{name}: expected a table, found a {}", given.type_str())
    };
    let mut levels = Levels::new();
    for (rule, value) in table {
        if lint::rule(rule).is_none() {
            if schema_diff::RuleId::parse(rule).is_some() {
                continue;
            }
            bail!("{name}: no rule {rule:?}; {}", rules::hint(rule));
        }
        let word = value.as_str().unwrap_or_default();
        let level = match (word, Level::parse(word)) {
            ("off", _) => None,
            (_, Some(level)) => Some(level),
            _ => bail!(
                "{name}.{rule}: expected \"off\", \"info\", \"warning\" or \"error\", found {}",
                shown(value)
            ),
        };
        levels.insert(rule.clone(), level);
    }
    Ok(levels)
}

/// Whether a path of the command line is the folder or one above it.
fn takes_in(path: &str, folder: &Path) -> bool {
    match (Path::new(path).canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => folder.starts_with(path),
        _ => false,
    }
}

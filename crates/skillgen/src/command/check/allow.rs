//! The `[check]` table of skillgen.toml: the profile, and findings that somebody has answered for, with
//! the reason. `[rules]` gives levels: `"rule-id" = "off" | "info" | "warning" | "error"`.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use contract::Level;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use lint::Report;

use crate::context::Ctx;

/// One `[[check.allow]]`.
struct Answer {
    rule: String,
    paths: Option<Gitignore>,
    reason: String,
}

/// What the configuration says about findings.
#[derive(Default)]
pub(super) struct Allowed {
    /// `profile`, one or several.
    pub(super) profiles: Vec<String>,
    answers: Vec<Answer>,
    /// By rule; `None` is off.
    levels: BTreeMap<String, Option<Level>>,
}

impl Allowed {
    /// Reads the tables.
    pub(super) fn read(ctx: &Ctx) -> anyhow::Result<Allowed> {
        let mut allowed = Allowed::default();
        let file = ctx.config.path.as_deref().map(|p| p.display().to_string()).unwrap_or_default();
        if let Some(table) = ctx.config.table.get("check") {
            allowed.check_table(table, ctx).with_context(|| file.clone())?;
        }
        if let Some(rules) = ctx.config.table.get("rules").and_then(toml::Value::as_table) {
            for (rule, level_given) in rules {
                // Rules of the other commands share the table.
                if lint::rule(rule).is_none() {
                    continue;
                }
                let word = level_given.as_str().unwrap_or_default();
                let level = match (word, Level::parse(word)) {
                    ("off", _) => None,
                    (_, Some(level)) => Some(level),
                    _ => bail!(
                        "{file}: rules.{rule}: expected \"off\", \"info\", \"warning\" or \"error\", found a {}",
                        level_given.type_str()
                    ),
                };
                allowed.levels.insert(rule.clone(), level);
            }
        }
        Ok(allowed)
    }

    fn check_table(&mut self, table: &toml::Value, ctx: &Ctx) -> anyhow::Result<()> {
        match table.get("profile") {
            None => {}
            Some(toml::Value::String(one)) => self.profiles.push(one.clone()),
            Some(toml::Value::Array(several)) => {
                let names = several.iter().filter_map(toml::Value::as_str).map(str::to_owned);
                self.profiles.extend(names);
            }
            Some(other) => {
                bail!(
                    "check.profile: expected a name or a list of names, found a {}",
                    other.type_str()
                )
            }
        }
        let answers = table.get("allow").and_then(toml::Value::as_array);
        for answer in answers.into_iter().flatten() {
            let text = |key: &str| {
                answer.get(key).and_then(toml::Value::as_str).filter(|text| !text.trim().is_empty())
            };
            let Some(rule) = text("rule") else { bail!("check.allow: `rule` is missing") };
            if lint::rule(rule).is_none() {
                bail!("check.allow: no rule {rule:?}; `skillgen rules` lists them");
            }
            let Some(reason) = text("reason") else {
                bail!("check.allow of {rule}: `reason` is missing; say why, for the next reader")
            };
            let paths = match text("path") {
                None => None,
                Some(glob) => {
                    let mut builder = GitignoreBuilder::new(ctx.config.folder());
                    builder.add_line(None, glob).context("check.allow: path")?;
                    Some(builder.build().context("check.allow: path")?)
                }
            };
            let rule = rule.to_owned();
            self.answers.push(Answer { rule, paths, reason: reason.to_owned() });
        }
        Ok(())
    }

    /// Sets the levels, and marks the findings that are answered for.
    pub(super) fn mark(&self, report: &mut Report) {
        for found in &mut report.found {
            let finding = &mut found.finding;
            match self.levels.get(&finding.rule) {
                Some(Some(level)) => finding.level = *level,
                Some(None) => found.suppressed = Some("off in skillgen.toml".to_owned()),
                None => {}
            }
            let answer = self.answers.iter().find(|answer| {
                let here = answer.paths.as_ref().is_none_or(|paths| {
                    paths.matched_path_or_any_parents(relative(&finding.path), false).is_ignore()
                });
                answer.rule == finding.rule && here
            });
            if let Some(answer) = answer {
                found.suppressed = Some(answer.reason.clone());
            }
        }
    }
}

/// The matcher takes no absolute paths and no `..`: these are matched by their last parts.
fn relative(path: &str) -> &str {
    path.trim_start_matches("../").trim_start_matches('/')
}

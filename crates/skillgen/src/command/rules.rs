//! `skillgen rules`: lists every rule of `diff` and `check`, one line each, from the rule files.

use anyhow::bail;
use contract::rule_doc::RuleDoc;
use schema_diff::RuleId;

use super::Outcome;
use crate::args::Format;
use crate::config::{Config, ConfigStep};
use crate::context::Ctx;
use crate::render::json::Status;
use crate::render::style::{BOLD, DIM, paint};
use crate::wire::explain::RuleCommand;
use crate::wire::rules::{Rule, RulesReport};

/// Arguments of `rules`.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// A rule and the command that applies it.
pub(crate) struct Entry {
    /// The command.
    pub(crate) command: RuleCommand,
    /// Its file.
    pub(crate) doc: RuleDoc,
}

impl Entry {
    /// Its level in a few words: for `check` one, for `diff` one for each role.
    pub(crate) fn level(&self) -> String {
        let role = |name: &str| {
            let levels = self.doc.data.get("levels")?;
            Some(levels.get(name)?.as_str()?.to_owned())
        };
        match (self.doc.text("level"), role("input"), role("output")) {
            (Some(level), ..) => level.to_owned(),
            (None, Some(input), Some(output)) if input == output => input,
            (None, Some(input), Some(output)) => format!("input {input}, output {output}"),
            _ => String::new(),
        }
    }
}

/// All rules, those of `diff` first, each list by id.
pub(crate) fn all() -> Vec<Entry> {
    let diff = RuleId::all().map(RuleId::rule);
    let diff = diff.map(|rule| Entry { command: RuleCommand::Diff, doc: rule.doc.clone() });
    let check = lint::rules().map(|doc| Entry { command: RuleCommand::Check, doc: doc.clone() });
    diff.chain(check).collect()
}

/// A message for an unknown rule: the likely ids, or where all are listed.
pub(crate) fn hint(wanted: &str) -> String {
    const MOST: usize = 3;
    let mut near: Vec<(usize, &str)> = RuleId::all()
        .map(RuleId::as_str)
        .chain(lint::rules().map(|doc| doc.id.as_str()))
        .filter_map(|id| Some((distance(id, wanted)?, id)))
        .collect();
    near.sort_unstable();
    let ids: Vec<&str> = near.into_iter().map(|(_, id)| id).take(MOST).collect();
    if ids.is_empty() {
        return "`skillgen rules` lists them".to_owned();
    }
    format!("did you mean {}?", ids.join(", "))
}

/// The number of characters of an unknown id in a message.
const LONGEST_ID: usize = 80;

/// The distance of a word from a rule's id: by typing errors, or by shared words.
fn distance(id: &str, wanted: &str) -> Option<usize> {
    let edits = lint::edit_distance(id, wanted)?;
    let words: Vec<&str> = wanted.split('-').filter(|word| word.len() > 2).collect();
    let shared = words.iter().filter(|word| id.contains(**word)).count();
    let near = edits <= 2 || (shared > 0 && shared * 2 >= words.len());
    near.then_some(edits)
}

/// Rejects a configuration with an unknown rule, for every command: a misspelt id would have no effect. Other keys of
/// these tables belong to their commands.
///
/// # Errors
/// The first unknown rule, with its place and the likely ids.
pub(crate) fn refuse_unknown(config: &Config) -> anyhow::Result<()> {
    use ConfigStep::{Item, Key};
    let refuse = |id: &str, steps: &[ConfigStep<'_>]| -> anyhow::Result<()> {
        if id == "*" || RuleId::parse(id).is_some() || lint::rule(id).is_some() {
            return Ok(());
        }
        let shown: String = id.chars().take(LONGEST_ID).collect();
        let cut = if shown.len() < id.len() { "…" } else { "" };
        bail!("{}: no rule {shown:?}{cut}; {}", config.place(steps), hint(id))
    };
    let levels = |table: Option<&toml::Value>, steps: &[ConfigStep<'_>]| -> anyhow::Result<()> {
        let ids = table.and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
        ids.into_iter().try_for_each(|id| refuse(id, &[steps, &[Key(id)]].concat()))
    };
    let items = |list: Option<&'_ toml::Value>| {
        let items = list.and_then(toml::Value::as_array).cloned().unwrap_or_default();
        items.into_iter().enumerate()
    };
    levels(config.table.get("rules"), &[Key("rules")])?;
    let check = config.table.get("check");
    for (at, item) in items(check.and_then(|check| check.get("override"))) {
        levels(item.get("rules"), &[Key("check"), Key("override"), Item(at), Key("rules")])?;
    }
    let named = [
        (config.table.get("ignore"), &[Key("ignore")][..]),
        (check.and_then(|check| check.get("allow")), &[Key("check"), Key("allow")][..]),
    ];
    for (list, steps) in named {
        for (at, item) in items(list) {
            let id = item.get("rule").and_then(toml::Value::as_str);
            id.map_or(Ok(()), |id| refuse(id, &[steps, &[Item(at), Key("rule")]].concat()))?;
        }
    }
    Ok(())
}

/// Prints the list.
pub(crate) fn run(_: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    let rules = all();
    if ctx.global.format == Format::Json {
        let rule = |rule: &Entry| Rule {
            id: rule.doc.id.clone(),
            command: rule.command,
            level: rule.level(),
            title: rule.doc.title.clone(),
        };
        ctx.print_json(Status::Ok, &RulesReport { rules: rules.iter().map(rule).collect() })?;
        return Ok(Outcome::Clean);
    }
    let width = rules.iter().map(|r| r.doc.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut command = None;
    for rule in &rules {
        if command != Some(rule.command) {
            let gap = if command.is_none() { "" } else { "\n" };
            command = Some(rule.command);
            let head = format!("skillgen {}", rule.command);
            text.push_str(&format!("{gap}{}\n", paint(BOLD, &head)));
        }
        let id = format!("{:width$}", rule.doc.id);
        text.push_str(&format!("  {id}  {}  {}\n", rule.doc.title, paint(DIM, &rule.level())));
    }
    ctx.print(&text)?;
    Ok(Outcome::Clean)
}

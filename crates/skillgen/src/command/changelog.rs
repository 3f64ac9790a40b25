//! `skillgen changelog`: release notes from the findings of `diff` for users of a contract: breaking changes,
//! additions and other changes, for callers and readers.

use std::io::IsTerminal as _;

use contract::{Bump, Role};
use schema_diff::{ChangeRole, Entry, version};

use super::Outcome;
use super::diff::{self, Pair, inline::plain, words};
use crate::args::Format;
use crate::context::Ctx;
use crate::input::ReferenceArgs;
use crate::render::json::Status;
use crate::wire::changelog::{
    ChangelogContract, ChangelogEntry, ChangelogReport, ChangelogSection,
};

/// Arguments of `changelog`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// OLD and NEW: any sources that `diff` reads. With --since: files or folders of the working tree.
    #[arg(value_name = "OLD NEW | PATH")]
    sources: Vec<String>,
    /// Include every contract that changed since this git revision, such as the tag of the last release.
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    #[command(flatten)]
    references: ReferenceArgs,
    /// Write notes for this role only [default: all].
    #[arg(long, value_parser = role, value_name = "ROLE")]
    role: Option<Role>,
}

fn role(text: &str) -> Result<Role, String> {
    Role::parse(text).ok_or_else(|| "expected input, parameter or output".to_owned())
}

/// The parts of the notes: the level, its heading, and its name in JSON.
const PARTS: [(Bump, &str); 3] = [
    (Bump::Major, "Breaking changes"),
    (Bump::Minor, "Minor changes"),
    (Bump::Patch, "Other changes"),
];

/// The notes of one level, for one audience.
struct Section<'p> {
    level: Bump,
    heading: &'static str,
    role: ChangeRole,
    entries: Vec<&'p Entry>,
}

/// Compares and prints the notes.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Markdown, Format::Json])?;
    if args.since.is_none() && args.sources.len() != 2 {
        anyhow::bail!(
            "changelog compares two contracts: `skillgen changelog OLD NEW`, or `skillgen changelog --since REV [PATH…]`"
        );
    }
    let compared = diff::compared(&args.sources, args.since.as_deref(), &args.references, ctx)?;
    let mut notes = String::new();
    let mut contracts = Vec::new();
    let is_folder = compared.pairs_of_folder().is_some();
    for pair in compared.pairs() {
        let text = of_pair(pair, is_folder, args.role);
        if is_folder && sections(pair, args.role).is_empty() {
            continue;
        }
        if !notes.is_empty() {
            notes.push('\n');
        }
        notes.push_str(&text);
        contracts.push(contract(pair, text, args.role));
    }
    let files = of_files(&compared.file_changes());
    if !files.is_empty() {
        // Removals are listed before other changes.
        let gap = if notes.is_empty() { "" } else { "\n" };
        notes = format!("{files}{gap}{notes}");
    }
    if notes.is_empty() && compared.is_whole() {
        notes.push_str("No contract changed.\n");
    }
    compared.complain(ctx);
    if ctx.global.format != Format::Json {
        // A terminal shows the marks of Markdown, but no one needs the escapes there.
        let is_for_terminal = ctx.global.format == Format::Text && std::io::stdout().is_terminal();
        let text = if is_for_terminal { crate::render::markdown::unescaped(&notes) } else { notes };
        ctx.print(&text)?;
        return Ok(outcome(&compared));
    }
    if notes.is_empty() {
        notes.push_str("Not compared: see `skipped_sources`.\n");
    }
    let report = ChangelogReport {
        required_bump: compared.required_bump().into(),
        markdown: notes,
        contracts,
        skipped_sources: (!compared.is_whole()).then(|| compared.uncompared()),
    };
    let status = if compared.is_whole() { Status::Ok } else { Status::Partial };
    ctx.print_json(status, &report)?;
    Ok(outcome(&compared))
}

fn outcome(compared: &diff::Compared) -> Outcome {
    if compared.is_whole() { Outcome::Clean } else { Outcome::Failed }
}

/// Changes of whole files, by level.
fn of_files(changes: &[&schema_diff::Change]) -> String {
    let mut out = String::new();
    for (level, heading) in PARTS {
        let lines = changes.iter().filter(|change| change.level == level);
        let lines: String = lines.map(|c| format!("- {}\n", plain(&c.message))).collect();
        if !lines.is_empty() {
            out.push_str(&format!("\n### {heading}\n\n{lines}"));
        }
    }
    if out.is_empty() { out } else { format!("## Contracts\n{out}") }
}

/// The version of the notes: the declared one if it is large enough, else the required one.
fn version_of(pair: &Pair) -> String {
    match &pair.declared {
        Some(declared) if declared.sufficient => declared.new.clone(),
        Some(declared) => {
            let today = crate::clock::today();
            let required = pair.report.required_bump();
            let needed = today.and_then(|day| version::needed(&declared.old, required, day).ok());
            needed.unwrap_or_else(|| "Unreleased".to_owned())
        }
        None => pair.new.version.clone().unwrap_or_else(|| "Unreleased".to_owned()),
    }
}

fn of_pair(pair: &Pair, named: bool, role: Option<Role>) -> String {
    let version = plain(&version_of(pair));
    let mut out = if named {
        format!("## {}: {version}\n", plain(pair.new_label()))
    } else {
        format!("## {version}\n")
    };
    let sections = sections(pair, role);
    if sections.is_empty() {
        out.push_str("\nNo changes.\n");
    }
    let mut level = None;
    for section in sections {
        if level != Some(section.level) {
            out.push_str(&format!("\n### {}\n", section.heading));
            level = Some(section.level);
        }
        out.push_str(&format!("\n{}:\n\n", audience(section.role)));
        for entry in section.entries {
            out.push_str(&one(pair, entry));
        }
    }
    let inputs = role.is_none_or(|role| role != Role::Output);
    for (tool, plan) in pair.report.migrations().filter(|_| inputs) {
        let whose =
            tool.map(|tool| format!(" of {}", diff::inline::code(tool))).unwrap_or_default();
        out.push_str(&format!("\n### Migration of old inputs{whose}\n\n"));
        for step in &plan.steps {
            let what = diff::text::step(step);
            out.push_str(&format!("- {}: {}\n", diff::inline::code(&step.pointer()), plain(&what)));
        }
    }
    out
}

fn sections(pair: &Pair, role: Option<Role>) -> Vec<Section<'_>> {
    let mut sections = Vec::new();
    for (level, heading) in PARTS {
        for name in pair.digest.counts.keys() {
            let wanted = match role {
                None => true,
                Some(role) => name.single().is_none_or(|single| single == role),
            };
            let of_role = |entry: &&Entry| entry.levels.get(name) == Some(&level);
            // A change that several contracts share is listed once.
            let own = |entry: &&Entry| !pair.is_told_elsewhere(entry.main);
            let entries: Vec<&Entry> =
                pair.digest.entries.iter().filter(of_role).filter(own).collect();
            if wanted && !entries.is_empty() {
                sections.push(Section { level, heading, role: *name, entries });
            }
        }
    }
    sections
}

/// The audience of a role.
fn audience(role: ChangeRole) -> &'static str {
    match role {
        ChangeRole::Input => "For callers (input)",
        ChangeRole::Parameter => "For those who configure it (parameter)",
        ChangeRole::Output => "For readers of the output",
        ChangeRole::Both => "For callers and readers",
        ChangeRole::Contract => "For everybody (contract)",
    }
}

/// A change on one line, with its places and, if it breaks, what to do.
fn one(pair: &Pair, entry: &Entry) -> String {
    let text = words::ChangeText::new(pair, entry);
    let mut line = format!("- {}", plain(&text.with_home(entry)));
    if let Some(places) = &text.also_in {
        line.push_str(&format!("; also in {}", plain(places)));
    }
    if let Some(used_by) = &text.used_by {
        line.push_str(&format!("; {}", plain(used_by)));
    }
    if let Some(change) = &text.texts {
        line.push_str(&format!(": {}", diff::inline::texts(change)));
    }
    line.push('\n');
    if let Some((document, sentence)) = text.witness.filter(|_| text.level == Bump::Major) {
        line.push_str(&format!("  - {} {}\n", diff::inline::code(&document), sentence));
    }
    line
}

fn contract(pair: &Pair, markdown: String, role: Option<Role>) -> ChangelogContract {
    let entry = |entry: &&Entry| ChangelogEntry {
        rule: pair.report.changes[entry.main].rule.as_str().to_owned(),
        message: pair.report.changes[entry.main].message.clone(),
        places: entry.places.clone(),
    };
    let section = |section: Section<'_>| ChangelogSection {
        level: section.level.into(),
        role: section.role.into(),
        changes: section.entries.iter().map(entry).collect(),
    };
    ChangelogContract {
        path: pair.new_label().to_owned(),
        version: version_of(pair),
        required_bump: pair.report.required_bump().into(),
        sections: sections(pair, role).into_iter().map(section).collect(),
        markdown,
    }
}

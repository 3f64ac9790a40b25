//! `skillgen explain RULE`: prints the rule's file for people.

use anyhow::bail;

use super::{Outcome, rules};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::Status;
use crate::render::style::{BOLD, DIM, paint};
use crate::wire::explain::ExplainReport;

/// Arguments of `explain`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The rule's id; `skillgen rules` lists them.
    rule: String,
}

/// Prints one rule.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json, Format::Markdown])?;
    let all = rules::all();
    let Some(rule) = all.iter().find(|r| r.doc.id == args.rule) else {
        let wanted = args.rule.as_str();
        bail!("no rule `{wanted}`; {}", rules::hint(wanted));
    };
    match ctx.global.format {
        Format::Json => {
            let report = ExplainReport {
                id: rule.doc.id.clone(),
                command: rule.command,
                level: rule.level(),
                title: rule.doc.title.clone(),
                markdown: rule.doc.markdown.trim().to_owned(),
            };
            ctx.print_json(Status::Ok, &report)?;
        }
        Format::Markdown => ctx.print(&format!("{}\n", rule.doc.markdown.trim()))?,
        _ => {
            let place = format!("skillgen {} · {}", rule.command, rule.level());
            let head = format!("{}  {}\n", paint(BOLD, &rule.doc.id), paint(DIM, &place));
            ctx.print(&format!("{head}\n{}\n", rule.doc.markdown.trim()))?;
        }
    }
    Ok(Outcome::Clean)
}

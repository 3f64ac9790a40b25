//! `--interactive`: asks for each script with its diff, like `git add -p`.

use std::collections::BTreeSet;
use std::io::BufRead as _;
use std::path::PathBuf;

use anyhow::Context as _;
use migrate::Outcome;

use super::file_plan::FilePlan;
use super::tree_plan::TreePlan;
use super::{diff, patch, stat, words};
use crate::context::Ctx;
use crate::render::style::{BOLD, paint};

const HELP: &str = "\
y - migrate this script
n - leave this script
a - migrate this script and all that follow
d, q - leave this script and all that follow
? - print this help
";

/// The answer to a question.
enum Answer {
    Yes,
    No,
    AllYes,
    AllNo,
}

/// Asks for each script that would be migrated. Returns the declined ones; the end of the input declines the rest.
pub(super) fn declined(plan: &TreePlan, ctx: &Ctx) -> anyhow::Result<BTreeSet<PathBuf>> {
    let files: Vec<&FilePlan> =
        plan.files.iter().filter(|f| f.outcome == Outcome::Migrated).collect();
    let names = patch::names(files.iter().map(|f| f.path.as_path()));
    let mut input = std::io::stdin().lock().lines();
    let mut declined = BTreeSet::new();
    let mut rest: Option<bool> = None;
    for (at, (file, name)) in files.iter().zip(&names).enumerate() {
        let taken = match rest {
            Some(taken) => taken,
            None => {
                let shown = diff::unified(name, &file.before, &file.after());
                ctx.print(&patch::coloured(&patch::folded(&shown)))?;
                let place = format!("({}/{})", at + 1, files.len());
                let question = question(file, &place);
                match answer(&question, &mut input, ctx)? {
                    Answer::Yes => true,
                    Answer::No => false,
                    Answer::AllYes => *rest.insert(true),
                    Answer::AllNo => *rest.insert(false),
                }
            }
        };
        if !taken {
            declined.insert(file.path.clone());
        }
    }
    Ok(declined)
}

fn question(file: &FilePlan, place: &str) -> String {
    let gain = stat::Gain::of(file);
    let readers = match gain.readers {
        0 => String::new(),
        1 => "; 1 reader".to_owned(),
        n => format!("; {n} readers"),
    };
    format!(
        "{place} Migrate {} ({}{readers})? [y,n,a,d,q,?] ",
        words::name(&file.shown),
        gain.words()
    )
}

fn answer(
    question: &str,
    input: &mut impl Iterator<Item = std::io::Result<String>>,
    ctx: &Ctx,
) -> anyhow::Result<Answer> {
    loop {
        ctx.print(&paint(BOLD, question))?;
        let Some(line) = input.next() else {
            ctx.print("\n")?;
            return Ok(Answer::AllNo);
        };
        match line.context("standard input can't be read")?.trim() {
            "y" | "Y" | "yes" => return Ok(Answer::Yes),
            "n" | "N" | "no" => return Ok(Answer::No),
            "a" => return Ok(Answer::AllYes),
            "d" | "q" => return Ok(Answer::AllNo),
            _ => ctx.print(HELP)?,
        }
    }
}

//! `skillgen chain run`: runs the steps of a chain in order. The chain is checked first. Each step runs as with
//! `skillgen run`, on the outputs of the steps before it, and the first failure ends the chain.

use std::path::PathBuf;

use anyhow::Context as _;
use contract::text::safe;
use contract::{Document, Level, Position};
use lint::chain::{self, ChainReport, RunnableStep};
use serde_json::{Map, Value};

use super::super::Outcome;
use super::super::run::{Done, Limits, Skill, execute, open, refusal};
use super::folders::SkillFolders;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::{Status, text as json_text};
use crate::wire::chain_run::{ChainRunReport, Finding, StepRun};

/// Arguments of `chain run`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The chain: a YAML or JSON file with the key `chain`, or with the list of steps; `-` for standard input.
    #[arg(value_name = "CHAIN")]
    chain: String,
    /// Look for the skills, NAME/SKILL.md, in this folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    skills: PathBuf,
    #[command(flatten)]
    limits: Limits,
}

/// The result of the chain.
#[derive(Default)]
struct Ran {
    /// The executed steps, in order.
    steps: Vec<(RunnableStep, Done)>,
    /// Outputs by name, in the order of their steps.
    outputs: Map<String, Value>,
    /// The skills of the steps after the first failure.
    left: Vec<String>,
}

/// Checks the chain, runs its steps and prints their outputs, or the error of the failed step.
pub(super) fn run(args: &Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    args.limits.check()?;
    let document = super::read_chain(&args.chain, &args.skills)?;
    let found = super::checked(&document, &args.skills);
    if found.report.has_errors() {
        if let Some(ran) = refused(&document, &found, args)? {
            note_findings(&document, &found, Level::Error, ctx);
            ran.print(super::findings(&found), ctx)?;
            return Ok(Outcome::Findings);
        }
        if ctx.global.format == Format::Json {
            let report = ChainRunReport {
                success: false,
                steps: Vec::new(),
                outputs: Value::Object(Map::new()),
                not_run: chain::skills(&document),
                findings: super::findings(&found),
            };
            ctx.print_json(Status::Ok, &report)?;
        } else {
            ctx.print(&super::text(&found, document.label(), ctx.global.quiet))?;
        }
        return Ok(Outcome::Findings);
    }
    note_findings(&document, &found, Level::Warning, ctx);
    let ran = steps(chain::steps(&document), args, ctx)?;
    ran.print(super::findings(&found), ctx)?;
    Ok(Outcome::clean_if(ran.is_success()))
}

/// The findings of a level.
fn of_level(found: &ChainReport, level: Level) -> impl Iterator<Item = &contract::Finding> {
    let live = found.report.live();
    live.map(|found| &found.finding).filter(move |finding| finding.level == level)
}

/// Writes the findings of a level to stderr.
fn note_findings(document: &Document, found: &ChainReport, level: Level, ctx: &Ctx) {
    for finding in of_level(found, level) {
        let (label, at) = (document.label(), finding.position);
        ctx.note(&safe(&format!("{label}:{at}: {level}: {}", finding.message)));
    }
}

/// A chain whose only faults are missing inputs or inputs of a wrong type: returns the first such step with its
/// validation error. Nothing is run.
fn refused(document: &Document, found: &ChainReport, args: &Args) -> anyhow::Result<Option<Ran>> {
    let by_inputs = ["chain-input-missing", "chain-literal-mismatch"];
    if of_level(found, Level::Error).any(|finding| !by_inputs.contains(&finding.rule.as_str())) {
        return Ok(None);
    }
    let mut ran = Ran::default();
    let folders = SkillFolders::new(&args.skills);
    for step in chain::steps(document) {
        let inputs = chain::resolve(&step.inputs, &Map::new())?;
        let later: Vec<&str> = inputs.absent.iter().map(|(name, _)| name.as_str()).collect();
        let given = Value::Object(inputs.values);
        let done = match ran.steps.is_empty() {
            true => refusal(&skill(&step, &folders)?, &given, &later, &args.limits)?,
            false => None,
        };
        match done {
            Some(done) => ran.steps.push((step, done)),
            None => ran.left.push(step.skill),
        }
    }
    Ok((!ran.steps.is_empty()).then_some(ran))
}

fn steps(all: Vec<RunnableStep>, args: &Args, ctx: &Ctx) -> anyhow::Result<Ran> {
    let (mut ran, count) = (Ran::default(), all.len());
    // All scripts are found before the first step runs, so that a missing one does not leave half a
    // chain.
    let folders = SkillFolders::new(&args.skills);
    let skills =
        all.iter().map(|step| skill(step, &folders)).collect::<anyhow::Result<Vec<_>>>()?;
    for (index, (step, skill)) in all.into_iter().zip(skills).enumerate() {
        if !ran.is_success() {
            ran.left.push(step.skill);
            continue;
        }
        let head = format!("step {} of {count}, {}", index + 1, safe(&step.skill));
        let inputs = chain::resolve(&step.inputs, &ran.outputs).with_context(|| {
            let Position { line, column } = step.position;
            format!("{}:{line}:{column}: {head}", args.chain)
        })?;
        for (input, reference) in &inputs.absent {
            let (input, reference) = (safe(input), safe(reference));
            ctx.note(&format!("{head}: {input} is not given: nothing stands at {reference}"));
        }
        let done = execute(&skill, &Value::Object(inputs.values), &args.limits, &[], ctx)?;
        done.note(ctx);
        let how = match (done.is_success(), done.is_cached()) {
            (true, true) => "done, from the cache",
            (true, false) => "done",
            (false, _) => "failed",
        };
        let unnamed = if done.is_success() && step.outputs_as.is_none() {
            "; its output is not printed, because the step has no outputs_as"
        } else {
            ""
        };
        ctx.note(&format!("{head}: {how}{unnamed}"));
        if let (Some(name), Some(output)) = (&step.outputs_as, done.output()) {
            ran.outputs.insert(name.clone(), output.clone());
        }
        ran.steps.push((step, done));
    }
    Ok(ran)
}

fn skill(step: &RunnableStep, folders: &SkillFolders<'_>) -> anyhow::Result<Skill> {
    let (folder, _) =
        folders.find(&step.skill).with_context(|| format!("{}: no such skill", step.skill))?;
    open(&folder, None)
}

impl Ran {
    fn is_success(&self) -> bool {
        self.steps.iter().all(|(_, done)| done.is_success())
    }

    /// As text: the outputs under their names, or the response of the failed step.
    fn print(&self, findings: Vec<Finding>, ctx: &Ctx) -> anyhow::Result<()> {
        let last = self.steps.last().map(|(_, done)| done);
        if ctx.global.format != Format::Json {
            let text = match last.filter(|_| !self.is_success()) {
                Some(done) => done.response(),
                None => json_text(&self.outputs),
            };
            return ctx.print_raw(text.as_bytes());
        }
        let row = |(step, done): &(RunnableStep, Done)| StepRun {
            skill: step.skill.clone(),
            outputs_as: step.outputs_as.clone(),
            line: step.position.line as usize,
            run_report: done.report(),
        };
        let report = ChainRunReport {
            success: self.is_success(),
            steps: self.steps.iter().map(row).collect(),
            outputs: Value::Object(self.outputs.clone()),
            not_run: self.left.clone(),
            findings,
        };
        ctx.print_json(last.map_or(Status::Ok, Done::status), &report)
    }
}

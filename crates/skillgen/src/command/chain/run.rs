//! `skillgen chain run`: runs the steps of a chain in order. The chain is checked first. Each step runs as with
//! `skillgen run`, on the outputs of the steps before it, and the first failure ends the chain.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;
use contract::text::safe;
use contract::{Document, Finding, Level};
use lint::chain::{self, ChainReport, RunnableStep};
use serde_json::{Map, Value, json};

use super::super::Outcome;
use super::super::run::{Done, Limits, Skill, execute, open, refusal};
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::{Status, text as json_text};

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
    /// Outputs by name.
    outputs: BTreeMap<String, Value>,
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
            for finding in errors(&found) {
                ctx.note(&safe(&format!(
                    "{}:{}: {}",
                    document.label(),
                    finding.position,
                    finding.message
                )));
            }
            ran.print(super::payload(&found).remove("findings"), ctx)?;
            return Ok(Outcome::Findings);
        }
        if ctx.global.format == Format::Json {
            ctx.print_json(Status::Ok, not_run(super::payload(&found), &document))?;
        } else {
            ctx.print(&super::text(&found, document.label(), ctx.global.quiet))?;
        }
        return Ok(Outcome::Findings);
    }
    let ran = steps(chain::steps(&document), args, ctx)?;
    ran.print(None, ctx)?;
    Ok(Outcome::clean_if(ran.is_success()))
}

/// The errors of a chain.
fn errors(found: &ChainReport) -> impl Iterator<Item = &Finding> {
    let live = found.report.live();
    live.map(|found| &found.finding).filter(|finding| finding.level == Level::Error)
}

/// A chain whose only faults are missing inputs or inputs of a wrong type: returns the first such step with its
/// validation error. Nothing is run.
fn refused(document: &Document, found: &ChainReport, args: &Args) -> anyhow::Result<Option<Ran>> {
    let by_inputs = ["chain-input-missing", "chain-literal-mismatch"];
    if errors(found).any(|finding| !by_inputs.contains(&finding.rule.as_str())) {
        return Ok(None);
    }
    let mut ran = Ran::default();
    for step in chain::steps(document) {
        let inputs = chain::resolve(&step.inputs, &BTreeMap::new());
        let later: Vec<&str> = inputs.absent.iter().map(|(name, _)| name.as_str()).collect();
        let given = Value::Object(inputs.values);
        let done = match ran.steps.is_empty() {
            true => refusal(&skill(&step, args)?, &given, &later, &args.limits)?,
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
    let skills = all.iter().map(|step| skill(step, args)).collect::<anyhow::Result<Vec<_>>>()?;
    for (index, (step, skill)) in all.into_iter().zip(skills).enumerate() {
        if !ran.is_success() {
            ran.left.push(step.skill);
            continue;
        }
        let inputs = chain::resolve(&step.inputs, &ran.outputs);
        let head = format!("step {} of {count}, {}", index + 1, safe(&step.skill));
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
        ctx.note(&format!("{head}: {how}"));
        if let (Some(name), Some(output)) = (&step.outputs_as, done.output()) {
            ran.outputs.insert(name.clone(), output.clone());
        }
        ran.steps.push((step, done));
    }
    Ok(ran)
}

fn skill(step: &RunnableStep, args: &Args) -> anyhow::Result<Skill> {
    let (folder, _) = super::folder_of_skill(&args.skills, &step.skill)
        .with_context(|| format!("{}: no such skill", step.skill))?;
    open(&folder, None)
}

impl Ran {
    fn is_success(&self) -> bool {
        self.steps.iter().all(|(_, done)| done.is_success())
    }

    /// As text: the outputs under their names, or the response of the failed step.
    fn print(&self, findings: Option<Value>, ctx: &Ctx) -> anyhow::Result<()> {
        let last = self.steps.last().map(|(_, done)| done);
        if ctx.global.format != Format::Json {
            let text = match last.filter(|_| !self.is_success()) {
                Some(done) => json_text(&done.response()),
                None => json_text(&json!(self.outputs)),
            };
            return ctx.print_raw(text.as_bytes());
        }
        let row = |(step, done): &(RunnableStep, Done)| {
            let mut row = Map::new();
            row.insert("skill".to_owned(), json!(step.skill));
            row.insert("outputs_as".to_owned(), json!(step.outputs_as));
            row.insert("line".to_owned(), json!(step.position.line));
            row.extend(done.payload());
            Value::Object(row)
        };
        let mut payload = Map::new();
        payload.insert("success".to_owned(), json!(self.is_success()));
        payload.insert("steps".to_owned(), self.steps.iter().map(row).collect());
        payload.insert("outputs".to_owned(), json!(self.outputs));
        payload.insert("not_run".to_owned(), json!(self.left));
        payload.insert("findings".to_owned(), findings.unwrap_or_else(|| json!([])));
        ctx.print_json(last.map_or(Status::Ok, Done::status), payload)
    }
}

/// The report of a chain that can't be run.
fn not_run(mut check: Map<String, Value>, document: &contract::Document) -> Map<String, Value> {
    let findings = check.remove("findings").unwrap_or_else(|| json!([]));
    let mut payload = Map::new();
    payload.insert("success".to_owned(), json!(false));
    payload.insert("steps".to_owned(), json!([]));
    payload.insert("outputs".to_owned(), json!({}));
    payload.insert("not_run".to_owned(), json!(chain::skills(document)));
    payload.insert("findings".to_owned(), findings);
    payload
}

//! `skillgen chain`: checks whether each step of a chain can feed the next. This module combines the
//! types and paths of `lint` with the containment proofs of `schema-diff`.

pub(in crate::command) mod beside;
mod folders;
mod run;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use containment::{Formats, Options};
use contract::Parameter;
use contract::text::safe;
use contract::types::SkillType;
use contract::{Document, Level, Pointer, Schema};
use lint::chain::{self, ChainReport, Containment, Edge, End, Lookup, Oracle, Verdict};
use runtime::coerce::{Mode, coerce_parameters};
use serde_json::Value;

use folders::SkillFolders;

use super::Outcome;
use super::check::finding;
use crate::args::Format;
use crate::context::Ctx;
use crate::input;
use crate::render::json::Status;
use crate::render::style::{BAD, BOLD, DIM, GOOD, WARN, paint};
use crate::wire::chain_report::{self as wire, EdgeEnd, EdgeVerdict};

/// Arguments of `chain`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// The chain: a YAML or JSON file with the key `chain`, or with the list of steps; `-` for standard input.
    #[arg(value_name = "CHAIN", required = true)]
    chain: Option<String>,
    /// Look for the skills, NAME/SKILL.md, in this folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    skills: PathBuf,
    /// Print the chain as a graph.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    graph: Option<Graph>,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Run the steps in order, with the outputs of the steps before; stop at the first failure.
    Run(run::Args),
}

/// Languages of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Graph {
    /// Graphviz.
    Dot,
    /// Mermaid.
    Mermaid,
}

/// Checks the chain and prints its edges and findings.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    if let Some(Action::Run(args)) = args.action {
        return run::run(&args, ctx);
    }
    if args.graph.is_some() && ctx.global.format == Format::Json {
        bail!("--graph and --format json exclude each other; remove one of them");
    }
    let Some(chain) = &args.chain else { bail!("name the chain: a file, or - for standard input") };
    let document = read_chain(chain, &args.skills)?;
    let found = checked(&document, &args.skills);
    match args.graph {
        Some(Graph::Dot) => ctx.print_raw(chain::graph::dot(&found).as_bytes())?,
        Some(Graph::Mermaid) => ctx.print_raw(chain::graph::mermaid(&found).as_bytes())?,
        None if ctx.global.format == Format::Json => {
            ctx.print_json(Status::Ok, &report(&found))?;
        }
        None => ctx.print(&text(&found, document.label(), ctx.global.quiet))?,
    }
    Ok(Outcome::clean_if(!found.report.has_errors()))
}

/// The chain, if the folder of its skills exists.
fn read_chain(chain: &str, skills: &Path) -> anyhow::Result<Document> {
    if !skills.is_dir() {
        bail!("{}: expected the folder of the skills", skills.display());
    }
    let (label, bytes) = input::data(chain)?;
    Ok(Document::guess(&label, &bytes)?)
}

/// The findings of a chain with its skills.
fn checked(document: &Document, folder: &Path) -> ChainReport {
    let folders = SkillFolders::new(folder);
    let skills: BTreeMap<String, Lookup> = chain::skills(document)
        .into_iter()
        .map(|name| {
            let found = folders.find(&name).map_or(Lookup::Missing, |(_, found)| found);
            (name, found)
        })
        .collect();
    let mut found = chain::check(document, &skills, &Prover);
    found.report.sort();
    found
}

/// The containment prover, in one direction, and the coercion of `run`.
struct Prover;

impl Oracle for Prover {
    fn contained(&self, source: &Schema, target: &Schema) -> Containment {
        let options = Options { formats: Formats::Annotate, ..Options::default() };
        match containment::relation(source, target, &options).backward {
            containment::Verdict::Holds => Containment::Holds,
            containment::Verdict::Refuted(witness) => Containment::Refuted(witness),
            containment::Verdict::Unknown { reason, .. } => Containment::Unknown(reason),
        }
    }

    fn converts(&self, value: &Value, kind: SkillType) -> bool {
        let given = Value::from_iter([("value", value.clone())]);
        let parameter = Parameter {
            name: "value".to_owned(),
            kind: Some(kind),
            type_text: kind.as_str().to_owned(),
            required: true,
            description: None,
            default: None,
            pointer: Pointer::root(),
        };
        let coerced = coerce_parameters(&[parameter], &given, Mode::Protocol);
        coerced.document.get("value").is_some_and(|value| kind.fits(value))
    }
}

fn report(found: &ChainReport) -> wire::ChainReport {
    wire::ChainReport {
        valid: !found.report.has_errors(),
        edges: found.edges.iter().map(edge).collect(),
        findings: findings(found),
    }
}

fn findings(found: &ChainReport) -> Vec<wire::Finding> {
    let live = found.report.live();
    live.map(|found| finding(&found.finding)).collect()
}

fn edge(edge: &Edge) -> wire::Edge {
    let (verdict, coercion, witness) = match &edge.verdict {
        Verdict::Proved => (EdgeVerdict::Proved, None, None),
        Verdict::Coercible(row) => (EdgeVerdict::Coercible, Some(row.clone()), None),
        Verdict::Refuted(witness) => (EdgeVerdict::Refuted, None, Some(witness.clone())),
        Verdict::Unknown => (EdgeVerdict::Unknown, None, None),
    };
    wire::Edge {
        reference: edge.reference.clone(),
        source: end(&edge.source),
        target: end(&edge.target),
        verdict,
        coercion,
        reason: edge.reason.clone(),
        line: edge.position.line as usize,
        column: edge.position.column as usize,
        witness,
    }
}

fn end(end: &End) -> EdgeEnd {
    EdgeEnd {
        step: end.step.clone(),
        skill: end.skill.clone(),
        field: end.field.clone(),
        type_: end.kind.clone(),
    }
}

fn text(found: &ChainReport, label: &str, quiet: bool) -> String {
    let mut out = String::new();
    let line = |text: &str| safe(text).replace('\n', "\\n");
    for edge in found.edges.iter().filter(|_| !quiet) {
        let style = match edge.verdict {
            Verdict::Proved => GOOD,
            Verdict::Coercible(_) => WARN,
            Verdict::Refuted(_) => BAD,
            Verdict::Unknown => DIM,
        };
        let how = match &edge.verdict {
            Verdict::Coercible(row) => row.clone(),
            _ => edge.reason.clone(),
        };
        let _ = writeln!(
            out,
            "{} {} -> {}: {}",
            paint(style, &format!("{:9}", edge.verdict.as_str())),
            line(&edge.source.words().unwrap_or_else(|| edge.reference.clone())),
            line(&edge.target.words().unwrap_or_default()),
            line(&how),
        );
    }
    for found in &found.report.found {
        let finding = &found.finding;
        let style = match finding.level {
            Level::Error => BAD,
            Level::Warning => WARN,
            Level::Info => continue,
        };
        let place = format!("{label}:{}", finding.position);
        let _ = writeln!(
            out,
            "{}: {} {}",
            paint(BOLD, &line(&place)),
            paint(style, finding.level.as_str()),
            line(&finding.message),
        );
        let fix = finding.fix.as_deref().map(|fix| format!("; {fix}")).unwrap_or_default();
        let _ = writeln!(out, "    {}", paint(DIM, &line(&format!("{}{fix}", finding.rule))));
    }
    if found.report.has_errors() {
        let _ = writeln!(out, "{}", paint(BAD, "the chain can't run until the errors are mended"));
    } else if !quiet {
        let is_unknown = |edge: &&Edge| matches!(edge.verdict, Verdict::Unknown);
        let verdict = match (found.steps.is_empty(), found.edges.iter().filter(is_unknown).count())
        {
            (true, _) => paint(WARN, "the chain has no steps"),
            (false, 0) => paint(GOOD, "each step can feed the next"),
            (false, unknown) => {
                let are = if unknown == 1 { "connection is" } else { "connections are" };
                let text =
                    format!("nothing is refuted; {unknown} {are} unknown until the chain runs");
                paint(WARN, &text)
            }
        };
        let _ = writeln!(out, "{verdict}");
    }
    out
}

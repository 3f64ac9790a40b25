//! `skillgen chain`: can each step of a chain feed the next? Types and paths are lint's, containment of
//! schemas is schema-diff's; they meet here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::ValueEnum;
use contract::text::safe;
use contract::{Contract, Document, Level, Schema};
use lint::chain::{self, ChainReport, Containment, Edge, End, Lookup, Oracle, Verdict};
use schema_diff::{Formats, Options};
use serde_json::{Map, Value, json};

use super::Outcome;
use super::check::finding;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::{self, References, RootedFiles};
use crate::render::json::Status;
use crate::render::style::{BAD, BOLD, DIM, GOOD, WARN, paint};

/// Arguments of `chain`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The chain: a YAML or JSON file with `chain:`, or the list of steps itself; `-` is standard input.
    #[arg(value_name = "CHAIN")]
    chain: String,
    /// The folder that holds the skills, NAME/SKILL.md each.
    #[arg(long, value_name = "DIR", default_value = ".")]
    skills: PathBuf,
    /// Print the chain as a graph instead.
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    graph: Option<Graph>,
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
    if args.graph.is_some() && ctx.global.format == Format::Json {
        bail!("--graph prints a graph, and no JSON; leave one of --graph and --format json out");
    }
    if !args.skills.is_dir() {
        bail!("{}: expected the folder of the skills", args.skills.display());
    }
    let (label, bytes) = input::data(&args.chain)?;
    let document = Document::guess(&label, &bytes)?;
    let skills: BTreeMap<String, Lookup> = chain::skills(&document)
        .into_iter()
        .map(|name| {
            let found = lookup(&args.skills, &name);
            (name, found)
        })
        .collect();
    let mut found = chain::check(&document, &skills, &Prover);
    found.report.sort();
    match args.graph {
        Some(Graph::Dot) => ctx.print_raw(chain::graph::dot(&found).as_bytes())?,
        Some(Graph::Mermaid) => ctx.print_raw(chain::graph::mermaid(&found).as_bytes())?,
        None if ctx.global.format == Format::Json => {
            ctx.print_json(Status::Ok, payload(&found))?;
        }
        None => ctx.print(&text(&found, &label, ctx.global.quiet))?,
    }
    Ok(Outcome::clean_if(!found.report.has_errors()))
}

/// The prover of schema-diff, asked in one direction.
struct Prover;

impl Oracle for Prover {
    fn contained(&self, source: &Schema, target: &Schema) -> Containment {
        let options = Options { formats: Formats::Annotate, ..Options::default() };
        match schema_diff::relation(source, target, &options).backward {
            schema_diff::Verdict::Holds => Containment::Holds,
            schema_diff::Verdict::Refuted(witness) => Containment::Refuted(witness),
            schema_diff::Verdict::Unknown { reason, .. } => Containment::Unknown(reason),
        }
    }
}

/// Finds a skill by its folder's name, or else by the name in its frontmatter.
fn lookup(folder: &Path, name: &str) -> Lookup {
    let plain =
        !name.is_empty() && !matches!(name, "." | "..") && !name.contains(['/', '\\', '\0']);
    if !plain {
        return Lookup::Missing;
    }
    let direct = folder.join(name);
    if skill_file(&direct).is_some() {
        return read(&direct);
    }
    let Ok(entries) = std::fs::read_dir(folder) else { return Lookup::Missing };
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let named =
        folders.iter().filter(|folder| skill_file(folder).is_some()).find_map(|folder| match read(
            folder,
        ) {
            Lookup::Known(contract) if contract.name == name => Some(Lookup::Known(contract)),
            _ => None,
        });
    named.unwrap_or(Lookup::Missing)
}

fn skill_file(folder: &Path) -> Option<PathBuf> {
    let file = folder.join("SKILL.md");
    std::fs::metadata(&file).is_ok().then_some(file)
}

fn read(folder: &Path) -> Lookup {
    let Some(file) = skill_file(folder) else { return Lookup::Missing };
    let label = file.display().to_string();
    let contract = input::file(&file, input::MAX_CONTRACT).and_then(|bytes| {
        let loader = RootedFiles::new(&file, &References::default())?;
        Ok(Contract::read(&label, &bytes, &loader)?)
    });
    match contract {
        Ok(contract) => Lookup::Known(Box::new(contract)),
        Err(error) => Lookup::Unreadable(crate::error::one_line(&format!("{error:#}"))),
    }
}

fn payload(found: &ChainReport) -> Map<String, Value> {
    let live = found.report.found.iter().filter(|found| found.suppressed.is_none());
    let findings: Vec<Value> = live.map(|found| finding(&found.finding)).collect();
    let mut payload = Map::new();
    payload.insert("valid".to_owned(), json!(!found.report.has_errors()));
    payload.insert("edges".to_owned(), found.edges.iter().map(edge).collect());
    payload.insert("findings".to_owned(), Value::Array(findings));
    payload
}

fn edge(edge: &Edge) -> Value {
    let mut value = json!({
        "reference": edge.reference,
        "source": end(&edge.source),
        "target": end(&edge.target),
        "verdict": edge.verdict.as_str(),
        "coercion": null,
        "reason": edge.reason,
        "line": edge.position.line,
        "column": edge.position.column,
    });
    match &edge.verdict {
        Verdict::Coercible(row) => value["coercion"] = json!(row),
        Verdict::Refuted(witness) => value["witness"] = witness.clone(),
        _ => {}
    }
    value
}

fn end(end: &End) -> Value {
    json!({"step": end.step, "skill": end.skill, "field": end.field, "type": end.kind})
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
        let skill = |end: &End| end.skill.clone().unwrap_or_else(|| "?".to_owned());
        let how = match &edge.verdict {
            Verdict::Coercible(row) => row.clone(),
            _ => edge.reason.clone(),
        };
        let _ = writeln!(
            out,
            "{} {}.{} -> {}.{}: {}",
            paint(style, &format!("{:9}", edge.verdict.as_str())),
            line(&skill(&edge.source)),
            line(&edge.source.field),
            line(&skill(&edge.target)),
            line(&edge.target.field),
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
        let _ = writeln!(out, "{}", paint(BAD, "the chain can't run as it stands"));
    } else if !quiet {
        let _ = writeln!(out, "{}", paint(GOOD, "each step can feed the next"));
    }
    out
}

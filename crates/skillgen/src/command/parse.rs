//! `skillgen parse [FILE…]`: a skill's stdout → the output envelope.

use std::io::{BufRead, Read, Write};

use anyhow::{Context as _, bail};
use rayon::prelude::*;
use runtime::parse::{Options, Report, SkillOutputParser, parse_line};
use serde_json::{Map, Value};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::json::{self, Status};

/// Arguments of `parse`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What the skill printed; `-` or nothing for standard input.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Only JSON counts: text without an envelope is a failure.
    #[arg(long)]
    no_legacy: bool,
    /// The confidence of legacy text that states none.
    #[arg(long, value_name = "0..1", default_value_t = 0.5)]
    default_confidence: f64,
    /// Fields that the contract does not name are failures.
    #[arg(long)]
    strict: bool,
    /// Read many outputs, each a line with one JSON string; print a report a line.
    #[arg(long)]
    batch: bool,
}

/// Parses the outputs and prints their reports.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    if !(0.0..=1.0).contains(&args.default_confidence) {
        bail!("--default-confidence {}: expected a number from 0 to 1", args.default_confidence);
    }
    let options = Options {
        legacy: !args.no_legacy,
        default_confidence: args.default_confidence,
        strict: args.strict,
    };
    let mut files = args.files;
    if files.is_empty() {
        files.push("-".to_owned());
    }
    if args.batch {
        let mut clean = true;
        for file in &files {
            clean &= batch(file, &options)?;
        }
        return Ok(Outcome::clean_if(clean));
    }
    let reports: Vec<(String, Report)> = files
        .into_iter()
        .map(|file| stream(&file, &options).map(|report| (file, report)))
        .collect::<anyhow::Result<_>>()?;
    print(&reports, ctx)?;
    Ok(Outcome::clean_if(reports.iter().all(|(_, r)| r.success)))
}

fn print(reports: &[(String, Report)], ctx: &Ctx) -> anyhow::Result<()> {
    let body = match reports {
        [(_, report)] => report.members(),
        several => {
            let rows: Vec<String> = several
                .iter()
                .map(|(file, r)| {
                    format!("{{\"path\":{},{}}}", Value::from(file.as_str()), r.members())
                })
                .collect();
            let success = several.iter().all(|(_, r)| r.success);
            format!("\"success\":{success},\"results\":[{}]", rows.join(","))
        }
    };
    // The reports are text already: an output of any size goes through as it stands.
    let mut text = "{".to_owned();
    if ctx.global.format == Format::Json {
        let envelope = json::envelope(Status::Ok, None, Map::new()).to_string();
        text.push_str(envelope.trim_start_matches('{').trim_end_matches('}'));
        text.push(',');
    }
    text.push_str(&body);
    text.push_str("}\n");
    ctx.print_raw(text.as_bytes())
}

/// Reads standard input or a file; pipes and devices that the user names are read to their end.
fn open(file: &str) -> anyhow::Result<Box<dyn Read>> {
    if file == "-" {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let path = std::path::Path::new(file);
    let meta = std::fs::metadata(path).with_context(|| format!("{file}: can't be read"))?;
    if meta.is_dir() {
        bail!("{file}: is a folder; expected what a skill printed");
    }
    let open = std::fs::File::open(path).with_context(|| format!("{file}: can't be read"))?;
    Ok(Box::new(open))
}

fn stream(file: &str, options: &Options) -> anyhow::Result<Report> {
    let mut source = open(file)?;
    let mut parser = SkillOutputParser::new(options);
    let mut piece = vec![0; 1 << 16];
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(parser.finish()),
            Ok(count) => parser.push(&piece[..count]),
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e).with_context(|| format!("{file}: can't be read")),
        }
    }
}

/// Outputs that are parsed at once before their reports are printed.
const ROUND: usize = 4096;
/// Below this many bytes a thread pool costs more than it saves.
const WORTH_THREADS: usize = 1 << 18;

fn batch(file: &str, options: &Options) -> anyhow::Result<bool> {
    let mut source = std::io::BufReader::new(open(file)?);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut clean = true;
    loop {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let mut size = 0;
        while lines.len() < ROUND && size < (64 << 20) {
            let mut line = Vec::new();
            let count = source
                .read_until(b'\n', &mut line)
                .with_context(|| format!("{file}: can't be read"))?;
            if count == 0 {
                break;
            }
            size += count;
            lines.push(line);
        }
        if lines.is_empty() {
            break;
        }
        let report = |line: &Vec<u8>| {
            let report = parse_line(line, options);
            (report.success, report.to_json())
        };
        let reports: Vec<(bool, String)> = if size < WORTH_THREADS {
            lines.iter().map(report).collect()
        } else {
            lines.par_iter().map(report).collect()
        };
        for (success, text) in reports {
            clean &= success;
            writeln!(out, "{text}")?;
        }
    }
    out.flush()?;
    Ok(clean)
}

//! `skillgen parse [FILE…]`: converts a skill's stdout to the output envelope.

use std::io::{BufRead, Read, Write};

use anyhow::{Context as _, bail};
use rayon::prelude::*;
use runtime::parse::{Method, Options, Report, SkillOutputParser, parse, parse_line};
use runtime::repair::almost_json;
use serde_json::Value;

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::render::indented::Indented;
use crate::render::json::{self, Status};

/// Arguments of `parse`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The skill's output; `-` or nothing for standard input. The text may have any size; a JSON object of more than
    /// 64 MiB is refused.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Fail if the text holds no JSON envelope.
    #[arg(long)]
    no_legacy: bool,
    /// Use this confidence where legacy text states none.
    #[arg(long, value_name = "0..1", default_value_t = 0.5)]
    default_confidence: f64,
    /// Fail on fields that the contract does not declare, and on error codes that are not UPPER_SNAKE_CASE.
    #[arg(long)]
    strict: bool,
    /// The script's exit code: it decides whether legacy text is a success [default: the text decides].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    exit_code: Option<i32>,
    /// Read an object that is almost JSON: single quotes, unquoted names, comments, trailing commas, `True` and
    /// `None`. A note says what was repaired [default: a note says that --repair would help].
    #[arg(long, conflicts_with = "no_legacy")]
    repair: bool,
    /// Read one output per line, as a JSON string; print one report per line.
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
        exit_code: args.exit_code,
    };
    let options = Settings { options, repair: args.repair };
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
    let reports: Vec<(String, Parsed)> = files
        .into_iter()
        .map(|file| stream(&file, &options).map(|report| (file, report)))
        .collect::<anyhow::Result<_>>()?;
    print(&reports, ctx)?;
    Ok(Outcome::clean_if(reports.iter().all(|(_, parsed)| parsed.report.success)))
}

/// The options of reading.
struct Settings {
    options: Options,
    /// Whether almost-JSON is repaired.
    repair: bool,
}

/// The result for one output.
struct Parsed {
    report: Report,
    /// A note about how it was read.
    notes: Vec<String>,
}

impl From<Report> for Parsed {
    fn from(report: Report) -> Parsed {
        Parsed { report, notes: Vec::new() }
    }
}

impl Settings {
    /// The report, if a text without JSON may contain almost-JSON.
    fn repaired(&self, report: Report, text: &[u8]) -> Parsed {
        let notes = if report.method == Method::Legacy { Vec::new() } else { repeated_keys(text) };
        if !notes.is_empty() {
            return Parsed { report, notes };
        }
        let has_object = report.method != Method::Json && text.contains(&b'{');
        let almost = if has_object { almost_json(&String::from_utf8_lossy(text)) } else { None };
        let Some(almost) = almost else { return report.into() };
        let faults = almost.faults.join(", ");
        if !self.repair {
            let note = format!("line {}: almost JSON ({faults}); --repair reads it", almost.line);
            return Parsed { report, notes: vec![note] };
        }
        let note = format!("line {}: read as JSON after repair ({faults})", almost.line);
        Parsed { report: parse(almost.json.as_bytes(), &self.options), notes: vec![note] }
    }
}

/// Repeated names in one object of an output: JSON parsers use the last value, as `parse` does.
fn repeated_keys(text: &[u8]) -> Vec<String> {
    const SHOWN: usize = 10;
    let start = text.iter().position(|byte| *byte == b'{').unwrap_or_default();
    let lines = text[..start].iter().filter(|byte| **byte == b'\n').count();
    let Ok(document) = contract::Document::json("-", &text[start..]) else { return Vec::new() };
    let note = |(pointer, place): &(contract::Pointer, contract::Position)| {
        let name = pointer.last().unwrap_or_default();
        let line = lines + place.line as usize;
        format!("line {line}: the key `{name}` occurs twice in one object; the last one counts")
    };
    document.duplicate_keys().iter().take(SHOWN).map(note).collect()
}

/// Prints the reports, which are already text, so that outputs of any size are not copied. The helper envelope is
/// indented, as in the other commands.
fn print(reports: &[(String, Parsed)], ctx: &Ctx) -> anyhow::Result<()> {
    let out = std::io::BufWriter::new(std::io::stdout().lock());
    match ctx.global.format {
        Format::Json => write(reports, true, &mut Indented::new(out)),
        _ => write(reports, false, &mut { out }),
    }
}

fn write(
    reports: &[(String, Parsed)],
    is_envelope: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    out.write_all(b"{")?;
    if is_envelope {
        let envelope = serde_json::to_string(&json::envelope(Status::Ok, None))?;
        out.write_all(envelope.trim_start_matches('{').trim_end_matches('}').as_bytes())?;
        out.write_all(b",")?;
    }
    if let [(_, parsed)] = reports {
        members(parsed, out)?;
    } else {
        let success = reports.iter().all(|(_, parsed)| parsed.report.success);
        write!(out, "\"success\":{success},\"results\":[")?;
        for (index, (file, parsed)) in reports.iter().enumerate() {
            out.write_all(if index > 0 { b",{\"path\":" } else { b"{\"path\":" })?;
            plain(&Value::from(file.as_str()).to_string(), out)?;
            out.write_all(b",")?;
            members(parsed, out)?;
            out.write_all(b"}")?;
        }
        out.write_all(b"]")?;
    }
    out.write_all(b"}\n")?;
    out.flush()?;
    Ok(())
}

fn members(parsed: &Parsed, out: &mut impl Write) -> std::io::Result<()> {
    parsed.report.members().iter().try_for_each(|piece| plain(piece, out))?;
    if parsed.notes.is_empty() {
        return Ok(());
    }
    out.write_all(b",\"notes\":")?;
    plain(&Value::from(parsed.notes.clone()).to_string(), out)
}

/// Writes JSON with control characters as `\u` escapes, which mean the same: they occur in strings only.
fn plain(json: &str, out: &mut impl Write) -> std::io::Result<()> {
    let mut rest = json;
    while let Some(at) = rest.find(contract::text::steers) {
        out.write_all(&rest.as_bytes()[..at])?;
        let Some(c) = rest[at..].chars().next() else { break };
        write!(out, "\\u{:04x}", u32::from(c))?;
        rest = &rest[at + c.len_utf8()..];
    }
    out.write_all(rest.as_bytes())
}

/// Reads standard input or a file. A FIFO is rejected, because opening it waits for a writer, and so are devices, which
/// may never end; the pipes of a shell's `<(…)` are accepted.
fn open(file: &str) -> anyhow::Result<Box<dyn Read>> {
    if file == "-" {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let path = std::path::Path::new(file);
    let meta = std::fs::metadata(path).with_context(|| format!("{file}: can't be read"))?;
    if meta.is_dir() {
        bail!("{file}: is a folder; expected what a skill printed");
    }
    use std::os::unix::fs::FileTypeExt as _;
    if meta.file_type().is_fifo() && !crate::input::is_from_shell(path) {
        bail!("{file}: is a FIFO, which may never end; read it with `- < {file}`");
    }
    let is_endless = meta.file_type().is_char_device() || meta.file_type().is_block_device();
    if is_endless && !crate::input::is_from_shell(path) && path != std::path::Path::new("/dev/null")
    {
        bail!("{file}: is a device, which may never end; read it with `- < {file}`");
    }
    if meta.len() > LONGEST && meta.is_file() {
        bail!("{file}: {} MB; at most {} MB are read", meta.len() >> 20, LONGEST >> 20);
    }
    let open = std::fs::File::open(path).with_context(|| format!("{file}: can't be read"))?;
    Ok(Box::new(open))
}

fn stream(file: &str, settings: &Settings) -> anyhow::Result<Parsed> {
    let mut source = open(file)?;
    let mut parser = SkillOutputParser::new(&settings.options);
    let mut kept = Vec::new();
    let mut piece = vec![0; 1 << 16];
    let mut total = 0;
    loop {
        match source.read(&mut piece) {
            Ok(0) => return Ok(settings.repaired(parser.finish(), &kept)),
            Ok(count) => {
                total += count as u64;
                if total > LONGEST {
                    let most = LONGEST >> 20;
                    let message = format!("The output is longer than {most} MiB");
                    return Ok(Report::failed(message).into());
                }
                if total <= LARGEST_REPAIR {
                    kept.extend_from_slice(&piece[..count]);
                } else {
                    kept = Vec::new();
                }
                parser.push(&piece[..count]);
            }
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e).with_context(|| format!("{file}: can't be read")),
        }
    }
}

/// The maximum size of an output that is searched for almost-JSON.
const LARGEST_REPAIR: u64 = 4 << 20;
/// The maximum size of an output, because a device has no end.
const LONGEST: u64 = 1 << 30;
/// The maximum length of a line of a batch; a longer one gives a failed report.
const LONGEST_LINE: usize = 128 << 20;
/// The number of outputs that are parsed before their reports are printed.
const ROUND: usize = 4096;
/// Below this many bytes, a thread pool costs more than it saves.
const WORTH_THREADS: usize = 1 << 18;

fn batch(file: &str, settings: &Settings) -> anyhow::Result<bool> {
    let mut source = std::io::BufReader::new(open(file)?);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut clean = true;
    loop {
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let mut size = 0;
        while lines.len() < ROUND && size < (64 << 20) {
            let Some(line) = line(&mut source).with_context(|| format!("{file}: can't be read"))?
            else {
                break;
            };
            size += line.len();
            lines.push(line);
        }
        if lines.is_empty() {
            break;
        }
        let report = |line: &Vec<u8>| {
            if line.len() > LONGEST_LINE {
                let most = LONGEST_LINE >> 20;
                let message = format!("The line is longer than {most} MiB: parse it on its own");
                return Report::failed(message).into();
            }
            let report = parse_line(line, &settings.options);
            match serde_json::from_slice::<String>(line) {
                Ok(text) if text.len() as u64 <= LARGEST_REPAIR => {
                    settings.repaired(report, text.as_bytes())
                }
                Err(_) if report.method == Method::Json && line.len() as u64 <= LARGEST_REPAIR => {
                    settings.repaired(report, line)
                }
                _ => report.into(),
            }
        };
        let reports: Vec<Parsed> = if size < WORTH_THREADS {
            lines.iter().map(report).collect()
        } else {
            lines.par_iter().map(report).collect()
        };
        for report in reports {
            clean &= report.report.success;
            out.write_all(b"{")?;
            members(&report, &mut out)?;
            out.write_all(b"}\n")?;
        }
    }
    out.flush()?;
    Ok(clean)
}

/// The next line, with its end; of one that is too long, the part that shows it. `None` at the end of the
/// text.
fn line(source: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = LONGEST_LINE as u64 + 1;
    if source.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
        skip_line(source)?;
    }
    Ok(Some(line))
}

fn skip_line(source: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let piece = source.fill_buf()?;
        let end = piece.iter().position(|b| *b == b'\n');
        let taken = end.map_or(piece.len(), |at| at + 1);
        let last = end.is_some() || piece.is_empty();
        source.consume(taken);
        if last {
            return Ok(());
        }
    }
}

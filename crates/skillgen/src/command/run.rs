//! `skillgen run SKILL [-- ARGS]`: executes a skill's script by the validation protocol. Inputs are
//! coerced and validated before it, its output is parsed and validated after it, and outputs of cacheable
//! skills are stored.

mod outcome;
mod process;
pub(super) mod script;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use contract::{Contract, Document, Role, SourceKind};
use runtime::cache::{Entry, Key};
use runtime::coerce::Mode;
use runtime::parse::{self, Options};
use runtime::protocol::{Judgement, Subject, judge, judge_given};
use runtime::validate::{Formats, Validator};
use serde_json::{Map, Value};

use super::Outcome;
use super::cache::{self, DEFAULT_FOLDER, Files, Lookup, Store};
use super::validate::CoerceName;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::References;
use crate::wire::run::ErrorCode;
use crate::{clock, input};
use outcome::{Ended, Failure};

pub(super) use outcome::Done;

/// Arguments of `run`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The skill: its folder, its SKILL.md, or one of its scripts. A script that prints more than 16 MiB fails.
    skill: PathBuf,
    /// The inputs, JSON or YAML; `-` for standard input [default: none].
    #[arg(long, value_name = "FILE")]
    input: Option<String>,
    /// The script to run if the skill has several, relative to the skill's folder.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// Arguments for the script.
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

/// How a skill is run, alone or in a chain.
#[derive(clap::Args)]
pub(crate) struct Limits {
    /// Coerce the inputs before they are validated; each change is reported.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, default_value = "protocol", default_missing_value = "protocol", require_equals = true)]
    coerce: CoerceName,
    /// Don't read or write the cache.
    #[arg(long)]
    no_cache: bool,
    /// Use this cache folder. Entries that other users wrote are ignored.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    cache_dir: PathBuf,
    /// End the script and its child processes after this many seconds. Children that left its process group are ended
    /// on Linux only.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    timeout: f64,
}

impl Limits {
    /// # Errors
    /// The time is out of range.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        if !(self.timeout > 0.0 && self.timeout <= 86_400.0) {
            bail!("--timeout {}: expected seconds, more than 0 and at most 86400", self.timeout);
        }
        Ok(())
    }
}

/// A skill to run.
pub(super) struct Skill {
    contract: Contract,
    input: Option<Validator>,
    output: Option<Validator>,
    script: PathBuf,
    /// The folder of the skill.
    folder: PathBuf,
}

/// Runs the skill and prints its output, or the standard error response.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    args.limits.check()?;
    let skill = open(&args.skill, args.script.as_deref())?;
    let given = inputs(args.input.as_deref())?;
    let done = execute(&skill, given.value(), &args.limits, &args.args, ctx)?;
    done.print(ctx)?;
    Ok(Outcome::clean_if(done.is_success()))
}

/// Opens a skill: its contract, and the requested or found script.
pub(super) fn open(given: &Path, asked: Option<&Path>) -> anyhow::Result<Skill> {
    let meta =
        std::fs::metadata(given).with_context(|| format!("{}: can't be read", given.display()))?;
    let markdown = given.extension().is_some_and(|e| e.eq_ignore_ascii_case("md"));
    let parent = crate::paths::folder_of(given);
    let (folder, named) = if meta.is_dir() {
        (given, None)
    } else if markdown {
        (parent, None)
    } else {
        (script::folder_of(parent), Some(given.to_owned()))
    };
    let contract = contract_of(folder, if markdown { Some(given) } else { None })?;
    let script = match (asked, named) {
        (Some(path), _) => folder.join(path),
        (None, Some(path)) => path,
        (None, None) => script::find(folder)?,
    };
    if !script.is_file() {
        bail!("{}: no such script", script.display());
    }
    let validator = |role: Role| {
        contract.schemas.get(&role).map(|schema| Validator::new(schema, Formats::Assert))
    };
    let (input, output) = (validator(Role::Input), validator(Role::Output));
    Ok(Skill { input, output, contract, script, folder: folder.to_owned() })
}

/// The contract of a folder. A package has its own schemas; checks and cache settings are in its
/// SKILL.md.
pub(super) fn contract_of(folder: &Path, markdown: Option<&Path>) -> anyhow::Result<Contract> {
    let file = folder.join("SKILL.md");
    let file = markdown.unwrap_or(&file);
    let front = match file.is_file() {
        true => Some(input::contract(&file.to_string_lossy(), &References::default())?),
        false => None,
    };
    if markdown.is_none() && folder.join("assets/runner.json").is_file() {
        let mut package = input::contract(&folder.to_string_lossy(), &References::default())?;
        if let Some(front) = front {
            package.pre_checks = front.pre_checks;
            package.post_checks = front.post_checks;
            package.cacheable = front.cacheable;
            package.cache_ttl_minutes = front.cache_ttl_minutes;
        }
        return Ok(package);
    }
    front.with_context(|| format!("{}: no SKILL.md there", folder.display()))
}

/// Runs a skill on its inputs: validation, the cache or the script, validation.
pub(super) fn execute(
    skill: &Skill,
    given: &Value,
    limits: &Limits,
    args: &[OsString],
    ctx: &Ctx,
) -> anyhow::Result<Done> {
    let mut done = Done::default();
    let Some(prepared) = prepare(skill, given, limits.coerce.mode(), &mut done)? else {
        return Ok(done);
    };
    let store = Store::new(&limits.cache_dir);
    let caches = skill.contract.cacheable && !limits.no_cache;
    let mut kept = if caches { kept(skill, given, limits, args, ctx)? } else { None };
    // A parallel run with the same key is awaited, and its output is used. The lock ends with its process, even if it
    // is killed.
    let lock = kept.as_ref().map(|(key, _)| store.lock_key(key)).transpose();
    let _lock = lock.unwrap_or_else(|error| {
        ctx.note(&format!("{error:#}; the cache is not used"));
        kept = None;
        None
    });
    if let Some((key, context)) = &kept
        && let Some((output, judgement)) = cached(skill, &store, key, context, &prepared, ctx)?
    {
        done.cached = true;
        done.output = Some(output);
        done.add_judgement(skill, Role::Output, judgement);
        return Ok(done);
    }
    let timeout = Duration::from_secs_f64(limits.timeout);
    let ended = match process::run(&skill.script, args, &prepared, timeout)? {
        Ok(ended) => ended,
        Err(failure) => {
            done.failure = Some(failure);
            return Ok(done);
        }
    };
    done.exit_code = ended.code;
    after(skill, &prepared, &ended, &mut done)?;
    if let (Some((key, context)), Some(output)) = (&kept, &done.output)
        && done.is_success()
    {
        let ttl = skill.contract.cache_ttl_minutes.unwrap_or(0.0);
        let entry = Entry::new(key, context, output, clock::now(), ttl);
        if let Err(e) = store.put(key, entry) {
            ctx.note(&format!("{e:#}; the output is not kept"));
        }
    }
    Ok(done)
}

/// The key of a run and the context of its output; `None` if some of the skill's files can't be compared, because then
/// outdated outputs can't be detected.
fn kept(
    skill: &Skill,
    given: &Value,
    limits: &Limits,
    args: &[OsString],
    ctx: &Ctx,
) -> anyhow::Result<Option<(Key, String)>> {
    let key = Key::new(&skill.contract.name, given)?;
    let files =
        Files { folder: &skill.folder, script: Some(&skill.script), cache: &limits.cache_dir };
    match cache::context(&skill.contract, &files, args, given) {
        Ok(context) => Ok(Some((key, context))),
        Err(error) => {
            ctx.note(&format!("{error:#}; the cache is not used"));
            Ok(None)
        }
    }
}

/// The stored output with its verdict, if it is valid under the present contract. An unusable cache doesn't prevent the run.
fn cached(
    skill: &Skill,
    store: &Store,
    key: &Key,
    context: &str,
    prepared: &Value,
    ctx: &Ctx,
) -> anyhow::Result<Option<(Value, Judgement)>> {
    match store.get(key, context, clock::now()) {
        Ok(Lookup::Entry(entry)) => {
            let subject = subject(skill, Role::Output, prepared.as_object());
            let judgement = judge(&subject, &entry.output)?;
            let Some(error) = judgement.errors.first() else {
                return Ok(Some((entry.output, judgement)));
            };
            ctx.note(&format!("{key}: {}; the cached output is not used", error.issue.message));
        }
        Ok(Lookup::Unusable(why)) => ctx.note(&why),
        Ok(Lookup::Nothing) => {}
        Err(e) => ctx.note(&format!("{e:#}; the cache is not used")),
    }
    Ok(None)
}

fn inputs(spec: Option<&str>) -> anyhow::Result<Document> {
    match spec {
        None => Ok(Document::from_value("-", Value::Object(Map::new()))),
        Some("-") if std::io::stdin().is_terminal() => {
            bail!("--input -: standard input is a terminal; name a file or pipe the inputs in")
        }
        Some(spec) => {
            input::refuse_text(spec, "--input -")?;
            let (label, bytes) = input::data(spec)?;
            Ok(Document::guess(&label, &bytes)?)
        }
    }
}

/// Before the script: coercion, defaults, the protocol's checks. `None` if the input is rejected.
fn prepare(
    skill: &Skill,
    given: &Value,
    mode: Mode,
    done: &mut Done,
) -> anyhow::Result<Option<Value>> {
    let subject = Subject { given: Some(given), ..subject(skill, Role::Input, None) };
    let (coerced, judgement) = judge_given(&subject, given, mode)?;
    let prepared = coerced.document;
    done.changes = coerced.changes;
    let refused = !judgement.errors.is_empty();
    if refused {
        done.failure = Some(Failure::input(&subject, &judgement));
    }
    done.add_judgement(skill, Role::Input, judgement);
    Ok((!refused).then_some(prepared))
}

/// The rejection of inputs, without a run, if some of them come `later`: missing ones, or ones of another type.
pub(super) fn refusal(
    skill: &Skill,
    given: &Value,
    later: &[&str],
    limits: &Limits,
) -> anyhow::Result<Option<Done>> {
    let mut done = Done::default();
    let subject = Subject { given: Some(given), ..subject(skill, Role::Input, None) };
    let (_, mut judgement) = judge_given(&subject, given, limits.coerce.mode())?;
    judgement.errors.retain(|judged| match judged.issue.keyword.as_str() {
        "required" => !judged.issue.expected.as_str().is_some_and(|name| later.contains(&name)),
        keyword => later.is_empty() || keyword == "type",
    });
    judgement.checks.clear();
    if judgement.errors.is_empty() {
        return Ok(None);
    }
    done.failure = Some(Failure::input(&subject, &judgement));
    done.add_judgement(skill, Role::Input, judgement);
    Ok(Some(done))
}

fn subject<'a>(
    skill: &'a Skill,
    role: Role,
    inputs: Option<&'a Map<String, Value>>,
) -> Subject<'a> {
    let validator = match role {
        Role::Output => skill.output.as_ref(),
        Role::Input | Role::Parameter => skill.input.as_ref(),
    };
    Subject { contract: &skill.contract, role, validator, inputs, given: None }
}

/// Whether the outputs of the contract are the fields of skill-output-v1, which a legacy text has, too.
fn returns_envelope(contract: &Contract) -> bool {
    const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];
    contract.parameters.get(&Role::Output).is_some_and(|outputs| {
        outputs.iter().any(|p| p.name == FIELDS[0])
            && outputs.iter().all(|p| FIELDS.contains(&p.name.as_str()))
    })
}

/// After the script: parses and validates its output.
fn after(skill: &Skill, inputs: &Value, ended: &Ended, done: &mut Done) -> anyhow::Result<()> {
    let own_contract = skill.output.is_some() || skill.contract.kind == SourceKind::Package;
    let object = own_contract.then(|| parse::last_object(&ended.stdout)).flatten();
    let (output, problem) = if let Some(text) = object {
        (Some(Document::json("stdout", text.as_bytes())?), None)
    } else if own_contract && !returns_envelope(&skill.contract) {
        (None, Some("the script printed no JSON object".to_owned()))
    } else {
        let options = Options { exit_code: ended.code, ..Options::default() };
        let report = parse::parse(&ended.stdout, &options);
        let messages: Vec<&str> = report.errors.iter().map(|e| e.message.as_str()).collect();
        let problem = (!report.success).then(|| messages.join("; "));
        done.parse_method = Some(report.method.into());
        (Some(Document::json("stdout", report.output.as_bytes())?), problem)
    };
    let value = output.as_ref().map(Document::value);
    if ended.code != Some(0) {
        done.failure = Some(Failure::exit(ended, value));
    } else if let Some(problem) = problem {
        done.failure =
            Some(Failure::new(ErrorCode::InternalError, "The output can't be used", vec![problem]));
    }
    let Some(value) = value else { return Ok(()) };
    let judgement: Judgement = judge(&subject(skill, Role::Output, inputs.as_object()), value)?;
    if done.failure.is_none() && !judgement.errors.is_empty() {
        let subject = subject(skill, Role::Output, inputs.as_object());
        // An error response is not the output that the contract describes: its reason comes first.
        done.failure = Some(match Failure::reported(value) {
            Some(failure) => failure.with_violations(&judgement),
            None => Failure::output(&subject, &judgement),
        });
    }
    done.add_judgement(skill, Role::Output, judgement);
    done.output = Some(value.clone());
    Ok(())
}

//! `skillgen cache key|get|put|purge`: outputs of cacheable skills, kept as files.

mod context;
mod store;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use contract::text::safe;
use contract::{Contract, Document, Role};
use runtime::cache::{Entry, Key};
use runtime::protocol::{Judgement, Subject};
use serde_json::Value;

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::References;
use crate::render::issues;
use crate::render::json::{Status, text as json_text};
use crate::wire::cache::{CacheReport, ValidationFailure};
use crate::{clock, input};

pub(crate) use context::{Files, context};
use context::{judge_inputs, judge_output};
pub(crate) use store::{Lookup, Store};

/// Where entries are kept unless `--cache-dir` says otherwise.
pub(crate) const DEFAULT_FOLDER: &str = "session/current/cache";

/// Arguments of `cache`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Print the cache key of a skill and its inputs.
    Key(EntryArgs),
    /// Print the stored output; exit 1 if there is none.
    Get(EntryArgs),
    /// Store an output; exit 1 if the skill is not cacheable, or its contract refuses the inputs or the output.
    Put {
        #[command(flatten)]
        place: EntryArgs,
        /// The output, JSON or YAML; `-` for standard input.
        #[arg(long, value_name = "FILE")]
        output: String,
    },
    /// Remove entries.
    Purge {
        /// Remove only entries that can't be used any more.
        #[arg(long)]
        expired: bool,
        /// Use this cache folder. Entries that other users wrote are ignored.
        #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
        cache_dir: PathBuf,
    },
}

#[derive(clap::Args)]
struct EntryArgs {
    /// The skill: its folder or its SKILL.md.
    skill: String,
    /// The inputs, not coerced, JSON or YAML; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    input: String,
    /// Use this cache folder. Entries that other users wrote are ignored.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    cache_dir: PathBuf,
}

/// Runs the action.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    match args.action {
        Action::Key(place) => {
            let (_, key, _) = key(&place)?;
            let text = format!("{}\n", contract::text::line(&key.to_string()));
            print(ctx, &text, &CacheReport::CacheKey { key: key.to_string() })?;
            Ok(Outcome::Clean)
        }
        Action::Get(place) => get(&place, ctx),
        Action::Put { place, output } => put(&place, &output, ctx),
        Action::Purge { expired, cache_dir } => {
            let removed = Store::new(&cache_dir).purge(expired.then(clock::now))?;
            ctx.note(&format!("{removed} removed from {}", cache_dir.display()));
            print(ctx, "", &CacheReport::Purged { removed })?;
            Ok(Outcome::Clean)
        }
    }
}

fn print(ctx: &Ctx, text: &str, report: &CacheReport) -> anyhow::Result<()> {
    if ctx.global.format == Format::Json {
        return ctx.print_json(Status::Ok, report);
    }
    if text.is_empty() { Ok(()) } else { ctx.print_raw(text.as_bytes()) }
}

/// The contract of a skill: a folder means its SKILL.md.
pub(crate) fn skill(spec: &str) -> anyhow::Result<Contract> {
    let path = Path::new(spec);
    if path.is_dir() {
        let file = path.join("SKILL.md");
        return input::contract(&file.to_string_lossy(), &References::default());
    }
    input::contract(spec, &References::default())
}

/// The context of an output of a skill: of its one script, without arguments.
fn plain_context(place: &EntryArgs, contract: &Contract, inputs: &Value) -> anyhow::Result<String> {
    let path = Path::new(&place.skill);
    let folder = if path.is_dir() { path } else { crate::paths::folder_of(path) };
    // A skill without a script, or with several: `run --script` creates its outputs.
    let script = super::run::script::find(folder).ok();
    let files = Files { folder, script: script.as_deref(), cache: &place.cache_dir };
    context(contract, &files, &[], inputs)
}

fn key(place: &EntryArgs) -> anyhow::Result<(Contract, Key, Value)> {
    let contract = skill(&place.skill)?;
    let (label, bytes) = input::data(&place.input)?;
    let inputs = Document::guess(&label, &bytes)?;
    contract::source::ambiguous::refuse_in(&inputs)?;
    if !inputs.value().is_object() {
        bail!(
            "{label}: expected the inputs as one object, found {}",
            contract::value::kind(inputs.value())
        );
    }
    let key = Key::new(&contract.name, inputs.value()).with_context(|| label)?;
    Ok((contract, key, inputs.value().clone()))
}

fn get(place: &EntryArgs, ctx: &Ctx) -> anyhow::Result<Outcome> {
    let (contract, key, inputs) = key(place)?;
    let context = plain_context(place, &contract, &inputs)?;
    let mut found = Store::new(&place.cache_dir).get(&key, &context, clock::now())?;
    if let Lookup::Entry(entry) = &found {
        let (prepared, _) = judge_inputs(&contract, &inputs)?;
        let judgement = judge_output(&contract, &prepared, &entry.output)?;
        if let Some(error) = judgement.errors.first() {
            let why = &error.issue.message;
            found = Lookup::Unusable(format!("{key}: {why}; the entry is not used"));
        } else {
            note_warnings(&key.to_string(), &judgement, ctx);
        }
    }
    match found {
        Lookup::Entry(entry) => {
            let text = json_text(&entry.output);
            let report = CacheReport::CachedOutput { key: entry.key, output: entry.output };
            print(ctx, &text, &report)?;
            Ok(Outcome::Clean)
        }
        miss => {
            if let Lookup::Unusable(why) = &miss {
                ctx.note(why);
            }
            let report = CacheReport::CachedOutput { key: key.to_string(), output: Value::Null };
            print(ctx, "", &report)?;
            Ok(Outcome::Findings)
        }
    }
}

/// Writes the warnings about an output to stderr.
fn note_warnings(label: &str, judgement: &Judgement, ctx: &Ctx) {
    for warning in &judgement.warnings {
        ctx.note(&safe(&format!("{label}: {}", warning.issue.message)));
    }
}

fn put(place: &EntryArgs, output: &str, ctx: &Ctx) -> anyhow::Result<Outcome> {
    if place.input == "-" && output == "-" {
        bail!("--input and --output are both `-`; standard input can be read once");
    }
    let (contract, key, inputs) = key(place)?;
    let refuse = |label: &str, why: &str, failure: Option<ValidationFailure>| {
        ctx.note(&safe(&format!("{label}: {why}; nothing is kept")));
        let (key, message) = (key.to_string(), Some(format!("{label}: {why}")));
        let report =
            CacheReport::StoredEntry { key, path: None, message, validation_error: failure };
        print(ctx, "", &report)?;
        Ok(Outcome::Findings)
    };
    let first = |role: Role, judgement: &Judgement| {
        let failure = judgement.errors.iter().find_map(|judged| judged.failure.as_ref())?;
        let subject =
            Subject { contract: &contract, role, validator: None, inputs: None, given: None };
        Some(issues::failure(&subject, failure))
    };
    if !contract.cacheable {
        return refuse(&place.skill, "not `cacheable: true`", None);
    }
    // `run` would not have executed the skill.
    let (prepared, refused) = judge_inputs(&contract, &inputs)?;
    if let Some(error) = refused.errors.first() {
        return refuse(&place.input, &error.issue.message, first(Role::Input, &refused));
    }
    let (label, bytes) = input::data(output)?;
    let output = Document::guess(&label, &bytes)?;
    contract::source::ambiguous::refuse_in(&output)?;
    let judgement = judge_output(&contract, &prepared, output.value())?;
    if let Some(error) = judgement.errors.first() {
        return refuse(&label, &error.issue.message, first(Role::Output, &judgement));
    }
    note_warnings(&label, &judgement, ctx);
    let ttl = contract.cache_ttl_minutes.unwrap_or(0.0);
    if ttl <= 0.0 {
        ctx.note(&format!(
            "{}: cache_ttl_minutes is not a number above 0; the entry expires at once",
            place.skill
        ));
    }
    let context = plain_context(place, &contract, &inputs)?;
    let entry = Entry::new(&key, &context, output.value(), clock::now(), ttl);
    let path = Store::new(&place.cache_dir).put(&key, entry)?;
    let path = Some(path.to_string_lossy().into_owned());
    let key = key.to_string();
    let report = CacheReport::StoredEntry { key, path, message: None, validation_error: None };
    print(ctx, "", &report)?;
    Ok(Outcome::Clean)
}

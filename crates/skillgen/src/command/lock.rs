//! `skillgen lock`: writes what an MCP server offers into the repository, as a contract. `skillgen diff
//! --against lock` compares with it.

use std::path::Path;

use anyhow::bail;
use contract::mcp::{ListKind, lock};
use contract::{Contract, Document, NoFiles};

use super::Outcome;
use crate::args::Format;
use crate::context::Ctx;
use crate::input::References;
use crate::mcp_client::{self, ServerArgs};
use crate::render;
use crate::render::json::Status;
use crate::wire::lock::{LockReport, LockState as State};

/// The default file.
pub(super) const DEFAULT_FILE: &str = "mcp.lock.json";

/// Arguments of `lock`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A `tools/list` result, a list of tools (MCP, Anthropic, OpenAI or Gemini), a JSON-RPC response or a server card;
    /// `-` for standard input.
    #[arg(value_name = "FILE", required_unless_present = "server", conflicts_with = "server")]
    source: Option<String>,
    #[command(flatten)]
    server: ServerArgs,
    /// Write the lock to this file; `-` prints it.
    #[arg(long, value_name = "FILE", default_value = DEFAULT_FILE)]
    out: String,
    /// Write nothing; exit 1 if the lock is missing or differs.
    #[arg(long)]
    check: bool,
}

/// Writes, prints or checks the lock.
pub(crate) fn run(args: Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text, Format::Json])?;
    if args.check && args.out == "-" {
        bail!("--check with --out -: there is no lock to check; name the file");
    }
    let (text, contract) = match (&args.server.server, &args.source) {
        (Some(command), _) => mcp_client::ask(command, &args.server, ctx)?,
        (None, Some(source)) => read(source)?,
        (None, None) => bail!("lock: name a file, or --server COMMAND"),
    };
    let state = keep(&args, &text)?;
    if ctx.global.format == Format::Json {
        ctx.print_json(Status::Ok, &report(&args, state, &text, &contract)?)?;
    } else if state == State::Printed {
        ctx.print_raw(text.as_bytes())?;
    } else {
        ctx.print(&sentence(&args, state, &contract))?;
    }
    Ok(Outcome::clean_if(!matches!(state, State::Missing | State::Differs)))
}

/// The lock of a document, and the contract in it.
fn read(source: &str) -> anyhow::Result<(String, Contract)> {
    let contract = crate::input::contract(source, &References::default())?;
    let members = contract::source::mcp_members(&contract.document);
    let Some(members) = members.filter(|_| contract.kind.has_tools()) else {
        bail!(
            "{source}: no lists of tools; expected a tools/list result, a list of tools or a server card"
        );
    };
    let text = render::json::escaped(&lock::text(&lock::lock(&members)));
    let document = Document::json(source, text.as_bytes())?;
    let locked = contract::source::from_document(&document, &NoFiles)?;
    Ok((text, locked))
}

/// Rejects a lock that is a link out of its git tree, because its target does not belong to the
/// repository.
pub(super) fn inside(lock: &Path) -> anyhow::Result<()> {
    if let Some(target) = crate::paths::out_of_tree(lock) {
        bail!("{}: leads out of the git tree, to {}", lock.display(), target.display());
    }
    Ok(())
}

fn keep(args: &Args, text: &str) -> anyhow::Result<State> {
    if args.out == "-" {
        return Ok(State::Printed);
    }
    let path = Path::new(&args.out);
    inside(path)?;
    let is_there = std::fs::symlink_metadata(path).is_ok();
    if is_there && crate::input::file(path, crate::input::MAX_CONTRACT)? == text.as_bytes() {
        return Ok(State::Unchanged);
    }
    match (args.check, is_there) {
        (true, true) => return Ok(State::Differs),
        (true, false) => return Ok(State::Missing),
        (false, _) => crate::output::replace(path, text.as_bytes())?,
    }
    Ok(State::Written)
}

/// The number of items in a list; `None` for a list that is not reported.
fn count(contract: &Contract, kind: ListKind) -> Option<usize> {
    let server = contract.mcp.as_ref().filter(|server| server.lists.contains(&kind))?;
    Some(match kind {
        ListKind::Tools => contract.tools.len(),
        ListKind::Prompts => server.prompts.len(),
        ListKind::Resources => server.resources.len(),
        ListKind::Templates => server.templates.len(),
    })
}

/// `mcp.lock.json: written: 2 tools, 1 prompt`.
fn sentence(args: &Args, state: State, contract: &Contract) -> String {
    let one = |kind: ListKind| count(contract, kind).map(|count| super::plural(count, kind.noun()));
    let lists: Vec<String> = ListKind::ALL.into_iter().filter_map(one).collect();
    let what = match state {
        State::Differs => {
            "differs from what is listed now; `skillgen diff --against` shows how, `skillgen lock` writes it"
                .to_owned()
        }
        State::Missing => "missing; `skillgen lock` writes it".to_owned(),
        other => format!("{other}: {}", lists.join(", ")),
    };
    format!("{}: {what}\n", contract::text::safe(&args.out))
}

fn report(
    args: &Args,
    state: State,
    text: &str,
    contract: &Contract,
) -> anyhow::Result<LockReport> {
    let is_printed = state == State::Printed;
    Ok(LockReport {
        path: (!is_printed).then(|| args.out.clone()),
        state,
        tools: count(contract, ListKind::Tools),
        prompts: count(contract, ListKind::Prompts),
        resources: count(contract, ListKind::Resources),
        resource_templates: count(contract, ListKind::Templates),
        lock: is_printed.then(|| serde_json::from_str(text)).transpose()?,
    })
}

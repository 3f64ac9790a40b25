//! `--server` and `--against lock`: what a server or a file lists now, beside what was locked.

use anyhow::bail;
use contract::Contract;
use contract::mcp::McpServer;

use super::Args;
use crate::command::lock::DEFAULT_FILE;
use crate::context::Ctx;
use crate::input::References;
use crate::mcp_client;

/// The lock that `--against` names; nothing where it names a revision.
pub(super) fn named_by(against: &str) -> Option<&str> {
    match against {
        "lock" => Some(DEFAULT_FILE),
        path => path.ends_with(".lock.json").then_some(path),
    }
}

/// OLD and NEW.
pub(super) fn sides(
    lock: Option<&str>,
    args: &Args,
    ctx: &Ctx,
) -> anyhow::Result<(Contract, Contract)> {
    if lock.is_none()
        && let Some(revision) = &args.against
    {
        bail!(
            "--server with --against {revision}: a server is compared with a lock or with OLD; name \
             `--against lock`, or the file"
        );
    }
    let (old, new) = match (lock, args.sources.as_slice(), &args.server.server) {
        (Some(lock), [], Some(_)) => (lock, None),
        (None, [old], Some(_)) => (old.as_str(), None),
        (Some(lock), [new], None) => (lock, Some(new)),
        (Some(_), [], None) => {
            bail!("--against lock: name what is compared with it: a file, or --server COMMAND")
        }
        (Some(_), _, Some(_)) => {
            bail!("--against lock and --server are OLD and NEW already; remove the other names")
        }
        (Some(_), _, None) => bail!("--against lock: one file is compared with it; name one"),
        (None, ..) => {
            bail!("--server is NEW; name OLD alone: `skillgen diff OLD --server COMMAND`")
        }
    };
    // Read first: there is no need to start a server for a lock that can't be used.
    if lock.is_some() && std::fs::symlink_metadata(old).is_err() {
        bail!("{old}: there is no such lock; `skillgen lock --out {old}` writes it");
    }
    if lock.is_some() {
        crate::command::lock::inside(std::path::Path::new(old))?;
    }
    let old = list(old)?;
    let new = match (new, &args.server.server) {
        (Some(new), _) => list(new)?,
        (None, Some(command)) => mcp_client::ask(command, &args.server, ctx)?.1,
        (None, None) => bail!("--server: the command is missing"),
    };
    Ok((old, new))
}

/// What a server or a lock is compared with: a document that lists what a server offers.
fn list(source: &str) -> anyhow::Result<Contract> {
    let contract = crate::input::contract(source, &References::default())?;
    let offers = |server: &McpServer| !server.lists.is_empty() || server.lone_tool.is_some();
    if !contract.mcp.as_ref().is_some_and(offers) {
        bail!(
            "{source}: no lists of an MCP server: expected `tools`, `prompts`, `resources` or \
             `resourceTemplates`; `skillgen lock` writes a lock"
        );
    }
    Ok(contract)
}

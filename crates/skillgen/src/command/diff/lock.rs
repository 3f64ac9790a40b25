//! `--server` and `--against lock`: compares the lists of a server or a file with a lock.

use anyhow::bail;
use contract::Contract;
use contract::McpServer;

use super::Args;
use crate::command::lock::DEFAULT_FILE;
use crate::context::Ctx;
use crate::input::References;
use crate::mcp_client;

/// The lock that `--against` names; `None` if it names a revision.
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
    // Read first: a server is not started for an unusable lock.
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

/// The document that a server or a lock is compared with.
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

//! `emit --watch`: writes the files again whenever their inputs change. An event only triggers a comparison of the
//! inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use notify::{RecursiveMode, Watcher as _};

use super::super::Outcome;
use super::check::{left_behind, sentence};
use super::write::written;
use super::{Args, Emission, Planned, distinct, emitted, entry};
use crate::args::Format;
use crate::context::Ctx;
use crate::wire::emit::FileOutcome;

/// The time to wait for further events of one change.
const PAUSE: Duration = Duration::from_millis(50);

/// The inputs: their texts by path, and the contracts of the entries, which patterns may select.
#[derive(Default, PartialEq)]
struct Inputs {
    texts: BTreeMap<PathBuf, Option<Vec<u8>>>,
    contracts: Vec<String>,
}

/// Writes, and waits for changes until a signal ends the process.
pub(super) fn run(args: &Args, ctx: &Ctx) -> anyhow::Result<Outcome> {
    ctx.known_formats(&[Format::Text])?;
    let (sender, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading an input is not a change.
        if event.is_ok_and(|event| !event.kind.is_access()) {
            // Without a receiver, nothing waits any more.
            let _ = sender.send(());
        }
    })
    .context("--watch: the system can't watch files")?;
    let mut folders = BTreeSet::new();
    let mut paths: BTreeSet<PathBuf> = ctx.config.path.iter().cloned().collect();
    let mut first = true;
    let mut left = BTreeSet::new();
    loop {
        let before = inputs(&paths, args, ctx);
        match round(args, ctx) {
            Ok(Round { inputs, left_behind }) => {
                paths.extend(inputs);
                // Each file is named once.
                for path in left_behind.difference(&left) {
                    ctx.note(&format!("{path}: {}", sentence(FileOutcome::Orphan)));
                }
                left = left_behind;
            }
            Err(error) if first => return Err(error),
            Err(error) => ctx.complain(&format!("{error:#}")),
        }
        first = false;
        for folder in paths.iter().map(|path| folder_of(path)) {
            if folders.insert(folder.to_owned()) {
                watcher
                    .watch(folder, RecursiveMode::NonRecursive)
                    .with_context(|| format!("--watch: {}: can't be watched", folder.display()))?;
            }
        }
        // Files that were not watched yet may have changed meanwhile.
        if paths.iter().any(|path| !before.texts.contains_key(path)) {
            continue;
        }
        ctx.note(&format!("watching {} files", paths.len()));
        while inputs(&paths, args, ctx) == before {
            events.recv().context("--watch: the system reports no more changes")?;
            while events.recv_timeout(PAUSE).is_ok() {}
        }
    }
}

/// The folder of a file, for the watcher.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The present inputs.
fn inputs(paths: &BTreeSet<PathBuf>, args: &Args, ctx: &Ctx) -> Inputs {
    let read = |path: &PathBuf| (path.clone(), crate::regular::read(path).ok());
    let contracts = match Ctx::new(ctx.global.clone()) {
        Ok(now) if args.contracts.is_empty() => entry::from_config(&now.config),
        _ => Ok(Vec::new()),
    };
    let contracts = contracts.unwrap_or_default().into_iter().flat_map(|job| job.contracts);
    let contracts: Vec<String> = contracts.collect();
    // A contract that could not be read is no input yet, but its next text is a change.
    let files = contracts.iter().map(|contract| contract.split('#').next().unwrap_or(contract));
    let texts = paths.iter().cloned().chain(files.map(PathBuf::from)).map(|path| read(&path));
    Inputs { texts: texts.collect(), contracts }
}

/// What is known after the files were written.
struct Round {
    inputs: BTreeSet<PathBuf>,
    /// Files of an earlier `emit` that no contract makes any more.
    left_behind: BTreeSet<String>,
}

/// Reads the configuration and the contracts and writes the files that differ.
fn round(args: &Args, ctx: &Ctx) -> anyhow::Result<Round> {
    let ctx = Ctx::new(ctx.global.clone())?;
    let Emission { files, inputs, places } = emitted(args, &ctx)?;
    let mut planned = Vec::new();
    for (folder, files) in files {
        let Some(folder) = folder else {
            bail!("--watch: needs --out DIR, the folder whose files are written again");
        };
        let files = files.into_iter();
        planned.extend(files.map(|f| Planned { path: folder.join(f.name), text: f.text }));
    }
    distinct(&planned)?;
    let left_behind = left_behind(&planned, &places)?.into_iter().collect();
    let is_same = |file: &Planned| {
        crate::regular::read(&file.path).is_ok_and(|there| there == file.text.as_bytes())
    };
    planned.retain(|file| !is_same(file));
    written(&planned, &ctx)?;
    Ok(Round { inputs, left_behind })
}

//! Plans a run over a tree, and writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;
use migrate::{Kind, Legacy, Options, Outcome, Placement, Refusal};
use rayon::prelude::*;

use super::choose::Choice;
use super::consumers::{self, TreeReaders};
use super::file_plan::FilePlan;
use super::helper_file::{HelperFile, HelperFiles};
use super::language::Language;
use super::scan::{self, Candidate};
use super::selection::Selection;
use super::tree_plan::{TreePlan, Written};
use super::{
    Args, Helper, attributes, beside, block, copies, folder_loops, gate, guard, helper_file,
    journal, reader_files, replace, selection, setting_values, state,
};
use crate::paths;

/// The stack of a worker, because the parser recurses.
pub(super) const STACK: usize = 128 << 20;

/// Files that a run may not write are not planned.
fn closed(plan: &mut TreePlan) {
    for file in plan.files.iter_mut().chain(&mut plan.readers) {
        let meta = (file.outcome == Outcome::Migrated).then(|| std::fs::metadata(&file.path));
        if let Some(why) = meta.and_then(Result::ok).as_ref().and_then(replace::obstacle) {
            file.refuse(vec![Refusal { line: 1, reason: why.to_owned() }]);
        }
    }
}

/// Plans the run; writes nothing.
pub(super) fn prepare(roots: &[PathBuf], args: &Args, choice: &Choice) -> anyhow::Result<TreePlan> {
    if let Some(text) =
        args.default_confidence.as_deref().filter(|t| setting_values::fraction(t).is_none())
    {
        bail!("--default-confidence {text}: expected a number from 0 to 1");
    }
    selection::stays_inside(roots)?;
    let walked = scan::Walked::new(roots)?;
    // Both wait for the disk: one reads scripts, the other may traverse the tree around a named
    // folder.
    let (candidates, texts) = rayon::join(
        || scan::candidates(roots, &walked),
        || reader_files::readable(roots, &args.readers_in, &walked),
    );
    let (candidates, mut skipped) = candidates?;
    choice.fits(&candidates.iter().map(|c| c.shown.as_str()).collect::<Vec<_>>())?;
    candidates.iter().try_for_each(|candidate| args.overrides.fit(&candidate.path))?;
    if !args.reads_only() && !args.allow_dirty {
        guard::clean(roots)?;
    }
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build()?;
    let placement = match args.helper {
        Helper::File => Placement::File,
        Helper::Inline => Placement::Script,
    };
    let legacy = if args.legacy_comments { Legacy::Kept } else { Legacy::Dropped };
    let asked = if args.all { migrate::Choice::Take } else { migrate::Choice::Leave };
    let options = |script: &Path, sourced: bool| {
        let own = args.overrides.of(script, args);
        let default = || Options::default().confidence;
        Options {
            kind: own.kind,
            confidence: own.asked.confidence.clone().unwrap_or_else(default),
            helper: placement,
            legacy,
            sourced,
            skip_patterns: choice.skipped_patterns(own.only, own.skip),
            gainless: asked,
            answers: asked,
            asked: own.asked,
            ..Options::default()
        }
    };
    let (texts, unread) = texts?;
    skipped.extend(unread);
    skipped.sort();
    skipped.dedup();
    let selection = Selection::new(roots, &texts, args.all);
    let loaded = beside::loaded_by_tests(&texts);
    let TreeReaders { consumers: mut readers, loops, sourced: named } =
        pool.install(|| consumers::find(&candidates, texts));
    let (mut files, sources): (Vec<FilePlan>, Vec<beside::Words>) = pool.install(|| {
        candidates
            .into_par_iter()
            .map(|candidate| {
                let chosen = choice.leaves_out(&candidate.path, &candidate.shown);
                let left_out = chosen.or_else(|| selection.leaves_out(&candidate));
                let options = options(&candidate.path, false);
                file(candidate, &options, left_out.as_deref())
            })
            .unzip()
    });
    // Which files are sourced is known after all are read; those few are planned again.
    let scripts: Vec<&Path> = files.iter().map(|f| f.path.as_path()).collect();
    let pairs = scan::sourced(&scripts, &sources);
    let mut sourced: BTreeSet<usize> = pairs.iter().map(|(_, to)| *to).collect();
    sourced.extend(named);
    sourced.extend(pool.install(|| beside::from_outside(&files, roots))?);
    let is_loaded =
        |file: &FilePlan| !loaded.is_empty() && loaded.contains(&paths::whole(&file.path));
    sourced.extend((0..files.len()).filter(|index| is_loaded(&files[*index])));
    pool.install(|| {
        files.par_iter_mut().enumerate().filter(|(index, _)| sourced.contains(index)).for_each(
            |(_, file)| {
                let guarded = file.before.windows(11).any(|w| w == b"BASH_SOURCE");
                if !guarded && file.language == Language::Shell && file.left_out.is_none() {
                    let plan = migrate::plan(&file.before, &options(&file.path, true));
                    file.take(plan);
                }
            },
        );
        gate::all(&mut files);
        // Now it is known which sourced files gain lines of the envelope.
        beside::plan(&mut files, &sources, |script| options(script, false));
    });
    for (index, file) in files.iter_mut().enumerate() {
        file.consumers = readers.remove(&index).unwrap_or_default();
    }
    let mut helpers = HelperFiles::of(&files, |script| options(script, false));
    helpers.refuse(&mut files, |script| options(script, false).kind);
    folder_loops::refuse(&mut files, &loops, args);
    let rewritten = pool.install(|| block::block(&mut files, args));
    helpers.keep_wanted(&files);
    copies::find(&mut files);
    let mut plan =
        TreePlan { files, readers: rewritten, helpers, skipped, attributes: args.gitattributes };
    if args.reads_only() {
        closed(&mut plan);
    }
    Ok(plan)
}

/// The command that writes a helper for a script in another language.
fn advice(language: &str, kind: Kind) -> String {
    let contract = match kind {
        Kind::SkillOutput => "",
        Kind::Helper => " --contract builtin:helper-envelope-v1",
    };
    format!("`skillgen emit --lang {language}{contract}` writes functions for it")
}

/// Plans one file; returns its sourced files, too.
fn file(
    candidate: Candidate,
    options: &Options,
    left_out: Option<&str>,
) -> (FilePlan, beside::Words) {
    let Candidate { path, shown, bytes, language } = candidate;
    let plan = match language {
        Language::Shell => migrate::plan(&bytes, options),
        Language::Python => {
            let advice = advice("python", options.kind);
            migrate::not_bash(&bytes, ("Python", &advice))
        }
        Language::JavaScript => {
            let advice = advice("ts", options.kind);
            migrate::not_bash(&bytes, ("JavaScript or TypeScript", &advice))
        }
    };
    let mut file = FilePlan::unchanged(path, shown, bytes);
    file.language = language;
    let sources = file.take(plan);
    if let Some(why) = left_out {
        file.leave_out(why);
    }
    (file, sources)
}

/// The named path above a file: its journal is where `--undo` looks for it.
fn root_of<'p>(file: &'p Path, roots: &'p [PathBuf]) -> &'p Path {
    let whole = paths::whole(file);
    roots.iter().find(|r| whole.starts_with(paths::whole(r))).map_or(file, PathBuf::as_path)
}

/// Writes the plan, each file with a backup and a journal line. A file that fails is left unchanged and refused.
pub(super) fn write(plan: &mut TreePlan, roots: &[PathBuf]) -> anyhow::Result<Written> {
    let mut written = Written::default();
    // The state of a tree belongs to its top, not to the folder of a script.
    let home = |path: &Path| {
        let home = state::home(root_of(path, roots));
        // Checked again: a link may have replaced a folder, and all writes are bound to this folder.
        let leads_out = |root: &PathBuf| paths::leads_out(root, home.clone());
        if roots.iter().all(|root| leads_out(root).is_some()) {
            roots.iter().try_for_each(|root| selection::is_inside(root, leads_out(root)))?;
        }
        anyhow::Ok(home)
    };
    let mut homes: BTreeMap<PathBuf, (Vec<&mut FilePlan>, Vec<&HelperFile>)> = BTreeMap::new();
    for file in plan.files.iter_mut().chain(&mut plan.readers) {
        if file.outcome == Outcome::Migrated {
            homes.entry(home(&file.path)?).or_default().0.push(file);
        }
    }
    for helper in plan.helpers.written() {
        homes.entry(home(&helper_file::key(&helper.path))?).or_default().1.push(helper);
    }
    for (home, (mut files, helpers)) in homes {
        let journal = journal::Journal::open(&home)?;
        let mut wrote = false;
        wrote |= provide(&journal, &mut files, &helpers, &mut written.failures);
        files.retain(|f| f.outcome == Outcome::Migrated);
        if plan.attributes && files.iter().any(|f| f.sources_helper()) {
            let path = home.join(".gitattributes");
            let added = attributes::with_line(&home)
                .map_err(|error| anyhow::anyhow!("{}: can't be read: {error}", path.display()))
                .and_then(|text| {
                    text.map_or(Ok(()), |text| journal.provide(&path, text.as_bytes()))
                });
            wrote |= added.is_ok();
            written.failures.extend(added.err().map(|error| format!("{error:#}")));
        }
        let links: Vec<u64> = files.iter().map(|f| links(&f.path)).collect();
        let all: Vec<&FilePlan> = files.iter().map(|f| &**f).collect();
        let (results, some) = journal.write(&all)?;
        for ((file, links), result) in files.iter_mut().zip(links).zip(results) {
            match result {
                Ok(backup) => {
                    written.backups.insert(file.shown.clone(), backup);
                    if links > 1 {
                        let note =
                            format!("had {links} hard links: the others keep the former text");
                        file.notes.push((1, note));
                    }
                }
                Err(error) => {
                    let reason = format!("{error:#}");
                    written.failures.push(reason.clone());
                    file.refuse(vec![Refusal { line: 1, reason }]);
                }
            }
        }
        if wrote || some {
            written.runs.push((home, journal.run().to_owned()));
        }
    }
    Ok(written)
}

/// Writes helper files; if one can't be written, its scripts are left unchanged. True if one was written.
fn provide(
    journal: &journal::Journal,
    files: &mut [&mut FilePlan],
    helpers: &[&HelperFile],
    failures: &mut Vec<String>,
) -> bool {
    let mut wrote = false;
    for helper in helpers {
        let path = helper_file::key(&helper.path);
        let Err(error) = journal.provide(&path, helper.text.as_bytes()) else {
            wrote = true;
            continue;
        };
        let count = failures.len();
        for file in files.iter_mut() {
            if file.new_helper().is_some_and(|helper| helper_file::key(&helper) == path) {
                let reason = format!("{}: {error:#}", file.shown);
                failures.push(reason.clone());
                file.refuse(vec![Refusal { line: 1, reason }]);
            }
        }
        if failures.len() == count {
            failures.push(format!("{}: {error:#}", helper.path.display()));
        }
    }
    wrote
}

/// The number of hard links of a file.
fn links(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).map_or(1, |meta| meta.nlink())
}

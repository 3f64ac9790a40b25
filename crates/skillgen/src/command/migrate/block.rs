//! Scripts with readers: they are refused, unless each of those readers can be changed with them, or `--force` is
//! given.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use migrate::{ConsumerLanguage, Edit, Outcome, Refusal, Shell};
use rayon::prelude::*;

use super::consumer::Consumer;
use super::file_plan::FilePlan;
use super::reader_language;
use super::{Args, Consumers, gate, replace};

/// The changes of readers, by file.
type Rewrites = BTreeMap<PathBuf, Vec<Edit>>;

/// Refuses the scripts with a reader that can't be changed; returns changed readers that are not migrated scripts
/// themselves.
pub(super) fn block(files: &mut [FilePlan], args: &Args) -> Vec<FilePlan> {
    for file in files.iter_mut() {
        let is_copy = |consumer: &Consumer| consumer.reads.copies;
        let (copies, readers) = std::mem::take(&mut file.consumers).into_iter().partition(is_copy);
        file.consumers = readers;
        let goes_alone = file.sources_helper() && file.former.is_none() && !args.force;
        if file.outcome == Outcome::Migrated
            && goes_alone
            && let Some(reason) = copied(copies)
        {
            file.refuse(vec![Refusal { line: 1, reason }]);
        }
    }
    if !args.force {
        passed_on(files, args.consumers);
    }
    // Where the reader becomes a script with an envelope of its own, nobody reads the text.
    for file in files.iter_mut() {
        file.consumers.retain(|consumer| consumer.reads.blocking || !consumer.reads.passes_on);
    }
    let (rewrites, kept) = match args.consumers {
        Consumers::Rewrite => proved(files, args.force),
        Consumers::Report => Default::default(),
    };
    for file in files.iter_mut().filter(|f| f.outcome == Outcome::Migrated) {
        // Readers of a script that already prints the envelope are unaffected.
        let changes_nothing = file.former.is_some();
        let stays =
            |c: &Consumer| !args.force && !changes_nothing && stays(c, &kept, args.consumers);
        let of_bash = file.edits.iter().any(|edit| edit.shell() == Some(Shell::Bash));
        let by_sh = |c: &&Consumer| of_bash && !args.force && !changes_nothing && !stays(c);
        let readers = file.consumers.iter().filter(|c| stays(c));
        let reasons = by_advice(readers, &kept, args.consumers).into_iter();
        let others = file.consumers.iter().filter(by_sh).filter_map(run_by_sh);
        let reasons: Vec<Refusal> =
            reasons.chain(others).map(|reason| Refusal { line: 1, reason }).collect();
        if !reasons.is_empty() {
            file.refuse(reasons);
        } else if args.consumers == Consumers::Rewrite {
            let changed = |c: &&mut Consumer| changes(c, &kept);
            file.consumers.iter_mut().filter(changed).for_each(|c| c.reads.blocking = false);
        }
    }
    rewrites.into_iter().filter_map(|(path, edits)| rewritten(files, path, edits)).collect()
}

/// Marks the readers that stay as they are and print the text of the scripts that they run as their own: their readers would
/// find JSON in it. A script that is refused for that passes its own text on as before.
fn passed_on(files: &mut [FilePlan], how: Consumers) {
    let none = BTreeMap::new();
    loop {
        let stays_text = |file: &&FilePlan| match file.outcome {
            Outcome::Refused => file.refusals.iter().any(|one| one.reason.starts_with(ANSWER)),
            Outcome::Migrated => {
                file.former.is_none() && file.consumers.iter().any(|c| stays(c, &none, how))
            }
            _ => false,
        };
        let texts: BTreeSet<PathBuf> =
            files.iter().filter(stays_text).map(|file| file.path.clone()).collect();
        let migrated = files.iter_mut().filter(|file| file.outcome == Outcome::Migrated);
        let passing = migrated.flat_map(|file| &mut file.consumers).filter(|consumer| {
            consumer.reads.passes_on && !consumer.reads.blocking && texts.contains(&consumer.path)
        });
        let mut is_done = true;
        for consumer in passing {
            consumer.reads.blocking = true;
            is_done = false;
        }
        if is_done {
            return;
        }
    }
}

/// The start of the reason for a script whose text is its result.
const ANSWER: &str = "prints an answer";

/// The changes of readers that still read the same value; and readers that can't be changed, with the reason. Those
/// block their scripts, so fewer readers need a change.
fn proved(files: &[FilePlan], force: bool) -> (Rewrites, BTreeMap<PathBuf, String>) {
    let mut kept: BTreeMap<PathBuf, String> = BTreeMap::new();
    loop {
        let rewrites = wanted(files, &kept, force);
        let bad: Vec<(PathBuf, String)> = rewrites
            .par_iter()
            .filter_map(|(path, edits)| Some((path.clone(), spoilt(files, path, edits)?)))
            .collect();
        if bad.is_empty() {
            return (rewrites, kept);
        }
        kept.extend(bad);
    }
}

fn changes(consumer: &Consumer, kept: &BTreeMap<PathBuf, String>) -> bool {
    !consumer.reads.rewrite.is_empty() && !kept.contains_key(&consumer.path)
}

/// Whether this reader would break.
fn stays(consumer: &Consumer, kept: &BTreeMap<PathBuf, String>, how: Consumers) -> bool {
    let changed = how == Consumers::Rewrite && changes(consumer, kept);
    consumer.reads.blocking && !changed
}

const HELPS: &str = "`--consumers rewrite` changes";

/// Whether all blocking readers of a refused script can be changed.
pub(super) fn helps(file: &FilePlan) -> bool {
    !file.refusals.is_empty() && file.refusals.iter().all(|r| r.reason.contains(HELPS))
}

/// Why these readers block a script: one reason for all with the same remedy, with their places.
fn by_advice<'c>(
    readers: impl Iterator<Item = &'c Consumer>,
    kept: &BTreeMap<PathBuf, String>,
    how: Consumers,
) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&Consumer>)> = Vec::new();
    for reader in readers {
        let advice = advice(reader, kept, how, 1);
        match groups.iter_mut().find(|(one, _)| *one == advice) {
            Some((_, group)) => group.push(reader),
            None => groups.push((advice, vec![reader])),
        }
    }
    let one = |(_, group): (String, Vec<&Consumer>)| {
        let advice = advice(group[0], kept, how, group.len());
        let passes_on = group.iter().all(|reader| reader.reads.passes_on);
        let verb = if passes_on { "passed on by" } else { "read by" };
        format!("its text is {verb} {}{advice}", places(&group))
    };
    groups.into_iter().map(one).collect()
}

/// `README.md:77, 87, tests/x.py:3`: each file once, with its lines, each line once.
fn places(readers: &[&Consumer]) -> String {
    let mut places: Vec<String> = Vec::new();
    let mut last: Option<(&String, usize)> = None;
    for reader in readers {
        let line = reader.reads.line;
        match last {
            Some(place) if place == (&reader.shown, line) => continue,
            Some((shown, _)) if *shown == reader.shown => places.push(line.to_string()),
            _ => places.push(format!("{}:{line}", reader.shown)),
        }
        last = Some((&reader.shown, line));
    }
    places.join(", ")
}

/// The advice for many similar readers.
fn advice(
    consumer: &Consumer,
    kept: &BTreeMap<PathBuf, String>,
    how: Consumers,
    count: usize,
) -> String {
    if how == Consumers::Report && changes(consumer, kept) {
        let them = if count == 1 { "that reader" } else { "those readers" };
        return format!("; {HELPS} {them}, or use --force");
    }
    let why = kept.get(&consumer.path).or(consumer.reads.why.as_ref());
    let why = why.map_or(String::new(), |why| format!(" ({why})"));
    let asks = consumer.reads.asks.unwrap_or(match reader_language::language(&consumer.path) {
        Some(ConsumerLanguage::Code) => "set SKILLGEN_STDOUT=text in the environment of that call",
        _ if count == 1 => "change that reader first",
        _ => "change those readers first",
    });
    format!("{why}; {asks}, or use --force")
}

/// Why a script that is copied without its helper file is refused, if it is: each copy would only print its former output.
fn copied(copies: Vec<Consumer>) -> Option<String> {
    let copies: Vec<&Consumer> = copies.iter().collect();
    (!copies.is_empty()).then(|| {
        format!(
            "is copied without its helper file by {}: use `--helper inline`, copy skill-envelope.* along, or use --force",
            places(&copies)
        )
    })
}

/// Why a bash script that is run with `sh` there is refused: if sh is dash, it can't print the envelope.
fn run_by_sh(consumer: &Consumer) -> Option<String> {
    let sh = consumer.reads.by_sh?;
    let place = format!("{}:{}", consumer.shown, consumer.reads.line);
    Some(format!(
        "{place} runs it with `{sh}`, which may not be bash: write `bash` there, begin the script with `#!/bin/sh`, or use --force"
    ))
}

/// The changes of the readers of all scripts that can be migrated with them.
fn wanted(files: &[FilePlan], kept: &BTreeMap<PathBuf, String>, force: bool) -> Rewrites {
    let mut all = Rewrites::new();
    let goes = |file: &&FilePlan| {
        let stays = |c: &Consumer| stays(c, kept, Consumers::Rewrite);
        let first = file.outcome == Outcome::Migrated && file.former.is_none();
        first && (force || !file.consumers.iter().any(stays))
    };
    for consumer in files.iter().filter(goes).flat_map(|file| &file.consumers) {
        if !consumer.reads.blocking || !changes(consumer, kept) {
            continue;
        }
        let edits = all.entry(consumer.path.clone()).or_default();
        for (range, text) in &consumer.reads.rewrite {
            let edit = edit(range, text, consumer.reads.line);
            // One command may run two of the scripts.
            let twice = |e: &Edit| e.at == edit.at && e.len == edit.len && e.text == edit.text;
            if !edits.iter().any(twice) {
                edits.push(edit);
            }
        }
    }
    all
}

fn edit(range: &Range<usize>, text: &str, line: usize) -> Edit {
    let pattern = "consumer".into();
    Edit { at: range.start, len: range.len(), text: text.into(), line, pattern, quoted: false }
}

/// Errors of a reader's changes, by its own parser and bash's.
fn spoilt(files: &[FilePlan], path: &Path, edits: &[Edit]) -> Option<String> {
    let own = files.iter().find(|f| f.path == *path);
    if own.is_some_and(|file| file.former.is_some()) {
        return Some("it is brought from the form of an earlier version to this one's first; migrate again after that".to_owned());
    }
    let read = || crate::walk::contents(path, u64::MAX);
    let before = own.map(|f| f.before.clone()).or_else(read);
    let Some(before) = before else { return Some("it can't be read".to_owned()) };
    let meta = std::fs::metadata(path).ok();
    if let Some(why) = meta.as_ref().and_then(replace::obstacle) {
        return Some(why.to_owned());
    }
    let Ok(text) = std::str::from_utf8(&before) else { return Some("it is no UTF-8".to_owned()) };
    // Two changes of the same bytes.
    let mut order: Vec<&Edit> = edits.iter().collect();
    order.sort_by_key(|e| (e.at, e.len));
    let clash = |pair: &[&Edit]| {
        let (one, two) = (pair[0], pair[1]);
        one.at + one.len > two.at || one.at == two.at && one.len == two.len
    };
    if order.windows(2).any(clash) {
        return Some("two changes of it meet".to_owned());
    }
    let language = reader_language::language(path)?;
    if let Err(why) = migrate::proved(text, language, edits) {
        return Some(why);
    }
    if language != ConsumerLanguage::Shell {
        return None;
    }
    let refused = |after: &[u8]| {
        let says = gate::refused_by_bash(&before, after)?;
        says.reason
            .contains("the migrated text")
            .then_some("bash can't parse the changed text".to_owned())
    };
    let whole = |file: &FilePlan| migrate::apply(&before, &together(&file.edits, edits));
    refused(&migrate::apply(&before, edits)).or_else(|| {
        let migrated = own.filter(|f| f.outcome == Outcome::Migrated)?;
        refused(&whole(migrated))
    })
}

/// The edits of a script that is also a reader. At one position the envelope comes first, then the variable for the
/// former text, then the replacement of a word.
fn together(own: &[Edit], reads: &[Edit]) -> Vec<Edit> {
    let mut all: Vec<Edit> = own.iter().chain(reads).cloned().collect();
    let rank = |e: &Edit| match &*e.pattern {
        "envelope" => 0,
        "consumer" => 1,
        _ => 2,
    };
    all.sort_by_key(|e| (e.at, rank(e)));
    all
}

/// The reader's own plan gains the change; a reader that is not migrated gets a plan.
fn rewritten(files: &mut [FilePlan], path: PathBuf, edits: Vec<Edit>) -> Option<FilePlan> {
    if let Some(file) = files.iter_mut().find(|f| f.path == path && f.outcome == Outcome::Migrated)
    {
        file.edits = together(&file.edits, &edits);
        return None;
    }
    let before = crate::walk::contents(&path, u64::MAX)?;
    let mut edits = edits;
    edits.sort_by_key(|e| e.at);
    let shown = crate::paths::shown(&path);
    Some(FilePlan { outcome: Outcome::Migrated, edits, ..FilePlan::unchanged(path, shown, before) })
}

#[cfg(test)]
mod tests {
    use super::{Consumer, places};

    /// A line may hold several commands that read the text.
    #[test]
    fn a_line_that_reads_twice_is_named_once() {
        let reader = |shown: &str, line: usize| Consumer {
            path: shown.into(),
            shown: shown.to_owned(),
            reads: migrate::Use { line, ..migrate::Use::default() },
        };
        let all = [("a.md", 3), ("a.md", 3), ("a.md", 5), ("b.md", 5), ("b.md", 5)];
        let readers = all.map(|(shown, line)| reader(shown, line));
        let readers: Vec<&Consumer> = readers.iter().collect();
        assert_eq!(places(&readers), "a.md:3, 5, b.md:5");
    }
}

//! The second look at a plan: the replaced lines as comments where a comment can stand, and the migrated text read back.

use crate::edit::{self, Edit};
use crate::model::{self, Call, Place, Script};
use crate::refuse::Refusal;
use crate::source::Source;

/// The edits with the text of each recognized line as a comment behind it, read back: the migrated text has the calls of the
/// original, each with what was put in front of it, in the same surroundings, and no others.
///
/// # Errors
/// The first place that reads back as something else.
pub(crate) fn settled(
    source: &Source<'_>,
    script: &Script,
    edits: Vec<Edit>,
) -> Result<Vec<Edit>, Refusal> {
    let comments = legacy_lines(source, script, &edits);
    let with = |comments: &[Edit]| {
        let mut all = edits.clone();
        all.extend_from_slice(comments);
        all.sort_by_key(|edit| edit.at);
        all
    };
    let all = with(&comments);
    match changed(source, script, &all) {
        None => return Ok(all),
        Some(refusal) if comments.is_empty() => return Err(refusal),
        Some(_) => {}
    }
    // A comment is one only if the script stays what it is without it.
    if let Some(refusal) = changed(source, script, &edits) {
        return Err(refusal);
    }
    let stays =
        |comment: &&Edit| changed(source, script, &with(std::slice::from_ref(*comment))).is_none();
    let fitting: Vec<Edit> = comments.iter().filter(stays).cloned().collect();
    let all = with(&fitting);
    Ok(if changed(source, script, &all).is_none() { all } else { edits })
}

/// The text of each recognized line as a comment behind it, where one may be able to stand.
fn legacy_lines(source: &Source<'_>, script: &Script, edits: &[Edit]) -> Vec<Edit> {
    let bytes = source.bytes();
    let said: Vec<usize> =
        edits.iter().filter(|e| e.text.starts_with("__skill_say")).map(|e| e.at).collect();
    let mut comments: Vec<Edit> = Vec::new();
    for call in &script.calls {
        let Some(at) = call.at.filter(|at| call.end > *at && said.binary_search(at).is_ok()) else {
            continue;
        };
        let Some(text) = bytes.get(at..call.end).and_then(|b| std::str::from_utf8(b).ok()) else {
            continue;
        };
        let line = source.line(call.line);
        let end = source.line_start(call.line) + line.len();
        let end = if line.ends_with(b"\r") { end - 1 } else { end };
        let odd = text.contains(['\n', '\r'])
            || call.end > end
            || line.ends_with(b"\\")
            || source.line_of(call.end) != call.line;
        if odd || comments.iter().any(|c| c.at == end) {
            continue;
        }
        if bytes[call.end..end].contains(&b'#') {
            continue;
        }
        let text = format!(" # LEGACY (replaced with JSON): {text}");
        comments.push(Edit::put(end, text, call.line, "legacy"));
    }
    comments
}

/// Reads the migrated text back, with `:` for the envelope, which was read before.
fn changed(source: &Source<'_>, script: &Script, edits: &[Edit]) -> Option<Refusal> {
    let after = edit::apply_short(source.bytes(), edits);
    let after = Source::new(&after);
    let read = match model::read_words(&after) {
        Ok(read) => read,
        Err(error) => {
            return Some(Refusal::new(
                error.line,
                format!("the migrated text can't be read back: {}", error.reason),
            ));
        }
    };
    let start = edits.iter().find(|e| e.pattern == "envelope").map(|e| e.at);
    let own = |call: &&Call| call.at.is_some();
    let ours = |call: &&Call| call.at == start && call.words == [":"];
    let closing = |call: &&Call| !(call.words == ["exec"] && call.redirected.is_none());
    let mut old = script.calls.iter().filter(own).filter(closing);
    let mut new = read.calls.iter().filter(own).filter(closing).filter(|call| !ours(call));
    loop {
        let refused = |line: usize| {
            Some(Refusal::new(line, "the migrated text reads back as another script"))
        };
        match (old.next(), new.next()) {
            (None, None) => break,
            (Some(a), Some(b)) if same(a, b) => {}
            (Some(a), _) => return refused(a.line),
            (None, Some(b)) => return refused(b.line),
        }
    }
    let same = script.functions == read.functions && script.frame == read.frame;
    (!same).then(|| Refusal::new(1, "the migrated text reads back as another script"))
}

/// Is `new` the call `old`, but for what was put in front of words?
fn same(old: &Call, new: &Call) -> bool {
    let skip = match new.name.as_str() {
        "__skill_say" if new.words.len() > 2 => 2,
        "__skill_read" => 1,
        _ => 0,
    };
    let mut words = new.words[skip..].iter().enumerate();
    let bare = |index: usize, word: &str| -> Option<String> {
        match word.strip_prefix("__skill_") {
            Some(name @ ("trap" | "exec")) if index == 0 => Some(name.to_owned()),
            // A trap inside the action of another one.
            _ => word.contains("__skill_trap ").then(|| word.replace("__skill_trap ", "trap ")),
        }
    };
    let place = |p: &Place| (p.sink, p.subshell, p.background, p.covered, p.conditional);
    old.words.len() + skip == new.words.len()
        && old.words.iter().all(|old| {
            words.next().is_some_and(|(i, new)| match bare(i, new) {
                Some(bare) => bare == *old,
                None => new == old,
            })
        })
        && old.line == new.line
        && old.assignments == new.assignments
        && old.heredoc == new.heredoc
        && old.redirected == new.redirected
        && place(&old.place) == place(&new.place)
        && old.place.function == new.place.function
        && old.place.block == new.place.block
}

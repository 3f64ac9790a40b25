//! The second look at a plan: the replaced lines as comments where a comment can stand, and the migrated text read back.

use crate::edit::{self, Edit};
use crate::model::{self, Call, Script};
use crate::refuse::Refusal;
use crate::source::Source;

/// The text of each recognized line as a comment behind it, where a comment can stand there.
pub(crate) fn with_legacy_lines(
    source: &Source<'_>,
    script: &Script,
    edits: Vec<Edit>,
) -> Vec<Edit> {
    let mut all = edits;
    let bytes = source.bytes();
    let mut comments: Vec<Edit> = Vec::new();
    for call in &script.calls {
        let Some(at) = call.at else { continue };
        if !all.iter().any(|e| e.at == at && e.text.starts_with("__skill_say")) || call.end <= at {
            continue;
        }
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
        let rest = &bytes[call.end..end];
        if rest.contains(&b'#') {
            continue;
        }
        comments.push(Edit {
            at: end,
            len: 0,
            text: format!(" # LEGACY (replaced with JSON): {text}"),
            line: call.line,
            pattern: "legacy".to_owned(),
            before: String::new(),
            after: String::new(),
        });
    }
    // A comment is one only if the tree stays what it is without it.
    let Some(plain) = shown(bytes).filter(|_| !comments.is_empty()) else { return all };
    if shown(&edit::apply(bytes, &comments)).as_ref() != Some(&plain) {
        comments.retain(|comment| {
            shown(&edit::apply(bytes, std::slice::from_ref(comment))).as_ref() == Some(&plain)
        });
    }
    all.extend(comments);
    all
}

fn shown(bytes: &[u8]) -> Option<String> {
    model::parse(&Source::new(bytes)).ok().map(|program| program.to_string())
}

/// Fills in the lines before and after.
pub(crate) fn with_lines(bytes: &[u8], mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.at);
    let source = Source::new(bytes);
    let after = edit::apply(bytes, &edits);
    let after = Source::new(&after);
    for edit in &mut edits {
        edit.before = source.shown(edit.line);
        edit.after = after.shown(edit.line);
    }
    edits
}

/// The second reading: the migrated text has the calls of the original, each with what was put in front of it, and no others.
pub(crate) fn changed(source: &Source<'_>, script: &Script, edits: &[Edit]) -> Option<Refusal> {
    let after = edit::apply(source.bytes(), edits);
    let after = Source::new(&after);
    let read = match model::read(&after) {
        Ok(read) => read,
        Err(error) => {
            return Some(Refusal::new(
                error.line,
                format!("the migrated text can't be read back: {}", error.reason),
            ));
        }
    };
    let bare = |call: &Call| -> Vec<String> {
        let mut words = call.words.clone();
        if words.first().is_some_and(|w| w == "__skill_say") && words.len() > 2 {
            words.drain(..2);
        }
        if let Some(name) = words
            .first()
            .and_then(|w| w.strip_prefix("__skill_"))
            .filter(|w| matches!(*w, "trap" | "exec"))
        {
            words[0] = name.to_owned();
        }
        // A trap inside the action of another one.
        words.iter().map(|w| w.replace("__skill_trap ", "trap ")).collect()
    };
    // The envelope is the first edit of all, so its own calls stand at its place.
    let begin = edits.iter().find(|e| e.pattern == "envelope").map(|e| e.at..e.at + e.text.len());
    let ours =
        |call: &&Call| !call.at.is_some_and(|at| begin.as_ref().is_some_and(|b| b.contains(&at)));
    let closing = |call: &&Call| {
        call.at.is_some()
            && !(call.words.len() == 1 && call.name == "exec" && call.redirected.is_none())
    };
    let old: Vec<Vec<String>> = script.calls.iter().filter(closing).map(bare).collect();
    let new: Vec<Vec<String>> = read.calls.iter().filter(ours).filter(closing).map(bare).collect();
    if old == new {
        return None;
    }
    let at = old.iter().zip(&new).position(|(a, b)| a != b).unwrap_or(old.len().min(new.len()));
    let line = script.calls.iter().filter(closing).nth(at).map_or(1, |call| call.line);
    Some(Refusal::new(line, "the migrated text reads back as another script"))
}

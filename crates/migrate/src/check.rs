//! Verifies a plan: inserts comments with the replaced lines, and parses the migrated text.

use std::collections::BTreeSet;

use crate::edit::{self, Edit};
use crate::envelope::begins_with_say;
use crate::model::Script;
use crate::options::Legacy;
use crate::proof;
use crate::refusal::Refusal;
use crate::source::Source;
use crate::syntax::{self, Kind, Tree};

/// The edits with the text of each recognized line as a comment after it, verified: the migrated text has the calls of
/// the original, each with its prefix, in the same context, and no others (`proof`).
///
/// # Errors
/// The first difference after parsing.
pub(crate) fn settled(
    source: &Source<'_>,
    tree: &Tree,
    script: &Script,
    mut edits: Vec<Edit>,
    legacy: Legacy,
) -> Result<Vec<Edit>, Refusal> {
    let mut comments = match legacy {
        Legacy::Dropped => Vec::new(),
        Legacy::Kept => legacy_lines(source, script, &edits),
    };
    outside_words(tree, &mut comments);
    let count = edits.len();
    edits.append(&mut comments);
    edits.sort_by_key(|edit| edit.at);
    let Some(refusal) = changed(source, tree, &edits) else { return Ok(edits) };
    if edits.len() == count {
        return Err(refusal);
    }
    // A comment is only valid if the script is the same without it.
    edits.retain(|edit| edit.pattern != "legacy");
    changed(source, tree, &edits).map_or(Ok(edits), Err)
}

/// The text of each recognized line as a comment after it, where a comment is possible.
fn legacy_lines(source: &Source<'_>, script: &Script, edits: &[Edit]) -> Vec<Edit> {
    let bytes = source.bytes();
    let said: Vec<usize> =
        edits.iter().filter(|e| begins_with_say(&e.text)).map(|e| e.at).collect();
    let mut comments: Vec<Edit> = Vec::new();
    let mut ends = BTreeSet::new();
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
        if odd || ends.contains(&end) {
            continue;
        }
        if bytes[call.end..end].contains(&b'#') {
            continue;
        }
        let text = format!(" # LEGACY (replaced with JSON): {text}");
        ends.insert(end);
        comments.push(Edit::put(end, text, call.line, "legacy"));
    }
    comments
}

/// Without comments inside of quoted texts and here-documents.
fn outside_words(tree: &Tree, comments: &mut Vec<Edit>) {
    comments.sort_by_key(|comment| comment.at);
    let mut inside = BTreeSet::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        let leaf = node.next as usize == index + 1 || node.kind == Kind::Body;
        if leaf && node.end > node.start {
            let from = comments.partition_point(|comment| comment.at <= node.start as usize);
            let within = comments[from..].iter().take_while(|c| c.at < node.end as usize);
            inside.extend(within.map(|comment| comment.at));
        }
    }
    comments.retain(|comment| !inside.contains(&comment.at));
}

/// Parses the migrated text, with `:` in place of the envelope, which was parsed before.
pub(crate) fn changed(source: &Source<'_>, tree: &Tree, edits: &[Edit]) -> Option<Refusal> {
    let text = edit::apply_short(source.bytes(), edits);
    let after = match syntax::parse(&text) {
        Ok(after) => after,
        Err(bad) => {
            let line = text[..bad.at].iter().filter(|b| **b == b'\n').count() + 1;
            let reason = format!("the migrated text can't be read back: {}", bad.what);
            return Some(Refusal::new(line, reason));
        }
    };
    proof::differs(tree, &after, edits).map(|at| {
        let line = source.line_of(at);
        Refusal::new(line, "the migrated text reads back as another script")
    })
}

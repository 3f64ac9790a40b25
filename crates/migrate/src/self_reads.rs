//! Scripts that print parts of their own text: most often the comments at the top, as the help.
//!
//! In such a script no line moves, so a reader of line numbers up to the first command sees what was there. A call that may see
//! an edited line gains `skill_say own_text` in front, which gives it the file without what was put in: an empty line that the
//! envelope takes is empty again. What can't be answered so is refused.

use crate::context::Context;
use crate::model::Call;
use crate::place::OwnLines;
use crate::planner::Planner;
use crate::refusal::Refusal;
use crate::source::Source;

/// How a call reads the script's own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// The lines up to this one.
    To(usize),
    /// By patterns: the lines are known when it runs.
    Some,
    /// All of it, or a summary of all of it.
    All,
}

/// A call that reads the script's own text, if that matters: it sees line `first`, the envelope's, or lines below.
fn reads(call: &Call, first: usize) -> Option<Reads> {
    if !call.words.iter().skip(1).any(|word| own(word)) {
        return None;
    }
    match call.name.as_str() {
        "cat" | "less" | "more" | "wc" | "sha256sum" | "sha1sum" | "md5sum" | "shasum"
        | "cksum" | "diff" | "cmp" => Some(Reads::All),
        "sed" if call.words.iter().any(|w| w.starts_with("-i")) => Some(Reads::All),
        "head" | "sed" => match last_line(call) {
            Some(last) => (last >= first).then_some(Reads::To(last)),
            None => Some(Reads::Some),
        },
        "awk" | "gawk" | "mawk" => Some(Reads::Some),
        // Comments are never edited.
        "grep" | "egrep" => {
            let mut words = call.words.iter().skip(1);
            let comments = words.any(|w| w.trim_start_matches(['"', '\'']).starts_with("^#"));
            (!comments).then_some(Reads::Some)
        }
        _ => None,
    }
}

pub(crate) fn own(word: &str) -> bool {
    if !word.starts_with(['$', '"']) {
        return false;
    }
    let bare = word.trim_matches('"');
    matches!(bare, "$0" | "${0}" | "$BASH_SOURCE" | "${BASH_SOURCE}" | "${BASH_SOURCE[0]}")
}

/// Whether the call may get the file as its stdin: its name is the last word, and it is not printed.
fn answers(call: &Call, context: &Context) -> bool {
    let named = ["--with-filename", "--in-place", "-i", "-H", "-l", "-L", "-r", "-R"];
    let sums = matches!(
        call.name.as_str(),
        "wc" | "sha256sum" | "sha1sum" | "md5sum" | "shasum" | "cksum" | "diff" | "cmp"
    );
    let count = call.words.iter().filter(|word| own(word)).count();
    let files = call.words.iter().skip(1).rev().take_while(|w| file_like(w)).count();
    context.editable(call)
        && !sums
        && count == 1
        && call.words.last().is_some_and(|w| own(w))
        && (files < 2 || call.name == "sed")
        && !call.words.iter().any(|w| named.contains(&w.as_str()) || w.contains("FILENAME"))
}

/// A word at the end of a call that may be another file.
fn file_like(word: &str) -> bool {
    own(word) || word.trim_matches('"').starts_with(['$', '/', '.'])
}

/// The last line number in `head -n N` or `sed -n A,Bp`.
fn last_line(call: &Call) -> Option<usize> {
    let numbers = call.words.iter().skip(1).filter(|w| !own(w)).filter_map(|w| {
        let bare = w.trim_matches(['"', '\'']);
        if call.name == "head" {
            return bare.trim_start_matches("-n").trim_start_matches('-').parse().ok();
        }
        let all = bare.split(';').map(|part| {
            part.trim().strip_suffix(['p', 'd', 'q'])?.rsplit(',').next()?.parse().ok()
        });
        all.collect::<Option<Vec<usize>>>()?.into_iter().max()
    });
    numbers.max().or((call.name == "head").then_some(10))
}

/// The calls that read the script's own text and can't be supported. A pattern is usually for a mark in a comment,
/// which does not change.
pub(crate) fn refusals(calls: &[Call], context: &Context, first: usize) -> Vec<Refusal> {
    let refused = calls.iter().filter(|call| {
        reads(call, first).is_some_and(|how| how != Reads::Some) && !answers(call, context)
    });
    let reason =
        |name: &str| format!("`{name}` reads the script's own text, which the envelope changes");
    refused.map(|call| Refusal::new(call.line, reason(&call.name))).collect()
}

impl Planner<'_> {
    /// Inserts `skill_say own_text` before the calls that may see an edited line.
    pub(crate) fn own_text(&mut self, first: usize) {
        for call in &self.script.calls {
            let seen = reads(call, first).is_some() && answers(call, self.context);
            if let Some(at) = call.at.filter(|_| seen && !self.script.aliased(&call.name)) {
                self.put(at, "skill_say own_text ", call.line, "own text");
            }
        }
    }
}

/// What the script reads of its own lines.
pub(crate) fn own_lines(source: &Source<'_>, calls: &[Call]) -> OwnLines {
    let numbers =
        source.text().contains("LINENO") || calls.iter().any(|call| call.name == "caller");
    let reads: Vec<Reads> = calls.iter().filter_map(|call| reads(call, 0)).collect();
    // `sed -n '2,20p' "$0"` shows the lines with these numbers, whatever their content.
    if reads.iter().any(|how| !matches!(how, Reads::To(_))) {
        OwnLines::Text
    } else if numbers || !reads.is_empty() {
        OwnLines::Numbers
    } else {
        OwnLines::Unread
    }
}

/// Whether the script reads its own text.
pub(crate) fn asked(calls: &[Call]) -> bool {
    calls.iter().any(|call| reads(call, 0).is_some())
}

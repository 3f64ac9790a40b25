//! Scripts that print parts of their own text: most often the comments at the top, as the help.
//!
//! No line moves, so whoever reads by number up to the first command sees what was there. A call that may see an edited line
//! gains `__skill_read` in front, which gives it the file with those lines as they were: the script carries the lines that it
//! asks for, once more, in a program for sed. What can't be answered so is refused.

use crate::context::Context;
use crate::edit::Edit;
use crate::envelope::{self, Shell};
use crate::model::Call;
use crate::plan::Planner;
use crate::refuse::Refusal;
use crate::source::Source;
use crate::syntax;

/// How a call reads the script's own file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// The lines up to this one.
    To(usize),
    /// By patterns: which lines is seen when it runs.
    Some,
    /// All of it, or what all of it sums up to.
    All,
}

/// A call that reads the script's own text, where that matters: it sees line `first`, the envelope's, or what stands below.
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

/// May the file be given to the call as its stdin? Its name is the last word then, and nothing prints it.
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

/// A word at the end of a call that may be one more file.
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

/// The calls that read the script's own text and can't be answered. What is looked for by a pattern is most often a mark in a
/// comment, which stays what it is.
pub(crate) fn refusals(calls: &[Call], context: &Context, first: usize) -> Vec<Refusal> {
    let refused = calls.iter().filter(|call| {
        reads(call, first).is_some_and(|how| how != Reads::Some) && !answers(call, context)
    });
    let reason =
        |name: &str| format!("`{name}` reads the script's own text, which the envelope changes");
    refused.map(|call| Refusal::new(call.line, reason(&call.name))).collect()
}

impl Planner<'_> {
    /// Puts `__skill_read` in front of the calls that may see an edited line.
    pub(crate) fn own_text(&mut self, first: usize) {
        for call in &self.script.calls {
            let seen = reads(call, first).is_some() && answers(call, self.context);
            if let Some(at) = call.at.filter(|_| seen && !self.script.aliased(&call.name)) {
                let text = match self.needs.shell {
                    Shell::Bash => "skill_say own_text ",
                    Shell::Posix => "__skill_read ",
                };
                self.put(at, text, call.line, "own text");
            }
        }
    }
}

/// Does the script read its own text?
pub(crate) fn asked(calls: &[Call]) -> bool {
    calls.iter().any(|call| reads(call, 0).is_some())
}

/// Puts the lines as they were before the envelope, where a call asks for them.
///
/// # Errors
/// Where they can't be written down.
pub(crate) fn kept(
    source: &Source<'_>,
    calls: &[Call],
    first: usize,
    shell: Shell,
    mut edits: Vec<Edit>,
) -> Result<Vec<Edit>, Refusal> {
    let asked = edits.iter().filter(|e| e.pattern == "own text").map(|e| e.line);
    let asked: Vec<usize> = asked.collect();
    if asked.is_empty() || shell == Shell::Bash {
        return Ok(edits);
    }
    let last = calls
        .iter()
        .filter(|call| asked.contains(&call.line))
        .filter_map(|call| reads(call, first))
        .map(|how| if let Reads::To(last) = how { last } else { usize::MAX })
        .max()
        .unwrap_or(0);
    let mut lines: Vec<usize> =
        edits.iter().map(|e| source.line_of(e.at)).filter(|line| *line <= last).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut program = Vec::new();
    for line in lines {
        let text = std::str::from_utf8(source.line(line)).ok().filter(|t| !t.contains('\r'));
        let Some(text) = text else {
            let reason = "the script prints this line of its own text, which is no UTF-8 or ends with CR: it can't be kept beside the envelope";
            return Err(Refusal::new(line, reason));
        };
        let text = text.replace('\\', "\\\\").replace('/', "\\/").replace('&', "\\&");
        program.push(format!("{line}s/.*/{}/", text.replace('\'', "'\\''")));
    }
    let kept = envelope::kept(&program.join(";"));
    if let Err(bad) = syntax::parse(kept.as_bytes()) {
        let reason = format!("the lines that are kept can't be read back: {}", bad.what);
        return Err(Refusal::new(first, reason));
    }
    if let Some(edit) = edits.iter_mut().find(|e| e.pattern == "envelope") {
        // In front of it, where the envelope's own look for a line of the script takes no notice.
        edit.text = format!("{kept}; {}", edit.text).into();
    }
    Ok(edits)
}

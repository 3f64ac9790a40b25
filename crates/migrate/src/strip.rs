//! A migrated script as it was: without the envelope, and without the words in front of its calls.
//!
//! All that a migration does is put text in. So a script is taken back by finding the pieces that were put in: the envelope
//! first, which says in which form the script is, then the words of that form. [`Stripped::checked`] reads both texts and says
//! whether they are the same script but for those pieces; whoever writes the text back asks that first.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::check;
use crate::edit::{CONTINUED, Edit};
use crate::envelope::{
    self, FENCE, FORMER, Kind, SAY, SAY_BY_OTHER_NAME, SOURCED, Shell, fence_of, line_end,
    line_start, sources_helper, stdout_of, was_added,
};
use crate::parse;
use crate::source::Source;

/// The start of an inline one-line envelope, in any of its forms, and the text by which it reads its own
/// lines.
const BEGINS: [&str; 6] = [
    "if [ \"${BASH_SOURCE[0]-$0}\" = \"$0\" ] || ! (return 0 2>/dev/null) && [ ",
    "if [ \"${BASH_SOURCE[0]-$0}\" = \"$0\" ]; then ",
    "if [ \"${BASH_SOURCE[0]-$0}\" = \"$0\" ] || ! command -v __skill_read ",
    "if ! command -v __skill_begin ",
    "if ! command -v __skill_read ",
    "__skill_q=\"${BASH_SOURCE[0]-$0}\"; case ",
];

/// The last function of a one-line envelope.
const LAST: &str = "__skill_exec() { ";

/// The comment after an edited call, with the original call.
const LEGACY: &str = " # LEGACY (replaced with JSON): ";

/// The place of the envelope's text in a migrated script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// On one line of the script, as written by earlier versions.
    OneLine,
    /// In the script, between two comments.
    Fenced,
    /// In a file that the script sources.
    Sourced,
}

/// A script without its migration.
#[derive(Debug, Clone)]
pub(crate) struct Stripped {
    /// The text before the migration.
    pub(crate) text: Vec<u8>,
    /// The form of its migration.
    edits: Vec<Edit>,
    pub(crate) form: Form,
    /// The envelope that it prints, if the script itself contains it; it may be in a helper file.
    pub(crate) kind: Option<Kind>,
    /// The default confidence, if the script itself contains it.
    pub(crate) confidence: Option<String>,
}

/// The text before the migration, and the present envelope if the text contains it. `None` if the script was not
/// migrated.
pub(crate) fn strip_migration(bytes: &[u8]) -> Option<(Vec<u8>, Option<Kind>)> {
    strip(bytes).map(|stripped| (stripped.text, stripped.kind))
}

/// The author's script: insertions of the migration are removed, and later edits are kept. `None` if the script was not
/// migrated.
///
/// # Errors
/// The text can't be restored: an insertion is no longer complete.
pub fn taken_back(bytes: &[u8]) -> Option<Result<Vec<u8>, String>> {
    if envelope::kind_of(&Source::new(bytes).text()).is_some() {
        return None;
    }
    let stripped = strip(bytes)?;
    Some(stripped.checked().map(|()| stripped.text))
}

/// The script without its migration; `None` if it was not migrated.
pub(crate) fn strip(bytes: &[u8]) -> Option<Stripped> {
    let (form, envelope) = envelope_of(bytes)?;
    let text = &bytes[envelope.clone()];
    let kind = match form {
        Form::Sourced => None,
        _ if find(text, "\"schema_version\"").is_some() => Some(Kind::Helper),
        Form::OneLine if find(text, "\"deliverables\"").is_none() => None,
        _ => Some(Kind::SkillOutput),
    };
    let say = if find(text, "skill_run()").is_some() { SAY_BY_OTHER_NAME } else { SAY };
    let words = match form {
        Form::OneLine => Words::former(text),
        Form::Fenced => {
            let (shell, named) = fence_of(&String::from_utf8_lossy(text));
            Words::new(say, named.unwrap_or(stdout_of(shell)))
        }
        Form::Sourced => {
            let usual = stdout_of(sources_helper(text).unwrap_or(Shell::Bash));
            Words::new(say, line_start(text).1.unwrap_or(usual))
        }
    };
    let mut pieces = words.within(bytes, 0..envelope.start);
    pieces.push((envelope.clone(), "envelope"));
    pieces.extend(words.within(bytes, envelope.end..bytes.len()));
    let mut stripped =
        Stripped { text: Vec::new(), edits: Vec::new(), form, kind, confidence: confidence(text) };
    let (mut at, mut line) = (0, 1);
    for (range, pattern) in pieces {
        let own = &bytes[at..range.start];
        line += own.iter().filter(|b| **b == b'\n').count();
        stripped.text.extend_from_slice(own);
        // Insertions are text of skillgen or were read as UTF-8.
        let text = String::from_utf8_lossy(&bytes[range.clone()]).into_owned();
        stripped.edits.push(Edit::put(stripped.text.len(), text, line, pattern));
        at = range.end;
    }
    stripped.text.extend_from_slice(&bytes[at..]);
    Some(stripped)
}

impl Stripped {
    /// Whether both texts parse as the same script, apart from the insertions. Returns why not.
    pub(crate) fn checked(&self) -> Result<(), String> {
        let source = Source::new(&self.text);
        let tree = parse::parse(&source).map_err(|bad| bad.reason)?;
        let script = parse::flat(&source, &tree);
        let mut edits = self.edits.clone();
        for edit in &mut edits {
            edit.quoted = script.quoted.iter().any(|range| range.contains(&edit.at));
        }
        check::changed(&source, &tree, &edits)
            .map_or(Ok(()), |refusal| Err(format!("line {}: {}", refusal.line, refusal.reason)))
    }
}

impl Stripped {
    /// Whether it keeps former commands in comments.
    pub(crate) fn keeps_commands(&self) -> bool {
        self.edits.iter().any(|edit| edit.pattern == "legacy")
    }

    /// The places of prefixes, in the former text.
    pub(crate) fn places(&self) -> BTreeSet<usize> {
        self.edits.iter().filter(|e| e.pattern != "envelope").map(|e| e.at).collect()
    }

    /// The text of the envelope.
    pub(crate) fn envelope(&self) -> &str {
        let edit = self.edits.iter().find(|edit| edit.pattern == "envelope");
        edit.map_or("", |edit| &edit.text)
    }
}

/// The envelope of a script, with the separator before the command after it.
fn envelope_of(bytes: &[u8]) -> Option<(Form, Range<usize>)> {
    if let Some(mark) = SOURCED.iter().find_map(|(_, mark)| find(bytes, mark)) {
        let line = line_at(bytes, mark);
        let before = &bytes[line.start..mark];
        let start = match find(before, "command . ") {
            Some(_) => line.start + line_start(before).0,
            None => spread_start(&bytes[..line.start]).unwrap_or(line.start),
        };
        let spread = |end: &str| find(&bytes[mark..line.end], end).map(|at| at + end.len());
        let end = line_end(&bytes[mark..line.end])
            .or_else(|| SPREAD_ENDS.iter().find_map(|end| spread(end)))
            .map_or(line.end, |len| mark + len);
        let end = if bytes[end..line.end].starts_with(b"; ") { end + 2 } else { end };
        let added = was_added(&bytes[start..end]) && end == line.end && end < bytes.len();
        let end = if added { end + 1 } else { end };
        return Some((Form::Sourced, start..end));
    }
    if let Some(start) = find(bytes, FENCE[0]) {
        // The helper names the line, too.
        let last = start + find(&bytes[start..], &format!("\n{}", FENCE[1]))? + 1;
        let end = last + bytes[last..].iter().position(|b| *b == b'\n')? + 1;
        return Some((Form::Fenced, start..end));
    }
    let line = line_at(bytes, find(bytes, FORMER)?);
    let range = one_line(&bytes[line.clone()])?;
    Some((Form::OneLine, line.start + range.start..line.start + range.end))
}

/// The end of the sourcing line in a formatter's layout.
const SPREAD_ENDS: [&str; 3] = [
    "skill_say() { shift && \"$@\"; }",
    "skill_run() { shift && \"$@\"; }",
    "skill_say() { \"${@:2}\"; }",
];

/// The start of the sourcing line, if a formatter spread it over the lines above.
fn spread_start(above: &[u8]) -> Option<usize> {
    let begin = b"command . \"$(\n";
    let from = above.len().saturating_sub(400);
    let at = above[from..].windows(begin.len()).rposition(|part| part == begin)?;
    Some(from + at)
}

/// The position of a one-line envelope in its line.
fn one_line(line: &[u8]) -> Option<Range<usize>> {
    let start = BEGINS.iter().filter_map(|b| find(line, b)).min()?;
    let last = line.windows(LAST.len()).rposition(|w| w == LAST.as_bytes())?;
    // `__skill_exec() { …; }; fi`, and for sh another `fi`.
    let mut end = last + find(&line[last..], "; fi")? + "; fi".len();
    if line[start..].starts_with(b"if ! command -v") && line[end..].starts_with(b"; fi") {
        end += "; fi".len();
    }
    if line[end..].starts_with(b"; ") {
        end += "; ".len();
    }
    Some(start..end)
}

/// The default confidence of an envelope: the last default in it.
fn confidence(envelope: &[u8]) -> Option<String> {
    const DEFAULT: &[u8] = b"_confidence:-";
    let at = envelope.windows(DEFAULT.len()).rposition(|w| w == DEFAULT)? + DEFAULT.len();
    let number = envelope[at..].split(|b| *b == b'}').next()?;
    String::from_utf8(number.to_vec()).ok()
}

/// The prefixes of a form of the migration.
struct Words {
    say: &'static str,
    /// Only the word itself is removed, not the following text.
    bare: &'static [(&'static str, &'static str)],
    /// Before a background job, and in one of several commands.
    closes: Vec<String>,
}

impl Words {
    /// The present ones, with the descriptor for the caller's stdout.
    fn new(say: &'static str, stdout: u8) -> Self {
        let mut closes = Self::closing(&stdout.to_string());
        closes.push(format!(" {say}background;"));
        Self { say, bare: &[], closes }
    }

    /// Those of a one-line envelope, which names the descriptor for the caller's stdout. The script itself uses another
    /// one.
    fn former(envelope: &[u8]) -> Self {
        let opens = find(envelope, ">&1 1>&2").and_then(|at| at.checked_sub(1));
        let digit = opens.map_or('9', |at| char::from(envelope[at]));
        let bare =
            &[("__skill_read ", "own text"), ("__skill_trap", "trap"), ("__skill_exec", "exec")];
        Self { say: "__skill_say ", bare, closes: Self::closing(&digit.to_string()) }
    }

    fn closing(descriptor: &str) -> Vec<String> {
        vec![format!("{descriptor}>&- "), format!(" exec {descriptor}>&-;")]
    }

    /// The insertions in a range of a script, in order.
    fn within(&self, bytes: &[u8], range: Range<usize>) -> Vec<(Range<usize>, &'static str)> {
        let mut pieces = Vec::new();
        let from = range.start;
        let mut start = from;
        let text = &bytes[range];
        for line in text.split_inclusive(|b| *b == b'\n') {
            let end = line.strip_suffix(b"\n").unwrap_or(line);
            let end = end.strip_suffix(b"\r").unwrap_or(end).len();
            let mut found = self.in_line(&text[start - from..], line.len());
            if let Some(at) = legacy(&line[..end], &found) {
                found.retain(|(piece, _)| piece.start < at);
                found.push((at..end, "legacy"));
            }
            let moved = found.into_iter().map(|(r, p)| (start + r.start..start + r.end, p));
            pieces.extend(moved);
            start += line.len();
        }
        pieces
    }

    /// The insertions that begin in the first line of a text, which has this length.
    fn in_line(&self, text: &[u8], length: usize) -> Vec<(Range<usize>, &'static str)> {
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < length {
            match self.at(&text[at..]) {
                Some((length, pattern)) => {
                    pieces.push((at..at + length, pattern));
                    // The word after a bare insertion is not one itself.
                    at += length;
                }
                None => at += 1,
            }
        }
        pieces
    }

    /// The insertion at the start of a text.
    fn at(&self, text: &[u8]) -> Option<(usize, &'static str)> {
        if let Some(rest) = text.strip_prefix(self.say.as_bytes()) {
            let end = kind_end(rest.split(|b| *b == b'\n').next()?)?;
            return Some((self.say.len() + end + continuation(&rest[end..]), "said"));
        }
        for (word, pattern) in self.bare {
            if text.starts_with(word.as_bytes()) {
                let length = if word.ends_with(' ') { word.len() } else { "__skill_".len() };
                return Some((length, pattern));
            }
        }
        let closes = self.closes.iter().find(|closes| text.starts_with(closes.as_bytes()))?;
        Some((closes.len(), "background"))
    }
}

/// The length of the backslash, the line end and the indentation before a command on the next line.
fn continuation(text: &[u8]) -> usize {
    let Some(next) = text.strip_prefix(CONTINUED.as_bytes()) else { return 0 };
    CONTINUED.len() + next.iter().take_while(|b| matches!(b, b' ' | b'\t')).count()
}

/// The end of the word for a kind, with the space after it; its value may be in double quotes.
fn kind_end(text: &[u8]) -> Option<usize> {
    let blank = text.iter().position(|b| *b == b' ')?;
    let quoted = find(&text[..blank], "=\"").is_some() && text[blank - 1] != b'"';
    if quoted { find(text, "\" ").map(|at| at + 2) } else { Some(blank + 1) }
}

/// The start of the comment with a former command: that command precedes it, with its insertions.
fn legacy(line: &[u8], pieces: &[(Range<usize>, &'static str)]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = find(&line[from..], LEGACY).map(|at| from + at) {
        let command = &line[at + LEGACY.len()..];
        let mut code = Vec::with_capacity(at);
        let mut next = 0;
        for (piece, _) in pieces.iter().filter(|(piece, _)| piece.end <= at) {
            code.extend_from_slice(&line[next..piece.start]);
            next = piece.end;
        }
        code.extend_from_slice(&line[next..at]);
        if code.windows(command.len().max(1)).any(|part| part == command) {
            return Some(at);
        }
        from = at + LEGACY.len();
    }
    None
}

fn find(bytes: &[u8], part: &str) -> Option<usize> {
    bytes.windows(part.len()).position(|w| w == part.as_bytes())
}

fn line_at(bytes: &[u8], at: usize) -> Range<usize> {
    let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| at + i);
    start..end
}

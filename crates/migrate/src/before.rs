//! A migrated script as it was, for reading: without the envelope, and without the words in front of its calls. What it
//! prints is the envelope, whatever its lines look like.

use std::ops::Range;

use crate::envelope::{FENCE, Kind, MARK, SOURCED, line_end};

/// How the envelope's text begins, in any of its forms, and the text that it reads its own lines with.
const BEGINS: [&str; 6] = [
    "if [ \"${BASH_SOURCE[0]-$0}\" = \"$0\" ] || ! (return 0 2>/dev/null) && [ ",
    "if [ \"${BASH_SOURCE[0]-$0}\" = \"$0\" ]; then ",
    "if [ \"${BASH_SOURCE[0]-$0}\" = \"$0\" ] || ! command -v __skill_read ",
    "if ! command -v __skill_begin ",
    "if ! command -v __skill_read ",
    "__skill_q=\"${BASH_SOURCE[0]-$0}\"; case ",
];

/// The last function of it, which stands in every form.
const LAST: &str = "__skill_exec() { ";

/// Stands behind a call that was edited, with the call as it was.
const LEGACY: &str = " # LEGACY (replaced with JSON): ";

/// The text before the migration, line by line, and the envelope that it prints now, if the text tells: a helper file may
/// hold it. `None` where the script was not migrated.
pub(crate) fn before(bytes: &[u8]) -> Option<(Vec<u8>, Option<Kind>)> {
    let find = |part: &str| bytes.windows(part.len()).position(|w| w == part.as_bytes());
    if let Some(at) = find(SOURCED) {
        return Some((without_source(bytes, at), None));
    }
    if let Some(at) = find(FENCE[0]) {
        let end = at + find_from(&bytes[at..], FENCE[1])? + FENCE[1].len() + 1;
        let kind = match find_from(&bytes[at..end.min(bytes.len())], "\"schema_version\"") {
            Some(_) => Kind::Helper,
            None => Kind::SkillOutput,
        };
        let mut rest = bytes[..at].to_vec();
        rest.extend_from_slice(bytes.get(end..).unwrap_or_default());
        return Some((lines(&rest), Some(kind)));
    }
    let mark = find(MARK)?;
    let line = line_at(bytes, mark);
    let head = String::from_utf8_lossy(&bytes[line.clone()]).into_owned();
    let envelope = within(&head)?;
    let text = &head[envelope.clone()];
    let kind = if text.contains("\"schema_version\"") {
        Some(Kind::Helper)
    } else {
        text.contains("\"deliverables\"").then_some(Kind::SkillOutput)
    };
    let mut out = bytes[..line.start].to_vec();
    let rest = format!("{}{}", &head[..envelope.start], &head[envelope.end..]);
    push(&mut out, rest.as_bytes());
    for line in bytes[line.end..].split_inclusive(|b| *b == b'\n') {
        push(&mut out, line);
    }
    Some((out, kind))
}

fn find_from(bytes: &[u8], part: &str) -> Option<usize> {
    bytes.windows(part.len()).position(|w| w == part.as_bytes())
}

/// The text without the line that sources the helper file, and without the words in front of its calls.
fn without_source(bytes: &[u8], mark: usize) -> Vec<u8> {
    let line = line_at(bytes, mark);
    let start = line.start + find_from(&bytes[line.clone()], "command . ").unwrap_or(0);
    let end = line_end(&bytes[mark..line.end]).map_or(line.end, |len| mark + len);
    let end = if bytes[end..line.end].starts_with(b"; ") { end + 2 } else { end };
    let mut rest = bytes[..start].to_vec();
    rest.extend_from_slice(&bytes[end..]);
    lines(&rest)
}

/// Each line as it was.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    bytes.split_inclusive(|b| *b == b'\n').for_each(|line| push(&mut out, line));
    out
}

/// What follows `skill_say `, without the word for what is said; its value stands in double quotes.
fn behind_word(text: &str) -> &str {
    let word = text.split(' ').next().unwrap_or("");
    let quoted = word.contains("=\"") && !word.trim_end().ends_with('"');
    let end = if quoted { text.find("\" ").map(|at| at + 2) } else { Some(word.len() + 1) };
    end.and_then(|end| text.get(end..)).unwrap_or(text)
}

fn line_at(bytes: &[u8], at: usize) -> Range<usize> {
    let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| at + i);
    start..end
}

/// Where the envelope stands in its line, with what keeps it apart from the command behind it.
fn within(line: &str) -> Option<Range<usize>> {
    let start = BEGINS.iter().filter_map(|b| line.find(b)).min()?;
    let last = line.rfind(LAST)?;
    // `__skill_exec() { …; }; fi`, and under sh one more `fi`.
    let mut end = last + line[last..].find("; fi")? + "; fi".len();
    if line[start..].starts_with("if ! command -v") && line[end..].starts_with("; fi") {
        end += "; fi".len();
    }
    if line[end..].starts_with("; ") {
        end += "; ".len();
    }
    Some(start..end)
}

/// One line, without the words that stand in front of calls and the comments behind them.
fn push(out: &mut Vec<u8>, line: &[u8]) {
    let Some(text) = std::str::from_utf8(line).ok().filter(|t| t.contains("skill_")) else {
        out.extend_from_slice(line);
        return;
    };
    let code = text.find(LEGACY).map_or(text, |at| &text[..at]);
    let code = code.replace("__skill_say ", "skill_say ");
    let mut parts = code.split("skill_say ");
    let mut plain = parts.next().unwrap_or("").to_owned();
    parts.for_each(|part| plain.push_str(behind_word(part)));
    let plain = plain.replace("__skill_read ", "");
    let plain = plain.replace("__skill_trap", "trap").replace("__skill_exec", "exec");
    out.extend_from_slice(plain.as_bytes());
    if text.contains(LEGACY) && text.ends_with('\n') {
        out.push(b'\n');
    }
}

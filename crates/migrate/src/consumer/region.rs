//! The shell texts in a reader: the file itself, the blocks and spans of a Markdown text, the scripts of a workflow, the recipes
//! of a Makefile. Each is read by the parser when something in it is asked for, and its places lead back to the file.

use std::cell::OnceCell;
use std::ops::Range;

use super::loops;
use super::through::{self, ReaderAnalysis};

/// A shell text, assembled from lines of the file.
#[derive(Debug)]
pub(super) struct Region {
    text: String,
    /// The start of each line, here and in the file.
    lines: Vec<(usize, usize)>,
    known: OnceCell<Option<ReaderAnalysis>>,
    /// The patterns of its loops over scripts.
    loops: OnceCell<Vec<String>>,
}

impl Region {
    /// The lines of `file` in `range`, each without its first `indent` bytes of white space, in the form `shown` for
    /// the parser, which has the same length.
    pub(super) fn new(
        file: &str,
        range: Range<usize>,
        indent: usize,
        shown: fn(&str) -> String,
    ) -> Self {
        let (mut text, mut lines) = (String::new(), Vec::new());
        let mut at = range.start;
        for line in file[range].split_inclusive('\n') {
            let white = line.len() - line.trim_start_matches([' ', '\t']).len();
            let cut = white.min(indent);
            lines.push((text.len(), at + cut));
            text.push_str(&line[cut..]);
            at += line.len();
        }
        let read = shown(&text);
        debug_assert_eq!(read.len(), text.len(), "places lead back");
        Self { text: read, lines, known: OnceCell::new(), loops: OnceCell::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The position here of a position in the file.
    pub(super) fn local(&self, at: usize) -> Option<usize> {
        let index = self.lines.partition_point(|(_, from)| *from <= at).checked_sub(1)?;
        let (start, from) = self.lines[index];
        let end = self.lines.get(index + 1).map_or(self.text.len(), |next| next.0);
        Some(start + (at - from)).filter(|local| *local < end)
    }

    /// The position in the file of a position here.
    pub(super) fn place(&self, local: usize) -> usize {
        let index = self.lines.partition_point(|(start, _)| *start <= local).saturating_sub(1);
        self.lines.get(index).map_or(local, |(start, from)| from + (local - start))
    }

    /// The position in the file of a 1-based line here.
    pub(super) fn line(&self, line: usize) -> usize {
        self.lines.get(line.saturating_sub(1)).or(self.lines.last()).map_or(0, |line| line.1)
    }

    /// Whether a loop over scripts includes one of this name.
    pub(super) fn loops_over(&self, name: &str) -> bool {
        let patterns = || loops::patterns(&self.text).map(str::to_owned).collect();
        self.loops.get_or_init(patterns).iter().any(|pattern| loops::matches(pattern, name))
    }

    /// The parsed text; `None` if it is not shell.
    pub(super) fn known(&self) -> Option<&ReaderAnalysis> {
        self.known.get_or_init(|| through::read(&self.text)).as_ref()
    }
}

/// The unchanged text.
pub(super) fn as_it_stands(text: &str) -> String {
    text.to_owned()
}

/// A placeholder of a document (`<plan-file>`, `<known id>`) is a word, not a redirection.
pub(super) fn without_placeholders(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let from = at + found;
        at = from + 1;
        if let Some(len) = placeholder(&text[from..]) {
            out[from..from + len].fill(b'_');
            at = from + len;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The length of the placeholder at the start of a text.
fn placeholder(text: &str) -> Option<usize> {
    const LONGEST: usize = 80;
    let end = text.char_indices().skip(1).take(LONGEST).find(|(_, c)| "<>\n\"'`()&;".contains(*c));
    let (end, _) = end.filter(|(_, c)| *c == '>')?;
    let name = &text[1..end];
    let first = name.chars().next()?;
    let last = name.chars().next_back()?;
    let after = text[end + 1..].chars().next();
    let whole = after.is_none_or(|c| !(c.is_alphanumeric() || matches!(c, '$' | '&' | '>' | '_')));
    let word = first.is_alphabetic() || matches!(first, '.' | '\u{2026}' | '{' | '_' | '-');
    (whole && (word || first.is_ascii_digit()) && !last.is_whitespace()).then_some(end + 1)
}

/// An expression of a workflow (`${{ inputs.name }}`) is a word.
pub(super) fn without_expressions(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(found) = text[at..].find("${{") {
        let from = at + found;
        let Some(len) = text[from..].find("}}").map(|len| len + 2) else { break };
        at = from + len;
        if !text[from..at].contains('\n') {
            out[from..at].fill(b'_');
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// A shell text of a document: its placeholders are words, and the prompts of a session are removed.
pub(super) fn document(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        match bare.strip_prefix(['$', '%']).filter(|rest| rest.starts_with(' ')) {
            Some(rest) => {
                out.push_str(&line[..line.len() - bare.len()]);
                out.push(' ');
                out.push_str(rest);
            }
            None => out.push_str(line),
        }
    }
    without_placeholders(&out)
}

/// A line of a recipe: leading `@` and `-` belong to make, `$$` is the shell's `$`, and `$( )` belongs to make, too.
pub(super) fn recipe(text: &str) -> String {
    let marks = text.len() - text.trim_start_matches(['@', '-', '+', ' ', '\t']).len();
    let mut out = text.as_bytes().to_vec();
    out[..marks].fill(b' ');
    let mut at = marks;
    while at + 1 < out.len() {
        match (out[at], out[at + 1]) {
            (b'$', b'$') => {
                out[at] = b' ';
                at += 2;
            }
            (b'$', b'(' | b'{') => {
                let mut depth = 0usize;
                let len = out[at..].iter().position(|byte| {
                    match byte {
                        b'(' | b'{' => depth += 1,
                        b')' | b'}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    matches!(byte, b')' | b'}') && depth == 0
                });
                let end = len.map_or(out.len(), |len| at + len + 1);
                out[at..end].fill(b'_');
                at = end;
            }
            _ => at += 1,
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

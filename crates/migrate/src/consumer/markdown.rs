//! The commands in a Markdown text: shell blocks, and inline spans. Blocks of other languages quote output, or contain
//! no shell; prose only names scripts.

use std::ops::Range;

/// The parts of a Markdown text.
pub(super) struct Parts {
    /// A text of the same length with only commands, and inline spans as separate lines.
    pub(super) commands: String,
    /// The ranges of Python and JavaScript blocks.
    pub(super) others: Vec<Range<usize>>,
    /// The ranges of shell, in blocks and spans, and the indentation of the blocks.
    pub(super) shells: Vec<(Range<usize>, usize)>,
    /// Commands whose output replaces them when an agent reads the document: `!` before a span.
    pub(super) inserted: Vec<Range<usize>>,
}

/// Splits a Markdown text into its parts.
pub(super) fn parts(text: &str) -> Parts {
    let mut out = String::with_capacity(text.len());
    let mut others = Vec::new();
    let mut shells = Vec::new();
    let mut inserted = Vec::new();
    // A nested block closes separately: authors who quote a document with blocks rarely count the backticks.
    let mut open: Vec<Fence<'_>> = Vec::new();
    for line in text.split_inclusive('\n') {
        let from = out.len();
        let trimmed = line.trim().trim_start_matches(['>', ' ']);
        let marks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
        let (mark, info) = trimmed.split_at(marks);
        let mark = Some(mark).filter(|mark| mark.len() >= 3 && !info.contains('`'));
        match (open.last(), mark) {
            (Some(fence), Some(mark)) if info.is_empty() && mark.starts_with(fence.mark) => {
                let fence = open.pop();
                if let Some(fence) = fence {
                    close(&mut out, &fence, &mut others, &mut shells);
                }
                blank(line, &mut out);
            }
            (Some(fence), Some(mark)) if info.is_empty() || !mark.starts_with(&fence.mark[..3]) => {
                out.push_str(line);
            }
            (_, Some(mark)) => {
                blank(line, &mut out);
                let kind = kind(info);
                let indent = line.len() - line.trim_start().len();
                open.push(Fence { mark, kind, from: from + line.len(), indent });
            }
            (Some(_), None) => out.push_str(line),
            (None, None) => spans(line, &mut out, &mut shells, &mut inserted),
        }
    }
    while let Some(fence) = open.pop() {
        close(&mut out, &fence, &mut others, &mut shells);
    }
    let commands = super::region::without_placeholders(&out);
    Parts { commands, others, shells, inserted }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Blocks marked as shell.
    Shell,
    /// Blocks without a language: commands, sessions, output.
    Bare,
    /// Python and JavaScript.
    Code,
    /// All others.
    Text,
}

struct Fence<'t> {
    mark: &'t str,
    kind: Kind,
    from: usize,
    indent: usize,
}

fn kind(info: &str) -> Kind {
    let word = info.trim().trim_start_matches(['{', '.']);
    let word = word.split(|c: char| c.is_whitespace() || ",{}:".contains(c)).next().unwrap_or("");
    match word.to_ascii_lowercase().as_str() {
        "" => Kind::Bare,
        "bash" | "sh" | "shell" | "zsh" | "console" | "shell-session" | "shellsession"
        | "terminal" | "shellscript" | "sh-session" => Kind::Shell,
        "python" | "py" | "python3" | "js" | "javascript" | "ts" | "typescript" => Kind::Code,
        _ => Kind::Text,
    }
}

/// The parts of a finished block.
fn close(
    out: &mut String,
    fence: &Fence<'_>,
    others: &mut Vec<Range<usize>>,
    shells: &mut Vec<(Range<usize>, usize)>,
) {
    let body = out.split_off(fence.from);
    if matches!(fence.kind, Kind::Shell | Kind::Bare) {
        shells.push((fence.from..fence.from + body.len(), fence.indent));
    }
    match fence.kind {
        Kind::Shell => out.push_str(&super::mask::code(&body)),
        Kind::Bare => out.push_str(&without_ticks(&body)),
        Kind::Code => {
            others.push(out.len()..out.len() + body.len());
            out.push_str(&body);
        }
        Kind::Text => blank(&body, out),
    }
}

/// Outside of shell a backtick quotes, unless a variable is assigned its content.
pub(super) fn without_ticks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut substitutes = false;
    for (at, c) in text.char_indices() {
        let given = || text[..at].trim_end_matches('"').ends_with('=');
        if c == '`' && (substitutes || given()) {
            substitutes = !substitutes;
            out.push(c);
        } else if c == '`' {
            out.push(' ');
        } else {
            substitutes &= c != '\n';
            out.push(c);
        }
    }
    out
}

/// The inline spans of a line of prose.
fn spans(
    line: &str,
    out: &mut String,
    shells: &mut Vec<(Range<usize>, usize)>,
    inserted: &mut Vec<Range<usize>>,
) {
    let mut before = "";
    for (i, part) in line.split('`').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        // Every second part is between backticks.
        if i % 2 == 1 {
            let here = out.len()..out.len() + part.len();
            if before.ends_with('!') {
                inserted.push(here.clone());
            }
            shells.push((here, 0));
            out.push_str(part);
        } else {
            blank(part, out);
        }
        before = part;
    }
}

/// The frontmatter of a Markdown text.
pub(super) fn frontmatter(text: &str) -> Range<usize> {
    let Some(rest) = text.strip_prefix("---\n") else { return 0..0 };
    let from = text.len() - rest.len();
    from..rest.find("\n---").map_or(from, |len| from + len)
}

/// Whether a Markdown text allows an agent to run commands by their first words.
pub(super) fn allows_by_words(text: &str) -> bool {
    let head = &text[frontmatter(text)];
    head.contains("allowed-tools") && head.contains("Bash(")
}

/// Spaces for all bytes except line ends.
fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
}

//! Which parts of a Markdown text are code.

/// A Markdown text of the same length in which only code is left: fenced blocks, and inline spans as
/// lines of their own. Prose and the backticks around a span are no shell.
pub(super) fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let marks = trimmed.len() - trimmed.trim_start_matches(['`', '~']).len();
        let mark = Some(&trimmed[..marks]).filter(|mark| mark.len() >= 3);
        match (fence, mark) {
            (None, Some(mark)) => {
                fence = Some(mark);
                blank(line, &mut out);
            }
            // Only a bare fence, as long as the one that opened, closes.
            (Some(open), Some(mark)) if mark.starts_with(open) && mark.len() == trimmed.len() => {
                fence = None;
                blank(line, &mut out);
            }
            (Some(_), _) => out.push_str(line),
            (None, None) => {
                for (i, part) in line.split('`').enumerate() {
                    if i > 0 {
                        out.push('\n');
                    }
                    // Every second part stands between backticks.
                    if i % 2 == 1 { out.push_str(part) } else { blank(part, &mut out) }
                }
            }
        }
    }
    out
}

/// Spaces for all bytes but line ends.
fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
}

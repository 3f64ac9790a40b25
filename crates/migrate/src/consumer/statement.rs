//! Where a statement of shell begins, and how many quotes end the path in it.

/// How many quotes close behind the path of a script: its own, and that of the text that a shell is given
/// (`bash -c "… | bash '$D/a.sh'"`).
pub(super) fn closing_quotes(rest: &str) -> usize {
    let quotes = rest.bytes().take_while(|byte| matches!(byte, b'"' | b'\'')).count();
    // Two of a kind are an empty text: it closes nothing.
    let differ = rest.as_bytes().get(..2).is_some_and(|two| two[0] != two[1]);
    if differ { quotes.min(2) } else { quotes.min(1) }
}

/// The start of the line around `at`, with continued lines before it.
pub(super) fn statement_start(text: &str, at: usize) -> usize {
    let mut start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    while start > 1 && text[..start - 1].ends_with('\\') {
        start = text[..start - 1].rfind('\n').map_or(0, |i| i + 1);
    }
    start
}

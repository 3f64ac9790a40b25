//! Splits a line into words and finds the known ones.

/// The meaning of a known word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// `ERROR`: a failure, and a message may follow.
    Error,
    /// `FAILED`, `ABORT`, `ABORTED`.
    Failure,
    Confidence,
    /// `created`, `modified`, `updated`: files, or a number of files.
    Verb,
    /// `generated`, `saved`, `wrote`, `written`.
    Made,
    /// `file`, `path`.
    Place,
    /// `duration`, `took`, `elapsed`; `time` may follow.
    Time,
    /// `execution`, `total`, which count before `time` only.
    Execution,
}

/// A word and its position in a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Found<'_> {
    pub(super) fn kind(&self) -> Option<Word> {
        let is = |word: &str| self.text.eq_ignore_ascii_case(word);
        match self.text.len() {
            4 if is("file") || is("path") => Some(Word::Place),
            4 if is("took") => Some(Word::Time),
            5 if is("total") => Some(Word::Execution),
            5 if is("saved") || is("wrote") => Some(Word::Made),
            5 if is("error") => Some(Word::Error),
            5 if is("abort") => Some(Word::Failure),
            5 if is("files") || is("paths") => Some(Word::Place),
            6 if is("failed") => Some(Word::Failure),
            7 if is("elapsed") => Some(Word::Time),
            7 if is("aborted") => Some(Word::Failure),
            7 if is("written") => Some(Word::Made),
            7 if is("created") || is("updated") => Some(Word::Verb),
            8 if is("modified") => Some(Word::Verb),
            8 if is("duration") => Some(Word::Time),
            9 if is("generated") => Some(Word::Made),
            9 if is("execution") => Some(Word::Execution),
            10 if is("confidence") => Some(Word::Confidence),
            _ => None,
        }
    }
}

/// A character of a word.
pub(super) fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (!c.is_ascii() && c.is_alphanumeric())
}

/// All words of a line: runs of letters, digits and `_`.
pub(super) fn words(line: &str) -> impl Iterator<Item = Found<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(is_word_char)?;
        let length = line[start..].find(|c| !is_word_char(c)).unwrap_or(line.len() - start);
        at = start + length;
        Some(Found { text: &line[start..at], start, end: at })
    })
}

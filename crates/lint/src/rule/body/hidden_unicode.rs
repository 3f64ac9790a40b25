//! `hidden-unicode`, `zero-width-character`: characters that an agent reads and a person does not see.

use super::File;
use crate::lines;
use crate::report::Report;

/// The maximum number of findings of one kind in a file.
const MOST: usize = 5;

pub(super) fn check(file: &File<'_>, report: &mut Report) {
    controls(file, report);
    if file.text.is_ascii() {
        return;
    }
    let mut count = 0;
    // Data contains zero-width characters in languages that need them, and marks around words of both directions.
    let is_plain = |run: &Run| {
        run.kind == Kind::ZeroWidth
            || run.characters.iter().all(|c| matches!(c, '\u{202A}'..='\u{202C}'))
    };
    let mut runs = runs(file.text)
        .filter(|run| !file.is_data || !is_plain(run))
        .filter(|run| run.kind != Kind::ZeroWidth || !is_meant(file.text, run));
    while let Some(run) = runs.next() {
        count += 1;
        if count > MOST {
            let message =
                format!("{} more runs of invisible characters in this file", runs.count() + 1);
            file.at(rule(&run), run.at, message, report).advise("take them out");
            return;
        }
        let message = message(&run);
        file.at(rule(&run), run.at, message, report)
            .advise("remove the characters, or write them as escapes");
    }
}

/// Control characters of a page: a terminal obeys them, and a person doesn't see them. Programs print them, and data may hold them.
fn controls(file: &File<'_>, report: &mut Report) {
    if !file.shown.ends_with(".md") {
        return;
    }
    let is_control = |c: char| matches!(c, '\0' | '\u{1b}' | '\u{7}' | '\u{8}' | '\u{9b}');
    let Some(at) = file.text.find(is_control) else { return };
    let code = file.text[at..].chars().next().map_or(0, u32::from);
    let count = file.text.chars().filter(|c| is_control(*c)).count();
    let more = if count > 1 { format!(", and {} more", count - 1) } else { String::new() };
    let message = format!(
        "the control character U+{code:04X}{more}: a terminal obeys it, and a person doesn't see it"
    );
    file.at("hidden-unicode", at, message, report)
        .advise("remove the characters, or write them as escapes");
}

/// Whether zero-width characters are intentional: before a fence that should not be one, or in a line about them.
fn is_meant(text: &str, run: &Run) -> bool {
    let length: usize = run.characters.iter().map(|c| c.len_utf8()).sum();
    let behind = text[run.at + length..].lines().next().unwrap_or_default();
    let near = &behind[..behind.floor_char_boundary(300)];
    let line = format!("{}{near}", lines::before(text, run.at)).to_ascii_lowercase();
    is_quoted(text, run.at, &text[run.at + length..])
        || behind.starts_with("```")
        || line.contains("zero-width")
        || line.contains("zero width")
}

/// Whether nothing else stands between two quotes, or in the brackets of a pattern: the characters are what a program
/// looks for.
fn is_quoted(text: &str, at: usize, behind: &str) -> bool {
    let is_hidden = |c: char| matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}' | '\u{180E}' | '\u{FEFF}');
    /// Characters of a list of them that are looked at.
    const MOST: usize = 32;
    let before = text[..at].chars().rev().take(MOST).find(|c| !is_hidden(*c));
    let after = behind.chars().take(MOST).find(|c| !is_hidden(*c));
    let (Some(before), Some(after)) = (before, after) else { return false };
    matches!((before, after), ('"', '"') | ('\'', '\'') | ('`', '`') | ('[', ']'))
}

/// A run of invisible characters of one kind.
struct Run {
    at: usize,
    kind: Kind,
    characters: Vec<char>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// U+E0000 to U+E007F: invisible ASCII.
    Tag,
    /// Variation selectors: one after a letter or an emoji selects its form; several encode bytes.
    Variation,
    /// Characters that change the direction of the following text.
    Direction,
    /// Characters without a width.
    ZeroWidth,
}

fn rule(run: &Run) -> &'static str {
    match run.kind {
        Kind::Tag | Kind::Variation | Kind::Direction => "hidden-unicode",
        Kind::ZeroWidth => "zero-width-character",
    }
}

fn message(run: &Run) -> String {
    let codes: Vec<String> =
        run.characters.iter().take(8).map(|c| format!("U+{:04X}", u32::from(*c))).collect();
    let more = if run.characters.len() > 8 { " …" } else { "" };
    let codes = codes.join(" ") + more;
    match run.kind {
        Kind::Tag => {
            let hidden: String = run
                .characters
                .iter()
                .filter_map(|c| char::from_u32(u32::from(*c) - 0xE0000))
                .collect();
            let hidden: String = hidden.chars().filter(|c| !c.is_control()).take(80).collect();
            format!("invisible tag characters ({codes}) spell {hidden:?} to a model")
        }
        Kind::Variation => {
            let bytes: Vec<u8> = run.characters.iter().filter_map(|c| selected(*c)).collect();
            let hidden = String::from_utf8_lossy(&bytes);
            let hidden: String = hidden.chars().filter(|c| !c.is_control()).take(80).collect();
            format!("invisible variation selectors ({codes}) spell {hidden:?} to a program")
        }
        Kind::Direction => {
            format!(
                "{codes} changes the text direction: it is displayed in another order than it is read"
            )
        }
        Kind::ZeroWidth => format!("zero-width characters: {codes}"),
    }
}

fn runs(text: &str) -> impl Iterator<Item = Run> {
    let mut characters = text.char_indices().peekable();
    let mut before = '\n';
    std::iter::from_fn(move || {
        while let Some((at, c)) = characters.next() {
            let next = characters.peek().map_or('\n', |(_, next)| *next);
            let kind = kind(c, before, next, at);
            before = c;
            let Some(kind) = kind else { continue };
            let mut run = Run { at, kind, characters: vec![c] };
            while let Some((_, more)) =
                characters.next_if(|(at, more)| self::kind(*more, c, '\n', *at) == Some(kind))
            {
                run.characters.push(more);
                before = more;
            }
            // The flags of England, Scotland and Wales are a black flag and tags.
            if kind == Kind::Tag && before_is_flag(text, at) {
                continue;
            }
            if kind == Kind::Variation && run.characters.len() == 1 {
                continue;
            }
            return Some(run);
        }
        None
    })
}

fn before_is_flag(text: &str, at: usize) -> bool {
    text[..at].ends_with('\u{1F3F4}')
}

/// The byte of a variation selector in smuggled text: the first sixteen, then the others.
fn selected(c: char) -> Option<u8> {
    let code = u32::from(c);
    let byte = match code {
        0xFE00..=0xFE0F => code - 0xFE00,
        _ => code - 0xE0100 + 16,
    };
    u8::try_from(byte).ok()
}

fn kind(c: char, before: char, next: char, at: usize) -> Option<Kind> {
    match c {
        '\u{E0000}'..='\u{E007F}' => Some(Kind::Tag),
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => Some(Kind::Variation),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Kind::Direction),
        // A byte order mark at the start has its own rule.
        '\u{FEFF}' if at > 0 => Some(Kind::ZeroWidth),
        '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{180E}' => Some(Kind::ZeroWidth),
        // Fillers of Hangul, and a line end that editors don't show.
        '\u{3164}' | '\u{115F}' | '\u{1160}' | '\u{FFA0}' | '\u{2028}' | '\u{2029}' => {
            Some(Kind::ZeroWidth)
        }
        // Inside of a word it may be a hyphen; anywhere else it hides.
        '\u{AD}' if !(before.is_alphabetic() && next.is_alphabetic()) => Some(Kind::ZeroWidth),
        // They join emoji, and letters of scripts that need them.
        '\u{200C}' | '\u{200D}' if before.is_ascii() && next.is_ascii() => Some(Kind::ZeroWidth),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{message, runs};

    #[test]
    fn tags_are_spelt_out_and_emoji_are_left() {
        let bytes = "hi".bytes().map(|byte| char::from_u32(u32::from(byte) - 16 + 0xE0100));
        let bytes: String = bytes.map(|c| c.expect("a selector")).collect();
        let text = format!("a{bytes} \u{2764}\u{FE0F}");
        let messages: Vec<String> = runs(&text).map(|run| message(&run)).collect();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("\"hi\""), "{messages:?}");
        let hidden: String =
            "run".chars().map(|c| char::from_u32(u32::from(c) + 0xE0000).expect("a tag")).collect();
        let text = format!("a{hidden}b \u{1F468}\u{200D}\u{1F469} x\u{200B}y");
        let messages: Vec<String> = runs(&text).map(|run| message(&run)).collect();
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(messages[0].contains("\"run\""), "{messages:?}");
        assert!(messages[1].contains("U+200B"), "{messages:?}");
    }
}

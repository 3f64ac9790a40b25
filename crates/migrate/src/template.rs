//! What a call to echo or printf prints, as far as the source tells: lines of text with holes.

use std::borrow::Cow;

use crate::model::Call;
use crate::part::Part;
use crate::values::{Texts, Values};
use crate::word::HOLE;

/// A printed text with its lines.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    /// The lines, colours and the marks before the first word removed; holes are [`HOLE`].
    pub(crate) lines: Vec<Line>,
    /// The whole text ends without a line end.
    pub(crate) open: bool,
}

/// One line of a template.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The line without colours and surrounding blanks.
    pub(crate) line: String,
    /// The line from its first letter, digit, quote, path character or hole on.
    pub(crate) body: String,
}

/// The text that a call prints, if it is a call of echo or printf to a stream.
pub(crate) fn of(call: &Call, values: &Values) -> Option<Template> {
    if !matches!(call.name.as_str(), "echo" | "printf") {
        return None;
    }
    let function = call.place.function.as_deref();
    let words = call.words.get(1..)?.iter().map(|word| values.render(word, function));
    let words: Vec<Texts<'_>> = words.collect();
    let raw = &call.words[1..];
    // One word with several known values at a time is enough: a line has one message.
    let varied = words.iter().position(|w| w.len() > 1);
    let count = varied.map_or(1, |i| words[i].len());
    let mut merged: Option<Template> = None;
    for choice in 0..count {
        let texts: Vec<&str> = words
            .iter()
            .enumerate()
            .map(|(i, alternatives)| alternatives.get(if Some(i) == varied { choice } else { 0 }))
            .collect();
        let template = match call.name.as_str() {
            "echo" => echo(raw, &texts, values.escapes),
            "printf" => printf(raw, &texts)?,
            _ => return None,
        };
        match &mut merged {
            Some(all) => {
                all.lines.extend(template.lines);
                all.open |= template.open;
            }
            None => merged = Some(template),
        }
    }
    merged
}

fn echo(raw: &[Part<'_>], texts: &[&str], escapes: bool) -> Template {
    let mut open = false;
    let mut escapes = escapes;
    let mut skip = 0;
    while let Some(flag) = raw
        .get(skip)
        .filter(|w| w.len() > 1 && w.starts_with('-') && w[1..].chars().all(|c| "neE".contains(c)))
    {
        open |= flag.contains('n');
        escapes |= flag.contains('e');
        skip += 1;
    }
    let text = match &texts[skip..] {
        [text] => Cow::Borrowed(*text),
        texts => Cow::Owned(texts.join(" ")),
    };
    template(&if escapes { unescape(&text) } else { text }, open)
}

fn printf(raw: &[Part<'_>], texts: &[&str]) -> Option<Template> {
    let mut texts = texts;
    match raw.first().map(Part::as_str) {
        Some("-v") => return None,
        Some("--") => texts = &texts[1..],
        _ => {}
    }
    let format = unescape(texts.first()?);
    let mut arguments = texts[1..].iter();
    let mut text = String::new();
    let mut chars = format.chars();
    let mut used = false;
    while let Some(c) = chars.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        let conversion = chars.by_ref().find(|c| c.is_ascii_alphabetic() || *c == '%');
        match conversion {
            Some('%') | None => text.push('%'),
            Some('s' | 'b' | 'd' | 'i') => {
                used = true;
                match arguments.next() {
                    Some(argument) if conversion == Some('b') => text.push_str(&unescape(argument)),
                    Some(argument) => text.push_str(argument),
                    None => {}
                }
            }
            Some(_) => {
                used = true;
                arguments.next();
                text.push(HOLE);
            }
        }
    }
    // The format is used again for what is left.
    for argument in arguments.filter(|_| used) {
        if !text.ends_with('\n') {
            text.push(HOLE);
        }
        text.push_str(
            &format.replace("%s", argument).replace("%b", argument).replace("%d", argument),
        );
    }
    let open = !text.ends_with('\n');
    Some(template(text.strip_suffix('\n').unwrap_or(&text), open))
}

/// `\n`, `\t`, `\e` and octal escapes, as echo -e and printf read them.
fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('e' | 'E') => out.push('\u{1b}'),
            Some(digit @ '0'..='7') => {
                let mut value = digit.to_digit(8).unwrap_or(0);
                while let Some(next) =
                    chars.peek().and_then(|c| c.to_digit(8)).filter(|_| value < 32)
                {
                    value = value * 8 + next;
                    chars.next();
                }
                out.push(char::from_u32(value).unwrap_or('\u{FFFD}'));
            }
            Some('x') => {
                let mut value = 0;
                while let Some(next) =
                    chars.peek().and_then(|c| c.to_digit(16)).filter(|_| value < 16)
                {
                    value = value * 16 + next;
                    chars.next();
                }
                out.push(char::from_u32(value).unwrap_or('\u{FFFD}'));
            }
            Some(other) => out.push(other),
            None => out.push('\\'),
        }
    }
    Cow::Owned(out)
}

/// Without `ESC [ … letter`.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' && chars.peek() == Some(&'[') {
            chars.next();
            for c in chars.by_ref() {
                if ('@'..='~').contains(&c) {
                    break;
                }
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn template(text: &str, open: bool) -> Template {
    let lines = text
        .split('\n')
        .map(|line| {
            let line = plain(line);
            let line =
                line.rsplit('\r').find(|part| !part.is_empty()).unwrap_or("").trim().to_owned();
            Line { body: body(&line).to_owned(), line }
        })
        .collect();
    Template { lines, open }
}

/// From the first character on that can begin a word; tags in brackets are skipped.
fn body(line: &str) -> &str {
    let mut rest = line;
    loop {
        let Some(c) = rest.chars().next() else { return rest };
        if c.is_ascii_alphanumeric() || "/._`'\"~$<{".contains(c) || c == HOLE {
            return rest;
        }
        rest = match rest.find(']').filter(|_| c == '[') {
            Some(end) => &rest[end + 1..],
            None => &rest[c.len_utf8()..],
        };
    }
}

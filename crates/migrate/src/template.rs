//! The output of a call to echo or printf, as far as the source determines it: lines of text with
//! holes.

use std::borrow::Cow;

use crate::model::Call;
use crate::part::Part;
use crate::values::{Texts, Values};
use crate::word::HOLE;

/// A printed text with its lines.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    /// The lines without colours and the marks before the first word; holes are [`HOLE`].
    pub(crate) lines: Vec<Line>,
    /// Whether the text ends without a line end.
    pub(crate) open: bool,
    /// Whether several lines of it are in the script.
    pub(crate) several: bool,
    /// The words of the call are one line; if [`Template::several`] says otherwise, because of a variable's
    /// value.
    pub(crate) one_line: bool,
    /// The start of each text's lines, one of which is printed; empty if more are possible.
    pub(crate) texts: Vec<usize>,
    /// The number of printed lines, if no known value of a variable adds or removes one.
    pub(crate) count: Option<usize>,
    /// The lines below a value that can end the output: nothing is read from them.
    pub(crate) uncertain: Vec<Line>,
}

/// One line of a template.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// The line without colours, trimmed.
    pub(crate) line: String,
    /// The line from its first letter, digit, quote, path character or hole on.
    pub(crate) body: String,
    /// The number of the line in the printed text, from 1.
    pub(crate) number: usize,
}

impl Template {
    /// A text of these lines that ends with a line end.
    pub(crate) fn of_lines(lines: Vec<Line>) -> Template {
        let several = lines.len() > 1;
        let (one_line, count) = (!several, Some(lines.len()));
        let (texts, uncertain) = (vec![0], Vec::new());
        Template { lines, open: false, several, one_line, texts, count, uncertain }
    }

    /// Whether each line is completely known.
    pub(crate) fn is_literal(&self) -> bool {
        !self.lines.iter().any(|line| line.line.contains(HOLE))
    }

    /// Whether one of these lines matches `takes`. If the lines of all texts are known, a value can't make another line
    /// match.
    pub(crate) fn says(&self, takes: impl Fn(&Line) -> bool) -> bool {
        if self.texts.len() < 2 {
            return self.lines.iter().any(takes);
        }
        let ends = self.texts[1..].iter().copied().chain([self.lines.len()]);
        let mut texts = self.texts.iter().zip(ends).map(|(start, end)| &self.lines[*start..end]);
        let one_line = |line: &Line| takes(line) || !line.line.contains(HOLE);
        let all = texts.clone().all(|lines| lines.iter().all(one_line));
        all && texts.any(|lines| lines.iter().any(&takes))
    }
}

/// The maximum number of texts of one call, each of which is as long as its line.
const MOST_CHOICES: usize = 100;

/// The text of a call, if it is a call of echo or printf, or of cat with a here-document.
pub(crate) fn of(call: &Call, values: &Values) -> Option<Template> {
    let function = call.place.function.as_deref();
    if let Some(text) = document(call) {
        return Some(lines(text, values, function));
    }
    let (name, raw) = printer(call)?;
    let words: Vec<Texts<'_>> = raw.iter().map(|word| values.render(word, function)).collect();
    let open: Vec<&str> = words.iter().map(Texts::open).collect();
    // One word with a known value at a time is enough, because a line has one message.
    let mut choices = vec![open];
    for (index, texts) in words.iter().enumerate().filter(|(_, texts)| texts.has_choice()) {
        if choices.len() > MOST_CHOICES {
            // All texts of a line have to be known where its values are read.
            if values.is_certain() {
                return None;
            }
            break;
        }
        for number in 0..texts.len() {
            let mut choice = choices[0].clone();
            choice[index] = texts.get(number);
            choices.push(choice);
        }
    }
    if values.is_certain() && choices.len() > 1 {
        choices.remove(0);
    }
    let mut merged: Option<Template> = None;
    for texts in choices {
        let template = match name {
            "echo" => echo(raw, &texts, values),
            _ => printf(raw, &texts, values.is_certain())?,
        };
        match &mut merged {
            Some(all) => {
                if values.is_certain() {
                    all.texts.push(all.lines.len());
                }
                all.lines.extend(template.lines);
                all.uncertain.extend(template.uncertain);
                all.open |= template.open;
                all.several |= template.several;
                all.count = all.count.filter(|count| template.count == Some(*count));
            }
            None => merged = Some(template),
        }
    }
    merged
}

/// A text of `echo -e` or a format of printf without the blank lines around it: `\n== Files (3)\n`.
pub(crate) fn without_blank_lines(text: &str) -> &str {
    text.trim_start_matches("\\n").trim_end_matches("\\n")
}

/// The here-document that a call prints with the run's values in it. A quoted one, and usage text, only shows examples
/// of lines.
fn document<'c>(call: &'c Call<'_>) -> Option<&'c str> {
    let (text, expands) = call.heredoc.as_ref()?;
    let tells = |text: &str| {
        let text = text.to_ascii_lowercase();
        text.contains("usage") || text.contains("help")
    };
    let shown = *expands && call.name == "cat" && call.words.len() == 1;
    (shown && !tells(text) && !call.place.function.as_deref().is_some_and(tells)).then_some(text)
}

/// The lines of a here-document, which are examined one by one.
fn lines(text: &str, values: &Values, function: Option<&str>) -> Template {
    let several = text.trim_end().contains('\n');
    let mut all = Template {
        lines: Vec::new(),
        open: false,
        several,
        one_line: !several,
        texts: Vec::new(),
        count: Some(0),
        uncertain: Vec::new(),
    };
    let mut number = 0;
    let mut goes_on = false;
    for line in text.lines() {
        // A backslash at the end joins the next line to this one.
        number += usize::from(!goes_on);
        let backslashes = line.len() - line.trim_end_matches('\\').len();
        goes_on = backslashes % 2 == 1;
        all.count = Some(number);
        if !line.contains(['$', '`', '\\']) {
            all.lines.extend(numbered(template(line, false).lines, number));
            continue;
        }
        let word = format!("\"{}\"", line.replace('"', "'"));
        let texts = values.render(&word, function);
        if values.is_certain() {
            all.lines.extend(numbered(template(texts.open(), false).lines, number));
            continue;
        }
        for choice in 0..texts.len() {
            all.lines.extend(numbered(template(texts.get(choice), false).lines, number));
        }
    }
    all
}

/// The lines with their line numbers in a here-document.
fn numbered(lines: Vec<Line>, number: usize) -> impl Iterator<Item = Line> {
    lines.into_iter().map(move |line| Line { number, ..line })
}

/// The printing builtin and its words: also after `command` or `builtin`, and by its path.
fn printer<'c>(call: &'c Call<'_>) -> Option<(&'c str, &'c [Part<'c>])> {
    let skip = usize::from(matches!(call.name.as_str(), "command" | "builtin"));
    let name = if skip == 0 { call.name.as_str() } else { call.words.get(1)?.as_str() };
    let name = name.strip_prefix("/usr").unwrap_or(name);
    let name = name.strip_prefix("/bin/").unwrap_or(name);
    matches!(name, "echo" | "printf").then(|| (name, &call.words[skip + 1..]))
}

fn echo(raw: &[Part<'_>], texts: &[&str], values: &Values) -> Template {
    let mut open = false;
    let mut escapes = values.escapes;
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
    if !escapes {
        return template(&text, open);
    }
    let kept = text.split("\\c").next().unwrap_or_default();
    let printed = unescape(kept);
    let all = template(&printed, open || kept.len() < text.len());
    match printed.split_once(HOLE) {
        Some((before, _)) if values.is_certain() => certain_lines(all, line_at_end(before)),
        _ => all,
    }
}

/// Only the first lines, up to the one of a value that can add lines and then end the output (`\c`, an invalid directive of
/// printf), so that the number of printed lines does not show that others moved.
fn certain_lines(mut template: Template, count: usize) -> Template {
    template.uncertain = template.lines.split_off(count.min(template.lines.len()));
    template
}

/// The number of the line in which a text ends.
fn line_at_end(text: &str) -> usize {
    text.matches('\n').count() + 1
}

/// The maximum number of bytes that a format with all its arguments has: a longer text is not a sentence, and each
/// argument may repeat the whole format.
const LONGEST_PRINT: usize = 1 << 16;

fn printf(raw: &[Part<'_>], texts: &[&str], certain: bool) -> Option<Template> {
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
    // The line of the first value that can end the output.
    let mut certain_count: Option<usize> = None;
    while let Some(c) = chars.next() {
        if c != '%' {
            if c == HOLE {
                certain_count.get_or_insert_with(|| line_at_end(&text));
            }
            text.push(c);
            continue;
        }
        let mut is_hole = false;
        let conversion = chars.by_ref().find(|c| {
            is_hole |= *c == HOLE;
            c.is_ascii_alphabetic() || *c == '%'
        });
        if is_hole {
            certain_count.get_or_insert_with(|| line_at_end(&text));
        }
        match conversion {
            Some('%') | None => text.push('%'),
            Some('s' | 'b' | 'd' | 'i') => {
                used = true;
                match arguments.next() {
                    // A value printed as a number contains no words.
                    Some(argument)
                        if certain
                            && matches!(conversion, Some('d' | 'i'))
                            && argument.contains(HOLE) =>
                    {
                        text.push('0');
                    }
                    Some(argument) if conversion == Some('b') => {
                        let argument = unescape(argument);
                        if let Some((start, _)) = argument.split_once(HOLE) {
                            let above = line_at_end(&text) - 1;
                            certain_count.get_or_insert_with(|| above + line_at_end(start));
                        }
                        text.push_str(&argument);
                    }
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
    // The format is repeated for the remaining arguments.
    for argument in arguments.filter(|_| used) {
        if text.len() > LONGEST_PRINT {
            return None;
        }
        if !text.ends_with('\n') {
            text.push(HOLE);
        }
        if format.contains("%b") && argument.contains(HOLE) {
            certain_count.get_or_insert_with(|| line_at_end(&text));
        }
        text.push_str(
            &format.replace("%s", argument).replace("%b", argument).replace("%d", argument),
        );
    }
    let open = !text.ends_with('\n');
    let all = template(text.strip_suffix('\n').unwrap_or(&text), open);
    Some(match certain_count {
        Some(count) if certain => certain_lines(all, count),
        _ => all,
    })
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
    let all = text;
    // Empty lines at the end say nothing: `printf 'Created: %s\n\n'` prints one line.
    let text = if open { text } else { text.trim_end_matches('\n') };
    let lines = text
        .split('\n')
        .enumerate()
        .map(|(index, line)| {
            let line = plain(line);
            // When the script runs, a variable may overwrite a line after a carriage return.
            let first = line.split('\r').map(str::trim).find(|part| !part.is_empty());
            let line = first.unwrap_or_default().to_owned();
            Line { body: body(&line).to_owned(), line, number: index + 1 }
        })
        .collect();
    let unfinished = usize::from(open && text.ends_with('\n'));
    let count = Some(all.split('\n').count() - unfinished);
    Template { open, count, ..Template::of_lines(lines) }
}

/// From the first character that can begin a word; tags in brackets are skipped.
pub(crate) fn body(line: &str) -> &str {
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

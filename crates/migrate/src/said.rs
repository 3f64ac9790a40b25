//! The word in front of a recognized call: the kind of what it tells, with the value where the words of the call give it.
//!
//! `echo "✅ Created: $out"` becomes `skill_say deliverable="$out" echo "✅ Created: $out"`: the variable is expanded twice,
//! which evaluates nothing twice, and nothing that was printed has to be read back. A value that a command substitution makes,
//! or that stands among other words, is read from the printed line, and the word is the kind alone.

use std::borrow::Cow;

use crate::envelope::Shell;
use crate::model::Call;
use crate::numbered::Numbered;
use crate::part::Part;
use crate::pattern::{self, Pattern};
use crate::template::{self, Template, body};
use crate::values::Values;
use crate::word::{self, HOLE, Piece};
use crate::written_files::WrittenFiles;

/// The output of a call of echo, on one line: text with [`HOLE`] in place of the expansions, in order.
struct Line<'a> {
    text: String,
    holes: Vec<&'a str>,
}

/// The prefix for these patterns, without the space after it.
pub(crate) fn word(
    call: &Call,
    patterns: &[&'static Pattern],
    values: &Values,
    shell: Shell,
) -> Option<String> {
    let line = line(call, values, shell)?;
    if !values.are_single_words(&line.holes) {
        return None;
    }
    let pattern = match patterns {
        [pattern] => pattern,
        // `Created: $out` is a number only if the variable contains one.
        [made, metric] if (made.id, metric.id) == ("deliverable", "metric") => {
            let variable = line.holes.first().filter(|_| line.holes.len() == 1)?;
            let name = variable.trim_start_matches(['$', '{']).trim_end_matches('}');
            Some(made).filter(|_| values.is_path(name))?
        }
        _ => return None,
    };
    match pattern.id {
        "deliverable" => Some(format!("deliverable={}", line.shell(path(&line.text)?)?)),
        "confidence" => Some(format!("confidence={}", line.shell(confidence(&line.text)?)?)),
        "metric" => {
            let (name, value) = metric(&line.text)?;
            Some(format!("metric.{name}={}", line.shell(value)?))
        }
        "value" => {
            let (name, value) = body(&line.text).split_once('=')?;
            Some(format!("value.{name}={}", line.shell(value)?))
        }
        _ => None,
    }
}

/// The kind of a line whose words identify it, and whose value is read from the printed text.
pub(crate) fn kind(patterns: &[&'static Pattern], template: &Template) -> Option<String> {
    let ([pattern], [line]) = (patterns, template.lines.as_slice()) else { return None };
    if template.open || template.several {
        return None;
    }
    match pattern.id {
        "error" => Some("error".to_owned()),
        // `FAILED: $n` may be a count, which is known when it is printed.
        "status" if pattern::is_told_later(&line.line) => None,
        "status"
            if line.body.trim_start_matches(|c: char| !c.is_whitespace()).trim()
                == HOLE.to_string() =>
        {
            None
        }
        "status" => Some("failed".to_owned()),
        "metric" => {
            let (label, value) = line.body.split_once(':')?;
            let name = pattern::metric_name(label.trim_end_matches('*'))?;
            let value = value.trim_matches(['*', ' ', '\t']);
            let whole = value.chars().all(|c| c.is_ascii_digit() || c == '.' || c == HOLE);
            (whole && !is_time(&name)).then(|| format!("metric.{name}"))
        }
        _ => None,
    }
}

/// The patterns that can be read from the words of a function's call, and the index of the word at which the line
/// begins: the function adds others around it.
pub(crate) fn readable(
    call: &Call<'_>,
    patterns: &[&'static Pattern],
    printed: &Template,
    values: &Values<'_>,
) -> (usize, Vec<&'static Pattern>) {
    let [printed] = printed.lines.as_slice() else { return (1, Vec::new()) };
    let last = call.words.len().min(10);
    for first in 1..last {
        let Some(line) = line_from(call, first, values) else { continue };
        if !printed.line.ends_with(&line.line) || line.line.is_empty() {
            continue;
        }
        // `log ERROR "text"`
        let level = first > 1 && word::shown(&call.words[first - 1]).eq_ignore_ascii_case("error");
        let fits = |pattern: &&&'static Pattern| {
            let error = pattern.id == "error" && level;
            error || pattern.takes_line(&line) && !pattern::is_behind_value(pattern, &line)
        };
        return (first, patterns.iter().filter(fits).copied().collect());
    }
    (1, Vec::new())
}

/// The line of a call's words from this one on.
fn line_from(call: &Call<'_>, first: usize, values: &Values<'_>) -> Option<template::Line> {
    let words = call.words[first..].iter().map(Part::as_str).collect::<Vec<_>>().join("' '");
    let words = vec!["echo".into(), Part::from(Cow::from(words))];
    let echo = Call { name: "echo".into(), words, ..call.clone() };
    let template = template::of(&echo, values).filter(|template| !template.several)?;
    <[template::Line; 1]>::try_from(template.lines).ok().map(|[line]| line)
}

/// A time has a unit, which is read when it is printed.
fn is_time(name: &str) -> bool {
    ["time", "duration", "took", "elapsed"].iter().any(|word| name.contains(word))
}

/// Whether the line states no metric, for any value.
pub(crate) fn no_metric(call: &Call, values: &Values, shell: Shell) -> bool {
    let label = line(call, values, shell).and_then(|line| {
        let (label, _) = body(&line.text).split_once(':')?;
        Some(label.to_owned())
    });
    label.is_some_and(|label| !label.contains(HOLE) && pattern::metric_name(&label).is_none())
}

/// The word for a file that the script writes and the line names as a result: `Report: $out`.
pub(crate) fn written(
    call: &Call,
    files: &WrittenFiles,
    values: &Values,
    shell: Shell,
) -> Option<String> {
    let line = line(call, values, shell)?;
    let is_result = values.are_single_words(&line.holes) && !pattern::names_no_file(&line.text);
    let paths = files.paths_of(&line.text).into_iter().filter(|_| is_result);
    // The shell does not expand a tilde in quotes.
    let in_words = |path: &str| match path.strip_prefix("~/") {
        Some(rest) => Some(format!("\"$HOME/{}\"", line.shell(rest)?.trim_matches('"'))),
        None => line.shell(path),
    };
    let mut words = paths.filter_map(in_words);
    let word = words.find(|word| files.contains(word, &line.text))?;
    Some(format!("deliverable={word}"))
}

/// The words for the measured numbers of a sentence; `None` without any. With `prints`, the call itself prints the line, so that a
/// number which the words can't state is read from it.
pub(crate) fn counts(
    call: &Call,
    values: &Values,
    shell: Shell,
    prints: bool,
    is_measured: impl Fn(&str) -> bool,
) -> Option<Vec<String>> {
    let line = line(call, values, shell)?;
    let is_stated = values.are_single_words(&line.holes);
    let (mut words, mut numbered) = (Vec::new(), Numbered::default());
    for (name, value) in pattern::sentence_counts(&line.text) {
        let at = value.as_ptr() as usize - line.text.as_ptr() as usize;
        let index = line.text[..at].matches(HOLE).count();
        if !is_measured(line.holes.get(index)?) {
            continue;
        }
        match line.shell(value).filter(|_| is_stated) {
            Some(word) => words.push(format!("metric.{name}={word}")),
            None if prints => {
                let are_numbers = line.holes[..index].iter().all(|source| is_measured(source));
                numbered.add(&line.text, &name, at, are_numbers);
            }
            None => {}
        }
    }
    words.extend(numbered.word());
    Some(words).filter(|words| !words.is_empty())
}

/// The name of the metric that a line states, if a variable holds its number.
pub(crate) fn metric_of(call: &Call, values: &Values, shell: Shell) -> Option<String> {
    let line = line(call, values, shell)?;
    let (name, value) = metric(&line.text)?;
    (value == HOLE.to_string() && line.holes.len() == 1).then_some(name)
}

/// The word for a printed line each of whose values is the number of one of these metrics, in their order.
pub(crate) fn numbered_each(
    call: &Call,
    names: &[String],
    values: &Values,
    shell: Shell,
) -> Option<String> {
    let line = line(call, values, shell)?;
    let mut numbered = Numbered::default();
    for ((at, _), name) in line.text.match_indices(HOLE).zip(names) {
        numbered.add(&line.text, name, at, true);
    }
    numbered.word().filter(|_| numbered.len() == names.len() && line.holes.len() == names.len())
}

/// The word for a number that stands among the words of a printed line, and that these can't state: `Sessions: $(wc -l < a) (archived)`.
pub(crate) fn numbered(call: &Call, values: &Values, shell: Shell) -> Option<String> {
    let line = line(call, values, shell)?;
    let (name, value) = metric(&line.text).filter(|(_, value)| value.contains(HOLE))?;
    let mut numbered = Numbered::default();
    let at = value.as_ptr() as usize - line.text.as_ptr() as usize;
    numbered.add(&line.text, &name, at, false);
    numbered.word()
}

/// The word for a file that a bullet names: `  - $dir/a.txt`.
pub(crate) fn bullet(call: &Call, values: &Values, shell: Shell) -> Option<String> {
    let line = line(call, values, shell)?;
    let text = line.text.trim();
    let path = text.strip_prefix(['-', '*', '+', '\u{2022}'])?.trim_start();
    let path = path.split(" (").next().unwrap_or(path);
    let is_path = path.contains(['/', '.', HOLE]) && !path.contains([' ', ':', '=']);
    let word = line.shell(path).filter(|_| is_path && values.are_single_words(&line.holes))?;
    Some(format!("deliverable={word}"))
}

/// The line that two calls print together, as a bash word; `None` if the second one says enough without the first.
pub(crate) fn joined(
    (start, end): (&Call, &Call),
    values: &Values,
    shell: Shell,
    most_words: usize,
) -> Option<String> {
    let closed = closed(start)?;
    let (mut whole, rest) = (line(&closed, values, shell)?, line(end, values, shell)?);
    let is_word = |word: &&str| word.contains(|c: char| c.is_alphanumeric() || c == HOLE);
    let is_short = rest.text.split_whitespace().filter(is_word).count() <= most_words;
    let has_words = whole.text.contains(|c: char| c.is_alphanumeric() || c == HOLE);
    whole.text.push_str(&rest.text);
    whole.holes.extend(rest.holes);
    if !is_short || !has_words || !values.are_single_words(&whole.holes) {
        return None;
    }
    let text = whole.text.trim();
    whole.shell(text)
}

/// The call that prints the same text with a line end: `echo -n "x... "` as `echo "x... "`.
fn closed<'c>(call: &'c Call<'_>) -> Option<Call<'c>> {
    let mut words: Vec<Part<'c>> =
        call.words.iter().map(|word| Part::from(word.as_str())).collect();
    match call.name.as_str() {
        "echo" if words.get(1)?.as_str() == "-n" => {
            words.remove(1);
        }
        "echo" if matches!(words.get(1)?.as_str(), "-ne" | "-en") => words[1] = Part::from("-e"),
        "printf" => {
            let format = words.get(1)?.as_str();
            let (text, quote) = format.split_at(format.len().checked_sub(1)?);
            if !matches!(quote, "\"" | "'") || text.ends_with("\\n") {
                return None;
            }
            words[1] = Part::from(Cow::from(format!("{text}\\n{quote}")));
        }
        _ => return None,
    }
    Some(Call {
        at: call.at,
        start: call.start,
        end: call.end,
        line: call.line,
        name: Part::from(call.name.as_str()),
        words,
        assignments: Vec::new(),
        heredoc: None,
        redirected: None,
        place: call.place.clone(),
    })
}

/// The line of a plain call of echo, or of printf with `%s` and `%d`.
fn line<'c>(call: &'c Call<'_>, values: &Values, shell: Shell) -> Option<Line<'c>> {
    if call.name == "printf" {
        return formatted_line(call, values);
    }
    // The escapes of echo in sh vary; a line with a backslash is not a plain one below.
    if call.name != "echo" || (values.escapes && shell == Shell::Bash) {
        return None;
    }
    let words = &call.words[1..];
    let flags = words.iter().take_while(|w| matches!(w.as_str(), "-e" | "-E")).count();
    let mut line = Line { text: String::new(), holes: Vec::new() };
    for (index, word) in words[flags..].iter().map(Part::as_str).enumerate() {
        if index > 0 {
            line.text.push(' ');
        }
        line.push(word, values);
    }
    if words[..flags].last().is_some_and(|flag| flag.as_str() == "-e") {
        line.text = template::without_blank_lines(&line.text).to_owned();
    }
    let plain = !line.text.contains(['\\', '\u{1b}', '\n', '\r']) && !words[flags..].is_empty();
    let open = words.get(flags).is_some_and(|word| word.starts_with('-'));
    (plain && !open).then_some(line)
}

/// The line of a call of printf whose format is known: `printf 'Rows: %d\\n' "$rows"`.
fn formatted_line<'c>(call: &'c Call<'_>, values: &Values) -> Option<Line<'c>> {
    let (format, arguments) = call.words.get(1..)?.split_first()?;
    let format = word::literal(format)?;
    let format = format.strip_suffix("\\n").or_else(|| format.strip_suffix('\n'))?;
    let format = template::without_blank_lines(format);
    let mut line = Line { text: String::new(), holes: Vec::new() };
    let mut arguments = arguments.iter();
    let mut rest = format;
    while let Some((text, tail)) = rest.split_once('%') {
        line.text.push_str(text);
        let width = tail.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        match width.chars().next()? {
            's' | 'd' | 'i' | 'q' => line.push(arguments.next()?, values),
            '%' if width.len() == tail.len() => line.text.push('%'),
            _ => return None,
        }
        rest = &width[1..];
    }
    line.text.push_str(rest);
    let plain = !line.text.contains(['\\', '\u{1b}', '\n', '\r']) && !format.starts_with('-');
    (plain && arguments.next().is_none()).then_some(line)
}

impl<'a> Line<'a> {
    /// Adds a word as it is printed.
    fn push(&mut self, word: &'a str, values: &Values) {
        for piece in word::pieces(word) {
            match piece {
                Piece::Text(text) => self.text.push_str(&text),
                Piece::Hole { name: Some(name), .. } if values.is_colour(name) => {}
                Piece::Hole { name: Some(name), source, .. }
                    if values.mark(name).is_some() && source.len() <= name.len() + 3 =>
                {
                    self.text.push_str(values.mark(name).unwrap_or_default());
                }
                Piece::Hole { source, .. } => {
                    self.text.push(HOLE);
                    self.holes.push(source);
                }
            }
        }
    }

    /// A part of the text as a bash word.
    fn shell(&self, part: &str) -> Option<String> {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut next = self.text[..start].matches(HOLE).count();
        let mut out = String::new();
        let bare = |c: char| c.is_ascii_alphanumeric() || "_./-%".contains(c);
        if part.chars().all(bare) {
            return (!part.is_empty()).then(|| part.to_owned());
        }
        let mut rest = part.chars().peekable();
        while let Some(c) = rest.next() {
            match c {
                HOLE => {
                    let source = self.holes.get(next).filter(|source| repeatable(source))?;
                    next += 1;
                    // `$ab` and `${a}b` differ, and so do `$a[1]` and `${a}[1]`.
                    let goes_on = |c: &char| bash_syntax::is_name_char(*c) || *c == '[';
                    match word::variable(source) {
                        Some(name) if rest.peek().is_some_and(goes_on) => {
                            out.push_str(&format!("${{{name}}}"));
                        }
                        Some(name) => out.push_str(&format!("${name}")),
                        None => out.push_str(source),
                    }
                }
                '"' | '\\' | '$' | '`' | '!' => return None,
                c if c.is_control() => return None,
                c => out.push(c),
            }
        }
        Some(format!("\"{out}\""))
    }
}

/// Whether an expansion may be repeated: it runs nothing, sets nothing, and has the same value twice.
fn repeatable(source: &str) -> bool {
    const CHANGING: [&str; 7] =
        ["RANDOM", "SRANDOM", "SECONDS", "EPOCHREALTIME", "EPOCHSECONDS", "BASHPID", "_"];
    let inner = source.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let Some(inner) = inner.or_else(|| source.strip_prefix('$')) else { return false };
    // `${#files[@]}`
    if let Some(list) = inner.strip_prefix('#').filter(|_| source.starts_with("${#")) {
        let list = list.strip_suffix("[@]").or_else(|| list.strip_suffix("[*]")).unwrap_or(list);
        return !list.is_empty() && list.chars().all(bash_syntax::is_name_char);
    }
    let end = inner.find(|c: char| !bash_syntax::is_name_char(c)).unwrap_or(inner.len());
    let (name, rest) = inner.split_at(end);
    let cut = |c: char| c.is_ascii_alphanumeric() || "%#./*_-".contains(c);
    !name.is_empty()
        && !CHANGING.contains(&name)
        && (rest.is_empty() || (rest.starts_with(['%', '#']) && rest.chars().all(cut)))
}

/// The start of the rest of a sentence before a path.
const BEFORE_PATH: [&str; 9] =
    ["to: ", "to ", "file: ", "at: ", "at ", "in: ", "in ", "as ", "into "];

/// The start of the rest of a sentence after a path.
const BEHIND_PATH: [&str; 10] =
    [" (", " [", " from ", " using ", " with ", " for ", " by ", " via ", " -> ", " \u{2192} "];

/// The text after a verb: one path, with nothing after it but the end of a sentence.
fn path(text: &str) -> Option<&str> {
    let (end, named) = pattern::behind_verb(text)?;
    let rest = text[end..].trim();
    let (rest, named) = match rest.strip_prefix(':') {
        Some(rest) => (rest.trim_start(), true),
        None => (rest, named),
    };
    let rest = BEFORE_PATH.iter().find_map(|words| rest.strip_prefix(words)).unwrap_or(rest);
    // `Saved $f (3 pages)`
    let ends = BEHIND_PATH.iter().filter_map(|words| rest.find(words));
    let rest = ends.min().map_or(rest, |end| &rest[..end]);
    let rest = rest.trim_end_matches(['!', '.']);
    let rest = labelled(rest).or_else(|| behind_preposition(rest)).unwrap_or(rest);
    let rest = first_path(rest).unwrap_or(rest);
    let quotes = ['`', '\''];
    let rest = quotes.iter().find_map(|q| rest.strip_prefix(*q)?.strip_suffix(*q)).unwrap_or(rest);
    let part = |c: char| c.is_ascii_alphanumeric() || "_./@+=-[]".contains(c) || c == HOLE;
    // `Created [b.ts]` names a file in brackets, `pages/[id].vue` has them in its name.
    let path = !rest.is_empty() && !rest.starts_with('[') && rest.chars().all(part);
    (path && (named || rest.contains([HOLE, '/', '.']))).then_some(rest)
}

/// The path of `backup: PATH`. After a plural, it may be several.
fn labelled(text: &str) -> Option<&str> {
    let (label, path) = text.split_once(": ")?;
    let plain = label.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
    (plain && !label.ends_with('s')).then_some(path.trim_start())
}

/// The path of `the report to PATH`, if there is one preposition, behind a word.
fn behind_preposition(text: &str) -> Option<&str> {
    const PREPOSITIONS: [&str; 6] = [" to ", " at ", " as ", " into ", " in ", " under "];
    let found = PREPOSITIONS.iter().flat_map(|words| text.match_indices(words));
    let &[(at, words)] = found.collect::<Vec<_>>().as_slice() else { return None };
    let head = &text[..at];
    let plain = |c: char| c.is_ascii_alphanumeric() || c == ' ' || c == '-' || c == HOLE;
    let word = head.rsplit(' ').next()?.chars().all(|c| c.is_ascii_alphabetic());
    (word && head.chars().all(plain)).then_some(&text[at + words.len()..])
}

/// The path of `package.json scripts`: one, with plain words behind it.
fn first_path(text: &str) -> Option<&str> {
    let (path, words) = text.split_once(' ')?;
    let plain = words.chars().all(|c| c.is_ascii_alphabetic() || c == ' ' || c == '-');
    let prose = words.split(' ').all(|word| !matches!(word, "and" | "to" | "or" | "as"));
    let literal = !path.contains(HOLE) && !path.ends_with([':', ',']);
    let (name, end) = path.rsplit_once('.').unwrap_or((path, ""));
    let is_file = !name.is_empty() && end.starts_with(|c: char| c.is_ascii_alphabetic());
    (plain && prose && literal && (is_file || path.contains('/'))).then_some(path)
}

/// A number, a hole, or either of them with a percent sign.
fn confidence(text: &str) -> Option<&str> {
    let text = body(text.trim_end());
    let at = text.to_ascii_lowercase().find("confidence")?;
    let rest = text[at + "confidence".len()..].trim_start();
    let words = ["score", "Score", "level", "Level", "value", "Value"];
    let rest = words.iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest).trim_start();
    let rest = rest.strip_prefix([':', '='])?.trim_start();
    let number = rest.strip_suffix('%').unwrap_or(rest);
    let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let before = &text[..at];
    let other = before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_-".contains(c))
        || (before.contains(HOLE) && !before.trim_end().ends_with([']', ')', ':', '|', '-']))
        || ["in", "ax", "equired", "hreshold", "arget"].iter().any(|w| before.contains(w));
    (!other && (digits || number == HOLE.to_string())).then_some(rest)
}

/// The name and the number of `Label: NUMBER`; times have units, which are read when they are
/// printed.
fn metric(text: &str) -> Option<(String, &str)> {
    bare_metric(text).or_else(|| pattern::stated_metric(text))
}

/// The same for a number that is the rest of the line.
fn bare_metric(text: &str) -> Option<(String, &str)> {
    let (label, value) = body(text).trim_end().split_once(':')?;
    let name = pattern::metric_name(label)?;
    let value = value.trim_matches([' ', '\t', '*']).trim_end_matches('.');
    let number = value.strip_prefix('-').unwrap_or(value);
    let digits = number.chars().all(|c| c.is_ascii_digit() || c == '.') && !number.is_empty();
    (!is_time(&name) && (digits || value == HOLE.to_string())).then_some((name, value))
}

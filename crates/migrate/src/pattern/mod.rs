//! Recognizers of legacy lines, one pattern a file. Each file says what it recognizes, what the line becomes, and which similar
//! lines it ignores. The shell text that reads a value at run time is part of the helper; the patterns decide where it is called.

use crate::reports_none;
use crate::template::{Line, Template};
use crate::word::HOLE;

mod answer;
mod confidence;
mod deliverable;
mod error;
mod metric;
mod metric_form;
mod metric_name;
mod reason;
mod sentence;
mod sentence_label;
mod status;
mod value;
mod word_list;

/// A recognizer of legacy lines.
#[derive(Debug)]
pub struct Pattern {
    /// Its id: the name in the migrated script and in reports.
    pub id: &'static str,
    /// The field of the envelope that it fills.
    pub slot: &'static str,
    /// The recognized lines.
    pub what: &'static str,
    /// The effect of a recognized line.
    pub why: &'static str,
    /// Similar lines that it ignores.
    pub refuses: &'static str,
    /// Matches a line of a template, whose holes match any text.
    pub(crate) takes: fn(&Line) -> bool,
    /// Whether it also applies to lines on stderr.
    pub(crate) stderr: bool,
}

impl Pattern {
    /// Whether it matches this line. `Error: none` is no error, and neither is `0 failed` a failure.
    pub(crate) fn takes_line(&self, line: &Line) -> bool {
        let is_failure = [ERROR, status::PATTERN.id].contains(&self.id);
        (self.takes)(line)
            && !(is_failure && reports_none::without(line).is_some_and(|rest| !(self.takes)(&rest)))
    }
}

/// All patterns, in the order in which they are tried.
pub static ALL: [&Pattern; 8] = [
    &confidence::PATTERN,
    &deliverable::PATTERN,
    &metric::PATTERN,
    &error::PATTERN,
    &reason::PATTERN,
    &status::PATTERN,
    &value::PATTERN,
    &answer::PATTERN,
];

/// The patterns that match a line of this template.
pub(crate) fn of(template: &Template, stderr: bool) -> Vec<&'static Pattern> {
    // The text that a later call prints on the same line.
    let rest: Vec<Line> = template
        .lines
        .last()
        .filter(|_| template.open)
        .map(|line| Line {
            line: format!("{} {HOLE}", line.line),
            body: format!("{} {HOLE}", line.body),
            number: line.number,
        })
        .into_iter()
        .collect();
    let mut found: Vec<&'static Pattern> = ALL
        .into_iter()
        .filter(|pattern| pattern.stderr || !stderr)
        .filter(|pattern| {
            let takes = |line: &Line| pattern.takes_line(line);
            template.says(takes) || rest.iter().any(takes)
        })
        .collect();
    // `✗ FAIL - no file` is one entry, not two.
    if !template.several && found.iter().any(|pattern| pattern.id == status::PATTERN.id) {
        found.retain(|pattern| pattern.id != ERROR);
    }
    found
}

/// The same for a line whose values the words of its call hold: on stderr, it states values too.
pub(crate) fn stated(template: &Template, stderr: bool) -> Vec<&'static Pattern> {
    let states = |pattern: &&'static Pattern| {
        !stderr
            || is_read_aside(pattern, template)
            || ["confidence", "deliverable", METRIC].contains(&pattern.id)
    };
    of(template, false).into_iter().filter(states).collect()
}

/// Whether a pattern reads these lines also where they go to standard error.
pub(crate) fn is_read_aside(pattern: &Pattern, template: &Template) -> bool {
    let is_tagged = |line: &Line| status::has_tag(&line.line);
    pattern.stderr || pattern.id == status::PATTERN.id && template.lines.iter().any(is_tagged)
}

/// The pattern for errors, for a call that reports one by its place.
pub(crate) fn error() -> &'static Pattern {
    &error::PATTERN
}

/// The word of a call whose text is read when it is printed: which lines are read, and by which of the patterns. What a variable adds is no line of the script: each line that is read has words of its own there. `None` where that
/// can't be said.
pub(crate) fn reading(template: &Template, patterns: &[&'static Pattern]) -> Option<String> {
    let taken = |pattern: &&'static Pattern| patterns.iter().any(|one| one.id == pattern.id);
    let patterns: Vec<&'static Pattern> = ALL.into_iter().filter(taken).collect();
    let ids = || patterns.iter().map(|pattern| pattern.id).collect::<Vec<_>>().join(",");
    if !template.several {
        return Some(format!("text,{}", ids()));
    }
    let is_literal = template.is_literal();
    // Which of these lines report a failure is known.
    if is_literal && patterns.iter().any(|pattern| pattern.id == status::PATTERN.id) {
        return line_numbers(template, &patterns);
    }
    if is_literal {
        return Some(format!("all,{}", ids()));
    }
    let first = template.lines.first().filter(|_| template.one_line);
    if first.is_some_and(|line| patterns.iter().any(|pattern| pattern.takes_line(line))) {
        // The words of the call are in the first printed line.
        return Some(format!("text,{}", ids()));
    }
    line_numbers(template, &patterns)
}

/// Whether a value may precede the words by which a line is recognized: such words in that value would come first.
pub(crate) fn is_behind_value(pattern: &Pattern, line: &Line) -> bool {
    let end = match pattern.id {
        "confidence" => has_word(&line.line, "confidence"),
        "deliverable" => behind_verb(&line.line).map(|(end, _)| end),
        "metric" => Some(metric::label_end(line)),
        _ => None,
    };
    end.is_some_and(|end| line.line[..end].contains(HOLE))
}

/// The number of lines, and for each pattern the numbers of the lines whose own words it takes:
/// `lines:5,metric:2+4`. What a variable adds to another line is not read. `None` where the number of lines depends on the values of
/// variables.
fn line_numbers(template: &Template, patterns: &[&'static Pattern]) -> Option<String> {
    let count = template.count?;
    let kinds = patterns.iter().map(|pattern| {
        // A later call continues the last line.
        let goes_on = |line: &Line| template.open && line.number == count;
        let is_stated = template.is_literal() && pattern.id == status::PATTERN.id;
        let reads = |line: &&Line| pattern.takes_line(line) || !is_stated && goes_on(line);
        let mut numbers: Vec<usize> =
            template.lines.iter().filter(reads).map(|line| line.number).collect();
        numbers.dedup();
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let numbers = if numbers.is_empty() { "0".to_owned() } else { numbers.join("+") };
        format!(",{}:{numbers}", if is_stated { "failed" } else { pattern.id })
    });
    Some(format!("lines:{count}{}", kinds.collect::<String>()))
}

/// Whether `text` contains `word` without a letter, digit or underscore on either side, ignoring
/// case.
fn has_word(text: &str, word: &str) -> Option<usize> {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let joined = |b: &u8| bash_syntax::is_name_char(char::from(*b));
    let first = *word.first()?;
    let mut from = 0;
    while let Some(found) = text[from..].iter().position(|b| b.to_ascii_lowercase() == first) {
        let at = from + found;
        let end = at + word.len();
        let same = text.get(at..end).is_some_and(|part| part.eq_ignore_ascii_case(word));
        if same
            && !text[..at].last().is_some_and(joined)
            && !text[end..].first().is_some_and(joined)
        {
            return Some(end);
        }
        from = if same { end } else { at + 1 };
    }
    None
}

pub(crate) use confidence::is_of_another;
pub(crate) use deliverable::{
    behind_verb, bullet_only, heads_files, names_no_file, only_opens_list, opens_list,
};
/// Whether a line has the form of a metric.
pub(crate) fn is_metric(line: &str) -> bool {
    let body = crate::template::body(line).to_owned();
    (metric::PATTERN.takes)(&Line { line: line.to_owned(), body, number: 1 })
}

pub(crate) use metric_form::{has_unit, is_bound, is_file_count, stated as stated_metric};
pub(crate) use metric_name::{is_run_time, name as metric_name};
pub(crate) use sentence::counts as sentence_counts;
pub(crate) use status::is_told_later;
pub(crate) use word_list::{OUTPUT_FORMATS, is_in, is_plural};

/// The id of the pattern that depends on the place of a line, not on its words.
pub(crate) const REASON: &str = reason::PATTERN.id;

/// The id of the pattern for numbers with a label.
pub(crate) const METRIC: &str = metric::PATTERN.id;

/// The id of the pattern for files.
pub(crate) const DELIVERABLE: &str = deliverable::PATTERN.id;

/// The id of the pattern for errors.
pub(crate) const ERROR: &str = error::PATTERN.id;

/// The id of the pattern for commands whose text is the answer.
pub(crate) const ANSWER: &str = answer::PATTERN.id;

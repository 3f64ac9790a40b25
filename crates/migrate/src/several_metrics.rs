//! A line that prints several numbers: `Passed: $p, Failed: $f`, `Results: $p passed, $f failed`.
//!
//! Each part is looked at as if it stood on a line of its own. The line gains a word for each of them, if all of them give their
//! number by a variable or a literal: a line of which a part is a sentence says something else.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::envelope::SAY;
use crate::measure::Measures;
use crate::model::Call;
use crate::part::Part;
use crate::planner::Planner;
use crate::word::{self, Piece};
use crate::{pattern, said, template};

/// Separators of numbers on a line.
const SEPARATORS: [&str; 5] = [", ", "; ", " | ", " / ", " \u{b7} "];

/// Words for results that follow their number: `3 passed`.
const COUNTED: [&str; 12] = [
    "checks",
    "errors",
    "failed",
    "ok",
    "passed",
    "run",
    "skipped",
    "succeeded",
    "tests",
    "total",
    "warned",
    "warnings",
];

/// Words that announce such numbers.
const HEADINGS: [&str; 6] = ["result", "results", "summary", "tests", "total", "totals"];

impl Planner<'_> {
    /// Inserts a word for each number before a line that prints several.
    pub(crate) fn say_several(&mut self, call: &Call<'_>, measures: &Measures<'_>) {
        let skipped = self.options.skip_patterns.contains(&pattern::METRIC);
        let Some(at) = call.at.filter(|_| !skipped) else { return };
        let Some(metrics) = self.several_metrics(call, measures) else { return };
        if self.makes_long(call, &metrics.join(&format!(" {SAY}"))) {
            return;
        }
        if self.keep.holds(call.line, self.source.line_of(call.end.saturating_sub(1))) {
            self.kept.insert(call.line);
            return;
        }
        for metric in metrics {
            self.put(at, format!("{SAY}{metric} "), call.line, pattern::METRIC);
        }
        self.tells.insert(pattern::METRIC);
    }

    /// `metric.passed="$p"` and others for each part of a call's output.
    fn several_metrics(&self, call: &Call<'_>, measures: &Measures<'_>) -> Option<Vec<String>> {
        let ([name, word] | [name, _, word]) = call.words.as_slice() else { return None };
        let is_flag = call.words.len() == 2 || call.words[1] == "-e";
        let inner = word.strip_prefix('"').and_then(|text| text.strip_suffix('"'))?;
        if name != "echo" || !is_flag || inner.contains(['\\', '`', '"']) || inner.contains("$(") {
            return None;
        }
        let line = self.without_colours(word);
        let ends = |c: char| c == ' ' || "=-*#".contains(c);
        let parts = split(line.trim_end_matches(ends));
        if parts.len() < 2 {
            return None;
        }
        let mut metrics = Vec::with_capacity(parts.len());
        for part in parts {
            let text = format!("\"{}\"", behind_label(part));
            let words = vec!["echo".into(), Part::from(Cow::from(text))];
            let one = Call { words, ..call.clone() };
            let template = template::of(&one, self.values)?;
            let patterns = pattern::of(&template, false);
            let is_metric = matches!(&*patterns, [only] if only.id == pattern::METRIC);
            if !is_metric || !measures.may_print_metric(&one) {
                return None;
            }
            metrics.push(said::word(&one, &patterns, self.values, self.shell)?);
        }
        let name = |metric: &String| metric.split('=').next().map(str::to_owned);
        let names: BTreeSet<Option<String>> = metrics.iter().map(name).collect();
        (names.len() == metrics.len()).then_some(metrics)
    }

    /// A word in double quotes, without the quotes and without variables that contain colours.
    fn without_colours(&self, word: &str) -> String {
        let pieces = word::pieces(word).into_iter();
        let kept = pieces.filter_map(|piece| match piece {
            Piece::Text(text) => Some(text),
            Piece::Hole { name: Some(name), .. } if self.values.is_colour(name) => None,
            Piece::Hole { source, .. } => Some(Cow::from(source)),
        });
        kept.collect()
    }
}

/// The parts of a line.
fn split(line: &str) -> Vec<&str> {
    let mut parts = vec![line];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts
}

/// `Results: $p passed` as `passed: $p`; any other part unchanged.
fn behind_label(part: &str) -> Cow<'_, str> {
    let announced = |heading: &str| {
        let word = heading.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        HEADINGS.contains(&&*word.to_ascii_lowercase())
    };
    let part = match part.split_once(": ") {
        Some((heading, rest)) if announced(heading) && rest.trim().contains(' ') => rest,
        _ => part,
    };
    match part.trim().split_once(' ') {
        Some((number, word)) if COUNTED.contains(&word) => Cow::from(format!("{word}: {number}")),
        _ => Cow::from(part),
    }
}

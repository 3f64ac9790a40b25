//! A line that prints several numbers: `Passed: $p, Failed: $f`, `Results: $p passed, $f failed`.
//!
//! Each part is looked at as if it stood on a line of its own. The line gains a word for each of them, if all of them give their
//! number by a variable or a literal: a line of which a part is a sentence says something else.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::envelope::SAY;
use crate::measure::Measures;
use crate::model::{Call, Sink};
use crate::part::Part;
use crate::passed::Functions;
use crate::planner::Planner;
use crate::word::{self, Piece};
use crate::{pattern, said, template};

/// Separators of numbers on a line.
const SEPARATORS: [&str; 7] = [", ", "; ", " | ", " / ", " \u{b7} ", " \u{2022} ", "  "];

/// Words that announce such numbers.
const HEADINGS: [&str; 14] = [
    "complete",
    "completed",
    "counts",
    "done",
    "finished",
    "result",
    "results",
    "score",
    "stats",
    "summary",
    "tests",
    "total",
    "totals",
    "verdict",
];

impl Planner<'_> {
    /// Inserts a word for each number before a line that prints several; a function may print it. Says whether it did.
    pub(crate) fn say_several<'s>(
        &mut self,
        call: &'s Call<'s>,
        functions: &Functions<'s>,
        measures: &Measures<'_>,
    ) -> bool {
        let skipped = self.options.skip_patterns.contains(&pattern::METRIC);
        let Some(at) = call.at.filter(|_| !skipped) else { return false };
        let mut is_aside = call.place.sink == Sink::Err;
        let metrics = match call.name.as_str() {
            "echo" => self.several_metrics(call, measures, true),
            "printf" => formatted(call, |name| self.values.is_colour(name)).and_then(|word| {
                let words = vec!["echo".into(), Part::from(Cow::from(word))];
                let line = Call { name: "echo".into(), words, ..call.clone() };
                self.several_metrics(&line, measures, true)
            }),
            _ => {
                let lines = functions.lines(call).into_iter();
                let mut lines = lines.filter(|line| line.own.is_empty());
                lines.find_map(|line| {
                    is_aside = line.stderr;
                    self.several_metrics(&line.call, measures, false)
                })
            }
        };
        let Some(metrics) = metrics else { return false };
        if self.keeps(call) {
            return true;
        }
        let is_long = self.makes_long(call, &metrics.join(&format!(" {SAY}")));
        let words = match is_long && !is_aside && is_read_when_printed(call) {
            true => vec![format!("text,{}", pattern::METRIC)],
            false => metrics,
        };
        self.put_metrics(call, at, words, is_aside);
        true
    }

    /// Inserts these words before a call whose line states numbers; `is_aside` if the line goes to standard error.
    pub(crate) fn put_metrics(
        &mut self,
        call: &Call<'_>,
        at: usize,
        words: Vec<String>,
        is_aside: bool,
    ) {
        if is_aside {
            self.stated_aside.insert(at);
        }
        for word in words {
            self.put(at, format!("{SAY}{word} "), call.line, pattern::METRIC);
        }
        self.tells.insert(pattern::METRIC);
    }

    /// `metric.passed="$p"` and others for each part of a call's output; with `prints`, one word that reads them all from the printed line,
    /// if a variable may be a reference.
    fn several_metrics(
        &self,
        call: &Call<'_>,
        measures: &Measures<'_>,
        prints: bool,
    ) -> Option<Vec<String>> {
        let ([name, word] | [name, _, word]) = call.words.as_slice() else { return None };
        let is_flag = call.words.len() == 2 || call.words[1] == "-e";
        if name != "echo" || !is_flag {
            return None;
        }
        let line = self.without_colours(word)?;
        let line = match call.words[1] == "-e" {
            true => template::without_blank_lines(&line),
            false => &line,
        };
        if line.contains('\\') {
            return None;
        }
        let line = behind_heading(line.trim());
        let ends = |c: char| c == ' ' || "=-*#".contains(c);
        let parts = split(line.trim_end_matches(ends));
        if parts.len() < 2 && !parts.first().is_some_and(|part| is_pair(part)) {
            return None;
        }
        let mut metrics = Vec::with_capacity(parts.len());
        let mut names = Vec::new();
        for part in parts {
            let text = format!("\"{}\"", behind_label(part));
            let words = vec!["echo".into(), Part::from(Cow::from(text))];
            let one = Call { words, ..call.clone() };
            let template = template::of(&one, self.values)?;
            let patterns = pattern::of(&template, false);
            let metric: Vec<_> = patterns.into_iter().filter(|p| p.id == pattern::METRIC).collect();
            if metric.is_empty() || !measures.may_print_metric(&one) {
                return None;
            }
            match said::word(&one, &metric, self.values, self.shell) {
                Some(word) => metrics.push(word),
                None if prints => names.push(said::metric_of(&one, self.values, self.shell)?),
                None => return None,
            }
        }
        if !names.is_empty() {
            let is_each =
                metrics.is_empty() && names.iter().collect::<BTreeSet<_>>().len() == names.len();
            let word = said::numbered_each(call, &names, self.values, self.shell);
            return word.filter(|_| is_each).map(|word| vec![word]);
        }
        let name = |metric: &String| metric.split('=').next().map(str::to_owned);
        let names: BTreeSet<Option<String>> = metrics.iter().map(name).collect();
        (names.len() == metrics.len()).then_some(metrics)
    }

    /// A word without its quotes and without variables that contain colours; `None` if it holds other characters of quoted words, or
    /// runs a command.
    fn without_colours(&self, word: &str) -> Option<String> {
        let mut line = String::new();
        for piece in word::pieces(word) {
            match piece {
                Piece::Text(text)
                    if template::without_blank_lines(&text)
                        .contains(['\\', '`', '"', '$', '\n']) =>
                {
                    return None;
                }
                Piece::Text(text) => line.push_str(&text),
                Piece::Hole { name: Some(name), .. } if self.values.is_colour(name) => {}
                Piece::Hole { code: Some(_), .. } => return None,
                Piece::Hole { source, .. } => line.push_str(source),
            }
        }
        Some(line)
    }
}

/// The line of a call of printf as one word in double quotes, without variables that contain colours:
/// `printf "Pass: ${G}%d${N}  Fail: %d\n" "$pass" "$fail"`.
fn formatted(call: &Call<'_>, is_colour: impl Fn(&str) -> bool) -> Option<String> {
    let (format, arguments) = call.words.get(1..)?.split_first()?;
    let mut text = String::new();
    for piece in word::pieces(format) {
        match piece {
            Piece::Text(part) if part.contains('$') => return None,
            Piece::Text(part) => text.push_str(&part),
            Piece::Hole { name: Some(name), .. } if is_colour(name) => {}
            Piece::Hole { .. } => return None,
        }
    }
    let text = text.strip_suffix("\\n").unwrap_or(&text);
    let text = text.strip_prefix("\\n").unwrap_or(text);
    let (mut line, mut rest) = (String::new(), text);
    let mut arguments = arguments.iter();
    while let Some((before, behind)) = rest.split_once('%') {
        line.push_str(before);
        let width = behind.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        match width.chars().next()? {
            's' | 'd' | 'i' | 'q' => {
                let argument = arguments.next()?;
                let name = word::variable(argument.trim_matches('"'))?;
                line.push_str(&format!("${{{name}}}"));
            }
            '%' if width.len() == behind.len() => line.push('%'),
            _ => return None,
        }
        rest = &width[1..];
    }
    line.push_str(rest);
    let is_plain = !line.contains(['"', '\\', '`', '\n']) && arguments.next().is_none();
    is_plain.then(|| format!("\"{line}\""))
}

/// Whether the helper reads all numbers of such a line when it is printed, so that a long line needs only a short word.
fn is_read_when_printed(call: &Call<'_>) -> bool {
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
    let text = call.words.last().map(|word| word.trim_matches('"')).unwrap_or_default();
    let separated = [", ", "; ", " | ", " / ", " \u{b7} "].iter().any(|sign| text.contains(sign));
    let (_, numbers) = text.split_once(": ").unwrap_or(("", text));
    let words = numbers.split(|c: char| !bash_syntax::is_name_char(c) && !"${}".contains(c));
    let mut words = words.filter(|word| !word.is_empty() && !word.contains('$'));
    call.name == "echo"
        && separated
        && !text.contains(['%', '='])
        && words.all(|word| COUNTED.contains(&&*word.to_ascii_lowercase()))
}

/// What follows the heading of a line with several numbers: `Scripts — added: $a, removed: $r`, `Summary ($name): a=$a b=$b`.
fn behind_heading(line: &str) -> &str {
    let heads = [" \u{2014} ", ": ", " - "];
    let plain = |head: &str| !head.contains('=') && head.len() <= 60;
    let found = heads.iter().find_map(|sign| line.split_once(sign).filter(|(head, _)| plain(head)));
    let Some((head, rest)) = found else { return line };
    let (rest, is_open) = (rest.trim_start(), head.contains('$') && !head.ends_with(')'));
    let parts = split(rest);
    // `Passed: $p, Failed: $f` has no heading, `Skills: $n installed, $m updated` has.
    let is_number = |text: &str| text.starts_with(|c: char| c == '$' || c.is_ascii_digit());
    let counts = |part: &&str| is_number(part.trim()) && part.trim().contains(' ');
    let labels = !is_number(rest) || parts.iter().all(counts);
    if parts.len() > 1 && labels && !is_open { rest } else { line }
}

/// Whether a part is `shebang_count=$n`, where the name says that it is a number. A name in upper case is one of a result for
/// programs.
fn is_pair(part: &str) -> bool {
    const AMOUNTS: [&str; 9] =
        ["bytes", "count", "failed", "ms", "passed", "percent", "size", "skipped", "total"];
    let name = part.split_once("=$").map_or("", |(name, _)| name);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let plural = pattern::is_plural(name) && !name.ends_with("status");
    name.chars().all(plain) && (plural || name.split('_').any(|word| AMOUNTS.contains(&word)))
}

/// The parts of a line.
fn split(line: &str) -> Vec<&str> {
    let mut parts = vec![line];
    // `seeded=$seeded present=$present`
    let pairs = line.split(' ').filter(|word| !word.is_empty());
    if pairs.clone().all(|pair| pair.contains("=$")) && pairs.clone().next().is_some() {
        return pairs.collect();
    }
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    // Several blanks are several separators.
    parts.retain(|part| !part.trim().is_empty());
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
    // `$n already current (see above)`
    // `✓ $n updated`
    let part = part.trim().trim_start_matches(|c: char| !c.is_ascii() || c == ' ');
    let part = part
        .split_once(" (")
        .filter(|(_, rest)| rest.ends_with(')'))
        .map_or(part, |(head, _)| head);
    let counted = |words: &str| {
        let letters = words.len() > 1 && words.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        letters && words.split(' ').count() < 4
    };
    let is_number = |text: &str| {
        text.starts_with('$') || !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
    };
    match part.split_once(' ') {
        Some((number, words)) if is_number(number) && counted(words) => {
            Cow::from(format!("{words}: {number}"))
        }
        _ => match part.split_once("=$") {
            Some((name, value)) => Cow::from(format!("{name}: ${value}")),
            None => Cow::from(part.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    /// The words of the last line.
    fn words(line: &str) -> String {
        let script = format!(
            "#!/usr/bin/env bash\nG=$'\\033[32m'\nN=$'\\033[0m'\np=$(wc -l < a)\nf=$((p + 1)); echo Checks\n{line}\n"
        );
        let plan = plan(script.as_bytes(), &Options::default());
        let edits = plan.edits.iter().filter(|edit| edit.line == 6);
        edits.map(|edit| edit.text.trim()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_of_a_line() {
        for (line, wanted) in [
            ("echo \"Passed: $p, Failed: $f\"", "passed=\"$p\" failed=\"$f\""),
            ("echo \"Ready: $p     Waiting: $f\"", "ready=\"$p\" waiting=\"$f\""),
            (
                "printf \"Ready: ${G}%d${N}  Waiting: %s\\n\" \"$p\" \"$f\"",
                "ready=\"$p\" waiting=\"$f\"",
            ),
            ("echo \"seeded=$p present=$f\"", "seeded=\"$p\" present=\"$f\""),
            ("echo \"wrong_shebang_count=$p\"", "wrong_shebang_count=\"$p\""),
            ("echo \"total_files=$p\"", "total_files=\"$p\""),
            (
                "printf \"${G}\u{2713}${N} %d updated, \u{2717} %d skipped (empty)\\n\" \"$p\" \"$f\"",
                "updated=\"$p\" skipped=\"$f\"",
            ),
            ("echo \"rows=$p\"", "rows=\"$p\""),
            ("echo \"seeded=$p present=$f\" >&2", "seeded=\"$p\" present=\"$f\""),
            (
                "printf '\\nscrub: %d file(s) changed, %d candidate(s) processed.\\n' \"$p\" \"$f\" >&2",
                "files_modified=\"$p\" candidates_processed=\"$f\"",
            ),
        ] {
            let found = words(line).replace("skill_say metric.", "").replace(['{', '}'], "");
            assert_eq!(found, wanted, "{line}");
        }
        for line in [
            "echo \"last_number=$p\"",
            "echo \"exit_status=$p\"",
            "echo \"status=$p\"",
            "echo \"class=$p\"",
            "printf '%s\\t%s\\n' \"$p\" \"$f\"",
            "printf \"Ready: %d  $1: %d\\n\" \"$p\" \"$f\"",
        ] {
            assert_eq!(words(line), "", "{line}");
        }
    }
}

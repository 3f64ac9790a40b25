//! Words of failure that report none: `0 tests failed`, `Failed: none`, `src/FAILED.md`. They and a cross before them are
//! overwritten, so that no rule reads them. All languages use the same lists.

use std::borrow::Cow;

use super::faults::{
    BLANKS, CROSSES, FAULTS, begins_with, behind_blanks, behind_number, behind_word, is_sign,
    places, word, words,
};
use super::forms;
use super::hedge::{COUNTED, is_in};
use super::settled::{headed_by_on, option, reaction, settled, to_settle};

/// Before a word of failure, they deny it: `no test has failed`.
const FREE: &str = "0|no|zero|none|nothing|not|never";
/// Between such a word and the word of failure, beside what is counted.
const INNER: &str = "out|of|the|these|any|a|an|single|been|has|have|had|was|were|is|are|did|yet";
/// Values that deny the word of failure before them: `Error: none`.
const VALUES: &str = "none|nothing|no|null|nil|false|zero";
/// After a count of zero, they count something else: `0 skipped`.
const SUMMARY: &str = "skipped|ignored|pending|total|todo|warnings|errors|cancelled|flaky";
/// Before `| Failed |`, they make it a column of a table.
const COLUMNS: &str = "passed|pass|executed|skipped|total|succeeded|ok";
/// Words that are no verdict in the name of a file: `FAILED.md`, `Error.swift`.
const NAMES: &str = "FAILED|FAILURE|FAIL|ERROR|ABORT|ABORTED|SUCCESS|SUCCESSFUL|SUCCESSFULLY|SUCCEEDED|Failed|Failure|Failures|Error|Errors";

/// Directly behind a word of failure, they say that the run went on: `failed, retrying in 2s`, `Error 1 (ignored)`.
const WENT_ON: &str = "retrying|ignored|ignoring|continuing";
/// Behind `error`, at the end of a clause, they name a subject: `Fix error handling`.
const SUBJECTS: &str = "handling|handler|handlers|reporting|recovery|messages|logging|logs|log|tracking|correction|detection|boundary|boundaries|page|pages|policy|checking|monitoring|codes|paths|rate|rates|ratio|margin|budget|tolerance|percentage";

/// Behind such a subject, they say something of it: `Error handling enabled`.
const ABOUT: &str = "enabled|disabled|configured|added|updated|improved|installed|initialized|implemented|active|on|off|ok|is|was|are|were|in|for|of|below|above|under|within|at|over|written|saved|works|tests|and|with|to|has|have|deployed|created|generated|fixed|ready|shown|cleared|loaded";

/// Behind `2 failed`, they make it what came before: `SUCCESS (after 2 failed attempts)`.
const TRIES: &str = "attempt|attempts|tries|try|retries|retry";

const SOFT: [char; 6] = ['"', '\'', '*', '`', ' ', '\t'];
/// The longest text between a cross and its word.
const CROSS_GAP: usize = 8;
/// The largest number of words between `no` and the word of failure.
const MOST_INNER: usize = 5;

/// The line with `_` for what reports no failure; the positions of the rest stay.
pub(super) fn overwrite(line: &str) -> Cow<'_, str> {
    if !mentions(line) {
        return Cow::Borrowed(line);
    }
    let mut text = line.to_owned();
    let health = forms::health(line);
    let rules = [
        counted,
        denied,
        crossed,
        went_on,
        subject,
        settled,
        to_settle,
        reaction,
        headed_by_on,
        option,
        compound,
        probed,
        named,
        qualified,
        headed,
    ];
    for rule in rules {
        let places = rule(&text);
        if !places.is_empty() {
            text = overwritten(&text, &places);
        }
    }
    if health.is_settled() {
        text = overwritten(&text, &faults(&text));
    } else if health.reports_none() {
        text = overwritten(&text, &uncounted(&text));
    }
    Cow::Owned(text)
}

/// Whether any rule may apply. Most lines end here.
fn mentions(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is = |at: usize, word: &[u8]| {
        bytes.get(at..at + word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'f' | b'F' => is(at, b"fail"),
        b'e' | b'E' => is(at, b"error"),
        b'a' | b'A' => is(at, b"abort"),
        b's' | b'S' => is(at, b"succ"),
        0xe2 => line[at..].starts_with(CROSSES),
        _ => false,
    })
}

fn overwritten(text: &str, places: &[(usize, usize)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for &(start, end) in places {
        out.push_str(&text[from..start]);
        out.extend(std::iter::repeat_n('_', end - start));
        from = end;
    }
    out.push_str(&text[from..]);
    out
}

/// The start of a phrase with the cross before it.
fn with_cross(text: &str, start: usize) -> Option<usize> {
    let mut places = text[..start].char_indices().rev();
    let found =
        places.by_ref().take(CROSS_GAP + 1).find(|(_, c)| is_sign(*c) || CROSSES.contains(c));
    let cross = found.filter(|(_, c)| CROSSES.contains(c)).map(|(at, _)| at);
    cross.or_else(|| counted_cross(&text[..start]))
}

/// The cross of `✖ 1 problem (0 errors, 1 warning)`, before `0`.
fn counted_cross(before: &str) -> Option<usize> {
    let head = before.strip_suffix('(')?.trim_end_matches(BLANKS);
    let noun = ["problems", "problem"].iter().find(|noun| {
        let at = head.len().checked_sub(noun.len());
        at.and_then(|at| head.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(noun))
    })?;
    let head = &head[..head.len() - noun.len()];
    let count = head.trim_end_matches(BLANKS);
    let cross = count.trim_end_matches(|c: char| c.is_ascii_digit());
    let sign = cross.trim_end_matches(BLANKS);
    let is_count = count.len() < head.len() && cross.len() < count.len();
    let (at, _) = sign.char_indices().next_back().filter(|(_, c)| CROSSES.contains(c))?;
    is_count.then_some(at)
}

/// All words of failure.
fn faults(text: &str) -> Vec<(usize, usize)> {
    places(words(text).filter(|(_, word)| is_in(FAULTS, word)))
}

/// All words of failure but `2 failed`, for a line whose form says that it reports none.
fn uncounted(text: &str) -> Vec<(usize, usize)> {
    let reports_none = |(start, fault): &(usize, &str)| {
        let head = text[..*start].trim_end_matches(BLANKS);
        let bare = head.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_counted = (1..=4).contains(&(start - head.len()))
            && (1..=10).contains(&(head.len() - bare.len()))
            && !head[bare.len()..].starts_with('0')
            && !bare.ends_with(|c: char| is_sign(c) || ".:/=".contains(c));
        let is_tried = behind_word(&text[start + fault.len()..], TRIES).is_some();
        is_in(FAULTS, fault) && (is_tried || !is_counted)
    };
    places(words(text).filter(reports_none))
}

/// `0 failed`, `0/12 tests failed`, `no step was aborted`, `nothing failed`.
fn denied(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, free) in words(text) {
        if !is_in(FREE, free) || found.last().is_some_and(|(_, end)| start < *end) {
            continue;
        }
        let cross = with_cross(text, start);
        if cross.is_none() && text[..start].ends_with(['.', '/', '=', ':']) {
            continue;
        }
        let mut rest = &text[start + free.len()..];
        let share = rest.trim_start_matches(BLANKS).strip_prefix('/');
        if let Some(behind) =
            share.and_then(|whole| behind_number(whole.trim_start_matches(BLANKS)))
        {
            rest = behind;
        }
        for _ in 0..MOST_INNER {
            let of = behind_word(rest, "of").map(|of| behind_word(of, "the").unwrap_or(of));
            let of = of.and_then(behind_blanks).and_then(behind_number);
            let of = of.filter(|behind| behind.starts_with(BLANKS));
            let inner =
                of.or_else(|| behind_word(rest, INNER)).or_else(|| behind_word(rest, COUNTED));
            let Some(behind) = inner else { break };
            rest = behind;
        }
        if let Some(rest) = behind_word(rest, FAULTS).filter(|rest| !rest.starts_with('-')) {
            found.push((cross.unwrap_or(start), text.len() - rest.len()));
        }
    }
    found
}

/// `Failed: 0`, `Failed tests: 0/12`, `| Failed | 0 |`, `FAILED 0`, `error: null`.
fn counted(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, fault) in words(text) {
        if !is_in(FAULTS, fault) || found.last().is_some_and(|(_, end)| start < *end) {
            continue;
        }
        let mut rest = &text[start + fault.len()..];
        for _ in 0..2 {
            rest = behind_word(rest, COUNTED).unwrap_or(rest);
        }
        let label = rest.trim_start_matches(SOFT);
        let label = label.strip_prefix([':', '=', '|', '│', '(', ']']);
        let label = label.map(|value| value.trim_start_matches(SOFT));
        let zero = label.or_else(|| behind_blanks(rest)).and_then(behind_zero);
        let none = label.and_then(|value| {
            let word = word(value);
            let rest = &value[word.len()..];
            (is_in(VALUES, word) && ends_value(rest)).then_some(rest)
        });
        if let Some(rest) = zero.or(none) {
            found.push((with_cross(text, start).unwrap_or(start), text.len() - rest.len()));
        }
    }
    found
}

/// A cross that is counted: `✅ 12 ❌ 0`.
fn crossed(text: &str) -> Vec<(usize, usize)> {
    let places = text.match_indices(CROSSES).filter_map(|(start, cross)| {
        let mut value = &text[start + cross.len()..];
        for _ in 0..CROSS_GAP {
            value = value.strip_prefix([' ', '\t', ':']).unwrap_or(value);
        }
        Some((start, text.len() - behind_zero(value)?.len()))
    });
    places.collect()
}

/// `Attempt 1 failed, retrying in 2s`, `Error 1 (ignored)`
fn went_on(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, fault) in words(text) {
        let is_crossed = text[..start].ends_with(CROSSES);
        let is_read = found.last().is_some_and(|(_, end)| start < *end);
        if !is_in(FAULTS, fault) || is_crossed || is_read {
            continue;
        }
        let rest = &text[start + fault.len()..];
        let behind = behind_blanks(rest).and_then(behind_number).unwrap_or(rest);
        let next = behind.trim_start_matches([',', ';', '(', '.', '-', ' ', '\t']);
        let went_on = word(next);
        if next.len() < behind.len() && is_in(WENT_ON, went_on) {
            found.push((start, text.len() - next.len() + went_on.len()));
        }
    }
    found
}

/// `Fix error handling`, `Error handling enabled`, `error rate: 0.1`
fn subject(text: &str) -> Vec<(usize, usize)> {
    let is_subject = |(start, fault): &(usize, &str)| {
        is_in("error|errors|failure|failures", fault)
            && !text[..*start].ends_with(CROSSES)
            && behind_word(&text[start + fault.len()..], SUBJECTS)
                .is_some_and(|rest| ends_clause(rest) || behind_word(rest, ABOUT).is_some())
    };
    places(words(text).filter(is_subject))
}

/// `-- Performing Test HAVE_X - Failed`
fn probed(text: &str) -> Vec<(usize, usize)> {
    let is_probed = |(start, fault): &(usize, &str)| {
        is_in(FAULTS, fault)
            && text[..*start].ends_with(" - ")
            && begins_with(text, "-- performing test ")
            && start + fault.len() == text.len()
    };
    places(words(text).filter(is_probed))
}

/// `Error-free`, `fail-fast`, `retry-on-error-1.0`
fn compound(text: &str) -> Vec<(usize, usize)> {
    let is_compound = |(start, fault): &(usize, &str)| {
        let rest = text[start + fault.len()..].strip_prefix('-');
        is_in(FAULTS, fault)
            && !text[..*start].ends_with(CROSSES)
            && rest.is_some_and(|rest| {
                let version = behind_number(rest).and_then(|rest| rest.strip_prefix('.'));
                rest.starts_with(|c: char| c.is_ascii_alphabetic())
                    || version.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            })
    };
    places(words(text).filter(is_compound))
}

/// Whether a clause ends here.
fn ends_clause(rest: &str) -> bool {
    let rest = rest.trim_start_matches(BLANKS);
    rest.is_empty() || rest.starts_with(['.', ',', ';', ')', '|', ':', '='])
}

/// `Created: src/FAILED.md`
fn named(text: &str) -> Vec<(usize, usize)> {
    let is_name = |(start, name): &(usize, &str)| {
        if !NAMES.split('|').any(|one| one == *name) {
            return false;
        }
        let mut rest = &text[start + name.len()..];
        for _ in 0..=4 {
            if ends_in_extension(rest) {
                return true;
            }
            let Some(part) = rest.strip_prefix(['.', '/', '-']) else { return false };
            let part_word = word(part);
            if part_word.is_empty() {
                return false;
            }
            rest = &part[part_word.len()..];
        }
        false
    };
    words(text).filter(is_name).map(|(start, name)| (start, start + name.len())).collect()
}

/// `.md`, and nothing more of a path.
fn ends_in_extension(text: &str) -> bool {
    let Some(extension) = text.strip_prefix('.') else { return false };
    let end = word(extension);
    let plain = end.starts_with(|c: char| c.is_ascii_lowercase())
        && end.len() <= 5
        && end.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let rest = &extension[end.len()..];
    let goes_on = rest.starts_with('/')
        || rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_sign));
    plain && !goes_on
}

/// `test error::parses ... ok`, but not `::error::message`.
fn qualified(text: &str) -> Vec<(usize, usize)> {
    let (mut end, mut inside) = (0, false);
    let mut found = Vec::new();
    for (start, word) in words(text) {
        let goes_on = inside && &text[end..start] == "::";
        end = start + word.len();
        let begins = text[end..].strip_prefix("::").is_some_and(|rest| rest.starts_with(is_sign));
        inside = goes_on || begins && !text[..start].ends_with(':');
        if inside && is_in(FAULTS, word) {
            found.push((start, end));
        }
    }
    found
}

/// `| Passed | Failed |`
fn headed(text: &str) -> Vec<(usize, usize)> {
    let mut before = (0, "");
    let mut found = Vec::new();
    for (start, fault) in words(text) {
        let gap = text[before.0..start].trim_matches(BLANKS);
        let rest = text[start + fault.len()..].trim_start_matches(BLANKS);
        if is_in(COLUMNS, before.1)
            && is_in(FAULTS, fault)
            && matches!(gap, "|" | "│")
            && (rest.is_empty() || rest.starts_with(['|', '│']))
        {
            found.push((start, start + fault.len()));
        }
        before = (start + fault.len(), fault);
    }
    found
}

/// The text behind a zero that counts: `0`, `00.0%`, in `0/12`, `0 of 12 tests`, `0 skipped=1`, but not in `0 bytes written`.
fn behind_zero(text: &str) -> Option<&str> {
    let zeros = |text: &'_ str| text.bytes().take_while(|byte| *byte == b'0').count();
    let whole = zeros(text);
    if whole == 0 {
        return None;
    }
    let mut rest = &text[whole..];
    if let Some(fraction) = rest.strip_prefix('.').filter(|fraction| zeros(fraction) > 0) {
        rest = &fraction[zeros(fraction)..];
    }
    let rest = rest.strip_prefix('%').unwrap_or(rest);
    let slash = rest.trim_start_matches(BLANKS).strip_prefix('/');
    let slash = slash.and_then(|whole| behind_number(whole.trim_start_matches(BLANKS)));
    let of = behind_word(rest, "out").unwrap_or(rest);
    let of = behind_word(of, "of").and_then(behind_blanks).and_then(behind_number);
    let ends = |rest: &str| behind_word(rest, COUNTED).is_some_and(ends_count) || ends_count(rest);
    (slash.or(of).is_some_and(ends) || ends(rest)).then_some(rest)
}

/// Whether a count ends here, or something else is counted.
fn ends_count(rest: &str) -> bool {
    if ends_value(rest) {
        return true;
    }
    let next = rest.strip_prefix('.').unwrap_or(rest).trim_start_matches(SOFT);
    let name =
        &next[..next.find(|c: char| !(c.is_ascii_alphabetic() || c == '_')).unwrap_or(next.len())];
    let label = next[name.len()..].trim_start_matches(BLANKS).starts_with([':', '=']);
    let share =
        next.strip_prefix('(').is_some_and(|inner| inner.starts_with(|c: char| c.is_ascii_digit()));
    share || !name.is_empty() && label || is_in(SUMMARY, word(next))
}

/// Whether a value ends here.
fn ends_value(rest: &str) -> bool {
    if rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(BLANKS)) {
        return true;
    }
    let next = rest.strip_prefix('.').unwrap_or(rest).trim_start_matches(SOFT);
    !next.starts_with(|c: char| is_sign(c) || "(.:%/=+-".contains(c))
}

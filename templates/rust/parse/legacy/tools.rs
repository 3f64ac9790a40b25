//! Lines that programs print in a form of their own: `cp: x: No such file or directory`, `12 files inspected, no offenses detected`,
//! `Built in 1.2s`. All languages use the same lists.

use super::claims;
use super::forms;
use super::hedge::{COUNTED, is_in};
use super::verdict::Verdict;

/// Reasons at the end of a line that begins with the name of a program.
const REASONS: &str = "No such file or directory|Permission denied|Operation not permitted|Operation timed out|Connection refused|Connection timed out|Connection reset by peer|No route to host|Network is unreachable|Name or service not known|No space left on device|Disk quota exceeded|Read-only file system|Is a directory|Not a directory|Directory not empty|Text file busy|Device or resource busy|Address already in use|Cannot allocate memory|Broken pipe|Bad file descriptor|Input/output error|Exec format error|Argument list too long|unbound variable";
/// At the start of a line: of pnpm, of Java, of curl.
const HEADS: [&str; 3] = ["ERR_", "Exception in thread \"", "curl: ("];
/// What a shell says of a program that a signal ended.
const SIGNALS: &str =
    "Killed|Terminated|Aborted|Hangup|Bus error|Illegal instruction|Floating point exception";
/// What no tests, checks or files had: `3 examples, 0 failures`.
const FAULTLESS: &str =
    "failure|failures|failed|error|errors|offense|offenses|issue|issues|problem|problems";
/// Before a number of errors, they say that these are no errors of the run.
const SETTLED: &str =
    "fixed|ignored|resolved|suppressed|corrected|skipped|max|maximum|allowed|expected|of";
/// The same after it.
const SETTLED_BEHIND: &str = "fixed|ignored|resolved|suppressed|corrected|skipped|handled|fixable";

/// Words of [`is_success`], in lower case.
const MENTIONS: [&str; 11] =
    ["fail", "error", "offense", "issue", "problem", "built", "finished", "pass", "✓", "✔", "✅"];

const BLANKS: [char; 2] = [' ', '\t'];

fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What a line says with the words of programs; `spoken` is the line without the words of failure that report none.
pub(super) fn verdict(line: &str, spoken: &str) -> Verdict {
    if has_fail_tag(spoken) {
        return Verdict::Failure;
    }
    if is_crash(spoken) {
        return Verdict::Crash;
    }
    let verdict = super::verdict::of(spoken);
    if !matches!(verdict, Verdict::Nothing | Verdict::Success) {
        return verdict;
    }
    // Most lines contain none of these words.
    let lower = line.to_ascii_lowercase();
    let mentions = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let is_of_this = || !super::hedge::is_of_other(spoken);
    let spoken_form = forms::of(spoken);
    let form = if spoken == line { spoken_form } else { forms::of(line) };
    let fails = mentions(&["errors"]) && is_failing(spoken)
        || spoken_form.fails_in_warning()
        || spoken_form.fails() && !forms::health(line).reports_none();
    if fails && is_of_this() {
        return Verdict::Failing;
    }
    let succeeds = verdict == Verdict::Success
        || (mentions(&MENTIONS) && is_success(line) || form.succeeds()) && is_of_this();
    match succeeds && !form.states_none() && !forms::is_share(line) && !claims::is_simulated(line) {
        true => Verdict::Success,
        false => Verdict::Nothing,
    }
}

/// `[FAIL]`
fn has_fail_tag(line: &str) -> bool {
    line.match_indices('[')
        .any(|(at, _)| line.get(at..at + 6).is_some_and(|tag| tag.eq_ignore_ascii_case("[fail]")))
}

/// Whether a program says that it could not do its work.
fn is_crash(line: &str) -> bool {
    line == "Killed"
        || is_of_make(line)
        || is_of_apt(line)
        || HEADS.iter().any(|head| line.starts_with(head))
        || is_refused(line)
        || is_ended_by_signal(line)
}

/// `make[1]: *** [Makefile:3: main.o] Error 1`
fn is_of_make(line: &str) -> bool {
    let Some((program, _)) = line.split_once(": *** ") else { return false };
    let level = program.strip_suffix(']').and_then(|bare| bare.rsplit_once('['));
    let level = level.filter(|(_, level)| is_digits(level));
    let name = level.map_or(program, |(name, _)| name);
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    name.ends_with("make") && name.chars().all(is_name)
}

/// `E: Unable to locate package jq`
fn is_of_apt(line: &str) -> bool {
    let mut letters = line.strip_prefix("E: ").unwrap_or_default().chars();
    letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.next().is_some_and(|c| c.is_ascii_lowercase())
}

/// `cp: cannot stat 'a': No such file or directory`, `curl[12]: x: Permission denied (13)`.
fn is_refused(line: &str) -> bool {
    let Some((program, _)) = line.split_once(": ") else { return false };
    let name = program.strip_suffix(']').and_then(|bare| bare.rsplit_once('['));
    let name = name.filter(|(_, id)| is_digits(id)).map_or(program, |(name, _)| name);
    if name.is_empty() || !name.chars().all(|c| is_sign(c) || "./-".contains(c)) {
        return false;
    }
    let bare = line.strip_suffix(')').and_then(|bare| bare.rsplit_once(" ("));
    let bare = bare.filter(|(_, id)| is_digits(id)).map_or(line, |(bare, _)| bare);
    let bare = bare.strip_suffix('.').unwrap_or(bare);
    REASONS
        .split('|')
        .any(|reason| bare.strip_suffix(reason).is_some_and(|head| head.ends_with(": ")))
}

/// `./run.sh: line 2: 12345 Killed   python3 train.py`
fn is_ended_by_signal(line: &str) -> bool {
    line.match_indices(": line ").any(|(at, head)| {
        let Some((number, rest)) = line[at + head.len()..].split_once(':') else { return false };
        let process = rest.trim_start_matches(' ');
        let Some((id, signal)) = process.split_once(' ') else { return false };
        let signal = signal.trim_start_matches(' ');
        let is_ended =
            |one: &str| signal.strip_prefix(one).is_some_and(|rest| !rest.starts_with(is_sign));
        is_digits(number)
            && process.len() < rest.len()
            && is_digits(id)
            && SIGNALS.split('|').any(is_ended)
    })
}

/// Runs of ASCII letters, digits and `_`, with their positions.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_sign)?;
        let length = text[start..].find(|c| !is_sign(c)).unwrap_or(text.len() - start);
        at = start + length;
        Some((start, &text[start..at]))
    })
}

/// Two words with only spaces between them.
fn are_joined(line: &str, first: (usize, &str), second: (usize, &str)) -> bool {
    line[first.0 + first.1.len()..second.0].trim_matches(BLANKS).is_empty()
}

/// A number that is not part of a decimal, a path or a value.
fn is_count(line: &str, (start, word): (usize, &str), before: &[char]) -> bool {
    is_digits(word) && !line[..start].ends_with(before)
}

/// Whether a line counts errors: `4 runs, 1 errors`, but not `Fixed 3 errors`.
fn is_failing(line: &str) -> bool {
    // `ERRORS!` of phpunit
    let is_heading = |(start, word): (usize, &str)| {
        word == "ERRORS" && line[start + word.len()..].trim_start_matches(BLANKS).starts_with('!')
    };
    if words(line).any(is_heading) {
        return true;
    }
    let all: Vec<(usize, &str)> = words(line).collect();
    (1..all.len()).any(|at| {
        let (count, errors) = (all[at - 1], all[at]);
        let rest = &line[errors.0 + errors.1.len()..];
        let settled =
            at >= 2 && is_in(SETTLED, all[at - 2].1) && are_joined(line, all[at - 2], count);
        let settled_behind = all
            .get(at + 1)
            .is_some_and(|next| is_in(SETTLED_BEHIND, next.1) && are_joined(line, errors, *next));
        errors.1.eq_ignore_ascii_case("errors")
            && is_count(line, count, &['.', '/', '=', ':'])
            && !count.1.starts_with('0')
            && are_joined(line, count, errors)
            && !rest.starts_with('-')
            && !settled
            && !settled_behind
    })
}

/// Whether a line says that a program succeeded.
fn is_success(line: &str) -> bool {
    claims::ends_clean(line)
        || is_faultless(line)
        || is_built(line)
        || ends_in_pass(line)
        || has_tagged_check(line)
}

/// `3 examples, 0 failures`, `12 files inspected, no offenses detected`
fn is_faultless(line: &str) -> bool {
    const NO_COUNT: [char; 5] = ['.', '/', '=', ':', '-'];
    let all: Vec<(usize, &str)> = words(line).collect();
    let pair =
        |at: usize| are_joined(line, all[at], all[at + 1]).then_some((all[at], all[at + 1].1));
    let ran = (0..all.len().saturating_sub(1)).find(|at| {
        pair(*at).is_some_and(|(count, thing)| {
            is_count(line, count, &NO_COUNT) && !count.1.starts_with('0') && is_in(COUNTED, thing)
        })
    });
    let Some(ran) = ran else { return false };
    (ran + 2..all.len().saturating_sub(1)).any(|at| {
        pair(at).is_some_and(|(none, fault)| {
            let behind = all[at + 1].0 + fault.len();
            is_in("0|no|zero", none.1)
                && !line[..none.0].ends_with(NO_COUNT)
                && is_in(FAULTLESS, fault)
                && !line[behind..].starts_with('-')
        })
    })
}

/// `Built in 1.2s`, `` Finished `dev` profile in 0.21s ``
fn is_built(line: &str) -> bool {
    let Some(start) = line.find(is_sign) else { return false };
    let Some((_, head)) = words(line).next() else { return false };
    let rest = &line[start + head.len()..];
    is_in("built|finished", head)
        && !line[..start].contains('?')
        && rest.starts_with(BLANKS)
        && rest.find(|c: char| c.is_ascii_digit()).is_some_and(|digit| {
            let gap = rest[..digit].trim_end_matches(BLANKS);
            let before = gap.len().checked_sub(2).and_then(|at| gap.split_at_checked(at));
            gap.len() < digit
                && before.is_some_and(|(outer, word)| {
                    word.eq_ignore_ascii_case("in") && outer.ends_with(BLANKS)
                })
        })
}

/// `| lint | PASS |`, `lint ..... PASSED`
fn ends_in_pass(line: &str) -> bool {
    let bare = line.trim_end_matches(|c: char| !is_sign(c));
    if line[bare.len()..].contains('?') {
        return false;
    }
    ["PASS", "PASSED"].iter().any(|word| {
        let head = bare.strip_suffix(word).map(|head| head.trim_end_matches(BLANKS));
        head.is_some_and(|head| head.ends_with(['|', '│', ':', '.', '=', '-']))
    })
}

/// `[10:00:00] [release] › ✔ Published`
fn has_tagged_check(line: &str) -> bool {
    const LONGEST_TAG: usize = 200;
    let mut rest = line;
    while let Some((tag, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        if tag.chars().count() > LONGEST_TAG {
            return false;
        }
        rest = behind.trim_start_matches(BLANKS);
    }
    let signs = rest.chars().take_while(|c| " \t›»>:|-".contains(*c)).count();
    let check = rest.trim_start_matches(|c| " \t›»>:|-".contains(c));
    rest.len() < line.len() && signs <= 4 && check.starts_with(['✓', '✔', '✅'])
}

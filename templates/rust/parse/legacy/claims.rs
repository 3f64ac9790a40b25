//! Words of success that state none by what is directly beside them (`success: pending`, `non-SUCCESS`, `print("SUCCESS")`), and
//! lines that deny or affirm success (`not successful`, `success is false`). All languages use the same lists.

use std::borrow::Cow;

use super::hedge::{self, AMOUNTS, BEFORE, CLAIMS, DEFECTS, NOUNS, VERBS, is_in};

/// Values that leave a word of success open: `success: pending`, `SUCCESS (maybe)`, `done - not yet`.
const UNSURE: &str = "false|no|none|nope|null|nil|undefined|nan|n|na|never|not|unknown|pending|maybe|perhaps|possibly|probably|unlikely|partial|partially|partly|tbd|tba|tbc|undetermined|undecided|unclear|uncertain|unconfirmed|unverified|untested|inconclusive|indeterminate|tentative|provisional|preliminary|incomplete|dryrun|simulated|simulation|mock|mocked|fake|dummy|hypothetical";
/// Values that do so behind `success:` only: `success: off`, `success: running`.
const STATES: &str = "off|running|ongoing|queued|waiting|awaiting|processing|scheduled|planned|skipped|disabled|inactive|unset|missing|unavailable|blocked|cancelled|canceled|deferred|delayed|paused|started|todo|expected|required|needed|wanted|denied|failed|failure|fail|error";
/// Behind such a value, they show that it is the whole one: `success: pending review`.
const FOLLOWERS: &str = "because|until|till|since|for|on|as|at|due|while|if|review|approval|confirmation|verification|yet|now|only|really|quite|reached|achieved|confirmed|available|applicable|determined|known|verified|set|sure|guaranteed|seen|found|longer|more";
/// Words of success that may be denied.
const STEMS: &str = "success|successful|successfully|succeeded";
/// In front of them: `isSuccess`, `was_successful`.
const ASPECTS: &str = "is|was|has|did|are|all|overall";
/// Between them and a value: `success flag: false`.
const LABELS: &str = "flag|value|state|status|result";
/// Before a word of success, they deny it.
const DENIALS: &str = "not|no|never|without|t|isnt|wasnt|hasnt";
/// Between a denial and its word.
const DENIED_INNER: &str = "a|an|any|been|was|were";
/// Before a statement, in its clause, they make it a condition.
const HYPOTHETICAL: &str =
    "if|unless|when|whenever|whether|until|would|could|might|should|shall|case|why|how";
/// Behind a statement, they make it a part of something else, as [`NOUNS`] do.
const PARTS: &str = "message|messages|marker|flag|callback|handler|hook|if|unless|when|only|or";
/// With a hyphen before a word of success.
const PREFIXES: &str = "non|un|not|no|pre|post|on|if|semi|quasi|pseudo|half|near|almost|in|anti|partial|partially|fake|mock|would";
/// In brackets or with a colon: the line is about no real run.
const NO_REAL_RUN: &str = "simulated|simulation|mock|mocked|fake|dummy|hypothetical";
/// Before `with 0 errors`, they say that something ended.
const ENDED: &str = "complete|completed|done|finished|ended|exited|terminated|ran|built|compiled|deployed|installed|executed|processed|imported|exported|validated|migrated|uploaded|synced|tested|passed|succeeded|success|successful|concluded";

const BLANKS: [char; 2] = [' ', '\t'];
const SOFT: [char; 6] = ['"', '\'', '*', '`', ' ', '\t'];
const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2014}'];

fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The word at the start of a text, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_sign(c)).unwrap_or(text.len()))
}

/// Runs of ASCII letters, digits and `_`, with their positions.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_sign)?;
        at = start + split_word(&text[start..]).0.len();
        Some((start, &text[start..at]))
    })
}

fn behind_blanks(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(BLANKS);
    (rest.len() < text.len()).then_some(rest)
}

/// The text behind spaces and a word of a list.
fn behind_word<'t>(text: &'t str, list: &str) -> Option<&'t str> {
    let (word, rest) = split_word(behind_blanks(text)?);
    is_in(list, word).then_some(rest)
}

/// The line with `_` for words of success that state none; the positions of the rest stay.
pub(super) fn without_open(line: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(line);
    for (start, word) in words(line) {
        // The lengths of the words in the list.
        if (2..=20).contains(&word.len()) && is_open(line, start, word) {
            text.to_mut().replace_range(start..start + word.len(), &"_".repeat(word.len()));
        }
    }
    text
}

/// Whether what is directly beside a word of success leaves it open.
fn is_open(line: &str, start: usize, word: &str) -> bool {
    let (before, rest) = (&line[..start], &line[start + word.len()..]);
    let Some(claim) = claim(word) else { return false };
    let state = || {
        let states = |rest: &str| {
            let value = behind_equals(rest.trim_start_matches(SOFT));
            value.is_some_and(|value| {
                let (state, behind) = split_word(value.trim_start_matches(SOFT));
                is_in(STATES, state) && ends_open(behind)
            })
        };
        states(rest) || behind_word(rest, LABELS).is_some_and(states)
    };
    has_value(rest, is_unsure)
        || is_in(STEMS, claim) && state()
        || claim == "success" && has_value(rest, is_zero)
        || claim.len() == word.len()
            && (is_share(rest)
                || has_defects(rest)
                || is_compound(before, word)
                || is_code(before)
                || is_file_name(rest))
}

/// The word of success in `isSuccess` and `was_successful`.
fn behind_aspect(word: &str) -> Option<&'static str> {
    ASPECTS.split('|').find_map(|aspect| {
        let head = word.get(..aspect.len()).filter(|head| head.eq_ignore_ascii_case(aspect));
        let bare = head.map(|_| &word[aspect.len()..])?;
        let bare = bare.strip_prefix('_').unwrap_or(bare);
        CLAIMS.split('|').find(|claim| claim.eq_ignore_ascii_case(bare))
    })
}

/// The word of success that a word is, or that it ends with.
fn claim(word: &str) -> Option<&'static str> {
    let claim = CLAIMS.split('|').find(|claim| claim.eq_ignore_ascii_case(word));
    claim.or_else(|| behind_aspect(word))
}

/// Whether a value follows, behind a sign, a bracket, a tag, a verb or spaces: `: pending`, ` is false`, `</success>`.
fn has_value(rest: &str, is_value: fn(&str) -> bool) -> bool {
    value_end(rest, |value| is_value(value).then_some("")).is_some()
}

/// The text behind one sign between a word and its value.
fn behind_link(text: &str) -> Option<&str> {
    if let Some(rest) = behind_equals(text) {
        return Some(rest);
    }
    if let Some(rest) = text.strip_prefix('-') {
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        return Some(rest.strip_prefix('>').unwrap_or(rest));
    }
    if text.starts_with("..") {
        return Some(text.trim_start_matches('.'));
    }
    text.strip_prefix(['\u{2192}', ']', ')', '>', '(', '[', '<', ',', '/', '\u{2013}', '\u{2014}'])
}

/// The text behind `:`, `=`, `:=`, `==` or `=>`.
fn behind_equals(text: &str) -> Option<&str> {
    let rest = text.strip_prefix([':', '='])?;
    let rest = rest.strip_prefix([':', '=']).unwrap_or(rest);
    Some(rest.strip_prefix('>').unwrap_or(rest))
}

fn is_unsure(value: &str) -> bool {
    let (word, rest) = split_word(value);
    if is_in(UNSURE, word) && ends_open(rest) {
        return true;
    }
    let special = |head: &str| {
        let text = value.get(..head.len()).filter(|text| text.eq_ignore_ascii_case(head));
        text.is_some_and(|_| ends_open(&value[head.len()..]))
    };
    [
        "dry run",
        "dry-run",
        "dry_run",
        "in progress",
        "in\tprogress",
        "in-progress",
        "to be",
        "n/a",
        "?",
    ]
    .into_iter()
    .any(special)
}

/// `0`, `00.0`, `zero`
fn is_zero(value: &str) -> bool {
    let (word, rest) = split_word(value);
    if word.eq_ignore_ascii_case("zero") {
        return ends_value(rest);
    }
    let zeros = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte == b'0');
    let fraction = rest.strip_prefix('.').map(split_word).filter(|(digits, _)| zeros(digits));
    zeros(word) && (fraction.is_some_and(|(_, rest)| ends_value(rest)) || ends_value(rest))
}

/// Whether a value ends here: at the end, before punctuation, a bracket or a dash.
fn ends_value(rest: &str) -> bool {
    let behind = rest.strip_prefix(['.', '!']).unwrap_or(rest);
    let next = behind.trim_start_matches(SOFT);
    let dashes = next.chars().take_while(|c| DASHES.contains(c)).count();
    behind.len() < rest.len() && behind.starts_with(BLANKS)
        || next.is_empty()
        || next.starts_with([',', ';', '|', '}', ')', ']', '<', '(', '#'])
        || (1..=2).contains(&dashes)
            && next.trim_start_matches(DASHES).starts_with([' ', '\t', '>'])
}

/// Whether a value ends here, or goes on with words that belong to it: ` yet`, ` because of x`.
fn ends_open(rest: &str) -> bool {
    ends_value(rest) || behind_word(rest, FOLLOWERS).is_some()
}

/// `SUCCESS: 50%`
fn is_share(rest: &str) -> bool {
    let rest = rest.trim_start_matches(SOFT);
    let rest = rest.strip_prefix([':', '=', '(', '[', '-']).unwrap_or(rest);
    let number = rest.trim_start_matches(SOFT);
    let fraction = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let decimals = fraction.strip_prefix('.').unwrap_or_default();
    let behind = decimals.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if behind.len() < decimals.len() { behind } else { fraction };
    (1..=2).contains(&(number.len() - fraction.len()))
        && rest.strip_prefix(BLANKS).unwrap_or(rest).starts_with('%')
}

/// `SUCCESS with errors`, `SUCCESS (with errors)`, `completed, but with 3 errors`
fn has_defects(rest: &str) -> bool {
    let soft = rest.trim_start_matches(SOFT);
    let signs = soft.trim_start_matches(['(', '[', ',', ';', '-', '\u{2013}', '\u{2014}']);
    let text = match signs.len() < soft.len() {
        true => signs.trim_start_matches(BLANKS),
        false => match behind_blanks(rest) {
            Some(text) => text,
            None => return false,
        },
    };
    let (first, behind) = split_word(text);
    let text = match is_in("but|though", first) {
        true => behind_blanks(behind).unwrap_or_default(),
        false => text,
    };
    let (with, mut rest) = split_word(text);
    if !with.eq_ignore_ascii_case("with") {
        return false;
    }
    for _ in 0..=2 {
        if behind_word(rest, DEFECTS).is_some() {
            return true;
        }
        let amount = behind_blanks(rest).map(split_word).filter(|(word, _)| {
            is_in(AMOUNTS, word)
                || !word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit())
        });
        let Some((_, behind)) = amount else { return false };
        rest = behind;
    }
    false
}

/// `non-SUCCESS`, `to complete`
fn is_compound(before: &str, word: &str) -> bool {
    let last = |text: &str, list: &str| {
        let head = text.trim_end_matches(is_sign);
        is_in(list, &text[head.len()..])
    };
    let head = before.trim_end_matches(BLANKS);
    before.strip_suffix('-').is_some_and(|head| last(head, PREFIXES))
        || head.len() < before.len() && word.eq_ignore_ascii_case("complete") && last(head, "to")
}

/// `/tmp/success`, `$SUCCESS`, `print("SUCCESS`, `x == "SUCCESS`, `x === "SUCCESS`, `status != SUCCESS`
fn is_code(before: &str) -> bool {
    if before.ends_with(['/', '\\', '$']) || before.ends_with("${") {
        return true;
    }
    let quoted = before.strip_suffix(['"', '\'', '`']);
    let is_call = |head: &str| head.ends_with(|c| is_sign(c) || c == '!');
    if quoted.and_then(|head| head.strip_suffix('(')).is_some_and(is_call) {
        return true;
    }
    let equal = |text: &str| {
        let head = text.trim_end_matches(BLANKS).strip_suffix("==")?;
        let head = head.strip_suffix('=').unwrap_or(head).trim_end_matches(BLANKS);
        Some(head.ends_with(|c| is_sign(c) || "\"'})]".contains(c)))
    };
    if equal(before) == Some(true) || quoted.and_then(equal) == Some(true) {
        return true;
    }
    let bare = before.trim_end_matches(SOFT);
    let sign = bare.trim_end_matches('=');
    sign.len() < bare.len() && sign.ends_with('!')
        || bare.ends_with("<>")
        || bare.ends_with('\u{2260}')
        || bare.ends_with("=~")
}

/// `.txt`
fn is_file_name(rest: &str) -> bool {
    let extension = rest.strip_prefix('.').map(|rest| split_word(rest).0).unwrap_or_default();
    (1..=5).contains(&extension.len())
        && extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a line says that its success is denied: `not successful`, `un-successful`, `success is false`.
pub(super) fn is_denied(line: &str) -> bool {
    mentions_success(line)
        && words(line).any(|(start, word)| {
            let ends = [denied_end(line, start, word), false_end(line, start, word)];
            ends.into_iter().flatten().any(|end| states(line, start, end, HYPOTHETICAL))
        })
        && !hedge::is_of_other(line)
}

/// Whether a line says that it succeeded by a value: `success: true`, `isSuccess is true`.
pub(super) fn is_affirmed(line: &str) -> bool {
    mentions_success(line)
        && words(line).any(|(start, word)| {
            let rest = &line[start + word.len()..];
            matches!(claim(word), Some("success" | "successful"))
                && value_end(rest, |value| {
                    let (word, rest) = split_word(value);
                    (is_in("true|yes", word) && !rest.starts_with('.')).then_some(rest)
                })
                .is_some_and(|rest| states(line, start, line.len() - rest.len(), BEFORE))
        })
}

/// Whether a line holds `success` or `succeeded`.
fn mentions_success(line: &str) -> bool {
    line.as_bytes().windows(5).any(|word| word.eq_ignore_ascii_case(b"succe"))
}

/// Whether a statement between these positions is about this run: no condition, no question, no part of something else.
fn states(line: &str, start: usize, end: usize, uncertain: &str) -> bool {
    let clause = hedge::last_clause(&line[..start]);
    if words(clause).any(|(_, word)| is_in(uncertain, word)) {
        return false;
    }
    let rest = &line[end..];
    let next = rest.trim_start_matches([' ', '\t', '-']);
    let (word, _) = split_word(next);
    let is_part = next.len() < rest.len() && (is_in(NOUNS, word) || is_in(PARTS, word));
    let stop = rest.find(|c| ",;:!.(){}[]|?".contains(c));
    !is_part && !stop.is_some_and(|stop| rest[stop..].starts_with('?'))
}

/// The end of `not successful` or `un-successful` that begins with this word.
fn denied_end(line: &str, start: usize, word: &str) -> Option<usize> {
    let rest = &line[start + word.len()..];
    if is_in("unsuccess|unsuccessful|unsuccessfully", word) {
        return Some(start + word.len());
    }
    let hyphened = |list: &str| {
        let (stem, behind) = split_word(rest.strip_prefix('-')?);
        is_in(list, stem).then_some(line.len() - behind.len())
    };
    if word.eq_ignore_ascii_case("un") {
        return hyphened("success|successful|successfully");
    }
    if !is_in(DENIALS, word) {
        return None;
    }
    let mut rest = rest;
    for inner in 0..=2 {
        let hyphen = rest.strip_prefix('-').map(split_word);
        let found = hyphen.or_else(|| behind_blanks(rest).map(split_word));
        if let Some((_, behind)) = found.filter(|(stem, _)| is_in(STEMS, stem)) {
            return Some(line.len() - behind.len());
        }
        rest = behind_word(rest, DENIED_INNER).filter(|_| inner < 2)?;
    }
    None
}

/// The end of `success: false`, which begins with this word.
fn false_end(line: &str, start: usize, word: &str) -> Option<usize> {
    let rest = &line[start + word.len()..];
    claim(word).filter(|claim| is_in(STEMS, claim))?;
    let stated = value_end(rest, |value| {
        let (word, rest) = split_word(value);
        (is_in("false|no|none", word) && ends_open(rest)).then_some(rest)
    });
    let cell = || {
        let bar = rest.trim_start_matches(SOFT).strip_prefix(['|', '\u{2502}'])?;
        let (word, rest) = split_word(bar.trim_start_matches(SOFT));
        word.eq_ignore_ascii_case("false").then_some(rest)
    };
    let zero = || {
        let value = rest.trim_start_matches(SOFT).strip_prefix([':', '='])?;
        let rest = value.trim_start_matches(SOFT).strip_prefix('0')?;
        let next = rest.trim_start_matches(SOFT);
        let ends = next.is_empty() || next.starts_with([',', ';', '|', '}', ')', ']']);
        (word.eq_ignore_ascii_case("success") && ends).then_some(rest)
    };
    stated.or_else(cell).or_else(zero).map(|rest| line.len() - rest.len())
}

/// What follows a value behind a link.
fn value_end(rest: &str, value: impl Fn(&str) -> Option<&str>) -> Option<&str> {
    let linked = |rest: &'_ str| -> Option<usize> {
        let mut text = rest;
        for _ in 0..3 {
            let Some(behind) = behind_link(text.trim_start_matches(SOFT)) else { break };
            text = behind;
        }
        if text.len() < rest.len() {
            return value(text.trim_start_matches(SOFT)).map(str::len);
        }
        for _ in 0..3 {
            text = behind_word(text, VERBS).filter(|rest| rest.starts_with(BLANKS)).unwrap_or(text);
        }
        behind_blanks(text).and_then(&value).map(str::len)
    };
    let length = linked(rest).or_else(|| behind_word(rest, LABELS).and_then(linked))?;
    Some(&rest[rest.len() - length..])
}

/// Whether a line is about no real run: `[DRY RUN] SUCCESS`, `SUCCESS (simulated)`.
pub(super) fn is_simulated(line: &str) -> bool {
    const LONGEST: usize = 41;
    const CLOSED: [char; 4] = [']', ')', '}', '>'];
    let head = line.trim_start_matches(|c| !is_sign(c));
    let heads = no_real_run(head).is_some_and(|rest| {
        let rest = behind_word(rest, "mode").unwrap_or(rest).trim_start_matches(BLANKS);
        let dashed = rest.trim_start_matches(DASHES);
        rest.starts_with([':', '|']) || dashed.len() < rest.len() && dashed.starts_with(BLANKS)
    });
    heads
        || line.match_indices(['[', '(', '{', '<']).any(|(open, _)| {
            let inner = &line[open + 1..];
            let Some(close) = inner.find(CLOSED) else { return false };
            let inner = &inner[..close];
            words(inner).any(|(start, _)| {
                no_real_run(&inner[start..]).is_some_and(|rest| {
                    inner[..start].chars().count() <= LONGEST
                        && rest.chars().count() <= LONGEST
                        && !rest.starts_with(is_sign)
                })
            })
        })
}

/// The text behind words for no real run, at its start.
fn no_real_run(text: &str) -> Option<&str> {
    let (word, rest) = split_word(text);
    if is_in(NO_REAL_RUN, word) || is_in("dryrun|dry_run", word) {
        return Some(rest);
    }
    let run = rest.strip_prefix([' ', '-']).filter(|_| word.eq_ignore_ascii_case("dry"))?;
    let (run, rest) = split_word(run);
    run.eq_ignore_ascii_case("run").then_some(rest)
}

/// Whether a line says that it ended without errors: `Completed with 0 errors`, `Finished without any problems`.
pub(super) fn ends_clean(line: &str) -> bool {
    let found = words(line)
        .filter(|(_, word)| is_in(ENDED, word))
        .find_map(|(start, word)| Some((start, clean_end(&line[start + word.len()..])?)));
    found.is_some_and(|(start, rest)| {
        let stop = rest.find(|c| ",;:!.()?".contains(c));
        let uncertain = |text| words(text).any(|(_, word)| is_in(BEFORE, word));
        !uncertain(hedge::last_clause(&line[..start]))
            && !stop.is_some_and(|stop| rest[stop..].starts_with('?'))
    })
}

/// What follows ` with 0 errors`, with at most two words before.
fn clean_end(rest: &str) -> Option<&str> {
    let clean = |rest: &'_ str| -> Option<usize> {
        let with = behind_word(rest, "with").and_then(|rest| behind_word(rest, "0|no|zero"));
        let without = || {
            let rest = behind_word(rest, "without")?;
            Some(behind_word(rest, "any").unwrap_or(rest))
        };
        let end = behind_word(with.or_else(without)?, DEFECTS)?;
        (!end.starts_with('-')).then_some(end.len())
    };
    let mut text = rest;
    for _ in 0..=2 {
        if let Some(length) = clean(text) {
            return Some(&rest[rest.len() - length..]);
        }
        let (word, behind) = split_word(behind_blanks(text)?);
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        text = behind;
    }
    None
}

//! Words of failure behind a verb that deals with them: `Fixed the failed test`, `retry on error`, `if an error occurs`.

use super::faults::{
    BLANKS, CROSSES, FAULTS, begins_with, behind_blanks, behind_number, behind_word, is_sign,
    places, word, words,
};
use super::hedge::{COUNTED, is_in};

/// Before a word of failure, perhaps with words between, they say that it is past: `Fixed the failed test`.
const SETTLING: &str = "fixed|resolved|repaired|corrected|handled|ignored|suppressed|retried|reran|removed|cleaned|cleared|skipped|recovered|prevented|avoided|deleted|expected|known|earlier|prior|intentional";
/// The same with a word between, or before `error`: `fixing the failed test`, `fixes error`.
const TO_SETTLE: &str = "fixes|fixing|resolves|resolving|ignores|ignoring|retries|retrying|reruns|rerunning|removes|removing|skips|skipping|prevents|avoids|catches|handles";
/// Between these and the word of failure, beside what is counted.
const SETTLED_INNER: &str = "up|from|the|a|an|all|any|of|this|that|every|each|old|single|last|first|previous|previously|one|two|three";
/// What an option does on an error: `--fail-on error`, `retry on error`.
const REACTIONS: &str = "continue|continues|stop|stops|fail|fails|abort|aborts|exit|exits|retry|retries|retrying|halt|break|bail|quit|notify|alert|warn|rollback|back|skip|raise|throw|die|resume|ignore|act|run|runs|trigger|called";
/// Before a word of failure, they make it a condition: `if an error occurs`.
const CASES: &str = "if|when|whenever|unless|until|upon";
/// Between `on` or a condition and the word of failure.
const ARTICLES: &str = "any|first|every|each|an|the|a|some|it";
/// The largest number of words between `fixed` and the word of failure.
const MOST_SETTLED_INNER: usize = 4;

/// `Fixed the failed test`, `fixing the failed test`
pub(super) fn settled(text: &str) -> Vec<(usize, usize)> {
    behind_words(text, |verb, rest| {
        let least = usize::from(!is_in(SETTLING, verb));
        if least == 1 && !is_in(TO_SETTLE, verb) {
            return None;
        }
        let mut rest = rest;
        let mut inner = 0;
        while let Some(behind) = behind_word(rest, SETTLED_INNER)
            .or_else(|| behind_word(rest, COUNTED))
            .or_else(|| {
                let behind = behind_number(behind_blanks(rest)?)?;
                (!behind.starts_with(is_sign)).then_some(behind)
            })
            .filter(|_| inner < MOST_SETTLED_INNER)
        {
            rest = behind;
            inner += 1;
        }
        behind_blanks(rest).filter(|_| inner >= least).map(|rest| (rest, FAULTS))
    })
}

/// `fixes error in the parser`
pub(super) fn to_settle(text: &str) -> Vec<(usize, usize)> {
    behind_words(text, |verb, rest| {
        let fault = behind_blanks(rest).filter(|_| is_in(TO_SETTLE, verb))?;
        Some((fault, "error|errors|failure|failures"))
    })
}

/// `--fail-on error`, `retry on error: yes`, `if an error occurs`
pub(super) fn reaction(text: &str) -> Vec<(usize, usize)> {
    behind_words(text, |verb, rest| {
        let on = rest.strip_prefix([' ', '-']).and_then(|rest| {
            let on = word(rest).eq_ignore_ascii_case("on");
            rest[word(rest).len()..].strip_prefix([' ', '-']).filter(|_| on)
        });
        let case = || match verb.eq_ignore_ascii_case("case") {
            true => {
                let of = rest.strip_prefix(' ')?;
                word(of).eq_ignore_ascii_case("of").then(|| behind_blanks(&of[2..]))?
            }
            false => behind_blanks(rest).filter(|_| is_in(CASES, verb)),
        };
        let behind = on.filter(|_| is_in(REACTIONS, verb)).or_else(case)?;
        Some((behind_articles(behind, &[' ', '\t', '-']), FAULTS))
    })
}

/// `abort on error`, behind which [`reaction`] has overwritten the word
pub(super) fn option(text: &str) -> Vec<(usize, usize)> {
    let is_option = |(start, verb): &(usize, &str)| {
        let on = text[start + verb.len()..].strip_prefix([' ', '-']);
        let behind = on.filter(|on| word(on).eq_ignore_ascii_case("on"));
        let behind = behind.and_then(|on| on[2..].strip_prefix([' ', '-']));
        is_in("fail|fails|abort|aborts", verb)
            && behind.is_some_and(|rest| behind_articles(rest, &[' ', '\t', '-']).starts_with('_'))
    };
    places(words(text).filter(is_option))
}

/// `on error: stop`
pub(super) fn headed_by_on(text: &str) -> Vec<(usize, usize)> {
    let Some((start, on)) = words(text).next() else { return Vec::new() };
    let is_on = on.eq_ignore_ascii_case("on") && !text[..start].contains(CROSSES);
    let rest = behind_blanks(&text[start + on.len()..]);
    let Some(rest) = rest.filter(|_| is_on) else { return Vec::new() };
    let behind = behind_articles(rest, &BLANKS);
    let fault = word(behind);
    let is_fault = is_in(FAULTS, fault) && !behind[fault.len()..].starts_with('-');
    let at = text.len() - behind.len();
    if is_fault { vec![(at, at + fault.len())] } else { Vec::new() }
}

/// The text behind at most two articles, each with one of these signs.
fn behind_articles<'t>(text: &'t str, signs: &[char]) -> &'t str {
    let mut rest = text;
    for _ in 0..2 {
        let article = match begins_with(rest, "there is") {
            true => &rest[.."there is".len()],
            false => word(rest),
        };
        let behind = rest[article.len()..].strip_prefix(signs);
        let is_article = is_in(ARTICLES, article) || article.eq_ignore_ascii_case("there is");
        let Some(behind) = behind.filter(|_| is_article) else { break };
        rest = behind;
    }
    rest
}

/// The words of failure to which a rule leads from another word. It returns the text that begins with the word, and the words that it
/// may be.
fn behind_words<'t>(
    text: &'t str,
    rule: impl Fn(&str, &'t str) -> Option<(&'t str, &'static str)>,
) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (start, verb) in words(text) {
        let is_crossed = text[..start].ends_with(CROSSES);
        if is_crossed || found.last().is_some_and(|(_, end)| start < *end) {
            continue;
        }
        let Some((rest, list)) = rule(verb, &text[start + verb.len()..]) else { continue };
        let fault = word(rest);
        if is_in(list, fault) && !rest[fault.len()..].starts_with('-') {
            let at = text.len() - rest.len();
            found.push((at, at + fault.len()));
        }
    }
    found
}

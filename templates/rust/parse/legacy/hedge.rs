//! Words of success that don't count, because their clause makes them uncertain: `waiting for SUCCESS`, `SUCCESS not
//! reached`, `0/3 succeeded`. All languages use the same lists.

/// Words of success.
pub(super) const CLAIMS: &str =
    "success|successful|successfully|succeeded|done|complete|completed|ok|passed";
/// Anywhere before the word, in the same clause: `did not finish successfully`, `waiting for the
/// SUCCESS`.
pub(super) const BEFORE: &str = "not|never|no|none|nothing|nobody|neither|nor|cannot|t|isnt|wasnt|hasnt|didnt|doesnt|without|if|unless|until|whether|when|once|wait|waits|waiting|await|awaits|awaiting|should|would|could|might|must|will|can|unable|perhaps|maybe|probably|possibly|presumably|supposedly|allegedly|hopefully|hope|case|previously|formerly|fails|trying|tries|tried|need|needs";
/// Directly before the word: `for SUCCESS`.
const DIRECT: &str = "for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|hardly|partial|partially|partly|mostly|barely|half|non|semi|on|of|upon|after|before|than|any|each|every|print|prints|echo|printf|grep|match|matches|matching|contain|contains|containing|find|finds|return|returns|word|string|text|phrase|keyword|token|means|mean|denotes|indicates|called|say|type|enter|press|click|simulate|simulated|ignore|ignored";
/// After the word, perhaps with one word between: `SUCCESS was not reached`.
const AFTER: &str = "not|never|cannot|t";
/// Directly after `SUCCESS`: `SUCCESS rate`.
pub(super) const NOUNS: &str = "rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage";
/// After `SUCCESS`, perhaps with a verb between: `SUCCESS is required`, `SUCCESS or retry`.
const PENDING: &str = "pending|expected|required|needed|wanted|missing|unknown|unlikely|impossible|or|possible|possibly|questionable|doubtful|awaited|denied|will|would|should|could|might|may|must|can|depends|if|unless|when|once|yet|requires|needs|means";
/// Such verbs.
pub(super) const VERBS: &str =
    "is|was|are|were|has|still|remains|seems|appears|looks|currently|set|to";
/// After `SUCCESS … not`: `SUCCESS in log not found`.
const ABSENT: &str =
    "found|seen|reached|present|printed|reported|logged|confirmed|detected|achieved";
/// After `with`, perhaps with a number: `SUCCESS with errors`.
pub(super) const DEFECTS: &str = "errors|error|failures|failure|problems|issues";
/// Numbers of defects, beside those from 1 on.
pub(super) const AMOUNTS: &str = "some|many|several|a|few|minor|major|the";
/// With a colon, they say that success is wanted: `Target: SUCCESS`, `Required status: ok`.
const WISHES: &str = "pending|target|goal|required|desired|needed|awaited";
/// What is wanted.
const WANTED: &str = "status|result|state|outcome|conclusion|verdict";
/// What is counted, between a share and the word: `0 of 3 tests passed`.
pub(super) const COUNTED: &str = "test|tests|step|steps|check|checks|job|jobs|task|tasks|item|items|case|cases|suite|suites|build|builds|request|requests|file|files|assertion|assertions|example|examples|spec|specs|scenario|scenarios|package|packages|module|modules|rule|rules|run|runs|operation|operations";
/// Between `all` and the word, beside what is counted: `all of the tests have passed`.
const WHOLE: &str = "the|of|our|have|has|were|are";
/// Words of failure, which the same words make uncertain.
const FAILURES: &str = "failure|fail";
/// At the start of a line, with a colon: the line is not about this run.
const OTHERS: &str = "expect|expects|expected|want|wants|wanted|previous|previously|prior|earlier|usage|todo|fixme|example|sample|default|possible|valid|allowed|legend|hint|tip";
/// The same after `last`.
const LAST: &str = "run|status|result|build|attempt|exit";
/// The opposite of a word of success, in `SUCCESS or FAILURE`.
const CONTRARY: &str = "failure|fail|failed|error";
/// Between spaces, they end a clause.
const JOINTS: [&str; 7] = ["and", "but", "so", "then", "-", "\u{2013}", "\u{2014}"];

/// Whether a word is in a list, in any case.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split('|').any(|one| one.eq_ignore_ascii_case(word))
}

/// The positions of uncertain words of success, in order.
pub(super) fn open_claims(line: &str) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for clause in clauses(line) {
        let words: Vec<Word<'_>> = words(clause.text).collect();
        let claims: Vec<usize> =
            (0..words.len()).filter(|at| is_in(CLAIMS, words[*at].text)).collect();
        let is_open = !claims.is_empty() && leaves_open(&clause, &words, &claims);
        found.extend(claims.iter().map(|at| &words[*at]).filter_map(|word| {
            let place = clause.start + word.start;
            (is_open || share_behind(&line[clause.start + word.end..])).then_some(place)
        }));
    }
    found
}

/// Whether the word behind this text speaks of all of something: `All 12 tests passed`, `100% of the checks have succeeded`.
pub(super) fn is_of_all(before: &str) -> bool {
    let mut rest = before;
    for _ in 0..=4 {
        let bare = rest.trim_end_matches(BLANKS);
        if bare.len() == rest.len() {
            return false;
        }
        if let Some(start) = bare.strip_suffix("100%") {
            return !start.ends_with(is_sign);
        }
        rest = bare.trim_end_matches(is_sign);
        let word = &bare[rest.len()..];
        if word.eq_ignore_ascii_case("all") {
            return true;
        }
        let is_number = !word.is_empty() && is_digits(word);
        if !is_number && !is_in(WHOLE, word) && !is_in(COUNTED, word) {
            return false;
        }
    }
    false
}

/// The positions of uncertain words of failure, in order: `no failure`, `on FAILURE`, `failure rate`.
pub(super) fn open_failures(line: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for clause in clauses(line) {
        let words: Vec<Word<'_>> = words(clause.text).collect();
        let is_failure = |at: &usize| is_in(FAILURES, words[*at].text);
        let failures: Vec<usize> = (0..words.len()).filter(is_failure).collect();
        if failures.is_empty() {
            continue;
        }
        let gap = |at: usize| &clause.text[words[at].end..words[at + 1].start];
        let last = failures[failures.len() - 1];
        let is_open = clause.is_question
            || words[..last].iter().any(|word| is_in(BEFORE, word.text))
            || failures.iter().any(|&at| {
                let behind = at + 1 < words.len() && is_blank(gap(at));
                let before = at > 0 && is_blank(gap(at - 1));
                behind && is_in(NOUNS, words[at + 1].text)
                    || is_after_direct(clause.text, &words, at)
                    || before && number(clause.text, &words[at - 1]) == Some("0")
            });
        found.extend(failures.iter().filter(|_| is_open).map(|at| clause.start + words[*at].start));
    }
    found
}

/// Whether a line is not about this run: `Expected: SUCCESS`, `[ ] done`, `prints SUCCESS or FAILURE`.
pub(super) fn is_of_other(line: &str) -> bool {
    let item = line.strip_prefix(['-', '*', '+']).unwrap_or(line).trim_start_matches(BLANKS);
    if item.starts_with("[ ]") {
        return true;
    }
    let words: Vec<Word<'_>> = words(line).collect();
    let gap = |at: usize| &line[words[at].end..words[at + 1].start];
    let is = |at: usize, list: &str| words.get(at).is_some_and(|word| is_in(list, word.text));
    let first = match words.first() {
        Some(word) if is_in(OTHERS, word.text) => Some(0),
        Some(_) if is(0, "last") && is(1, LAST) && is_blank(gap(0)) => Some(1),
        _ => None,
    };
    // At most two words between it and the colon.
    let ends = first.is_some_and(|first| {
        (first..words.len().min(first + 3)).any(|last| {
            let inner = (first..last).all(|at| {
                is_blank(gap(at)) && words[at + 1].text.bytes().all(|b| b.is_ascii_alphabetic())
            });
            inner && line[words[last].end..].trim_start_matches(SOFT).starts_with([':', '='])
        })
    });
    let wish = is(0, WISHES).then(|| usize::from(is(1, WANTED) && is_blank(gap(0))));
    let is_wish = wish.is_some_and(|last| {
        let label = line[words[last].end..].trim_start_matches(SOFT).strip_prefix([':', '=']);
        let claim =
            words.get(last + 1).filter(|word| is_in(CLAIMS, word.text) || is_in("pass", word.text));
        label.zip(claim).is_some_and(|(value, claim)| {
            value.trim_start_matches(SOFT).len() == line.len() - claim.start
        })
    });
    let is_good = |at: usize| is(at, CLAIMS) || is(at, "pass");
    ends || is_wish
        || (1..words.len()).any(|at| {
            (is_good(at - 1) && is(at, CONTRARY) || is(at - 1, CONTRARY) && is_good(at))
                && matches!(gap(at - 1).trim_matches(SOFT), "/" | "|")
                || at > 1
                    && is(at - 1, "or")
                    && is_soft_blank(gap(at - 2))
                    && is_soft_blank(gap(at - 1))
                    && (is_good(at - 2) && is(at, CONTRARY) || is(at - 2, CONTRARY) && is_good(at))
        })
}

const BLANKS: [char; 2] = [' ', '\t'];
/// Spaces, emphasis and quotes.
const SOFT: [char; 6] = ['"', '\'', '*', '`', ' ', '\t'];

fn is_soft_blank(gap: &str) -> bool {
    !gap.is_empty() && gap.trim_matches(SOFT).is_empty()
}

/// A word and its place in its clause.
struct Word<'l> {
    text: &'l str,
    start: usize,
    end: usize,
}

/// Runs of ASCII letters, digits and `_`.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_sign)?;
        let length = text[start..].find(|c| !is_sign(c)).unwrap_or(text.len() - start);
        at = start + length;
        Some(Word { text: &text[start..at], start, end: at })
    })
}

fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A part of a line.
struct Clause<'l> {
    text: &'l str,
    start: usize,
    is_question: bool,
}

/// The clauses of a line, each once.
fn clauses(line: &str) -> Vec<Clause<'_>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at <= line.len() {
        let rest = &line[at..];
        let Some(sign) = rest.chars().next() else { break };
        let length = match sign {
            ',' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' => 1,
            '.' if rest[1..].starts_with([' ', '\t']) => 2,
            ' ' | '\t' => joint(rest),
            _ => 0,
        };
        if length > 0 {
            clauses.push(Clause { text: &line[start..at], start, is_question: sign == '?' });
            at += length;
            start = at;
        } else {
            at += sign.len_utf8();
        }
    }
    clauses.push(Clause { text: &line[start..], start, is_question: false });
    clauses
}

/// The clause at the end of a text.
pub(super) fn last_clause(text: &str) -> &str {
    clauses(text).last().map_or(text, |clause| clause.text)
}

/// The length of a separator and its spaces at the start of a text; 0 if there is none.
fn joint(rest: &str) -> usize {
    let inner = &rest[1..];
    let is_here = |joint: &&&str| {
        let head = inner.get(..joint.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(joint))
            && inner[joint.len()..].starts_with([' ', '\t'])
    };
    JOINTS.iter().find(is_here).map_or(0, |joint| joint.len() + 2)
}

fn leaves_open(clause: &Clause<'_>, words: &[Word<'_>], claims: &[usize]) -> bool {
    let open = words.iter().position(|word| is_in(BEFORE, word.text));
    if clause.is_question || open.is_some_and(|open| claims.last().is_some_and(|last| open < *last))
    {
        return true;
    }
    let gap = |at: usize| &clause.text[words[at].end..words[at + 1].start];
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    claims.iter().any(|&at| {
        let is_direct = is_after_direct(clause.text, words, at);
        let next = at + 1 < words.len();
        let is_success = word(at).eq_ignore_ascii_case("success");
        let verb = usize::from(next && is_in(VERBS, word(at + 1)));
        // The words up to this one are joined by spaces.
        let joined = |end: usize| end < words.len() && (at..end).all(|at| is_blank(gap(at)));
        let is_rate = is_success
            && (joined(at + 1) && is_in(NOUNS, word(at + 1))
                || joined(at + 1 + verb) && is_in(PENDING, word(at + 1 + verb)));
        let is_plain = |at: usize| word(at).bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_absent = is_success
            && (at + 2..at + 7).any(|end| {
                joined(end)
                    && is_in(ABSENT, word(end))
                    && is_in("not|never", word(end - 1))
                    && (at + 1..end).all(is_plain)
            });
        let is_denied = next
            && (is_soft(gap(at)) && is_in(AFTER, word(at + 1))
                || is_blank(gap(at))
                    && word(at + 1).bytes().all(|byte| byte.is_ascii_alphabetic())
                    && at + 2 < words.len()
                    && is_soft(gap(at + 1))
                    && is_in(AFTER, word(at + 2)));
        is_direct
            || is_rate
            || is_absent
            || is_denied
            || share_before(clause.text, &words[..=at])
            || percentage_before(clause.text, &words[..=at])
    })
}

/// `prints SUCCESS`, `grep -q SUCCESS`
fn is_after_direct(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let gap = |at: usize| &text[words[at].end..words[at + 1].start];
    if at == 0 || !is_quoting(gap(at - 1)) {
        return false;
    }
    let is_option = |at: usize| {
        at > 0
            && gap(at - 1).strip_suffix('-').is_some_and(is_blank)
            && words[at].text.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let options = (0..at).rev().take_while(|&at| is_option(at)).count();
    is_in(DIRECT, words[at - 1 - options].text)
}

fn is_blank(gap: &str) -> bool {
    !gap.is_empty() && gap.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Spaces, and perhaps a quote: `for "SUCCESS"`.
fn is_quoting(gap: &str) -> bool {
    let quotes = gap.trim_start_matches(BLANKS);
    quotes.len() < gap.len() && quotes.bytes().all(|byte| b"\"'*`".contains(&byte))
}

fn is_soft(gap: &str) -> bool {
    !gap.is_empty() && gap.chars().all(|c| matches!(c, ' ' | '\t' | '\'' | '\u{2019}'))
}

/// Whether a count is zero or less than the total.
fn is_part(count: &str, whole: Option<&str>) -> bool {
    count == "0" || whole.is_some_and(|whole| whole != count)
}

/// A separate number, not part of a decimal or a date.
fn number<'l>(text: &str, word: &Word<'l>) -> Option<&'l str> {
    (is_digits(word.text) && !text[..word.start].ends_with(['.', '/', '='])).then_some(word.text)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the last of these words follows an incomplete count: `0/3 succeeded`, `2 of 3 tests passed`.
fn share_before(text: &str, words: &[Word<'_>]) -> bool {
    let gap = |at: usize| &text[words[at].end..words[at + 1].start];
    let is = |at: usize, word: &str| words[at].text.eq_ignore_ascii_case(word);
    // The word before another one, with only spaces between.
    let blank = |at: usize| at.checked_sub(1).filter(|&before| is_blank(gap(before)));
    let Some(mut last) = blank(words.len() - 1) else { return false };
    if is_in(COUNTED, words[last].text) {
        let Some(before) = blank(last) else { return false };
        last = before;
    }
    if !is_digits(words[last].text) {
        return false;
    }
    let slash = last.checked_sub(1).filter(|&at| gap(at).trim_matches([' ', '\t']) == "/");
    let of = blank(last).filter(|&of| is(of, "of")).and_then(blank);
    let of = of.and_then(|at| if is(at, "out") { blank(at) } else { Some(at) });
    match slash.or(of).and_then(|at| number(text, &words[at])) {
        Some(count) => is_part(count, Some(words[last].text)),
        None => number(text, &words[last]) == Some("0"),
    }
}

/// Whether the last of these words follows an incomplete percentage: `50% done`.
fn percentage_before(text: &str, words: &[Word<'_>]) -> bool {
    let [.., count, claim] = words else { return false };
    let gap = &text[count.end..claim.start];
    if !gap.strip_prefix(BLANKS).unwrap_or(gap).strip_prefix('%').is_some_and(is_blank) {
        return false;
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let start = text[..count.end]
        .char_indices()
        .rev()
        .take_while(|(_, c)| is_part(*c))
        .last()
        .map_or(count.end, |(at, _)| at);
    let (whole, fraction) =
        text[start..count.end].split_once('.').unwrap_or((&text[start..count.end], "0"));
    (1..=2).contains(&whole.len())
        && is_digits(whole)
        && !fraction.is_empty()
        && is_digits(fraction)
}

/// Whether an incomplete count follows: `SUCCESS: 0/3`.
fn share_behind(rest: &str) -> bool {
    let behind = rest.trim_start_matches(SOFT);
    let rest = behind.strip_prefix([':', '=', '(', '-']);
    let rest = rest.map_or(behind, |rest| rest.trim_start_matches(SOFT));
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = rest.split_at(digits(rest));
    let bare = rest.trim_start_matches([' ', '\t']);
    let behind_word = |text: &'_ str, word: &str| {
        let head = text.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word));
        let behind = head.map(|_| &text[word.len()..])?;
        let next = behind.trim_start_matches(BLANKS);
        (next.len() < behind.len()).then_some(text.len() - next.len())
    };
    let of = || {
        let out = behind_word(bare, "out").unwrap_or(0);
        let of = out + behind_word(&bare[out..], "of")?;
        (bare.len() < rest.len()).then(|| &bare[of..])
    };
    let joined = bare.strip_prefix('/').or_else(of);
    let Some(rest) = joined.map(|rest| rest.trim_start_matches([' ', '\t'])) else { return false };
    let whole = &rest[..digits(rest)];
    !count.is_empty() && !whole.is_empty() && is_part(count, Some(whole))
}

//! Words of success that say nothing, because their clause leaves open if it succeeded: `waiting for SUCCESS`, `SUCCESS not reached`,
//! `0/3 succeeded`. The lists are those of all languages.

/// Words of success.
const CLAIMS: &str = "success|successful|successfully|succeeded|done|complete|completed|ok|passed";
/// Anywhere in front, in the same clause: `did not finish successfully`, `waiting for the SUCCESS`.
const BEFORE: &str = "not|never|no|none|nothing|nobody|neither|nor|cannot|t|without|if|unless|until|whether|when|wait|waits|waiting|await|awaits|awaiting|should|would|could|might|must|will";
/// Right in front: `for SUCCESS`.
const DIRECT: &str = "for|expect|expects|expected|expecting|want|wants|wanted|be|almost|nearly|partial|partially|half";
/// Behind, maybe with one word between them: `SUCCESS was not reached`.
const AFTER: &str = "not|never|cannot|t";
/// Right behind `SUCCESS`: `SUCCESS rate`.
const NOUNS: &str = "rate|rates|ratio|criteria|criterion|condition|conditions|count|probability|threshold|percentage";
/// Between a share and the word: `0 of 3 tests passed`.
const COUNTED: &str = "test|tests|step|steps|check|checks|job|jobs|task|tasks|item|items|case|cases|suite|suites|build|builds";
/// With blanks around them, they end a clause.
const JOINTS: [&str; 7] = ["and", "but", "so", "then", "-", "\u{2013}", "\u{2014}"];

/// Is a word one of a list, in any case?
fn is_in(list: &str, word: &str) -> bool {
    list.split('|').any(|one| one.eq_ignore_ascii_case(word))
}

/// Where the words of success of a line begin that say nothing, in order.
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

/// A word and its place in its clause.
struct Word<'l> {
    text: &'l str,
    start: usize,
    end: usize,
}

/// Runs of ASCII letters, digits and `_`.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_sign)?;
        let length = text[start..].find(|c| !is_sign(c)).unwrap_or(text.len() - start);
        at = start + length;
        Some(Word { text: &text[start..at], start, end: at })
    })
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
            ',' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '=' => 1,
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

/// How long a joint with its blanks is at the head of a text; 0 where none is there.
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
        let is_direct = at > 0 && is_blank(gap(at - 1)) && is_in(DIRECT, word(at - 1));
        let next = at + 1 < words.len();
        let is_rate = next
            && is_blank(gap(at))
            && word(at).eq_ignore_ascii_case("success")
            && is_in(NOUNS, word(at + 1));
        let is_denied = next
            && (is_soft(gap(at)) && is_in(AFTER, word(at + 1))
                || is_blank(gap(at))
                    && word(at + 1).bytes().all(|byte| byte.is_ascii_alphabetic())
                    && at + 2 < words.len()
                    && is_soft(gap(at + 1))
                    && is_in(AFTER, word(at + 2)));
        is_direct || is_rate || is_denied || share_before(clause.text, &words[..=at])
    })
}

fn is_blank(gap: &str) -> bool {
    !gap.is_empty() && gap.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

fn is_soft(gap: &str) -> bool {
    !gap.is_empty() && gap.chars().all(|c| matches!(c, ' ' | '\t' | '\'' | '\u{2019}'))
}

/// Whether a count is nothing, or not the whole.
fn is_part(count: &str, whole: Option<&str>) -> bool {
    count == "0" || whole.is_some_and(|whole| whole != count)
}

/// A number of its own: no part of a decimal or of a date.
fn number<'l>(text: &str, word: &Word<'l>) -> Option<&'l str> {
    (is_digits(word.text) && !text[..word.start].ends_with(['.', '/'])).then_some(word.text)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Does the last of these words follow a share that is not the whole: `0/3 succeeded`, `2 of 3 tests passed`?
fn share_before(text: &str, words: &[Word<'_>]) -> bool {
    let gap = |at: usize| &text[words[at].end..words[at + 1].start];
    let is = |at: usize, word: &str| words[at].text.eq_ignore_ascii_case(word);
    // The word in front of another one, with blanks between them.
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

/// Does a share that is not the whole follow: `SUCCESS: 0/3`?
fn share_behind(rest: &str) -> bool {
    const SOFT: [char; 6] = ['"', '\'', '*', '`', ' ', '\t'];
    let rest = rest.trim_start_matches(SOFT);
    let rest = rest.strip_prefix([':', '=']).map_or(rest, |rest| rest.trim_start_matches(SOFT));
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = rest.split_at(digits(rest));
    let bare = rest.trim_start_matches([' ', '\t']);
    let behind = |word: &str| {
        let head = bare.get(..word.len()).filter(|head| head.eq_ignore_ascii_case(word));
        let behind = head.map(|_| &bare[word.len()..])?;
        behind.starts_with([' ', '\t']).then(|| behind.trim_start_matches([' ', '\t']))
    };
    let of = || behind("of").filter(|_| bare.len() < rest.len());
    let joined = bare.strip_prefix('/').or_else(of);
    let Some(rest) = joined.map(|rest| rest.trim_start_matches([' ', '\t'])) else { return false };
    let whole = &rest[..digits(rest)];
    !count.is_empty() && !whole.is_empty() && is_part(count, Some(whole))
}

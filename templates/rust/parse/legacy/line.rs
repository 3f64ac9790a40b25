//! What the whole line says: that nothing was made, what went wrong, how many files were changed.

/// Signs of failure.
const CROSSES: [char; 4] = ['✗', '❌', '✘', '✖'];
const VERBS: [&str; 7] =
    ["created", "modified", "updated", "saved", "generated", "wrote", "written"];
/// Before the first verb, they negate it.
const DENIALS: [&str; 14] = [
    "not", "never", "no", "nothing", "would", "will", "should", "could", "cannot", "can't",
    "failed", "unable", "wasn't", "if",
];
const NOT_DONE: [&str; 5] = ["dry run", "dry-run", "dry_run", "already exist", "(simulated)"];
/// Before `confidence`, they say that it is not the confidence of the run.
const OF_OTHERS: [&str; 8] =
    ["checkpoint", "previous", "before", "baseline", "example", "expected", "earlier", "last"];
const LIMITS: [&str; 5] = ["min", "max", "required", "threshold", "target"];
const OF_SEVERAL: [&str; 11] = [
    "files",
    "avg",
    "average",
    "mean",
    "median",
    "max",
    "maximum",
    "min",
    "minimum",
    "expected",
    "estimated",
];
/// The maximum length of a tag in brackets.
const LONGEST_TAG: usize = 200;

/// The number of characters of a line that are read for what it says about success.
const LONGEST_JUDGED: usize = 2_000;

/// The start of a line that is read for what it says about success.
pub(super) fn judged_start(line: &str) -> &str {
    line.char_indices().nth(LONGEST_JUDGED).map_or(line, |(at, _)| &line[..at])
}

/// Whether a line contains a failure sign.
pub(super) fn has_cross(line: &str) -> bool {
    line.contains(CROSSES)
}

/// Whether a line says that nothing was made: `Not created: a.ts`, `[DRY RUN] Created: a.ts`, `a.ts already
/// exists`.
pub(super) fn makes_nothing(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let heads = ["fail", "error", "[fail", "[error"];
    let fails = line.starts_with(CROSSES)
        || heads.iter().any(|head| lower.starts_with(head)) && !lower.starts_with("error report");
    if fails || NOT_DONE.iter().any(|words| lower.contains(words)) {
        return true;
    }
    let joined = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    let verb = lower.split(|c| !joined(c)).find_map(|word| {
        let start = from;
        from = start
            + word.len()
            + lower[start + word.len()..].chars().next().map_or(0, char::len_utf8);
        VERBS.contains(&word).then_some(start)
    });
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '\'';
    verb.is_some_and(|at| lower[..at].split(|c| !inner(c)).any(|word| DENIALS.contains(&word)))
}

/// Whether the words before `confidence` make it a limit, or the confidence of another result.
pub(super) fn is_of_another(before: &str) -> bool {
    let lower = before.to_ascii_lowercase();
    let joined = |c: char| c.is_ascii_alphanumeric() || c == '_';
    lower.ends_with('-')
        || LIMITS.iter().any(|limit| lower.contains(limit))
        || lower.split(|c| !joined(c)).any(|word| OF_OTHERS.contains(&word))
}

/// Do the words in front of a time say that this run did not take it: `Max duration`?
pub(super) fn is_of_several(before: &str) -> bool {
    let words = before.strip_suffix([' ', '\t', '.']).unwrap_or(before).as_bytes();
    OF_SEVERAL.iter().any(|word| {
        let start = words.len().checked_sub(word.len());
        start.is_some_and(|start| words[start..].eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// Whether a line begins with `ERROR text` in capitals, and is no heading.
fn says_error(head: &str, body: &str) -> bool {
    let text = ["ERROR ", "FATAL "].iter().find_map(|word| body.strip_prefix(word));
    let goes_on = |text: &str| {
        let text = text.trim_start_matches(' ');
        text.split_once(' ').is_some_and(|(_, rest)| !rest.trim_start_matches(' ').is_empty())
    };
    let is_heading = |rule: &&str| head.starts_with(*rule) && head.ends_with(*rule);
    text.is_some_and(|text| goes_on(text) && text.contains(|c: char| c.is_ascii_lowercase()))
        && !["==", "--", "##"].iter().any(is_heading)
}

/// The message of a line that begins with a failure sign, the tag `[ERROR]`, or `ERROR text`, perhaps after other tags.
pub(super) fn failure(line: &str) -> Option<&str> {
    let is_error = |text: &str| text.eq_ignore_ascii_case("error");
    let mut head = line;
    while let Some((tag, rest)) = head.strip_prefix('[').and_then(|head| head.split_once("] ")) {
        if is_error(tag) {
            break;
        }
        head = rest;
    }
    let tagged = head.get(..7).is_some_and(|tag| tag.eq_ignore_ascii_case("[error]"));
    let body = body(line);
    if !tagged && !head.starts_with(CROSSES) && !says_error(head, body) {
        return None;
    }
    // `error: x` and `Build error: x` are handled with their words, and `✗ failed: 3` is a summary.
    let by_words = body.split_once(':').is_some_and(|(head, _)| {
        let mut words = head.split(' ').rev();
        words.next().is_some_and(is_error)
            && words.clone().count() <= 2
            && words.all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic()))
    });
    (!by_words && !is_summary(body)).then(|| body.trim()).filter(|message| !message.is_empty())
}

/// Whether the number at the end of a line belongs to what failed: `✗ Port already in use: 8080`.
pub(super) fn fails_with_number(line: &str) -> bool {
    ends_in_number(body(line)) && failure(line).is_some()
}

/// The line without the tags before its first word or path.
pub(super) fn body(line: &str) -> &str {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_alphanumeric() || "/._`'\"~$<{".contains(c) {
            break;
        }
        let mut tag = rest.char_indices().skip(1).take(LONGEST_TAG + 1);
        let end = tag.find(|(_, c)| *c == ']').filter(|_| c == '[');
        rest = &rest[end.map_or(c.len_utf8(), |(at, _)| at + 1)..];
    }
    rest
}

/// Is what follows `FAILED` a count: `: 3`, ` tests: 3`? `: upload of x: 3` names what failed.
pub(super) fn is_count(rest: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let rest = rest.trim_end_matches(' ');
    if is_number(rest.trim_start_matches([' ', ':'])) {
        return true;
    }
    let Some((label, count)) = rest.split_once(':') else { return false };
    let label = label.strip_suffix(' ').unwrap_or(label);
    let mut words = label.split(' ').skip(1);
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
    label.starts_with(' ')
        && words.clone().count() <= 2
        && words.all(is_word)
        && is_number(count.strip_prefix(' ').unwrap_or(count))
}

fn ends_in_number(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(_, count)| {
        count.ends_with(|c: char| c.is_ascii_digit())
            && count.chars().all(|c| c.is_ascii_digit() || c == ' ')
    })
}

/// The last words of labels that count, in small letters; plurals do, too.
const COUNTING: [&str; 11] = [
    "broken", "count", "error", "fail", "failed", "failing", "found", "invalid", "missing",
    "skipped", "total",
];

/// Does a text count what failed: `failed: 3`, `Missing files: 2`? `Port already in use: 8080` names one failure.
pub(super) fn is_summary(text: &str) -> bool {
    const FIRST: [&str; 6] = ["cannot", "could", "no", "not", "too", "unable"];
    let Some((label, _)) = text.rsplit_once(':').filter(|_| ends_in_number(text)) else {
        return false;
    };
    if counts_several(text) {
        return true;
    }
    let label = label.trim_end_matches(' ').to_ascii_lowercase();
    let words: Vec<&str> = label.split(' ').collect();
    let is_word = |word: &&str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b"_-".contains(&b))
    };
    let last = words.last().copied().unwrap_or_default();
    // `status`, `process` and `analysis` are no plurals.
    let is_plural = last.strip_suffix('s').is_some_and(|stem| {
        stem.len() > 1 && stem.ends_with(|c: char| c.is_ascii_lowercase() && !"ius".contains(c))
    });
    words.len() <= 3
        && words.iter().all(is_word)
        && (is_plural || COUNTING.contains(&last))
        && (words.len() == 1 || !FIRST.contains(&words[0]))
}

/// Is a text a list of counts: `Passed: 3, Failed: 1`?
fn counts_several(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphabetic() || " _-".contains(c);
    let is_count = |part: &str| {
        part.split_once(':').is_some_and(|(label, number)| {
            let number = number.trim_start_matches(' ');
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            !label.is_empty() && label.chars().all(is_word) && is_number
        })
    };
    let mut parts = vec![text];
    for separator in [", ", "; ", " | ", " / "] {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts.len() > 1 && parts.into_iter().all(is_count)
}

/// A line without its bullet, marks and tags, unless nothing else is in it.
pub(super) fn without_marks(line: &str) -> &str {
    let rest = body(line);
    if rest.is_empty() { line } else { rest }
}

/// The count of files in a line, as a metric: `Deleted 2 files`, `2 files created`.
pub(super) fn files(line: &str) -> Option<(&'static str, &str)> {
    let start = line.find(|c: char| c.is_ascii_alphanumeric() || c == '_')?;
    let mut words = line[start..].splitn(3, [' ', '\t']);
    let (first, second, third) = (words.next()?, words.next()?, words.next()?);
    let is = |word: &str, one: &str| word.eq_ignore_ascii_case(one);
    let is_files = |word: &str| is(word, "file") || is(word, "files");
    let count = |word: &str| {
        (word == "0" || !word.starts_with('0'))
            && (1..=11).contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let unit = third.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
    if count(second) && is_files(unit) && !is(first, "created") && !is(first, "created:") {
        return metric(first.strip_suffix(':').unwrap_or(first))
            .filter(|name| *name == "files_deleted" || is(first.trim_end_matches(':'), "changed"))
            .map(|name| (name, second));
    }
    let verb = third.strip_suffix(['.', '!']).unwrap_or(third);
    metric(verb).filter(|_| count(first) && is_files(second)).map(|name| (name, first))
}

/// The metric of a verb.
fn metric(verb: &str) -> Option<&'static str> {
    match verb.to_ascii_lowercase().as_str() {
        "created" => Some("files_created"),
        "modified" | "updated" | "changed" => Some("files_modified"),
        "deleted" | "removed" => Some("files_deleted"),
        _ => None,
    }
}

//! Numbers after a label: a confidence, a time, a count of files. A number must be complete: no part
//! of `1.2.3`, `12,345` or `9/10` is a number.

use super::words::is_word_char;

/// The unsigned decimal at the start of `text`, and what follows it.
fn decimal(text: &str) -> Option<(&str, &str)> {
    let digits = |t: &str| t.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let mut end = whole;
    if text[end..].starts_with('.') {
        let fraction = digits(&text[end + 1..]);
        if fraction > 0 {
            end += 1 + fraction;
        }
    }
    let rest = &text[end..];
    let mut next = rest.chars();
    let goes_on = matches!(next.next(), Some('.' | ',' | '/' | '-' | ':' | '\''))
        && next.next().is_some_and(|c| c.is_ascii_digit());
    (end > 0 && !goes_on).then_some((&text[..end], rest))
}

/// After a label: spaces, emphasis or quotes, one `:` or `=`, spaces.
fn behind_label(rest: &str) -> Option<&str> {
    let soft = ['"', '\'', '*', '`', ' ', '\t'];
    let after = rest.trim_start_matches(soft);
    let value = match after.strip_prefix([':', '=']) {
        Some(value) => value.trim_start_matches(soft),
        None => after,
    };
    (value.len() < rest.len()).then_some(value)
}

/// After ` score` and ` level`, which may follow the word `confidence`.
fn behind_kind(rest: &str) -> &str {
    let word = rest.trim_start_matches([' ', '\t']);
    let kinds = ["score", "level"].into_iter();
    let kind = kinds
        .filter_map(|kind| word.get(..kind.len()).filter(|word| word.eq_ignore_ascii_case(kind)))
        .find(|kind| !word[kind.len()..].starts_with(is_word_char));
    kind.filter(|_| word.len() < rest.len()).map_or(rest, |kind| &word[kind.len()..])
}

/// A decimal with its point moved two places to the left, as JSON writes it.
fn percent(number: &str) -> Option<f64> {
    format!("{number}e-2").parse().ok()
}

/// The confidence after the word `confidence`, as JSON; always from 0 to 1.
pub(super) fn confidence(rest: &str) -> Option<String> {
    let (number, rest) = decimal(behind_label(behind_kind(rest))?)?;
    let value = if rest.trim_start().starts_with('%') {
        percent(number)?
    } else {
        if rest.starts_with(is_word_char) {
            return None;
        }
        number.parse().ok()?
    };
    // 1.00000000000000000001 rounds to 1.
    let number = serde_json::Number::from_f64(value)?;
    (0.0..=1.0).contains(&value).then(|| number.to_string())
}

/// The code and the message of a compiler: ` TS2322: text` behind `error`, `[E0425]: text`.
pub(super) fn coded_message(rest: &str) -> Option<String> {
    let is_bracketed = rest.starts_with('[');
    let open = rest.trim_start_matches([' ', '\t']);
    let open = if is_bracketed { &rest[1..] } else { open };
    let digits = open.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let end = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if is_bracketed { end.strip_prefix("]: ") } else { end.strip_prefix(": ") };
    let code = &open[..open.len() - end.len()];
    let is_code = open.len() < rest.len()
        && (1..=8).contains(&(open.len() - digits.len()))
        && (1..=6).contains(&(digits.len() - end.len()));
    text.filter(|_| is_code).map(|text| format!("{code}: {}", text.trim()))
}

/// The rounded milliseconds after the name of a time in ms or s.
pub(super) fn milliseconds(rest: &str) -> Option<String> {
    let (number, rest) = decimal(behind_label(rest)?)?;
    let unit = rest.trim_start();
    let end = unit.find(|c| !is_word_char(c)).unwrap_or(unit.len());
    let is = |units: &[&str]| units.iter().any(|one| one.eq_ignore_ascii_case(&unit[..end]));
    if is(&["ms", "millisecond", "milliseconds"]) {
        return whole(number);
    }
    if !is(&["s", "sec", "secs", "second", "seconds"]) {
        return None;
    }
    let (seconds, fraction) = number.split_once('.').unwrap_or((number, ""));
    let fraction = format!("{fraction:0<3}");
    whole(&format!("{seconds}{}.{}", &fraction[..3], &fraction[3..]))
}

/// The count in `N files` after a verb.
pub(super) fn files(rest: &str) -> Option<String> {
    let (number, rest) = decimal(behind_label(rest)?)?;
    let unit = rest.strip_prefix([' ', '\t'])?.trim_start();
    let end = unit.find(|c| !is_word_char(c)).unwrap_or(unit.len());
    let known =
        unit[..end].eq_ignore_ascii_case("files") || unit[..end].eq_ignore_ascii_case("file");
    (known && !number.contains('.')).then(|| whole(number)).flatten()
}

/// Words in labels whose number is not a measurement.
const IDENTITIES: [&str; 25] = [
    "id",
    "ids",
    "pid",
    "uid",
    "gid",
    "version",
    "ver",
    "date",
    "year",
    "port",
    "timestamp",
    "commit",
    "build",
    "sha",
    "hash",
    "phone",
    "zip",
    "confidence",
    "exit",
    "index",
    "timeout",
    "threshold",
    "limit",
    "interval",
    "delay",
];
/// Labels whose number is not a measurement.
const NO_MEASURES: &str = " error actual expected got value want wanted line column status rc errno step phase stage \
    attempt iteration retry try pr issue ticket file project image container host hostname release node node_js npm \
    python ruby java go rust max_iterations max_retries max_attempts max_tokens from since until exception ";
/// Before a number, they name a step: `Step 1: 5`.
const PARTS: &str = " attempt iteration phase stage step try ";
/// At the start of a longer label, they say how a check ended, whose name the rest is.
const CHECKS: &str = " fail pass ok skip warn info debug ";
/// In such a label, they make it a number.
const QUANTITIES: [&str; 6] = ["rate", "count", "total", "percent", "percentage", "ratio"];
/// At the start of a longer label, they announce something that begins: `Creating project: 2024`.
const ANNOUNCE: &str = " not checking creating deleting downloading installing removing searching skipping starting using ";

/// Whether a word is in a list that has a space around each word.
fn is_in(list: &str, word: &str) -> bool {
    list.contains(&format!(" {word} "))
}

/// Words that follow the number that they count: `3 passed`.
const COUNTED: &str =
    " checks errors failed ok passed run skipped succeeded tests total warned warnings ";
/// Words that introduce such numbers.
const HEADINGS: &str = " result results summary tests total totals ";
/// More parts than this are no summary.
const MOST_PARTS: usize = 16;

/// The metrics of a line: `Lines of code: 450`, or `Results: 3 passed, 1 failed`.
pub(super) fn metrics(line: &str) -> Vec<(String, String)> {
    let several = summary(line);
    if several.is_empty() { metric(line).into_iter().collect() } else { several }
}

/// The numbers of a line whose parts all hold one, under different names.
fn summary(line: &str) -> Vec<(String, String)> {
    let line = line.trim_end_matches([' ', '=', '-', '*', '#']);
    let mut parts = vec![line];
    for separator in [", ", "; ", " | ", " / ", " \u{b7} "] {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
        if parts.len() > MOST_PARTS {
            return Vec::new();
        }
    }
    if parts.len() < 2 {
        return Vec::new();
    }
    let mut found: Vec<(String, String)> = Vec::new();
    for part in parts {
        match counted(part).or_else(|| metric(part)) {
            Some((name, value)) if found.iter().all(|(known, _)| *known != name) => {
                found.push((name, value));
            }
            _ => return Vec::new(),
        }
    }
    found
}

/// `Results: 3 passed` as passed, 3.
fn counted(part: &str) -> Option<(String, String)> {
    let announces = |heading: &str| {
        let word = heading.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        is_in(HEADINGS, &word.to_ascii_lowercase())
    };
    let part = match part.split_once(": ") {
        Some((heading, rest))
            if rest.trim_matches([' ', '\t']).contains(' ') && announces(heading) =>
        {
            rest
        }
        _ => part,
    };
    let (number, word) = part.trim_matches([' ', '\t']).split_once(' ')?;
    let is_word = !word.contains(' ') && is_in(COUNTED, word);
    is_word.then(|| signed(number)).flatten().map(|number| (word.to_owned(), number))
}

/// The metric that a line states, `Lines of code: 450`: its name in snake_case and the number as JSON.
fn metric(line: &str) -> Option<(String, String)> {
    if let Some((name, count)) = super::line::files(line) {
        return Some((name.to_owned(), count.to_owned()));
    }
    let start = line.find(|c: char| c.is_ascii_alphanumeric() || c == '_')?;
    let (label, value) = line[start..].split_once(':')?;
    let digit = |c: char| c.is_ascii_digit();
    // `Updated at 12:30`
    if label.ends_with(digit) && value.starts_with(digit) {
        return None;
    }
    let label = label.trim_end_matches('*');
    // `src/a.js:3` is a place, and `Listening on localhost:8080` an address.
    if value.starts_with(digit)
        && (label.contains(' ') || super::deliverables::has_extension(label))
    {
        return None;
    }
    let fits = |c: char| c.is_ascii_alphanumeric() || " _./()#&+-".contains(c);
    if !label.starts_with(|c: char| c.is_ascii_alphabetic())
        || label.len() > 60
        || !label.chars().all(fits)
    {
        return None;
    }
    let value = value.trim_start_matches(['*', ' ', '\t']).trim_end_matches('*');
    let value = signed(value.strip_suffix('.').unwrap_or(value))?;
    let parts = label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
    let name = parts.join("_");
    let other = parts.iter().any(|part| IDENTITIES.contains(&part.as_str()));
    let announces = |first: &String| (parts.len() > 1 || first == "not") && is_in(ANNOUNCE, first);
    let digits = |number: &String| number.bytes().all(|byte| byte.is_ascii_digit());
    let is_part =
        matches!(parts.as_slice(), [part, number] if is_in(PARTS, part) && digits(number));
    // `Error code: 5`, but not `Lines of code: 5`.
    let is_code = name.ends_with("_code") && !name.ends_with("of_code");
    // `PASS file is there: b` names a check.
    let has = |list: &[&str]| parts.iter().any(|part| list.contains(&part.as_str()));
    let is_check = parts.len() > 1 && is_in(CHECKS, &parts[0]) && !has(&QUANTITIES);
    // `HTTP requests: 5` counts something.
    let is_plural = |last: &String| last.len() > 3 && last.ends_with('s') && !last.ends_with("ss");
    let is_plural = |last: &String| is_plural(last) && !last.ends_with("status");
    let is_http = has(&["http"]) && !parts.last().is_some_and(is_plural);
    let names_error = parts.last().is_some_and(|last| names_error(last));
    if other
        || is_part
        || is_check
        || is_code
        || is_http
        || names_error
        || parts.first().is_some_and(announces)
        || is_in(NO_MEASURES, &name)
    {
        return None;
    }
    let name = match name.as_str() {
        "modified_files" | "updated_files" | "files_updated" | "files_changed" => "files_modified",
        "created_files" => "files_created",
        "deleted_files" | "removed_files" | "files_removed" => "files_deleted",
        "duration_ms" => "execution_time_ms",
        name => name,
    };
    let counts = ["execution_time_ms", "files_modified", "files_created", "files_deleted"];
    let whole = value.bytes().all(|byte| byte.is_ascii_digit());
    (whole || !counts.contains(&name)).then(|| (name.to_owned(), value))
}

/// The last word of `KeyError: 1` and of `java.lang.Exception: 2`.
fn names_error(word: &str) -> bool {
    word.ends_with("exception") || word.len() > 5 && word.ends_with("error")
}

/// A decimal with at most eleven digits before the point and four after it, as JSON.
fn signed(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let all = |text: &str, most| {
        !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !all(whole, 11)
        || (whole != "0" && whole.starts_with('0'))
        || !fraction.is_none_or(|f| all(f, 4))
    {
        return None;
    }
    let text =
        if fraction.is_some() { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    Some(if text == "-0" { "0" } else { text }.to_owned())
}

/// Longer numbers are ignored, because not every language can hold them.
const MOST_DIGITS: usize = 20;

/// A decimal as a whole JSON number, rounded half up.
fn whole(number: &str) -> Option<String> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = whole.trim_start_matches('0');
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let digits = if digits.is_empty() { "0" } else { digits };
    if !fraction.starts_with(|c| ('5'..='9').contains(&c)) {
        return Some(digits.to_owned());
    }
    digits.parse::<u64>().ok()?.checked_add(1).map(|n| n.to_string())
}

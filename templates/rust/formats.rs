// The formats of JSON Schema, as pure functions without dependencies. The emitted Rust, which takes
// only the pieces that a schema uses, and `skillgen validate` share this source;
// templates/ts/formats.ts does the same. A line `//= NAME: NEEDED …` begins a piece.

//= digits:
/// The number written by exactly `count` ASCII digits at `at`.
fn digits(text: &[u8], at: usize, count: usize) -> Option<u32> {
    let slice = text.get(at..at.checked_add(count)?)?;
    slice.iter().try_fold(0_u32, |sum, &byte| {
        byte.is_ascii_digit().then(|| sum * 10 + u32::from(byte - b'0'))
    })
}

//= date: digits
/// RFC 3339 `full-date`: a day that exists in the proleptic Gregorian calendar.
pub(crate) fn date(text: &str) -> bool {
    let text = text.as_bytes();
    if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) =
        (digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2))
    else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=last).contains(&day)
}

//= time: digits
/// RFC 3339 `full-time`: the offset is required, and a leap second only where UTC can have one.
pub(crate) fn time(text: &str) -> bool {
    let text = text.as_bytes();
    let (Some(hour), Some(minute), Some(second)) =
        (digits(text, 0, 2), digits(text, 3, 2), digits(text, 6, 2))
    else {
        return false;
    };
    if text[2] != b':' || text[5] != b':' || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let mut at = 8;
    if text.get(at) == Some(&b'.') {
        let fraction = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    }
    let offset = match text.get(at) {
        Some(b'Z' | b'z') if text.len() == at + 1 => 0,
        Some(sign @ (b'+' | b'-')) if text.len() == at + 6 && text[at + 3] == b':' => {
            let (Some(hours), Some(minutes)) = (digits(text, at + 1, 2), digits(text, at + 4, 2))
            else {
                return false;
            };
            if hours > 23 || minutes > 59 {
                return false;
            }
            let minutes = hours * 60 + minutes;
            if *sign == b'+' { 1440 - minutes } else { minutes }
        }
        _ => return false,
    };
    second < 60 || (hour * 60 + minute + offset) % 1440 == 1439
}

//= date_time: date time
/// RFC 3339 `date-time`; `T` and `Z` in either case.
pub(crate) fn date_time(text: &str) -> bool {
    text.len() > 10
        && text.is_char_boundary(10)
        && text.is_char_boundary(11)
        && matches!(text.as_bytes()[10], b'T' | b't')
        && date(&text[..10])
        && time(&text[11..])
}

//= duration:
/// RFC 3339, appendix A: units in order and without a gap (`P1Y2D` has one), or weeks only.
pub(crate) fn duration(text: &str) -> bool {
    /// Reads `1*DIGIT UNIT` for consecutive units of `order`; returns whether there was one.
    fn units<'a>(mut text: &'a [u8], order: &[u8]) -> Option<(bool, &'a [u8])> {
        let mut last = None;
        loop {
            let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count == 0 {
                return Some((last.is_some(), text));
            }
            let unit = order.iter().position(|unit| Some(unit) == text.get(count))?;
            if last.is_some_and(|last: usize| unit != last + 1) {
                return None;
            }
            last = Some(unit);
            text = &text[count + 1..];
        }
    }
    let Some(rest) = text.as_bytes().strip_prefix(b"P") else { return false };
    if let Some((true, [])) = units(rest, b"W") {
        return true;
    }
    let Some((dated, rest)) = units(rest, b"YMD") else { return false };
    match rest.split_first() {
        None => dated,
        Some((b'T', rest)) => matches!(units(rest, b"HMS"), Some((true, []))),
        Some(_) => false,
    }
}

//= ipv4:
/// Four decimal numbers up to 255, without leading zeros (RFC 2673, 3.2).
pub(crate) fn ipv4(text: &str) -> bool {
    let mut parts = 0;
    text.split('.').all(|part| {
        parts += 1;
        let plain = (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        plain && (part.len() == 1 || !part.starts_with('0')) && part.parse::<u8>().is_ok()
    }) && parts == 4
}

//= ipv6: ipv4
/// RFC 4291, 2.2; no zone.
pub(crate) fn ipv6(text: &str) -> bool {
    /// The number of 16-bit groups in `text`; a dotted address counts for two and may only be last.
    fn groups(text: &str, last: bool) -> Option<usize> {
        if text.is_empty() {
            return Some(0);
        }
        let parts: Vec<&str> = text.split(':').collect();
        parts.iter().enumerate().try_fold(0, |sum, (index, part)| {
            if last && index + 1 == parts.len() && part.contains('.') {
                return ipv4(part).then_some(sum + 2);
            }
            let hex = (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_hexdigit());
            hex.then_some(sum + 1)
        })
    }
    match text.split_once("::") {
        None => groups(text, true) == Some(8),
        Some((head, tail)) => match (groups(head, false), groups(tail, true)) {
            (Some(head), Some(tail)) => head + tail <= 7,
            _ => false,
        },
    }
}

//= hostname:
/// RFC 1123, 2.1: labels of letters, digits and inner hyphens, 63 bytes each, 253 in all.
pub(crate) fn hostname(text: &str) -> bool {
    text.len() <= 253
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}

//= email: hostname ipv4 ipv6
/// RFC 5321, 4.1.2 `Mailbox`.
pub(crate) fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let named = match domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(literal) => match literal.get(..5) {
            Some(tag) if tag.eq_ignore_ascii_case("ipv6:") => ipv6(&literal[5..]),
            _ => ipv4(literal),
        },
        None => hostname(domain),
    };
    if !named || local.len() > 64 {
        return false;
    }
    if let Some(quoted) = local.strip_prefix('"') {
        let Some(quoted) = quoted.strip_suffix('"') else { return false };
        let mut bytes = quoted.bytes();
        while let Some(byte) = bytes.next() {
            let printable = |byte: u8| (b' '..=b'~').contains(&byte);
            let fine = match byte {
                b'\\' => bytes.next().is_some_and(printable),
                b'"' => false,
                other => printable(other),
            };
            if !fine {
                return false;
            }
        }
        return true;
    }
    local.split('.').all(|atom| {
        let special = |byte: u8| b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
        !atom.is_empty() && atom.bytes().all(|byte| byte.is_ascii_alphanumeric() || special(byte))
    })
}

//= uri_text:
/// Whether `text` is made of unreserved characters, sub-delims, percent escapes and `more`.
fn uri_text(text: &str, more: &[u8]) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            let escape = bytes.get(at + 1..at + 3);
            if !escape.is_some_and(|pair| pair.iter().all(u8::is_ascii_hexdigit)) {
                return false;
            }
            at += 3;
            continue;
        }
        let plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte);
        if !plain && !more.contains(&byte) {
            return false;
        }
        at += 1;
    }
    true
}

//= uri_scheme: uri_text ipv6
/// Whether the reference has a scheme; `None` if `text` is not a URI-reference.
fn uri_scheme(text: &str) -> Option<bool> {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    if !uri_text(fragment, b":@/?") || !uri_text(query, b":@/?") {
        return None;
    }
    let scheme = text.split_once(':').filter(|(scheme, _)| !scheme.contains('/'));
    let rest = match scheme {
        Some((scheme, rest)) => {
            let tail = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
            let named = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
            if !named || !scheme.bytes().all(tail) {
                return None;
            }
            rest
        }
        None => text,
    };
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            if !uri_authority(&rest[..end]) {
                return None;
            }
            &rest[end..]
        }
        None => rest,
    };
    uri_text(path, b":@/").then_some(scheme.is_some())
}

/// `[ userinfo "@" ] host [ ":" port ]`.
fn uri_authority(text: &str) -> bool {
    let (user, host) = text.rsplit_once('@').unwrap_or(("", text));
    let (known, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let Some((literal, port)) = rest.split_once(']') else { return false };
            let future = literal.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.'));
            let future = future.is_some_and(|(version, rest)| {
                let hex = !version.is_empty() && version.bytes().all(|b| b.is_ascii_hexdigit());
                hex && !rest.is_empty() && !rest.contains('%') && uri_text(rest, b":")
            });
            (ipv6(literal) || future, port)
        }
        None => {
            let end = host.find(':').unwrap_or(host.len());
            (uri_text(&host[..end], b""), &host[end..])
        }
    };
    let port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    known && port && uri_text(user, b":")
}

//= uri_reference: uri_scheme
/// RFC 3986 `URI-reference`.
pub(crate) fn uri_reference(text: &str) -> bool {
    uri_scheme(text).is_some()
}

//= uri: uri_scheme
/// RFC 3986 `URI`: a reference that has a scheme.
pub(crate) fn uri(text: &str) -> bool {
    uri_scheme(text) == Some(true)
}

//= uuid:
/// RFC 4122: 8-4-4-4-12 hexadecimal digits.
pub(crate) fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

//= json_pointer:
/// RFC 6901, as a string (not as a URI fragment).
pub(crate) fn json_pointer(text: &str) -> bool {
    let escaped = text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    (text.is_empty() || text.starts_with('/')) && escaped
}

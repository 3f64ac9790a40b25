//! Resolves references (RFC 3986 §5.2). Base URIs may be relative, because contracts are often files
//! without an absolute URI.

/// `reference` resolved against `base`, without its fragment, and the fragment (not decoded).
pub(crate) fn resolve(base: &str, reference: &str) -> (String, String) {
    let (reference, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    (resolve_path(base, reference), fragment.to_owned())
}

fn resolve_path(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let (head, path) = split(base);
    if head.ends_with(':') && !path.starts_with('/') {
        // A base such as urn:… has no hierarchy.
        return reference.to_owned();
    }
    if let Some(rest) = reference.strip_prefix("//") {
        let scheme = scheme(base).map(|s| format!("{s}:")).unwrap_or_default();
        return format!("{scheme}//{rest}");
    }
    if reference.starts_with('/') {
        return format!("{head}{}", tidy(reference));
    }
    if reference.starts_with('?') {
        return format!("{head}{}{reference}", path.split('?').next().unwrap_or_default());
    }
    let folder = path.rfind('/').map_or("", |at| &path[..=at]);
    let folder = if folder.is_empty() && head.contains("//") { "/" } else { folder };
    format!("{head}{}", tidy(&format!("{folder}{reference}")))
}

/// A path without percent escapes (RFC 3986 §2.1); `None` if it has none, or one that stands for a slash, for NUL or for no
/// UTF-8.
pub(crate) fn decoded(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = u8::try_from(digit()? * 16 + digit()?).ok()?;
        if matches!(value, 0 | b'/') {
            return None;
        }
        bytes.push(value);
    }
    String::from_utf8(bytes).ok()
}

/// Whether a reference begins with a scheme, as a URL does.
pub(crate) fn is_absolute(reference: &str) -> bool {
    scheme(reference).is_some()
}

fn scheme(uri: &str) -> Option<&str> {
    let at = uri.find(':')?;
    let name = &uri[..at];
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    sound.then_some(name)
}

/// (scheme and authority, path and query)
fn split(uri: &str) -> (&str, &str) {
    let after_scheme = scheme(uri).map_or(0, |s| s.len() + 1);
    let rest = &uri[after_scheme..];
    let authority =
        rest.strip_prefix("//").map_or(0, |r| 2 + r.find(['/', '?']).unwrap_or(r.len()));
    uri.split_at(after_scheme + authority)
}

/// Removes dot segments. Those that would leave a relative path are kept, so that the loader can
/// reject them.
fn tidy(path: &str) -> String {
    let (path, query) = path.find('?').map_or((path, ""), |at| path.split_at(at));
    let rooted = path.starts_with('/');
    let mut out: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.split('/').collect();
    for (i, segment) in segments.iter().enumerate() {
        let last = i + 1 == segments.len();
        match *segment {
            "." => {
                if last {
                    out.push("");
                }
            }
            ".." => {
                let climbs = out.last().is_none_or(|s| *s == "..") || out == [""];
                if !climbs {
                    out.pop();
                } else if !rooted {
                    out.push("..");
                }
                if last {
                    out.push("");
                }
            }
            s => out.push(s),
        }
    }
    let tidied = out.join("/");
    // The folder of a relative base, which is not the base itself.
    let tidied = if tidied.is_empty() && !path.is_empty() { "./".to_owned() } else { tidied };
    format!("{tidied}{query}")
}

/// Percent-decodes a fragment; invalid escapes are kept.
pub(super) fn decode(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%')
            .then(|| fragment.get(at + 1..at + 3))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escape {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_resolve_as_the_rfc_says() {
        let cases = [
            ("http://a/b/c/d", "g", "http://a/b/c/g"),
            ("http://a/b/c/d", "../g", "http://a/b/g"),
            ("http://a/b/c/d", "../../../g", "http://a/g"),
            ("http://a/b/c/d", "/g", "http://a/g"),
            ("http://a/b/c/d", "//g/h", "http://g/h"),
            ("http://a", "g", "http://a/g"),
            ("http://a/b/c/d?q", "./g", "http://a/b/c/g"),
            ("http://a/b/c/", "", "http://a/b/c/"),
            ("", "common.json", "common.json"),
            ("schemas/a.json", "b.json", "schemas/b.json"),
            ("schemas/a.json", "../b.json", "b.json"),
            ("a.json", "../b.json", "../b.json"),
            ("", "./", "./"),
            ("a.json", ".", "./"),
            ("a/b.json", "..", "./"),
            ("urn:uuid:1", "urn:uuid:2", "urn:uuid:2"),
            ("http://a/b", "urn:x", "urn:x"),
        ];
        for (base, reference, expected) in cases {
            assert_eq!(resolve(base, reference).0, expected, "{base} + {reference}");
        }
    }
}

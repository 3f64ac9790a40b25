//! Formats as languages. What a format takes is bounded from both sides: every text of the `inner` pattern is
//! taken and no text beside the `outer` one, by the `jsonschema` crate and by boon alike. Where both are one
//! pattern the format is that pattern. Between them validators differ, or the language is not regular.

/// A format's bounds, as patterns of the `regex` crate.
pub(crate) struct Bounds {
    pub(crate) inner: &'static str,
    pub(crate) outer: &'static str,
}

impl Bounds {
    /// Whether the format is a pattern.
    pub(crate) fn is_exact(&self) -> bool {
        self.inner == self.outer
    }
}

/// The bounds of a format.
pub(crate) fn bounds(format: &str) -> Option<&'static Bounds> {
    BOUNDS.iter().find(|(name, _)| *name == format).map(|(_, bounds)| bounds)
}

/// Whether every text of the first format has the second, by their definitions and by the `jsonschema` crate.
pub(crate) fn is_contained(format: &str, other: &str) -> bool {
    let pair = (format, other);
    format == other || CONTAINED.contains(&pair) || CONTAINED_BY_NAME.contains(&pair)
}

/// Consequences of the definitions (RFC 3986 and 3987), beyond what the bounds prove.
const CONTAINED: &[(&str, &str)] = &[
    ("uri", "uri-reference"),
    ("uri", "iri"),
    ("uri", "iri-reference"),
    ("uri-reference", "iri-reference"),
    ("iri", "iri-reference"),
];

/// What JSON Schema says itself (2020-12 validation, 7.3.2 and 7.3.3): each text of the former format has the
/// latter. The `jsonschema` crate looks for the direction of letters (RFC 5893) in the latter alone: no change that
/// a schema makes.
const CONTAINED_BY_NAME: &[(&str, &str)] = &[("email", "idn-email"), ("hostname", "idn-hostname")];

macro_rules! pattern {
    ($($part:expr),*) => { concat!(r"\A(?:", $($part),*, r")\z") };
}

macro_rules! byte {
    () => {
        r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    };
}

macro_rules! label {
    () => {
        r"[A-Za-z0-9]{1,12}(?:-[A-Za-z0-9]{1,12}){0,4}"
    };
}

macro_rules! clock {
    () => {
        r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
    };
}

macro_rules! day {
    () => {
        r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    };
}

/// Many date parsers, such as Python's, reject the year 0000.
macro_rules! year {
    () => {
        "(?:[1-9][0-9]{3}|0(?:[1-9][0-9]{2}|0(?:[1-9][0-9]|0[1-9])))"
    };
}

macro_rules! day_of_any_month {
    () => {
        concat!(year!(), "-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])")
    };
}

macro_rules! time {
    () => {
        r"[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})"
    };
}

macro_rules! time_without_leap_second {
    () => {
        concat!(clock!(), r":[0-5][0-9](?:\.[0-9]{1,6})?(?:Z|[+-]", clock!(), ")")
    };
}

macro_rules! escaped {
    () => {
        "%[0-9A-Fa-f]{2}"
    };
}

macro_rules! query {
    () => {
        concat!(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|", escaped!(), ")*")
    };
}

macro_rules! ending {
    () => {
        concat!(r"(?:\?", query!(), r")?(?:#", query!(), ")?")
    };
}

macro_rules! path {
    () => {
        concat!("(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|", escaped!(), ")*")
    };
}

macro_rules! authority {
    ($host:expr) => {
        concat!(
            "(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|",
            escaped!(),
            ")*@)?",
            "(?:(?:[A-Za-z0-9._~!$&'()*+,;=-]|",
            escaped!(),
            ")*",
            $host,
            ")(?::[0-9]*)?"
        )
    };
}

/// After or instead of the scheme: `//` and an authority, or a path that doesn't begin so.
macro_rules! hierarchy {
    ($host:expr) => {
        concat!(
            "(?://",
            authority!($host),
            "(?:/",
            path!(),
            ")?",
            "|/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|",
            escaped!(),
            ")",
            path!(),
            ")?",
            "|(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|",
            escaped!(),
            ")",
            path!(),
            "|)"
        )
    };
}

/// The same without a colon in the first part, which would be a scheme.
macro_rules! relative {
    ($host:expr) => {
        concat!(
            "(?://",
            authority!($host),
            "(?:/",
            path!(),
            ")?",
            "|/(?:(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|",
            escaped!(),
            ")",
            path!(),
            ")?",
            "|(?:[A-Za-z0-9._~!$&'()*+,;=@-]|",
            escaped!(),
            ")+(?:/",
            path!(),
            ")?|)"
        )
    };
}

macro_rules! literal_address {
    () => {
        r"|\[[A-Za-z0-9._~!$&'()*+,;=:%-]*\]"
    };
}

macro_rules! steps {
    () => {
        "(?:/(?:[^~/]|~[01])*)*"
    };
}

/// Bounds of the formats, in the order of the specification.
const BOUNDS: &[(&str, Bounds)] = &[
    (
        "date-time",
        Bounds {
            inner: pattern!(day_of_any_month!(), "T", time_without_leap_second!()),
            outer: pattern!(day!(), "[Tt ]", time!()),
        },
    ),
    ("date", Bounds { inner: pattern!(day_of_any_month!()), outer: pattern!(day!()) }),
    ("time", Bounds { inner: pattern!(time_without_leap_second!()), outer: pattern!(time!()) }),
    ("duration", Bounds { inner: pattern!("P[0-9]+[YMWD]"), outer: pattern!("P[0-9YMWDTHS]+") }),
    (
        "email",
        Bounds {
            inner: pattern!("[A-Za-z0-9!#$%&'*+/=?^_{|}~-]{1,20}@", label!()),
            outer: pattern!(r"[\x00-\x7f]*@[\x00-\x7f]+"),
        },
    ),
    (
        "idn-email",
        Bounds {
            inner: pattern!("[a-zäöü]{1,10}@[a-zäöü]{1,10}(?:\\.[a-zäöü]{1,10}){0,2}"),
            outer: pattern!(r"(?s:.)*@(?s:.)+"),
        },
    ),
    (
        "hostname",
        Bounds {
            // The last part begins with a letter: validators differ on whether `127.0.0.1` is a host name (RFC
            // 1123, 2.1).
            inner: pattern!(
                "(?:",
                label!(),
                r"\.){0,3}[A-Za-z][A-Za-z0-9]{0,11}(?:-[A-Za-z0-9]{1,12}){0,4}"
            ),
            outer: pattern!(r"[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.?"),
        },
    ),
    (
        "idn-hostname",
        Bounds {
            inner: pattern!("[a-zäöü]{1,10}(?:\\.[a-zäöü]{1,10}){0,2}"),
            outer: pattern!(r"(?:[A-Za-z0-9.-]|[^\x00-\x7f])+"),
        },
    ),
    (
        "ipv4",
        Bounds {
            inner: pattern!(byte!(), r"(?:\.", byte!(), "){3}"),
            outer: pattern!(byte!(), r"(?:\.", byte!(), "){3}"),
        },
    ),
    (
        "ipv6",
        Bounds {
            inner: pattern!("(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|::(?:[0-9A-Fa-f]{1,4})?"),
            outer: pattern!("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*"),
        },
    ),
    (
        "uri",
        Bounds {
            inner: pattern!("[A-Za-z][A-Za-z0-9+.-]*:", hierarchy!(""), ending!()),
            outer: pattern!("[A-Za-z][A-Za-z0-9+.-]*:", hierarchy!(literal_address!()), ending!()),
        },
    ),
    (
        "uri-reference",
        Bounds {
            inner: pattern!(
                "(?:[A-Za-z][A-Za-z0-9+.-]*:",
                hierarchy!(""),
                "|",
                relative!(""),
                ")",
                ending!()
            ),
            outer: pattern!(
                "(?:[A-Za-z][A-Za-z0-9+.-]*:",
                hierarchy!(literal_address!()),
                "|",
                relative!(literal_address!()),
                ")",
                ending!()
            ),
        },
    ),
    // For these two, boon uses the rules of browsers, and accepts nearly everything.
    (
        "iri",
        Bounds {
            inner: pattern!(
                "urn:[a-z]+:[A-Za-z0-9._~äöü-]+|https://[a-zäöü]{1,20}(?:/[A-Za-z0-9._~äöü-]*)*"
            ),
            outer: pattern!(r"(?s:.)*[A-Za-z](?s:.)*:(?s:.)*"),
        },
    ),
    (
        "iri-reference",
        Bounds {
            inner: pattern!(
                "(?:/?[A-Za-z0-9._~äöü-]+(?:/[A-Za-z0-9._~äöü-]+)*)?(?:\\?[A-Za-z0-9=&]*)?"
            ),
            outer: pattern!(r"[^\\]*"),
        },
    ),
    (
        "uuid",
        Bounds {
            inner: pattern!("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
            outer: pattern!("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"),
        },
    ),
    (
        "uri-template",
        Bounds {
            inner: pattern!(
                "(?:/?(?:[A-Za-z0-9._~-]|\\{[A-Za-z0-9_]+\\})(?:/?(?:[A-Za-z0-9._~-]|\\{[A-Za-z0-9_]+\\}))*)?"
            ),
            outer: pattern!(r"[^\\]*"),
        },
    ),
    ("json-pointer", Bounds { inner: pattern!(steps!()), outer: pattern!(steps!()) }),
    (
        "relative-json-pointer",
        Bounds {
            inner: pattern!("(?:0|[1-9][0-9]{0,3})(?:#|", steps!(), ")"),
            outer: pattern!("[0-9][0-9+-]*(?:#|", steps!(), ")"),
        },
    ),
    (
        "regex",
        Bounds {
            // Literal characters, some of them repeated, and a few escapes.
            inner: pattern!(r#"(?:[A-Za-z0-9 _:/,@%=&~#!;"'<>.äöü-]|[A-Za-z0-9.][*+?]|\\[dws])*"#),
            // Without a class or an escape: no repetition at the start, no unclosed group.
            outer: pattern!(
                r"(?s:.)*[\[\\](?s:.)*|(?:[^*+?(\[\\][^(\[\\]*)?(?:\([^\[\\]*\)[^\[\\]*)?"
            ),
        },
    ),
];

/// A few texts of each format.
pub(crate) const SAMPLES: &[(&str, &str)] = &[
    ("date-time", "2020-01-01T00:00:00Z"),
    ("date-time", "1985-04-12T23:20:50.52+01:00"),
    ("date", "2020-01-01"),
    ("date", "1999-12-31"),
    ("time", "00:00:00Z"),
    ("time", "12:30:00+01:00"),
    ("duration", "P1D"),
    ("duration", "PT1H"),
    ("email", "a@b.co"),
    ("email", "joe.bloggs@example.com"),
    ("idn-email", "a@b.co"),
    ("idn-email", "jürgen@example.com"),
    ("hostname", "a"),
    ("hostname", "www.example.com"),
    ("idn-hostname", "a"),
    ("idn-hostname", "müller.example"),
    ("ipv4", "0.0.0.0"),
    ("ipv4", "127.0.0.1"),
    ("ipv6", "::"),
    ("ipv6", "::1"),
    ("uri", "a:b"),
    ("uri", "https://example.com/"),
    ("uri", "http://example.com/a"),
    ("uri", "a:'"),
    ("uri-reference", "a"),
    ("uri-reference", ""),
    ("uri-reference", "https://example.com/"),
    ("uri-reference", "'"),
    ("iri", "a:b"),
    ("iri", "https://example.com/"),
    ("iri", "https://example.com/ü"),
    ("iri", "a:'"),
    ("iri-reference", "a"),
    ("iri-reference", "ü"),
    ("iri-reference", "'"),
    ("uuid", "00000000-0000-0000-0000-000000000000"),
    ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380"),
    ("uri-template", "a"),
    ("uri-template", "/{a}"),
    ("json-pointer", ""),
    ("json-pointer", "/a"),
    ("relative-json-pointer", "0"),
    ("relative-json-pointer", "1/a"),
    ("regex", "a"),
    ("regex", ""),
    ("regex", "^a$"),
    ("regex", "[a-z]"),
];

#[cfg(test)]
mod tests;

//! Strings: the leaves about them as one language; see `words.rs`.

use serde_json::Value;

use super::form::Form;
use super::solve::{Answer, Literal, Solver};
use super::words::{Language, Word};

impl Solver {
    /// A string that satisfies the leaves.
    pub(crate) fn string(&mut self, leaves: &[Literal]) -> Answer {
        let mut language = Language::default();
        let mut formats = Vec::new();
        let mut opaque = None;
        for (id, wanted) in leaves {
            match (self.arena.get(*id), *wanted) {
                (Form::MinLength(min), true) => language.min = language.min.max(*min),
                (Form::MinLength(min), false) => {
                    let Some(most) = min.checked_sub(1) else { return Answer::None };
                    language.at_most(most);
                }
                (Form::MaxLength(max), true) => language.at_most(*max),
                (Form::MaxLength(max), false) => {
                    language.min = language.min.max(max.saturating_add(1));
                }
                (Form::Pattern(pattern), true) => {
                    language.with.insert(pattern.clone());
                }
                (Form::Pattern(pattern), false) => {
                    language.without.insert(pattern.clone());
                }
                (Form::Values(values), false) => {
                    language
                        .excluded
                        .extend(values.iter().filter_map(|c| c.value.as_str()).map(str::to_owned));
                }
                (Form::Format(name), wanted) => {
                    if wanted && let Some((_, frame)) = FRAMES.iter().find(|(f, _)| f == name) {
                        language.with.insert((*frame).to_owned());
                    }
                    formats.push((name.clone(), wanted));
                    opaque = Some(*id);
                }
                _ => opaque = Some(*id),
            }
        }
        match self.automata.shortest(&language, &self.budget) {
            Word::None => Answer::None,
            Word::Unknown(why) => {
                let culprit = leaves.iter().map(|(id, _)| *id).find(|id| {
                    matches!(self.arena.get(*id), Form::Pattern(_) | Form::MinLength(_))
                });
                self.unsure(why, culprit)
            }
            Word::Found(word) => match opaque {
                None => Answer::Found(Value::String(word)),
                Some(id) => {
                    let what = match self.arena.get(id) {
                        Form::Opaque(_, what) => format!("{what} can't be decided"),
                        _ => "format can't be decided".to_owned(),
                    };
                    self.unsure(what, Some(id));
                    let sample = self.sample(&language, &formats).unwrap_or(word);
                    Answer::Unknown(Some(Value::String(sample)))
                }
            },
        }
    }

    /// A word of the language that is likely to have the wanted formats.
    fn sample(&mut self, language: &Language, formats: &[(String, bool)]) -> Option<String> {
        let (format, _) = formats.iter().find(|(_, wanted)| *wanted)?;
        SAMPLES
            .iter()
            .filter(|(name, _)| name == format)
            .map(|(_, sample)| *sample)
            .find(|sample| {
                let length = sample.chars().count() as u64;
                length >= language.min
                    && language.max.is_none_or(|max| length <= max)
                    && !language.excluded.contains(*sample)
                    && language
                        .with
                        .iter()
                        .all(|p| self.automata.is_match(p, sample, &self.budget) == Some(true))
                    && language
                        .without
                        .iter()
                        .all(|p| self.automata.is_match(p, sample, &self.budget) == Some(false))
            })
            .map(str::to_owned)
    }
}

impl Language {
    fn at_most(&mut self, most: u64) {
        self.max = Some(self.max.map_or(most, |max| max.min(most)));
    }
}

/// Names that some validator somewhere asserts, beside those of [`SAMPLES`]: from earlier drafts, or at home in
/// many of them.
const OTHERS: &[&str] = &[
    "byte",
    "color",
    "credit-card",
    "css-style",
    "host-name",
    "html-style",
    "int32",
    "int64",
    "float",
    "double",
    "binary",
    "password",
    "ip-address",
    "iso-date-time",
    "iso-time",
    "isbn",
    "period",
    "phone",
    "semver",
    "style",
    "unix-time",
    "url",
    "utc-millisec",
];

/// Whether anybody asserts a format of this name; one of a schema's own making takes every text.
pub(crate) fn is_asserted(format: &str) -> bool {
    SAMPLES.iter().any(|(name, _)| *name == format) || OTHERS.contains(&format)
}

/// Frames that a text of the format can't leave, whoever judges: enough to prove with, not to decide by.
const FRAMES: &[(&str, &str)] = &[
    ("date", r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}\z"),
    ("date-time", r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}"),
    ("time", r"\A[0-9]{2}:[0-9]{2}:[0-9]{2}"),
    ("duration", r"\AP"),
    ("email", r"@"),
    ("ipv4", r"\A[0-9.]{7,15}\z"),
    ("ipv6", r"\A[0-9A-Fa-f:.]{2,45}\z"),
    ("uuid", r"\A[0-9A-Fa-f-]{36}\z"),
    ("uri", r"\A[A-Za-z][A-Za-z0-9+.-]*:"),
];

/// Texts that have a format, a few each.
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
    ("hostname", "a"),
    ("hostname", "www.example.com"),
    ("idn-hostname", "a"),
    ("ipv4", "0.0.0.0"),
    ("ipv4", "127.0.0.1"),
    ("ipv6", "::"),
    ("ipv6", "::1"),
    ("uri", "a:b"),
    ("uri", "https://example.com/"),
    ("uri", "http://example.com/a"),
    ("uri-reference", "a"),
    ("uri-reference", ""),
    ("uri-reference", "https://example.com/"),
    ("iri", "a:b"),
    ("iri", "https://example.com/"),
    ("iri-reference", "a"),
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
];

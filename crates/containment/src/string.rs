//! Strings: the leaves about them as one language; see `words.rs`.

use serde_json::Value;

use crate::form::Form;
use crate::format::{self, SAMPLES};
use crate::solve::{Answer, Literal, Solver};
use crate::words::{Language, Word};

/// The number of leaves that are read in one step: the negation of thousands of alternatives has one for each.
const LEAVES_A_STEP: usize = 16;

impl Solver {
    /// A string that satisfies the leaves.
    pub(crate) fn string(&mut self, leaves: &[Literal]) -> Answer {
        if !self.budget.spend((leaves.len() / LEAVES_A_STEP) as u64) {
            return self.exhausted(leaves.first().map(|(id, _)| *id));
        }
        let mut language = Language::default();
        let mut formats = Vec::new();
        let (mut opaque, mut bounded) = (None, None);
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
                    formats.push((name.clone(), wanted));
                    match format::bounds(name) {
                        None => opaque = Some(*id),
                        Some(bounds) if bounds.is_exact() => {}
                        Some(_) => bounded = Some(*id),
                    }
                }
                _ => opaque = Some(*id),
            }
        }
        if is_contradiction(&formats) {
            return Answer::None;
        }
        // No text has the required formats without the forbidden ones, if the widest bounds of the
        // former and the narrowest of the latter have none in common.
        let certain = bounded.map(|id| (id, language.bounded(&formats, false)));
        let language = if formats.is_empty() { language } else { language.bounded(&formats, true) };
        if let Some((id, certain)) = certain
            && opaque.is_none()
        {
            match self.automata.shortest(&certain, &self.budget) {
                Word::Found(word) => return Answer::Found(Value::String(word)),
                Word::None | Word::Unknown(_) => opaque = Some(id),
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

    /// A word of the language that is likely to have the required formats.
    fn sample(&mut self, language: &Language, formats: &[(String, bool)]) -> Option<String> {
        let (format, _) = formats.iter().find(|(_, wanted)| *wanted)?;
        let mut samples =
            SAMPLES.iter().filter(|(name, _)| name == format).map(|(_, sample)| *sample);
        samples
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

/// Whether a text would need a format without one that it implies.
fn is_contradiction(formats: &[(String, bool)]) -> bool {
    let lacking = |format: &str| {
        let mut lacked = formats.iter().filter(|(_, wanted)| !wanted);
        lacked.any(|(other, _)| format::is_contained(format, other))
    };
    formats.iter().any(|(format, wanted)| *wanted && lacking(format))
}

impl Language {
    /// The language with the formats as patterns: `widest` accepts what any validator accepts; otherwise
    /// all validators agree.
    fn bounded(&self, formats: &[(String, bool)], widest: bool) -> Language {
        let mut language = self.clone();
        for (name, wanted) in formats {
            let Some(bounds) = format::bounds(name) else { continue };
            let side = if *wanted { &mut language.with } else { &mut language.without };
            let pattern = if *wanted == widest { bounds.outer } else { bounds.inner };
            side.insert(pattern.to_owned());
        }
        language
    }

    fn at_most(&mut self, most: u64) {
        self.max = Some(self.max.map_or(most, |max| max.min(most)));
    }
}

/// Names that some validator asserts, beside those of `format.rs`: from earlier drafts, or common in them.
const OTHERS: &[&str] = &[
    "byte",
    "color",
    "credit-card",
    "css-style",
    "host-name",
    "html-style",
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

/// Whether any validator asserts a format of this name; a custom one accepts every text.
pub fn is_asserted(format: &str) -> bool {
    format::bounds(format).is_some() || OTHERS.contains(&format)
}

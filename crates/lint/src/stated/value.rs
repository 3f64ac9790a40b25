//! The default of a field, in the words that people use for it.

use std::ops::Range;

use contract::types::SkillType;
use serde_json::Value;

/// A default as the body states it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum StatedDefault {
    /// One word, or a text in quotes or backticks.
    Literal(String),
    /// Several words without quotes behind a label, `default: hello world`: a text of their own, unless they describe one.
    Words(String),
    /// Words that describe a value: `the working folder`.
    Phrase(String),
}

impl StatedDefault {
    /// The default that a cell or an item of its own states.
    pub(super) fn of_cell(text: &str) -> StatedDefault {
        StatedDefault::Literal(text.trim().trim_matches(['`', '"', '\'']).to_owned())
    }

    /// The text as it is stated.
    pub(super) fn text(&self) -> &str {
        match self {
            StatedDefault::Literal(text)
            | StatedDefault::Words(text)
            | StatedDefault::Phrase(text) => text,
        }
    }

    /// What is wrong with a default that is no [`StatedDefault::literal`] of the type.
    pub(super) fn why_open(&self, kind: SkillType) -> &'static str {
        match self {
            StatedDefault::Words(_) | StatedDefault::Phrase(_) if kind == SkillType::String => {
                "which may describe a value; quote it if it is the value"
            }
            _ => "which is no value of the type",
        }
    }

    /// Whether it states a value, and doesn't describe one.
    pub(super) fn is_literal(&self) -> bool {
        matches!(self, StatedDefault::Literal(_))
    }

    /// The default as YAML; `None` where it is no value of the type.
    pub(super) fn literal(&self, kind: SkillType) -> Option<String> {
        let text = match self {
            StatedDefault::Literal(text) => text,
            StatedDefault::Words(text) => {
                let is_value = kind == SkillType::String && !describes(text);
                return is_value.then(|| Value::String(text.clone()).to_string());
            }
            StatedDefault::Phrase(_) => return None,
        };
        let lower = text.to_lowercase();
        let read = serde_json::from_str::<Value>(text).ok().filter(|value| kind.fits(value));
        let value = match kind {
            _ if read.is_some() => read,
            _ if !names_default(text) || lower == "null" => None,
            SkillType::Boolean => match lower.as_str() {
                "true" | "on" | "yes" => Some(Value::Bool(true)),
                "false" | "off" | "no" => Some(Value::Bool(false)),
                _ => None,
            },
            SkillType::String => Some(Value::String(text.clone())),
            SkillType::StringList if !text.contains(['[', ']']) => {
                Some(Value::Array(vec![Value::String(text.clone())]))
            }
            _ => None,
        };
        value.map(|value| value.to_string())
    }
}

/// `defaults to X`, `default: X` in a description; `default X` where a note begins with it.
pub(super) fn default_in(text: &str) -> Option<StatedDefault> {
    find_default(text).map(|(_, stated)| stated)
}

/// A description without the clause that states its default; the whole one, where other words depend on the clause.
pub(super) fn without_default(text: &str) -> String {
    let Some((place, _)) = find_default(text) else { return text.to_owned() };
    let before = text[..place.start].trim_end();
    let after = text[place.end..].trim_start();
    let ends =
        after.is_empty() || after.starts_with(CLAUSE_STARTS) || after.starts_with(['.', ')', ']']);
    if !ends {
        return text.to_owned();
    }
    let kept = before.trim_end_matches(CLAUSE_STARTS).trim_end();
    let joined = match before.chars().next_back() {
        None => after.trim_start_matches(CLAUSE_ENDS).trim_start().to_owned(),
        Some('(' | '[') if after.starts_with([')', ']']) => format!("{kept}{}", &after[1..]),
        Some('(' | '[') if after.starts_with([',', ';']) => {
            format!("{before}{}", after[1..].trim_start())
        }
        Some('.') => format!("{before} {}", after.trim_start_matches('.').trim_start()),
        Some(c) if CLAUSE_STARTS.contains(&c) && c != '(' && c != '[' => {
            format!("{kept}{after}")
        }
        _ => return text.to_owned(),
    };
    joined.trim().to_owned()
}

/// What begins a clause, and what ends one.
const CLAUSE_STARTS: [char; 7] = ['(', '[', ',', ';', '-', '\u{2013}', '\u{2014}'];
const CLAUSE_ENDS: [char; 3] = [',', ';', '.'];

/// The default that a text states, and the place of the clause that does.
fn find_default(text: &str) -> Option<(Range<usize>, StatedDefault)> {
    // Its places are those of the text.
    let lower = text.to_ascii_lowercase();
    let labels = ["default: ", "default=", "default = "];
    let verbs = ["defaults to ", "default is "];
    let behind = |leads: &[&str]| {
        leads.iter().find_map(|lead| lower.find(lead).map(|at| (at, at + lead.len())))
    };
    let leading = || {
        let at = lower.find("default ")?;
        let before = lower.get(..at)?.trim_end();
        let begins = before.is_empty() || before.ends_with([',', ';', '(', '[', '.', ':']);
        begins.then_some((at, at + "default ".len()))
    };
    let spoken = behind(&verbs);
    let labelled = behind(&labels).filter(|_| spoken.is_none());
    let (from, start) = spoken.or(labelled).or_else(leading)?;
    let rest = text[start..].trim_start();
    let place = |length: usize| from..text.len() - rest.len() + length;
    if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '`' | '"' | '\''))
        && let Some((literal, behind)) = rest[1..].split_once(quote)
        && (ends_clause(behind) || [" if ", " when "].iter().any(|word| behind.starts_with(word)))
    {
        let stated = StatedDefault::Literal(literal.to_owned());
        return Some((place(rest.len() - behind.len()), stated));
    }
    let ends = (0..=rest.len()).filter(|at| rest.is_char_boundary(*at));
    let end = ends.into_iter().find(|at| ends_clause(&rest[*at..])).unwrap_or(rest.len());
    let clause = rest[..end].trim();
    if clause.is_empty() {
        return None;
    }
    let stated = match clause.contains(char::is_whitespace) {
        true if labelled.is_some() => StatedDefault::Words(plain(clause)),
        true => StatedDefault::Phrase(plain(clause)),
        false => StatedDefault::of_cell(clause),
    };
    Some((place(end), stated))
}

/// The first word of a text that describes a value: `the working folder`, `all of them`.
const DESCRIBING: &[&str] = &[
    "the",
    "an",
    "your",
    "our",
    "my",
    "its",
    "their",
    "this",
    "that",
    "these",
    "those",
    "all",
    "any",
    "each",
    "every",
    "no",
    "not",
    "none",
    "same",
    "current",
    "whatever",
    "value",
    "from",
    "depends",
    "see",
    "if",
    "when",
    "only",
    "automatically",
    "taken",
    "in",
    "as",
    "of",
    "up",
    "one",
    "everything",
];

/// Do several words describe a value: `the working folder`, `derived from the name`? The article `a` may be a text.
fn describes(text: &str) -> bool {
    let first = text.split(char::is_whitespace).next().unwrap_or_default().to_lowercase();
    DESCRIBING.contains(&first.as_str()) || first.len() > 3 && first.ends_with("ed")
}

/// Does a clause end before this text?
fn ends_clause(text: &str) -> bool {
    let marks = [". ", " - ", " \u{2013} ", " \u{2014} "];
    text.is_empty()
        || text == "."
        || text.starts_with([',', ';', ')', ']'])
        || marks.iter().any(|mark| text.starts_with(mark))
}

/// A text without marks of emphasis and code.
pub(super) fn plain(text: &str) -> String {
    text.replace(['`', '*'], "").trim().to_owned()
}

/// Does a text name a default, and no dash or word that stands for none?
pub(super) fn names_default(text: &str) -> bool {
    let text = text.trim_matches(['`', ' ']).to_lowercase();
    !matches!(text.as_str(), "" | "-" | "\u{2013}" | "\u{2014}" | "none" | "n/a" | "no default")
}

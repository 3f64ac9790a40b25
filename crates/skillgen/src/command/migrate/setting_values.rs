//! The values of `[migrate]` and `[[migrate.override]]` in skillgen.toml.

use anyhow::bail;
use clap::ValueEnum as _;

use super::{Envelope, OutputOption};
use crate::config;

/// The value of `envelope`.
pub(super) fn envelope(
    value: &toml::Value,
    name: &str,
    place: impl Fn() -> String,
) -> anyhow::Result<Envelope> {
    match value.as_str().and_then(|text| Envelope::from_str(text, false).ok()) {
        Some(envelope) => Ok(envelope),
        None => bail!(
            "{}: {name} {}: expected \"skill-output\" or \"helper\"",
            place(),
            config::shown(value)
        ),
    }
}

/// The value of `with`.
pub(super) fn with(
    words: &[String],
    name: &str,
    place: impl Fn() -> String,
) -> anyhow::Result<Vec<OutputOption>> {
    let option = |word: &String| match OutputOption::from_str(word, false) {
        Ok(option) => Ok(option),
        Err(_) => bail!(
            "{}: {name} {word:?}: expected \"indent\", \"time\", \"missing\" or \"none\"",
            place()
        ),
    };
    words.iter().map(option).collect()
}

/// The value of `default-confidence`.
pub(super) fn confidence(
    value: &toml::Value,
    name: &str,
    place: impl Fn() -> String,
) -> anyhow::Result<String> {
    let number = match value {
        toml::Value::Float(number) => fraction(&number.to_string()),
        toml::Value::Integer(number) => fraction(&number.to_string()),
        _ => None,
    };
    match number {
        Some(number) => Ok(number),
        None => {
            bail!("{}: {name} {}: expected a number from 0 to 1", place(), config::shown(value))
        }
    }
}

/// A number from 0 to 1 as JSON writes it.
pub(super) fn fraction(text: &str) -> Option<String> {
    let text = if text.starts_with('.') { format!("0{text}") } else { text.to_owned() };
    let number: Result<serde_json::Value, _> = serde_json::from_str(&text);
    let fits = number.is_ok_and(|n| n.as_f64().is_some_and(|n| (0.0..=1.0).contains(&n)));
    fits.then_some(text)
}

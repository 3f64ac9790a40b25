//! Compares the bounds with the validators that confirm: both accept what the inner one accepts, and the
//! outer one accepts what either accepts.

use serde_json::{Value, json};

use super::*;
use crate::budget::Budget;
use crate::words::{Automata, Language, Word};

/// Formats for which boon uses the rules of browsers, or another grammar: only the `jsonschema` crate is compared.
const NOT_BY_BOON: [&str; 2] = ["iri", "iri-reference"];

fn by_jsonschema(format: &str) -> jsonschema::Validator {
    let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
    options.should_validate_formats(true).build(&json!({ "format": format })).unwrap()
}

fn by_boon(format: &str, text: &str) -> bool {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("format.json", json!({ "format": format })).unwrap();
    let schema = compiler.compile("format.json", &mut schemas).unwrap();
    schemas.validate(&Value::from(text), schema).is_ok()
}

fn budget() -> Budget {
    Budget::new(1_000_000)
}

/// Short words of a pattern, each of another shape than those before it.
fn words(pattern: &str, automata: &mut Automata) -> Vec<String> {
    let mut found = Vec::new();
    for least in [0, 1, 2, 3, 5, 8, 13, 20] {
        let mut language = Language { min: least, ..Language::default() };
        language.with.insert(pattern.to_owned());
        for _ in 0..6 {
            let Word::Found(word) = automata.shortest(&language, &budget()) else { break };
            language.excluded.insert(word.clone());
            found.push(word);
        }
    }
    found
}

/// The text with one character left out, doubled, or replaced.
fn mutations(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    for at in 0..=characters.len().min(12) {
        for c in [
            '-', '.', '@', ':', '/', '%', '(', '[', '\\', '{', '+', '*', ' ', 'ü', '0', 'A', '\'',
            '~',
        ] {
            let mut more = characters.clone();
            more.insert(at, c);
            found.push(more.iter().collect());
        }
        if at < characters.len() {
            let mut fewer = characters.clone();
            fewer.remove(at);
            found.push(fewer.into_iter().collect());
        }
    }
    found
}

#[test]
fn the_bounds_hold_for_both_validators() {
    let mut automata = Automata::default();
    let mut inner: Vec<(&str, String)> = Vec::new();
    for (format, bounds) in BOUNDS {
        inner.extend(words(bounds.inner, &mut automata).into_iter().map(|word| (*format, word)));
    }
    let mut faults = Vec::new();
    let mut pool: Vec<String> = inner.iter().map(|(_, word)| word.clone()).collect();
    pool.extend(SAMPLES.iter().map(|(_, sample)| (*sample).to_owned()));
    let base = pool.clone();
    pool.extend(base.iter().step_by(7).flat_map(|text| mutations(text)));
    pool.sort();
    pool.dedup();
    for (format, bounds) in BOUNDS {
        let validator = by_jsonschema(format);
        for (number, text) in pool.iter().enumerate() {
            let takes = validator.is_valid(&Value::from(text.as_str()));
            let is_inner = automata.is_match(bounds.inner, text, &budget()).unwrap();
            let is_outer = automata.is_match(bounds.outer, text, &budget()).unwrap();
            // Boon compiles anew for each text, so it only gets the most important ones, and some
            // of the rest.
            let boon = (is_inner || number % 11 == 0).then(|| by_boon(format, text));
            let second = boon.filter(|_| !NOT_BY_BOON.contains(format)).unwrap_or(takes);
            if is_inner && !(takes && boon.unwrap_or(true)) {
                faults.push(format!("{format} {text:?}: inside, but {takes} {boon:?}"));
            }
            if !is_outer && (takes || second) {
                faults.push(format!("{format} {text:?}: outside, but {takes} {boon:?}"));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of them\n{}",
        faults.len(),
        faults[..faults.len().min(60)].join("\n")
    );
}

#[test]
fn what_is_contained_is_contained_for_the_judge() {
    for (format, other) in CONTAINED {
        let (a, b) = (by_jsonschema(format), by_jsonschema(other));
        for (_, sample) in SAMPLES {
            for text in mutations(sample) {
                let text = Value::from(text);
                assert!(!a.is_valid(&text) || b.is_valid(&text), "{format}, not {other}: {text}");
            }
        }
    }
}

#[test]
fn every_sample_has_its_format() {
    for (format, sample) in SAMPLES {
        assert!(by_jsonschema(format).is_valid(&Value::from(*sample)), "{format} {sample}");
        assert!(by_boon(format, sample), "boon: {format} {sample}");
    }
}

/// Witnesses come from the inner bounds, and other implementations must accept them, too.
#[test]
fn no_date_that_all_take_is_of_the_year_zero() {
    let mut automata = Automata::default();
    for (format, day) in [("date", "0000-01-01"), ("date-time", "0000-01-01T00:00:00Z")] {
        let inner = bounds(format).unwrap().inner;
        assert_eq!(automata.is_match(inner, day, &budget()), Some(false), "{format}");
        let later = day.replace("0000", "0001");
        assert_eq!(automata.is_match(inner, &later, &budget()), Some(true), "{format}");
    }
}

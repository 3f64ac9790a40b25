//! The files that a script sources, by their words.

use crate::model::{self, Call, Script};
use crate::source::Source;
use crate::word;

/// Words of a file that name sourced files, with their lines; empty if it is not a script.
#[must_use]
pub fn sourced_by(bytes: &[u8]) -> Vec<(usize, String)> {
    model::read(&Source::new(bytes)).map_or_else(|_| Vec::new(), |script| sources(&script))
}

/// Words of a script that name sourced files; for a variable, its value.
pub(crate) fn sources(script: &Script) -> Vec<(usize, String)> {
    let calls = script.calls.iter().filter(|c| matches!(c.name.as_str(), "source" | "."));
    let mut words = Vec::new();
    for call in calls {
        let Some(word) = call.words.get(1) else { continue };
        match variable(word) {
            Some(name) => {
                let held = assigned(script, name).map(|text| word::shown(text).into_owned());
                words.extend(held.map(|text| (call.line, text)));
            }
            None => words.push((call.line, word::shown(word).into_owned())),
        }
    }
    words
}

/// Whether the words of each `source` of a script name a file, so that [`sources`] lists all of them.
pub(crate) fn names_every_source(script: &Script) -> bool {
    let mut calls = script.calls.iter().filter(|c| matches!(c.name.as_str(), "source" | "."));
    calls.all(|call| match call.words.get(1).map(|word| variable(word)) {
        Some(Some(name)) => assigned(script, name).next().is_some(),
        Some(None) => true,
        None => false,
    })
}

/// The variable that a word consists of.
fn variable(word: &str) -> Option<&str> {
    match word::pieces(word).as_slice() {
        [word::Piece::Hole { name: Some(name), .. }] => Some(*name),
        _ => None,
    }
}

fn assigned<'s>(script: &'s Script<'_>, name: &str) -> impl Iterator<Item = &'s str> {
    let declares = |c: &Call| matches!(&*c.name, "local" | "declare" | "readonly" | "export");
    script
        .calls
        .iter()
        .flat_map(move |c| c.assignments.iter().chain(c.words.iter().filter(move |_| declares(c))))
        .filter_map(move |text| text.strip_prefix(name)?.strip_prefix('='))
}

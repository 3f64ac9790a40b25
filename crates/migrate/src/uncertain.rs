//! Lines that state a value below a variable of the same command, where nothing is read: the variable's value may end the output
//! (`\c`), and then its own lines would stand in their place.

use std::collections::BTreeMap;

use crate::pattern;
use crate::template::Template;
use crate::word::HOLE;

/// The length in characters of a line in a note.
const SHOWN: usize = 60;

/// The lines of a script that would state a value.
#[derive(Default)]
pub(crate) struct UncertainLines {
    /// What the first such line of each command prints, by the command's line number.
    texts: BTreeMap<usize, String>,
    /// Whether one of them states a confidence.
    pub(crate) confidence: bool,
}

impl UncertainLines {
    /// Takes up the lines of the command in this line.
    pub(crate) fn add(&mut self, line: usize, template: &Template, stderr: bool) {
        for uncertain in &template.uncertain {
            let alone = Template::of_lines(vec![uncertain.clone()]);
            let mut patterns = pattern::stated(&alone, stderr);
            patterns.retain(|pattern| pattern.id != "value");
            if patterns.is_empty() {
                continue;
            }
            self.confidence |= patterns.iter().any(|pattern| pattern.id == "confidence");
            self.texts.entry(line).or_insert_with(|| shown(&uncertain.line));
        }
    }

    /// The lines of the commands.
    pub(crate) fn lines(&self) -> impl Iterator<Item = usize> {
        self.texts.keys().copied()
    }

    /// A note for each command: its line number and the text.
    pub(crate) fn notes(&self) -> impl Iterator<Item = (usize, String)> {
        self.texts.iter().map(|(line, text)| {
            (*line, format!("`{text}` is not read: the variable above it may end the output; print the line with a command of its own"))
        })
    }
}

/// A line with `…` for what is not known, cut to its first characters.
fn shown(line: &str) -> String {
    let line = line.replace(HOLE, "…").replace('`', "'");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

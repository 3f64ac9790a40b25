//! What variables are known to hold: colours, which print nothing that is read, and messages that are put together in one
//! place and printed in another (`msg="Created: $f"`, `log "Created: $f"`).

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Script;
use crate::word::{self, HOLE, Piece};

/// Values looked at for one word; a variable with more of them stays a hole.
const LIMIT: usize = 24;

/// What is known of the variables of a script.
#[derive(Debug, Default)]
pub(crate) struct Values {
    colours: BTreeSet<String>,
    /// By function (`None` for the script) and name: the words that are assigned.
    words: BTreeMap<String, Vec<String>>,
    /// By function and position, from 1: the words that calls pass.
    arguments: BTreeMap<(String, usize), Vec<String>>,
    /// echo reads escapes without being asked, as many an sh does.
    pub(crate) escapes: bool,
}

impl Values {
    /// Reads the assignments and the calls of functions.
    pub(crate) fn of(script: &Script, escapes: bool) -> Self {
        let mut values = Self { escapes, ..Self::default() };
        for call in &script.calls {
            let declared = matches!(
                call.name.as_str(),
                "local" | "declare" | "readonly" | "export" | "typeset"
            );
            let words = call.words.iter().filter(|_| declared);
            for assignment in call.assignments.iter().chain(words) {
                if let Some((name, value)) = assignment.split_once('=') {
                    values.assign(name.trim_end_matches('+'), value);
                }
            }
            if script.defines(&call.name) {
                for (index, word) in call.words.iter().enumerate().skip(1) {
                    values
                        .arguments
                        .entry((call.name.clone(), index))
                        .or_default()
                        .push(word.clone());
                }
            }
        }
        values
    }

    fn assign(&mut self, name: &str, value: &str) {
        let codes = ["\\033[", "\\e[", "\\x1b[", "\\x1B[", "\\E[", "\u{1b}[", "tput "];
        if value.len() < 60
            && value.contains(['[', ' '])
            && codes.iter().any(|code| value.contains(code))
        {
            self.colours.insert(name.to_owned());
        }
        self.words.entry(name.to_owned()).or_default().push(value.to_owned());
    }

    /// The texts that a word may print, holes for what is not known.
    pub(crate) fn render(&self, raw: &str, function: Option<&str>) -> Vec<String> {
        self.texts(raw, function, 0)
    }

    fn texts(&self, raw: &str, function: Option<&str>, depth: usize) -> Vec<String> {
        let mut out = vec![String::new()];
        for piece in word::pieces(raw) {
            let alternatives = match piece {
                Piece::Text(text) => vec![text],
                Piece::Hole { name: Some(name), .. } if self.is_colour(&name) => {
                    vec![String::new()]
                }
                Piece::Hole { name, .. } => self.known(name.as_deref(), function, depth),
            };
            if alternatives.len() == 1 || out.len() > 1 {
                let text =
                    if alternatives.len() == 1 { alternatives[0].as_str() } else { "\u{FFFC}" };
                out.iter_mut().for_each(|o| o.push_str(text));
            } else {
                let head = out.pop().unwrap_or_default();
                out = alternatives.iter().map(|tail| format!("{head}{tail}")).collect();
            }
        }
        out
    }

    fn known(&self, name: Option<&str>, function: Option<&str>, depth: usize) -> Vec<String> {
        let hole = || vec![HOLE.to_string()];
        let Some(name) = name.filter(|_| depth < 4) else { return hole() };
        let words: Vec<&String> = match (name, function) {
            ("@" | "*", Some(f)) => self
                .arguments
                .iter()
                .filter(|((g, _), _)| g == f)
                .flat_map(|(_, words)| words)
                .collect(),
            (digits, Some(f)) if digits.chars().all(|c| c.is_ascii_digit()) => {
                let index = digits.parse().unwrap_or(0);
                self.arguments.get(&(f.to_owned(), index)).into_iter().flatten().collect()
            }
            (name, _) => self.words.get(name).into_iter().flatten().collect(),
        };
        let mut texts: BTreeSet<String> = BTreeSet::new();
        // The arguments of a function are read where it is called; only the script's own variables are seen from there.
        for word in words.iter().take(200) {
            let within = if name.chars().all(|c| c.is_ascii_digit() || c == '@' || c == '*') {
                None
            } else {
                function
            };
            for text in self.texts(word, within, depth + 1) {
                if text.chars().any(|c| c.is_alphabetic()) {
                    texts.insert(text);
                }
            }
        }
        if texts.is_empty() || texts.len() > LIMIT {
            return if texts.is_empty() {
                hole()
            } else {
                texts
                    .into_iter()
                    .filter(|t| t.contains(':') || t.contains("ed "))
                    .take(LIMIT)
                    .chain(hole())
                    .collect()
            };
        }
        texts.insert(HOLE.to_string());
        texts.into_iter().collect()
    }

    fn is_colour(&self, name: &str) -> bool {
        if self.colours.contains(name) {
            return true;
        }
        let upper = name.to_uppercase();
        let bare = upper
            .trim_start_matches("COLOR_")
            .trim_start_matches("C_")
            .trim_start_matches("FG_")
            .trim_end_matches("_COLOR");
        matches!(
            bare,
            "RED"
                | "GREEN"
                | "YELLOW"
                | "BLUE"
                | "CYAN"
                | "MAGENTA"
                | "PURPLE"
                | "WHITE"
                | "GRAY"
                | "GREY"
                | "ORANGE"
                | "NC"
                | "RESET"
                | "BOLD"
                | "DIM"
                | "NOCOLOR"
                | "UNDERLINE"
                | "COLOR_OFF"
        )
    }
}

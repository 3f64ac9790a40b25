//! Readers of a script's own text that run a part of it: tests extract a function by its first and last line, and
//! source it. In such a part, the prefixes of a migration are unknown commands.

use std::ops::Range;

use super::{Language, Reader, Use, tail};

use super::mention::joined;

/// The advice.
pub(super) const ASKS: &str =
    "leave the script out, or put `# skillgen: keep` on the lines of that function";

/// The statements that extract a function: `awk '/^check\(\)/,/^}$/' x.sh > check.sh`.
pub(super) fn extractions(text: &str) -> impl Iterator<Item = Range<usize>> {
    statements(text)
        .filter(|(_, statement)| takes_function(statement))
        .map(|(at, statement)| at..at + statement.len())
}

/// Whether a statement names the script, also through a variable with its path.
fn concerns(text: &str, statement: &str, name: &str) -> bool {
    names(statement, name) || names_variable(text, statement, name)
}

/// Lines, each with those that a backslash joins to it.
fn statements(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            length += line.len();
            if !line.trim_end_matches(['\n', '\r']).ends_with('\\') {
                break;
            }
        }
        let start = at;
        at += length;
        Some((start, &rest[..length]))
    })
}

/// A range of lines from the head of a function to its closing brace, for a program that prints it.
fn takes_function(statement: &str) -> bool {
    let program = || statement.split(|c: char| c.is_whitespace() || "($`|;\"".contains(c));
    let range = || {
        let (from, to) = statement.split_once("/,/")?;
        let head = ["()", "\\(\\)", "[(][)]", "() {", "() *{"];
        Some(
            head.iter().any(|head| from.contains(head))
                && to.trim_start_matches('^').starts_with(['}', '\\']),
        )
    };
    range() == Some(true) && program().any(|word| matches!(word, "awk" | "gawk" | "sed" | "perl"))
}

fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| !joined(text, at, at + name.len()))
}

/// Whether the statement names a variable with a path of that name.
fn names_variable(text: &str, statement: &str, name: &str) -> bool {
    text.lines().filter(|line| names(line, name)).any(|line| {
        let words = line.split_whitespace();
        words.filter_map(|word| word.split_once('=')).any(|(variable, _)| {
            let whole = |at: usize| {
                let rest = &statement[at + variable.len()..];
                !rest.starts_with(bash_syntax::is_name_char)
                    && statement[..at].trim_end_matches('{').ends_with('$')
            };
            !variable.is_empty() && statement.match_indices(variable).any(|(at, _)| whole(at))
        })
    })
}

impl Reader<'_> {
    /// Adds uses of functions in the script's own text.
    pub(super) fn extractions(&self, name: &str, found: &mut Vec<Use>) {
        if !matches!(self.language, Language::Shell | Language::Yaml | Language::Make) {
            return;
        }
        for statement in self.extractions.get_or_init(|| extractions(self.text).collect()) {
            if !concerns(self.text, &self.text[statement.clone()], name) {
                continue;
            }
            let start = statement.start;
            let at = self.text[start..].find(name).map_or(start, |at| start + at);
            let mut taken = self.by_hand((at, at), true, ASKS);
            taken.line = self.number(start);
            taken.text = crate::source::shortened(self.line(start).as_bytes());
            taken.tail = name.to_owned();
            found.push(taken);
        }
    }

    /// A reader that only a person can change.
    pub(super) fn by_hand(
        &self,
        (at, end): (usize, usize),
        blocking: bool,
        asks: &'static str,
    ) -> Use {
        Use {
            line: self.number(at),
            text: crate::source::shortened(self.line(at).as_bytes()),
            blocking,
            tail: tail(self.text, at, end),
            asks: Some(asks),
            ..Use::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_are_taken_out() {
        for (text, at) in [
            ("awk '/^check_x\\(\\)/,/^}$/' \"$ROOT/t/x.sh\" \\\n  > fn.sh\n", Some(0)),
            ("F=\"$ROOT/t/x.sh\"\nawk '/^c\\(\\)/,/^}/' \\\n  \"$F\" > fn.sh\n", Some(17)),
            ("source <(sed -n '/^c() {/,/^}/p' \"${F}\")\nF=x.sh\n", Some(0)),
            ("eval \"$(sed -n '/^c()/,/^}/p' x.sh)\"\n", Some(0)),
            ("F=x.sh\nsed -n '/^c()/,/^}/p' \"$FF\"\n", None),
            ("sed -n '/^c()/,/^}/p' y.sh\n", None),
            ("sed -n '/^# Usage/,/^$/p' x.sh\n", None),
            ("awk '/a/,/b/' x.sh\n", None),
        ] {
            let mut found = extractions(text);
            let found = found.find(|range| concerns(text, &text[range.clone()], "x.sh"));
            assert_eq!(found.map(|range| range.start), at, "{text}");
        }
    }
}

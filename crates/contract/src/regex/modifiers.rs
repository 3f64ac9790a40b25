//! The modifiers of ECMA-262 2025: `(?i:…)`, `(?s:…)`, `(?m:…)` and `(?-i:…)`. The parser expands them, so the
//! syntax tree has no modifiers: a letter becomes the class of its cases, `.` the class of all characters, `^`
//! the start of a line.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::ast::{Class, ClassItem, Node, complement, line_terminators, normalize, word_ranges};

/// Letters outside of ASCII that `\w` matches if case is ignored: they fold to `s` and `k`.
const WORDS_BY_CASE: [(char, char); 2] = [('\u{17f}', '\u{17f}'), ('\u{212a}', '\u{212a}')];

/// The active modifiers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Modifiers {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

impl Modifiers {
    /// The flag of a letter.
    pub(super) fn flag(&mut self, letter: char) -> Option<&mut bool> {
        match letter {
            'i' => Some(&mut self.ignore_case),
            'm' => Some(&mut self.multiline),
            's' => Some(&mut self.dot_all),
            _ => None,
        }
    }

    /// Whether case is ignored.
    pub(super) fn ignores_case(self) -> bool {
        self.ignore_case
    }

    /// A single character.
    pub(super) fn literal(self, c: char) -> Node {
        if !self.ignore_case {
            return Node::Literal(c);
        }
        let ranges = folded(&[(c, c)]);
        if ranges == [(c, c)] { Node::Literal(c) } else { Node::Class(class(&ranges)) }
    }

    /// A class with all cases of its characters. A property that the tables lack is not changed.
    pub(super) fn class(self, written: Class) -> Node {
        if !self.ignore_case {
            return Node::Class(written);
        }
        let mut items = Vec::with_capacity(written.items.len());
        for item in written.items {
            match ranges_with_case(&item) {
                Some(ranges) => items.extend(class(&ranges).items),
                None => items.push(item),
            }
        }
        Node::Class(Class { negated: written.negated, items })
    }

    /// `.`
    pub(super) fn any(self) -> Node {
        if self.dot_all {
            Node::Class(Class { negated: true, items: Vec::new() })
        } else {
            Node::Any
        }
    }

    /// `^`, or `$` if `ahead`.
    pub(super) fn edge(self, ahead: bool) -> Node {
        let plain = if ahead { Node::End } else { Node::Start };
        if !self.multiline {
            return plain;
        }
        let body = Box::new(Node::Class(class(line_terminators())));
        group(Node::Alternate(vec![plain, Node::Look { ahead, negated: false, body }]))
    }

    /// `\b`, or `\B` if negated.
    pub(super) fn word_boundary(self, negated: bool) -> Node {
        if !self.ignore_case {
            return Node::WordBoundary { negated };
        }
        let look = |ahead, negated| {
            let body = Box::new(Node::Class(class(&words_with_case())));
            Node::Look { ahead, negated, body }
        };
        let sides = |before, after| Node::Concat(vec![look(false, before), look(true, after)]);
        group(Node::Alternate(vec![sides(false, !negated), sides(true, negated)]))
    }
}

fn group(body: Node) -> Node {
    Node::Group(super::ast::GroupKind::Plain, Box::new(body))
}

fn class(ranges: &[(char, char)]) -> Class {
    let items = ranges.iter().map(|(first, last)| ClassItem::Range(*first, *last)).collect();
    Class { negated: false, items }
}

/// The characters of an item if case is ignored.
fn ranges_with_case(item: &ClassItem) -> Option<Vec<(char, char)>> {
    if let ClassItem::Word { negated } = item {
        let words = words_with_case();
        return Some(if *negated { complement(&words) } else { words });
    }
    let alone = Class { negated: false, items: vec![item.clone()] };
    Some(folded(&alone.ranges().ok()?))
}

fn words_with_case() -> Vec<(char, char)> {
    normalize(word_ranges().iter().chain(&WORDS_BY_CASE).copied().collect())
}

/// The characters and all their cases, by simple case folding.
fn folded(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let ranges = ranges.iter().map(|(first, last)| ClassUnicodeRange::new(*first, *last));
    let mut class = ClassUnicode::new(ranges);
    class.case_fold_simple();
    class.ranges().iter().map(|range| (range.start(), range.end())).collect()
}

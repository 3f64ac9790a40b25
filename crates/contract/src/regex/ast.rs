//! The syntax tree of an ECMA-262 pattern.

use super::property::{self, Unsupported};

/// A whole pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The expression to find anywhere in the text (patterns are unanchored).
    pub root: Node,
    /// The number of capturing groups, which count from 1.
    pub groups: u32,
    /// Names of groups, in order of their numbers.
    pub names: Vec<(u32, String)>,
}

/// One piece of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Matches the empty text.
    Empty,
    /// One character. A lone surrogate, which no JSON text contains, is read as an empty [`Class`].
    Literal(char),
    /// `.`: one character that is not a line terminator, see [`line_terminators`].
    Any,
    /// `[…]`, `\d`, `\w`, `\s`, `\p{…}` and their negations: one character of a set.
    Class(Class),
    /// `^`: the start of the text (there is no multiline flag).
    Start,
    /// `$`: the very end of the text; unlike in other dialects not before a final newline.
    End,
    /// `\b`, or `\B` if negated; words consist of [`word_ranges`], which is ASCII.
    WordBoundary {
        /// `\B`
        negated: bool,
    },
    /// `(…)`, `(?<name>…)`, `(?:…)`.
    Group(GroupKind, Box<Node>),
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
    Look {
        /// A lookahead; otherwise a lookbehind.
        ahead: bool,
        /// Negative: matches if the body does not.
        negated: bool,
        /// The body.
        body: Box<Node>,
    },
    /// `\1` or `\k<name>`: the last text of the group; the empty text if there is none.
    BackReference(u32),
    /// A sequence.
    Concat(Vec<Node>),
    /// Alternatives, in order.
    Alternate(Vec<Node>),
    /// `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`.
    Repeat {
        /// The repeated expression.
        body: Box<Node>,
        /// Lowest count.
        min: u32,
        /// The maximum count; `None` is unlimited.
        max: Option<u32>,
        /// False for the lazy forms (`*?`), which match the same texts.
        greedy: bool,
    },
}

/// Whether and how a group captures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupKind {
    /// `(?:…)`
    Plain,
    /// `(…)` or `(?<name>…)`
    Capture {
        /// The number, from 1 in order of the opening parentheses.
        index: u32,
        /// Name, if it has one.
        name: Option<String>,
    },
}

/// A set of characters as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// `[^…]`
    pub negated: bool,
    /// The union of these.
    pub items: Vec<ClassItem>,
}

/// A part of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassItem {
    /// First to last, both included.
    Range(char, char),
    /// `\d` (ASCII), or `\D`.
    Digit {
        /// `\D`
        negated: bool,
    },
    /// `\w` (ASCII), or `\W`.
    Word {
        /// `\W`
        negated: bool,
    },
    /// `\s` (ECMA's white space and line terminators), or `\S`.
    Space {
        /// `\S`
        negated: bool,
    },
    /// `\p{name}`, `\p{name=value}`, or `\P{…}`.
    Property {
        /// `\P`
        negated: bool,
        /// The property, or the general category if there is no value.
        name: String,
        /// The value after `=`.
        value: Option<String>,
    },
}

impl Class {
    /// The characters of the class as sorted ranges that are not adjacent.
    ///
    /// # Errors
    /// A Unicode property of ECMA-262 that our tables lack.
    pub fn ranges(&self) -> Result<Vec<(char, char)>, Unsupported> {
        let mut all = Vec::new();
        for item in &self.items {
            all.extend(item.ranges()?);
        }
        let merged = normalize(all);
        Ok(if self.negated { complement(&merged) } else { merged })
    }
}

impl ClassItem {
    fn ranges(&self) -> Result<Vec<(char, char)>, Unsupported> {
        let (negated, ranges) = match self {
            ClassItem::Range(first, last) => return Ok(vec![(*first, *last)]),
            ClassItem::Digit { negated } => (*negated, vec![('0', '9')]),
            ClassItem::Word { negated } => (*negated, word_ranges().to_vec()),
            ClassItem::Space { negated } => (*negated, space_ranges().to_vec()),
            ClassItem::Property { negated, name, value } => {
                (*negated, property::ranges(name, value.as_deref())?)
            }
        };
        Ok(if negated { complement(&normalize(ranges)) } else { ranges })
    }
}

/// `\w` of ECMA-262 without the `i` flag.
pub fn word_ranges() -> &'static [(char, char)] {
    &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]
}

/// `\s` of ECMA-262: WhiteSpace and LineTerminator.
pub fn space_ranges() -> &'static [(char, char)] {
    &[
        ('\t', '\r'),
        (' ', ' '),
        ('\u{a0}', '\u{a0}'),
        ('\u{1680}', '\u{1680}'),
        ('\u{2000}', '\u{200a}'),
        ('\u{2028}', '\u{2029}'),
        ('\u{202f}', '\u{202f}'),
        ('\u{205f}', '\u{205f}'),
        ('\u{3000}', '\u{3000}'),
        ('\u{feff}', '\u{feff}'),
    ]
}

/// The characters that `.` does not match.
pub fn line_terminators() -> &'static [(char, char)] {
    &[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')]
}

/// Sorts ranges and joins those that overlap or are adjacent.
pub(super) fn normalize(mut ranges: Vec<(char, char)>) -> Vec<(char, char)> {
    ranges.sort_unstable();
    let mut out: Vec<(char, char)> = Vec::with_capacity(ranges.len());
    for (first, last) in ranges {
        match out.last_mut() {
            Some(open) if next(open.1).is_none_or(|after| first <= after) => {
                open.1 = open.1.max(last);
            }
            _ => out.push((first, last)),
        }
    }
    out
}

/// All characters outside of normalized ranges.
pub(super) fn complement(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let mut out = Vec::with_capacity(ranges.len() + 1);
    let mut from = Some('\0');
    for (first, last) in ranges {
        if let (Some(start), Some(end)) = (from, previous(*first))
            && start <= end
        {
            out.push((start, end));
        }
        from = next(*last);
    }
    if let Some(start) = from {
        out.push((start, char::MAX));
    }
    out
}

fn next(c: char) -> Option<char> {
    match c {
        char::MAX => None,
        '\u{d7ff}' => Some('\u{e000}'),
        _ => char::from_u32(c as u32 + 1),
    }
}

fn previous(c: char) -> Option<char> {
    match c {
        '\0' => None,
        '\u{e000}' => Some('\u{d7ff}'),
        _ => char::from_u32(c as u32 - 1),
    }
}

//! Patterns for Python's `re`, printed from the syntax tree: sets of characters as ranges, so that
//! Python's tables don't matter, and other spellings where Python differs.

use contract::regex::{Class, Node, line_terminators, quantifier};

use super::text::escaped;
use crate::backend::regex_text::{Spelling, with_marks};
use crate::ir::Pattern;

const SPELLING: Spelling =
    Spelling { never: "(?!)", plain: " _-/:;,=@!%&~'\"<>`", bare: "", code: escaped };

/// Deeper nesting is rejected, because Python compiles patterns recursively.
const DEEPEST: usize = 120;
/// The limit of Python's counts.
const MOST: u32 = 65_535;

/// The source for `re.compile`, or why there is none.
pub(super) fn source(pattern: &Pattern) -> Result<String, String> {
    let mut printer = Printer { out: String::new(), depth: 0 };
    printer.node(&pattern.tree.root)?;
    Ok(printer.out)
}

/// The pattern that the runtime derives.
pub(super) fn plain(source: &str) -> String {
    with_marks(source, "\\A", "\\Z")
}

struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn node(&mut self, node: &Node) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("is nested too deep for Python's re; simplify the pattern".to_owned());
        }
        match node {
            Node::Empty => self.out.push_str("(?:)"),
            Node::Literal(one) => self.out.push_str(&SPELLING.character(*one)),
            Node::Any => {
                let items = line_terminators().iter();
                let items = items.map(|(a, b)| contract::regex::ClassItem::Range(*a, *b));
                self.class(&Class { negated: true, items: items.collect() })?;
            }
            Node::Class(class) => self.class(class)?,
            Node::Start => self.out.push_str("\\A"),
            Node::End => self.out.push_str("\\Z"),
            // Python's \B does not match the empty text.
            Node::WordBoundary { negated: true } => self.out.push_str("(?!\\b)"),
            Node::WordBoundary { negated: false } => self.out.push_str("\\b"),
            // Without references, no group needs a capture.
            Node::Group(_, body) => self.grouped(body)?,
            Node::Look { ahead: true, negated, body } => {
                self.out.push_str(if *negated { "(?!" } else { "(?=" });
                self.node(body)?;
                self.out.push(')');
            }
            Node::Look { ahead: false, negated, body } => self.behind(body, *negated)?,
            Node::BackReference(_) => {
                return Err("refers back to a group, which Python's re decides otherwise than \
                            ECMA-262 where the group took nothing; rewrite the pattern without it"
                    .to_owned());
            }
            Node::Concat(parts) => {
                for part in parts {
                    match part {
                        Node::Alternate(_) => self.grouped(part)?,
                        other => self.node(other)?,
                    }
                }
            }
            Node::Alternate(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.out.push('|');
                    }
                    self.node(part)?;
                }
            }
            Node::Repeat { body, min, max, greedy } => self.repeat(body, *min, *max, *greedy)?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn class(&mut self, class: &Class) -> Result<(), String> {
        self.out.push_str(&SPELLING.class(class)?);
        Ok(())
    }

    fn grouped(&mut self, body: &Node) -> Result<(), String> {
        self.out.push_str("(?:");
        self.node(body)?;
        self.out.push(')');
        Ok(())
    }

    fn repeat(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        greedy: bool,
    ) -> Result<(), String> {
        if min > MOST || max.is_some_and(|max| max > MOST) {
            return Err(format!("repeats more than {MOST} times; lower the count"));
        }
        match body {
            Node::Literal(_) | Node::Class(_) | Node::Any | Node::Group(..) => self.node(body)?,
            other => self.grouped(other)?,
        }
        self.out.push_str(&quantifier(min, max, greedy));
        Ok(())
    }

    /// Python's lookbehinds have a fixed length, so alternatives of different lengths are separate.
    fn behind(&mut self, body: &Node, negated: bool) -> Result<(), String> {
        let mut branches = Vec::new();
        alternatives(body, &mut branches);
        let fixed = branches.iter().all(|branch| width(branch).is_some());
        if !fixed {
            return Err("looks behind for texts of different lengths, which Python's re can't; \
                        give the lookbehind a fixed length"
                .to_owned());
        }
        self.out.push_str("(?:");
        for (index, branch) in branches.iter().enumerate() {
            if index > 0 && !negated {
                self.out.push('|');
            }
            self.out.push_str(if negated { "(?<!" } else { "(?<=" });
            self.node(branch)?;
            self.out.push(')');
        }
        self.out.push(')');
        Ok(())
    }
}

/// The branches of an alternation, through groups.
fn alternatives<'n>(node: &'n Node, found: &mut Vec<&'n Node>) {
    match node {
        Node::Group(_, body) => alternatives(body, found),
        Node::Alternate(parts) => parts.iter().for_each(|part| alternatives(part, found)),
        other => found.push(other),
    }
}

/// The number of characters that a node consumes, if it is fixed.
fn width(node: &Node) -> Option<u64> {
    match node {
        Node::Empty | Node::Start | Node::End | Node::WordBoundary { .. } | Node::Look { .. } => {
            Some(0)
        }
        Node::Literal(_) | Node::Any | Node::Class(_) => Some(1),
        Node::Group(_, body) => width(body),
        Node::BackReference(_) => None,
        Node::Concat(parts) => {
            parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(width(part)?))
        }
        Node::Alternate(parts) => {
            let mut all = parts.iter().map(width);
            let first = all.next()??;
            all.all(|other| other == Some(first)).then_some(first)
        }
        Node::Repeat { body, min, max, .. } => {
            let one = width(body)?;
            if one == 0 {
                return Some(0);
            }
            (Some(*min) == *max).then(|| one.checked_mul(u64::from(*min)))?
        }
    }
}

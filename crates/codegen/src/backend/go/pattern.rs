//! Patterns for Go's `regexp`, printed from the syntax tree: sets of characters as ranges, so that Go's
//! tables don't matter. Patterns that `regexp` doesn't support (lookarounds, high counts) are programs
//! for the matcher in templates/go/runtime.go.

use contract::regex::{Class, ClassItem, Node, line_terminators, quantifier};

use super::text::escaped;
use crate::backend::regex_text::Spelling;
use crate::backend::rust::pattern::{Step, steps};
use crate::ir::Pattern;

const SPELLING: Spelling = Spelling {
    never: "[^\\x00-\\x{10FFFF}]",
    plain: " _-/:;,=@!%&~'\"<>",
    bare: "`",
    code: |one| format!("\\x{{{:x}}}", u32::from(one)),
};

/// Go's limits: the depth of patterns, and the count of nested repetitions.
const DEEPEST: usize = 200;
const MOST: u64 = 1_000;

/// How Go matches a pattern.
pub(super) enum Matcher {
    /// The text of an expression for `regexp`.
    Regexp(String),
    /// The expression of a program.
    Program(String),
}

/// How a pattern is matched, or why it can't be.
pub(super) fn matcher(pattern: &Pattern) -> Result<Matcher, String> {
    let mut printer = Printer { out: String::new(), depth: 0 };
    match printer.node(&pattern.tree.root, 1) {
        Ok(()) => Ok(Matcher::Regexp(printer.out)),
        Err(Beyond::Program) => program(pattern).map(Matcher::Program),
        Err(Beyond::All(reason)) => Err(reason),
    }
}

/// Not supported by `regexp`.
enum Beyond {
    /// Supported by a program.
    Program,
    /// Not supported at all.
    All(String),
}

struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    /// `times`: how often the surrounding nodes repeat it.
    fn node(&mut self, node: &Node, times: u64) -> Result<(), Beyond> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Beyond::Program);
        }
        match node {
            Node::Empty => self.out.push_str("(?:)"),
            Node::Literal(one) => self.out.push_str(&SPELLING.character(*one)),
            Node::Any => {
                let items = line_terminators().iter();
                let items = items.map(|(a, b)| ClassItem::Range(*a, *b));
                self.class(&Class { negated: true, items: items.collect() })?;
            }
            Node::Class(class) => self.class(class)?,
            Node::Start => self.out.push_str("\\A"),
            Node::End => self.out.push_str("\\z"),
            Node::WordBoundary { negated: true } => self.out.push_str("\\B"),
            Node::WordBoundary { negated: false } => self.out.push_str("\\b"),
            Node::Group(_, body) => self.grouped(body, times)?,
            Node::Look { .. } => return Err(Beyond::Program),
            Node::BackReference(_) => {
                return Err(Beyond::All(
                    "refers back to a group, which has no linear-time matcher in Go; rewrite the \
                     pattern without backreferences"
                        .to_owned(),
                ));
            }
            Node::Concat(parts) => {
                for part in parts {
                    match part {
                        Node::Alternate(_) => self.grouped(part, times)?,
                        other => self.node(other, times)?,
                    }
                }
            }
            Node::Alternate(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.out.push('|');
                    }
                    self.node(part, times)?;
                }
            }
            Node::Repeat { body, min, max, greedy } => {
                let count = u64::from(max.unwrap_or(*min).max(*min)).max(1);
                let times = times.saturating_mul(count);
                if times > MOST {
                    return Err(Beyond::Program);
                }
                match &**body {
                    Node::Literal(_) | Node::Class(_) | Node::Any | Node::Group(..) => {
                        self.node(body, times)?;
                    }
                    other => self.grouped(other, times)?,
                }
                self.out.push_str(&quantifier(*min, *max, *greedy));
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn class(&mut self, class: &Class) -> Result<(), Beyond> {
        self.out.push_str(&SPELLING.class(class).map_err(Beyond::All)?);
        Ok(())
    }

    fn grouped(&mut self, body: &Node, times: u64) -> Result<(), Beyond> {
        self.out.push_str("(?:");
        self.node(body, times)?;
        self.out.push(')');
        Ok(())
    }
}

fn program(pattern: &Pattern) -> Result<String, String> {
    let steps = steps(pattern)?;
    let lines: Vec<String> = steps.iter().map(step).collect();
    Ok(format!("program{{{}}}", lines.join(", ")))
}

fn step(step: &Step) -> String {
    match step {
        Step::Set(ranges) => {
            let set: String = ranges.iter().flat_map(|(a, b)| [escaped(*a), escaped(*b)]).collect();
            format!("{{oneOf, 0, 0, \"{set}\"}}")
        }
        Step::Split(first, second) => format!("{{split, {first}, {second}, \"\"}}"),
        Step::Jump(target) => format!("{{jump, {target}, 0, \"\"}}"),
        Step::Start => "{start, 0, 0, \"\"}".to_owned(),
        Step::End => "{end, 0, 0, \"\"}".to_owned(),
        Step::Boundary(wanted) => format!("{{boundary, {}, 0, \"\"}}", u8::from(*wanted)),
        Step::Ahead(entry, wanted) => format!("{{ahead, {entry}, {}, \"\"}}", u8::from(*wanted)),
        Step::Behind(entry, wanted) => format!("{{behind, {entry}, {}, \"\"}}", u8::from(*wanted)),
        Step::Done => "{done, 0, 0, \"\"}".to_owned(),
    }
}

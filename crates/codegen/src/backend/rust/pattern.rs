//! Patterns as programs for the matcher in templates/rust/patterns.rs.

use contract::regex::{Node, line_terminators};

use crate::ir::Pattern;

/// Counted repetitions are unrolled; longer patterns are rejected.
const LONGEST: usize = 20_000;

/// The program as text for templates/rust/patterns.rs, or why there is none.
pub(super) fn program(pattern: &Pattern) -> Result<String, String> {
    let steps: Vec<String> = steps(pattern)?.iter().map(Step::text).collect();
    Ok(steps.join(" "))
}

/// Whether a character is literal in a program.
fn stands_for_itself(character: char) -> bool {
    character.is_alphanumeric() || "/:.,_@#%&'\"~".contains(character)
}

/// The instructions of a pattern's program, or why there is none.
pub(in crate::backend) fn steps(pattern: &Pattern) -> Result<Vec<Step>, String> {
    let mut compiler = Compiler { steps: Vec::new(), bodies: Vec::new() };
    compiler.node(&pattern.tree.root, true)?;
    compiler.push(Step::Done)?;
    // The bodies of lookarounds follow the program, each with its own end.
    while let Some((step, body, ahead, wanted)) = compiler.bodies.pop() {
        let entry = compiler.steps.len();
        compiler.steps[step] =
            if ahead { Step::Ahead(entry, wanted) } else { Step::Behind(entry, wanted) };
        compiler.node(&body, ahead)?;
        compiler.push(Step::Done)?;
    }
    Ok(compiler.steps)
}

/// templates/rust/patterns.rs documents the instruction with this name.
pub(in crate::backend) enum Step {
    Set(Vec<(char, char)>),
    Split(usize, usize),
    Jump(usize),
    Start,
    End,
    Boundary(bool),
    Ahead(usize, bool),
    Behind(usize, bool),
    Done,
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::Set(ranges) => match ranges.as_slice() {
                [(one, last)] if one == last && stands_for_itself(*one) => one.to_string(),
                ranges => {
                    let spelled = |one: char| match stands_for_itself(one) {
                        true => one.to_string(),
                        false => format!("\\{{{:x}}}", u32::from(one)),
                    };
                    let range = |(first, last): &(char, char)| match first == last {
                        true => spelled(*first),
                        false => format!("{}-{}", spelled(*first), spelled(*last)),
                    };
                    format!("[{}]", ranges.iter().map(range).collect::<String>())
                }
            },
            // A split continues at its next instruction or at the other.
            Step::Split(_, second) => format!("|{second}"),
            Step::Jump(target) => format!(">{target}"),
            Step::Start => "^".to_owned(),
            Step::End => "$".to_owned(),
            Step::Boundary(true) => "\\b".to_owned(),
            Step::Boundary(false) => "\\B".to_owned(),
            Step::Ahead(entry, true) => format!("={entry}"),
            Step::Ahead(entry, false) => format!("!{entry}"),
            Step::Behind(entry, true) => format!("<={entry}"),
            Step::Behind(entry, false) => format!("<!{entry}"),
            Step::Done => ";".to_owned(),
        }
    }
}

struct Compiler {
    steps: Vec<Step>,
    /// Lookarounds with pending bodies: instruction, body, ahead, wanted.
    bodies: Vec<(usize, Node, bool, bool)>,
}

impl Compiler {
    fn push(&mut self, step: Step) -> Result<usize, String> {
        if self.steps.len() == LONGEST {
            return Err("repeats too much for a program; lower its counts".to_owned());
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    /// Appends the program of a node, for matching forwards or backwards.
    fn node(&mut self, node: &Node, forward: bool) -> Result<(), String> {
        match node {
            Node::Empty => {}
            Node::Literal(one) => {
                self.push(Step::Set(vec![(*one, *one)]))?;
            }
            Node::Any => {
                let all = outside(line_terminators());
                self.push(Step::Set(all))?;
            }
            Node::Class(class) => {
                let ranges = class.ranges().map_err(|error| format!("{error}"))?;
                self.push(Step::Set(ranges))?;
            }
            Node::Start => {
                self.push(Step::Start)?;
            }
            Node::End => {
                self.push(Step::End)?;
            }
            Node::WordBoundary { negated } => {
                self.push(Step::Boundary(!negated))?;
            }
            Node::Group(_, body) => self.node(body, forward)?,
            Node::Look { ahead, negated, body } => {
                let step = self.push(Step::Ahead(0, true))?;
                self.bodies.push((step, (**body).clone(), *ahead, !negated));
            }
            Node::BackReference(_) => {
                return Err("refers back to a group, which has no linear-time matcher in Rust; \
                            rewrite the pattern without backreferences"
                    .to_owned());
            }
            Node::Concat(parts) if forward => {
                for part in parts {
                    self.node(part, true)?;
                }
            }
            Node::Concat(parts) => {
                for part in parts.iter().rev() {
                    self.node(part, false)?;
                }
            }
            Node::Alternate(parts) => self.alternate(parts, forward)?,
            Node::Repeat { body, min, max, .. } => self.repeat(body, *min, *max, forward)?,
        }
        Ok(())
    }

    fn alternate(&mut self, parts: &[Node], forward: bool) -> Result<(), String> {
        let mut exits = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if index + 1 == parts.len() {
                self.node(part, forward)?;
                break;
            }
            let split = self.push(Step::Split(0, 0))?;
            self.node(part, forward)?;
            exits.push(self.push(Step::Jump(0))?);
            self.steps[split] = Step::Split(split + 1, self.steps.len());
        }
        let end = self.steps.len();
        exits.into_iter().for_each(|exit| self.steps[exit] = Step::Jump(end));
        Ok(())
    }

    fn repeat(
        &mut self,
        body: &Node,
        min: u32,
        max: Option<u32>,
        forward: bool,
    ) -> Result<(), String> {
        for _ in 0..min {
            let before = self.steps.len();
            self.node(body, forward)?;
            if self.steps.len() == before {
                break;
            }
        }
        let Some(max) = max else {
            let split = self.push(Step::Split(0, 0))?;
            self.node(body, forward)?;
            self.push(Step::Jump(split))?;
            self.steps[split] = Step::Split(split + 1, self.steps.len());
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Step::Split(0, 0))?);
            self.node(body, forward)?;
        }
        let end = self.steps.len();
        splits.into_iter().for_each(|split| self.steps[split] = Step::Split(split + 1, end));
        Ok(())
    }
}

/// All characters outside of sorted ranges.
fn outside(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let class = contract::regex::Class {
        negated: true,
        items: ranges
            .iter()
            .map(|(first, last)| contract::regex::ClassItem::Range(*first, *last))
            .collect(),
    };
    class.ranges().unwrap_or_default()
}

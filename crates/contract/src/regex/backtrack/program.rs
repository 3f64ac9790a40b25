//! A pattern as the program of a backtracking matcher, and such a matcher, which counts its steps.

use std::collections::BTreeSet;

use crate::regex::ast::{complement, normalize};
use crate::regex::{Node, Pattern, line_terminators, word_ranges};

/// Sorted ranges of characters.
pub(super) type Set = Vec<(char, char)>;

/// Larger programs are not examined.
const MOST: usize = 1_200;

/// Bounded repetitions are unrolled up to this many instructions; beyond that, a few iterations
/// represent all.
const WRITTEN_OUT: usize = 300;

/// One instruction; numbers are indices in the program.
#[derive(Debug, Clone)]
pub(super) enum Instruction {
    /// One character of a set.
    Take(Set),
    /// The first alternative, and if it fails the second.
    Split(usize, usize),
    Jump(usize),
    Start,
    End,
    Boundary {
        negated: bool,
    },
    /// A lookahead: the next instructions, up to a `Match`.
    Look {
        negated: bool,
        behind: usize,
    },
    /// Records the start of an iteration of a loop.
    Round(usize),
    /// Fails if the iteration consumed nothing.
    Progress(usize),
    Match,
}

/// The treatment of repetitions with an upper bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repetitions {
    /// Unchanged.
    Counted,
    /// Those with many iterations are treated as unbounded.
    Endless,
}

/// The number of iterations that counts as many.
const MANY_ROUNDS: u32 = 8;

/// A program; the first instructions search from each position of the text.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) steps: Vec<Instruction>,
    rounds: usize,
    /// It is equivalent to the pattern: no part was treated as empty.
    pub(super) is_whole: bool,
    repetitions: Repetitions,
    /// The characters of repetitions that were not fully unrolled.
    shortened: Vec<Set>,
}

impl Program {
    /// `None` if the pattern is too large or has a property that our tables lack.
    pub(super) fn new(pattern: &Pattern, repetitions: Repetitions) -> Option<Program> {
        let mut program = Program {
            steps: Vec::new(),
            rounds: 0,
            is_whole: true,
            repetitions,
            shortened: Vec::new(),
        };
        // 0: here, or one character on: 1.
        program.steps.push(Instruction::Split(3, 1));
        program.steps.push(Instruction::Take(vec![('\0', char::MAX)]));
        program.steps.push(Instruction::Jump(0));
        program.node(&pattern.root)?;
        program.steps.push(Instruction::Match);
        Some(program)
    }

    fn push(&mut self, step: Instruction) -> Option<usize> {
        self.steps.push(step);
        (self.steps.len() <= MOST).then(|| self.steps.len() - 1)
    }

    fn node(&mut self, node: &Node) -> Option<()> {
        match node {
            Node::Empty => {}
            Node::BackReference(_) => self.is_whole = false,
            Node::Literal(one) => {
                self.push(Instruction::Take(vec![(*one, *one)]))?;
            }
            Node::Any => {
                self.push(Instruction::Take(complement(&normalize(line_terminators().to_vec()))))?;
            }
            Node::Class(class) => {
                let ranges = class.ranges().ok()?;
                self.push(Instruction::Take(ranges))?;
            }
            Node::Start => {
                self.push(Instruction::Start)?;
            }
            Node::End => {
                self.push(Instruction::End)?;
            }
            Node::WordBoundary { negated } => {
                self.push(Instruction::Boundary { negated: *negated })?;
            }
            Node::Group(_, body) => self.node(body)?,
            Node::Look { ahead: false, .. } => self.is_whole = false,
            Node::Look { ahead: true, negated, body } => {
                let look = self.push(Instruction::Look { negated: *negated, behind: 0 })?;
                self.node(body)?;
                self.push(Instruction::Match)?;
                self.steps[look] =
                    Instruction::Look { negated: *negated, behind: self.steps.len() };
            }
            Node::Concat(parts) => parts.iter().try_for_each(|part| self.node(part))?,
            Node::Alternate(ways) => self.alternate(ways)?,
            Node::Repeat { body, min, max, greedy } => self.repeat(body, *min, *max, *greedy)?,
        }
        Some(())
    }

    fn alternate(&mut self, ways: &[Node]) -> Option<()> {
        let mut ends = Vec::new();
        for (index, way) in ways.iter().enumerate() {
            if index + 1 == ways.len() {
                self.node(way)?;
            } else {
                let split = self.push(Instruction::Split(0, 0))?;
                self.node(way)?;
                ends.push(self.push(Instruction::Jump(0))?);
                self.steps[split] = Instruction::Split(split + 1, self.steps.len());
            }
        }
        for end in ends {
            self.steps[end] = Instruction::Jump(self.steps.len());
        }
        Some(())
    }

    fn repeat(&mut self, body: &Node, min: u32, max: Option<u32>, greedy: bool) -> Option<()> {
        let before = self.steps.len();
        self.node(body)?;
        let size = (self.steps.len() - before).max(1);
        let written: Vec<Instruction> = self.steps.drain(before..).collect();
        let is_endless = self.repetitions == Repetitions::Endless;
        let max = max.filter(|max| !is_endless || *max < MANY_ROUNDS);
        let copies = usize::try_from(max.unwrap_or(min)).unwrap_or(usize::MAX);
        let all = size.saturating_mul(copies) <= WRITTEN_OUT;
        let (min, max) = match all {
            true => (min, max),
            false => (min.min(2), max.map(|max| min.min(2) + (max - min).min(2))),
        };
        if !all && max.is_some() {
            self.shorten(&written, max != Some(min));
        }
        (0..min).try_for_each(|_| self.node(body))?;
        let Some(max) = max else { return self.endless(body, greedy) };
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Instruction::Split(0, 0))?);
            self.node(body)?;
        }
        for split in splits {
            self.steps[split] = ways(split + 1, self.steps.len(), greedy);
        }
        Some(())
    }

    /// A few iterations can represent many only if each consumes the same number of characters, and no other shortened
    /// repetition consumes the same characters.
    fn shorten(&mut self, round: &[Instruction], is_variable: bool) {
        for step in round {
            match step {
                Instruction::Take(set)
                    if !is_variable || !self.shortened.iter().any(|one| meet(one, set)) => {}
                _ => self.is_whole = false,
            }
        }
        if is_variable {
            let sets = round.iter().filter_map(|step| match step {
                Instruction::Take(set) => Some(set.clone()),
                _ => None,
            });
            self.shortened.extend(sets);
        }
    }

    fn endless(&mut self, body: &Node, greedy: bool) -> Option<()> {
        let split = self.push(Instruction::Split(0, 0))?;
        let round = self.rounds;
        self.rounds += 1;
        self.push(Instruction::Round(round))?;
        self.node(body)?;
        self.push(Instruction::Progress(round))?;
        self.push(Instruction::Jump(split))?;
        self.steps[split] = ways(split + 1, self.steps.len(), greedy);
        Some(())
    }

    /// Characters that the sets hold, one of each.
    pub(super) fn letters(&self) -> BTreeSet<char> {
        // The first set is that of the search.
        let sets = self.steps.iter().skip(2).filter_map(|step| match step {
            Instruction::Take(set) => set.first().map(|(first, _)| *first),
            _ => None,
        });
        sets.take(8).collect()
    }

    /// Characters that one of the sets does not hold.
    pub(super) fn refused(&self) -> impl Iterator<Item = char> {
        let sets = self.steps.iter().filter_map(|step| match step {
            Instruction::Take(set) => complement(set).first().map(|(first, _)| *first),
            _ => None,
        });
        let some: BTreeSet<char> = sets.filter(|one| *one != '\0').take(8).collect();
        some.into_iter()
    }

    /// The number of instructions that a matcher needs to find the pattern in a text or to fail; at most
    /// `most`.
    pub(super) fn steps(&self, text: &[char], most: u64) -> u64 {
        let mut counted = 0;
        self.run(0, 0, text, most, &mut counted);
        counted
    }

    fn run(&self, begin: usize, at: usize, text: &[char], most: u64, counted: &mut u64) -> bool {
        let mut open = vec![(begin, at, vec![usize::MAX; self.rounds])];
        while let Some((mut step, mut at, mut rounds)) = open.pop() {
            loop {
                *counted += 1;
                if *counted >= most {
                    return false;
                }
                let goes_on = match &self.steps[step] {
                    Instruction::Take(set) => match text.get(at) {
                        Some(one) if holds(set, *one) => {
                            at += 1;
                            true
                        }
                        _ => false,
                    },
                    Instruction::Split(first, second) => {
                        // Each path keeps the starts of its iterations.
                        *counted += u64::try_from(self.rounds / 16).unwrap_or(u64::MAX);
                        open.push((*second, at, rounds.clone()));
                        step = *first;
                        continue;
                    }
                    Instruction::Jump(to) => {
                        step = *to;
                        continue;
                    }
                    Instruction::Start => at == 0,
                    Instruction::End => at == text.len(),
                    Instruction::Boundary { negated } => {
                        let word = |at: Option<&char>| at.is_some_and(|c| holds(word_ranges(), *c));
                        let before = at.checked_sub(1).and_then(|at| text.get(at));
                        (word(before) == word(text.get(at))) == *negated
                    }
                    Instruction::Look { negated, behind } => {
                        let found = self.run(step + 1, at, text, most, counted);
                        if found == *negated {
                            break;
                        }
                        step = *behind;
                        continue;
                    }
                    Instruction::Round(round) => {
                        rounds[*round] = at;
                        true
                    }
                    Instruction::Progress(round) => rounds[*round] != at,
                    Instruction::Match => return true,
                };
                if !goes_on {
                    break;
                }
                step += 1;
            }
        }
        false
    }
}

fn ways(inside: usize, outside: usize, greedy: bool) -> Instruction {
    if greedy { Instruction::Split(inside, outside) } else { Instruction::Split(outside, inside) }
}

/// Whether a set of sorted ranges contains a character.
pub(super) fn holds(set: &[(char, char)], one: char) -> bool {
    let behind = set.partition_point(|(first, _)| *first <= one);
    behind > 0 && set[behind - 1].1 >= one
}

/// Whether two sets of sorted ranges share a character.
fn meet(one: &Set, other: &Set) -> bool {
    one.iter().any(|(first, last)| other.iter().any(|(from, to)| first <= to && from <= last))
}

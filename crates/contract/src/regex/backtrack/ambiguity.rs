//! Words that an automaton reads in more than one way. A state is an instruction that consumes a character;
//! an edge leads to the next such instruction and says by how many paths.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Growth;
use super::program::{Instruction, Program, Set};

/// The amount of work after which the search gives up.
const MOST_WORK: usize = 400_000;

/// A text that may take long: a prefix, and the part that is repeated after it.
#[derive(Debug)]
pub(super) struct Suspect {
    pub(super) growth: Growth,
    pub(super) head: String,
    pub(super) unit: String,
}

/// The result of the search.
pub(super) struct Suspects {
    /// At most one of each growth for a loop, or for two of them.
    pub(super) suspects: Vec<Suspect>,
    /// A text for each loop: a prefix, and one iteration of the loop.
    pub(super) rounds: Vec<Suspect>,
    /// The work that it took, in steps of a matcher.
    pub(super) work: u64,
    /// The search is complete.
    pub(super) is_complete: bool,
}

/// The automaton without empty moves.
struct Automaton<'p> {
    sets: BTreeMap<usize, &'p Set>,
    /// The successors of a state, and whether more than one path leads there.
    edges: BTreeMap<usize, BTreeMap<usize, bool>>,
    first: BTreeSet<usize>,
    /// The loop that a state belongs to, by its smallest state.
    loops: BTreeMap<usize, usize>,
    work: std::cell::Cell<usize>,
}

/// The texts that may take long.
pub(super) fn suspects(program: &Program) -> Suspects {
    let automaton = Automaton::new(program);
    let mut found = Vec::new();
    let roots: BTreeSet<usize> = automaton.loops.values().copied().collect();
    for root in &roots {
        if let Some(unit) = automaton.doubling(*root) {
            found.extend(automaton.suspect(Growth::Exponential, *root, unit));
        }
    }
    let looping: Vec<(usize, usize)> = automaton.loops.iter().map(|(a, b)| (*a, *b)).collect();
    for (one, of) in &looping {
        for (other, of_other) in &looping {
            if of != of_other
                && let Some(unit) = automaton.shared(*one, *other)
            {
                found.extend(automaton.suspect(Growth::Polynomial, *one, unit));
            }
        }
    }
    let rounds = roots.iter().filter_map(|root| {
        let unit = automaton.way(*root, *root)?;
        automaton.suspect(Growth::Exponential, *root, unit)
    });
    let rounds = rounds.collect();
    let places = automaton.work.get();
    Suspects {
        suspects: found,
        rounds,
        // A state of the product costs more than a step of a matcher.
        work: 20 * u64::try_from(places).unwrap_or(u64::MAX),
        is_complete: places <= MOST_WORK,
    }
}

impl<'p> Automaton<'p> {
    fn new(program: &'p Program) -> Automaton<'p> {
        let mut sets = BTreeMap::new();
        let mut edges = BTreeMap::new();
        for (place, step) in program.steps.iter().enumerate() {
            if let Instruction::Take(set) = step {
                sets.insert(place, set);
                edges.insert(place, reached(program, place + 1, false));
            }
        }
        let first = reached(program, 0, true).into_keys().collect();
        let mut automaton =
            Automaton { sets, edges, first, loops: BTreeMap::new(), work: std::cell::Cell::new(0) };
        let behind: BTreeMap<usize, BTreeSet<usize>> =
            automaton.edges.keys().map(|state| (*state, automaton.behind(*state))).collect();
        for state in automaton.edges.keys() {
            let together =
                |other: &&usize| behind[state].contains(other) && behind[other].contains(state);
            if let Some(least) = behind[state].iter().find(together) {
                automaton.loops.insert(*state, *least);
            }
        }
        automaton
    }

    /// All states reachable from one.
    fn behind(&self, state: usize) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut open = vec![state];
        while let Some(at) = open.pop() {
            open.extend(self.edges[&at].keys().filter(|next| all.insert(**next)));
        }
        all
    }

    fn is_spent(&self, more: usize) -> bool {
        self.work.set(self.work.get() + more);
        self.work.get() > MOST_WORK
    }

    /// A character that all of these states accept.
    fn common(&self, states: &[usize]) -> Option<char> {
        let mut shared = self.sets[&states[0]].clone();
        for state in &states[1..] {
            shared = both(&shared, self.sets[state]);
        }
        let likely = ['a', '0', ' ', 'A', '-', '.'].into_iter();
        likely
            .filter(|one| super::program::holds(&shared, *one))
            .chain(shared.first().map(|(first, _)| *first))
            .next()
    }

    /// A word that leads a loop back to its root by two paths.
    fn doubling(&self, root: usize) -> Option<String> {
        let inside = |state: &usize| self.loops.get(state) == self.loops.get(&root);
        self.word((root, root, false), (root, root, true), |(one, other, split)| {
            let letter = self.common(&[*one, *other])?;
            let mut next = Vec::new();
            for (to, many) in self.edges[one].iter().filter(|(to, _)| inside(to)) {
                for also in self.edges[other].keys().filter(|to| inside(to)) {
                    next.push((*to, *also, *split || to != also || (one == other && *many)));
                }
            }
            Some((letter, next))
        })
    }

    /// A word that leads a state of one loop back, one of another loop back, and from the first to the second.
    fn shared(&self, one: usize, other: usize) -> Option<String> {
        self.common(&[one, other])?;
        let inside = |state: &usize, of: usize| self.loops.get(state) == self.loops.get(&of);
        self.word((one, one, other), (one, other, other), |(a, b, c)| {
            let letter = self.common(&[*a, *b, *c])?;
            let mut next = Vec::new();
            for to_a in self.edges[a].keys().filter(|to| inside(to, one)) {
                for to_b in self.edges[b].keys() {
                    for to_c in self.edges[c].keys().filter(|to| inside(to, other)) {
                        next.push((*to_a, *to_b, *to_c));
                    }
                }
            }
            Some((letter, next))
        })
    }

    /// The shortest word from one state of a product of automata to another; at least one
    /// character.
    fn word<P: Ord + Clone>(
        &self,
        from: P,
        to: P,
        next: impl Fn(&P) -> Option<(char, Vec<P>)>,
    ) -> Option<String> {
        if self.is_spent(0) {
            return None;
        }
        let mut came: BTreeMap<P, (P, char)> = BTreeMap::new();
        let mut open = VecDeque::from([from.clone()]);
        while let Some(at) = open.pop_front() {
            // A state of a product may have very many successors, so they are counted first.
            let Some((letter, all)) = next(&at) else { continue };
            if self.is_spent(1 + all.len()) {
                return None;
            }
            for place in all {
                if came.contains_key(&place) {
                    continue;
                }
                came.insert(place.clone(), (at.clone(), letter));
                if place == to {
                    return Some(spelled(&came, &from, &to));
                }
                open.push_back(place);
            }
        }
        None
    }

    /// The text that leads to a state, and the word that is repeated there.
    fn suspect(&self, growth: Growth, state: usize, unit: String) -> Option<Suspect> {
        if self.first.contains(&state) {
            return Some(Suspect { growth, head: String::new(), unit });
        }
        let head = self.first.iter().find_map(|first| self.way(*first, state))?;
        Some(Suspect { growth, head, unit })
    }

    /// The shortest word from one state to another.
    fn way(&self, from: usize, to: usize) -> Option<String> {
        self.word(from, to, |at| {
            Some((self.common(&[*at])?, self.edges[at].keys().copied().collect()))
        })
    }
}

fn spelled<P: Ord + Clone>(came: &BTreeMap<P, (P, char)>, from: &P, to: &P) -> String {
    let mut letters = Vec::new();
    let mut at = to.clone();
    while let Some((before, letter)) = came.get(&at) {
        letters.push(*letter);
        at = before.clone();
        if at == *from {
            break;
        }
    }
    letters.iter().rev().collect()
}

/// The states that empty moves reach from a state, and whether by more than one path.
fn reached(program: &Program, place: usize, at_start: bool) -> BTreeMap<usize, bool> {
    let mut ways: BTreeMap<usize, bool> = BTreeMap::new();
    let mut seen: BTreeMap<usize, u8> = BTreeMap::new();
    let mut open = vec![place];
    while let Some(at) = open.pop() {
        let times = seen.entry(at).or_default();
        *times += 1;
        if *times > 2 {
            continue;
        }
        match &program.steps[at] {
            Instruction::Take(_) => {
                ways.entry(at).and_modify(|many| *many = true).or_insert(false);
            }
            Instruction::Split(first, second) => open.extend([*second, *first]),
            Instruction::Jump(to) => open.push(*to),
            Instruction::Start if !at_start => {}
            Instruction::Start
            | Instruction::Boundary { .. }
            | Instruction::Round(_)
            | Instruction::Progress(_) => open.push(at + 1),
            Instruction::Look { behind, .. } => open.push(*behind),
            Instruction::End | Instruction::Match => {}
        }
    }
    ways
}

/// The intersection of two sets of sorted ranges.
fn both(one: &[(char, char)], other: &[(char, char)]) -> Set {
    let (mut a, mut b) = (0, 0);
    let mut out = Set::new();
    while let (Some(left), Some(right)) = (one.get(a), other.get(b)) {
        let (first, last) = (left.0.max(right.0), left.1.min(right.1));
        if first <= last {
            out.push((first, last));
        }
        if left.1 < right.1 { a += 1 } else { b += 1 }
    }
    out
}

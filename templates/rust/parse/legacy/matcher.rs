//! Tests a line against many patterns in one pass. The patterns are regular expressions of a form that all languages of the
//! parsers share: characters, `[classes]`, `(?:groups)`, `|`, `?`, `*`, `+`, `{2,3}`, `^` and `$`, without escapes. States are made
//! when they are first reached.

use std::collections::BTreeMap;

/// The signs beyond ASCII that the patterns contain.
const SIGNS: [char; 9] = ['✕', '×', '✓', '✔', '✅', '√', '–', '—', '│'];
/// All other characters beyond ASCII.
const OTHER: usize = 128 + SIGNS.len();
const SYMBOLS: usize = OTHER + 1;
/// More states than this are forgotten, so that no text fills the memory.
const MOST_STATES: usize = 5_000;
/// The state that a symbol leads to is not known yet.
const UNKNOWN: u16 = u16::MAX;

/// The number of a character in a table of states.
fn symbol(c: char) -> usize {
    match u8::try_from(c) {
        Ok(code) if code.is_ascii() => usize::from(code),
        _ => SIGNS.iter().position(|sign| *sign == c).map_or(OTHER, |at| 128 + at),
    }
}

/// A set of symbols.
#[derive(Debug, Clone, Default)]
struct Symbols([u64; 3]);

impl Symbols {
    fn insert(&mut self, symbol: usize) {
        self.0[symbol / 64] |= 1 << (symbol % 64);
    }

    fn contains(&self, symbol: usize) -> bool {
        self.0[symbol / 64] >> (symbol % 64) & 1 == 1
    }
}

/// A step of the patterns.
#[derive(Debug)]
enum Step {
    One(Symbols, usize),
    Either(usize, usize),
    AtStart(usize),
    AtEnd(usize),
    /// A pattern of this kind has matched.
    Matched(u32),
}

/// A pattern as it is read.
enum Tree {
    One(Symbols),
    Start,
    End,
    Sequence(Vec<Tree>),
    AnyOf(Vec<Tree>),
    Repeated(Box<Tree>, usize, Option<usize>),
}

struct Reader<'p> {
    rest: std::str::Chars<'p>,
    any_case: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn skip(&mut self, sign: char) -> bool {
        let is = self.peek() == Some(sign);
        if is {
            self.rest.next();
        }
        is
    }

    fn any_of(&mut self) -> Tree {
        let mut all = vec![self.sequence()];
        while self.skip('|') {
            all.push(self.sequence());
        }
        Tree::AnyOf(all)
    }

    fn sequence(&mut self) -> Tree {
        let mut parts = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            self.rest.next();
            let part = match c {
                '^' => Tree::Start,
                '$' => Tree::End,
                '(' => {
                    self.rest.by_ref().take(2).for_each(drop);
                    let inner = self.any_of();
                    self.rest.next();
                    inner
                }
                '[' => Tree::One(self.class()),
                _ => Tree::One(self.symbols(|one| one == c)),
            };
            parts.push(self.repeated(part));
        }
        Tree::Sequence(parts)
    }

    fn class(&mut self) -> Symbols {
        let is_negated = self.skip('^');
        let mut ranges = Vec::new();
        while let Some(first) = self.rest.next().filter(|c| *c != ']') {
            let mut after = self.rest.clone();
            let last = match (after.next(), after.next()) {
                (Some('-'), Some(last)) if last != ']' => {
                    self.rest = after;
                    last
                }
                _ => first,
            };
            ranges.push(first..=last);
        }
        self.symbols(|c| ranges.iter().any(|range| range.contains(&c)) != is_negated)
    }

    fn symbols(&self, is_in: impl Fn(char) -> bool) -> Symbols {
        let mut symbols = Symbols::default();
        let ascii = (0..128_u8).map(char::from);
        // A character that no pattern names.
        for (at, c) in ascii.chain(SIGNS).chain(['\u{10ffff}']).enumerate() {
            if is_in(if self.any_case { c.to_ascii_lowercase() } else { c }) {
                symbols.insert(at);
            }
        }
        symbols
    }

    fn repeated(&mut self, part: Tree) -> Tree {
        let (least, most) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                self.rest.next();
                let text: String = self.rest.by_ref().take_while(|c| *c != '}').collect();
                let (least, most) = text.split_once(',').unwrap_or((&text, &text));
                let least = least.parse().expect("a pattern repeats by numbers");
                return Tree::Repeated(Box::new(part), least, most.parse().ok());
            }
            _ => return part,
        };
        self.rest.next();
        Tree::Repeated(Box::new(part), least, most)
    }
}

/// A state: the steps that may come next, and what has matched.
#[derive(Debug)]
struct State {
    steps: Vec<usize>,
    matched: u32,
    /// What has matched if the line ends here.
    matched_at_end: u32,
    next: [u16; SYMBOLS],
}

/// Patterns, each with a bit that says its kind.
#[derive(Debug)]
pub(super) struct Matcher {
    program: Vec<Step>,
    starts: Vec<usize>,
    states: Vec<State>,
    known: BTreeMap<Vec<usize>, u16>,
}

impl Matcher {
    /// `any_case` patterns are written in lower case.
    pub(super) fn new<'p>(patterns: impl Iterator<Item = (&'p str, bool, u32)>) -> Matcher {
        let mut matcher = Matcher {
            program: Vec::new(),
            starts: Vec::new(),
            states: Vec::new(),
            known: BTreeMap::new(),
        };
        for (pattern, any_case, kind) in patterns {
            let tree = Reader { rest: pattern.chars(), any_case }.any_of();
            let matched = matcher.push(Step::Matched(kind));
            let start = matcher.compile(&tree, matched);
            matcher.starts.push(start);
        }
        matcher.begin();
        matcher
    }

    fn push(&mut self, step: Step) -> usize {
        self.program.push(step);
        self.program.len() - 1
    }

    /// The first step of a pattern that goes on with `next`.
    fn compile(&mut self, tree: &Tree, next: usize) -> usize {
        match tree {
            Tree::One(symbols) => self.push(Step::One(symbols.clone(), next)),
            Tree::Start => self.push(Step::AtStart(next)),
            Tree::End => self.push(Step::AtEnd(next)),
            Tree::Sequence(parts) => {
                parts.iter().rev().fold(next, |next, part| self.compile(part, next))
            }
            Tree::AnyOf(all) => {
                let mut starts: Vec<usize> =
                    all.iter().map(|one| self.compile(one, next)).collect();
                let last = starts.pop().expect("a group has an alternative");
                starts.into_iter().rev().fold(last, |rest, one| self.push(Step::Either(one, rest)))
            }
            Tree::Repeated(part, least, most) => {
                let mut end = next;
                match most {
                    Some(most) => {
                        for _ in *least..*most {
                            let again = self.compile(part, end);
                            end = self.push(Step::Either(again, next));
                        }
                    }
                    None => {
                        end = self.push(Step::Either(next, next));
                        let again = self.compile(part, end);
                        self.program[end] = Step::Either(again, next);
                    }
                }
                (0..*least).fold(end, |next, _| self.compile(part, next))
            }
        }
    }

    /// Forgets all states but the first one, of the start of a line.
    fn begin(&mut self) {
        self.states.clear();
        self.known.clear();
        self.state(&self.starts.clone(), true);
    }

    /// The state of these steps, and of those that follow without a character.
    fn state(&mut self, from: &[usize], is_start: bool) -> u16 {
        let (steps, matched) = self.closure(from, is_start, false);
        // The start of a line is a state of its own, because of `^`.
        if let Some(known) = self.known.get(&steps).filter(|_| !is_start) {
            return *known;
        }
        let (_, matched_at_end) = self.closure(&steps, is_start, true);
        let number = u16::try_from(self.states.len()).expect("the number of states is limited");
        if !is_start {
            self.known.insert(steps.clone(), number);
        }
        self.states.push(State { steps, matched, matched_at_end, next: [UNKNOWN; SYMBOLS] });
        number
    }

    fn closure(&self, from: &[usize], is_start: bool, is_end: bool) -> (Vec<usize>, u32) {
        let mut seen = vec![false; self.program.len()];
        let mut left = from.to_vec();
        let (mut steps, mut matched) = (Vec::new(), 0);
        while let Some(at) = left.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match &self.program[at] {
                Step::One(..) => steps.push(at),
                Step::Either(one, other) => left.extend([*one, *other]),
                Step::AtStart(next) if is_start => left.push(*next),
                Step::AtStart(_) => {}
                Step::AtEnd(next) => {
                    steps.push(at);
                    if is_end {
                        left.push(*next);
                    }
                }
                Step::Matched(kind) => {
                    steps.push(at);
                    matched |= kind;
                }
            }
        }
        steps.sort_unstable();
        (steps, matched)
    }

    /// The state behind a symbol.
    fn follow(&mut self, state: u16, symbol: usize) -> u16 {
        let next = self.states[usize::from(state)].next[symbol];
        if next != UNKNOWN {
            return next;
        }
        let mut steps = self.starts.clone();
        steps.extend(self.states[usize::from(state)].steps.iter().filter_map(|at| {
            match &self.program[*at] {
                Step::One(symbols, next) => symbols.contains(symbol).then_some(*next),
                _ => None,
            }
        }));
        let is_full = self.states.len() >= MOST_STATES;
        if is_full {
            self.begin();
        }
        let next = self.state(&steps, false);
        if !is_full {
            self.states[usize::from(state)].next[symbol] = next;
        }
        next
    }

    /// The kinds of the patterns that match anywhere in a line.
    pub(super) fn kinds(&mut self, line: &str) -> u32 {
        let mut state = 0;
        let mut kinds = self.states[0].matched;
        for c in line.chars() {
            state = self.follow(state, symbol(c));
            kinds |= self.states[usize::from(state)].matched;
        }
        kinds | self.states[usize::from(state)].matched_at_end
    }
}

//! String languages: patterns as automata, intersected with complements, lengths and excluded words, by a
//! breadth-first search of the product. The first word found is a shortest one; finding none is a proof.

mod joined;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

use crate::budget::Budget;

/// The maximum memory of an automaton in bytes, while it is built and after.
const AUTOMATON_BYTES: usize = 4 << 20;
/// The maximum memory of all automata in bytes; beyond it they are dropped.
const SHARED_BYTES: usize = 64 << 20;
/// The maximum number of visited states of a product.
const MAX_STATES: usize = 60_000;
/// The maximum number of patterns and excluded words in all remembered languages, which limits memory: one alternative of
/// thousands excludes the patterns of all others.
const MAX_REMEMBERED: usize = 200_000;
/// The number of bytes of an automaton that are built in one step.
const BYTES_A_STEP: usize = 64;
/// The maximum length of a word.
const MAX_LENGTH: u64 = 1_000_000;

const HIT: u32 = u32::MAX;
const SAFE: u32 = u32::MAX - 1;
const OFF: usize = usize::MAX;

type Dfa = dense::DFA<Vec<u32>>;

/// Automata of the patterns of one question, each built once.
#[derive(Default)]
pub(crate) struct Automata {
    built: BTreeMap<String, Option<Arc<Dfa>>>,
    /// Known results about languages: both directions and all layers ask about the same few.
    words: BTreeMap<Language, Word>,
    /// The number of patterns and excluded words in these languages.
    remembered: usize,
}

/// A set of strings.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Language {
    /// In the syntax of the `regex` crate; each must match the word.
    pub(crate) with: BTreeSet<String>,
    /// None of these may match.
    pub(crate) without: BTreeSet<String>,
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    pub(crate) excluded: BTreeSet<String>,
}

/// The result of a search for a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Word {
    /// A shortest word.
    Found(String),
    /// There is none: proved.
    None,
    /// Too large to decide.
    Unknown(&'static str),
}

impl Automata {
    /// The automaton of a pattern; `None` if it is too large.
    fn get(&mut self, pattern: &str, budget: &Budget) -> Option<Arc<Dfa>> {
        if let Some(known) = self.built.get(pattern) {
            return known.clone();
        }
        let built = shared(pattern);
        // A too large one was built up to its limit. A question costs the same whether or not another one built it
        // before.
        let bytes = built.as_ref().map_or(AUTOMATON_BYTES, |dfa| dfa.memory_usage());
        budget.spend((bytes / BYTES_A_STEP) as u64);
        self.built.insert(pattern.to_owned(), built.clone());
        built
    }

    /// Whether the pattern matches the text; `None` if its automaton is too large.
    pub(crate) fn is_match(&mut self, pattern: &str, text: &str, budget: &Budget) -> Option<bool> {
        let dfa = self.get(pattern, budget)?;
        let mut at = first_state(&dfa)?;
        for byte in text.bytes() {
            if at == HIT {
                return Some(true);
            }
            at = step(&dfa, at, byte);
        }
        Some(accepts(&dfa, at))
    }

    /// A shortest word of the language, or the proof that there is none.
    pub(crate) fn shortest(&mut self, language: &Language, budget: &Budget) -> Word {
        if language.max.is_some_and(|max| max < language.min) {
            return Word::None;
        }
        if language.min > MAX_LENGTH {
            return Word::Unknown("a string of more than a million characters");
        }
        if language.with.is_empty() && language.without.is_empty() {
            return language.plain();
        }
        if let Some(known) = self.words.get(language) {
            return known.clone();
        }
        let word = match self.joined(language, budget) {
            Some(word) => Word::Found(word),
            None => self.search(language, budget),
        };
        // A search that ran out of steps may be repeated with more.
        if budget.left() > 0 && self.remembered < MAX_REMEMBERED {
            self.remembered += 1 + language.texts();
            self.words.insert(language.clone(), word.clone());
        }
        word
    }

    fn search(&mut self, language: &Language, budget: &Budget) -> Word {
        let mut dfas = Vec::new();
        for pattern in language.with.iter().chain(&language.without) {
            if !budget.spend(1) {
                return Word::Unknown(budget.reason());
            }
            match self.get(pattern, budget) {
                Some(dfa) => dfas.push(dfa),
                None => return Word::Unknown("the automaton of the pattern is too big"),
            }
        }
        Product::new(language, dfas).search(budget)
    }
}

impl Language {
    /// The number of its patterns and excluded words.
    fn texts(&self) -> usize {
        self.with.len() + self.without.len() + self.excluded.len()
    }

    /// A shortest word if there are only lengths and excluded words: among more words of one length
    /// than are excluded, one is free.
    fn plain(&self) -> Word {
        let letters: Vec<char> = ('a'..='z').chain('0'..='9').collect();
        let mut length = self.min;
        loop {
            let start = "a".repeat(usize::try_from(length).unwrap_or(0));
            if !self.excluded.contains(&start) {
                return Word::Found(start);
            }
            if length > 0 {
                let stem = &start[..start.len() - 1];
                let beside = |c: &char| format!("{stem}{c}");
                if let Some(word) = letters.iter().map(beside).find(|w| !self.excluded.contains(w))
                {
                    return Word::Found(word);
                }
                let all = (0..=char::MAX as u32).filter_map(char::from_u32);
                if let Some(word) = all.map(|c| beside(&c)).find(|w| !self.excluded.contains(w)) {
                    return Word::Found(word);
                }
            }
            length += 1;
            if self.max.is_some_and(|max| length > max) {
                return Word::None;
            }
            if length > MAX_LENGTH {
                return Word::Unknown("a string of more than a million characters");
            }
        }
    }
}

/// The automaton of a pattern, kept from earlier questions: both directions, the parts and the copies of a schema
/// ask about the same patterns, and building takes longer than all queries.
fn shared(pattern: &str) -> Option<Arc<Dfa>> {
    static SHARED: Mutex<Shared> = Mutex::new(Shared { built: BTreeMap::new(), bytes: 0 });
    let lock = || SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().built.get(pattern) {
        return known.clone();
    }
    let built = build(pattern).map(Arc::new);
    let bytes = pattern.len() + built.as_ref().map_or(0, |dfa| dfa.memory_usage());
    let mut shared = lock();
    if shared.bytes + bytes > SHARED_BYTES {
        *shared = Shared::default();
    }
    shared.bytes += bytes;
    shared.built.insert(pattern.to_owned(), built.clone());
    built
}

/// The automata of all questions.
#[derive(Default)]
struct Shared {
    built: BTreeMap<String, Option<Arc<Dfa>>>,
    bytes: usize,
}

fn build(pattern: &str) -> Option<Dfa> {
    dense::Builder::new()
        .configure(
            dense::Config::new()
                .start_kind(StartKind::Unanchored)
                .match_kind(MatchKind::All)
                .accelerate(false)
                .dfa_size_limit(Some(AUTOMATON_BYTES))
                .determinize_size_limit(Some(AUTOMATON_BYTES)),
        )
        .thompson(
            regex_automata::nfa::thompson::Config::new().nfa_size_limit(Some(AUTOMATON_BYTES)),
        )
        .build(pattern)
        .ok()
}

fn first_state(dfa: &Dfa) -> Option<u32> {
    let state = dfa.start_state(&start::Config::new().anchored(Anchored::No)).ok()?;
    Some(name(dfa, state))
}

/// Match states are entered one byte late and never left: a match is final.
fn name(dfa: &Dfa, state: StateID) -> u32 {
    if dfa.is_match_state(state) {
        HIT
    } else if dfa.is_dead_state(state) {
        SAFE
    } else {
        state.as_u32()
    }
}

fn step(dfa: &Dfa, at: u32, byte: u8) -> u32 {
    match at {
        HIT | SAFE => at,
        _ => name(dfa, dfa.next_state(StateID::new_unchecked(at as usize), byte)),
    }
}

fn accepts(dfa: &Dfa, at: u32) -> bool {
    match at {
        HIT => true,
        SAFE => false,
        _ => dfa.is_match_state(dfa.next_eoi_state(StateID::new_unchecked(at as usize))),
    }
}

/// The possible next bytes, by the present character's encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Utf8 {
    Boundary,
    /// This many more bytes of 80..BF.
    More(u8),
    /// One byte in this range, then this many more.
    Narrow(u8, u8, u8),
}

fn utf8(state: Utf8, byte: u8) -> Option<Utf8> {
    let more = |left| if left == 0 { Utf8::Boundary } else { Utf8::More(left) };
    match state {
        Utf8::Boundary => match byte {
            0..=0x7f => Some(Utf8::Boundary),
            0xc2..=0xdf => Some(Utf8::More(1)),
            0xe0 => Some(Utf8::Narrow(0xa0, 0xbf, 1)),
            0xed => Some(Utf8::Narrow(0x80, 0x9f, 1)),
            0xe1..=0xef => Some(Utf8::More(2)),
            0xf0 => Some(Utf8::Narrow(0x90, 0xbf, 2)),
            0xf4 => Some(Utf8::Narrow(0x80, 0x8f, 2)),
            0xf1..=0xf3 => Some(Utf8::More(3)),
            _ => None,
        },
        Utf8::More(left) => matches!(byte, 0x80..=0xbf).then(|| more(left - 1)),
        Utf8::Narrow(low, high, left) => (low..=high).contains(&byte).then(|| more(left)),
    }
}

/// Bytes with the same role in UTF-8.
fn utf8_class(byte: u8) -> u8 {
    match byte {
        0..=0x7f => 0,
        0x80..=0x8f => 1,
        0x90..=0x9f => 2,
        0xa0..=0xbf => 3,
        0xc2..=0xdf => 4,
        0xe0 => 5,
        0xed => 6,
        0xe1..=0xef => 7,
        0xf0 => 8,
        0xf4 => 9,
        0xf1..=0xf3 => 10,
        _ => 11,
    }
}

/// The readability of a byte in a witness; the lowest of a class represents it.
fn byte_preference(byte: u8) -> (u8, u8) {
    let group = match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b' ' => 4,
        0x21..=0x7e => 3,
        0x80.. => 5,
        _ => 6,
    };
    (group, byte)
}

#[derive(Default)]
struct Trie {
    nodes: Vec<(BTreeMap<u8, usize>, bool)>,
}

impl Trie {
    fn new(words: &BTreeSet<String>) -> Self {
        let mut trie = Trie { nodes: vec![(BTreeMap::new(), false)] };
        for word in words {
            let mut at = 0;
            for byte in word.bytes() {
                let fresh = trie.nodes.len();
                at = *trie.nodes[at].0.entry(byte).or_insert(fresh);
                if at == fresh {
                    trie.nodes.push((BTreeMap::new(), false));
                }
            }
            trie.nodes[at].1 = true;
        }
        trie
    }

    fn step(&self, at: usize, byte: u8) -> usize {
        if at == OFF { OFF } else { self.nodes[at].0.get(&byte).copied().unwrap_or(OFF) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    patterns: Vec<u32>,
    utf8: Utf8,
    length: u64,
    excluded: usize,
}

struct Product<'l> {
    language: &'l Language,
    dfas: Vec<Arc<Dfa>>,
    trie: Trie,
    bytes: Vec<u8>,
}

impl<'l> Product<'l> {
    fn new(language: &'l Language, dfas: Vec<Arc<Dfa>>) -> Self {
        let trie = Trie::new(&language.excluded);
        let spelled: BTreeSet<u8> =
            language.excluded.iter().flat_map(|word| word.bytes()).collect();
        let mut classes: BTreeMap<Vec<u8>, u8> = BTreeMap::new();
        let mut order: Vec<u8> = (0..=255).collect();
        order.sort_unstable_by_key(|byte| byte_preference(*byte));
        for byte in order {
            let mut class: Vec<u8> = dfas.iter().map(|dfa| dfa.byte_classes().get(byte)).collect();
            class.push(utf8_class(byte));
            class.push(u8::from(spelled.contains(&byte)));
            class.push(if spelled.contains(&byte) { byte } else { 0 });
            classes.entry(class).or_insert(byte);
        }
        let mut bytes: Vec<u8> = classes.into_values().collect();
        bytes.sort_unstable_by_key(|byte| byte_preference(*byte));
        Product { language, dfas, trie, bytes }
    }

    fn start(&self) -> Option<State> {
        let patterns = self.dfas.iter().map(|dfa| first_state(dfa)).collect::<Option<Vec<_>>>()?;
        Some(State { patterns, utf8: Utf8::Boundary, length: 0, excluded: 0 })
    }

    fn next(&self, state: &State, byte: u8) -> Option<State> {
        let next = utf8(state.utf8, byte)?;
        let mut length = state.length;
        if state.utf8 == Utf8::Boundary {
            length += 1;
            match self.language.max {
                Some(max) if length > max => return None,
                Some(_) => {}
                // Beyond the minimum length, all lengths are the same.
                None => length = length.min(self.language.min),
            }
        }
        let positive = self.language.with.len();
        let mut patterns = Vec::with_capacity(self.dfas.len());
        for (index, dfa) in self.dfas.iter().enumerate() {
            let to = step(dfa, state.patterns[index], byte);
            let lost = if index < positive { to == SAFE } else { to == HIT };
            if lost {
                return None;
            }
            patterns.push(to);
        }
        Some(State { patterns, utf8: next, length, excluded: self.trie.step(state.excluded, byte) })
    }

    fn accepts(&self, state: &State) -> bool {
        let positive = self.language.with.len();
        state.utf8 == Utf8::Boundary
            && state.length >= self.language.min
            && (state.excluded == OFF || !self.trie.nodes[state.excluded].1)
            && self
                .dfas
                .iter()
                .enumerate()
                .all(|(index, dfa)| accepts(dfa, state.patterns[index]) == (index < positive))
    }

    fn search(&self, budget: &Budget) -> Word {
        let Some(start) = self.start() else {
            return Word::Unknown("the automaton has no start");
        };
        let positive = self.language.with.len();
        let lost = |(index, at): (usize, &u32)| *at == if index < positive { SAFE } else { HIT };
        if start.patterns.iter().enumerate().any(lost) {
            return Word::None;
        }
        let mut seen: BTreeMap<State, usize> = BTreeMap::from([(start.clone(), 0)]);
        // Each entry: the previous state and the byte that led here.
        let mut trail: Vec<(usize, u8)> = vec![(0, 0)];
        let mut queue = VecDeque::from([(start, 0usize)]);
        let price = 1 + (self.bytes.len() * self.dfas.len() / 16) as u64;
        while let Some((state, number)) = queue.pop_front() {
            if self.accepts(&state) {
                return Word::Found(spell(&trail, number));
            }
            if !budget.spend(price) {
                return Word::Unknown(budget.reason());
            }
            for byte in &self.bytes {
                let Some(next) = self.next(&state, *byte) else { continue };
                if seen.contains_key(&next) {
                    continue;
                }
                let fresh = trail.len();
                if fresh >= MAX_STATES {
                    return Word::Unknown("the product of the patterns is too big");
                }
                trail.push((number, *byte));
                seen.insert(next.clone(), fresh);
                queue.push_back((next, fresh));
            }
        }
        Word::None
    }
}

fn spell(trail: &[(usize, u8)], mut at: usize) -> String {
    let mut bytes = Vec::new();
    while at != 0 {
        let (before, byte) = trail[at];
        bytes.push(byte);
        at = before;
    }
    bytes.reverse();
    String::from_utf8_lossy(&bytes).into_owned()
}

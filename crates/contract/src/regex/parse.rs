//! A recursive-descent parser of ECMA-262's Pattern grammar with the `u` flag.

use super::ast::{Class, ClassItem, GroupKind, Node, Pattern};
use super::modifiers::Modifiers;

/// The maximum depth, which protects the stack. Real patterns are far below it.
const MAX_DEPTH: usize = 200;

/// A syntax error of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid pattern at offset {offset}: {message}")]
pub struct PatternError {
    /// The byte offset in the pattern.
    pub offset: usize,
    /// The message.
    pub message: String,
}

/// Parses a pattern by the grammar with the `u` flag.
///
/// # Errors
/// The first syntax error, or nesting beyond 200 levels.
pub fn parse(pattern: &str) -> Result<Pattern, PatternError> {
    Parser::new(pattern, false).pattern()
}

/// Like [`parse`], but also accepts escaped punctuation (`\-`, `\_`, `\"`, …) and a stray `]`, `{` or `}`
/// as literal characters.
///
/// # Errors
/// As [`parse`].
pub fn parse_lenient(pattern: &str) -> Result<Pattern, PatternError> {
    Parser::new(pattern, true).pattern()
}

pub(super) struct Parser<'p> {
    pub(super) text: &'p str,
    pub(super) at: usize,
    pub(super) lenient: bool,
    pub(super) modifiers: Modifiers,
    depth: usize,
    groups: u32,
    names: Vec<(u32, String)>,
    /// `\1` and `\k<name>` may precede their groups: they are resolved at the end.
    numbered: Vec<(usize, u32)>,
    named: Vec<(usize, String)>,
}

/// An atom of a class: a character, which can end a range, or a set, which can't. No character means a
/// lone surrogate.
pub(super) enum Atom {
    Char(u32),
    Set(ClassItem),
}

impl<'p> Parser<'p> {
    fn new(text: &'p str, lenient: bool) -> Self {
        Parser {
            text,
            at: 0,
            lenient,
            modifiers: Modifiers::default(),
            depth: 0,
            groups: 0,
            names: Vec::new(),
            numbered: Vec::new(),
            named: Vec::new(),
        }
    }

    fn pattern(mut self) -> Result<Pattern, PatternError> {
        let mut root = self.alternation()?;
        if self.at < self.text.len() {
            return self.fail("unmatched )");
        }
        for (offset, number) in std::mem::take(&mut self.numbered) {
            if number > self.groups {
                self.at = offset;
                return self.fail(format!("there is no group {number}"));
            }
        }
        let mut targets = Vec::with_capacity(self.named.len());
        for (offset, name) in std::mem::take(&mut self.named) {
            match self.names.iter().find(|(_, known)| *known == name) {
                Some((index, _)) => targets.push(*index),
                None => {
                    self.at = offset;
                    return self.fail(format!("there is no group named {name}"));
                }
            }
        }
        if !targets.is_empty() {
            resolve_names(&mut root, &targets);
        }
        Ok(Pattern { root, groups: self.groups, names: self.names })
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T, PatternError> {
        Err(PatternError { offset: self.at, message: message.into() })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn alternation(&mut self) -> Result<Node, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(format!("nested deeper than {MAX_DEPTH} levels"));
        }
        let mut branches = vec![self.sequence()?];
        while self.eat("|") {
            branches.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match branches.len() {
            1 => branches.remove(0),
            _ => Node::Alternate(branches),
        })
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let term = self.term(c)?;
            parts.push(self.quantified(term)?);
        }
        Ok(match parts.len() {
            0 => Node::Empty,
            1 => parts.remove(0),
            _ => Node::Concat(parts),
        })
    }

    fn term(&mut self, c: char) -> Result<Node, PatternError> {
        match c {
            '(' => self.group(),
            '[' => self.class(),
            '\\' => self.escape(),
            '*' | '+' | '?' => self.fail(format!("nothing to repeat before {c}")),
            '{' if self.lenient && self.counts().is_none() => self.literal(),
            '{' => self.fail("nothing to repeat before {"),
            ']' | '}' if !self.lenient => self.fail(format!("{c} must be escaped")),
            '^' => self.single(self.modifiers.edge(false)),
            '$' => self.single(self.modifiers.edge(true)),
            '.' => self.single(self.modifiers.any()),
            _ => self.literal(),
        }
    }

    fn single(&mut self, node: Node) -> Result<Node, PatternError> {
        self.bump();
        Ok(node)
    }

    fn literal(&mut self) -> Result<Node, PatternError> {
        match self.bump() {
            Some(c) => Ok(self.modifiers.literal(c)),
            None => self.fail("the pattern ends too early"),
        }
    }

    fn group(&mut self) -> Result<Node, PatternError> {
        let start = self.at;
        let look = |ahead, negated, body| Node::Look { ahead, negated, body: Box::new(body) };
        let node = if self.eat("(?:") {
            Node::Group(GroupKind::Plain, Box::new(self.alternation()?))
        } else if self.eat("(?=") {
            look(true, false, self.alternation()?)
        } else if self.eat("(?!") {
            look(true, true, self.alternation()?)
        } else if self.eat("(?<=") {
            look(false, false, self.alternation()?)
        } else if self.eat("(?<!") {
            look(false, true, self.alternation()?)
        } else if let Some(modifiers) = self.modifiers()? {
            let outer = std::mem::replace(&mut self.modifiers, modifiers);
            let body = self.alternation()?;
            self.modifiers = outer;
            Node::Group(GroupKind::Plain, Box::new(body))
        } else {
            let name = if self.eat("(?<") { Some(self.group_name()?) } else { None };
            if name.is_none() {
                self.eat("(");
                if self.peek() == Some('?') {
                    return self.fail("unknown kind of group");
                }
            }
            self.groups += 1;
            let index = self.groups;
            if let Some(name) = &name {
                if self.names.iter().any(|(_, known)| known == name) {
                    return self.fail(format!("two groups are named {name}"));
                }
                self.names.push((index, name.clone()));
            }
            Node::Group(GroupKind::Capture { index, name }, Box::new(self.alternation()?))
        };
        if !self.eat(")") {
            self.at = start;
            return self.fail("unclosed (");
        }
        Ok(node)
    }

    /// After `<`: an identifier and `>`.
    fn group_name(&mut self) -> Result<String, PatternError> {
        let rest = &self.text[self.at..];
        let Some(end) = rest.find('>') else {
            return self.fail("the group name is not closed");
        };
        let name = &rest[..end];
        let starts = |c: char| c == '$' || c == '_' || c.is_alphabetic();
        let continues = |c: char| starts(c) || c.is_numeric() || c == '\u{200c}' || c == '\u{200d}';
        if !name.starts_with(starts) || !name.chars().all(continues) {
            return self.fail(format!("{name:?} is no name for a group"));
        }
        self.at += end + 1;
        Ok(name.to_owned())
    }

    fn quantified(&mut self, term: Node) -> Result<Node, PatternError> {
        let start = self.at;
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.counts() {
                Some((min, max, length)) => {
                    self.at += length - 1;
                    (min, max)
                }
                None if self.lenient => return Ok(term),
                None => return self.fail("{ must be escaped"),
            },
            _ => return Ok(term),
        };
        self.bump();
        if matches!(term, Node::Start | Node::End | Node::WordBoundary { .. } | Node::Look { .. }) {
            self.at = start;
            return self.fail("an assertion can't be repeated");
        }
        if max.is_some_and(|max| max < min) {
            self.at = start;
            return self.fail("the counts of the repetition are out of order");
        }
        let greedy = !self.eat("?");
        Ok(Node::Repeat { body: Box::new(term), min, max, greedy })
    }

    /// `{n}`, `{n,}` or `{n,m}` from here, with its length in bytes. Counts beyond 32 bits saturate.
    fn counts(&self) -> Option<(u32, Option<u32>, usize)> {
        let rest = self.text[self.at..].strip_prefix('{')?;
        let inside = &rest[..rest.find('}')?];
        let number = |digits: &str| -> Option<u32> {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| digits.parse().unwrap_or(u32::MAX))
        };
        let (min, max) = match inside.split_once(',') {
            None => (number(inside)?, Some(number(inside)?)),
            Some((min, "")) => (number(min)?, None),
            Some((min, max)) => (number(min)?, Some(number(max)?)),
        };
        Some((min, max, inside.len() + 2))
    }

    fn escape(&mut self) -> Result<Node, PatternError> {
        let start = self.at;
        self.bump();
        match self.peek() {
            Some('b') => self.single(self.modifiers.word_boundary(false)),
            Some('B') => self.single(self.modifiers.word_boundary(true)),
            Some('1'..='9' | 'k') if self.modifiers.ignores_case() => {
                self.fail("a backreference inside of (?i: is not supported")
            }
            Some(c @ '1'..='9') => {
                let mut number = 0u32;
                let mut digit = Some(c);
                while let Some(value) = digit.and_then(|c| c.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(value);
                    self.bump();
                    digit = self.peek();
                }
                self.numbered.push((start, number));
                Ok(Node::BackReference(number))
            }
            Some('k') => {
                self.bump();
                if !self.eat("<") {
                    return self.fail(r"\k must be followed by <name>");
                }
                let name = self.group_name()?;
                self.named.push((start, name));
                // Zero stands for the next named group until the groups are known.
                Ok(Node::BackReference(0))
            }
            _ => {
                self.at = start;
                Ok(match self.character_escape(false)? {
                    Atom::Char(code) => match char::from_u32(code) {
                        Some(c) => self.modifiers.literal(c),
                        None => Node::Class(Class { negated: false, items: Vec::new() }),
                    },
                    Atom::Set(item) => {
                        self.modifiers.class(Class { negated: false, items: vec![item] })
                    }
                })
            }
        }
    }

    fn class(&mut self) -> Result<Node, PatternError> {
        let start = self.at;
        self.bump();
        let negated = self.eat("^");
        let mut items = Vec::new();
        loop {
            if self.eat("]") {
                return Ok(self.modifiers.class(Class { negated, items }));
            }
            if self.peek().is_none() {
                self.at = start;
                return self.fail("unclosed [");
            }
            let from = self.at;
            let first = self.class_atom()?;
            let rest = &self.text[self.at..];
            if !rest.starts_with('-') || rest.starts_with("-]") || rest.len() == 1 {
                push_atom(&mut items, first);
                continue;
            }
            self.bump();
            let last = self.class_atom()?;
            match (first, last) {
                (Atom::Char(first), Atom::Char(last)) if first <= last => {
                    push_range(&mut items, first, last);
                }
                (Atom::Char(_), Atom::Char(_)) => {
                    self.at = from;
                    return self.fail("the ends of the range are out of order");
                }
                (first, last) if self.lenient => {
                    push_atom(&mut items, first);
                    push_range(&mut items, u32::from('-'), u32::from('-'));
                    push_atom(&mut items, last);
                }
                _ => {
                    self.at = from;
                    return self.fail("a set of characters can't end a range");
                }
            }
        }
    }

    fn class_atom(&mut self) -> Result<Atom, PatternError> {
        if self.peek() == Some('\\') {
            return self.character_escape(true);
        }
        match self.bump() {
            Some(c) => Ok(Atom::Char(u32::from(c))),
            None => self.fail("unclosed ["),
        }
    }
}

fn push_atom(items: &mut Vec<ClassItem>, atom: Atom) {
    match atom {
        Atom::Char(code) => push_range(items, code, code),
        Atom::Set(item) => items.push(item),
    }
}

/// Ranges are over code points. They omit surrogates, because no JSON text contains a lone one.
fn push_range(items: &mut Vec<ClassItem>, first: u32, last: u32) {
    let parts = [(first, last.min(0xd7ff)), (first.max(0xe000), last)];
    for (first, last) in parts {
        if let (true, Some(first), Some(last)) =
            (first <= last, char::from_u32(first), char::from_u32(last))
        {
            items.push(ClassItem::Range(first, last));
        }
    }
}

/// Fills in the numbers of `\k<name>`, which the parser left at zero in order of appearance.
fn resolve_names(node: &mut Node, targets: &[u32]) {
    fn walk(node: &mut Node, targets: &mut std::slice::Iter<'_, u32>) {
        match node {
            Node::BackReference(index) if *index == 0 => {
                *index = *targets.next().expect("invariant: one target a named backreference");
            }
            Node::Group(_, body) | Node::Look { body, .. } | Node::Repeat { body, .. } => {
                walk(body, targets);
            }
            Node::Concat(parts) | Node::Alternate(parts) => {
                parts.iter_mut().for_each(|part| walk(part, targets));
            }
            _ => {}
        }
    }
    walk(node, &mut targets.iter());
}

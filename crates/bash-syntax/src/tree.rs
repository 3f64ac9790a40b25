//! The nodes of a text that was read: each stands in front of what it holds, and knows what follows it.

use super::Op;

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Commands one after the other: [`Kind::Item`]s.
    List,
    /// Pipelines joined by `&&` and `||`; [`flag::BACKGROUND`] where `&` ends it.
    Item,
    /// Commands joined by `|`; [`flag::OR`], [`flag::AND`], [`flag::BANG`], [`flag::TIMED`].
    Pipeline,
    /// A simple command: assignments, words and redirections as they stand.
    Simple,
    /// `NAME=VALUE` in front of a command's name.
    Assign,
    /// A word; [`flag::QUOTED`], [`flag::EXPANDS`], [`flag::GLOB`]. It holds its substitutions.
    Word,
    /// A redirection: its flag is an [`super::Op`]; it holds the target.
    Redirect,
    /// The body of a here-document; [`flag::EXPANDS`] where expansions count in it.
    Body,
    /// `$( )` or `${ ; }`: a list.
    Command,
    /// Backticks: a list where it can be read as it stands, nothing where [`flag::ESCAPED`] or no list.
    Backtick,
    /// `<( )`, or `>( )` with [`flag::WRITES`].
    Process,
    /// `{ }`.
    Brace,
    /// `( )`.
    Subshell,
    /// `if`: lists, each a condition or ([`flag::THEN`], [`flag::ELSE`]) a branch.
    If,
    /// `while`: two lists.
    While,
    /// `until`: two lists.
    Until,
    /// `for NAME`: the name, the words ([`flag::WORDS`] where `in` stands), a list.
    For,
    /// `select NAME`, like `for`.
    Select,
    /// `for (( ))`: three [`Kind::Formula`]s and a list.
    ArithmeticFor,
    /// An arithmetic expression.
    Formula,
    /// `case`: a word and [`Kind::Arm`]s.
    Case,
    /// Patterns (words), then a list that may be empty. Its flag is the number of the operator at its end.
    Arm,
    /// `(( ))`: a [`Kind::Formula`].
    Arithmetic,
    /// `[[ ]]`: its words, operators left out.
    Test,
    /// A function: its name, then its body.
    Function,
    /// `coproc`: a name where there is one, then a command.
    Coprocess,
    /// The name of a function, a loop variable or a coprocess.
    Name,
}

/// What a node is, besides its kind. The bits of different kinds may be the same.
pub mod flag {
    /// Of an item: `&` ends it.
    pub const BACKGROUND: u8 = 1;
    /// Of a pipeline: it stands behind `||`.
    pub const OR: u8 = 1;
    /// Of a pipeline: it stands behind `&&`.
    pub const AND: u8 = 2;
    /// Of a pipeline: an odd number of `!`.
    pub const BANG: u8 = 4;
    /// Of a pipeline: `time`.
    pub const TIMED: u8 = 8;
    /// Of a word: quotes or backslashes.
    pub const QUOTED: u8 = 1;
    /// Of a word or a body: `$`, backticks or `<( )`.
    pub const EXPANDS: u8 = 2;
    /// Of a word: `*`, `?` or `[`, unquoted.
    pub const GLOB: u8 = 4;
    /// Of backticks: backslashes stand in them that are taken away before the text is read.
    pub const ESCAPED: u8 = 1;
    /// Of backticks: they stand in double quotes.
    pub const IN_QUOTES: u8 = 2;
    /// Of a process substitution: it is written to.
    pub const WRITES: u8 = 1;
    /// Of a list: it stands behind `then`.
    pub const THEN: u8 = 1;
    /// Of a list: it stands behind `else`.
    pub const ELSE: u8 = 2;
    /// Of a loop over words: `in` stands there.
    pub const WORDS: u8 = 1;
}

/// A node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Byte offset of its first byte.
    pub start: u32,
    /// Byte offset behind its last byte.
    pub end: u32,
    /// Index of the first node that is not in this one.
    pub next: u32,
    /// What it is.
    pub kind: Kind,
    /// What else it is.
    pub flag: u8,
}

/// A text that was read.
#[derive(Debug, Default)]
pub struct Tree {
    /// All nodes; the first is the list of the whole text.
    pub nodes: Vec<Node>,
    /// Where comments begin.
    pub comments: Vec<u32>,
    /// The body of each here-document, by the index of its redirection.
    pub(super) bodies: Vec<(u32, u32)>,
}

impl Tree {
    /// The body of each here-document, by the index of its redirection, in order.
    pub fn bodies(&self) -> &[(u32, u32)] {
        &self.bodies
    }

    /// The list of the whole text.
    pub fn root(&self) -> At<'_> {
        At { tree: self, index: 0 }
    }

    /// Every node, in order.
    pub fn all(&self) -> impl Iterator<Item = At<'_>> {
        (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX))
            .map(|index| At { tree: self, index })
    }
}

/// A node of a tree.
#[derive(Debug, Clone, Copy)]
pub struct At<'t> {
    tree: &'t Tree,
    index: u32,
}

impl<'t> At<'t> {
    fn node(&self) -> &'t Node {
        &self.tree.nodes[self.index as usize]
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        self.node().kind
    }

    /// Has it this flag?
    pub fn is(&self, flag: u8) -> bool {
        self.node().flag & flag != 0
    }

    /// Its flags.
    pub fn flag(&self) -> u8 {
        self.node().flag
    }

    /// Byte offset of its first byte.
    pub fn start(&self) -> usize {
        self.node().start as usize
    }

    /// Byte offset behind its last byte.
    pub fn end(&self) -> usize {
        self.node().end as usize
    }

    /// Where it stands.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start()..self.end()
    }

    /// Holds it nothing?
    pub fn is_leaf(&self) -> bool {
        self.node().next == self.index + 1
    }

    /// The nodes right in it. Bodies of here-documents stand where their text does and are asked for by [`At::body`].
    pub fn children(self) -> impl Iterator<Item = At<'t>> {
        let end = self.node().next;
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            while index < end {
                let child = At { tree: self.tree, index };
                index = child.node().next;
                if child.kind() != Kind::Body {
                    return Some(child);
                }
            }
            None
        })
    }

    /// Is it given something to read by a redirection of its own?
    pub fn is_fed(self) -> bool {
        self.of(Kind::Redirect).any(|redirect| Op::of(redirect.flag()).is_some_and(Op::feeds))
    }

    /// Those of one kind right in it.
    pub fn of(self, kind: Kind) -> impl Iterator<Item = At<'t>> {
        self.children().filter(move |child| child.kind() == kind)
    }

    /// The body that the redirection of a here-document reads.
    pub fn body(self) -> Option<At<'t>> {
        let bodies = &self.tree.bodies;
        let found = bodies.binary_search_by_key(&self.index, |(redirect, _)| *redirect).ok()?;
        Some(At { tree: self.tree, index: bodies[found].1 })
    }
}

//! The nodes of a parsed text: each precedes its children and knows the next node after them.

use super::operator::Op;

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A sequence of commands: [`Kind::Item`]s.
    List,
    /// Pipelines joined by `&&` and `||`; [`flag::BACKGROUND`] where `&` ends it.
    Item,
    /// Commands joined by `|`; [`flag::OR`], [`flag::AND`], [`flag::BANG`], [`flag::TIMED`].
    Pipeline,
    /// A simple command: assignments, words and redirections in order.
    Simple,
    /// `NAME=VALUE` before a command's name.
    Assign,
    /// A word; [`flag::QUOTED`], [`flag::EXPANDS`], [`flag::GLOB`]. It holds its substitutions.
    Word,
    /// A redirection: its flag is an [`Op`]; it holds the target.
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
    /// `for NAME`: the name, the words ([`flag::WORDS`] if `in` is present), a list.
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
    /// `[[ ]]`: its words, without operators.
    Test,
    /// A function: its name, then its body.
    Function,
    /// `coproc`: a name, if there is one, then a command.
    Coprocess,
    /// The name of a function, a loop variable or a coprocess.
    Name,
}

/// What a node is, besides its kind. The bits of different kinds may be the same.
pub mod flag {
    /// Of an item: `&` ends it.
    pub const BACKGROUND: u8 = 1;
    /// Of a pipeline: it follows `||`.
    pub const OR: u8 = 1;
    /// Of a pipeline: it follows `&&`.
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
    /// Of backticks: they contain backslashes that are removed before the text is read.
    pub const ESCAPED: u8 = 1;
    /// Of backticks: they are in double quotes.
    pub const IN_QUOTES: u8 = 2;
    /// Of a process substitution: it is written to.
    pub const WRITES: u8 = 1;
    /// Of a list: it follows `then`.
    pub const THEN: u8 = 1;
    /// Of a list: it follows `else`.
    pub const ELSE: u8 = 2;
    /// Of a loop over words: `in` is present.
    pub const WORDS: u8 = 1;
}

/// A node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Byte offset of its first byte.
    pub start: u32,
    /// Byte offset after its last byte.
    pub end: u32,
    /// Index of the first node after this one and its children.
    pub next: u32,
    /// Its kind.
    pub kind: Kind,
    /// Its flags.
    pub flag: u8,
}

/// A parsed text.
#[derive(Debug, Default)]
pub struct Tree {
    /// All nodes; the first is the list of the whole text.
    pub nodes: Vec<Node>,
    /// The offsets of comments.
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

    /// Its kind.
    pub fn kind(&self) -> Kind {
        self.node().kind
    }

    /// Whether it has this flag.
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

    /// Byte offset after its last byte.
    pub fn end(&self) -> usize {
        self.node().end as usize
    }

    /// Its range.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start()..self.end()
    }

    /// Whether it is empty.
    pub fn is_leaf(&self) -> bool {
        self.node().next == self.index + 1
    }

    /// Its children. Bodies of here-documents are at their place in the text; [`At::body`] returns them.
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

    /// Whether a redirection of its own provides input.
    pub fn is_fed(self) -> bool {
        self.of(Kind::Redirect).any(|redirect| Op::of(redirect.flag()).is_some_and(Op::feeds))
    }

    /// Its children of one kind.
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

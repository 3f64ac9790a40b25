//! Compound commands, functions and coprocesses.

use super::reader::{Read, Reader, offset};
use super::tree::{Kind, flag};

impl Reader<'_> {
    /// Reads the compound command that begins here, with its redirections; returns its end.
    pub(super) fn compound(&mut self, kind: Kind) -> Read<usize> {
        let node = self.open(kind);
        match kind {
            Kind::Subshell => self.brackets(node)?,
            Kind::Brace => {
                self.at += 1;
                self.list(false)?;
                self.want(b"}", "a `{` without its `}`")?;
            }
            Kind::If => self.branches()?,
            Kind::While | Kind::Until => {
                self.at += 5;
                self.list(false)?;
                self.do_done()?;
            }
            Kind::For => self.for_loop(node)?,
            Kind::Select => {
                self.at += 6;
                self.words_loop(node)?;
            }
            Kind::Case => self.case()?,
            Kind::Test => self.test()?,
            Kind::Function => {
                let end = self.function()?;
                self.close_at(node, end);
                return Ok(end);
            }
            _ => {
                let end = self.coprocess()?;
                self.close_at(node, end);
                return Ok(end);
            }
        }
        let end = self.redirects()?;
        self.close_at(node, end);
        Ok(end)
    }

    /// `( )`, or `(( ))` if it is arithmetic.
    fn brackets(&mut self, node: usize) -> Read {
        let start = self.at;
        if self.ahead(1) == b'(' && self.arithmetic(2)? {
            self.nodes[node].kind = Kind::Arithmetic;
            return Ok(());
        }
        self.at += 1;
        self.list(false)?;
        if self.peek() != b')' {
            return self.bad_at(start, "a `(` without its `)`");
        }
        self.at += 1;
        Ok(())
    }

    /// A list with a flag.
    fn branch(&mut self, flag: u8) -> Read {
        let node = self.nodes.len();
        self.list(false)?;
        self.nodes[node].flag = flag;
        Ok(())
    }

    fn branches(&mut self) -> Read {
        self.at += 2;
        loop {
            self.list(false)?;
            self.want(b"then", "an `if` without its `then`")?;
            self.branch(flag::THEN)?;
            if !self.comes_word(b"elif") {
                break;
            }
            self.at += 4;
        }
        if self.comes_word(b"else") {
            self.at += 4;
            self.branch(flag::ELSE)?;
        }
        self.want(b"fi", "an `if` without its `fi`")
    }

    fn do_done(&mut self) -> Read {
        self.want(b"do", "a loop without its `do`")?;
        self.list(false)?;
        self.want(b"done", "a loop without its `done`")
    }

    /// The body of a `for`, which may also be in braces.
    fn loop_body(&mut self) -> Read {
        if !self.comes_word(b"{") {
            return self.do_done();
        }
        self.at += 1;
        self.list(false)?;
        self.want(b"}", "a `{` without its `}`")
    }

    fn for_loop(&mut self, node: usize) -> Read {
        self.at += 3;
        self.blanks();
        if !self.comes(b"((") {
            return self.words_loop(node);
        }
        self.nodes[node].kind = Kind::ArithmeticFor;
        if !self.arithmetic(2)? {
            return self.bad("a `for ((` without its `))`");
        }
        self.blanks();
        if self.peek() == b';' {
            self.at += 1;
        }
        self.newlines()?;
        self.loop_body()
    }

    /// `NAME [in WORD…]` and the body.
    fn words_loop(&mut self, node: usize) -> Read {
        self.blanks();
        self.name("a loop without its variable")?;
        self.blanks();
        if self.peek() == b';' {
            self.at += 1;
            self.newlines()?;
            return self.loop_body();
        }
        self.newlines()?;
        if self.comes_word(b"in") {
            self.at += 2;
            self.nodes[node].flag = flag::WORDS;
            self.blanks();
            while !matches!(self.peek(), b';' | b'\n') {
                self.word()?;
                self.blanks();
            }
            if self.peek() == b';' {
                self.at += 1;
            }
            self.newlines()?;
        }
        self.loop_body()
    }

    /// A word that is a name and contains no code.
    fn name(&mut self, what: &'static str) -> Read {
        let node = self.open(Kind::Name);
        let start = self.at;
        self.scan_word()?;
        if self.at == start {
            return self.bad(what);
        }
        self.nodes.truncate(node + 1);
        self.close(node);
        Ok(())
    }

    fn case(&mut self) -> Read {
        self.at += 4;
        self.blanks();
        self.word()?;
        self.newlines()?;
        self.want(b"in", "a `case` without its `in`")?;
        loop {
            self.newlines()?;
            if self.comes_word(b"esac") {
                self.at += 4;
                return Ok(());
            }
            if !self.arm()? {
                return self.want(b"esac", "a `case` without its `esac`");
            }
        }
    }

    /// Patterns and their commands; false if no operator ends them, because they are the last.
    fn arm(&mut self) -> Read<bool> {
        if self.ended() {
            return self.bad("a `case` without its `esac`");
        }
        let node = self.open(Kind::Arm);
        if self.peek() == b'(' {
            self.at += 1;
            self.blanks();
        }
        loop {
            self.word()?;
            self.blanks();
            match self.peek() {
                b'|' => self.at += 1,
                b')' => break,
                _ => return self.bad("a pattern without its `)`"),
            }
            self.blanks();
        }
        self.at += 1;
        self.list(true)?;
        let (length, operator) = match (self.peek(), self.ahead(1), self.ahead(2)) {
            (b';', b';', b'&') => (3, 3),
            (b';', b';', _) => (2, 1),
            (b';', b'&', _) => (2, 2),
            _ => (0, 0),
        };
        self.at += length;
        self.nodes[node].flag = operator;
        self.close(node);
        Ok(length > 0)
    }

    /// `function NAME [()]` and the body.
    fn function(&mut self) -> Read<usize> {
        self.at += 8;
        self.blanks();
        self.name("a function without a name")?;
        self.blanks();
        if self.peek() == b'(' {
            let open = self.at;
            self.at += 1;
            self.blanks();
            if self.peek() == b')' {
                self.at += 1;
            } else {
                self.at = open;
            }
        }
        self.newlines()?;
        self.body()
    }

    /// `coproc [NAME] COMPOUND` or `coproc COMMAND`.
    fn coprocess(&mut self) -> Read<usize> {
        self.at += 6;
        self.blanks();
        if self.compound_kind().is_none() {
            let mark = self.mark();
            let node = self.open(Kind::Name);
            let flags = self.scan_word()?;
            self.close(node);
            self.blanks();
            if flags != 0 || self.compound_kind().is_none() {
                self.back(mark);
            } else {
                self.nodes[node].next = offset(node + 1);
            }
        }
        self.command()
    }
}

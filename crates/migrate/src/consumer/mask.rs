//! The executable bytes of a shell text: comments, here-documents and long strings only name
//! scripts.

use std::cell::Cell;

/// The context of the scan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum In {
    /// Commands: the text itself, `( )`, `$( )`, with the number of open `case` commands.
    Code(u8),
    /// `$(( ))` and `(( ))`.
    Sum,
    /// `${ }`, in double quotes or outside.
    Brace(bool),
    /// `" "`, from this byte on; whether a shell runs it.
    Double(usize, bool),
    /// Backticks.
    Ticks,
}

struct Document {
    end: String,
    tabs: bool,
    literal: bool,
    runs: bool,
}

/// A text of the same length in which text that no shell runs is blank. A text that can't be scanned to its end is
/// returned unchanged, so that every name in it counts.
pub(super) fn code(text: &str) -> String {
    Scan::new(text).run().unwrap_or_else(|| text.to_owned())
}

struct Scan<'t> {
    text: &'t [u8],
    out: Vec<u8>,
    at: usize,
    open: Vec<In>,
    pending: Vec<Document>,
    /// The start of the line of commands.
    line: usize,
    /// The line in which [`Scan::given`] searched last, how far, and what it found: a line may have thousands of strings.
    searched: Cell<(usize, usize, bool)>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text: text.as_bytes(),
            out: text.as_bytes().to_vec(),
            at: 0,
            open: vec![In::Code(0)],
            pending: Vec::new(),
            line: 0,
            searched: Cell::default(),
        }
    }

    fn run(mut self) -> Option<String> {
        while self.at < self.text.len() {
            match *self.open.last()? {
                In::Double(..) => self.quoted(),
                In::Brace(_) | In::Sum => self.expansion(),
                In::Code(_) | In::Ticks => self.command()?,
            }
        }
        let whole = self.open.len() == 1 && self.pending.is_empty();
        whole.then(|| String::from_utf8(self.out).ok())?
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    fn starts(&self, word: &[u8]) -> bool {
        self.text[self.at..].starts_with(word)
    }

    fn blank(&mut self, from: usize, to: usize) {
        let to = to.min(self.out.len());
        for byte in &mut self.out[from..to] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }

    /// A backslash and the next character; an escaped backtick is not a substitution.
    fn escaped(&mut self) {
        if self.peek(1) == b'`' && !self.open.contains(&In::Ticks) {
            self.blank(self.at, self.at + 2);
        }
        self.at += 2;
    }

    /// `$(`, `${`, `$((` or a backtick with its special meaning. False if there is none.
    fn opens(&mut self) -> bool {
        let quoted = matches!(self.open.last(), Some(In::Double(..) | In::Brace(true)));
        let (what, len) = if self.starts(b"$((") {
            (In::Sum, 3)
        } else if self.starts(b"$(") {
            (In::Code(0), 2)
        } else if self.starts(b"${") {
            (In::Brace(quoted), 2)
        } else if self.peek(0) == b'`' && !self.open.contains(&In::Ticks) {
            (In::Ticks, 1)
        } else {
            return false;
        };
        self.open.push(what);
        self.at += len;
        true
    }

    fn quoted(&mut self) {
        match self.peek(0) {
            b'\\' => self.escaped(),
            b'"' => self.unquote(),
            _ if self.opens() => {}
            _ => self.at += 1,
        }
    }

    /// The end of a string: one of several lines that no shell gets is a message, with all of its text.
    fn unquote(&mut self) {
        let Some(In::Double(from, runs)) = self.open.pop() else { return };
        let to = self.at;
        if !runs && self.text[from..to].contains(&b'\n') {
            self.keep_substitutions(from, to);
        }
        self.at += 1;
    }

    /// Blanks a range of text except for its substitutions.
    fn keep_substitutions(&mut self, from: usize, to: usize) {
        let mut at = from;
        let mut depth = 0usize;
        let mut ticks = false;
        while at < to {
            let here = self.out[at];
            let opens = here == b'$' && self.out.get(at + 1) == Some(&b'(');
            match here {
                b'\\' if depth == 0 && !ticks => {
                    self.blank(at, (at + 2).min(to));
                    at += 2;
                    continue;
                }
                b'$' if opens => {
                    depth += 1;
                    at += 2;
                    continue;
                }
                b'(' if depth > 0 => depth += 1,
                b')' if depth > 0 => depth -= 1,
                b'`' => ticks = !ticks,
                _ if depth == 0 && !ticks => self.blank(at, at + 1),
                _ => {}
            }
            at += 1;
        }
    }

    fn expansion(&mut self) {
        let open = self.open.last().copied();
        match self.peek(0) {
            b'\\' => self.escaped(),
            b'}' if matches!(open, Some(In::Brace(_))) => self.close(),
            b')' if open == Some(In::Sum) && self.peek(1) == b')' => {
                self.at += 1;
                self.close();
            }
            b'(' if open == Some(In::Sum) => self.push(In::Code(0)),
            b'\'' if open == Some(In::Brace(false)) => self.single(false),
            b'"' => self.push(In::Double(self.at + 1, false)),
            _ if self.opens() => {}
            _ => self.at += 1,
        }
    }

    fn push(&mut self, what: In) {
        self.open.push(what);
        self.at += 1;
    }

    fn close(&mut self) {
        self.open.pop();
        self.at += 1;
    }

    fn command(&mut self) -> Option<()> {
        let first = self.at == 0 || b" \t\n;&|()`".contains(&self.text[self.at - 1]);
        match self.peek(0) {
            b'\\' => self.escaped(),
            b'`' if self.open.last() == Some(&In::Ticks) => self.close(),
            b'\'' => self.single(self.given()),
            b'"' => self.push(In::Double(self.at + 1, self.given())),
            b'#' if first => {
                let end = self.text[self.at..].iter().position(|b| *b == b'\n');
                let end = end.map_or(self.text.len(), |i| self.at + i);
                self.blank(self.at, end);
                self.at = end;
            }
            b'\n' => {
                self.at += 1;
                self.documents()?;
                self.line = self.at;
            }
            b'<' if self.starts(b"<<<") => self.at += 3,
            b'<' if self.starts(b"<<") => self.document(),
            b'(' if first && self.starts(b"((") => {
                self.open.push(In::Sum);
                self.at += 2;
            }
            b'(' => self.push(In::Code(0)),
            b')' => self.bracket(),
            b'c' | b'e' if first => self.word(),
            _ if self.opens() => {}
            _ => self.at += 1,
        }
        Some(())
    }

    /// `case` and `esac`: between them, a `)` may end a pattern.
    fn word(&mut self) {
        let ends = |byte: u8| b" \t\n;&|)".contains(&byte);
        let step: i8 = if self.starts(b"case") && ends(self.peek(4)) {
            1
        } else if self.starts(b"esac") && ends(self.peek(4)) {
            -1
        } else {
            0
        };
        if let Some(In::Code(cases)) = self.open.last_mut() {
            *cases = cases.saturating_add_signed(step);
        }
        self.at += 1;
    }

    fn bracket(&mut self) {
        let pattern = matches!(self.open.last(), Some(In::Code(cases)) if *cases > 0);
        if !pattern && self.open.len() > 1 && matches!(self.open.last(), Some(In::Code(_))) {
            self.open.pop();
        }
        self.at += 1;
    }

    /// `' '`: one of several lines that no shell gets is a message or a program of another language.
    fn single(&mut self, runs: bool) {
        let from = self.at + 1;
        let ansi = self.at > 0 && self.text[self.at - 1] == b'$';
        let mut to = from;
        while to < self.text.len() && self.text[to] != b'\'' {
            to += if ansi && self.text[to] == b'\\' { 2 } else { 1 };
        }
        let to = to.min(self.text.len());
        if !runs && self.text[from..to].contains(&b'\n') {
            self.blank(from, to);
        }
        // An unclosed one shows that the scan went wrong.
        if to == self.text.len() {
            self.open.push(In::Sum);
        }
        self.at = to + 1;
    }

    /// Whether the string here is a program for a shell.
    fn given(&self) -> bool {
        let (line, end, found) = self.searched.get();
        let is_known = line == self.line && (line..=self.at).contains(&end);
        let (from, found) = if is_known { (end, found) } else { (self.line, false) };
        let found = found || shell_word(&self.text[from..self.at]);
        self.searched.set((self.line, self.at, found));
        found
    }

    /// `<<WORD`, `<<-'WORD'`.
    fn document(&mut self) {
        let mut at = self.at + 2;
        let tabs = self.text.get(at) == Some(&b'-');
        at += usize::from(tabs);
        while self.text.get(at).is_some_and(|b| b" \t".contains(b)) {
            at += 1;
        }
        let from = at;
        while self.text.get(at).is_some_and(|b| !b" \t\n;&|()<>`".contains(b)) {
            at += 1;
        }
        let word = String::from_utf8_lossy(&self.text[from..at]).into_owned();
        let literal = word.contains(['\'', '"', '\\']);
        let end = word.replace(['\'', '"', '\\'], "");
        if !end.is_empty() {
            let stop = self.text[at..].iter().position(|b| *b == b'\n');
            let line = &self.text[self.line..stop.map_or(self.text.len(), |i| at + i)];
            let runs = shell_word(line) || writes_code(line);
            self.pending.push(Document { end, tabs, literal, runs });
        }
        self.at = at.max(self.at + 2);
    }

    /// The bodies of the here-documents of the finished line.
    fn documents(&mut self) -> Option<()> {
        for document in std::mem::take(&mut self.pending) {
            let from = self.at;
            loop {
                let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
                let len = rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |i| i + 1);
                let line = String::from_utf8_lossy(&rest[..len]);
                let line = line.trim_end_matches(['\n', '\r']);
                let line = if document.tabs { line.trim_start_matches('\t') } else { line };
                let ends = line == document.end;
                if ends {
                    let to = self.at;
                    if !document.runs && document.literal {
                        self.blank(from, to);
                    } else if !document.runs {
                        self.keep_substitutions(from, to);
                    }
                }
                self.at += len;
                if ends {
                    break;
                }
            }
        }
        Some(())
    }
}

/// Whether a shell, here or elsewhere, gets the following text as its program.
fn shell_word(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    text.split(|c: char| c.is_whitespace() || ";&|()`/\"'".contains(c)).any(|word| {
        matches!(
            word,
            "bash"
                | "sh"
                | "zsh"
                | "dash"
                | "ksh"
                | "ssh"
                | "eval"
                | "trap"
                | "xargs"
                | "source"
                | "parallel"
                | "watch"
                | "su"
                | "sudo"
                | "-c"
                | "-lc"
                | "-exec"
        )
    })
}

/// Whether a here-document is written to a file that may be run. The file's name identifies prose.
fn writes_code(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let writes = text.contains('>') || text.contains("tee ");
    let prose = [".md", ".txt", ".json", ".html", ".csv", ".log", "&2", "/dev/"];
    writes && !prose.iter().any(|end| text.contains(end))
}

//! Redirections.

use super::operator::Op;
use super::reader::{Delimiter, Pending, Read, Reader, offset};
use super::tree::Kind;

/// The spellings, longer ones before their prefixes.
const SPELLED: [(&[u8], Op); 12] = [
    (b"&>>", Op::Both),
    (b"&>", Op::Both),
    (b"<<<", Op::String),
    (b"<<-", Op::Here),
    (b"<<", Op::Here),
    (b"<&", Op::DuplicateInput),
    (b"<>", Op::ReadWrite),
    (b"<", Op::Read),
    (b">>", Op::Append),
    (b">&", Op::DuplicateOutput),
    (b">|", Op::Clobber),
    (b">", Op::Write),
];

impl Reader<'_> {
    /// The redirections after a compound command; returns the end of the last one, or of the
    /// command.
    pub(super) fn redirects(&mut self) -> Read<usize> {
        let mut end = self.at;
        loop {
            self.blanks();
            if !self.redirect()? {
                self.at = self.at.max(end);
                return Ok(end);
            }
            end = self.at;
        }
    }

    /// A redirection, if one begins here: `>`, `2>`, `{fd}>`.
    pub(super) fn redirect(&mut self) -> Read<bool> {
        let Some(operator) = self.descriptor() else { return Ok(false) };
        let rest = &self.text[operator..self.end];
        let Some((spelled, op)) = SPELLED.iter().find(|(spelled, _)| rest.starts_with(spelled))
        else {
            return Ok(false);
        };
        // `<(` and `>(` begin a word.
        if spelled.len() == 1 && rest.get(1) == Some(&b'(') {
            return Ok(false);
        }
        let node = self.open(Kind::Redirect);
        self.nodes[node].flag = *op as u8;
        self.at = operator + spelled.len();
        self.blanks();
        let start = self.at;
        self.word()?;
        if *op == Op::Here {
            // A delimiter is not expanded.
            self.nodes.truncate(node + 2);
            self.nodes[node + 1].next = offset(node + 2);
            self.pending.push(Pending {
                redirect: offset(node),
                word: Delimiter { start, end: self.at },
                tabs: *spelled == b"<<-",
            });
        }
        self.close(node);
        Ok(true)
    }

    /// The position of the operator, after the descriptor's number or name.
    fn descriptor(&self) -> Option<usize> {
        let operator = |at: usize| matches!(self.text[..self.end].get(at), Some(b'<' | b'>'));
        let run = |from: usize, takes: fn(u8) -> bool| {
            let rest = &self.text[from..self.end];
            from + rest.iter().position(|b| !takes(*b)).unwrap_or(rest.len())
        };
        match self.peek() {
            b'<' | b'>' => Some(self.at),
            b'&' if self.ahead(1) == b'>' => Some(self.at),
            b'0'..=b'9' => {
                let at = run(self.at, |b| b.is_ascii_digit());
                operator(at).then_some(at)
            }
            b'{' => {
                let mut at = run(self.at + 1, |b: u8| crate::is_name_char(char::from(b)));
                if at > self.at + 1 && self.text[..self.end].get(at) == Some(&b'[') {
                    at = run(at, |b| !b.is_ascii_whitespace() && b != b']') + 1;
                }
                let closed = at > self.at + 1 && self.text[..self.end].get(at) == Some(&b'}');
                (closed && operator(at + 1)).then_some(at + 1)
            }
            _ => None,
        }
    }
}

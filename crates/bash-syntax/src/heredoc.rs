//! Here-documents: the lines after the next line end, up to the delimiter.

use super::reader::{Delimiter, Pending, Read, Reader};
use super::tree::{Kind, flag};

/// The maximum number of unreadable substitutions in one body; the rest of the body is skipped
/// then.
const FAILURES: usize = 8;

impl Reader<'_> {
    /// Reads the pending bodies, at the start of a line.
    pub(super) fn heredocs(&mut self) -> Read {
        for pending in std::mem::take(&mut self.pending) {
            self.heredoc(pending)?;
        }
        Ok(())
    }

    fn heredoc(&mut self, pending: Pending) -> Read {
        let Delimiter { start, end } = pending.word;
        // A continued line is not a quote.
        let word: Vec<u8> = match self.text[start..end].contains(&b'\n') {
            true => joined_lines(&self.text[start..end]),
            false => self.text[start..end].to_vec(),
        };
        let quoted = word.iter().any(|b| matches!(b, b'\'' | b'"' | b'\\'));
        let delimiter = if quoted { unquoted(&word) } else { word };
        let from = self.at;
        let mut joined: Vec<u8> = Vec::new();
        let (body, next) = loop {
            if self.at >= self.end {
                return self.bad_at(start, crate::HERE_DOCUMENT_OPEN);
            }
            let rest = &self.text[self.at..self.end];
            let length = rest.iter().position(|b| *b == b'\n');
            let line = &rest[..length.unwrap_or(rest.len())];
            let begin = self.at;
            self.at += length.map_or(rest.len(), |length| length + 1);
            // If the body is expanded, a backslash at the end joins a line with the next one.
            if !quoted && continued(line) && length.is_some() {
                joined.extend_from_slice(&line[..line.len() - 1]);
                continue;
            }
            let whole = if joined.is_empty() { line } else { &[&joined, line].concat() };
            let tabs = whole.iter().take_while(|b| **b == b'\t').count();
            if whole[if pending.tabs { tabs } else { 0 }..] == delimiter[..] {
                break (begin, self.at);
            }
            joined.clear();
        };
        self.at = from;
        let index = self.nodes.len();
        self.bodies.push((pending.redirect, super::reader::offset(index)));
        let node = self.open(Kind::Body);
        if !quoted {
            self.nodes[node].flag = flag::EXPANDS;
            self.body_substitutions(body);
        }
        self.close_at(node, body);
        self.at = next;
        Ok(())
    }

    /// The substitutions in a body, where quotes mean nothing. What can't be read is for bash to say when it gets there.
    fn body_substitutions(&mut self, end: usize) {
        let outer = std::mem::replace(&mut self.end, end);
        let mut failures = 0;
        while !self.ended() && failures < FAILURES {
            let rest = &self.text[self.at..self.end];
            let Some(next) = rest.iter().position(|b| matches!(b, b'\\' | b'$' | b'`')) else {
                break;
            };
            self.at += next;
            if self.peek() == b'\\' {
                self.at += 2;
                continue;
            }
            let mark = self.mark();
            let read = if self.peek() == b'$' { self.dollar() } else { self.backticks(true) };
            if read.is_err() {
                self.back(mark);
                self.at += 1;
                failures += 1;
            }
        }
        self.end = outer;
    }
}

/// Whether an odd number of backslashes ends the line.
fn continued(line: &[u8]) -> bool {
    line.iter().rev().take_while(|b| **b == b'\\').count() % 2 == 1
}

/// A word without line continuations.
fn joined_lines(word: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(word.len());
    let mut rest = word;
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first == b'\\' && tail.first() == Some(&b'\n') {
            rest = &tail[1..];
        } else {
            out.push(*first);
        }
    }
    out
}

/// A delimiter without its quotes.
fn unquoted(word: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(word.len());
    let mut quote = 0;
    let mut at = 0;
    while at < word.len() {
        let byte = word[at];
        let next = word.get(at + 1).copied();
        match byte {
            b'\'' | b'"' if quote == 0 => quote = byte,
            _ if byte == quote => quote = 0,
            b'$' if quote == 0 && matches!(next, Some(b'\'' | b'"')) => {}
            b'\\'
                if quote == 0
                    || (quote == b'"' && matches!(next, Some(b'$' | b'`' | b'"' | b'\\'))) =>
            {
                out.extend(next);
                at += 1;
            }
            _ => out.push(byte),
        }
        at += 1;
    }
    out
}

//! Removes terminal escape sequences from a stream of bytes.
//!
//! An escape sequence never includes a line end: an unclosed title sequence must not hide the rest
//! of an output.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Plain,
    Escape,
    Control,
    Title,
    TitleEscape,
}

/// The filter; it keeps its state between pieces.
#[derive(Debug, Default)]
pub(super) struct Filter {
    state: State,
}

impl Filter {
    /// Appends `piece` without its escape sequences to `out`.
    pub(super) fn push(&mut self, mut piece: &[u8], out: &mut Vec<u8>) {
        while !piece.is_empty() {
            if self.state == State::Plain {
                let run = piece.iter().position(|b| *b == 0x1b).unwrap_or(piece.len());
                out.extend_from_slice(&piece[..run]);
                piece = &piece[run..];
                let Some(rest) = piece.get(1..) else { return };
                piece = rest;
                self.state = State::Escape;
                continue;
            }
            let byte = piece[0];
            let (next, taken) = self.sequence(byte);
            self.state = next;
            if taken {
                piece = &piece[1..];
            }
        }
    }

    /// The state after `byte`, and whether the byte belongs to the sequence.
    fn sequence(&self, byte: u8) -> (State, bool) {
        match (self.state, byte) {
            (State::Escape, b'[') => (State::Control, true),
            (State::Escape, b']' | b'P' | b'X' | b'^' | b'_') => (State::Title, true),
            (State::Escape, 0x20..=0x2f) => (State::Escape, true),
            (State::Escape, 0x30..=0x7e) => (State::Plain, true),
            (State::Control, 0x20..=0x3f) => (State::Control, true),
            (State::Control, 0x40..=0x7e) => (State::Plain, true),
            (State::Title, 0x07) => (State::Plain, true),
            (State::Title, 0x1b) => (State::TitleEscape, true),
            (State::Title, b'\n' | b'\r') => (State::Plain, false),
            (State::Title, _) => (State::Title, true),
            (State::TitleEscape, b'\\') => (State::Plain, true),
            (State::TitleEscape, _) => (State::Escape, false),
            _ => (State::Plain, false),
        }
    }
}

//! Indents JSON text while it is written, so that a text of any size is not read into values: numbers and strings stay as
//! they are written.

use std::io::Write;

/// Indents what is written to it, JSON text, by two spaces a level. Blanks between its parts are replaced.
pub(crate) struct Indented<W> {
    out: W,
    depth: usize,
    is_in_string: bool,
    /// The last byte was a backslash in a string.
    is_escaped: bool,
    /// The last byte opened an object or a list.
    is_open: bool,
}

impl<W: Write> Indented<W> {
    pub(crate) fn new(out: W) -> Indented<W> {
        Indented { out, depth: 0, is_in_string: false, is_escaped: false, is_open: false }
    }

    fn line(&mut self) -> std::io::Result<()> {
        self.out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| self.out.write_all(b"  "))
    }

    fn byte(&mut self, byte: u8) -> std::io::Result<()> {
        if self.is_in_string {
            self.is_in_string = self.is_escaped || byte != b'"';
            self.is_escaped = !self.is_escaped && byte == b'\\';
            return self.out.write_all(&[byte]);
        }
        if self.depth > 0 && byte.is_ascii_whitespace() {
            return Ok(());
        }
        let closes = matches!(byte, b'}' | b']');
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        if self.is_open != closes && (self.is_open || closes) {
            self.line()?;
        }
        self.is_open = matches!(byte, b'{' | b'[');
        self.is_in_string = byte == b'"';
        self.out.write_all(&[byte])?;
        match byte {
            b'{' | b'[' => self.depth += 1,
            b',' => self.line()?,
            b':' => self.out.write_all(b" ")?,
            _ => {}
        }
        Ok(())
    }
}

impl<W: Write> Write for Indented<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        bytes.iter().try_for_each(|byte| self.byte(*byte))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::Indented;

    #[test]
    fn the_text_is_that_of_serde() {
        let value = serde_json::json!({
            "a": [1, {}, [], {"b": null}], "c\"{": "x\\", "d": {"e": "[,:]"}, "f": [[1.50]],
        });
        let mut out = Vec::new();
        write!(Indented::new(&mut out), "{value}").expect("a list takes all");
        let pretty = serde_json::to_string_pretty(&value).expect("a value is JSON");
        assert_eq!(String::from_utf8(out).expect("text"), pretty);
        let mut again = Vec::new();
        write!(Indented::new(&mut again), "{pretty}").expect("a list takes all");
        assert_eq!(String::from_utf8(again).expect("text"), pretty);
    }
}

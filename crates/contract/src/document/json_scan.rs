//! Events of a valid JSON text with their offsets, in one pass.

/// The events in order, with byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The quoted name of a member: its start and end.
    Name(usize, usize),
    /// An object (else an array) begins.
    Open(usize, bool),
    /// A string, a number, a word.
    Scalar(usize),
    /// The innermost object or array ends.
    Close,
}

/// The events of a text.
pub(super) struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    /// For each open container, whether it is an object.
    open: Vec<bool>,
    expects_name: bool,
}

impl<'t> Scan<'t> {
    pub(super) fn new(text: &'t str) -> Scan<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scan { bytes: text.as_bytes(), at, open: Vec::new(), expects_name: false }
    }
}

impl Iterator for Scan<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            let start = self.at;
            self.at += 1;
            match *self.bytes.get(start)? {
                b'"' => {
                    self.at = string_end(self.bytes, start);
                    let is_name = std::mem::take(&mut self.expects_name);
                    return Some(match is_name {
                        true => Event::Name(start, self.at),
                        false => Event::Scalar(start),
                    });
                }
                byte @ (b'{' | b'[') => {
                    self.expects_name = byte == b'{';
                    self.open.push(self.expects_name);
                    return Some(Event::Open(start, self.expects_name));
                }
                b'}' | b']' => {
                    self.open.pop();
                    self.expects_name = false;
                    return Some(Event::Close);
                }
                b',' => self.expects_name = self.open.last().copied().unwrap_or_default(),
                b':' | b' ' | b'\t' | b'\r' | b'\n' => {}
                _ => {
                    let ends = |b: &u8| b",:]} \t\r\n[{\"".contains(b);
                    let rest = &self.bytes[start..];
                    self.at = start + rest.iter().position(ends).unwrap_or(rest.len());
                    return Some(Event::Scalar(start));
                }
            }
        }
    }
}

/// The byte after the string that begins at `open`.
pub(super) fn string_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The name between quotes.
pub(super) fn unescape(quoted: &str) -> String {
    serde_json::from_str(quoted).unwrap_or_else(|_| quoted.trim_matches('"').to_owned())
}

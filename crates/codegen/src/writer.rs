//! Lines with indentation: what all back ends write into.

/// A text under construction.
#[derive(Debug)]
pub(crate) struct Writer {
    text: String,
    depth: usize,
    step: &'static str,
}

impl Writer {
    /// An empty text whose blocks are indented by `step`.
    pub(crate) fn new(step: &'static str) -> Writer {
        Writer { text: String::new(), depth: 0, step }
    }

    /// One line (or several, each indented).
    pub(crate) fn line(&mut self, text: impl AsRef<str>) {
        for line in text.as_ref().lines() {
            if !line.is_empty() {
                (0..self.depth).for_each(|_| self.text.push_str(self.step));
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// A line that opens a block.
    pub(crate) fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.depth += 1;
    }

    /// A line that closes a block.
    pub(crate) fn close(&mut self, text: impl AsRef<str>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(text);
    }

    /// An empty line, never two.
    pub(crate) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// The columns of a text, as formatters count them.
pub(crate) trait Columns {
    /// The number of columns: two for a character of East Asian scripts.
    fn columns(&self) -> usize;
}

impl Columns for str {
    fn columns(&self) -> usize {
        const WIDE: &[(u32, u32)] = &[
            (0x1100, 0x115f),
            (0x2e80, 0x303e),
            (0x3041, 0xa4cf),
            (0xa960, 0xa97c),
            (0xac00, 0xd7a3),
            (0xf900, 0xfaff),
            (0xfe30, 0xfe6f),
            (0xff01, 0xff60),
            (0xffe0, 0xffe6),
            (0x1f300, 0x1f64f),
            (0x1f900, 0x1f9ff),
            (0x20000, 0x3fffd),
        ];
        let is_wide =
            |c: char| WIDE.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(c)));
        self.chars().map(|c| if c.is_ascii() || !is_wide(c) { 1 } else { 2 }).sum()
    }
}

/// A template with its words replaced all at once: what one of them becomes may hold another.
pub(crate) fn filled(template: &str, words: &[(&str, &str)]) -> String {
    let (mut out, mut rest) = (String::new(), template);
    let first = |text: &str| {
        let places = words.iter().filter_map(|(word, with)| Some((text.find(word)?, *word, *with)));
        places.min_by_key(|(at, word, _)| (*at, std::cmp::Reverse(word.len())))
    };
    while let Some((at, word, with)) = first(rest) {
        out.push_str(&rest[..at]);
        out.push_str(with);
        rest = &rest[at + word.len()..];
    }
    out + rest
}

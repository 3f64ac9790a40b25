//! A shell word as literal text and holes: what a printed line is sure to hold, and where run-time values stand.
//!
//! The reader is total: text that it can't make out becomes a hole, never an error.

use std::borrow::Cow;

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// Text that is printed as it stands (quotes removed, `$'…'` decoded).
    Text(Cow<'a, str>),
    /// An expansion: its source, the variable it reads if it is a plain one, and the code of a command substitution.
    Hole {
        /// The expansion as written.
        source: &'a str,
        /// The variable, where the expansion is of one.
        name: Option<&'a str>,
        /// The command that is run, where it is a substitution.
        code: Option<Cow<'a, str>>,
    },
}

impl<'a> Piece<'a> {
    /// The text, or the expansion as written.
    pub(crate) fn shown(self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => text,
            Self::Hole { source, .. } => Cow::Borrowed(source),
        }
    }
}

/// The character that stands for a hole in a rendered template.
pub(crate) const HOLE: char = '\u{FFFC}';

/// [`HOLE`] as a text.
pub(crate) const HOLE_TEXT: &str = "\u{FFFC}";

/// The variable that a text is the plain expansion of: `$name` or `${name}`.
pub(crate) fn variable(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('$')?;
    let braced = inside.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let name = braced.unwrap_or(inside);
    (!name.is_empty() && name.chars().all(bash_syntax::is_name_char)).then_some(name)
}

/// Does a word hold an argument of its function or script: `$1`, `${1:-x}`, `$*`, `"$@"`?
pub(crate) fn takes_arguments(word: &str) -> bool {
    ["$1", "${1", "$*", "$@"].iter().any(|given| word.contains(given))
}

/// Does a word hold a byte that makes it anything else than its own text?
fn special(byte: u8) -> bool {
    matches!(byte, b'\'' | b'"' | b'\\' | b'$' | b'`' | b'<' | b'>' | b'*' | b'?')
}

/// Is a word its own text, with no quotes and no expansions?
pub(crate) fn plain(raw: &str) -> bool {
    !raw.bytes().any(special)
}

/// Puts one text behind the other; where the first is empty, the other takes its place.
pub(crate) fn join<'a>(text: &mut Cow<'a, str>, more: Cow<'a, str>) {
    if text.is_empty() {
        *text = more;
    } else if !more.is_empty() {
        text.to_mut().push_str(&more);
    }
}

/// A word without its quotes, with its expansions as written.
pub(crate) fn shown(raw: &str) -> Cow<'_, str> {
    if plain(raw) {
        return Cow::Borrowed(raw);
    }
    let mut text = Cow::Borrowed("");
    pieces(raw).into_iter().for_each(|piece| join(&mut text, piece.shown()));
    text
}

/// Splits a raw word into its pieces.
pub(crate) fn pieces(raw: &str) -> Vec<Piece<'_>> {
    let mut reader = Reader { raw, at: 0, out: Vec::new(), text: Cow::Borrowed("") };
    reader.unquoted();
    reader.flush();
    reader.out
}

/// The code in backticks, with the backslashes gone that only keep it together; in double quotes they keep `"`, too.
pub(crate) fn backticks(raw: &str, in_quotes: bool) -> String {
    let inner = raw.strip_prefix('`').and_then(|raw| raw.strip_suffix('`')).unwrap_or(raw);
    let mut code = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        let kept = |next: &char| matches!(next, '`' | '$' | '\\') || (in_quotes && *next == '"');
        code.push(if c == '\\' { chars.next_if(kept).unwrap_or(c) } else { c });
    }
    code
}

/// The code of every command substitution in a text, here-document bodies included: `$(…)`, backticks, `<(…)`.
pub(crate) fn substitutions(raw: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(raw, &mut found, 0);
    found
}

fn collect(raw: &str, found: &mut Vec<String>, depth: usize) {
    if depth > 40 || !raw.contains(['$', '`', '<', '>']) {
        return;
    }
    for piece in pieces(raw) {
        if let Piece::Hole { source, code, .. } = piece {
            if let Some(code) = code {
                found.push(code.into_owned());
            } else if source.starts_with("${") && source.len() > 3 {
                collect(source.get(2..source.len() - 1).unwrap_or_default(), found, depth + 1);
            } else if let Some(inner) = source.strip_prefix("$((") {
                collect(inner.trim_end_matches(')'), found, depth + 1);
            }
        }
    }
}

/// The word's literal value, if it has no holes.
pub(crate) fn literal(raw: &str) -> Option<String> {
    if plain(raw) {
        return Some(raw.to_owned());
    }
    let mut value = String::new();
    for piece in pieces(raw) {
        match piece {
            Piece::Text(text) => value.push_str(&text),
            Piece::Hole { .. } => return None,
        }
    }
    Some(value)
}

struct Reader<'a> {
    raw: &'a str,
    /// Byte offset.
    at: usize,
    out: Vec<Piece<'a>>,
    text: Cow<'a, str>,
}

impl<'a> Reader<'a> {
    /// The character here.
    fn peek(&self) -> Option<char> {
        self.raw.get(self.at..)?.chars().next()
    }

    /// The character behind the one here, which is ASCII.
    fn second(&self) -> Option<char> {
        self.raw.get(self.at + 1..)?.chars().next()
    }

    /// Past the character here.
    fn skip(&mut self) {
        self.at += self.peek().map_or(1, char::len_utf8);
    }

    /// Takes what stands before the first of these bytes as text.
    fn plain(&mut self, ends: impl Fn(u8) -> bool) {
        let rest = self.raw.get(self.at..).unwrap_or_default();
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        self.text += &rest[..length];
        self.at += length;
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.out.push(Piece::Text(std::mem::take(&mut self.text)));
        }
    }

    fn unquoted(&mut self) {
        loop {
            self.plain(special);
            let Some(c) = self.peek() else { return };
            match c {
                '\'' => {
                    self.at += 1;
                    self.plain(|b| b == b'\'');
                    self.at += 1;
                }
                '"' => {
                    self.at += 1;
                    self.double_quoted();
                }
                '\\' => {
                    if let Some(next) = self.second().filter(|c| *c != '\n') {
                        self.text.to_mut().push(next);
                    }
                    self.at += 1;
                    self.skip();
                }
                '$' if self.second() == Some('\'') => self.ansi_c(),
                '$' if self.second() == Some('"') => self.at += 1,
                '$' | '`' => self.expansion(),
                '<' | '>' if self.second() == Some('(') => {
                    let start = self.at;
                    self.at += 2;
                    self.substitution(start);
                }
                '*' | '?' => {
                    self.at += 1;
                    let source = self.since(self.at - 1);
                    self.hole(source, None, None);
                }
                _ => {
                    self.text.to_mut().push(c);
                    self.at += 1;
                }
            }
        }
    }

    fn double_quoted(&mut self) {
        loop {
            self.plain(|b| matches!(b, b'"' | b'\\' | b'$' | b'`'));
            match self.peek() {
                None => return,
                Some('"') => {
                    self.at += 1;
                    return;
                }
                Some('\\') => {
                    match self.second() {
                        Some('\n') => {}
                        Some(next @ ('$' | '`' | '"' | '\\')) => self.text.to_mut().push(next),
                        Some(next) => {
                            self.text.to_mut().push('\\');
                            self.text.to_mut().push(next);
                        }
                        None => self.text.to_mut().push('\\'),
                    }
                    self.at += 1;
                    self.skip();
                }
                Some(_) => self.expansion(),
            }
        }
    }

    fn ansi_c(&mut self) {
        self.at += 2;
        loop {
            self.plain(|b| matches!(b, b'\'' | b'\\'));
            if self.peek() != Some('\\') {
                break;
            }
            self.at += 1;
            let Some(next) = self.peek() else { break };
            self.skip();
            match next {
                'n' => self.text.to_mut().push('\n'),
                't' => self.text.to_mut().push('\t'),
                'r' => self.text.to_mut().push('\r'),
                'e' | 'E' => self.text.to_mut().push('\u{1b}'),
                '0'..='7' => {
                    let mut value = next.to_digit(8).unwrap_or(0);
                    for _ in 0..2 {
                        let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) else { break };
                        value = value * 8 + digit;
                        self.at += 1;
                    }
                    self.text.to_mut().push(char::from_u32(value).unwrap_or('\u{FFFD}'));
                }
                other => self.text.to_mut().push(other),
            }
        }
        self.at += 1;
    }

    fn hole(&mut self, source: &'a str, name: Option<&'a str>, code: Option<Cow<'a, str>>) {
        self.flush();
        self.out.push(Piece::Hole { source, name, code });
    }

    /// What has been read from a place on.
    fn since(&mut self, start: usize) -> &'a str {
        self.at = self.at.min(self.raw.len());
        self.raw.get(start..self.at).unwrap_or_default()
    }

    fn expansion(&mut self) {
        let start = self.at;
        if self.peek() == Some('`') {
            self.at += 1;
            let mut code = String::new();
            while let Some(c) = self.peek().filter(|c| *c != '`') {
                if c == '\\' && matches!(self.second(), Some('`' | '$' | '\\')) {
                    self.at += 1;
                }
                code.extend(self.peek());
                self.skip();
            }
            self.at += 1;
            let source = self.since(start);
            return self.hole(source, None, Some(code.into()));
        }
        match self.second() {
            Some('(') => {
                self.at += 2;
                self.substitution(start);
            }
            Some('{') => {
                self.at += 2;
                self.skip_to('}');
                let source = self.since(start);
                let inner = source.trim_start_matches("${").trim_end_matches('}');
                let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@' | '*');
                let name = &inner[..inner.find(|c| !part(c)).unwrap_or(inner.len())];
                self.hole(source, Some(name).filter(|n| !n.is_empty()), None);
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let rest = &self.raw[start + 1..];
                let name = |b: u8| bash_syntax::is_name_char(char::from(b));
                let length = rest.bytes().position(|b| !name(b)).unwrap_or(rest.len());
                self.at += 1 + length;
                let source = self.since(start);
                self.hole(source, Some(&rest[..length]), None);
            }
            Some(c) if c.is_ascii_digit() || "@*#?-$!".contains(c) => {
                self.at += 2;
                let source = self.since(start);
                self.hole(source, source.get(1..), None);
            }
            _ => {
                self.text.to_mut().push('$');
                self.at += 1;
            }
        }
    }

    /// After `$(` or `<(`: to the closing parenthesis. `$((…))` has no command of its own.
    fn substitution(&mut self, start: usize) {
        let inner = self.at;
        self.skip_to(')');
        let source = self.since(start);
        let code = self.raw.get(inner..self.at.saturating_sub(1)).unwrap_or_default();
        if source.starts_with("$((") && source.ends_with("))") {
            return self.hole(source, None, None);
        }
        self.hole(source, None, Some(Cow::Borrowed(code)));
    }

    /// Past the closing bracket of what has just been opened, with quotes and nesting respected.
    fn skip_to(&mut self, close: char) {
        let mut open = vec![close];
        let mut quoted = false;
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '\\' => self.skip(),
                '\'' if !quoted => {
                    let rest = self.raw.get(self.at..).unwrap_or_default();
                    self.at += rest.find('\'').unwrap_or(rest.len()) + 1;
                }
                '"' => {
                    if quoted && open.last() == Some(&'"') {
                        open.pop();
                        quoted = open.contains(&'"') && open.last() == Some(&'"');
                    } else {
                        open.push('"');
                        quoted = true;
                    }
                }
                '$' if self.peek() == Some('(') => {
                    self.at += 1;
                    open.push(')');
                    quoted = false;
                }
                '$' if self.peek() == Some('{') => {
                    self.at += 1;
                    open.push('}');
                }
                '(' if !quoted && open.last() == Some(&')') => open.push(')'),
                c if Some(&c) == open.last() && c != '"' => {
                    open.pop();
                    quoted = open.last() == Some(&'"');
                    if open.is_empty() {
                        break;
                    }
                }
                _ => {}
            }
        }
        self.at = self.at.min(self.raw.len());
    }
}

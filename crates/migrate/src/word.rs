//! A shell word as literal text and holes: what a printed line is sure to hold, and where run-time values stand.
//!
//! The reader is total: text that it can't make out becomes a hole, never an error.

/// A part of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Text that is printed as it stands (quotes removed, `$'…'` decoded).
    Text(String),
    /// An expansion: its source, the variable it reads if it is a plain one, and the code of a command substitution.
    Hole {
        /// The expansion as written.
        source: String,
        /// The variable, where the expansion is of one.
        name: Option<String>,
        /// The command that is run, where it is a substitution.
        code: Option<String>,
    },
}

/// The character that stands for a hole in a rendered template.
pub(crate) const HOLE: char = '\u{FFFC}';

/// Splits a raw word into its pieces.
pub(crate) fn pieces(raw: &str) -> Vec<Piece> {
    let chars: Vec<char> = raw.chars().collect();
    let mut reader = Reader { chars: &chars, at: 0, out: Vec::new(), text: String::new() };
    reader.unquoted();
    reader.flush();
    reader.out
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
                found.push(code);
            } else if source.starts_with("${") && source.len() > 3 {
                collect(&source[2..source.len() - 1], found, depth + 1);
            } else if let Some(inner) = source.strip_prefix("$((") {
                collect(inner.trim_end_matches(')'), found, depth + 1);
            }
        }
    }
}

/// The word's literal value, if it has no holes.
pub(crate) fn literal(raw: &str) -> Option<String> {
    if !raw.contains(['\'', '"', '\\', '$', '`', '<', '>', '*', '?']) {
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
    chars: &'a [char],
    at: usize,
    out: Vec<Piece>,
    text: String,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.out.push(Piece::Text(std::mem::take(&mut self.text)));
        }
    }

    fn unquoted(&mut self) {
        while let Some(c) = self.peek(0) {
            match c {
                '\'' => {
                    self.at += 1;
                    while let Some(c) = self.peek(0).filter(|c| *c != '\'') {
                        self.text.push(c);
                        self.at += 1;
                    }
                    self.at += 1;
                }
                '"' => {
                    self.at += 1;
                    self.double_quoted();
                }
                '\\' => {
                    if let Some(next) = self.peek(1).filter(|c| *c != '\n') {
                        self.text.push(next);
                    }
                    self.at += 2;
                }
                '$' if self.peek(1) == Some('\'') => self.ansi_c(),
                '$' if self.peek(1) == Some('"') => self.at += 1,
                '$' | '`' => self.expansion(),
                '<' | '>' if self.peek(1) == Some('(') => {
                    let start = self.at;
                    self.at += 2;
                    self.substitution(start);
                }
                '*' | '?' => {
                    self.at += 1;
                    self.hole(c.to_string(), None, None);
                }
                _ => {
                    self.text.push(c);
                    self.at += 1;
                }
            }
        }
    }

    fn double_quoted(&mut self) {
        while let Some(c) = self.peek(0) {
            match c {
                '"' => {
                    self.at += 1;
                    return;
                }
                '\\' => {
                    match self.peek(1) {
                        Some('\n') => {}
                        Some(next @ ('$' | '`' | '"' | '\\')) => self.text.push(next),
                        Some(next) => {
                            self.text.push('\\');
                            self.text.push(next);
                        }
                        None => self.text.push('\\'),
                    }
                    self.at += 2;
                }
                '$' | '`' => self.expansion(),
                _ => {
                    self.text.push(c);
                    self.at += 1;
                }
            }
        }
    }

    fn ansi_c(&mut self) {
        self.at += 2;
        while let Some(c) = self.peek(0).filter(|c| *c != '\'') {
            self.at += 1;
            if c != '\\' {
                self.text.push(c);
                continue;
            }
            let Some(next) = self.peek(0) else { break };
            self.at += 1;
            match next {
                'n' => self.text.push('\n'),
                't' => self.text.push('\t'),
                'r' => self.text.push('\r'),
                'e' | 'E' => self.text.push('\u{1b}'),
                '0'..='7' => {
                    let mut value = next.to_digit(8).unwrap_or(0);
                    for _ in 0..2 {
                        let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
                        value = value * 8 + digit;
                        self.at += 1;
                    }
                    self.text.push(char::from_u32(value).unwrap_or('\u{FFFD}'));
                }
                other => self.text.push(other),
            }
        }
        self.at += 1;
    }

    fn hole(&mut self, source: String, name: Option<String>, code: Option<String>) {
        self.flush();
        self.out.push(Piece::Hole { source, name, code });
    }

    fn expansion(&mut self) {
        let start = self.at;
        if self.peek(0) == Some('`') {
            self.at += 1;
            let mut code = String::new();
            while let Some(c) = self.peek(0).filter(|c| *c != '`') {
                if c == '\\' && matches!(self.peek(1), Some('`' | '$' | '\\')) {
                    self.at += 1;
                }
                code.extend(self.peek(0));
                self.at += 1;
            }
            self.at = (self.at + 1).min(self.chars.len());
            let source = self.chars[start..self.at].iter().collect();
            return self.hole(source, None, Some(code));
        }
        match self.peek(1) {
            Some('(') => {
                self.at += 2;
                self.substitution(start);
            }
            Some('{') => {
                self.at += 2;
                self.skip_to('}');
                let source: String = self.chars[start..self.at].iter().collect();
                let inner = source.trim_start_matches("${").trim_end_matches('}');
                let name: String = inner
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '@' || *c == '*')
                    .collect();
                self.hole(source, Some(name).filter(|n| !n.is_empty()), None);
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                self.at += 1;
                let mut name = String::new();
                while let Some(c) = self.peek(0).filter(|c| c.is_ascii_alphanumeric() || *c == '_')
                {
                    name.push(c);
                    self.at += 1;
                }
                self.hole(format!("${name}"), Some(name), None);
            }
            Some(c) if c.is_ascii_digit() || "@*#?-$!".contains(c) => {
                self.at += 2;
                self.hole(format!("${c}"), Some(c.to_string()), None);
            }
            _ => {
                self.text.push('$');
                self.at += 1;
            }
        }
    }

    /// After `$(` or `<(`: to the closing parenthesis. `$((…))` has no command of its own.
    fn substitution(&mut self, start: usize) {
        let inner = self.at;
        self.skip_to(')');
        let source: String = self.chars[start..self.at].iter().collect();
        let end = self.at.saturating_sub(1).max(inner);
        let code: String = self.chars[inner..end].iter().collect();
        if source.starts_with("$((") && source.ends_with("))") {
            return self.hole(source, None, None);
        }
        self.hole(source, None, Some(code));
    }

    /// Past the closing bracket of what has just been opened, with quotes and nesting respected.
    fn skip_to(&mut self, close: char) {
        let mut open = vec![close];
        let mut quoted = false;
        while let Some(c) = self.peek(0) {
            self.at += 1;
            match c {
                '\\' => self.at += 1,
                '\'' if !quoted => {
                    while self.peek(0).is_some_and(|c| c != '\'') {
                        self.at += 1;
                    }
                    self.at += 1;
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
                '$' if self.peek(0) == Some('(') => {
                    self.at += 1;
                    open.push(')');
                    quoted = false;
                }
                '$' if self.peek(0) == Some('{') => {
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
        self.at = self.at.min(self.chars.len());
    }
}

//! Whether a sed script runs or writes something. It is parsed command by command, with its own delimiters.

/// Runs a command (`e`, the flag `e`), writes a file (`w`, `W`, the flag `w`), or is unknown.
pub(super) fn acts(script: &str) -> bool {
    let mut reader = Reader { rest: script };
    reader.commands().is_none()
}

/// The rest of a script. `None` stands for an active or unreadable one.
struct Reader<'s> {
    rest: &'s str,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn skip(&mut self, taken: impl FnMut(char) -> bool) {
        self.rest = self.rest.trim_start_matches(taken);
    }

    fn commands(&mut self) -> Option<()> {
        loop {
            self.skip(|c| c.is_whitespace() || c == ';');
            if self.rest.is_empty() {
                return Some(());
            }
            self.addresses()?;
            self.command()?;
        }
    }

    /// `2,4`, `/a/I,+3`, `\,a,!` and other addresses before a command.
    fn addresses(&mut self) -> Option<()> {
        loop {
            self.skip(|c| c.is_ascii_digit() || c.is_whitespace() || ",!$~+".contains(c));
            let mark = match self.rest.chars().next() {
                Some('/') => self.next()?,
                Some('\\') => {
                    self.next()?;
                    self.next()?
                }
                _ => return Some(()),
            };
            self.part(mark)?;
            self.skip(|c| matches!(c, 'I' | 'M'));
        }
    }

    /// Skips a text up to `mark`, unless a backslash precedes it.
    fn part(&mut self, mark: char) -> Option<()> {
        if matches!(mark, '\\' | '\n') {
            return None;
        }
        loop {
            match self.next()? {
                '\\' => {
                    self.next()?;
                }
                c if c == mark => return Some(()),
                _ => {}
            }
        }
    }

    fn command(&mut self) -> Option<()> {
        match self.next()? {
            '{' | '}' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x'
            | 'z' | 'F' => Some(()),
            'q' | 'Q' | 'l' | 'L' => {
                self.skip(|c| c.is_ascii_digit() || c == ' ');
                Some(())
            }
            'b' | 't' | 'T' | ':' => {
                self.skip(|c| !matches!(c, ';' | '\n' | '}'));
                Some(())
            }
            '#' | 'r' | 'R' | 'v' => {
                self.skip(|c| c != '\n');
                Some(())
            }
            'a' | 'i' | 'c' => {
                self.text();
                Some(())
            }
            's' => {
                let mark = self.next()?;
                self.part(mark)?;
                self.part(mark)?;
                self.skip(|c| c.is_ascii_digit() || "gpiImM".contains(c));
                let ends = |c: char| c.is_whitespace() || matches!(c, ';' | '}' | '#');
                self.rest.chars().next().is_none_or(ends).then_some(())
            }
            'y' => {
                let mark = self.next()?;
                self.part(mark)?;
                self.part(mark)
            }
            _ => None,
        }
    }

    /// The text of `a`, `i` and `c`: to the end of the line without a continuing backslash.
    fn text(&mut self) {
        while let Some(next) = self.next() {
            match next {
                '\\' => {
                    self.next();
                }
                '\n' => return,
                _ => {}
            }
        }
    }
}

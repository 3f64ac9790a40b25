// Reads JSON without recursion, because serde_json stops at 128 levels. The results are the same.

//= read: error decimal
/// A JSON text as a value.
fn read(text: &str) -> Result<Value, Error> {
    read_levels(text, MOST_LEVELS)
}

fn read_levels(text: &str, most: usize) -> Result<Value, Error> {
    let mut reader = Reader { text, at: 0, most };
    let value = reader.document();
    value.map_err(|what| {
        let before = &text.as_bytes()[..reader.at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Error {
            issues: vec![Issue {
                path: String::new(),
                keyword: "json".to_owned(),
                expected: Value::from("JSON"),
                got: Value::Null,
                message: format!("no JSON text: line {line}, column {column}: {what}"),
            }],
        }
    })
}

/// The maximum depth in all languages: a program may not have the stack for more.
const MOST_LEVELS: usize = 1000;

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// How many more levels are allowed.
    most: usize,
}

/// An array or object that is not closed yet.
enum Open {
    Array(Vec<Value>),
    Object(serde_json::Map<String, Value>, String),
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Value, &'static str> {
        let value = self.value()?;
        match self.peek() {
            None => Ok(value),
            Some(_) => Err("expected the end of the text"),
        }
    }

    fn value(&mut self) -> Result<Value, &'static str> {
        let mut open: Vec<Open> = Vec::new();
        'values: loop {
            let mut value = match self.peek() {
                Some(b'[' | b'{') if open.len() >= self.most => {
                    return Err("nested deeper than 1000 levels");
                }
                Some(b'[') => {
                    self.at += 1;
                    if self.peek() != Some(b']') {
                        open.push(Open::Array(Vec::new()));
                        continue;
                    }
                    self.at += 1;
                    Value::Array(Vec::new())
                }
                Some(b'{') => {
                    self.at += 1;
                    if self.peek() != Some(b'}') {
                        let key = self.key()?;
                        open.push(Open::Object(serde_json::Map::new(), key));
                        continue;
                    }
                    self.at += 1;
                    Value::Object(serde_json::Map::new())
                }
                Some(b'"') => Value::String(self.string()?),
                Some(b'-' | b'0'..=b'9') => Value::Number(self.number()?),
                Some(b't') => self.word("true", Value::Bool(true))?,
                Some(b'f') => self.word("false", Value::Bool(false))?,
                Some(b'n') => self.word("null", Value::Null)?,
                Some(_) => return Err("expected a value"),
                None => return Err("the text ends where a value is expected"),
            };
            loop {
                let Some(innermost) = open.last_mut() else { return Ok(value) };
                match innermost {
                    Open::Array(items) => {
                        items.push(value);
                        match self.mark()? {
                            b',' => continue 'values,
                            b']' => value = Value::Array(std::mem::take(items)),
                            _ => return Err("expected `,` or `]`"),
                        }
                    }
                    Open::Object(members, key) => {
                        members.insert(std::mem::take(key), value);
                        match self.mark()? {
                            b',' => {
                                *key = self.key()?;
                                continue 'values;
                            }
                            b'}' => value = Value::Object(std::mem::take(members)),
                            _ => return Err("expected `,` or `}`"),
                        }
                    }
                }
                open.pop();
            }
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte after white space; it is not consumed.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn mark(&mut self) -> Result<u8, &'static str> {
        let mark = self.peek().ok_or("the text ends inside an array or object")?;
        if matches!(mark, b',' | b']' | b'}') {
            self.at += 1;
        }
        Ok(mark)
    }

    fn key(&mut self) -> Result<String, &'static str> {
        if self.peek() != Some(b'"') {
            return Err("expected a key in double quotes");
        }
        let key = self.string()?;
        if self.peek() != Some(b':') {
            return Err("expected `:`");
        }
        self.at += 1;
        Ok(key)
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, &'static str> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err("expected a value");
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Number, &'static str> {
        let start = self.at;
        let digits = |reader: &mut Self| {
            let from = reader.at;
            while reader.byte().is_some_and(|byte| byte.is_ascii_digit()) {
                reader.at += 1;
            }
            if reader.at > from { Ok(reader.at - from) } else { Err("expected a digit") }
        };
        self.at += usize::from(self.byte() == Some(b'-'));
        let zero = self.byte() == Some(b'0');
        if digits(self)? > 1 && zero {
            return Err("a number can't begin with 0");
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            digits(self)?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            digits(self)?;
        }
        let text = &self.text[start..self.at];
        let number: Number =
            text.parse().map_err(|_| "the number is beyond the range of a double")?;
        Ok(if number.is_f64() { whole(text).unwrap_or(number) } else { number })
    }

    fn string(&mut self) -> Result<String, &'static str> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let start = self.at;
            self.at = plain_end(self.text.as_bytes(), start);
            let plain = self.text.get(start..self.at).unwrap_or_default();
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    if out.is_empty() {
                        return Ok(plain.to_owned());
                    }
                    out.push_str(plain);
                    return Ok(out);
                }
                Some(b'\\') => {
                    out.push_str(plain);
                    out.push(self.escape()?);
                }
                Some(_) => return Err("a control character must be escaped"),
                None => return Err("the text ends inside a string"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, &'static str> {
        let bytes = self.text.as_bytes();
        self.at += 2;
        Ok(match bytes.get(self.at - 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let unit = self.hex()?;
                let pair = (0xD800..0xDC00).contains(&unit)
                    && bytes.get(self.at..self.at + 2) == Some(b"\\u");
                if pair {
                    let back = self.at;
                    self.at += 2;
                    let low = self.hex()?;
                    if (0xDC00..0xE000).contains(&low) {
                        let point = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                        return Ok(char::from_u32(point).unwrap_or('\u{FFFD}'));
                    }
                    self.at = back;
                }
                // A lone surrogate is not a character, so a string can't hold it.
                char::from_u32(unit).unwrap_or('\u{FFFD}')
            }
            _ => return Err("unknown escape"),
        })
    }

    fn hex(&mut self) -> Result<u32, &'static str> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).ok_or("expected four hex digits")?;
        self.at += 4;
        digits.iter().try_fold(0, |sum, digit| {
            let digit = char::from(*digit).to_digit(16).ok_or("expected four hex digits")?;
            Ok(sum * 16 + digit)
        })
    }
}

/// A number such as 1e18 as an integer: above 2^53, a double would not be exact.
fn whole(text: &str) -> Option<Number> {
    let double: f64 = text.parse().ok()?;
    if !(9_007_199_254_740_992.0..=18_446_744_073_709_551_615.0).contains(&double.abs()) {
        return None;
    }
    let exact = Decimal::parse(text);
    let zeros = usize::try_from(exact.exponent).ok()?.checked_sub(exact.digits.len())?;
    let digits = exact.digits.iter().map(|digit| char::from(b'0' + digit));
    let digits: String = digits.chain(std::iter::repeat('0').take(zeros)).collect();
    if exact.negative {
        return format!("-{digits}").parse::<i64>().ok().map(Number::from);
    }
    digits.parse::<u64>().ok().map(Number::from)
}

/// The offset of the first byte that ends or escapes plain text: a quote, a backslash, a control
/// character.
fn plain_end(text: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let zero = |word: u64| word.wrapping_sub(ONES) & !word;
    // Eight bytes at a time; borrows only affect bytes after the first hit.
    while let Some(eight) = text.get(at..at + 8).and_then(|eight| eight.try_into().ok()) {
        let word = u64::from_le_bytes(eight);
        let controls = word.wrapping_sub(ONES * 0x20) & !word;
        let quotes = zero(word ^ (ONES * u64::from(b'"')));
        let slashes = zero(word ^ (ONES * u64::from(b'\\')));
        let hits = (controls | quotes | slashes) & HIGH;
        if hits != 0 {
            return at + hits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while text.get(at).is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
        at += 1;
    }
    at
}

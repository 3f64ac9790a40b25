//! Repairs almost-JSON: objects printed by Python and JavaScript, and common mistakes. It is repaired
//! with `--repair` only; otherwise a note mentions `--repair`.

use serde_json::Value;

/// The maximum depth of objects.
const DEEPEST: usize = 200;
/// The fields of the output contract; an object without any of them is not an output.
const FIELDS: [&str; 5] = ["success", "confidence", "deliverables", "metrics", "errors"];

/// An object that is almost JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlmostJson {
    /// The line where it begins.
    pub line: usize,
    /// The object as JSON.
    pub json: String,
    /// The faults that were repaired.
    pub faults: Vec<&'static str>,
}

/// The last object of a text that is almost JSON and has a field of the output contract.
#[must_use]
pub fn almost_json(text: &str) -> Option<AlmostJson> {
    let mut found = None;
    let (mut at, mut line, mut counted) = (0, 1, 0);
    // An object that fails is parsed again from each brace inside of it, so the work has a limit.
    let mut left = 4 * text.len() + 100_000;
    while let Some(start) = text[at..].find('{').map(|offset| at + offset) {
        line += text[counted..start].matches('\n').count();
        counted = start;
        let mut reader = Reader { text, at: start, faults: Vec::new(), left };
        let object = reader.value(0);
        left = reader.left;
        at = start + 1;
        let Some(Value::Object(members)) = object else {
            if left == 0 {
                break;
            }
            continue;
        };
        at = reader.at;
        if !reader.faults.is_empty() && FIELDS.iter().any(|field| members.contains_key(*field)) {
            let json = Value::Object(members).to_string();
            found = Some(AlmostJson { line, json, faults: reader.faults });
        }
    }
    found
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    faults: Vec<&'static str>,
    left: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn fault(&mut self, fault: &'static str) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn take(&mut self, length: usize) -> Option<()> {
        self.at += length;
        self.left = self.left.saturating_sub(length);
        (self.left > 0).then_some(())
    }

    /// A search that reaches the end of the text counts as work; otherwise each brace would begin one without cost.
    fn open_end<T>(&mut self) -> Option<T> {
        self.left = self.left.saturating_sub(self.rest().len());
        None
    }

    fn takes(&mut self, sign: char) -> Option<bool> {
        let found = self.rest().starts_with(sign);
        if found {
            self.take(sign.len_utf8())?;
        }
        Some(found)
    }

    /// White space and comments.
    fn gap(&mut self) -> Option<()> {
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            self.take(blanks)?;
            let rest = self.rest();
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => end + 2,
                    None => return self.open_end(),
                }
            } else {
                return Some(());
            };
            self.fault("comments");
            self.take(comment)?;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match self.rest().chars().next()? {
            '{' => self.object(depth),
            '[' => self.list(depth),
            '"' | '\'' => self.string().map(Value::String),
            '-' | '0'..='9' => self.number(),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members = serde_json::Map::new();
        self.take(1)?;
        self.gap()?;
        while !self.takes('}')? {
            let name = self.name()?;
            self.gap()?;
            if !self.takes(':')? {
                return None;
            }
            self.gap()?;
            let value = self.value(depth + 1)?;
            members.insert(name, value);
            self.separator('}')?;
        }
        Some(Value::Object(members))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        self.take(1)?;
        self.gap()?;
        while !self.takes(']')? {
            items.push(self.value(depth + 1)?);
            self.separator(']')?;
        }
        Some(Value::Array(items))
    }

    /// A comma, or nothing before the end.
    fn separator(&mut self, end: char) -> Option<()> {
        self.gap()?;
        if self.takes(',')? {
            self.gap()?;
            if self.rest().starts_with(end) {
                self.fault("a comma before the end");
            }
            return Some(());
        }
        self.rest().starts_with(end).then_some(())
    }

    fn name(&mut self) -> Option<String> {
        if self.rest().starts_with(['"', '\'']) {
            return self.string();
        }
        let length = self.word_length();
        let name = self.rest()[..length].to_owned();
        if name.is_empty() || name.starts_with(|sign: char| sign.is_ascii_digit()) {
            return None;
        }
        self.fault("names without quotes");
        self.take(length)?;
        Some(name)
    }

    fn word_length(&self) -> usize {
        let sign = |sign: char| !(sign.is_ascii_alphanumeric() || sign == '_' || sign == '$');
        self.rest().find(sign).unwrap_or(self.rest().len())
    }

    fn word(&mut self) -> Option<Value> {
        let length = self.word_length();
        let (value, is_json) = match &self.rest()[..length] {
            "true" => (Value::Bool(true), true),
            "false" => (Value::Bool(false), true),
            "null" => (Value::Null, true),
            "True" => (Value::Bool(true), false),
            "False" => (Value::Bool(false), false),
            "None" | "undefined" => (Value::Null, false),
            _ => return None,
        };
        if !is_json {
            self.fault("literals of another language");
        }
        self.take(length)?;
        Some(value)
    }

    fn number(&mut self) -> Option<Value> {
        let sign = |sign: char| !matches!(sign, '0'..='9' | '-' | '+' | '.' | 'e' | 'E');
        let length = self.rest().find(sign).unwrap_or(self.rest().len());
        let number = serde_json::from_str(&self.rest()[..length]).ok()?;
        self.take(length)?;
        Some(Value::Number(number))
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.rest().chars().next()?;
        if quote == '\'' {
            self.fault("single quotes");
        }
        self.take(1)?;
        let mut out = String::new();
        loop {
            let Some(plain) = self.rest().find([quote, '\\', '\n', '\r']) else {
                return self.open_end();
            };
            out.push_str(&self.rest()[..plain]);
            self.take(plain)?;
            match self.rest().chars().next()? {
                '\\' => self.escape(&mut out)?,
                sign if sign == quote => {
                    self.take(1)?;
                    return Some(out);
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Option<()> {
        let sign = self.rest()[1..].chars().next()?;
        let (plain, is_json) = match sign {
            'n' => ('\n', true),
            't' => ('\t', true),
            'r' => ('\r', true),
            'b' => ('\u{8}', true),
            'f' => ('\u{c}', true),
            '"' | '\\' | '/' => (sign, true),
            '\'' => (sign, false),
            'x' => return self.code(2, out),
            'u' => return self.code(4, out),
            _ => return None,
        };
        if !is_json {
            self.fault("escapes of another language");
        }
        out.push(plain);
        self.take(2)
    }

    /// `\x27` or `\u0027`; surrogate pairs are read together.
    fn code(&mut self, digits: usize, out: &mut String) -> Option<()> {
        if digits == 2 {
            self.fault("escapes of another language");
        }
        let hex = |text: &str| u16::from_str_radix(text, 16).ok();
        let mut units = vec![hex(self.rest().get(2..2 + digits)?)?];
        self.take(2 + digits)?;
        if (0xd800..0xdc00).contains(&units[0]) {
            units.push(hex(self.rest().strip_prefix("\\u")?.get(..4)?)?);
            self.take(6)?;
        }
        out.push_str(&String::from_utf16(&units).ok()?);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, almost_json};

    #[test]
    fn what_is_almost_json_is_found() {
        for (text, json, faults) in [
            (
                "log\n{'success': False, 'errors': [None,], 'x': \"it's\"}\n",
                r#"{"success":false,"errors":[null],"x":"it's"}"#,
                &["single quotes", "literals of another language", "a comma before the end"][..],
            ),
            (
                "{success: true, // yes\n confidence: 0.9 /* sure */}",
                r#"{"success":true,"confidence":0.9}"#,
                &["names without quotes", "comments"],
            ),
            (
                r"{'success': true, 'a': 'it\'s \x41\u00e9\ud83d\ude00'}",
                r#"{"success":true,"a":"it's Aé😀"}"#,
                &["single quotes", "escapes of another language"],
            ),
            ("{{'success': true}", r#"{"success":true}"#, &["single quotes"]),
        ] {
            let found = almost_json(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.json.as_str(), found.faults.as_slice()), (json, faults), "{text}");
        }
    }

    /// Without counting these searches, 600 kB of them took minutes.
    #[test]
    fn comments_and_strings_without_an_end_are_searched_a_few_times() {
        for part in ["{/* without an end", "{' without an end", "{a: ' without an end"] {
            let mut reader = Reader { text: part, at: 0, faults: Vec::new(), left: 1000 };
            assert_eq!(reader.value(0), None, "{part}");
            assert!(1000 - reader.left >= part.len(), "{part}: {}", reader.left);
        }
        assert_eq!(almost_json(&"{/*".repeat(200_000)), None);
    }

    #[test]
    fn what_is_json_or_none_is_left() {
        for text in [
            r#"{"success": true}"#,
            "{'a': 1}",
            "{'success': yes}",
            "{'success': 'open}",
            "{'success': True",
            "no object",
            "{'success': \"a\nb\"}",
        ] {
            assert_eq!(almost_json(text), None, "{text}");
        }
        // Each brace begins an object that never ends.
        assert_eq!(almost_json(&"{'a':".repeat(200_000)), None);
    }
}

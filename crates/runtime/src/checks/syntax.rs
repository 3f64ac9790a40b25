//! The small grammar of conditions. A text that is not wholly of it is no condition.
//!
//! ```text
//! check  = "if" or "then" (or | prose) | or
//! or     = and ("or" and)*          and = not ("and" not)*         not = "not" not | "(" or ")" | atom
//! atom   = path "matches" ["pattern"] PATTERN
//!        | path ["is"] ["not"] "in" "[" word, … "]"
//!        | path "is" ["not"] ("empty" | "provided" | "null" | "true" | "false")
//!        | path "exists"
//!        | path ("contains" | "starts with" | "ends with") word
//!        | (path | "length of" path) ("=" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "equals") word
//! ```

use serde_json::{Number, Value};

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    If {
        test: Box<Condition>,
        then: Box<Condition>,
    },
    /// Words for people, which only an `if` may contain.
    Prose(String),
    Matches {
        path: Path,
        pattern: String,
        /// The pattern with the final full stop, which may be a part of it.
        dotted: Option<String>,
    },
    In {
        path: Path,
        list: Vec<Word>,
    },
    Empty(Path),
    Provided(Path),
    /// A value that is no text exists if it is given; a text may be the path of something that has to exist.
    Exists(Path),
    Is {
        path: Path,
        value: Value,
    },
    Contains {
        path: Path,
        word: Word,
    },
    Starts {
        path: Path,
        word: Word,
    },
    Ends {
        path: Path,
        word: Word,
    },
    Compare {
        path: Path,
        length: bool,
        operator: Operator,
        word: Word,
    },
}

/// A comparison of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A step of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PathSegment {
    Name(String),
    Index(usize),
}

/// A value's name: `a.b[0]`.
pub(super) type Path = Vec<PathSegment>;

/// A literal; one without quotes may also be the name of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) value: Value,
    pub(super) bare: Option<String>,
}

impl Word {
    /// The value that a word without quotes may name.
    pub(super) fn path(&self) -> Option<Path> {
        let mut reader = Reader {
            rest: self.bare.as_deref().filter(|_| self.value.is_string())?,
            dots: "",
            nested: 0,
        };
        let path = reader.path()?;
        reader.rest.is_empty().then_some(path)
    }
}

/// Longer texts are prose: parsing them as conditions takes quadratic time.
const MAX_LENGTH: usize = 10_000;

/// Parses a check; `None` if it is not a condition.
pub(super) fn parse(text: &str) -> Option<Condition> {
    if text.len() > MAX_LENGTH {
        return None;
    }
    let whole = text.trim();
    let text = whole.trim_end_matches('.').trim_end();
    let dots = &whole[text.len()..];
    let mut reader = Reader { rest: text, dots, nested: 0 };
    if reader.word("if") {
        return conditional(&whole[text.len() - reader.rest.len()..]);
    }
    let condition = reader.any()?;
    reader.rest.trim().is_empty().then_some(condition)
}

/// `if C then C`: the first `then` with a condition before it.
fn conditional(text: &str) -> Option<Condition> {
    let lower = text.to_ascii_lowercase();
    for (at, _) in lower.match_indices("then") {
        let (before, after) = (&text[..at], &text[at + 4..]);
        if !before.ends_with([' ', ',']) || !after.starts_with(' ') {
            continue;
        }
        let test = before.trim().trim_end_matches(',');
        let mut reader = Reader { rest: test, dots: "", nested: 0 };
        let Some(condition) = reader.any() else { continue };
        if !reader.rest.trim().is_empty() {
            continue;
        }
        let prose = || Condition::Prose(after.trim().trim_end_matches('.').to_owned());
        let then = parse(after).unwrap_or_else(prose);
        return Some(Condition::If { test: Box::new(condition), then: Box::new(then) });
    }
    None
}

/// The maximum depth of parentheses.
const MAX_NESTED: usize = 64;

struct Reader<'t> {
    rest: &'t str,
    /// The final full stops: the end of a sentence, or of a pattern without quotes.
    dots: &'t str,
    nested: usize,
}

impl<'t> Reader<'t> {
    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Consumes a whole word, in any case.
    fn word(&mut self, word: &str) -> bool {
        self.blanks();
        let Some(head) = self.rest.get(..word.len()) else { return false };
        let tail = &self.rest[word.len()..];
        let whole = !tail.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let fits = head.eq_ignore_ascii_case(word) && whole;
        if fits {
            self.rest = tail;
        }
        fits
    }

    /// Consumes all words, or none.
    fn words(&mut self, words: &str) -> bool {
        let before = self.rest;
        let fits = words.split(' ').all(|word| self.word(word));
        if !fits {
            self.rest = before;
        }
        fits
    }

    fn mark(&mut self, mark: &str) -> bool {
        self.blanks();
        match self.rest.strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn any(&mut self) -> Option<Condition> {
        let mut list = vec![self.all()?];
        while self.word("or") {
            list.push(self.all()?);
        }
        Some(if list.len() == 1 { list.remove(0) } else { Condition::Any(list) })
    }

    fn all(&mut self) -> Option<Condition> {
        let mut list = vec![self.negation()?];
        while self.word("and") {
            list.push(self.negation()?);
        }
        Some(if list.len() == 1 { list.remove(0) } else { Condition::All(list) })
    }

    fn negation(&mut self) -> Option<Condition> {
        self.nested += 1;
        if self.nested > MAX_NESTED {
            return None;
        }
        let before = self.rest;
        let condition = if self.word("not") {
            Some(Condition::Not(Box::new(self.negation()?)))
        } else if self.mark("(") {
            let inner = self.any()?;
            self.mark(")").then_some(inner)
        } else {
            self.atom()
        };
        self.nested -= 1;
        if condition.is_none() {
            self.rest = before;
        }
        condition
    }

    fn atom(&mut self) -> Option<Condition> {
        let length = self.words("length of") || self.words("the length of");
        let mut path = self.path()?;
        if length {
            return self.comparison(path, true);
        }
        if self.words("does not match") || self.words("not matches") {
            return Some(Condition::Not(Box::new(self.matches(path)?)));
        }
        if self.word("matches") {
            return self.matches(path);
        }
        if self.word("contains") {
            return Some(Condition::Contains { path, word: self.literal()? });
        }
        if self.words("starts with") {
            return Some(Condition::Starts { path, word: self.literal()? });
        }
        if self.words("ends with") {
            return Some(Condition::Ends { path, word: self.literal()? });
        }
        if self.word("exists") {
            return Some(Condition::Exists(path));
        }
        let is = self.word("is");
        let not = self.word("not");
        let condition = if self.word("in") || (is && self.words("one of")) {
            Condition::In { path, list: self.list()? }
        } else if is && self.word("empty") {
            Condition::Empty(path)
        } else if is
            && ["provided", "present", "given", "defined", "set"].iter().any(|w| self.word(w))
        {
            Condition::Provided(path)
        } else if is && self.word("null") {
            Condition::Is { path, value: Value::Null }
        } else if is && self.word("true") {
            Condition::Is { path, value: Value::Bool(true) }
        } else if is && self.word("false") {
            Condition::Is { path, value: Value::Bool(false) }
        } else if not {
            return None;
        } else {
            if let [.., PathSegment::Name(last)] = path.as_slice()
                && path.len() > 1
                && last == "length"
            {
                path.pop();
                return self.comparison(path, true);
            }
            return self.comparison(path, false);
        };
        Some(if not { Condition::Not(Box::new(condition)) } else { condition })
    }

    fn comparison(&mut self, path: Path, length: bool) -> Option<Condition> {
        use Operator as O;
        const MARKS: [(&str, Operator); 8] = [
            ("==", O::Equal),
            ("!=", O::NotEqual),
            ("<>", O::NotEqual),
            ("<=", O::LessOrEqual),
            (">=", O::GreaterOrEqual),
            ("<", O::Less),
            (">", O::Greater),
            ("=", O::Equal),
        ];
        const WORDS: [(&str, Operator); 12] = [
            ("equals", O::Equal),
            ("equal to", O::Equal),
            ("is equal to", O::Equal),
            ("is not equal to", O::NotEqual),
            ("greater than or equal to", O::GreaterOrEqual),
            ("less than or equal to", O::LessOrEqual),
            ("greater than", O::Greater),
            ("less than", O::Less),
            ("more than", O::Greater),
            ("at least", O::GreaterOrEqual),
            ("at most", O::LessOrEqual),
            ("does not equal", O::NotEqual),
        ];
        // The caller may have consumed `is`; after `length of X` it is still there.
        if length {
            self.word("is");
        }
        if self.word("between") {
            let (least, most) = (self.literal()?, self.word("and").then(|| self.literal())??);
            let bound = |path: Path, operator: Operator, word: Word| Condition::Compare {
                path,
                length,
                operator,
                word,
            };
            return Some(Condition::All(vec![
                bound(path.clone(), O::GreaterOrEqual, least),
                bound(path, O::LessOrEqual, most),
            ]));
        }
        let by_mark = MARKS.iter().find(|(mark, _)| self.mark(mark));
        let (_, operator) = match by_mark {
            Some(found) => found,
            None => WORDS.iter().find(|(words, _)| self.words(words))?,
        };
        Some(Condition::Compare { path, length, operator: *operator, word: self.literal()? })
    }

    fn matches(&mut self, path: Path) -> Option<Condition> {
        let is_described = self.word("the");
        let is_named = self.word("pattern") || self.word("regex");
        let _ = self.mark(":");
        self.blanks();
        if let Some(quote) =
            self.rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`' | '/'))
            && let Some((pattern, rest)) = self.rest[1..].split_once(quote)
            && !(quote == '/' && pattern.ends_with('\\'))
        {
            self.rest = rest;
            return Some(Condition::Matches { path, pattern: pattern.to_owned(), dotted: None });
        }
        // `matches the schema`
        if is_described && !is_named {
            return None;
        }
        // A bare pattern extends to the end, unless an `and` or `or` precedes the start of a condition.
        let text = self.rest.trim_end();
        for (at, _) in text.match_indices(' ').filter(|(at, _)| *at > 0) {
            let mut tail = Reader { rest: &text[at..], dots: "", nested: 0 };
            if (tail.word("and") || tail.word("or")) && tail.starts_condition() {
                self.rest = &text[at..];
                return (!is_words(&text[..at])).then(|| Condition::Matches {
                    path,
                    pattern: text[..at].to_owned(),
                    dotted: None,
                });
            }
        }
        self.rest = "";
        let dotted = format!("{text}{}", self.dots);
        // Two dots don't end a sentence, and an escaped dot belongs to the pattern.
        let escaped = text.len() - text.trim_end_matches('\\').len();
        let (pattern, dotted) = match self.dots {
            "" => (dotted, None),
            "." if escaped.is_multiple_of(2) && !text.is_empty() => (text.to_owned(), Some(dotted)),
            _ => (dotted, None),
        };
        let is_pattern = !pattern.is_empty() && !is_words(text);
        is_pattern.then_some(Condition::Matches { path, pattern, dotted })
    }

    /// Whether a name and a word of conditions follow.
    fn starts_condition(mut self) -> bool {
        const NEXT: [&str; 9] =
            ["matches", "is", "in", "not", "contains", "starts", "ends", "exists", "equals"];
        let _ = self.word("not");
        while self.mark("(") {}
        let _ = self.words("length of");
        self.path().is_some()
            && (NEXT.iter().any(|word| self.word(word))
                || ["=", "!=", "<", ">"].iter().any(|mark| self.mark(mark)))
    }

    fn path(&mut self) -> Option<Path> {
        self.blanks();
        self.rest = self.rest.strip_prefix('$').unwrap_or(self.rest);
        let mut path = vec![PathSegment::Name(self.name()?)];
        loop {
            if let Some(rest) = self.rest.strip_prefix('.')
                && rest.starts_with(|c: char| c.is_alphabetic() || c == '_')
            {
                self.rest = rest;
                path.push(PathSegment::Name(self.name()?));
            } else if let Some(rest) = self.rest.strip_prefix('[') {
                let (index, rest) = rest.split_once(']')?;
                path.push(PathSegment::Index(index.trim().parse().ok()?));
                self.rest = rest;
            } else {
                return Some(path);
            }
        }
    }

    fn name(&mut self) -> Option<String> {
        let ticked = self.rest.strip_prefix('`').and_then(|rest| rest.split_once('`'));
        if let Some((name, rest)) = ticked {
            self.rest = rest;
            return Some(name.to_owned());
        }
        let end = self
            .rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
            .unwrap_or(self.rest.len());
        let name = &self.rest[..end];
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        self.rest = &self.rest[end..];
        starts.then(|| name.to_owned())
    }

    fn list(&mut self) -> Option<Vec<Word>> {
        let close =
            [("[", "]"), ("(", ")"), ("{", "}")].iter().find(|(open, _)| self.mark(open))?.1;
        let mut list = Vec::new();
        loop {
            if self.mark(close) {
                return Some(list);
            }
            list.push(self.item()?);
            if !self.mark(",") {
                return self.mark(close).then_some(list);
            }
        }
    }

    /// An item of a list: a literal, or words up to the next comma.
    fn item(&mut self) -> Option<Word> {
        self.blanks();
        if self.rest.starts_with(['"', '\'']) {
            return self.literal();
        }
        let end = self.rest.find([',', ']', ')', '}'])?;
        let text = self.rest[..end].trim();
        self.rest = &self.rest[end..];
        (!text.is_empty()).then(|| bare(text))
    }

    fn literal(&mut self) -> Option<Word> {
        self.blanks();
        if let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let (text, rest) = self.rest[1..].split_once(quote)?;
            self.rest = rest;
            return Some(Word { value: Value::from(text), bare: None });
        }
        let end =
            self.rest.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(self.rest.len());
        let text = &self.rest[..end];
        self.rest = &self.rest[end..];
        (!text.is_empty()).then(|| bare(text))
    }
}

/// Several words without a mark of a pattern describe one: `matches the pattern of a date`.
fn is_words(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | ',' | '\'');
    text.contains(' ') && text.chars().all(is_plain)
}

fn bare(text: &str) -> Word {
    let value = match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "null" => Value::Null,
        _ => match text.parse::<Number>() {
            Ok(number) => Value::Number(number),
            Err(_) => Value::from(text),
        },
    };
    Word { value, bare: Some(text.to_owned()) }
}

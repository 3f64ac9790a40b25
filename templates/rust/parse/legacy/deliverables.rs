//! Paths that a line names: after `Created`, `Modified`, `Updated`, `Generated`, `file`, `path`, or as
//! the items of a list below such a word. Prose after the word is not a path.

use super::words::{Found, Word};

const QUOTES: [(char, char); 6] =
    [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’'), ('«', '»')];

/// Words between a verb and its object.
const FILLERS: [&str; 20] = [
    "the",
    "a",
    "an",
    "new",
    "file",
    "files",
    "path",
    "paths",
    "directory",
    "dir",
    "folder",
    "at",
    "in",
    "to",
    "under",
    "symlink",
    "link",
    "->",
    "=>",
    "\u{2192}",
];

/// The maximum length of a name with spaces.
const LONGEST_NAME: usize = 200;

/// Whether a list of paths may begin or continue.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListState {
    #[default]
    Outside,
    Inside,
}

impl ListState {
    /// True if the line is an item of an announced list.
    pub(super) fn item(&mut self, line: &str) -> bool {
        if line.is_empty() || *self == ListState::Outside {
            return false;
        }
        let item = bullet(line).is_some();
        if !item {
            *self = ListState::Outside;
        }
        item
    }

    /// A line without a path that ends in `:` announces a list.
    pub(super) fn heading(&mut self, line: &str) {
        let bare = line.trim_end_matches(['*', '_', ' ', '\t']);
        if bare.ends_with(':') || line.starts_with('#') {
            *self = ListState::Inside;
        }
    }
}

/// The text after the bullet of a list item.
fn bullet(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = match line.strip_prefix(['-', '*', '+', '•', '‣', '◦', '–']) {
        Some(rest) => rest,
        None => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return None;
            }
            line[digits..].strip_prefix(['.', ')'])?
        }
    };
    let item = rest.strip_prefix([' ', '\t'])?.trim();
    let boxed = ["[ ] ", "[x] ", "[X] "].iter().find_map(|b| item.strip_prefix(b));
    Some(boxed.unwrap_or(item).trim_start())
}

/// The path that a list item names.
pub(super) fn of_item(line: &str) -> Option<String> {
    let item = bullet(line)?;
    let (first, _) = LinePaths::new(item).token(item)?;
    let quoted = QUOTES.iter().any(|(open, _)| item.starts_with(*open));
    if quoted || has_extension(first) || !item.contains([' ', '\t']) {
        return is_path(first).then(|| first.to_owned());
    }
    // A name with spaces: the whole item, if it ends like a file name.
    let whole = trim(item);
    if has_extension(whole) && !whole.contains([',', ';', ':', '(']) {
        return Some(whole.to_owned());
    }
    is_path(first).then(|| first.to_owned())
}

/// The paths that the words of a line name. Each token is read once: `file:file:file:…` took quadratic
/// time.
#[derive(Debug)]
pub(super) struct LinePaths<'l> {
    line: &'l str,
    pub(super) found: Vec<&'l str>,
    /// All tokens before this position have been read.
    read_to: usize,
    /// For each kind of quotes, the last closing one that was found.
    closed: [Option<Close>; QUOTES.len()],
}

/// The positions of closing quotes.
#[derive(Debug, Clone, Copy)]
enum Close {
    At(usize),
    Nowhere,
}

impl<'l> LinePaths<'l> {
    pub(super) fn new(line: &'l str) -> LinePaths<'l> {
        LinePaths { line, found: Vec::new(), read_to: 0, closed: [None; QUOTES.len()] }
    }

    /// Appends the paths after `word`; returns whether there are any.
    pub(super) fn read_behind(&mut self, word: &Found<'_>) -> bool {
        let known = self.found.len();
        self.read_all_behind(word);
        self.found.len() > known
    }

    fn read_all_behind(&mut self, word: &Found<'_>) {
        let before = self.line[..word.start].chars().next_back();
        if before.is_some_and(|c| matches!(c, '/' | '\\' | '.' | '-' | '$' | '@')) {
            return;
        }
        let rest = self.line[word.end..].trim_start_matches(['*', '_', '`', '"', '\'']);
        let starts = [' ', '\t', ':'];
        if !rest.starts_with(starts) || rest.starts_with("://") {
            return;
        }
        let colon = rest.trim_start().starts_with(':');
        // Without a colon they name no result: `file a.ts not found`.
        if word.kind() == Some(Word::Place) && !colon {
            return;
        }
        let verb = word.kind() != Some(Word::Place);
        let mut rest = behind_colon(rest);
        if colon && verb {
            let names = spaced_list(rest);
            if !names.is_empty() {
                self.found.extend(names);
                self.read_to = self.line.len();
                return;
            }
        }
        if verb {
            while let Some(next) = behind_filler(rest) {
                rest = next;
            }
        }
        let known = self.found.len();
        let first = rest;
        while let Some((path, next)) = self.token(rest) {
            if !is_path(path) {
                break;
            }
            self.found.push(path);
            self.read_to = self.line.len() - next.len();
            rest = behind_separator(next);
        }
        if self.found.len() > known || !verb {
            return;
        }
        if colon {
            if let Some(name) = spaced_name(first) {
                self.found.push(name);
                self.read_to = self.line.len();
            }
        } else if word.kind() == Some(Word::Made) {
            self.read_destination(first);
        }
    }

    /// Appends the path after the `to` of `Saved the report to out/a.md`.
    fn read_destination(&mut self, mut rest: &'l str) {
        for _ in 0..8 {
            let Some((word, after)) = rest.split_once([' ', '\t']) else { return };
            if ["to", "into", "as"].iter().any(|to| to.eq_ignore_ascii_case(word)) {
                if let Some((path, next)) = self.token(after).filter(|(path, _)| is_path(path)) {
                    self.found.push(path);
                    self.read_to = self.line.len() - next.len();
                }
                return;
            }
            rest = after;
        }
    }

    /// The next token without surrounding punctuation, and the rest of the line; nothing if it has been
    /// read before.
    fn token(&mut self, rest: &'l str) -> Option<(&'l str, &'l str)> {
        let bare = rest.trim_start_matches(['(', '[', '<', '*', ' ', '\t']);
        let start = self.line.len() - bare.len();
        if start < self.read_to {
            return None;
        }
        for (index, (open, close)) in QUOTES.into_iter().enumerate() {
            let Some(inner) = bare.strip_prefix(open) else { continue };
            let from = self.line.len() - inner.len();
            let last = self.closed[index];
            if matches!(last, Some(Close::At(end)) if from <= end) {
                return None;
            }
            if matches!(last, Some(Close::Nowhere)) {
                continue;
            }
            if let Some(length) = inner.find(close) {
                self.closed[index] = Some(Close::At(from + length));
                return Some((trim(&inner[..length]), &inner[length + close.len_utf8()..]));
            }
            self.closed[index] = Some(Close::Nowhere);
        }
        let end = bare.find([' ', '\t', ',', ';']).unwrap_or(bare.len());
        self.read_to = start + end;
        (end > 0).then(|| (trim(&bare[..end]), &bare[end..]))
    }
}

/// The rest of a line as one name with spaces, if it ends like a file name and is not a list: `my
/// notes.md`.
fn spaced_name(rest: &str) -> Option<&str> {
    if rest.chars().nth(LONGEST_NAME).is_some() {
        return None;
    }
    let whole = trim(rest);
    let is_list = whole.contains([',', ';', ':', '('])
        || [" and ", " in ", " with ", " from "].iter().any(|word| whole.contains(word));
    (whole.contains([' ', '\t']) && has_extension(whole) && !is_list).then_some(whole)
}

/// The names of a list, if each ends like a file name and one has a space: `a b.ts, c.ts`. Prose has words such as `the`
/// at the start of a name.
fn spaced_list(rest: &str) -> Vec<&str> {
    if rest.chars().nth(LONGEST_NAME).is_some() || !rest.contains([',', ';']) {
        return Vec::new();
    }
    let names: Vec<&str> = rest.split([',', ';']).map(trim_all).collect();
    let is_article = |word: &str| word.eq_ignore_ascii_case("a") || word.eq_ignore_ascii_case("an");
    let is_filler = |word: &str| FILLERS.iter().any(|f| f.eq_ignore_ascii_case(word));
    let is_name = |name: &&str| {
        let first = name.split([' ', '\t']).next().unwrap_or_default();
        let is_phrase = name.contains([' ', '\t'])
            && (is_filler(first) && !is_article(first)
                || first.bytes().all(|byte| byte.is_ascii_digit()));
        let is_list = ["->", "=>", "\u{2192}"].iter().any(|arrow| name.contains(arrow))
            || name.contains([':', '(', '"', '\'', '`', '“', '«'])
            || [" and ", " in ", " with ", " from "].iter().any(|word| name.contains(word));
        has_extension(name) && !is_phrase && !is_list
    };
    let has_article = |name: &&str| name.split([' ', '\t']).next().is_some_and(is_article);
    let spaced = names.iter().any(|name| name.contains([' ', '\t']));
    let is_prose = names.iter().all(has_article);
    if spaced && !is_prose && names.iter().all(is_name) { names } else { Vec::new() }
}

fn trim_all(text: &str) -> &str {
    trim(text.trim_matches([' ', '\t']))
}

fn behind_colon(rest: &str) -> &str {
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    rest.trim_start_matches(['*', '_', ' ', '\t'])
}

fn behind_filler(rest: &str) -> Option<&str> {
    let end = rest.find([' ', '\t', ':'])?;
    let word = &rest[..end];
    let filler = FILLERS.iter().any(|f| f.eq_ignore_ascii_case(word))
        || (!word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()));
    filler.then(|| behind_colon(&rest[end..]))
}

fn behind_separator(rest: &str) -> &str {
    let rest = rest.trim_start_matches([' ', '\t', ',', ';', '&', ')']);
    match rest.strip_prefix("and") {
        Some(more) if more.starts_with([' ', '\t']) => more.trim_start(),
        _ => rest,
    }
}

fn trim(text: &str) -> &str {
    let marks = ['"', '\'', '`', '*', '“', '”', '‘', '’', '«', '»', '(', ')', '[', ']', '<', '>'];
    let text = text.trim_start_matches(marks);
    text.trim_end_matches(|c| marks.contains(&c) || matches!(c, ',' | '.' | ';' | ':' | '!' | '?'))
}

/// Names of files that have no extension.
const FILES: &str = "Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|Jenkinsfile|Justfile|CODEOWNERS";

/// Whether it has a `/` or an extension, or is a known name, and is not a fraction, abbreviation or URL.
fn is_path(text: &str) -> bool {
    const NOT_PATHS: [&str; 6] = ["and/or", "n/a", "i/o", "w/o", "e.g", "i.e"];
    if NOT_PATHS.iter().any(|n| n.eq_ignore_ascii_case(text)) || text.contains("://") {
        return false;
    }
    let slash = text.contains('/')
        && text.contains(char::is_alphanumeric)
        && !text.chars().all(|c| c.is_ascii_digit() || matches!(c, '/' | '.' | ':' | '-' | '%'));
    slash || has_extension(text) || FILES.split('|').any(|name| name == text)
}

/// Whether the last part ends in a dot and letters: `a.ts`, `.env`, but not `2.5s`, `1.2.3`,
/// `v1.2`.
pub(super) fn has_extension(text: &str) -> bool {
    let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let letters = extension.starts_with(|c: char| c.is_ascii_alphabetic()) || extension == "7z";
    let plain = extension.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let numeral = extension.len() == 1
        && !stem.is_empty()
        && stem.chars().all(|c| c.is_ascii_digit() || c == '.');
    letters && plain && extension.len() <= 16 && !numeral
}

/// A token of a line, and whether it is a path; its first word decides.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    start: usize,
    end: usize,
    whole: (usize, usize),
    path: bool,
}

/// True if the word is a part of a path, like `error` in `src/error.ts` or in `logs/error/`.
pub(super) fn inside_path(line: &str, word: &Found<'_>, last: &mut Option<Token>) -> bool {
    if word.text.contains(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    let token = match *last {
        Some(token) if token.start <= word.start && word.end <= token.end => token,
        _ => token_around(line, word),
    };
    *last = Some(token);
    token.path && token.whole != (word.start, word.end)
}

fn token_around(line: &str, word: &Found<'_>) -> Token {
    let edge = |c: char| {
        c.is_whitespace()
            || matches!(c, ':' | ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}')
            || matches!(c, '"' | '\'' | '`' | '<' | '>' | '=' | '|' | '*')
    };
    let start = line[..word.start]
        .rfind(edge)
        .map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
    let end = line[word.end..].find(edge).map_or(line.len(), |at| word.end + at);
    let whole = trim(&line[start..end]);
    let at = whole.as_ptr() as usize - line.as_ptr() as usize;
    Token { start, end, whole: (at, at + whole.len()), path: is_path(whole) }
}

//! JSON values and names as Go text, and the names in Go text.

use crate::backend::string_literal::{hides, string_literal, visible};
use crate::types::{pascal, without_marks};

/// Reserved words in a file: Go's own, and the names of every file.
const WORDS: &[&str] = &[
    "any",
    "bool",
    "break",
    "byte",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "error",
    "fallthrough",
    "false",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "init",
    "int",
    "interface",
    "len",
    "main",
    "map",
    "nil",
    "package",
    "range",
    "return",
    "rune",
    "select",
    "string",
    "struct",
    "switch",
    "true",
    "type",
    "var",
];

/// Whether a word is reserved in Go.
pub(super) fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
}

/// A string literal on one line; invisible characters are escaped.
pub(super) fn quoted(text: &str) -> String {
    string_literal(text, |character| hides(character).then(|| escaped(character)))
}

/// A character by its code.
pub(super) fn escaped(character: char) -> String {
    match u32::from(character) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

/// A text in backquotes if possible, else in quotes.
pub(super) fn raw(text: &str) -> String {
    let plain = text.chars().all(|c| !hides(c) && c != '`' && (c >= ' '));
    if plain && text.contains(['\\', '"']) { format!("`{text}`") } else { quoted(text) }
}

/// The lines of a comment in gofmt's form: lists, headings and links at the start of a line would be
/// changed.
pub(super) fn doc_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.trim().lines() {
        let line = plain_quotes(&plain_start(visible(line).trim()));
        // No two empty lines in a row.
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    plain_paragraphs(&mut lines);
    lines
}

/// A line between empty ones, which gofmt would read as a heading, ends with a colon.
fn plain_paragraphs(lines: &mut [String]) {
    for index in 1..lines.len().saturating_sub(1) {
        let alone = lines[index - 1].is_empty() && lines[index + 1].is_empty();
        let ends = lines[index].ends_with(|c: char| c.is_alphanumeric() || c == ')');
        if alone && ends {
            lines[index].push(':');
        }
    }
}

/// A text without the pairs of quotes that gofmt replaces.
fn plain_quotes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let count = rest.chars().take_while(|c| *c == first).count();
        match (first, count) {
            ('`', 2) => out.push('`'),
            ('\'', 2..) => out.push_str(&"\"".repeat(count)),
            _ => out.extend(rest.chars().take(count)),
        }
        rest = &rest[count * first.len_utf8()..];
    }
    out
}

/// A line without the markup that gofmt sees at its start.
fn plain_start(line: &str) -> String {
    let unmarked = line.trim_start_matches('#').trim_start();
    let line = if line.starts_with('#') { unmarked } else { line };
    if line.starts_with("go:") || line.starts_with("line ") || line.starts_with(['=', '+']) {
        return format!("\u{b7} {line}");
    }
    if line.starts_with('[') && line.contains("]:") {
        return format!("\u{b7} {line}");
    }
    for mark in ["- ", "* ", "\u{2022} "] {
        if let Some(rest) = line.strip_prefix(mark) {
            return format!("\u{b7} {}", rest.trim_start());
        }
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if digits > 0 && rest.starts_with(' ') => format!("({}){rest}", &line[..digits]),
        _ => line.to_owned(),
    }
}

/// A comment, with comment characters on each line.
pub(super) fn comment(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| format!("// {line}").trim_end().to_owned()).collect()
}

/// The code of a text: literals and comments become spaces.
pub(super) fn code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' | '\'' => {
                while let Some(inner) = rest.next() {
                    match inner {
                        '\\' => {
                            rest.next();
                        }
                        end if end == c => break,
                        _ => {}
                    }
                }
                out.push(' ');
            }
            '`' => {
                rest.by_ref().take_while(|inner| *inner != '`').for_each(drop);
                out.push(' ');
            }
            '/' if rest.peek() == Some(&'/') => {
                rest.by_ref().take_while(|inner| *inner != '\n').for_each(drop);
                out.push('\n');
            }
            other => out.push(other),
        }
    }
    out
}

/// Whether code (see [`code`]) uses a name.
pub(super) fn names(code: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(|c: char| word(c) || c == '.') && !after.starts_with(word)
    })
}

/// Initialisms in Go.
const INITIALISMS: [&str; 22] = [
    "API", "CPU", "CSS", "DNS", "HTML", "HTTP", "HTTPS", "ID", "IP", "JSON", "JWT", "RAM", "SQL",
    "SSH", "TCP", "TLS", "UDP", "UI", "URI", "URL", "UUID", "XML",
];

/// The name of a field, with capital initialisms: `api_url` and `apiUrl` become `APIURL`.
pub(super) fn field(name: &str) -> String {
    exported(initialisms(&pascal(name)))
}

/// A public name: Go demands a capital at its start, and many scripts have none.
pub(super) fn exported(name: String) -> String {
    let name = without_marks(&name);
    if name.starts_with(char::is_uppercase) { name } else { format!("X{name}") }
}

/// A name in PascalCase, with its initialisms in capitals: `HttpCall` is `HTTPCall`.
pub(super) fn initialisms(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for character in name.chars() {
        match words.last_mut() {
            Some(word) if !character.is_ascii_uppercase() => word.push(character),
            _ => words.push(character.to_string()),
        }
    }
    let capital = |word: String| {
        let upper = word.to_ascii_uppercase();
        if INITIALISMS.contains(&upper.as_str()) { upper } else { word }
    };
    words.into_iter().map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_have_initialisms() {
        for (name, wanted) in [
            ("id", "ID"),
            ("user_id", "UserID"),
            ("apiUrl", "APIURL"),
            ("identity", "Identity"),
            ("ids", "Ids"),
            ("URL", "URL"),
            ("video", "Video"),
            ("2fa", "T2fa"),
            ("日本", "X日本"),
            ("größe", "Größe"),
            ("हिन्दी", "Xहनद"),
        ] {
            assert_eq!(field(name), wanted, "{name}");
        }
    }
}

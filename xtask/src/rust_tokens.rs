//! The words, signs and texts of Rust code, without comments.

/// A piece of code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// What stands between quotation marks, escapes as they are written.
    Text(String),
    /// Any other character.
    Sign(char),
}

/// The tokens of a file.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(length) = comment(rest).or_else(|| quote(rest)) {
            rest = &rest[length..];
            continue;
        }
        if let Some(length) = string(rest) {
            let body = rest[..length].split_once('"').map_or("", |(_, body)| body);
            found.push(Token::Text(body.trim_end_matches(['"', '#']).to_owned()));
            rest = &rest[length..];
            continue;
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if length > 0 {
            found.push(Token::Word(rest[..length].to_owned()));
            rest = &rest[length..];
        } else {
            if !first.is_whitespace() {
                found.push(Token::Sign(first));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    found
}

/// The length of the comment that begins here.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if !text.starts_with("/*") {
        return None;
    }
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
    Some(text.len())
}

/// The length of the string that begins here, raw ones included.
fn string(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r"].into_iter().find(|p| text.starts_with(p));
    let prefix = prefix.unwrap_or_default();
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let body = rest[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = body.find(&close).map_or(body.len(), |at| at + close.len());
        return Some(prefix.len() + hashes + 1 + end);
    }
    let body = rest.strip_prefix('"')?;
    Some(prefix.len() + 1 + closing(body, '"'))
}

/// The length of the character or lifetime that begins here.
fn quote(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\'')?;
    let mut characters = body.chars();
    let first = characters.next()?;
    if first == '\\' {
        return Some(1 + closing(body, '\''));
    }
    let is_character = characters.next() == Some('\'');
    Some(1 + if is_character { first.len_utf8() + 1 } else { 0 })
}

/// Where a text ends, its closing sign included.
fn closing(body: &str, sign: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in body.char_indices() {
        if !is_escaped && c == sign {
            return at + c.len_utf8();
        }
        is_escaped = !is_escaped && c == '\\';
    }
    body.len()
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    #[test]
    fn texts_characters_and_comments_are_no_words() {
        let text = r##"a /* b /* c */ d */ "e \" f" r#"g " h"# 'i' '\'' 'j k // l"##;
        let words = tokens(text).into_iter().map(|token| match token {
            Token::Word(word) | Token::Text(word) => word,
            Token::Sign(sign) => sign.to_string(),
        });
        // What is left of a lifetime is its name.
        assert_eq!(words.collect::<Vec<_>>(), ["a", "e \\\" f", "g \" h", "j", "k"]);
    }
}

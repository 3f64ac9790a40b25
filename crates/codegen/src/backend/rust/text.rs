//! JSON values and names as Rust text.

use unicode_normalization::UnicodeNormalization as _;

use crate::backend::string_literal::{string_literal, visible};

/// A string literal.
pub(super) fn quoted(text: &str) -> String {
    string_literal(text, |other| hidden(other).then(|| format!("\\u{{{:x}}}", u32::from(other))))
}

/// Characters that are invisible or control the display.
pub(super) fn hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// The lines of a documentation comment. The text is read as Markdown by rustdoc, which compiles what
/// looks like code and joins what follows a list item to it: code is marked as text, and a line that
/// goes on behind an item becomes a paragraph of its own.
pub(super) fn doc_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut fence, mut loose) = (None, false);
    for line in text.lines() {
        let line = visible(line);
        let bare = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
        if let Some(open) = fence {
            lines.push(line.trim_end().to_owned());
            if mark == Some(open) && bare.trim_matches(['`', '~']).is_empty() {
                fence = None;
            }
        } else if let Some(mark) =
            mark.filter(|mark| *mark == "~~~" || !bare[mark.len()..].contains(mark))
        {
            lines.push(format!("{mark}text"));
            fence = Some(mark);
        } else {
            // Four spaces would begin a code block.
            let plain = without_inner_code(bare);
            let item = begins_block(&plain);
            if loose && !item && !plain.is_empty() {
                lines.push(String::new());
            }
            loose = item;
            lines.push(marked(&plain));
        }
    }
    lines.extend(fence.map(str::to_owned));
    lines
}

/// A line without code after the marks of quotations and list items, which may be nested: `> - ~~~`, `- code`.
fn without_inner_code(line: &str) -> String {
    let (mut marks, mut rest) = (String::new(), line);
    while let Some(length) = mark_length(rest) {
        let (mark, behind) = rest.split_at(length);
        marks.push_str(mark);
        rest = behind.trim_start();
        // At most one space, and no indented code after it.
        if behind.len() > rest.len() {
            marks.push(' ');
        }
    }
    let fenced = ["```", "~~~"].iter().any(|fence| rest.starts_with(fence));
    match fenced && !marks.is_empty() {
        true => format!("{marks}\\{rest}"),
        false => marks + rest,
    }
}

/// The length of a quotation or list mark at the start of a line.
fn mark_length(line: &str) -> Option<usize> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = |length: usize| {
        let next = line[length..].chars().next();
        next.is_none_or(|c| c == ' ' || c == '\t').then_some(length)
    };
    match line[digits..].chars().next()? {
        '>' if digits == 0 => Some(1),
        '-' | '*' | '+' if digits == 0 => behind(1),
        '.' | ')' if digits > 0 => behind(digits + 1),
        _ => None,
    }
}

/// A line in which names are marked as code, and addresses as links: Markdown would read `_` in them. A mark of code
/// that has no second one on its line stands for itself.
fn marked(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let last = parts.len() - 1;
    let mut links = links(line).into_iter();
    let mut out = String::new();
    for (index, part) in parts.into_iter().enumerate() {
        let is_lone = index == last && last % 2 == 1;
        match index {
            0 => {}
            _ if is_lone => out.push_str("\\`"),
            _ => out.push('`'),
        }
        if index % 2 == 1 && !is_lone {
            out.push_str(part);
            links.by_ref().take(part.matches('[').count()).for_each(drop);
        } else {
            let words: Vec<String> = part.split(' ').map(word_marked).collect();
            out.push_str(&plain_brackets(&words.join(" "), &mut links));
        }
    }
    out
}

/// For each opening bracket of a line, whether it begins a link.
fn links(line: &str) -> Vec<bool> {
    let is_link = |(at, _)| {
        let rest: &str = &line[at..];
        rest.find(']').is_some_and(|end| rest[end + 1..].starts_with(['(', '[']))
    };
    line.match_indices('[').map(is_link).collect()
}

/// A text in which brackets that are no link's stand for themselves, because rustdoc looks for what they name, and in
/// which nothing looks like a tag of HTML.
fn plain_brackets(text: &str, links: &mut impl Iterator<Item = bool>) -> String {
    let (mut out, mut code) = (String::new(), false);
    for (at, character) in text.char_indices() {
        let is_escaped = out.ends_with('\\');
        let is_plain = match character {
            '`' => {
                code = !code;
                false
            }
            '[' => !links.next().unwrap_or_default() && !code,
            '<' => {
                let rest = &text[at + 1..];
                let is_tag =
                    rest.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
                is_tag && !code && !rest.starts_with("http")
            }
            _ => false,
        };
        if is_plain && !is_escaped {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

fn word_marked(word: &str) -> String {
    let outer = |c: char| !c.is_alphanumeric() && c != '_';
    let start = word.len() - word.trim_start_matches(outer).len();
    if !is_address(&word[start..]) {
        // `VirtualMachine's`: clippy looks at the parts.
        return word.split('\'').map(name_marked).collect::<Vec<_>>().join("'");
    }
    let end = start + word[start..].trim_end_matches(outer).len();
    let end = end + usize::from(word[end..].starts_with('/'));
    let (before, name, after) = (&word[..start], &word[start..end], &word[end..]);
    let is_bare = !before.ends_with(['<', '[']) && !before.ends_with("](");
    let is_link = name.starts_with("http") && !name.contains(['<', '>', ')', ']', '"', '[', '\'']);
    match is_link {
        true if is_bare => format!("{before}<{name}>{after}"),
        false if is_bare && !name.contains("](") => format!("{before}`{name}`{after}"),
        _ => word.to_owned(),
    }
}

/// Whether a word begins with a URL that has a host or a path: `redis://cache`.
fn is_address(word: &str) -> bool {
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || ['+', '-', '.'].contains(&c);
    word.split_once("://").is_some_and(|(scheme, rest)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(is_scheme)
            && !rest.is_empty()
    })
}

fn name_marked(word: &str) -> String {
    let outer = |c: char| !c.is_alphanumeric() && c != '_';
    let start = word.len() - word.trim_start_matches(outer).len();
    let end = start + word[start..].trim_end_matches(outer).len();
    let name = &word[start..end];
    let plain = !name.contains(['-', '`']) && !name.contains("](");
    let snake = name.trim_matches('_').contains('_');
    let humps = |word: &str| word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let camel = is_word && {
        // Several acronyms are no name: `IDs`.
        let one = name.strip_suffix('s').unwrap_or(name);
        humps(one) && one.chars().any(char::is_lowercase)
    };
    let calls = is_call(&word[start..]);
    if !calls && !(plain && (snake || camel || name.contains("::"))) {
        return word.to_owned();
    }
    let (start, end) = whole(word, start, end, calls);
    format!("{}`{}`{}", &word[..start], &word[start..end], &word[end..])
}

/// The range of a name with what belongs to it: `/etc/app_name`, `${APP_NAME}`, `<app_name>`, `app_name()`.
fn whole(word: &str, start: usize, end: usize, calls: bool) -> (usize, usize) {
    const PAIRS: [(char, char); 4] = [('<', '>'), ('[', ']'), ('(', ')'), ('{', '}')];
    if calls {
        let more = word[end..].find(|c| !"/()".contains(c)).unwrap_or(word.len() - end);
        return (start, end + more.min(2));
    }
    let mut start = word[..start].trim_end_matches(['/', '.', '~', '$', '@', '#', '-', '{']).len();
    let mut end = end;
    if word[..start].ends_with('<') && word[end..].starts_with('>') {
        start -= 1;
    }
    let count = |end: usize, mark: char| word[start..end].matches(mark).count();
    while let Some(close) = word[end..].chars().next()
        && PAIRS.iter().any(|(open, pair)| *pair == close && count(end, *open) > count(end, close))
    {
        end += 1;
    }
    (start, end)
}

/// Whether a word begins with the call of a function without arguments, such as `window.open()`.
fn is_call(word: &str) -> bool {
    let name = word.len()
        - word.trim_start_matches(|c: char| c.is_alphanumeric() || "_.:".contains(c)).len();
    name > 0 && word[name..].starts_with("()")
}

/// Whether a line is a list item, a quotation or a reference, which would include the next line.
fn begins_block(line: &str) -> bool {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered = digits > 0 && line[digits..].starts_with(['.', ')']);
    numbered || line.starts_with(['-', '*', '+', '>', '['])
}

/// `someName` → `some_name`, as a Rust identifier.
pub(super) fn snake(text: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for character in text.nfkc() {
        if crate::types::is_word(character) {
            let upper = character.is_uppercase();
            if upper && (before.is_lowercase() || before.is_ascii_digit()) {
                out.push('_');
            }
            out.extend(character.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        before = character;
    }
    let out = out.trim_end_matches('_').to_owned();
    match out.as_str() {
        "" => "empty".to_owned(),
        "self" | "super" | "crate" => out + "_",
        digits if !digits.starts_with(crate::types::is_start) => format!("n{digits}"),
        _ => out,
    }
}

/// Words that are only names with `r#`.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The name, with `r#` if it is a reserved word.
pub(super) fn raw(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn names_are_code_where_clippy_asks_for_it() {
        for (text, wanted) in [
            ("a plain text", "a plain text"),
            ("the user_id's owner", "the `user_id`'s owner"),
            ("as <service_name>:<alias>.", "as `<service_name>:<alias>`."),
            ("in /etc/my_app/x, 'a_b'", "in `/etc/my_app/x`, '`a_b`'"),
            ("VirtualMachine's VirtualMachines", "`VirtualMachine`'s `VirtualMachines`"),
            ("IDs of NASA", "IDs of NASA"),
            ("redis://cache, https://a.b/c.", "`redis://cache`, <https://a.b/c>."),
            (
                "'service:[service_name]' or ${APP_NAME}.",
                "'`service:[service_name]`' or `${APP_NAME}`.",
            ),
            ("pass --dry_run", "pass `--dry_run`"),
            ("some-snake_word", "some-snake_word"),
            ("call a.b() or (x_y)", "call `a.b()` or (`x_y`)"),
        ] {
            assert_eq!(marked(text), wanted, "{text}");
        }
    }
}

//! Escapes text for Markdown. Names and messages contain words of a repository: none of them may become a link, an
//! image, HTML, a mention or a reference in a comment on a pull request.

use contract::text::safe;

/// An invisible character, because GitHub searches the rendered text for mentions and references.
const BREAK: &str = "&#8203;";

/// Text without meaning in Markdown, except for the code spans of our own messages.
pub(crate) fn plain(text: &str) -> String {
    with_spans(text, code)
}

/// The same in a table.
pub(crate) fn plain_in_table(text: &str) -> String {
    with_spans(text, code_in_table)
}

fn with_spans(text: &str, span: fn(&str) -> String) -> String {
    let text = safe(text).replace('\n', " ");
    let pieces: Vec<&str> = text.split('`').collect();
    // With an odd number of backticks, the code spans are ambiguous.
    let paired = pieces.len() % 2 == 1;
    let mut out = String::new();
    for (index, piece) in pieces.iter().enumerate() {
        if paired && index % 2 == 1 {
            out.push_str(&span(piece));
        } else {
            if index > 0 && !paired {
                out.push_str("\\`");
            }
            words(piece, &mut out);
        }
    }
    out
}

/// Text in an HTML element inside of Markdown. A line end there could end the element's block, and Markdown would
/// follow.
pub(crate) fn in_html(text: &str) -> String {
    let text = text.replace(['\n', '\r', MARK], " ").replace("://", &format!(":{MARK}//"));
    let mut marked = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        marked.push(c);
        if begins_reference(&text, at, c) {
            marked.push(MARK);
        }
    }
    super::page::escape(&marked).replace(MARK, BREAK)
}

/// Replaces [`BREAK`] until the text is escaped.
const MARK: char = '\u{e000}';

/// Whether code hosts give the text here a meaning, anywhere except in code: a mention, an issue (`#12`, `GH-12`,
/// `!12`), an emoji (`:name:`).
fn begins_reference(text: &str, at: usize, c: char) -> bool {
    let rest = &text[at + c.len_utf8()..];
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    match c {
        '@' => true,
        '#' | '!' => is_number(rest),
        '-' => {
            let is_letter = |c: char| c.is_alphanumeric();
            let word = text[..at].rsplit(|c| !is_letter(c)).next().unwrap_or_default();
            word.eq_ignore_ascii_case("gh") && is_number(rest)
        }
        ':' => rest.split_once(':').is_some_and(|(name, _)| is_emoji(name)),
        _ => false,
    }
}

/// Whether a name between two colons may be an emoji; line and column of a place are not.
fn is_emoji(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
    let is_numbered = matches!(name, "100" | "1234");
    name.chars().all(is_part) && (is_numbered || !name.chars().all(|c| c.is_ascii_digit()))
}

fn words(text: &str, out: &mut String) {
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            c if begins_reference(text, at, c) => {
                out.push(c);
                out.push_str(BREAK);
            }
            ':' if next == Some('/') => out.push_str("\\:"),
            '.' if ends_with_www(&text[..at]) => out.push_str("\\."),
            '[' | ']' | '*' | '_' | '~' | '|' | '$' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
}

/// Text of [`plain`] without its escapes, for people who read it as it is. Code spans have none.
pub(crate) fn unescaped(text: &str) -> String {
    const ENTITIES: [(&str, &str); 3] = [("&lt;", "<"), ("&amp;", "&"), (BREAK, "")];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let entity = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity));
        let run = rest.len() - rest.trim_start_matches('`').len();
        if let Some((entity, character)) = entity {
            out.push_str(character);
            rest = &rest[entity.len()..];
        } else if run > 0 {
            let fence = &rest[..run];
            let end = rest[run..].find(fence).map_or(run, |at| run + at + run);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if c == '\\' && rest.len() > 1 {
            out.extend(rest[1..].chars().next());
            rest = &rest[1 + rest[1..].chars().next().map_or(0, char::len_utf8)..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

fn ends_with_www(text: &str) -> bool {
    let last = text.len().checked_sub(3).and_then(|at| text.get(at..));
    last.is_some_and(|last| last.eq_ignore_ascii_case("www"))
}

/// A code span in a table, where a bar would end the cell.
pub(crate) fn code_in_table(text: &str) -> String {
    // A backslash before a `|` would cancel the escape.
    code(&safe(text).replace("\\|", "\\ |").replace('|', "\\|"))
}

/// A code span that its text can't end. Outside of tables, Markdown shows a backslash before a bar.
pub(crate) fn code(text: &str) -> String {
    let text = safe(text).replace('\n', " ");
    let run = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(run + 1);
    let pad = if run > 0 || text.is_empty() { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::{code, code_in_table, in_html, plain, plain_in_table, unescaped};

    #[test]
    fn nothing_is_live() {
        assert_eq!(
            plain("[a](http://b) ![c](d) <img src=x>"),
            "\\[a\\](http\\://b) !\\[c\\](d) &lt;img src=x>"
        );
        assert_eq!(
            plain("@team #12 www.evil.example &lt; a|b c\\|d"),
            "@&#8203;team #&#8203;12 www\\.evil.example &amp;lt; a\\|b c\\\\\\|d"
        );
        assert_eq!(plain("`a|b` and `c`"), "`a|b` and `c`");
        assert_eq!(plain_in_table("`a|b` or a|b"), "`a\\|b` or a\\|b");
        assert_eq!(plain("odd ` [x](y)"), "odd \\` \\[x\\](y)");
        assert_eq!(plain("*a* _b_ ~c~\nd"), "\\*a\\* \\_b\\_ \\~c\\~ d");
    }

    #[test]
    fn escapes_can_be_taken_back() {
        for text in
            ["[a](http://b) <img> &lt;", "@team #12 c\\|d", "`a\\|b` *x* `c`", "odd ` x", "a\\"]
        {
            assert_eq!(unescaped(&plain(text)), text);
        }
    }

    #[test]
    fn references_of_code_hosts_are_text() {
        assert_eq!(plain("GH-1 gh-12 high-1"), "GH-&#8203;1 gh-&#8203;12 high-1");
        assert_eq!(plain("$x$ [^1] !7 no!"), "\\$x\\$ \\[^1\\] !&#8203;7 no!");
        assert_eq!(
            plain(":smile: a:b:c :100: a.md:12:5"),
            ":&#8203;smile: a:&#8203;b:c :&#8203;100: a.md:12:5"
        );
        assert_eq!(
            in_html("@a #1 GH-2 :tada: 'x' http://b"),
            "@&#8203;a #&#8203;1 GH-&#8203;2 :&#8203;tada: 'x' http:&#8203;//b"
        );
    }

    #[test]
    fn code_is_not_left() {
        assert_eq!(code("a``b"), "``` a``b ```");
        assert_eq!(code("a\\|b"), "`a\\|b`");
        assert_eq!(code_in_table("a\\|b"), "`a\\ \\|b`");
        assert_eq!(code(""), "`  `");
    }
}

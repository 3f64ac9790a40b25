//! The names that a line of a program assigns, and the words and brackets in it.

use super::capture_words::{MAY_TAKE, TAKES};

/// The names that a line assigns: `out`, `out, err`, `{ stdout }`.
pub(super) fn names(line: &str) -> Vec<&str> {
    // `with subprocess.Popen(…) as job:`
    let with = line.trim_start().strip_prefix("with ").and_then(|rest| rest.rsplit_once(" as "));
    if let Some((_, name)) = with {
        return last_word(name.trim_end_matches([':', ' '])).into_iter().collect();
    }
    // Ruby: `Open3.popen3("x.sh") do |input, output, errors, thread|`.
    if let Some((_, block)) = line.split_once("Open3.popen").filter(|_| line.ends_with('|')) {
        let parameters = block.trim_end_matches('|').rsplit_once('|').map_or("", |(_, list)| list);
        return parameters.split(',').nth(1).map(str::trim).into_iter().collect();
    }
    // PHP: `exec('x.sh', $lines, $code)`.
    let lines = line.split_once("exec(").and_then(|(_, rest)| rest.split_once(", $"));
    if let Some((_, name)) = lines {
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
        return vec![&name[..end]];
    }
    let Some(at) = line.find('=') else { return Vec::new() };
    let compares =
        line[at + 1..].starts_with(['=', '>']) || line[..at].ends_with(['!', '<', '>', '=']);
    let left = line[..at].trim_end_matches([':', ' ']);
    if compares || left.contains(['(', '"', '\'', '.']) {
        return Vec::new();
    }
    let left = left.split(": ").next().unwrap_or(left);
    let word = |c: char| !(c.is_alphanumeric() || c == '_' || c == '@' || c == '$');
    let keyword = |name: &&str| {
        !["const", "let", "var", "my", "auto", "final", "string", "String", "err", "_"]
            .contains(name)
    };
    left.split(word)
        .map(|name| name.trim_start_matches(['@', '$']))
        .filter(|name| !name.is_empty())
        .filter(keyword)
        .collect()
}

/// The name that a line gives to a path: `SCRIPT = ROOT / "x.sh"`. A call that runs it is none, and `with open("x.sh") as f:` names
/// an open file.
pub(super) fn constant(line: &str) -> Option<&str> {
    if line.trim_start().starts_with("with ") {
        return None;
    }
    let runs = TAKES.iter().chain(&MAY_TAKE).any(|word| line.contains(word));
    let names = names(line);
    (!runs && names.len() == 1).then(|| names[0])
}

/// The function that a line begins to define.
pub(super) fn function_name(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("export ").trim_start_matches("async ");
    let rest = ["def ", "function ", "func ", "fn ", "sub "]
        .iter()
        .find_map(|word| line.strip_prefix(word));
    let rest = rest.or_else(|| {
        let rest = line.strip_prefix("const ")?;
        (rest.contains("=>") || rest.contains("function")).then_some(rest)
    })?;
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '?' | '!')))
        .unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

pub(super) fn last_word(text: &str) -> Option<&str> {
    let from = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
    (from < text.len()).then(|| &text[from..])
}

pub(super) fn words<'l>(line: &'l str, name: &'l str) -> impl Iterator<Item = usize> + 'l {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).map(|(at, _)| at).filter(move |at| {
        !line[..*at].ends_with(part) && !line[*at + name.len()..].starts_with(part)
    })
}

pub(super) fn has_word(line: &str, name: &str) -> bool {
    words(line, name).next().is_some()
}

/// How many brackets a line opens more than it closes.
pub(super) fn balance(line: &str) -> i32 {
    let mut quote = None;
    let mut depth = 0;
    let mut escaped = false;
    for c in line.chars() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (_, '\\') => escaped = true,
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::last_word;

    #[test]
    fn words_behind_letters_of_several_bytes() {
        assert_eq!(last_word("結果、name"), Some("name"));
        assert_eq!(last_word("名前"), Some("名前"));
        assert_eq!(last_word("結果、"), None);
    }
}

//! Loops over the scripts of a folder: `for s in t/*.sh; do out=$(bash "$s"); done` names none of them.

/// The patterns of script names in a text's loops: `*.sh`, `test-*.sh`.
pub(super) fn patterns(text: &str) -> impl Iterator<Item = &str> {
    let words =
        text.lines().filter_map(|line| line.trim_start().strip_prefix("for ")).flat_map(|line| {
            let words = line.split_once(" in ").map_or("", |(_, words)| words);
            words.split(';').next().unwrap_or(words).split_whitespace()
        });
    words.filter_map(pattern)
}

/// The pattern at the end of a word.
pub(super) fn pattern(word: &str) -> Option<&str> {
    let word = word.trim_matches(['"', '\'', ')']);
    let last = word.rsplit('/').next().unwrap_or(word).trim_start_matches(['"', '\'']);
    let script = last.ends_with(".sh") || last.ends_with(".bash");
    (script && last.contains('*') && !last.contains('$')).then_some(last)
}

/// The end of the path of a script of this name that matches a word of a loop; `./` before a bare name, which means a
/// script of that folder only.
pub(super) fn tail(word: &str, name: &str) -> Option<String> {
    let pattern = pattern(word).filter(|pattern| matches(pattern, name))?;
    let word = word.trim_matches(['"', '\'']);
    let folder = word[..word.rfind(pattern)?].replace(['"', '\''], "");
    let from = folder
        .rfind(['}', ')', '$', '*', '`'])
        .map_or(0, |at| folder[at..].find('/').map_or(folder.len(), |slash| at + slash + 1));
    let folder =
        folder[from..].rsplit("../").next().unwrap_or("").trim_start_matches("./").to_owned();
    Some(if folder.is_empty() { format!("./{name}") } else { format!("{folder}{name}") })
}

/// Whether a name matches a pattern with `*`.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

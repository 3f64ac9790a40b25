//! Names of scripts that a shell text builds from parts: `for n in a b; do out=$(bash "$DIR/job-$n.sh"); done`.

use std::collections::BTreeMap;

/// How many letters a pattern has to have beside its ending, where the values of its variable are not known: `"$1.sh"` may be any
/// script, and `provider-$1.sh` is one of a few.
const LETTERS: usize = 3;

/// The last part of a path whose name is built, as written, and the pattern of it: `job-${n}.sh`, `job-*.sh`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BuiltName<'t> {
    pub(super) written: &'t str,
    pub(super) pattern: String,
    /// The variable, where there is one alone.
    pub(super) variable: Option<&'t str>,
}

/// The built names in a text.
pub(super) fn names(text: &str) -> impl Iterator<Item = BuiltName<'_>> {
    let ends = [".sh", ".bash"]
        .into_iter()
        .flat_map(|ending| text.match_indices(ending).map(move |(at, _)| at + ending.len()));
    ends.filter_map(|end| ending_at(text, end))
}

fn ending_at(text: &str, end: usize) -> Option<BuiltName<'_>> {
    let is_part = |c: char| bash_syntax::is_name_char(c) || "-.${}".contains(c);
    if text[end..].starts_with(is_part) {
        return None;
    }
    let before = text[..end].char_indices().rev().take_while(|(_, c)| is_part(*c));
    let start = before.last().map(|(at, _)| at)?;
    let written = &text[start..end];
    let mut pattern = String::new();
    let mut variables = Vec::new();
    let mut rest = written;
    while let Some((literal, behind)) = rest.split_once('$') {
        pattern.push_str(literal);
        let (name, tail) = match behind.strip_prefix('{') {
            Some(inner) => inner.split_once('}')?,
            None => {
                let end = behind.find(|c: char| !bash_syntax::is_name_char(c))?;
                behind.split_at(end)
            }
        };
        if name.is_empty() || !name.chars().all(bash_syntax::is_name_char) {
            return None;
        }
        variables.push(name);
        pattern.push('*');
        rest = tail;
    }
    pattern.push_str(rest);
    let is_built = !variables.is_empty() && !pattern.contains(['{', '}']);
    let variable = variables.first().copied().filter(|_| variables.len() == 1);
    is_built.then_some(BuiltName { written, pattern, variable })
}

/// May a loop of a text give this variable its values?
pub(super) fn is_looped(text: &str, variable: &str) -> bool {
    text.match_indices(variable).any(|(at, _)| {
        let before = text[..at].trim_end();
        before.len() < at && (before.ends_with("for") || before.ends_with("select"))
    })
}

/// Is this pattern specific enough to count where the values of its variable are not known?
pub(super) fn is_specific(pattern: &str) -> bool {
    let stem = pattern.rsplit_once('.').map_or("", |(stem, _)| stem);
    stem.chars().filter(char::is_ascii_alphabetic).count() >= LETTERS
}

/// The names, or patterns of names, that each built name of a text stands for. `values` gives the words that a variable holds, if
/// all of them are known.
pub(super) fn resolved(
    text: &str,
    values: impl Fn(&str) -> Option<Vec<String>>,
) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for name in names(text) {
        let known = name.variable.and_then(&values).filter(|values| !values.is_empty());
        let all = match known {
            Some(values) => {
                values.iter().map(|value| name.pattern.replacen('*', value, 1)).collect()
            }
            None if is_specific(&name.pattern) => vec![name.pattern.clone()],
            None => continue,
        };
        found.insert(name.written.to_owned(), all);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Language, Reader};

    /// The lines that read a script.
    fn lines(text: &str, name: &str) -> Vec<usize> {
        let found = Reader::new(text, Language::Shell).uses(name);
        found.into_iter().filter(|found| found.blocking).map(|found| found.line).collect()
    }

    #[test]
    fn names_that_a_loop_builds() {
        let text = "for n in a b; do\n  out=$(bash \"$D/job-${n}.sh\" x)\n  grep -q ok <<< \"$out\"\ndone\n";
        assert_eq!(lines(text, "job-a.sh"), [2]);
        assert_eq!(lines(text, "job-b.sh"), [2]);
        assert_eq!(lines(text, "job-c.sh"), Vec::<usize>::new());
        let text = "for n in a b; do\n  s=\"$D/$n.sh\"\n  rows=$(\"$s\" | wc -l)\ndone\n";
        assert_eq!(lines(text, "b.sh"), [3]);
        assert_eq!(lines(text, "c.sh"), Vec::<usize>::new());
    }

    #[test]
    fn names_of_which_a_part_is_given() {
        let text = "ask() { answer=$(bash \"$D/provider-$1.sh\" ask); }\n";
        assert_eq!(lines(text, "provider-x.sh"), [1]);
        assert_eq!(lines(text, "other.sh"), Vec::<usize>::new());
        for text in [
            "ask() { answer=$(bash \"$D/$1.sh\"); }\n",
            "for n in a b; do bash \"$D/job-$n.sh\"; done\n",
            "for n in a b; do x=$(wc -l < \"$D/job-$n.sh\"); done\n",
            "x=$(basename \"$1\" .sh)\n",
        ] {
            assert_eq!(lines(text, "job-a.sh"), Vec::<usize>::new(), "{text}");
        }
    }
}

//! The environment variables that a bash script with `set -u` reads, and nowhere sets or gives a default: it ends if one of them
//! is not set.

use std::collections::BTreeMap;

use bash_syntax::{At, Kind, flag};

/// Variables of bash itself.
const OF_BASH: [&str; 26] = [
    "COMP_WORDS",
    "COPROC",
    "DIRSTACK",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "EUID",
    "FUNCNAME",
    "GROUPS",
    "HOSTTYPE",
    "IFS",
    "LINENO",
    "MACHTYPE",
    "MAPFILE",
    "OPTARG",
    "OPTIND",
    "OSTYPE",
    "PIPESTATUS",
    "PPID",
    "PS4",
    "RANDOM",
    "REPLY",
    "SECONDS",
    "SHELLOPTS",
    "SHLVL",
    "SRANDOM",
    "UID",
];

/// The variables with the offset of their first read.
pub(super) fn read(text: &str, root: At<'_>) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let is_strict = text.lines().map(str::trim).any(|line| {
        let options = line
            .strip_prefix("set -")
            .map(|rest| rest.split_whitespace().next().unwrap_or_default());
        options.is_some_and(|letters| letters.contains('u')) || line.contains("set -o nounset")
    });
    // A file that it reads may set any.
    let reads_others = text
        .lines()
        .map(str::trim_start)
        .any(|line| line.starts_with("source ") || line.starts_with(". "));
    if is_strict && !reads_others {
        walk(text, root, &mut found);
        found.retain(|name, _| !OF_BASH.contains(&name.as_str()) && is_only_read(text, name));
    }
    found
}

fn walk(text: &str, at: At<'_>, found: &mut BTreeMap<String, usize>) {
    let expands = match at.kind() {
        Kind::Word | Kind::Assign => true,
        Kind::Body => at.flag() & flag::EXPANDS != 0,
        _ => false,
    };
    if expands {
        let is_word = at.kind() != Kind::Body;
        // The words of a substitution are read on their own.
        let mut own = text[at.range()].to_owned();
        for child in at.children() {
            let range = child.range();
            let blank = " ".repeat(range.len());
            own.replace_range(range.start - at.start()..range.end - at.start(), &blank);
        }
        for (name, offset) in plain_reads(&own, is_word) {
            found.entry(name.to_owned()).or_insert(at.start() + offset);
        }
    }
    at.children().for_each(|child| walk(text, child, found));
}

/// `$NAME` and `${NAME}` outside of single quotes.
fn plain_reads(word: &str, has_quotes: bool) -> Vec<(&str, usize)> {
    let bytes = word.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let (mut in_single, mut in_double) = (false, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !in_single => at += 1,
            b'\'' if has_quotes && !in_double => in_single = !in_single,
            b'"' if has_quotes && !in_single => in_double = !in_double,
            b'$' if !in_single => {
                let braced = bytes.get(at + 1) == Some(&b'{');
                let start = at + 1 + usize::from(braced);
                let rest = word.get(start..).unwrap_or_default();
                let length = rest
                    .bytes()
                    .take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || *b == b'_')
                    .count();
                let behind = rest.as_bytes().get(length);
                let ends = if braced {
                    behind == Some(&b'}')
                } else {
                    !behind.is_some_and(u8::is_ascii_lowercase)
                };
                if length > 2 && ends && rest.starts_with(|c: char| c.is_ascii_uppercase()) {
                    found.push((&rest[..length], at));
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Whether each mention of a name outside of comments is a read without a default.
fn is_only_read(text: &str, name: &str) -> bool {
    text.match_indices(name).all(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + name.len()..]);
        let is_part = before.ends_with(bash_syntax::is_name_char)
            || behind.starts_with(bash_syntax::is_name_char);
        let is_comment = crate::lines::before(text, at).trim_start().starts_with('#');
        is_part
            || is_comment
            || before.ends_with('$')
            || before.ends_with("${") && behind.starts_with('}')
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_that_are_only_read_are_found() {
        let of = |text: &str| -> Vec<String> {
            let tree = bash_syntax::parse(text.as_bytes()).unwrap();
            read(text, tree.root()).into_keys().collect()
        };
        assert_eq!(of("set -euo pipefail\ncurl -H \"Bearer $API_TOKEN\"\n"), ["API_TOKEN"]);
        assert_eq!(of("set -u\necho ${API_TOKEN} # $OTHER\n"), ["API_TOKEN"]);
        for text in [
            "echo $API_TOKEN\n",
            "set -u\nAPI_TOKEN=x\necho $API_TOKEN\n",
            "set -u\nread -r API_TOKEN\necho $API_TOKEN\n",
            "set -u\necho ${API_TOKEN:-x} $API_TOKEN\n",
            "set -u\nawk '{print $API_TOKEN}'\n",
            "set -u\nsource x.sh\necho $API_TOKEN\n",
            "set -u\necho $SECONDS\n",
        ] {
            assert!(of(text).is_empty(), "{text}");
        }
    }
}

//! Scripts that print JSON on request: `--json`, `--format json`. The caller then parses all of stdout as JSON, even if
//! the script prints text in other runs.

use crate::syntax::{At, Kind, Tree};

use crate::model::Script;
use crate::source::Source;

/// The option that requests JSON.
const OPTION: &str = "--json";

/// Parts of the names of variables with an output format.
const FORMATS: [&str; 4] = ["format", "output", "mode", "style"];

/// The line where the script tests whether JSON is requested.
pub(crate) fn json_option(script: &Script<'_>, source: &Source<'_>, tree: &Tree) -> Option<usize> {
    let text = |at: At<'_>| source.slice(at.range()).into_owned();
    let asked = |at: &At<'_>| match at.kind() {
        Kind::Case => is_asked_by_case(*at, &text),
        Kind::Test => is_asked(&at.of(Kind::Word).map(text).collect::<Vec<_>>()),
        _ => false,
    };
    let test = |name: &str| matches!(name, "[" | "test");
    let called = script.calls.iter().filter(|call| test(&call.name)).find(|call| {
        is_asked(&call.words.iter().map(|word| word.as_str().to_owned()).collect::<Vec<_>>())
    });
    let read = tree.all().find(asked).map(|at| source.line_of(at.start()));
    read.into_iter().chain(called.map(|call| call.line)).min()
}

fn bare(word: &str) -> &str {
    word.trim_matches(['"', '\''])
}

/// Whether a variable's name means a format.
fn names_format(word: &str) -> bool {
    let name = word.to_ascii_lowercase();
    name.contains('$') && FORMATS.iter().any(|format| name.contains(format))
}

/// `"$1" = --json`, `"$FORMAT" == json`
fn is_asked(words: &[String]) -> bool {
    let has = |text: &str| words.iter().any(|word| bare(word) == text);
    has(OPTION) || has("json") && words.iter().any(|word| names_format(word))
}

/// `--json)`, or `json)` of a format. An option with its own argument names an input: `--json) file=$2`.
fn is_asked_by_case(case: At<'_>, text: &impl Fn(At<'_>) -> String) -> bool {
    let over_format = case.of(Kind::Word).next().is_some_and(|word| names_format(&text(word)));
    case.of(Kind::Arm).any(|arm| {
        let matches = |word: At<'_>| {
            let pattern = text(word);
            let pattern = bare(&pattern);
            pattern == OPTION || pattern == "--format=json" || over_format && pattern == "json"
        };
        let takes_argument = || {
            arm.of(Kind::List).any(|list| text(list).contains("$2") || text(list).contains("${2"))
        };
        arm.of(Kind::Word).any(matches) && !takes_argument()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn options_that_ask_for_json() {
        for (text, line) in [
            ("a\ncase $1 in --json) j=1;; esac", Some(2)),
            (
                "while [ $# -gt 0 ]; do\n case \"$1\" in\n -j|--json) j=1; shift;;\n esac\ndone",
                Some(2),
            ),
            ("case $1 in --format=json) j=1;; esac", Some(1)),
            ("case $OUTPUT_FORMAT in\njson) a;; text) b;; esac", Some(1)),
            ("case ${file##*.} in json) a;; esac", None),
            ("case $1 in --json) file=$2; shift 2;; esac", None),
            ("a\n[ \"${1:-}\" = \"--json\" ] && j=1", Some(2)),
            ("if [[ \"$FORMAT\" == \"json\" ]]; then a; fi", Some(1)),
            ("if [[ $ext == json ]]; then a; fi", None),
            ("gh pr view --json title", None),
            ("echo --json", None),
        ] {
            let source = Source::new(text.as_bytes());
            let tree = parse::parse(&source).expect("a script");
            let script = parse::flat(&source, &tree);
            assert_eq!(json_option(&script, &source, &tree), line, "{text}");
        }
    }
}

//! The text is one line, small without recognizers, and its descriptors can be chosen.

use super::*;
use contract::bash_helper::Part;

fn needs() -> Needs {
    Needs { confidence: "0.5".to_owned(), fds: FDS, err: true, ..Needs::default() }
}

#[test]
fn stands_on_one_line() {
    let all = Needs {
        patterns: crate::pattern::ALL.to_vec(),
        channel: true,
        own: Some(false),
        trap: true,
        exec: true,
        ..needs()
    };
    let text = inline(&all, "0");
    assert!(!text.contains('\n') && text.contains(MARK));
    assert!(!text.contains("#FLUSH") && !text.contains("DEFAULT_CONFIDENCE"));
}

#[test]
fn takes_other_descriptors() {
    let text = inline(&Needs { fds: [6, 5, 4, 3], channel: true, ..needs() }, "0");
    assert!(
        text.contains("exec 6>&1")
            && text.contains("5>>\"$__skill_q\" 4<\"$__skill_q\"")
            && !text.contains("9>&"),
        "{text}"
    );
}

#[test]
fn is_ascii() {
    assert!(helper(Kind::Helper, "0.5", &Part::ALL.into_iter().collect()).is_ascii());
}

/// What POSIX sh lacks: arrays, `$'…'`, substrings, replacements, bash's own words and variables.
#[test]
fn posix_text_is_posix() {
    let text = inline(
        &Needs {
            shell: Shell::Posix,
            patterns: crate::pattern::ALL.to_vec(),
            channel: true,
            own: Some(false),
            trap: true,
            exec: true,
            ..needs()
        },
        "0",
    );
    for word in [
        "builtin",
        "$'\\",
        "[[ ",
        "printf -v",
        "BASH_SUBSHELL",
        "read -d",
        "shopt",
        "declare",
        "//\\",
    ] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    assert!(text.is_ascii() && !text.contains('\n'));
}

/// What bash 3.2 lacks, which macOS has: the helper does without it.
#[test]
fn bash_3_2_reads_the_helper() {
    let words = [
        "declare -A",
        "local -A",
        "declare -n",
        "local -n",
        "declare -g",
        "mapfile",
        "readarray",
        "[[ -v ",
        "&>>",
        "|&",
        ";;&",
        ";&\n",
        "coproc ",
        "printf '%(",
        "EPOCHREALTIME",
        "EPOCHSECONDS",
        "BASHPID",
        "^^}",
        ",,}",
        "^}",
        "@Q}",
        "{ -1",
        "wait -n",
        "lastpipe",
        "globstar",
        "inherit_errexit",
        "$'\\u",
    ];
    for kind in [Kind::SkillOutput, Kind::Helper] {
        let text = helper(kind, "0.5", &Part::ALL.into_iter().collect());
        let code = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        for line in code.filter(|line| !line.contains("BASH_VERSION")) {
            let found = words.iter().find(|word| line.contains(**word));
            assert_eq!(found, None, "{line}");
        }
    }
}

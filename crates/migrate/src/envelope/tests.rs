//! The helper is ASCII, and avoids features that the oldest shells lack.

use contract::bash_helper::Part;

use super::Room;
use super::*;

fn all(shell: Shell, kind: Kind) -> String {
    helper(shell, kind, "0.5", &Part::ALL.into_iter().collect())
}

/// The lines without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with('#'))
}

#[test]
fn is_ascii() {
    for shell in [Shell::Bash, Shell::Sh] {
        assert!(all(shell, Kind::Helper).is_ascii());
    }
}

#[test]
fn no_mark_is_left() {
    for shell in [Shell::Bash, Shell::Sh] {
        for kind in [Kind::SkillOutput, Kind::Helper] {
            let text = all(shell, kind);
            let mark = text.lines().find(|line| line.trim_start().starts_with("#: "));
            assert_eq!(mark, None, "{shell:?} {kind:?}");
            let words = ["DEFAULT_CONFIDENCE", "=FIELDS", "=WIDE", "=TIMED", "=MISSING"];
            assert!(!words.iter().any(|word| text.contains(word)), "{shell:?} {kind:?}");
            assert_eq!(confidence_of(&text).as_deref(), Some("0.5"));
            assert_eq!((kind_of(&text), shell_of(&text)), (Some(kind), Some(shell)));
        }
    }
}

/// A search for scripts that source the helper must not find the helper itself.
#[test]
fn names_no_line_of_a_script() {
    for shell in [Shell::Bash, Shell::Sh] {
        assert_eq!(sources_helper(all(shell, Kind::Helper).as_bytes()), None);
    }
}

#[test]
fn the_line_is_short() {
    for shell in [Shell::Bash, Shell::Sh] {
        let rooms = [Room::Empty, Room::Added];
        for (room, errexit) in rooms.into_iter().flat_map(|room| [(room, false), (room, true)]) {
            let (says, stdout) = (Says::Something, stdout_of(shell));
            let line = Line { shell, says, stdout, room, errexit }.text();
            let bytes = line.trim_end().as_bytes();
            let mark = SOURCED.iter().find_map(|(_, mark)| line.find(mark)).expect("a mark");
            assert_eq!(line_start(bytes), (0, None), "{line}");
            assert_eq!(line_end(&bytes[mark..]), Some(bytes.len() - mark), "{line}");
            assert!(line.trim_end().len() <= 160, "{}: {line}", line.len());
            assert_eq!(sources_helper(line.as_bytes()), Some(shell));
            assert_eq!(was_added(line.as_bytes()), room == Room::Added, "{line}");
            assert_eq!(line.contains("{f"), room == Room::Empty, "{line}");
        }
    }
}

/// Features that POSIX sh lacks: arrays, `$'…'`, substrings, replacements, bash's own words and
/// variables.
#[test]
fn sh_reads_the_helper() {
    let words = [
        "builtin ",
        "$'\\",
        "[[ ",
        "printf -v",
        "BASH_SUBSHELL",
        "BASH_SOURCE",
        "read -d",
        "shopt",
        "declare",
        "=(",
        ":0:",
        "<<<\"",
        "${!",
        "local -",
    ];
    for kind in [Kind::SkillOutput, Kind::Helper] {
        let text = all(Shell::Sh, kind);
        // A path with two slashes, and the code that removes colours.
        for line in code(&text).filter(|line| !line.contains("*//*")) {
            let found = words.iter().find(|word| line.contains(**word));
            assert_eq!(found, None, "{line}");
        }
    }
}

/// Features that bash 3.2 lacks, which macOS has: the helper avoids them.
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
        // `${EPOCHREALTIME-}` is empty there, and `date` is used.
        "$EPOCHREALTIME",
        "{EPOCHREALTIME}",
        "EPOCHSECONDS",
        "$BASHPID",
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
        // Up to 4.4 an unset variable for `set -u`.
        "{!-}",
    ];
    for kind in [Kind::SkillOutput, Kind::Helper] {
        let text = all(Shell::Bash, kind);
        for line in code(&text).filter(|line| !line.contains("BASH_VERSION")) {
            let found = words.iter().find(|word| line.contains(**word));
            assert_eq!(found, None, "{line}");
        }
    }
}

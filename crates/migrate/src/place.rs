//! The place of the envelope in a file: the interpreter, the command before which it is inserted, and the
//! descriptors.

use std::collections::BTreeSet;

use crate::envelope::{Room, Shell, stdout_of};
use crate::refusal::Refusal;
use crate::source::Source;

/// The shell in the first line; bash by default.
///
/// # Errors
/// An interpreter that does not support the envelope.
pub(crate) fn interpreter(source: &Source<'_>) -> Result<Shell, Refusal> {
    let first =
        String::from_utf8_lossy(source.line(1)).trim_start_matches('\u{FEFF}').trim().to_owned();
    let Some(command) = first.strip_prefix("#!") else { return Ok(Shell::Bash) };
    let name = command
        .split_whitespace()
        .map(|word| word.rsplit('/').next().unwrap_or(word))
        .find(|word| {
            !matches!(*word, "env" | "busybox") && !word.starts_with('-') && !word.contains('=')
        })
        .unwrap_or("");
    match name {
        "bash" => Ok(Shell::Bash),
        "sh" | "dash" | "ash" => Ok(Shell::Sh),
        other => Err(Refusal::new(
            1,
            format!(
                "not bash: the interpreter is `{other}`; `skillgen emit` writes helpers for bash, Python, TypeScript, Go and Rust"
            ),
        )),
    }
}

/// The place of the envelope: the empty line after the options and constants at the top; else the empty line before the first
/// command, or a new line below it; else a new line after the options and constants.
pub(crate) struct Insertion {
    pub(crate) at: usize,
    pub(crate) len: usize,
    pub(crate) line: usize,
    pub(crate) room: Room,
}

impl Insertion {
    /// The line of the script that the envelope shares.
    pub(crate) fn shared_line(&self) -> Option<usize> {
        (self.room == Room::Shared).then_some(self.line)
    }

    /// Whether the script sets `-e` above.
    pub(crate) fn is_behind_errexit(&self, source: &Source<'_>) -> bool {
        (1..self.line).any(|line| sets_errexit(source.line(line)))
    }
}

/// What a script reads of its own lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnLines {
    /// Nothing: lines may move.
    Unread,
    /// Their text, by patterns: no line may be changed or moved.
    Text,
    /// Their numbers, which it prints or selects lines by: no line may move.
    Numbers,
}

/// The place of the envelope; `None` if there is no command.
pub(crate) fn insertion(source: &Source<'_>, own_lines: OwnLines) -> Option<Insertion> {
    let mut blank = None;
    for line in 1..=source.count() {
        let bytes = source.line(line);
        let bytes = if line == 1 {
            bytes.strip_prefix(b"\xEF\xBB\xBF#").map_or(bytes, |_| b"#")
        } else {
            bytes
        };
        let start = bytes.iter().position(|b| !matches!(b, b' ' | b'\t'));
        match start.map(|i| bytes[i]) {
            None => blank = Some(line),
            Some(b'#') => {}
            Some(_) => {
                let shared = source.line_start(line) + start.unwrap_or(0);
                let at_command = Insertion { at: shared, len: 0, line, room: Room::Shared };
                if own_lines == OwnLines::Text {
                    return Some(at_command);
                }
                let empty = blank.filter(|blank| *blank > 1);
                let empty = empty.filter(|line| may_take(source, *line, own_lines));
                let settings = behind_settings(source, line, own_lines);
                return Some(match (settings, empty) {
                    (Some(place), _) if place.room == Room::Empty => place,
                    (_, Some(empty)) => at_empty(source, empty, own_lines),
                    (settings, None) => settings.unwrap_or(at_command),
                });
            }
        }
    }
    None
}

/// Whether the envelope may replace an empty line. A line that the script shows must be given back empty.
fn may_take(source: &Source<'_>, line: usize, own_lines: OwnLines) -> bool {
    own_lines == OwnLines::Unread || source.line(line).is_empty()
}

/// The place of an empty line.
fn taking(source: &Source<'_>, line: usize) -> Insertion {
    let len = source.line(line).len();
    Insertion { at: source.line_start(line), len, line, room: Room::Empty }
}

/// The place at the empty line before the first command. Below a comment the envelope gets a new line after the empty one, so
/// that it is no part of that comment.
fn at_empty(source: &Source<'_>, empty: usize, own_lines: OwnLines) -> Insertion {
    let above = empty - 1;
    let is_comment = above > 1 && source.line(above).trim_ascii_start().starts_with(b"#");
    if is_comment && may_add(source, empty, own_lines) {
        return adding(source, empty + 1);
    }
    taking(source, empty)
}

/// Whether the script may gain a line: one that prints numbers of its lines gains none, so that they stay, and neither does
/// one whose lines end in CRLF.
fn may_add(source: &Source<'_>, beside: usize, own_lines: OwnLines) -> bool {
    own_lines != OwnLines::Numbers && !source.line(beside).ends_with(b"\r")
}

/// The place of a new line.
fn adding(source: &Source<'_>, line: usize) -> Insertion {
    Insertion { at: source.line_start(line), len: 0, line, room: Room::Added }
}

/// The place behind the options and constants that a script sets first, which nothing can go wrong in: `set -euo pipefail`,
/// `RED='\033[31m'`. An empty line there is taken.
fn behind_settings(source: &Source<'_>, first: usize, own_lines: OwnLines) -> Option<Insertion> {
    let sets = |line: &[u8]| sets_options(line) || sets_constant(line);
    let mut next = first;
    for line in first..=source.count() {
        let bytes = source.line(line);
        if sets(bytes) {
            next = line + 1;
        } else if !bytes.starts_with(b"#") {
            let empty = line > first && line < source.count() && bytes.trim_ascii().is_empty();
            if empty && may_take(source, line, own_lines) {
                return Some(taking(source, line));
            }
            break;
        }
    }
    let may_add = next <= source.count() && may_add(source, first, own_lines);
    may_add.then(|| adding(source, next))
}

/// `set -e`, `set -o errexit`, `#!/bin/bash -e`.
fn sets_errexit(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let sets = words.next().is_some_and(|first| first == "set" || first.starts_with("#!"));
    sets && words.any(|word| {
        let flags = word.strip_prefix('-').filter(|flags| !flags.starts_with('-'));
        word == "errexit" || flags.is_some_and(|flags| flags.contains('e'))
    })
}

fn sets_options(line: &[u8]) -> bool {
    matches!(
        line.trim_ascii_end(),
        b"set -e"
            | b"set -u"
            | b"set -eu"
            | b"set -euo pipefail"
            | b"set -Eeuo pipefail"
            | b"set -eo pipefail"
            | b"set -uo pipefail"
            | b"set -o pipefail"
    )
}

/// `NAME=VALUE` alone on a line, with a value without expansions, and a name that neither the shell nor the envelope
/// uses.
fn sets_constant(line: &[u8]) -> bool {
    const TAKEN: [&str; 9] =
        ["CDPATH", "ENV", "HOME", "IFS", "LANG", "PATH", "PWD", "TMPDIR", "POSIXLY_CORRECT"];
    let Some(line) = std::str::from_utf8(line).ok().map(str::trim_ascii_end) else { return false };
    let line = ["readonly ", "export "].iter().find_map(|w| line.strip_prefix(w)).unwrap_or(line);
    let Some((name, value)) = line.split_once('=') else { return false };
    let is_name = name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(bash_syntax::is_name_char);
    let taken = TAKEN.contains(&name)
        || ["BASH", "FUNCNEST", "LC_", "SHELLOPTS", "SKILLGEN_", "sk_"]
            .iter()
            .any(|start| name.starts_with(start));
    let within = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    let literal = match (within('\''), within('"')) {
        (Some(text), _) => !text.contains('\''),
        (_, Some(text)) => !text.contains(['"', '$', '`', '\\', '!']),
        _ => value.chars().all(|c| c.is_ascii_alphanumeric() || "_./:@%+,-".contains(c)),
    };
    is_name && !taken && (literal || is_own_folder(value))
}

/// The descriptor for the caller's stdout: the shell's usual one; in sh another unused digit if necessary. In the bash
/// helper, its descriptor is fixed.
pub(crate) fn descriptor(shell: Shell, used: &BTreeSet<u8>) -> Option<u8> {
    let usual = stdout_of(shell);
    let others = (3..=9).rev().filter(|_| shell == Shell::Sh);
    std::iter::once(usual).chain(others).find(|number| !used.contains(number))
}

/// The numbers that a text may use as descriptors.
pub(crate) fn used(text: &str) -> BTreeSet<u8> {
    // The searched text is ASCII; another byte counts as a letter.
    let chars = text.as_bytes();
    let locks = text.contains("flock");
    let mut used = BTreeSet::new();
    let mut next = 0;
    while let Some(start) = chars[next..].iter().position(u8::is_ascii_digit).map(|at| next + at) {
        let length = chars[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        next = start + length;
        let Ok(number) = text[start..next].parse::<u8>() else { continue };
        let at = |i: Option<usize>| i.and_then(|i| chars.get(i)).map_or(' ', |b| char::from(*b));
        let (before, two) = (at(start.checked_sub(1)), at(start.checked_sub(2)));
        let after = at(Some(next));
        let redirects = matches!(after, '>' | '<') && !before.is_alphanumeric();
        let duplicates = before == '&' && matches!(two, '>' | '<');
        let device = before == '/' && two == 'd';
        // A descriptor as a separate word: `flock -n 9`, `read -u 5`.
        let word = before == ' ' && (after.is_whitespace() || ";)&|".contains(after)) && locks
            || (before == 'u' && two == '-')
            || (before == ' ' && two == 'u');
        if redirects || duplicates || device || word {
            used.insert(number);
        }
    }
    used.retain(|number| *number > 2);
    used
}

/// The usual expression for the script's own folder: it only fails if the script could not be opened either.
fn is_own_folder(value: &str) -> bool {
    let value: String = value.chars().filter(|c| *c != ' ' && *c != '"').collect();
    ["${BASH_SOURCE[0]}", "$0"].iter().any(|own| value == format!("$(cd$(dirname{own})&&pwd)"))
}

#[cfg(test)]
mod tests {
    use super::{OwnLines, insertion, sets_constant};
    use crate::envelope::Room;
    use crate::source::Source;

    #[test]
    fn the_place_is_no_part_of_a_comment() {
        let place = |script: &str, own_lines: OwnLines| {
            let place = insertion(&Source::new(script.as_bytes()), own_lines).expect("a command");
            (place.line, place.room)
        };
        let head = "#!/bin/bash\n# Makes a report.\n\n";
        for (script, line, room) in [
            // Behind the options, where there is an empty line.
            (format!("{head}set -eu\n\nA=$1\n"), 5, Room::Empty),
            (format!("{head}# Colours\nRED=1\n\nA=$1\n"), 6, Room::Empty),
            (format!("{head}A=$1\n"), 4, Room::Added),
            (format!("{head}set -eu\nA=$1\n\n"), 4, Room::Added),
            (format!("{head}# The name\nA=$1\n"), 4, Room::Added),
            ("#!/bin/bash\n\nA=$1\n".to_owned(), 2, Room::Empty),
            ("#!/bin/bash\n# Makes a report.\n\n\nA=$1\n".to_owned(), 4, Room::Empty),
            ("#!/bin/bash\nset -eu\nA=$1\n".to_owned(), 3, Room::Added),
        ] {
            assert_eq!(place(&script, OwnLines::Unread), (line, room), "{script}");
        }
        // No line of a script that prints numbers of its lines moves.
        let script = format!("{head}A=$1\n");
        assert_eq!(place(&script, OwnLines::Numbers), (3, Room::Empty));
        assert_eq!(place(&script, OwnLines::Text), (4, Room::Shared));
    }

    #[test]
    fn constants() {
        let own = "HERE=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\"";
        assert!(sets_constant(own.as_bytes()));
        for line in [
            "RED='\\033[31m'",
            "readonly NAME=\"a b\"",
            "export MAX=5",
            "EMPTY=",
            "A_B=./x/y.json ",
        ] {
            assert!(sets_constant(line.as_bytes()), "{line}");
        }
        for line in [
            "f=1",
            "x=$1x",
            "OUT=\"$1\"",
            "OUT=$(date)",
            "A=`date`",
            "PATH=/bin",
            "LC_ALL=C",
            "sk_fd=3",
            "A=1 echo",
            "A=(1 2)",
            "A='it",
            "A='a' echo 'b'",
            "A=\"x\\",
            "A[1]=2",
            "A+=x",
            "A=~/x",
            "A=*",
        ] {
            assert!(!sets_constant(line.as_bytes()), "{line}");
        }
    }
}

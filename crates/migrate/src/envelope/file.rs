//! The line by which a script sources its helper file, and that file.

use std::collections::BTreeSet;

use contract::bash_helper::{self, Part, Shell, Start};

use super::Kind;

/// The line of a bash script. It follows links without `readlink -f`, looks beside the script alone (text that bash reads from
/// stdin has no file), and goes on without the helper where that is missing: bash says which file it did not find. Another shell
/// that is given the script (`sh x.sh`, where sh is dash) knows no BASH_SOURCE, says so, and goes on as well. The slash behind the
/// folder is for scripts in `/`: their folder is empty, and `cd ""` would stay in the current one.
const BASH: &str = r#"command . "$(f=${BASH_SOURCE?} CDPATH=;while cd "${f%/*}/" 2>&-;f=$(readlink "${f##*/}");do :;done;pwd)/skill-envelope.bash" || skill_say(){ shift&&"$@"; }"#;

/// The line of an sh script. There, only `$0` gives the script's path; for text from stdin it is the name of the shell.
const SH: &str = r#"command . "$(f=$0 CDPATH=;[ -f "$f" ]&&while cd "${f%/*}/" 2>&-;f=$(readlink "${f##*/}");do :;done&&pwd)/skill-envelope.sh" || skill_say(){ shift&&"$@"; }"#;

/// The common text of all such lines, in this and later versions.
pub(crate) const SOURCED: [(Shell, &str); 3] = [
    (Shell::Bash, "/skill-envelope.bash\" || "),
    (Shell::Bash, "/skill-envelope.bash\"'"),
    (Shell::Sh, "/skill-envelope.sh\" || "),
];

/// The start of the line behind `set -e`. With that option, bash 3.2 ends a script whose helper is missing, but not where `eval`
/// sources it.
const EVAL: &str = "eval '";

/// The end of the line in a script that calls `skill_say`, in one that calls it by its other name, and in one that
/// doesn't call it. One command, because formatters keep it on its line.
const ENDS: [&str; 3] = ["skill_say(){ shift&&\"$@\"; }", "skill_run(){ shift&&\"$@\"; }", ":"];

/// Its former end, for bash and for sh.
pub(crate) const FORMER_ENDS: [&str; 2] =
    ["skill_say(){ \"${@:2}\"; }", "skill_say(){ shift; \"$@\"; }"];

/// The descriptors for the caller's stdout: bash may use a high one, sh has single digits only.
const STDOUT: [(Shell, u8); 2] = [(Shell::Bash, 19), (Shell::Sh, 7)];

/// How a line of sh names another descriptor.
const DESCRIPTOR: &str = "sk_fd=";

/// The name of the file that scripts source, beside them.
#[must_use]
pub fn helper_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "skill-envelope.bash",
        Shell::Sh => "skill-envelope.sh",
    }
}

/// Whether this is the name of a helper file.
#[must_use]
pub fn is_helper_name(name: &str) -> bool {
    [Shell::Bash, Shell::Sh].into_iter().any(|shell| name == helper_name(shell))
}

/// The descriptor for the caller's stdout in scripts of this shell.
pub(crate) fn stdout_of(shell: Shell) -> u8 {
    STDOUT.into_iter().find(|(of, _)| *of == shell).map_or(0, |(_, stdout)| stdout)
}

/// The line that a script gains.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) shell: Shell,
    pub(crate) says: Says,
    /// The descriptor for the caller's stdout.
    pub(crate) stdout: u8,
    pub(crate) room: Room,
    /// Whether `set -e` applies there.
    pub(crate) errexit: bool,
}

/// Between the line and a command on the same line.
const BEFORE_COMMAND: &str = "; ";

impl Line {
    /// The line, with its separator.
    pub(crate) fn text(self) -> String {
        let line = match self.shell {
            Shell::Bash => BASH,
            Shell::Sh => SH,
        };
        let line = match self.says {
            Says::Something => line.to_owned(),
            Says::ByOtherName => line.replace(ENDS[0], ENDS[1]),
            Says::Nothing => line.replace(ENDS[0], ENDS[2]),
        };
        let line = match line.split_once(" || ") {
            Some((source, end)) if self.errexit && self.shell == Shell::Bash => {
                format!("{EVAL}{source}'||{end}")
            }
            _ => line,
        };
        self.descriptor()
            + &match self.room {
                Room::Empty => line,
                Room::Added => of_added(&line) + "\n",
                Room::Shared => line + BEFORE_COMMAND,
            }
    }

    /// The text that names the descriptor, if it is not the usual one.
    pub(crate) fn descriptor(self) -> String {
        if self.stdout == stdout_of(self.shell) {
            return String::new();
        }
        format!("{DESCRIPTOR}{} ", self.stdout)
    }
}

/// A line that did not replace an empty line has a variable with another name: so undo can remove the line completely,
/// even after a formatter has changed it.
fn of_added(line: &str) -> String {
    line.replace("f=", "s=").replace("$f", "$s").replace("${f", "${s")
}

/// Whether the script gained this line without replacing an empty one.
pub(crate) fn was_added(line: &[u8]) -> bool {
    ["s=${BASH_SOURCE?}", "s=$0"]
        .iter()
        .any(|name| line.windows(name.len()).any(|part| part == name.as_bytes()))
}

/// The end of the line that contains one of [`SOURCED`] at its beginning.
pub(crate) fn line_end(from_mark: &[u8]) -> Option<usize> {
    let (_, mark) = SOURCED.into_iter().find(|(_, mark)| from_mark.starts_with(mark.as_bytes()))?;
    let joint = from_mark[mark.len()..].iter().take_while(|byte| b" |".contains(byte)).count();
    let rest = &from_mark[mark.len() + joint..];
    let end = ENDS.iter().chain(&FORMER_ENDS).find(|end| rest.starts_with(end.as_bytes()))?;
    Some(mark.len() + joint + end.len())
}

/// The position of the sourcing text in a line of a script, and the descriptor that it names.
pub(crate) fn line_start(line: &[u8]) -> (usize, Option<u8>) {
    let find = |word: &str| line.windows(word.len()).position(|part| part == word.as_bytes());
    let at = find("command . ").unwrap_or(0);
    let at = if line[..at].ends_with(EVAL.as_bytes()) { at - EVAL.len() } else { at };
    let named = at.checked_sub(DESCRIPTOR.len() + 2);
    match named.filter(|from| line[*from..].starts_with(DESCRIPTOR.as_bytes())) {
        Some(from) => (from, Some(line[from + DESCRIPTOR.len()].wrapping_sub(b'0'))),
        None => (at, None),
    }
}

/// Whether a script calls `skill_say`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// It does.
    Something,
    /// It has a function of that name, and calls `skill_run`.
    ByOtherName,
    /// No line of it was recognized.
    Nothing,
}

/// The first and the last line of an inline helper.
pub(crate) const FENCE: [&str; 2] = [
    "# >>> skill envelope: written by `skillgen migrate`, which also takes it out again (--undo)",
    "# <<< skill envelope",
];

/// The head of the file, by which it is recognized.
fn head(shell: Shell) -> String {
    // dash has the features of sh, and `local`.
    let dialect = if shell == Shell::Bash { "bash" } else { "dash" };
    format!("# shellcheck shell={dialect}\n# {}: ", helper_name(shell))
}

/// The shell of a helper file; `None` if the text is not one.
#[must_use]
pub fn shell_of(text: &str) -> Option<Shell> {
    [Shell::Bash, Shell::Sh].into_iter().find(|shell| text.starts_with(&head(*shell)))
}

/// Whether this text is a helper file.
pub(crate) fn is_helper(text: &str) -> bool {
    text.starts_with("# shellcheck shell=") && shell_of(text).is_some()
}

/// The whole helper file, without its checksum.
#[must_use]
pub fn helper(shell: Shell, kind: Kind, confidence: &str, parts: &BTreeSet<Part>) -> String {
    let name = kind.name();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{}prints one JSON document on stdout, however the script ends. Its format is {name}.\n\
         {WRITTEN_BY}{version}. To update it, run `skillgen migrate` again; do not edit it.\n\
         # To go back, run `skillgen migrate --undo`: it restores the scripts and removes this file.\n{}{}\n{}",
        head(shell),
        bash_helper::parts_line(parts),
        bash_helper::guide(shell, kind, Start::Sourced, parts),
        bash_helper::functions(shell, kind, Start::Sourced, confidence, parts)
    )
}

/// An inline helper: without its head, between two marker lines.
pub(crate) fn fenced(line: Line, kind: Kind, confidence: &str, parts: &BTreeSet<Part>) -> String {
    let code = bash_helper::block(line.shell, kind, confidence, parts);
    let descriptor = line.descriptor();
    let descriptor = descriptor.trim_end();
    let descriptor = if descriptor.is_empty() { String::new() } else { format!("{descriptor}\n") };
    format!("{}\n{descriptor}{code}{}\n", FENCE[0], FENCE[1])
}

/// The shell of a fenced helper, and the descriptor that it names.
pub(crate) fn fence_of(fence: &str) -> (Shell, Option<u8>) {
    let shell = if fence.contains("BASH_SUBSHELL") { Shell::Bash } else { Shell::Sh };
    let named = fence.lines().nth(1).and_then(|line| line.strip_prefix(DESCRIPTOR));
    (shell, named.and_then(|digit| digit.parse().ok()))
}

/// The envelope of a helper file; `None` if the text is not one.
#[must_use]
pub fn kind_of(text: &str) -> Option<Kind> {
    let head = text.strip_prefix(&head(shell_of(text)?))?.lines().next()?;
    Some(if head.contains("helper-envelope-v1") { Kind::Helper } else { Kind::SkillOutput })
}

/// The version of skillgen in the head of a helper file.
#[must_use]
pub fn version_of(text: &str) -> Option<&str> {
    let line = text.lines().take(20).find_map(|line| line.strip_prefix(WRITTEN_BY))?;
    line.split(". ").next()
}

/// The default confidence in a helper file.
#[must_use]
pub fn confidence_of(text: &str) -> Option<String> {
    // The default for a failing run precedes it.
    let (_, rest) = text.rsplit_once("_confidence:-")?;
    rest.split_once('}').map(|(number, _)| number.to_owned())
}

/// The text of the head's line with the version.
const WRITTEN_BY: &str = "# Written by skillgen ";

/// The shell whose helper file a script sources; `None` if it sources none.
#[must_use]
pub fn sources_helper(bytes: &[u8]) -> Option<Shell> {
    let holds = |mark: &str| bytes.windows(mark.len()).any(|window| window == mark.as_bytes());
    SOURCED.into_iter().find(|(_, mark)| holds(mark)).map(|(shell, _)| shell)
}

/// Whether a text contains this form of the migration.
pub(crate) fn holds(text: &str) -> bool {
    SOURCED.iter().any(|(_, mark)| text.contains(mark)) || text.contains(FENCE[0])
}

/// The space for the envelope's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// An empty line, which it replaces: no other line moves.
    Empty,
    /// A new line.
    Added,
    /// The line of the first command, before it.
    Shared,
}

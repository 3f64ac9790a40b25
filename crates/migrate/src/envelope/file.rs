//! What a bash script gains: a line that sources the helper file beside it, or the helper's text in a fence of its own.

use std::collections::BTreeSet;

use contract::bash_helper::{self, Part, Start};

use super::Kind;

/// The name of the file that bash scripts source, beside them.
pub const FILE: &str = "skill-envelope.bash";

/// The line of a script. It follows links without `readlink -f`, looks beside the script alone (text that bash reads from stdin
/// has no file), and goes on without the helper where that is missing: bash says which file it did not find.
pub(crate) const SOURCE: &str = r#"command . "$(f=${BASH_SOURCE[0]?}; while CDPATH=: cd "${f%/*}" 2>&-; f=$(readlink "${f##*/}"); do :; done; pwd)/skill-envelope.bash" || skill_say(){ "${@:2}"; }"#;

/// What every line of [`SOURCE`] holds, in this and later versions.
pub(crate) const SOURCED: &str = "/skill-envelope.bash\" || ";

/// How the line ends in a script that calls `skill_say`, and in one that doesn't.
const WITHOUT_HELPER: [&str; 2] = ["skill_say(){ \"${@:2}\"; }", ":"];

/// The line for a script, by whether it calls `skill_say`.
pub(crate) fn source_line(says: Says) -> String {
    match says {
        Says::Something => SOURCE.to_owned(),
        Says::Nothing => SOURCE.replace(WITHOUT_HELPER[0], WITHOUT_HELPER[1]),
    }
}

/// Where the line ends that holds [`SOURCED`] at its beginning.
pub(crate) fn line_end(from_mark: &[u8]) -> Option<usize> {
    let rest = from_mark.get(SOURCED.len()..)?;
    let end = WITHOUT_HELPER.iter().find(|end| rest.starts_with(end.as_bytes()))?;
    Some(SOURCED.len() + end.len())
}

/// Does a script call `skill_say`?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// It does.
    Something,
    /// No line of it was recognized.
    Nothing,
}

/// The first and the last line of a helper that stands in the script itself.
pub(crate) const FENCE: [&str; 2] = [
    "# >>> skill envelope: written by `skillgen migrate`, which also takes it out again (--undo)",
    "# <<< skill envelope",
];

/// The head of the file, which its first line is known by.
pub(crate) const HEAD: &str = "# shellcheck shell=bash\n# skill-envelope.bash: ";

/// The descriptor that keeps the caller's stdout.
pub(crate) const STDOUT: u8 = 19;

/// The whole helper file, without its checksum.
#[must_use]
pub fn helper(kind: Kind, confidence: &str, parts: &BTreeSet<Part>) -> String {
    let name = kind.name();
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{HEAD}one JSON document on stdout, whatever ends the script. Its format is {name}.\n\
         {WRITTEN_BY}{version}. `skillgen migrate` writes it again for a new version: do not edit it.\n\
         # Way back: `skillgen migrate --undo` puts the scripts back and removes this file.\n{}{}\n{}",
        bash_helper::parts_line(parts),
        bash_helper::guide(kind, Start::Sourced),
        bash_helper::functions(kind, Start::Sourced, confidence, parts)
    )
}

/// The helper in a script: without its head, between two lines that show where it begins and ends.
pub(crate) fn fenced(kind: Kind, confidence: &str, parts: &BTreeSet<Part>) -> String {
    let code = bash_helper::block(kind, confidence, parts);
    format!("{}\n{code}{}\n", FENCE[0], FENCE[1])
}

/// The envelope that a helper file prints; `None` where the text is no helper file.
#[must_use]
pub fn kind_of(text: &str) -> Option<Kind> {
    let head = text.strip_prefix(HEAD)?.lines().next()?;
    Some(if head.contains("helper-envelope-v1") { Kind::Helper } else { Kind::SkillOutput })
}

/// The version of skillgen that wrote a helper file, as its head says.
#[must_use]
pub fn version_of(text: &str) -> Option<&str> {
    let line = text.lines().take(20).find_map(|line| line.strip_prefix(WRITTEN_BY))?;
    line.split(". ").next()
}

/// The confidence of a run that prints none, in a helper file.
#[must_use]
pub fn confidence_of(text: &str) -> Option<String> {
    // A run that failed has another default in front of it.
    let (_, rest) = text.rsplit_once("_confidence:-")?;
    rest.split_once('}').map(|(number, _)| number.to_owned())
}

/// What the line of the head says that names the version.
const WRITTEN_BY: &str = "# Written by skillgen ";

/// Does a script source the helper file?
#[must_use]
pub fn sources_helper(bytes: &[u8]) -> bool {
    bytes.windows(SOURCED.len()).any(|window| window == SOURCED.as_bytes())
}

/// Does a text hold this form of the migration?
pub(crate) fn holds(text: &str) -> bool {
    text.contains(SOURCED) || text.contains(FENCE[0])
}

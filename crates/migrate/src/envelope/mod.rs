//! The text that a migrated script begins with, put together from the files of `shell/`: only the parts that it needs.
//!
//! It stands on one line, so that no line of the script moves: `$LINENO`, bash's own messages and programs that read the
//! script by line number (`sed -n 2,9p "$0"`) stay right.

mod compact;
mod file;
mod made;

use std::collections::BTreeMap;

use crate::pattern::Pattern;
pub use contract::bash_helper::Envelope as Kind;
pub(crate) use file::{FENCE, HEAD, SOURCED, STDOUT, Says, fenced, holds, line_end, source_line};
pub use file::{FILE, confidence_of, helper, kind_of, sources_helper, version_of};
pub use made::shared;
pub(crate) use made::{BEFORE_COMMAND, Made, made};

/// A part of the text for sh.
macro_rules! part {
    ($name:literal) => {
        include_str!(concat!("../shell/posix/", $name, ".sh"))
    };
}

/// The word by which a migrated script is known.
pub const MARK: &str = "__skill_begin 1 ";

/// The shell that a script is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Shell {
    /// bash: arrays of its own, ERR traps, `$BASH_SUBSHELL`.
    #[default]
    Bash,
    /// sh, whichever it is: dash, busybox, bash in POSIX mode.
    Posix,
}

impl Shell {
    /// The word in front of a recognized line.
    pub(crate) fn say(self) -> &'static str {
        match self {
            Self::Bash => "skill_say",
            Self::Posix => "__skill_say",
        }
    }
}

/// What a script needs of the text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
    pub(crate) shell: Shell,
    pub(crate) kind: Kind,
    pub(crate) confidence: String,
    /// Recognizers by id, in the order of [`crate::pattern::ALL`].
    pub(crate) patterns: Vec<&'static Pattern>,
    /// Events of subshells.
    pub(crate) channel: bool,
    /// An EXIT trap of its own, and whether it has to run in the shell itself.
    pub(crate) own: Option<bool>,
    /// `trap` calls that a function answers, also those in sourced files.
    pub(crate) trap: bool,
    pub(crate) override_trap: bool,
    /// It lists its traps.
    pub(crate) lists_traps: bool,
    pub(crate) exec: bool,
    /// No ERR trap of its own: ours records the line of a crash.
    pub(crate) err: bool,
    /// Free descriptors: saved stdout, events in, events out, the stdin of an `exec` under sh.
    pub(crate) fds: [u8; 4],
}

impl Needs {
    /// How many descriptors of [`FDS`] the text uses.
    pub(crate) fn descriptors(&self) -> usize {
        match (self.shell, self.exec, self.channel) {
            (Shell::Posix, true, _) => 4,
            (_, _, true) => 3,
            _ => 1,
        }
    }
}

/// The descriptors that the parts are written with.
pub(crate) const FDS: [u8; 4] = [9, 8, 7, 6];

/// The text for a script of sh, on one line, with the call that starts it, without a line end. In a file that another script
/// sources, or where the caller wants the text of old, it takes nothing over. `id` tells this script's text from others'.
pub(crate) fn inline(needs: &Needs, id: &str) -> String {
    let text = compact::one_line(&source(needs));
    let own = include_str!("../shell/posix/self.sh").replace("SELF_ID", id);
    format!(
        "if ! command -v __skill_begin >/dev/null 2>&1 && [ {WANTED} != text ]; then {}; else __skill_q=; fi; if [ -n \"$__skill_q\" ]; then {text}; {MARK}\"$0\" {id}; {}; else [ {WANTED} != text ] || {NONE}; {}; fi",
        compact::one_line(&own.replace("builtin ", "")),
        open(needs),
        as_before(),
    )
}

/// What the calls in a script lead to where no envelope is printed.
fn as_before() -> String {
    let marks = BTreeMap::from([("EXEC", "command exec \"$@\"\n".to_owned())]);
    let text = fill(include_str!("../shell/sourced.sh"), &marks);
    compact::one_line(&text).replace("builtin ", "")
}

/// What stands in front of the envelope of a script that prints parts of its own text: `program` makes sed give the edited lines
/// as they were. A sourced file takes nothing over from the script that it stands in.
pub(crate) fn kept(program: &str) -> String {
    let text = include_str!("../shell/read.sh").replace("FILE", "\"$0\"").replace("builtin ", "");
    format!(
        "if ! command -v __skill_read >/dev/null 2>&1; then {}; __skill_was='{program}'; fi",
        compact::one_line(&text)
    )
}

/// What the caller asks for. Where that is the word `text`, and nothing else, the script does what it did before it had an
/// envelope, and what it runs inherits the wish.
const WANTED: &str = "\"${SKILLGEN_STDOUT-}\"";

/// A script that is run without an envelope has functions of these names from its environment, if any: they are not its own.
const NONE: &str = "unset -f __skill_say __skill_trap __skill_exec";

/// What the script itself has to do: to open descriptors, for good.
fn open(needs: &Needs) -> String {
    let channel = include_str!("../shell/channel_open.sh").replace("EXEC", "exec");
    let channel = if needs.channel { channel } else { String::new() };
    let text = fill(part!("open"), &BTreeMap::from([("CHANNEL", channel)]));
    compact::one_line(&descriptors(&text, needs.fds).replace("builtin exec", "exec"))
}

fn source(needs: &Needs) -> String {
    let text = fill(&parts(needs).concat(), &marks(needs));
    descriptors(&text, needs.fds).replace("builtin ", "")
}

/// What stands at the marks of the parts.
fn marks(needs: &Needs) -> BTreeMap<&'static str, String> {
    let given = |wanted: bool, text: &str| if wanted { text.to_owned() } else { String::new() };
    let has = !needs.patterns.is_empty();
    let mut flush = given(has, "__skill_flush=1\n");
    flush.push_str(&given(has && needs.channel, "__skill_drain\n"));
    flush.push_str(&given(has, include_str!("../shell/flush.sh")));
    let document = match needs.kind {
        Kind::SkillOutput => include_str!("../shell/document_output.sh"),
        Kind::Helper => include_str!("../shell/document_helper.sh"),
    };
    BTreeMap::from([
        ("FLUSH", flush),
        ("GATHER", needs.patterns.iter().map(|p| p.gather).collect()),
        ("DRAIN", given(needs.channel, "__skill_drain\n")),
        ("OWN", given(needs.own.is_some(), "[ -z \"$__skill_own\" ] || __skill_own_exit\n")),
        ("OPENED", given(needs.channel, include_str!("../shell/opened.sh"))),
        ("CONSTANTS", part!("constants").to_owned()),
        ("OPTIONS", String::new()),
        ("TRAP", given(needs.override_trap, part!("trap_override"))),
        // Only bash runs the EXIT trap of a script that a signal ends.
        ("SIGNAL", "[ -n \"${BASH_VERSION-}\" ] || __skill_own=\n".to_owned()),
        ("HAND", given(needs.exec, include_str!("../shell/hand.sh"))),
        ("DOCUMENT", document.replace("DEFAULT_CONFIDENCE", &needs.confidence)),
    ])
}

fn parts(needs: &Needs) -> Vec<&'static str> {
    let mut parts = vec![part!("quote"), include_str!("../shell/close.sh"), part!("core")];
    match needs.own {
        Some(true) => parts.push(part!("own_inline")),
        Some(false) => parts.push(part!("own")),
        None => {}
    }
    if needs.trap || needs.override_trap {
        parts.push(include_str!("../shell/trap.sh"));
    }
    if needs.exec {
        parts.push(include_str!("../shell/prints.sh"));
        parts.push(part!("exec"));
    }
    if needs.channel {
        parts.push(part!("channel"));
    }
    if !needs.patterns.is_empty() {
        parts.push(include_str!("../shell/see.sh"));
        parts.push(part!("see"));
    }
    if needs.patterns.iter().any(|p| p.id == "deliverable") {
        parts.push(include_str!("../shell/paths.sh"));
    }
    parts.extend(needs.patterns.iter().map(|p| p.shell));
    parts.push(part!("begin"));
    parts
}

/// Replaces each line `#NAME` by its text, indented as the mark is.
fn fill(text: &str, marks: &BTreeMap<&str, String>) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let bare = line.trim_start();
        let indent = &line[..line.len() - bare.len()];
        match bare.strip_prefix('#').and_then(|name| marks.get(name)) {
            Some(body) => {
                for line in body.lines() {
                    out.push_str(indent);
                    out.push_str(line);
                    out.push('\n');
                }
            }
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// The parts are written with descriptors 9 to 6; a script that uses one of them gets others.
fn descriptors(text: &str, fds: [u8; 4]) -> String {
    if fds == FDS {
        return text.to_owned();
    }
    let mut out = text.to_owned();
    for (from, mark) in [
        ("9>&", "\u{1}>&"),
        (">&9", ">&\u{1}"),
        ("8>>", "\u{2}>>"),
        (">&8", ">&\u{2}"),
        ("7<", "\u{3}<"),
        ("<&7", "<&\u{3}"),
        ("6<&", "\u{4}<&"),
        ("<&6", "<&\u{4}"),
    ] {
        out = out.replace(from, mark);
    }
    for (mark, fd) in [("\u{1}", fds[0]), ("\u{2}", fds[1]), ("\u{3}", fds[2]), ("\u{4}", fds[3])] {
        out = out.replace(mark, &fd.to_string());
    }
    out
}

#[cfg(test)]
mod tests;

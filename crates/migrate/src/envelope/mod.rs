//! The text that a migrated script begins with, put together from the files of `shell/`: only the parts that it needs.
//!
//! It stands on one line, so that no line of the script moves: `$LINENO`, bash's own messages and programs that read the
//! script by line number (`sed -n 2,9p "$0"`) stay right.

mod compact;

use std::collections::BTreeMap;

use crate::pattern::Pattern;

/// The word by which a migrated script is known.
pub const MARK: &str = "__skill_begin 1 ";

/// The envelope that a migrated script prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// skill-output-v1.
    #[default]
    SkillOutput,
    /// The helper envelope, with results in its payload.
    Helper,
}

/// What a script needs of the text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
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
    pub(crate) exec: bool,
    /// No ERR trap of its own: ours records the line of a crash.
    pub(crate) err: bool,
    /// Free descriptors: saved stdout, events in, events out.
    pub(crate) fds: [u8; 3],
}

/// The text for a script, on one line, with the call that starts it, without a line end. In a file that another script
/// sources it takes nothing over: what prints there is that script's.
pub(crate) fn inline(needs: &Needs) -> String {
    format!(
        "if [ {SELF} = \"$0\" ]; then {}; {}; elif ! declare -F __skill_begin >/dev/null; then {}; fi",
        compact::one_line(&source(needs)),
        start(needs),
        compact::one_line(include_str!("../shell/sourced.bash")),
    )
}

/// The line that sources the helper file `path` (as bash would write it, after the script's folder) and starts it.
pub(crate) fn sourced(needs: &Needs, path: &str) -> String {
    format!(
        "__skill_q={SELF}; case $__skill_q in */*) ;; *) __skill_q=./$__skill_q ;; esac; \
         if [ {SELF} = \"$0\" ]; then . \"${{__skill_q%/*}}/{path}\"; {}; elif ! declare -F __skill_begin >/dev/null; then {}; fi",
        start(needs),
        compact::one_line(include_str!("../shell/sourced.bash")),
    )
}

/// The file that the text stands in, as the shell names it.
const SELF: &str = "\"${BASH_SOURCE[0]-$0}\"";

fn start(needs: &Needs) -> String {
    let own_err = if needs.err { "" } else { " own" };
    format!("{MARK}{SELF}{own_err}")
}

/// The text as a file of its own that scripts source: readable, with everything in it.
#[must_use]
pub fn helper(kind: Kind, confidence: &str) -> String {
    let needs = Needs {
        kind,
        confidence: confidence.to_owned(),
        patterns: crate::pattern::ALL.to_vec(),
        channel: true,
        own: Some(true),
        trap: true,
        override_trap: true,
        exec: true,
        err: true,
        fds: [9, 8, 7],
    };
    source(&needs)
}

fn source(needs: &Needs) -> String {
    let has = !needs.patterns.is_empty();
    let deliverables = needs.patterns.iter().any(|p| p.id == "deliverable");
    let mut marks: BTreeMap<&str, String> = BTreeMap::new();
    let mut flush = String::new();
    if has {
        flush.push_str("__skill_flush=1\n");
        if needs.channel {
            flush.push_str("__skill_drain\n");
        }
        flush.push_str(include_str!("../shell/flush.bash"));
    }
    marks.insert("FLUSH", flush);
    marks.insert("GATHER", needs.patterns.iter().map(|p| p.gather).collect());
    marks.insert("DRAIN", if needs.channel { "__skill_drain\n".to_owned() } else { String::new() });
    marks.insert(
        "OWN",
        if needs.own.is_some() {
            "[ -z \"$__skill_own\" ] || __skill_own_exit\n".to_owned()
        } else {
            String::new()
        },
    );
    marks.insert(
        "CHANNEL",
        if needs.channel { "__skill_channel\n".to_owned() } else { String::new() },
    );
    let override_trap = if needs.override_trap {
        include_str!("../shell/trap_override.bash").to_owned()
    } else {
        String::new()
    };
    marks.insert("TRAP", override_trap);
    let document = match needs.kind {
        Kind::SkillOutput => include_str!("../shell/document_output.bash"),
        Kind::Helper => include_str!("../shell/document_helper.bash"),
    };
    marks.insert("DOCUMENT", document.replace("DEFAULT_CONFIDENCE", &needs.confidence));

    let mut parts = vec![include_str!("../shell/core.bash")];
    match needs.own {
        Some(true) => parts.push(include_str!("../shell/own_inline.bash")),
        Some(false) => parts.push(include_str!("../shell/own.bash")),
        None => {}
    }
    if needs.trap || needs.override_trap {
        parts.push(include_str!("../shell/trap.bash"));
    }
    if needs.exec {
        parts.push(include_str!("../shell/exec.bash"));
    }
    if needs.channel {
        parts.push(include_str!("../shell/channel.bash"));
    }
    if has {
        parts.push(include_str!("../shell/see.bash"));
    }
    if deliverables {
        parts.push(include_str!("../shell/paths.bash"));
    }
    parts.extend(needs.patterns.iter().map(|p| p.shell));
    parts.push(include_str!("../shell/begin.bash"));
    descriptors(&fill(&parts.concat(), &marks), needs.fds)
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

/// The parts are written with descriptors 9, 8 and 7; a script that uses one of them gets others.
fn descriptors(text: &str, fds: [u8; 3]) -> String {
    if fds == [9, 8, 7] {
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
    ] {
        out = out.replace(from, mark);
    }
    for (mark, fd) in [("\u{1}", fds[0]), ("\u{2}", fds[1]), ("\u{3}", fds[2])] {
        out = out.replace(mark, &fd.to_string());
    }
    out
}

#[cfg(test)]
mod tests;

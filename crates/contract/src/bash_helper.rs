//! The helper that prints an envelope, for bash and for sh. `migrate` writes it beside scripts, and `emit` writes it
//! for new scripts.
//!
//! `templates/bash/envelope/shared.sh` is the common part, and `own.bash` and `own.sh` are the parts of each shell. The
//! other files hold the parts that only some scripts need. A line `#: NAME…` begins text that only helpers with all
//! these names contain, and `#: end` ends it. A helper for sh has `command` in place of `builtin`. Comments that begin with `##`
//! are for those who change a template; a helper does not contain them.

use std::collections::BTreeSet;
use std::fmt;

/// A template file.
macro_rules! text {
    ($name:literal) => {
        include_str!(concat!("../../../templates/bash/envelope/", $name))
    };
}

const SHARED: &str = text!("shared.sh");
const GUIDE: &str = text!("guide.bash");

/// The shell that a helper is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Shell {
    /// bash, from 3.2 on.
    #[default]
    Bash,
    /// Any sh: dash, busybox, bash.
    Sh,
}

impl Shell {
    fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Sh => "sh",
        }
    }

    fn own(self) -> &'static str {
        match self {
            Self::Bash => text!("own.bash"),
            Self::Sh => text!("own.sh"),
        }
    }

    fn parts(self) -> &'static str {
        match self {
            Self::Bash => text!("parts.bash"),
            Self::Sh => text!("parts.sh"),
        }
    }

    /// The line after which the second of two helpers is skipped.
    fn once(self) -> &'static str {
        match self {
            Self::Bash => {
                "[ \"${_sk_pid[1]-}\" != \"$$\" ] || ! builtin declare -F skill_say >/dev/null || return 0\n"
            }
            Self::Sh => {
                "[ \"${_sk_pid-}\" != \"$$\" ] || ! command -v skill_say >/dev/null || return 0\n"
            }
        }
    }

    /// Code that removes functions of the environment, for helpers that test whether a function exists.
    fn forget(self) -> &'static str {
        match self {
            Self::Bash => {
                "# A script with `set -a` exports the functions of its helper.\n\
                 if [ \"${_sk_pid[1]-}\" != \"$$\" ]; then\n  \
                   while IFS=' ' builtin read -r _sk_q _sk_q _sk_q; do\n    \
                     case $_sk_q in _sk_* | skill_run) builtin unset -f \"$_sk_q\" ;; esac\n  \
                   done <<<\"$(builtin declare -F)\"\n\
                 fi\n"
            }
            Self::Sh => "",
        }
    }

    /// A template's text for this shell.
    fn words(self, text: String) -> String {
        match self {
            Self::Bash => text,
            Self::Sh => text.replace("builtin ", "command "),
        }
    }
}

/// The kind of document that a helper prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Envelope {
    /// skill-output-v1.
    #[default]
    SkillOutput,
    /// helper-envelope-v1, with results in its payload.
    Helper,
}

impl Envelope {
    /// The name of the contract.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SkillOutput => "skill-output-v1",
            Self::Helper => "helper-envelope-v1",
        }
    }
}

/// The optional parts of a helper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The script's own traps, which run before the document is printed.
    Exit,
    /// Files and folders that exist when the script ends.
    Files,
    /// A confidence in any notation.
    Confidence,
    /// Lines whose text begins with a later argument: `arg2:error log INFO "text"`.
    Argument,
    /// Numbers in words of the printed line: `metric.rows:2`.
    Numbers,
    /// Values in a here-document that `cat` prints.
    Heredoc,
    /// A fast path for lines that run many times.
    Loops,
    /// Reads values from printed text: finds the lines, and a confidence in them.
    Text,
    /// Reads files and folders from printed text.
    TextFiles,
    /// Reads numbers from printed text.
    TextMetric,
    /// Reads errors from printed text.
    TextError,
    /// Reads from printed text that something failed.
    TextStatus,
    /// Gives a script that reads its own file the former lines.
    OwnText,
    /// `exec COMMAND`, run as a child process.
    Exec,
    /// Recorded output of commands in the payload; only for [`Envelope::Helper`].
    Answer,
    /// EXIT traps that wait for jobs, and lists of traps.
    Traps,
    /// JSON values as arguments.
    Json,
    /// `skill_run`, for a script that has a function `skill_say` of its own.
    SkillRun,
    /// An output option: the document over several lines.
    Indent,
    /// An output option: how long the script took.
    Time,
    /// An output option: named files that don't exist.
    Missing,
}

impl Part {
    /// All parts, in the order of the file.
    pub const ALL: [Self; 21] = [
        Self::Exit,
        Self::Files,
        Self::Confidence,
        Self::Argument,
        Self::Numbers,
        Self::Heredoc,
        Self::Loops,
        Self::Text,
        Self::TextFiles,
        Self::TextMetric,
        Self::TextError,
        Self::TextStatus,
        Self::OwnText,
        Self::Exec,
        Self::Answer,
        Self::Traps,
        Self::Json,
        Self::SkillRun,
        Self::Indent,
        Self::Time,
        Self::Missing,
    ];

    /// Whether the part is an option of the user, not a need of a script.
    #[must_use]
    pub fn is_output_option(self) -> bool {
        matches!(self, Self::Indent | Self::Time | Self::Missing)
    }

    /// The function that shows that a helper has this part.
    fn function(self) -> &'static str {
        match self {
            Self::Exit => "_sk_trap",
            Self::Files => "_sk_exists",
            Self::Confidence => "_sk_estimate",
            Self::Argument => "_sk_from_argument",
            Self::Numbers => "_sk_numbers",
            Self::Heredoc => "_sk_cat",
            Self::Loops => "_sk_quick",
            Self::Text => "_sk_lines",
            Self::TextFiles => "_sk_see_deliverable",
            Self::TextMetric => "_sk_see_metric",
            Self::TextError => "_sk_see_error",
            Self::TextStatus => "_sk_see_status",
            Self::OwnText => "_sk_own_text",
            Self::Exec => "_sk_handover",
            Self::Answer => "_sk_answer",
            Self::Traps => "_sk_traps",
            Self::Json => "_sk_json",
            Self::SkillRun => "skill_run",
            Self::Indent => "_sk_indent",
            Self::Time => "_sk_elapsed",
            Self::Missing => "_sk_named",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Exit => "exit",
            Self::Files => "files",
            Self::Confidence => "confidence",
            Self::Argument => "argument",
            Self::Numbers => "numbers",
            Self::Heredoc => "heredoc",
            Self::Loops => "loops",
            Self::Text => "text",
            Self::TextFiles => "text_files",
            Self::TextMetric => "text_metric",
            Self::TextError => "text_error",
            Self::TextStatus => "text_status",
            Self::OwnText => "own_text",
            Self::Exec => "exec",
            Self::Answer => "answer",
            Self::Traps => "traps",
            Self::Json => "json",
            Self::SkillRun => "skill_run",
            Self::Indent => "indent",
            Self::Time => "time",
            Self::Missing => "missing",
        }
    }
}

impl Part {
    /// The text of the part that both shells share.
    fn shared(self) -> &'static str {
        match self {
            Self::Exit => text!("exit.sh"),
            Self::Files => text!("files.sh"),
            Self::Confidence => text!("confidence.sh"),
            Self::Argument => text!("argument.sh"),
            Self::Numbers => text!("numbers.sh"),
            Self::Heredoc => text!("heredoc.sh"),
            Self::Loops => text!("loops.sh"),
            Self::Text => text!("text.sh"),
            Self::TextFiles => text!("text_files.sh"),
            Self::TextMetric => text!("text_metric.sh"),
            Self::TextError => text!("text_error.sh"),
            Self::TextStatus => text!("text_status.sh"),
            Self::OwnText => text!("own_text.sh"),
            Self::Exec => text!("exec.sh"),
            Self::Answer => text!("answer.sh"),
            Self::Traps => text!("traps.sh"),
            Self::Json | Self::SkillRun => "",
            Self::Indent => text!("indent.sh"),
            Self::Time => text!("time.sh"),
            Self::Missing => text!("named.sh"),
        }
    }

    /// The functions of the part, unless a helper sourced before has them.
    fn guarded(self, shell: Shell, envelope: Envelope) -> String {
        let own = match self {
            Self::SkillRun => skill_run(shell, envelope),
            _ => chosen(shell.parts(), &[self.name(), envelope.name()]),
        };
        let text: String = (chosen(self.shared(), &[shell.name()]) + &own)
            .lines()
            .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") })
            .collect();
        let (function, text) = (self.function(), shell.words(text));
        let missing = match shell {
            Shell::Bash => format!("! builtin declare -F {function} >/dev/null"),
            Shell::Sh => {
                format!("[ \"${{_sk_pid-}}\" != \"$$\" ] || ! command -v {function} >/dev/null")
            }
        };
        format!("if {missing}; then\n{}\nfi\n", text.trim_end())
    }
}

/// `skill_say` by another name.
fn skill_run(shell: Shell, envelope: Envelope) -> String {
    let text = chosen(SHARED, &[shell.name(), envelope.name()]);
    let start = text.find("skill_say() {\n").expect("invariant: the function is in the template");
    let body = &text[start + "skill_say".len()..];
    let end = body.find("\n}\n").expect("invariant: the function ends") + "\n}\n".len();
    format!(
        "# skill_say, for scripts that have a function of that name.\nskill_run{}",
        &body[..end]
    )
}

/// The number of files that bash reads at the start of a migrated script: one, or two with the helper.
const FILES: [&str; 2] = ["\"${#BASH_SOURCE[@]}\" -lt 3", "\"${#BASH_SOURCE[@]}\" -lt 2"];

/// The functions as a block inside of the script.
#[must_use]
pub fn block(shell: Shell, envelope: Envelope, confidence: &str, parts: &BTreeSet<Part>) -> String {
    let text = functions(shell, envelope, Start::Sourced, confidence, parts);
    let once = shell.once();
    let begins = format!("if {}", once.replace(" || return 0", "; then"));
    format!("{}fi\n", text.replace(once, &begins).replace(FILES[0], FILES[1]))
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// When the envelope begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// When the helper is sourced, as in migrated scripts.
    Sourced,
    /// At `skill_begin`; the document is on one line or on several.
    Called(Style),
}

impl Start {
    fn name(self) -> &'static str {
        match self {
            Self::Sourced => "migrated",
            Self::Called(_) => "called",
        }
    }
}

/// The layout of a document without `--compact`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// On one line.
    OneLine,
    /// On several lines, with two spaces a level.
    Indented,
}

/// The functions of a helper, without the header.
#[must_use]
pub fn functions(
    shell: Shell,
    envelope: Envelope,
    start: Start,
    confidence: &str,
    parts: &BTreeSet<Part>,
) -> String {
    let names = [envelope.name(), start.name(), shell.name()];
    // A script may source another one whose helper has more parts; those are read from the second file.
    let all = parts;
    let has = |part: &&Part| match part {
        Part::Json => shell == Shell::Bash,
        Part::Answer => envelope == Envelope::Helper,
        _ => true,
    };
    let parts = all.iter().filter(has);
    let names = names_with(names, all);
    let mut out = shell.forget().to_owned();
    out.extend(parts.map(|part| part.guarded(shell, envelope)));
    out.push_str("# The helper of a script that is sourced ends here.\n");
    out.push_str(shell.once());
    out.push('\n');
    out.push_str(&shell.words(chosen(SHARED, &names)));
    out.push_str(&chosen(shell.own(), &names));
    let asked = |part: Part| start == Start::Sourced && all.contains(&part);
    let settings = [
        ("_sk_wide=WIDE", start == Start::Called(Style::Indented) || asked(Part::Indent)),
        ("_sk_timed=TIMED", asked(Part::Time)),
        ("_sk_missing=MISSING", asked(Part::Missing)),
        ("_sk_fields=FIELDS", start == Start::Sourced),
    ];
    for (setting, is_set) in settings {
        let name = setting.split('=').next().unwrap_or_default();
        out = out.replace(setting, &format!("{name}={}", if is_set { "1" } else { "''" }));
    }
    out.replace("DEFAULT_CONFIDENCE", confidence)
}

/// The comments that document the functions.
#[must_use]
pub fn guide(shell: Shell, envelope: Envelope, start: Start, parts: &BTreeSet<Part>) -> String {
    chosen(GUIDE, &names_with([envelope.name(), start.name(), shell.name()], parts))
}

/// The names that choose the lines of a helper.
fn names_with(of_helper: [&'static str; 3], parts: &BTreeSet<Part>) -> Vec<&'static str> {
    of_helper.into_iter().chain(parts.iter().map(|part| part.name())).collect()
}

/// The lines of a text for a helper with these names.
fn chosen(text: &str, names: &[&str]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut skipped = false;
    for line in text.lines() {
        let code = line.trim_start();
        match code.strip_prefix("#: ") {
            Some("end") => skipped = false,
            Some(only) => skipped = !only.split(' ').all(|name| names.contains(&name)),
            None if skipped || code.starts_with("## ") => {}
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// The line of a helper's head that names its parts.
pub const PARTS_LINE: &str = "# Parts: ";

/// The line for these parts; empty if there are none.
#[must_use]
pub fn parts_line(parts: &BTreeSet<Part>) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    format!("{PARTS_LINE}{}.\n", names.join(", "))
}

/// The parts whose functions a text contains.
#[must_use]
pub fn parts_in(text: &str) -> BTreeSet<Part> {
    let stands = |part: &Part| text.contains(&format!("{}() {{", part.function()));
    Part::ALL.into_iter().filter(stands).collect()
}

/// The parts that a helper's head names.
#[must_use]
pub fn parts_of(text: &str) -> BTreeSet<Part> {
    let line = text.lines().take(20).find_map(|line| line.strip_prefix(PARTS_LINE));
    let names = line.unwrap_or_default().trim_end_matches('.');
    let part = |name: &str| Part::ALL.into_iter().find(|part| part.name() == name);
    names.split(", ").filter_map(part).collect()
}

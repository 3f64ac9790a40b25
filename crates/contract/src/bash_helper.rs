//! The bash helper that prints an envelope: one text, which `migrate` writes beside scripts and `emit` writes for scripts by hand.
//!
//! `templates/bash/envelope/envelope.bash` is what every script needs. `parts.bash` holds the parts that some need. Lines of the
//! form `#: NAME` begin what stands in a helper of that name alone, `#: end` ends it.

use std::collections::BTreeSet;
use std::fmt;

const ENVELOPE: &str = include_str!("../../../templates/bash/envelope/envelope.bash");
const PARTS: &str = include_str!("../../../templates/bash/envelope/parts.bash");
const GUIDE: &str = include_str!("../../../templates/bash/envelope/guide.bash");

/// The document that a helper prints.
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

/// What only some scripts need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Reads values from printed text.
    Text,
    /// `exec COMMAND`, as a child whose end is seen.
    Exec,
    /// EXIT traps that wait for jobs, and lists of traps.
    Traps,
    /// JSON values as arguments, and documents over several lines.
    Json,
}

impl Part {
    /// All parts, in the order in which they stand.
    pub const ALL: [Self; 4] = [Self::Text, Self::Exec, Self::Traps, Self::Json];

    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Exec => "exec",
            Self::Traps => "traps",
            Self::Json => "json",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// When the document's time begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// As soon as the helper is sourced: a migrated script says nothing more.
    Sourced,
    /// At `skill_begin`; the document stands on one line or over several.
    Called(Style),
}

/// How a document is printed unless `--compact` says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// On one line.
    OneLine,
    /// Over several lines, two blanks a level.
    Indented,
}

/// The functions of a helper, without the lines on top that say where the file comes from.
#[must_use]
pub fn functions(
    envelope: Envelope,
    start: Start,
    confidence: &str,
    parts: &BTreeSet<Part>,
) -> String {
    let mut names = vec![envelope.name()];
    if start == Start::Sourced {
        names.push("migrated");
    }
    let mut out = chosen(ENVELOPE, &names);
    let more: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    let at = out.find(END).unwrap_or(out.len());
    out.insert_str(at, &chosen(PARTS, &more));
    let wide = if start == Start::Called(Style::Indented) { "1" } else { "''" };
    let fields = if start == Start::Sourced { "1" } else { "''" };
    out.replace("_sk_wide=WIDE", &format!("_sk_wide={wide}"))
        .replace("_sk_fields=FIELDS", &format!("_sk_fields={fields}"))
        .replace("DEFAULT_CONFIDENCE", confidence)
}

/// What the functions are for, as comments.
#[must_use]
pub fn guide(envelope: Envelope, start: Start) -> String {
    let start = if start == Start::Sourced { "migrated" } else { "called" };
    chosen(GUIDE, &[envelope.name(), start])
}

/// Where the parts are put in.
const END: &str = "# ---- the start ";

/// The lines of a text that stand in a helper of these names.
fn chosen(text: &str, names: &[&str]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut skipped = false;
    for line in text.lines() {
        match line.trim_start().strip_prefix("#: ") {
            Some("end") => skipped = false,
            Some(only) => skipped = !names.contains(&only),
            None if skipped => {}
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

/// The line for these parts; the empty text where there is none.
#[must_use]
pub fn parts_line(parts: &BTreeSet<Part>) -> String {
    if parts.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name()).collect();
    format!("{PARTS_LINE}{}.\n", names.join(", "))
}

/// The parts that a helper's head names.
#[must_use]
pub fn parts_of(text: &str) -> BTreeSet<Part> {
    let line = text.lines().take(20).find_map(|line| line.strip_prefix(PARTS_LINE));
    let names = line.unwrap_or_default().trim_end_matches('.');
    let part = |name: &str| Part::ALL.into_iter().find(|part| part.name() == name);
    names.split(", ").filter_map(part).collect()
}

//! `Created: out.txt`: a file or folder that the skill made or changed.

use super::Pattern;
use crate::word::HOLE;

const VERBS: [&str; 7] =
    ["created", "modified", "updated", "saved", "generated", "wrote", "written"];

pub(super) static PATTERN: Pattern = Pattern {
    id: "deliverable",
    slot: "deliverables",
    what: "Created, Modified, Updated, Saved, Generated, Wrote, Written with a path, a list of paths, or bullets below",
    why: "what is named and exists when the script ends joins `deliverables`, once, in order",
    refuses: "prose after the verb, counts, names that don't exist at exit, and lines that deny it: `Not saved`, `would have created`, `[DRY RUN]`, `already exists`",
    takes: |line| {
        if denied(line) {
            return false;
        }
        let bullet = line.line.starts_with(['-', '*', '+', '\u{2022}']) || numbered(&line.line);
        bullet
            || opens_list(line)
            || VERBS.iter().any(|verb| {
                super::has_word(&line.body, verb).is_some_and(|end| {
                    let rest = line.body[end..].trim_start();
                    // A verb inside a longer sentence names nothing: a path or a hole has to follow somewhere.
                    rest.contains(HOLE)
                        || rest.contains(['/', '.'])
                        || rest.starts_with(':')
                        || rest.contains(": ")
                })
            })
    },
    stderr: false,
    shell: include_str!("../shell/see_deliverable.sh"),
    gather: include_str!("../shell/gather_deliverable.sh"),
};

/// Does a line say that nothing was made: `Not saved`, `would have created`, `[DRY RUN] Created`, `already exists`?
fn denied(line: &crate::template::Line) -> bool {
    const BEFORE: [&str; 14] = [
        "not", "never", "no", "nothing", "would", "will", "should", "could", "cannot", "can't",
        "failed", "unable", "wasn't", "if",
    ];
    let whole = line.line.to_ascii_lowercase();
    if ["dry run", "dry-run", "already exist", "(simulated)"]
        .iter()
        .any(|words| whole.contains(words))
    {
        return true;
    }
    let text = line.body.to_ascii_lowercase();
    let Some((end, _)) = behind_verb(&text) else { return false };
    let words = text[..end].split(|c: char| !(c.is_alphanumeric() || c == '\''));
    words.into_iter().any(|word| BEFORE.contains(&word))
}

fn numbered(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && (rest.starts_with(". ") || rest.starts_with(") "))
}

/// The end of the first verb in a text, and whether a colon follows it.
pub(crate) fn behind_verb(text: &str) -> Option<(usize, bool)> {
    let ends = VERBS.iter().filter_map(|verb| super::has_word(text, verb));
    let end = ends.min()?;
    Some((end, text[end..].trim_start().starts_with(':')))
}

/// Is this line only a bullet, so that it counts below a line like `Created:` alone?
pub(crate) fn bullet_only(line: &crate::template::Line) -> bool {
    !VERBS.iter().any(|verb| super::has_word(&line.body, verb).is_some())
}

/// Does this line open a list of bullets?
pub(crate) fn opens_list(line: &crate::template::Line) -> bool {
    VERBS.iter().any(|verb| {
        super::has_word(&line.body, verb).is_some_and(|end| {
            let rest = line.body[end..].trim();
            let count = |c: char| c.is_ascii_digit() || c == HOLE || c == ' ';
            matches!(
                rest.trim_start_matches(count),
                "" | ":" | "files:" | "file:" | "the following:" | "the following files:"
            ) && (rest.ends_with(':') || rest.is_empty())
        })
    })
}

/// Does this line open a list, and name nothing itself?
pub(crate) fn only_opens_list(line: &crate::template::Line) -> bool {
    opens_list(line) && !line.body.contains(HOLE)
}

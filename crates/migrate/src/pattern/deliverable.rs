//! `Created: out.txt`: a file or folder that the skill made or changed.

use super::Pattern;
use crate::word::HOLE;

const VERBS: [&str; 7] =
    ["created", "modified", "updated", "saved", "generated", "wrote", "written"];

pub(super) static PATTERN: Pattern = Pattern {
    id: "deliverable",
    slot: "deliverables",
    what: "Created, Modified, Updated, Saved, Generated, Wrote or Written, followed by a path, a list of paths, or bullets on the next lines; also bullets below `Output files:`, `Artifacts:` and similar headings, if their words name the file; also a label or preposition before a variable whose file the script writes (`Report: $out`, `Backup complete: $f`, `$out created`, where `> \"$out\"`), or any participle before it (`Installed $hook`, `Linked $out → $src`), also a folder into which the script writes (`Synced agents to $dir`, where `cp a \"$dir/b\"`; `Worktree ready at $dir`, where `git worktree add`); literal paths count in the same way (`Installed to ~/x/a.md`, where `cp a.md ~/x/a.md`)",
    why: "each named path that exists when the script ends is added to `deliverables`, without duplicates and in order",
    refuses: "prose after the verb; counts; names that don't exist at exit (`--with missing` lists them); negated lines such as `Not saved`, `would have created`, `[DRY RUN]`, `already exists` or `FAIL: x created`; branches (also `branch name: x`), tags, tasks and similar things that are not files; temporary files of `mktemp` that the script removes; times (`Last modified: …`)",
    takes: |line| {
        if denied(line) {
            return false;
        }
        let bullet = line.line.starts_with(['-', '*', '+', '\u{2022}']) || numbered(&line.line);
        bullet && bullet_only(line)
            || opens_list(line)
            || VERBS.iter().any(|verb| {
                super::has_word(&line.body, verb).is_some_and(|end| {
                    let before = line.body[..end - verb.len()].trim_end();
                    !ends_in_thing(before)
                        && !is_time(before)
                        && names_path(line.body[end..].trim_start(), *verb == "created")
                })
            })
    },
    stderr: false,
};

/// Whether a path may follow a verb. In a longer sentence there must be a path or a hole, and `since $date`, `(count:
/// $n)` and `file(s)` are not one.
fn names_path(rest: &str, creates: bool) -> bool {
    const ASIDE: [&str; 9] =
        ["since", "while", "when", "because", "before", "after", "ago", "during", "until"];
    let counted = rest.trim_start_matches([':', ' ']).trim_end();
    let bare = counted.trim_start_matches(|c: char| c.is_ascii_digit() || c == HOLE);
    let count = counted.len() > bare.len()
        && matches!(bare.trim(), "file" | "files" | "folders" | "directories" | "items");
    let number = !counted.is_empty() && counted.chars().all(|c| c.is_ascii_digit());
    // `Files created: $made/5`, `Updated: $before → $after`
    let share = bare.strip_prefix('/').is_some_and(|of| {
        let of = of.trim();
        counted.starts_with(HOLE) && !of.is_empty() && of.chars().all(|c| c.is_ascii_digit())
    });
    let change = ["\u{2192}", "->"].iter().any(|arrow| {
        let sides = counted.split_once(arrow).map(|(old, new)| (old.trim(), new.trim()));
        // What is created may be a link.
        !creates && sides.is_some_and(|(old, new)| old == HOLE.to_string() && new.starts_with(HOLE))
    });
    if count || number || share || change || rest.starts_with("file(s)") {
        return false;
    }
    // `Repository created: https://…`
    if rest.split(HOLE).next().is_some_and(|head| head.contains("://")) {
        return false;
    }
    if rest.starts_with(':') {
        return true;
    }
    // `Generated branch name: $x`
    if rest.split_once(": ").is_some_and(|(label, _)| !label.contains(HOLE) && ends_in_thing(label))
    {
        return false;
    }
    let dot = rest.char_indices().find_map(|(at, c)| {
        let part = |c: char| c.is_ascii_alphanumeric() || c == HOLE;
        (c == '.' && rest[at + 1..].starts_with(part)).then_some(at)
    });
    let end = rest.find([HOLE, '/', ':']).unwrap_or(rest.len());
    let end = end.min(dot.unwrap_or(end));
    // `new branch feature/x`
    let is_in_word = rest[end..].starts_with(['/', '.']);
    let head = &rest[..rest[..end].rfind(' ').filter(|_| is_in_word).unwrap_or(end)];
    let told = head.split(|c: char| !c.is_alphanumeric()).any(|word| ASIDE.contains(&word));
    let aside = head.contains(['(', '=']) || (told && !rest.contains(": "));
    let none = aside || (ends_in_thing(head) && rest.contains([HOLE, '/']));
    !none && (rest.contains(HOLE) || rest.contains('/') || dot.is_some() || rest.contains(": "))
}

/// Whether a time follows the verb behind this text: `Last modified`.
fn is_time(before: &str) -> bool {
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    ["date", "last", "time", "when"].iter().any(|word| word.eq_ignore_ascii_case(last))
}

/// Whether the last word of a text names something that is not a file.
fn ends_in_thing(text: &str) -> bool {
    const THINGS: &str = "account agent alias board branch bucket card checkpoint cluster commit container cron crontab database deployment \
        entry epic group issue job key label milestone namespace network policy pr queue record release repo repository role row rule \
        schedule secret service session stack tab table tag task ticket token topic user volume webhook";
    const ASPECTS: [&str; 5] = ["id", "key", "name", "number", "url"];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_aspect = |word: &&str| ASPECTS.iter().any(|one| one.eq_ignore_ascii_case(word));
    let last = words.rfind(|word| !is_aspect(word));
    last.is_some_and(|word| THINGS.split_whitespace().any(|one| one.eq_ignore_ascii_case(word)))
}

/// Whether a line that names a file says that it is no result: an error, a warning, a dry run.
pub(crate) fn names_no_file(line: &str) -> bool {
    let body = crate::template::body(line).to_owned();
    let line = super::Line { line: line.trim().to_owned(), body, number: 1 };
    let lower = line.line.to_ascii_lowercase();
    // `Dest: $dir` says where something will be.
    const AHEAD: [&str; 5] = ["dest", "destination", "source", "target", "would write to"];
    let label = line.body.split([':', '=']).next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_ahead = AHEAD.contains(&label.as_str());
    const WORDS: [&str; 17] = [
        "already ",
        "exists",
        "fail",
        "up to date",
        "unchanged",
        "would",
        "warn",
        "\u{26a0}",
        "cannot",
        "could not",
        "can't",
        "unable",
        "usage",
        "run:",
        "example",
        "e.g.",
        "not ",
    ];
    is_ahead || denied(&line) || WORDS.iter().any(|word| lower.contains(word))
}

/// Whether a line says that nothing was made: `Not saved`, `would have created`, `[DRY RUN] Created`, `already
/// exists`.
fn denied(line: &crate::template::Line) -> bool {
    const BEFORE: [&str; 14] = [
        "not", "never", "no", "nothing", "would", "will", "should", "could", "cannot", "can't",
        "failed", "unable", "wasn't", "if",
    ];
    let whole = line.line.to_ascii_lowercase();
    let failed =
        ["fail", "error", "\u{274c}", "\u{2717}", "\u{2718}", "\u{2716}", "[fail", "[error"];
    if failed.iter().any(|head| whole.starts_with(head) && !whole.starts_with("error report")) {
        return true;
    }
    if ["dry run", "dry-run", "dry_run", "already exist", "(simulated)"]
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

/// Whether this line is only a bullet, so that it counts below a line like `Created:` alone.
pub(crate) fn bullet_only(line: &crate::template::Line) -> bool {
    !VERBS.iter().any(|verb| super::has_word(&line.body, verb).is_some())
}

/// Whether this line begins a list of bullets.
pub(crate) fn opens_list(line: &crate::template::Line) -> bool {
    VERBS.iter().any(|verb| {
        super::has_word(&line.body, verb).is_some_and(|end| {
            let rest = line.body[end..].trim();
            // `State: Specification Created` says how far the work is.
            if rest.is_empty() && line.body[..end].contains(':') {
                return false;
            }
            let count = |c: char| c.is_ascii_digit() || c == HOLE || c == ' ';
            matches!(
                rest.trim_start_matches(count),
                "" | ":" | "files:" | "file:" | "the following:" | "the following files:"
            ) && (rest.ends_with(':') || rest.is_empty())
        })
    })
}

/// Whether this line is a heading of a list of files that the script made, without a verb that says so: `Output files:`. Only
/// bullets that name their file by the words of the call count below it.
pub(crate) fn heads_files(line: &crate::template::Line) -> bool {
    const HEADINGS: [&str; 7] = [
        "artifacts:",
        "deliverables:",
        "generated artifacts:",
        "generated files:",
        "output files:",
        "outputs:",
        "reports:",
    ];
    let body = line.body.trim().to_ascii_lowercase();
    HEADINGS.contains(&body.as_str())
}

/// Whether this line announces a list, and names nothing itself.
pub(crate) fn only_opens_list(line: &crate::template::Line) -> bool {
    opens_list(line) && !line.body.contains(HOLE)
}

//! What the text around a file name says about the file: the skill contains it, the agent creates it first, it is
//! elsewhere, or it is an example.

use std::sync::OnceLock;

use regex::Regex;

use super::Page;
use crate::lines;

/// How a text names a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mention {
    /// By its path alone.
    Name,
    /// In a command that runs it.
    Command,
}

struct Patterns {
    sentence_end: Regex,
    conditional: Regex,
    from_root: Regex,
    from_folder: Regex,
    of_authors: Regex,
    relative_to: Regex,
    project_has: Regex,
    in_project: Regex,
    project_before: Regex,
    run_verb: Regex,
    other_owner: Regex,
    own: Regex,
    lives: Regex,
    in_other: Regex,
    written: Regex,
    any_other: Regex,
    example: Regex,
    other_section: Regex,
    makes: Regex,
    renamed_to: Regex,
    renamed: Regex,
    reads_label: Regex,
    of_project: Regex,
}

/// Words for the project that an agent works on, as opposed to the skill.
const PROJECT: &str =
    r"(?:project|repo|repository|codebase|code\s+base|monorepo|workspace|app|application)";

fn patterns() -> &'static Patterns {
    static READ: OnceLock<Patterns> = OnceLock::new();
    READ.get_or_init(|| {
        let pattern = |text: &str| {
            let text = text.replace(r"\b", r"(?-u:\b)").replace("PROJECT", PROJECT);
            Regex::new(&format!("(?i){text}")).expect("invariant: it is a pattern")
        };
        Patterns {
            sentence_end: pattern(r#"[.!?]["')*_]*\s+"#),
            conditional: pattern(
                r"\b(?:if|when|where|whether)\s+(?:(?:it|they|one|that|this|the\s+(?:file|script|page))\s+)?(?:is\s+|are\s+)?(?:available|present|exists?|provided)\b",
            ),
            from_root: pattern(
                r"\b(?:from|at|in)\s+(?:the|your|a|its)\s+(?:[\w-]+\s+)?(?:PROJECT|git|marketplace)(?:'s)?\s+root\b|\broot\s+of\s+(?:the|your|this|its)\s+(?:[\w-]+\s+)?PROJECT\b",
            ),
            from_folder: pattern(
                r"\b(?:run|runs|running|executed?|invoked?|started?)\s+(?:\w+\s+)?from\s+(?:the\s+)?`([^`]*[/~][^`]*)`",
            ),
            of_authors: pattern(
                r"\bwhen\s+(?:you\s+)?(?:edit|chang|develop|contribut|work)\w*\s+(?:to\s+|on\s+)?(?:this|the)\s+(?:skills?|plugin|pack|repo|repository)\b",
            ),
            relative_to: pattern(
                r"\brelative\s+to\s+(?:the\s+)?`[\w./-]+`(?:\s+skill)?(?:'s)?\s+(?:folder|directory)\b",
            ),
            project_has: pattern(
                r"\bPROJECT\s+(?:already\s+)?(?:has|have|contains?|includes?|provides?|ships?|defines?)\b[^.;]*$",
            ),
            in_project: pattern(
                r"^[^.;]*\b(?:in|of|inside|within|into|to)\s+(?:your|their|the\s+user's|(?:the|a|an|each|every|any)\s+(?:new|target|user's|consuming|generated|host|current|other|existing))\s+(?:[\w-]+\s+)?PROJECT\b",
            ),
            project_before: pattern(
                r"^\W*(?:in|inside|within)\s+(?:(?:your|their|the|a|an|each|every)\s+(?:[\w-]+\s+){0,2}PROJECT\b|`[\w.-]+`,)",
            ),
            run_verb: pattern(r"\b(?:run|runs|execute|executes|call|invoke|use)\b[^.;]*$"),
            other_owner: pattern(
                r"(?:['\u{2019}]s\s*[`*]*$)|\b(?:borrowed|copied|taken|adapted|ported|generated)\s+from\b",
            ),
            own: pattern(r"\bskill['\u{2019}]s\s*[`*]*$"),
            lives: pattern(r"\b(?:lives?|is\s+(?:located|kept)|resides?)\s+(?:in|at)\b"),
            in_other: pattern(
                r"^`?\s*(?:in|from|of)\s+(?:the\s+)?(?:`[\w.-]+`|[a-z0-9]+(?:-[a-z0-9]+)+)(?:\s+(?:PROJECT|plugin|package))?\s*(?:[.,;:)]|$)",
            ),
            any_other: pattern(r"\bor\s+(?:any|some)\s+other\b|\band\s+the\s+like\b"),
            written: pattern(
                r"\b(?:creat|edit|sav|add|writ|generat|implement|scaffold|updat|modif)(?:e|es|ed|ing|s|y|ies|ied|ying|ten)?(?:\s+(?:a|an|the|your|this|that|it|them|new|own|script|file|helper|code|as|to|in|into|under|at|called|named|small|executable))*[\s:*]*`?(?:\./)?$|\breplac\w+\s+(?:it\s+|this\s+|them\s+)?with\s+`?$",
            ),
            other_section: pattern(
                r"\breference\s+implementations?\b|\b[\w-]+\s+(?:repo|repository)\b|\b(?:sibling|related|companion|community|other)\s+skills\b|\bchange\s?log\b|\bversion\s+history\b|\brelease\s+notes\b",
            ),
            makes: pattern(
                r"\b(?:creat|generat|produc|scaffold|writ|add|output|emit)(?:es?|s)(?:\s+or\s+\w+)?(?:\s+(?:the\s+following|these|those|several|new))?(?:\s+(?:\w+\s+)?files?)?:[\s*_]*$",
            ),
            renamed_to: pattern(r"^`?\s*(?:\u{2192}|->|=>|(?:was|were|is)\s+renamed\b)"),
            renamed: pattern(r"\brenam(?:e|ed|es)\s+(?:from\s+)?`?$"),
            reads_label: pattern(
                r"\b(?:from|see|follow|following|per|apply|read|consult|load|using|use)(?:\s+(?:the|file|page))*[\s:*`]*$",
            ),
            of_project: pattern(
                r"\b(?:project-local|project\s+(?:validators?|scripts?|hooks?|checks?)|(?:your|the|a)\s+project's(?:\s+own)?\s+(?:scripts?|validators?|hooks?|checks?))\b",
            ),
            example: pattern(
                r"(?:\bfor\s+(?:example|instance)\b|\be\.g\b|\bsuch\s+as\b|\bexamples?\b[*_]*:)[^;]*$",
            ),
        }
    })
}

/// Whether the text around a name says that the skill doesn't contain the file: it is created first, is elsewhere,
/// exists in some cases only, or is an example.
pub(crate) fn is_of_others(page: &Page, at: usize, name: &str, mention: Mention) -> bool {
    if is_sample_name(name) {
        return true;
    }
    let patterns = patterns();
    let in_block = mention == Mention::Command && !page.markdown.is_in_code(at);
    if in_block {
        return around_command(page, at).iter().any(|text| {
            is_conditional(text) || runs_elsewhere(text) || patterns.of_project.is_match(text)
        });
    }
    let (before, after) = sentence(&page.text, at, name.len());
    let whole = format!("{before}{name}{after}");
    if is_conditional(&whole) || runs_elsewhere(&whole) {
        return true;
    }
    let is_run = mention == Mention::Command || patterns.run_verb.is_match(before);
    let is_owned = patterns.other_owner.is_match(before) && !patterns.own.is_match(before)
        || patterns.lives.is_match(after)
        || patterns.project_has.is_match(before);
    let is_placed = patterns.in_project.is_match(after)
        || patterns.project_before.is_match(before)
        || patterns.in_other.is_match(after);
    // `Bash(./scripts/*)` is a permission, and a pattern beside a name lists what a project may have.
    let line = lines::around(&page.text, at);
    if line.contains("Bash(")
        || whole.contains("`*.")
        || after.starts_with("` +")
        || is_shown_below(&page.text, at, name.len())
        || patterns.renamed_to.is_match(after)
        || patterns.renamed.is_match(before)
    {
        return true;
    }
    let is_made = patterns.written.is_match(before)
        || patterns.example.is_match(before)
        || patterns.any_other.is_match(after);
    if mention == Mention::Name && is_in_section_of_others(&page.text, at) {
        return true;
    }
    is_owned || !is_run && is_placed || mention == Mention::Name && is_made
}

/// Whether a name is the label of the code block below it, which gives the file's text: "**`scripts/a.sh`**:". In "Apply the
/// formula from `references/a.md`:" the agent reads the file.
fn is_shown_below(text: &str, at: usize, length: usize) -> bool {
    /// Bytes before the name that are read.
    const NEAR: usize = 60;
    let near = &text[text.ceil_char_boundary(at.saturating_sub(NEAR))..at];
    if patterns().reads_label.is_match(lines::before(near, near.len())) {
        return false;
    }
    let end = at + length;
    let rest = lines::behind(text, end);
    let Some(below) = text[end + rest.len()..].strip_prefix('\n') else { return false };
    let label = rest.trim();
    let closes = label.ends_with(':') || label.ends_with(":**");
    closes
        && label.chars().all(|c| matches!(c, '`' | '*' | ')' | ':' | '_' | ' '))
        && below.trim_start().starts_with("```")
}

/// Whether the heading above a list or a table, or the words under it, say that the files belong to another project.
fn is_in_section_of_others(text: &str, at: usize) -> bool {
    const MOST: usize = 2_000;
    let first = text.ceil_char_boundary(at.saturating_sub(MOST));
    let near = &text[first..at];
    let Some(heading) = near.rfind("\n#") else { return false };
    let section = &near[heading + 1..];
    let (heading, rest) = section.split_once('\n').unwrap_or((section, ""));
    let intro = rest.trim_start().split("\n\n").next().unwrap_or_default();
    let is_intro = !begins_paragraph(intro);
    let patterns = patterns();
    // "The bootstrap creates or updates:" is above a list of what stands nowhere yet.
    let is_of_others = patterns.lives.is_match(intro) || patterns.makes.is_match(intro);
    patterns.other_section.is_match(heading) || is_intro && is_of_others
}

/// Whether the text says that the file may be missing: "if available".
pub(crate) fn is_conditional(text: &str) -> bool {
    patterns().conditional.is_match(text)
}

/// Whether the sentence around a link says that its file may be missing or shows the link as an example, or the link has an
/// invented name.
pub(crate) fn is_conditional_link(page: &Page, at: usize, link: &str) -> bool {
    let (before, after) = sentence(&page.text, at, link.len());
    is_sample_name(link)
        || is_conditional(before)
        || is_conditional(after)
        || is_example(&page.text, at)
}

/// Whether the words before a link, on its line, say that it is an example: it is in quotes, or behind "Bad:".
fn is_example(text: &str, at: usize) -> bool {
    const LABELS: [&str; 6] = ["bad:", "wrong:", "good:", "avoid:", "\u{274c}", "\u{2705}"];
    let before = lines::before(text, at);
    let lower = before.trim_start_matches(['-', '*', '+', ' ', '\t', '>']).to_lowercase();
    let after = lines::behind(text, at);
    let is_markdown = before.ends_with('(');
    let in_quotes = is_markdown && before.matches('"').count() % 2 == 1 && after.contains('"');
    in_quotes || LABELS.iter().any(|label| lower.starts_with(label))
}

/// Whether the words before a command in backticks tell an agent to run it: "Run `npx tides`".
pub(crate) fn is_instructed(page: &Page, code_at: usize) -> bool {
    static VERB: OnceLock<Regex> = OnceLock::new();
    let verb = VERB.get_or_init(|| {
        Regex::new(r"(?i)(?:^|[^\w-])(?:run|execute|invoke|call|start)(?:\s+(?:it|this|the\s+(?:script|command|check|tool)))?(?:\s+(?:with|as))?:?\s*\**\s*`$")
            .expect("invariant: it is a pattern")
    });
    let (before, _) = sentence(&page.text, code_at, 0);
    let negated = ["not", "never", "don't", "don\u{2019}t", "avoid", "instead of"];
    let lower = before.to_lowercase();
    verb.is_match(before) && !negated.iter().any(|word| lower.contains(word))
}

/// Whether the words before a code block have the agent run it: "Run:", "### Step 3", "2. Check the names".
pub(crate) fn is_step(text: &str, block: usize) -> bool {
    static STEP: OnceLock<Regex> = OnceLock::new();
    let step = STEP.get_or_init(|| {
        Regex::new(
            r"(?im)(?-u:\b)(?:run|execute|invoke|launch|step\s+[0-9]+)(?-u:\b)|^\W*[0-9]+[.)]\s",
        )
        .expect("invariant: it is a pattern")
    });
    step.is_match(paragraph_before(text, block))
}

/// Whether a text says that commands run outside of the skill's folder.
fn runs_elsewhere(text: &str) -> bool {
    let patterns = patterns();
    patterns.from_root.is_match(text)
        || patterns.from_folder.is_match(text)
        || patterns.of_authors.is_match(text)
        || patterns.relative_to.is_match(text)
}

/// Names that stand for any file: `foo.py`, `your-script.sh`, `tmp_[id].sh`.
pub(crate) fn is_sample_name(path: &str) -> bool {
    if path.contains(['[', ']']) {
        return true;
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let invented = ["foo", "bar", "baz", "qux", "foobar", "xxx", "script-name", "script_name"];
    invented.contains(&stem.as_str())
        || ["your-", "your_", "my-", "my_"].iter().any(|start| stem.starts_with(start))
}

/// The texts about a command in a block: the paragraph before the block, the comment lines directly above the command,
/// and its own line.
fn around_command(page: &Page, at: usize) -> Vec<&str> {
    let text = page.text.as_str();
    let starts = page.markdown.blocks.iter().map(|block| block.start);
    let start = starts.take_while(|start| *start <= at).last().unwrap_or(at);
    let line_start = at - lines::before(text, at).len();
    let line = lines::around(text, at);
    let inside = &text[start.min(line_start)..line_start];
    let comments = inside.trim_end_matches('\n').rsplit('\n');
    let comments = comments.take_while(|line| line.trim_start().starts_with('#'));
    let own = line.split_once(" #").map(|(_, comment)| comment);
    comments.chain(own).chain([paragraph_before(text, start)]).collect()
}

/// The paragraph before a block's fence, at most 600 bytes of it.
fn paragraph_before(text: &str, block: usize) -> &str {
    const MOST: usize = 600;
    let fence = text[..block].trim_end().rfind('\n').unwrap_or(0);
    let before = text[..fence].trim_end();
    let start = before.floor_char_boundary(before.len().saturating_sub(MOST));
    let near = &before[start..];
    near.rfind("\n\n").map_or(near, |at| &near[at..])
}

/// The parts of a sentence before and after the `length` bytes at `at`. Paragraphs, list items, headings and table rows
/// end it, too.
pub(crate) fn sentence(text: &str, at: usize, length: usize) -> (&str, &str) {
    const MOST: usize = 1_000;
    let end = text.ceil_char_boundary((at + length).min(text.len()));
    let first = text.ceil_char_boundary(at.saturating_sub(MOST));
    let last = text.floor_char_boundary((end + MOST).min(text.len()).max(end));
    let (mut before, mut after) = (&text[first..at], &text[end..last]);
    if let Some(start) = paragraph_start(before) {
        before = &before[start..];
    }
    if let Some(stop) = paragraph_end(after) {
        after = &after[..stop];
    }
    let pattern = &patterns().sentence_end;
    let ends =
        pattern.find_iter(before).filter(|found| ends_sentence(before, found.start(), found.end()));
    if let Some(found) = ends.last() {
        before = &before[found.end()..];
    }
    let mut ends =
        pattern.find_iter(after).filter(|found| ends_sentence(after, found.start(), found.end()));
    if let Some(found) = ends.next() {
        after = &after[..found.start() + 1];
    }
    (before, after)
}

/// Whether a full stop ends a sentence, unlike in "e.g.".
fn ends_sentence(text: &str, start: usize, end: usize) -> bool {
    let word = text[..start].rsplit([' ', '(', '\n']).next().unwrap_or_default();
    let next = text[end..].chars().next();
    !matches!(word.to_ascii_lowercase().as_str(), "e.g" | "i.e" | "etc" | "vs" | "cf")
        && next.is_some_and(|c| !c.is_lowercase())
}

/// The start of the paragraph at the end of a text.
fn paragraph_start(text: &str) -> Option<usize> {
    let mut end = text.len();
    while let Some(newline) = text[..end].rfind('\n') {
        let line = &text[newline + 1..];
        if begins_paragraph(line) || text[..newline].ends_with('\n') {
            return Some(newline + 1);
        }
        end = newline;
    }
    None
}

/// The end of the paragraph at the start of a text.
fn paragraph_end(text: &str) -> Option<usize> {
    text.match_indices('\n').map(|(at, _)| at).find(|at| {
        let rest = &text[at + 1..];
        rest.starts_with('\n') || begins_paragraph(rest)
    })
}

/// Whether a line begins a new block: an item, a heading, a row, a fence.
fn begins_paragraph(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['#', '|', '\r', '\n'])
        || line.starts_with("```")
        || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") "))
}

/// Whether the words before a name advise against it.
pub(crate) fn is_denied(text: &str, at: usize) -> bool {
    let before = lines::before(text, at).to_ascii_lowercase();
    let mut words = before.rsplit(|c: char| !c.is_alphanumeric() && c != '\'');
    words.by_ref().take(6).any(|word| {
        matches!(word, "no" | "not" | "never" | "without" | "avoid" | "don't" | "instead")
    })
}

#[cfg(test)]
mod tests {
    use super::{Mention, is_of_others, sentence};
    use crate::body::Page;

    /// The mention of `name` in a text, in a page's form.
    fn others(text: &str, name: &str, mention: Mention) -> bool {
        let page = Page::read("SKILL.md", "SKILL.md".to_owned(), text.to_owned(), 0);
        is_of_others(&page, text.find(name).unwrap(), name, mention)
    }

    #[test]
    fn a_sentence_ends_where_its_item_or_its_stop_does() {
        let text = "- One. Use e.g. `x.py`, please. Two.\n- Three";
        let at = text.find("x.py").unwrap();
        assert_eq!(sentence(text, at, 4), ("Use e.g. `", "`, please."));
    }

    #[test]
    fn files_of_others_are_no_files_of_the_skill() {
        for text in [
            "Check whether the project has `scripts/a.sh`.",
            "Edit `scripts/a.sh` in your repository.",
            "For example, `scripts/a.sh` rotates a page.",
            "- **Example**: `scripts/a.sh` for pages",
            "Create `scripts/a.sh` in the new project.",
            "Use `--run-type bash` (creates `scripts/a.sh`).",
            "**Reference**: `scripts/a.sh` in tide-tools.",
            "It is borrowed from `x`'s\n`scripts/a.sh` (which copies).",
            "The helper `scripts/a.sh` lives in `tide-tools`.",
            "Save this as `scripts/a.sh`:",
            "In `tides`, all of this became `scripts/a.sh`.",
            "Write `scripts/a.sh`, `scripts/b.js` or any other file below it.",
            "Replace it with `scripts/a.sh`.",
            "Repo already has a script (`scripts/a.sh` etc.).",
            "| `Bash(./scripts/ *)` | `scripts/a.sh` |",
            "Read each `Makefile`, `*.mk` and `scripts/a.sh` first.",
            "**`scripts/a.sh`**:\n\n```bash\necho tides\n```\n",
            "This page is generated from `scripts/a.sh`.",
            "\n## Reference Implementations\n\n| Script |\n| --- |\n| `scripts/a.sh` |",
            "\n## Sibling Skills\n\n- `tide-tools` (community): tables (`scripts/a.sh`)",
            "\n## Changelog\n\n| 1.2 | `scripts/a.sh` is gone |",
            "The page `scripts/a.sh` → `scripts/b.sh` has a new name.",
            "We renamed `scripts/a.sh` last year.",
            "\n## Parts\n\nThe deployment lives in `tides`:\n\n- `scripts/a.sh`",
        ] {
            assert!(others(text, "scripts/a.sh", Mention::Name), "{text}");
        }
        for text in [
            "Run `bash scripts/a.sh` if available.",
            "From the repository root, run `bash scripts/a.sh`.",
            "Run from `~/x/y`:\n\n```bash\nbash scripts/a.sh\n```\n",
            "```bash\n# from the repo root\nbash scripts/a.sh\n```\n",
            "Run `bash scripts/a.sh` when editing this skills pack.",
            "Use project-local validators where there are any:\n\n```bash\nbash scripts/a.sh\n```\n",
            "Run `bash scripts/a.sh`, relative to the `tides` skill's directory.",
        ] {
            assert!(others(text, "scripts/a.sh", Mention::Command), "{text}");
        }
    }

    #[test]
    fn files_of_the_skill_stay_its_own() {
        for text in [
            "This is a wrapper around `scripts/a.sh`, the shipped installer.",
            "| `scripts/a.sh` | Makes the report |",
            "- `scripts/a.sh` - Checks the project",
            "\n## Scripts\n\nAll that is needed:\n\n| `scripts/a.sh` | Makes the report |",
            "Create the report with `scripts/a.sh`.",
            "Create a file. Then run `scripts/a.sh`.",
            "Run `scripts/a.sh` in your project.",
            "If the user asks for a chart, see `scripts/a.sh`.",
            "See this skill's `scripts/a.sh`.",
            "Copy `scripts/a.sh` to the server.",
            "Apply the formula from `scripts/a.sh`:\n\n```text\n1 + 1\n```\n",
            "See `scripts/a.sh`:\n\n```text\n1 + 1\n```\n",
        ] {
            assert!(!others(text, "scripts/a.sh", Mention::Name), "{text}");
        }
        for text in [
            "Run `bash scripts/a.sh` and fix the project.",
            "For example, run `bash scripts/a.sh`.",
            "Add `bash scripts/a.sh` to the hook.",
            "Run the bundled script:\n\n```bash\nbash scripts/a.sh\n```\n",
        ] {
            assert!(!others(text, "scripts/a.sh", Mention::Command), "{text}");
        }
    }
}

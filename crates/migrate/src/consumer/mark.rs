//! Where a reader asks for the text of old: an assignment in front of the simple command that runs the script. Children inherit
//! it, so that it reaches the script behind `timeout`, `env`, `xargs` or `bash -c` as well, and through other scripts.

use std::ops::Range;

use super::mention::VARIABLE;
use super::region::Region;
use crate::syntax::{self, At, Kind, Tree, flag};

/// The place of the assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InsertionPoint {
    /// The offset in the file.
    pub(super) at: usize,
    /// This command itself runs the script, not a quoted text in it.
    pub(super) direct: bool,
    /// The command already has such an assignment.
    pub(super) asked: bool,
}

/// Why no command gets the assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NoInsertion {
    /// There is no command that runs the script.
    NoCommand,
    /// There may be one, but it can't get the assignment.
    Because(String),
}

impl NoInsertion {
    fn because(why: &str) -> Self {
        Self::Because(why.to_owned())
    }
}

/// The place before the command that runs the text at byte `at` of the file, which is `len` bytes
/// long.
pub(super) fn spot(region: &Region, at: usize, len: usize) -> Result<InsertionPoint, NoInsertion> {
    let local = region.local(at).ok_or(NoInsertion::NoCommand)?;
    let text = region.text();
    let here = local..local + len;
    let found = match region.known() {
        Some(known) => within(text, known.tree(), &here, 0),
        // A part may parse although the text around it does not.
        None => parts(text, &here)
            .into_iter()
            .find_map(|part| {
                let tree = syntax::parse(text[part.clone()].as_bytes()).ok()?;
                let inner = here.start - part.start..here.end - part.start;
                let spot = within(&text[part.clone()], &tree, &inner, 0).ok()?;
                Some(spot.behind(part.start))
            })
            .ok_or_else(|| NoInsertion::because("the text around it can't be parsed as shell")),
    }?;
    Ok(InsertionPoint { at: region.place(found.at), ..found })
}

impl InsertionPoint {
    fn behind(self, start: usize) -> Self {
        Self { at: self.at + start, ..self }
    }
}

/// The ranges around a place that may parse separately: its line with its continuation lines, and the substitution
/// around it.
fn parts(text: &str, here: &Range<usize>) -> Vec<Range<usize>> {
    let start = super::statement::statement_start(text, here.start);
    let mut end = here.end;
    loop {
        end = text[end..].find('\n').map_or(text.len(), |len| end + len);
        if end == text.len() || !text[..end].ends_with('\\') {
            break;
        }
        end += 1;
    }
    let mut parts = Vec::new();
    parts.push(start..end);
    let mut depth = 0usize;
    for (at, c) in text[start..here.start].char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let from = start + at + 1;
                parts.push(from..super::pipeline::statement_end(text, here.end).max(here.end));
                break;
            }
            _ => {}
        }
    }
    parts
}

/// The maximum depth of here-documents in here-documents.
const DEEPEST: usize = 4;

fn within(
    text: &str,
    tree: &Tree,
    here: &Range<usize>,
    depth: usize,
) -> Result<InsertionPoint, NoInsertion> {
    let holds = |node: &At<'_>| node.start() <= here.start && here.end <= node.end();
    let narrowest = |kind: Kind| {
        tree.all().filter(|node| node.kind() == kind && holds(node)).min_by_key(|n| n.range().len())
    };
    let simple = narrowest(Kind::Simple);
    let width = |node: &Option<At<'_>>| node.map_or(usize::MAX, |node| node.range().len());
    let body = narrowest(Kind::Body);
    if width(&body) < width(&simple) {
        return document(text, body.ok_or(NoInsertion::NoCommand)?, here, depth);
    }
    let ticks = narrowest(Kind::Backtick).filter(|ticks| ticks.is_leaf());
    if width(&ticks) < width(&simple) {
        return Err(NoInsertion::because("it stands in backticks with backslashes in them"));
    }
    let simple = simple.ok_or(NoInsertion::NoCommand)?;
    let words = || simple.of(Kind::Word);
    let child = words().find(holds).ok_or(NoInsertion::NoCommand)?;
    let mut before: String = words()
        .take_while(|w| w.start() < child.start())
        .map(|w| text[w.range()].to_owned() + " ")
        .collect();
    before.push_str(&text[child.start()..here.start]);
    if let Some(word) = hindrance(&before) {
        return Err(NoInsertion::Because(format!("`{word}` does not hand the environment on")));
    }
    let word = &text[child.range()];
    let ends = word.trim_end_matches(['"', '\'']).ends_with(&text[here.clone()]);
    let path = ends || !word.contains(char::is_whitespace);
    if !path && !given(text, simple, child) {
        return Err(NoInsertion::because("the command is in quotes, which another program runs"));
    }
    let timed = |node: &At<'_>| {
        node.kind() == Kind::Pipeline
            && node.is(flag::TIMED)
            && node.children().next().is_some_and(|first| first.start() == simple.start())
    };
    let posix =
        text.lines().next().is_some_and(|line| line.starts_with("#!") && !line.contains("bash"));
    if posix && tree.all().any(|node| timed(&node)) {
        return Err(NoInsertion::because("`time` of sh takes no assignment behind it"));
    }
    let asked = simple
        .of(Kind::Assign)
        .any(|assign| text[assign.range()].starts_with(&format!("{VARIABLE}=")));
    Ok(InsertionPoint { at: simple.start(), direct: path, asked })
}

/// A place in a here-document: the reader of the text runs it with its content.
fn document(
    text: &str,
    body: At<'_>,
    here: &Range<usize>,
    depth: usize,
) -> Result<InsertionPoint, NoInsertion> {
    if depth >= DEEPEST {
        return Err(NoInsertion::NoCommand);
    }
    let own = &text[body.range()];
    // Backslashes hide expansions of the reader.
    let own = if body.is(flag::EXPANDS) || own.contains('\\') {
        own.replace("\\$", " $").replace("\\`", " `").replace("\\\\", "__")
    } else {
        own.to_owned()
    };
    let tree = syntax::parse(own.as_bytes()).map_err(|_| {
        NoInsertion::because("the here-document around it can't be parsed as shell")
    })?;
    let start = body.start();
    let inner = here.start - start..here.end - start;
    within(&own, &tree, &inner, depth + 1).map(|spot| spot.behind(start))
}

/// Whether a quoted text is a program that the command runs (`bash -c "…"`, `python3 -c "…"`).
fn given(text: &str, simple: At<'_>, child: At<'_>) -> bool {
    simple.of(Kind::Word).take_while(|word| word.start() < child.start()).any(|word| {
        matches!(&text[word.range()], "-c" | "-lc" | "-ec" | "-ic" | "-e" | "-xc" | "-euc")
    })
}

/// The word before the script that keeps the environment from it.
fn hindrance(before: &str) -> Option<String> {
    const ALWAYS: [&str; 15] = [
        "sudo",
        "doas",
        "runuser",
        "pkexec",
        "ssh",
        "docker",
        "podman",
        "nerdctl",
        "kubectl",
        "vagrant",
        "systemd-run",
        "machinectl",
        "eval",
        "alias",
        "trap",
    ];
    const FIRST: [&str; 7] = ["su", "at", "batch", "oc", "lxc", "screen", "tmux"];
    let separates = |c: char| c.is_whitespace() || "\"'`;|&(){}".contains(c);
    let words: Vec<&str> = before.split(separates).filter(|word| !word.is_empty()).collect();
    for (index, word) in words.iter().enumerate() {
        let name = word.rsplit('/').next().unwrap_or(word);
        let next = words.get(index + 1).copied().unwrap_or("");
        let first = words[..index].iter().all(|word| word.contains('='));
        let emptied = name == "env"
            && (next == "-" || next == "--ignore-environment" || flags(next, 'i'))
            || name == "exec" && flags(next, 'c')
            || name == "nix-shell" && before.contains("--pure")
            || name == "bwrap" && before.contains("--clearenv");
        if emptied {
            return Some(format!("{name} {next}"));
        }
        if ALWAYS.contains(&name) || first && FIRST.contains(&name) {
            return Some(name.to_owned());
        }
    }
    None
}

/// Whether this is a group of one-letter options that includes this one.
fn flags(word: &str, letter: char) -> bool {
    word.strip_prefix('-').is_some_and(|flags| !flags.starts_with('-') && flags.contains(letter))
}

//! Loops that treat each file of a folder as a script: `for f in scripts/*; do [ -x "$f" ] || fail; done`. The helper
//! file beside migrated scripts has no `#!` line and no executable bit, and such a loop would include it.

mod programs;

use super::pipeline::program;
use super::shell::filled;
use super::{Language, Mentions, Names, Reader, joined, loops, tail};
use crate::envelope::is_helper_name;
use programs::{LISTS, programs};

/// How a loop uses each file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileUse {
    /// It runs it.
    Runs,
    /// It sources it.
    Sources,
    /// It expects a `#!` line.
    ExpectsShebang,
    /// It expects an executable file.
    ExpectsExecutable,
}

/// A loop over the files of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderLoop {
    /// The 1-based line that uses a file.
    pub line: usize,
    /// The use.
    pub files: FileUse,
    /// The literal end of the folder's path.
    pub folder: String,
    /// Whether subfolders are included.
    pub recursive: bool,
}

impl FolderLoop {
    /// Whether a text may contain such a loop; most texts don't.
    #[must_use]
    pub fn may_stand_in(text: &str, language: Language) -> bool {
        match language {
            Language::Code => LISTS.iter().any(|(call, _)| text.contains(call)),
            Language::Shell | Language::Yaml | Language::Make => {
                let lists = |line: &str| {
                    let head = line.trim_start().starts_with("for ");
                    head && (line.contains('*') || line.contains("[@]}")) || line.contains("find ")
                };
                text.lines().any(lists)
            }
            _ => false,
        }
    }
}

/// The maximum number of lines of a loop's body.
const BODY: usize = 40;

impl Reader<'_> {
    /// The loops of this text that would include a file of this name.
    #[must_use]
    pub fn folder_loops(&self, name: &str) -> Vec<FolderLoop> {
        // A text that mentions the helper excludes it.
        if is_helper_name(name) && self.text.contains("skill-envelope") {
            return Vec::new();
        }
        let lines: Vec<&str> = self.commands.lines().collect();
        let mut found = match self.language {
            Language::Code => programs(&lines, name),
            Language::Shell | Language::Yaml | Language::Make => shells(&lines, name),
            _ => Vec::new(),
        };
        found.dedup_by(|a, b| a.folder == b.folder && a.files == b.files);
        found
    }
}

impl Reader<'_> {
    /// The loops of this text that source files, for each script whose name they would include.
    #[must_use]
    pub fn sourcing_loops<'n>(&self, names: &'n Names) -> Vec<(&'n str, FolderLoop)> {
        let is_shell = matches!(self.language, Language::Shell | Language::Yaml | Language::Make);
        if !is_shell {
            return Vec::new();
        }
        let lines: Vec<&str> = self.commands.lines().collect();
        let heads = (0..lines.len()).filter(|at| sources_each(&lines, *at));
        let all = heads.flat_map(|at| {
            let lines = &lines;
            names.all().flat_map(move |name| {
                let listed = listed(lines, at, name).into_iter();
                let loops = listed.flat_map(move |listed| used(&whole_body(lines, at), &listed));
                loops.map(move |reads| (name, reads))
            })
        });
        all.filter(|(_, reads)| reads.files == FileUse::Sources).collect()
    }

    /// The ends of the paths by which a document, a workflow, a Makefile or a Dockerfile sources a script of this name.
    #[must_use]
    pub fn sourced(&self, name: &str, mentions: &Mentions) -> Vec<String> {
        let others =
            [Language::Markdown, Language::Yaml, Language::Make, Language::Docker, Language::Cron];
        if !others.contains(&self.language) {
            return Vec::new();
        }
        let commands = self.commands.as_ref();
        let named = mentions.executable.iter().map(|at| (*at, at + name.len()));
        let sources = |(at, end): &(usize, usize)| {
            let line = &commands[commands[..*at].rfind('\n').map_or(0, |at| at + 1)..*at];
            let before = line.rsplit([';', '&', '|', '`', '(']).next().unwrap_or(line);
            let mut words = before.trim_start_matches([' ', '\t', '-', '@']).split_whitespace();
            let first = words.find(|word| !matches!(*word, "run:" | "RUN" | "$" | "then" | "do"));
            let path = words.next().unwrap_or_default();
            !joined(self.text, *at, *end)
                && matches!(first, Some("source" | "."))
                && words.next().is_none()
                && !path.starts_with('<')
        };
        named.filter(sources).map(|(at, end)| tail(self.text, at, end)).collect()
    }
}

/// Whether the loop with its head on a line sources each file, whatever files those are.
fn sources_each(lines: &[&str], at: usize) -> bool {
    let Some(variable) = loop_variable(lines[at]) else { return false };
    let body = whole_body(lines, at);
    let is_mentioned = body.iter().any(|(_, line)| {
        line.split([' ', '\t', ';', '&', '|', '(', '{']).any(|word| matches!(word, "." | "source"))
    });
    let listed = Listed { variable, folder: String::new(), recursive: false };
    is_mentioned && used(&body, &listed).iter().any(|reads| reads.files == FileUse::Sources)
}

/// The variable of the loop whose head is on a line.
fn loop_variable(line: &str) -> Option<&str> {
    if let Some(rest) = line.trim_start().strip_prefix("for ") {
        return rest.split_once(" in ").map(|(variable, _)| variable.trim());
    }
    let (_, condition) = line.split_once("while ")?;
    let condition = condition.split("; do").next().unwrap_or(condition);
    condition.contains("read ").then(|| condition.split_whitespace().next_back()).flatten()
}

/// The body of a loop, with what follows `do` on the line of its head.
fn whole_body<'t>(lines: &[&'t str], at: usize) -> Vec<(usize, &'t str)> {
    let own = lines[at].split_once("; do ").map(|(_, body)| (at, body));
    own.into_iter().chain(body(lines, at)).collect()
}

/// The files of a loop.
struct Listed<'t> {
    /// The loop variable.
    variable: &'t str,
    folder: String,
    recursive: bool,
}

fn shells(lines: &[&str], name: &str) -> Vec<FolderLoop> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.contains("find ") && line.contains("-exec") || line.contains("-executable") {
            found.extend(by_find(at, line, name));
        }
        let Some(listed) = listed(lines, at, name) else { continue };
        found.extend(used(&whole_body(lines, at), &listed));
    }
    found
}

/// The lines below the head of a loop, up to its `done`.
fn body<'t>(lines: &[&'t str], head: usize) -> Vec<(usize, &'t str)> {
    let mut depth = 1 - i32::from(lines[head].trim_end().ends_with("done"));
    let mut body = Vec::new();
    for (at, line) in lines.iter().enumerate().skip(head + 1).take(BODY) {
        let words = || line.split([' ', '\t', ';', '|']);
        depth += i32::from(words().any(|w| matches!(w, "for" | "while" | "until")));
        depth -= i32::from(words().any(|w| w == "done"));
        if depth <= 0 {
            break;
        }
        body.push((at, *line));
    }
    body
}

/// The files of the loop with its head on a line, if the helper is among them.
fn listed<'t>(lines: &[&'t str], at: usize, name: &str) -> Option<Listed<'t>> {
    let line = lines[at].trim_start();
    if let Some(rest) = line.strip_prefix("for ") {
        let (variable, words) = rest.split_once(" in ")?;
        let words = words.split(';').next().unwrap_or(words);
        let given = |word: &str| array(lines, word).unwrap_or_else(|| word.to_owned());
        let all: Vec<String> = words.split_whitespace().map(given).collect();
        let folder = all.iter().flat_map(|words| words.split_whitespace()).find_map(|word| {
            let word = resolved(lines, word);
            alternatives(&word).iter().find_map(|word| folder_of(word, name))
        })?;
        return Some(Listed { variable: variable.trim(), folder, recursive: false });
    }
    let variable = loop_variable(line)?;
    let (before, _) = line.split_once("while ")?;
    // `find … | while read f`, or `done < <(find …)` below.
    let end = body(lines, at).last().map_or(at, |(at, _)| *at) + 1;
    let fed = || lines.get(end).and_then(|done| done.split_once("<(")).map(|(_, list)| list);
    let list = if before.contains("find ") { before } else { fed()? };
    let (folder, is_taken) = found_by(lines, list, name)?;
    is_taken.then_some(Listed { variable, folder, recursive: true })
}

/// The folder of a call of find, and whether it lists a file of this name.
fn found_by(lines: &[&str], list: &str, name: &str) -> Option<(String, bool)> {
    let rest = &list[list.find("find ")? + 5..];
    let words: Vec<&str> = rest.split_whitespace().collect();
    let folder = resolved(lines, words.first()?);
    let folder = literal_end(&folder);
    let named: Vec<(bool, &str)> = (1..words.len().saturating_sub(1))
        .filter(|at| matches!(words[*at], "-name" | "-iname" | "-path" | "-ipath" | "-wholename"))
        .map(|at| (matches!(words[at - 1], "!" | "-not"), words[at + 1]))
        .map(|(left_out, word)| (left_out, word.trim_matches(['"', '\'', '\\', ')'])))
        // Of a path, what its last part has to be.
        .map(|(left_out, word)| (left_out, word.rsplit('/').next().unwrap_or(word)))
        .collect();
    let fits = |left_out: bool| {
        named.iter().any(|(other, p)| *other == left_out && loops::matches(p, name))
    };
    // Folders, or links: the helper is a file.
    let only_others = words.windows(2).any(|pair| pair[0] == "-type" && !pair[1].contains('f'));
    // A list that other programs filter is not known.
    let chosen = words.iter().any(|word| matches!(*word, "grep" | "awk" | "sed" | "-regex"));
    let taken = (fits(false) || named.iter().all(|(left_out, _)| *left_out)) && !fits(true);
    Some((folder, taken && !only_others && !chosen))
}

/// `find scripts -name '*.bash' -exec bash {} \;`, `find scripts -type f ! -executable`.
fn by_find(at: usize, line: &str, name: &str) -> Option<FolderLoop> {
    let (folder, is_taken) = found_by(&[], line, name)?;
    let words: Vec<&str> = line[line.find("find ")?..].split_whitespace().collect();
    let files = if words.windows(2).any(|p| matches!(p[0], "!" | "-not") && p[1] == "-executable") {
        FileUse::ExpectsExecutable
    } else {
        let run = words.iter().position(|word| *word == "-exec")? + 1;
        let runs = matches!(words.get(run..run + 2)?, ["bash" | "sh", "{}"])
            || words.get(run).is_some_and(|word| *word == "{}");
        if !runs {
            return None;
        }
        FileUse::Runs
    };
    is_taken.then_some(FolderLoop { line: at + 1, files, folder, recursive: true })
}

/// The content of an array in a loop: `"${FILES[@]}"`.
fn array(lines: &[&str], word: &str) -> Option<String> {
    let name = word.trim_matches('"').strip_prefix("${")?.strip_suffix("[@]}")?;
    let open = format!("{name}=(");
    let line = lines.iter().find_map(|line| line.split_once(&open))?;
    Some(line.1.split(')').next().unwrap_or(line.1).to_owned())
}

/// A word with its first variable replaced: `"$DIR"/*` with `DIR="$ROOT/scripts"`.
fn resolved(lines: &[&str], word: &str) -> String {
    let bare = word.replace(['"', '\''], "");
    let Some(rest) = bare.strip_prefix("${").or_else(|| bare.strip_prefix('$')) else {
        return bare;
    };
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let (name, rest) = (&rest[..end], rest[end..].trim_start_matches('}'));
    let assigned = format!("{name}=");
    let value = lines.iter().find_map(|line| {
        let line = line.trim_start();
        let line = ["local ", "readonly ", "export "]
            .iter()
            .find_map(|w| line.strip_prefix(w))
            .unwrap_or(line);
        line.strip_prefix(&assigned)
    });
    match value {
        Some(value) if !name.is_empty() => {
            let value = value.replace(['"', '\''], "");
            format!("{}{rest}", value.trim_end())
        }
        _ => bare,
    }
}

/// `*.{sh,bash}` as each of its alternatives.
fn alternatives(word: &str) -> Vec<String> {
    let braces = word.rfind('{').filter(|at| !word[..*at].ends_with('$'));
    let parts = braces.and_then(|open| Some((open, open + word[open..].find('}')?)));
    let Some((open, close)) = parts else { return vec![word.to_owned()] };
    let one = |part: &str| format!("{}{part}{}", &word[..open], &word[close + 1..]);
    word[open + 1..close].split(',').map(one).collect()
}

/// The end of the folder in which a word with a pattern matches a file of this name.
fn folder_of(word: &str, name: &str) -> Option<String> {
    let (folder, pattern) = word.rsplit_once('/').unwrap_or(("", word));
    let takes = pattern.contains('*') && loops::matches(pattern, name);
    takes.then(|| literal_end(folder))
}

/// The literal end of a path, without patterns, variables and substitutions.
fn literal_end(path: &str) -> String {
    let path = path.replace(['"', '\''], "");
    let opens = path.rfind(['}', ')', '$', '*', '`']);
    let from =
        opens.map_or(0, |at| path[at..].find('/').map_or(path.len(), |slash| at + slash + 1));
    let end = path[from..].rsplit("../").next().unwrap_or("");
    end.trim_start_matches("./").trim_matches(['/', '.']).to_owned()
}

/// How the body of a loop uses each file.
fn used(body: &[(usize, &str)], listed: &Listed<'_>) -> Vec<FolderLoop> {
    let mut found = Vec::new();
    let mut guarded = false;
    for (index, (at, line)) in body.iter().enumerate() {
        if line.trim_start().starts_with('#') {
            continue;
        }
        let Some(mention) = mention(line, listed.variable) else { continue };
        let next = body.get(index + 1).map_or("", |(_, next)| next.trim_start());
        let skips = |text: &str| text.contains("continue") || text.contains("return");
        let is_left_out = line.contains("continue") || line.contains("then") && skips(next);
        let before = filled(&line[..mention]);
        let from = before.rfind(['(', '`', ';', '|', '&']).map_or(0, |at| at + 1);
        let statement = before[from..].trim_start();
        let files = match tested(statement, line, mention) {
            Some(ExecutableTest::Guard) => {
                guarded = true;
                None
            }
            Some(ExecutableTest::Demand) => Some(FileUse::ExpectsExecutable),
            None if reads_first_line(line) => {
                // `… && echo "$f"` selects files.
                let chooses = line[mention..].contains("&&")
                    || line.contains("if ") && !line.contains("if !");
                (!chooses).then_some(FileUse::ExpectsShebang)
            }
            None => runs(statement).filter(|_| !guarded),
        };
        if is_left_out {
            guarded |= files == Some(FileUse::ExpectsExecutable);
            continue;
        }
        found.extend(files.map(|files| FolderLoop {
            line: at + 1,
            files,
            folder: listed.folder.clone(),
            recursive: listed.recursive,
        }));
    }
    found
}

/// Whether a line uses the variable itself, not a path below it or a part of it.
fn mention(line: &str, variable: &str) -> Option<usize> {
    let names = [format!("${variable}"), format!("${{{variable}}}")];
    let whole = |end: usize| {
        let next = line[end..].chars().next();
        !next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '/' | '.' | '[' | ':'))
    };
    let at = |name: &String| {
        line.match_indices(name.as_str()).find(|(at, _)| whole(at + name.len())).map(|(at, _)| at)
    };
    names.iter().filter_map(at).min()
}

/// The purpose of a test of the executable bit.
enum ExecutableTest {
    /// It selects executable files.
    Guard,
    /// It requires executable files.
    Demand,
}

fn tested(statement: &str, line: &str, mention: usize) -> Option<ExecutableTest> {
    let words: Vec<&str> = statement.split_whitespace().collect();
    let flag = words.iter().rposition(|word| *word == "-x")?;
    if !words[..flag].iter().any(|word| matches!(*word, "[" | "[[" | "test")) {
        return None;
    }
    let negated = words.contains(&"!");
    let rest = line[mention..].split_once(']').map_or("", |(_, rest)| rest).trim_start_matches(']');
    let rest = rest.trim_start();
    let is_condition = words.first().is_some_and(|word| matches!(*word, "if" | "elif"));
    let demands = match (is_condition, negated) {
        (true, negated) => negated,
        (false, true) => rest.starts_with("&&"),
        (false, false) => !rest.starts_with("&&"),
    };
    Some(if demands { ExecutableTest::Demand } else { ExecutableTest::Guard })
}

/// Whether a line tests for `#!`.
fn reads_first_line(line: &str) -> bool {
    let reads = ["head ", "grep ", "read ", "sed ", "awk "].iter().any(|word| line.contains(word));
    reads && (line.contains("#!") || line.contains("#\\!"))
}

/// Whether the command whose words end with the file runs or sources it.
fn runs(statement: &str) -> Option<FileUse> {
    let mut words: Vec<&str> = statement.split_whitespace().collect();
    // `newest="$f"` keeps the name.
    let own = words.last().map(|word| word.trim_end_matches(['"', '\'', '(']));
    if !statement.ends_with(char::is_whitespace) && own.is_some_and(|word| word.ends_with('=')) {
        return None;
    }
    if words.last().is_some_and(|word| matches!(*word, "\"" | "'")) {
        words.pop();
    }
    if words.last().is_some_and(|word| matches!(*word, "." | "source")) {
        return Some(FileUse::Sources);
    }
    // bats' `run`, and `bash -n`, which only parses it.
    let words: Vec<&str> = words.into_iter().filter(|word| *word != "run").collect();
    if words.iter().any(|word| matches!(*word, "-n" | "in")) {
        return None;
    }
    let mut all = words.clone();
    all.push("the file");
    (program(&all) == Some(all.len() - 1)).then_some(FileUse::Runs)
}

#[cfg(test)]
#[path = "folder_tests.rs"]
mod tests;

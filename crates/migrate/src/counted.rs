//! Failures that a script counts before it continues: `echo "config.yml is missing" >&2; fails=$((fails + 1))`. At its
//! end, such a script prints their number, and fails. The messages are its errors; the number is not.

use std::collections::BTreeSet;

use crate::exits::fails;
use crate::message::has_words;
use crate::model::{Call, Sink};
use crate::pattern;
use crate::planner::Planner;
use crate::reason::names_failure;
use crate::word;

/// Parts of the names of variables that record a failure.
const NAMES: [&str; 19] = [
    "bad",
    "broken",
    "code",
    "drift",
    "err",
    "exit",
    "fail",
    "finding",
    "invalid",
    "issue",
    "mismatch",
    "miss",
    "ok",
    "pass",
    "problem",
    "result",
    "status",
    "valid",
    "violation",
];

/// The maximum number of lines above an exit in which its test is searched.
const ABOVE: usize = 24;

/// The maximum distance in lines between a message and the count of its failure.
const BESIDE: usize = 3;

/// The maximum length of a line, or of the rest of one, in which the count beside a message is searched.
const LONGEST_LINE: usize = 2_000;

/// Words that begin or end a branch: text beyond them belongs to another one.
const ENDS: [&str; 9] = ["fi", "else", "elif", "done", "}", ";;", "esac", ")", "return"];

impl<'a> Planner<'a> {
    /// Adds the kind for an error before each message with a counted failure beside it.
    pub(crate) fn counted(&mut self) {
        if self.options.skip_patterns.contains(&"error") {
            return;
        }
        let text = self.source.text().into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let names = self.decide(&lines);
        if names.is_empty() {
            return;
        }
        let passing = self.functions_that_pass_text();
        let blocks: Vec<Option<&str>> = lines.iter().map(|line| failed_block(line)).collect();
        let block_of = |call: &Call<'_>| blocks.get(call.line.saturating_sub(1)).copied().flatten();
        let known: BTreeSet<usize> = self.edits.iter().map(|edit| edit.at).collect();
        let mut told = Vec::new();
        // The message above in the same list: text below an error explains it.
        let mut above: Option<&Call<'_>> = None;
        for call in &self.script.calls {
            let Some(at) = call.at else { continue };
            if known.contains(&at) {
                above = Some(call);
                continue;
            }
            let explains = above.is_some_and(|other| {
                other.place.block == call.place.block
                    && call.line.saturating_sub(other.line) <= BESIDE
            });
            // What explains a message may be explained itself, line by line.
            if explains && matches!(call.name.as_str(), "echo" | "printf") {
                above = Some(call);
            }
            if explains
                || is_aside(call)
                || !self.is_message(call, block_of(call), &passing)
                || !self.is_counted(&lines, call, &names)
            {
                continue;
            }
            above = Some(call);
            if !self.keeps(call) {
                told.push((at, call.line));
            }
        }
        for (at, line) in told {
            self.put(at, "skill_say error ", line, pattern::ERROR);
            self.tells.insert(pattern::ERROR);
        }
    }

    /// The variables that decide whether the script fails: `exit $failed`, `if [ $errors -gt 0 ]; then exit
    /// 1`.
    fn decide(&self, lines: &[&str]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let failing = self.script.calls.iter().filter(|call| fails(call) || self.hands_on(call));
        let failing: BTreeSet<usize> = failing.map(|call| call.line.min(lines.len())).collect();
        for line in failing {
            let own = lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
            names.extend(variables(own));
            let above = lines[line.saturating_sub(ABOVE + 1)..line.saturating_sub(1)].iter().rev();
            for above in above {
                let test = above.trim_start();
                if ["if ", "elif ", "[ ", "[[ ", "(( ", "(("].iter().any(|w| test.starts_with(w)) {
                    names.extend(variables(test));
                    break;
                }
                if test == "fi" || test == "}" {
                    break;
                }
            }
        }
        names.retain(|name| {
            let name = name.to_ascii_lowercase();
            NAMES.iter().any(|part| name.contains(part))
        });
        names
    }

    /// Whether a call returns a variable from a function that the script runs for its work: `return $has_issues`.
    fn hands_on(&self, call: &Call<'_>) -> bool {
        let function = call.place.function.as_deref().filter(|_| call.name == "return");
        let status = call.words.get(1).map(|word| word.trim_matches('"')).unwrap_or_default();
        let is_run = |(_, call): (usize, &Call<'_>)| !call.place.tested && !call.place.captured;
        status.starts_with('$')
            && status != "$?"
            && !call.place.captured
            && !call.place.subshell
            && function.is_some_and(|name| self.script.calls_of(name).any(is_run))
    }

    /// Whether one of these variables is increased or set beside a call.
    fn is_counted(&self, lines: &[&str], call: &Call<'_>, names: &BTreeSet<String>) -> bool {
        let counts = |text: &str| sets_any(text, names);
        let last = self.source.line_of(call.end.saturating_sub(1));
        let end = self.source.line_start(last + 1).saturating_sub(1).max(call.end);
        let rest = self.source.slice(call.end..end.min(call.end + LONGEST_LINE));
        let rest = &rest[..end_of_list(&rest)];
        let is_whole = call.end + rest.len() >= end;
        if counts(rest) {
            return true;
        }
        let ends = |line: &str| {
            let first = line.split([' ', ';', '\t']).next().unwrap_or_default();
            ENDS.contains(&first)
        };
        // A branch may end on the line of the message itself.
        let closes =
            |rest: &str| rest.contains('}') && !rest.contains("${") || rest.contains("; fi");
        if is_whole && !closes(rest) {
            for line in lines.iter().skip(last).take(BESIDE).map(|line| line.trim_start()) {
                if ends(line) || line.starts_with("if ") || line.starts_with("for ") {
                    break;
                }
                if counts(line) {
                    return true;
                }
            }
        }
        let own = lines.get(call.line.saturating_sub(1)).copied().unwrap_or_default();
        if own.len() > LONGEST_LINE {
            return false;
        }
        let before = self.source.line_start(call.line);
        let before = call.at.and_then(|at| own.get(..at.checked_sub(before)?)).unwrap_or_default();
        let before = &before[start_of_list(before)..];
        if counts(before) {
            return true;
        }
        if !before.trim().is_empty() {
            return false;
        }
        let above = lines[..call.line.saturating_sub(1).min(lines.len())].iter().rev().take(BESIDE);
        for line in above.map(|line| line.trim()) {
            let opens = line.ends_with("then") || line.ends_with('{') || line.ends_with("do");
            if opens || ends(line) {
                break;
            }
            if counts(line) {
                return true;
            }
        }
        false
    }

    /// Whether a call prints a message for people: on stderr, words about a failure, or as the first command of the block
    /// of its line that a failed check runs.
    fn is_message(&self, call: &Call<'_>, block: Option<&str>, passing: &BTreeSet<&str>) -> bool {
        let prints = match call.name.as_str() {
            "echo" => true,
            "printf" => call.words.get(1).is_none_or(|word| word != "-v"),
            name => passing.contains(name),
        };
        let seen = match call.place.sink {
            Sink::Err => true,
            Sink::Out => {
                self.context.reaches_stdout(call)
                    && (names_failure(call)
                        || begins_with_fault(call)
                        || block.is_some_and(|block| block.starts_with(call.name.as_str())))
            }
            Sink::Away => false,
        };
        // A line of progress that another call ends: `echo -n "Checking modules… "`.
        let is_open = call.name == "echo" && call.words.get(1).is_some_and(|word| word == "-n");
        let several = call.words.len() > 1
            && call.words.iter().any(|word| {
                word.contains("\\n") && !word.ends_with("\\n\"") && !word.ends_with("\\n'")
            });
        prints
            && seen
            && !several
            && !is_open
            && !call.place.captured
            && !call.place.subshell
            && has_words(call)
            && self.context.editable(call)
            && !self.script.aliased(&call.name)
    }

    /// The functions that print their arguments: `say "…"`.
    fn functions_that_pass_text(&self) -> BTreeSet<&'a str> {
        let recognized: BTreeSet<usize> = self.edits.iter().map(|edit| edit.line).collect();
        let passes = |call: &Call<'_>| {
            matches!(call.name.as_str(), "echo" | "printf")
                && !recognized.contains(&call.line)
                && call.words.iter().any(|word| word::takes_arguments(word) || word.contains("$2"))
        };
        let functions = self.script.functions.keys();
        functions.filter(|name| self.script.body_of(name).any(passes)).map(String::as_str).collect()
    }
}

/// The end of the commands at the start of a text that run with each other: before the next branch, or the end of this one.
fn end_of_list(text: &str) -> usize {
    const ENDS: [&str; 9] = [";;", "||", "; fi", "; else", "; elif", "; done", "; }", " }", ";}"];
    ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len())
}

/// The start of the commands at the end of a text that run with each other.
fn start_of_list(text: &str) -> usize {
    const STARTS: [&str; 9] = [";; ", "|| ", "&& ", "then ", "else ", "do ", "{ ", "( ", ") "];
    let ends = STARTS.iter().filter_map(|start| Some(text.rfind(start)? + start.len()));
    ends.max().unwrap_or(0)
}

/// Whether the first word of a call's line names a fault in capitals: `BROKEN  $file`.
fn begins_with_fault(call: &Call<'_>) -> bool {
    const OTHER: [&str; 12] = [
        "DONE", "DRY", "END", "INFO", "NOTE", "OK", "PASS", "PASSED", "RUN", "SKIP", "START",
        "TOTAL",
    ];
    let text = call.words.iter().skip(1).find(|word| !word.starts_with('-'));
    let text = text.map(|word| word::shown(word)).unwrap_or_default();
    let word = text.trim_start().split([' ', ':', '\t']).next().unwrap_or_default();
    let is_capital = |c: char| c.is_ascii_uppercase() || c == '_';
    word.len() > 2 && word.chars().all(is_capital) && !OTHER.contains(&word)
}

/// What a line runs where a check failed, to its end: `[ … ] || { echo "3 rows lack a name"; fail=1; }`.
fn failed_block(line: &str) -> Option<&str> {
    let (_, block) = line.split_once("|| {")?;
    block.trim_end().ends_with('}').then(|| block.trim_start())
}

/// Whether a call prints a heading, a hint, a warning, or progress.
fn is_aside(call: &Call<'_>) -> bool {
    const BEGINNINGS: [&str; 14] = [
        "(",
        "==",
        "--",
        "##",
        "actual",
        "did not expect",
        "expected",
        "got",
        "hint",
        "note",
        "see ",
        "these ",
        "try ",
        "usage",
    ];
    const WORDS: [&str; 7] =
        ["complete", "continuing", "optional", "skipp", "summary", "warn", "always runs"];
    let words = call.words.iter().skip(1).filter(|word| !word.starts_with('-'));
    let text: Vec<String> = words.map(|word| word::shown(word).to_ascii_lowercase()).collect();
    let text = text.join(" ");
    let body = text.trim_start();
    let body = body
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "))
        .map_or(body, |(_, rest)| rest);
    // `STRATEGY=unknown` is for a program.
    let key = body.split_once('=').map_or("", |(key, _)| key);
    let is_pair = !key.is_empty() && key.chars().all(bash_syntax::is_name_char);
    // What counts decides: `print_warning "No list"; has_issues=1`.
    let teller = ["info", "hint", "note"].iter().any(|word| call.name.contains(word));
    // `PASS: it fails as it should`
    let first = body.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let passes = matches!(first, "pass" | "passed" | "ok")
        || body.starts_with(['\u{2713}', '\u{2714}', '\u{2705}']);
    teller
        || is_pair
        || passes
        || BEGINNINGS.iter().any(|word| body.starts_with(word))
        || WORDS.iter().any(|word| text.contains(word))
}

/// The names of variables in a text: `$name`, `${name`, and bare ones in `(( ))`.
fn variables(text: &str) -> Vec<String> {
    let part = bash_syntax::is_name_char;
    let bare = text.contains("((");
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(|c: char| c.is_ascii_alphabetic() || c == '_') {
        let start = from + at;
        let end = text[start..].find(|c: char| !part(c)).map_or(text.len(), |len| start + len);
        let before = text[..start].trim_end_matches(['{', '#', '!']);
        if before.ends_with('$') || bare {
            found.push(text[start..end].to_owned());
        }
        from = end;
    }
    found
}

/// Whether a text sets one of these variables to a failure: `n=$((n + 1))`, `((n++))`, `failed=1`, `ok=false`,
/// `errors+=("x")`. Of a long line, only the beginning is read.
fn sets_any(text: &str, names: &BTreeSet<String>) -> bool {
    let part = bash_syntax::is_name_char;
    let text = &text[..text.floor_char_boundary(LONGEST_LINE)];
    let mut end = 0;
    while let Some(from) = text[end..].find(part) {
        let start = end + from;
        end = text[start..].find(|c| !part(c)).map_or(text.len(), |len| start + len);
        if names.contains(&text[start..end]) && sets(text, start, end) {
            return true;
        }
    }
    false
}

/// Whether the variable that a text names at `start..end` is set to a failure there.
fn sets(text: &str, start: usize, end: usize) -> bool {
    let (before, name, rest) = (&text[..start], &text[start..end], &text[end..]);
    if before.ends_with(['$', '{', '-']) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let good = ["ok", "pass", "valid"].iter().any(|word| lower.contains(word))
        && !lower.contains("invalid");
    let in_numbers = before.trim_end().ends_with("((") || before.trim_end().ends_with("let");
    let counted = rest.trim_start();
    if in_numbers {
        return !good
            && (counted.starts_with("++")
                || counted.starts_with("+=")
                || before.ends_with("++")
                || counted.starts_with('='));
    }
    if before.ends_with("((++") {
        return !good;
    }
    let Some(value) = rest.strip_prefix('=').or_else(|| rest.strip_prefix("+=")) else {
        return false;
    };
    let value = value.trim_start_matches(['"', '\'']);
    if good {
        value.starts_with("false") || value.starts_with('0') || value.starts_with("no")
    } else {
        !(value.is_empty()
            || value.starts_with('0')
            || value.starts_with("false")
            || value.starts_with("$?")
            || value.starts_with("()")
            || value.starts_with([' ', ';', ')']) && rest.starts_with('='))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Options, plan};

    /// The lines that gain the kind for an error.
    fn errors(script: &str) -> Vec<usize> {
        let script = format!("#!/usr/bin/env bash\n{script}");
        let options =
            Options { gainless: Choice::Leave, answers: Choice::Leave, ..Options::default() };
        let plan = plan(script.as_bytes(), &options);
        let errors = plan.edits.iter().filter(|edit| edit.pattern == "error");
        errors.map(|edit| edit.line).collect()
    }

    const END: &str =
        "if [ \"$fails\" -gt 0 ]; then\n  echo \"$fails checks failed\"\n  exit 1\nfi\n";

    #[test]
    fn messages_beside_which_failures_are_counted() {
        for (script, lines) in [
            ("[ -f a ] || { echo \"a is not there\" >&2; fails=$((fails + 1)); }\n", vec![2]),
            ("if [ ! -f a ]; then\n  echo \"a is not there\" >&2\n  ((fails++))\nfi\n", vec![3]),
            ("if [ ! -f a ]; then\n  echo \"a is missing\"\n  fails=$((fails+1))\nfi\n", vec![3]),
            ("if [ ! -f a ]; then\n  fails=$((fails+1))\n  printf 'no %s\\n' a >&2\nfi\n", vec![4]),
            (
                "bad() {\n  echo \"$1\" >&2\n  fails=$((fails+1))\n}\n[ -f a ] || bad \"a is missing\"\n",
                vec![3],
            ),
            ("if x; then\n  echo \"BROKEN  $1\"\n  fails=$((fails+1))\nfi\n", vec![3]),
            ("x && echo \"ok\" || { echo \"no x\" >&2; fails=$((fails+1)); }\n", vec![2]),
            (
                "say() { echo \"$*\"; }\nif [ ! -f a ]; then\n  say \"a is missing\"\n  let fails++\nfi\n",
                vec![4],
            ),
        ] {
            assert_eq!(
                errors(&format!("fails=0\n{script}{END}"))
                    .iter()
                    .map(|l| l - 1)
                    .collect::<Vec<_>>(),
                lines,
                "{script}"
            );
        }
        for script in [
            "failed=0\n[ -f a ] || { echo \"a is missing\" >&2; failed=1; }\nexit $failed\n",
            "ok=true\n[ -f a ] || { echo \"a is missing\" >&2; ok=false; }\nif [ $ok = false ]; then exit 1; fi\n",
            "errors=0\n[ -f a ] || { echo \"a is missing\" >&2; errors=$((errors + 1)); }\n((errors == 0)) || exit 1\n",
        ] {
            assert_eq!(errors(&format!("echo Checks\n{script}")), [4], "{script}");
        }
    }

    #[test]
    fn other_messages_are_no_errors() {
        for script in [
            "echo \"Checking a\"\nfails=0\n",
            "for f in *; do\n  echo \"checking $f\"\n  [ -s \"$f\" ] || fails=$((fails+1))\ndone\n",
            "if [ ! -f a ]; then\n  echo \"Expected: a, which is missing\"\n  fails=$((fails+1))\nfi\n",
            "if [ -f a ]; then\n  echo \"a is there\" >&2\n  count=$((count+1))\nfi\n",
            "if [ ! -f a ]; then\n  echo \"a is missing\" >&2\nfi\nfails=$((fails+1))\n",
            "if x; then echo \"it fails as expected\"; else fails=$((fails+1)); fi\n",
            "case \"$1\" in\n  a) echo \"no fault is missing\" ;;\n  *) fails=$((fails+1)) ;;\nesac\n",
            "x && echo \"nothing failed\" || { fails=$((fails+1)); }\n",
            "if x; then\n  echo \"PASS: a missing file is reported\"\n  fails=$((fails+1))\nfi\n",
        ] {
            assert_eq!(errors(&format!("fails=0\n{script}{END}")), Vec::<usize>::new(), "{script}");
        }
        assert_eq!(
            errors(
                "failed=0\n[ -f a ] || { echo \"a is missing\" >&2; failed=1; }\necho \"Rows: $failed\"\n"
            ),
            Vec::<usize>::new()
        );
    }
}

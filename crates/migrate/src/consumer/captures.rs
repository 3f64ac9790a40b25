//! Programs in Python, JavaScript, Go, Ruby and others that run a script: whether they read its output, and how they
//! use it.

use super::callback::callback;
use super::capture_names::{balance, constant, function_name, has_word, last_word, names, words};
use super::capture_words::{
    ASKED, BACKTICK_METHODS, ELSEWHERE, MATCHES, MAY_TAKE, PIPES, SHOWS, TAKES,
};
use super::json_program;

/// How a program uses the text of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It matches, splits, compares or returns it.
    Reads,
    /// It runs the script, and only uses its exit code, or prints the text.
    Runs,
}

/// The number of lines above a name in which a call may begin, and below it in which the text is
/// followed.
const ABOVE: usize = 6;
const BELOW: usize = 40;

/// How a text in another language uses the script that its 1-based line names; `None` if it doesn't run it.
pub(super) fn of(text: &str, line: usize) -> Option<Use> {
    let program = Program::new(text);
    let home = line.checked_sub(1).filter(|home| *home < program.lines.len())?;
    let own = program.at(home);
    let Some(name) = constant(program.lines[home]) else { return own };
    let sites =
        (0..program.lines.len()).filter(|at| *at != home && has_word(program.lines[*at], name));
    let through = sites.filter_map(|site| program.at(site).or_else(|| program.kept(site, name)));
    own.into_iter().chain(through).max_by_key(|found| *found == Use::Reads)
}

/// Whether a 1-based line assigns the path of a script to a name that is run elsewhere.
pub(super) fn names_it(text: &str, line: usize) -> bool {
    text.lines().nth(line.saturating_sub(1)).is_some_and(|line| constant(line).is_some())
}

/// A language in which a backtick runs a command, such as Ruby, Perl and PHP.
fn backticks(text: &str) -> bool {
    let ends = |line: &str| {
        let line = line.trim();
        line == "end" || line.starts_with("def ") && line.ends_with(" end")
    };
    let is_ruby =
        |line: &str| ends(line) || BACKTICK_METHODS.iter().any(|method| line.contains(method));
    let ruby = text.lines().any(is_ruby) && !text.contains("const ")
        || text.starts_with("#!")
            && text.lines().next().is_some_and(|first| first.contains("ruby"));
    let perl = text.lines().any(|line| line.trim() == "use strict;");
    ruby || perl
        || text.starts_with("<?php")
        || text.starts_with("#!") && text.lines().next().is_some_and(|first| first.contains("perl"))
}

/// The lines of a program.
pub(super) struct Program<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    backticks: bool,
}

impl<'t> Program<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, lines: text.lines().collect(), backticks: backticks(text) }
    }

    /// How standard input, which line `site` reads, is used: whether it is parsed as JSON, and only an envelope's
    /// members are used. `None` if the line gives it no name.
    pub(super) fn takes_stdin(&self, site: usize) -> Option<bool> {
        let from = self.start(site);
        let to = self.end(from.max(site.saturating_sub(1)), site);
        let call = self.lines[from..to].join("\n");
        let below = &self.lines[to..(to + BELOW).min(self.lines.len())];
        let parsed = |names: &[&str]| json_program::takes_envelope(&call, names, below, self.text);
        if let Some(taken) = parsed(&["stdin", "STDIN"]).or_else(|| parsed(&[])) {
            return Some(taken);
        }
        let listens = call.contains(".on('end'") || call.contains(".on(\"end\"");
        let names = given_to(&call, &self.lines[from..]);
        if names.is_empty() {
            return (!listens).then_some(false);
        }
        let is_parsed = names.iter().any(|name| json_program::is_parsed_in(name, below, self.text));
        Some(is_parsed && self.becomes(&call, &names, below) == Use::Runs)
    }

    /// How the text of the command on line `site` is used.
    fn at(&self, site: usize) -> Option<Use> {
        let from = self.start(site);
        let to = self.end(from.max(site.saturating_sub(1)), site);
        let call = self.lines[from..to].join("\n");
        let ticks = self.backticks && call.contains('`');
        let takes = ticks || TAKES.iter().any(|word| call.contains(word));
        if !takes && !MAY_TAKE.iter().any(|word| call.contains(word)) {
            return self.helper(site, from, to);
        }
        if PIPES.iter().any(|pipe| call.contains(pipe)) {
            return Some(Use::Reads);
        }
        let names = names(self.lines[from]);
        let below = &self.lines[to..(to + BELOW).min(self.lines.len())];
        let next = || std::iter::once(call.as_str()).chain(below.iter().take(3).copied());
        if ELSEWHERE.iter().any(|word| next().any(|text| text.contains(word))) {
            return Some(Use::Runs);
        }
        let near = || below.iter().take(12).copied();
        let asked = |text: &str| ASKED.iter().any(|word| text.contains(word));
        if !takes && !asked(&call) && !near().any(asked) {
            // A function of this text may have the name of a call: `run("x.sh")`.
            return self.helper(site, from, to).or(Some(Use::Runs));
        }
        if let Some((name, body)) = callback(&call).filter(|_| names.is_empty()) {
            return Some(self.becomes("", &[name], &body));
        }
        if self.returned(from, &call) {
            return Some(self.anywhere(from));
        }
        Some(self.becomes(&call, &names, below))
    }

    /// How the text of a command is used that line `site` keeps, with the path in `path`: `command = ["sh", str(SCRIPT)]`.
    fn kept(&self, site: usize, path: &str) -> Option<Use> {
        let from = self.start(site);
        let name = constant(self.lines[from])?;
        let value = self.lines[from].split_once('=')?.1.trim_start();
        let is_command = ["[", "(", "str(", path].iter().any(|head| value.starts_with(head));
        // `SCRIPT.parent` is another path, and `SCRIPT.read_text()` no command.
        let line = self.lines[site];
        let is_path = words(line, path).any(|at| !line[at + path.len()..].starts_with('.'));
        if !is_command || !is_path {
            return None;
        }
        let to = self.end(from, site);
        let below = to..(to + BELOW).min(self.lines.len());
        let below = below.take_while(|at| function_name(self.lines[*at]).is_none());
        let runs = below.filter(|at| has_word(self.lines[*at], name));
        runs.filter_map(|at| self.at(at)).max_by_key(|found| *found == Use::Reads)
    }

    /// The first line of the statement around a line: above it the brackets are balanced.
    fn start(&self, site: usize) -> usize {
        let mut from = site;
        let mut depth = balance(before_comment(self.lines[site])).min(0);
        let mut open =
            self.lines[site].trim_start().starts_with(['"', '\'', '[', ']', ')', '.', '`', '+']);
        for above in (site.saturating_sub(ABOVE)..site).rev() {
            let line = before_comment(self.lines[above]);
            let trimmed = line.trim_end();
            let is_callback = trimmed.ends_with("=> {") || trimmed.ends_with("function () {");
            if is_callback && !names(self.lines[from]).is_empty() {
                break;
            }
            depth += balance(line);
            let ends = ["(", "[", "({", "= {", ", {", "[{", ",", "=", "\\"];
            let continues = depth > 0 || open || ends.iter().any(|end| trimmed.ends_with(end));
            if !continues || trimmed.is_empty() {
                break;
            }
            open = depth <= 0 && trimmed.trim_start().starts_with(['"', '\'', '.', '+']);
            from = above;
            depth = depth.min(0);
        }
        from
    }

    /// The line after the statement.
    fn end(&self, from: usize, site: usize) -> usize {
        let mut depth = 0;
        let last = (site + 12).min(self.lines.len());
        for at in from..last {
            depth += balance(before_comment(self.lines[at]));
            let next = self.lines.get(at + 1).map_or("", |line| line.trim_start());
            if at >= site && depth <= 0 && !next.starts_with(['.', ')', ']']) {
                return at + 1;
            }
        }
        last
    }

    /// A call of a function of this text that runs its argument.
    fn helper(&self, site: usize, from: usize, to: usize) -> Option<Use> {
        let call = self.lines[from..to].join("\n");
        let is_library = |at: usize, name: &str| call[..at - name.len()].ends_with("subprocess.");
        let calls = call
            .match_indices('(')
            .filter_map(|(at, _)| last_word(&call[..at]).filter(|name| !is_library(at, name)));
        let mut found = None;
        for name in calls {
            let Some(home) = self.definition(name).filter(|home| *home != site) else { continue };
            let body = self.lines[home..(home + 25).min(self.lines.len())].join("\n");
            let ticks = self.backticks && body.contains('`');
            let takes = ticks || TAKES.iter().any(|word| body.contains(word));
            if !takes && !MAY_TAKE.iter().any(|word| body.contains(word)) {
                continue;
            }
            let below = &self.lines[to..(to + BELOW).min(self.lines.len())];
            // A helper that calls this one hands the text to its own callers.
            let used = match self.returned(from, &call) {
                true => self.anywhere(from),
                false => self.becomes(&call, &names(self.lines[from]), below),
            };
            found = Some(if takes || ASKED.iter().any(|word| body.contains(word)) {
                used
            } else {
                Use::Runs
            });
        }
        found
    }

    /// The line that defines a function.
    fn definition(&self, name: &str) -> Option<usize> {
        let defines = |line: &&str| {
            has_word(line, name)
                && ["def ", "function ", "func ", "fn ", "sub ", "const ", "let ", "var ", "lambda"]
                    .iter()
                    .any(|word| {
                        line.trim_start()
                            .trim_start_matches("export ")
                            .trim_start_matches("async ")
                            .starts_with(word)
                    })
                && !line.contains(&format!("={name}("))
                && !line.contains(&format!("= {name}("))
                && !line.contains(&format!("await {name}("))
        };
        self.lines.iter().position(defines)
    }

    /// Whether the statement returns its result: by `return`, or as the last expression of an arrow function.
    fn returned(&self, from: usize, call: &str) -> bool {
        let first = self.lines[from].trim_start();
        first.starts_with("return ")
            || first.starts_with("yield ")
            || call.contains("=> exec")
            || call.contains("=> spawn")
    }

    /// The result of a function is read elsewhere in this text, or by others.
    fn anywhere(&self, from: usize) -> Use {
        let home = (from.saturating_sub(25)..from)
            .rev()
            .find(|at| function_name(self.lines[*at]).is_some());
        let Some(home) = home else { return Use::Reads };
        // The tests of a fixture get it as an argument.
        if home > 0 && self.lines[home - 1].contains("fixture") {
            return Use::Reads;
        }
        let Some(name) = function_name(self.lines[home]) else { return Use::Reads };
        let calls = |line: &&str| {
            let named = |at: usize| !line[at + name.len()..].starts_with(['"', '\'']);
            words(line, name).any(named) && function_name(line).is_none_or(|own| own != name)
        };
        let sites: Vec<usize> =
            (0..self.lines.len()).filter(|at| calls(&self.lines[*at])).collect();
        let used = |site: &usize| {
            let to = self.end(*site, *site);
            let below = &self.lines[to..(to + BELOW).min(self.lines.len())];
            self.becomes(&self.lines[*site..to].join("\n"), &names(self.lines[*site]), below)
        };
        if sites.is_empty() || sites.iter().any(|site| used(site) == Use::Reads) {
            Use::Reads
        } else {
            Use::Runs
        }
    }

    /// How the result of a call is used, in its own statement and below.
    fn becomes(&self, call: &str, names: &[&str], below: &[&str]) -> Use {
        let takes_json = |statement: &str, names: &[&str], below: &[&str]| {
            json_program::takes_envelope(statement, names, below, self.text)
        };
        match takes_json(call, &[], below) {
            Some(true) => return Use::Runs,
            Some(false) if !is_shown(call) => return Use::Reads,
            _ => {}
        }
        let is_matched = MATCHES.iter().any(|word| call.contains(word));
        if names.is_empty() {
            let is_status = is_status(call) && !call.contains("stdout");
            let reads =
                (is_matched && !is_status || is_tested(call.trim_start())) && !is_shown(call);
            return if reads { Use::Reads } else { Use::Runs };
        }
        let mut is_parsed = false;
        // A variable that gets the value of a name is also followed.
        let mut names: Vec<&str> = names.to_vec();
        for (at, line) in below.iter().enumerate() {
            let line = before_message(before_comment(line));
            // A function, or the end of a Markdown block.
            if function_name(line).is_some() || line.starts_with("```") {
                break;
            }
            let Some(name) = names.iter().copied().find(|name| takes_text(line, name)) else {
                continue;
            };
            match takes_json(&json_program::statement(&below[at..]), &names, &below[at + 1..]) {
                Some(false) if !is_shown(line) => return Use::Reads,
                Some(_) => {
                    is_parsed = true;
                    continue;
                }
                None => {}
            }
            if is_shown(line) && !line.contains(" if ") && !takes_part(line, name)
                || json_program::is_looked_for(line, name)
            {
                continue;
            }
            let more = given_to(line, &below[at..]);
            let rest = &below[at + 1..];
            let goes_on = |name: &&str| json_program::is_parsed_in(name, rest, self.text);
            if !more.is_empty() && (is_alias(line) || more.iter().any(goes_on)) {
                names.extend(more);
                continue;
            }
            return Use::Reads;
        }
        if is_matched && !is_parsed { Use::Reads } else { Use::Runs }
    }
}

/// Whether a statement only prints the text.
fn is_shown(statement: &str) -> bool {
    // In Ruby, `raise unless` contains a condition.
    SHOWS.iter().any(|word| statement.trim_start().starts_with(word))
        && !statement.contains("raise unless ")
}

/// The names that a line gives a text to: by `=`, in a loop, or as a listener that gathers it (`.on("data", d => { out += d; })`).
fn given_to<'l>(line: &'l str, below: &[&'l str]) -> Vec<&'l str> {
    if let Some(rest) = line.trim_start().strip_prefix("for ") {
        let rest = rest.trim_start_matches(['(', ' ']).trim_start_matches("const ");
        return rest.split_once([' ', ',']).map(|(name, _)| name).into_iter().collect();
    }
    if line.contains(".on('data'") || line.contains(".on(\"data\"") {
        let gathers =
            |line: &&'l str| line.split_once("+=").and_then(|(to, _)| last_word(to.trim_end()));
        return below.iter().take(3).find_map(gathers).into_iter().collect();
    }
    names(line)
}

/// Whether a statement uses the exit status of a command.
fn is_status(statement: &str) -> bool {
    const STATUS: [&str; 5] = [".returncode", ".status", ".code", ".exitCode", ".success"];
    STATUS.iter().any(|member| statement.contains(member))
}

/// Whether the result is searched or compared: `assert "a" in run("x")`, `if run("x") == "a":`.
fn is_tested(statement: &str) -> bool {
    const TESTS: [&str; 6] = ["assert ", "assert!(", "assert_eq!(", "elif ", "if ", "while "];
    let tests = TESTS.iter().any(|word| statement.starts_with(word))
        && (statement.contains(" in ") || statement.contains("== "));
    !is_status(statement)
        && (tests || statement.starts_with("is(") || statement.starts_with("like("))
}

/// Whether a line uses the text of `name`: itself, or its stdout, but not its exit code or stderr.
fn takes_text(line: &str, name: &str) -> bool {
    // `result.output` is a member of another value.
    let is_member = |at: usize| {
        let of = line[..at].strip_suffix('.');
        of.is_some_and(|of| !matches!(last_word(of), Some("self" | "this")))
    };
    words(line, name).filter(|at| !is_member(*at)).any(|at| {
        let rest = &line[at + name.len()..];
        let other = [
            ".returncode",
            ".status",
            ".code",
            ".exitCode",
            ".exit_code",
            ".exitstatus",
            ".success",
            ".signal",
            ".error",
            ".stderr",
            ".check_returncode",
            ".wait(",
            ".kill(",
            ".terminate(",
            ".pid",
            ".poll(",
            ".Run(",
            ".Start(",
            ".Wait(",
            ".Env",
            ".Dir",
            ".Stderr",
            ".on(",
            ".stdin",
            ".Stdin",
            " :=",
            " =",
            ".args",
            "->run(",
            "->mustRun(",
            "->isSuccessful(",
            "->getExitCode(",
            "->getErrorOutput(",
            "->setTimeout(",
        ];
        let next = rest.trim_start();
        let compares = next.starts_with("==") || next.starts_with("=~");
        // `rl.on("line", …)` and `out.on("data", …)` get the text.
        let listens = [".on(\"line\"", ".on('line'", ".on(\"data\"", ".on('data'"];
        compares
            || listens.iter().any(|member| rest.starts_with(member))
            || !other.iter().any(|member| rest.starts_with(member))
    })
}

/// Whether a line takes a part of the text: `print(out.split("=")[1])`.
fn takes_part(line: &str, name: &str) -> bool {
    words(line, name).any(|at| {
        let rest = &line[at + name.len()..];
        let rest = rest.strip_prefix(".stdout").unwrap_or(rest);
        [".split(", ".splitlines(", ".partition(", ".rpartition(", ".match("]
            .iter()
            .any(|method| rest.starts_with(method))
    })
}

/// Whether a line only assigns a value to another name: `out = result.stdout`.
fn is_alias(line: &str) -> bool {
    let value = line.split_once('=').map_or("", |(_, value)| value).trim().trim_end_matches(';');
    let value = value.trim_start_matches("await ");
    let calls = [
        ".decode()",
        ".toString()",
        ".Output()",
        ".CombinedOutput()",
        ".communicate()",
        "string(",
        ".decode(\"utf-8\")",
    ];
    let bare = calls.iter().fold(value.to_owned(), |value, call| value.replace(call, ""));
    let bare = bare.trim_end_matches(')');
    !bare.is_empty() && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
}

/// Python's `assert r.returncode == 0, r.stdout` without its message.
fn before_message(line: &str) -> &str {
    if !line.trim_start().starts_with("assert ") {
        return line;
    }
    let outside = |at: &usize| {
        balance(&line[..*at]) == 0 && line[..*at].matches(['"', '\'']).count().is_multiple_of(2)
    };
    let end = line.match_indices(", ").map(|(at, _)| at).find(outside);
    &line[..end.unwrap_or(line.len())]
}

fn before_comment(line: &str) -> &str {
    let end = line.find(" # ").or_else(|| line.find(" // ")).unwrap_or(line.len());
    &line[..end]
}

#[cfg(test)]
#[path = "captures_tests.rs"]
mod tests;

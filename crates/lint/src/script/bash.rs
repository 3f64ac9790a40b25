//! sh and bash, with the parser of `migrate`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use bash_syntax::{At, HERE_DOCUMENT_OPEN, Kind, SyntaxError, TOO_DEEP, TOO_LONG};

use super::arguments::Arguments;
use super::strict_reads;
use super::{Facts, Options, Prompt, Reading, compiled, unsaid_arguments, variables};
use crate::waiting::instead_of_waiting;

pub(super) fn read(text: &str) -> Reading {
    let tree = match bash_syntax::parse(text.as_bytes()) {
        // bash may accept text that this parser doesn't support.
        Err(SyntaxError { what: TOO_DEEP | TOO_LONG | HERE_DOCUMENT_OPEN, .. }) => {
            return Reading::Accepted(Box::default());
        }
        Err(SyntaxError { at, what }) => {
            let reason = match text.contains("\r\n") {
                true => format!(
                    "{what}: its lines end in CRLF, and bash takes the CR for a part of the last word"
                ),
                false => what.to_owned(),
            };
            return Reading::Refused { at: text.floor_char_boundary(at.min(text.len())), reason };
        }
        Ok(tree) => tree,
    };
    // It only prompts on a terminal.
    let asked = text.contains("-t 0") || text.contains("--interactive");
    let prompt = (!asked).then(|| first_prompt(text, tree.root(), false)).flatten();
    let prompt = prompt.map(|at| Prompt::new(text, at));
    let arguments = counted(text);
    Reading::Accepted(Box::new(Facts {
        prompt,
        options: options(text, tree.root()),
        required: required(text, tree.root())
            .or_else(|| arguments.as_ref().and_then(Arguments::first_required)),
        arguments,
        bashism: (!asks_for_bash(text)).then(|| bashism(text, tree.root())).flatten(),
        environment: environment(text, tree.root()),
        unsaid_arguments: unsaid(text),
        own_files: BTreeMap::new(),
        imports: Vec::new(),
        comments: Vec::new(),
    }))
}

/// Whether a script starts bash itself, or tests for bash.
fn asks_for_bash(text: &str) -> bool {
    ["BASH_VERSION", "exec bash", "exec /bin/bash"].iter().any(|word| text.contains(word))
}

/// Commands that bash has and POSIX shells lack.
const BUILTINS: [&str; 7] =
    ["declare", "typeset", "mapfile", "readarray", "shopt", "pushd", "popd"];

/// `declare`, `[[ ]]`, `(( ))`, `<( )`, `a=( )`, `<<<`, `select`, `coproc`: the first of them.
fn bashism(text: &str, at: At<'_>) -> Option<usize> {
    let own = &text[at.range()];
    let is_bash = match at.kind() {
        Kind::Test
        | Kind::Arithmetic
        | Kind::ArithmeticFor
        | Kind::Process
        | Kind::Select
        | Kind::Coprocess => true,
        Kind::Simple => {
            let name = at.of(Kind::Word).next().map(|word| &text[word.range()]);
            name.is_some_and(|name| BUILTINS.contains(&name))
        }
        Kind::Assign => own.split_once('=').is_some_and(|(_, value)| value.starts_with('(')),
        Kind::Redirect => own.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("<<<"),
        _ => false,
    };
    match is_bash {
        true => Some(at.start()),
        false => at.children().find_map(|child| bashism(text, child)),
    }
}

/// `${NAME:?…}`, which ends the script if the variable is not set; after `set -u`, `$NAME` does so, too.
fn environment(text: &str, root: At<'_>) -> BTreeMap<String, usize> {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    static SET: OnceLock<regex::Regex> = OnceLock::new();
    let mut names = variables(text, compiled(&READ, r"\$\{([A-Z][A-Z0-9_]+):?\?"), &["#"]);
    // A variable that the script sets does not come from the environment.
    let set = variables(text, compiled(&SET, r"(?-u:\b)([A-Z][A-Z0-9_]+)="), &["#"]);
    names.retain(|name, at| set.get(name).is_none_or(|set| set > at));
    for (name, at) in strict_reads::read(text, root) {
        names.entry(name).or_insert(at);
    }
    names
}

/// A line that takes the first argument, without a default, outside of functions, whose lines are indented.
fn unsaid(text: &str) -> Option<usize> {
    static TAKEN: OnceLock<regex::Regex> = OnceLock::new();
    unsaid_arguments(
        text,
        compiled(&TAKEN, r#"(?m)^[A-Za-z_][A-Za-z0-9_]*="?\$(?:1(?-u:\b)|\{1\})"#),
    )
}

/// The first `read -p` or `select` that reads the script's own stdin.
fn first_prompt(text: &str, at: At<'_>, is_fed: bool) -> Option<usize> {
    let is_fed = is_fed || at.is_fed();
    match at.kind() {
        Kind::Simple if asks_terminal(text, at) => return Some(at.start()),
        Kind::Simple if !is_fed && is_question(text, at) => return Some(at.start()),
        Kind::Select if !is_fed => return Some(at.start()),
        // Substitutions and background jobs read a pipe or a file, not a person.
        Kind::Process => return None,
        _ => {}
    }
    let is_pipeline = at.kind() == Kind::Pipeline;
    at.children()
        .enumerate()
        .find_map(|(place, child)| first_prompt(text, child, is_fed || is_pipeline && place > 0))
}

/// `read` from the terminal itself, whatever feeds the script.
fn asks_terminal(text: &str, command: At<'_>) -> bool {
    let mut words = command.of(Kind::Word).map(|word| &text[word.range()]);
    let mut redirects = command.of(Kind::Redirect).map(|redirect| &text[redirect.range()]);
    words.next() == Some("read")
        && !words.any(|word| word.starts_with("-t"))
        && redirects.any(|redirect| redirect.starts_with('<') && redirect.contains("/dev/tty"))
}

/// `read` with the option `-p`, without `-u`, which reads another descriptor, and without `-t`, which ends it in time. Editors,
/// and commands of git that ask, wait for a person, too.
fn is_question(text: &str, command: At<'_>) -> bool {
    let words: Vec<&str> = command.of(Kind::Word).map(|word| &text[word.range()]).collect();
    if words.first() != Some(&"read") {
        let is_set = command.of(Kind::Assign).next().is_some();
        let has_editor = words.first() == Some(&"git") && text.contains("GIT_EDITOR");
        return !is_set && !has_editor && instead_of_waiting(&words).is_some();
    }
    let options: Vec<&str> = words.into_iter().filter(|word| word.starts_with('-')).collect();
    let has = |letter: char| options.iter().any(|word| word.contains(letter));
    has('p') && !has('u') && !has('t')
}

/// The options in the script's `case` and `getopts`, if it rejects all others itself.
fn options(text: &str, root: At<'_>) -> Option<Options> {
    let mut seen = OptionParsing {
        text,
        names: BTreeSet::new(),
        refuses: false,
        has_getopts: false,
        refuses_letters: false,
        takes_any: false,
    };
    seen.walk(root);
    let refuses = seen.refuses || seen.has_getopts && seen.refuses_letters;
    let is_known = refuses && !seen.takes_any && !seen.names.is_empty();
    is_known.then_some(Options { names: seen.names, abbreviated: false })
}

/// The first argument, if a top-level command requires it: `${1:?usage}`.
fn required(text: &str, root: At<'_>) -> Option<String> {
    if text.contains("set -- ") {
        return None;
    }
    let lists = std::iter::once(root).filter(|list| list.kind() == Kind::List);
    let items: Vec<At<'_>> = lists.flat_map(|list| list.of(Kind::Item)).collect();
    // Commands after `&&` and `||` may not be reached.
    let firsts = items.into_iter().filter_map(|item| item.of(Kind::Pipeline).next());
    let commands = firsts.filter_map(|pipeline| pipeline.of(Kind::Simple).next());
    let mut demands = commands.map(|command| &text[command.range()]);
    let demand = demands.find(|words| words.contains("${1:?") || words.contains("${1?"));
    demand.map(|_| "its first argument".to_owned())
}

/// The number of arguments of a script that takes no options, by the test outside of functions that ends it: `[ $# -ne 2 ]`.
fn counted(text: &str) -> Option<Arguments> {
    /// What may take options, or change the arguments before the test.
    const OTHERWISE: [&str; 5] = ["shift", "getopts", "case ", "set -- ", "\"$1\" = \"-"];
    /// Bytes behind the test in which the script ends.
    const NEAR: usize = 400;
    static TEST: OnceLock<regex::Regex> = OnceLock::new();
    if OTHERWISE.iter().any(|word| text.contains(word)) {
        return None;
    }
    let pattern = compiled(
        &TEST,
        r#"(?m)^(?:if\s+)?(?:\[\[?\s+"?\$#"?\s+-(ne|lt)\s+|\(\(\s*\$#\s*(!=|<)\s*)([1-9])\s"#,
    );
    let mut tests = pattern.captures_iter(text);
    let (test, None) = (tests.next()?, tests.next()) else { return None };
    let end = test.get(0)?.end();
    let behind = &text[end..text.floor_char_boundary((end + NEAR).min(text.len()))];
    let block = behind.split("\nfi").next().unwrap_or_default();
    let ends = match text[test.get(0)?.start()..].starts_with("if") {
        true => block.contains("exit "),
        false => block.split('\n').next().is_some_and(|line| {
            line.contains("&&") && (line.contains("exit ") || line.contains("usage"))
        }),
    };
    let least: usize = test.get(3)?.as_str().parse().ok()?;
    let operator = test.get(1).or(test.get(2))?.as_str();
    ends.then(|| Arguments::counted(least, matches!(operator, "lt" | "<")))
}

struct OptionParsing<'t> {
    text: &'t str,
    names: BTreeSet<String>,
    /// A case branch for all other options ends the script.
    refuses: bool,
    /// `getopts` reads the options.
    has_getopts: bool,
    /// The default branch of some `case` ends the script: unknown options of `getopts` reach it as `?`.
    refuses_letters: bool,
    /// Some branch accepts options that it does not name, or passes them on.
    takes_any: bool,
}

impl OptionParsing<'_> {
    fn walk(&mut self, at: At<'_>) {
        match at.kind() {
            Kind::Case => self.case(at),
            Kind::Simple => self.command(at),
            _ => {}
        }
        at.children().for_each(|child| self.walk(child));
    }

    fn case(&mut self, case: At<'_>) {
        let arms: Vec<At<'_>> = case.of(Kind::Arm).collect();
        let patterns = |arm: At<'_>| -> Vec<String> {
            arm.of(Kind::Word)
                .map(|word| self.text[word.range()].replace(['"', '\''], ""))
                .collect()
        };
        let is_option = |pattern: &String| pattern.starts_with('-') && pattern.len() > 1;
        if !arms.iter().any(|arm| patterns(*arm).iter().any(is_option)) {
            let is_rest = |pattern: &String| matches!(pattern.as_str(), "?" | "\\?" | "*");
            self.refuses_letters |= arms.iter().any(|arm| {
                patterns(*arm).iter().any(is_rest) && is_refusal(&self.text[arm.range()])
            });
            return;
        }
        let (mut names, mut refuses, mut takes_any) = (Vec::new(), false, false);
        for arm in arms {
            let is_refusal = is_refusal(&self.text[arm.range()]);
            for pattern in patterns(arm) {
                let open = pattern.trim_end_matches('*').trim_end_matches('=');
                match pattern.contains(['*', '?', '[']) {
                    // `--name=*` takes a value; `-*` and `*` stand for all options without a
                    // branch.
                    true if pattern.ends_with("=*") => names.push(open.to_owned()),
                    true if is_refusal => refuses = true,
                    true => takes_any |= pattern.starts_with('-'),
                    false if is_option(&pattern) => names.push(pattern),
                    false => {}
                }
            }
        }
        self.names.extend(names);
        self.refuses |= refuses;
        self.takes_any |= takes_any;
    }

    /// `getopts` names its letters; except for `shift`, commands that take `"$@"` may accept
    /// options, too.
    fn command(&mut self, command: At<'_>) {
        let words: Vec<&str> =
            command.of(Kind::Word).map(|word| &self.text[word.range()]).collect();
        match words.as_slice() {
            ["getopts", letters, ..] => {
                let letters = letters.trim_matches(['"', '\'']);
                self.has_getopts = true;
                self.takes_any |= letters.contains('$');
                let letters = letters.chars().filter(char::is_ascii_alphanumeric);
                self.names.extend(letters.map(|letter| format!("-{letter}")));
            }
            ["set" | "shift" | "local" | "echo" | "printf" | "main", ..] => {}
            [_, rest @ ..] => {
                self.takes_any |=
                    rest.iter().any(|word| matches!(*word, "\"$@\"" | "$@" | "$*" | "\"$*\""));
            }
            [] => {}
        }
    }
}

/// Whether a branch reports an unknown word, and ends.
fn is_refusal(arm: &str) -> bool {
    let text = arm.to_ascii_lowercase();
    let ends = ["exit", "usage", "die", "fail", "return 1", "return 2"];
    let says = [
        "unknown",
        "invalid",
        "unrecognized",
        "unrecognised",
        "unsupported",
        "unexpected",
        "usage",
        "illegal",
    ];
    ends.iter().any(|word| text.contains(word)) && says.iter().any(|word| text.contains(word))
}

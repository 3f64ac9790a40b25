//! Readers that expect JSON: the former text was useless to them, and the envelope makes them work. One that uses a
//! member which no envelope has reads JSON of the script's own.

use super::jq::{MEMBERS, jq, yq};
use super::pipeline::{self, Stage, program_name, stages, statement_end};
use super::statement::statement_start;

/// Programs that only read JSON, with any arguments.
const JSON_ALONE: [&str; 15] = [
    "jello",
    "jid",
    "jshon",
    "ajv",
    "ajv-cli",
    "check-jsonschema",
    "jsonschema",
    "jsonschema-cli",
    "json_pp",
    "json_reformat",
    "json_verify",
    "jsonlint",
    "jless",
    "gron",
    "fx",
];

/// Interpreters that may get a program on the command line.
pub(super) const INTERPRETERS: [&str; 9] =
    ["python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "uv"];

/// Functions that parse JSON in such a program.
const TAKES_JSON: [&str; 9] = [
    "json.load",
    "JSON.parse",
    "JSON.load",
    "json_decode",
    "decode_json",
    "from_json",
    "SkillOutputParser",
    "parse_skill_output",
    "JSON::",
];

/// Words that may precede a command.
const LEADS: [&str; 11] =
    ["if", "elif", "then", "else", "while", "until", "do", "!", "npx", "command", "time"];

/// Whether the command of a stage reads JSON, and only an envelope's members.
pub(super) fn wants(stage: &str) -> bool {
    let words = command_words(stage);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(program) = words.first().map(|word| program_name(word)) else { return false };
    let has = |wanted: &str| words.contains(&wanted);
    match program {
        "jq" | "gojq" | "jaq" => jq(&words),
        "yq" => yq(&words),
        "dasel" => is_told_json(&words, &["-r", "--read", "-i", "--in", "-p", "--parser"]),
        "mlr" => has("--json") || has("--ijson") || is_told_json(&words, &["-i", "--io"]),
        // The names that emitted bash helpers read.
        "skill_parse" | "skill_check" | "skill_accept" => true,
        "skillgen" => ["parse", "validate", "run", "compat"].iter().any(|command| has(command)),
        program if JSON_ALONE.contains(&program) => true,
        program if INTERPRETERS.contains(&program) || program.starts_with("python3.") => {
            has("json.tool") || words.iter().any(|word| takes(word) == Some(true))
        }
        _ => false,
    }
}

/// Wrapper programs that pass other words, or other input, to the wrapped program.
const HAND_ELSE_ON: [&str; 7] = ["bash", "sh", "dash", "zsh", "ksh", "ash", "xargs"];

/// The words of a stage's command, without wrappers: `LC_ALL=C jq .`, `timeout 5 jq .`.
fn command_words(stage: &str) -> Vec<String> {
    let words = words(stage.trim_start_matches(['|', '&', ' ', '\t', '\n', '\\']));
    let words: Vec<String> =
        words.into_iter().skip_while(|word| LEADS.contains(&word.as_str())).collect();
    let bare: Vec<&str> = words.iter().map(String::as_str).collect();
    let hands_on =
        |at: &usize| !bare[..*at].iter().any(|word| HAND_ELSE_ON.contains(&program_name(word)));
    let start = pipeline::program(&bare).filter(hands_on).unwrap_or(0);
    words[start..].to_vec()
}

/// Whether the options of a program select JSON as input: `dasel -r json`, `mlr --json`.
fn is_told_json(words: &[&str], options: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let (option, value) = word.split_once('=').unwrap_or((word, ""));
        let value = if value.is_empty() { words.get(at + 1).copied().unwrap_or("") } else { value };
        options.contains(&option) && value == "json"
    })
}

/// Whether a program reads JSON, and only uses an envelope's members. `None` if it reads no JSON.
fn takes(program: &str) -> Option<bool> {
    let at = TAKES_JSON.iter().filter_map(|call| program.find(call)).min()?;
    Some(member(&program[at..]).is_none_or(|member| MEMBERS.contains(&member)))
}

/// The first member that a program uses after the call that parses the JSON: `["name"]`, `.get("name"`, `.name`.
fn member(program: &str) -> Option<&str> {
    let quoted = |mark: &str| {
        program.match_indices(mark).find_map(|(at, _)| {
            let rest = &program[at + mark.len()..];
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let word = rest[1..].split(quote).next()?;
            is_word(word).then_some((at, word))
        })
    };
    let behind = || {
        let open = program.find('(')?;
        let close = open + closing(&program[open..])?;
        let word = program[close + 1..].strip_prefix('.')?;
        let end = word.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(word.len());
        let called = word[end..].starts_with('(');
        (is_word(&word[..end]) && !called).then_some((close, &word[..end]))
    };
    [quoted("["), quoted(".get("), behind()].into_iter().flatten().min().map(|(_, word)| word)
}

/// The position of the closing bracket for the first one.
pub(super) fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// Whether the substitution after `jq -n --argjson o "` is the value of a variable of which the filter only uses an
/// envelope's members.
fn is_given_to_jq(before: &str, rest: &str) -> bool {
    let words = command_words(before);
    let Some(jq) = words.first().filter(|word| program_name(word) == "jq") else { return false };
    let [.., option, name] = &words[..] else { return false };
    if jq == name || option != "--argjson" || !before.ends_with(['"', ' ']) {
        return false;
    }
    let Some(end) = rest.find(')') else { return false };
    let filter = &rest[end..statement_end(rest, end + 1)];
    let variable = format!("${name}");
    let mut uses = filter.match_indices(&variable).map(|(at, _)| &filter[at + variable.len()..]);
    let is_member = |behind: &str| {
        let member = behind.strip_prefix('.').unwrap_or("");
        let end = member.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        MEMBERS.contains(&&member[..end.unwrap_or(member.len())])
    };
    filter.contains(&variable) && uses.all(is_member)
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
}

/// Whether the text that passes through these stages is parsed as JSON, after those that pass it on or
/// extract the JSON.
pub(super) fn piped(text: &str, stages: &[Stage]) -> bool {
    reader_of(text, stages).is_some_and(wants)
}

/// The first stage that does more than pass JSON on.
fn reader_of<'t>(text: &'t str, stages: &[Stage]) -> Option<&'t str> {
    stages.iter().map(|stage| &text[stage.range.clone()]).find(|stage| !hands_json_on(stage))
}

/// The words of that stage's command.
pub(super) fn first_reader(text: &str, stages: &[Stage]) -> Option<Vec<String>> {
    reader_of(text, stages).map(command_words)
}

/// Whether JSON that enters the first stage leaves the last one.
pub(super) fn all_hand_json_on(text: &str, stages: &[Stage]) -> bool {
    stages.iter().all(|stage| hands_json_on(&text[stage.range.clone()]))
}

/// Whether a command passes a line of JSON on: `tee f`, `tail -1`, `grep '^{'`, `tr -d '\r'`.
fn hands_json_on(stage: &str) -> bool {
    let words = words(stage.trim_start_matches(['|', '&', ' ', '\t', '\n', '\\']));
    let Some(program) = words.first().map(|word| program_name(word)) else { return false };
    match program {
        "tee" | "cat" | "ts" | "pv" | "head" | "tail" => true,
        "tr" => words.iter().any(|word| word == "-d"),
        "grep" | "sed" | "awk" => words
            .iter()
            .any(|word| ["^{", "^\\{", "^[{", "^ *{"].iter().any(|open| word.contains(open))),
        _ => false,
    }
}

/// Whether the output of the substitution that is open at `at` goes to a command that parses it: `ajv -d
/// <(x.sh)`, `jq . <<< "$(x.sh)"`, `echo "$(x.sh)" | jq .`, `cat <(x.sh) | jq .`.
pub(super) fn around(text: &str, at: usize) -> bool {
    let start = statement_start(text, at);
    let before = &text[start..at];
    let process = before.rfind("<(");
    let command = before.rfind("$(");
    let Some(open) = process.max(command) else { return false };
    let around = text[command_start(text, start + open)..start + open].trim_start();
    if process == Some(open) && wants(around) {
        return true;
    }
    if command == Some(open) && is_given_to_jq(around, &text[at..]) {
        return true;
    }
    if let Some((reader, _)) = around.split_once("<<<") {
        return wants(reader);
    }
    let around = around.trim_end_matches(['"', ' ']);
    if !matches!(around.split_whitespace().next(), Some("cat" | "echo" | "printf" | "tail")) {
        return false;
    }
    let close = statement_end(text, at);
    let rest = close + text[close..].len() - text[close..].trim_start_matches([')', '"']).len();
    piped(text, &stages(text, rest))
}

/// Whether the variable with the text (`out=$(x.sh)`, `read -r out < <(x.sh)`) is parsed as JSON, and not read in another
/// way.
pub(super) fn through_variable(text: &str, at: usize) -> bool {
    let before = &text[statement_start(text, at)..at];
    let Some(name) = assigned(before).or_else(|| read_into(before)) else { return false };
    let mut json = false;
    for mark in [format!("${name}"), format!("${{{name}")] {
        for (at, _) in text.match_indices(&mark) {
            let rest = &text[at + mark.len()..];
            if rest.starts_with(bash_syntax::is_name_char) {
                continue;
            }
            match use_of(text, at) {
                Taken::AsJson => json = true,
                Taken::Shown => {}
                Taken::AsText => return false,
            }
        }
    }
    json
}

/// The variable of `out=$(`.
fn assigned(before: &str) -> Option<&str> {
    let before = before[..before.rfind("$(")?].trim_end_matches('"').strip_suffix('=')?;
    let from = before.trim_end_matches(bash_syntax::is_name_char).len();
    (from < before.len()).then(|| &before[from..])
}

/// The variable of `read -r out < <(`: an envelope is one line.
fn read_into(before: &str) -> Option<&str> {
    let command = before[..before.rfind("<(")?].trim_end().strip_suffix('<')?;
    let mut words = command
        .split_whitespace()
        .skip_while(|word| LEADS.contains(word) || word.starts_with("IFS="));
    if words.next() != Some("read") {
        return None;
    }
    let name = words.find(|word| !word.starts_with('-'))?;
    (words.next().is_none() && name.chars().all(bash_syntax::is_name_char)).then_some(name)
}

/// The command whose here-document is the line around `at` alone: `jq . <<END`, `$out`, `END`.
fn documented(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n')? + 1;
    let end = text[at..].find('\n')? + at;
    let line = text[start..end].trim();
    let name = line.strip_prefix('$')?.trim_matches(['{', '}']);
    let opening = text[..start - 1].rsplit('\n').next()?;
    let (command, delimiter) = opening.split_once("<<")?;
    let delimiter = delimiter.trim_start_matches('-').trim();
    let ends = text[end + 1..].split('\n').next()?.trim() == delimiter;
    let is_plain = |word: &str| !word.is_empty() && word.chars().all(bash_syntax::is_name_char);
    (ends && is_plain(delimiter) && is_plain(name)).then_some(command)
}

/// Whether the variable that is expanded at `at` is read there as text: not parsed as JSON, shown, or tested for being empty.
pub(super) fn is_read_as_text(text: &str, at: usize) -> bool {
    matches!(use_of(text, at), Taken::AsText)
}

/// Whether a file with the text (`x.sh > out.json`) is parsed as JSON, and not read in another way. It is searched in
/// `commands`, the text of the same length without its messages and comments.
pub(super) fn through_file(commands: &str, text: &str, file: &str) -> bool {
    let mut json = false;
    for (at, len) in pipeline::mentions(commands, file) {
        match use_of_file(text, at, at + len) {
            Taken::AsJson => json = true,
            Taken::Shown => {}
            Taken::AsText => return false,
        }
    }
    json
}

/// How a line uses a variable or a file.
enum Taken {
    AsJson,
    AsText,
    Shown,
}

/// Commands that only use a file's name.
const TAKES_NAME: [&str; 13] = [
    "rm", "ls", "[", "[[", "test", "touch", "mkdir", "chmod", "unlink", "trap", "echo", "printf",
    "#",
];

fn use_of_file(text: &str, at: usize, end: usize) -> Taken {
    let own = command_start(text, at);
    let command = &text[own..statement_end(text, end)];
    let program = command.split_whitespace().find(|word| !LEADS.contains(word)).unwrap_or_default();
    let program = program.trim_start_matches('"');
    if wants(command.split('|').next().unwrap_or_default()) {
        return Taken::AsJson;
    }
    if TAKES_NAME.contains(&program_name(program))
        || program.contains('=') && !program.contains("$(")
    {
        return Taken::Shown;
    }
    if !matches!(program, "cat" | "tail" | "head" | "tee" | "<") {
        return Taken::AsText;
    }
    // `cat out.json` prints it, unless its output is read.
    let piped_on = stages(text, end);
    if piped_on.is_empty() && !pipeline::captured(&text[statement_start(text, at)..at]) {
        Taken::Shown
    } else if piped(text, &piped_on) {
        Taken::AsJson
    } else {
        Taken::AsText
    }
}

/// The start of the command around `at`; separators in quotes don't count.
fn command_start(text: &str, at: usize) -> usize {
    let start = statement_start(text, at);
    let mut own = start;
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut previous = ' ';
    let mut chars = text[start..at].char_indices();
    while let Some((i, c)) = chars.next() {
        let inner = open.last().map(|(kind, _)| *kind);
        match (inner, c) {
            _ if previous == '\\' => {
                previous = ' ';
                continue;
            }
            (kind, '\'') if kind != Some('"') && !chars.any(|(_, c)| c == '\'') => break,
            (Some('"'), '"') => {
                open.pop();
            }
            (_, '"') => open.push(('"', own)),
            (kind, '(') if kind != Some('"') || previous == '$' => {
                open.push(('(', own));
                own = start + i + 1;
            }
            (Some('('), ')') => own = open.pop().map_or(own, |(_, before)| before),
            (kind, ';' | '|' | '&') if kind != Some('"') && previous != '>' => own = start + i + 1,
            _ => {}
        }
        previous = c;
    }
    own
}

fn use_of(text: &str, at: usize) -> Taken {
    if let Some(command) = documented(text, at) {
        return if wants(command) { Taken::AsJson } else { Taken::AsText };
    }
    let before = &text[command_start(text, at)..at];
    let command = before.split_whitespace().find(|word| !LEADS.contains(word)).unwrap_or_default();
    if before.contains("<<<") {
        let command = before.split("<<<").next().unwrap_or_default();
        return if wants(command) { Taken::AsJson } else { Taken::AsText };
    }
    // Whether it is empty.
    let option = before.trim_end_matches(['"', ' ']).rsplit(' ').next().unwrap_or_default();
    if matches!(command, "[" | "[[" | "test") && matches!(option, "-z" | "-n") {
        return Taken::Shown;
    }
    if !matches!(command, "echo" | "printf") {
        return Taken::AsText;
    }
    // After the quotes around the variable.
    let end = at + text[at..].find(['"', ' ', '|', ')', '\n']).unwrap_or(text.len() - at);
    let stages = stages(text, end);
    if stages.is_empty() {
        let rest = text[end..statement_end(text, end)].trim_start_matches(['"', '\'']);
        return match pipeline::file(rest) {
            Some(file) if !through_file(text, text, file) && pipeline::kept_in(text, file) => {
                Taken::AsText
            }
            Some(file) if through_file(text, text, file) => Taken::AsJson,
            _ => Taken::Shown,
        };
    }
    if piped(text, &stages) { Taken::AsJson } else { Taken::AsText }
}

/// The first stage that reads the text, after those that pass it on.
pub(super) fn first(stages: &[Stage]) -> Option<&Stage> {
    stages.iter().find(|s| !matches!(s.command.as_str(), "tee" | "cat" | "ts"))
}

/// The words of a command as a shell splits them, without quotes; up to the end of the command.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut escaped = false;
    for c in text.chars() {
        if escaped {
            escaped = false;
            word.get_or_insert_default().push(c);
            continue;
        }
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => escaped = true,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ')' | ';' | '`') => break,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
#[path = "json_reader_tests.rs"]
mod tests;

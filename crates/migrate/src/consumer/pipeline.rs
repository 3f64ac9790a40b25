//! A statement of shell text: the program that is run, the stages of the pipeline, and the files that are written.

use std::ops::Range;

use super::statement::closing_quotes;

/// Commands that run another one, with their options that have an argument, and the number of words before that
/// command.
const LEAD: [(&str, &[&str], usize); 30] = [
    ("bash", &["-o", "-O", "+o", "+O", "--rcfile", "--init-file"], 0),
    ("sh", &["-o", "+o"], 0),
    ("dash", &["-o", "+o"], 0),
    ("zsh", &["-o", "+o"], 0),
    ("ksh", &["-o", "+o"], 0),
    ("ash", &["-o", "+o"], 0),
    ("$BASH", &["-o", "-O"], 0),
    ("${BASH}", &["-o", "-O"], 0),
    ("${BASH:-bash}", &["-o", "-O"], 0),
    ("$SHELL", &["-o"], 0),
    ("busybox", &[], 0),
    ("env", &["-u", "-C", "-S", "--unset", "--chdir"], 0),
    ("exec", &["-a"], 0),
    ("timeout", &["-k", "-s", "--kill-after", "--signal"], 1),
    ("gtimeout", &["-k", "-s"], 1),
    ("flock", &["-w", "-E"], 1),
    ("time", &["-o", "-f"], 0),
    ("command", &[], 0),
    ("builtin", &[], 0),
    ("sudo", &["-u", "-g", "-h", "-p", "-C"], 0),
    ("doas", &["-u", "-C"], 0),
    ("nohup", &[], 0),
    ("nice", &["-n"], 0),
    ("ionice", &["-c", "-n"], 0),
    ("stdbuf", &["-i", "-o", "-e"], 0),
    ("unbuffer", &[], 0),
    ("setsid", &[], 0),
    ("xargs", &["-I", "-n", "-d", "-a", "-P", "-L", "-E", "-s"], 0),
    ("chronic", &[], 0),
    ("caffeinate", &["-t", "-w"], 0),
];

/// The word of the command that is finally run, after wrappers such as `find -exec`.
pub(super) fn program(words: &[&str]) -> Option<usize> {
    let find = words.iter().rposition(|word| matches!(*word, "-exec" | "-execdir" | "-ok"));
    let mut at = find.map_or(0, |at| at + 1);
    loop {
        let word = *words.get(at)?;
        let name = program_name(word);
        if KEYWORDS.contains(&word) || assigns(word) {
            at += 1;
            continue;
        }
        let Some((_, options, more)) = LEAD.iter().find(|lead| lead.0 == name) else {
            return Some(at);
        };
        at += 1;
        while let Some(option) = words.get(at).filter(|w| w.starts_with(['-', '+'])) {
            // It only searches for one.
            if name == "command" && matches!(*option, "-v" | "-V") {
                return None;
            }
            // `-euo pipefail`
            let last = option.chars().last().filter(|_| !option.starts_with("--"));
            let last = format!("{}{}", &option[..1], last.unwrap_or_default());
            at += 1 + usize::from(options.contains(option) || options.contains(&&*last));
        }
        while name == "env" && words.get(at).is_some_and(|word| assigns(word)) {
            at += 1;
        }
        at += more;
    }
}

/// `NAME=VALUE`.
fn assigns(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name.trim_end_matches('+'));
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '[' | ']'))
}

/// Shell keywords that may precede a command.
const KEYWORDS: [&str; 15] = [
    "!", "if", "then", "elif", "else", "do", "while", "until", "{", "coproc", "$", "\\", "{}", "%",
    "shell",
];

/// The program name of a word, without its folder.
pub(super) fn program_name(word: &str) -> &str {
    let bare = word.trim_matches(['"', '\'']);
    if bare.starts_with('$') { bare } else { bare.rsplit('/').next().unwrap_or(bare) }
}

/// The targets of the redirections of stdout.
pub(super) fn targets(rest: &str) -> impl Iterator<Item = &str> {
    rest.match_indices('>').filter_map(|(at, _)| {
        let other =
            rest[..at].ends_with(|c: char| matches!(c, '0' | '2'..='9' | '<' | '>' | '-' | '='));
        (!other).then(|| rest[at..].trim_start_matches(['>', '|']))
    })
}

/// Whether `$(`, a backtick or `<(` is open at the end of `before`.
pub(super) fn captured(before: &str) -> bool {
    let mut open: Vec<bool> = Vec::new();
    let mut ticks = false;
    let mut previous = ' ';
    for c in before.chars() {
        match c {
            '(' => open.push(matches!(previous, '$' | '<')),
            ')' => {
                open.pop();
            }
            '`' if previous != '\\' => ticks = !ticks,
            _ => {}
        }
        previous = c;
    }
    ticks || open.contains(&true)
}

pub(super) struct Stage {
    pub(super) command: String,
    /// From the `|` to the end of the stage.
    pub(super) range: Range<usize>,
}

/// The commands of the pipeline after the output.
pub(super) fn stages(text: &str, from: usize) -> Vec<Stage> {
    let end = statement_end(text, from);
    let mut bars = Vec::new();
    let mut quote = None;
    let mut previous = ' ';
    let mut depth = 0usize;
    let closing = closing_quotes(&text[from..end]);
    for (i, c) in text[from..end].char_indices() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') if i >= closing => quote = Some(c),
            // `x.sh $(cat list | sort)`: the pipe belongs to an argument.
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, '|') if depth > 0 => {}
            (None, '|') if previous != '|' && !text[from + i + 1..].starts_with('|') => {
                bars.push(from + i)
            }
            _ => {}
        }
        previous = c;
    }
    let mut stages = Vec::new();
    for (index, bar) in bars.iter().enumerate() {
        let stop = bars.get(index + 1).copied().unwrap_or(end);
        let body = text[bar + 1..stop].trim_start_matches(['&', ' ', '\\', '\n', '\t']);
        let command =
            body.split_whitespace().next().unwrap_or("").trim_matches(['"', '\'', ')', '`']);
        stages.push(Stage { command: command.to_owned(), range: *bar..stop });
    }
    stages
}

/// The end of the command list from `from` on: a closing `)`, `;`, `&&`, `||`, a backtick, or the line's end.
pub(super) fn statement_end(text: &str, from: usize) -> usize {
    let mut quote = None;
    let mut depth = 0usize;
    let bytes = text.as_bytes();
    let closing = closing_quotes(&text[from..]);
    for (i, c) in text[from..].char_indices() {
        let at = from + i;
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if i < closing => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return at,
            (None, ')') => depth -= 1,
            // The end of the command of `find -exec`.
            (None, ';') if text[..at].ends_with('\\') => {}
            (None, '`' | ';') => return at,
            (None, '&') if bytes.get(at + 1) == Some(&b'&') => return at,
            (None, '|') if bytes.get(at + 1) == Some(&b'|') => return at,
            (None, '\n') => {
                let continued = text[..at].ends_with('\\') || text[..at].trim_end().ends_with('|');
                if !continued {
                    return at;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// The file that a command's stdout is written to.
pub(super) fn file(rest: &str) -> Option<&str> {
    targets(rest).map(str::trim_start).find_map(|to| {
        let to =
            &to[..to.find(|c: char| c.is_whitespace() || ";)&|".contains(c)).unwrap_or(to.len())];
        let kept = !(to.is_empty() || to.starts_with(['&', '(']) || to.contains("/dev/"));
        kept.then_some(to)
    })
}

/// Whether a written file is read: by the next steps of a workflow, by this text, or by make as the target of a rule.
pub(super) fn kept_in(text: &str, file: &str) -> bool {
    for_workflow(file) || file == "$@" || read_again(text, file)
}

/// Whether a command names a file of a workflow: for its next steps, or the summary for people.
pub(super) fn for_workflow(words: &str) -> bool {
    ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"]
        .iter()
        .any(|name| words.contains(name))
}

/// Whether a written file is named again, by a reader of it.
fn read_again(text: &str, file: &str) -> bool {
    mentions(text, file).next().is_some()
}

/// Where a file is named except after a `>`, and the length of that name.
pub(super) fn mentions<'t>(text: &'t str, file: &str) -> impl Iterator<Item = (usize, usize)> + 't {
    let bare = file.trim_matches(['"', '\'']);
    let variable = bare.strip_prefix('$').map(|name| name.trim_matches(['{', '}']));
    let names =
        variable.map_or(vec![bare.to_owned()], |v| vec![format!("${v}"), format!("${{{v}")]);
    let is_read = |at: usize, len: usize| {
        let before = text[..at].trim_end_matches(['"', ' ', '|']);
        let next = text[at + len..].chars().next();
        let whole = !next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '='));
        whole && !before.ends_with('>')
    };
    let named = names.into_iter().filter(|name| name.len() > 1);
    let places = named.flat_map(move |name| {
        text.match_indices(&name).map(|(at, found)| (at, found.len())).collect::<Vec<_>>()
    });
    places.filter(move |(at, len)| is_read(*at, *len))
}

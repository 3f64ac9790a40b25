//! Commands in the code of a text: which script they run, and how. Read line by line: blocks in a document are sketches
//! of a session more often than programs.

use super::markdown::{Block, Markdown};

/// A script that a line of code runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The byte at which the script's path begins in its file.
    pub(crate) at: usize,
    /// The path as it stands.
    pub(crate) path: String,
    /// The program that is given the script; none where the script itself is the command.
    pub(crate) interpreter: Option<String>,
    /// Whether the code is this path and nothing else: it may be named there, and not run.
    pub(crate) alone: bool,
    /// Whether no word of any kind stands behind the path.
    pub(crate) bare: bool,
    /// The words behind the path that begin with a dash, up to `--`, each with its first byte.
    pub(crate) options: Vec<(usize, String)>,
}

/// Languages of code blocks that hold commands.
const SHELLS: [&str; 9] =
    ["", "bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "text"];

/// Programs that are given a script.
const INTERPRETERS: [&str; 19] = [
    "python", "python3", "python2", "node", "bash", "sh", "zsh", "dash", "ruby", "perl", "php",
    "tsx", "ts-node", "bun", "deno", "pwsh", "source", ".", "Rscript",
];

/// Programs that run the command behind them, and how many words of their own come first.
const WRAPPERS: [(&str, usize); 12] = [
    ("uv", 1),
    ("poetry", 1),
    ("pipenv", 1),
    ("npx", 0),
    ("bunx", 0),
    ("sudo", 0),
    ("time", 0),
    ("exec", 0),
    ("env", 0),
    ("nohup", 0),
    ("timeout", 1),
    ("xargs", 0),
];

/// The scripts that the code of a text runs, in order.
pub(crate) fn runs(markdown: &Markdown) -> Vec<Run> {
    let mut runs = Vec::new();
    for (at, code) in &markdown.codes {
        line(*at, code, &mut runs);
    }
    for block in markdown.blocks.iter().filter(|block| is_shell(block)) {
        for (at, text) in commands(block) {
            line(at, text, &mut runs);
        }
    }
    runs
}

/// Whether a code block holds commands.
pub(crate) fn is_shell(block: &Block) -> bool {
    SHELLS.contains(&block.language.as_str())
}

/// The lines of a block, each with its first byte.
pub(crate) fn lines(block: &Block) -> impl Iterator<Item = (usize, &str)> {
    let text = block.text.as_str();
    text.split('\n')
        .map(move |line| (block.start + (line.as_ptr() as usize - text.as_ptr() as usize), line))
}

/// The lines of a block, with those that a backslash continues taken as one.
pub(crate) fn commands(block: &Block) -> Vec<(usize, &str)> {
    let text = block.text.as_str();
    let mut commands = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices('\n').chain([(text.len(), "")]) {
        if !text[..at].ends_with('\\') || at == text.len() {
            commands.push((block.start + start, &text[start.min(at)..at]));
            start = at + 1;
        }
    }
    commands
}

fn line(start: usize, text: &str, runs: &mut Vec<Run>) {
    let offset = |part: &str| start + (part.as_ptr() as usize - text.as_ptr() as usize);
    let code = text.split(" #").next().unwrap_or_default();
    if code.trim_start().starts_with('#') {
        return;
    }
    for command in code.split([';', '|', '&', '(', ')']) {
        let mut words = command
            .split_whitespace()
            .map(|word| word.trim_matches(['"', '\'', '`', ',']))
            .peekable();
        while let Some(word) = words.peek() {
            let assignment = word.split_once('=').is_some_and(|(name, _)| is_name(name));
            if !(assignment
                || matches!(*word, "$" | ">" | "%" | "!" | "if" | "then" | "else" | "do"))
            {
                break;
            }
            words.next();
        }
        let Some(mut program) = words.next() else { continue };
        while let Some((_, own)) = WRAPPERS.iter().find(|(name, _)| *name == program) {
            let mut rest = words.by_ref().filter(|word| !word.starts_with('-')).skip(*own);
            let Some(next) = rest.next() else { break };
            program = next;
        }
        if INTERPRETERS.contains(&program) {
            let Some(script) = argument(&mut words) else { continue };
            if script.contains('/') || has_ending(script) {
                let interpreter = Some(program.to_owned());
                runs.push(Run {
                    at: offset(script),
                    path: script.to_owned(),
                    interpreter,
                    alone: false,
                    bare: is_last(command, script),
                    options: options(&mut words, &offset),
                });
            }
        } else if program.contains('/') && !program.starts_with('/') && has_ending(program) {
            let alone = text.trim() == program;
            runs.push(Run {
                at: offset(program),
                path: program.to_owned(),
                interpreter: None,
                alone,
                bare: is_last(command, program),
                options: options(&mut words, &offset),
            });
        }
    }
}

/// Whether a word of a command is its last.
fn is_last(command: &str, word: &str) -> bool {
    let end = word.as_ptr() as usize - command.as_ptr() as usize + word.len();
    command[end..].trim_matches(['"', '\'', ' ', '\t', '`', '\r']).is_empty()
}

/// The options among the words behind a script.
fn options<'w>(
    words: &mut impl Iterator<Item = &'w str>,
    offset: &impl Fn(&str) -> usize,
) -> Vec<(usize, String)> {
    let is_option = |word: &&str| {
        let name = word.trim_start_matches('-');
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && word.len() - name.len() <= 2
    };
    let words = words.take_while(|word| *word != "--");
    let options = words.filter(|word| word.starts_with('-')).filter(is_option);
    // `--name…`, `--name,` and `--a/--b` stand in sentences and synopses, not in commands.
    let options = options.filter(|word| {
        let name = word.split('=').next().unwrap_or_default();
        name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    });
    options.map(|word| (offset(word), word.to_owned())).collect()
}

/// The script among the words behind an interpreter: none behind `-c`, `-e` and `-m`, which run something else.
fn argument<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<&'w str> {
    for word in words {
        match word {
            "-c" | "-e" | "-m" | "-" | "--eval" | "-p" => return None,
            "run" => {}
            option if option.starts_with('-') => {}
            script => return Some(script),
        }
    }
    None
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(bash_syntax::is_name_char)
}

/// Whether the last part of a path has the ending of a script.
pub(crate) fn has_ending(path: &str) -> bool {
    const ENDINGS: [&str; 12] =
        ["sh", "bash", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "ps1", "R"];
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.')
        .is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::{Run, line};

    fn read(text: &str) -> Vec<(String, Option<String>)> {
        let mut runs: Vec<Run> = Vec::new();
        line(0, text, &mut runs);
        runs.into_iter().map(|run| (run.path, run.interpreter)).collect()
    }

    #[test]
    fn scripts_are_found_behind_interpreters_wrappers_and_assignments() {
        let run = |path: &str, by: Option<&str>| vec![(path.to_owned(), by.map(str::to_owned))];
        assert_eq!(read("python scripts/a.py --x"), run("scripts/a.py", Some("python")));
        assert_eq!(read("$ X=1 uv run scripts/a.py"), run("scripts/a.py", None));
        assert_eq!(read("uv run python -u scripts/a.py"), run("scripts/a.py", Some("python")));
        assert_eq!(read("cd x && ./scripts/b.sh"), run("./scripts/b.sh", None));
        assert_eq!(read("timeout 5 bash \"scripts/b.sh\""), run("scripts/b.sh", Some("bash")));
        assert_eq!(read("python -m scripts.a"), vec![]);
        assert_eq!(read("# python scripts/a.py"), vec![]);
        assert_eq!(read("echo scripts/a.py"), vec![]);
    }
}

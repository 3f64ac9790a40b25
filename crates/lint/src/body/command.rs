//! Commands in the code of a text: which scripts they run, and how. Read line by line, because code blocks are sketches
//! of a session more often than programs.

use super::markdown::{Block, Markdown};
use super::path::Target;
use super::{Body, Page};
use crate::entries::resolve;

/// A script in a line of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// The byte offset of the script's path in its file.
    pub(crate) at: usize,
    /// The path as written.
    pub(crate) path: String,
    /// The program that runs the script; `None` if the script itself is the command.
    pub(crate) interpreter: Option<String>,
    /// Whether the code is only this path: it may be named there, and not run.
    pub(crate) alone: bool,
    /// Whether no word follows the path.
    pub(crate) bare: bool,
    /// All words after the path, up to a redirection, with their offsets.
    pub(crate) words: Vec<(usize, String)>,
    /// The words after the path that begin with a dash, up to `--`, with their offsets.
    pub(crate) options: Vec<(usize, String)>,
    /// The working folder after the commands before it.
    pub(crate) folder: Folder,
}

/// The working folder of a command in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Folder {
    /// The folder in which an agent starts.
    Start,
    /// A folder below that one.
    Below(String),
    /// A folder that the text doesn't determine.
    Elsewhere,
}

/// The maximum length of a working folder: each command keeps it, and each `cd` may add to it.
const LONGEST_FOLDER: usize = 1_000;

impl Folder {
    /// Follows a `cd`. A `cd` to the skill's own folder by a variable or a placeholder leads back to the
    /// start.
    fn change(&mut self, to: &str) {
        let to = to.trim_end_matches('/');
        let names_skill =
            to.starts_with(['$', '{', '<']) && to.to_ascii_lowercase().contains("skill");
        let base = match self {
            _ if names_skill => {
                *self = Folder::Start;
                return;
            }
            Folder::Start => "",
            Folder::Below(folder) => folder.as_str(),
            Folder::Elsewhere => return,
        };
        let is_plain = !to.starts_with(['/', '~', '-', '$', '<', '{'])
            && !to.contains(['$', '<', '{', '*', '\u{2026}']);
        let joined = if is_plain { resolve(base, to) } else { None };
        *self = match joined {
            Some(folder) if folder.is_empty() => Folder::Start,
            Some(folder) if folder.len() > LONGEST_FOLDER => Folder::Elsewhere,
            Some(folder) => Folder::Below(folder),
            None => Folder::Elsewhere,
        };
    }
}

impl Run {
    /// The script of the skill that it runs. A script in a folder that the skill doesn't have is not its own.
    pub(crate) fn target(&self, page: &Page, body: &Body<'_>) -> Target {
        let plain = Target::read(&self.path, page, body);
        let folder = match &self.folder {
            Folder::Start => return plain,
            Folder::Elsewhere if self.names_skill() => return plain,
            Folder::Elsewhere => return Target::Other,
            Folder::Below(folder) => folder,
        };
        match (resolve(folder, &self.path), &plain) {
            (Some(path), _) if body.entries.kind(&path).is_some() => Target::Found(path),
            (Some(path), Target::Found(_)) if self.repeats(folder, page) => Target::Missing(path),
            (_, Target::Found(_)) => plain,
            (Some(path), _) if body.entries.kind(folder).is_some() => {
                Target::read(&path, page, body)
            }
            _ => Target::Other,
        }
    }

    /// Whether the path names the working folder again, into which the same line changed: `cd scripts && ./scripts/x.sh`.
    fn repeats(&self, folder: &str, page: &Page) -> bool {
        let path = self.path.strip_prefix("./").unwrap_or(&self.path);
        let is_below = path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        is_below && crate::lines::before(&page.text, self.at).contains("cd ")
    }

    /// Whether the path begins with a variable or a placeholder, such as `${CLAUDE_SKILL_DIR}/x`.
    pub(crate) fn names_skill(&self) -> bool {
        self.path.starts_with(['$', '{', '<'])
    }
}

/// Languages of code blocks with commands.
const SHELLS: [&str; 9] =
    ["", "bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "text"];

/// Programs that take a script.
const INTERPRETERS: [&str; 19] = [
    "python", "python3", "python2", "node", "bash", "sh", "zsh", "dash", "ruby", "perl", "php",
    "tsx", "ts-node", "bun", "deno", "pwsh", "source", ".", "Rscript",
];

/// Programs that run another command, and the number of their own words before it.
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

/// The scripts in the code of a text, in order.
pub(crate) fn runs(markdown: &Markdown) -> Vec<Run> {
    let mut runs = Vec::new();
    for (at, code) in &markdown.codes {
        line(*at, code, &mut Folder::Start, &mut runs);
    }
    for block in markdown.blocks.iter().filter(|block| is_shell(block)) {
        let mut folder = Folder::Start;
        for (at, text) in commands(block) {
            line(at, text, &mut folder, &mut runs);
        }
    }
    runs
}

/// Whether a code block contains commands.
pub(crate) fn is_shell(block: &Block) -> bool {
    SHELLS.contains(&block.language.as_str())
}

/// The lines of a block, with their offsets.
pub(crate) fn lines(block: &Block) -> impl Iterator<Item = (usize, &str)> {
    let text = block.text.as_str();
    text.split('\n')
        .map(move |line| (block.start + (line.as_ptr() as usize - text.as_ptr() as usize), line))
}

/// The lines of a block; lines continued by a backslash are joined.
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

/// Reads a line: `folder` is the working folder after the commands before it.
fn line(start: usize, text: &str, folder: &mut Folder, runs: &mut Vec<Run>) {
    let code = text.split(" #").next().unwrap_or_default();
    if code.trim_start().starts_with('#') || is_drawn(code) {
        return;
    }
    // The effect of `( cd x && … )` ends with the line.
    let is_subshell = code.trim_start().starts_with('(');
    let outer = folder.clone();
    for words in simple_commands(code) {
        command(start, text, &words, folder, runs);
    }
    if is_subshell {
        *folder = outer;
    }
}

/// Whether a line is a row of a table or of a diagram, and no command: `| scripts/a.py (first) |`.
fn is_drawn(line: &str) -> bool {
    let line = line.trim();
    let is_row = line.len() > 1 && line.starts_with('|') && line.ends_with('|');
    is_row || line.contains(['\u{2502}', '\u{250c}', '\u{2514}', '\u{251c}'])
}

/// Reads one command, and the substitutions inside of double quotes.
fn command(
    start: usize,
    line_text: &str,
    words: &[&str],
    folder: &mut Folder,
    runs: &mut Vec<Run>,
) {
    let offset = |part: &str| start + (part.as_ptr() as usize - line_text.as_ptr() as usize);
    for word in words.iter().filter(|word| word.contains("$(")) {
        let mut rest = *word;
        while let Some((_, inside)) = rest.split_once("$(") {
            let (inside, behind) = inside.split_once(')').unwrap_or((inside, ""));
            line(offset(inside), inside, &mut folder.clone(), runs);
            rest = behind;
        }
    }
    let alone = line_text.trim();
    let mut words = words.iter().map(|word| unquoted(word)).peekable();
    while let Some(word) = words.peek() {
        let assignment = word.split_once('=').is_some_and(|(name, _)| is_name(name));
        if !(assignment || matches!(*word, "$" | ">" | "%" | "!" | "if" | "then" | "else" | "do")) {
            break;
        }
        words.next();
    }
    let Some(mut program) = words.next() else { return };
    if matches!(program, "cd" | "pushd") {
        folder.change(words.next().unwrap_or("~"));
        return;
    }
    while let Some((_, own)) = WRAPPERS.iter().find(|(name, _)| *name == program) {
        let Some(next) = behind_wrapper(words.by_ref(), *own) else { break };
        program = next;
    }
    let (script, interpreter) = if is_interpreter(program) {
        let Some(script) = argument(&mut words) else { return };
        (script, Some(program.to_owned()))
    } else {
        (program, None)
    };
    let is_script = match interpreter {
        Some(_) => script.contains('/') || has_ending(script),
        None => {
            script.contains('/')
                && !script.starts_with('/')
                && (has_ending(script) || is_bare_script(script))
        }
    };
    // In a block of prose, backticks are quotes of Markdown.
    let is_quoted = line_text[..offset(script) - start].ends_with('`');
    if !is_script || is_quoted || script.contains(char::is_whitespace) {
        return;
    }
    let rest: Vec<&str> = words.collect();
    runs.push(Run {
        at: offset(script),
        path: script.to_owned(),
        alone: interpreter.is_none() && alone == script,
        interpreter,
        bare: rest.is_empty(),
        words: arguments(&rest).map(|word| (offset(word), word.to_owned())).collect(),
        options: options(&mut rest.iter().copied(), &offset),
        folder: folder.clone(),
    });
}

/// The program behind a wrapper: not its `own` words, its options and their values, and variables (`env A=1 python3`).
fn behind_wrapper<'w>(words: &mut impl Iterator<Item = &'w str>, own: usize) -> Option<&'w str> {
    const WITH_VALUE: [&str; 9] = [
        "--with",
        "--from",
        "--python",
        "--extra",
        "--group",
        "--project",
        "--directory",
        "--with-requirements",
        "--env-file",
    ];
    let mut left = own;
    while let Some(word) = words.next() {
        if WITH_VALUE.contains(&word) {
            words.next();
            continue;
        }
        let is_assignment = word.split_once('=').is_some_and(|(name, _)| is_name(name));
        if word.starts_with('-') || is_assignment {
            continue;
        }
        if left == 0 {
            return Some(word);
        }
        left -= 1;
    }
    None
}

/// Whether a program takes a script: also by its version, as in `python3.11`.
fn is_interpreter(program: &str) -> bool {
    let version = program.strip_prefix("python").unwrap_or("x");
    INTERPRETERS.contains(&program)
        || version.starts_with('3') && version.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The commands of a line, with their words as written. A quoted word is one word: an option inside of `--cmd
/// "npx -y x"` does not belong to the script. An unclosed quote is a literal character, as in "don't".
pub(crate) fn simple_commands(line: &str) -> Vec<Vec<&str>> {
    let mut all = vec![Vec::new()];
    let mut first: Option<usize> = None;
    let mut quote_end = 0;
    for (at, c) in line.char_indices() {
        if at < quote_end {
            continue;
        }
        if c == '(' && is_remark(line, at, first, all.last().map_or(&[], Vec::as_slice)) {
            if let (Some(start), Some(words)) = (first.take(), all.last_mut()) {
                words.push(&line[start..at]);
            }
            quote_end = line[at..].find(')').map_or(line.len(), |length| at + length + 1);
            continue;
        }
        let ends_command = matches!(c, ';' | '|' | '&' | '(' | ')');
        if ends_command || c.is_whitespace() {
            if let (Some(start), Some(words)) = (first.take(), all.last_mut()) {
                words.push(&line[start..at]);
            }
            if ends_command {
                all.push(Vec::new());
            }
            continue;
        }
        first.get_or_insert(at);
        if matches!(c, '"' | '\'') {
            let close = line[at + 1..].find(c).map(|length| at + 1 + length + 1);
            quote_end = close.unwrap_or(quote_end);
        }
    }
    if let (Some(start), Some(words)) = (first, all.last_mut()) {
        words.push(&line[start..]);
    }
    all.retain(|words| !words.is_empty());
    all
}

/// Whether a parenthesis behind the words of a command opens a remark, as in `python x.py (once)`, and no command:
/// `$(…)`, `<(…)`, `a=(…)`, `if (…)`.
fn is_remark(line: &str, at: usize, word: Option<usize>, words: &[&str]) -> bool {
    const BEFORE_COMMANDS: [&str; 8] = ["if", "then", "else", "do", "while", "until", "!", "time"];
    let opens_command = line[..at].ends_with(['$', '<', '>', '=']);
    let behind_word = words.last().is_some_and(|last| !BEFORE_COMMANDS.contains(last));
    !opens_command && (word.is_some() || behind_word)
}

/// Whether a path is a file without an extension in the standard's folder for scripts.
fn is_bare_script(path: &str) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else { return false };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_folder = folder == "scripts" || folder.ends_with("/scripts");
    is_folder && !name.is_empty() && name.chars().all(is_plain)
}

/// A word without quotes around it, and without punctuation of a sentence.
fn unquoted(word: &str) -> &str {
    word.trim_matches(['"', '\'', '`', ','])
}

/// The arguments of a script, without redirections and a continuation mark.
fn arguments<'w>(words: &[&'w str]) -> impl Iterator<Item = &'w str> {
    let redirects = |word: &&str| {
        let mark = word.trim_start_matches(|c: char| c.is_ascii_digit());
        mark.starts_with('>') || matches!(mark, "<" | "<<<") || mark.starts_with("<<")
    };
    let end = words.iter().position(redirects).unwrap_or(words.len());
    words[..end].iter().copied().filter(|word| *word != "\\")
}

/// The options among the words after a script.
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
    // `--name…`, `--name,` and `--a/--b` occur in sentences and synopses, not in commands.
    let options = options.filter(|word| {
        let name = word.split('=').next().unwrap_or_default();
        name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
    });
    options.map(|word| (offset(word), word.to_owned())).collect()
}

/// The script among the words after an interpreter: none after `-c`, `-e` and `-m`, which run something else.
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

/// Whether the last component of a path has the extension of a script.
pub(crate) fn has_ending(path: &str) -> bool {
    const ENDINGS: [&str; 12] =
        ["sh", "bash", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "ps1", "R"];
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.')
        .is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::{Folder, Run, line};

    fn read(text: &str) -> Vec<(String, Option<String>)> {
        let mut runs: Vec<Run> = Vec::new();
        line(0, text, &mut Folder::Start, &mut runs);
        runs.into_iter().map(|run| (run.path, run.interpreter)).collect()
    }

    #[test]
    fn scripts_are_found_behind_interpreters_wrappers_and_assignments() {
        let run = |path: &str, by: Option<&str>| vec![(path.to_owned(), by.map(str::to_owned))];
        assert_eq!(read("python scripts/a.py --x"), run("scripts/a.py", Some("python")));
        assert_eq!(read("$ X=1 uv run scripts/a.py"), run("scripts/a.py", None));
        assert_eq!(read("uv run python -u scripts/a.py"), run("scripts/a.py", Some("python")));
        assert_eq!(read("cd x && ./scripts/b.sh"), run("./scripts/b.sh", None));
        assert_eq!(read("ssh host \"cd ~/x && ./scripts/b.sh up\""), vec![]);
        assert_eq!(read("echo \"$(bash scripts/b.sh)\""), run("scripts/b.sh", Some("bash")));
        assert_eq!(read("don't run scripts/b.sh"), vec![]);
        assert_eq!(read("timeout 5 bash \"scripts/b.sh\""), run("scripts/b.sh", Some("bash")));
        assert_eq!(read("python -m scripts.a"), vec![]);
        assert_eq!(read("# python scripts/a.py"), vec![]);
        assert_eq!(read("echo scripts/a.py"), vec![]);
        assert_eq!(read("scripts/build --all"), run("scripts/build", None));
        assert_eq!(read("if (scripts/a.py); then"), run("scripts/a.py", None));
        assert_eq!(read("x=$(scripts/a.py)"), run("scripts/a.py", None));
    }

    #[test]
    fn rows_and_remarks_are_no_commands() {
        assert_eq!(read("   | scripts/a.py  (first)  |   | scripts/b.py |"), vec![]);
        assert_eq!(read("\u{251c}\u{2500}\u{2500} scripts/a.py"), vec![]);
        assert_eq!(read("validate the schema (scripts/a.py, if it is there)"), vec![]);
        assert_eq!(read("  `scripts/a.py` (typically the first)"), vec![]);
        assert_eq!(read("- [scripts/a.sh](scripts/a.sh): a template"), vec![]);
    }

    #[test]
    fn options_inside_of_a_quoted_value_are_not_the_scripts() {
        let mut runs: Vec<Run> = Vec::new();
        line(0, "bash scripts/c.sh --cmd \"npx -y foo\" --all", &mut Folder::Start, &mut runs);
        let names: Vec<&str> = runs[0].options.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["--cmd", "--all"]);
    }

    #[test]
    fn a_change_of_folder_holds_for_the_commands_behind_it() {
        let folder = |text: &str| {
            let mut runs: Vec<Run> = Vec::new();
            line(0, text, &mut Folder::Start, &mut runs);
            runs.pop().map(|run| run.folder)
        };
        assert_eq!(folder("cd scripts && bash a.sh"), Some(Folder::Below("scripts".to_owned())));
        assert_eq!(folder("cd ~/x && bash scripts/a.sh"), Some(Folder::Elsewhere));
        assert_eq!(folder("cd \"$SKILL_DIR\" && bash scripts/a.sh"), Some(Folder::Start));
        assert_eq!(folder("cd .. && bash scripts/a.sh"), Some(Folder::Elsewhere));
    }
}

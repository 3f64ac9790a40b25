//! Programs by their purpose: their text, or their work.

use crate::model::Call;
use crate::pattern;
use crate::printed_form::silent;
use crate::word;

/// Programs that are run for their output.
const PRINTERS: [&str; 42] = [
    "awk", "aws", "az", "basename", "bun", "column", "comm", "cut", "date", "deno", "diff",
    "dirname", "find", "gcloud", "gh", "grep", "head", "jq", "kubectl", "ls", "node", "npx",
    "paste", "perl", "php", "psql", "pwd", "python", "python3", "readlink", "realpath", "rg",
    "ruby", "sed", "sort", "sqlite3", "tail", "tr", "uniq", "uv", "wc", "which",
];

/// Git commands that are run for their output.
const GIT_PRINTS: [&str; 12] = [
    "blame",
    "branch",
    "config",
    "describe",
    "diff",
    "log",
    "ls-files",
    "remote",
    "rev-list",
    "rev-parse",
    "show",
    "status",
];

/// Programs that are run for their work: they print progress. Those of package and service managers are identified by
/// their verb ([`VERBS`]).
const WORKERS: [&str; 46] = [
    "alembic",
    "bzip2",
    "cargo",
    "clang",
    "clear",
    "cmake",
    "configure",
    "convert",
    "dd",
    "ffmpeg",
    "g++",
    "gcc",
    "git",
    "go",
    "gunzip",
    "gzip",
    "javac",
    "jekyll",
    "less",
    "magick",
    "make",
    "man",
    "meson",
    "mogrify",
    "more",
    "nano",
    "ninja",
    "open",
    "pandoc",
    "patch",
    "pip",
    "pip3",
    "rsync",
    "rustc",
    "rustup",
    "scp",
    "tar",
    "tee",
    "tput",
    "tsc",
    "unzip",
    "vi",
    "vim",
    "wget",
    "xdg-open",
    "zip",
];

/// Verbs of programs that do work: `docker build`, `npm install`, `systemctl restart`.
const VERBS: [&str; 56] = [
    "add",
    "apply",
    "attach",
    "build",
    "bundle",
    "checkout",
    "ci",
    "clean",
    "clone",
    "commit",
    "compile",
    "cp",
    "create",
    "delete",
    "deploy",
    "destroy",
    "disable",
    "down",
    "enable",
    "fetch",
    "format",
    "generate",
    "i",
    "init",
    "install",
    "kill",
    "link",
    "login",
    "logout",
    "merge",
    "migrate",
    "mv",
    "patch",
    "prune",
    "publish",
    "pull",
    "push",
    "rebuild",
    "release",
    "reload",
    "remove",
    "restart",
    "restore",
    "rm",
    "serve",
    "set",
    "setup",
    "start",
    "stop",
    "sync",
    "test",
    "uninstall",
    "up",
    "update",
    "upgrade",
    "venv",
];

/// The purpose of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// For its text.
    Text,
    /// For its work.
    Work,
    /// Unknown.
    Unknown,
}

/// The purpose of a call of a program.
pub(super) fn purpose(call: &Call<'_>) -> Purpose {
    let name = program(call);
    let has = |option: &str| call.words.iter().any(|word| word.starts_with(option));
    match name.as_str() {
        "exec" if call.words.len() > 1 => Purpose::Text,
        "curl" if has("-O") => Purpose::Work,
        "sed" | "yq" | "perl" | "ruby" if edits_files(call) => Purpose::Work,
        _ if names_result(call, &name) => Purpose::Work,
        "curl" => Purpose::Text,
        "git" if call.words.get(1).is_some_and(|word| GIT_PRINTS.contains(&word.as_str())) => {
            Purpose::Text
        }
        name if silent(name) || WORKERS.contains(&name) || runs_worker(call) || works(call) => {
            Purpose::Work
        }
        name if PRINTERS.contains(&name) => Purpose::Text,
        _ => Purpose::Unknown,
    }
}

/// Whether a program changes files and prints nothing: `sed -i`, `yq -i`, `perl -pi -e`.
fn edits_files(call: &Call<'_>) -> bool {
    let options = call.words.iter().skip(1).filter(|word| word.starts_with('-'));
    let mut options = options.map(|word| word.as_str());
    options.any(|word| {
        let letters =
            word[1..].split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let short = letters.len() <= 3 && !word.starts_with("--") && letters.contains('i');
        short || word.starts_with("--in-place") || word == "--inplace"
    })
}

/// Whether a call names a file for its result: `-o out.csv`, `--output "$dir"`. `--output json` names a
/// format.
fn names_result(call: &Call<'_>, name: &str) -> bool {
    const FORMATS: [&str; 9] =
        ["csv", "json", "jsonl", "name", "table", "text", "tsv", "wide", "yaml"];
    let words: Vec<String> = call.words.iter().map(|word| word::shown(word).into_owned()).collect();
    let named = words.iter().enumerate().any(|(index, word)| {
        let (option, value) = word.split_once('=').unwrap_or((word, ""));
        let value = if value.is_empty() { words.get(index + 1).map_or("", |w| w) } else { value };
        let output = option == "-o" || option.starts_with("--out");
        output && !value.is_empty() && !value.starts_with('-') && !FORMATS.contains(&value)
    });
    named && !pattern::is_in(name, pattern::OUTPUT_FORMATS)
}

/// `python3 -m venv .venv`: a module that is run for its work.
fn runs_worker(call: &Call<'_>) -> bool {
    const MODULES: [&str; 5] = ["compileall", "ensurepip", "pip", "py_compile", "venv"];
    let module = call.words.iter().skip_while(|word| *word != "-m").nth(1);
    module.is_some_and(|module| MODULES.contains(&module.as_str()))
}

/// Whether the command is the script's arguments: `"$@"`.
pub(super) fn is_wrapped(call: &Call<'_>) -> bool {
    call.name.is_empty()
        && call.words.first().is_some_and(|word| word.contains("$@") || word.contains("[@]"))
}

/// Whether it is a program that is run for its text, or the script's arguments.
pub(super) fn is_printer(call: &Call<'_>) -> bool {
    is_wrapped(call) || purpose(call) == Purpose::Text
}

/// The name of the program; for `"$PYTHON"` and `$NPM_BIN`, the one in the variable's name.
fn program(call: &Call<'_>) -> String {
    if !call.name.is_empty() {
        return call.name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    let word = call.words.first().map(|word| word.as_str()).unwrap_or_default();
    let variable = word.trim_matches(['"', '$', '{', '}']).to_ascii_lowercase();
    let known = |part: &&str| WORKERS.contains(part) || PRINTERS.contains(part);
    variable.split('_').find(known).unwrap_or_default().to_owned()
}

/// Whether one of the first two words after the name is a verb of work. `sudo`, and variables such as `$DRY_RUN`,
/// precede another command.
fn works(call: &Call<'_>) -> bool {
    let mut words = call.words.iter().skip(1).filter(|word| !word.starts_with('-'));
    let first = words.next().map(|word| word::shown(word).into_owned()).unwrap_or_default();
    let second = words.next().map(|word| word::shown(word).into_owned()).unwrap_or_default();
    let holds = call.name.is_empty() || matches!(call.name.as_str(), "sudo" | "env" | "time");
    let named = first.starts_with(char::is_alphabetic);
    if holds && named && (silent(&first) || WORKERS.contains(&first.as_str())) {
        return true;
    }
    let verb = |word: &str| VERBS.contains(&word.split(':').next().unwrap_or(word));
    // `gh pr create` prints a URL.
    call.name != "gh" && (verb(&first) || verb(&second))
}

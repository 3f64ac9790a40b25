//! The language of a file and whether it prints: by its first line, its name and its calls.

use std::path::Path;

/// The language of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// bash, or another shell that the planner rejects by name.
    Shell,
    /// Python that prints.
    Python,
    /// JavaScript or TypeScript that prints.
    JavaScript,
}

/// File extensions of JavaScript and TypeScript.
const JAVASCRIPT: [&str; 8] = ["js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx"];

/// Python's printing calls; `console.print(` of rich and `pprint(` contain the first.
const PYTHON_PRINTS: [&str; 7] = [
    "print(",
    "sys.stdout",
    "click.echo",
    "click.secho",
    "typer.echo",
    "typer.secho",
    "os.write(1,",
];

/// JavaScript's printing calls.
const JAVASCRIPT_PRINTS: [&str; 9] = [
    "console.log",
    "console.info",
    "console.debug",
    "console.table",
    "console.dir",
    "process.stdout",
    "Deno.stdout",
    "Bun.stdout",
    "writeSync(1,",
];

/// Whether a file with this name may be a script.
pub(super) fn plausible(path: &Path) -> bool {
    path.extension().is_none_or(|e| {
        let e = e.to_string_lossy();
        matches!(e.as_ref(), "sh" | "bash" | "py") || JAVASCRIPT.contains(&e.as_ref())
    })
}

/// The kind of a file; `None` if it is not a script that prints.
pub(super) fn language(path: &Path, bytes: &[u8]) -> Option<Language> {
    let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(&first[..first.len().min(200)]).into_owned();
    let first = first.trim_start_matches('\u{FEFF}');
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    let asked = first.strip_prefix("#!").and_then(interpreter);
    let language = match (asked, extension.as_str()) {
        (Some(Language::Shell), _) | (None, "sh" | "bash") => return Some(Language::Shell),
        (_, "py") => Language::Python,
        (_, ending) if JAVASCRIPT.contains(&ending) => Language::JavaScript,
        // A file with the extension .sh may contain Python.
        (Some(language), "" | "sh" | "bash") => language,
        _ => return None,
    };
    let words: &[&str] =
        if language == Language::Python { &PYTHON_PRINTS } else { &JAVASCRIPT_PRINTS };
    let text = String::from_utf8_lossy(bytes);
    words.iter().any(|word| text.contains(word)).then_some(language)
}

/// The program that a `#!` line runs: also through env, with its options and assignments, and through
/// runners.
fn interpreter(command: &str) -> Option<Language> {
    command.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word)).find_map(
        |word| match word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
            "bash" | "sh" | "dash" | "ash" | "ksh" | "mksh" | "zsh" => Some(Language::Shell),
            "python" | "pypy" | "uv" | "uvx" | "pipx" => Some(Language::Python),
            "node" | "nodejs" | "deno" | "bun" | "tsx" | "ts-node" | "npx" | "zx" => {
                Some(Language::JavaScript)
            }
            _ => None,
        },
    )
}

//! What a file is written in, and whether it prints: by its first line, its name and the calls that print.

use std::path::Path;

/// What a file is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// bash, or another shell that the planner refuses with its name.
    Shell,
    /// Python that prints.
    Python,
    /// JavaScript or TypeScript that prints.
    JavaScript,
}

/// Endings of JavaScript and TypeScript.
const JAVASCRIPT: [&str; 8] = ["js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx"];

/// What Python prints with; `console.print(` of rich and `pprint(` hold the first.
const PYTHON_PRINTS: [&str; 7] = [
    "print(",
    "sys.stdout",
    "click.echo",
    "click.secho",
    "typer.echo",
    "typer.secho",
    "os.write(1,",
];

/// What JavaScript prints with.
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

/// May a file of this name be a script that is looked at?
pub(super) fn plausible(path: &Path) -> bool {
    path.extension().is_none_or(|e| {
        let e = e.to_string_lossy();
        matches!(e.as_ref(), "sh" | "bash" | "py") || JAVASCRIPT.contains(&e.as_ref())
    })
}

/// What a file is; `None` if it is no script that prints.
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
        // Python may stand in a file that ends in .sh.
        (Some(language), "" | "sh" | "bash") => language,
        _ => return None,
    };
    let words: &[&str] =
        if language == Language::Python { &PYTHON_PRINTS } else { &JAVASCRIPT_PRINTS };
    let text = String::from_utf8_lossy(bytes);
    words.iter().any(|word| text.contains(word)).then_some(language)
}

/// What the words behind `#!` run: also by way of env, with its options and assignments, and of a runner.
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

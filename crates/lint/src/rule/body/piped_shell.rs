//! `download-piped-to-shell`, `decoded-text-executed`: downloaded or encoded text that a shell runs without review.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use contract::Level;
use regex::Regex;

use super::File;
use crate::body::context::sentence;
use crate::lines;
use crate::report::Report;

struct Patterns {
    download: Regex,
    decoded: Regex,
    /// A variable that gets a download.
    kept_download: Regex,
    /// A variable that gets decoded text.
    kept_decoded: Regex,
}

fn patterns() -> &'static Patterns {
    static READ: OnceLock<Patterns> = OnceLock::new();
    READ.get_or_init(|| {
        let shell = r"(?:sudo\s+(?:-\S+\s+)*)?(?:/usr/bin/|/bin/)?(?:env\s+)?(?:ba|z|da|k)?sh(?-u:\b)";
        let code = format!(r"(?:{shell}|(?:sudo\s+)?(?:python3?|node|perl|ruby)(?-u:\b)(?:\s+-)?)");
        // A line that a backslash continues is one command.
        let rest = r"(?:[^|\n`;\\]|\\\r?\n|\\[^|\n`;])*";
        let filters = r"(?:(?:sudo\s+)?(?:tee|sed|tr|gunzip|gzip|zcat|cat|envsubst|head|tail)(?-u:\b)[^|\n`;]*\|\s*)*";
        let fetch = r"(?:curl|wget)\s[^)\n`]*\)?";
        let download = format!(
            r#"(?:(?-u:\b)(?:curl|wget|fetch)[ \t]{rest}https?:{rest}\|\s*{filters}{code})|(?:(?-u:\b)eval\s+["']?\$\(\s*{fetch})|(?:(?:(?-u:\b)source|(?m:^|[;&|])[ \t]*\.)[ \t]+<\(\s*{fetch})|(?:{shell}\s+(?:-c\s+)?["']?[<$]\(\s*(?:curl|wget)\s[^)\n`]*\)?)|(?:(?-u:\b)(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)(?-u:\b)[^|\n]*\|\s*(?:iex|Invoke-Expression)(?-u:\b))|(?:(?-u:\b)(?:exec|eval)\(\s*(?:compile\(\s*)?(?:urllib\.request\.)?(?:urlopen|requests\.get|httpx\.get)\([^\n]*?\)\s*\.(?:read\(|text|content))"#
        );
        let decoded = format!(
            r#"(?:(?-u:\b)(?:base64\s+(?:-d|-D|--decode)|openssl\s+(?:enc|base64)\s[^|\n]*-d|xxd\s+-r)(?-u:\b)[^|\n]*\|\s*(?:(?:gunzip|gzip\s+-d|zcat|xz\s+-d)[^|\n]*\|\s*)?{code})|(?:(?-u:\b)(?:ba|z|da)?sh\s+(?:-c\s+)?["']?[<$]\(\s*(?:echo|printf|cat)\s[^)\n]*(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r))|(?:(?-u:\b)(?:powershell|pwsh)(?:\.exe)?\s[^\n]*-[eE](?:nc|ncodedCommand)?\s+[A-Za-z0-9+/=]{{40,}})|(?:(?-u:\b)exec\(\s*(?:zlib\.decompress\(|marshal\.loads\(|codecs\.decode\(|bytes\.fromhex\(|bytearray\.fromhex\())|(?:(?-u:\b)eval\s+["']?[$`]\(?[^)\n]*base64\s+(?:-d|-D|--decode))|(?:(?-u:\b)exec\(\s*(?:base64\.)?b64decode\()|(?:(?-u:\b)eval\(\s*(?:atob\(|Buffer\.from\([^)]*(?:base64|hex)))"#
        );
        Patterns {
            download: Regex::new(&download).expect("invariant: it is a pattern"),
            decoded: Regex::new(&decoded).expect("invariant: it is a pattern"),
            kept_download: Regex::new(
                r#"(?m)(?:^|[;&|]|\s)([A-Za-z_]\w*)=["']?\$\(\s*(?:curl|wget)\s[^)\n`]*\)"#,
            )
            .expect("invariant: it is a pattern"),
            kept_decoded: Regex::new(
                r#"(?m)(?:^|[;&|]|\s)([A-Za-z_]\w*)\s*=\s*(?:["']?\$\([^)\n`]*(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r)[^)\n`]*\)|(?:base64\.)?(?:standard_)?b(?:64|32|16|85)decode\(|zlib\.decompress\(|codecs\.decode\(|bytes\.fromhex\(|atob\(|Buffer\.from\([^)\n]*["'](?:base64|hex)["'])"#,
            )
            .expect("invariant: it is a pattern"),
        }
    })
}

pub(super) fn check(file: &File<'_>, report: &mut Report) {
    let found = |pattern: &Regex| -> Vec<(usize, String)> {
        let all = pattern.find_iter(file.text);
        all.map(|found| (found.start(), clip(found.as_str()))).collect()
    };
    let mut reported = BTreeSet::new();
    let downloads = found(&patterns().download).into_iter();
    let kept = kept_and_run(file.text, &patterns().kept_download, ")");
    for (at, text) in downloads.chain(saved_and_run(file.text)).chain(kept) {
        if is_page(file.shown) && is_invented(&text)
            || is_printed(file.text, at)
            || is_comment(file, at)
            || is_input(file.text, at)
            || is_reviewed(file, at)
            || is_described(file, at)
            || !reported.insert(text.clone())
        {
            continue;
        }
        let in_markdown = file.shown.ends_with(".md");
        let is_noted = in_markdown && lines::before(file.text, at).trim_start().starts_with('#');
        let is_of_vendor = in_markdown && is_of_vendor(&text);
        // An alternative in a comment.
        if is_noted && is_of_vendor {
            continue;
        }
        let message = format!("a download is run unchecked: `{text}`");
        let found = file.at("download-piped-to-shell", at, message, report);
        found.advise(
            "download to a file, check its checksum, then run it; or name a package at a version",
        );
        if is_noted || is_of_vendor {
            found.at_level(Level::Info);
        }
    }
    // A page beside SKILL.md may show the code of an attack; an agent runs commands, not the code of a page.
    let kept = kept_and_run(file.text, &patterns().kept_decoded, "");
    for (at, text) in found(&patterns().decoded).into_iter().chain(kept) {
        let is_code_of_page =
            is_page(file.shown) && (text.starts_with("exec(") || text.starts_with("eval("));
        if is_code_of_page || is_file_of_interface(file, at) {
            continue;
        }
        let is_value = is_value_of_key(file, at);
        let message = match is_value {
            true => format!("the script holds a command of encoded text: `{text}`"),
            false => format!("encoded text is decoded and run: `{text}`"),
        };
        let found = file.at("decoded-text-executed", at, message, report);
        found.advise("write the commands as they are");
        // Commands that a page beside SKILL.md shows are run less often, and so is what a script has as data.
        if is_page(file.shown) || is_value {
            found.at_level(Level::Warning);
        }
    }
}

/// Whether the decoded text is a file that the command reads from GitHub's or GitLab's API, which sends all files encoded:
/// `gh api repos/…/contents/x.py --jq .content | base64 -d`. Nothing is hidden there.
fn is_file_of_interface(file: &File<'_>, at: usize) -> bool {
    let before = lines::before(file.text, at).trim_end();
    let Some(before) = before.strip_suffix('|') else { return false };
    let command = before.rsplit(['`', ';', '&']).next().unwrap_or_default();
    let is_call =
        ["gh api ", "glab api ", "api.github.com/"].iter().any(|call| command.contains(call));
    is_call && command.contains("content")
}

/// Whether a command is the value of a quoted key in a script: `"process.command_line": "powershell …"`.
fn is_value_of_key(file: &File<'_>, at: usize) -> bool {
    let before = lines::before(file.text, at);
    let Some(key) = before.strip_suffix(['"', '\'', '`']).map(str::trim_end) else { return false };
    let quoted = key.strip_suffix(':').is_some_and(|key| key.trim_end().ends_with(['"', '\'']));
    quoted && !file.shown.ends_with(".md")
}

/// Whether a command in backticks is in a sentence that warns of it, or asks to look for it.
fn is_reviewed(file: &File<'_>, at: usize) -> bool {
    const WORDS: [&str; 22] = [
        "never",
        "don't",
        "do not",
        "avoid",
        "dangerous",
        "malicious",
        "attack",
        "reject",
        "refuse",
        "unsafe",
        "flag",
        "detect",
        "look for",
        "watch for",
        "such as",
        "pattern",
        "instead of",
        "warn",
        "suspicious",
        "risky",
        "review",
        "report",
    ];
    let in_code = lines::before(file.text, at).matches('`').count() % 2 == 1;
    if !file.shown.ends_with(".md") || !in_code {
        return false;
    }
    let (before, after) = sentence(file.text, at, 0);
    let words = format!("{before}{after}").to_lowercase();
    WORDS.iter().any(|word| words.contains(word))
}

/// Whether a command in backticks begins a sentence about it: "`curl … | sh` is the installer of X."
fn is_described(file: &File<'_>, at: usize) -> bool {
    let before = lines::before(file.text, at);
    let is_first = before.ends_with('`') && before.trim_matches(['`', ' ', '-', '*']).is_empty();
    let behind = lines::behind(file.text, at).split_once('`').map_or("", |(_, behind)| behind);
    is_first && [" is ", " was "].iter().any(|verb| behind.starts_with(verb))
}

/// Downloads to a file that the next command runs, without a check between them.
fn saved_and_run(text: &str) -> Vec<(usize, String)> {
    static PATTERN: OnceLock<Regex> = OnceLock::new();
    static UNNAMED: OnceLock<Regex> = OnceLock::new();
    // What runs the file: the next command, after one that makes it executable.
    let run = r#"\s*(?:&&|;|\n)\s*(?:(?:sudo\s+)?chmod\s+\S+\s+\S+\s*(?:&&|;|\n)\s*)?(?:sudo\s+)?(?:(?:(?:ba|z|da|k)?sh|source|python3?|node|\.)\s+(?:-[a-zA-Z]+\s+)*(?:<\s*)?)?["']?([^\s"';&|<>]+)"#;
    let rest = r"(?:[^\n;|&\\]|\\\r?\n|\\[^\n;|&])*";
    let pattern = PATTERN.get_or_init(|| {
        Regex::new(&format!(
            r#"(?-u:\b)(?:curl|wget)(?-u:\b){rest}?(?:(?:\s-[a-zA-Z]*[oO]|\s--output|\s--output-document)[=\s]+|[^0-9>]>\s*)["']?([^\s"';&|<>]+){rest}{run}"#,
        ))
        .expect("invariant: it is a pattern")
    });
    // `wget URL` and `curl -O URL` take the name from the address.
    let unnamed = UNNAMED.get_or_init(|| {
        Regex::new(&format!(
            r#"(?-u:\b)(?:wget\s|curl\s{rest}?(?:-[a-zA-Z]*O|--remote-name)\s){rest}?https?://[^\s"';&|`]*/([^\s"'/;&|`?#]+){rest}{run}"#,
        ))
        .expect("invariant: it is a pattern")
    });
    let plain = |path: &str| path.trim_start_matches("./").to_owned();
    let found = pattern.captures_iter(text).chain(unnamed.captures_iter(text));
    let found = found.filter_map(|found| {
        let (all, saved, run) = (found.get(0)?, found.get(1)?, found.get(2)?);
        let is_same = plain(saved.as_str()) == plain(run.as_str()) && saved.as_str().len() > 1;
        is_same.then(|| (all.start(), clip(all.as_str())))
    });
    found.collect()
}

/// Texts in variables that a later command runs: `X=$(curl …)` with `eval "$X"`, `code = b64decode(…)` with `exec(code)`.
fn kept_and_run(text: &str, assignment: &Regex, end: &str) -> Vec<(usize, String)> {
    /// Bytes behind the assignment in which the variable is run.
    const NEAR: usize = 2_000;
    let found = assignment.captures_iter(text).filter_map(|found| {
        let (all, name) = (found.get(0)?, found.get(1)?);
        let behind = &text[all.end()..text.floor_char_boundary((all.end() + NEAR).min(text.len()))];
        let name = regex::escape(name.as_str());
        let run = format!(
            r#"(?-u:\b)(?:(?:eval|(?:ba|z|da|k)?sh\s+-c|(?:ba|z|da|k)?sh\s*<<<)\s+["']?\$\{{?{name}(?-u:\b)|(?:echo|printf)\s[^|\n`]*\$\{{?{name}(?-u:\b)[^|\n`]*\|\s*(?:ba|z|da|k)?sh(?-u:\b)|(?:exec|eval)\(\s*(?:compile\(\s*)?{name}(?-u:\b)|new\s+Function\(\s*{name}(?-u:\b))"#
        );
        let run = Regex::new(&run).ok()?.find(behind)?;
        // A call is named by what it runs: a page may show the code of an attack.
        let shown = match run.as_str().contains('(') && !run.as_str().contains('|') {
            true => format!("{}): {}", run.as_str(), all.as_str().trim()),
            false => format!("{}{end}; {}", all.as_str().trim().trim_end_matches(end), run.as_str()),
        };
        Some((all.start() + all.as_str().len() - all.as_str().trim_start().len(), clip(&shown)))
    });
    found.collect()
}

/// Whether a file is a page beside SKILL.md.
pub(super) fn is_page(shown: &str) -> bool {
    shown.ends_with(".md") && !shown.ends_with("SKILL.md")
}

/// Whether a download is from a placeholder host or one invented for texts about attacks.
fn is_invented(command: &str) -> bool {
    let host = command.split("://").nth(1).and_then(|rest| rest.split('/').next());
    let words = ["attacker", "evil", "malicious", "example.com", "example.org"];
    host.is_some_and(|host| words.iter().any(|word| host.contains(word)))
}

/// Whether a download is the installer that the vendor of a tool documents, from the vendor's own address.
fn is_of_vendor(command: &str) -> bool {
    const ADDRESSES: [&str; 24] = [
        "astral.sh/",
        "bun.sh/",
        "claude.ai/",
        "cli.github.com/",
        "cursor.com/",
        "deno.land/",
        "fnm.vercel.app/",
        "get.docker.com",
        "get.helm.sh/",
        "get.pnpm.io/",
        "get.sdkman.io",
        "gh.io/",
        "install.determinate.systems/",
        "install.python-poetry.org",
        "mise.run",
        "nixos.org/",
        "ollama.com/",
        "ollama.ai/",
        "pyenv.run",
        "raw.githubusercontent.com/Homebrew/install/",
        "raw.githubusercontent.com/helm/helm/",
        "raw.githubusercontent.com/nvm-sh/nvm/",
        "sh.rustup.rs",
        "starship.rs/",
    ];
    let Some((_, rest)) = command.split_once("https://") else { return false };
    let address = rest.strip_prefix("www.").unwrap_or(rest);
    ADDRESSES.iter().any(|known| {
        let behind = address.strip_prefix(known);
        // `get.docker.com.example` is another host.
        behind.is_some_and(|rest| {
            known.ends_with('/')
                || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.' || c == '-')
        })
    })
}

/// Whether the command is in text that `echo` or `printf` prints: `echo "install it: curl … | sh"`.
pub(super) fn is_printed(text: &str, at: usize) -> bool {
    let near = statement_before(text, at);
    let printed = PRINTERS.iter().filter_map(|word| near.rfind(word)).max();
    let is_open =
        |words: &str| ['"', '\'', '`'].iter().any(|quote| words.matches(*quote).count() % 2 == 1);
    let words = printed.map(|start| &near[start..]);
    words.is_some_and(is_open) || is_open(near) && is_message_of_function(text, near)
}

/// Whether a statement calls a function of the same script that prints: `error "install it: curl … | sh"`. One that runs its
/// words is none.
fn is_message_of_function(text: &str, statement: &str) -> bool {
    /// The bytes of a function that are read.
    const BODY: usize = 400;
    let command = statement.rsplit([';', '&', '|', '{']).next().unwrap_or_default();
    let name = command.split_whitespace().next().unwrap_or_default();
    if name.is_empty() || !name.chars().all(|c| bash_syntax::is_name_char(c) || c == '-') {
        return false;
    }
    let head = format!("{name}()");
    let Some((start, _)) = text.match_indices(&head).find(|(at, _)| {
        let before = lines::before(text, *at).trim_start();
        before.is_empty() || before == "function "
    }) else {
        return false;
    };
    let body = &text[start..text.floor_char_boundary((start + BODY).min(text.len()))];
    let body = body.split("\n}").next().unwrap_or_default();
    let body = body.lines().next().filter(|line| line.trim_end().ends_with('}')).unwrap_or(body);
    let prints = ["echo ", "printf ", "cat "].iter().any(|word| body.contains(word));
    let runs = ["eval", "sh -c", " \"$@\"", "{ \"$@\""].iter().any(|word| {
        body.lines()
            .any(|line| line.contains(word) && !line.contains("echo ") && !line.contains("printf "))
    });
    prints && !runs
}

/// What prints its words, or ends a program with them.
const PRINTERS: [&str; 22] = [
    "echo ",
    "echo(",
    "printf ",
    "print(",
    "console.log(",
    "console.error(",
    "console.warn(",
    "console.info(",
    "stdout.write(",
    "stderr.write(",
    "log(",
    "logger.info(",
    "logger.warning(",
    "logger.error(",
    "sys.exit(",
    "fail(",
    "die(",
    "Error(",
    "Exception(",
    "log ",
    "warn ",
    "die ",
];

/// The text before a byte that may be the beginning of its statement: its line, and the lines above it that end inside of a
/// call.
fn statement_before(text: &str, at: usize) -> &str {
    const LINES: usize = 6;
    const NEAR: usize = 500;
    let first = text.ceil_char_boundary(at.saturating_sub(NEAR));
    let (text, at) = (&text[first..], at - first);
    let mut start = at - lines::before(text, at).len();
    for _ in 0..LINES {
        let above = text[..start].trim_end();
        if start == 0 || !above.ends_with(['(', ',', '"', '\'', '+']) {
            break;
        }
        start = above.rfind('\n').map_or(0, |newline| newline + 1);
    }
    &text[start..at]
}

/// Whether it is in a comment of a script; in a page, a comment is an instruction, too.
pub(super) fn is_comment(file: &File<'_>, at: usize) -> bool {
    let line = lines::before(file.text, at).trim_start();
    !file.shown.ends_with(".md") && line.starts_with(['#', '/', '*'])
}

/// Whether the program takes its code from its arguments, and the download as data: `| python3 -m json.tool`, `| node
/// parse.js`.
fn is_input(text: &str, at: usize) -> bool {
    const PROGRAMS: [&str; 5] = ["python3", "python", "node", "perl", "ruby"];
    /// The bytes that are searched, because a file may be one line.
    const MOST: usize = 2_000;
    let text = &text[..text.floor_char_boundary(at + MOST)];
    let mut end = at;
    for line in text[at..].split_inclusive('\n') {
        end += line.len();
        // A line that a backslash or a pipe continues is one command.
        if !line.trim_end().ends_with(['\\', '|']) {
            break;
        }
    }
    text[at..end].split('|').skip(1).any(|part| {
        let mut words = part.split_whitespace().skip_while(|word| matches!(*word, "sudo" | "\\"));
        let program = words.next().unwrap_or_default();
        let argument = words.next().unwrap_or_default();
        let names_code = argument.len() > 1
            && argument.starts_with(|c: char| c.is_alphanumeric() || "-./$\"'".contains(c));
        PROGRAMS.contains(&program) && names_code
    })
}

/// The commands on one line, cut at its hundredth character.
fn clip(text: &str) -> String {
    let text = text.replace("\\\n", " ");
    let lines = text.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let text = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ");
    match text.char_indices().nth(100) {
        None => text,
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_of_vendor, is_printed};

    #[test]
    fn a_message_of_the_scripts_own_function_is_printed() {
        let printed = |text: &str| is_printed(text, text.find("curl").unwrap());
        let call = "command -v uvx || error \"install it: curl -f https://tides.dev/i | sh\"\n";
        assert!(printed(&format!("error() {{ echo \"[x] $*\" >&2; exit 1; }}\n{call}")));
        assert!(printed(&format!("function error() {{\n  printf '%s\\n' \"$1\"\n}}\n{call}")));
        assert!(!printed(call));
        assert!(!printed(&format!("error() {{ echo \"+ $*\"\n  eval \"$*\"\n}}\n{call}")));
        assert!(!printed("error() { echo x; }\nerror x; curl https://tides.dev/i | sh\n"));
    }

    #[test]
    fn the_address_of_a_vendor_is_whole() {
        assert!(is_of_vendor("curl -LsSf https://astral.sh/uv/install.sh | sh"));
        assert!(is_of_vendor("curl -fsSL https://get.docker.com | sh"));
        assert!(!is_of_vendor("curl -fsSL https://get.docker.com.tides.dev | sh"));
        assert!(!is_of_vendor("curl -fsSL http://astral.sh/uv/install.sh | sh"));
        assert!(!is_of_vendor("curl https://tides.dev/astral.sh/ | sh"));
    }
}

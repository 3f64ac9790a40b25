//! `download-piped-to-shell`, `decoded-text-executed`: text from elsewhere, or unreadable text, that a shell runs unseen.

use std::sync::OnceLock;

use contract::Level;
use regex::Regex;

use super::File;
use crate::lines;
use crate::report::Report;

struct Patterns {
    download: Regex,
    decoded: Regex,
}

fn patterns() -> &'static Patterns {
    static READ: OnceLock<Patterns> = OnceLock::new();
    READ.get_or_init(|| {
        let shell = r"(?:sudo\s+(?:-\S+\s+)*)?(?:/usr/bin/|/bin/)?(?:env\s+)?(?:ba|z|da|k)?sh(?-u:\b)";
        let code = format!(r"(?:{shell}|(?:sudo\s+)?(?:python3?|node|perl|ruby)(?-u:\b)(?:\s+-)?)");
        let download = format!(
            r#"(?:(?-u:\b)(?:curl|wget|fetch)\s[^|\n`;]*https?:[^|\n`;]*\|\s*{code})|(?:{shell}\s+(?:-c\s+)?["']?[<$]\(\s*(?:curl|wget)\s)|(?:(?-u:\b)(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)(?-u:\b)[^|\n]*\|\s*(?:iex|Invoke-Expression)(?-u:\b))"#
        );
        let decoded = format!(
            r#"(?:(?-u:\b)(?:base64\s+(?:-d|-D|--decode)|openssl\s+(?:enc|base64)\s[^|\n]*-d|xxd\s+-r)(?-u:\b)[^|\n]*\|\s*(?:(?:gunzip|gzip\s+-d|zcat|xz\s+-d)[^|\n]*\|\s*)?{code})|(?:(?-u:\b)(?:ba|z|da)?sh\s+(?:-c\s+)?["']?[<$]\(\s*(?:echo|printf|cat)\s[^)\n]*(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r))|(?:(?-u:\b)(?:powershell|pwsh)(?:\.exe)?\s[^\n]*-[eE](?:nc|ncodedCommand)?\s+[A-Za-z0-9+/=]{{40,}})|(?:(?-u:\b)exec\(\s*(?:zlib\.decompress\(|marshal\.loads\(|codecs\.decode\(|bytes\.fromhex\(|bytearray\.fromhex\())|(?:(?-u:\b)eval\s+["']?[$`]\(?[^)\n]*base64\s+(?:-d|-D|--decode))|(?:(?-u:\b)exec\(\s*(?:base64\.)?b64decode\()|(?:(?-u:\b)eval\(\s*(?:atob\(|Buffer\.from\([^)]*base64))"#
        );
        Patterns {
            download: Regex::new(&download).expect("invariant: it is a pattern"),
            decoded: Regex::new(&decoded).expect("invariant: it is a pattern"),
        }
    })
}

pub(super) fn check(file: &File<'_>, report: &mut Report) {
    let found = |pattern: &Regex| -> Vec<(usize, String)> {
        let all = pattern.find_iter(file.text);
        all.map(|found| (found.start(), clip(found.as_str()))).collect()
    };
    for (at, text) in found(&patterns().download) {
        if is_page(file.shown) && is_invented(&text)
            || is_printed(file.text, at)
            || is_comment(file, at)
            || is_input(file.text, at)
        {
            continue;
        }
        let message = format!("a download is run unchecked: `{text}`");
        file.at("download-piped-to-shell", at, message, report).advise(
            "download to a file, check its checksum, then run it; or name a package at a version",
        );
    }
    // A page beside SKILL.md may show code of an attack to teach it; an agent runs commands, not the code that a page shows.
    for (at, text) in found(&patterns().decoded) {
        if is_page(file.shown) && (text.starts_with("exec(") || text.starts_with("eval(")) {
            continue;
        }
        let message = format!("encoded text is decoded and run: `{text}`");
        let found = file.at("decoded-text-executed", at, message, report);
        found.advise("write the commands as they are");
        // Commands that a page beside SKILL.md shows are run less often.
        if is_page(file.shown) {
            found.at_level(Level::Warning);
        }
    }
}

/// Whether a file is a page beside SKILL.md.
pub(super) fn is_page(shown: &str) -> bool {
    shown.ends_with(".md") && !shown.ends_with("SKILL.md")
}

/// Whether a download is from a host that texts on attacks invent, or that stands for any.
fn is_invented(command: &str) -> bool {
    let host = command.split("://").nth(1).and_then(|rest| rest.split('/').next());
    let words = ["attacker", "evil", "malicious", "example.com", "example.org"];
    host.is_some_and(|host| words.iter().any(|word| host.contains(word)))
}

/// Whether the command stands in the words that an `echo` or `printf` prints: `echo "install it: curl … | sh"`.
pub(super) fn is_printed(text: &str, at: usize) -> bool {
    let line = lines::before(text, at);
    let printer = ["echo ", "printf ", "print(", "console.log("].iter();
    let printed = printer.filter_map(|word| line.rfind(word)).max();
    let words = printed.map(|start| &line[start..]);
    words
        .is_some_and(|words| ['"', '\''].iter().any(|quote| words.matches(*quote).count() % 2 == 1))
}

/// Whether it stands in a comment of a script; in a page a comment is an instruction, too.
pub(super) fn is_comment(file: &File<'_>, at: usize) -> bool {
    let line = lines::before(file.text, at).trim_start();
    !file.shown.ends_with(".md") && line.starts_with(['#', '/', '*'])
}

/// Whether the program that the download is given to takes its code from its own arguments, and the download as data:
/// `| python3 -m json.tool`, `| node parse.js`.
fn is_input(text: &str, at: usize) -> bool {
    const PROGRAMS: [&str; 5] = ["python3", "python", "node", "perl", "ruby"];
    let line = text[at..].split('\n').next().unwrap_or_default();
    let Some((_, behind)) = line.split_once('|') else { return false };
    let mut words = behind.split_whitespace().skip_while(|word| *word == "sudo");
    let program = words.next().unwrap_or_default();
    let argument = words.next().unwrap_or_default();
    let names_code = argument.len() > 1
        && argument.starts_with(|c: char| c.is_alphanumeric() || "-./$\"'".contains(c));
    PROGRAMS.contains(&program) && names_code
}

fn clip(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(100) {
        None => text,
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

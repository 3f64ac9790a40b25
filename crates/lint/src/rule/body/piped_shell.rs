//! `download-piped-to-shell`, `decoded-text-executed`: text from elsewhere, or unreadable text, that a shell runs unseen.

use std::sync::OnceLock;

use contract::Level;
use regex::Regex;

use super::File;
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
            r#"(?:(?-u:\b)base64\s+(?:-d|-D|--decode)(?-u:\b)[^|\n]*\|\s*{code})|(?:(?-u:\b)eval\s+["']?[$`]\(?[^)\n]*base64\s+(?:-d|-D|--decode))|(?:(?-u:\b)exec\(\s*(?:base64\.)?b64decode\()|(?:(?-u:\b)eval\(\s*(?:atob\(|Buffer\.from\([^)]*base64))"#
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
        let message = format!("a download is run unchecked: `{text}`");
        file.at("download-piped-to-shell", at, message, report).advise(
            "download to a file, check its checksum, then run it; or name a package at a version",
        );
    }
    for (at, text) in found(&patterns().decoded) {
        let message = format!("encoded text is decoded and run: `{text}`");
        let found = file.at("decoded-text-executed", at, message, report);
        found.advise("write the commands as they are");
        // A page beside SKILL.md may show an attack to teach it; nothing runs a page.
        if file.shown.ends_with(".md") && !file.shown.ends_with("SKILL.md") {
            found.at_level(Level::Warning);
        }
    }
}

fn clip(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(100) {
        None => text,
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

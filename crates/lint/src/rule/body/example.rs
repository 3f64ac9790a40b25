//! `example-json-comma`, `continuation-broken`, `secret-printed`: code blocks that an agent copies, and that fail or do harm
//! as they are.

use std::sync::OnceLock;

use regex::Regex;
use serde_json::Value;

use super::harm::{warns, words_before};
use super::on_page;
use crate::body::Page;
use crate::body::command::lines;
use crate::body::markdown::Block;
use crate::report::Report;

pub(super) fn check_page(page: &Page, report: &mut Report) {
    for block in &page.markdown.blocks {
        match block.language.as_str() {
            "json" => json(page, block, report),
            "bash" | "sh" | "shell" | "zsh" => {
                continuation(page, block, report);
                printed_secret(page, block, report);
            }
            _ => {}
        }
    }
}

/// A comma that is missing or surplus in a JSON text.
struct Comma {
    /// Where it is, or where it belongs.
    at: usize,
    /// Whether it has to go.
    is_surplus: bool,
}

/// JSON whose only defects are its commas. Everything else that no parser reads is taken for a fragment: `...`, `<name>`,
/// comments, words without quotes.
fn json(page: &Page, block: &Block, report: &mut Report) {
    /// Files with these names may have commas at the end.
    const LENIENT: [&str; 5] = ["tsconfig", "jsonc", "json5", ".vscode", "settings.json"];
    if serde_json::from_str::<Value>(&block.text).is_ok() {
        return;
    }
    let commas = commas(&block.text);
    let Some(first) = commas.first() else { return };
    if serde_json::from_str::<Value>(&repaired(&block.text, &commas)).is_err() {
        return;
    }
    let before = words_before(&page.text, block.start);
    if warns(before) || LENIENT.iter().any(|name| before.to_ascii_lowercase().contains(name)) {
        return;
    }
    let (message, advice) = match first.is_surplus {
        true => ("the JSON example has a comma before a closing bracket", "remove the comma"),
        false => ("the JSON example lacks a comma at the end of this line", "add the comma"),
    };
    let at = in_page(page, block, first.at);
    on_page("example-json-comma", page, at, message.to_owned(), report).advise(advice);
}

/// Surplus commas, and line ends behind a value without one.
fn commas(text: &str) -> Vec<Comma> {
    let mut commas = Vec::new();
    let mut last: Option<(usize, char)> = None;
    let (mut in_string, mut is_escaped, mut is_new_line) = (false, false, false);
    for (at, c) in text.char_indices() {
        if in_string {
            in_string = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
            last = Some((at, c));
            continue;
        }
        if c.is_whitespace() {
            is_new_line |= c == '\n';
            continue;
        }
        match (last, c) {
            (Some((at, ',')), '}' | ']') => commas.push(Comma { at, is_surplus: true }),
            (Some((at, end)), '"' | '{' | '[') if is_new_line && !"{[,:".contains(end) => {
                commas.push(Comma { at: at + end.len_utf8(), is_surplus: false });
            }
            _ => {}
        }
        in_string = c == '"';
        is_new_line = false;
        last = Some((at, c));
    }
    commas
}

/// The text with its commas mended.
fn repaired(text: &str, commas: &[Comma]) -> String {
    let mut mended = String::with_capacity(text.len() + commas.len());
    let mut start = 0;
    for comma in commas {
        mended.push_str(&text[start..comma.at]);
        start = comma.at + usize::from(comma.is_surplus);
        if !comma.is_surplus {
            mended.push(',');
        }
    }
    mended + &text[start..]
}

/// The place in the page of a byte of a block: in lists and quotes, the lines of a block lack what stands before them.
fn in_page(page: &Page, block: &Block, at: usize) -> usize {
    let before = &block.text[..at];
    let line = before.matches('\n').count();
    if line == 0 {
        return block.start + at;
    }
    let text = &page.text[block.start..];
    let Some((newline, _)) = text.match_indices('\n').nth(line - 1) else { return block.start };
    let start = newline + 1;
    let whole = text[start..].lines().next().unwrap_or_default();
    let code_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let code = block.text[code_start..].lines().next().unwrap_or_default();
    let indent = whole.len().saturating_sub(code.len());
    block.start + start + indent + (at - code_start)
}

/// A backslash that blanks or a comment follow: it escapes the blank, and the next line is a command of its own.
fn continuation(page: &Page, block: &Block, report: &mut Report) {
    let mut all = lines(block).peekable();
    while let Some((at, line)) = all.next() {
        let code = line.trim_end_matches('\r');
        let code = code
            .rfind('#')
            .filter(|at| code[..*at].ends_with([' ', '\t']))
            .map_or(code, |at| &code[..at]);
        let end = code.trim_end();
        let is_cut = end.len() < code.len()
            && end.strip_suffix('\\').is_some_and(|rest| rest.ends_with([' ', '\t']))
            && !end.trim_start().starts_with('#');
        // Only an option can't begin a command.
        let goes_on = all.peek().is_some_and(|(_, next)| next.trim_start().starts_with('-'));
        if is_cut && goes_on {
            let message = "the backslash is not the last character of its line, so the command ends here and the next line is run as a command";
            let at = in_page(page, block, at - block.start + end.len() - 1);
            on_page("continuation-broken", page, at, message.to_owned(), report)
                .advise("remove what follows the backslash; put comments above the command");
            return;
        }
    }
}

/// A command that does nothing but print a variable with a key.
fn printed_secret(page: &Page, block: &Block, report: &mut Report) {
    static READ: OnceLock<Regex> = OnceLock::new();
    let pattern = READ.get_or_init(|| {
        let name = "[A-Z][A-Z0-9_]*_?(?:API_KEY|TOKEN|SECRET|SECRET_KEY|PASSWORD|ACCESS_KEY)";
        let forms = format!(
            r#"^\s*(?:\$ )?(?:(?:echo|printf)\s(?:[^$`|;&<>#]*)\$(?:\{{({name})\}}|({name}))["\s]*|printenv\s+({name})\s*)(?:#.*)?$"#
        );
        Regex::new(&forms).expect("invariant: it is a pattern")
    });
    for (at, line) in lines(block) {
        let Some(found) = pattern.captures(line.trim_end_matches('\r')) else { continue };
        let Some(name) = (1..=3).find_map(|group| found.get(group)) else { continue };
        if warns(words_before(&page.text, block.start)) {
            return;
        }
        let name = name.as_str();
        let message =
            format!("the command prints the value of `{name}`: it stays in the agent's log");
        let advice = format!("test it without printing it: `[ -n \"${name}\" ] && echo set`");
        let at = in_page(page, block, at - block.start + line.len() - line.trim_start().len());
        on_page("secret-printed", page, at, message, report).advise(advice);
    }
}

//! `script-syntax` and `script-prompts` in Python scripts: what the interpreter refuses, and calls that wait for a person to type.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_python_parser::{ParseError, parse_module};

use super::{File, prompt};
use crate::report::Report;

/// Bytes of a script beyond which it is not parsed: each level of nesting takes stack and memory.
const LONGEST: usize = 128 << 10;
/// Stack for the deepest nesting that a script of [`LONGEST`] can hold, and for dropping its tree.
const STACK: usize = 256 << 20;

/// What a script holds that an agent must know.
enum Outcome {
    /// The interpreter refuses it: the byte and the reason.
    Refused { at: usize, reason: String },
    /// The first byte at which it waits for a person to type, where it does.
    Accepted { prompt: Option<usize> },
}

pub(super) fn check(path: &str, file: &File<'_>, report: &mut Report) {
    if !path.ends_with(".py") || file.text.len() > LONGEST {
        return;
    }
    match parsed(file.text) {
        Some(Outcome::Refused { .. }) if is_template(path, file.text) => {}
        Some(Outcome::Refused { at, reason }) => {
            let message = format!("the script is not valid Python: {reason}");
            file.at("script-syntax", at, message, report).advise(advice(file.text, at));
        }
        Some(Outcome::Accepted { prompt: Some(at) }) => {
            let line = file.text[at..].lines().next().unwrap_or_default();
            prompt::report(file, at, line, "sys.stdin.isatty()", report);
        }
        Some(Outcome::Accepted { prompt: None }) | None => {}
    }
}

/// A file that some program fills in before it is Python.
fn is_template(path: &str, text: &str) -> bool {
    path.contains("template") || ["{{", "{%", "<%"].iter().any(|mark| text.contains(mark))
}

fn advice(text: &str, at: usize) -> &'static str {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    match text[start..].trim_start().starts_with("print ") {
        true => "write it for Python 3: print(…)",
        false => "run `python3 -m py_compile FILE` and mend the line",
    }
}

/// Parses on a thread of its own: the parser and its tree are as deep as the script is nested.
fn parsed(text: &str) -> Option<Outcome> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, || outcome(text)).ok()?.join().ok()
    })
}

fn outcome(text: &str) -> Outcome {
    match parse_module(text) {
        Err(ParseError { error, location }) => Outcome::Refused {
            at: text.floor_char_boundary(location.start().to_usize().min(text.len())),
            reason: error.to_string(),
        },
        // It asks only where a person is there, or where the caller wants to be asked.
        Ok(_) if ["isatty", "--interactive"].iter().any(|word| text.contains(word)) => {
            Outcome::Accepted { prompt: None }
        }
        Ok(module) => Outcome::Accepted { prompt: first_prompt(text, module.tokens()) },
    }
}

/// The first call of `input` or `getpass`.
fn first_prompt(text: &str, tokens: &[Token]) -> Option<usize> {
    let own_input = text.contains("def input(");
    tokens.iter().enumerate().find_map(|(at, token)| {
        let (kind, range) = token.as_tuple();
        let word = &text[range.start().to_usize()..range.end().to_usize()];
        let is_prompt = (word == "input" && !own_input) || word == "getpass";
        let before = at.checked_sub(1).map(|before| tokens[before].kind());
        let called = tokens.get(at + 1).is_some_and(|next| next.kind() == TokenKind::Lpar);
        let is_method = before == Some(TokenKind::Dot) && word == "input";
        let is_definition = before == Some(TokenKind::Def);
        let asks = kind == TokenKind::Name && is_prompt && called && !is_method && !is_definition;
        asks.then(|| range.start().to_usize())
    })
}

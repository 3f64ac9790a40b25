//! JavaScript and TypeScript, with oxc's parser.

use oxc_allocator::Allocator;
use oxc_diagnostics::Severity;
use oxc_parser::Parser;
use oxc_span::SourceType;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::{Facts, Language, Prompt, Reading, compiled, unsaid_arguments, variables};

pub(super) fn read(path: &str, language: Language, text: &str) -> Reading {
    let mut refusals = sources(path, language).into_iter().map(|source| first_error(text, source));
    // node decides by package.json how it loads a file: a file that some way of loading accepts is
    // valid.
    match refusals.next().flatten() {
        Some(error) if refusals.all(|other| other.is_some()) => error,
        _ => Reading::Accepted(Facts {
            prompt: first_prompt(text).map(|at| Prompt::new(text, at)),
            environment: environment(text),
            unsaid_arguments: unsaid(text),
            comments: comments(path, language, text),
            ..Facts::default()
        }),
    }
}

/// `process.env.NAME` as a whole value: a default, a comparison or a condition handles a missing variable.
fn environment(text: &str) -> BTreeMap<String, usize> {
    static READ: OnceLock<regex::Regex> = OnceLock::new();
    let pattern = compiled(&READ, r"[=:(]\s*process\.env\.([A-Z][A-Z0-9_]+)[;,)]?\s*\n");
    let mut names = variables(text, pattern, &["//", "*", "/*"]);
    names.retain(|_, at| !crate::lines::before(text, *at).contains("if "));
    names
}

fn unsaid(text: &str) -> Option<usize> {
    static TAKEN: OnceLock<regex::Regex> = OnceLock::new();
    unsaid_arguments(text, compiled(&TAKEN, r"process\.argv(?:\[2\]\s*[;,)\n]|\.slice\(2\))"))
}

/// The ways to load the text.
fn sources(path: &str, language: Language) -> Vec<SourceType> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match (language, ending) {
        (Language::TypeScript, _) => vec![SourceType::ts()],
        (_, "mjs") => vec![SourceType::mjs()],
        (_, "cjs") => vec![SourceType::cjs()],
        _ => vec![SourceType::unambiguous(), SourceType::cjs(), SourceType::jsx()],
    }
}

fn first_error(text: &str, source: SourceType) -> Option<Reading> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, source).parse();
    // Loaders that run a text as a function's body accept `return` outside of functions.
    let errors = parsed.diagnostics.iter().filter(|error| {
        error.severity == Severity::Error && !error.message.starts_with("A 'return' statement")
    });
    let placed = errors.map(|error| {
        let at = error.labels.first().map_or(0, |label| label.span().start as usize);
        (text.floor_char_boundary(at.min(text.len())), error.message.to_string())
    });
    placed.min_by_key(|(at, _)| *at).map(|(at, reason)| Reading::Refused { at, reason })
}

/// The comments of a text that some way of loading accepts.
fn comments(path: &str, language: Language, text: &str) -> Vec<Range<usize>> {
    let accepted =
        sources(path, language).into_iter().find(|source| first_error(text, *source).is_none());
    let Some(source) = accepted else { return Vec::new() };
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, source).parse();
    let spans = parsed.program.comments.iter().map(|comment| comment.span);
    spans.map(|span| span.start as usize..span.end as usize).collect()
}

/// The first question of node's readline.
fn first_prompt(text: &str) -> Option<usize> {
    if ["isTTY", "--interactive"].iter().any(|word| text.contains(word)) {
        return None;
    }
    let has_readline =
        ["'readline", "\"readline", "node:readline"].iter().any(|name| text.contains(name));
    if !has_readline {
        return None;
    }
    text.find(".question(").map(|at| {
        text[..at]
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))
            .map_or(0, |at| at + 1)
    })
}

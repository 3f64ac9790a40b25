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
    // node decides by package.json how it loads a file: a file that some way of loading accepts is
    // valid.
    let mut first = None;
    for source in sources(path, language) {
        match comments(text, source, path.ends_with(".cjs")) {
            Ok(comments) => {
                return Reading::Accepted(Box::new(Facts {
                    prompt: first_prompt(text).map(|at| Prompt::new(text, at)),
                    environment: environment(text),
                    unsaid_arguments: unsaid(text),
                    comments,
                    ..Facts::default()
                }));
            }
            Err(error) => first = first.or(Some(error)),
        }
    }
    let (at, reason) = first.expect("invariant: there is a way to load each text");
    Reading::Refused { at, reason }
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

/// The comments of a text that is loaded this way, or its first error.
fn comments(
    text: &str,
    source: SourceType,
    is_cjs: bool,
) -> Result<Vec<Range<usize>>, (usize, String)> {
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
    if let Some(error) = placed.min_by_key(|(at, _)| *at) {
        return Err(error);
    }
    // node loads a `.cjs` file as CommonJS, whatever is in it.
    if source.is_commonjs() && is_cjs && parsed.module_record.has_module_syntax {
        let is_module_line =
            |(_, line): &(usize, &str)| line.starts_with("import") || line.starts_with("export");
        let at = crate::lines::each_line(text).find(is_module_line).map_or(0, |(at, _)| at);
        return Err((at, "`import` and `export` are not allowed in a .cjs file".to_owned()));
    }
    let spans = parsed.program.comments.iter().map(|comment| comment.span);
    Ok(spans.map(|span| span.start as usize..span.end as usize).collect())
}

/// The first question of node's readline, or of a library that asks.
fn first_prompt(text: &str) -> Option<usize> {
    if ["isTTY", "--interactive"].iter().any(|word| text.contains(word)) {
        return None;
    }
    // Libraries that only ask.
    static ASKED: OnceLock<regex::Regex> = OnceLock::new();
    let asked = compiled(&ASKED, r"(?-u:\b)(?:inquirer\.prompt|enquirer\.prompt)\(");
    if let Some(found) = asked.find(text) {
        return Some(found.start());
    }
    if ["'@inquirer/prompts", "\"@inquirer/prompts"].iter().any(|name| text.contains(name)) {
        static CALLED: OnceLock<regex::Regex> = OnceLock::new();
        let called = compiled(
            &CALLED,
            r"await\s+((?:input|select|confirm|checkbox|password|search|editor|number|rawlist)\()",
        );
        let call = called.captures(text).and_then(|found| found.get(1));
        return call.map(|call| call.start());
    }
    let has_readline =
        ["'readline", "\"readline", "node:readline"].iter().any(|name| text.contains(name));
    if !has_readline {
        return None;
    }
    text.find(".question(").map(|at| {
        let before = &text[..at];
        before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.').len()
    })
}

//! `instruction-override`: sentences that tell an agent to ignore other instructions.

use std::sync::OnceLock;

use regex::{Match, Regex};

use super::on_page;
use crate::body::Page;
use crate::entries::SKILL;
use crate::lines;
use crate::report::Report;

pub(super) fn check(page: &Page, report: &mut Report) {
    // Every agent reads the description, and no person sees a comment: both are checked like the
    // text.
    let head = lines::each_line(&page.text[..page.start]);
    let body = page.markdown.prose.iter().chain(&page.markdown.html);
    let body = body.map(|(at, text)| (*at, text.as_str()));
    for (at, text) in head.chain(body) {
        if let Some(found) = find(text).filter(|found| !is_listed(page, at + found.start())) {
            on_page("instruction-override", page, at + found.start(), message(&found), report)
                .advise(ADVICE);
        }
    }
}

/// Whether it is in a table of a page beside SKILL.md: such tables list examples of attacks.
fn is_listed(page: &Page, at: usize) -> bool {
    let line = lines::before(&page.text, at);
    page.path != SKILL && line.trim_start().starts_with('|')
}

/// The advice.
pub(crate) const ADVICE: &str = "say what the skill does instead; put an example into quotes";

/// The sentence that gives the instruction, unless it is in quotes: a text about defence against it quotes it.
pub(crate) fn find(text: &str) -> Option<Match<'_>> {
    static OVERRIDE: OnceLock<Regex> = OnceLock::new();
    let pattern = OVERRIDE.get_or_init(|| {
        Regex::new(
            r"(?i)(?-u:\b)(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier|system|original)\s+(?:instructions?|prompts?|rules|guidelines|messages?)|(?-u:\b)do\s+not\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to)\s+the\s+user(?:\s*[.!,;]|\s+(?:about|anything|of\s+this|this|that\s+(?:you|this)|what\s+you|you)(?-u:\b))",
        )
        .expect("invariant: it is a pattern")
    });
    pattern.find(text).filter(|found| {
        !is_quoted(text, found) && !names_setting(text, found) && !is_described(text, found)
    })
}

/// Whether the words are in quotes: a quote opens before them and closes after them.
fn is_quoted(text: &str, found: &Match<'_>) -> bool {
    let before = lines::before(text, found.start());
    let after = text[found.end()..].split('\n').next().unwrap_or_default();
    let is_open = |quote: char| before.matches(quote).count() % 2 == 1 && after.contains(quote);
    let is_curly =
        before.rfind('\u{201c}') > before.rfind('\u{201d}') && after.contains('\u{201d}');
    before.trim_end().ends_with(['"', '\u{201c}', '\'', '`'])
        || is_open('"')
        || is_open('`')
        || is_curly
}

/// Whether the words say what somebody else does: "a prompt to override the system prompt". "You need to ignore …" asks
/// the agent.
fn is_described(text: &str, found: &Match<'_>) -> bool {
    const DENIES: [&str; 5] = ["never", "not", "don't", "cannot", "can't"];
    const ASKS: [&str; 9] =
        ["need", "have", "want", "ought", "remember", "sure", "instructed", "told", "required"];
    let before = &text[text.floor_char_boundary(found.start().saturating_sub(100))..found.start()];
    let mut words = before.split_whitespace().rev();
    // "Never ignore previous instructions" asks for the opposite.
    if words.clone().next().is_some_and(|word| DENIES.contains(&word.to_lowercase().as_str())) {
        return true;
    }
    let describes = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        !ASKS.contains(&word.as_str())
    };
    // Text is read by lines: what stands before the first word of one is not known here.
    words.next() == Some("to") && words.next().is_none_or(describes)
}

/// Whether the words are part of a longer phrase: "override system prompt settings".
fn names_setting(text: &str, found: &Match<'_>) -> bool {
    let next = text[found.end()..].split_whitespace().next().unwrap_or_default();
    let next = next.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    matches!(
        next.as_str(),
        "setting"
            | "settings"
            | "config"
            | "configuration"
            | "option"
            | "options"
            | "template"
            | "templates"
            | "file"
            | "files"
            | "field"
            | "flag"
    )
}

/// The message of a finding.
pub(crate) fn message(found: &Match<'_>) -> String {
    format!("the text asks an agent to ignore its other instructions: {:?}", found.as_str())
}

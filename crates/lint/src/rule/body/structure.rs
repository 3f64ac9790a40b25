//! `body-empty`, `fence-unclosed`, `placeholder-text`: what a template or a slip of the keyboard leaves in the text.

use super::on_page;
use crate::body::{Body, Page};
use crate::report::Report;
use contract::Pointer;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let first = &body.pages[0];
    let text = first.text[first.start..].lines();
    if text.map(str::trim).all(|line| line.is_empty() || line.starts_with('#')) {
        let message =
            "the body is empty: an agent that loads the skill learns only its description";
        on_page("body-empty", first, first.start, message.to_owned(), report)
            .advise("write what to do, step by step");
    }
    for page in &body.pages {
        if let Some(at) = page.markdown.unclosed_fence {
            let message = "the code fence that begins here is not closed";
            on_page("fence-unclosed", page, at, message.to_owned(), report).advise(
                "close it with a line of the same marks; the rest of the page reads as code",
            );
        }
    }
    placeholder(body, first, report);
}

/// Words that templates ask their reader to replace. Whole lines or bracketed words only: a skill may well speak of
/// to-do lists.
fn placeholder(body: &Body<'_>, page: &Page, report: &mut Report) {
    const TEMPLATE: [&str; 10] = [
        "[todo",
        "todo:",
        "[insert ",
        "[your ",
        "lorem ipsum dolor",
        "replace with description",
        "[describe ",
        "[add ",
        "replace this ",
        "this is a placeholder",
    ];
    // In a description the word alone says it.
    let description = body.description.as_ref().map(|(at, text)| (*at, text.as_str()));
    let begins_so = |text: &str| text.trim().to_ascii_lowercase().starts_with("todo");
    let unwritten = description.filter(|(_, text)| begins_so(text));
    let unwritten = unwritten.map(|(at, text)| (at, text, "todo:"));
    let prose = page.markdown.prose.iter().map(|(at, text)| (page.position(*at), text.as_str()));
    let placed = description.into_iter().chain(prose);
    let left = placed.filter_map(|(position, text)| {
        let line = text.trim().to_ascii_lowercase();
        let word = TEMPLATE.into_iter().find(|word| line.starts_with(word))?;
        Some((position, text, word.trim()))
    });
    if let Some((position, text, word)) = unwritten.into_iter().chain(left).next() {
        let message = format!("template text is left in: {word:?} begins {text:?}");
        report
            .place("placeholder-text", page.shown.clone(), position, Pointer::root(), message)
            .advise("write what belongs there, or remove it");
    }
}

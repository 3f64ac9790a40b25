//! `body-empty`, `fence-unclosed`, `placeholder-text`: what a template or a slip of the keyboard leaves in the text.

use super::on_page;
use crate::body::{Body, Page};
use crate::report::Report;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let first = &body.pages[0];
    let text = first.text[first.start..].lines();
    if text.map(str::trim).all(|line| line.is_empty() || line.starts_with('#')) {
        let message = "the body says nothing: an agent that loads the skill learns no more than its description";
        on_page("body-empty", first, first.start, message.to_owned(), report)
            .advise("write what to do, step by step");
    }
    for page in &body.pages {
        if let Some(at) = page.markdown.unclosed_fence {
            let message = "the code fence that begins here is never closed";
            on_page("fence-unclosed", page, at, message.to_owned(), report)
                .advise("close it with a line of the same marks; all behind it reads as code");
        }
    }
    placeholder(first, report);
}

/// Words that templates ask their reader to replace. Whole lines or bracketed words only: a skill may well speak of
/// to-do lists.
fn placeholder(page: &Page, report: &mut Report) {
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
    for (at, text) in &page.markdown.prose {
        let line = text.trim().to_ascii_lowercase();
        let Some(word) = TEMPLATE.iter().find(|word| line.starts_with(**word)) else {
            continue;
        };
        let message = format!("template text is left in: {:?} begins {text:?}", word.trim());
        on_page("placeholder-text", page, *at, message, report)
            .advise("write what belongs there, or take it out");
        return;
    }
}

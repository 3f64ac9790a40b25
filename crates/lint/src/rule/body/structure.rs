//! `body-empty`, `fence-unclosed`, `merge-conflict`, `placeholder-text`: leftovers of templates and editing.

use std::collections::BTreeSet;

use super::link::is_copied;
use super::on_page;
use crate::body::{Body, Page};
use crate::lines;
use crate::report::Report;
use contract::Pointer;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    let first = &body.pages[0];
    let text = first.text[first.start..].lines();
    let is_seen = |line: &str| !line.is_empty() && !line.starts_with('#');
    // HTML comments are not text.
    let comments = first.markdown.html.iter().flat_map(|(_, html)| html.lines()).map(str::trim);
    let comments: BTreeSet<&str> = match first.markdown.prose.is_empty() {
        true => comments.collect(),
        false => BTreeSet::new(),
    };
    if !text.map(str::trim).any(|line| is_seen(line) && !comments.contains(line)) {
        let message =
            "the body is empty: an agent that loads the skill learns only its description";
        on_page("body-empty", first, first.start, message.to_owned(), report)
            .advise("write what to do, step by step");
    }
    for page in &body.pages {
        if let Some(at) = page.markdown.unclosed_fence {
            let stray = page.markdown.stray_fence.filter(|stray| *stray <= at);
            let cut = page.markdown.cut_fence.filter(|cut| cut.at < at);
            match cut.filter(|cut| stray.is_none_or(|stray| cut.at < stray)) {
                // The fence to mend is the outer one, and not the last that is left over.
                Some(cut) => {
                    let message = format!(
                        "the code fence that begins here ends at line {}, where the fence inside of it ends; the one at line {} is then never closed",
                        page.position(cut.closed_at).line,
                        page.position(at).line,
                    );
                    on_page("fence-unclosed", page, cut.at, message, report)
                        .known_as("cut")
                        .advise("give the outer fence more marks than the inner ones: ````");
                }
                None if let Some(stray) = stray => {
                    let message = "the code fence closes nothing: the text behind it reads as code, and the code as text";
                    on_page("fence-unclosed", page, stray, message.to_owned(), report)
                        .known_as("stray")
                        .advise("open the code above it with a fence, or remove this one");
                }
                None => {
                    let message = "the code fence that begins here is not closed";
                    on_page("fence-unclosed", page, at, message.to_owned(), report).advise(
                        "close it with a line of the same marks; the rest of the page reads as code",
                    );
                }
            }
        }
        if let Some(at) = conflict(page) {
            let message = "a merge conflict is left in: an agent reads both versions";
            on_page("merge-conflict", page, at, message.to_owned(), report)
                .advise("keep one version, and remove the lines of <<<<<<<, ======= and >>>>>>>");
        }
    }
    placeholder(body, first, report);
    for page in body.pages[1..].iter().filter(|page| !is_copied(page)) {
        unwritten(page, report);
    }
}

/// A paragraph of a linked page that somebody wanted to write: the other template words are what such pages may be about.
fn unwritten(page: &Page, report: &mut Report) {
    let mut prose = page.markdown.prose.iter();
    // "TODO: expand once there is a second case" is a plan with a condition.
    let is_plan =
        |line: &str| [" once ", " when ", " after ", " if "].iter().any(|word| line.contains(word));
    let is_left = |line: &str| line.trim_start().starts_with("TODO: ") && !is_plan(line);
    let begins_line = |at: usize| lines::before(&page.text, at).trim().is_empty();
    if let Some((at, _)) = prose.find(|(at, text)| is_left(text) && begins_line(*at)) {
        let message = "a paragraph is left to write: the line begins with \"TODO:\"";
        on_page("placeholder-text", page, *at, message.to_owned(), report)
            .advise("write what belongs there, or remove it");
    }
}

/// The offset of git's three conflict marks, each alone on its line and in order. Code blocks may show them.
fn conflict(page: &Page) -> Option<usize> {
    const MARKS: [&str; 3] = ["<<<<<<< ", "=======", ">>>>>>> "];
    let (mut first, mut next, mut start) = (None, 0, 0);
    for line in page.text.split_inclusive('\n') {
        let is_mark = match next {
            1 => line.trim_end() == MARKS[1],
            _ => line.starts_with(MARKS[next]),
        };
        if is_mark && !page.markdown.is_in_block(start) {
            first = first.or(Some(start));
            next += 1;
            if next == MARKS.len() {
                return first;
            }
        }
        start += line.len();
    }
    None
}

/// Prefixes of template placeholders, in any case.
const TEMPLATE: [&str; 10] = [
    "[todo",
    "[insert ",
    "[your ",
    "lorem ipsum dolor",
    "replace with description",
    "[describe ",
    "[add ",
    "replace this ",
    "this is a placeholder",
    "[what this skill ",
];

fn placeholder(body: &Body<'_>, page: &Page, report: &mut Report) {
    let description = body.description.as_ref().map(|(at, text)| (*at, text.as_str()));
    // In a description, the word alone is enough.
    let unwritten =
        description.filter(|(_, text)| begins_with_todo(text)).map(|(at, _)| (at, "TODO"));
    let described = description.and_then(|(at, text)| Some((at, template_word(text)?)));
    // The place is only computed for the first one.
    let in_prose = || {
        let mut prose = page.markdown.prose.iter();
        prose.find_map(|(at, text)| Some((page.position(*at), template_word(text)?)))
    };
    if let Some((position, word)) = unwritten.or(described).or_else(in_prose) {
        let message = format!("template text is left in: the line begins with {word:?}");
        report
            .place("placeholder-text", page.shown.clone(), position, Pointer::root(), message)
            .advise("write what belongs there, or remove it");
    }
}

/// The template words at the start of a line. Whole lines only: a skill may be about to-do lists, or about
/// placeholders.
fn template_word(line: &str) -> Option<&'static str> {
    let line = line.trim();
    if line.starts_with("TODO:") {
        return Some("TODO:");
    }
    if matches!(line, "TBD" | "TBD." | "TBA" | "TODO") {
        return Some("TBD");
    }
    // A variable of a template in capitals: `{{SKILL_NAME}}`.
    let name = line.strip_prefix("{{").and_then(|rest| rest.split("}}").next());
    let is_name = |name: &str| {
        name.trim().len() > 3 && name.trim().chars().all(|c| c.is_ascii_uppercase() || c == '_')
    };
    if line.contains("}}") && name.is_some_and(is_name) {
        return Some("{{");
    }
    let line = line.to_ascii_lowercase();
    TEMPLATE.into_iter().find(|word| line.starts_with(word)).map(str::trim)
}

/// Whether a text begins with the word in capitals: `Todo list manager` and `Todoist` are names.
fn begins_with_todo(text: &str) -> bool {
    let rest = text.trim_start().strip_prefix("TODO");
    rest.is_some_and(|rest| {
        !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-')
    })
}

//! `fence-escaped`, `comment-unclosed`: marks of Markdown and HTML that don't do what their author meant.

use super::on_page;
use crate::body::{Body, Page};
use crate::lines::each_line;
use crate::report::Report;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for page in &body.pages {
        escaped_fence(page, report);
        unclosed_comment(page, report);
    }
}

/// Fences with a backslash before each mark, as a template string of JavaScript leaves them. Code blocks may show them.
fn escaped_fence(page: &Page, report: &mut Report) {
    let is_escaped = |line: &str| {
        let marks = line.trim_start_matches([' ', '\t', '>']);
        marks.starts_with("\\`\\`\\`") || marks.starts_with("\\```")
    };
    let mut fences = each_line(&page.text)
        .map(|(at, line)| (at + line.len() - line.trim_start_matches([' ', '\t', '>']).len(), line))
        .filter(|(at, line)| {
            *at >= page.start && is_escaped(line) && !page.markdown.is_in_block(*at)
        });
    let Some((at, _)) = fences.next() else { return };
    let count = 1 + fences.count();
    let message = format!(
        "the code fence has backslashes before its marks, so it opens no code block (lines like this in the page: {count})"
    );
    on_page("fence-escaped", page, at, message, report).advise("remove the backslashes: ```");
}

/// The last comment, if nothing behind it ends it.
fn unclosed_comment(page: &Page, report: &mut Report) {
    let mut html = page.markdown.html.iter().rev();
    let last = html.find_map(|(at, html)| Some(at + html.rfind("<!--")?));
    // The pieces of HTML lack the marks of lists and quotes around them, so the end is looked for in the text.
    let Some(at) = last.filter(|at| !page.text[*at..].contains("-->")) else { return };
    let message = "the HTML comment that begins here is not closed: the rest of the page is hidden";
    on_page("comment-unclosed", page, at, message.to_owned(), report).advise("close it with -->");
}

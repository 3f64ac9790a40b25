//! `anchor-missing`: links to a heading that no page of the skill has.

use std::collections::BTreeSet;

use super::link::is_copied;
use super::on_page;
use crate::body::markdown;
use crate::body::path::Target;
use crate::body::{Body, Page};
use crate::report::Report;
use crate::similar;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for page in body.pages.iter().filter(|page| !is_copied(page)) {
        let mut seen = BTreeSet::new();
        for (at, link) in &page.markdown.links {
            if link.contains('#') && seen.insert(link) {
                judge(body, page, *at, link, report);
            }
        }
    }
}

fn judge(body: &Body<'_>, page: &Page, at: usize, link: &str, report: &mut Report) {
    let Some((path, name)) = link.split_once('#') else { return };
    let Some(target) = target(body, page, path) else { return };
    let anchors = &target.markdown.anchors;
    // Anchors of lines of code belong to the code host.
    let is_line = name.starts_with('L') && name[1..].starts_with(|c: char| c.is_ascii_digit());
    let is_sample = name.is_empty() || name.contains(['<', '{', '$', '%']) || anchors.is_empty();
    let name = name.to_lowercase();
    if is_line || is_sample || anchors.contains(&name) || is_line_of(target, &name) {
        return;
    }
    let of = if path.is_empty() { "this page".to_owned() } else { format!("{path:?}") };
    let message = format!("the link {link:?} leads to no heading of {of}");
    let is_counted = report.is_full("anchor-missing", &page.shown);
    let near = if is_counted { None } else { nearest(&name, anchors) };
    on_page("anchor-missing", page, at, message, report).about(link).advise(match near {
        Some(near) => format!("did you mean \"#{near}\"?"),
        None => "name a heading that is there, or remove the part behind #".to_owned(),
    });
}

/// The linked page, if it was read.
fn target<'b>(body: &'b Body<'_>, page: &'b Page, path: &str) -> Option<&'b Page> {
    if path.is_empty() {
        return Some(page);
    }
    let path = Target::read(path, page, body).found()?;
    body.pages.iter().find(|page| page.path == path)
}

/// Whether a line that looks like the heading exists nevertheless: after a fence that closes another one too early.
fn is_line_of(page: &Page, name: &str) -> bool {
    let names = page.heading_lines.get_or_init(|| {
        let lines = page.text.lines().filter_map(|line| line.trim_start().strip_prefix('#'));
        lines.map(|words| markdown::anchor(words.trim_start_matches('#'))).collect()
    });
    names.contains(name)
}

/// A name that differs only in dashes, else in a few letters.
fn nearest<'a>(name: &str, anchors: &'a BTreeSet<String>) -> Option<&'a str> {
    let bare = |name: &str| name.replace(['-', '_'], "");
    let wanted = bare(name);
    let same = anchors.iter().map(String::as_str).find(|known| bare(known) == wanted);
    same.or_else(|| {
        let near = similar::affordable(name, anchors.iter().map(String::as_str));
        similar::nearest(name, near, 3)
    })
}

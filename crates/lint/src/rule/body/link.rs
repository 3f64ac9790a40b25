//! `link-missing`, `link-case`, `link-outside`: links of the text that lead to no file of the skill.

use std::collections::BTreeSet;

use super::on_page;
use crate::body::path::{Target, nearest};
use crate::body::{Body, Page};
use crate::report::Report;

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for page in body.pages.iter().filter(|page| !is_copied(page)) {
        let mut seen = BTreeSet::new();
        for (at, link) in &page.markdown.links {
            if seen.insert(link) && !is_sample(link) {
                judge(body, page, *at, link, report);
            }
        }
    }
}

/// Pages that the skill copies into other places, where their links lead somewhere.
fn is_copied(page: &Page) -> bool {
    ["templates/", "assets/", "examples/"].iter().any(|folder| page.path.starts_with(folder))
}

/// A link that stands for one: `[text](url)`, `[title](link)`.
fn is_sample(link: &str) -> bool {
    let path = link.split(['#', '?']).next().unwrap_or_default();
    !path.contains('/') && !path.contains('.')
}

fn judge(body: &Body<'_>, page: &Page, at: usize, link: &str, report: &mut Report) {
    let complete = body.entries.complete;
    match Target::read(link, page, body.entries) {
        Target::Missing(_) if complete => {
            let message = format!("the link {link:?} leads to no file of the skill");
            let found = on_page("link-missing", page, at, message, report);
            found.advise(match nearest(link, body.entries) {
                Some(near) => format!("did you mean {near:?}?"),
                None => "add the file, or take the link out".to_owned(),
            });
        }
        Target::OtherCase { written, actual } => {
            let message = format!("the link {written:?} has another case than the file {actual:?}");
            on_page("link-case", page, at, message, report).advise(format!("write {actual:?}"));
        }
        Target::Outside(path) if stands(body, page, &path) == Some(false) => {
            let message = format!("the link {path:?} leads nowhere");
            on_page("link-missing", page, at, message, report)
                .advise("mend the path, or take the link out");
        }
        Target::Outside(path) => {
            let message = format!("the link {path:?} leads out of the skill's folder");
            on_page("link-outside", page, at, message, report)
                .advise("put a copy into the skill: it is installed without the folders around it");
        }
        _ => {}
    }
}

/// Whether something stands where a link leads that leaves the skill's folder.
fn stands(body: &Body<'_>, page: &Page, path: &str) -> Option<bool> {
    let from_page = format!("{}/{path}", page.folder());
    let found =
        [from_page.trim_start_matches('/'), path].map(|at| body.entries.content.stands_outside(at));
    match found {
        [Some(false), Some(false)] => Some(false),
        [Some(true), _] | [_, Some(true)] => Some(true),
        _ => None,
    }
}

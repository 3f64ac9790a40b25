//! `link-missing`, `link-case`, `link-outside`: links of the text to files that the skill lacks.

use std::collections::BTreeSet;

use contract::Level;

use super::on_page;
use crate::body::context::{self, Mention};
use crate::body::path::{BUNDLED, Target, nearest};
use crate::body::{Body, Page};
use crate::entries::Kind;
use crate::entries::SKILL;
use crate::lines;
use crate::report::{Report, ReportedFinding};

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for page in body.pages.iter().filter(|page| !is_copied(page)) {
        let mut seen = BTreeSet::new();
        for (at, link) in &page.markdown.links {
            let is_cut = page.markdown.is_behind_cut_fence(*at);
            if !is_cut && seen.insert(link) && !is_sample(link) && !is_of_text(body, link) {
                judge(body, page, *at, link, report);
            }
        }
        for (at, code) in &page.markdown.codes {
            let is_linked = page.markdown.linked_codes.contains(at);
            let is_named = is_reference(code) || is_listed(body, page, *at, code);
            if is_named && !is_linked && seen.insert(code) {
                named(body, page, *at, code, report);
            }
        }
    }
}

/// A file in the standard's folder for pages, as the only text in backticks.
fn is_reference(code: &str) -> bool {
    let path = code.strip_prefix("./").unwrap_or(code);
    let is_page = path.rsplit_once('.').is_some_and(|(_, ending)| ending == "md");
    path.starts_with("references/") && is_page && !path.contains(char::is_whitespace)
}

/// A file of another folder of the skill, in a list that names another file of that folder, which exists.
fn is_listed(body: &Body<'_>, page: &Page, at: usize, code: &str) -> bool {
    let path = code.strip_prefix("./").unwrap_or(code);
    let folder = ["examples/", "templates/", "data/", "docs/"];
    let Some(folder) = folder.into_iter().find(|folder| path.starts_with(folder)) else {
        return false;
    };
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if !is_file || path.contains(|c: char| c.is_whitespace() || "*<>{}$".contains(c)) {
        return false;
    }
    /// The longest line that is read as an item.
    const LONGEST: usize = 500;
    let line = at - lines::before(&page.text, at).len();
    if at - line > LONGEST {
        return false;
    }
    let is_item = |line: &str| {
        ["- ", "* ", "+ ", "| "].iter().any(|mark| line.trim_start().starts_with(mark))
    };
    let names_other = |line: &str| {
        is_item(line)
            && line.split('`').any(|name| {
                let name = name.strip_prefix("./").unwrap_or(name);
                name != path && name.starts_with(folder) && body.entries.is_file(name)
            })
    };
    let above = page.text[..line].lines().next_back().unwrap_or_default();
    let below = page.text[line..].lines().nth(1).unwrap_or_default();
    let mut near = [above, below].into_iter().filter(|near| near.len() <= LONGEST);
    is_item(lines::around(&page.text, at)) && near.any(names_other)
}

fn named(body: &Body<'_>, page: &Page, at: usize, code: &str, report: &mut Report) {
    let Target::Missing(path) = Target::read(code, page, body) else { return };
    // Without the folder, the text describes another skill, or what the agent will write, unless it says to read the page; so do
    // pages beside SKILL.md, and "the x skill's `references/y.md`".
    let line = lines::before(&page.text, at);
    let of_another = context::is_of_others(page, at, code, Mention::Name)
        || line.contains("SKILL.md)")
        || names_skill_before(line)
        || body.entries.content.plugin_holds(&path);
    let is_own = body.entries.kind("references").is_some()
        || !path.starts_with("references/")
        || tells_to_read(line);
    if !body.entries.complete || !is_own || of_another || page.path != SKILL {
        return;
    }
    let message = format!("the text names {code:?}, and the skill has no such file");
    missing(body, page, at, &path, message, report);
}

/// Whether the words before a path tell the agent to read it: "Read `references/x.md`", "for details see `references/x.md`".
fn tells_to_read(line: &str) -> bool {
    let before = line.trim_end_matches('`').trim_end().to_ascii_lowercase();
    let mut words =
        before.rsplit(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let last =
        words.by_ref().find(|word| !matches!(*word, "the" | "file" | "page" | "also" | "to"));
    let is_verb =
        matches!(last, Some("read" | "see" | "load" | "open" | "consult" | "follow" | "refer"));
    // "If it exists, read", "don't read", "they read".
    let is_other = words.take(6).any(|word| {
        matches!(
            word,
            "if" | "not" | "never" | "don" | "exists" | "project" | "repo" | "users" | "they"
        )
    });
    is_verb && !is_other
}

/// Whether the text names a skill just before a path: "`rag-architect` (`references/x.md`)".
fn names_skill_before(line: &str) -> bool {
    let before = line.strip_suffix('`').unwrap_or(line).trim_end_matches([' ', '(', ',', ':']);
    let Some(name) = before.strip_suffix('`').and_then(|text| text.rsplit('`').next()) else {
        return false;
    };
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-:/".contains(c);
    name.contains(['-', ':']) && !name.is_empty() && name.chars().all(is_word)
}

/// A finding with the probable name, which is only computed if the finding is listed.
fn missing<'r>(
    body: &Body<'_>,
    page: &Page,
    at: usize,
    path: &str,
    message: String,
    report: &'r mut Report,
) -> &'r mut ReportedFinding {
    let is_counted = report.is_full("link-missing", &page.shown);
    let above = format!("../{path}");
    let stands_above = !is_counted && body.entries.content.stands_outside(&above) == Some(true);
    let near = if is_counted { None } else { nearest(path, body.entries) };
    let found = on_page("link-missing", page, at, message, report).lacks(path).advise(match near {
        // From a page in a folder, one `../` leads to the skill's folder, and not out of it.
        _ if stands_above => {
            let up = "../".repeat(page.path.matches('/').count());
            format!("did you mean \"{up}{above}\"?")
        }
        Some(near) => format!("did you mean {near:?}?"),
        None => "add the file, or remove the link".to_owned(),
    });
    // A copy of a project's README has the links of the project.
    match is_readme(page) {
        true => found.at_level(Level::Info),
        false => found,
    }
}

/// Pages that the skill copies to other places, where their links are valid.
pub(super) fn is_copied(page: &Page) -> bool {
    is_copied_path(&page.path) || page.path.starts_with("examples/")
}

/// Files that the agent copies into another project, where its people use them.
pub(super) fn is_copied_path(path: &str) -> bool {
    ["templates/", "assets/"].iter().any(|folder| path.starts_with(folder))
}

/// A placeholder link: `[text](url)`, `[title](link)`.
fn is_sample(link: &str) -> bool {
    let path = link.split(['#', '?']).next().unwrap_or_default();
    !path.contains('/') && !path.contains('.')
}

/// Brackets and parentheses of a text that are no link: `[0,2,4](MON/WED/FRI)`.
fn is_of_text(body: &Body<'_>, link: &str) -> bool {
    let first = link.split('/').next().unwrap_or_default();
    !link.contains(['.', '#']) && !BUNDLED.contains(&first) && body.entries.kind(first).is_none()
}

/// A path in a hidden folder that the skill doesn't have: a project keeps its notes and settings there.
fn is_of_project(body: &Body<'_>, link: &str) -> bool {
    let first = link.split('/').next().unwrap_or_default();
    first.len() > 2
        && first.starts_with('.')
        && first != "..."
        && body.entries.kind(first).is_none()
}

/// A page for people who look at the repository.
fn is_readme(page: &Page) -> bool {
    let name = page.path.rsplit('/').next().unwrap_or_default();
    name.to_ascii_lowercase().starts_with("readme")
}

fn judge(body: &Body<'_>, page: &Page, at: usize, link: &str, report: &mut Report) {
    let complete = body.entries.complete;
    if is_of_project(body, link) {
        return;
    }
    match Target::read(link, page, body) {
        Target::Missing(path) if complete && !context::is_conditional_link(page, at, link) => {
            let message = format!("the link {link:?} leads to no file of the skill");
            missing(body, page, at, &path, message, report).about(link);
        }
        Target::OtherCase { written, actual } => {
            let message = format!("the link {written:?} has another case than the file {actual:?}");
            on_page("link-case", page, at, message, report).advise(format!("write {actual:?}"));
        }
        Target::Found(path)
            if matches!(body.entries.kind(&path), Some(Kind::Link { dangling: true, .. })) =>
        {
            let message =
                format!("the link {link:?} leads to a symbolic link whose target is missing");
            on_page("link-missing", page, at, message, report)
                .advise("put the file into the skill in place of the symbolic link");
        }
        Target::Other
            if let Some(path) =
                link.strip_prefix('/').filter(|path| body.entries.is_file(path)) =>
        {
            let message = format!(
                "the link {link:?} begins at the root of the disk, and the file is in the skill"
            );
            on_page("link-missing", page, at, message, report).advise(format!("write {path:?}"));
        }
        Target::Other if let Some(path) = with_slashes(body, page, link) => {
            let message =
                format!("the link {link:?} has backslashes: only Windows finds the file {path:?}");
            on_page("link-missing", page, at, message, report)
                .advise(format!("write {:?}", link.replace('\\', "/")));
        }
        Target::Found(path) if leaves_tree(body, &path) => {
            let message =
                format!("the file {path:?} is a link out of the repository: it was not read");
            on_page("link-outside", page, at, message, report)
                .advise("put a copy into the skill: it is installed without what stands around it")
                .at_level(Level::Warning);
        }
        Target::Outside(path) if stands(body, page, &path) == Some(false) => {
            if context::is_conditional_link(page, at, link) {
                return;
            }
            let message = format!("the link {path:?} leads nowhere");
            on_page("link-missing", page, at, message, report)
                .lacks(&path)
                .about(&path)
                .advise("fix the path, or remove the link");
        }
        // Files that are installed together find each other.
        Target::Outside(path) if in_plugin(body, page, &path) => {}
        Target::Outside(_) if is_readme(page) => {}
        Target::Outside(path) => {
            let message = format!("the link {path:?} leads out of the skill's folder");
            on_page("link-outside", page, at, message, report)
                .about(&path)
                .advise("put a copy into the skill: it is installed without the folders around it");
        }
        _ => {}
    }
}

/// The file of the skill that a link with backslashes means.
fn with_slashes(body: &Body<'_>, page: &Page, link: &str) -> Option<String> {
    if !link.contains('\\') {
        return None;
    }
    Target::read(&link.replace('\\', "/"), page, body).found()
}

/// Whether a file of the skill is a link to a file that is not read.
fn leaves_tree(body: &Body<'_>, path: &str) -> bool {
    let is_link = matches!(body.entries.kind(path), Some(Kind::Link { dangling: false, .. }));
    is_link && body.entries.content.read(path).is_err()
}

/// Whether a link out of the skill's folder leads to a part of the same plugin.
fn in_plugin(body: &Body<'_>, page: &Page, path: &str) -> bool {
    let from_page = format!("{}/{path}", page.folder());
    let content = body.entries.content;
    [from_page.trim_start_matches('/'), path].iter().any(|at| content.stands_in_plugin(at))
}

/// Whether the target of a link out of the skill's folder exists.
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

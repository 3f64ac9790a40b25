//! The text of a skill beyond its frontmatter: the body of SKILL.md, the Markdown files that it leads to, and the scripts
//! that they run.

pub(crate) mod command;
pub(crate) mod markdown;
pub(crate) mod path;

use std::collections::{BTreeMap, BTreeSet};

use contract::{Pointer, Position};

use crate::entries::{Entries, Kind};
use crate::frontmatter::Skill;
use crate::package::SKILL;
use crate::report::Report;
use crate::rule::body as rules;
use crate::script::Script;
use crate::suppress;
use command::Run;
use markdown::Markdown;

/// Markdown files of one skill that are followed beyond SKILL.md.
const MOST_FILES: usize = 500;
/// Bytes of a file beyond which its text is not read for findings.
const LONGEST: usize = 2 << 20;

/// One text file of a skill, with its Markdown read.
pub(crate) struct Page {
    /// The path inside the skill.
    pub(crate) path: String,
    /// The path as findings show it.
    pub(crate) shown: String,
    /// The whole text.
    pub(crate) text: String,
    /// Where the Markdown begins in the text: behind the frontmatter.
    pub(crate) start: usize,
    /// Links, code and headings; offsets count from the first byte of `text`.
    pub(crate) markdown: Markdown,
    /// The scripts that its code runs, in order.
    pub(crate) runs: Vec<Run>,
}

impl Page {
    fn read(path: &str, shown: String, text: String, start: usize) -> Page {
        let markdown = Markdown::read(&text, start);
        let runs = command::runs(&markdown);
        Page { path: path.to_owned(), shown, text, start, markdown, runs }
    }

    /// The line and column of a byte of the text.
    pub(crate) fn position(&self, at: usize) -> Position {
        crate::source::end_of(&self.text[..at])
    }

    /// The folder that relative links of this page begin at.
    pub(crate) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// A skill with all its pages: what the rules of the body look at.
pub(crate) struct Body<'e> {
    /// Names, kinds and contents of the skill's folder.
    pub(crate) entries: &'e Entries<'e>,
    /// SKILL.md first, then the Markdown files that it leads to, in the order in which they are named.
    pub(crate) pages: Vec<Page>,
    /// The text files that are scripts by their ending or first line, by path.
    pub(crate) scripts: BTreeMap<String, Script>,
    /// The description in the frontmatter, and where it stands.
    pub(crate) description: Option<(Position, String)>,
}

/// Checks the body of a skill whose frontmatter was read.
pub(crate) fn check(entries: &Entries<'_>, skill: &Skill<'_>, report: &mut Report) {
    let start = skill.text.len() - skill.body.len();
    let first = Page::read(SKILL, skill.source.path.clone(), skill.text.to_owned(), start);
    let pointer = Pointer::root().push("description");
    let description = skill.source.get(&pointer).and_then(|value| value.as_str());
    let description =
        description.map(|text| (skill.source.document.locate(&pointer), text.to_owned()));
    let mut body = Body { entries, pages: vec![first], scripts: BTreeMap::new(), description };
    body.follow();
    body.read_scripts();
    rules::check(&body, report);
    for page in &body.pages[1..] {
        suppress::in_markdown(&page.shown, &page.text, report);
    }
    for (path, script) in &body.scripts {
        suppress::in_comments(&entries.shown(path), &script.text, &["#", "//"], report);
    }
}

impl Body<'_> {
    /// Reads the Markdown files that the pages lead to, each once.
    fn follow(&mut self) {
        let mut seen = BTreeSet::from([SKILL.to_owned()]);
        let mut at = 0;
        while at < self.pages.len() && self.pages.len() < MOST_FILES {
            let page = &self.pages[at];
            let mut next = Vec::new();
            for (_, target) in page.markdown.mentions() {
                let bare = target.split('#').next().unwrap_or_default();
                if !bare.trim_end_matches(['.', ':', ')']).to_ascii_lowercase().ends_with(".md") {
                    continue;
                }
                let Some(path) = path::Target::read(target, page, self.entries).found() else {
                    continue;
                };
                if seen.insert(path.clone()) {
                    next.push(path);
                }
            }
            for path in next {
                if let Some(text) = self.text(&path) {
                    let shown = self.entries.shown(&path);
                    self.pages.push(Page::read(&path, shown, text, 0));
                }
            }
            at += 1;
        }
    }

    fn read_scripts(&mut self) {
        const ENDINGS: [&str; 12] =
            ["sh", "bash", "zsh", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "ps1", "php"];
        let paths: Vec<String> = self.own_files().cloned().collect();
        let mut left = MOST_FILES;
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or_default();
            let ending = name.rsplit_once('.').map(|(_, ending)| ending);
            let may_be = ending.is_none_or(|ending| ENDINGS.contains(&ending));
            if left == 0 || !may_be {
                continue;
            }
            let Some(text) = self.text(&path) else { continue };
            if ending.is_some() || text.starts_with("#!") {
                left -= 1;
                let script = Script::read(&path, text);
                self.scripts.insert(path, script);
            }
        }
    }

    /// The text files of this skill that are neither pages nor scripts, each read when it is asked for.
    pub(crate) fn data_files(&self) -> impl Iterator<Item = (&String, String)> {
        let is_read = |path: &String| {
            self.scripts.contains_key(path) || self.pages.iter().any(|page| page.path == *path)
        };
        let settings = self.entries.kinds.iter().filter(|(path, kind)| {
            let name = path.rsplit('/').next().unwrap_or_default();
            **kind == Kind::File && name.starts_with(".env") && !path.contains("node_modules/")
        });
        let files = self.own_files().chain(settings.map(|(path, _)| path));
        let texts = files.filter(move |path| !is_read(path)).take(MOST_FILES);
        texts.filter_map(|path| Some((path, self.text(path).filter(|text| !text.contains('\0'))?)))
    }

    /// The Markdown of this skill that no page leads to, but the file itself: README.md, and pages that name each other.
    pub(crate) fn unread_pages(&self, except: &str) -> Vec<String> {
        let is_read = |path: &str| self.pages.iter().any(|page| page.path == path);
        let files = self.own_files().filter(|path| path.ends_with(".md") && *path != except);
        files
            .filter(|path| !is_read(path))
            .take(MOST_FILES)
            .filter_map(|path| self.text(path))
            .collect()
    }

    /// The regular files of this skill: not those of a skill further down, of installed packages or of tools.
    pub(crate) fn own_files(&self) -> impl Iterator<Item = &String> {
        let nested: Vec<&str> =
            self.entries.kinds.keys().filter_map(|path| path.strip_suffix("/SKILL.md")).collect();
        let files = self.entries.kinds.iter().filter(|(_, kind)| **kind == Kind::File);
        files.map(|(path, _)| path).filter(move |path| {
            let below = |folder: &&str| {
                path.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'))
            };
            let foreign = path.split('/').any(|part| {
                part.starts_with('.')
                    || matches!(
                        part,
                        "node_modules" | "venv" | "__pycache__" | "vendor" | "target" | "dist"
                    )
            });
            !foreign && !nested.iter().any(below)
        })
    }

    /// The text of a regular file; none where it is no UTF-8, too long or unreadable.
    fn text(&self, path: &str) -> Option<String> {
        let bytes = self.entries.content.read(path).ok().filter(|bytes| bytes.len() <= LONGEST)?;
        String::from_utf8(bytes).ok()
    }
}

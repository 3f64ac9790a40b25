//! The text of a skill after its frontmatter: the body of SKILL.md, its linked Markdown files, and the scripts that
//! they run.

pub(crate) mod command;
pub(crate) mod context;
pub(crate) mod markdown;
pub(crate) mod path;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use contract::{Lines, Pointer, Position};

use crate::entries::{Entries, Kind, SKILL};
use crate::script::Script;
use crate::skill::Skill;
use command::Run;
use markdown::Markdown;

/// The maximum numbers of linked Markdown files, scripts and other text files of one skill.
const MOST_FILES: usize = 500;
/// The maximum total sizes of a skill's pages and of its other files.
const MOST_BYTES: [usize; 2] = [8 << 20, 64 << 20];
/// The maximum size of a page that is parsed as Markdown.
const LONGEST_PAGE: usize = 1 << 20;
/// The maximum size of another text file.
const LONGEST: usize = 2 << 20;

/// The extensions of scripts.
const SCRIPT_ENDINGS: [&str; 12] =
    ["sh", "bash", "zsh", "py", "js", "mjs", "cjs", "ts", "rb", "pl", "ps1", "php"];

/// Whether the first bytes of a file are those of a program, an image or a film: an eighth of them are no text.
fn is_binary(start: &[u8]) -> bool {
    let is_control =
        |byte: &&u8| **byte < 0x20 && !matches!(**byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    start.iter().filter(is_control).count() * 8 > start.len()
}

/// Whether a file begins with the mark of UTF-16, in which PowerShell's scripts may be.
fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])
}

fn from_utf_16(bytes: &[u8]) -> String {
    let is_little = bytes.starts_with(&[0xff, 0xfe]);
    let units = bytes[2..].chunks_exact(2).map(|pair| match is_little {
        true => u16::from_le_bytes([pair[0], pair[1]]),
        false => u16::from_be_bytes([pair[0], pair[1]]),
    });
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// One text file of a skill, with its parsed Markdown.
pub(crate) struct Page {
    /// The path inside the skill.
    pub(crate) path: String,
    /// The path in findings.
    pub(crate) shown: String,
    /// The whole text.
    pub(crate) text: String,
    /// The offset of the Markdown: after the frontmatter.
    pub(crate) start: usize,
    /// Links, code and headings; offsets count from the first byte of `text`.
    pub(crate) markdown: Markdown,
    /// The scripts that its code runs, in order.
    pub(crate) runs: Vec<Run>,
    /// The offsets of its lines.
    pub(crate) lines: Lines,
    /// The lines that look like headings, as names of anchors; computed for the first link without a matching
    /// heading.
    pub(crate) heading_lines: OnceCell<BTreeSet<String>>,
}

impl Page {
    pub(crate) fn read(path: &str, shown: String, text: String, start: usize) -> Page {
        // A page that is too long has a finding; its text is still searched by rules for any text.
        let markdown = match text.len() > LONGEST_PAGE {
            true => Markdown::default(),
            false => Markdown::read(&text, start),
        };
        let runs = command::runs(&markdown);
        let (lines, heading_lines) = (Lines::default(), OnceCell::new());
        Page { path: path.to_owned(), shown, text, start, markdown, runs, lines, heading_lines }
    }

    /// The line and column of a byte of the text.
    pub(crate) fn position(&self, at: usize) -> Position {
        self.lines.position(&self.text, at)
    }

    /// The base folder of the page's relative links.
    pub(crate) fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// The readable content of a file.
pub(crate) enum Text {
    /// Its text.
    Read(String),
    /// Not text, or unreadable.
    None,
    /// Too many bytes: its size, and the number of bytes that are read.
    TooLong(usize, usize),
}

/// A kind of files of which a skill has more than are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CutOff {
    /// Markdown files.
    Pages,
    /// Scripts.
    Scripts,
}

impl CutOff {
    /// Its name in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CutOff::Pages => "pages",
            CutOff::Scripts => "scripts",
        }
    }
}

/// A skill with all its pages, for the rules about the body.
pub(crate) struct Body<'e> {
    /// Names, types and contents of the skill's folder.
    pub(crate) entries: &'e Entries<'e>,
    /// SKILL.md first, then its linked Markdown files, in the order of the links.
    pub(crate) pages: Vec<Page>,
    /// The text files that are scripts by extension or first line, by path.
    pub(crate) scripts: BTreeMap<String, Script>,
    /// The frontmatter.
    pub(crate) skill: &'e Skill<'e>,
    /// The description in the frontmatter, and its place.
    pub(crate) description: Option<(Position, String)>,
    /// Pages and scripts that are too long, with their size and the limit.
    pub(crate) too_long: Vec<(String, usize, usize)>,
    /// Kinds of files that exceed a limit of numbers.
    pub(crate) cut_off: BTreeSet<CutOff>,
    /// Paths of the skill by their lower-case form, computed for the first missing path.
    pub(crate) by_lower_case: OnceCell<BTreeMap<String, String>>,
    /// The result of [`Body::unread_pages`], computed for the first rule that needs it.
    unread_pages: OnceCell<Vec<(String, String)>>,
}

impl<'e> Body<'e> {
    /// Reads the pages and scripts of a skill whose frontmatter was read.
    pub(crate) fn read(entries: &'e Entries<'e>, skill: &'e Skill<'e>) -> Body<'e> {
        let start = skill.text.len() - skill.body.len();
        let first = Page::read(SKILL, skill.source.path.clone(), skill.text.to_owned(), start);
        let pointer = Pointer::root().push("description");
        let description = skill.source.get(&pointer).and_then(|value| value.as_str());
        let description =
            description.map(|text| (skill.source.document.locate(&pointer), text.to_owned()));
        let mut body = Body {
            entries,
            skill,
            pages: vec![first],
            scripts: BTreeMap::new(),
            description,
            too_long: Vec::new(),
            cut_off: BTreeSet::new(),
            by_lower_case: OnceCell::new(),
            unread_pages: OnceCell::new(),
        };
        if skill.text.len() > LONGEST_PAGE {
            body.too_long.push((SKILL.to_owned(), skill.text.len(), LONGEST_PAGE));
        }
        body.follow();
        body.read_scripts();
        body
    }
}

impl Body<'_> {
    /// Reads the Markdown files that the pages link to, each once.
    fn follow(&mut self) {
        let mut seen = BTreeSet::from([SKILL.to_owned()]);
        let mut left = MOST_BYTES[0];
        let mut at = 0;
        while at < self.pages.len() {
            for path in self.led_to(&self.pages[at], &mut seen) {
                if self.pages.len() > MOST_FILES || left == 0 {
                    self.cut_off.insert(CutOff::Pages);
                    return;
                }
                match self.text(&path, LONGEST_PAGE) {
                    Text::Read(text) => {
                        left = left.saturating_sub(text.len());
                        let shown = self.entries.shown(&path);
                        self.pages.push(Page::read(&path, shown, text, 0));
                    }
                    Text::TooLong(bytes, most) => self.too_long.push((path, bytes, most)),
                    Text::None => {}
                }
            }
            at += 1;
        }
    }

    /// The new Markdown files that a page names.
    fn led_to(&self, page: &Page, seen: &mut BTreeSet<String>) -> Vec<String> {
        let mut words = BTreeSet::new();
        let mut next = Vec::new();
        for (_, target) in page.markdown.mentions() {
            let bare = target.split('#').next().unwrap_or_default();
            let is_page =
                bare.trim_end_matches(['.', ':', ')']).to_ascii_lowercase().ends_with(".md");
            if !is_page || !words.insert(bare) {
                continue;
            }
            let Some(path) = path::Target::read(target, page, self).found() else { continue };
            if seen.insert(path.clone()) {
                next.push(path);
            }
        }
        next
    }

    fn read_scripts(&mut self) {
        let paths: Vec<String> = self.own_files().cloned().collect();
        let mut left = (MOST_FILES, MOST_BYTES[1]);
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or_default();
            let ending = name.rsplit_once('.').map(|(_, ending)| ending);
            let may_be = ending.is_none_or(|ending| SCRIPT_ENDINGS.contains(&ending));
            if !may_be {
                continue;
            }
            if left.0 == 0 || left.1 == 0 {
                self.cut_off.insert(CutOff::Scripts);
                return;
            }
            let text = match self.text(&path, LONGEST) {
                Text::Read(text) => text,
                Text::TooLong(bytes, most) if ending.is_some() => {
                    self.too_long.push((path, bytes, most));
                    continue;
                }
                _ => continue,
            };
            left.1 = left.1.saturating_sub(text.len());
            if ending.is_some() || text.starts_with("#!") {
                left.0 -= 1;
                let script = Script::read(&path, text);
                self.scripts.insert(path, script);
            }
        }
    }

    /// The files of this skill that are neither pages nor scripts, each read on demand.
    pub(crate) fn data_files(&self) -> impl Iterator<Item = (&String, Text)> {
        let is_read = |path: &String| {
            self.scripts.contains_key(path)
                || self.pages.iter().any(|page| page.path == *path)
                || self.too_long.iter().any(|(known, ..)| known == path)
        };
        let settings = self.entries.kinds.iter().filter(|(path, kind)| {
            let name = path.rsplit('/').next().unwrap_or_default();
            **kind == Kind::File && name.starts_with(".env") && !path.contains("node_modules/")
        });
        let files = self.own_files().chain(settings.map(|(path, _)| path));
        let mut left = (MOST_FILES, MOST_BYTES[1]);
        let files = files.filter(move |path| !is_read(path));
        files.map_while(move |path| {
            (left.0 > 0 && left.1 > 0).then_some(())?;
            let text = self.text(path, LONGEST);
            left.0 -= 1;
            if let Text::Read(text) = &text {
                left.1 = left.1.saturating_sub(text.len());
            }
            Some((path, text))
        })
    }

    /// How many of the skill's files of this kind were read, as text.
    pub(crate) fn read_count(&self, what: CutOff) -> String {
        let (read, endings) = match what {
            CutOff::Pages => (self.pages.len(), &["md"][..]),
            CutOff::Scripts => (self.scripts.len(), &SCRIPT_ENDINGS[..]),
        };
        let all = self.own_files().filter(|path| {
            path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
        });
        format!("{read} of {} were", all.count())
    }

    /// The Markdown files of this skill that no page links to, with their paths: README.md, and pages that link to
    /// each other. Called after all pages are read.
    pub(crate) fn unread_pages(&self) -> &[(String, String)] {
        self.unread_pages.get_or_init(|| self.read_other_pages())
    }

    /// The pages of the skill and its other Markdown.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let pages = self.pages.iter().map(|page| &page.text);
        pages.chain(self.unread_pages().iter().map(|(_, text)| text))
    }

    fn read_other_pages(&self) -> Vec<(String, String)> {
        let is_read = |path: &str| self.pages.iter().any(|page| page.path == path);
        let files = self.own_files().filter(|path| path.ends_with(".md") && !is_read(path));
        let mut left = MOST_BYTES[0];
        let texts = files.take(MOST_FILES).filter_map(|path| match self.text(path, LONGEST_PAGE) {
            Text::Read(text) => Some((path.clone(), text)),
            _ => None,
        });
        let within = texts.take_while(|(_, text)| {
            let fits = left > 0;
            left = left.saturating_sub(text.len());
            fits
        });
        within.collect()
    }

    /// The regular files of this skill, without those of nested skills, installed packages and tools.
    pub(crate) fn own_files(&self) -> impl Iterator<Item = &String> {
        let nested: BTreeSet<&str> =
            self.entries.kinds.keys().filter_map(|path| path.strip_suffix("/SKILL.md")).collect();
        let files = self.entries.kinds.iter().filter(|(_, kind)| **kind == Kind::File);
        files.map(|(path, _)| path).filter(move |path| {
            let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
            let is_nested = folders.any(|folder| nested.contains(folder));
            let foreign = path.split('/').any(|part| {
                part.starts_with('.')
                    || matches!(
                        part,
                        "node_modules" | "venv" | "__pycache__" | "vendor" | "target" | "dist"
                    )
            });
            !foreign && !is_nested
        })
    }

    /// The text of a regular file of at most `most` bytes. Agents and interpreters read pages and scripts although a few bytes are
    /// no text, so rules get them, too, with replacement characters.
    fn text(&self, path: &str, most: usize) -> Text {
        let Ok(bytes) = self.entries.content.read(path) else { return Text::None };
        let ending = path.rsplit_once('.').map(|(_, ending)| ending);
        let is_named_text =
            ending.is_some_and(|ending| ending == "md" || SCRIPT_ENDINGS.contains(&ending));
        if is_named_text && is_utf_16(&bytes) && bytes.len() <= most {
            return Text::Read(from_utf_16(&bytes));
        }
        let start = &bytes[..bytes.len().min(1 << 13)];
        if !is_named_text && start.contains(&0) || is_binary(start) {
            return Text::None;
        }
        if bytes.len() > most {
            return Text::TooLong(bytes.len(), most);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Text::Read(text),
            Err(error) if is_named_text => {
                Text::Read(String::from_utf8_lossy(error.as_bytes()).into_owned())
            }
            Err(_) => Text::None,
        }
    }

    /// The path of the skill that differs only in case.
    pub(crate) fn in_other_case(&self, path: &str) -> Option<&String> {
        let known = self.by_lower_case.get_or_init(|| {
            let paths = self.entries.kinds.keys();
            paths.map(|path| (path.to_ascii_lowercase(), path.clone())).collect()
        });
        known.get(&path.to_ascii_lowercase())
    }
}

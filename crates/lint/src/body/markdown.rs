//! Links, code and headings of a Markdown text, each with its place.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A piece of text and the byte at which it begins in its file.
pub(crate) type Placed = (usize, String);

/// A code block: the language behind the fence, and its text.
pub(crate) struct Block {
    /// The first word behind the fence, lower case; empty where there is none.
    pub(crate) language: String,
    /// The first byte of the code.
    pub(crate) start: usize,
    /// The code.
    pub(crate) text: String,
}

/// What was read of a Markdown text.
#[derive(Default)]
pub(crate) struct Markdown {
    /// Targets of links and images, as they stand.
    pub(crate) links: Vec<Placed>,
    /// Inline code, without its backticks.
    pub(crate) codes: Vec<Placed>,
    /// Code blocks.
    pub(crate) blocks: Vec<Block>,
    /// Text outside of code, by line or less.
    pub(crate) prose: Vec<Placed>,
    /// HTML, comments included, by block: nobody sees a comment but who reads the file itself.
    pub(crate) html: Vec<Placed>,
    /// Names that links can lead to behind `#`: of headings, and of elements with an `id` or a `name`.
    pub(crate) anchors: BTreeSet<String>,
    /// The fence that is never closed.
    pub(crate) unclosed_fence: Option<usize>,
}

impl Markdown {
    /// Reads `text` from byte `start` on.
    pub(crate) fn read(text: &str, start: usize) -> Markdown {
        let mut markdown = Markdown::default();
        let mut block: Option<Block> = None;
        let mut heading: Option<String> = None;
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        for (event, range) in Parser::new_ext(&text[start..], options).into_offset_iter() {
            let range = range.start + start..range.end + start;
            if let (Some(words), Event::Text(part) | Event::Code(part)) = (&mut heading, &event) {
                words.push_str(part);
            }
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let words = heading.take().unwrap_or_default();
                    add_heading(&mut markdown.anchors, &words);
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    let at = text[range.clone()]
                        .rfind(&*dest_url)
                        .map_or(range.start, |at| range.start + at);
                    markdown.links.push((at, dest_url.into_string()));
                }
                Event::Code(code) => {
                    let at =
                        text[range.clone()].find(&*code).map_or(range.start, |at| range.start + at);
                    markdown.codes.push((at, code.into_string()));
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    if matches!(kind, CodeBlockKind::Fenced(_)) && is_unclosed(text, &range) {
                        markdown.unclosed_fence = Some(range.start);
                    }
                    block = Some(Block {
                        language: language(&kind),
                        start: range.start,
                        text: String::new(),
                    });
                }
                Event::End(TagEnd::CodeBlock) => markdown.blocks.extend(block.take()),
                Event::Text(part) => match &mut block {
                    Some(block) => {
                        if block.text.is_empty() {
                            block.start = range.start;
                        }
                        block.text.push_str(&part);
                    }
                    None => append(&mut markdown.prose, range.start, &part),
                },
                Event::Html(part) | Event::InlineHtml(part) => {
                    markdown.anchors.extend(element_names(&part));
                    append(&mut markdown.html, range.start, &part);
                }
                _ => {}
            }
        }
        markdown
    }

    /// All that may name a file: link targets, and the words of code.
    pub(crate) fn mentions(&self) -> impl Iterator<Item = (usize, &str)> {
        let links = self.links.iter().map(|(at, target)| (*at, target.as_str()));
        let codes = self.codes.iter().flat_map(|(at, code)| words(*at, code));
        let blocks = self.blocks.iter().flat_map(|block| words(block.start, &block.text));
        links.chain(codes).chain(blocks)
    }
}

/// Adds the name of a heading as GitHub makes it, with a number where it is there already. `## Title {#name}` has both.
fn add_heading(anchors: &mut BTreeSet<String>, words: &str) {
    if let Some((_, name)) = words.trim_end_matches('}').rsplit_once("{#") {
        anchors.insert(name.trim().to_lowercase());
    }
    let name = anchor(words);
    let numbered = (1..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    anchors.extend(names.find(|name| !anchors.contains(name)));
}

/// A heading's words as the name of an anchor.
pub(crate) fn anchor(words: &str) -> String {
    let kept = words.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The values of `id` and `name` in HTML.
fn element_names(html: &str) -> Vec<String> {
    let mut names = Vec::new();
    for key in ["id=", "name="] {
        for (at, _) in html.match_indices(key) {
            let value = html[at + key.len()..].trim_start_matches(['"', '\'']);
            let end = value.find(['"', '\'', ' ', '>', '/']).unwrap_or(value.len());
            names.push(value[..end].to_lowercase());
        }
    }
    names
}

/// Adds a piece of text to the one that it continues, else on its own: `[Insert steps]` comes in three pieces.
fn append(pieces: &mut Vec<Placed>, start: usize, text: &str) {
    match pieces.last_mut() {
        Some((first, last)) if *first + last.len() == start => last.push_str(text),
        _ => pieces.push((start, text.to_owned())),
    }
}

/// The words of code, split at blanks and quotes.
pub(crate) fn words(start: usize, text: &str) -> impl Iterator<Item = (usize, &str)> {
    let separator = |c: char| c.is_whitespace() || "\"'`()[],;=|&".contains(c);
    text.split(separator)
        .filter(|word| !word.is_empty())
        .map(move |word| (start + (word.as_ptr() as usize - text.as_ptr() as usize), word))
}

fn language(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Fenced(info) => {
            let word = info.split([' ', ',', '{', '\t']).next().unwrap_or_default();
            word.to_ascii_lowercase()
        }
        CodeBlockKind::Indented => String::new(),
    }
}

/// Whether a fenced block runs to the end of the text without its closing fence.
fn is_unclosed(text: &str, range: &Range<usize>) -> bool {
    if !text[range.end..].trim().is_empty() {
        return false;
    }
    let block = text[range.clone()].trim_end();
    let open = block.trim_start();
    let Some(mark) = open.chars().next() else { return false };
    let length = open.chars().take_while(|c| *c == mark).count();
    let last = block.lines().last().unwrap_or_default().trim_start_matches([' ', '\t', '>']);
    let closes = last.chars().all(|c| c == mark) && last.chars().count() >= length;
    !(closes && block.lines().count() > 1)
}

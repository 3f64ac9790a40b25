//! Links, code and headings of a Markdown text, each with its place.

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
    /// The fence that is never closed.
    pub(crate) unclosed_fence: Option<usize>,
}

impl Markdown {
    /// Reads `text` from byte `start` on.
    pub(crate) fn read(text: &str, start: usize) -> Markdown {
        let mut markdown = Markdown::default();
        let mut block: Option<Block> = None;
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        for (event, range) in Parser::new_ext(&text[start..], options).into_offset_iter() {
            let range = range.start + start..range.end + start;
            match event {
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

//! Links, code and headings of a Markdown text, with their places.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

/// A piece of text and its byte offset in the file.
pub(crate) type Placed = (usize, String);

/// A code block: its language and its text.
pub(crate) struct Block {
    /// The first word after the fence, lower case; empty if there is none.
    pub(crate) language: String,
    /// The first byte of the code.
    pub(crate) start: usize,
    /// The code.
    pub(crate) text: String,
}

/// The parsed Markdown of a text.
#[derive(Default)]
pub(crate) struct Markdown {
    /// Targets of links and images, as written.
    pub(crate) links: Vec<Placed>,
    /// Inline code, without its backticks.
    pub(crate) codes: Vec<Placed>,
    /// The offsets of inline code that is the text of a link: the link says where it leads.
    pub(crate) linked_codes: BTreeSet<usize>,
    /// Code blocks.
    pub(crate) blocks: Vec<Block>,
    /// Text outside of code, in lines or smaller pieces.
    pub(crate) prose: Vec<Placed>,
    /// HTML by block, including comments, which are only visible in the file itself.
    pub(crate) html: Vec<Placed>,
    /// Names of anchors: of headings, and of elements with an `id` or a `name`.
    pub(crate) anchors: BTreeSet<String>,
    /// The numbers of each ordered list as written, with the offset of each item; lists end in the order of the vector.
    pub(crate) numbered: Vec<Vec<(usize, u32)>>,
    /// The unclosed fence.
    pub(crate) unclosed_fence: Option<usize>,
    /// The first fence that another one inside of it closed: with as many marks, an inner fence ends the outer one.
    pub(crate) cut_fence: Option<CutFence>,
    /// The first fence of those without a language that open what reads as text: the code that it closes has no beginning.
    pub(crate) stray_fence: Option<usize>,
}

/// A fence that ends before its author meant it to.
#[derive(Clone, Copy)]
pub(crate) struct CutFence {
    /// The first byte of the outer fence.
    pub(crate) at: usize,
    /// The first byte of the line that closes it.
    pub(crate) closed_at: usize,
}

impl Markdown {
    /// Parses `text` from byte `start` on.
    pub(crate) fn read(text: &str, start: usize) -> Markdown {
        let mut markdown = Markdown::default();
        let mut block: Option<Block> = None;
        let mut heading: Option<String> = None;
        let mut numbers = BTreeMap::new();
        let mut in_link = false;
        let mut lists: Vec<Vec<(usize, u32)>> = Vec::new();
        // The first of the last blocks whose fences look like closing ones.
        let mut closing: Option<usize> = None;
        let end = text.trim_end().len();
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
                    add_heading(&mut markdown.anchors, &mut numbers, &words);
                }
                Event::Start(
                    Tag::Link { dest_url, link_type, .. } | Tag::Image { dest_url, link_type, .. },
                ) if link_type != LinkType::Email => {
                    in_link = true;
                    let at = target_at(text, &range, link_type, &dest_url);
                    markdown.links.push((at, dest_url.into_string()));
                }
                Event::End(TagEnd::Link | TagEnd::Image) => in_link = false,
                Event::Start(Tag::List(_)) => lists.push(Vec::new()),
                Event::Start(Tag::Item) => {
                    if let (Some(list), Some(number)) =
                        (lists.last_mut(), item_number(&text[range.clone()]))
                    {
                        list.push((range.start, number));
                    }
                }
                Event::End(TagEnd::List(is_ordered)) => {
                    let list = lists.pop().unwrap_or_default();
                    if is_ordered {
                        markdown.numbered.push(list);
                    }
                }
                Event::Code(code) => {
                    let at =
                        text[range.clone()].find(&*code).map_or(range.start, |at| range.start + at);
                    if in_link {
                        markdown.linked_codes.insert(at);
                    }
                    markdown.codes.push((at, code.into_string()));
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    if matches!(kind, CodeBlockKind::Fenced(_)) && is_unclosed(&text[..end], &range)
                    {
                        markdown.unclosed_fence = Some(range.start);
                    }
                    block = Some(Block {
                        language: language(&kind),
                        start: range.start,
                        text: String::new(),
                    });
                }
                Event::End(TagEnd::CodeBlock) => {
                    if markdown.stray_fence.is_none() {
                        let code = &text[range.clone()];
                        closing = closing.filter(|_| may_close(code));
                        closing = closing.or_else(|| may_close(code).then_some(range.start));
                        markdown.stray_fence = closing.filter(|_| holds_text(code));
                    }
                    if markdown.cut_fence.is_none() {
                        markdown.cut_fence = cut_fence(text, &range);
                    }
                    markdown.blocks.extend(block.take());
                }
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
                    markdown.links.extend(element_links(range.start, &part));
                    append(&mut markdown.html, range.start, &part);
                }
                _ => {}
            }
        }
        markdown
    }

    /// Whether a byte is behind a fence that another one inside of it closed: what was meant as code reads as text there, and
    /// the fence has its finding.
    pub(crate) fn is_behind_cut_fence(&self, byte: usize) -> bool {
        let wrong = self.cut_fence.map(|cut| cut.at).into_iter().chain(self.stray_fence).min();
        self.unclosed_fence.is_some() && wrong.is_some_and(|at| at < byte)
    }

    /// Whether a byte of the file is in a code block.
    pub(crate) fn is_in_block(&self, byte: usize) -> bool {
        let mut blocks = self.blocks.iter();
        blocks.any(|block| (block.start..block.start + block.text.len()).contains(&byte))
    }

    /// Whether a byte of the file is in inline code.
    pub(crate) fn is_in_code(&self, byte: usize) -> bool {
        let next = self.codes.partition_point(|(at, _)| *at <= byte);
        let code = next.checked_sub(1).map(|last| &self.codes[last]);
        code.is_some_and(|(at, code)| byte < at + code.len())
    }

    /// Everything that may name a file: link targets, and the words of code.
    pub(crate) fn mentions(&self) -> impl Iterator<Item = (usize, &str)> {
        let links = self.links.iter().map(|(at, target)| (*at, target.as_str()));
        let codes = self.codes.iter().flat_map(|(at, code)| words(*at, code));
        let blocks = self.blocks.iter().flat_map(|block| words(block.start, &block.text));
        links.chain(codes).chain(blocks)
    }
}

/// The number before an item of an ordered list.
fn item_number(item: &str) -> Option<u32> {
    let end = item.find(|c: char| !c.is_ascii_digit())?;
    item[..end].parse().ok()
}

/// The offset of a link's target: after its text, if it is there.
fn target_at(text: &str, range: &Range<usize>, link_type: LinkType, target: &str) -> usize {
    /// The maximum length of a title after the target.
    const TITLE: usize = 1_000;
    let is_inline = matches!(link_type, LinkType::Inline | LinkType::Autolink | LinkType::Email);
    let first = range.end.saturating_sub(target.len() + TITLE).max(range.start);
    let first = text.ceil_char_boundary(first);
    let found = is_inline.then(|| text[first..range.end].rfind(target)).flatten();
    found.map_or(range.start, |at| first + at)
}

/// Adds the name of a heading as GitHub creates it, with a number if it exists already. `## Title {#name}` has both.
/// `numbers` holds the last number of each name.
fn add_heading(anchors: &mut BTreeSet<String>, numbers: &mut BTreeMap<String, usize>, words: &str) {
    if let Some((_, name)) = words.trim_end_matches('}').rsplit_once("{#") {
        anchors.insert(name.trim().to_lowercase());
    }
    let name = anchor(words);
    if anchors.insert(name.clone()) {
        return;
    }
    let number = numbers.entry(name.clone()).or_default();
    loop {
        *number += 1;
        if anchors.insert(format!("{name}-{number}")) {
            return;
        }
    }
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

/// The targets of `<a href="…">` and `<img src="…">`, with their offsets; comments are ignored.
fn element_links(start: usize, html: &str) -> Vec<Placed> {
    let mut links = Vec::new();
    for (element, key) in [("<a ", " href="), ("<img ", " src=")] {
        for (at, _) in html.match_indices(element) {
            let tag = html[at..].split('>').next().unwrap_or_default();
            let Some(key_at) = tag.find(key) else { continue };
            let value = &tag[key_at + key.len()..];
            let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                continue;
            };
            let target = value[1..].split(quote).next().unwrap_or_default();
            let is_commented = html[..at].rfind("<!--") > html[..at].rfind("-->");
            if !is_commented && !target.is_empty() {
                links.push((start + at + key_at + key.len() + 1, target.to_owned()));
            }
        }
    }
    links
}

/// Adds a piece of text to the one that it continues, or else separately: `[Insert steps]` comes in three
/// pieces.
fn append(pieces: &mut Vec<Placed>, start: usize, text: &str) {
    match pieces.last_mut() {
        Some((first, last)) if *first + last.len() == start => last.push_str(text),
        _ => pieces.push((start, text.to_owned())),
    }
}

/// The words of code, split at spaces and quotes.
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

/// A fenced block that holds the beginning of another fence of as many marks, with a language behind it: its closing fence
/// was meant for the inner one.
fn cut_fence(text: &str, range: &Range<usize>) -> Option<CutFence> {
    let block = &text[range.clone()];
    let marks = |line: &str| {
        let line = line.trim_start_matches([' ', '\t', '>']);
        let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let length = line.chars().take_while(|c| *c == mark).count();
        (length >= 3).then(|| (mark, length, line[length..].trim().to_owned()))
    };
    let mut lines = block.trim_end().lines();
    let (mark, length, _) = marks(lines.next()?)?;
    let last = lines.next_back()?;
    let closes = marks(last)
        .is_some_and(|(own, count, rest)| own == mark && count >= length && rest.is_empty());
    let opens = lines.filter_map(marks).any(|(own, count, rest)| {
        // `{{language}}` and `<lang>` stand for a language.
        let has_language = rest.starts_with(|c: char| c.is_alphabetic() || c == '{' || c == '<');
        own == mark && count == length && has_language
    });
    let closed_at = range.start + block.trim_end().len() - last.len();
    (closes && opens).then_some(CutFence { at: range.start, closed_at })
}

/// Whether the fence that opens a block may be meant to close another one: it has no language, and an empty line follows.
fn may_close(block: &str) -> bool {
    let mut lines = block.lines();
    let fence = lines.next().unwrap_or_default().trim();
    let is_bare = fence.len() >= 3 && fence.chars().all(|c| matches!(c, '`' | '~'));
    is_bare && lines.next().is_some_and(|line| line.trim().is_empty())
}

/// Whether a block has headings or images, as text has.
fn holds_text(block: &str) -> bool {
    block.lines().skip(1).any(|line| {
        let marks = line.len() - line.trim_start_matches('#').len();
        (2..=6).contains(&marks) && line[marks..].starts_with(' ') || line.starts_with("![")
    })
}

/// Whether a fenced block extends to the end of the text without a closing fence; `text` ends with its last
/// mark.
fn is_unclosed(text: &str, range: &Range<usize>) -> bool {
    if range.end < text.len() {
        return false;
    }
    let block = text[range.start.min(text.len())..].trim_end();
    let open = block.trim_start();
    let Some(mark) = open.chars().next() else { return false };
    let length = open.chars().take_while(|c| *c == mark).count();
    let last = block.lines().last().unwrap_or_default().trim_start_matches([' ', '\t', '>']);
    let closes = last.chars().all(|c| c == mark) && last.chars().count() >= length;
    !(closes && block.lines().count() > 1)
}

#[cfg(test)]
mod tests {
    use super::Markdown;

    #[test]
    fn a_fence_that_closes_nothing_is_the_first_of_its_kind() {
        let stray = |text: &str| Markdown::read(text, 0).stray_fence;
        let text = "rules:\n  - a\n```\n\nThen:\n\n```\nb: 1\n```\n\n## More\n\n```\nc: 1\n```\n\nThe end.\n";
        assert_eq!(stray(text), text.find("```"));
        // A fence that was forgotten is at the end of its code.
        assert_eq!(stray("Run:\n\n```\necho tides\n\n## Then\n\nSay hello.\n"), None);
        assert_eq!(stray("Run:\n\n```bash\n\n## Not a heading\n```\n"), None);
    }

    #[test]
    fn a_placeholder_is_a_language() {
        let text = "```\nWrite:\n```{{language}}\ncode\n```\n```\n";
        assert_eq!(Markdown::read(text, 0).cut_fence.map(|cut| cut.at), Some(0));
    }
}

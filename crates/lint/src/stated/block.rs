//! Headings, items of lists and rows of tables of a Markdown text.

use super::item::Item;
use super::name::name_of;

/// A part of a body that may say something of a contract.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// `## Inputs`
    Heading { level: usize, text: String },
    /// An item of a list, or a row of a table.
    Item(Item),
}

/// The headings and items of a body in order. Code is left out.
pub(super) fn blocks(body: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut fence, mut heads): (Option<&str>, Option<Vec<String>>) = (None, None);
    // Whether the next line may go on with the last item.
    let mut open = false;
    // How far the last item of a list is indented: items inside of it are indented further, those beside it as far.
    let mut indented: Option<usize> = None;
    let mut lines = body.lines().peekable();
    while let Some(line) = lines.next() {
        let text = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark));
        match (fence, mark) {
            (Some(fenced), Some(mark)) if fenced == mark => {
                fence = None;
                continue;
            }
            (Some(_), _) => continue,
            (None, Some(mark)) => {
                (fence, open) = (Some(mark), false);
                continue;
            }
            (None, None) => {}
        }
        // A table may do without the outer pipes; then the line below its head says that it is one.
        let is_row = text.contains('|')
            && (heads.is_some() || lines.peek().is_some_and(|next| is_rule_row(next)));
        if let Some(cells) = row(text, is_row) {
            open = false;
            match &heads {
                None => heads = Some(cells.iter().map(|cell| cell.to_lowercase()).collect()),
                Some(_) if cells.iter().all(|cell| is_rule(cell)) => {}
                Some(heads) => blocks.push(Block::Item(Item {
                    text: cells.join(" | "),
                    cells: heads.iter().cloned().zip(cells).collect(),
                    ..Item::default()
                })),
            }
            continue;
        }
        heads = None;
        if let Some(level) = lines.peek().and_then(|next| underline(next))
            && bullet(text).is_none()
            && text.starts_with(char::is_alphanumeric)
        {
            lines.next();
            open = false;
            blocks.push(Block::Heading { level, text: text.to_owned() });
            continue;
        }
        if let Some((label, fields)) = inline_fields(text) {
            open = false;
            blocks.push(Block::Heading { level: LABEL, text: label.to_owned() });
            blocks.extend(fields.into_iter().map(|field| Block::Item(Item::of_list(field))));
            continue;
        }
        if labelled(&blocks, open) && is_field_line(line) {
            open = true;
            indented = None;
            blocks.push(Block::Item(Item { is_line: true, ..Item::of_list(text) }));
            continue;
        }
        if let Some(title) = bold_title(text) {
            open = false;
            blocks.push(Block::Heading { level: BOLD, text: title.to_owned() });
            continue;
        }
        if let Some(title) = plain_label(line) {
            open = false;
            blocks.push(Block::Heading { level: LABEL, text: title.to_owned() });
            continue;
        }
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        if (1..=6).contains(&level) && text[level..].starts_with(' ') {
            open = false;
            blocks.push(Block::Heading { level, text: text[level..].trim().to_owned() });
        } else if let Some(item) = bullet(text) {
            let indent = indent_of(line);
            let is_inside = open && indented.is_some_and(|outer| indent >= outer + INSIDE);
            open = true;
            match blocks.last_mut().filter(|_| is_inside) {
                Some(Block::Item(around)) => around.inner.push(item.to_owned()),
                _ => {
                    indented = Some(indent);
                    blocks.push(Block::Item(Item::of_list(item)));
                }
            }
        } else if text.is_empty() {
            open = open && text.is_empty();
        } else if open
            && line.starts_with([' ', '\t'])
            && let Some(Block::Item(item)) = blocks.last_mut()
        {
            let continued = item.inner.last_mut().unwrap_or(&mut item.text);
            continued.push(' ');
            continued.push_str(text);
        } else {
            open = false;
        }
    }
    blocks
}

/// How much further an item inside of another one is indented, as far at least as the text behind the bullet.
const INSIDE: usize = 2;

/// The columns before the text of a line.
fn indent_of(line: &str) -> usize {
    let blanks = line.chars().take_while(|c| matches!(c, ' ' | '\t'));
    blanks.fold(0, |at, c| if c == '\t' { at + 4 - at % 4 } else { at + 1 })
}

/// The level of a line in bold, below all headings.
const BOLD: usize = 7;

/// A line in bold that opens what follows: `**Inputs**`, `**Inputs:**`, `**Inputs**:`.
fn bold_title(text: &str) -> Option<&str> {
    let inner = text.strip_suffix(':').unwrap_or(text);
    let inner =
        ["**", "__"].iter().find_map(|mark| inner.strip_prefix(mark)?.strip_suffix(mark))?;
    let inner = inner.trim().trim_end_matches(':');
    (!inner.is_empty() && !inner.contains(['*', '`'])).then_some(inner)
}

/// The level of a plain label: inside of everything else, so that a sentence which announces a list ends no section.
const LABEL: usize = 8;

/// A line of a few words and a colon that opens what follows: `Inputs:`, `Required inputs:`.
fn plain_label(line: &str) -> Option<&str> {
    let words = line.trim_end().strip_suffix(':')?;
    let is_word = |c: char| c.is_alphanumeric() || c == ' ';
    let starts = words.starts_with(char::is_alphabetic) && words.chars().all(is_word);
    (starts && words.split(' ').count() <= 4).then_some(words)
}

/// The level of a heading whose line below is this one: `=====`, `-----`.
fn underline(next: &str) -> Option<usize> {
    let next = next.trim_end();
    let all = |mark: char| next.len() > 1 && next.chars().all(|c| c == mark);
    if all('=') { Some(1) } else { all('-').then_some(2) }
}

/// The label and the fields of a line that states all of them: `Inputs: topic (string), limit (number, optional)`, `**Outputs:**
/// report (string) with the text; count (number)`, `**Prerequisites:** git; Python 3.9+`.
fn inline_fields(text: &str) -> Option<(&str, Vec<&str>)> {
    let (label, rest) = text.split_once(": ").or_else(|| text.split_once(":** "))?;
    let (label, rest) = (label.trim_matches(['*', '_']), rest.trim_start_matches(['*', ' ']));
    let section = super::named(label)?;
    let by_semicolon = parts(rest, &[';']);
    let by_comma = parts(rest, &[',', ';']);
    if section.required().is_none() {
        /// Words of a thing that is listed, as opposed to a part of a sentence.
        const FEW: usize = 4;
        let is_list = by_comma.iter().all(|part| part.split(' ').count() <= FEW);
        return Some((label, if is_list { by_comma } else { by_semicolon }));
    }
    let is_field =
        |field: &&str| notes_behind(field).is_some_and(|n| n.starts_with('(') && n.ends_with(')'));
    if by_comma.iter().all(is_field) {
        return Some((label, by_comma));
    }
    // Behind a semicolon the next field begins; a comma may be one of the description.
    let is_described = |field: &&str| notes_behind(field).is_some_and(|n| n.starts_with('('));
    by_semicolon.iter().all(is_described).then_some((label, by_semicolon))
}

/// What stands behind the name of a field.
fn notes_behind(field: &str) -> Option<&str> {
    name_of(field).map(|(_, rest)| rest.trim_start_matches(['*', '`', ' ']))
}

/// The parts of a line between marks that stand outside of parentheses.
fn parts<'t>(text: &'t str, marks: &[char]) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && marks.contains(&c) => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim().trim_end_matches('.'));
    parts
}

/// Whether lines without bullets may state fields: right below a label, or below such a line.
fn labelled(blocks: &[Block], open: bool) -> bool {
    match blocks.last() {
        Some(Block::Heading { level, .. }) => *level >= BOLD,
        Some(Block::Item(item)) => open && item.is_line,
        None => false,
    }
}

/// `topic: string - what to look for`, from the start of a line; a word of a sentence begins in capitals.
fn is_field_line(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    line[name.len()..].starts_with(": ")
        && name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '?'))
}

/// Is a line the rule below the head of a table: `--- | :---`?
fn is_rule_row(line: &str) -> bool {
    let cells = row(line.trim(), true).unwrap_or_default();
    cells.len() > 1 && cells.iter().all(|cell| is_rule(cell))
}

/// The cells of a row of a table, which begins with `|` unless it is known to be one.
fn row(text: &str, is_row: bool) -> Option<Vec<String>> {
    let inner = text.strip_prefix('|').or_else(|| is_row.then_some(text))?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    Some(
        inner
            .replace("\\|", "\u{0}")
            .split('|')
            .map(|cell| cell.trim().replace('\u{0}', "|"))
            .collect(),
    )
}

fn is_rule(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':'))
}

/// The text behind a bullet or a number.
fn bullet(text: &str) -> Option<&str> {
    let rest = match text.strip_prefix(['-', '*', '+']) {
        Some(rest) => rest,
        None => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let rest = text.get(digits..)?.strip_prefix(['.', ')'])?;
            (digits > 0).then_some(rest)?
        }
    };
    let rest = rest.strip_prefix(' ')?.trim();
    let rest = ["[ ] ", "[x] "].iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest);
    (!rest.is_empty()).then_some(rest)
}

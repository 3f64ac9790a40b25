//! Headings, items of lists and rows of tables of a Markdown text, and the field that an item states.

use contract::types::SkillType;
use serde_json::Value;

use super::Field;

/// A part of a body that may say something of a contract.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// `## Inputs`
    Heading { level: usize, text: String },
    /// An item of a list, or a row of a table.
    Item(Item),
}

/// An item, as far as it can be taken apart without knowing what it is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Item {
    /// The whole text, of a row its cells.
    pub(super) text: String,
    /// The cells of a row by the heads of their columns, in small letters.
    cells: Vec<(String, String)>,
}

/// The headings and items of a body in order. Code is left out, and so are items inside of items.
pub(super) fn blocks(body: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut fence, mut heads): (Option<&str>, Option<Vec<String>>) = (None, None);
    // Whether the next line may go on with the last item.
    let mut open = false;
    for line in body.lines() {
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
        if let Some(cells) = row(text) {
            open = false;
            match &heads {
                None => heads = Some(cells.iter().map(|cell| cell.to_lowercase()).collect()),
                Some(_) if cells.iter().all(|cell| is_rule(cell)) => {}
                Some(heads) => blocks.push(Block::Item(Item {
                    text: cells.join(" | "),
                    cells: heads.iter().cloned().zip(cells).collect(),
                })),
            }
            continue;
        }
        heads = None;
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
            let nested = open && line.starts_with([' ', '\t']);
            open = true;
            if !nested {
                blocks.push(Block::Item(Item { text: item.to_owned(), cells: Vec::new() }));
            }
        } else if text.is_empty() {
            open = open && text.is_empty();
        } else if open
            && line.starts_with([' ', '\t'])
            && let Some(Block::Item(item)) = blocks.last_mut()
        {
            item.text.push(' ');
            item.text.push_str(text);
        } else {
            open = false;
        }
    }
    blocks
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

/// The cells of a row of a table.
fn row(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('|')?;
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

impl Item {
    /// The input or output that this item states; `None` where it names none.
    pub(super) fn field(&self, required: bool) -> Option<Field> {
        if !self.cells.is_empty() {
            return self.of_row(required);
        }
        let (name, rest) = name_of(&self.text)?;
        let (notes, rest) = parenthesis(rest);
        let description = rest.trim_start_matches(LEADS);
        let mut field =
            Field { name, kind: None, description: plain(description), required, default: None };
        field.take_notes(notes);
        // `topic: string: what to look for`, `topic: required, what to look for`, `topic number - how many`.
        let heads = [": ", ", ", ". ", " - ", " \u{2013} ", " \u{2014} "];
        let cut = heads.iter().filter_map(|mark| Some((description.find(mark)?, mark.len()))).min();
        let (head, tail) = match cut {
            Some((at, len)) => (&description[..at], &description[at + len..]),
            None => (description.trim_end_matches('.'), ""),
        };
        if field.kind.is_none()
            && let Some(kind) = type_of(head)
        {
            field.kind = Some(kind);
            field.description = plain(tail);
        }
        if field.kind.is_none() && description.to_lowercase().starts_with("one of ") {
            field.kind = Some(SkillType::String);
        }
        field.required = stated_at_end(&field.description).unwrap_or(field.required);
        if field.default.is_none() {
            field.default = default_in(description, field.kind);
            field.required &= field.default.is_none();
        }
        if field.description.is_empty() {
            field.description = plain(&self.text);
        }
        Some(field)
    }

    fn of_row(&self, required: bool) -> Option<Field> {
        let cell = |heads: &[&str]| {
            let found =
                self.cells.iter().find(|(head, _)| heads.iter().any(|one| head.contains(one)));
            found
                .map(|(_, cell)| cell.trim().trim_matches('`').to_owned())
                .filter(|c| !c.is_empty())
        };
        let named = cell(&["name", "input", "output", "parameter", "argument", "field", "option"]);
        let first = || self.cells.first().map(|(_, cell)| cell.clone());
        let head = named.or_else(first)?;
        let (name, rest) = name_of(&head)?;
        let mut field = Field {
            name,
            kind: cell(&["type"]).and_then(|text| type_of(&text)),
            description: cell(&["description", "purpose", "meaning", "what"])
                .map_or_else(String::new, |text| plain(&text)),
            required,
            default: None,
        };
        field.required = stated_at_end(&field.description).unwrap_or(field.required);
        field.take_notes(parenthesis(rest).0);
        // An empty cell below `Required` says that it is not.
        let column =
            |(head, _): &&(String, String)| head.contains("required") || head.contains("mandatory");
        if let Some((_, cell)) = self.cells.iter().find(column) {
            let word = plain(cell).to_lowercase();
            let word = word.split([' ', ',', '(']).next().unwrap_or_default();
            field.required = !matches!(
                word,
                "" | "no"
                    | "false"
                    | "n"
                    | "-"
                    | "\u{2013}"
                    | "\u{2014}"
                    | "optional"
                    | "conditional"
                    | "conditionally"
                    | "sometimes"
                    | "only"
                    | "if"
                    | "when"
                    | "unless"
                    | "\u{274c}"
                    | "\u{2717}"
            );
        }
        let none =
            |text: &String| !matches!(text.as_str(), "-" | "\u{2014}" | "none" | "None" | "n/a");
        if let Some(default) = cell(&["default"]).filter(none) {
            field.default = Some(literal(&default, field.kind));
            field.required = false;
        }
        if field.description.is_empty() {
            field.description = plain(&self.text);
        }
        Some(field)
    }
}

/// What the end of a description says: `the text (required)`, `the text (optional).`, `the text, optional`.
fn stated_at_end(description: &str) -> Option<bool> {
    let text = description.trim_end_matches(['.', ')', ' ']).to_lowercase();
    let said = |word: &str| {
        let before = text.strip_suffix(word)?.trim_end();
        before.ends_with(['(', ',', ';', '\u{2013}', '\u{2014}']).then_some(())
    };
    said("required").map(|()| true).or_else(|| said("optional").map(|()| false))
}

impl Field {
    /// Takes the notes in parentheses behind a name: the type first, by which a default is read.
    fn take_notes(&mut self, notes: &str) {
        let notes: Vec<&str> =
            notes.split([',', ';']).map(|note| note.trim_matches([' ', '`', '*'])).collect();
        self.kind = notes.iter().find_map(|note| type_of(note)).or(self.kind);
        for note in notes {
            let lower = note.to_lowercase();
            match lower.as_str() {
                "required" | "mandatory" => self.required = true,
                "optional" => self.required = false,
                _ if lower.starts_with("default") => {
                    if let Some(value) = default_in(note, self.kind) {
                        self.default = Some(value);
                        self.required = false;
                    }
                }
                _ => {}
            }
        }
    }
}

/// What stands between a name and its description.
const LEADS: [char; 7] = [':', ' ', '-', '\u{2013}', '\u{2014}', '*', '.'];

/// The name at the head of an item, and what follows it.
fn name_of(text: &str) -> Option<(String, &str)> {
    let head = text.trim_start_matches(['*', '`', '_']);
    let end = head
        .find(|c: char| {
            !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '<' | '>' | '$' | '{' | '}'))
        })
        .unwrap_or(head.len());
    let name = head[..end].trim_start_matches("--").trim_matches(['<', '>', '$', '{', '}', '-']);
    let rest = head[end..].trim_start_matches(['*', '`', ' ']);
    let rest = if head[end..].starts_with(':') { &head[end..] } else { rest };
    let marked = head.len() < text.len() || head[..end].starts_with(['<', '-', '$']);
    // A word of a sentence is no name: one has marks around it, or something behind it that ends it.
    let ended = rest.is_empty() || rest.starts_with([':', '(', '-', '\u{2013}', '\u{2014}']);
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (sound && (marked || ended)).then(|| (name.to_owned(), rest))
}

/// The notes in parentheses at the head of a text, and what follows.
fn parenthesis(text: &str) -> (&str, &str) {
    let inner = text.trim_start().strip_prefix('(');
    inner.and_then(|inner| inner.split_once(')')).unwrap_or(("", text))
}

/// A type of the protocol by the words that people use for it.
fn type_of(text: &str) -> Option<SkillType> {
    let text = text.trim().trim_matches(['`', '*']).to_lowercase();
    Some(match text.as_str() {
        "string" | "str" | "text" | "path" | "url" | "file path" | "filename" | "enum" => {
            SkillType::String
        }
        "string[]" | "array" | "list" | "array of strings" | "list of strings" | "strings"
        | "list[str]" | "array<string>" => SkillType::StringList,
        "number" | "integer" | "int" | "float" | "numeric" => SkillType::Number,
        "boolean" | "bool" | "flag" => SkillType::Boolean,
        "object" | "dict" | "json" | "map" | "json object" => SkillType::Object,
        "object[]" | "array of objects" | "list of objects" | "objects" => SkillType::ObjectList,
        _ => return None,
    })
}

/// `defaults to X`, `default: X` in a description.
fn default_in(text: &str, kind: Option<SkillType>) -> Option<String> {
    let lower = text.to_lowercase();
    let start = ["defaults to ", "default: ", "default is ", "default=", "default = ", "default "]
        .iter()
        .find_map(|lead| Some(lower.find(lead)? + lead.len()))?;
    let rest = text.get(start..)?;
    let word = rest.split([',', ';', ')', ' ']).next()?.trim_end_matches('.');
    (!word.is_empty()).then(|| literal(word, kind))
}

/// A default as YAML: what reads as the type's own, else text.
fn literal(text: &str, kind: Option<SkillType>) -> String {
    let text = text.trim().trim_matches(['`', '"', '\'']);
    match serde_json::from_str::<Value>(text) {
        Ok(value) if kind.is_some_and(|kind| kind.fits(&value)) => value.to_string(),
        _ => Value::String(text.to_owned()).to_string(),
    }
}

/// A text without marks of emphasis and code.
fn plain(text: &str) -> String {
    text.replace(['`', '*'], "").trim().to_owned()
}

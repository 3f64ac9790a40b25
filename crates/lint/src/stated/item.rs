//! The field that an item of a list, or a row of a table, states.

use contract::types::SkillType;

use super::Field;
use super::value::{allows_null, default_in, literal, names_default, plain, type_of};

/// An item, as far as it can be taken apart without knowing what it is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Item {
    /// The whole text, of a row its cells.
    pub(super) text: String,
    /// The cells of a row by the heads of their columns, in small letters.
    pub(super) cells: Vec<(String, String)>,
    /// The items inside of it.
    pub(super) inner: Vec<String>,
    /// A line without a bullet.
    pub(super) is_line: bool,
}

impl Item {
    pub(super) fn of_list(text: &str) -> Item {
        Item { text: text.to_owned(), ..Item::default() }
    }

    /// The input or output that this item states; `None` where it names none.
    pub(super) fn field(&self, required: bool) -> Option<Field> {
        if !self.cells.is_empty() {
            return self.of_row(required);
        }
        let (name, rest) = name_of(&self.text)?;
        let mut field = Field::new(name, required);
        let rest = field.take_question_mark(rest);
        let (notes, rest) = parenthesis(rest);
        field.take_notes(notes);
        let description = field.take_bracketed_notes(rest.trim_start_matches(LEADS));
        let description = field.take_leading_notes(description);
        field.description = plain(description);
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
            field.required &= !allows_null(head);
            let tail = field.take_bracketed_notes(tail);
            field.description = plain(field.take_leading_notes(tail));
        }
        if field.kind.is_none() && description.to_lowercase().starts_with("one of ") {
            field.kind = Some(SkillType::String);
        }
        // `the report path (string)`
        if field.kind.is_none()
            && let Some((before, notes)) =
                description.strip_suffix(')').and_then(|d| d.rsplit_once('('))
            && notes.split([',', ';']).any(|note| type_of(note).is_some())
        {
            field.take_notes(notes);
            field.description = plain(before);
        }
        field.required = stated_at_end(&field.description).unwrap_or(field.required);
        if field.default.is_none() {
            field.default = default_in(description, field.kind);
            field.required &= field.default.is_none();
        }
        // `--verbose flag: print more`: who wants no more leaves it out.
        let is_option = self.text.trim_start_matches(['*', '`', '_']).starts_with("--");
        let is_flag = is_option && field.kind == Some(SkillType::Boolean);
        field.required &= !is_flag || states_required(&self.text);
        // Below the name: `- Type: string`. Other items inside are details.
        let attributes = self.inner.iter().map(|text| Item::of_list(text));
        attributes
            .filter(|item| item.attribute().is_some())
            .for_each(|item| field.take_item(&item));
        field.take_type_of_default();
        Some(field)
    }

    fn of_row(&self, required: bool) -> Option<Field> {
        let cell = |heads: &[&str]| {
            // `Optional` holds the word `option`.
            let found = self.cells.iter().find(|(head, _)| {
                !head.contains("optional") && heads.iter().any(|one| head.contains(one))
            });
            found
                .map(|(_, cell)| cell.trim().trim_matches('`').to_owned())
                .filter(|c| !c.is_empty())
        };
        let named = cell(&NAMES);
        let first = || self.cells.first().map(|(_, cell)| cell.clone());
        let head = named.or_else(first)?;
        let (name, rest) = name_of(&head)?;
        let mut field = Field::new(name, required);
        let rest = field.take_question_mark(rest);
        field.description =
            cell(&DESCRIPTIONS).map_or_else(|| self.other_cell(), |text| plain(&text));
        if let Some(text) = cell(&["type"]) {
            field.take_type(&text);
        }
        field.required = stated_at_end(&field.description).unwrap_or(field.required);
        field.take_notes(parenthesis(rest).0);
        if let Some((head, cell)) = self.cells.iter().find(|(head, _)| says_requirement(head)) {
            let cell = plain(cell);
            field.default = default_in(&cell, field.kind);
            // An empty cell says no, below `Required` and below `Optional`.
            let is_yes = !is_no(&cell.to_lowercase());
            field.required = is_yes != head.contains("optional");
        }
        if let Some(default) = cell(&["default"]).filter(|text| names_default(text)) {
            field.default = Some(literal(&default, field.kind));
        }
        if field.default.is_none() {
            field.default = default_in(&field.description, field.kind);
        }
        field.required &= field.default.is_none();
        field.take_type_of_default();
        Some(field)
    }

    /// The first cell of a column that no other part of a field is read from.
    fn other_cell(&self) -> String {
        let is_read = |head: &str| {
            let mut words = NAMES.iter().chain(&["type", "default"]);
            says_requirement(head) || words.any(|word| head.contains(word))
        };
        let mut cells =
            self.cells.iter().skip(1).filter(|(head, cell)| !is_read(head) && !cell.is_empty());
        cells.next().map_or_else(String::new, |(_, cell)| plain(cell))
    }

    /// The part of a field that an item below its heading states: `- Type: string`, with its value.
    pub(super) fn attribute(&self) -> Option<(Attribute, &str)> {
        let text = self.text.trim_start_matches(['*', '`', '_']);
        let (name, value) = text.split_once(':')?;
        let value = value.trim_matches(['*', '_', ' ']);
        Some(match name.trim_matches(['*', '`', '_', ' ']).to_lowercase().as_str() {
            "type" => (Attribute::Type, value),
            "required" | "mandatory" => (Attribute::Required, value),
            "optional" => (Attribute::Optional, value),
            "default" | "default value" => (Attribute::Default, value),
            "description" | "meaning" | "purpose" => (Attribute::Description, value),
            _ => return None,
        })
    }
}

/// Is this the head of a column that says whether a field is required?
fn says_requirement(head: &str) -> bool {
    let words = ["required", "mandatory", "optional", "always"];
    head.trim_end_matches('.') == "req" || words.iter().any(|word| head.contains(word))
}

/// Does a cell deny what its column asks, or restrict it to some cases?
fn is_no(cell: &str) -> bool {
    let word = cell.split([' ', ',', '(']).next().unwrap_or_default();
    let restricts = ["conditional", "conditionally", "sometimes", "only", "if", "when", "unless"];
    let denies = ["", "no", "false", "n", "-", "\u{2013}", "\u{2014}", "\u{274c}", "\u{2717}"];
    restricts.contains(&word) || denies.contains(&word) || word == "optional"
}

/// What an item below the heading of a field says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attribute {
    Type,
    Required,
    Optional,
    Default,
    Description,
}

/// Words in the heads of columns.
const NAMES: [&str; 7] = ["name", "input", "output", "parameter", "argument", "field", "option"];
const DESCRIPTIONS: [&str; 9] = [
    "description",
    "purpose",
    "meaning",
    "what",
    "notes",
    "note",
    "details",
    "comment",
    "explanation",
];

/// The field that a heading names, if it is one word: `topic`, `` `topic` (string) ``.
pub(super) fn of_heading(text: &str, required: bool) -> Option<Field> {
    let (name, rest) =
        name_of(text).filter(|(_, rest)| rest.is_empty() || rest.starts_with('('))?;
    let mut field = Field::new(name, required);
    field.take_notes(parenthesis(rest).0);
    Some(field)
}

/// Does a text say that something is required?
fn states_required(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("required"))
}

/// What the end of a description says: `the text (required)`, `the text (optional).`, `the text, optional`.
fn stated_at_end(description: &str) -> Option<bool> {
    let text = description.trim_end_matches(['.', ')', ']', ' ']).to_lowercase();
    let said = |word: &str| {
        let before = text.strip_suffix(word)?.trim_end();
        before.ends_with(['(', '[', ',', ';', '\u{2013}', '\u{2014}']).then_some(())
    };
    said("required").map(|()| true).or_else(|| said("optional").map(|()| false))
}

impl Field {
    fn new(name: String, required: bool) -> Field {
        let description = String::new();
        Field { name, kind: None, other_kind: None, description, required, default: None }
    }

    /// `topic?` is optional; returns what follows.
    fn take_question_mark<'t>(&mut self, rest: &'t str) -> &'t str {
        let Some(rest) = rest.strip_prefix('?') else { return rest };
        self.required = false;
        rest.trim_start_matches(['*', '`', ' '])
    }

    /// Takes the notes at the head of a description (`optional, …`, `Required. …`, `default 5, …`); returns the rest.
    fn take_leading_notes<'t>(&mut self, text: &'t str) -> &'t str {
        let mut rest = text;
        loop {
            let end = rest.find([',', '.', ';', ':']).unwrap_or(rest.len());
            let note = rest[..end].trim();
            let lower = note.to_lowercase();
            let is_note = matches!(lower.as_str(), "optional" | "required" | "mandatory")
                || default_in(note, self.kind).is_some() && lower.starts_with("default");
            if !is_note {
                // `optional number of items`
                self.required &= !rest.to_lowercase().starts_with("optional ");
                return rest;
            }
            self.take_notes(note);
            rest =
                rest[end..].trim_start_matches(LEADS).trim_start_matches([',', ';']).trim_start();
        }
    }

    /// Takes notes in parentheses at the head of a description: `(optional) what to look for`, `(string, optional)`, also
    /// behind the type: `string (optional). What to look for`. Returns the rest.
    fn take_bracketed_notes<'t>(&mut self, text: &'t str) -> &'t str {
        let open = text.find(['(', '[']).unwrap_or(text.len());
        let (head, bracketed) = text.split_at(open);
        let (notes, rest) = parenthesis(bracketed);
        let all_notes = !notes.is_empty() && notes.split([',', ';']).all(is_note);
        let kind = type_of(head);
        if !all_notes || !head.trim().is_empty() && kind.is_none() {
            return text;
        }
        self.kind = kind.or(self.kind);
        self.take_notes(notes);
        rest.trim_start_matches(LEADS)
    }

    /// A default says the type of a field without one: `(optional, default: 5)`.
    fn take_type_of_default(&mut self) {
        let Some(text) =
            self.default.as_deref().filter(|_| self.kind.is_none() && self.other_kind.is_none())
        else {
            return;
        };
        let inner = text.trim_matches('"');
        self.kind = match serde_json::from_str(inner) {
            Ok(serde_json::Value::Bool(_)) => Some(SkillType::Boolean),
            Ok(serde_json::Value::Number(_)) => Some(SkillType::Number),
            _ => return,
        };
        self.default = Some(inner.to_owned());
    }

    /// Takes a type as the body writes it: `int?` is optional, too.
    fn take_type(&mut self, text: &str) {
        let text = text.trim().trim_matches('`');
        let bare = text.strip_suffix('?').unwrap_or(text);
        self.required &= bare.len() == text.len() && !allows_null(bare);
        self.kind = type_of(bare);
        self.other_kind = self.kind.is_none().then(|| plain(text));
    }

    /// Takes what an item below the heading of this field states; a sentence describes it.
    pub(super) fn take_item(&mut self, item: &Item) {
        let is_yes = |value: &str| {
            ["y", "true", "always"].iter().any(|yes| value.to_lowercase().starts_with(yes))
        };
        match item.attribute() {
            Some((Attribute::Type, value)) => {
                let (head, notes) = value.split_once('(').unwrap_or((value, ""));
                self.take_type(head);
                self.take_notes(notes.trim_end_matches(')'));
            }
            Some((Attribute::Required, value)) => self.required = is_yes(value),
            Some((Attribute::Optional, value)) => self.required = !is_yes(value),
            Some((Attribute::Default, value)) if !names_default(value) => {}
            Some((Attribute::Default, value)) => {
                self.default = Some(literal(value, self.kind));
                self.required = false;
            }
            Some((Attribute::Description, value)) => self.description = plain(value),
            None if self.description.is_empty() => self.description = plain(&item.text),
            None => {}
        }
    }

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

/// Is this a note on a field: its type, whether it is required, its default?
fn is_note(text: &str) -> bool {
    let lower = text.trim_matches([' ', '`', '*']).to_lowercase();
    matches!(lower.as_str(), "required" | "mandatory" | "optional")
        || lower.starts_with("default")
        || type_of(&lower).is_some()
}

/// What stands between a name and its description.
const LEADS: [char; 7] = [':', ' ', '-', '\u{2013}', '\u{2014}', '*', '.'];

/// The name at the head of an item, and what follows it.
pub(super) fn name_of(text: &str) -> Option<(String, &str)> {
    let head = text.trim_start_matches(['*', '`', '_']);
    let end = head
        .find(|c: char| {
            !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '<' | '>' | '$' | '{' | '}'))
        })
        .unwrap_or(head.len());
    let name = head[..end].trim_start_matches("--").trim_matches(['<', '>', '$', '{', '}', '-']);
    let rest = head[end..].trim_start_matches(['*', '`', ' ']);
    let rest = if head[end..].starts_with(':') { &head[end..] } else { rest };
    // `data.items` is a part of the field `data`.
    if head[end..].strip_prefix('.').is_some_and(|part| part.starts_with(char::is_alphanumeric)) {
        return None;
    }
    let marked = head.len() < text.len() || head[..end].starts_with(['<', '-', '$']);
    // A word of a sentence is no name: one has marks around it, or something behind it that ends it.
    let after =
        rest.strip_prefix('?').map_or(rest, |rest| rest.trim_start_matches(['*', '`', ' ']));
    let ended = after.is_empty() || after.starts_with([':', '(', '-', '\u{2013}', '\u{2014}']);
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (sound && (marked || ended)).then(|| (name.to_owned(), rest))
}

/// The notes in parentheses at the head of a text, and what follows.
fn parenthesis(text: &str) -> (&str, &str) {
    let start = text.trim_start();
    let within = |open: char, close: char| start.strip_prefix(open)?.split_once(close);
    within('(', ')').or_else(|| within('[', ']')).unwrap_or(("", text))
}

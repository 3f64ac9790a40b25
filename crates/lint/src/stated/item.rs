//! The field that an item of a list, or a row of a table, states.

use contract::types::SkillType;

use super::Field;
use super::kind::{StatedType, type_of};
use super::name::{is_bracketed, name_of, names_field, without_placeholder};
use super::notes::{is_note, parenthesis, split};
use super::value::{StatedDefault, default_in, names_default, plain, without_default};

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
        let (text, placeholder) = without_placeholder(&self.text);
        let (name, rest) = name_of(&text)?;
        if !names_field(&text, rest) && !self.has_attributes() {
            return None;
        }
        let mut field = Field::new(name, required && !is_bracketed(&text));
        let rest = field.take_question_mark(rest);
        let (notes, rest) = parenthesis(rest);
        let mut remarks = field.take_notes(notes);
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
        if field.is_untyped()
            && let Some(stated) = type_of(head)
        {
            field.take_stated(stated);
            let tail = field.take_bracketed_notes(tail);
            field.description = plain(field.take_leading_notes(tail));
        }
        if field.is_untyped() && description.to_lowercase().starts_with("one of ") {
            field.kind = Some(SkillType::String);
        }
        // `the report path (string)`
        if field.is_untyped()
            && let Some((before, notes)) =
                description.strip_suffix(')').and_then(|d| d.rsplit_once('('))
            && split(notes).into_iter().any(|note| type_of(note).is_some())
        {
            remarks.extend(field.take_notes(notes));
            field.description = plain(before);
        }
        field.take_remarks(&remarks);
        if field.is_untyped()
            && let Some(stated) = placeholder
        {
            (field.kind, field.other_kind) = (stated.kind, stated.beyond);
        }
        field.required = stated_at_end(&field.description).unwrap_or(field.required);
        if field.default.is_none() {
            field.default = default_in(description);
            field.required &= field.default.is_none();
        }
        // `--verbose flag: print more`: who wants no more leaves it out.
        let is_option = text.trim_start_matches(['*', '`', '_']).starts_with("--");
        let is_flag = is_option && field.kind == Some(SkillType::Boolean);
        field.required &= !is_flag || states_required(&self.text);
        // Below the name: `- Type: string`. Other items inside are details.
        let attributes = self.inner.iter().map(|text| Item::of_list(text));
        attributes
            .filter(|item| item.attribute().is_some())
            .for_each(|item| field.take_item(&item));
        field.finish();
        Some(field)
    }

    /// Do the items inside of it say what a field is?
    fn has_attributes(&self) -> bool {
        self.inner.iter().any(|text| Item::of_list(text).attribute().is_some())
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
        let mut field = Field::new(name, required && !is_bracketed(&head));
        let rest = field.take_question_mark(rest);
        field.description =
            cell(&DESCRIPTIONS).map_or_else(|| self.other_cell(), |text| plain(&text));
        if let Some(text) = cell(&["type"]) {
            field.take_type(&text);
        }
        field.required = stated_at_end(&field.description).unwrap_or(field.required);
        let remarks = field.take_notes(parenthesis(rest).0);
        field.take_remarks(&remarks);
        if let Some((head, cell)) = self.cells.iter().find(|(head, _)| says_requirement(head)) {
            let cell = plain(cell);
            field.default = default_in(&cell);
            // An empty cell says no, below `Required` and below `Optional`.
            let is_yes = !is_no(&cell.to_lowercase());
            field.required = is_yes != head.contains("optional");
        }
        if let Some(default) = cell(&["default"]).filter(|text| names_default(text)) {
            field.default = Some(StatedDefault::of_cell(&default));
        }
        if field.default.is_none() {
            field.default = default_in(&field.description);
        }
        field.required &= field.default.is_none();
        field.finish();
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
    let mut field = Field::new(name, required && !is_bracketed(text));
    let remarks = field.take_notes(parenthesis(rest).0);
    field.take_remarks(&remarks);
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
        Field {
            name,
            kind: None,
            other_kind: None,
            description: String::new(),
            required,
            default: None,
            default_note: None,
        }
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
                || lower.starts_with("default") && default_in(note).is_some_and(|d| d.is_literal());
            if !is_note {
                // `optional number of items`
                self.required &= !rest.to_lowercase().starts_with("optional ");
                return rest;
            }
            let _ = self.take_notes(note);
            rest =
                rest[end..].trim_start_matches(LEADS).trim_start_matches([',', ';']).trim_start();
        }
    }

    /// Takes notes in parentheses at the head of a description: `(optional) what to look for`, `(string, optional)`, also
    /// behind the type: `string (optional). What to look for`. Returns the rest.
    fn take_bracketed_notes<'t>(&mut self, text: &'t str) -> &'t str {
        // `list[str]` is a type.
        let bracket = text.find(" [").map(|at| at + 1).or(text.starts_with('[').then_some(0));
        let open = text.find('(').into_iter().chain(bracket).min().unwrap_or(text.len());
        let (head, bracketed) = text.split_at(open);
        let (notes, rest) = parenthesis(bracketed);
        let all_notes = !notes.is_empty() && split(notes).into_iter().all(is_note);
        let stated = type_of(head);
        if !all_notes || !head.trim().is_empty() && stated.is_none() {
            return text;
        }
        if let Some(stated) = stated {
            self.take_stated(stated);
        }
        let remarks = self.take_notes(notes);
        // What no field of the frontmatter has a place for stays in the text.
        if remarks.is_empty() { rest.trim_start_matches(LEADS) } else { bracketed }
    }

    /// A default says the type of a field without one: `(optional, default: 5)`.
    fn take_type_of_default(&mut self) {
        let Some(StatedDefault::Literal(text)) =
            self.default.as_ref().filter(|_| self.is_untyped())
        else {
            return;
        };
        self.kind = match serde_json::from_str(text) {
            Ok(serde_json::Value::Bool(_)) => Some(SkillType::Boolean),
            Ok(serde_json::Value::Number(_)) => Some(SkillType::Number),
            _ => return,
        };
    }

    /// Adds to the description what its notes say beyond type, requirement and default.
    fn take_remarks(&mut self, remarks: &[String]) {
        if remarks.is_empty() {
            return;
        }
        let remarks = plain(&remarks.join(", "));
        self.description = match self.description.is_empty() {
            true => remarks,
            false => format!("{} ({remarks})", self.description.trim_end_matches('.')),
        };
    }

    /// Whether the body has named no type so far.
    fn is_untyped(&self) -> bool {
        self.kind.is_none() && self.other_kind.is_none()
    }

    /// Takes the type that the body names, and what it says of the requirement: `int?` is optional, too.
    fn take_stated(&mut self, stated: StatedType) {
        self.kind = stated.kind;
        self.other_kind = stated.beyond;
        self.required = stated.required.unwrap_or(self.required);
    }

    /// Takes the text of a place that holds a type and nothing else.
    fn take_type(&mut self, text: &str) {
        match type_of(text) {
            Some(stated) => self.take_stated(stated),
            None => (self.kind, self.other_kind) = (None, Some(plain(text))),
        }
    }

    /// Adds what follows from all that the body says of a field.
    pub(super) fn finish(&mut self) {
        self.take_type_of_default();
        let is_stated = |default: &StatedDefault| {
            default_in(&self.description).as_ref() == Some(default)
                && default.literal(self.own_kind()).is_some()
        };
        if self.default.as_ref().is_some_and(is_stated) {
            self.description = without_default(&self.description);
        }
        let Some(note) = self.default_note.take() else { return };
        let is_value = |default: &StatedDefault| default.literal(self.own_kind()).is_some();
        if !self.default.as_ref().is_some_and(is_value) {
            self.take_remarks(&[note]);
        }
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
                let remarks = self.take_notes(notes.trim_end_matches(')'));
                self.take_remarks(&remarks);
            }
            Some((Attribute::Required, value)) => self.required = is_yes(value),
            Some((Attribute::Optional, value)) => self.required = !is_yes(value),
            Some((Attribute::Default, value)) if !names_default(value) => {}
            Some((Attribute::Default, value)) => {
                self.default = Some(StatedDefault::of_cell(value));
                self.required = false;
            }
            Some((Attribute::Description, value)) => self.description = plain(value),
            None if self.description.is_empty() => self.description = plain(&item.text),
            None => {}
        }
    }

    /// Takes the notes in parentheses behind a name: the type first, by which a default is read. Returns the notes that say
    /// something else.
    #[must_use]
    fn take_notes(&mut self, notes: &str) -> Vec<String> {
        let notes = split(notes);
        if let Some(stated) = notes.iter().find_map(|note| type_of(note)) {
            self.take_stated(stated);
        }
        let mut remarks = Vec::new();
        for note in notes.into_iter().filter(|note| !note.is_empty()) {
            let lower = note.to_lowercase();
            match lower.as_str() {
                "required" | "mandatory" => self.required = true,
                "optional" => self.required = false,
                _ if lower.starts_with("default") => {
                    let stated = default_in(note);
                    self.required &= stated.is_none();
                    match stated {
                        Some(default) => {
                            self.default_note = (!default.is_literal()).then(|| note.to_owned());
                            self.default = Some(default);
                        }
                        None => remarks.push(note.to_owned()),
                    }
                }
                _ if type_of(note).is_some() => {}
                _ => remarks.push(note.to_owned()),
            }
        }
        remarks
    }
}

/// What stands between a name and its description.
const LEADS: [char; 7] = [':', ' ', '-', '\u{2013}', '\u{2014}', '*', '.'];

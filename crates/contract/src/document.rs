//! A JSON or YAML text with the place of each of its values.
//!
//! serde_json reads JSON. Places are found later, by following one pointer through the text, so a
//! document without findings costs nothing more; one with many findings gets an index of all its places.
//! YAML keeps the places of its events.

mod contract_text;
mod json_index;
mod json_scan;
mod json_text;
mod offsets;
mod stand_in;
mod yaml;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use serde_json::Value;

use crate::Pointer;
use json_index::Index;
use offsets::Offsets;

/// How many pointers are followed in a JSON text before an index is built.
const MOST_WALKS: usize = 16;

/// The maximum depth of a document: far more than real ones have, and within the stack of the
/// command's worker.
pub const MAX_DEPTH: usize = 1_000;

/// A place in a text: 1-based line and column, the column counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Position {
    /// The first character of a text.
    pub const START: Position = Position { line: 1, column: 1 };
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A text that could not be read. `Display` is the complete line for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{label}{}: {message}", self.at())]
pub struct ReadError {
    /// The name of the text: a path, or `-`.
    pub label: String,
    /// The place, if there is one.
    pub position: Option<Position>,
    /// The fault, and what to do.
    pub message: String,
}

impl ReadError {
    /// An error of the whole text.
    #[must_use]
    pub fn whole(label: &str, message: impl Into<String>) -> Self {
        Self { label: label.to_owned(), position: None, message: message.into() }
    }

    fn at(&self) -> String {
        self.position.map(|p| format!(":{p}")).unwrap_or_default()
    }
}

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON (RFC 8259).
    Json,
    /// YAML 1.2, core schema.
    Yaml,
}

/// A text with its value and the places of its parts.
#[derive(Clone, Debug)]
pub struct Document {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    label: String,
    text: String,
    syntax: Syntax,
    value: Value,
    /// YAML: pointer → (place of the key, place of the value).
    places: BTreeMap<Pointer, (Position, Position)>,
    /// JSON: the same, built on demand.
    index: OnceLock<Index>,
    walks: AtomicUsize,
    depth: OnceLock<usize>,
    offsets: OnceLock<Offsets>,
    duplicates: OnceLock<Vec<(Pointer, Position)>>,
    /// YAML: tags without an equivalent in JSON.
    foreign_tags: OnceLock<Vec<yaml::ForeignTag>>,
    /// Frontmatter: the keys in its text `metadata.contract`.
    contract_keys: OnceLock<Vec<String>>,
    /// Lines before `text` in the file that it was cut from (frontmatter).
    line_offset: u32,
}

/// The programming language of a file extension. An error of the YAML parser would not help there.
fn program(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "js" | "mjs" | "cjs" | "jsx" => "JavaScript",
        "ts" | "mts" | "cts" | "tsx" => "TypeScript",
        "py" => "Python",
        "sh" | "bash" => "a shell script",
        "go" => "Go",
        "rs" => "Rust",
        "rb" => "Ruby",
        _ => return None,
    })
}

impl Document {
    /// Reads JSON.
    ///
    /// # Errors
    /// The text is not UTF-8, empty, not one JSON document, or deeper than [`MAX_DEPTH`].
    pub fn json(label: &str, bytes: &[u8]) -> Result<Document, ReadError> {
        let text = decode(label, bytes)?;
        Self::from_json_text(label, text)
    }

    /// Reads YAML (one document; anchors allowed within a budget).
    ///
    /// # Errors
    /// The text is not UTF-8, empty, not YAML, has several documents or a key that is not a scalar,
    /// or exceeds the budget for aliases.
    pub fn yaml(label: &str, bytes: &[u8]) -> Result<Document, ReadError> {
        let text = decode(label, bytes)?;
        Self::from_yaml_text(label, text, 0)
    }

    /// Reads the YAML `text` that starts after `line_offset` lines of the file `label`.
    ///
    /// # Errors
    /// Like [`Document::yaml`], with places in the file.
    pub fn yaml_part(label: &str, text: &str, line_offset: u32) -> Result<Document, ReadError> {
        Self::from_yaml_text(label, text.to_owned(), line_offset)
    }

    /// Reads the frontmatter of a SKILL.md, like [`Document::yaml_part`]. The keys of a contract in the text
    /// `metadata.contract` are read as if they were at the top.
    ///
    /// # Errors
    /// Those of [`Document::yaml`], also for the text `metadata.contract`, which must be a mapping.
    pub fn frontmatter(label: &str, text: &str, line_offset: u32) -> Result<Document, ReadError> {
        let fault = |(position, message)| ReadError { label: label.to_owned(), position, message };
        let mut read = yaml::read(text, line_offset).map_err(fault)?;
        let keys = contract_text::lift(text, line_offset, &mut read).map_err(fault)?;
        let document = Self::of_yaml(label, text.to_owned(), read, line_offset);
        let _ = document.inner.contract_keys.set(keys);
        Ok(document)
    }

    /// Reads JSON or YAML by the extension of `label` (.json, .yaml, .yml). Without one, a text
    /// that begins like JSON is JSON, and others are YAML.
    ///
    /// # Errors
    /// Those of the chosen reader.
    pub fn guess(label: &str, bytes: &[u8]) -> Result<Document, ReadError> {
        let ending = label.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        match ending.as_str() {
            "json" => Self::json(label, bytes),
            "yaml" | "yml" => Self::yaml(label, bytes),
            _ => {
                let text = decode(label, bytes)?;
                if json_text::begins(&text) {
                    Self::from_json_text(label, text)
                } else {
                    Self::from_yaml_text(label, text, 0).map_err(|error| match program(&ending) {
                        Some(language) => ReadError {
                            position: None,
                            message: format!("{language}, not JSON or YAML"),
                            ..error
                        },
                        None => error,
                    })
                }
            }
        }
    }

    /// A document from a value, for built-in and derived contracts. It has no places.
    #[must_use]
    pub fn from_value(label: &str, value: Value) -> Document {
        Self::new(label, String::new(), Syntax::Json, value, BTreeMap::new(), 0)
    }

    fn new(
        label: &str,
        text: String,
        syntax: Syntax,
        value: Value,
        places: BTreeMap<Pointer, (Position, Position)>,
        line_offset: u32,
    ) -> Document {
        let label = label.to_owned();
        let inner = Inner {
            label,
            text,
            syntax,
            value,
            places,
            index: OnceLock::new(),
            walks: AtomicUsize::new(0),
            depth: OnceLock::new(),
            offsets: OnceLock::new(),
            duplicates: OnceLock::new(),
            foreign_tags: OnceLock::new(),
            contract_keys: OnceLock::new(),
            line_offset,
        };
        Document { inner: Arc::new(inner) }
    }

    fn from_json_text(label: &str, text: String) -> Result<Document, ReadError> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(&text);
        if body.trim().is_empty() {
            return Err(ReadError::whole(label, "empty; expected a JSON document"));
        }
        if stand_in::is_lfs_pointer(body) {
            return Err(ReadError::whole(label, stand_in::LFS_POINTER));
        }
        if let Some(at) = json_text::too_deep(body, MAX_DEPTH) {
            return Err(ReadError {
                label: label.to_owned(),
                position: Some(json_text::position(body, at)),
                message: format!("nested deeper than {MAX_DEPTH} levels"),
            });
        }
        let value = parse_json(body).map_err(|e| {
            let at = char_position(body, e.line(), e.column());
            stand_in::conflict(label, body, 0).unwrap_or_else(|| ReadError {
                label: label.to_owned(),
                position: Some(at),
                message: match stand_in::of_another_language(body, e.line(), e.column()) {
                    Some(cause) => format!("not JSON: {cause}"),
                    None => format!("not JSON: {}", without_place(&e.to_string())),
                },
            })
        })?;
        Ok(Self::new(label, text, Syntax::Json, value, BTreeMap::new(), 0))
    }

    fn from_yaml_text(label: &str, text: String, line_offset: u32) -> Result<Document, ReadError> {
        if stand_in::is_lfs_pointer(&text) {
            return Err(ReadError::whole(label, stand_in::LFS_POINTER));
        }
        let read = yaml::read(&text, line_offset).map_err(|(position, message)| {
            let error = ReadError { label: label.to_owned(), position, message };
            stand_in::conflict(label, &text, line_offset).unwrap_or(error)
        })?;
        Ok(Self::of_yaml(label, text, read, line_offset))
    }

    fn of_yaml(label: &str, text: String, read: yaml::Read, line_offset: u32) -> Document {
        let document = Self::new(label, text, Syntax::Yaml, read.value, read.places, line_offset);
        // The cells are new, so they can't be set already.
        let _ = document.inner.duplicates.set(read.duplicates);
        let _ = document.inner.foreign_tags.set(read.foreign_tags);
        document
    }

    /// The name of the text: a path, `builtin:NAME`, or `-`.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.inner.label
    }

    /// The text as read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// JSON or YAML.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.inner.syntax
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.inner.value
    }

    /// The depth of the value. It is computed once, because each schema of a list needs it.
    #[must_use]
    pub fn depth(&self) -> usize {
        *self.inner.depth.get_or_init(|| crate::value::depth(&self.inner.value))
    }

    /// The start of the value at `pointer`; if there is none, the nearest place around it.
    #[must_use]
    pub fn locate(&self, pointer: &Pointer) -> Position {
        self.find(pointer, false)
    }

    /// The byte offset in [`Document::text`] of a place.
    #[must_use]
    pub fn offset(&self, position: Position) -> Option<usize> {
        let text = &self.inner.text;
        self.inner.offsets.get_or_init(|| Offsets::of(text)).byte(text, position)
    }

    /// The start of the name of the member at `pointer`; for elements and the root, of the value.
    #[must_use]
    pub fn locate_key(&self, pointer: &Pointer) -> Position {
        self.find(pointer, true)
    }

    fn find(&self, pointer: &Pointer, key: bool) -> Position {
        let start = Position { line: 1 + self.inner.line_offset, column: 1 };
        self.nearest(pointer).map_or(start, |(name, value)| if key { name } else { value })
    }

    /// The places (name, value) of `pointer`, or of its nearest existing parent.
    fn nearest(&self, pointer: &Pointer) -> Option<(Position, Position)> {
        let inner = &*self.inner;
        if inner.syntax == Syntax::Json && inner.walks.load(Ordering::Relaxed) >= MOST_WALKS {
            return inner.index.get_or_init(|| Index::of(&inner.text)).nearest(pointer);
        }
        let mut at = Some(pointer.clone());
        while let Some(p) = at {
            let found = match inner.syntax {
                Syntax::Yaml => inner.places.get(&p).copied(),
                Syntax::Json => {
                    inner.walks.fetch_add(1, Ordering::Relaxed);
                    json_text::find(&inner.text, &p)
                }
            };
            if found.is_some() {
                return found;
            }
            at = p.parent();
        }
        None
    }

    /// The members whose name occurred before in the same object, with the place of the later name.
    #[must_use]
    pub fn duplicate_keys(&self) -> &[(Pointer, Position)] {
        self.inner.duplicates.get_or_init(|| json_text::duplicates(&self.inner.text))
    }

    /// The values with a YAML tag that has no JSON type, with their place and tag.
    pub fn foreign_tags(&self) -> impl Iterator<Item = (&Pointer, Position, &str)> {
        let tags = self.inner.foreign_tags.get().into_iter().flatten();
        tags.map(|one| (&one.pointer, one.position, one.tag.as_str()))
    }

    /// Whether a key of the frontmatter is in its text `metadata.contract`, not at the top.
    #[must_use]
    pub fn is_in_contract_text(&self, key: &str) -> bool {
        self.inner.contract_keys.get().is_some_and(|keys| keys.iter().any(|one| one == key))
    }

    /// The one line for an error at `pointer` of this document.
    #[must_use]
    pub fn error_at(&self, pointer: &Pointer, message: impl Into<String>) -> ReadError {
        ReadError {
            label: self.label().to_owned(),
            position: Some(self.locate(pointer)),
            message: message.into(),
        }
    }
}

/// Parses one JSON document of any depth; the caller has bounded the depth.
fn parse_json(text: &str) -> Result<Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

fn decode(label: &str, bytes: &[u8]) -> Result<String, ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::whole(label, "empty; expected a JSON or YAML document"));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(e) => {
            let good = std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default();
            Err(ReadError {
                label: label.to_owned(),
                position: Some(json_text::position(good, good.len())),
                message: format!(
                    "not UTF-8: byte 0x{:02x}; save the file as UTF-8",
                    bytes[e.valid_up_to()]
                ),
            })
        }
    }
}

/// serde_json counts columns in bytes and says 0 at the end of a line.
fn char_position(text: &str, line: usize, byte_column: usize) -> Position {
    let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let upto = row.get(..byte_column.saturating_sub(1).min(row.len())).unwrap_or(row);
    Position { line: to_u32(line.max(1)), column: to_u32(upto.chars().count() + 1) }
}

fn without_place(message: &str) -> &str {
    message.rfind(" at line ").map_or(message, |at| &message[..at])
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;

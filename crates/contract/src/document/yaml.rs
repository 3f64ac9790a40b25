//! Reads YAML 1.2 (core schema) from granit-parser's events: a value, the place of each node, duplicate keys. The
//! merge key `<<` of YAML 1.1 is supported, because the parsers that load skills and schemas merge it.
//!
//! Budgets stop alias bombs: aliases are copied, so the nodes are counted, not the bytes of the text.

use std::collections::BTreeMap;

use granit_parser::{Event, Options, Parser, ScalarStyle, Span, Tag};
use serde_json::{Map, Number, Value};

use super::{Position, to_u32};
use crate::{Pointer, value};

/// The maximum number of nodes after aliases are copied.
const MAX_NODES: usize = 1_000_000;
/// The maximum depth of a YAML document.
const MAX_LEVELS: usize = 500;

pub(super) struct Read {
    pub(super) value: Value,
    pub(super) places: BTreeMap<Pointer, (Position, Position)>,
    pub(super) duplicates: Vec<(Pointer, Position)>,
    pub(super) foreign_tags: Vec<ForeignTag>,
}

/// A tag without an equivalent in JSON, such as `!include` or `!!binary`; its value is not known.
#[derive(Debug)]
pub(super) struct ForeignTag {
    pub(super) pointer: Pointer,
    pub(super) position: Position,
    pub(super) tag: String,
}

type Fault = (Option<Position>, String);

enum Frame {
    Sequence {
        items: Vec<Value>,
        anchor: usize,
        pointer: Pointer,
    },
    Mapping {
        members: Map<String, Value>,
        key: Option<Key>,
        /// The value of `<<`, and its place.
        merged: Option<(Map<String, Value>, Position)>,
        anchor: usize,
        pointer: Pointer,
    },
}

/// The key of a mapping whose value comes next.
enum Key {
    Name(String),
    /// `<<`: the members of other mappings.
    Merge(Position),
}

/// The tags that a scalar may have.
const SCALAR_TAGS: [&str; 5] = ["str", "null", "bool", "int", "float"];

/// The spelling of the merge key; in quotes it is a name.
const MERGE: &str = "<<";

struct Builder {
    line_offset: u32,
    stack: Vec<Frame>,
    anchors: BTreeMap<usize, (Value, usize)>,
    nodes: usize,
    root: Option<Value>,
    documents: usize,
    places: BTreeMap<Pointer, (Position, Position)>,
    duplicates: Vec<(Pointer, Position)>,
    foreign_tags: Vec<ForeignTag>,
    key_place: Position,
}

/// Reads one document.
pub(super) fn read(text: &str, line_offset: u32) -> Result<Read, Fault> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut options = Options::default();
    // People close flow collections at column 0, and clients accept it.
    options.strict_indentation = false;
    options.emit_comments = false;
    options.flow_nesting_limit = MAX_LEVELS;
    options.block_nesting_limit = MAX_LEVELS;
    let mut builder = Builder {
        line_offset,
        stack: Vec::new(),
        anchors: BTreeMap::new(),
        nodes: 0,
        root: None,
        documents: 0,
        places: BTreeMap::new(),
        duplicates: Vec::new(),
        foreign_tags: Vec::new(),
        key_place: Position::START,
    };
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|e| {
            let place = builder.at(e.marker().line(), e.marker().col());
            (Some(place), format!("not YAML: {}", e.info().lines().next().unwrap_or_default()))
        })?;
        builder.event(event, span)?;
    }
    match builder.root {
        Some(value) => Ok(Read {
            value,
            places: builder.places,
            duplicates: builder.duplicates,
            foreign_tags: builder.foreign_tags,
        }),
        None => Err((None, "empty; expected a YAML document".to_owned())),
    }
}

impl Builder {
    fn at(&self, line: usize, column: usize) -> Position {
        Position { line: to_u32(line.max(1)) + self.line_offset, column: to_u32(column + 1) }
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Fault> {
        let place = self.at(span.start.line(), span.start.col());
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err((Some(place), "several YAML documents; expected one".to_owned()));
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.note_tag(tag.as_deref(), &SCALAR_TAGS, place);
                if self.key_wanted() {
                    let is_merge = text == MERGE && style == ScalarStyle::Plain && tag.is_none();
                    if is_merge {
                        return self.merge_key(place);
                    }
                    return self.key(text.into_owned(), place);
                }
                let value = scalar(&text, style, tag.as_deref());
                self.remember(anchor, &value);
                self.value(value, 1, place)?;
            }
            Event::Alias(id) => {
                let (value, size) =
                    self.anchors.get(&id).cloned().ok_or_else(|| {
                        (Some(place), "an alias inside its own anchor".to_owned())
                    })?;
                if self.key_wanted() {
                    return match value {
                        Value::String(name) => self.key(name, place),
                        _ => Err(complex_key(place)),
                    };
                }
                self.value(value, size, place)?;
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.note_tag(tag.as_deref(), &["seq"], place);
                let pointer = self.open(place)?;
                self.stack.push(Frame::Sequence { items: Vec::new(), anchor, pointer });
            }
            Event::MappingStart(_, anchor, tag) => {
                self.note_tag(tag.as_deref(), &["map"], place);
                let pointer = self.open(place)?;
                let members = Map::new();
                let (key, merged) = (None, None);
                self.stack.push(Frame::Mapping { members, key, merged, anchor, pointer });
            }
            Event::SequenceEnd | Event::MappingEnd => self.close()?,
            _ => {}
        }
        Ok(())
    }

    fn note_tag(&mut self, tag: Option<&Tag>, known: &[&str], position: Position) {
        let Some(tag) = tag else { return };
        let is_known = tag.core_suffix().is_some_and(|suffix| known.contains(&suffix));
        // A lone `!` has no effect on the value.
        let tag = tag.to_string();
        if !is_known && tag != "!" {
            let pointer = self.next_pointer();
            self.foreign_tags.push(ForeignTag { pointer, position, tag });
        }
    }

    fn key_wanted(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Mapping { key: None, .. }))
    }

    fn key(&mut self, name: String, place: Position) -> Result<(), Fault> {
        self.count(1, place)?;
        self.key_place = place;
        if let Some(Frame::Mapping { members, key, pointer, .. }) = self.stack.last_mut() {
            if members.contains_key(&name) {
                self.duplicates.push((pointer.push(&name), place));
            }
            *key = Some(Key::Name(name));
        }
        Ok(())
    }

    fn merge_key(&mut self, place: Position) -> Result<(), Fault> {
        self.count(1, place)?;
        self.key_place = place;
        if let Some(Frame::Mapping { key, merged, pointer, .. }) = self.stack.last_mut() {
            if merged.is_some() {
                self.duplicates.push((pointer.push(MERGE), place));
            }
            *key = Some(Key::Merge(place));
        }
        Ok(())
    }

    fn next_pointer(&self) -> Pointer {
        match self.stack.last() {
            None => Pointer::root(),
            Some(Frame::Sequence { items, pointer, .. }) => pointer.push_index(items.len()),
            Some(Frame::Mapping { key, pointer, .. }) => {
                pointer.push(key.as_ref().map_or("", Key::name))
            }
        }
    }

    fn note(&mut self, pointer: &Pointer, place: Position) {
        let in_mapping = matches!(self.stack.last(), Some(Frame::Mapping { .. }));
        let key = if in_mapping { self.key_place } else { place };
        self.places.insert(pointer.clone(), (key, place));
    }

    fn open(&mut self, place: Position) -> Result<Pointer, Fault> {
        if self.key_wanted() {
            return Err(complex_key(place));
        }
        if self.stack.len() >= MAX_LEVELS {
            return Err((Some(place), format!("nested deeper than {MAX_LEVELS} levels")));
        }
        self.count(1, place)?;
        let pointer = self.next_pointer();
        self.note(&pointer, place);
        Ok(pointer)
    }

    fn value(&mut self, value: Value, size: usize, place: Position) -> Result<(), Fault> {
        self.count(size, place)?;
        let pointer = self.next_pointer();
        self.note(&pointer, place);
        self.put(value)
    }

    fn count(&mut self, nodes: usize, place: Position) -> Result<(), Fault> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES {
            let message = format!("more than {MAX_NODES} nodes once its aliases are followed");
            return Err((Some(place), message));
        }
        Ok(())
    }

    fn put(&mut self, value: Value) -> Result<(), Fault> {
        match self.stack.last_mut() {
            None => self.root = Some(value),
            Some(Frame::Sequence { items, .. }) => items.push(value),
            Some(Frame::Mapping { members, key, merged, .. }) => match key.take() {
                Some(Key::Merge(place)) => *merged = Some((merged_members(value, place)?, place)),
                Some(Key::Name(name)) => {
                    members.insert(name, value);
                }
                None => {}
            },
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Fault> {
        let (value, anchor) = match self.stack.pop() {
            Some(Frame::Sequence { items, anchor, .. }) => (Value::Array(items), anchor),
            Some(Frame::Mapping { members, merged, anchor, pointer, .. }) => {
                let members = match merged {
                    Some((merged, place)) => self.merge(merged, members, (&pointer, place)),
                    None => members,
                };
                (Value::Object(members), anchor)
            }
            None => return Ok(()),
        };
        self.remember(anchor, &value);
        self.put(value)
    }

    /// Merged members come first; a mapping's own members override them.
    fn merge(
        &mut self,
        mut merged: Map<String, Value>,
        own: Map<String, Value>,
        (pointer, place): (&Pointer, Position),
    ) -> Map<String, Value> {
        for name in merged.keys().filter(|name| !own.contains_key(*name)) {
            self.places.insert(pointer.push(name), (place, place));
        }
        merged.extend(own);
        merged
    }

    fn remember(&mut self, anchor: usize, value: &Value) {
        if anchor != 0 {
            self.anchors.insert(anchor, (value.clone(), size(value)));
        }
    }
}

impl Key {
    fn name(&self) -> &str {
        match self {
            Key::Name(name) => name,
            Key::Merge(_) => MERGE,
        }
    }
}

/// The members of a mapping, or of a list of mappings; the first member of a name counts.
fn merged_members(value: Value, place: Position) -> Result<Map<String, Value>, Fault> {
    let fault = || {
        let message = "the merge key `<<` needs a mapping or a list of mappings, such as `*name`; put it in quotes \
                       to use it as a name";
        (Some(place), message.to_owned())
    };
    let list = match value {
        Value::Array(list) => list,
        one => vec![one],
    };
    let mut merged = Map::new();
    for mapping in list {
        let Value::Object(members) = mapping else { return Err(fault()) };
        for (name, value) in members {
            merged.entry(name).or_insert(value);
        }
    }
    Ok(merged)
}

fn complex_key(place: Position) -> Fault {
    (Some(place), "a key that is not a scalar; JSON keys are strings".to_owned())
}

fn size(value: &Value) -> usize {
    debug_assert!(value::depth(value) <= MAX_LEVELS + 1);
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(|v| 1 + size(v)).sum(),
        _ => 0usize,
    }
}

fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    let tag = tag.and_then(|t| t.core_suffix());
    let plain = style == ScalarStyle::Plain && tag.is_none();
    match tag {
        Some("str") => Value::String(text.to_owned()),
        Some("null" | "bool" | "int" | "float") => plain_scalar(text),
        _ if plain => plain_scalar(text),
        _ => Value::String(text.to_owned()),
    }
}

/// The core schema: null, booleans, integers (decimal, 0o, 0x), floats; other scalars are strings.
fn plain_scalar(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).map_or_else(|| Value::String(text.to_owned()), Value::Number),
    }
}

fn number(text: &str) -> Option<Number> {
    if let Some(octal) = text.strip_prefix("0o") {
        return Some(u64::from_str_radix(octal, 8).ok()?.into());
    }
    if let Some(hex) = text.strip_prefix("0x") {
        return Some(u64::from_str_radix(hex, 16).ok()?.into());
    }
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => ("-", &text[1..]),
        b'+' => ("", &text[1..]),
        _ => ("", text),
    };
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => (&digits[..at], &digits[at..]),
        None => (digits, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(whole) || !all_digits(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        trimmed => trimmed,
    };
    let point = match (mantissa.contains('.'), fraction) {
        (false, _) => String::new(),
        (true, "") => ".0".to_owned(),
        (true, f) => format!(".{f}"),
    };
    // JSON's own grammar checks the exponent.
    format!("{sign}{whole}{point}{exponent}").parse().ok()
}

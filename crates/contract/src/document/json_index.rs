//! An index of all places in a JSON text, built in one pass. A report with a thousand findings needs
//! thousands of places, and following each pointer separately would take quadratic time.

use std::collections::BTreeMap;

use super::json_scan::{Event, Scan, unescape};
use super::json_text::Cursor;
use super::{Position, to_u32};
use crate::Pointer;

/// The places of all values, the root first.
#[derive(Debug)]
pub(super) struct Index(Vec<ValuePosition>);

#[derive(Debug)]
struct ValuePosition {
    /// The place of the member's name; for elements and the root, of the value.
    name: Position,
    value: Position,
    inside: Option<Box<Inside>>,
}

/// The parts of a value, as indices of places.
#[derive(Debug)]
enum Inside {
    Members(BTreeMap<Box<str>, u32>),
    Elements(Vec<u32>),
}

impl Index {
    pub(super) fn of(text: &str) -> Index {
        let bytes = text.as_bytes();
        let mut cursor = Cursor::new(text);
        let mut places: Vec<ValuePosition> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut name: Option<(Box<str>, Position)> = None;
        for event in Scan::new(text) {
            let (at, inside) = match event {
                Event::Name(at, end) => {
                    let position = cursor.advance(bytes, at);
                    name = Some((unescape(&text[at..end]).into_boxed_str(), position));
                    continue;
                }
                Event::Close => {
                    open.pop();
                    continue;
                }
                Event::Scalar(at) => (at, None),
                Event::Open(at, true) => (at, Some(Inside::Members(BTreeMap::new()))),
                Event::Open(at, false) => (at, Some(Inside::Elements(Vec::new()))),
            };
            let value = cursor.advance(bytes, at);
            let this = to_u32(places.len());
            let named = name.take();
            let position = named.as_ref().map_or(value, |(_, at)| *at);
            let around = open.last().and_then(|outer| places.get_mut(*outer as usize));
            match (around.and_then(|outer| outer.inside.as_deref_mut()), named) {
                // If a name occurs twice, the last one counts, as in the value.
                (Some(Inside::Members(members)), Some((name, _))) => {
                    members.insert(name, this);
                }
                (Some(Inside::Elements(elements)), _) => elements.push(this),
                _ => {}
            }
            if inside.is_some() {
                open.push(this);
            }
            places.push(ValuePosition { name: position, value, inside: inside.map(Box::new) });
        }
        Index(places)
    }

    /// The places (name, value) of `pointer`, or of its nearest existing parent.
    pub(super) fn nearest(&self, pointer: &Pointer) -> Option<(Position, Position)> {
        let mut place = self.0.first()?;
        for token in pointer.tokens() {
            let inner = match place.inside.as_deref() {
                Some(Inside::Members(members)) => members.get(token.as_str()),
                Some(Inside::Elements(elements)) => {
                    token.parse::<usize>().ok().and_then(|at| elements.get(at))
                }
                None => None,
            };
            let Some(inner) = inner.and_then(|at| self.0.get(*at as usize)) else { break };
            place = inner;
        }
        Some((place.name, place.value))
    }
}

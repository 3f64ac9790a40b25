//! Reads the files that rules look into, and reports what is wrong with their text.

use contract::{Document, Pointer, Position};

use crate::entries::Entries;
use crate::report::Report;
use crate::source::{self, Source};

/// The text of a file without its byte order mark, and whether it has one. Reports bytes that are not UTF-8; the text then has a
/// replacement character for each.
pub(crate) fn text(
    path: &str,
    bytes: Vec<u8>,
    report: &mut Report,
) -> Result<(String, bool), String> {
    match String::from_utf8(bytes) {
        Ok(text) => match text.strip_prefix('\u{feff}') {
            Some(rest) => Ok((rest.to_owned(), true)),
            None => Ok((text, false)),
        },
        Err(error) => {
            let bad = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let good = String::from_utf8_lossy(&bytes[..bad]).into_owned();
            let message = format!("expected UTF-8, found the byte 0x{:02x}", bytes[bad]);
            let position = source::end_of(&good);
            report
                .place("text-not-utf8", path.to_owned(), position, Pointer::root(), message)
                .advise("save the file as UTF-8");
            Err(String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}

/// Parses the JSON file at `path` and reports errors.
pub(crate) fn json(entries: &Entries<'_>, path: &str, report: &mut Report) -> Option<Source> {
    let shown = entries.shown(path);
    match entries.content.read(path) {
        Ok(bytes) => json_bytes(&shown, bytes, report),
        Err(reason) => {
            report.file("file-unreadable", shown, format!("can't read {path}: {reason}"));
            None
        }
    }
}

/// Parses JSON and reports errors.
pub(crate) fn json_bytes(shown: &str, bytes: Vec<u8>, report: &mut Report) -> Option<Source> {
    report.files += 1;
    let (text, bom) = text(shown, bytes, report).ok()?;
    if bom {
        let message = "expected JSON from the first byte, found a byte order mark (BOM)";
        report
            .file("json-bom", shown.to_owned(), message.to_owned())
            .mend(crate::fix::Fix::safe("remove the byte order mark", source::bom_edit()));
    }
    let document = match Document::json(shown, text.as_bytes()) {
        Ok(document) => document,
        Err(error) => {
            let position = error.position.unwrap_or(Position::START);
            let message = format!("the file is not one JSON document: {}", error.message);
            report
                .place("json-unparsable", shown.to_owned(), position, Pointer::root(), message)
                .advise("fix the JSON: nothing else in this file is checked until then");
            return None;
        }
    };
    check_ambiguities(shown, &document, report);
    Some(Source { path: shown.to_owned(), document })
}

/// Reports parts of a document that parsers read differently.
pub(crate) fn check_ambiguities(shown: &str, document: &Document, report: &mut Report) {
    for (pointer, position) in document.duplicate_keys() {
        let name = pointer.last().unwrap_or_default();
        let message = format!("expected each name once in an object, found {name:?} again");
        report
            .place("json-duplicate-key", shown.to_owned(), *position, pointer.clone(), message)
            .advise("keep one of the two; most readers silently take the last");
    }
    for (pointer, position, tag) in document.foreign_tags() {
        let message = format!("expected a value that JSON has, found the YAML tag {tag:?}");
        report
            .place("json-unparsable", shown.to_owned(), position, pointer.clone(), message)
            .advise("write the value itself; few readers know the tag");
    }
}

/// A required file and its content; reports unreadable ones.
pub(crate) fn read(
    label: &str,
    document: Result<Document, contract::ReadError>,
    wanted: &str,
    report: &mut Report,
) -> Option<Source> {
    report.files += 1;
    match document {
        Ok(document) => {
            check_ambiguities(label, &document, report);
            Some(Source { path: label.to_owned(), document })
        }
        Err(error) => {
            let position = error.position.unwrap_or(Position::START);
            let message = format!("expected {wanted}, found: {}", error.message);
            report.place("json-unparsable", label.to_owned(), position, Pointer::root(), message);
            None
        }
    }
}

//! Edits of JSON text at a pointer: a member added, removed or replaced, with everything around it
//! unchanged. YAML is not edited, because its layout has too many forms.

use contract::{Document, Pointer, Syntax};
use serde::de::IgnoredAny;

use crate::fix::Edit;

/// Adds a member at the start of the object at `at`.
pub(crate) fn adding(document: &Document, at: &Pointer, member: &str) -> Option<Edit> {
    let (start, _) = span(document, at)?;
    let inside = document.text().get(start..)?.strip_prefix('{')?;
    let blank = inside.len() - inside.trim_start().len();
    let indent = if inside[..blank].contains('\n') { &inside[..blank] } else { " " };
    let comma = if inside[blank..].starts_with('}') { "" } else { "," };
    let text = format!("{indent}{member}{comma}");
    Some(Edit { start: start + 1, end: start + 1, text })
}

/// Replaces the value at `at`.
pub(crate) fn replacing(document: &Document, at: &Pointer, text: String) -> Option<Edit> {
    let (start, end) = span(document, at)?;
    Some(Edit { start, end, text })
}

/// Renames the member at `at`.
pub(crate) fn renaming(document: &Document, at: &Pointer, name: &str) -> Option<Edit> {
    let start = key(document, at)?;
    let end = start + value_length(document.text().get(start..)?)?;
    Some(Edit { start, end, text: serde_json::Value::from(name).to_string() })
}

/// Removes the member at `at`, with one of the commas beside it.
pub(crate) fn removing(document: &Document, at: &Pointer) -> Option<Edit> {
    let text = document.text();
    let (start, (_, end)) = (key(document, at)?, span(document, at)?);
    let behind = &text[end..];
    let blank = behind.len() - behind.trim_start().len();
    if let Some(rest) = behind[blank..].strip_prefix(',') {
        let next = rest.len() - rest.trim_start().len();
        return Some(Edit { start, end: end + blank + 1 + next, text: String::new() });
    }
    let before = text[..start].trim_end();
    let start = before.strip_suffix(',').map_or(start, str::len);
    Some(Edit { start, end, text: String::new() })
}

/// The text of the value at `at`.
pub(crate) fn text_of<'d>(document: &'d Document, at: &Pointer) -> Option<&'d str> {
    let (start, end) = span(document, at)?;
    document.text().get(start..end)
}

fn key(document: &Document, at: &Pointer) -> Option<usize> {
    document.value().pointer(at.as_str())?;
    let start = document.offset(document.locate_key(at))?;
    document.text().get(start..)?.starts_with('"').then_some(start)
}

/// The bytes of the value at `at`, which must exist.
fn span(document: &Document, at: &Pointer) -> Option<(usize, usize)> {
    if document.syntax() != Syntax::Json || document.value().pointer(at.as_str()).is_none() {
        return None;
    }
    let start = document.offset(document.locate(at))?;
    Some((start, start + value_length(document.text().get(start..)?)?))
}

fn value_length(text: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

#[cfg(test)]
mod tests {
    use contract::{Document, Pointer};

    use super::{adding, removing, renaming, replacing};
    use crate::fix::{Edit, Fix, apply};

    fn done(text: &str, edit: impl Fn(&Document) -> Option<Edit>) -> String {
        let document = Document::json("x", text.as_bytes()).expect("it is JSON");
        let fix = edit(&document).map(|edit| Fix::risky("", edit));
        apply(text, &fix).0
    }

    fn at(text: &str) -> Pointer {
        Pointer::parse(text).expect("it is a pointer")
    }

    #[test]
    fn members_come_and_go() {
        let text = "{\n  \"a\": [1, 2],\n  \"b\": {\"é\": \"}\"},\n  \"c\": -1.5e3\n}\n";
        let cases = [
            ("/a", "{\n  \"b\": {\"é\": \"}\"},\n  \"c\": -1.5e3\n}\n"),
            ("/b", "{\n  \"a\": [1, 2],\n  \"c\": -1.5e3\n}\n"),
            ("/b/é", "{\n  \"a\": [1, 2],\n  \"b\": {},\n  \"c\": -1.5e3\n}\n"),
            ("/c", "{\n  \"a\": [1, 2],\n  \"b\": {\"é\": \"}\"}\n}\n"),
            ("/d", text),
        ];
        for (pointer, wanted) in cases {
            assert_eq!(done(text, |d| removing(d, &at(pointer))), wanted, "{pointer}");
        }
        assert_eq!(done("{}", |d| adding(d, &at(""), "\"x\": 1")), "{ \"x\": 1}");
        assert_eq!(done("{\"a\":1}", |d| replacing(d, &at("/a"), "[1]".to_owned())), "{\"a\":[1]}");
        assert_eq!(done("{\"a\" : 1}", |d| renaming(d, &at("/a"), "b")), "{\"b\" : 1}");
    }
}

//! `mcp-shape-invalid`: what a client that validates the lists against the protocol's schema
//! rejects.

use contract::Pointer;
use contract::mcp::{Hint, ListKind, TaskSupport};
use serde_json::Value;

use super::Item;
use crate::report::Report;
use crate::source::{Source, quote};

const RULE: &str = "mcp-shape-invalid";

/// Members of items that must be strings if they are present.
const TEXTS: [&str; 3] = ["title", "description", "mimeType"];

/// A page of a list: the other pages can't be checked.
pub(crate) fn page(source: &Source, cursor: &Pointer, report: &mut Report) {
    let message = "expected the whole list, found `nextCursor`: the list continues on another page";
    report
        .key(RULE, source, cursor, message.to_owned())
        .advise("put the pages together, or let --server list them");
}

/// An error response.
pub(crate) fn failed(source: &Source, error: &Pointer, report: &mut Report) {
    let reason = source.get(error).and_then(|error| error.get("message")).map(quote);
    let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
    let message = format!("expected lists, found a response that reports an error{reason}");
    report.key(RULE, source, error, message).advise("ask the server again");
}

/// A value that is not a list.
pub(crate) fn no_list(source: &Source, kind: ListKind, place: &Pointer, report: &mut Report) {
    let found = source.get(place).map(quote).unwrap_or_default();
    let message = format!("`{}`: expected an array, found {found}", kind.key());
    report.value(RULE, source, place, message);
}

/// The members of an item.
pub(crate) fn check(item: &Item<'_>, report: &mut Report) {
    let Value::Object(members) = item.value else {
        let message =
            format!("expected a {} as an object, found {}", item.kind.noun(), quote(item.value));
        report.value(RULE, item.source, item.place, message);
        return;
    };
    let identity = item.kind.identity();
    expect(item, &[identity], "text that is not empty", true, report, |value| {
        value.as_str().is_some_and(|name| !name.is_empty())
    });
    if matches!(item.kind, ListKind::Resources | ListKind::Templates) {
        expect(item, &["name"], "text", true, report, Value::is_string);
    }
    for key in TEXTS {
        expect(item, &[key], "text", false, report, Value::is_string);
    }
    if item.kind == ListKind::Tools {
        for hint in Hint::ALL {
            let path = ["annotations", hint.key()];
            expect(item, &path, "true or false", false, report, Value::is_boolean);
        }
        let words: Vec<&str> = TaskSupport::ALL.iter().map(|one| one.as_str()).collect();
        let expected = words.join(", ");
        expect(item, &["execution", "taskSupport"], &expected, false, report, |value| {
            value.as_str().is_some_and(|word| words.contains(&word))
        });
    }
    if item.kind == ListKind::Prompts && members.contains_key("arguments") {
        expect(item, &["arguments"], "an array", false, report, Value::is_array);
    }
}

/// Reports a member of the wrong type, or a missing one.
fn expect(
    item: &Item<'_>,
    path: &[&str],
    expected: &str,
    required: bool,
    report: &mut Report,
    takes: impl Fn(&Value) -> bool,
) {
    let place = path.iter().fold(item.place.clone(), |place, key| place.push(key));
    let key = path.join(".");
    match item.source.get(&place) {
        Some(value) if takes(value) => {}
        Some(value) => {
            let message =
                format!("{}: `{key}`: expected {expected}, found {}", item.shown(), quote(value));
            report.value(RULE, item.source, &place, message);
        }
        None if required => {
            let message = format!("{}: expected `{key}`, found none", item.shown());
            report.value(RULE, item.source, item.place, message);
        }
        None => {}
    }
}

//! The texts that a server gives to a model, in any place: they are searched for secrets, hidden characters and
//! overriding instructions like a skill's own text.

use contract::Pointer;
use serde_json::Value;

use crate::report::Report;
use crate::rule::body::{File, instruction};
use crate::source::Source;

pub(crate) fn check(source: &Source, report: &mut Report) {
    let mut todo = vec![(Pointer::root(), source.value())];
    while let Some((pointer, value)) = todo.pop() {
        match value {
            Value::String(text) => judge(source, &pointer, text, report),
            Value::Array(items) => {
                todo.extend(
                    items.iter().enumerate().map(|(at, item)| (pointer.push_index(at), item)),
                );
            }
            Value::Object(members) => {
                todo.extend(members.iter().map(|(key, inner)| (pointer.push(key), inner)));
            }
            _ => {}
        }
    }
}

fn judge(source: &Source, pointer: &Pointer, text: &str, report: &mut Report) {
    let mut part = Report::default();
    File::data(&source.path, text).check(&mut part);
    for mut found in part.found {
        // The text contains escapes, so the place is that of the whole value.
        found.finding.position = source.document.locate(pointer);
        found.finding.pointer = pointer.clone();
        report.found.push(found);
    }
    if let Some(found) = instruction::find(text) {
        report
            .value("instruction-override", source, pointer, instruction::message(&found))
            .advise("say what the tool does; a client may refuse a server that tries to steer it");
    }
}

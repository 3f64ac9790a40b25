//! `mcp-name-form`, `mcp-name-duplicate`: names that clients and model providers reject, or can't distinguish.

use std::collections::BTreeMap;

use contract::mcp::ListKind;
use contract::{Pointer, text};
use serde_json::Value;

use super::Item;
use crate::report::Report;
use crate::source::Source;

/// The maximum length of a tool's name, by revision 2025-11-25.
const LONGEST: usize = 128;

/// A tool's name: letters, digits, `_`, `-` and `.`. Returns whether there is a finding.
pub(crate) fn check(item: &Item<'_>, report: &mut Report) -> bool {
    let before = report.found.len();
    within(item, LONGEST, &['_', '-', '.'], report);
    report.found.len() > before
}

/// A tool's name of at most this many letters, digits and `others`.
pub(crate) fn within(item: &Item<'_>, longest: usize, others: &[char], report: &mut Report) {
    let Some(name) = item.name().filter(|name| item.kind == ListKind::Tools && !name.is_empty())
    else {
        return;
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || others.contains(&c);
    let fault = match name.chars().find(|c| !fits(*c)) {
        Some(c) => format!("found {:?}", text::safe(&c.to_string())),
        None if name.len() > longest => format!("found {} characters", name.len()),
        None => return,
    };
    let others: Vec<String> = others.iter().map(|c| format!("`{c}`")).collect();
    let (last, first) = others.split_last().map_or(("", &[][..]), |(last, first)| (last, first));
    let message = format!(
        "{}: expected 1 to {longest} letters, digits, {} and {last}, {fault}",
        item.shown(),
        first.join(", ")
    );
    let place = item.place.push(item.kind.identity());
    report
        .value("mcp-name-form", item.source, &place, message)
        .advise("rename the tool: clients and model providers refuse such names");
}

/// Items of one list with the same name: a client sees only one of them.
pub(crate) fn repeated(source: &Source, kind: ListKind, items: &[Pointer], report: &mut Report) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        let at = item.push(kind.identity());
        let Some(name) = source.get(&at).and_then(Value::as_str) else { continue };
        let first = *seen.entry(name).or_insert(index);
        if first == index {
            continue;
        }
        let line = source.document.locate(&items[first].push(kind.identity())).line;
        let message = format!(
            "{} `{}`: expected a name of its own, found the name of the one in line {line}",
            kind.noun(),
            text::safe(name)
        );
        report
            .value("mcp-name-duplicate", source, &at, message)
            .advise("rename one of them: a client that has both calls one");
    }
}

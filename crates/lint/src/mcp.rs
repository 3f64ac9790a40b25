//! What an MCP server offers, as a document: a `tools/list` result, a list of tools, a response, a lock or a
//! server card. Items have their own rules; each schema has those of all schemas.

use contract::mcp::{Headers, ListKind, McpOutline};
use contract::{Document, NoFiles, Pointer, Role};
use serde_json::Value;

use crate::profile::Profiles;
use crate::read_source::read;
use crate::report::Report;
use crate::rule::{mcp, metaschema};
use crate::schema_quality::quality;
use crate::source::Source;
use crate::suppress;

/// Whether a document is intended to describe what an MCP server offers.
#[must_use]
pub fn looks_like_mcp(document: &Document) -> bool {
    contract::source::mcp_outline(document).is_some()
}

/// Checks the lists of an MCP server. `label` is the path in findings.
#[must_use]
pub fn check_mcp(label: &str, bytes: &[u8], profiles: &Profiles) -> Report {
    check_document(label, bytes, profiles, |source, report| {
        match contract::source::mcp_outline(&source.document) {
            Some(McpOutline::Tool) => {
                item(source, ListKind::Tools, &Pointer::root(), profiles, report)
            }
            Some(McpOutline::Lists(lists)) => {
                for (kind, place) in lists {
                    list(source, kind, &place, profiles, report);
                }
            }
            Some(McpOutline::Page(cursor)) => mcp::shape::page(source, &cursor, report),
            Some(McpOutline::Failed(error)) => mcp::shape::failed(source, &error, report),
            None => {}
        }
    })
}

/// Checks a document of tools: its texts, the findings of `check`, and its suppressions.
pub(crate) fn check_document(
    label: &str,
    bytes: &[u8],
    profiles: &Profiles,
    check: impl FnOnce(&Source, &mut Report),
) -> Report {
    let mut report = Report::default();
    let Some(source) = read(label, Document::guess(label, bytes), "one document", &mut report)
    else {
        return report;
    };
    suppress::in_source(&source, &mut report);
    mcp::texts::check(&source, &mut report);
    check(&source, &mut report);
    suppress::answer(&mut report, |rule| suppress::looked_for(rule, profiles));
    report
}

fn list(
    source: &Source,
    kind: ListKind,
    place: &Pointer,
    profiles: &Profiles,
    report: &mut Report,
) {
    let Some(Value::Array(items)) = source.get(place) else {
        return mcp::shape::no_list(source, kind, place, report);
    };
    let places: Vec<Pointer> = (0..items.len()).map(|index| place.push_index(index)).collect();
    mcp::name::repeated(source, kind, &places, report);
    for place in &places {
        item(source, kind, place, profiles, report);
    }
}

fn item(
    source: &Source,
    kind: ListKind,
    place: &Pointer,
    profiles: &Profiles,
    report: &mut Report,
) {
    let Some(value) = source.get(place) else { return };
    let item = mcp::Item { source, kind, place, value };
    mcp::shape::check(&item, report);
    if !mcp::name::check(&item, report) {
        for provider in &profiles.providers {
            if let Some(name) = &provider.tool_name {
                let others: Vec<char> = name.characters.chars().collect();
                mcp::name::within(&item, name.longest, &others, report);
            }
        }
    }
    mcp::description::check(&item, report);
    if kind != ListKind::Tools {
        return;
    }
    mcp::hints::check(&item, report);
    mcp::schemas::check(&item, report);
    for (key, role) in [("inputSchema", Some(Role::Input)), ("outputSchema", None)] {
        let at = place.push(key);
        if !matches!(source.get(&at), Some(Value::Object(_) | Value::Bool(_))) {
            continue;
        }
        // The protocol defines an MCP output; errors are separate.
        if let Some(schema) = metaschema::of_draft(source, &at, &NoFiles, report) {
            quality(source, &schema, role, profiles, report);
        }
    }
    if let Some(input) = value.get("inputSchema") {
        let headers = Headers::read(input, &place.push("inputSchema"));
        mcp::schemas::headers(&item, &headers, report);
    }
}

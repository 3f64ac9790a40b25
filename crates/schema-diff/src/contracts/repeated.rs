//! Duplicate names in `required`: the metaschema forbids them, and they are compared as one.

use std::collections::BTreeSet;

use contract::{Contract, Schema};
use serde_json::Value;

use super::Differ;

impl Differ<'_> {
    /// A remark on the first duplicate name, and on the number of others.
    pub(super) fn repeated_names(&mut self, new: &Contract) {
        let tools = new.tools.values().flat_map(|tool| tool.schemas.values());
        let schemas = new.plain.iter().chain(new.schemas.values()).chain(tools);
        let repeated: BTreeSet<String> = schemas.flat_map(repeated_in).collect();
        let Some(first) = repeated.first() else { return };
        let others = match repeated.len() - 1 {
            0 => String::new(),
            count => format!(" ({count} more of these)"),
        };
        self.report.hints.push(format!(
            "{first}{others}; it counts once here, and other validators reject the schema: list each name once"
        ));
    }
}

fn repeated_in(schema: &Schema) -> Vec<String> {
    let mut found = Vec::new();
    for (id, node) in schema.nodes().filter(|(_, node)| node.keywords().is_some()) {
        let written = schema.source_at(id).get("required").and_then(Value::as_array);
        let mut seen = BTreeSet::new();
        for name in written.into_iter().flatten().filter_map(Value::as_str) {
            if seen.insert(name) {
                continue;
            }
            let document = schema.document(id);
            let at = document.locate(&node.pointer.push("required"));
            let (label, name) = (document.label(), contract::text::safe(name));
            found.push(format!("`{name}` is listed twice in `required` at {label}:{at}"));
        }
    }
    found
}

//! Parts without requirements that nevertheless occupy an index or a name.

use std::collections::BTreeMap;

use super::{Data, Entry, Node};
use crate::ir::{Block, Kind, Pattern};

/// What `items` and `additionalProperties` must know about their neighbours: parts without requirements
/// were dropped from the checks, but they occupy an index or a name.
pub(super) fn beside(block: &Block, entries: &mut Vec<Entry>) {
    for check in &block.checks {
        match &check.kind {
            Kind::Items { from, .. } if *from > 0 => {
                let free = || vec![Node::Bool(true); *from];
                if !entries.iter().any(|entry| entry.key == "prefixItems") {
                    let data = Data::Subs(free());
                    entries.insert(0, Entry { key: "prefixItems", spelled: None, data });
                }
            }
            Kind::AdditionalProperties { names, patterns, .. } => {
                all_names(names, entries);
                all_patterns(patterns, entries);
            }
            _ => {}
        }
    }
}

fn all_names(names: &[String], entries: &mut Vec<Entry>) {
    if names.is_empty() {
        return;
    }
    let there = entries.iter_mut().find(|entry| entry.key == "properties");
    let free = |name: &String| (name.clone(), Node::Bool(true));
    match there {
        Some(Entry { data: Data::Named(members), .. }) => {
            let mut known: BTreeMap<String, Node> = std::mem::take(members).into_iter().collect();
            let member = |name: &String| match known.remove(name) {
                Some(node) => (name.clone(), node),
                None => free(name),
            };
            *members = names.iter().map(member).collect();
        }
        _ => {
            let data = Data::Named(names.iter().map(free).collect());
            entries.insert(0, Entry { key: "properties", spelled: None, data });
        }
    }
}

fn all_patterns(patterns: &[Pattern], entries: &mut Vec<Entry>) {
    let there = entries.iter_mut().find(|entry| entry.key == "patternProperties");
    let free = |pattern: &Pattern| (pattern.clone(), Node::Bool(true));
    match there {
        Some(Entry { data: Data::Patterns(members), .. }) => {
            for pattern in patterns {
                if !members.iter().any(|(known, _)| known.source == pattern.source) {
                    members.push(free(pattern));
                }
            }
        }
        _ if patterns.is_empty() => {}
        _ => {
            let data = Data::Patterns(patterns.iter().map(free).collect());
            entries.insert(0, Entry { key: "patternProperties", spelled: None, data });
        }
    }
}

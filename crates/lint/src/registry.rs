//! The rules by id. A rule is one Markdown file in rules/ with its level, its reasons and its example;
//! code only refers to its id.

mod list;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use contract::Level;
use contract::rule_doc::RuleDoc;

fn table() -> &'static BTreeMap<&'static str, RuleDoc> {
    static TABLE: OnceLock<BTreeMap<&'static str, RuleDoc>> = OnceLock::new();
    TABLE.get_or_init(|| {
        list::FILES
            .iter()
            .map(|(id, text)| {
                let doc = RuleDoc::parse(id, text).expect("invariant: a test reads each rule file");
                (*id, doc)
            })
            .collect()
    })
}

/// All rules, by id.
pub fn rules() -> impl Iterator<Item = &'static RuleDoc> {
    table().values()
}

/// The rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static RuleDoc> {
    table().get(id)
}

/// Whether a rule is about attacks and keys: its findings are reported anywhere.
pub(crate) fn is_about_safety(id: &str) -> bool {
    rule(id).and_then(|doc| doc.text("area")) == Some("safety")
}

/// The level of a rule's findings.
pub(crate) fn level(doc: &RuleDoc) -> Level {
    doc.text("level").and_then(Level::parse).expect("invariant: a test reads each rule's level")
}

#[cfg(test)]
pub(crate) mod tests;

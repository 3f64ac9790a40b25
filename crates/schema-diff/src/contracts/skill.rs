//! What a skill goes by: its name and its description. Clients load no skill without them.

use contract::{Contract, SourceKind};
use serde_json::Value;

use super::Differ;

impl Differ<'_> {
    /// Name and description of contracts that have some of their own: a plain schema's name is its file's name, which
    /// says nothing about the contract.
    pub(super) fn names_and_descriptions(&mut self, old: &Contract, new: &Contract) {
        let named = |c: &Contract| c.kind != SourceKind::JsonSchema && c.kind != SourceKind::Mcp;
        if !named(old) || !named(new) {
            return;
        }
        match (own_name(old), own_name(new)) {
            (Some(a), Some(b)) if a != b => {
                let message =
                    format!("the contract was called `{}`, is called `{}` now", old.name, new.name);
                self.named("name-changed", Some(&old.name), Some(&new.name), message);
            }
            (Some(_), None) if new.kind == SourceKind::Frontmatter => {
                let message = "the skill's `name` was removed; clients don't load it".to_owned();
                self.named("skill-name-removed", Some(&old.name), None, message);
            }
            _ => {}
        }
        let is_skill =
            |c: &Contract| matches!(c.kind, SourceKind::Frontmatter | SourceKind::Package);
        let has = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
        if is_skill(old) && is_skill(new) && has(&old.description) && !has(&new.description) {
            let message = "the skill's `description` was removed; clients don't load it".to_owned();
            self.named("skill-description-removed", old.description.as_ref(), None, message);
            return;
        }
        let what = "the contract's description";
        self.described(None, what, &old.description, &new.description);
    }
}

/// The name that a contract gives itself.
fn own_name(contract: &Contract) -> Option<&str> {
    let name = contract.document.value().get("name").and_then(Value::as_str);
    name.filter(|name| !name.trim().is_empty())
}

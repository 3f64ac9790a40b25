//! The identity of a skill: its name and description. Clients load no skill without them.

use contract::{Contract, Pointer, SourceKind};
use serde_json::Value;

use super::Differ;

use crate::report::ChangeRole;
use crate::rules::RuleId;

impl Differ<'_> {
    /// Name and description of contracts that have them: a plain schema's name is its file's, which says nothing
    /// about the contract.
    pub(super) fn names_and_descriptions(&mut self, old: &Contract, new: &Contract) {
        let named = |c: &Contract| c.kind != SourceKind::JsonSchema && !c.kind.has_tools();
        if !named(old) || !named(new) {
            return;
        }
        match (own_name(old), own_name(new)) {
            (Some(a), Some(b)) if a != b => {
                let what = if is_skill(new) { "skill" } else { "contract" };
                let message =
                    format!("the {what} was called `{}`, is called `{}` now", old.name, new.name);
                self.named(RuleId::NameChanged, Some(&old.name), Some(&new.name), message);
            }
            (Some(_), None) if new.kind == SourceKind::Frontmatter => {
                let message = "the skill's `name` was removed; clients don't load it".to_owned();
                self.named(RuleId::SkillNameRemoved, Some(&old.name), None, message);
            }
            _ => {}
        }
        let has = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
        if is_skill(old) && is_skill(new) && has(&old.description) && !has(&new.description) {
            let message = "the skill's `description` was removed; clients don't load it".to_owned();
            self.named(RuleId::SkillDescriptionRemoved, old.description.as_ref(), None, message);
            return;
        }
        let what =
            if is_skill(new) { "the skill's description" } else { "the contract's description" };
        self.described(None, what, &old.description, &new.description);
    }

    /// Whether outputs may be cached, and how long.
    pub(super) fn caching(&mut self, old: &Contract, new: &Contract) {
        let caching = |c: &Contract| c.cacheable.then_some(c.cache_ttl_minutes);
        let (was, is) = (caching(old), caching(new));
        if !is_skill(old) || !is_skill(new) || was == is {
            return;
        }
        let in_words = |caching: Option<Option<f64>>| match caching {
            None => "not cached".to_owned(),
            Some(None) => "cached".to_owned(),
            Some(Some(minutes)) => format!("cached for {minutes} minutes"),
        };
        let key = if old.cacheable == new.cacheable { "cache_ttl_minutes" } else { "cacheable" };
        let at =
            |c: &Contract| c.document.value().get(key).is_some().then(|| Pointer::root().push(key));
        let value = |c: &Contract| c.document.value().get(key).cloned();
        let message = format!("outputs were {}, are {} now", in_words(was), in_words(is));
        let (paths, values) = ((at(old), at(new)), (value(old), value(new)));
        self.change_for_rule(
            RuleId::CachingChanged,
            ChangeRole::Contract,
            None,
            paths,
            values,
            message,
        );
    }
}

/// The name that a contract declares.
fn own_name(contract: &Contract) -> Option<&str> {
    let name = contract.document.value().get("name").and_then(Value::as_str);
    name.filter(|name| !name.trim().is_empty())
}

fn is_skill(contract: &Contract) -> bool {
    matches!(contract.kind, SourceKind::Frontmatter | SourceKind::Package)
}

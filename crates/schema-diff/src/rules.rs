//! The rules: one Markdown file each, which is data, documentation and test.

#[rustfmt::skip]
mod index;

use std::sync::OnceLock;

use contract::rule_doc::RuleDoc;
use contract::{Bump, Role};

pub use index::RuleId;

/// The start of a rule's advice if its change needs none.
pub const NO_ACTION: &str = "No action is needed";

/// The advice of a rule that breaks nobody where it stands, for a change that does.
pub(crate) fn without_no_action(advice: String) -> String {
    let rest = advice.strip_prefix(NO_ACTION).and_then(|rest| rest.strip_prefix('.'));
    rest.map(|rest| rest.trim_start().to_owned()).unwrap_or(advice)
}

/// How a change affects the set of accepted documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Fewer documents are accepted.
    Narrows,
    /// More documents are accepted.
    Widens,
    /// Some documents are newly rejected, others newly accepted.
    Both,
    /// The set is unchanged.
    Neither,
    /// It depends on the context: the proof decides.
    Unknown,
}

/// A rule from its file.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The file.
    pub doc: RuleDoc,
    /// Its effect on the set of accepted documents.
    pub effect: Effect,
    /// The level for inputs and parameters.
    pub input: Bump,
    /// The level for outputs.
    pub output: Bump,
    /// Why the level differs from that of the proof, if it does.
    pub policy: Option<String>,
}

impl Rule {
    /// The level for a role.
    #[must_use]
    pub fn level(&self, role: Role) -> Bump {
        match role {
            Role::Output => self.output,
            Role::Input | Role::Parameter => self.input,
        }
    }

    /// What to do instead, on one line.
    #[must_use]
    pub fn instead(&self) -> String {
        self.doc.sections.get("Instead").map_or_else(String::new, |text| text.replace('\n', " "))
    }
}

impl RuleId {
    /// All rules, sorted by name.
    pub fn all() -> impl Iterator<Item = RuleId> {
        index::FILES.iter().map(|(id, _, _)| *id)
    }

    /// The name in reports and configuration: that of the rule's file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        index::FILES[self as usize].1
    }

    /// The rule of that name; `None` if there is none.
    #[must_use]
    pub fn parse(name: &str) -> Option<RuleId> {
        let at = index::FILES.binary_search_by(|(_, known, _)| (*known).cmp(name)).ok()?;
        Some(index::FILES[at].0)
    }

    /// The content of the rule's file, which is parsed once.
    ///
    /// # Panics
    /// If the embedded file is invalid; a test reads all of them.
    #[must_use]
    pub fn rule(self) -> &'static Rule {
        static READ: [OnceLock<Rule>; index::FILES.len()] =
            [const { OnceLock::new() }; index::FILES.len()];
        READ[self as usize].get_or_init(|| {
            let (_, stem, text) = index::FILES[self as usize];
            read(stem, text).expect("invariant: embedded rule files are read by a test")
        })
    }
}

impl RuleId {
    /// Whether it is about the type of a value.
    pub(crate) fn concerns_type(self) -> bool {
        matches!(
            self,
            RuleId::TypeChanged
                | RuleId::TypeNarrowed
                | RuleId::TypeWidened
                | RuleId::PropertyTypeChanged
                | RuleId::PropertyTypeNarrowed
                | RuleId::PropertyTypeWidened
        )
    }

    /// Whether it is about a bound or a format that many properties get in one release.
    #[must_use]
    pub fn may_be_common(self) -> bool {
        matches!(
            self,
            RuleId::NumberFormatChanged
                | RuleId::MinimumRaised
                | RuleId::MinimumLowered
                | RuleId::MaximumRaised
                | RuleId::MaximumLowered
                | RuleId::ExclusiveMinimumRaised
                | RuleId::ExclusiveMinimumLowered
                | RuleId::ExclusiveMaximumRaised
                | RuleId::ExclusiveMaximumLowered
                | RuleId::MinLengthRaised
                | RuleId::MinLengthLowered
                | RuleId::MaxLengthRaised
                | RuleId::MaxLengthLowered
                | RuleId::MinItemsRaised
                | RuleId::MinItemsLowered
                | RuleId::MaxItemsRaised
                | RuleId::MaxItemsLowered
        )
    }

    /// Whether it is about a property that one version requires and the other doesn't have under that
    /// name.
    pub(crate) fn concerns_required_property(self) -> bool {
        matches!(
            self,
            RuleId::RequiredPropertyAdded
                | RuleId::RequiredPropertyRemoved
                | RuleId::RequiredPropertyRenamed
        )
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

fn read(stem: &str, text: &str) -> Result<Rule, String> {
    let doc = RuleDoc::parse(stem, text).map_err(|e| e.to_string())?;
    let effect = match doc.text("effect") {
        Some("narrows") => Effect::Narrows,
        Some("widens") => Effect::Widens,
        Some("both") => Effect::Both,
        Some("neither") => Effect::Neither,
        Some("unknown") => Effect::Unknown,
        other => return Err(format!("{stem}.md: effect is {other:?}")),
    };
    let level = |role: &str| {
        let levels = doc.data.get("levels").and_then(|l| l.get(role)).and_then(|l| l.as_str());
        levels.and_then(Bump::parse).ok_or_else(|| format!("{stem}.md: no level for {role}"))
    };
    let (input, output) = (level("input")?, level("output")?);
    let policy = doc.text("policy").map(str::to_owned);
    Ok(Rule { effect, input, output, policy, doc })
}

#[cfg(test)]
mod tests;

//! The rules: one Markdown file each, which is data, documentation and test at once.

#[rustfmt::skip]
mod index;

use std::sync::OnceLock;

use contract::rule_doc::RuleDoc;
use contract::{Bump, Role};

/// How the advice of a rule begins whose change needs none.
pub const NO_ACTION: &str = "No action is needed";

/// In which direction a change moves the set of accepted documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Fewer documents are accepted.
    Narrows,
    /// More documents are accepted.
    Widens,
    /// Some are newly refused, others newly accepted.
    Both,
    /// The same documents are accepted.
    Neither,
    /// It depends on what stands around it: the proof decides.
    Unknown,
}

/// A rule, read from its file.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The file.
    pub doc: RuleDoc,
    /// What it does to the set of accepted documents.
    pub effect: Effect,
    /// The level for inputs and parameters.
    pub input: Bump,
    /// The level for outputs.
    pub output: Bump,
    /// Why the level is not the one that the proof gives, where it is not.
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

    /// What to do instead, in one line.
    #[must_use]
    pub fn instead(&self) -> String {
        self.doc.sections.get("Instead").map_or_else(String::new, |text| text.replace('\n', " "))
    }
}

/// The ids of all rules, sorted.
pub fn ids() -> impl Iterator<Item = &'static str> {
    index::FILES.iter().map(|(id, _)| *id)
}

/// The rule of that id, read from its file; a report of thousands of findings reads each file once.
///
/// # Panics
/// If the embedded file is no rule file; a test reads them all.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    static READ: OnceLock<Vec<OnceLock<Rule>>> = OnceLock::new();
    let at = index::FILES.binary_search_by(|(known, _)| (*known).cmp(id)).ok()?;
    let read_so_far = READ.get_or_init(|| index::FILES.iter().map(|_| OnceLock::new()).collect());
    Some(read_so_far.get(at)?.get_or_init(|| {
        let (stem, text) = index::FILES[at];
        read(stem, text).expect("invariant: embedded rule files are read by a test")
    }))
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

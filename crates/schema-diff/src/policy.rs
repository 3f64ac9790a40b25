//! How findings become levels: the table of the contract seeds, the relation alone, or either with
//! levels set by the user; and which findings somebody has decided to live with.

use std::collections::BTreeMap;

use containment::Side;
use contract::Bump;
use serde_json::Value;

use crate::edit::Edit;
use crate::report::FilePlace;
use crate::rules::RuleId;
use crate::version::Date;

/// What the levels follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The rule files (crates/schema-diff/rules/*.md).
    #[default]
    Contract,
    /// What was proved, and nothing else.
    Strict,
}

/// Levels set for one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// For inputs and parameters.
    pub input: Option<Bump>,
    /// For outputs.
    pub output: Option<Bump>,
}

/// A finding that is accepted: shown, not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignore {
    /// The rule; none: any.
    pub rule: Option<RuleId>,
    /// A place in the old or new document, or a file; `*` stands for anything. None: everywhere.
    pub path: Option<String>,
    /// Why.
    pub reason: String,
    /// When it counts again.
    pub until: Option<Until>,
    /// Where it is written.
    pub place: Option<FilePlace>,
}

/// The end of an [`Ignore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first version for which it counts again.
    Version(String),
    /// The last day on which it doesn't count.
    Date(Date),
}

/// What documents are taken to hold under names that nothing declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenObjects {
    /// Whatever the schema lets them.
    #[default]
    AsWritten,
    /// Nothing: nobody uses a name before it is declared, or after.
    IgnoreUndeclared,
}

/// The policy of one comparison.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The basis.
    pub basis: Basis,
    /// Levels by rule, over those of the basis.
    pub levels: BTreeMap<RuleId, Levels>,
    /// Accepted findings.
    pub ignores: Vec<Ignore>,
    /// How open objects are read.
    pub open_objects: OpenObjects,
    /// The day of the comparison, where somebody says which it is.
    pub today: Option<Date>,
}

impl Policy {
    /// The level that the user set, if any.
    pub(crate) fn set(&self, rule: RuleId, output: bool) -> Option<Bump> {
        let levels = self.levels.get(&rule)?;
        if output { levels.output } else { levels.input }
    }

    /// The side whose documents could show the edit only by a name that it doesn't declare, where such
    /// documents are not counted.
    pub(crate) fn undeclared(&self, edit: &Edit) -> Option<Side> {
        if self.open_objects == OpenObjects::AsWritten {
            return None;
        }
        let open = |value: &Option<Value>| value.as_ref().is_none_or(|v| *v == Value::Bool(true));
        match edit.rule {
            _ if edit.is_restricted => None,
            RuleId::OptionalPropertyAdded => Some(Side::Old),
            RuleId::AdditionalPropertiesClosed | RuleId::UnevaluatedPropertiesClosed
                if open(&edit.old) =>
            {
                Some(Side::Old)
            }
            RuleId::RequiredPropertyRemoved
            | RuleId::OptionalPropertyRemoved
            | RuleId::DeprecatedPropertyRemoved
            | RuleId::PropertyRemovedBeforeSunset => Some(Side::New),
            RuleId::AdditionalPropertiesOpened | RuleId::UnevaluatedPropertiesOpened
                if open(&edit.new) =>
            {
                Some(Side::New)
            }
            _ => None,
        }
    }

    /// Marks what is to be ignored. `file` is the contract's path, `version` the new version. Says what
    /// became of each ignore.
    pub fn apply_ignores(
        &self,
        report: &mut crate::Report,
        file: &str,
        version: Option<&str>,
    ) -> Vec<IgnoreUse> {
        let mut uses = vec![IgnoreUse::Unused; self.ignores.len()];
        for change in report.changes.iter_mut().filter(|change| change.ignored.is_none()) {
            for (ignore, used) in self.ignores.iter().zip(&mut uses) {
                if !ignore.meets(change, file) {
                    continue;
                }
                if ignore.expired(version, self.today) {
                    *used = (*used).max(IgnoreUse::Expired);
                    continue;
                }
                *used = IgnoreUse::Used;
                change.ignored.get_or_insert_with(|| ignore.reason.clone());
            }
        }
        report.sort();
        for (ignore, used) in self.ignores.iter().zip(&mut uses) {
            if *used == IgnoreUse::Unused && !ignore.concerns(file) {
                *used = IgnoreUse::Elsewhere;
            }
        }
        uses
    }
}

/// What became of an ignore in one comparison; of several comparisons the largest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgnoreUse {
    /// It names another file.
    Elsewhere,
    /// It met nothing.
    Unused,
    /// It would have met something.
    Expired,
    /// It met something.
    Used,
}

impl Ignore {
    /// Whether the change is the one that is meant, whatever the day.
    fn meets(&self, change: &crate::Change, file: &str) -> bool {
        let places = [&change.old_path, &change.new_path];
        let place = |pattern: &String| {
            let on_path = places.iter().copied().flatten().any(|p| glob(pattern, p.as_str()));
            on_path || names_file(pattern, file)
        };
        self.rule.is_none_or(|rule| rule == change.rule) && self.path.as_ref().is_none_or(place)
    }

    /// Whether it may be meant for this contract: pointers begin with a slash or a star.
    fn concerns(&self, file: &str) -> bool {
        let pointer = |path: &String| path.starts_with(['/', '*']);
        self.path.as_ref().is_none_or(|path| pointer(path) || names_file(path, file))
    }

    /// Whether it counts again: the new version has reached the one named, or the day is over.
    fn expired(&self, version: Option<&str>, today: Option<Date>) -> bool {
        match (&self.until, today) {
            (None, _) | (Some(Until::Date(_)), None) => false,
            (Some(Until::Date(last)), Some(today)) => today > *last,
            (Some(Until::Version(first)), _) => {
                let read = |text: &str| crate::version::read(text);
                match (read(first), version.and_then(read)) {
                    (Some(first), Some(version)) => version >= first,
                    _ => false,
                }
            }
        }
    }

    /// The rule and place that it names, for a message.
    #[must_use]
    pub fn describe(&self) -> String {
        let rule = self.rule.map_or("*", RuleId::as_str);
        match &self.path {
            Some(path) => format!("`{rule}` at `{path}`"),
            None => format!("`{rule}`"),
        }
    }
}

fn names_file(pattern: &str, file: &str) -> bool {
    glob(pattern, file) || file.ends_with(&format!("/{pattern}"))
}

/// Whether `pattern` matches the whole text; `*` stands for any characters.
fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        last = Some(part);
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    match last {
        None => rest.is_empty(),
        // The last part must reach the end, wherever it was first found.
        Some(part) => part.is_empty() || text.ends_with(part),
    }
}

#[cfg(test)]
mod tests;

//! How findings get levels: by the table of the contract seeds, by the relation alone, or by either
//! with the user's overrides; and which findings are suppressed.

use std::collections::BTreeMap;

use containment::Side;
use contract::Bump;

use crate::edit::Edit;
use crate::report::FilePlace;
use crate::rules::RuleId;
use crate::version::Date;

/// The basis of the levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The rule files (crates/schema-diff/rules/*.md).
    #[default]
    Contract,
    /// Only what is proved.
    Strict,
}

/// Levels of one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// For inputs and parameters.
    pub input: Option<Bump>,
    /// For outputs.
    pub output: Option<Bump>,
}

/// A suppressed finding: shown, not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignore {
    /// The rule; `None` means any.
    pub rule: Option<RuleId>,
    /// A place in the old or new document, or a file; `*` matches anything. `None` means
    /// everywhere.
    pub path: Option<String>,
    /// Why.
    pub reason: String,
    /// The end of the suppression.
    pub until: Option<Until>,
    /// Its place.
    pub place: Option<FilePlace>,
}

/// The end of an [`Ignore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first version for which the finding counts again.
    Version(String),
    /// The last day of the suppression.
    Date(Date),
}

/// What documents may contain under undeclared names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenObjects {
    /// Anything that the schema allows.
    #[default]
    AsWritten,
    /// Nothing: nobody uses an undeclared name.
    IgnoreUndeclared,
}

/// The policy of one comparison.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The basis.
    pub basis: Basis,
    /// Levels by rule, which override those of the basis.
    pub levels: BTreeMap<RuleId, Levels>,
    /// Accepted findings.
    pub ignores: Vec<Ignore>,
    /// How open objects are treated.
    pub open_objects: OpenObjects,
    /// The day of the comparison, if given.
    pub today: Option<Date>,
}

impl Policy {
    /// The level that the user set, if any.
    pub(crate) fn set(&self, rule: RuleId, output: bool) -> Option<Bump> {
        let levels = self.levels.get(&rule)?;
        if output { levels.output } else { levels.input }
    }

    /// The side whose documents could only show the edit by an undeclared name, if such documents
    /// don't count.
    pub(crate) fn undeclared(&self, edit: &Edit) -> Option<Side> {
        if self.open_objects == OpenObjects::AsWritten {
            return None;
        }
        match edit.rule {
            _ if edit.is_restricted || edit.is_map => None,
            RuleId::OptionalPropertyAdded => Some(Side::Old),
            RuleId::AdditionalPropertiesClosed | RuleId::UnevaluatedPropertiesClosed
                // An explicit `true` means a map: its names are used.
                if edit.old.is_none() =>
            {
                Some(Side::Old)
            }
            RuleId::RequiredPropertyRemoved
            | RuleId::OptionalPropertyRemoved
            | RuleId::DeprecatedPropertyRemoved
            | RuleId::PropertyRemovedBeforeSunset => Some(Side::New),
            RuleId::AdditionalPropertiesOpened | RuleId::UnevaluatedPropertiesOpened
                if edit.new.is_none() =>
            {
                Some(Side::New)
            }
            _ => None,
        }
    }

    /// Marks suppressed findings. `file` is the contract's path, `version` the new version. Returns the
    /// use of each ignore.
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

    /// Accepts what could not be compared, if an ignore names the rule and the file (one of `files`), and the fault
    /// is not new. Returns the use of each ignore.
    pub fn accept_unreadable(
        &self,
        change: &mut crate::Change,
        files: &[&str],
        age: FaultAge,
    ) -> Vec<IgnoreUse> {
        let mut uses = vec![IgnoreUse::Elsewhere; self.ignores.len()];
        for (ignore, used) in self.ignores.iter().zip(&mut uses) {
            let names = |pattern: &String| files.iter().any(|file| names_file(pattern, file));
            // `*` as the rule would accept any file.
            if ignore.rule != Some(change.rule) || !ignore.path.as_ref().is_some_and(names) {
                continue;
            }
            *used = match (ignore.expired(None, self.today), age) {
                (true, _) => IgnoreUse::Expired,
                (false, FaultAge::Fresh) => IgnoreUse::TooNarrow,
                (false, FaultAge::Lasting) => {
                    change.ignored.get_or_insert_with(|| ignore.reason.clone());
                    IgnoreUse::Used
                }
            };
        }
        uses
    }
}

/// Since when a contract can't be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultAge {
    /// The old version has the fault.
    Lasting,
    /// Only the new version has it.
    Fresh,
}

/// The use of an ignore in one comparison; for several comparisons the largest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgnoreUse {
    /// It names another file.
    Elsewhere,
    /// It matched nothing.
    Unused,
    /// It has expired, but would have matched.
    Expired,
    /// It matched a contract that can't be compared since the new version, which no ignore accepts.
    TooNarrow,
    /// It matched.
    Used,
}

impl Ignore {
    /// Whether the change matches, regardless of the day.
    fn meets(&self, change: &crate::Change, file: &str) -> bool {
        let places = [&change.old_path, &change.new_path];
        let place = |pattern: &String| {
            let on_path = places.iter().copied().flatten().any(|p| glob(pattern, p.as_str()));
            on_path || names_file(pattern, file)
        };
        self.rule.is_none_or(|rule| rule == change.rule) && self.path.as_ref().is_none_or(place)
    }

    /// Whether it can match this contract: pointers begin with a slash or a star.
    fn concerns(&self, file: &str) -> bool {
        let pointer = |path: &String| path.starts_with(['/', '*']);
        self.path.as_ref().is_none_or(|path| pointer(path) || names_file(path, file))
    }

    /// Whether it has expired: the new version has reached the given one, or the day has passed.
    fn expired(&self, version: Option<&str>, today: Option<Date>) -> bool {
        match (&self.until, today) {
            (None, _) | (Some(Until::Date(_)), None) => false,
            (Some(Until::Date(last)), Some(today)) => today > *last,
            (Some(Until::Version(first)), _) => {
                let read = |text: &str| crate::version::read(text);
                // A contract may be versioned by dates.
                let dates = Date::parse(first).zip(version.and_then(Date::parse));
                match (read(first), version.and_then(read), dates) {
                    (Some(first), Some(version), _) => version >= first,
                    (_, _, Some((first, version))) => version >= first,
                    _ => false,
                }
            }
        }
    }

    /// Its rule and place, for a message.
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

/// Whether `pattern` matches the whole text; `*` matches any characters.
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
        // The last part must match at the end.
        Some(part) => part.is_empty() || text.ends_with(part),
    }
}

#[cfg(test)]
mod tests;

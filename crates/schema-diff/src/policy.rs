//! How findings become levels: the table of the contract seeds, the relation alone, or either with
//! levels set by the user; and which findings somebody has decided to live with.

use std::collections::BTreeMap;

use contract::Bump;

/// What the levels follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// The rule files (design.md §5).
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
    /// The rule's id.
    pub rule: String,
    /// A place in the old or new document, or a file; `*` stands for anything. None: everywhere.
    pub path: Option<String>,
    /// Why.
    pub reason: String,
    /// The first version for which it counts again.
    pub until: Option<String>,
}

/// The policy of one comparison.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The basis.
    pub basis: Basis,
    /// Levels by rule, over those of the basis.
    pub levels: BTreeMap<String, Levels>,
    /// Accepted findings.
    pub ignores: Vec<Ignore>,
}

impl Policy {
    /// The level that the user set, if any.
    pub(crate) fn set(&self, rule: &str, output: bool) -> Option<Bump> {
        let levels = self.levels.get(rule)?;
        if output { levels.output } else { levels.input }
    }

    /// Marks what is to be ignored. `file` is the contract's path, `version` the new version.
    pub fn apply_ignores(&self, report: &mut crate::Report, file: &str, version: Option<&str>) {
        for change in &mut report.changes {
            let places = [&change.old_path, &change.new_path];
            let fits = |ignore: &&Ignore| {
                let place = |pattern: &String| {
                    let on_path =
                        places.iter().copied().flatten().any(|p| glob(pattern, p.as_str()));
                    on_path || glob(pattern, file) || file.ends_with(&format!("/{pattern}"))
                };
                (ignore.rule == "*" || ignore.rule == change.rule)
                    && ignore.path.as_ref().is_none_or(place)
                    && !expired(ignore.until.as_deref(), version)
            };
            change.ignored = self.ignores.iter().find(fits).map(|i| i.reason.clone());
        }
        report.sort();
    }
}

/// Whether the new version has reached the one until which the finding is accepted.
fn expired(until: Option<&str>, version: Option<&str>) -> bool {
    let read = |text: &str| crate::version::read(text);
    match (until.map(read), version.map(read)) {
        (Some(Some(until)), Some(Some(version))) => version >= until,
        _ => false,
    }
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

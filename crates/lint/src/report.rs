//! Where the rules put what they find. The level of a finding is its rule's, unless the profile says else.

use contract::{Finding, Level, Pointer, Position};

use crate::fix::Fix;
use crate::registry;
use crate::source::Source;

/// A finding, and the edits that would mend it, where the rule knows them.
#[derive(Clone, Debug)]
pub struct Found {
    /// What is wrong, and where.
    pub finding: Finding,
    /// What would mend it.
    pub fix: Option<Fix>,
    /// The reason of the suppression that answers for it.
    pub suppressed: Option<String>,
}

/// What was learned of a package beside its findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFacts {
    /// The package's root, as findings show it.
    pub path: String,
    /// The engines that may run it.
    pub effective_engines: Vec<String>,
}

/// All that was found in one subject.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings, in the order of the rules until [`Report::sort`].
    pub found: Vec<Found>,
    /// What was learned of packages.
    pub packages: Vec<PackageFacts>,
    /// How many files were looked into.
    pub files: usize,
}

impl Report {
    /// Adds what another subject gave.
    pub fn append(&mut self, other: Report) {
        self.found.extend(other.found);
        self.packages.extend(other.packages);
        self.files += other.files;
    }

    /// Puts the findings in the order in which they are printed: path, line, column, rule, message.
    pub fn sort(&mut self) {
        self.found.sort_by(|a, b| {
            let key = |f: &Finding| (f.path.clone(), f.position, f.rule.clone(), f.message.clone());
            key(&a.finding).cmp(&key(&b.finding))
        });
    }

    /// Whether there is a finding of level `error`.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.found
            .iter()
            .any(|found| found.finding.level == Level::Error && found.suppressed.is_none())
    }

    /// A finding about a file as a whole.
    pub(crate) fn file(&mut self, rule: &str, path: String, message: String) -> &mut Found {
        self.place(rule, path, Position::START, Pointer::root(), message)
    }

    /// A finding at the value at `pointer`.
    pub(crate) fn value(
        &mut self,
        rule: &str,
        source: &Source,
        pointer: &Pointer,
        message: String,
    ) -> &mut Found {
        let position = source.document.locate(pointer);
        self.place(rule, source.path.clone(), position, pointer.clone(), message)
    }

    /// A finding at the name of the member at `pointer`.
    pub(crate) fn key(
        &mut self,
        rule: &str,
        source: &Source,
        pointer: &Pointer,
        message: String,
    ) -> &mut Found {
        let position = source.document.locate_key(pointer);
        self.place(rule, source.path.clone(), position, pointer.clone(), message)
    }

    /// A finding anywhere.
    pub(crate) fn place(
        &mut self,
        rule: &str,
        path: String,
        position: Position,
        pointer: Pointer,
        message: String,
    ) -> &mut Found {
        let doc = registry::rule(rule).expect("invariant: a rule that fires has a file in rules/");
        let finding = Finding {
            rule: rule.to_owned(),
            level: registry::level(doc),
            path,
            position,
            pointer,
            message,
            fix: None,
        };
        self.found.push(Found { finding, fix: None, suppressed: None });
        self.found.last_mut().expect("invariant: one was pushed just now")
    }
}

impl Found {
    /// Says in words what to do.
    pub(crate) fn advise(&mut self, words: impl Into<String>) -> &mut Self {
        self.finding.fix = Some(words.into());
        self
    }

    /// Hands over the edits that do it.
    pub(crate) fn mend(&mut self, fix: Fix) -> &mut Self {
        if self.finding.fix.is_none() {
            self.finding.fix = Some(fix.words.clone());
        }
        self.fix = Some(fix);
        self
    }

    /// Lowers or raises the level of this one finding, where a profile says so.
    pub(crate) fn at_level(&mut self, level: Level) -> &mut Self {
        self.finding.level = level;
        self
    }
}

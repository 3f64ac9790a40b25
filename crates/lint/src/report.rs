//! Where the rules put what they find. The level of a finding is its rule's, unless the profile says else.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Document, Finding, Level, Pointer, Position, Role};

use crate::fix::Fix;
use crate::registry;
use crate::source::Source;
use crate::suppression::{Allow, Suppressed};
use crate::tokens::SkillCost;

/// Findings of one rule in one file that are reported one by one. A file that has more was made by a program,
/// for a program to fix; the rest is counted.
const MOST_OF_A_KIND: usize = 100;

/// A finding, and the edits that would fix it, where the rule knows them.
#[derive(Clone, Debug)]
pub struct ReportedFinding {
    /// What is wrong, and where.
    pub finding: Finding,
    /// What would fix it.
    pub fix: Option<Fix>,
    /// The suppression that answers for it.
    pub suppressed: Option<Suppressed>,
    /// What a baseline knows it by in place of its message, where that holds a number that any edit changes.
    pub identity: Option<&'static str>,
    /// The path of the file that the skill lacks, where the finding is about one.
    pub missing_file: Option<String>,
}

/// What was learned of a package beside its findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFacts {
    /// The package's root, as findings show it.
    pub path: String,
    /// The engines that may run it.
    pub effective_engines: Vec<String>,
}

/// As what a schema that stands alone was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFacts {
    /// The schema's file, as findings show it.
    pub path: String,
    /// Its role, if there is one.
    pub role: Option<Role>,
    /// Who says so.
    pub said_by: RoleSource,
}

/// Who says which role a schema has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleSource {
    /// `--role`.
    Option,
    /// The word in the file's name or in the schema's title.
    Name,
    /// Nobody: a schema that is named is taken for an input.
    Default,
}

impl RoleSource {
    /// The word that is printed.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            RoleSource::Option => "option",
            RoleSource::Name => "name",
            RoleSource::Default => "default",
        }
    }
}

/// What a tree is searched for duplicates by: a skill's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFacts {
    /// The SKILL.md, as findings show it.
    pub path: String,
    /// The folder of the plugin that it is a part of: clients put the plugin's name before the skill's.
    pub plugin: Option<String>,
    /// The name in the frontmatter.
    pub name: String,
    /// Where the name stands.
    pub name_position: Position,
    /// The description in the frontmatter.
    pub description: String,
    /// Where the description stands.
    pub description_position: Position,
    /// The paths of its files.
    pub files: BTreeSet<String>,
}

/// All that was found in one subject.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings, in the order of the rules until [`Report::sort`].
    pub found: Vec<ReportedFinding>,
    /// What was learned of packages.
    pub packages: Vec<PackageFacts>,
    /// What the skills say of themselves.
    pub skills: Vec<SkillFacts>,
    /// As what schemas that stand alone were judged.
    pub schemas: Vec<SchemaFacts>,
    /// What the skills cost in tokens, where that was asked for.
    pub costs: Vec<SkillCost>,
    /// How many files were looked into.
    pub files: usize,
    /// How many findings a rule has in a file so far.
    counts: BTreeMap<(String, String), usize>,
    /// The suppressions of the files that were looked into, until they are answered.
    pub(crate) allows: Vec<Allow>,
    /// Stands in for findings that are only counted.
    spare: Option<Box<ReportedFinding>>,
}

impl Report {
    /// Adds what another subject gave.
    pub fn append(&mut self, mut other: Report) {
        other.settle();
        self.found.extend(other.found);
        self.allows.extend(other.allows);
        self.packages.extend(other.packages);
        self.skills.extend(other.skills);
        self.schemas.extend(other.schemas);
        self.costs.extend(other.costs);
        self.files += other.files;
    }

    /// Puts the findings in the order in which they are printed: path, line, column, rule, message.
    pub fn sort(&mut self) {
        self.settle();
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

    /// Says how many findings were only counted.
    fn settle(&mut self) {
        for ((rule, path), count) in std::mem::take(&mut self.counts) {
            let more = count.saturating_sub(MOST_OF_A_KIND);
            if more > 0 {
                let message = format!("{more} more of this kind in this file");
                let start = Position::START;
                self.found.push(ReportedFinding::new(&rule, path, start, Pointer::root(), message));
            }
        }
    }

    /// Whether one more finding of this kind is only counted: then its place need not be looked up.
    pub(crate) fn is_full(&self, rule: &str, path: &str) -> bool {
        let key = (rule.to_owned(), path.to_owned());
        self.counts.get(&key).is_some_and(|count| *count >= MOST_OF_A_KIND)
    }

    /// A finding about a file as a whole.
    pub(crate) fn file(
        &mut self,
        rule: &str,
        path: String,
        message: String,
    ) -> &mut ReportedFinding {
        self.place(rule, path, Position::START, Pointer::root(), message)
    }

    /// A finding at the value at `pointer`.
    pub(crate) fn value(
        &mut self,
        rule: &str,
        source: &Source,
        pointer: &Pointer,
        message: String,
    ) -> &mut ReportedFinding {
        self.spot(rule, source, pointer, message, Document::locate)
    }

    /// A finding at the name of the member at `pointer`.
    pub(crate) fn key(
        &mut self,
        rule: &str,
        source: &Source,
        pointer: &Pointer,
        message: String,
    ) -> &mut ReportedFinding {
        self.spot(rule, source, pointer, message, Document::locate_key)
    }

    fn spot(
        &mut self,
        rule: &str,
        source: &Source,
        pointer: &Pointer,
        message: String,
        locate: fn(&Document, &Pointer) -> Position,
    ) -> &mut ReportedFinding {
        let position = match self.is_full(rule, &source.path) {
            true => Position::START,
            false => locate(&source.document, pointer),
        };
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
    ) -> &mut ReportedFinding {
        let count = self.counts.entry((rule.to_owned(), path.clone())).or_default();
        *count += 1;
        let found = ReportedFinding::new(rule, path, position, pointer, message);
        if *count > MOST_OF_A_KIND {
            return self.spare.insert(Box::new(found));
        }
        self.found.push(found);
        self.found.last_mut().expect("invariant: one was pushed just now")
    }
}

impl ReportedFinding {
    fn new(
        rule: &str,
        path: String,
        position: Position,
        pointer: Pointer,
        message: String,
    ) -> ReportedFinding {
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
        ReportedFinding { finding, fix: None, suppressed: None, identity: None, missing_file: None }
    }
}

impl ReportedFinding {
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

    /// Says what a baseline knows it by.
    pub(crate) fn known_as(&mut self, identity: &'static str) -> &mut Self {
        self.identity = Some(identity);
        self
    }

    /// Says which file of the skill is missing.
    pub(crate) fn lacks(&mut self, path: &str) -> &mut Self {
        self.missing_file = Some(path.to_owned());
        self
    }

    /// Lowers or raises the level of this one finding, where a profile says so.
    pub(crate) fn at_level(&mut self, level: Level) -> &mut Self {
        self.finding.level = level;
        self
    }
}

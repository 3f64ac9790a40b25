//! Collects the findings of rules. The level of a finding is its rule's, unless the profile overrides it.

use std::collections::{BTreeMap, BTreeSet};

use contract::{Document, Finding, Level, Pointer, Position, Role};

use crate::fix::Fix;
use crate::registry;
use crate::source::Source;
use crate::suppression::{Allow, Suppressed};
use crate::tokens::SkillCost;

/// The maximum number of findings of one rule in one file. A file with more was generated, and is fixed by
/// its generator; the rest is counted.
const MOST_OF_A_KIND: usize = 100;

/// A finding, and the edits of its fix, if there is one.
#[derive(Clone, Debug)]
pub struct ReportedFinding {
    /// The finding.
    pub finding: Finding,
    /// The fix.
    pub fix: Option<Fix>,
    /// The suppression that matches it.
    pub suppressed: Option<Suppressed>,
    /// Its key in baselines in place of its message, if the message contains a number that any edit changes.
    pub identity: Option<String>,
    /// The path of the file that the skill lacks, where the finding is about one.
    pub missing_file: Option<String>,
    /// The link, or the home folder of a person, that the finding is about, as it is written.
    pub subject: Option<String>,
}

/// Facts about a package beside its findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFacts {
    /// The package's root in findings.
    pub path: String,
    /// Its usable engines.
    pub effective_engines: Vec<String>,
}

/// The role that a separate schema was checked in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFacts {
    /// The schema's file in findings.
    pub path: String,
    /// Its role, if there is one.
    pub role: Option<Role>,
    /// The source of the role.
    pub said_by: RoleSource,
}

/// The source of a schema's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleSource {
    /// `--role`.
    Option,
    /// A word in the file's name or in the schema's title.
    Name,
    /// The default: a named schema is an input.
    Default,
}

impl RoleSource {
    /// The printed name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            RoleSource::Option => "option",
            RoleSource::Name => "name",
            RoleSource::Default => "default",
        }
    }
}

/// A skill's name and description, for the search for duplicates in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFacts {
    /// The SKILL.md in findings.
    pub path: String,
    /// The folder of its plugin: clients prefix the skill's name with the plugin's.
    pub plugin: Option<String>,
    /// The name in the frontmatter.
    pub name: String,
    /// The place of the name.
    pub name_position: Position,
    /// The description in the frontmatter.
    pub description: String,
    /// The place of the description.
    pub description_position: Position,
    /// The paths of its files.
    pub files: BTreeSet<String>,
}

/// The results of one subject.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings, in the order of the rules until [`Report::sort`].
    pub found: Vec<ReportedFinding>,
    /// Facts about packages.
    pub packages: Vec<PackageFacts>,
    /// Names and descriptions of skills.
    pub skills: Vec<SkillFacts>,
    /// Checksums of the texts of skills, by their path in findings: copies of a file have the same findings.
    pub texts: BTreeMap<String, u64>,
    /// Files in folders of other skills that the texts name, from that folder on: `notes/scripts/find.py`.
    pub named_files: BTreeSet<String>,
    /// The roles of separate schemas.
    pub schemas: Vec<SchemaFacts>,
    /// The tokens of the skills, if requested.
    pub costs: Vec<SkillCost>,
    /// The number of checked files.
    pub files: usize,
    /// The number of findings about skills that no client loads, which are left out.
    pub unloaded: usize,
    /// The number of findings by rule and file.
    counts: BTreeMap<(String, String), usize>,
    /// The suppressions of the checked files, until they are applied.
    pub(crate) allows: Vec<Allow>,
    /// The number of steps that were spent on validating values of schemas.
    pub(crate) spent: u64,
    /// A placeholder for findings that are only counted.
    spare: Option<Box<ReportedFinding>>,
}

impl Report {
    /// The findings that nothing suppresses.
    pub fn live(&self) -> impl Iterator<Item = &ReportedFinding> {
        self.found.iter().filter(|found| found.suppressed.is_none())
    }

    /// Adds the results of another subject.
    pub fn append(&mut self, mut other: Report) {
        other.settle();
        self.found.extend(other.found);
        self.allows.extend(other.allows);
        self.packages.extend(other.packages);
        self.skills.extend(other.skills);
        self.named_files.extend(other.named_files);
        self.texts.extend(other.texts);
        self.schemas.extend(other.schemas);
        self.costs.extend(other.costs);
        self.files += other.files;
        self.unloaded += other.unloaded;
    }

    /// Sorts the findings in printing order: path, line, column, rule, message.
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
        self.live().any(|found| found.finding.level == Level::Error)
    }

    /// Adds how many findings were only counted.
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

    /// Whether another finding of this kind is only counted: then its place need not be computed.
    pub(crate) fn is_full(&self, rule: &str, path: &str) -> bool {
        let key = (rule.to_owned(), path.to_owned());
        self.counts.get(&key).is_some_and(|count| *count >= MOST_OF_A_KIND)
    }

    /// A finding about a whole file.
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

    /// A finding at any place.
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
            also: Vec::new(),
        };
        ReportedFinding {
            finding,
            fix: None,
            suppressed: None,
            identity: None,
            missing_file: None,
            subject: None,
        }
    }
}

impl ReportedFinding {
    /// Sets the advice.
    pub(crate) fn advise(&mut self, words: impl Into<String>) -> &mut Self {
        self.finding.fix = Some(words.into());
        self
    }

    /// Adds the fix.
    pub(crate) fn mend(&mut self, fix: Fix) -> &mut Self {
        if self.finding.fix.is_none() {
            self.finding.fix = Some(fix.words.clone());
        }
        self.fix = Some(fix);
        self
    }

    /// Sets its key in baselines.
    pub(crate) fn known_as(&mut self, identity: impl Into<String>) -> &mut Self {
        self.identity = Some(identity.into());
        self
    }

    /// Adds the other places of the same defect in the file.
    pub(crate) fn also_at(&mut self, places: impl Iterator<Item = Position>) -> &mut Self {
        self.finding.also.extend(places.take(MOST_OF_A_KIND));
        self
    }

    /// Says which file of the skill is missing.
    pub(crate) fn lacks(&mut self, path: &str) -> &mut Self {
        self.missing_file = Some(path.to_owned());
        self
    }

    /// Says which link or folder it is about.
    pub(crate) fn about(&mut self, subject: &str) -> &mut Self {
        self.subject = Some(subject.to_owned());
        self
    }

    /// Changes the level of this finding, as a profile requires.
    pub(crate) fn at_level(&mut self, level: Level) -> &mut Self {
        self.finding.level = level;
        self
    }
}

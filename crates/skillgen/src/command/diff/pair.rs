//! Two compared contracts, with the report, the declared versions and the gate's decision.

use std::collections::BTreeMap;

use anyhow::bail;
use contract::{Bump, Contract, Pointer, Position, Role, Schema};
use schema_diff::version::{self, Declared};
use schema_diff::{
    Change, ChangeRole, Digest, IgnoreUse, Proof, ReleasedWith, Report, RoleRow, RuleId, Settings,
};

/// What makes the command fail.
#[derive(Clone, Debug)]
pub(in crate::command) struct Gate {
    /// This level or above.
    pub(in crate::command) fail_on: Option<Bump>,
    /// Undecided changes, whatever their level.
    pub(in crate::command) fail_on_unknown: bool,
    /// A declared step that is too small.
    pub(in crate::command) check_version: bool,
    /// Without `fail_on`: a breaking change of a contract without a version.
    pub(in crate::command) limit_by_default: bool,
    /// Which versions are required.
    pub(in crate::command) needed_versions: NeededVersions,
}

/// Which versions are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::command) enum NeededVersions {
    /// None.
    None,
    /// That of a contract that had one; a repository may contain contracts without versions.
    Kept,
    /// Those of both contracts.
    Both,
}

/// The level from which on a change fails.
#[derive(Clone, Copy, Debug)]
pub(in crate::command) struct Limit {
    pub(in crate::command) level: Bump,
    /// A default: without versions there is no other limit.
    by_default: bool,
    /// Undecided changes fail, too.
    unknown: bool,
}

impl Gate {
    /// The limit for contracts with, and without, declared versions.
    pub(in crate::command) fn limit(&self, versions_declared: bool) -> Option<Limit> {
        let by_default = self.fail_on.is_none();
        let level = match self.fail_on {
            None if self.limit_by_default && !versions_declared => Bump::Major,
            level => level?,
        };
        Some(Limit { level, by_default, unknown: self.fail_on_unknown })
    }
}

impl Limit {
    /// Why no change fails.
    pub(in crate::command) fn passed(self) -> String {
        format!("no change reaches the limit ({self})")
    }

    /// Whether a change fails.
    pub(in crate::command) fn refuses(self, change: &Change) -> bool {
        change.level >= self.level || (self.unknown && change.proof == Proof::Unproven)
    }

    /// Why a change of this level fails.
    pub(in crate::command) fn failure(self, required: Bump) -> String {
        format!("a change of level {required} was found ({self})")
    }
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = if self.unknown { "unknown" } else { self.level.as_str() };
        write!(f, "--fail-on {name}")?;
        if self.by_default {
            write!(f, ", the default where no version is declared")
        } else {
            Ok(())
        }
    }
}

/// A compared pair.
pub(in crate::command) struct Pair {
    pub(in crate::command) old: Contract,
    pub(in crate::command) new: Contract,
    pub(in crate::command) report: Report,
    /// Each change of the report once.
    pub(in crate::command) digest: Digest,
    /// The use of each ignore.
    pub(in crate::command) ignores: Vec<IgnoreUse>,
    pub(in crate::command) declared: Option<Declared>,
    /// The level from which on a change fails.
    limit: Option<Limit>,
    /// Whether a declared step that is too small fails.
    judges_versions: bool,
    /// The findings that other contracts of the repository share.
    pub(in crate::command) shared: BTreeMap<usize, super::shared_change::SharedChange>,
    /// Why the gate refuses; empty if it passes.
    pub(in crate::command) failures: Vec<String>,
    /// The settings of the comparison: formats and policy.
    pub(in crate::command) formats: schema_diff::Formats,
    pub(in crate::command) policy: schema_diff::Basis,
}

impl Pair {
    /// Compares; [`Pair::judge`] decides.
    pub(in crate::command) fn compare(
        old: Contract,
        new: Contract,
        settings: &Settings,
    ) -> anyhow::Result<Pair> {
        if let Some(role) = settings.only.filter(|r| !has(&old, *r) && !has(&new, *r)) {
            bail!(
                "--role {role}: neither {} nor {} has a schema for it",
                old.document.label(),
                new.document.label()
            );
        }
        let mut report = schema_diff::diff(&old, &new, settings);
        let file = new.document.label().to_owned();
        let version = new.version.as_deref();
        let ignores = settings.policy.apply_ignores(&mut report, &file, version);
        Ok(Pair {
            old,
            new,
            digest: Digest::default(),
            report,
            ignores,
            declared: None,
            limit: None,
            judges_versions: false,
            shared: BTreeMap::new(),
            failures: Vec::new(),
            formats: settings.options.formats,
            policy: settings.policy.basis,
        })
    }

    /// Whether the contract is a plain schema without a version and a role.
    pub(in crate::command) fn has_no_version_or_role(&self) -> bool {
        let is_plain = |contract: &Contract| {
            contract.plain.is_some()
                && contract.version.is_none()
                && schema_diff::role_by_name(contract.document.label()).is_none()
        };
        is_plain(&self.old) && is_plain(&self.new)
    }

    /// Evaluates the findings that are not suppressed, by the declared versions and the limit.
    pub(in crate::command) fn judge(&mut self, gate: &Gate) -> anyhow::Result<()> {
        self.report.sort();
        self.digest = schema_diff::digest(&self.report);
        let required = self.report.required_bump();
        self.declared = match (declared(&self.old, gate), declared(&self.new, gate)) {
            (Some(a), Some(b)) => Some(version::judge(a, b, required)),
            (a, _) if gate.needed_versions == NeededVersions::Both => {
                let side = if a.is_none() { &self.old } else { &self.new };
                bail!("{}: --check-version: no version is declared", side.document.label());
            }
            (Some(old), None) if gate.needed_versions == NeededVersions::Kept => {
                let failure =
                    format!("--check-version: the version was {old}, none is declared now");
                self.failures.push(failure);
                None
            }
            _ => None,
        };
        let declared = self.declared.as_ref();
        if let Some(declared) = declared.filter(|d| gate.check_version && !d.sufficient) {
            self.failures.push(too_small(declared, required));
        }
        self.judges_versions = gate.check_version;
        self.limit = gate.limit(declared.is_some());
        let own = self.report.changes.iter().filter(|c| c.ignored.is_none() && is_own(c));
        let own = own.map(|change| change.level).max().unwrap_or_default();
        let reached = self.limit.filter(|limit| own >= limit.level);
        self.failures.extend(reached.map(|limit| limit.failure(own)));
        let open = self.open_findings();
        if let Some(limit) = self.limit.filter(|limit| limit.unknown && open > 0) {
            self.failures.push(format!("{} ({limit})", not_decided(open)));
        }
        Ok(())
    }

    /// Whether neither versions nor a limit apply.
    pub(in crate::command) fn is_unchecked(&self) -> bool {
        self.limit.is_none() && !(self.judges_versions && self.declared.is_some())
    }

    /// Whether the gate refuses the release because of this change.
    pub(in crate::command) fn fails(&self, change: &Change) -> bool {
        let is_step_too_small =
            self.judges_versions && self.declared.as_ref().is_some_and(|d| !d.sufficient);
        change.ignored.is_none()
            && is_own(change)
            && (self.limit.is_some_and(|limit| limit.refuses(change))
                || (is_step_too_small && change.level >= self.report.required_bump()))
    }

    /// Whether the verdict gives the reason as well: the declared versions alone decide, and it names them.
    pub(in crate::command) fn is_decided_by_versions(&self) -> bool {
        let Some(declared) = self.declared.as_ref().filter(|_| self.judges_versions) else {
            return false;
        };
        let required = self.report.required_bump();
        let others = self.failures.iter().filter(|f| **f != too_small(declared, required)).count();
        let is_open = self.failures.is_empty();
        required > Bump::None
            && declared.next_version.is_some()
            && declared.note.is_none()
            && others == 0
            && !(is_open && (self.limit.is_some() || self.open_findings() > 0))
    }

    /// Why the gate passes.
    pub(in crate::command) fn passed(&self) -> String {
        let versions = self.declared.as_ref().filter(|d| d.sufficient && self.judges_versions);
        let versions = versions.map(|d| format!("{} → {} is a large enough step", d.old, d.new));
        let counted = || self.report.changes.iter().filter(|change| change.ignored.is_none());
        let limit = if counted().next().is_some() && !counted().any(is_own) {
            Some("the versions of the contracts that use it decide".to_owned())
        } else {
            self.limit.map(Limit::passed)
        };
        let open = self.open_findings();
        let open = (open > 0).then(|| {
            let worst = self.worst_open_level();
            format!("{} (at most {worst}); `--fail-on unknown` refuses them", not_decided(open))
        });
        let unchecked = self.is_unchecked().then(|| {
            "the declared versions are not judged, and `--fail-on` sets no limit".to_owned()
        });
        let reasons = [unchecked, versions, limit, open];
        reasons.into_iter().flatten().collect::<Vec<String>>().join("; ")
    }

    /// The old contract as the user named it.
    pub(in crate::command) fn old_label(&self) -> &str {
        self.old.document.label()
    }

    /// The new contract as the user named it.
    pub(in crate::command) fn new_label(&self) -> &str {
        self.new.document.label()
    }

    /// The file and place of a change: its present place or, if it was removed, its former one.
    pub(in crate::command) fn origin(&self, change: &Change) -> (String, Position, Pointer) {
        let removed = change.new.is_none() && change.old.is_some();
        let stood = removed.then(|| self.old_site(change)).flatten();
        stood.unwrap_or_else(|| self.site(change))
    }

    /// The file, line and column of a removed part.
    pub(in crate::command) fn stood_at(&self, change: &Change) -> Option<String> {
        let (file, at, _) = self.old_site(change).filter(|_| change.new.is_none())?;
        change.old.as_ref().map(|_| format!("{file}:{at}"))
    }

    /// The finding that reports the change which this finding is part of.
    pub(in crate::command) fn shown_under(&self, finding: usize) -> usize {
        let tells = |entry: &&schema_diff::Entry| entry.findings.contains(&finding);
        self.digest.entries.iter().find(tells).map_or(finding, |entry| entry.main)
    }

    /// The relations of each role; none for parts outside of the schemas.
    pub(in crate::command) fn rows_by_role(&self) -> BTreeMap<ChangeRole, Vec<&RoleRow>> {
        let roles = self.digest.counts.keys().map(|role| (*role, Vec::new()));
        let mut rows: BTreeMap<ChangeRole, Vec<&RoleRow>> = roles.collect();
        for row in &self.report.roles {
            rows.entry(row.role).or_default().push(row);
        }
        rows
    }

    /// The number of counting findings that are undecided.
    pub(in crate::command) fn open_findings(&self) -> usize {
        self.report.changes.iter().filter(|change| is_open(change)).count()
    }

    /// The highest level of the undecided findings. Each has the worst level that it can have.
    fn worst_open_level(&self) -> Bump {
        let open = self.report.changes.iter().filter(|change| is_open(change));
        open.map(|change| change.level).max().unwrap_or_default()
    }

    /// The number of suppressed findings.
    pub(in crate::command) fn ignored(&self) -> usize {
        self.report.changes.iter().filter(|change| change.ignored.is_some()).count()
    }

    /// The undecided findings, one line each.
    pub(in crate::command) fn undecided(&self) -> Vec<String> {
        let rows = self.report.roles.iter().flat_map(|row| {
            let whose = row.scope.as_deref().unwrap_or(row.role.as_str());
            let lines = super::relation_words::undecided(row).into_iter();
            lines.map(move |line| format!("`{}`: {line}", contract::text::safe(whose)))
        });
        let open = |at: &usize| {
            let entry = &self.digest.entries[*at];
            let findings = entry.findings.iter().map(|f| &self.report.changes[*f]);
            let mut open = findings
                .filter(|c| c.proof == Proof::Unproven && c.rule != RuleId::UnprovenRelation);
            open.next().map(|c| c.message.clone())
        };
        rows.chain(self.digest.undecided.iter().filter_map(open)).collect()
    }

    /// The file and place of a change: in the new contract if it is there, else in the old one. A
    /// finding about a setting is at the setting.
    pub(in crate::command) fn site(&self, change: &Change) -> (String, Position, Pointer) {
        if let Some(setting) = &change.setting {
            return (setting.file.clone(), setting.at, Pointer::root());
        }
        match (&change.new_path, &change.old_path) {
            (Some(at), _) => place(&self.new, change, at, change.new_file.as_deref()),
            (None, Some(at)) => place(&self.old, change, at, change.old_file.as_deref()),
            (None, None) => place(&self.new, change, &Pointer::root(), None),
        }
    }

    /// The place in the old contract.
    pub(in crate::command) fn old_site(
        &self,
        change: &Change,
    ) -> Option<(String, Position, Pointer)> {
        Some(place(&self.old, change, change.old_path.as_ref()?, change.old_file.as_deref()))
    }
}

/// Whether the contract's own version covers a change.
fn is_own(change: &Change) -> bool {
    change.released_with == ReleasedWith::Itself
}

/// Whether a change counts and could be neither proved nor refuted.
fn is_open(change: &Change) -> bool {
    change.proof == Proof::Unproven && change.ignored.is_none()
}

fn not_decided(count: usize) -> String {
    format!("{} could not be decided", super::relation_words::plural(count, "finding"))
}

/// The version that a contract declares. That of an MCP server only counts on request: many servers
/// report that of a library, or always the same.
fn declared<'c>(contract: &'c Contract, gate: &Gate) -> Option<&'c str> {
    let of_server = || {
        contract
            .mcp
            .as_ref()?
            .version
            .as_deref()
            .filter(|_| gate.needed_versions == NeededVersions::Both)
    };
    contract.version.as_deref().or_else(of_server)
}

/// Whether the contract or one of its tools has a schema for the role.
pub(super) fn has(contract: &Contract, role: Role) -> bool {
    contract.schema(role).is_some()
        || contract.tools.values().any(|t| t.schemas.contains_key(&role))
}

fn place(
    contract: &Contract,
    change: &Change,
    at: &Pointer,
    file: Option<&str>,
) -> (String, Position, Pointer) {
    let role = change.role.single().filter(|_| change.scope.is_none());
    if let Some(at) = role.and_then(|role| contract.place_of_parameter(role, at)) {
        return (contract.document.label().to_owned(), contract.document.locate(&at), at);
    }
    let document = schema(contract, change).map_or(&contract.document, |schema| {
        let referenced = file.and_then(|label| schema.file(label));
        referenced.unwrap_or_else(|| schema.document(schema.root()))
    });
    (document.label().to_owned(), document.locate(at), at.clone())
}

/// The schema that a change belongs to.
pub(in crate::command) fn schema<'c>(
    contract: &'c Contract,
    change: &Change,
) -> Option<&'c Schema> {
    let role = change.role.single();
    let tool = change.scope.as_ref().and_then(|name| contract.tools.get(name));
    match (tool, role) {
        (Some(tool), Some(role)) => tool.schemas.get(&role),
        (Some(_), None) => None,
        (None, Some(role)) => contract.schema(role),
        (None, None) => contract.plain.as_ref(),
    }
}

fn too_small(declared: &Declared, required: Bump) -> String {
    if let Some(note) = &declared.note {
        return format!("{} → {}: {note}", declared.old, declared.new);
    }
    let next = declared.next_version.as_deref().unwrap_or("a larger version");
    format!(
        "the changes need a {required} step, {} → {next}; declared is {}",
        declared.old, declared.new
    )
}

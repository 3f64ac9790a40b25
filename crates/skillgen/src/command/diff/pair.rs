//! Two contracts under comparison, with the report, the declared versions and the gate's verdict.

use anyhow::bail;
use contract::{Bump, Contract, Pointer, Position, Role, Schema};
use schema_diff::version::{self, Declared};
use schema_diff::{Change, Report, Settings};

/// What makes the command fail.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    /// This level or above.
    pub(super) fail_on: Option<Bump>,
    /// A declared step that is too small.
    pub(super) check_version: bool,
    /// A version that is missing is an error.
    pub(super) versions_needed: bool,
}

/// A compared pair.
pub(super) struct Pair {
    pub(super) old: Contract,
    pub(super) new: Contract,
    pub(super) report: Report,
    pub(super) declared: Option<Declared>,
    /// Why the gate is shut; empty where it is open.
    pub(super) failures: Vec<String>,
    /// Printed about the comparison: formats and policy.
    pub(super) formats: &'static str,
    pub(super) policy: &'static str,
}

impl Pair {
    /// Compares.
    pub(super) fn compare(
        old: Contract,
        new: Contract,
        settings: &Settings,
        gate: &Gate,
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
        settings.policy.apply_ignores(&mut report, &file, new.version.as_deref());
        let required = report.required_bump();
        let declared = match (&old.version, &new.version) {
            (Some(a), Some(b)) => Some(version::judge(a, b, required)),
            (a, _) if gate.versions_needed => {
                let side = if a.is_none() { &old } else { &new };
                bail!("{}: --check-version: no version is declared", side.document.label());
            }
            _ => None,
        };
        let mut failures = Vec::new();
        if let Some(declared) = declared.as_ref().filter(|d| gate.check_version && !d.sufficient) {
            failures.push(too_small(declared, required));
        }
        if let Some(level) = gate.fail_on.filter(|level| required >= *level) {
            failures.push(format!("a change of level {required} was found (--fail-on {level})"));
        }
        Ok(Pair {
            old,
            new,
            report,
            declared,
            failures,
            formats: match settings.options.formats {
                schema_diff::Formats::Assert => "assert",
                schema_diff::Formats::Annotate => "annotate",
            },
            policy: match settings.policy.basis {
                schema_diff::Basis::Contract => "contract",
                schema_diff::Basis::Strict => "strict",
            },
        })
    }

    /// The old contract as the user named it.
    pub(super) fn old_label(&self) -> &str {
        self.old.document.label()
    }

    /// The new contract as the user named it.
    pub(super) fn new_label(&self) -> &str {
        self.new.document.label()
    }

    /// The file and place of a change: in the new contract where it has one there, else in the old one.
    pub(super) fn site(&self, change: &Change) -> (String, Position, Pointer) {
        match (&change.new_path, &change.old_path) {
            (Some(at), _) => place(&self.new, change, at),
            (None, Some(at)) => place(&self.old, change, at),
            (None, None) => place(&self.new, change, &Pointer::root()),
        }
    }

    /// The place in the old contract.
    pub(super) fn old_site(&self, change: &Change) -> Option<(String, Position, Pointer)> {
        Some(place(&self.old, change, change.old_path.as_ref()?))
    }
}

/// Whether there is a schema for the role, of the contract or of one of its tools.
fn has(contract: &Contract, role: Role) -> bool {
    contract.schema(role).is_some()
        || contract.tools.values().any(|t| t.schemas.contains_key(&role))
}

fn place(contract: &Contract, change: &Change, at: &Pointer) -> (String, Position, Pointer) {
    let document = match schema(contract, change) {
        Some(schema) => schema.document(schema.root()),
        None => &contract.document,
    };
    (document.label().to_owned(), document.locate(at), at.clone())
}

/// The schema that a change speaks of.
pub(super) fn schema<'c>(contract: &'c Contract, change: &Change) -> Option<&'c Schema> {
    let role = Role::parse(&change.role);
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

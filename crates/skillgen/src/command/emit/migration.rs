//! `emit --migration OLD NEW`: emits the plan that converts old inputs to the new version, as a function.
//! Without a plan that was tried successfully, it reports the reason.

use std::collections::BTreeSet;

use anyhow::bail;
use codegen::backend::GeneratedFile;
use codegen::{base, hex, stem};
use contract::{Bump, Contract, Role};
use schema_diff::{Report, RoleChoice, Settings, Side, Verdict, short};
use sha2::{Digest as _, Sha256};

use super::Lang;
use super::job::SlowChecks;
use super::words::Formats;
use crate::context::Ctx;
use crate::input::{self, References};

/// The maximum length of documents in messages and comments.
const MOST: usize = 200;

/// The requested migration.
pub(super) struct Wanted<'a> {
    pub(super) lang: Lang,
    pub(super) old: &'a str,
    pub(super) new: &'a str,
    /// The tool, if there are several.
    pub(super) tool: Option<&'a str>,
    pub(super) formats: Formats,
    pub(super) name: Option<&'a str>,
    pub(super) references: References,
    pub(super) slow_checks: SlowChecks,
}

/// The files, or the reason why there are none.
pub(super) fn files(wanted: &Wanted<'_>, ctx: &Ctx) -> anyhow::Result<Vec<GeneratedFile>> {
    if wanted.old == "-" && wanted.new == "-" {
        bail!("--migration: OLD and NEW are both `-`; standard input can be read once");
    }
    let (old, new) = (
        input::contract(wanted.old, &wanted.references)?,
        input::contract(wanted.new, &wanted.references)?,
    );
    // The function's result is validated against the new contract.
    let slow = codegen::slow_checks(wanted.lang.target(), &new, wanted.new)?;
    wanted.slow_checks.apply(&slow, ctx)?;
    let tool = tool(&old, &new, wanted.tool)?;
    let tool = tool.as_deref();
    let mut settings = Settings {
        role: Some(RoleChoice::One(Role::Input)),
        only: Some(Role::Input),
        definitions: Some(false),
        ..Settings::default()
    };
    settings.options.formats = match wanted.formats {
        Formats::Assert => schema_diff::Formats::Assert,
        Formats::Annotate => schema_diff::Formats::Annotate,
    };
    let report = schema_diff::diff(&old, &new, &settings);
    let (steps, remarks) = plan(&old, &new, tool, &report, ctx)?;
    let mut hash = Sha256::new();
    for contract in [&old, &new] {
        hash.update(contract.document.text().as_bytes());
        hash.update([0]);
    }
    let safe = |spec: &str| contract::text::safe(&base(spec));
    let plan = codegen::Migration {
        name: stem(wanted.name.or(tool).unwrap_or(&new.name)),
        from: from(&old, &new),
        sources: (safe(wanted.old), safe(wanted.new)),
        digest: hex(hash),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        steps,
        remarks,
    };
    let files = wanted.lang.target().migration(&plan);
    if files.is_empty() {
        bail!("--migration: there is no such helper in {}", wanted.lang.target().id());
    }
    Ok(files)
}

type StepsAndNotes = (Vec<contract::migration::MigrationStep>, Vec<String>);

/// The migrated tool, if there are several: both sides have it.
fn tool(old: &Contract, new: &Contract, wanted: Option<&str>) -> anyhow::Result<Option<String>> {
    let names = |c: &Contract| -> BTreeSet<String> {
        match (c.kind.has_tools(), c.tools.is_empty()) {
            (true, true) => BTreeSet::from([c.name.clone()]),
            _ => c.tools.keys().cloned().collect(),
        }
    };
    let (before, now) = (names(old), names(new));
    let is_list = |c: &Contract| c.kind.has_tools() && !c.tools.is_empty();
    let several = is_list(old) || is_list(new);
    let joined = |names: &BTreeSet<String>| -> String {
        let names: Vec<String> = names.iter().map(|name| contract::text::safe(name)).collect();
        names.join(", ")
    };
    for (contract, names) in [(old, &before), (new, &now)] {
        if let Some(name) = wanted.filter(|name| !names.contains(*name)) {
            let has = if names.is_empty() { "none".to_owned() } else { joined(names) };
            let label = contract.document.label();
            bail!("{label}: --tool {}: no such tool; it has {has}", contract::text::safe(name));
        }
    }
    let both: BTreeSet<String> = before.intersection(&now).cloned().collect();
    match (wanted, several, both.len()) {
        (_, false, _) => Ok(None),
        (Some(name), ..) => Ok(Some(name.to_owned())),
        (None, _, 1) => Ok(both.into_iter().next()),
        (None, _, 0) => bail!(
            "{}: no migration: it has no tool in common with {}",
            new.document.label(),
            old.document.label()
        ),
        (None, ..) => bail!(
            "{}: no migration: there are several tools; choose one with --tool: {}",
            new.document.label(),
            joined(&both)
        ),
    }
}

fn plan(
    old: &Contract,
    new: &Contract,
    tool: Option<&str>,
    report: &Report,
    ctx: &Ctx,
) -> anyhow::Result<StepsAndNotes> {
    let (from, to) = (old.document.label(), new.document.label());
    let Some(row) = report.roles.iter().find(|row| row.scope.as_deref() == tool) else {
        bail!("{to}: no migration: there is no input, neither here nor in {from}");
    };
    if row.relation.backward == Verdict::Holds {
        let remark = "It already takes every input as it is (proved): nothing is changed.";
        return Ok((Vec::new(), vec![remark.to_owned()]));
    }
    let Some((_, migration)) = report.migrations().find(|(name, _)| *name == tool) else {
        return Err(refusal(old, new, tool, report));
    };
    let mut remarks = vec![match &migration.fails {
        None => format!("Tried on {} inputs: all are taken.", migration.tried),
        Some(_) => format!("Tried on {} inputs: not all are taken.", migration.tried),
    }];
    if let Some(left) = &migration.fails {
        let left = short(left, MOST);
        ctx.note(&format!(
            "{to}: not every input of {from} can be converted: {left} is still rejected"
        ));
        remarks.push(format!("One that stays refused: {left}"));
        remarks.push("So have the result checked.".to_owned());
    }
    Ok((migration.steps.clone(), remarks))
}

/// The change that prevents a migration, with its place.
fn refusal(old: &Contract, new: &Contract, tool: Option<&str>, report: &Report) -> anyhow::Error {
    let breaks = |c: &&schema_diff::Change| {
        c.level == Bump::Major
            && c.scope.as_deref() == tool
            && c.witness.as_ref().is_none_or(|w| w.accepted_by == Side::Old)
    };
    let why = "no step converts old inputs";
    let Some(change) = report.changes.iter().find(breaks) else {
        return anyhow::anyhow!("{}: no migration: {why}", new.document.label());
    };
    let (contract, path) = match (&change.new_path, &change.old_path) {
        (Some(path), _) => (new, path.clone()),
        (None, Some(path)) => (old, path.clone()),
        (None, None) => (new, contract::Pointer::root()),
    };
    let of_tool = tool.and_then(|name| contract.tools.get(name)?.schemas.get(&Role::Input));
    let document = match of_tool.or(contract.schema(Role::Input)).or(contract.plain.as_ref()) {
        Some(schema) => schema.document(schema.root()),
        None => &contract.document,
    };
    let shown = change
        .witness
        .as_ref()
        .map(|w| format!("; {} is not an input any more", short(&w.document, MOST)));
    let place = if path.is_root() { String::new() } else { format!("{path}: ") };
    anyhow::anyhow!(
        "{}:{}: {place}no migration: {}: {why}{}",
        document.label(),
        document.locate(&path),
        change.message,
        shown.unwrap_or_default()
    )
}

/// The old version in the function's name: `v1`; `v1_2` where the major version stays, or is 0.
fn from(old: &Contract, new: &Contract) -> String {
    let read = |c: &Contract| c.version.as_deref().and_then(schema_diff::version::read);
    match (read(old), read(new)) {
        (Some(a), Some(b)) if a.major == 0 || a.major == b.major => {
            format!("v{}_{}", a.major, a.minor)
        }
        (Some(a), _) => format!("v{}", a.major),
        (None, _) => "v1".to_owned(),
    }
}

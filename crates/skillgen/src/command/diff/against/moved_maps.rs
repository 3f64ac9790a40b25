//! `[references.map]` of skillgen.toml with another folder than at the revision. Both versions of a contract are read with the
//! present folders, so a change between the former and the present folder is in no comparison.

use contract::source::evidence::{own_uri, references, resolved};
use schema_diff::{FaultAge, IgnoreUse, Policy};

use crate::command::diff::pair::Pair;
use crate::command::diff::uncompared::Uncompared;
use crate::context::Ctx;
use crate::git::{Revision, WorkingTree};
use crate::input::MAX_CONTRACT;

/// A revision with its own skillgen.toml.
pub(super) struct Former<'g> {
    pub(super) git: &'g WorkingTree,
    pub(super) revision: &'g Revision,
    /// As the user named it.
    pub(super) name: &'g str,
}

/// A prefix that had another folder.
pub(super) struct MovedMap {
    prefix: String,
    pub(super) finding: Uncompared,
    /// The use of each ignore.
    pub(super) uses: Vec<IgnoreUse>,
}

/// The prefixes that had another folder at a revision, of a source `REV:PATH`, and to which one of the contracts refers.
pub(in crate::command::diff) fn of_pair(
    sources: [&str; 2],
    pair: &mut Pair,
    policy: &Policy,
    ctx: &Ctx,
) -> Vec<Uncompared> {
    let mut found = Vec::new();
    for moved in of_sources(&sources, policy, ctx) {
        if refers_to(&pair.old, &moved.prefix) || refers_to(&pair.new, &moved.prefix) {
            for (all, one) in pair.ignores.iter_mut().zip(moved.uses) {
                *all = (*all).max(one);
            }
            found.push(moved.finding);
        }
    }
    found
}

/// The prefixes that had another folder at the revisions of sources `REV:PATH`.
pub(super) fn of_sources(sources: &[impl AsRef<str>], policy: &Policy, ctx: &Ctx) -> Vec<MovedMap> {
    let mut found: Vec<MovedMap> = Vec::new();
    for source in sources {
        for moved in of_source(source.as_ref(), policy, ctx).unwrap_or_default() {
            let message = &moved.finding.change.message;
            if found.iter().all(|one| one.finding.change.message != *message) {
                found.push(moved);
            }
        }
    }
    found
}

fn of_source(source: &str, policy: &Policy, ctx: &Ctx) -> Option<Vec<MovedMap>> {
    if std::path::Path::new(source).exists() {
        return None;
    }
    let (name, _) = crate::input::revision_and_path(source)?;
    let git = WorkingTree::current().ok()?;
    let revision = git.revision(name).ok()?;
    Some(moved_maps(&Former { git: &git, revision: &revision, name }, policy, ctx))
}

/// Whether a contract, or a file that it refers to, refers to a URL with this prefix.
fn refers_to(contract: &contract::Contract, prefix: &str) -> bool {
    let of_tools = contract.tools.values().flat_map(|tool| tool.schemas.values());
    let schemas = contract.schemas.values().chain(&contract.plain).chain(of_tools);
    let documents = schemas.flat_map(|schema| schema.documents()).chain([&contract.document]);
    documents.into_iter().any(|document| {
        let base = own_uri(document.value()).unwrap_or_default();
        let all = references(document.value());
        let urls = all.iter().map(|reference| resolved(&base, reference));
        urls.into_iter().any(|url| url.contains("://") && url.starts_with(prefix))
    })
}

/// A finding for each prefix that had another folder.
pub(super) fn moved_maps(at: &Former<'_>, policy: &Policy, ctx: &Ctx) -> Vec<MovedMap> {
    let Some(path) = ctx.config.path.as_deref() else { return Vec::new() };
    let Ok(real) = path.canonicalize() else { return Vec::new() };
    let below = real.strip_prefix(at.git.top()).ok().and_then(|path| path.to_str());
    let file = ctx.config.shown();
    // The former folder can't be had back, so an ignore may accept it.
    let moved = |prefix: &str, message: &str| {
        let mut finding = Uncompared::of_file(&file, message, policy);
        let uses = finding.apply_ignores(&file, FaultAge::Lasting, policy);
        MovedMap { prefix: prefix.to_owned(), finding, uses }
    };
    // Without a former file nothing was mapped; one that is not TOML gave no report either.
    let former = match below.map(|path| (path, at.git.blob(at.revision, path, MAX_CONTRACT))) {
        Some((path, Err(error))) if at.git.lacks(at.revision, path) => {
            let message = format!("its folders for URLs at {} are not known: {error:#}", at.name);
            return vec![moved("", &message)];
        }
        former => former.and_then(|(_, bytes)| bytes.ok()),
    };
    let former = former.and_then(|bytes| String::from_utf8(bytes).ok());
    let former = former.and_then(|text| text.parse::<toml::Table>().ok()).unwrap_or_default();
    let now = maps(&ctx.config.table);
    let mut found = Vec::new();
    for (prefix, old) in maps(&former).into_iter().flatten() {
        let new = now.and_then(|maps| maps.get(prefix));
        if new == Some(old) {
            continue;
        }
        let safe = |text: &toml::Value| contract::text::safe(text.as_str().unwrap_or_default());
        let (old, name) = (safe(old), at.name);
        let message = match new {
            Some(new) => format!(
                "{} was mapped to the folder {old} at {name}, and is mapped to {new} now: both versions are read with {new}; \
                 `skillgen diff {name}:{old} {new}` compares the folders",
                contract::text::safe(prefix),
                new = safe(new)
            ),
            None => format!(
                "{} was mapped to the folder {old} at {name}, and is not mapped now",
                contract::text::safe(prefix)
            ),
        };
        found.push(moved(prefix, &message));
    }
    found
}

/// The folders by their prefixes.
fn maps(table: &toml::Table) -> Option<&toml::Table> {
    table.get("references")?.get("map")?.as_table()
}

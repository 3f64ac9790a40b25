//! `[references.map]` of skillgen.toml with another folder than at the revision. Both versions of a contract are read with the
//! present folders, so a change between the former and the present folder is in no comparison.

use schema_diff::{FaultAge, IgnoreUse, Policy};

use super::sorting::Texts as _;
use super::tree::Tree;
use crate::command::diff::uncompared::Uncompared;
use crate::context::Ctx;

/// A finding for each prefix that had another folder, with the use of each ignore.
pub(super) fn moved_maps(
    tree: &Tree,
    policy: &Policy,
    ctx: &Ctx,
) -> Vec<(Uncompared, Vec<IgnoreUse>)> {
    let Some(path) = ctx.config.path.as_deref() else { return Vec::new() };
    let Ok(real) = path.canonicalize() else { return Vec::new() };
    let below = real.strip_prefix(tree.git.top()).ok().and_then(|path| path.to_str());
    // Without a former file nothing was mapped; one that is not TOML gave no report either.
    let former = below.and_then(|path| tree.old_text(path));
    let former = former.and_then(|bytes| String::from_utf8(bytes).ok());
    let former = former.and_then(|text| text.parse::<toml::Table>().ok()).unwrap_or_default();
    let now = maps(&ctx.config.table);
    let file = ctx.config.shown();
    let mut found = Vec::new();
    for (prefix, old) in maps(&former).into_iter().flatten() {
        let new = now.and_then(|maps| maps.get(prefix));
        if new == Some(old) {
            continue;
        }
        let safe = |text: &toml::Value| contract::text::safe(text.as_str().unwrap_or_default());
        let (old, name) = (safe(old), &tree.name);
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
        let mut one = Uncompared::of_file(&file, &message, policy);
        // The former folder can't be had back, so an ignore may accept it.
        let uses = one.apply_ignores(&file, FaultAge::Lasting, policy);
        found.push((one, uses));
    }
    found
}

/// The folders by their prefixes.
fn maps(table: &toml::Table) -> Option<&toml::Table> {
    table.get("references")?.get("map")?.as_table()
}

//! `--add-contract`: drafts the keys of a contract for skills without one, from the lists and tables of the body
//! (Inputs, Outputs, Prerequisites, Guarantees), and for the rest from the skill's script.

use std::path::{Path, PathBuf};

use lint::stated::Stated;
use migrate::infer;
use similar::TextDiff;

use crate::command::frontmatter::{self, Left};
use crate::command::run::script;
use crate::context::Ctx;
use crate::{input, output, walk};

/// The contract of a skill without a readable script: the keys, and what must be filled in.
const BLANK: &str = "version: 1\n\
# TODO: name what the skill takes; a field has name, type and description\n\
input_schema: {}\n\
# TODO: name what the skill gives back\n\
output_schema: {}\n\
cacheable: false\n";

/// Adds the keys to each SKILL.md below the paths, or shows them.
pub(super) fn add(paths: &[String], diff: bool, ctx: &Ctx) -> anyhow::Result<()> {
    let mut count = 0;
    for path in skills(paths)? {
        let bytes = input::file(&path, input::MAX_CONTRACT)?;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let label = path.to_string_lossy().into_owned();
        let (keys, from) = keys(&path, &text);
        let safe = contract::text::safe;
        match frontmatter::add(&label, &text, &keys) {
            Err(Left::Stated) => {}
            Err(Left::Unreadable(why)) => {
                ctx.note(&format!("{}: no contract was added: {}", safe(&label), safe(&why)));
            }
            Ok(added) => {
                let after = format!("{}{}{}", &text[..added.at], added.text, &text[added.at..]);
                if diff {
                    let name = safe(&label);
                    let changes = TextDiff::from_lines(text.as_str(), after.as_str());
                    let (old, new) = (format!("a/{name}"), format!("b/{name}"));
                    let shown =
                        changes.unified_diff().context_radius(3).header(&old, &new).to_string();
                    ctx.print(&super::fixes::safe_lines(&shown))?;
                } else {
                    output::replace(&path, after.as_bytes())?;
                    ctx.note(&format!("{}: contract added {from}", safe(&label)));
                }
                count += 1;
            }
        }
    }
    if count == 0 {
        ctx.note("no skill without a contract");
    }
    Ok(())
}

/// Each SKILL.md in the paths.
fn skills(paths: &[String]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        let path = Path::new(path);
        let named = |p: &Path| p.file_name().is_some_and(|n| n == "SKILL.md" || n == "skill.md");
        if path.is_dir() {
            found.extend(walk::files(path, named)?.into_iter().map(|f| f.path));
        } else if named(path) && path.is_file() {
            found.push(path.to_owned());
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The keys, and their sources.
fn keys(skill: &Path, text: &str) -> (String, String) {
    let body = contract::source::frontmatter::split(text).map_or("", |parts| parts.body);
    let stated = Stated::read(body);
    let folder = crate::paths::folder_of(skill);
    let script = script::find(folder).ok();
    let draft = script.as_deref().and_then(|script| {
        let bytes = input::file(script, crate::command::infer::LARGEST).ok()?;
        crate::command::infer::draft(&script.to_string_lossy(), &bytes).ok()
    });
    let (rest, from) = match (draft, script) {
        (Some(draft), Some(script)) => {
            let name = contract::text::safe(&script.to_string_lossy());
            (infer::frontmatter(&draft), format!("from {name}"))
        }
        _ => (BLANK.to_owned(), "with lists to fill in: the skill has no single script".to_owned()),
    };
    match stated.has_fields() {
        true => (merged(&stated.frontmatter(), &rest), "from the lists of its body".to_owned()),
        false => (merged(&rest, &stated.frontmatter()), from),
    }
}

/// The keys of the first frontmatter, and the missing ones from the other. Checks go with the inputs or outputs that they are
/// about.
fn merged(first: &str, other: &str) -> String {
    let (first, other) = (infer::keys(first), infer::keys(other));
    let has = |keys: &[(String, String)], key: &str| keys.iter().any(|(known, _)| known == key);
    let is_about_others = |key: &str| {
        let schema = match key {
            "pre_checks" => "input_schema",
            "post_checks" => "output_schema",
            _ => return false,
        };
        has(&first, schema) && has(&other, schema)
    };
    let is_missing = |key: &str| !has(&first, key) && !is_about_others(key);
    let rest = other.iter().filter(|(key, _)| is_missing(key));
    let lines = first.iter().chain(rest).map(|(_, lines)| lines.as_str());
    lines.collect()
}

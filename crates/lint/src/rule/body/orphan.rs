//! `file-orphan`: files in the folders that agents are sent to, and that no text or script of the skill names.

use crate::body::Body;
use crate::report::Report;

/// The folders whose files are there to be read or run on the text's word.
const FOLDERS: [&str; 2] = ["references/", "scripts/"];

pub(super) fn check(body: &Body<'_>, report: &mut Report) {
    for path in body.own_files() {
        let Some(folder) = FOLDERS.iter().find(|folder| path.starts_with(**folder)) else {
            continue;
        };
        let name = path.rsplit('/').next().unwrap_or_default();
        let quiet = name.starts_with(['.', '_'])
            || matches!(
                name,
                "README.md" | "LICENSE" | "LICENSE.txt" | "requirements.txt" | "package.json"
            );
        // A file deeper down is named by its folder, or reached by code.
        if quiet
            || is_test(name)
            || path[folder.len()..].contains('/')
            || is_named(body, path, name)
        {
            continue;
        }
        let message = format!("no text or script of the skill names {path:?}: no agent opens it");
        report
            .file("file-orphan", body.entries.shown(path), message)
            .advise("say in SKILL.md when to open it, or remove it");
    }
}

/// Tests are run by who writes the skill, not by an agent.
fn is_test(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let is_part = |part: &str| matches!(part, "test" | "tests" | "spec");
    stem == "conftest"
        || stem.split(['_', '-']).next().is_some_and(is_part)
        || stem.rsplit(['_', '-']).next().is_some_and(is_part)
        || name.split('.').skip(1).any(is_part)
}

fn is_named(body: &Body<'_>, path: &str, name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let pages = body.pages.iter().filter(|page| page.path != path).map(|page| &page.text);
    let scripts =
        body.scripts.iter().filter(|(own, _)| own.as_str() != path).map(|(_, script)| &script.text);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let others = body.unread_pages(path);
    pages.chain(scripts).chain(others.iter()).any(|text| {
        // `references/*.md`, "each file in references/" and an import of the module name it, too.
        has_word(text, stem)
            || text.contains(&format!("{folder}/*"))
            || text.contains(&format!("`{folder}/`"))
    })
}

/// Whether a name stands in a text, and not inside of a longer one: `told` does not name `old.md`.
fn has_word(text: &str, name: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric();
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_name_inside_of_a_word_names_nothing() {
        assert!(!has_word("It is told here.", "old"));
        assert!(has_word("Read `references/old.md`.", "old"));
        assert!(has_word("import old_rows, old", "old"));
    }
}

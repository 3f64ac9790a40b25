//! Temporary files of `mktemp` that the script removes: they are no result, although a line may name them.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Script;

/// The variables with files of `mktemp`, or with files below them, that a line with `rm` names.
pub(crate) fn removed_files(script: &Script<'_>, text: &str) -> BTreeSet<String> {
    /// The maximum number of such variables that are looked at.
    const MOST: usize = 32;
    let mut made: BTreeMap<&str, bool> = BTreeMap::new();
    for call in &script.calls {
        let declares =
            matches!(&*call.name, "declare" | "export" | "local" | "readonly" | "typeset");
        let words = call.words.iter().filter(|_| declares).chain(&call.assignments);
        for (name, value) in words.filter_map(|word| word.split_once('=')) {
            let value = value.trim_start_matches('"');
            let is_made = ["$(mktemp", "`mktemp"].iter().any(|start| value.starts_with(start));
            let is_below = || first_variable(value).is_some_and(|of| made.contains_key(of));
            if made.len() < MOST && (is_made || is_below()) {
                made.insert(name, is_made);
            }
        }
    }
    let removals = || text.lines().filter(|line| line.contains("rm "));
    let is_removed = |name: &str| {
        removals().any(|line| {
            line.match_indices(name).any(|(at, _)| {
                let is_whole = !line[at + name.len()..].starts_with(bash_syntax::is_name_char);
                is_whole && line[..at].ends_with(['$', '{'])
            })
        })
    };
    let roots: BTreeSet<&str> = made
        .iter()
        .filter(|(name, root)| **root && is_removed(name))
        .map(|(name, _)| *name)
        .collect();
    if roots.is_empty() {
        return BTreeSet::new();
    }
    made.into_keys().map(str::to_owned).collect()
}

/// The variable at the start of a path: `dir` of `${dir}/a`.
pub(crate) fn first_variable(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("${").or_else(|| path.strip_prefix('$'))?;
    let end = rest.find(|c: char| !bash_syntax::is_name_char(c)).unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use crate::{Options, plan};

    fn deliverables(script: &str) -> usize {
        let script = format!("#!/usr/bin/env bash\n{script}\necho \"Rows: 3\"\n");
        let plan = plan(script.as_bytes(), &Options::default());
        plan.edits.iter().filter(|edit| edit.pattern.contains("deliverable")).count()
    }

    #[test]
    fn temporary_files_that_the_script_removes_are_no_result() {
        for script in [
            "t=$(mktemp -d)\necho \"Created: $t\"\nrm -rf \"$t\"",
            "t=$(mktemp -d)\ntrap 'rm -rf \"${t}\"' EXIT\necho \"Created: $t/a.txt\"",
            "t=\"$(mktemp -d)\"\nout=$t/a.txt\ntrap \"rm -rf $t\" EXIT\ndate > \"$out\"\necho \"Report: $out\"",
        ] {
            assert_eq!(deliverables(script), 0, "{script}");
        }
        for script in [
            "t=$(mktemp -d)\necho \"Created: $t\"",
            "t=$(mktemp -d)\necho \"Created: $out\"\nrm -rf \"$t\"",
            "t=$1\necho \"Created: $t\"\nrm -rf \"$t\"",
        ] {
            assert_eq!(deliverables(script), 1, "{script}");
        }
    }
}

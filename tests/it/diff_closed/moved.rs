//! Moved contracts: the partner is searched in the whole revision, whatever path is named; and objects that git lacks.

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::{Repository, rules};
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::a moved and changed contract", moved),
        Trial::test("diff_closed::a moved contract in bump and changelog", bump_and_changelog),
        Trial::test("diff_closed::a missing object of another file", missing_other),
        Trial::test("diff_closed::a missing object of a contract", missing_own),
    ]
}

fn contract(kind: &str) -> String {
    json!({"type": "object", "properties": {"a": {"type": kind}}}).to_string()
}

/// A repository in which `c.json` is `d/c.json` now, with another type.
fn moved_repository(staged: bool) -> Repository {
    let repository =
        Repository::new(&[("c.json", &contract("string")), ("e.json", "{\"type\": \"array\"}")]);
    std::fs::remove_file(repository.path().join("c.json")).unwrap();
    put(repository.path(), "d/c.json", contract("integer"));
    if staged {
        repository.git(&["add", "-A"]);
    }
    repository
}

fn moved() -> Result<(), Failed> {
    for staged in [false, true] {
        let repository = moved_repository(staged);
        for paths in [&[][..], &["d/c.json"], &["d"], &["c.json"], &["d", "c.json"], &["."]] {
            let (code, report) = repository.json(&[&["--against", "HEAD"], paths].concat());
            if code != 1 || rules(&report) != ["contract-renamed", "property-type-changed"] {
                return Err(format!("staged {staged} {paths:?}: exit {code}: {report:#}").into());
            }
        }
        // A path that the rename doesn't touch.
        let (code, report) = repository.json(&["--against", "HEAD", "e.json"]);
        assert_eq!((code, rules(&report).len()), (0, 0), "{report:#}");
    }
    Ok(())
}

fn bump_and_changelog() -> Result<(), Failed> {
    let versioned = |kind: &str| {
        let input = json!({"type": "object", "properties": {"a": {"type": kind}}});
        json!({"version": "1.0.0", "name": "c", "input": input}).to_string()
    };
    let repository = Repository::new(&[("c.json", &versioned("string"))]);
    std::fs::remove_file(repository.path().join("c.json"))?;
    put(repository.path(), "d/c.json", versioned("integer"));
    let (code, out, err) = repository.run(&["changelog", "--since", "HEAD", "d/c.json"]);
    if code != 0 || !out.contains("Breaking changes") || !out.contains("`a`") {
        return Err(format!("changelog: exit {code}: {out}{err}").into());
    }
    let (code, out, err) = repository.run(&["bump", "--since", "HEAD", "d/c.json"]);
    if code != 0 || !out.contains("1.0.0 → 2.0.0") || !err.contains("it was c.json at HEAD") {
        return Err(format!("bump: exit {code}: {out}{err}").into());
    }
    Ok(())
}

/// Removes the object of a file at HEAD, as in a partial clone.
fn remove_object(repository: &Repository, file: &str) -> Result<(), Failed> {
    let mut git = std::process::Command::new("git");
    let output =
        git.args(["rev-parse", &format!("HEAD:{file}")]).current_dir(repository.path()).output()?;
    let id = String::from_utf8(output.stdout)?;
    let (folder, name) = id.trim().split_at(2);
    std::fs::remove_file(repository.path().join(".git/objects").join(folder).join(name))?;
    Ok(())
}

fn missing_other() -> Result<(), Failed> {
    let repository = Repository::new(&[
        ("c.json", &contract("string")),
        ("a.gif", "GIF89a"),
        ("b.gif", "GIF87a"),
    ]);
    remove_object(&repository, "a.gif")?;
    remove_object(&repository, "b.gif")?;
    // Deleted, and written again with the same size.
    std::fs::remove_file(repository.path().join("a.gif"))?;
    put(repository.path(), "b.gif", "GIF90a");
    put(repository.path(), "new.png", "PNG");
    put(repository.path(), "c.json", contract("integer"));
    for paths in [&[][..], &["c.json"]] {
        let (code, report) = repository.json(&[&["--against", "HEAD"], paths].concat());
        if code != 1 || rules(&report) != ["property-type-changed"] {
            return Err(format!("{paths:?}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

fn missing_own() -> Result<(), Failed> {
    let repository = moved_repository(true);
    remove_object(&repository, "c.json")?;
    for paths in [&[][..], &["d/c.json"]] {
        let (code, report) = repository.json(&[&["--against", "HEAD"], paths].concat());
        let said = report.to_string();
        if code != 2 || !said.contains("c.json") || !said.contains("is missing from the repository")
        {
            return Err(format!("{paths:?}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

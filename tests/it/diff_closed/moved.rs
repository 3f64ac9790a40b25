//! Moved contracts: the partner is searched in the whole revision, whatever path is named. And what a comparison lacks:
//! objects of git, and files of URLs.

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use super::{Repository, rules};
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::a moved and changed contract", moved),
        Trial::test("diff_closed::a moved contract in bump and changelog", bump_and_changelog),
        Trial::test("diff_closed::a missing object of another file", missing_other),
        Trial::test("diff_closed::a missing object of a contract", missing_own),
        Trial::test("diff_closed::one URL of many contracts", one_url),
        Trial::test("diff_closed::one URL of two contracts", one_url_of_pair),
        Trial::test("diff_closed::git is asked once what differs", asked_once),
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
pub(super) fn remove_object(repository: &Repository, file: &str) -> Result<(), Failed> {
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

fn one_url() -> Result<(), Failed> {
    let base = |kind: &str| {
        json!({"$id": "https://example.org/1/Base.json", "$defs": {"A": {"type": kind}, "B": {}}})
            .to_string()
    };
    let facet = |more: &str| {
        let reference =
            |name: &str| json!({"$ref": format!("https://example.org/1/Base.json#/$defs/{name}")});
        json!({"title": more, "allOf": [reference("A"), reference("B")]}).to_string()
    };
    let names = ["facets/a.schema.json", "facets/b.schema.json", "facets/c.schema.json"];
    let old = facet("old");
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (*name, old.as_str())).collect();
    let text = base("string");
    files.push(("spec/Base.json", &text));
    let repository = Repository::new(&files);
    for name in names {
        put(repository.path(), name, facet("new"));
    }
    let (code, report) = repository.json(&["--against", "HEAD", "facets"]);
    let found: Vec<&Value> = report["changes"].as_array().into_iter().flatten().collect();
    let message = found.first().map(|one| one["message"].to_string()).unwrap_or_default();
    let wanted = [
        "https://example.org/1/Base.json",
        "12 places refer to it, also in `facets/b.schema.json`, `facets/c.schema.json`",
        "`--map https://example.org/1/=spec` reads spec/Base.json for it",
    ];
    if code != 2 || found.len() != 1 || !wanted.iter().all(|part| message.contains(part)) {
        return Err(format!("exit {code}: {report:#}").into());
    }
    // The option does what it says.
    let map = "https://example.org/1/=spec";
    let (code, report) = repository.json(&["--against", "HEAD", "facets", "--map", map]);
    assert_eq!(code, 0, "{report:#}");
    Ok(())
}

fn one_url_of_pair() -> Result<(), Failed> {
    let url = "https://example.org/1/Base.json";
    let base = json!({"$id": url, "$defs": {"A": {"type": "string"}}}).to_string();
    let reference = json!({"$ref": format!("{url}#/$defs/A")});
    let old = json!({"properties": {"a": reference, "b": reference, "c": reference}});
    let repository = Repository::new(&[("spec/Base.json", &base), ("old.json", &old.to_string())]);
    put(repository.path(), "new.json", json!({"properties": {"a": reference}}).to_string());
    let (code, report) = repository.json(&["old.json", "new.json"]);
    let found: Vec<&Value> = report["changes"].as_array().into_iter().flatten().collect();
    let message = found.first().map(|one| one["message"].to_string()).unwrap_or_default();
    let wanted =
        ["3 places refer to it", "`--map https://example.org/1/=spec` reads spec/Base.json"];
    let also = found.first().and_then(|one| one["also"].as_array()).map_or(0, Vec::len);
    if code != 2 || found.len() != 1 || also != 2 || !wanted.iter().all(|w| message.contains(w)) {
        return Err(format!("exit {code}: {report:#}").into());
    }
    let (_, _, err) = repository.run(&["diff", "old.json", "new.json"]);
    assert!(wanted.iter().all(|wanted| err.contains(wanted)), "{err}");
    let sarif = ["diff", "old.json", "new.json", "--format", "sarif"];
    let log: Value = serde_json::from_str(&repository.run(&sarif).1)?;
    let results = log["runs"][0]["results"].as_array().map_or(0, Vec::len);
    let related = log["runs"][0]["results"][0]["relatedLocations"].as_array().map_or(0, Vec::len);
    assert_eq!((results, related), (1, 2), "{log:#}");
    for (format, sign) in [("github", "::error"), ("junit", "<error")] {
        let (_, out, _) = repository.run(&["diff", "old.json", "new.json", "--format", format]);
        assert_eq!(out.matches(sign).count(), 1, "{format}: {out}");
    }
    Ok(())
}

/// A comparison of a tree with a revision is the slowest query of a large repository.
fn asked_once() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt as _;
    let repository = moved_repository(true);
    let tools = tempfile::tempdir()?;
    let log = tools.path().join("log");
    let path = std::env::var("PATH").unwrap_or_default();
    let script =
        format!("#!/bin/sh\necho \"$*\" >>'{}'\nPATH='{path}' exec git \"$@\"\n", log.display());
    let program = put(tools.path(), "git", script);
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
    for named in [&[][..], &["d/c.json"], &["e.json"], &["d"]] {
        std::fs::write(&log, "")?;
        let mut command = crate::support::skillgen();
        command.args(["diff", "--against", "HEAD"]).args(named).current_dir(repository.path());
        command.env("PATH", format!("{}:{path}", tools.path().display()));
        let out = crate::support::text(&command.output()?);
        let asked = std::fs::read_to_string(&log)?;
        let count = asked.lines().filter(|line| line.contains(" diff --name-status ")).count();
        if count != 1 {
            return Err(format!("{named:?}: {count} times: {asked}{out:?}").into());
        }
    }
    Ok(())
}

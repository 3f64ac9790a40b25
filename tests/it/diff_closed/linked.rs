//! Links in a repository: a contract that is a link changes with its target, also where only a reference leads to the link.

use libtest_mimic::{Failed, Trial};

use super::{FORMATS, Repository};
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::a linked contract changes with its target", linked_contracts),
        Trial::test("diff_closed::links at a revision", links_at_a_revision),
        Trial::test("diff_closed::a contract behind a linked folder", behind_folders),
        Trial::test("diff_closed::a map that leads to another folder", moved_map),
        Trial::test("diff_closed::such a map for two contracts", moved_map_of_pair),
        Trial::test("diff_closed::a reference with percent escapes", escapes),
    ]
}

const TEXT: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#;
const NUMBER: &str = r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#;

/// The names of links, each with its target.
const LINKS: [(&str, &str); 5] = [
    ("pkg/contract.json", "../shared/c.json"),
    ("a.json", "texts/x.txt"),
    ("b.json", "texts/x"),
    ("l.txt", "texts/x.txt"),
    ("folder", "texts"),
];

fn repository() -> Repository {
    let repository = Repository::new(&[
        ("shared/c.json", TEXT),
        ("texts/x.txt", TEXT),
        ("texts/x", TEXT),
        ("file.json", r#"{"$ref": "l.txt"}"#),
        ("below.json", r#"{"$ref": "folder/x.txt"}"#),
    ]);
    std::fs::create_dir(repository.path().join("pkg")).unwrap();
    for (name, target) in LINKS {
        std::os::unix::fs::symlink(target, repository.path().join(name)).unwrap();
    }
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-qm", "links"]);
    repository
}

fn change(repository: &Repository) {
    for name in ["shared/c.json", "texts/x.txt", "texts/x"] {
        put(repository.path(), name, NUMBER);
    }
}

fn linked_contracts() -> Result<(), Failed> {
    let repository = repository();
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD"]);
    if code != 0 || !out.contains("no change") {
        return Err(format!("unchanged: exit {code}: {out}{err}").into());
    }
    change(&repository);
    for path in ["pkg", "pkg/contract.json", "a.json", "b.json", "file.json", "below.json"] {
        for format in FORMATS {
            let args = ["diff", "--against", "HEAD", "--format", format, path];
            let (code, out, err) = repository.run(&args);
            if code != 1 {
                return Err(format!("{path} in {format}: exit {code}: {out}{err}").into());
            }
        }
    }
    let (code, report) = repository.json(&["--against", "HEAD"]);
    let major: Vec<&str> = report["contracts"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|contract| contract["required_bump"] == "major")
        .filter_map(|contract| contract["path"].as_str())
        .collect();
    let wanted =
        ["a.json", "b.json", "below.json", "file.json", "pkg/contract.json", "shared/c.json"];
    if code != 1 || major != wanted {
        return Err(format!("exit {code}: {major:?}: {report}").into());
    }
    Ok(())
}

fn links_at_a_revision() -> Result<(), Failed> {
    let repository = repository();
    change(&repository);
    std::os::unix::fs::symlink("/etc/hostname", repository.path().join("out.json")).unwrap();
    std::os::unix::fs::symlink("lost", repository.path().join("dangling.json")).unwrap();
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-qm", "numbers"]);
    for path in ["a.json", "pkg/contract.json", "file.json", "below.json", "folder/x.txt"] {
        let (old, new) = (format!("HEAD~:{path}"), format!("HEAD:{path}"));
        let (code, out, err) = repository.run(&["diff", &old, &new]);
        if code != 1 || !out.contains("from string to integer") {
            return Err(format!("{path}: exit {code}: {out}{err}").into());
        }
    }
    let refused = [
        (vec!["HEAD:out.json", "HEAD:a.json"], "leads out of the revision"),
        (vec!["HEAD:dangling.json", "HEAD:a.json"], "or to no file of it"),
        (vec!["--root", "texts", "HEAD~:texts/x.txt", "HEAD:folder/x.txt"], "outside of the root"),
    ];
    for (given, why) in refused {
        let mut args = vec!["diff"];
        args.extend(given);
        let (code, out, err) = repository.run(&args);
        if code != 2 || !err.contains(why) {
            return Err(format!("{args:?}: exit {code}: {out}{err}").into());
        }
    }
    // A link below the root could lead out of it.
    std::os::unix::fs::symlink("../shared/c.json", repository.path().join("texts/out.json"))
        .unwrap();
    put(repository.path(), "texts/r.json", r#"{"$ref": "out.json"}"#);
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-qm", "a link out of the root"]);
    let args = ["diff", "--root", "texts", "HEAD:texts/r.json", "HEAD:texts/x.txt"];
    let (code, out, err) = repository.run(&args);
    if code != 2 || !format!("{out}{err}").contains("links are followed without --root only") {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    Ok(())
}

fn moved_map() -> Result<(), Failed> {
    let settings =
        |folder: &str| format!("[references.map]\n\"https://example.org/\" = \"{folder}\"\n");
    let repository = Repository::new(&[
        ("a.json", r#"{"$ref": "https://example.org/q.txt"}"#),
        ("m/q.txt", TEXT),
        ("n/q.txt", NUMBER),
        ("skillgen.toml", &settings("m")),
    ]);
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD"]);
    if code != 0 {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    put(repository.path(), "skillgen.toml", settings("n"));
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD"]);
    if code != 2 || !out.contains("`skillgen diff HEAD:m n` compares the folders") {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    let accepted = "\n[[ignore]]\nrule = \"contract-unreadable\"\npath = \"skillgen.toml\"\nreason = \"moved\"\n";
    put(repository.path(), "skillgen.toml", format!("{}{accepted}", settings("n")));
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD"]);
    if code != 0 {
        return Err(format!("accepted: exit {code}: {out}{err}").into());
    }
    Ok(())
}

fn moved_map_of_pair() -> Result<(), Failed> {
    let settings =
        |folder: &str| format!("[references.map]\n\"https://example.org/\" = \"{folder}\"\n");
    let repository = Repository::new(&[
        ("a.json", r#"{"$ref": "https://example.org/q.txt"}"#),
        ("b.json", TEXT),
        ("m/q.txt", TEXT),
        ("n/q.txt", NUMBER),
        ("skillgen.toml", &settings("m")),
    ]);
    let pair = ["HEAD:a.json", "a.json"];
    let (code, _, err) = repository.run(&["diff", pair[0], pair[1]]);
    assert_eq!(code, 0, "{err}");
    put(repository.path(), "skillgen.toml", settings("n"));
    for format in FORMATS {
        let (code, out, err) = repository.run(&["diff", pair[0], pair[1], "--format", format]);
        let told = format!("{out}{err}");
        if code != 2 || !told.contains("`skillgen diff HEAD:m n` compares the folders") {
            return Err(format!("{format}: exit {code}: {told}").into());
        }
    }
    for command in ["changelog", "bump"] {
        let (code, out, err) = repository.run(&[command, pair[0], pair[1]]);
        assert!(code == 2 && err.contains("HEAD:m n"), "{command}: exit {code}: {out}{err}");
    }
    let (code, out, err) = repository.run(&["diff", "HEAD:", "."]);
    assert!(code == 2 && out.contains("`skillgen diff HEAD:m n`"), "exit {code}: {out}{err}");
    // A contract without such a reference, and an accepted map.
    let (code, _, err) = repository.run(&["diff", "HEAD:b.json", "b.json"]);
    assert_eq!(code, 0, "{err}");
    let accepted = "\n[[ignore]]\nrule = \"contract-unreadable\"\npath = \"skillgen.toml\"\nreason = \"moved\"\n";
    put(repository.path(), "skillgen.toml", format!("{}{accepted}", settings("n")));
    let (code, _, err) = repository.run(&["diff", pair[0], pair[1]]);
    assert!(code == 0 && err.contains("(accepted: moved)"), "exit {code}: {err}");
    Ok(())
}

fn behind_folders() -> Result<(), Failed> {
    let file = |kind: &str| {
        format!(r#"{{"type": "object", "properties": {{"a": {{"type": "{kind}"}}}}}}"#)
    };
    let repository = Repository::new(&[("one/real.json", TEXT), ("two/real.json", &file("array"))]);
    std::os::unix::fs::symlink("one", repository.path().join("linked"))?;
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-qm", "a link"]);
    let paths = ["linked", "linked/real.json"];
    for path in paths {
        let (code, report) = repository.json(&["--against", "HEAD", path]);
        if code != 0 || report["contracts"][0]["path"] != "linked/real.json" {
            return Err(format!("{path}: exit {code}: {report:#}").into());
        }
    }
    let (code, out, err) = repository.run(&["diff", "HEAD:linked", "one"]);
    assert!(code == 0 && out.contains("1 unchanged"), "exit {code}: {out}{err}");
    put(repository.path(), "one/real.json", NUMBER);
    let (code, out, err) = repository.run(&["diff", "HEAD:linked", "one"]);
    assert!(code == 1 && out.contains("from string to integer"), "exit {code}: {out}{err}");
    let breaks = |why: &str| -> Result<(), Failed> {
        for path in paths {
            let (code, report) = repository.json(&["--against", "HEAD", path]);
            if code != 1 || report["required_bump"] != "major" {
                return Err(format!("{why}, {path}: exit {code}: {report:#}").into());
            }
        }
        Ok(())
    };
    breaks("a changed file")?;
    // The link leads to another folder.
    repository.git(&["checkout", "-q", "."]);
    std::fs::remove_file(repository.path().join("linked"))?;
    std::os::unix::fs::symlink("two", repository.path().join("linked"))?;
    breaks("a changed link")?;
    std::fs::remove_file(repository.path().join("linked"))?;
    std::os::unix::fs::symlink("/etc", repository.path().join("linked"))?;
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD", "linked"]);
    assert!(code == 2 && err.contains("leads out of the repository"), "exit {code}: {out}{err}");
    Ok(())
}

fn escapes() -> Result<(), Failed> {
    let repository = Repository::new(&[
        ("a.json", r#"{"$ref": "b%20c.txt"}"#),
        ("b c.txt", TEXT),
        ("d.json", r#"{"$ref": "100%25.txt"}"#),
        ("100%.txt", TEXT),
    ]);
    put(repository.path(), "b c.txt", NUMBER);
    put(repository.path(), "100%.txt", NUMBER);
    for path in ["a.json", "d.json"] {
        let (code, out, err) = repository.run(&["diff", "--against", "HEAD", path]);
        if code != 1 {
            return Err(format!("{path}: exit {code}: {out}{err}").into());
        }
    }
    put(repository.path(), "a.json", r#"{"$ref": "%2e%2e/x%2Fb.txt"}"#);
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD", "a.json"]);
    if code != 2 {
        return Err(format!("exit {code}: {out}{err}").into());
    }
    Ok(())
}

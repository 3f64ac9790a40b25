//! A fault that lasts can be accepted by name and with a reason, and is still told. Nothing else is accepted.

use libtest_mimic::{Failed, Trial};

use super::{FORMATS, Repository, rules};
use crate::support::put;

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::a lasting fault is accepted by name", lasting),
        Trial::test("diff_closed::a new fault is not accepted", fresh),
        Trial::test("diff_closed::what accepts a fault names a file", named),
    ]
}

const LEGACY: &str = "{\"$ref\": \"https://example.org/nowhere.json\"}";
const OTHER: &str = "{\"type\": \"object\"}";
const IGNORE: &str = "[[ignore]]\nrule = \"contract-unreadable\"\npath = \"legacy.json\"\nreason = \"offline since May\"\n";

fn lasting() -> Result<(), Failed> {
    let repository = Repository::new(&[("c/legacy.json", LEGACY), ("c/other.json", OTHER)]);
    let against = ["diff", "--against", "HEAD"];
    assert_eq!(repository.run(&against).0, 2, "without an ignore");
    put(repository.path(), "skillgen.toml", IGNORE);
    for format in FORMATS {
        let (code, out, err) = repository.run(&["diff", "--against", "HEAD", "--format", format]);
        let told = ["contract-unreadable", "offline since May", "legacy.json"];
        if code != 0 || !told.iter().all(|text| out.contains(text)) || out.contains("::error") {
            return Err(format!("{format}: exit {code}: {out}{err}").into());
        }
    }
    let (_, out, _) = repository.run(&against);
    let first = out.lines().next().unwrap_or_default();
    let wanted =
        "passed: no change; 0 contracts compared with HEAD, 1 unchanged, 1 not compared (accepted)";
    assert_eq!(first, wanted);
    // The rest of the gate is not affected.
    put(repository.path(), "c/other.json", "{\"type\": \"array\"}");
    assert_eq!(repository.run(&against).0, 1);
    // Two folders have the fault at different places.
    put(repository.path(), "d/legacy.json", LEGACY);
    put(repository.path(), "d/other.json", OTHER);
    let (code, out, err) = repository.run(&["diff", "c", "d"]);
    assert!(code == 1 && out.contains("1 not compared (accepted)"), "exit {code}: {out}{err}");
    std::fs::remove_dir_all(repository.path().join("d"))?;
    // What only the old version has can't be mended any more.
    put(repository.path(), "c/other.json", OTHER);
    put(repository.path(), "c/legacy.json", OTHER);
    let (code, out, err) = repository.run(&against);
    assert!(code == 0 && out.contains("offline since May"), "exit {code}: {out}{err}");
    let (code, _, err) = repository.run(&["changelog", "--since", "HEAD"]);
    assert!(code == 0 && err.contains("accepted: offline since May"), "exit {code}: {err}");
    // An ignore of a file that can be compared is spare.
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-qm", "two"]);
    let (code, report) = repository.json(&["--against", "HEAD"]);
    assert!(code == 0 && rules(&report) == ["ignore-unused"], "exit {code}: {report:#}");
    Ok(())
}

fn fresh() -> Result<(), Failed> {
    for (old, new) in [
        (OTHER, LEGACY),
        (LEGACY, "{\"$ref\": \"https://example.org/elsewhere.json\"}"),
        (LEGACY, "{\"type\": \"obj"),
        (LEGACY, "{\"type\": \"strng\", \"$ref\": \"https://example.org/nowhere.json\"}"),
    ] {
        let repository = Repository::new(&[("legacy.json", old)]);
        put(repository.path(), "skillgen.toml", IGNORE);
        put(repository.path(), "legacy.json", new);
        let (code, out, err) = repository.run(&["diff", "--against", "HEAD"]);
        let told = "the ignore does not accept it, because the old version has no such fault";
        if code != 2 || !out.contains(told) {
            return Err(format!("{old} to {new}: exit {code}: {out}{err}").into());
        }
    }
    // A new file has no old version, and a referenced file that is gone is a new fault.
    let repository =
        Repository::new(&[("legacy.json", "{\"$ref\": \"part.json\"}"), ("part.json", OTHER)]);
    put(repository.path(), "skillgen.toml", IGNORE);
    std::fs::remove_file(repository.path().join("part.json"))?;
    assert_eq!(repository.run(&["diff", "--against", "HEAD"]).0, 2);
    let repository = Repository::new(&[]);
    put(repository.path(), "skillgen.toml", IGNORE);
    put(repository.path(), "legacy.json", LEGACY);
    assert_eq!(repository.run(&["diff", "--against", "HEAD"]).0, 2);
    Ok(())
}

fn named() -> Result<(), Failed> {
    let repository = Repository::new(&[("legacy.json", LEGACY)]);
    for path in ["", "path = \"/properties/a\"\n", "path = \"*\"\n"] {
        let ignore = IGNORE.replace("path = \"legacy.json\"\n", path);
        put(repository.path(), "skillgen.toml", ignore);
        let (code, _, err) = repository.run(&["diff", "--against", "HEAD"]);
        if code != 2 || !err.contains("`path` does not name a file") {
            return Err(format!("{path}: exit {code}: {err}").into());
        }
    }
    for ignore in [
        IGNORE.replace("contract-unreadable", "*"),
        IGNORE.replace("legacy.json", "other.json"),
        format!("{IGNORE}until = \"2020-01-01\"\n"),
    ] {
        put(repository.path(), "skillgen.toml", &ignore);
        let (code, out, err) = repository.run(&["diff", "--against", "HEAD"]);
        assert!(code == 2, "{ignore}: exit {code}: {out}{err}");
    }
    Ok(())
}

//! Files that a search of folders leaves out or finds: excluded ones, examples, other endings, packed skills and
//! submodules. What is left out is counted.

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use super::{Repository, rules};
use crate::support::put;
use crate::zip_writer::{Raw, archive};

pub(super) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("diff_closed::excluded files are counted", excluded),
        Trial::test("diff_closed::moved into and out of what is excluded", moved),
        Trial::test("diff_closed::a name that is not UTF-8", foreign_names),
        Trial::test("diff_closed::a page of a list among examples", pages),
        Trial::test("diff_closed::schemas of other endings", endings),
        Trial::test("diff_closed::snapshots of tests", snapshots),
        Trial::test("diff_closed::packed skills", packed),
        Trial::test("diff_closed::submodules", submodules),
    ]
}

const OBJECT: &str = "{\"type\": \"object\"}";
const ARRAY: &str = "{\"type\": \"array\"}";

fn excluded() -> Result<(), Failed> {
    let repository = Repository::new(&[("a.json", OBJECT), ("below/examples/b.json", OBJECT)]);
    put(repository.path(), "below/examples/b.json", "{\"type\": ");
    let (code, _, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert_eq!(code, 2, "it can't be read");
    let (code, report) = repository.json(&["--against", "HEAD", "--exclude", "examples/"]);
    let left_out = &report["left_out"][0];
    assert!(code == 0 && left_out["kind"] == "excluded", "exit {code}: {report:#}");
    assert_eq!(left_out["path"], "below/examples/b.json");
    put(repository.path(), "skillgen.toml", "[diff]\nexclude = [\"below/ex*\"]\n");
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 0 && out.contains("1 file is excluded (--verbose names them)"), "{out}");
    // Patterns of the file are relative to its folder, for any working folder.
    put(repository.path(), "below/skillgen.toml", "[diff]\nexclude = [\"/examples\"]\n");
    std::fs::remove_file(repository.path().join("skillgen.toml"))?;
    let config = ["diff", "--against", "HEAD", "--config", "below/skillgen.toml"];
    let (code, out, err) = repository.run(&config);
    assert!(code == 0 && out.contains("1 file is excluded"), "{out}{err}");
    // Named files are always compared.
    let (code, _, _) = repository.run(&[
        "diff",
        "--against",
        "HEAD",
        "--exclude",
        "b.json",
        "below/examples/b.json",
    ]);
    assert_eq!(code, 2);
    let (code, _, err) = repository.run(&["diff", "a.json", "a.json", "--exclude", "b.json"]);
    assert!(code == 2 && err.contains("--exclude leaves files out of folders"), "{err}");
    put(repository.path(), "skillgen.toml", "[diff]\nexclude = 3\n");
    let (code, _, err) = repository.run(&["diff", "--against", "HEAD"]);
    assert!(code == 2 && err.contains("diff.exclude: expected a text or a list of texts"), "{err}");
    Ok(())
}

fn moved() -> Result<(), Failed> {
    let long = OBJECT.replace('}', ", \"required\": [\"a\", \"b\"], \"minProperties\": 2}");
    let repository = Repository::new(&[("a.json", &long), ("examples/b.json", OBJECT)]);
    repository.git(&["mv", "a.json", "examples/a.json"]);
    let (code, report) = repository.json(&["--against", "HEAD", "--exclude", "examples"]);
    assert!(code == 1 && rules(&report) == ["contract-removed"], "exit {code}: {report:#}");
    let (code, report) = repository.json(&["--against", "HEAD", "--exclude", "/a.json"]);
    assert!(code == 0 && rules(&report) == ["contract-added"], "exit {code}: {report:#}");
    // It is compared with its former text.
    put(repository.path(), "examples/a.json", long.replace("\"b\"", "\"c\""));
    for path in [&[][..], &["examples/a.json"], &["examples"]] {
        let args = [&["--against", "HEAD", "--exclude", "/a.json"], path].concat();
        let (code, report) = repository.json(&args);
        assert!(code == 1 && report["compared"] == 1, "{path:?}: exit {code}: {report:#}");
    }
    Ok(())
}

/// A name that is not UTF-8 can't be a path of a report, and is not a path that doesn't exist.
fn foreign_names() -> Result<(), Failed> {
    use std::os::unix::ffi::OsStrExt as _;
    let repository = Repository::new(&[("a.json", OBJECT)]);
    let name = std::ffi::OsStr::from_bytes(b"b\xff.json");
    std::fs::write(repository.path().join(name), OBJECT)?;
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD"]);
    let told = "the name of the file is not UTF-8, so it can't be opened; rename it";
    assert!(code == 2 && out.contains(told), "exit {code}: {out}");
    Ok(())
}

fn pages() -> Result<(), Failed> {
    let page = "{\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}], \"nextCursor\": \"x\"}";
    let repository = Repository::new(&[("a.json", OBJECT), ("docs/examples/list.json", page)]);
    put(repository.path(), "docs/examples/list.json", page.replace("object", "array"));
    let (code, out, _) = repository.run(&["diff", "--against", "HEAD", "--verbose"]);
    let told =
        "docs/examples/list.json: an example: one page of an MCP list, which goes on in another";
    assert!(code == 0 && out.contains(told), "exit {code}: {out}");
    // Elsewhere, and in place of a whole list, it is reported.
    put(repository.path(), "list.json", page);
    let (code, _, _) = repository.run(&["diff", "--against", "HEAD"]);
    assert_eq!(code, 2);
    Ok(())
}

/// Servers keep each tool in a snapshot of a test. Snapshots of other test tools quote values.
fn snapshots() -> Result<(), Failed> {
    let tool = json!({"name": "t", "inputSchema": {"type": "object", "properties": {"a": {}}}});
    let jest = "// Jest Snapshot v1\n\nexports[`t 1`] = `\n{ \"inputSchema\": {} }\n`;\n";
    let insta = "---\nsource: src/t.rs\nexpression: tool\n---\n{\"inputSchema\": {}}\n";
    let quoted = [("jest.snap", jest), ("insta.snap", insta)];
    let mut files = quoted.to_vec();
    let text = tool.to_string();
    files.push(("t.snap", &text));
    let repository = Repository::new(&files);
    let mut changed = tool.clone();
    changed["inputSchema"]["required"] = json!(["a"]);
    put(repository.path(), "t.snap", changed.to_string());
    for (file, text) in quoted {
        put(repository.path(), file, text.replace("{}", "{ }"));
    }
    let (code, report) = repository.json(&["--against", "HEAD"]);
    let left_out = report["left_out"].as_array().unwrap().len();
    let is_whole = code == 1 && rules(&report) == ["property-became-required"] && left_out == 2;
    assert!(is_whole, "exit {code}: {report:#}");
    put(repository.path(), "t.snap", "{\"name\": \"t\", \"inputSchema\": {");
    let (code, report) = repository.json(&["--against", "HEAD"]);
    assert!(code == 2 && rules(&report) == ["contract-unreadable"], "exit {code}: {report:#}");
    Ok(())
}

fn endings() -> Result<(), Failed> {
    for file in ["a.jsonschema", "a.jsonc", "a.json5", "a.schema"] {
        let repository = Repository::new(&[(file, OBJECT)]);
        put(repository.path(), file, ARRAY);
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 1 || rules(&report) != ["type-changed"] {
            return Err(format!("{file}: exit {code}: {report:#}").into());
        }
        put(repository.path(), file, format!("// a comment\n{OBJECT}"));
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 2 || rules(&report) != ["contract-unreadable"] {
            return Err(format!("{file}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

fn packed() -> Result<(), Failed> {
    let skill = |kind: &str| {
        let text = format!("---\nname: s\ndescription: d\ninput_schema:\n  type: {kind}\n---\n");
        archive(&[Raw::file(b"SKILL.md", text.as_bytes())])
    };
    for file in ["s.skill", "s.zip"] {
        let repository = Repository::new(&[("a.json", OBJECT)]);
        std::fs::write(repository.path().join(file), skill("object"))?;
        std::fs::write(repository.path().join("data.zip"), archive(&[Raw::file(b"x.txt", b"x")]))?;
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-qm", "two"]);
        std::fs::write(repository.path().join(file), skill("array"))?;
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 1 || rules(&report) != ["type-changed"] {
            return Err(format!("{file}: exit {code}: {report:#}").into());
        }
        assert_eq!(report["left_out"][0]["path"], "data.zip");
        std::fs::write(repository.path().join(file), "PK\u{3}\u{4} cut off")?;
        let (code, report) = repository.json(&["--against", "HEAD"]);
        if code != 2 {
            return Err(format!("{file}: exit {code}: {report:#}").into());
        }
    }
    Ok(())
}

fn submodules() -> Result<(), Failed> {
    let repository = Repository::new(&[("a.json", OBJECT)]);
    let other = Repository::new(&[("b.json", OBJECT)]);
    let from = other.path().to_str().ok_or("a path that is no text")?;
    repository.git(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", from, "other"]);
    repository.git(&["commit", "-qm", "two"]);
    let (code, out, err) = repository.run(&["diff", "--against", "HEAD~1", "--verbose"]);
    let told = "other: a submodule; compare in it";
    assert!(code == 0 && out.contains(told), "exit {code}: {out}{err}");
    Ok(())
}

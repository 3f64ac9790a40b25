//! `skillgen changelog` and `skillgen bump`: from the findings of `diff` to the notes and the version of a
//! release.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{put, root, run_in, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("release_notes::by level and audience", notes),
        Trial::test("release_notes::since a tag", since),
        Trial::test("release_notes::bump keeps every other byte", keeps),
        Trial::test("release_notes::bump of a skill and a package", skills),
        Trial::test("release_notes::bump of manifests in TOML", manifests),
        Trial::test("release_notes::bump of a date", date),
        Trial::test("release_notes::bump refuses", refuses),
        Trial::test("release_notes::bump of what is not checked out", not_checked_out),
    ]
}

fn has(out: &str, wanted: &[&str]) -> Result<(), Failed> {
    match wanted.iter().find(|needle| !out.contains(**needle)) {
        Some(needle) => Err(format!("no {needle:?} in\n{out}").into()),
        None => Ok(()),
    }
}

fn notes() -> Result<(), Failed> {
    let folder = root().join("examples/contracts/news-digest");
    let (code, out, err) = text(&run_in(&folder, &["changelog", "v1.json", "v2.json"]));
    assert_eq!(code, 0, "{err}");
    has(
        &out,
        &[
            "## 2.0.0\n\n### Breaking changes\n\nFor callers (input):\n\n- `Input`: the type of `topics` changed from string to array\n",
            // The document is an item below its change: as a line of the same item, it would be a part of the sentence.
            "\n  - `{",
            "### Minor changes\n\nFor callers (input):\n",
            "For readers of the output:\n",
            "### Other changes\n",
            "### Migration of old inputs\n\n- `/topics`: wrap into a list\n",
        ],
    )?;
    let (_, out, _) =
        text(&run_in(&folder, &["changelog", "v1.json", "v2.json", "--role", "output"]));
    has(&out, &["sentiment"])?;
    assert!(!out.contains("callers") && !out.contains("Migration"), "{out}");
    let (_, out, _) = text(&run_in(&folder, &["changelog", "v1.json", "v1.json"]));
    has(&out, &["## 1.0.0\n\nNo changes.\n"])
}

fn git(folder: &Path, args: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
    assert!(command.args(args).output().unwrap().status.success(), "git {args:?}");
}

fn since() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = |kind: &str| json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "version": "1.0.0", "type": kind});
    put(folder.path(), "a.schema.json", schema("object").to_string());
    put(folder.path(), "b.schema.json", schema("object").to_string());
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-qm", "one"]);
    git(folder.path(), &["tag", "v1"]);
    put(folder.path(), "a.schema.json", schema("array").to_string());
    put(folder.path(), "c.schema.json", schema("string").to_string());
    let (code, out, err) = text(&run_in(folder.path(), &["changelog", "--since", "v1"]));
    assert_eq!(code, 0, "{err}");
    has(&out, &["## a.schema.json: 2.0.0\n\n### Breaking changes", "- c.schema.json was added\n"])?;
    assert!(!out.contains("b.schema.json"), "{out}");
    let (code, out, err) =
        text(&run_in(folder.path(), &["bump", "--since", "v1", "a.schema.json"]));
    assert_eq!((code, out.as_str()), (0, "a.schema.json: 1.0.0 → 2.0.0 (major change)\n"), "{err}");
    let (code, out, _) = text(&run_in(folder.path(), &["bump", "--since", "v1", "a.schema.json"]));
    assert_eq!((code, out.as_str()), (0, "a.schema.json: 2.0.0 is enough for a major change\n"));
    Ok(())
}

/// A file that git leaves out of the working tree is compared by what git knows of it, or not at all.
fn not_checked_out() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = |kind: &str| json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "version": "1.0.0", "type": kind});
    let commit = |kind: &str| {
        put(folder.path(), "api/a.json", schema(kind).to_string());
        put(folder.path(), "other/b.json", schema(kind).to_string());
        git(folder.path(), &["add", "."]);
        git(folder.path(), &["commit", "-qm", kind]);
    };
    git(folder.path(), &["init", "-q"]);
    commit("object");
    commit("array");
    git(folder.path(), &["update-index", "--skip-worktree", "api/a.json"]);
    std::fs::remove_file(folder.path().join("api/a.json"))?;
    for command in [&["diff", "--against", "HEAD~1", "."][..], &["bump", "--since", "HEAD~1", "."]]
    {
        let (code, out, err) = text(&run_in(folder.path(), command));
        assert_eq!(code, 2, "{command:?}: {out}{err}");
        has(&format!("{out}{err}"), &["api/a.json"])?;
    }
    let (code, out, err) =
        text(&run_in(folder.path(), &["diff", "--against", "HEAD", "--verbose"]));
    assert_eq!(code, 0, "{out}{err}");
    has(&out, &["2 unchanged"])?;
    assert!(!out.contains("can't be read"), "{out}");
    Ok(())
}

/// A contract without a version is released with the Cargo.toml or pyproject.toml beside it, of which only the version changes.
fn manifests() -> Result<(), Failed> {
    let cargo = "# 1.2.3\n[dependencies]\nserde = { version = \"1.2.3\" }\n\n[package]   # the package\nname = \"x\"\nversion   =  '1.2.3'   # keep\r\n";
    let project = "[tool.poetry]\nversion = \"1.2.3\"\n";
    for (name, text, wanted) in [
        ("Cargo.toml", cargo, cargo.replace("'1.2.3'", "'2.0.0'")),
        ("pyproject.toml", project, project.replace("1.2.3", "2.0.0")),
        ("pyproject.toml", "project.version = \"1.2.3\"", "project.version = \"2.0.0\"".to_owned()),
    ] {
        let folder = tempfile::tempdir()?;
        put(folder.path(), "old/a.schema.json", "{\"type\": \"object\"}");
        put(folder.path(), format!("old/{name}"), text);
        put(folder.path(), "new/a.schema.json", "{\"type\": \"array\"}");
        put(folder.path(), format!("new/{name}"), text);
        let args = ["bump", "old/a.schema.json", "new/a.schema.json"];
        let (code, out, err) = text_of(folder.path(), &args);
        assert_eq!(
            (code, out.as_str()),
            (0, "new/a.schema.json: 1.2.3 → 2.0.0 (major change)\n"),
            "{name}: {err}"
        );
        assert_eq!(std::fs::read_to_string(folder.path().join("new").join(name))?, wanted);
    }
    let folder = tempfile::tempdir()?;
    for side in ["old", "new"] {
        let kind = if side == "old" { "object" } else { "array" };
        put(folder.path(), format!("{side}/a.schema.json"), format!("{{\"type\": \"{kind}\"}}"));
        put(folder.path(), format!("{side}/Cargo.toml"), "[package]\nversion.workspace = true\n");
    }
    let (code, _, err) =
        text_of(folder.path(), &["bump", "old/a.schema.json", "new/a.schema.json"]);
    assert_eq!(code, 2, "{err}");
    has(&err, &["no version is declared"])?;
    put(folder.path(), "new/Cargo.toml", "[package\n");
    put(folder.path(), "old/Cargo.toml", "[package]\nversion = \"1.0.0\"\n");
    let (code, _, err) =
        text_of(folder.path(), &["bump", "old/a.schema.json", "new/a.schema.json"]);
    assert_eq!(code, 2, "{err}");
    has(&err, &["new/Cargo.toml: not TOML"])
}

fn text_of(folder: &Path, args: &[&str]) -> (i32, String, String) {
    text(&run_in(folder, args))
}

fn keeps() -> Result<(), Failed> {
    for (name, old, new, wanted) in [
        (
            "c.json",
            "{\"title\": \"é\",\t\"version\" :  \"1.0.0\", \"type\": \"object\"}",
            "\u{feff}{\r\n  \"title\": \"é 1.0.0\",\t\"version\" :  \"1.0.0\",\r\n\r\n \"type\": \"array\"}",
            "\u{feff}{\r\n  \"title\": \"é 1.0.0\",\t\"version\" :  \"2.0.0\",\r\n\r\n \"type\": \"array\"}",
        ),
        (
            "c.yaml",
            "version: 'v1.2' # of the contract\ninput:\n  type: object\noutput: {type: object}\n",
            "# 'v1.2'\nversion: 'v1.2' # of the contract\ninput:\n  type: array\noutput: {type: object}\n",
            "# 'v1.2'\nversion: 'v2.0' # of the contract\ninput:\n  type: array\noutput: {type: object}\n",
        ),
    ] {
        let folder = tempfile::tempdir()?;
        let old_name = format!("old-{name}");
        put(folder.path(), &old_name, old);
        let path = put(folder.path(), name, new);
        let (code, out, err) =
            text(&run_in(folder.path(), &["bump", &old_name, name, "--dry-run"]));
        assert_eq!(code, 0, "{name}: {err}");
        has(&out, &[&format!("--- a/{name}\n+++ b/{name}\n")])?;
        assert_eq!(std::fs::read_to_string(&path)?, new, "{name}: --dry-run writes nothing");
        let (code, _, err) = text(&run_in(folder.path(), &["bump", &old_name, name]));
        assert_eq!((code, std::fs::read_to_string(&path)?.as_str()), (0, wanted), "{name}: {err}");
    }
    Ok(())
}

fn skills() -> Result<(), Failed> {
    let skill = |version: &str, kind: &str| {
        format!(
            "---\nname: digest\ndescription: Collects news.\nversion: {version}\ninput_schema:\n  required:\n    - name: topic\n      type: {kind}\n---\n# Digest 1.2.0\n"
        )
    };
    let folder = tempfile::tempdir()?;
    put(folder.path(), "old/SKILL.md", skill("1.2.0", "string"));
    let path = put(folder.path(), "digest/SKILL.md", skill("1.2.0", "number"));
    let (code, _, err) = text(&run_in(folder.path(), &["bump", "old", "digest"]));
    assert_eq!((code, std::fs::read_to_string(path)?), (0, skill("2.0.0", "number")), "{err}");

    let manifest = |version: &str| {
        format!(
            "{{\"id\": \"demo\", \"version\": \"{version}\", \"schemas\": {{\"output\": \"assets/o.json\"}}}}\n"
        )
    };
    for (side, kind) in [("before", "object"), ("after", "array")] {
        put(folder.path(), format!("{side}/SKILL.md"), skill("1.2.0", "string"));
        put(folder.path(), format!("{side}/assets/runner.json"), manifest("1.2.0"));
        put(folder.path(), format!("{side}/assets/o.json"), json!({"type": kind}).to_string());
    }
    let (code, _, err) = text(&run_in(folder.path(), &["bump", "before", "after"]));
    assert_eq!(code, 0, "{err}");
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join("after").join(name)).unwrap();
    assert_eq!(
        (read("assets/runner.json"), read("SKILL.md")),
        (manifest("2.0.0"), skill("2.0.0", "string"))
    );
    Ok(())
}

fn date() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let of = |version: &str, kind: &str| json!({"version": version, "type": kind}).to_string();
    put(folder.path(), "old.json", of("2026-07-28", "object"));
    let path = put(folder.path(), "new.json", of("2026-07-28", "array"));
    let mut command = skillgen();
    command.current_dir(folder.path()).args(["bump", "old.json", "new.json", "--format", "json"]);
    command.env("SOURCE_DATE_EPOCH", "1798675200");
    let (code, out, err) = text(&run_with(command, b""));
    let report: Value = serde_json::from_str(&out).map_err(|e| format!("{e}: {err}"))?;
    assert_eq!((code, &report["contracts"][0]["to"]), (0, &json!("2026-12-31")));
    assert_eq!(std::fs::read_to_string(path)?, of("2026-12-31", "array"));
    Ok(())
}

fn refuses() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let object = json!({"type": "object"}).to_string();
    put(folder.path(), "none.json", &object);
    put(folder.path(), "one.json", json!({"version": "1.0.0", "type": "object"}).to_string());
    put(folder.path(), "odd.json", json!({"version": "latest", "type": "object"}).to_string());
    put(folder.path(), "two.json", json!({"version": "1.0.0", "type": "array"}).to_string());
    for (args, wanted) in [
        (&["none.json", "two.json"][..], "none.json: no version is declared"),
        (&["one.json", "none.json"], "none.json: no version is declared; add one first"),
        (&["odd.json", "two.json"], "odd.json: \"latest\" is neither a semantic version"),
        (&["two.json"], "`skillgen bump OLD NEW`"),
    ] {
        let (code, _, err) = text(&run_in(folder.path(), &[&["bump"], args].concat()));
        if code != 2 || !err.contains(wanted) || err.trim_end().lines().count() != 1 {
            return Err(format!("{args:?}: exit {code}: {err}").into());
        }
    }
    Ok(())
}

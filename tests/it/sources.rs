//! Where a contract is read from (docs/cli.md): the same package as folder, archive, archive on standard
//! input and archive of a git revision is the same contract; and settings of the wrong kind are told.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, run_with, skillgen, text};
use crate::zip_writer::{Raw, archive};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("sources::archives", archives),
        Trial::test("sources::settings of the wrong kind", settings),
    ]
}

const FILES: &[(&str, &str)] = &[
    ("SKILL.md", "---\nname: pack\ndescription: d\n---\n"),
    (
        "assets/runner.json",
        r#"{"id":"pack","version":"1.0.0","schemas":{"input":"assets/input.schema.json"}}"#,
    ),
    (
        "assets/input.schema.json",
        r#"{"type":"object","required":["topic"],"properties":{"topic":{"type":"string"}}}"#,
    ),
];

fn archives() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    for (name, content) in FILES {
        let path = here.join("pack").join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(here))?;
        std::fs::write(path, content)?;
    }
    let entries: Vec<Raw> = FILES
        .iter()
        .map(|(name, content)| Raw::file(format!("pack/{name}").as_bytes(), content.as_bytes()))
        .collect();
    let zip = archive(&entries);
    std::fs::write(here.join("pack.zip"), &zip)?;
    std::fs::write(here.join("input.json"), r#"{"topic": 3}"#)?;
    commit(here)?;
    std::fs::remove_file(here.join("pack.zip"))?;
    for (source, stdin) in
        [("pack", &b""[..]), ("-", &zip), ("HEAD:pack", b""), ("HEAD:pack.zip", b"")]
    {
        let mut command = skillgen();
        command.args(["validate", "--contract", source, "input.json"]).current_dir(here);
        let (code, out, err) = text(&run_with(command, stdin));
        let wanted = "input.json:1:11: error: /topic: expected string, got number\n\
                      input.json: invalid as input of ";
        if code != 1 || !out.starts_with(wanted) || out.lines().count() != 2 {
            return Err(format!("{source}: exit {code}, {out}{err}").into());
        }
        let mut command = skillgen();
        command.args(["diff", source, "pack"]).current_dir(here);
        let (code, out, err) = text(&run_with(command, stdin));
        if code != 0 || !out.contains("no change") {
            return Err(format!("diff {source}: exit {code}, {out}{err}").into());
        }
    }
    Ok(())
}

fn commit(folder: &Path) -> Result<(), Failed> {
    for args in [
        &["init", "-q", "."][..],
        &["add", "."],
        &["-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "first"],
    ] {
        let done = Command::new("git").args(args).current_dir(folder).output()?;
        if !done.status.success() {
            return Err(format!("{args:?}: {}", text(&done).2).into());
        }
    }
    Ok(())
}

fn settings() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for (setting, told) in [
        ("compact = \"yes\"", "`compact` is a string; expected true or false"),
        ("formats = true", "`formats` is a boolean; expected a string"),
        ("formats = \"never\"", "`formats` is assert or annotate, not `never`"),
        ("contract = 3", "`contract` is a string or a list of strings"),
        ("compakt = true", "unknown key `compakt`"),
    ] {
        let toml = format!("[[emit]]\nlang = \"bash\"\nout = \"out\"\n{setting}\n");
        std::fs::write(folder.path().join("skillgen.toml"), toml)?;
        let (code, _, err) = text(&run_in(folder.path(), &["emit"]));
        if code != 2 || err.lines().count() != 1 || !err.contains(told) {
            return Err(format!("{setting}: exit {code}, {err}").into());
        }
    }
    std::fs::write(
        folder.path().join("skillgen.toml"),
        "[[emit]]\nlang = \"bash\"\nout = \"o\"\n",
    )?;
    // An option that the entries of skillgen.toml would leave without effect is refused.
    let (code, _, err) = text(&run_in(folder.path(), &["emit", "--formats", "annotate"]));
    if code != 2 || !err.contains("--lang") {
        return Err(format!("--formats without --lang: exit {code}, {err}").into());
    }
    Ok(())
}

//! `emit --templates`: frames of emitted files that users replace one by one, and what is said of those that don't fit.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::emitted::run;
use crate::emitted_files::emit;
use crate::support::{root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("emitted_templates::replaced", replaced),
        Trial::test("emitted_templates::of_an_entry", of_an_entry),
        Trial::test("emitted_templates::as_they_are_listed", as_listed),
        Trial::test("emitted_templates::documented", documented),
    ];
    trials.extend(REFUSED.iter().map(|row| {
        Trial::test(format!("emitted_templates::refused {}", row.0), move || refused(row))
    }));
    trials
}

const NEWS: &str = "tests/emit/news.json";

fn write(folder: &Path, path: &str, text: &str) -> Result<(), Failed> {
    let path = folder.join("own").join(path);
    std::fs::create_dir_all(path.parent().ok_or("a folder")?)?;
    Ok(std::fs::write(path, text)?)
}

/// What is written once is not read as a template again: a contract may be called `{{type}}`.
fn replaced() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    write(folder.path(), "ts/header.hbs", "// {{header}}\n// Contract {{name}} of {{source}}.\n")?;
    write(folder.path(), "ts/builder.hbs", "// {{type}} has no builder here.\n")?;
    write(folder.path(), "python/header.hbs", "# {{header}}\n# ruff: noqa\n{{about}}\n")?;
    let args = ["--contract", NEWS, "--templates", "own", "--name", "EXIT-CODE"];
    let ts = emit(folder.path(), &[&["--lang", "ts"][..], &args].concat())?;
    for wanted in
        ["// Contract EXIT-CODE of news.json.", "has no builder here.", "export const parse"]
    {
        if !ts.contains(wanted) {
            return Err(format!("not there: {wanted}\n{ts}").into());
        }
    }
    if ts.contains("eslint-disable") || ts.contains("export const builder") {
        return Err("a frame that was replaced is still there".into());
    }
    std::fs::create_dir(folder.path().join("src"))?;
    std::fs::write(folder.path().join("src/own.ts"), ts)?;
    std::fs::write(folder.path().join("own.py"), {
        emit(folder.path(), &[&["--lang", "python"][..], &args].concat())?
    })?;
    run(Command::new(crate::python::interpreter())
        .args(["-c", "import own; assert own.check({})"])
        .current_dir(folder.path()))?;
    crate::emitted::typescript_run(folder.path(), &[], "").map(drop)
}

/// An `[[emit]]` entry names a folder, too; not one out of its tree.
fn of_an_entry() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    write(folder.path(), "go/header.hbs", "// {{header}}\n\n// Package digest is ours.\n")?;
    std::fs::copy(root().join(NEWS), folder.path().join("news.json"))?;
    let entry = "[[emit]]\nlang = \"go\"\ncontract = \"news.json\"\nout = \"out\"\ntemplates = ";
    std::fs::write(folder.path().join("skillgen.toml"), format!("{entry}\"own\"\n"))?;
    emit(folder.path(), &[])?;
    let files: Vec<_> = std::fs::read_dir(folder.path().join("out"))?.flatten().collect();
    let go = std::fs::read_to_string(files.first().ok_or("no file")?.path())?;
    if !go.contains("// Package digest is ours.\n") {
        return Err(go.into());
    }
    std::fs::write(folder.path().join("skillgen.toml"), format!("{entry}\"../own\"\n"))?;
    let (code, _, err) = text(&run_in(folder.path(), &["emit"]));
    match code == 2 && err.contains("`templates = \"../own\"` leads out of") {
        true => Ok(()),
        false => Err(err.into()),
    }
}

fn listed() -> Result<Vec<Value>, Failed> {
    let args = ["emit", "--list-templates", "--format", "json"];
    let (code, out, err) = text(&run_in(&root(), &args));
    let report: Value = serde_json::from_str(&out).map_err(|error| format!("{error}: {err}"))?;
    match (code, report["templates"].as_array()) {
        (0, Some(all)) if !all.is_empty() => Ok(all.clone()),
        _ => Err(format!("{code}: {out}{err}").into()),
    }
}

/// A folder of all templates as they are listed changes nothing.
fn as_listed() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for frame in listed()? {
        let (path, text) = (frame["path"].as_str(), frame["text"].as_str());
        write(folder.path(), path.ok_or("a path")?, text.ok_or("a text")?)?;
    }
    for lang in ["ts", "rust", "python", "go", "bash"] {
        for contract in [NEWS, "examples/contracts/news-digest/v2.json", "builtin:skill-output-v1"]
        {
            let args = ["--lang", lang, "--contract", contract];
            let own = emit(folder.path(), &args)?;
            let same = emit(folder.path(), &[&args[..], &["--templates", "own"]].concat())?;
            if own != same {
                return Err(format!("{lang}: {contract}").into());
            }
        }
    }
    Ok(())
}

/// docs/emit.md has a row for each template with its variables.
fn documented() -> Result<(), Failed> {
    let page = std::fs::read_to_string(root().join("docs/emit.md"))?;
    for frame in listed()? {
        let path = frame["path"].as_str().ok_or("a path")?;
        let names: Vec<String> = frame["variables"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|variable| variable["name"].as_str())
            .map(|name| format!("`{name}`"))
            .collect();
        let row = format!(
            "| `{path}` | {} | {} |",
            frame["about"].as_str().unwrap_or(""),
            names.join(", ")
        );
        if !page.contains(&row) {
            return Err(format!("docs/emit.md: no row: {row}").into());
        }
    }
    Ok(())
}

/// What a case is called, the file, its text, and what is said.
type Row = (&'static str, &'static str, &'static str, &'static str);

const REFUSED: &[Row] = &[
    (
        "variable",
        "ts/header.hbs",
        "// {{header}}\n// {{contract}}\n",
        "own/ts/header.hbs:2:4: no variable `contract`; this frame has header, version, source, sha256, name",
    ),
    (
        "member",
        "ts/api.hbs",
        "{{runtime.parse}}\n",
        "own/ts/api.hbs:1:1: no variable `runtime.parse`",
    ),
    ("syntax", "ts/api.hbs", "a\n{{#if parts.parse}}\n", "own/ts/api.hbs:"),
    ("helper", "ts/header.hbs", "// {{header}} {{upper name}}\n", "no helper `upper`"),
    (
        "partial",
        "ts/header.hbs",
        "{{header}}\n{{> frame}}\n",
        "own/ts/header.hbs:2: partials and decorators",
    ),
    (
        "inline partial",
        "ts/header.hbs",
        "{{#*inline \"a\"}}{{> a}}{{/inline}}{{> a}}{{header}}\n",
        "partials and decorators",
    ),
    (
        "left out",
        "ts/layout.hbs",
        "{{header}}\n{{types}}\n{{api}}\n",
        "own/ts/layout.hbs: leaves out `schema`, which the file needs; write {{schema}} on a line of its own",
    ),
    ("without its header", "go/header.hbs", "// ours\n", "own/go/header.hbs: leaves out `header`"),
    (
        "unknown",
        "ts/head.hbs",
        "",
        "own/ts/head.hbs: no frame has this name; expected ts/header.hbs, ts/imports.hbs,",
    ),
    (
        "unknown language",
        "java/api.hbs",
        "",
        "own/java/api.hbs: no frame has this name; expected LANG/NAME.hbs",
    ),
    ("none", "ts/readme.md", "", "own: holds no template; name them LANG/NAME.hbs"),
];

fn refused((_, path, template, wanted): &Row) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    write(folder.path(), path, template)?;
    let lang = if path.starts_with("go/") { "go" } else { "ts" };
    let news = root().join(NEWS).display().to_string();
    let args = ["emit", "--lang", lang, "--contract", &news, "--templates", "own"];
    let (code, out, err) = text(&run_in(folder.path(), &args));
    match code == 2 && out.is_empty() && err.contains(wanted) && err.lines().count() == 1 {
        true => Ok(()),
        false => Err(format!("{code}: {out}{err}\nnot: {wanted}").into()),
    }
}

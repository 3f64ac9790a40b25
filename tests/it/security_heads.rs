//! The head of an emitted file is a comment, whatever a contract's file is called and whatever `header` says.

use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::Trial;

use crate::migrate_safety::{Check, Named, ensure};
use crate::support::{run_in, text};

/// A contract whose constant is code where a backslash doesn't escape the quote behind it.
const CONTRACT: &str = r#"{"title":"News","type":"object","properties":{"topic":
{"type":"string","const":"\"];__import__('pathlib').Path('MARK').touch()#"}}}"#;
/// U+2028 ends a comment of JavaScript.
const BREAK: &str = "a\u{2028}require(\"fs\").writeFileSync(\"MARK\",\"\")\u{2028}";

pub(crate) fn cases() -> Vec<Trial> {
    let all: [Named; 5] = [
        ("names_of_contracts_are_comments", names_of_contracts),
        ("headers_are_comments", headers),
        ("descriptions_are_no_tests", descriptions),
        ("templates_have_limits", templates),
        ("issues_of_deep_values_take_linear_memory", deep),
    ];
    all.into_iter()
        .map(|(name, test)| Trial::test(format!("security_heads::{name}"), test))
        .collect()
}

/// Loads each emitted file; none may leave the marker.
fn load_all(folder: &Path, what: &str) -> Check {
    for entry in fs::read_dir(folder.join("out"))? {
        let path = entry?.path();
        let program = match path.extension().and_then(|end| end.to_str()) {
            Some("py") => crate::python::interpreter(),
            Some("cjs" | "mjs") => "node".into(),
            _ => continue,
        };
        let done = Command::new(program).arg(&path).current_dir(folder).output()?;
        let (code, _, err) = text(&done);
        ensure(code == 0, format!("{what}: {}: {err}", path.display()))?;
        ensure(!folder.join("MARK").exists(), format!("{what}: {} ran", path.display()))?;
    }
    Ok(())
}

fn names_of_contracts() -> Check {
    let names = [
        "news coding=shift_jisx0213 .json",
        "news coding:utf-7 +AAo-open('MARK','w')#.json",
        &format!("{BREAK}.json"),
        "a\u{2029}process.exit(3)\u{2029}.json",
        "a\nprocess.exit(3)\n.json",
        "a\u{202e}.json",
    ];
    for name in names {
        let scratch = tempfile::tempdir()?;
        let folder = scratch.path();
        fs::write(folder.join(name), CONTRACT)?;
        let part = format!("{name}#/properties/topic");
        for lang in ["python", "javascript"] {
            for contract in [name, &part] {
                let words =
                    ["emit", "--lang", lang, "--contract", contract, "--name", "n", "--out", "out"];
                let (code, _, err) = text(&run_in(folder, &words));
                ensure(code == 0, &err)?;
                load_all(folder, name)?;
            }
            let words = ["emit", "--lang", lang, "--migration", name, name, "--out", "out"];
            let (code, _, err) = text(&run_in(folder, &words));
            ensure(code == 0 || err.contains("--migration"), &err)?;
            load_all(folder, name)?;
        }
    }
    Ok(())
}

fn headers() -> Check {
    let refused = [
        ("coding: shift_jisx0213", "names the encoding `shift_jisx0213`"),
        ("x\\ncoding=utf-7", "names the encoding `utf-7`"),
        ("coding: utf-8 coding=utf-7", "names the encoding `utf-7`"),
        ("a\\u2028b", "holds U+2028"),
        ("a\\u202eb", "holds U+202E"),
        ("a\\rb", "holds a control character"),
        ("+build ignore", "has a build constraint of Go"),
        ("@ts-nocheck", "turns a type checker off (`@ts-nocheck`)"),
        ("x @TS-Ignore", "turns a type checker off (`@ts-ignore`)"),
        ("mypy: ignore-errors", "turns a type checker off (`mypy:`)"),
        ("pyright: basic", "turns a type checker off (`pyright:`)"),
        ("type: ignore", "turns a type checker off (`type: ignore`)"),
    ];
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    fs::write(folder.join("c.json"), CONTRACT)?;
    let entry = |header: &str| {
        format!(
            "[[emit]]\nlang = [\"python\", \"js\", \"go\"]\ncontract = \"c.json\"\nout = \"out\"\nheader = \"{header}\"\n"
        )
    };
    for (header, why) in refused {
        fs::write(folder.join("skillgen.toml"), entry(header))?;
        let (code, _, err) = text(&run_in(folder, &["emit"]));
        ensure(code == 2 && err.contains(why), format!("{header}: {code} {err}"))?;
        ensure(!folder.join("out").exists(), header)?;
    }
    fs::write(folder.join("skillgen.toml"), entry("-*- coding: UTF-8 -*-\\nencoding: none"))?;
    let (code, _, err) = text(&run_in(folder, &["emit"]));
    ensure(code == 2 && err.contains("`none`"), &err)?;
    fs::write(
        folder.join("skillgen.toml"),
        entry("-*- coding: UTF-8 -*-\\nno encoding\\neslint-disable\\nruff: noqa"),
    )?;
    let (code, _, err) = text(&run_in(folder, &["emit"]));
    ensure(code == 0, &err)?;
    load_all(folder, "a header")
}

/// In a doc comment of Rust a block of code is a test, and so is `>>>` in a docstring of Python.
fn descriptions() -> Check {
    let code = "std::fs::write(\"MARK\", \"\").unwrap();";
    let mut shapes = vec![
        format!("```\n{code}\n```"),
        format!("~~~ ~~~\n{code}\n~~~"),
        format!("~~~~\n{code}\n~~~~"),
        format!("a\n\n    {code}"),
    ];
    for mark in ["> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "> - ", "- > ", "> > ", "- 1. "] {
        shapes.push(format!("{mark}```\n{mark}{code}\n{mark}```"));
        shapes.push(format!("{mark}~~~\n{mark}{code}\n{mark}~~~"));
        shapes.push(format!("{mark}    {code}"));
        shapes.push(format!("{mark}\t{code}"));
        shapes.push(format!("{mark}a\n\n      {mark}     {code}"));
    }
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let python = ">>> open('MARK', 'w')\n    >>> open('MARK', 'w')";
    let own = |text: &str| serde_json::json!({"type": "string", "description": text});
    let properties: serde_json::Map<String, serde_json::Value> =
        shapes.iter().enumerate().map(|(n, text)| (format!("a{n}"), own(text))).collect();
    let schema = serde_json::json!({
        "title": "Doc", "description": python, "type": "object", "properties": properties
    });
    fs::write(folder.join("c.json"), schema.to_string())?;
    for lang in ["rust", "python"] {
        let words = ["emit", "--lang", lang, "--contract", "c.json", "--name", "doc", "--out", "."];
        let (code, _, err) = text(&run_in(folder, &words));
        ensure(code == 0, err)?;
    }
    // The comments alone: rustdoc then needs no other crate. It says how many tests it found.
    let emitted = fs::read_to_string(folder.join("doc.rs"))?;
    let comments = emitted.lines().map(str::trim_start).filter(|line| line.starts_with("///"));
    let comments: Vec<&str> = comments.collect();
    fs::write(folder.join("d.rs"), format!("{}\npub struct S;\n", comments.join("\n")))?;
    let mut rustdoc = Command::new("rustdoc");
    let done =
        rustdoc.args(["--test", "--edition", "2021", "d.rs"]).current_dir(folder).output()?;
    let (code, out, err) = text(&done);
    ensure(code == 0 && out.contains("running 0 tests"), format!("{out}{err}"))?;
    let mut python = Command::new(crate::python::interpreter());
    let done = python.args(["-m", "doctest", "-v", "doc.py"]).current_dir(folder).output()?;
    let (_, out, err) = text(&done);
    ensure(out.contains("0 tests in"), format!("{out}{err}"))?;
    ensure(!folder.join("MARK").exists(), "a description ran")
}

fn templates() -> Check {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    fs::write(folder.join("c.json"), CONTRACT)?;
    fs::create_dir_all(folder.join("tpl/ts"))?;
    let entry =
        "[[emit]]\nlang = \"ts\"\ncontract = \"c.json\"\nout = \"out\"\ntemplates = \"tpl\"\n";
    fs::write(folder.join("skillgen.toml"), entry)?;
    let nested = format!("{}x{}", "{{#each @root.parts}}".repeat(12), "{{/each}}".repeat(12));
    let other = format!("{}x{}", "{{~# each @root.parts}}".repeat(3), "{{~/each}}".repeat(3));
    for (template, why) in [
        (nested, "more than 2 loops"),
        (other, "more than 2 loops"),
        ("{{name}}".repeat(501), "more than 500 tags"),
        ("x".repeat(200_000), "more than 128 kB"),
    ] {
        fs::write(folder.join("tpl/ts/api.hbs"), template)?;
        let (code, _, err) = text(&run_in(folder, &["emit"]));
        ensure(code == 2 && err.contains(why), format!("{why}: {code} {err}"))?;
    }
    Ok(())
}

/// Ten issues at the innermost level of 40,000.
fn deep() -> Check {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let schema = r##"{"title":"Deep","type":"object","properties":{"rec":{"$ref":"#/$defs/node"}},"$defs":{"node":
{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/node"}}}}}}"##;
    fs::write(folder.join("c.json"), schema)?;
    let words =
        ["emit", "--lang", "python", "--contract", "c.json", "--name", "deep", "--out", "."];
    let (code, _, err) = text(&run_in(folder, &words));
    ensure(code == 0, err)?;
    // A text of so many levels is refused; a value that a program makes is not.
    let levels = 40_000;
    let script = format!(
        "import deep\nvalue = [5] * 10\nfor _ in range({levels}):\n    value = [{{'kids': value}}]\n\
         issues = deep.check({{'rec': value[0]}})\nprint(len(issues), len(issues[9].path))\n"
    );
    // The whole of what is limited is memory; before, it took 5 GB.
    let line = "ulimit -v 1500000; exec \"$0\" -c \"$1\"";
    let mut command = Command::new("bash");
    command.args(["-c", line]).arg(crate::python::interpreter()).arg(&script).current_dir(folder);
    let (_, out, err) = text(&command.output()?);
    ensure(
        out == format!("10 {}\n", "/rec".len() + levels * "/kids/0".len()),
        format!("{out}{err}"),
    )
}

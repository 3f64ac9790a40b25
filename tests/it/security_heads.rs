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
    let all: [Named; 2] = [
        ("names_of_contracts_are_comments", names_of_contracts),
        ("headers_are_comments", headers),
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
    fs::write(folder.join("skillgen.toml"), entry("-*- coding: UTF-8 -*-\\nno encoding"))?;
    let (code, _, err) = text(&run_in(folder, &["emit"]));
    ensure(code == 0, &err)?;
    load_all(folder, "a header")
}

//! `[[emit]]` entries: several languages, patterns of contracts, migrations, names of types and first lines of files;
//! and `--watch`, which writes again what changed.

use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::emitted::{run, rust_crate};
use crate::emitted_files::emit;
use crate::support::{root, run_in, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_entries::names_in_all_languages", names),
        Trial::test("emitted_entries::header_stands_above", header),
        Trial::test("emitted_entries::patterns_and_migrations", patterns),
        Trial::test("emitted_entries::refused", refused),
        Trial::test("emitted_entries::watch", watch),
        Trial::test("emitted_entries::left_behind", left_behind),
    ]
}

/// A folder with the contracts `order.json`, `unions.json` and a configuration.
fn project(config: &str) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("contracts"))?;
    for name in ["order.json", "unions.json"] {
        std::fs::copy(
            root().join("tests/emit").join(name),
            folder.path().join("contracts").join(name),
        )?;
    }
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    Ok(folder)
}

fn listed(folder: &Path) -> Result<Vec<String>, Failed> {
    let entries = std::fs::read_dir(folder)?.flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

fn names() -> Result<(), Failed> {
    let config = r#"[[emit]]
lang = ["ts", "js", "rust", "python", "go", "bash"]
contract = "contracts/order.json"
name = "order"
out = "{lang}"
prefix = "Shop"
rename = { Node = "Tree" }
"#;
    let folder = project(config)?;
    emit(folder.path(), &[])?;
    emit(folder.path(), &["--check"])?;
    let read = |path: &str| std::fs::read_to_string(folder.path().join(path));
    for (path, words) in [
        ("ts/order.ts", ["export interface ShopOrder {", "export interface Tree {"]),
        ("js/order.d.mts", ["export interface ShopOrder {", "export interface Tree {"]),
        ("rust/order.rs", ["pub struct ShopOrder {", "pub struct Tree {"]),
        ("python/order.py", ["class ShopOrder(", "class Tree("]),
        ("go/order.go", ["type ShopOrder struct {", "type Tree struct {"]),
    ] {
        let text = read(path)?;
        if let Some(word) = words.iter().find(|word| !text.contains(**word)) {
            return Err(format!("{path}: no `{word}`").into());
        }
    }
    let tsc = root().join("tests/node_modules/.bin/tsc");
    let strict = ["--strict", "--noEmit", "--target", "es2020", "--module", "node16"];
    let files = ["ts/order.ts", "js/order.d.mts"];
    run(Command::new(tsc).args(strict).args(files).current_dir(folder.path()))?;
    let mut python = Command::new(crate::python::interpreter());
    python.args(["-m", "mypy", "--strict", "--no-error-summary", "python/order.py"]);
    run(python.env("MYPY_CACHE_DIR", "/dev/null").current_dir(folder.path()))?;
    std::fs::write(folder.path().join("go/go.mod"), "module shop\n\ngo 1.18\n")?;
    let mut vet = Command::new("go");
    vet.args(["vet", "./..."]).current_dir(folder.path().join("go"));
    run(vet.env("GOFLAGS", "-mod=mod").env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    std::fs::rename(folder.path().join("rust"), folder.path().join("src"))?;
    let main = "mod order;\nfn main() {\n    let said = order::parse(\"{}\").map(|order: order::ShopOrder| order.id);\n    println!(\"{}\", said.is_err());\n}\n";
    let said = rust_crate(folder.path(), "emitted-entries", main)?;
    if said != "true\n" {
        return Err(said.into());
    }
    // bash has functions only. Alone, a name for a type that it lacks is refused.
    let of_bash = config.replace("\"ts\", \"js\", \"rust\", \"python\", \"go\", ", "");
    std::fs::write(folder.path().join("skillgen.toml"), &of_bash)?;
    let (code, _, err) = text(&run_in(folder.path(), &["emit"]));
    if code != 2 || !err.contains("no type is called `Node` in bash") {
        return Err(format!("{code} {err}").into());
    }
    let of_bash = of_bash.replace("rename", "# rename");
    std::fs::write(folder.path().join("skillgen.toml"), of_bash)?;
    emit(folder.path(), &[])?;
    match read("bash/order.sh")
        .or_else(|_| read("bash/order.bash"))?
        .contains("\nshop_order_check()")
    {
        true => Ok(()),
        false => Err("no `shop_order_check`".into()),
    }
}

/// The lines stand above those of skillgen, behind the sign of a comment; formatters have nothing to say.
fn header() -> Result<(), Failed> {
    let config = r#"[[emit]]
lang = ["ts", "python", "go", "rust", "bash"]
contract = "contracts/*.json"
out = "{lang}"
header = """
Copyright 2026 The Shop

SPDX-License-Identifier: MIT
"""
"#;
    let folder = project(config)?;
    emit(folder.path(), &[])?;
    emit(folder.path(), &["--check"])?;
    for (path, wanted) in [
        (
            "ts/order.ts",
            "// Copyright 2026 The Shop\n//\n// SPDX-License-Identifier: MIT\n// Code generated",
        ),
        ("ts/skillgen_runtime.ts", "// Copyright 2026 The Shop\n"),
        (
            "python/order.py",
            "# Copyright 2026 The Shop\n#\n# SPDX-License-Identifier: MIT\n# Code generated",
        ),
        ("go/order.go", "// Copyright 2026 The Shop\n"),
        ("rust/order.rs", "// Copyright 2026 The Shop\n"),
        ("bash/order.sh", "#!/usr/bin/env bash\n# Copyright 2026 The Shop\n#\n"),
    ] {
        let text = std::fs::read_to_string(folder.path().join(path))?;
        if !text.starts_with(wanted) {
            return Err(format!("{path}: {}", text.lines().take(5).collect::<String>()).into());
        }
    }
    let bin = root().join("tests/node_modules/.bin");
    run(Command::new(bin.join("prettier")).args(["--check", "ts"]).current_dir(folder.path()))?;
    let mut ruff = Command::new(crate::python::interpreter());
    ruff.args(["-m", "ruff", "format", "--isolated", "--no-cache", "--diff", "python"]);
    run(ruff.current_dir(folder.path()))?;
    let loose = run(Command::new("gofmt").args(["-l", "go"]).current_dir(folder.path()))?;
    let mut fmt = Command::new("rustfmt");
    fmt.args(["--edition", "2024", "--check", "rust/order.rs"]);
    run(fmt.current_dir(folder.path()))?;
    if !loose.is_empty() {
        return Err(loose.into());
    }
    // A contract that is gone leaves a file behind, which is known below the header, too.
    std::fs::remove_file(folder.path().join("contracts/unions.json"))?;
    let (_, out, _) = text(&run_in(folder.path(), &["emit", "--check", "--lang", "ts"]));
    match out.contains("ts/sale.ts: generated, but no contract makes it any more") {
        true => Ok(()),
        false => Err(out.into()),
    }
}

fn patterns() -> Result<(), Failed> {
    let config = r#"[[emit]]
lang = ["ts", "js"]
contract = ["contracts/[a-z]*.json", "contracts/order.json"]
out = "made"

[[emit]]
lang = ["ts", "js", "python"]
migration = ["v1.json", "v2.json"]
name = "news"
out = "moved"
header = "Made for a test"
"#;
    let folder = project(config)?;
    for (name, schema) in [
        ("v1.json", r#"{"type": "object", "properties": {"tags": {"type": "string"}}}"#),
        (
            "v2.json",
            r#"{"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}}}"#,
        ),
    ] {
        std::fs::write(folder.path().join(name), schema)?;
    }
    emit(folder.path(), &[])?;
    emit(folder.path(), &["--check"])?;
    let made = listed(&folder.path().join("made"))?;
    if made.len() != 15 || !made.contains(&"sale.d.cts".to_owned()) {
        return Err(format!("{made:?}").into());
    }
    let moved = listed(&folder.path().join("moved"))?;
    let Some(module) = moved.iter().find(|name| name.ends_with(".mjs")) else {
        return Err(format!("{moved:?}").into());
    };
    if moved.len() != 6 {
        return Err(format!("{moved:?}").into());
    }
    let text = std::fs::read_to_string(folder.path().join("moved").join(module))?;
    if !text.starts_with("// Made for a test\n") {
        return Err(text.into());
    }
    let script = format!(
        "import * as steps from './moved/{module}';\n\
         console.log(JSON.stringify(Object.values(steps).map((step) => step({{ tags: 'a' }}))));\n"
    );
    std::fs::write(folder.path().join("ask.mjs"), script)?;
    let said = run(Command::new("node").arg("ask.mjs").current_dir(folder.path()))?;
    let bin = root().join("tests/node_modules/.bin");
    let prettier = ["--check", "moved/*.?js", "moved/*.d.?ts", "moved/*.ts"];
    run(Command::new(bin.join("prettier")).args(prettier).current_dir(folder.path()))?;
    if said == "[{\"tags\":[\"a\"]}]\n" { Ok(()) } else { Err(said.into()) }
}

fn refused() -> Result<(), Failed> {
    let folder = project("")?;
    let entry = "[[emit]]\nlang = \"ts\"\nout = \"x\"\n";
    for (more, wanted) in [
        ("lang = [\"ts\", \"ts\"]", "`lang` has `ts` twice"),
        ("lang = [\"ts\", \"perl\"]", "unknown language `perl`"),
        ("contract = \"nothing/*.json\"", "`contract` \"nothing/*.json\" matches no file"),
        ("contract = \"../*.json\"", "a pattern begins at the folder of skillgen.toml"),
        (
            "prefix = \"shop\"",
            "`prefix` is \"shop\"; expected letters and digits, the first a capital",
        ),
        ("rename = { Order = \"order\" }", "`rename` of `Order`: expected letters and digits"),
        (
            "contract = \"contracts/order.json\"\nrename = { Nothing = \"Thing\" }",
            "`rename`: no type is called `Nothing` in ts",
        ),
        (
            "contract = \"contracts/order.json\"\nrename = { Node = \"Card\" }",
            "the type `Node` can't be called `Card`: the file has this name already",
        ),
        (
            "lang = \"python\"\ncontract = \"contracts/order.json\"\nrename = { Node = \"None\" }",
            "the type `Node` can't be called `None`: the file has this name already",
        ),
        ("namespace = \"deals\"", "`namespace` is the package of Go files"),
        (
            "lang = \"go\"\nnamespace = \"My deals\"",
            "`namespace` is \"My deals\"; expected a package of Go: lower-case letters and digits, like `mydeals`",
        ),
        ("migration = \"a.json\"", "`migration` is a list of the old and the new contract"),
        ("migration = [\"a\", \"b\"]\ncompact = true", "a migration has no `compact`"),
        ("tool = \"x\"", "`tool` chooses the tool of a `migration`, which is missing"),
        (
            "name = \"../x\"",
            "skillgen.toml:4:8: [[emit]] entry 1: `name = \"../x\"` is a path; name the file only, and its folder with `out`",
        ),
        ("name = \"a/b\"", "skillgen.toml:4:8: [[emit]] entry 1: `name = \"a/b\"` is a path"),
        ("name = \"..\"", "`name = \"..\"` is a path"),
    ] {
        let entry = match more.starts_with("lang") {
            true => entry.replace("lang = \"ts\"\n", ""),
            false => entry.to_owned(),
        };
        std::fs::write(folder.path().join("skillgen.toml"), format!("{entry}{more}\n"))?;
        let (code, _, err) = text(&run_in(folder.path(), &["emit"]));
        if code != 2 || !err.contains(wanted) || err.lines().count() != 1 {
            return Err(format!("{more}: {code}\n{err}not\n{wanted}").into());
        }
    }
    // Each entry keeps its files in memory.
    let many = format!("{entry}contract = \"contracts/order.json\"\n").repeat(1_001);
    std::fs::write(folder.path().join("skillgen.toml"), many)?;
    let (code, _, err) = text(&run_in(folder.path(), &["emit"]));
    if code != 2 || !err.contains(":4001:1: 1001 [[emit]] entries; at most 1000 are read") {
        return Err(format!("{code} {err}").into());
    }
    // The entries are not read where a contract is named.
    std::fs::write(folder.path().join("skillgen.toml"), "[[emit]]\nlang = \"perl\"\n")?;
    let named = ["emit", "--lang", "ts", "--contract", "builtin:skill-output-v1"];
    let (code, _, err) = text(&run_in(folder.path(), &named));
    if code != 0 {
        return Err(format!("{code} {err}").into());
    }
    // Options that no entry takes from the command line select nothing else in silence.
    std::fs::write(folder.path().join("skillgen.toml"), "[[emit]]\nlang = \"ts\"\nout = \"x\"\n")?;
    for options in [&["--out", "y"][..], &["--name", "Foo"], &["--with", "types"]] {
        let args = [&["emit", "--lang", "ts"], options].concat();
        let (code, _, err) = text(&run_in(folder.path(), &args));
        if code != 2 || !err.contains("1 [[emit]] entries of skillgen.toml have this language") {
            return Err(format!("{options:?}: {code} {err}").into());
        }
    }
    Ok(())
}

/// Each change is told by a line; no time is measured.
fn watch() -> Result<(), Failed> {
    let config = "[[emit]]\nlang = \"ts\"\ncontract = \"contracts/*.json\"\nout = \"made\"\n";
    let folder = project(config)?;
    let mut command = skillgen();
    command.args(["emit", "--watch"]).current_dir(folder.path()).stderr(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).spawn()?;
    let lines = child.stderr.take().map(BufReader::new).ok_or("stderr")?;
    let said = watched(folder.path(), lines);
    child.kill()?;
    child.wait()?;
    said
}

fn watched(folder: &Path, lines: impl std::io::BufRead) -> Result<(), Failed> {
    let mut lines = lines.lines();
    let mut until = |word: &str| -> Result<Vec<String>, Failed> {
        let mut before = Vec::new();
        for line in lines.by_ref() {
            let line = line?;
            if line.contains(word) {
                return Ok(before);
            }
            before.push(line);
        }
        Err(format!("no `{word}`: {before:?}").into())
    };
    until("watching 3 files")?;
    let contract = folder.join("contracts/order.json");
    let text = std::fs::read_to_string(&contract)?;
    std::fs::write(&contract, text.replacen("\"id\"", "\"number\"", 2))?;
    let wrote = until("watching 3 files")?;
    if wrote.len() != 1 || !wrote[0].ends_with("made/order.ts") {
        return Err(format!("{wrote:?}").into());
    }
    // What can't be read is told, and what is mended afterwards is written.
    std::fs::write(&contract, "{")?;
    until("order.json")?;
    std::fs::write(&contract, &text)?;
    until("made/order.ts")?;
    // A contract that a pattern finds is emitted, too, also if its first text can't be read.
    std::fs::write(folder.join("contracts/new.json"), "{")?;
    until("new.json")?;
    std::fs::write(folder.join("contracts/new.json"), r#"{"title": "New", "type": "string"}"#)?;
    until("made/new.ts")?;
    until("watching 4 files")?;
    // A removed contract leaves its file.
    std::fs::remove_file(folder.join("contracts/new.json"))?;
    until("made/new.ts: generated, but no contract makes it any more; delete it")?;
    Ok(())
}

/// `--check` names the files of an earlier run that nothing makes any more, and no others.
fn left_behind() -> Result<(), Failed> {
    let config = |langs: &str, name: &str| {
        format!(
            "[[emit]]\nlang = [{langs}]\ncontract = \"contracts/*.json\"\nout = \"made/{{lang}}\"\n{name}"
        )
    };
    let project = project(&config("\"ts\", \"rust\", \"js\"", ""))?;
    let folder = project.path();
    let run = |args: &[&str]| text(&run_in(folder, args));
    assert_eq!(run(&["emit"]).0, 0);
    let names = |folder: &Path| -> Result<Vec<String>, Failed> {
        let all = std::fs::read_dir(folder)?.flatten();
        Ok(all.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    };
    let emitted: Vec<String> = ["made/rust", "made/js"]
        .iter()
        .map(|below| {
            Ok(names(&folder.join(below))?.into_iter().map(move |name| format!("{below}/{name}")))
        })
        .collect::<Result<Vec<_>, Failed>>()?
        .into_iter()
        .flatten()
        .collect();
    std::fs::write(folder.join("skillgen.toml"), config("\"ts\"", "prefix = \"New\"\n"))?;
    std::fs::rename(folder.join("made/ts/order.ts"), folder.join("made/ts/old.ts"))?;
    // Files that skillgen did not write are not named.
    let own =
        "// Reads what stands below \"Code generated by skillgen 0.1.0 from x; DO NOT EDIT.\".\n";
    std::fs::write(folder.join("made/ts/mine.ts"), own)?;
    std::fs::write(folder.join("made/rust/mine.rs"), own)?;
    let (_, said, _) = run(&["emit", "--check"]);
    let mut left: Vec<&str> = said
        .lines()
        .filter_map(|line| {
            line.strip_suffix(": generated, but no contract makes it any more; delete it")
        })
        .collect();
    left.sort_unstable();
    let mut expected: Vec<&str> =
        emitted.iter().map(String::as_str).chain(["made/ts/old.ts"]).collect();
    expected.sort_unstable();
    let left: Vec<String> = left
        .iter()
        .map(|path| {
            path.rsplit_once("made/").map_or_else(String::new, |(_, name)| format!("made/{name}"))
        })
        .collect();
    assert_eq!(left, expected, "{said}");
    Ok(())
}

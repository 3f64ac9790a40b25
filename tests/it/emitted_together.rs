//! Several runs of `emit` into one folder: names that differ only in case, files of other contracts, packages of Go, and a
//! shared runtime of another version.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::support::{run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_together::names_in_other_case", names_in_other_case),
        Trial::test("emitted_together::other_contracts", other_contracts),
        Trial::test("emitted_together::packages", packages),
        Trial::test("emitted_together::names_of_a_package", names_of_a_package),
        Trial::test("emitted_together::runtime_version", runtime_version),
    ]
}

fn project() -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    for name in ["a", "b"] {
        std::fs::write(folder.path().join(format!("{name}.json")), r#"{"type": "string"}"#)?;
    }
    Ok(folder)
}

/// Runs `emit` with the words; says its exit code and both outputs.
fn emit(folder: &Path, words: &str) -> (i32, String) {
    let words: Vec<&str> = std::iter::once("emit").chain(words.split(' ')).collect();
    let (code, out, err) = text(&run_in(folder, &words));
    (code, out + &err)
}

fn expect(said: (i32, String), code: i32, part: &str) -> Result<(), Failed> {
    match said.0 == code && said.1.contains(part) {
        true => Ok(()),
        false => Err(format!("expected {code} with {part:?}: {said:?}").into()),
    }
}

/// Refused alike in all languages, with a way that works.
fn names_in_other_case() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let definitions = r#"{"$defs": {"Foo": {"type": "string"}, "foo": {"type": "integer"}}}"#;
    std::fs::write(folder.path().join("s.json"), definitions)?;
    for lang in ["ts", "js", "python", "go", "rust", "bash"] {
        let all = format!("--lang {lang} --contract s.json#/$defs --out {lang}");
        expect(emit(folder.path(), &all), 2, "two contracts would be written here; emit each")?;
        for (definition, name) in [("Foo", "Foo"), ("foo", "foo-number")] {
            let one = format!(
                "--lang {lang} --contract s.json#/$defs/{definition} --name {name} --out {lang}"
            );
            expect(emit(folder.path(), &one), 0, "wrote ")?;
        }
    }
    Ok(())
}

/// Only skillgen.toml says which contracts there are: a contract by name says nothing about the files of others.
fn other_contracts() -> Result<(), Failed> {
    let folder = project()?;
    expect(emit(folder.path(), "--lang ts --out o --contract a.json"), 0, "wrote ")?;
    expect(emit(folder.path(), "--lang ts --out o --contract b.json"), 0, "wrote ")?;
    let said = emit(folder.path(), "--lang ts --out o --contract a.json --check");
    if said != (0, String::new()) {
        return Err(format!("{said:?}").into());
    }
    let config = "[[emit]]\nlang = \"ts\"\ncontract = \"a.json\"\nout = \"o\"\n";
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    expect(emit(folder.path(), "--lang ts --check"), 0, "b.ts: generated, but no contract makes it")
}

fn packages() -> Result<(), Failed> {
    let folder = project()?;
    expect(emit(folder.path(), "--lang go --out o --contract a.json"), 0, "wrote ")?;
    std::fs::write(folder.path().join("o/a_test.go"), "package a_test\n")?;
    let said = emit(folder.path(), "--lang go --out o --contract a.json");
    if said.1.contains("warning") {
        return Err(format!("{said:?}").into());
    }
    let part = "b.go: has the package b, but these files of the folder have another: ";
    expect(emit(folder.path(), "--lang go --out o --contract b.json"), 0, part)
}

fn runtime_version() -> Result<(), Failed> {
    let folder = project()?;
    let run = |name: &str| {
        emit(folder.path(), &format!("--lang ts --runtime shared --out o --contract {name}.json"))
    };
    expect(run("a"), 0, "wrote ")?;
    let said = run("b");
    if said.1.contains("warning") {
        return Err(format!("{said:?}").into());
    }
    for entry in std::fs::read_dir(folder.path().join("o"))? {
        let path = entry?.path();
        let file = std::fs::read_to_string(&path)?;
        let now = concat!("skillgen ", env!("CARGO_PKG_VERSION"));
        std::fs::write(&path, file.replacen(now, "skillgen 0.0.1", 1))?;
    }
    let part = "replaces 0.0.1; these files need 0.0.1, emit them again: o/a.ts\n";
    expect(run("b"), 0, part)
}

/// A package of Go has one name for each type: what a contract declares inside begins like another contract.
fn names_of_a_package() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let inner = |name: &str| {
        format!(r#""type": "object", "properties": {{"{name}": {{"type": "string"}}}}"#)
    };
    let definitions = format!(
        r##"{{"$defs": {{"Call": {{"type": "object", "properties": {{"params": {{"$ref": "#/$defs/CallParams"}}}}}}, "CallParams": {{{}}}}}}}"##,
        inner("b")
    );
    let outer = format!(
        r#"{{"title": "Con", "type": "object", "properties": {{"a": {{{}}}}}}}"#,
        inner("z")
    );
    let files = [
        ("d.json", definitions),
        ("con.json", outer),
        ("cona.json", format!(r#"{{"title": "ConA", {}}}"#, inner("y"))),
    ];
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content)?;
    }
    for (out, contracts) in
        [("one", "--contract d.json"), ("two", "--contract con.json --contract cona.json")]
    {
        expect(emit(folder.path(), &format!("--lang go {contracts} --out {out}")), 0, "wrote ")?;
        std::fs::write(folder.path().join(out).join("go.mod"), "module example\n\ngo 1.18\n")?;
        let mut vet = std::process::Command::new("go");
        let vet = vet.args(["vet", "."]).current_dir(folder.path().join(out)).output()?;
        if !vet.status.success() {
            return Err(format!("{out}: {}", String::from_utf8_lossy(&vet.stderr)).into());
        }
    }
    Ok(())
}

//! Numbers in languages with types of a fixed size: what a type can't hold is an issue of the parser, in the same words
//! in each language, and what it holds comes back as it was. And the imports of TypeScript files, by extension.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::{run, rust_crate, typescript_run};
use crate::emitted_files::emit;
use crate::support::root;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_numbers::rust", rust),
        Trial::test("emitted_numbers::go", go),
        Trial::test("emitted_numbers::refused", refused),
        Trial::test("emitted_numbers::import_extension", import_extension),
    ]
}

const CONTRACT: &str = "tests/emit/numbers.json";

/// Texts, and what comes of each with types of 64 bits: the text as it is printed again, or the first issue.
const NATIVE: &[(&str, &str)] = &[
    (r#"{"id":9223372036854775807,"count":9223372036854775807,"ratio":1.5}"#, ""),
    (r#"{"id":1e3}"#, r#"{"id":1000}"#),
    (r#"{"id":1e18}"#, r#"{"id":1000000000000000000}"#),
    (r#"{"id":9007199254740993.0}"#, r#"{"id":9007199254740993}"#),
    (r#"{"id":-9223372036854775808.0}"#, r#"{"id":-9223372036854775808}"#),
    (r#"{"id":1,"pair":[2,0.5],"list":[3],"either":4,"n":null,"pick":{"a":5}}"#, "SAME BY VALUE"),
    (r#"{"id":9223372036854775808}"#, "/id: expected a 64-bit integer, got 9223372036854775808"),
    (r#"{"id":1,"count":-1}"#, "/count: "),
    (r#"{"id":1,"either":123e30}"#, "/either: expected a 64-bit integer, got "),
    (r#"{"id":1,"n":1e30}"#, "/n: expected a 64-bit integer, got "),
    (r#"{"id":1,"list":[1,3e40]}"#, "/list/1: expected a 64-bit integer, got "),
    (r#"{"id":1,"pair":[1e30,2]}"#, "/pair/0: expected a 64-bit integer, got "),
    (r#"{"id":1,"pick":{"a":1e30}}"#, "/pick: "),
    (r#"{"id":1,"version":"0.0.1","fixed":"0.0.1"}"#, ""),
];

/// Texts that come back as they are with exact types.
const EXACT: &[&str] = &[
    r#"{"id":123456789012345678901234567890,"count":18446744073709551616}"#,
    r#"{"id":-5,"big":123456789012345678901234567890}"#,
    r#"{"id":1,"ratio":0.12345678901234567890123}"#,
];

/// Compares what a program says of the texts, a line each: a printed value, or `! ` and an issue.
fn compare(said: &str, wanted: &[(&str, &str)]) -> Result<(), Failed> {
    if said.lines().count() != wanted.len() {
        return Err(format!("{} lines expected: {said}", wanted.len()).into());
    }
    for (said, (text, wanted)) in said.lines().zip(wanted) {
        let is_right = match said.strip_prefix("! ") {
            Some(issue) => wanted.starts_with('/') && issue.starts_with(wanted),
            None if *wanted == "SAME BY VALUE" => {
                let read = serde_json::from_str::<serde_json::Value>;
                read(said)? == read(text)?
            }
            None if wanted.is_empty() => said == *text,
            None => said == *wanted,
        };
        if !is_right {
            return Err(format!("{text}: {said}, expected {wanted}").into());
        }
    }
    Ok(())
}

fn both(folder: &Path, lang: &str, [native, exact]: [&str; 2]) -> Result<(), Failed> {
    let args = ["--lang", lang, "--contract", CONTRACT];
    emit(folder, &[&args[..], &["--out", native, "--name", "native"]].concat())?;
    emit(
        folder,
        &[&args[..], &["--out", exact, "--name", "exact", "--numbers", "exact"]].concat(),
    )?;
    let lines = |texts: Vec<&str>| texts.join("\n") + "\n";
    std::fs::write(folder.join("native.txt"), lines(NATIVE.iter().map(|(t, _)| *t).collect()))?;
    Ok(std::fs::write(folder.join("exact.txt"), lines(EXACT.to_vec()))?)
}

/// The lines about native types, then those about exact ones.
fn judge(said: &str) -> Result<(), Failed> {
    let (native, exact) = said.split_once("exact:\n").ok_or("no second part")?;
    compare(native, NATIVE)?;
    compare(exact, &EXACT.iter().map(|text| (*text, "")).collect::<Vec<_>>())
}

fn rust() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    both(folder.path(), "rust", ["src", "src"])?;
    let main = "mod exact;
mod native;
fn main() {
    let value = native::Native { id: -1_i64, ..native::parse(\"{\\\"id\\\": 2}\").unwrap() };
    let (id, count, ratio): (i64, Option<u64>, Option<f64>) = (value.id, value.count, value.ratio);
    assert_eq!((id, count, ratio), (-1, None, None));
    assert_eq!(native::NativeVersion::V1_12.to_string(), \"1.12\");
    assert_eq!(native::NativeVersion::V11_2.to_string(), \"11.2\");
    let refused = native::parse(\"{\\\"id\\\": 1e30}\").unwrap_err();
    let issue = &refused.issues[0];
    assert_eq!((issue.keyword.as_str(), issue.expected.as_str()), (\"format\", Some(\"64-bit integer\")));
    for text in std::fs::read_to_string(\"native.txt\").unwrap().lines() {
        match native::parse(text) {
            Ok(value) => println!(\"{}\", serde_json::to_string(&value).unwrap()),
            Err(error) => println!(\"! {}\", error.issues[0]),
        }
    }
    println!(\"exact:\");
    for text in std::fs::read_to_string(\"exact.txt\").unwrap().lines() {
        println!(\"{}\", serde_json::to_string(&exact::parse(text).unwrap()).unwrap());
    }
}
";
    // Without the feature, serde_json has no exact numbers for `Integer` either.
    let crate_of = |features: &str| -> Result<String, Failed> {
        let said = rust_crate(folder.path(), "emitted-numbers", main)?;
        let manifest = folder.path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)?;
        std::fs::write(&manifest, text.replace("serde_json = \"1\"", features))?;
        Ok(said)
    };
    let plain = crate_of("serde_json = { version = \"1\", features = [\"arbitrary_precision\"] }")?;
    let (native, _) = plain.split_once("exact:\n").ok_or("no second part")?;
    compare(native, NATIVE)?;
    let target = root().join("target/emitted");
    let said = run(Command::new("cargo")
        .args(["run", "--quiet", "--offline"])
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", target)
        .current_dir(folder.path()))?;
    judge(&said)
}

fn go() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    both(folder.path(), "go", ["native", "exact"])?;
    std::fs::write(folder.path().join("go.mod"), "module x\n\ngo 1.18\n")?;
    let main = "package main

import (
\t\"encoding/json\"
\t\"errors\"
\t\"fmt\"
\t\"math\"
\t\"os\"
\t\"strings\"

\t\"x/exact\"
\t\"x/native\"
)

func lines(name string) []string {
\tfile, _ := os.ReadFile(name)
\treturn strings.Split(strings.TrimSpace(string(file)), \"\\n\")
}

func main() {
\tcount, ratio := int64(3), float64(0.5)
\tmade, err := native.NewBuilder().With(native.Native{ID: 5, Ratio: &ratio}).Set(\"count\", count).Build()
\tif err != nil || made.ID+1 != 6 || *made.Count != 3 || *made.Ratio != 0.5 {
\t\tpanic(err)
\t}
\tinfinite := math.Inf(1)
\tif _, err := native.NewBuilder().With(native.Native{ID: 5, Ratio: &infinite}).Build(); err == nil {
\t\tpanic(\"infinity is no JSON\")
\t}
\tvar refused *native.ContractError
\t_, err = native.Parse(`{\"id\":1,\"ratio\":1e400}`)
\tif !errors.As(err, &refused) || refused.Issues[0].Message != \"expected a double, got 1e400\" {
\t\tpanic(err)
\t}
\tfor _, text := range lines(\"native.txt\") {
\t\tvalue, err := native.Parse(text)
\t\tif err != nil {
\t\t\tfmt.Println(\"!\", err)
\t\t\tcontinue
\t\t}
\t\tout, _ := json.Marshal(value)
\t\tfmt.Println(string(out))
\t}
\tfmt.Println(\"exact:\")
\tfor _, text := range lines(\"exact.txt\") {
\t\tvalue, err := exact.Parse(text)
\t\tif err != nil {
\t\t\tpanic(err)
\t\t}
\t\tout, _ := json.Marshal(value)
\t\tfmt.Println(string(out))
\t}
}
";
    std::fs::write(folder.path().join("main.go"), main)?;
    crate::golang::critics(folder.path())?;
    let mut go = Command::new("go");
    go.args(["run", "."]).current_dir(folder.path()).env("GOFLAGS", "-mod=mod");
    judge(&run(go.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?)
}

/// The options belong to some languages, and say so in others.
fn refused() -> Result<(), Failed> {
    for (args, said) in [
        (
            &["--lang", "ts", "--numbers", "exact"][..],
            "--numbers exact: chooses the types of Rust and Go, not of ts",
        ),
        (
            &["--lang", "rust", "--numbers", "exact", "--types", "typify"],
            "--numbers exact: typify chooses its types itself",
        ),
        (
            &["--lang", "go", "--import-extension", "ts"],
            "--import-extension: go files have no such imports",
        ),
    ] {
        match emit(Path::new("."), &[args, &["--contract", CONTRACT]].concat()) {
            Err(failed) if failed.message().is_some_and(|text| text.contains(said)) => {}
            other => return Err(format!("{args:?}: {other:?}").into()),
        }
    }
    // An entry of several languages: those that use the key get it.
    let folder = tempfile::tempdir()?;
    let contract = root().join(CONTRACT);
    std::fs::copy(contract, folder.path().join("numbers.json"))?;
    let entry = |langs: &str| {
        format!(
            "[[emit]]\nlang = {langs}\ncontract = \"numbers.json\"\nout = \"{{lang}}\"\nruntime = \"shared\"\n\
             numbers = \"exact\"\nimport-extension = \"ts\"\n"
        )
    };
    std::fs::write(folder.path().join("skillgen.toml"), entry("[\"ts\", \"go\", \"python\"]"))?;
    emit(folder.path(), &[])?;
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name));
    if !text("ts/ledger.ts")?.contains("\"./skillgen_runtime.ts\"")
        || !text("go/ledger.go")?.contains("ID json.Number `json:\"id\"`")
    {
        return Err("the entry's keys are not used".into());
    }
    std::fs::write(folder.path().join("skillgen.toml"), entry("[\"ts\", \"python\"]"))?;
    match emit(folder.path(), &[]) {
        Err(failed) if failed.message().is_some_and(|text| text.contains("`numbers` is for")) => {
            Ok(())
        }
        other => Err(format!("{other:?}").into()),
    }
}

/// TypeScript with the extension of the file itself: compiled, the imports are those of JavaScript.
fn import_extension() -> Result<(), Failed> {
    for (extension, options) in [
        ("js", &[][..]),
        ("ts", &["rewriteRelativeImportExtensions", "erasableSyntaxOnly", "verbatimModuleSyntax"]),
    ] {
        let folder = tempfile::tempdir()?;
        let args = ["--lang", "ts", "--contract", CONTRACT, "--runtime", "shared", "--out", "src"];
        emit(folder.path(), &[&args[..], &["--import-extension", extension]].concat())?;
        let text = std::fs::read_to_string(folder.path().join("src/ledger.ts"))?;
        let imports = text.lines().filter(|line| line.contains("./skillgen_runtime"));
        if !imports.clone().all(|line| line.ends_with(&format!(".{extension}\";"))) {
            return Err(imports.collect::<Vec<_>>().join("\n").into());
        }
        let script = "const { is } = await import('./js/ledger.js');
console.log(is({ id: 1 }), is({ id: 1.5 }));
";
        let said = typescript_run(folder.path(), options, script)?;
        if said.trim() != "true false" {
            return Err(said.into());
        }
    }
    Ok(())
}

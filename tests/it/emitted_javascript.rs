//! Emitted JavaScript: one code without types as two kinds of modules, with declarations that say what the code does.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::emitted::run;
use crate::emitted_files::{CONTRACTS, emit, emit_all};
use crate::support::root;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_javascript::is_the_code_of_typescript", erased),
        Trial::test("emitted_javascript::is_formatted_and_compiles", files),
        Trial::test("emitted_javascript::declarations_agree_with_the_code", declarations),
        Trial::test("emitted_javascript::both_modules_run", both_modules),
        Trial::test("emitted_javascript::parts_and_entries", parts),
    ]
}

fn tool(name: &str, folder: &Path, args: &[&str]) -> Result<String, Failed> {
    let bin = root().join("tests/node_modules/.bin").join(name);
    run(Command::new(bin).args(args).current_dir(folder))
}

/// templates/js is made from templates/ts; SKILLGEN_BLESS=all writes it anew.
fn erased() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let script = root().join("tests/erase-types.mjs");
    run(Command::new("node").arg(script).arg(folder.path()))?;
    let mut different = Vec::new();
    for entry in std::fs::read_dir(folder.path())?.flatten() {
        let made = std::fs::read_to_string(entry.path())?;
        let there = root().join("templates/js").join(entry.file_name());
        if std::env::var_os("SKILLGEN_BLESS").is_some() {
            std::fs::write(&there, &made)?;
        } else if std::fs::read_to_string(&there).ok().as_ref() != Some(&made) {
            different.push(there.display().to_string());
        }
    }
    let advice = "run `node tests/erase-types.mjs templates/js`";
    match different.is_empty() {
        true => Ok(()),
        false => {
            Err(format!("{}: not the code of templates/ts; {advice}", different.join(", ")).into())
        }
    }
}

fn strict(folder: &Path) -> Result<(), Failed> {
    let config = json!({"compilerOptions": {
        "strict": true, "target": "es2020", "module": "node16", "moduleResolution": "node16",
        "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true, "noEmit": true,
        "noUnusedLocals": true, "noUnusedParameters": true, "types": [], "verbatimModuleSyntax": true,
    }, "include": ["**/*.mts", "**/*.cts"]});
    std::fs::write(folder.join("tsconfig.json"), config.to_string())?;
    tool("tsc", folder, &["-p", "."]).map(drop)
}

fn files() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit_all(folder.path(), "js")?;
    strict(folder.path())?;
    std::fs::write(folder.path().join(".prettierignore"), "*.json\n")?;
    tool("prettier", folder.path(), &["--check", "."])?;
    // The two kinds of modules differ in their imports and exports only.
    let script = r#"
import { createRequire } from "node:module";
import { readdirSync } from "node:fs";
const require = createRequire(import.meta.url);
for (const folder of readdirSync(".").filter((name) => /\d$/.test(name))) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".mjs"))) {
    const [esm, cjs] = [await import(`./${folder}/${name}`), require(`./${folder}/${name.replace("mjs", "cjs")}`)];
    const [left, right] = [Object.keys(esm).sort().join(), Object.keys(cjs).sort().join()];
    if (left !== right || left === "") throw new Error(`${folder}/${name}: ${left} not ${right}`);
    for (const key of Object.keys(esm)) {
      if (String(esm[key]) !== String(cjs[key])) throw new Error(`${folder}/${name}: ${key}`);
    }
  }
}
"#;
    std::fs::write(folder.path().join("same.mjs"), script)?;
    run(Command::new("node").arg("same.mjs").current_dir(folder.path())).map(drop)
}

/// The declarations of the runtime are written by hand: the functions of TypeScript have their types. Users get a builder
/// from `builder()`, so its constructor is not declared.
fn declarations() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    for lang in ["js", "ts"] {
        for contract in
            ["tests/emit/order.json", "builtin:skill-output-v1", "builtin:helper-envelope-v1"]
        {
            let name =
                contract.trim_end_matches(".json").rsplit(['/', ':']).next().unwrap_or("order");
            let args = ["--lang", lang, "--contract", contract, "--name", name, "--out", "."];
            emit(folder.path(), &args)?;
        }
    }
    let mut script = String::new();
    for name in ["order", "skill-output-v1", "helper-envelope-v1"] {
        let id = name.replace('-', "_");
        script.push_str(&format!(
            "import * as {id}_code from \"./{name}.js\";\nimport type * as {id}_types from \"./{name}.mjs\";\n\
             type {id}_values = {{ [K in keyof typeof {id}_types as Exclude<K, \"Builder\">]: (typeof {id}_types)[K] }};\n\
             export const {id}: {id}_values = {id}_code;\n"
        ));
    }
    script.push_str(
        "export const settled: order_types.Builder<order_types.Order> = order_code.builder();\n",
    );
    std::fs::write(folder.path().join("agree.mts"), script)?;
    std::fs::write(folder.path().join("package.json"), r#"{"type": "module"}"#)?;
    strict(folder.path())
}

fn both_modules() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut args = vec!["--lang", "js", "--out", "made"];
    args.extend(CONTRACTS.iter().flat_map(|contract| ["--contract", contract]));
    emit(folder.path(), &args)?;
    emit(folder.path(), &[&args[..], &["--check"]].concat())?;
    let ask = r#"
let thrown;
try { order.parse("{}"); } catch (error) { thrown = error; }
console.log(thrown instanceof news.SkillContractError, thrown.issues.length);
console.log(JSON.stringify(news.builder().set("topic", "tides").build()));
console.log(JSON.stringify(digest.input.coerce({ topic: 1 }).changes));
console.log(envelope.envelope({ found: 1 }).status);
console.log(new output.SkillOutputParser().parse("Created: a/b.txt").parseMethod);
"#;
    let names = [
        ("order", "order"),
        ("news", "news-digest-request"),
        ("digest", "news-digest-skill-api-contract"),
        ("envelope", "helper-envelope"),
        ("output", "skill-output"),
    ];
    let esm: String = names
        .iter()
        .map(|(name, file)| format!("import * as {name} from \"./made/{file}.mjs\";\n"))
        .collect();
    let cjs: String = names
        .iter()
        .map(|(name, file)| format!("const {name} = require(\"./made/{file}.cjs\");\n"))
        .collect();
    std::fs::write(folder.path().join("ask.mjs"), esm + ask)?;
    std::fs::write(folder.path().join("ask.cjs"), cjs + ask)?;
    let wanted = "true 3\n{\"topic\":\"tides\",\"max_items\":10,\"language\":\"en\"}\n";
    for file in ["ask.mjs", "ask.cjs"] {
        let said = run(Command::new("node").arg(file).current_dir(folder.path()))?;
        if !said.starts_with(wanted) || !said.ends_with("ok\nlegacy\n") {
            return Err(format!("{file}: {said}not\n{wanted}").into());
        }
    }
    // Both kinds of modules give the types to those that import them.
    let uses = r#"import { parse, type Order } from "./made/order.mjs";
const order: Order = parse("{}");
// @ts-expect-error: no such member
order.nothing;
"#;
    std::fs::write(folder.path().join("uses.mts"), uses)?;
    let uses = "import order = require(\"./made/order.cjs\");\nconst name: string = order.parse(\"{}\").id;\nvoid name;\n";
    std::fs::write(folder.path().join("uses.cts"), uses)?;
    strict(folder.path())
}

fn parts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let names = |out: &str| -> Result<Vec<String>, Failed> {
        let entries = std::fs::read_dir(folder.path().join(out))?.flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        Ok(names)
    };
    for part in ["types", "check", "parse", "coerce", "builder"] {
        let args = ["--lang", "js", "--contract", "tests/emit/order.json", "--name", "order"];
        emit(folder.path(), &[&args[..], &["--with", part, "--out", part]].concat())?;
    }
    strict(folder.path())?;
    if names("types")? != ["order.d.cts", "order.d.mts"] || names("check")?.len() != 4 {
        return Err(format!("{:?} {:?}", names("types")?, names("check")?).into());
    }
    std::fs::copy(root().join("tests/emit/order.json"), folder.path().join("order.json"))?;
    let config =
        "[[emit]]\nlang = \"js\"\ncontract = \"order.json\"\nout = \"entry\"\nname = \"order\"\n";
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    emit(folder.path(), &[])?;
    match names("entry")?.as_slice() {
        [_, _, _, _] => Ok(()),
        other => Err(format!("{other:?}").into()),
    }
}

//! `--definitions`: each definition of a contract has its own functions, in all languages.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::emitted::run;
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted_definitions::beside_the_root", definitions)]
}

/// `--definitions` gives each definition its own functions, beside those of the root.
fn definitions() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let contract = json!({"type": "object", "properties": {"item": {"$ref": "#/$defs/Item"}},
        "$defs": {"Item": {"type": "object", "properties": {"count": {"$ref": "#/$defs/Count"}}},
            "Count": {"type": "integer", "minimum": 1}}});
    std::fs::write(here.join("order.json"), contract.to_string())?;
    let file = here.join("order.json").display().to_string();
    for lang in ["ts", "js", "python", "go", "rust", "bash"] {
        emit(here, &["--lang", lang, "--contract", &file, "--definitions", "--out", lang])?;
    }
    let script = "const [order, item, count] = ['order', 'item', 'count'].map((name) => require(`./js/${name}.cjs`));
console.log(order.is({ item: { count: 0 } }), item.is({ count: 1 }), count.is(0), count.parse('2'));";
    let said = run(Command::new("node").args(["-e", script]).current_dir(here))?;
    let script = "import sys
sys.path.insert(0, '.')
from python import order, item, count
print(order.is_valid({'item': {'count': 0}}), item.is_valid({'count': 1}), count.is_valid(0), count.parse('2'))";
    std::fs::write(here.join("python/__init__.py"), "")?;
    let mut python = Command::new(crate::python::interpreter());
    let also = run(python.args(["-c", script]).current_dir(here))?;
    std::fs::write(here.join("go/go.mod"), "module x\n\ngo 1.18\n")?;
    let mut vet = Command::new("go");
    vet.args(["vet", "."]).current_dir(here.join("go")).env("GOFLAGS", "-mod=mod");
    run(vet.env("GOPROXY", "off").env("GOTOOLCHAIN", "local"))?;
    let names: Vec<bool> = ["rust/count.rs", "bash/count.sh", "ts/count.ts", "go/count.go"]
        .iter()
        .map(|path| here.join(path).is_file())
        .collect();
    match (said.trim(), also.trim()) {
        ("false true false 2", "False True False 2") if !names.contains(&false) => Ok(()),
        other => Err(format!("{other:?} {names:?}").into()),
    }
}

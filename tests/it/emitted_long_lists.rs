//! An issue of a long `enum` tells its first hundred values, the same in all languages and in `validate`: ten thousand
//! wrong items told ten thousand values each.

use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::emitted::{run, rust_crate};
use crate::support::{run_in, run_with, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("emitted_long_lists::first_values", first_values)]
}

fn first_values() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let words = |count: usize| -> Vec<String> { (0..count).map(|n| format!("word-{n}")).collect() };
    let schema =
        json!({"prefixItems": [{"enum": words(3000)}, {"enum": words(100)}, {"enum": words(101)}]});
    std::fs::write(here.join("list.json"), schema.to_string())?;
    // The last values of the lists are valid; the others are told.
    let valid = r#"["word-2999", "word-99", "word-100"]"#;
    let wrong = r#"["x", "y", "z"]"#;
    std::fs::write(here.join("valid.txt"), valid)?;
    std::fs::write(here.join("wrong.txt"), wrong)?;

    let args = ["validate", "--contract", "list.json", "wrong.txt", "--format", "json"];
    let (_, told, _) = text(&run_in(here, &args));
    let told: Value = serde_json::from_str(&told)?;
    let issues = told["issues"].as_array().ok_or("issues")?;
    let expected: Vec<Value> =
        issues.iter().map(|one| json!([one["path"], one["expected"], one["message"]])).collect();
    let counts: Vec<usize> =
        expected.iter().filter_map(|one| Some(one[1].as_array()?.len())).collect();
    if counts != [100, 100, 100] || expected[0][1] != json!(words(100)) {
        return Err(format!("{counts:?} values in {told}").into());
    }
    let expected = Value::from(expected);
    let same = |lang: &str, said: &str| -> Result<(), Failed> {
        let said: Value = serde_json::from_str(said)?;
        if said == json!([[], expected]) { Ok(()) } else { Err(format!("{lang}: {said}").into()) }
    };

    let emit = |lang: &str, out: &str| -> Result<(), Failed> {
        let (code, _, err) =
            text(&run_in(here, &["emit", "list.json", "--lang", lang, "--out", out]));
        if code == 0 { Ok(()) } else { Err(err.into()) }
    };
    emit("js", "js")?;
    let script = r#"import fs from "node:fs";
import { check } from "./js/list.mjs";
const told = (name) => check(JSON.parse(fs.readFileSync(name, "utf8"))).map((one) => [one.path, one.expected, one.message]);
console.log(JSON.stringify([told("valid.txt"), told("wrong.txt")]));
"#;
    std::fs::write(here.join("run.mjs"), script)?;
    same("js", &run(Command::new("node").arg("run.mjs").current_dir(here))?)?;

    emit("python", "py")?;
    let script = r#"import json, sys
sys.path.insert(0, "py")
import list as file
def told(name):
    return [[one.path, one.expected, one.message] for one in file.check(json.load(open(name)))]
print(json.dumps([told("valid.txt"), told("wrong.txt")]))
"#;
    std::fs::write(here.join("run.py"), script)?;
    same(
        "python",
        &run(Command::new(crate::python::interpreter()).arg("run.py").current_dir(here))?,
    )?;

    emit("go", "go/list")?;
    crate::golang::module(&here.join("go"))?;
    let main = r#"package main

import (
	"encoding/json"
	"fmt"
	"os"
	"tests/list"
)

func told(name string) [][]any {
	text, _ := os.ReadFile(name)
	var value any
	json.Unmarshal(text, &value)
	all := [][]any{}
	for _, one := range list.Check(value) {
		all = append(all, []any{one.Path, one.Expected, one.Message})
	}
	return all
}

func main() {
	text, _ := json.Marshal([][][]any{told("../valid.txt"), told("../wrong.txt")})
	fmt.Println(string(text))
}
"#;
    std::fs::write(here.join("go/main.go"), main)?;
    same("go", &crate::golang::go(&here.join("go"), &["run", "."])?)?;

    emit("rust", "src")?;
    let main = r#"mod list;
fn told(name: &str) -> serde_json::Value {
    let value = serde_json::from_str(&std::fs::read_to_string(name).unwrap()).unwrap();
    list::check(&value).into_iter().map(|one| serde_json::json!([one.path, one.expected, one.message])).collect()
}
fn main() {
    println!("{}", serde_json::json!([told("valid.txt"), told("wrong.txt")]));
}
"#;
    same("rust", &rust_crate(here, "long-lists", main)?)?;

    emit("bash", "sh")?;
    let script = "source sh/list.sh\nfor name in valid wrong; do list_check $name.txt; done | jq -sc '[[], map([.path, .expected, .message])]'";
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).current_dir(here);
    let (_, said, err) = text(&run_with(bash, b""));
    same("bash", &said).map_err(|failed| format!("{failed:?} {err}").into())
}

//! Unions and intersections as types: variants by name in Rust, a sealed interface in Go, `Literal` in Python; what
//! was read is written again.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::run;
use crate::emitted_files::emit;

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_unions::rust", rust_unions),
        Trial::test("emitted_unions::rust_enums", rust_enums),
        Trial::test("emitted_unions::go", go_unions),
        Trial::test("emitted_unions::go_nullable", go_nullable),
        Trial::test("emitted_unions::python", python_unions),
        Trial::test("emitted_unions::typescript_many_at_once", many_at_once),
    ]
}

/// A document of the contract of unions, its keys in the schema's order.
const SALE: &str = r#"{"payment":{"kind":"card","number":"1"},"refund":null,"id":7,"pair":["a",2],"level":3,"mode":null,"tags":["x"],"signed":{"kind":"card","number":"2","note":"n"},"tree":["a",["b"]],"from":{"site":"s"},"outcome":{"ok":false,"reason":"r"},"lists":[true],"event":{"types":["t"]}}"#;

const UNIONS: [&str; 6] =
    ["--contract", "tests/emit/unions.json", "--runtime", "inline", "--name", "sale"];

/// Several unions at once: the compiler writes out each combination, and refuses many (TS2590).
fn many_at_once() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let union = |letter: char, count: usize| -> serde_json::Value {
        let branch = |index: usize| {
            serde_json::json!({
                "type": "object", "required": [letter.to_string()],
                "properties": {letter.to_string(): {"const": format!("{letter}{index}")}}
            })
        };
        serde_json::json!({"oneOf": (0..count).map(branch).collect::<Vec<_>>()})
    };
    let all = serde_json::json!({"allOf": [union('a', 60), union('b', 60), union('c', 60)]});
    let nested = serde_json::json!({
        "type": "object", "required": ["list", "self"],
        "properties": {
            "list": {"type": "array", "items": {"$ref": "#/$defs/Both"}},
            "self": {"allOf": [{"$ref": "#/$defs/Both"}, union('d', 50), union('e', 2)]}
        },
        "$defs": {"Both": {"allOf": [union('a', 40), union('b', 20), {"$ref": "#/$defs/More"}]},
                  "More": union('c', 90)}
    });
    for (name, schema) in [("wide", all), ("nested", nested)] {
        std::fs::write(folder.path().join(name), schema.to_string())?;
        emit(
            folder.path(),
            &[name, "--lang", "ts", "--name", name, "--out", "src", "--runtime", "inline"],
        )?;
    }
    // What is left narrows.
    std::fs::write(
        folder.path().join("src/use.ts"),
        r#"import { parse, type Wide } from "./wide.js";
import { parse as nested } from "./nested.js";
export const wide = (value: Wide): "a7" | null => (value.a === "a7" ? value.a : null);
export const first: string = parse("{}").a + nested("{}").self.a;
"#,
    )?;
    let script = r#"import { is } from "./js/wide.js";
if (!is({ a: "a1", b: "b59", c: "c0" }) || is({ a: "a1", b: "b59", c: "c60" })) throw new Error("wide");
"#;
    crate::emitted::typescript_run(folder.path(), &[], script).map(drop)
}

/// Enums of texts read and print them, and are keys of maps; in the module of a role, too.
fn rust_enums() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = r#"{"type": "object", "properties": {
        "mode": {"enum": ["a b", "Err", "ok"]}, "result": {"title": "Result", "enum": ["x", "y"]}}}"#;
    std::fs::write(folder.path().join("modes"), schema)?;
    let api = r#"{"name": "roles", "inputSchema": {"type": "object", "properties": {"mode": {"enum": ["x", "y"]}}}}"#;
    std::fs::write(folder.path().join("roles"), api)?;
    for contract in ["modes", "roles"] {
        emit(
            folder.path(),
            &["--lang", "rust", "--contract", contract, "--name", contract, "--out", "src"],
        )?;
    }
    let main = r#"mod modes;
mod roles;
use modes::ModesMode;
fn main() {
    let mode: ModesMode = "a b".parse().unwrap();
    let all = std::collections::HashSet::from([mode, ModesMode::Err, ModesMode::try_from("ok").unwrap()]);
    println!("{mode} {} {} {}", ModesMode::Err, all.len(), "z".parse::<ModesMode>().unwrap_err());
    println!("{}", roles::input::InputMode::X);
}
"#;
    let out = crate::emitted::rust_crate(folder.path(), "emitted-enums", main)?;
    let wanted = "a b Err 3 unknown variant `z`, expected one of `a b`, `Err`, `ok`\nx\n";
    if out == wanted { Ok(()) } else { Err(out.into()) }
}

/// Variants by name, and what was read is written again.
fn rust_unions() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit(folder.path(), &[&["--lang", "rust", "--out", "src"][..], &UNIONS].concat())?;
    let main = format!(
        r##"mod sale;
use sale::{{Sale, SaleFrom, SaleId, SaleLists, SaleOutcome, SalePayment, SaleTags, Tree}};
fn main() {{
    let text = r#"{SALE}"#;
    let sale: Sale = sale::parse(text).unwrap();
    match &sale.payment {{
        SalePayment::Card(card) => println!("card {{}}", card.number),
        SalePayment::Cash(cash) => println!("cash {{:?}}", cash.amount),
    }}
    match (&sale.id, &sale.tags, &sale.tree) {{
        (Some(SaleId::Number(id)), Some(SaleTags::List(tags)), Some(Tree::List(tree))) => {{
            println!("{{id}} {{tags:?}} {{}}", tree.len())
        }}
        other => println!("{{other:?}}"),
    }}
    let pair: &(String, serde_json::Value) = &match &sale.pair {{
        Some((a, b)) => (a.clone(), serde_json::to_value(b).unwrap()),
        None => unreachable!(),
    }};
    println!("{{pair:?}} {{:?}} {{:?}} {{:?}}", sale.level, sale.mode, sale.refund);
    println!("{{:?}}", sale.signed.as_ref().map(|signed| (&signed.number, &signed.note)));
    // Nothing tells these apart but what they ask for.
    match (&sale.from, &sale.outcome, &sale.lists) {{
        (Some(SaleFrom::Site(site)), Some(SaleOutcome::OkFalse(no)), Some(SaleLists::List2(all))) => {{
            println!("{{}} {{}} {{all:?}}", site.site, no.reason)
        }}
        other => println!("{{other:?}}"),
    }}
    let shop: Sale = sale::parse(r#"{{"payment": {{"kind": "cash"}}, "from": {{"shop": "s"}}}}"#).unwrap();
    println!("{{:?}}", matches!(shop.from, Some(SaleFrom::Shop(_))));
    let event = sale.event.clone().flatten().unwrap();
    println!("{{:?}}", event.types);
    println!("{{}}", serde_json::to_string(&sale).unwrap() == text);
    let cash: Sale = serde_json::from_str(r#"{{"payment": {{"kind": "cash", "amount": 2.5}}}}"#).unwrap();
    println!("{{:?}}", cash.payment);
}}
"##
    );
    let said = crate::emitted::rust_crate(folder.path(), "unions", &main)?;
    let wanted = "card 1\n7 [\"x\"] 2\n(\"a\", Number(2)) Some(3) Some(None) Some(None)\n\
                  Some((\"2\", Some(\"n\")))\ns r [true]\ntrue\nSome([\"t\"])\ntrue\nCash(Cash { kind: Cash, amount: Some(2.5) })\n";
    if said == wanted { Ok(()) } else { Err(format!("{said}not\n{wanted}").into()) }
}

/// Variants are types of a sealed interface.
fn go_unions() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit(folder.path(), &[&["--lang", "go", "--out", "sale"][..], &UNIONS].concat())?;
    std::fs::write(folder.path().join("go.mod"), "module shop\n\ngo 1.18\n")?;
    let main = format!(
        r#"package main

import (
	"encoding/json"
	"fmt"

	"shop/sale"
)

func main() {{
	text := `{SALE}`
	read, err := sale.Parse(text)
	switch payment := read.Payment.(type) {{
	case sale.Card:
		fmt.Println("card", payment.Number, err)
	case sale.Cash:
		fmt.Println("cash", payment.Amount, err)
	}}
	fmt.Println(read.ID.(sale.SaleIDNumber), read.Tags.(sale.SaleTagsList), len(read.Tree.(sale.TreeList)))
	outcome, from := read.Outcome.(sale.SaleOutcomeOkFalse), read.From.(sale.Site)
	event, _ := read.Event.Get()
	fmt.Println(outcome.Reason, from.Site, read.Lists.(sale.SaleListsList2), read.Pair.Item1, read.Pair.Item2, event.Types)
	fmt.Println(*read.Level, read.Mode.IsNull(), read.Refund.IsNull(), read.Signed.Number)
	again, err := json.Marshal(read)
	fmt.Println(string(again) == text, err)
	read.Payment = sale.Cash{{Kind: "cash"}}
	fmt.Println(sale.Check(read))
	read.Payment = nil
	fmt.Println(sale.Check(read)[0].Path)
}}
"#
    );
    std::fs::write(folder.path().join("main.go"), main)?;
    let go = |args: &[&str]| crate::golang::go(folder.path(), args);
    go(&["vet", "./..."])?;
    let said = go(&["run", "."])?;
    let wanted =
        "card 1 <nil>\n7 [x] 2\nr s [true] a 2 [t]\n3 true true 2\ntrue <nil>\n[]\n/payment\n";
    if said == wanted { Ok(()) } else { Err(format!("{said}not\n{wanted}").into()) }
}

/// A property that may be missing or null: no pointer to a pointer, and nothing is lost on the way back.
fn go_nullable() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let schema = r##"{"title": "Node", "type": "object", "required": ["must"], "properties": {
        "must": {"type": ["string", "null"]}, "name": {"type": ["string", "null"]},
        "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]},
        "tags": {"type": ["array", "null"], "items": {"type": ["string", "null"]}},
        "level": {"$ref": "#/$defs/Level"}, "count": {"type": "integer", "minimum": 0, "maximum": 9}},
        "$defs": {"Level": {"type": ["integer", "null"], "minimum": 0, "maximum": 5}}}"##;
    std::fs::write(folder.path().join("schema"), schema)?;
    emit(folder.path(), &["--lang", "go", "--contract", "schema", "--out", "node"])?;
    let file = std::fs::read_to_string(folder.path().join("node/node.go"))?;
    if file.contains("**") {
        return Err(file.into());
    }
    std::fs::write(folder.path().join("go.mod"), "module tree\n\ngo 1.18\n")?;
    let main = r#"package main

import (
	"encoding/json"
	"fmt"

	"tree/node"
)

func main() {
	for _, text := range []string{
		`{"must":null}`,
		`{"must":"a","name":null,"next":null,"tags":null,"level":null}`,
		`{"must":"a","name":"n","next":{"must":"b","name":null},"tags":["x",null],"level":3,"count":4}`,
	} {
		read, err := node.Parse(text)
		again, _ := json.Marshal(read)
		name, is := read.Name.Get()
		fmt.Println(string(again) == text, err, name, is, read.Name.IsNull(), read.Name.IsMissing())
	}
	made := node.Node{Must: node.Ptr("x"), Name: node.NewNullable("y"), Level: node.NewNull[int64]()}
	out, err := json.Marshal(made)
	fmt.Println(string(out), err)
	built, err := node.NewBuilder().Set("must", nil).Set("name", node.NewNullable("q")).Build()
	out, _ = json.Marshal(built)
	fmt.Println(string(out), err)
}
"#;
    std::fs::write(folder.path().join("main.go"), main)?;
    crate::golang::critics(folder.path())?;
    let said = crate::golang::go(folder.path(), &["run", "."])?;
    let wanted = "true <nil>  false false true\ntrue <nil>  false true false\n\
                  true <nil> n true false false\n\
                  {\"must\":\"x\",\"name\":\"y\",\"level\":null} <nil>\n{\"must\":null,\"name\":\"q\"} <nil>\n";
    if said == wanted { Ok(()) } else { Err(format!("{said}not\n{wanted}").into()) }
}

/// `Literal` narrows a union, and several objects at once are one.
fn python_unions() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    emit(folder.path(), &[&["--lang", "python", "--out", "."][..], &UNIONS].concat())?;
    let script = format!(
        r#"import sale
read: sale.Sale = sale.parse("""{SALE}""")
payment = read["payment"]
if payment["kind"] == "card":
    number: str = payment["number"]
    print(number)
signed = read.get("signed")
if signed is not None:
    print(signed["number"], signed.get("note"))
value: object = {{}}
if sale.is_valid(value):
    print(value["payment"])
"#
    );
    std::fs::write(folder.path().join("ask.py"), script)?;
    let interpreter = || {
        let mut command = Command::new(crate::python::interpreter());
        command.current_dir(folder.path()).env("MYPY_CACHE_DIR", "/dev/null");
        command
    };
    run(interpreter().args(["-m", "mypy", "--strict", "--no-error-summary", "ask.py"]))?;
    let said = run(interpreter().args(["-W", "error", "ask.py"]))?;
    if said == "1\n2 n\n" { Ok(()) } else { Err(said.into()) }
}

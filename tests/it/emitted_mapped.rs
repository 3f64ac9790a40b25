//! `type-map` and `x-rust-type`: types of the program in the place of strings with a format, read and written in each
//! language; what a type does not take is an issue at its place; a wrong map is refused with its place.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::emitted::{run, typescript_run};
use crate::emitted_files::emit;
use crate::support::{root, run_in, text};

pub(crate) fn cases() -> Vec<Trial> {
    vec![
        Trial::test("emitted_mapped::rust", rust),
        Trial::test("emitted_mapped::rust_with_modules", rust_with),
        Trial::test("emitted_mapped::typescript", typescript),
        Trial::test("emitted_mapped::javascript", javascript),
        Trial::test("emitted_mapped::python", python),
        Trial::test("emitted_mapped::go", go),
        Trial::test("emitted_mapped::refused", crate::emitted_mapped_refused::refused),
    ]
}

/// A valid booking. The moment of a pair of braces is written as it is read by all languages.
const BOOKING: &str = r#"{"id":"8f14e45f-ceea-467f-a9f6-2b1d0f6d1e11","made":"2026-11-23T10:00:00.250Z","ended":null,"days":["2026-01-02"],"seen":{"a/b":"2026-11-23T10:00:00Z"},"reply":"2026-11-24T00:00:00Z","stops":[{"kind":"station","leaves":"2026-11-23T10:00:00Z"},{"kind":"pause","minutes":5}],"label":"2026-01-01T00:00:00Z","tenant":"acme","legs":[]}"#;

/// A folder with the contract `booking.json` and an entry for a language, with what the entry says of types.
pub(crate) fn project(lang: &str, map: &str) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::copy(root().join("tests/emit/booking.json"), folder.path().join("booking.json"))?;
    let config = format!(
        "[[emit]]\nlang = \"{lang}\"\ncontract = \"booking.json\"\nname = \"booking\"\nout = \"src\"\n\n{map}"
    );
    std::fs::write(folder.path().join("skillgen.toml"), config)?;
    Ok(folder)
}

fn emitted(lang: &str, map: &str) -> Result<tempfile::TempDir, Failed> {
    let folder = project(lang, map)?;
    emit(folder.path(), &[])?;
    emit(folder.path(), &["--check"])?;
    Ok(folder)
}

/// Compiles and runs a crate with chrono, uuid and a crate of the types that the schema names.
fn rust_run(folder: &Path, name: &str, main: &str) -> Result<String, Failed> {
    let types = folder.join("types");
    std::fs::create_dir_all(types.join("src"))?;
    std::fs::write(
        types.join("Cargo.toml"),
        "[package]\nname = \"shop-types\"\nversion = \"1.4.0\"\nedition = \"2021\"\n[dependencies]\n\
         serde = { version = \"1\", features = [\"derive\"] }\n",
    )?;
    std::fs::write(
        types.join("src/lib.rs"),
        r#"use serde::{Deserialize, Serialize};
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tenant(pub String);
impl TryFrom<String> for Tenant {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        if text.len() < 9 { Ok(Tenant(text)) } else { Err(format!("{text} is too long")) }
    }
}
impl From<Tenant> for String {
    fn from(tenant: Tenant) -> String {
        tenant.0
    }
}
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Few<T>(pub Vec<T>);
"#,
    )?;
    std::fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n[dependencies]\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n\
             chrono = {{ version = \"0.4\", default-features = false, features = [\"serde\", \"std\"] }}\n\
             uuid = {{ version = \"1\", default-features = false, features = [\"serde\", \"std\"] }}\n\
             shop-types = {{ path = \"types\" }}\n[workspace]\n[profile.dev]\ndebug = 0\n"
        ),
    )?;
    std::fs::write(folder.join("src/main.rs"), main)?;
    run(Command::new("cargo")
        .args(["run", "--quiet", "--offline"])
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", root().join("target/emitted"))
        .current_dir(folder))
}

fn rust() -> Result<(), Failed> {
    let folder = emitted(
        "rust",
        "[emit.type-map.rust]\ndate-time = \"chrono::DateTime< chrono::Utc >\"\nuuid = { type = \"uuid::Uuid\" }\n\
         date = \"chrono::NaiveDate\"\n\n[emit.rust-crates]\nshop-types = \"1.4.0\"\n",
    )?;
    let file = folder.path().join("src/booking.rs");
    run(Command::new("rustfmt").args(["--check", "--edition", "2021"]).arg(&file))?;
    rust_run(
        folder.path(),
        "mapped-rust",
        &r##"mod booking;
use booking::{parse, Booking, Builder, Moment, BookingReply, BookingStopsItem};
use chrono::{Datelike as _, Timelike as _};
fn main() {
    let text = r#"BOOKING"#;
    let booking: Booking = parse(text).unwrap();
    let made: Moment = booking.made;
    assert_eq!((made.hour(), made.nanosecond()), (10, 250_000_000));
    assert_eq!(booking.days.as_ref().unwrap()[0].day(), 2);
    assert_eq!(booking.id.get_version_num(), 4);
    assert_eq!(booking.tenant, Some(shop_types::Tenant("acme".into())));
    assert_eq!(booking.legs, Some(shop_types::Few(vec![])));
    assert!(matches!(booking.reply, Some(BookingReply::String(at)) if at.day() == 24));
    assert!(matches!(&booking.stops[0], BookingStopsItem::Station(stop) if stop.leaves.hour() == 10));
    assert_eq!(booking.ended, Some(None));
    // Written as it was read.
    assert_eq!(serde_json::to_value(&booking).unwrap(), serde_json::from_str::<serde_json::Value>(text).unwrap());
    let built = Builder::new().id(booking.id).made(made).stops(vec![]).tenant(shop_types::Tenant("x".into()));
    assert_eq!(built.build().unwrap().made, made);
    // What the schema takes and the type does not.
    let issues = parse(&text.replace("acme", "much too long")).unwrap_err().issues;
    assert_eq!((issues.len(), issues[0].path.as_str(), issues[0].keyword.as_str()), (1, "/tenant", "format"));
    assert_eq!(issues[0].got, serde_json::json!("much too long"));
    assert!(issues[0].message.contains("is too long"), "{}", issues[0].message);
    let wrong = r#"{"id":"8f14e45f-ceea-467f-a9f6-2b1d0f6d1e11","made":"9999-12-31T23:59:59Z","stops":[],"days":["2026-01-01"],"tenant":"much too long"}"#;
    assert_eq!(parse(wrong).unwrap_err().issues[0].path, "/tenant");
    let last = r#"{"id":"8f14e45f-ceea-467f-a9f6-2b1d0f6d1e11","made":"2026-01-01T00:00:00Z","stops":[],"tenant":"much too long"}"#;
    assert_eq!(parse(last).unwrap_err().issues[0].path, "/tenant");
}
"##
        .replace("BOOKING", BOOKING),
    )
    .map(drop)
}

/// A type without serde of this form is read by the module of `with`, in all places that serde has for it.
fn rust_with() -> Result<(), Failed> {
    let folder = project(
        "rust",
        "[emit.type-map.rust]\ndate-time = { type = \"crate::Stamp\", with = \"crate::stamp\" }\n",
    )?;
    let refused = text(&run_in(folder.path(), &["emit"]));
    if refused.0 != 2
        || !refused.2.contains("booking.json:11:14: /properties/ended: has the type `crate::Stamp`")
        || !refused.2.contains("serde takes for a property")
        || refused.2.lines().count() != 1
    {
        return Err(format!("{refused:?}").into());
    }
    let contract = r##"{"title": "Plan", "type": "object", "required": ["starts", "ends"], "properties": {
        "starts": {"$ref": "#/$defs/At"}, "ends": {"type": ["null", "string"], "format": "date-time"},
        "seen": {"type": "string", "format": "date-time"}},
        "$defs": {"At": {"type": "string", "format": "date-time"}}}"##;
    std::fs::write(folder.path().join("booking.json"), contract)?;
    emit(folder.path(), &[])?;
    rust_run(
        folder.path(),
        "mapped-with",
        r##"mod booking;
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp(pub String);
pub mod stamp {
    use super::Stamp;
    use serde::{Deserialize, Deserializer, Serializer};
    pub fn serialize<S: Serializer>(value: &Stamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.0)
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Stamp, D::Error> {
        let text = String::deserialize(from)?;
        if text.ends_with('Z') { Ok(Stamp(text)) } else { Err(serde::de::Error::custom("not UTC")) }
    }
    pub mod option {
        use super::Stamp;
        use serde::{Deserialize, Deserializer, Serialize, Serializer};
        pub fn serialize<S: Serializer>(value: &Option<Stamp>, to: S) -> Result<S::Ok, S::Error> {
            value.as_ref().map(|stamp| &stamp.0).serialize(to)
        }
        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Stamp>, D::Error> {
            Ok(Option::<String>::deserialize(from)?.map(Stamp))
        }
    }
}
fn main() {
    let text = r#"{"starts":"2026-11-23T10:00:00Z","ends":null}"#;
    let plan = booking::parse(text).unwrap();
    assert_eq!((&plan.starts.0[..4], &plan.ends, &plan.seen), ("2026", &None, &None));
    assert_eq!(serde_json::to_string(&plan).unwrap(), text);
    let issues = booking::parse(&text.replace('Z', "+01:00")).unwrap_err().issues;
    assert_eq!((issues[0].path.as_str(), issues[0].message.ends_with("not UTC")), ("/starts", true));
    let built = booking::Builder::new().starts("2026-11-23T10:00:00Z").set("ends", "2026-11-23T10:00:00Z");
    assert_eq!(built.build().unwrap().ends, Some(Stamp("2026-11-23T10:00:00Z".into())));
}
"##,
    )
    .map(drop)
}

/// What TypeScript and JavaScript do alike; `file` is the module.
const SCRIPT: &str = r#"
const text = `BOOKING`;
const same = (a, b) => {
  if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${JSON.stringify(a)} is not ${JSON.stringify(b)}`);
};
const booking = file.parse(text);
same([booking.made instanceof Date, booking.made.getUTCHours(), booking.reply.getUTCDate()], [true, 10, 24]);
same([booking.seen["a/b"] instanceof Date, booking.stops[0].leaves instanceof Date], [true, true]);
same([typeof booking.label, typeof booking.days[0], booking.ended], ["string", "string", null]);
same(file.check(JSON.parse(JSON.stringify(booking))), []);
same([file.is(JSON.parse(text)), file.is(booking)], [true, false]);
const built = file.builder().set("id", booking.id).set("made", booking.made).set("stops", booking.stops).build();
same([built.made instanceof Date, built.made.getTime()], [true, booking.made.getTime()]);
let written = "";
const write = process.stdout.write;
process.stdout.write = (chunk) => ((written += chunk), true);
file.emit(booking);
process.stdout.write = write;
same(file.parse(written), booking);
// A leap second is a valid date-time that no Date holds.
const leap = text.replace(`"made":"2026-11-23T10:00:00.250Z"`, `"made":"2026-06-30T23:59:60Z"`);
same(file.check(JSON.parse(leap)), []);
const issues = file.safeParse(leap).issues;
same([issues.length, issues[0].path, issues[0].keyword, issues[0].got], [1, "/made", "format", "2026-06-30T23:59:60Z"]);
"#;

const DATES: &str = "date-time = \"Date\"\n";

fn typescript() -> Result<(), Failed> {
    let folder = emitted("ts", &format!("[emit.type-map.ts]\n{DATES}"))?;
    run(Command::new(root().join("tests/node_modules/.bin/prettier"))
        .args(["--check", "src"])
        .current_dir(folder.path()))?;
    std::fs::write(
        folder.path().join("src/use.ts"),
        r#"import { builder, parse, safeParse, type Booking } from "./booking.js";
const booking: Booking = parse("{}");
export const hour: number = booking.made.getUTCHours();
export const reply: Date | number | undefined = booking.reply;
const read = safeParse("{}");
if (read.ok) for (const stop of read.value.stops) if (stop.kind === "station") stop.leaves.getTime();
builder().set("made", new Date(0));
// @ts-expect-error a text is no Date
builder().set("made", "2026-11-23T10:00:00Z");
"#,
    )?;
    let script = SCRIPT.replace("BOOKING", BOOKING);
    let script = format!("import * as file from \"./js/booking.js\";\n{script}");
    typescript_run(folder.path(), &["noUnusedLocals", "noUnusedParameters"], &script)?;
    // A type and its reader of a module of the program.
    let folder = emitted(
        "ts",
        "[emit.type-map.ts]\ndate-time = { type = \"Stamp\", import = \"./stamp.js\", read = \"stampOf\" }\n",
    )?;
    std::fs::write(
        folder.path().join("src/stamp.ts"),
        "export type Stamp = { readonly at: string; toJSON(): string };\n\
         export const stampOf = (text: string): Stamp => ({ at: text, toJSON: () => text });\n",
    )?;
    let script = "import { parse } from \"./js/booking.js\";\nconst text = `BOOKING`;\n\
                  if (parse(text).made.at !== \"2026-11-23T10:00:00.250Z\") throw new Error(\"no stamp\");\n\
                  if (JSON.stringify(parse(text)) !== text) throw new Error(JSON.stringify(parse(text)));\n";
    typescript_run(folder.path(), &["verbatimModuleSyntax"], &script.replace("BOOKING", BOOKING))
        .map(drop)
}

fn javascript() -> Result<(), Failed> {
    let folder = emitted("js", &format!("[emit.type-map.js]\n{DATES}"))?;
    let script = SCRIPT.replace("BOOKING", BOOKING);
    for (name, import) in [
        ("run.mjs", "import * as file from \"./src/booking.mjs\";"),
        ("run.cjs", "const file = require(\"./src/booking.cjs\");"),
    ] {
        std::fs::write(folder.path().join(name), format!("{import}\n{script}"))?;
        run(Command::new("node").arg(name).current_dir(folder.path()))?;
    }
    Ok(())
}

fn python() -> Result<(), Failed> {
    let map = "[emit.type-map.python]\ndate-time = \"datetime.datetime\"\ndate = \"datetime.date\"\nuuid = \"uuid.UUID\"\n";
    for (runtime, import) in [("inline", "booking"), ("shared", "src.booking")] {
        let folder = project("python", map)?;
        let config = std::fs::read_to_string(folder.path().join("skillgen.toml"))?;
        let config =
            config.replace("[emit.type", &format!("runtime = \"{runtime}\"\n\n[emit.type"));
        std::fs::write(folder.path().join("skillgen.toml"), config)?;
        emit(folder.path(), &[])?;
        let script = r#"import contextlib, io, json, sys
sys.path.insert(0, "src")
import IMPORT as file
from datetime import date, datetime, timezone
from uuid import UUID
text = '''BOOKING'''
booking = file.parse(text)
assert booking["made"] == datetime(2026, 11, 23, 10, 0, 0, 250000, timezone.utc), booking
assert booking["days"] == [date(2026, 1, 2)] and booking["ended"] is None
assert isinstance(booking["id"], UUID) and booking["label"] == "2026-01-01T00:00:00Z"
assert booking["stops"][0]["leaves"].hour == 10 and booking["reply"].day == 24
assert booking["seen"]["a/b"].tzinfo is timezone.utc
assert file.is_valid(json.loads(text)) and not file.is_valid(booking)
out = io.StringIO()
with contextlib.redirect_stdout(out):
    file.emit(booking)
assert file.parse(out.getvalue()) == booking
built = file.builder(id=booking["id"], made=booking["made"], stops=booking["stops"]).build()
assert built["made"] == booking["made"] and built["stops"] == booking["stops"]
leap = text.replace('"made":"2026-11-23T10:00:00.250Z"', '"made":"2026-06-30T23:59:60Z"')
assert file.check(json.loads(leap)) == []
[issue] = file.safe_parse(leap).issues
assert (issue.path, issue.keyword, issue.got) == ("/made", "format", "2026-06-30T23:59:60Z"), issue
# A time without its zone is no date-time: writing checks.
try:
    file.emit({**booking, "made": datetime(2026, 1, 1)})
except file.SkillContractError as error:
    assert [issue.path for issue in error.issues] == ["/made"]
else:
    raise AssertionError("written")
for text in ["2026-11-23t10:00:00.1z", "2026-11-23T10:00:00.1234567-23:59"]:
    assert file.safe_parse(leap.replace("2026-06-30T23:59:60Z", text)).ok, text
"#;
        let script = script.replace("IMPORT", import).replace("BOOKING", BOOKING);
        std::fs::write(folder.path().join("run.py"), script)?;
        std::fs::write(folder.path().join("src/__init__.py"), "")?;
        let bin = crate::python::interpreter();
        run(Command::new(&bin).args(["-W", "error", "run.py"]).current_dir(folder.path()))?;
        for args in [&["format", "--check"][..], &["check"], &["--strict"]] {
            let name = if args.len() == 1 && args[0] == "--strict" { "mypy" } else { "ruff" };
            let program = bin.with_file_name(name);
            run(Command::new(program)
                .args(args)
                .arg("booking.py")
                .current_dir(folder.path().join("src")))?;
        }
    }
    Ok(())
}

fn go() -> Result<(), Failed> {
    let folder = emitted(
        "go",
        "[emit.type-map.go]\ndate-time = \"time.Time\"\ndate = { type = \"civil.Date\", import = \"tests/civil\" }\n",
    )?;
    let here = folder.path();
    crate::golang::module(here)?;
    std::fs::create_dir_all(here.join("civil"))?;
    std::fs::write(
        here.join("civil/date.go"),
        r#"package civil

import "fmt"

type Date struct{ Year, Month, Day int }

func (d *Date) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "%d-%d-%d", &d.Year, &d.Month, &d.Day)
	if err == nil && d.Year < 1000 {
		return fmt.Errorf("the year %d is too early", d.Year)
	}
	return err
}

func (d Date) MarshalText() ([]byte, error) {
	return []byte(fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)), nil
}
"#,
    )?;
    std::fs::write(
        here.join("main.go"),
        r#"package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tests/civil"
	booking "tests/src"
)

const text = `BOOKING`

func must(is bool, what any) {
	if !is {
		panic(fmt.Sprint(what))
	}
}

func main() {
	it, err := booking.Parse(text)
	must(err == nil, err)
	var made time.Time = it.Made
	must(made.Hour() == 10 && made.Nanosecond() == 250000000, made)
	must(it.Days[0] == civil.Date{Year: 2026, Month: 1, Day: 2}, it.Days)
	reply, is := it.Reply.(booking.BookingReplyString)
	must(is && reply.Day() == 24, it.Reply)
	written, err := json.Marshal(it)
	must(err == nil, err)
	again, err := booking.Parse(string(written))
	must(err == nil && len(booking.Check(it)) == 0, err)
	first, _ := json.Marshal(it)
	second, _ := json.Marshal(again)
	must(string(first) == string(second), string(first))
	must(strings.Contains(string(first), `"days":["2026-01-02"]`), string(first))
	_, err = booking.Parse(strings.Replace(text, "2026-01-02", "0999-01-02", 1))
	failed, is := err.(*booking.ContractError)
	must(is && failed.Issues[0].Path == "/days/0" && failed.Issues[0].Keyword == "format", err)
	built, err := booking.NewBuilder().Set("id", it.ID).Set("made", made).Set("stops", it.Stops).Build()
	must(err == nil && built.Made.Equal(made), err)
}
"#
        .replace("BOOKING", BOOKING),
    )?;
    crate::golang::critics(here)?;
    crate::golang::go(here, &["run", "."]).map(drop)
}

//! What emitted code does with hostile text and hostile contracts: it takes a time that grows with the length of a text, and no
//! text of a contract steers a compiler or the reader of a file.
//!
//! `SKILLGEN_SLOW=1` runs all texts in all lengths and writes the table of SECURITY.md to target/hostile-texts.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::{Map, Value, json};

use crate::emitted::{run, rust_crate, typescript_run};
use crate::hostile_texts::{TEXTS, text_of};
use crate::support::{root, run_with, skillgen, text};

pub(crate) fn cases() -> Vec<Trial> {
    let all: [(&str, &str, Runner, Limits); 7] = [
        ("typescript", "ts", typescript, COMPILED),
        ("javascript", "js", javascript, COMPILED),
        ("python", "python", python, COMPILED),
        ("go", "go", go, COMPILED),
        ("rust", "rust", rust, COMPILED),
        ("bash", "bash", bash, INTERPRETED),
        ("skillgen", "", command, COMPILED),
    ];
    let parsers = all.into_iter().map(|(name, lang, runner, limits)| {
        Trial::test(format!("security_emitted::parser_takes_linear_time_{name}"), move || {
            parser(name, lang, runner, limits)
        })
    });
    let more = [
        Trial::test("security_emitted::words_of_a_contract_are_seen", words_are_seen),
        Trial::test("security_emitted::slow_patterns_are_told", slow_patterns),
        Trial::test("security_emitted::unexamined_patterns_are_told", unexamined_patterns),
        Trial::test("security_emitted::numbers_of_many_digits_take_linear_time", many_digits),
    ];
    parsers.chain(more).collect()
}

/// Parses the files `INDEX.SIZE` of a folder; prints a line each: index, size and milliseconds.
type Runner = fn(&Path) -> Result<String, Failed>;

/// What is too long for 200 kB, and below what a growth says nothing, in milliseconds.
#[derive(Clone, Copy)]
struct Limits {
    most: f64,
    noise: f64,
    /// Of so many texts one is tried where nobody asks for all.
    every: usize,
}

const COMPILED: Limits = Limits { most: 8_000.0, noise: 2_000.0, every: 1 };
const INTERPRETED: Limits = Limits { most: 90_000.0, noise: 8_000.0, every: 8 };

fn slow() -> bool {
    std::env::var_os("SKILLGEN_SLOW").is_some()
}

/// In thousands of bytes.
fn sizes() -> &'static [usize] {
    if slow() { &[25, 50, 100, 200] } else { &[25, 200] }
}

/// A time that grows with the square of the length is 64 times as long for eight times the text.
fn parser(name: &str, lang: &str, runner: Runner, limits: Limits) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    if !lang.is_empty() {
        let out = match lang {
            "ts" | "rust" => folder.join("src"),
            "go" => folder.join("parser"),
            _ => folder.to_owned(),
        };
        let mut command = skillgen();
        command.args(["emit", "--lang", lang, "--name", "parser", "--out"]).arg(out);
        if lang == "bash" {
            command.args(["--with", "parse"]);
        }
        run(&mut command)?;
    }
    let mut names = Vec::new();
    for (index, one) in TEXTS.into_iter().enumerate() {
        if index % limits.every == 0 || slow() {
            for size in sizes() {
                let file = format!("{index}.{size}");
                fs::write(folder.join(&file), text_of(one, size * 1000))?;
                names.push(file);
            }
        }
    }
    fs::write(folder.join("names"), names.join("\n"))?;
    let said = runner(folder)?;
    let mut times: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for line in said.lines() {
        let (file, time) = line.split_once(' ').ok_or("a file and a time")?;
        let (index, _) = file.split_once('.').ok_or("a text and a size")?;
        times.entry(index.parse()?).or_default().push(time.parse()?);
    }
    if times.values().map(Vec::len).sum::<usize>() != names.len() {
        return Err(format!("{} texts, but: {said}", names.len()).into());
    }
    let mut wrong = String::new();
    for (index, times) in &times {
        let (first, last) = (times[0], times[times.len() - 1]);
        let grows = last > limits.noise && last > 24.0 * first.max(limits.noise / 24.0);
        if last > limits.most || grows {
            writeln!(wrong, "{}: {times:?} ms", TEXTS[*index].0)?;
        }
    }
    if slow() {
        table(name, &times)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.into()) }
}

/// A row of the table: all texts together, and the one that takes longest.
fn table(name: &str, times: &BTreeMap<usize, Vec<f64>>) -> Result<(), Failed> {
    let sums = (0..sizes().len()).map(|size| times.values().map(|all| all[size]).sum::<f64>());
    let sums: Vec<String> = sums.map(|sum| format!("{:.1} s", sum / 1000.0)).collect();
    let last = |all: &Vec<f64>| all[all.len() - 1];
    let slowest = times.iter().max_by(|a, b| last(a.1).total_cmp(&last(b.1))).ok_or("no text")?;
    let of_slowest: Vec<String> =
        slowest.1.iter().map(|time| format!("{:.2}", time / 1000.0)).collect();
    let row = format!(
        "| {name} | {} | {}: {} s |\n",
        sums.join(" | "),
        TEXTS[*slowest.0].0,
        of_slowest.join(", ")
    );
    let path = root().join("target/hostile-texts.md");
    let others = fs::read_to_string(&path).unwrap_or_default();
    let kept = others.lines().filter(|line| !line.starts_with(&format!("| {name} |")));
    let kept: String = kept.map(|line| format!("{line}\n")).collect();
    Ok(fs::write(path, kept + &row)?)
}

fn typescript(folder: &Path) -> Result<String, Failed> {
    typescript_run(folder, &[], &EACH_TEXT.replace("FILE", "./js/parser.js"))
}

fn javascript(folder: &Path) -> Result<String, Failed> {
    fs::write(folder.join("run.mjs"), EACH_TEXT.replace("FILE", "./parser.mjs"))?;
    run(Command::new("node").arg("run.mjs").current_dir(folder))
}

/// Parses each text by an emitted file.
const EACH_TEXT: &str = r#"import fs from "node:fs";
import { SkillOutputParser } from "FILE";
for (const name of fs.readFileSync("names", "utf8").split("\n")) {
  const text = fs.readFileSync(name, "utf8");
  const start = performance.now();
  new SkillOutputParser({ strictValidation: true }).parse(text);
  console.log(name, performance.now() - start);
}
"#;

fn python(folder: &Path) -> Result<String, Failed> {
    let script = r#"
import time, parser
for name in open("names").read().split("\n"):
    with open(name, "rb") as file:
        text = file.read()
    start = time.perf_counter()
    parser.SkillOutputParser(strict_validation=True).parse(text)
    print(name, (time.perf_counter() - start) * 1000)
"#;
    let mut command = Command::new(crate::python::interpreter());
    run(command.args(["-W", "error", "-c", script]).current_dir(folder))
}

fn go(folder: &Path) -> Result<String, Failed> {
    crate::golang::module(folder)?;
    fs::write(
        folder.join("main.go"),
        r#"package main

import (
	"fmt"
	"os"
	"strings"
	"tests/parser"
	"time"
)

func main() {
	judge, _ := parser.NewSkillOutputParser(parser.ParserOptions{StrictValidation: true})
	names, _ := os.ReadFile("names")
	for _, name := range strings.Split(string(names), "\n") {
		text, _ := os.ReadFile(name)
		start := time.Now()
		judge.Parse(string(text))
		fmt.Println(name, float64(time.Since(start).Microseconds())/1000)
	}
}
"#,
    )?;
    crate::golang::go(folder, &["run", "."])
}

fn rust(folder: &Path) -> Result<String, Failed> {
    let main = r#"mod parser;
fn main() {
    for name in std::fs::read_to_string("names").unwrap().lines() {
        let text = std::fs::read(name).unwrap();
        let start = std::time::Instant::now();
        let _ = parser::SkillOutputParser::new().strict_validation(true).parse(&text);
        println!("{name} {}", start.elapsed().as_secs_f64() * 1000.0);
    }
}
"#;
    rust_crate(folder, "emitted-hostile", main)
}

/// A process a text.
fn each(folder: &Path, start: impl Fn(&str) -> Command) -> Result<String, Failed> {
    let mut said = String::new();
    for name in fs::read_to_string(folder.join("names"))?.lines() {
        let mut command = start(name);
        command.current_dir(folder);
        let begin = std::time::Instant::now();
        let (code, _, err) = text(&run_with(command, b""));
        if !(0..=1).contains(&code) {
            return Err(format!("{name}: exit {code}: {err}").into());
        }
        writeln!(said, "{name} {}", begin.elapsed().as_secs_f64() * 1000.0)?;
    }
    Ok(said)
}

fn bash(folder: &Path) -> Result<String, Failed> {
    each(folder, |name| {
        let mut command = Command::new("bash");
        command.args(["-uc", ". ./parser.sh; skill_parse --strict \"$1\"", "bash", name]);
        command
    })
}

fn command(folder: &Path) -> Result<String, Failed> {
    each(folder, |name| {
        let mut command = skillgen();
        command.args(["parse", "--strict", name]);
        command
    })
}

/// Signs that a screen or a compiler follows and a reader doesn't see, in each place of a contract, and definitions called like what
/// Rust knows without an import.
fn words_are_seen() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let signs =
        "\u{202e} \u{2066} \u{200b} \u{feff} \u{2028} \u{85} \u{7} \u{1b}[31m \0 */ ''' \"\"\" `";
    let names = ["fn", "fn_once", "fn_mut", "into", "from", "as_ref", "drop", "copy", "iterator"];
    let object =
        json!({"type": "object", "description": signs, "properties": {"a": {"type": "string"}}});
    let definitions: Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), object.clone())).collect();
    let reference = |name: &&str| ((*name).to_owned(), json!({"$ref": format!("#/$defs/{name}")}));
    let mut properties: Map<String, Value> = names.iter().map(reference).collect();
    properties.insert(format!("name {signs}"), json!({"enum": [signs, "b"], "description": signs}));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": format!("Title {signs}"),
        "description": signs, "type": "object", "$defs": definitions, "properties": properties,
        "required": ["fn"], "patternProperties": {"^\u{202e}$": {"const": signs}}
    });
    fs::write(folder.join("c.json"), schema.to_string())?;
    for lang in ["ts", "rust", "go", "python", "bash"] {
        let mut command = skillgen();
        command.args(["emit", "--lang", lang, "--contract", "c.json", "--name", "words", "--out"]);
        run(command.arg(format!("{lang}/src")).current_dir(folder))?;
        for entry in fs::read_dir(folder.join(lang).join("src"))? {
            let path = entry?.path();
            let text = fs::read_to_string(&path)?;
            if let Some(line) = text.lines().find(|line| line.chars().any(hides)) {
                return Err(format!("{}: {line:?}", path.display()).into());
            }
        }
    }
    let main = "mod words;\nfn main() {\n    println!(\"{}\", words::parse(\"{\\\"fn\\\": {}}\").is_ok());\n}\n";
    assert_eq!(rust_crate(&folder.join("rust"), "emitted-words", main)?, "true\n", "Rust");
    let script = "import { is } from \"./js/words.js\";\nif (!is({ fn: {} })) throw new Error();\n";
    typescript_run(&folder.join("ts"), &[], script)?;
    let script =
        "import sys; sys.path.insert(0, 'src'); import words; assert words.is_valid({'fn': {}})";
    let mut python = Command::new(crate::python::interpreter());
    run(python.args(["-W", "error", "-c", script]).current_dir(folder.join("python")))?;
    crate::golang::module(&folder.join("go"))?;
    crate::golang::go(&folder.join("go"), &["vet", "./src"])?;
    let script = ". ./words.sh && printf '{\"fn\":{}}' | skill_check -";
    run(Command::new("bash").args(["-c", script]).current_dir(folder.join("bash/src")))?;
    Ok(())
}

fn hides(sign: char) -> bool {
    let steers = matches!(sign, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    steers || (sign.is_control() && sign != '\n' && sign != '\t')
}

/// Patterns that a matcher which backtracks takes long for are told, and refused where that is asked for. Rust and Go have
/// matchers that don't.
fn slow_patterns() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let schema = "{\"type\": \"object\", \"properties\": {\n\
        \"slug\": {\"type\": \"string\", \"pattern\": \"^([a-z0-9]+-?)+$\"},\n\
        \"mail\": {\"type\": \"string\", \"pattern\": \"^[^@]+@[^@]+\\\\.[^@]+$\"},\n\
        \"short\": {\"type\": \"string\", \"maxLength\": 100, \"pattern\": \"^[^@]+@[^@]+\\\\.[^@]+$\"},\n\
        \"fine\": {\"type\": \"string\", \"pattern\": \"^[a-z0-9]+(-[a-z0-9]+)*$\"}}}\n";
    fs::write(folder.join("c.schema.json"), schema)?;
    let emit = |lang: &str, more: &[&str]| {
        let mut command = skillgen();
        command.args(["emit", "--lang", lang, "--contract", "c.schema.json", "--out", "out"]);
        text(&run_with(
            {
                command.args(more).current_dir(folder);
                command
            },
            b"",
        ))
    };
    for lang in ["ts", "python", "bash", "rust", "go"] {
        let backtracks = !matches!(lang, "rust" | "go");
        let (code, _, err) = emit(lang, &[]);
        let told = |place: &str, time: &str| {
            err.contains(&format!("warning: c.schema.json:{place}: pattern"))
                && err.contains(&format!("takes {time} time"))
        };
        let both = told("2:39", "exponential") && told("3:39", "quadratic or longer");
        let warnings = err.matches("warning: ").count();
        if code != 0 || both != backtracks || warnings != usize::from(backtracks) * 2 {
            return Err(format!("{lang}: exit {code}: {err}").into());
        }
        let (code, _, err) = emit(lang, &["--safe-patterns"]);
        let refused = code == 2 && err.contains("--safe-patterns refuses it");
        if refused != backtracks {
            return Err(format!("{lang} --safe-patterns: exit {code}: {err}").into());
        }
    }
    let mut command = skillgen();
    command.args(["check", "c.schema.json", "--format", "json"]).current_dir(folder);
    let (_, out, err) = text(&run_with(command, b""));
    for rule in ["design-pattern-exponential", "design-pattern-polynomial"] {
        if out.matches(&format!("\"{rule}\"")).count() == 0 {
            return Err(format!("check: {rule}: {out}{err}").into());
        }
    }
    Ok(())
}

/// Patterns that cost all the work there is, behind which slow ones are not examined, one that is too large, and one with a back
/// reference: `check` and `emit` say how many there are, and `--safe-patterns` refuses them.
fn unexamined_patterns() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let string = |pattern: &str| json!({"type": "string", "pattern": pattern});
    let worst = format!("^{}$", "(?:[a-z]+[a-z0-9]*)?".repeat(40));
    let spent = (0..60).map(|n| (format!("p{n:03}"), string(&format!("{worst}|{n}"))));
    let spent: Map<String, Value> = spent.chain([("slow".to_owned(), string("^(a+)+$"))]).collect();
    let cases = [
        (Value::Object(spent), "patterns, of which this is the first, are not examined"),
        (json!({"large": string(&"a?".repeat(2_000))}), "1 pattern is not examined"),
        (json!({"back": string("^(a|b)\\1$")}), "1 pattern is not examined"),
        (json!({"behind": string("(?<=a*)b")}), "1 pattern is not examined"),
        (json!({"counted": string("^(a?){1000}b$")}), "1 pattern is not examined"),
        (json!({"counted": string("^(a?){30}$")}), "takes exponential time"),
    ];
    for (properties, words) in cases {
        let schema = json!({"type": "object", "properties": properties});
        fs::write(folder.join("c.schema.json"), schema.to_string())?;
        let run = |args: &[&str]| {
            let mut command = skillgen();
            command.args(args).current_dir(folder);
            text(&run_with(command, b""))
        };
        let emit = ["emit", "--lang", "ts", "--contract", "c.schema.json", "--out", "out"];
        let (_, _, err) = run(&emit);
        let told = err.lines().filter(|line| line.contains(words)).count();
        let (code, _, refused) = run(&[&emit[..], &["--safe-patterns"]].concat());
        let (_, out, _) = run(&["check", "--all", "c.schema.json"]);
        if told != 1
            || code != 2
            || !refused.contains("--safe-patterns refuses")
            || !out.contains(words)
        {
            return Err(format!("{words}: exit {code}: {err}{refused}{out}").into());
        }
    }
    Ok(())
}

/// Python's own whole numbers take the square of their digits: a number of 400 kB took half a minute.
fn many_digits() -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let folder = scratch.path();
    let schema = json!({"type": "object", "properties": {"n": {"multipleOf": 0.3, "minimum": 1}}});
    fs::write(folder.join("c.json"), schema.to_string())?;
    let mut command = skillgen();
    command.args(["emit", "--lang", "python", "--contract", "c.json", "--name", "digits"]);
    run(command.args(["--out", "."]).current_dir(folder))?;
    let script = r#"
import digits, time
for number, fits in (("9" * 400_000, True), ("9" * 399_999 + "1", False), ("1." + "3" * 400_000, False)):
    start = time.perf_counter()
    assert digits.safe_parse('{"n": ' + number + "}").ok == fits, number[-3:]
    assert time.perf_counter() - start < 4, time.perf_counter() - start
"#;
    let mut command = Command::new(crate::python::interpreter());
    run(command.args(["-W", "error", "-c", script]).current_dir(folder)).map(|_| ())
}

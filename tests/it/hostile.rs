//! Hostile input ends in a clear refusal: no panic, no signal, within 2 GiB and a few seconds; what a
//! release build must do in 5 s a debug build beside other tests gets longer for.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

use crate::support::{run_with, skillgen, text};
use crate::zip_writer::{Raw, archive};

const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 90 } else { 15 });

/// name, file, its text, arguments, words of the answer (stdout or stderr), expected exit codes
type Row = (&'static str, &'static str, fn() -> String, &'static [&'static str], &'static str, i32);

const VALIDATE: &[&str] = &["validate", "--contract", "any.json", "in"];
const CONTRACT: &[&str] = &["validate", "--contract", "in", "any.json"];

const ROWS: &[Row] = &[
    ("a-yaml-bomb-as-data", "in", bomb, VALIDATE, "nodes once its aliases", 2),
    ("a-yaml-bomb-as-contract", "in", bomb, CONTRACT, "nodes once its aliases", 2),
    ("a-yaml-bomb-as-chain", "c.yaml", bomb, &["check", "c.yaml"], "c.yaml", 0),
    ("levels-of-data", "in", levels, VALIDATE, "nested deeper", 2),
    ("levels-of-schema", "in", schema_levels, CONTRACT, "nested deeper", 2),
    ("levels-checked", "s.json", schema_levels, &["check", "s.json"], "levels", 1),
    ("levels-compared", "in", schema_levels, &["diff", "in", "any.json"], "nested deeper", 2),
    ("levels-of-an-output", "in", levels, &["parse", "in"], "success", 0),
    (
        "a-schema-of-itself",
        "in",
        || r##"{"$ref":"#"}"##.to_owned(),
        CONTRACT,
        ": in:1:1: it refers to itself",
        2,
    ),
    ("a-ring-of-schemas", "in", ring, CONTRACT, "itself", 2),
    (
        "a-ring-below-alternatives",
        "in",
        || {
            let ring = r##"{"oneOf":[{"$ref":"#/$defs/r"},{"type":"string"}]}"##;
            format!(r##"{{"$defs":{{"r":{ring}}},"$ref":"#/$defs/r"}}"##)
        },
        &["diff", "in", "any.json"],
        "itself by `/$defs/r/oneOf/0`, so no",
        2,
    ),
    ("many-required-names", "in", required_names, CONTRACT, "required property", 1),
    (
        "many-values-of-an-enum",
        "in",
        enum_values,
        &["validate", "--contract", "in", "in", "--format", "json"],
        "expected one of an array",
        1,
    ),
    ("a-pattern-bomb", "in", pattern, CONTRACT_LONG, "pattern", 1),
    ("an-open-object-without-end", "in", || "{\"".repeat(1 << 20), &["parse", "in"], "cut off", 1),
    ("a-path-of-failures", "in", || "error/".repeat(170_000), &["parse", "in"], "legacy", 0),
    ("paths-on-one-line", "in", paths, &["parse", "in"], "a89999.ts", 0),
    (
        "words-in-quoted-paths",
        "in",
        || format!("created {}", "\"path a/b\" ".repeat(90_000)),
        &["parse", "in"],
        "path a/b",
        0,
    ),
    (
        "an-output-too-large",
        "in",
        || format!("{{\"success\":\"{}", "x".repeat(65 << 20)),
        &["parse", "in"],
        "larger than 64 MiB",
        1,
    ),
    (
        "a-line-too-long",
        "in",
        || format!("\"{}\"\n\"done\"\n", "x".repeat(129 << 20)),
        &["parse", "--batch", "in"],
        "longer than 128 MiB",
        1,
    ),
    (
        "an-enum-of-100000-in-go",
        "in",
        enumeration,
        &["emit", "--lang", "go", "--contract", "in"],
        "DO NOT EDIT",
        0,
    ),
    (
        "properties-20000-in-typescript",
        "in",
        properties,
        &["emit", "--lang", "ts", "--contract", "in"],
        "DO NOT EDIT",
        0,
    ),
    ("a-number-of-a-million-digits", "in", || "9".repeat(1 << 20), VALIDATE, "", 0),
    ("an-exponent-without-end", "in", || "1e999999999999".to_owned(), VALIDATE, "", 0),
];

const CONTRACT_LONG: &[&str] = &["validate", "--contract", "in", "long.json"];

fn enumeration() -> String {
    let values: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    format!(r#"{{"enum": [{}]}}"#, values.join(","))
}

fn properties() -> String {
    let each = |n: u32| format!(r#""p{n}": {{"type": "string"}}"#);
    let all: Vec<String> = (0..20_000).map(each).collect();
    format!(r#"{{"type": "object", "properties": {{{}}}}}"#, all.join(","))
}

pub(crate) fn cases() -> Vec<Trial> {
    let rows =
        ROWS.iter().map(|row| Trial::test(format!("hostile::{}", row.0), move || judge(row)));
    let mut trials: Vec<Trial> = rows.collect();
    trials.push(Trial::test("hostile::archives", archives));
    trials.push(Trial::test("hostile::streams-without-end", streams));
    trials.push(Trial::test("hostile::schemas-that-are-costly-to-compare", comparisons));
    trials.push(Trial::test("hostile::escapes-in-messages", escapes));
    trials
}

fn bomb() -> String {
    let letters: Vec<char> = ('a'..='j').collect();
    let mut text = format!("a: &a [{}]\n", "x,".repeat(10));
    for pair in letters.windows(2) {
        let uses = format!("*{},", pair[0]).repeat(10);
        text.push_str(&format!("{0}: &{0} [{uses}]\n", pair[1]));
    }
    text
}

fn required_names() -> String {
    let names: Vec<String> = (0..80_000).map(|n| format!("\"k{n}\"")).collect();
    format!(r#"{{"type":"object","required":[{}]}}"#, names.join(","))
}

/// A schema that is its own document: each of 4,000 items fails an enum of 4,000 values.
fn enum_values() -> String {
    let values: Vec<String> = (0..4_000).map(|n| format!("\"{n}\"")).collect();
    let items = vec!["\"z\""; 4_000].join(",");
    let schema = format!(r#"{{"items":{{"enum":[{}]}}}}"#, values.join(","));
    format!(r#"{{"type":"object","properties":{{"x-items":{schema}}},"x-items":[{items}]}}"#)
}

fn paths() -> String {
    let names: Vec<String> = (0..90_000).map(|n| format!("a{n}.ts")).collect();
    format!("created {}", names.join(", "))
}

fn levels() -> String {
    "[".repeat(100_000) + &"]".repeat(100_000)
}

fn schema_levels() -> String {
    "{\"properties\":{\"a\":".repeat(5000) + "{}" + &"}}".repeat(5000)
}

fn ring() -> String {
    r##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"}"##
        .to_owned()
}

fn pattern() -> String {
    r#"{"properties":{"a":{"pattern":"^(a+)+$"}}}"#.to_owned()
}

/// Runs with 2 GiB of address space, and holds the time and the way it ended.
fn bounded(here: &Path, args: &[&str]) -> Result<(i32, String), Failed> {
    let inner = skillgen();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 2097152; exec \"$@\"", "sh"]).arg(inner.get_program()).args(args);
    shell.current_dir(here).env("NO_COLOR", "1");
    let begin = Instant::now();
    let (code, out, err) = text(&run_with(shell, b""));
    let took = begin.elapsed();
    let shown: String = err.chars().take(300).collect();
    if !(0..=2).contains(&code) || err.contains("panicked") || took > LIMIT {
        return Err(format!("{args:?}: exit {code} after {took:?}: {shown}").into());
    }
    if code == 2 && err.lines().count() != 1 {
        return Err(format!("{args:?}: not one line: {shown}").into());
    }
    Ok((code, out + &err))
}

/// Schemas and tools whose comparison was exponential or quadratic.
fn comparisons() -> Result<(), Failed> {
    let tower = |end: &str| {
        let level = |at: u32| {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, at + 1);
            format!(r#""d{at}":{{"anyOf":[{next},{{"properties":{{"x":{next}}}}}]}}"#)
        };
        let levels: Vec<String> = (0..40).map(level).collect();
        format!(
            r##"{{"$defs":{{{},"d40":{{"type":"{end}"}}}},"$ref":"#/$defs/d0"}}"##,
            levels.join(",")
        )
    };
    let properties = |letter: &str| {
        let each = |at: u32| format!(r#""{letter}{at}":{{"type":"string"}}"#);
        format!(r#"{{"properties":{{{}}}}}"#, (0..1_000).map(each).collect::<Vec<_>>().join(","))
    };
    let tools = |letter: &str| {
        let each = |at: u32| {
            format!(
                r#"{{"name":"{letter}{at}","description":"a b","inputSchema":{{"type":"object"}}}}"#
            )
        };
        format!(r#"{{"tools":[{}]}}"#, (0..1_500).map(each).collect::<Vec<_>>().join(","))
    };
    // Questions about definitions lead to questions about those that they refer to.
    let linked = |least: usize| {
        let definition = |at: usize| {
            let next: Vec<String> = [1, 7, 11]
                .map(|step| format!(r##"{{"$ref":"#/$defs/d{}"}}"##, (at * step + 3) % 60))
                .to_vec();
            format!(
                r#""d{at}":{{"required":["m{at}"],"properties":{{"m{at}":{{"type":"string","minLength":{least}}},"next":{{"anyOf":[{}]}}}}}}"#,
                next.join(",")
            )
        };
        let all: Vec<String> = (0..60).map(definition).collect();
        let branches: Vec<String> =
            (0..60).map(|at| format!(r##"{{"$ref":"#/$defs/d{at}"}}"##)).collect();
        format!(r#"{{"anyOf":[{}],"$defs":{{{}}}}}"#, branches.join(","), all.join(","))
    };
    // Each condition was asked for values that all others speak of as well.
    let conditions = |least: usize| {
        let each = |at: usize| {
            format!(
                r#"{{"if":{{"properties":{{"k":{{"const":{at}}}}},"required":["k"]}},"then":{{"properties":{{"t{at}":{{"type":"string","minLength":{least}}}}},"required":["t{at}"]}}}}"#
            )
        };
        let all: Vec<String> = (0..40).map(each).collect();
        format!(r#"{{"type":"object","allOf":[{}]}}"#, all.join(","))
    };
    // The smallest document has a million texts, or a million members.
    let lists = |least: usize| {
        let text = format!(r#"{{"type":"string","minLength":{least}}}"#);
        let list = |inner, _| format!(r#"{{"type":"array","minItems":8,"items":{inner}}}"#);
        (0..6).fold(text, list)
    };
    let pairs = |end: &str| {
        let level = |at: u32| {
            let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, at + 1);
            format!(r#""d{at}":{{"required":["a","b"],"properties":{{"a":{next},"b":{next}}}}}"#)
        };
        let levels: Vec<String> = (0..22).map(level).collect();
        format!(
            r##"{{"$defs":{{{},"d22":{{"type":"{end}"}}}},"$ref":"#/$defs/d0"}}"##,
            levels.join(",")
        )
    };
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    for (name, old, new) in [
        ("nested lists", lists(5_000), lists(5_001)),
        ("pairs of members", pairs("string"), pairs("integer")),
        ("conditions", conditions(1), conditions(2)),
        ("linked alternatives", linked(2), linked(3)),
        ("tower", tower("string"), tower("number")),
        ("properties", properties("v"), properties("w")),
        ("tools", tools("t"), tools("u")),
    ] {
        std::fs::write(here.join("old.json"), old)?;
        std::fs::write(here.join("new.json"), new)?;
        let (code, answer) = bounded(here, &["diff", "--summary", "old.json", "new.json"])?;
        assert!(code == 1 && answer.contains("needs a major version"), "{name}: {code}: {answer}");
    }
    Ok(())
}

/// Half a gigabyte through a pipe: what is kept has its bounds. A debug build takes its time: a part of it
/// then, all with `SKILLGEN_SLOW=1`.
fn streams() -> Result<(), Failed> {
    let megabytes = if std::env::var_os("SKILLGEN_SLOW").is_some() { 500 } else { 4 };
    for piece in ["ERROR: it", "plain words", "{\"a\":[1,2", "Created: src/a.ts, b.ts", "[[[[[["] {
        let inner = skillgen();
        let mut shell = Command::new("sh");
        let line = format!(
            "yes '{piece}' | head -c {megabytes}000000 | (ulimit -v 2097152; \"$1\" parse; echo \"rc $?\" >&2)"
        );
        shell.args(["-c", &line, "sh"]).arg(inner.get_program());
        let (_, out, err) = text(&run_with(shell, b""));
        // 50 million errors are more than are kept.
        let told = match (piece, megabytes) {
            ("ERROR: it", 500) => out.contains("OUTPUT_TOO_LARGE"),
            ("{\"a\":[1,2" | "[[[[[[", _) => out.contains("parse_method"),
            _ => out.contains("\"parse_method\":\"legacy\""),
        };
        if !told || !(err.contains("rc 0") || err.contains("rc 1")) || err.lines().count() > 1 {
            return Err(format!("{piece}: {err}").into());
        }
    }
    Ok(())
}

fn judge(row: &Row) -> Result<(), Failed> {
    let (_, file, make, args, words, wanted) = row;
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    std::fs::write(here.join("any.json"), "{}")?;
    std::fs::write(here.join("long.json"), format!("{{\"a\":\"{}!\"}}", "a".repeat(200_000)))?;
    std::fs::write(here.join(file), make())?;
    let (code, answer) = bounded(here, args)?;
    let start: String = answer.chars().take(300).collect();
    // 0: a verdict is an answer too, whichever it is.
    if (*wanted > 0 && code != *wanted) || !answer.contains(words) {
        return Err(format!("exit {code}: {start}").into());
    }
    Ok(())
}

/// Too many entries, an entry that unpacks to far more than it is, and an archive in an archive.
fn archives() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let many: Vec<Raw> =
        (0..20_000).map(|n| Raw::file(format!("demo/{n}").as_bytes(), b"")).collect();
    let mut large = Raw::file(b"demo/SKILL.md", b"---\n");
    large.declared = Some(u32::MAX - 1);
    let inner = archive(&[Raw::file(b"demo/SKILL.md", b"---\nname: demo\ndescription: d\n---\n")]);
    let nested = [Raw::file(b"demo/inner.zip", &inner)];
    for (name, bytes, words) in [
        ("many.zip", archive(&many), "10000 entries"),
        ("large.zip", archive(&[large]), "expected at most"),
        ("nested.zip", archive(&nested), "SKILL.md"),
    ] {
        std::fs::write(here.join(name), bytes)?;
        let (code, answer) = bounded(here, &["check", name])?;
        assert!(code == 1 && answer.contains(words), "{name}: {code}: {answer}");
    }
    Ok(())
}

/// Escapes, C1 and bidi controls in keys, values and file names never reach the terminal as they are.
fn escapes() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let here = folder.path();
    let evil = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{7f}";
    std::fs::write(here.join("closed.json"), r#"{"additionalProperties":false,"type":"object"}"#)?;
    let document = serde_json::json!({ evil: evil });
    std::fs::write(here.join("data.json"), document.to_string())?;
    let skill = here.join(format!("skill{evil}"));
    std::fs::create_dir(&skill)?;
    std::fs::write(skill.join("SKILL.md"), format!("---\nname: \"{evil}\n---\n"))?;
    std::fs::write(here.join(format!("in{evil}.json")), "{")?;
    let broken = format!("in{evil}.json");
    for args in [
        &["validate", "--contract", "closed.json", "data.json"][..],
        &["validate", "--contract", "closed.json", &broken],
        &["check", "."],
        &["chain", &broken, "--skills", "."],
        &["parse", &format!("no{evil}")],
        &["compat", "--requires", evil, "--version", "1"],
        &["cache", "key", &format!("skill{evil}"), "--input", &broken],
        &["run", &format!("skill{evil}")],
    ] {
        let (_, answer) = bounded(here, args)?;
        let raw = |c: char| {
            (c.is_control() && c != '\n' && c != '\t')
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        if let Some(found) = answer.chars().find(|c| raw(*c)) {
            return Err(format!("{args:?}: {found:?} in {answer:?}").into());
        }
    }
    Ok(())
}

//! Containment against known answers: pairs made from the official suite. A true "no" has an instance of
//! the suite that the one schema takes and the other refuses; a true "yes" holds by construction
//! (`allOf: [A, B]` ⊆ A, A ⊆ `anyOf: [A, B]`, `not: {not: A}` = A). Never wrong, and little left open.
//!
//! CI runs every tenth pair; `SKILLGEN_SLOW=1` runs them all and holds the project to its figures.
#![allow(clippy::print_stdout, reason = "the figures are what these tests are read for")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use containment::{Formats, Options, Verdict};
use contract::{Document, Loader, Schema};
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::support::suite;

const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

pub(crate) fn cases() -> Vec<Trial> {
    vec![Trial::test("containment::suite_pairs", || measure().map_err(Into::into))]
}

/// A question with its answer.
struct Pair {
    label: String,
    a: Value,
    b: Value,
    holds: bool,
}

#[derive(Default, Clone, Copy)]
struct Tally {
    pairs: usize,
    decided: usize,
    wrong: usize,
}

fn measure() -> Result<(), String> {
    let slow = std::env::var_os("SKILLGEN_SLOW").is_some();
    let only = std::env::var("SKILLGEN_PAIRS").ok();
    let options = Options { formats: Formats::Annotate, ..Options::default() };
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let dump = std::env::var_os("SKILLGEN_PAIRS_FILE");
    let mut lines = String::new();
    let mut open = String::new();
    let mut wrong = String::new();
    for (draft, uri) in DRAFTS {
        for (number, pair) in pairs(draft, uri).into_iter().enumerate() {
            let chosen = match &only {
                Some(part) => pair.label.contains(part.as_str()),
                None => slow || number % 10 == 0,
            };
            if !chosen {
                continue;
            }
            let (Some(a), Some(b)) = (read(&pair.a), read(&pair.b)) else { continue };
            let begin = Instant::now();
            let verdict = containment::contains(&a, &b, &options);
            let elapsed = begin.elapsed();
            if dump.is_some() {
                record(&mut lines, draft, &pair, (&a, &b), (&verdict, elapsed));
            }
            let tally = tallies.entry(draft).or_default();
            tally.pairs += 1;
            match (&verdict, pair.holds) {
                (Verdict::Holds, true) | (Verdict::Refuted(_), false) => tally.decided += 1,
                (Verdict::Unknown { .. }, _) => {
                    let _ = writeln!(open, "{} {}: {verdict:?}", pair.label, pair.holds);
                }
                _ => {
                    tally.wrong += 1;
                    let _ =
                        writeln!(wrong, "{}: {verdict:?}\n {}\n {}", pair.label, pair.a, pair.b);
                }
            }
        }
    }
    if let Some(file) = &dump {
        std::fs::write(file, lines).map_err(|error| error.to_string())?;
    }
    let all = tallies.values().fold(Tally::default(), |sum, one| Tally {
        pairs: sum.pairs + one.pairs,
        decided: sum.decided + one.decided,
        wrong: sum.wrong + one.wrong,
    });
    let share = |tally: &Tally| 100.0 * tally.decided as f64 / tally.pairs.max(1) as f64;
    let mut table = String::new();
    for (draft, tally) in tallies.iter().chain([(&"all", &all)]) {
        let _ = writeln!(
            table,
            "{draft:14} {:5} pairs, {:6.2} % decided, {} wrong",
            tally.pairs,
            share(tally),
            tally.wrong
        );
    }
    println!("{table}");
    if slow || only.is_some() {
        println!("open:\n{open}");
    }
    if all.wrong > 0 {
        return Err(format!("wrong answers:\n{wrong}"));
    }
    if all.pairs < 100 && only.is_none() {
        return Err(format!("only {} pairs: is the suite whole?", all.pairs));
    }
    if only.is_none() {
        let newest = tallies.get("draft2020-12").copied().unwrap_or_default();
        if share(&newest) < 97.0 || share(&all) < 94.0 {
            return Err(format!("too much is left open:\n{table}{open}"));
        }
    }
    Ok(())
}

/// One line for `cargo xtask bench diff`: the pair, our answer, and that of the layer that is a peer's
/// work alone, each with its time in microseconds.
fn record(
    lines: &mut String,
    draft: &str,
    pair: &Pair,
    (a, b): (&Schema, &Schema),
    (verdict, elapsed): (&Verdict, Duration),
) {
    let short = |verdict: &Verdict| match verdict {
        Verdict::Holds => "yes",
        Verdict::Refuted(_) => "no",
        // The peer's own word counts, though we would not take it.
        Verdict::Unknown { reason, .. } if reason == containment::NO_INSTANCE => "no",
        Verdict::Unknown { .. } => "unknown",
    };
    let mut row = json!({
        "draft": draft, "a": pair.a, "b": pair.b, "holds": pair.holds,
        "skillgen": {"answer": short(verdict), "us": elapsed.as_micros() as u64},
    });
    for layer in containment::layers().iter().filter(|layer| layer.name() == "canonical") {
        let begin = Instant::now();
        let budget = containment::Budget::new(1_000_000);
        let version = |schema| containment::CompiledSchema::new(schema, Formats::Annotate);
        let (a, b) = (version(a), version(b));
        let ask = containment::Pair::new(&a, &b);
        let verdict = layer.contains(&ask.backward(), &budget);
        let us = begin.elapsed().as_micros() as u64;
        row["jsonschema"] = json!({"answer": short(&verdict), "us": us});
    }
    let _ = writeln!(lines, "{row}");
}

/// The suite's folder `remotes`, which its schemas expect at a host of their own.
struct Remotes;

impl Loader for Remotes {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        let path = uri.strip_prefix("http://localhost:1234/");
        Ok(path.and_then(|path| std::fs::read(suite().join("remotes").join(path)).ok()))
    }
}

fn read(schema: &Value) -> Option<Schema> {
    let document = Document::json("schema.json", schema.to_string().as_bytes()).ok()?;
    Schema::read(&document, &Remotes).ok()
}

struct Group {
    label: String,
    schema: Value,
    tests: Vec<(Value, bool)>,
}

fn pairs(draft: &str, uri: &str) -> Vec<Pair> {
    let folder = suite().join("tests").join(draft);
    let mut pairs = Vec::new();
    // Not `optional/format` and `optional/content.json`: formats, encodings and media types are comments here, so
    // their instances say nothing.
    let optional = json_files(&folder.join("optional")).into_iter();
    let optional = optional.filter(|file| !file.ends_with("content.json"));
    let files = json_files(&folder).into_iter().chain(optional);
    for path in files {
        let groups = groups(&path, uri);
        for (at, group) in groups.iter().enumerate() {
            for other in groups.iter().skip(at + 1).take(2) {
                both(group, other, uri, &mut pairs);
            }
            let everything = Group {
                label: "everything".to_owned(),
                schema: json!({ "$schema": uri }),
                tests: Vec::new(),
            };
            no(&everything, group, &mut pairs);
            let negation = wrap(uri, |inner| json!({"not": inner}), &[&group.schema]);
            if let (Some(negation), Some(double)) =
                (negation, wrap(uri, |inner| json!({"not": {"not": inner}}), &[&group.schema]))
            {
                let against =
                    Group { label: "not".to_owned(), schema: negation, tests: Vec::new() };
                no(group, &against, &mut pairs);
                for (a, b) in [(&double, &group.schema), (&group.schema, &double)] {
                    pairs.push(Pair {
                        label: format!("{} not not", group.label),
                        a: a.clone(),
                        b: b.clone(),
                        holds: true,
                    });
                }
            }
        }
    }
    pairs
}

/// The files directly in a folder, sorted.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn groups(path: &Path, uri: &str) -> Vec<Group> {
    let text = std::fs::read_to_string(path).unwrap();
    let parsed: Value = serde_json::from_str(&text).unwrap();
    let name = path.strip_prefix(suite().join("tests")).unwrap().display().to_string();
    let groups = parsed.as_array().unwrap().iter();
    groups
        .map(|group| {
            let mut schema = group["schema"].clone();
            if let Value::Object(members) = &mut schema
                && !members.contains_key("$schema")
            {
                members.insert("$schema".to_owned(), Value::from(uri));
            }
            if let Value::Bool(true) = schema {
                schema = json!({ "$schema": uri });
            } else if let Value::Bool(false) = schema {
                schema = json!({ "$schema": uri, "not": {} });
            }
            let tests = group["tests"].as_array().unwrap().iter();
            Group {
                label: format!("{name}: {}", group["description"].as_str().unwrap_or_default()),
                schema,
                tests: tests
                    .map(|test| (test["data"].clone(), test["valid"].as_bool().unwrap()))
                    .collect(),
            }
        })
        .collect()
}

/// What two schemas of one file say of each other.
fn both(a: &Group, b: &Group, uri: &str, pairs: &mut Vec<Pair>) {
    no(a, b, pairs);
    no(b, a, pairs);
    for (keyword, flip) in [("allOf", false), ("anyOf", true)] {
        let Some(whole) = wrap_list(uri, keyword, &[&a.schema, &b.schema]) else { continue };
        let label = format!("{} / {} {keyword}", a.label, b.label);
        let (small, large) = if flip { (&a.schema, &whole) } else { (&whole, &a.schema) };
        pairs.push(Pair { label, a: small.clone(), b: large.clone(), holds: true });
    }
}

/// A "no", if an instance of either group shows it.
fn no(a: &Group, b: &Group, pairs: &mut Vec<Pair>) {
    let judge = |schema: &Value| {
        let schema = read(schema)?;
        jsonschema::options().should_validate_formats(false).build(&schema.to_standalone()).ok()
    };
    let (Some(takes), Some(refuses)) = (judge(&a.schema), judge(&b.schema)) else { return };
    let own = a.tests.iter().filter(|(_, valid)| *valid).map(|(data, _)| data);
    let other = b.tests.iter().filter(|(_, valid)| !*valid).map(|(data, _)| data);
    if own.chain(other).any(|data| takes.is_valid(data) && !refuses.is_valid(data)) {
        let label = format!("{} / {}", a.label, b.label);
        pairs.push(Pair { label, a: a.schema.clone(), b: b.schema.clone(), holds: false });
    }
}

/// Schemas that keep their meaning when they are put inside of another one.
fn movable(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().all(|(key, value)| {
            !key.starts_with('$') && key != "id" && movable(value) || key == "$schema"
        }),
        Value::Array(items) => items.iter().all(movable),
        _ => true,
    }
}

fn wrap(uri: &str, make: impl Fn(Value) -> Value, parts: &[&Value]) -> Option<Value> {
    let mut inner = (*parts.first()?).clone();
    if inner.get("$schema").and_then(Value::as_str) != Some(uri) || !movable(&inner) {
        return None;
    }
    inner.as_object_mut()?.shift_remove("$schema");
    let mut whole = make(inner);
    whole.as_object_mut()?.insert("$schema".to_owned(), Value::from(uri));
    Some(whole)
}

fn wrap_list(uri: &str, keyword: &str, parts: &[&Value]) -> Option<Value> {
    let mut list = Vec::new();
    for part in parts {
        list.push(wrap(uri, |inner| inner, &[part])?);
    }
    for part in &mut list {
        part.as_object_mut()?.shift_remove("$schema");
    }
    Some(json!({ "$schema": uri, keyword: list }))
}

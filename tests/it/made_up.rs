//! Texts that nobody would write: pieces of each language in any order, and sound texts with bytes changed.
//! Nothing panics, nothing takes for ever, and what is said of one text is said of the same text in other
//! hands. A few thousand texts an area in CI, fifty times as many with `SKILLGEN_SLOW=1`.

mod pieces;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use contract::{Contract, Document, NoFiles};
use libtest_mimic::{Failed, Trial};
use lint::{Content, Entries, Kind, Profiles};
use runtime::cache::{Entry, Key};
use runtime::checks::{Values, evaluate};
use runtime::parse::{Options, SkillOutputParser, parse, parse_line};
use serde_json::{Value, json};

use crate::zip_writer::{Raw, archive};
use pieces::{CHAINS, CHECKS, ENTRIES, FRONTMATTER, OUTPUTS, REQUIREMENTS, SCHEMAS};

/// No text of a few hundred bytes may take longer, in a debug build beside other tests.
const LIMIT: Duration = Duration::from_secs(30);

type Area = (&'static str, usize, fn(&[u8]) -> Result<(), String>, &'static [&'static str]);

const AREAS: [Area; 7] = [
    ("frontmatter", 1500, frontmatter, FRONTMATTER),
    ("chains", 1500, chains, CHAINS),
    ("checks", 6000, checks, CHECKS),
    ("outputs", 3000, outputs, OUTPUTS),
    ("cache-entries", 3000, entries, ENTRIES),
    ("requirements", 6000, requirements, REQUIREMENTS),
    ("schemas", 800, schemas, SCHEMAS),
];

pub(crate) fn cases() -> Vec<Trial> {
    let area = |row: &'static Area| Trial::test(format!("made_up::{}", row.0), move || all(row));
    let mut trials: Vec<Trial> = AREAS.iter().map(area).collect();
    trials.push(Trial::test("made_up::archives", archives));
    trials
}

/// SplitMix64: the same texts everywhere, for ever.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn text(&mut self, pieces: &[&str]) -> Vec<u8> {
        let length = 1 + self.below(24);
        let mut bytes: Vec<u8> = Vec::new();
        // Half of them begin as a sound text would.
        if self.below(2) == 0 {
            pieces.iter().take(4).for_each(|piece| bytes.extend(piece.as_bytes()));
        }
        for _ in 0..length {
            bytes.extend(pieces[self.below(pieces.len())].as_bytes());
        }
        self.spoil(&mut bytes);
        bytes
    }

    /// One text in three has a few bytes changed, taken out or put in.
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        if self.below(3) > 0 {
            return;
        }
        for _ in 0..1 + self.below(3) {
            let at = self.below(bytes.len().max(1));
            let byte = u8::try_from(self.below(256)).unwrap_or_default();
            match self.below(3) {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.insert(at.min(bytes.len()), byte),
            }
        }
    }
}

fn rounds(usual: usize) -> usize {
    if std::env::var_os("SKILLGEN_SLOW").is_some() { usual * 50 } else { usual }
}

fn all((name, usual, judge, pieces): &Area) -> Result<(), Failed> {
    let mut random = Random(name.len() as u64);
    for round in 0..rounds(*usual) {
        let bytes = random.text(pieces);
        held(round, &bytes, *judge)?;
    }
    Ok(())
}

/// Judges one text; says which one it was where that panics, takes too long or contradicts itself.
fn held(
    round: usize,
    bytes: &[u8],
    judge: impl FnOnce(&[u8]) -> Result<(), String>,
) -> Result<(), Failed> {
    let begin = Instant::now();
    let shown = || format!("text {round}: {:?}", String::from_utf8_lossy(bytes));
    match catch_unwind(AssertUnwindSafe(|| judge(bytes))) {
        Ok(Ok(())) if begin.elapsed() < LIMIT => Ok(()),
        Ok(Ok(())) => Err(format!("{}: took {:?}", shown(), begin.elapsed()).into()),
        Ok(Err(why)) => Err(format!("{}: {why}", shown()).into()),
        Err(_) => Err(format!("{}: a panic", shown()).into()),
    }
}

struct One(Vec<u8>);

impl Content for One {
    fn read(&self, _path: &str) -> Result<Vec<u8>, String> {
        Ok(self.0.clone())
    }
}

fn check_skill(bytes: &[u8]) -> lint::Report {
    let profiles = Profiles::named(&[]).expect("the default profiles are there");
    let content = One(bytes.to_vec());
    let kinds = BTreeMap::from([("SKILL.md".to_owned(), Kind::File)]);
    let name = Some("demo".to_owned());
    lint::check_skill(
        &Entries { shown: "demo".to_owned(), name, kinds, complete: true, content: &content },
        &profiles,
    )
}

/// Findings stand in the file; safe fixes come to an end and never make a block unreadable.
fn frontmatter(bytes: &[u8]) -> Result<(), String> {
    let mut report = check_skill(bytes);
    let lines = u32::try_from(bytes.split(|b| *b == b'\n').count()).unwrap_or(u32::MAX);
    if let Some(found) = report.found.iter().find(|found| found.finding.position.line > lines) {
        return Err(format!("no such line: {:?}", found.finding));
    }
    // Whatever it is, reading a contract of it ends in one or in an error.
    let _ = Contract::read("SKILL.md", bytes, &NoFiles);
    let Ok(mut text) = String::from_utf8(bytes.to_vec()) else { return Ok(()) };
    let broken = |report: &lint::Report| {
        report.found.iter().any(|found| found.finding.rule == "frontmatter-unparsable")
    };
    let mut read_once = false;
    for _ in 0..6 {
        read_once |= !broken(&report);
        let fixes = report.found.iter().filter_map(|found| found.fix.as_ref());
        let safe = fixes.filter(|fix| fix.safety == lint::Safety::Safe);
        let (fixed, _) = lint::fix::apply(&text, safe);
        if fixed == text {
            return Ok(());
        }
        text = fixed;
        report = check_skill(text.as_bytes());
        // A byte order mark hides the block: then the first fix uncovers it.
        if read_once && broken(&report) && !bytes.starts_with("\u{feff}".as_bytes()) {
            return Err(format!("a fix broke it: {text:?}"));
        }
    }
    Err(format!("fixes without end: {text:?}"))
}

fn chains(bytes: &[u8]) -> Result<(), String> {
    let Ok(document) = Document::guess("chain.yaml", bytes) else { return Ok(()) };
    let alone = lint::chain::check_alone(&document);
    let skills = lint::chain::skills(&document);
    let nothing = skills.iter().map(|name| (name.clone(), lint::chain::Lookup::Missing)).collect();
    let found = lint::chain::check(&document, &nothing, &lint::chain::NoOracle);
    let _ = (lint::chain::graph::dot(&found), lint::chain::graph::mermaid(&found));
    // What can be said without the skills stays said with them.
    let errors = |report: &lint::Report| report.has_errors();
    if errors(&alone) && !errors(&found.report) {
        return Err("an error is gone with the skills".to_owned());
    }
    Ok(())
}

fn checks(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let values = json!({"x": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "operation": "read", "n": 1.5, "l": [1, {"y": null}]});
    let input = values.as_object();
    let first = evaluate(&text, &Values { input, ..Values::default() });
    if first != evaluate(&text, &Values { input, ..Values::default() }) {
        return Err("two answers".to_owned());
    }
    Ok(())
}

/// The report is JSON, its output an envelope, and the same however the text comes in.
fn outputs(bytes: &[u8]) -> Result<(), String> {
    for options in
        [Options::default(), Options { legacy: false, strict: true, ..Options::default() }]
    {
        let whole = parse(bytes, &options);
        let report: Value = serde_json::from_str(&whole.to_json()).map_err(|e| e.to_string())?;
        if report["success"] == json!(true) && !report["output"]["success"].is_boolean() {
            return Err(format!("no envelope: {report}"));
        }
        let mut parser = SkillOutputParser::new(&options);
        bytes.chunks(3).for_each(|piece| parser.push(piece));
        if parser.finish().to_json() != whole.to_json() {
            return Err("in pieces it is another".to_owned());
        }
        if let Ok(text) = std::str::from_utf8(bytes) {
            let line = parse_line(Value::from(text).to_string().as_bytes(), &options);
            if line.to_json() != whole.to_json() {
                return Err(format!("as a line of a batch it is another: {}", line.to_json()));
            }
        }
    }
    Ok(())
}

/// What can be read as an entry is written and read again as the same.
fn entries(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(entry) = Entry::read(&text) {
        let again = Entry::read(&entry.to_text()).map_err(|e| format!("written, it is {e}"))?;
        if again.key != entry.key || again.expires_at != entry.expires_at {
            return Err("written, it is another".to_owned());
        }
    }
    let key = Key::new(&text, &json!({"a": text})).map_err(|e| e.to_string())?;
    if key.file_name().contains(['/', '\\', '\0']) || key.file_name().starts_with('.') {
        return Err(format!("a name that leads elsewhere: {}", key.file_name()));
    }
    let entry = Entry::new(&key, "", &json!({"b": text}), 0, 5.0);
    match Entry::read(&entry.to_text()) {
        Ok(again) if again.key == entry.key && again.output == entry.output => Ok(()),
        other => Err(format!("an own entry: {other:?}")),
    }
}

fn requirements(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let (requirement, version) = text.split_at(text.char_indices().nth(6).map_or(0, |(at, _)| at));
    let first = runtime::compat::fits(requirement, version);
    let second = runtime::compat::fits(requirement, version);
    if first != second { Err("two answers".to_owned()) } else { Ok(()) }
}

fn schemas(bytes: &[u8]) -> Result<(), String> {
    let names = ["openai-strict-2026-10", "anthropic-2026-10", "gemini-2026-10"].map(str::to_owned);
    let profiles = Profiles::named(&names).map_err(|e| e.to_string())?;
    for label in ["input.schema.json", "output.schema.yaml"] {
        let _ = lint::check_schema(label, bytes.to_vec(), &NoFiles, &profiles);
        let _ = lint::check_contract(label, bytes.to_vec(), &NoFiles, &profiles);
    }
    Ok(())
}

/// The list of a sound archive, with bytes changed: judged, or refused, never more.
fn archives() -> Result<(), Failed> {
    let names: [&[u8]; 4] = [b"demo/", b"demo/SKILL.md", b"demo/assets/runner.json", b"demo/../x"];
    let entries: Vec<Raw> =
        names.iter().map(|name| Raw::file(name, b"---\nname: demo\n---\n")).collect();
    let sound = archive(&entries);
    let mut random = Random(8);
    for round in 0..rounds(4000) {
        let mut bytes = sound.clone();
        for _ in 0..1 + random.below(6) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap_or_default();
        }
        if random.below(8) == 0 {
            bytes.truncate(random.below(bytes.len()));
        }
        held(round, &bytes, |bytes| {
            if let Ok(list) = lint::archive::list(bytes, 1000) {
                let _ = lint::archive::judge("a.zip", &list);
            }
            Ok(())
        })?;
    }
    Ok(())
}

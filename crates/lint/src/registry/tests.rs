//! Each rule file can be read, has a known level, and is in the list; and its example, in a valid
//! package, triggers the rule.

use std::cell::RefCell;
use std::collections::BTreeMap;

use contract::Level;

use super::{list, rules};
use crate::chain::{Lookup, NoOracle};
use crate::entries::{Content, Entries, Kind};
use crate::profile::Profiles;
use crate::report::Report;

#[test]
#[allow(clippy::disallowed_methods, reason = "the test compares the list with the folder")]
fn the_list_is_the_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let mut stems: Vec<String> = std::fs::read_dir(folder)
        .expect("rules/ is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .map(|name| name.trim_end_matches(".md").to_owned())
        .collect();
    stems.sort();
    let listed: Vec<&str> = list::FILES.iter().map(|(id, _)| *id).collect();
    assert_eq!(listed, stems);
}

#[test]
fn each_file_has_what_it_needs() {
    for doc in rules() {
        assert!(doc.text("level").and_then(Level::parse).is_some(), "{}: level", doc.id);
        assert!(matches!(doc.text("fix"), Some("none" | "safe" | "unsafe")), "{}: fix", doc.id);
        assert!(!doc.why.is_empty(), "{}: why", doc.id);
    }
}

/// Files by path.
pub(crate) struct Files(pub(crate) RefCell<BTreeMap<String, Vec<u8>>>);

impl Content for Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.borrow().get(path).cloned().ok_or_else(|| "no such file".to_owned())
    }

    // The scripts of the examples have no executable bit; those of a new skill do.
    fn is_executable(&self, path: &str) -> Option<bool> {
        Some(!path.starts_with("scripts/"))
    }
}

pub(crate) fn sound() -> Files {
    let skill = "---\nname: demo\ndescription: Does nothing. Use when an example is needed.\n---\n\n# Demo\n\nSay hello.\n";
    let manifest = r#"{
  "id": "demo",
  "version": "1.0.0",
  "engines": ["codex"],
  "execution_modes": ["auto"],
  "schemas": {
    "input": "assets/input.schema.json",
    "parameter": "assets/parameter.schema.json",
    "output": "assets/output.schema.json"
  }
}"#;
    let dialect = r#""$schema": "https://json-schema.org/draft/2020-12/schema""#;
    let input = format!(
        r#"{{ {dialect}, "type": "object", "additionalProperties": false, "required": ["topic"],
  "properties": {{ "topic": {{ "type": "string", "description": "The news topic to look for, a few words", "examples": ["tides"] }} }} }}"#
    );
    let parameter = format!(
        r#"{{ {dialect}, "type": "object", "additionalProperties": false, "properties": {{
    "language": {{ "enum": ["en", "de"], "default": "en", "description": "Language of the digest, as ISO 639-1 has it" }} }} }}"#
    );
    let output = format!(
        r#"{{ {dialect}, "type": "object", "required": ["status"], "properties": {{
    "status": {{ "enum": ["success", "failed"], "description": "Whether the digest could be written" }},
    "errors": {{ "type": "array", "description": "What went wrong, if anything did", "items": {{
      "type": "object", "required": ["code", "message", "recoverable"], "properties": {{
        "code": {{ "type": "string", "description": "Name of the error", "examples": ["TIMEOUT"] }},
        "message": {{ "type": "string", "description": "What happened, for a person", "examples": ["no answer"] }},
        "recoverable": {{ "type": "boolean", "description": "Whether trying again can help" }} }} }} }} }} }}"#
    );
    let files = [
        ("SKILL.md", skill.to_owned()),
        ("assets/runner.json", manifest.to_owned()),
        ("assets/input.schema.json", input),
        ("assets/parameter.schema.json", parameter),
        ("assets/output.schema.json", output),
    ];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text.into_bytes()));
    Files(RefCell::new(files.collect()))
}

pub(crate) fn entries(files: &Files) -> Entries<'_> {
    let kinds = files.0.borrow().keys().map(|path| (path.clone(), Kind::File)).collect();
    Entries {
        shown: "demo".to_owned(),
        name: Some("demo".to_owned()),
        kinds,
        complete: true,
        content: files,
    }
}

fn run(files: &Files, skill_only: bool, profile: &[String]) -> Report {
    let mut profiles = Profiles::named(profile).expect("the profiles are there");
    // In place of the command's reader of conditions.
    profiles.undecidable = Some(|condition, names| {
        let is_open = condition.contains("limit") && !names.contains_key("limit");
        is_open.then(|| "`limit` is not declared".to_owned())
    });
    if skill_only {
        crate::check_skill(&entries(files), &profiles)
    } else {
        crate::check_package(&entries(files), &profiles)
    }
}

/// Checks a chain with two skills, one that reads and one that writes; without them if it names neither.
fn chain(text: &str) -> Report {
    let skill = |name: &str, schemas: &str| {
        let text = format!("---\nname: {name}\ndescription: x\n{schemas}---\n");
        let contract = contract::Contract::read("SKILL.md", text.as_bytes(), &contract::NoFiles);
        Lookup::Known(Box::new(contract.expect("the contract is sound")))
    };
    let reader = "input_schema:\n  optional:\n    - {name: path, type: string}\n\
                  output_schema:\n  required:\n    - {name: text, type: string}\n    \
                  - {name: count, type: number}\n    - {name: meta, type: object}\n    \
                  - {name: items, type: \"object[]\"}\n  optional:\n    - {name: note, type: string}\n";
    let writer = "input_schema:\n  required:\n    - {name: text, type: string}\n  optional:\n    \
                  - {name: limit, type: number}\n\
                  output_schema:\n  required:\n    - {name: path, type: string}\n";
    let skills = BTreeMap::from([
        ("reader".to_owned(), skill("reader", reader)),
        ("writer".to_owned(), skill("writer", writer)),
    ]);
    let document =
        contract::Document::yaml("chain.yaml", text.as_bytes()).expect("the chain is YAML");
    // Like `check`, if it finds none of them.
    if crate::chain::skills(&document).iter().all(|name| !skills.contains_key(name)) {
        return crate::chain::check_alone(&document);
    }
    crate::chain::check(&document, &skills, &NoOracle).report
}

#[test]
fn the_sound_package_is_sound() {
    let report = run(&sound(), false, &[]);
    let said: Vec<String> = report
        .found
        .iter()
        .filter(|found| found.finding.level != Level::Info)
        .map(|found| format!("{:?}", found.finding))
        .collect();
    assert!(said.is_empty(), "{said:#?}");
}

#[test]
fn each_example_makes_its_rule_speak() {
    let mut without = Vec::new();
    for doc in rules() {
        let files = sound();
        let mut skill_only = false;
        let mut used = false;
        let mut chained = None;
        let mut profile = Vec::new();
        for (info, text) in doc.blocks.iter().filter(|(info, _)| quiet_path(info).is_none()) {
            let path = info.rsplit(' ').next().unwrap_or_default().to_owned();
            let mut map = files.0.borrow_mut();
            match info.split(' ').next() {
                Some("remove") => {
                    map.remove(text.trim());
                }
                Some("crlf") => {
                    let crlf = map
                        .get(text.trim())
                        .map(|old| String::from_utf8_lossy(old).replace('\n', "\r\n").into_bytes());
                    map.insert(text.trim().to_owned(), crlf.expect("the file is there"));
                }
                Some("json") if path == "tools.json" => {
                    let profiles = Profiles::named(&[]).expect("no name is unknown");
                    chained = Some(crate::check_mcp(&path, text.as_bytes(), &profiles));
                }
                Some("json" | "markdown") => {
                    // `json PROFILE PATH`: what a provider rejects.
                    if let [_, name, _] = info.split(' ').collect::<Vec<_>>()[..] {
                        profile.push(name.to_owned());
                    }
                    map.insert(path, text.clone().into_bytes());
                }
                Some("bash" | "python") if path.ends_with(".sh") || path.ends_with(".py") => {
                    map.insert(path, text.clone().into_bytes());
                }
                Some("yaml") if path == "chain.yaml" => chained = Some(chain(text)),
                Some("skill") => {
                    skill_only = true;
                    map.insert(path, text.clone().into_bytes());
                }
                _ => continue,
            }
            used = true;
        }
        if !used {
            without.push(doc.id.clone());
            continue;
        }
        let report = chained.unwrap_or_else(|| run(&files, skill_only, &profile));
        let spoke: Vec<&str> = report.found.iter().map(|f| f.finding.rule.as_str()).collect();
        assert!(spoke.contains(&doc.id.as_str()), "{}: its example gives {spoke:?}", doc.id);
    }
    // Some need an archive, several skills or a file of megabytes.
    assert!(without.len() < 25, "rules without an example that can be run: {without:?}");
}

/// The file of a block that shows what a rule does not report: `markdown quiet SKILL.md`.
fn quiet_path(info: &str) -> Option<&str> {
    match info.split(' ').collect::<Vec<_>>()[..] {
        [_, "quiet", path] => Some(path),
        _ => None,
    }
}

/// Each SKILL.md among the quiet blocks begins a case; the blocks before the next one are its other files.
#[test]
fn what_a_rule_does_not_report_is_quiet() {
    let mut cases = 0;
    for doc in rules() {
        let quiet = doc.blocks.iter().filter_map(|(info, text)| Some((quiet_path(info)?, text)));
        let mut each: Vec<Vec<(&str, &String)>> = Vec::new();
        for (path, text) in quiet {
            match each.last_mut().filter(|_| path != "SKILL.md") {
                Some(files) => files.push((path, text)),
                None => each.push(vec![(path, text)]),
            }
        }
        for case in each {
            cases += 1;
            let files = sound();
            for (path, text) in &case {
                files.0.borrow_mut().insert((*path).to_owned(), text.as_bytes().to_vec());
            }
            let report = run(&files, true, &[]);
            let spoke: Vec<&str> = report
                .found
                .iter()
                .filter(|found| found.finding.rule == doc.id)
                .map(|found| found.finding.message.as_str())
                .collect();
            assert!(spoke.is_empty(), "{}: {spoke:?} for {case:?}", doc.id);
        }
    }
    assert!(cases >= 8, "{cases} cases");
}

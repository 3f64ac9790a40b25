//! Executes the example of every rule file: it yields exactly that rule, its witness separates the two
//! versions, and a version compared with itself yields nothing.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test looks at the folder of rules, and fails by panicking"
)]

use contract::{Bump, Contract, Loader, NoFiles};
use schema_diff::{Effect, Formats, Report, RoleChoice, Rule, Settings, Side, diff};
use serde_json::{Value, json};

fn settings(role: RoleChoice) -> Settings {
    let mut settings =
        Settings { role: Some(role), definitions: Some(false), ..Settings::default() };
    settings.options.formats = Formats::Assert;
    settings
}

/// A package whose manifest is the example: its other files are the smallest there are.
struct Package<'m>(&'m str);

impl Loader for Package<'_> {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(match path {
            "assets/runner.json" => Some(self.0.as_bytes().to_vec()),
            "SKILL.md" => Some(b"---\nname: digest\ndescription: Collects news.\n---\n".to_vec()),
            "assets/output.schema.json" => Some(b"{}".to_vec()),
            _ => None,
        })
    }
}

/// What an example is: a schema, a contract, the frontmatter of a skill, the manifest of a package.
fn read(text: &str) -> Contract {
    let value: Value = serde_json::from_str(text).unwrap();
    if value.get("schemas").is_some() {
        return contract::source::package::read("digest", &Package(text)).unwrap();
    }
    let is_skill = |keys: [&str; 2]| keys.iter().all(|key| value.get(key).is_some());
    if is_skill(["name", "description"]) || value.get("license").is_some() {
        // JSON is YAML: the example is the frontmatter of a SKILL.md.
        let skill = format!("---\n{}\n---\n# Skill\n", value);
        return Contract::read("SKILL.md", skill.as_bytes(), &NoFiles).unwrap();
    }
    Contract::read("example.json", text.as_bytes(), &NoFiles).unwrap()
}

fn report(old: &str, new: &str, role: RoleChoice) -> Report {
    schema_diff::diff(&read(old), &read(new), &settings(role))
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::options().should_validate_formats(true).offline().build(schema).unwrap()
}

fn examples() -> Vec<(&'static Rule, String, String)> {
    let rules = schema_diff::RuleId::all().map(schema_diff::RuleId::rule);
    let with = |rule: &'static Rule| {
        let block = |name: &str| rule.doc.block(name).map(str::to_owned);
        let (old, new) = (block("json old")?, block("json new")?);
        // Files by path are a repository: the command's tests compare such examples.
        (!is_repository(&old)).then_some((rule, old, new))
    };
    rules.filter_map(with).collect()
}

fn is_repository(example: &str) -> bool {
    let value: Value = serde_json::from_str(example).unwrap();
    value.as_object().unwrap().keys().any(|name| name.contains('.'))
}

#[test]
fn every_rule_has_an_example() {
    for id in schema_diff::RuleId::all() {
        let doc = &id.rule().doc;
        assert!(doc.block("json old").is_some() && doc.block("json new").is_some(), "{id}");
    }
}

#[test]
fn every_file_on_disk_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let names = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name());
    let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort_by(|a, b| a.trim_end_matches(".md").cmp(b.trim_end_matches(".md")));
    let listed: Vec<String> = schema_diff::RuleId::all().map(|id| format!("{id}.md")).collect();
    assert_eq!(names, listed, "run `cargo xtask generate`");
}

#[test]
fn every_example_yields_its_rule() {
    let mut failures = Vec::new();
    for (rule, old, new) in examples() {
        let report = report(&old, &new, RoleChoice::Both);
        let mut wanted = vec![rule.doc.id.clone()];
        let also = rule.doc.data.get("also").and_then(|a| a.as_array());
        wanted.extend(also.into_iter().flatten().filter_map(|a| a.as_str()).map(str::to_owned));
        let mut found: Vec<String> = report.changes.iter().map(|c| c.rule.to_string()).collect();
        found.sort();
        wanted.sort();
        if found != wanted {
            failures.push(format!(
                "{}: found {found:?}: {:#?}",
                rule.doc.id,
                report.changes.iter().map(|c| &c.message).collect::<Vec<_>>()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_example_has_the_level_of_its_file() {
    let mut failures = Vec::new();
    for (rule, old, new) in examples() {
        for role in [contract::Role::Input, contract::Role::Output] {
            let report = report(&old, &new, RoleChoice::One(role));
            let Some(change) = report.changes.iter().find(|c| c.rule.as_str() == rule.doc.id)
            else {
                continue;
            };
            let decided_by_proof = rule.effect == Effect::Unknown && rule.policy.is_none();
            if change.level != rule.level(role) && !decided_by_proof {
                failures.push(format!(
                    "{} as {role}: {} {:?}",
                    rule.doc.id, change.level, change.proof
                ));
            }
            if change.level > Bump::Patch
                && rule.effect != Effect::Neither
                && change.witness.is_none()
                && rule.doc.id != "unproven-relation"
            {
                failures.push(format!("{} as {role}: no witness", rule.doc.id));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_witness_is_confirmed() {
    let mut failures = Vec::new();
    for (rule, old, new) in examples() {
        let (a, b): (Value, Value) =
            (serde_json::from_str(&old).unwrap(), serde_json::from_str(&new).unwrap());
        if ["name", "input", "schemas", "tools"].iter().any(|key| a.get(key).is_some()) {
            continue;
        }
        let (va, vb) = (validator(&a), validator(&b));
        if let Some(text) = rule.doc.block("json witness") {
            let witness: Value = serde_json::from_str(text).unwrap();
            if va.is_valid(&witness) == vb.is_valid(&witness) {
                failures.push(format!("{}: the file's witness separates nothing", rule.doc.id));
            }
        }
        let report = report(&old, &new, RoleChoice::Both);
        for change in &report.changes {
            let Some(witness) = &change.witness else { continue };
            let from_old = va.is_valid(&witness.document) && !vb.is_valid(&witness.document);
            let from_new = vb.is_valid(&witness.document) && !va.is_valid(&witness.document);
            let right = if witness.accepted_by == Side::Old { from_old } else { from_new };
            if !right {
                failures.push(format!("{}: {} is no witness", rule.doc.id, witness.document));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_version_is_no_news_to_itself() {
    for (rule, old, new) in examples() {
        for text in [old, new] {
            let report = report(&text, &text, RoleChoice::Both);
            let found: Vec<&str> = report.changes.iter().map(|c| c.rule.as_str()).collect();
            assert!(found.is_empty(), "{}: {found:?}", rule.doc.id);
        }
    }
}

/// What stands beside a `$ref` is said of the property, also where the definition has the same keyword.
#[test]
fn an_annotation_beside_a_reference_is_the_property_s() {
    let version = |beside: &str| {
        let text = format!(
            r##"{{"type": "object", "properties": {{"key": {{"$ref": "#/$defs/keyReference"{beside}}}}},
            "$defs": {{"keyReference": {{"type": "string", "description": "A reference."}}}}}}"##
        );
        Contract::read("a.json", text.as_bytes(), &NoFiles).expect("a schema")
    };
    let now =
        r#", "deprecated": true, "description": "Of the key.", "x-note": "n", "default": "k""#;
    let report = diff(&version(""), &version(now), &Settings::default());
    let messages: Vec<&str> = report.changes.iter().map(|change| change.message.as_str()).collect();
    assert!(messages.len() == 4 && messages.iter().all(|m| m.contains("`key`")), "{messages:?}");
    let text = r##"{"type": "object", "properties": {"key": {"$ref": "#/$defs/keyReference"}},
        "$defs": {"keyReference": {"type": "string", "description": "Another text."}}}"##;
    let new = Contract::read("a.json", text.as_bytes(), &NoFiles).expect("a schema");
    let report = diff(&version(""), &new, &Settings::default());
    assert!(report.changes[0].message.contains("`keyReference`"), "{:?}", report.changes);
}

/// A version may be written as a number.
#[test]
fn a_number_is_a_version() {
    for (text, version) in [("1", "1"), ("1.2", "1.2"), ("\"1.2.0\"", "1.2.0")] {
        let text = format!("{{\"version\": {text}, \"type\": \"object\"}}");
        let contract = Contract::read("a.json", text.as_bytes(), &NoFiles).expect("a schema");
        assert_eq!(contract.version.as_deref(), Some(version));
    }
}

/// Conditions on one constant each: where the constant is settled, so are the conditions.
#[test]
fn a_list_of_conditions_is_decided() {
    let version = |end: &str| {
        let rule = |at: usize| {
            let name = if at.is_multiple_of(20) { format!("r{at}{end}") } else { format!("r{at}") };
            json!({
                "if": {"properties": {"kind": {"const": at}}, "required": ["kind"]},
                "then": {"required": [name]}
            })
        };
        let text = json!({"allOf": (0..60).map(rule).collect::<Vec<_>>()}).to_string();
        Contract::read("a.json", text.as_bytes(), &NoFiles).expect("a schema")
    };
    let report = diff(&version(""), &version("x"), &Settings::default());
    let relation = &report.roles[0].relation;
    assert!(relation.backward.is_decided() && relation.forward.is_decided(), "{relation:?}");
}

//! One schema, one verdict: the documents of tests/conformance through every emitted helper, skillgen
//! itself and the `jsonschema` crate, with formats asserted. All must say the same.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::support::root;

/// The documents of one contract, as tests/conformance/NAME.json has them.
struct Documents {
    contract: String,
    cases: Vec<(String, bool, Value)>,
}

fn read(path: &Path) -> Documents {
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let cases = file["documents"].as_array().unwrap().iter();
    Documents {
        contract: file["contract"].as_str().unwrap().to_owned(),
        cases: cases
            .map(|c| {
                let name = c["name"].as_str().unwrap().to_owned();
                (name, c["valid"].as_bool().unwrap(), c["document"].clone())
            })
            .collect(),
    }
}

pub(crate) fn cases() -> Vec<Trial> {
    ["skill-output-v1", "helper-envelope-v1"]
        .into_iter()
        .map(|name| Trial::test(format!("conformance::{name}::jsonschema"), move || judge(name)))
        .collect()
}

/// The expectations themselves are held by a validator by other hands.
fn judge(name: &str) -> Result<(), Failed> {
    let documents = read(&root().join(format!("tests/conformance/{name}.json")));
    let file = documents.contract.trim_start_matches("builtin:");
    let schema = std::fs::read(root().join(format!("schemas/{file}.schema.json")))?;
    let schema: Value = serde_json::from_slice(&schema)?;
    let validator = jsonschema::options().should_validate_formats(true).build(&schema)?;
    if documents.cases.len() < 40 {
        return Err("at least 40 documents".into());
    }
    for (case, valid, document) in &documents.cases {
        if validator.is_valid(document) != *valid {
            return Err(format!("{case}: jsonschema disagrees; expected valid = {valid}").into());
        }
    }
    Ok(())
}

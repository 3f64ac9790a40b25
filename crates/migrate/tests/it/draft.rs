//! What a migrated script's contract is drafted from: the script that it was. Each script of tests/migrate is drafted before
//! and after; one that loses its metrics or gains the envelope's own variables by being migrated would show here.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the scripts are files of the repository"
)]

use migrate::infer::{DraftOptions, api_contract, infer};
use migrate::{Kind, Options, Outcome, apply, plan};

#[test]
fn a_migrated_script_is_drafted_as_it_was() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/migrate");
    let mut drafted = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let Ok(before) = std::fs::read(entry.path().join("before.sh")) else { continue };
        for envelope in [Kind::SkillOutput, Kind::Helper] {
            let plan = plan(&before, &Options { kind: envelope, ..Options::default() });
            let Ok(old) = infer(&before, DraftOptions { envelope, migrated: true }) else {
                continue;
            };
            if plan.outcome != Outcome::Migrated {
                continue;
            }
            let new =
                infer(&apply(&before, &plan.edits), DraftOptions { envelope, migrated: false })
                    .unwrap();
            let mut document = api_contract(&old, "x").to_string();
            document = document.replace("prints once it is migrated", "prints");
            let again = api_contract(&new, "x").to_string();
            assert_eq!(document, again, "{}", entry.path().display());
            drafted += 1;
        }
    }
    assert!(drafted > 300, "only {drafted} were drafted");
}

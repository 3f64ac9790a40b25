//! Any bytes, read as each kind of source: an error or a contract, never a panic.
#![no_main]

use contract::{Contract, NoFiles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for label in ["x.json", "x.yaml", "SKILL.md", "x"] {
        if let Ok(contract) = Contract::read(label, bytes, &NoFiles) {
            for schema in contract.schemas.values().chain(&contract.plain) {
                schema.to_standalone();
            }
        }
    }
});

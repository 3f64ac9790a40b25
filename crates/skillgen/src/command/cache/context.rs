//! What a cached output depends on beside the key of the protocol, which holds the skill's name and its inputs only; and whether
//! an output fits the contract as it is now.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use contract::{Contract, Role};
use runtime::protocol::{Subject, judge};
use runtime::validate::{Formats, Validator};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A script beyond this is none.
const MAX_SCRIPT: u64 = 256 << 20;

/// The digest of the contract's version, the script's text and its arguments.
pub(crate) fn context(
    contract: &Contract,
    script: Option<&Path>,
    args: &[OsString],
) -> anyhow::Result<String> {
    let script = match script {
        Some(path) => Sha256::digest(crate::input::file(path, MAX_SCRIPT)?).to_vec(),
        None => Vec::new(),
    };
    let version = contract.version.as_deref().unwrap_or_default().as_bytes();
    let mut digest = Sha256::new();
    // Each with its length, so that `a b` and `ab` stay apart.
    for part in [version, &script].into_iter().chain(args.iter().map(|arg| arg.as_bytes())) {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Why an output does not fit the contract, if it does not.
pub(crate) fn misfit(
    contract: &Contract,
    inputs: &Value,
    output: &Value,
) -> anyhow::Result<Option<String>> {
    let schema = contract.schemas.get(&Role::Output);
    let validator = schema.map(|schema| Validator::new(schema, Formats::Assert));
    let subject = Subject {
        contract,
        role: Role::Output,
        validator: validator.as_ref(),
        inputs: inputs.as_object(),
    };
    let judgement = judge(&subject, output)?;
    Ok(judgement.errors.into_iter().next().map(|error| error.issue.message))
}

//! What comes from outside: each crate is from crates.io, under a licence that the project may ship, not on the list of crates
//! that it does without, and not in a version that an advisory names. No network and no other program is needed.

use std::collections::BTreeMap;

use anyhow::Context as _;
use semver::{Version, VersionReq};
use serde_json::Value;

use crate::sh;

/// Licences that allow what MIT and Apache-2.0 allow.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "BSL-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// Crates that open connections or bring C libraries for it: skillgen fetches nothing.
const BANNED: &[&str] =
    &["curl", "git2", "hyper", "native-tls", "openssl", "openssl-sys", "reqwest", "rustls", "ureq"];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The platform whose dependencies are looked at; the lock file's versions are looked at for all.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Adds a line for each crate that may not be there.
pub(crate) fn check(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let root = sh::root();
    let args = ["metadata", "--locked", "--format-version", "1", "--filter-platform", PLATFORM];
    let metadata: Value = serde_json::from_str(&sh::read("cargo", &args)?)?;
    for package in metadata["packages"].as_array().unwrap_or(&Vec::new()) {
        licence(package, faults);
    }
    let lock = std::fs::read_to_string(root.join("Cargo.lock"))?;
    let lock: toml::Table = lock.parse().context("Cargo.lock")?;
    let snapshot = std::fs::read_to_string(root.join("xtask/advisories.toml"))?;
    let snapshot: toml::Table = snapshot.parse().context("xtask/advisories.toml")?;
    locked(&lock, &snapshot, faults)
}

fn licence(package: &Value, faults: &mut Vec<String>) {
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    if !is_allowed(text("license")) {
        faults.push(format!(
            "crate {}: licence `{}` is not on the list in xtask/src/supply.rs",
            text("name"),
            text("license")
        ));
    }
}

/// The locked versions against sources, bans and advisories.
fn locked(
    lock: &toml::Table,
    snapshot: &toml::Table,
    faults: &mut Vec<String>,
) -> anyhow::Result<()> {
    let list = |table: &toml::Table, key: &str| {
        table.get(key).and_then(toml::Value::as_array).cloned().unwrap_or_default()
    };
    let mut advisories: BTreeMap<String, Vec<toml::Value>> = BTreeMap::new();
    for advisory in list(snapshot, "advisory") {
        advisories.entry(word(&advisory, "crate").to_owned()).or_default().push(advisory);
    }
    for package in list(lock, "package") {
        let (name, version) = (word(&package, "name"), word(&package, "version"));
        let source = word(&package, "source");
        if !source.is_empty() && source != REGISTRY {
            faults.push(format!("crate {name}: from {source}; only crates.io is used"));
        }
        if BANNED.contains(&name) {
            faults
                .push(format!("crate {name}: is on the list of crates that skillgen does without"));
        }
        let parsed = Version::parse(version).with_context(|| format!("{name} {version}"))?;
        for advisory in advisories.get(name).into_iter().flatten() {
            if is_affected(advisory, &parsed)? {
                let id = word(advisory, "id");
                faults.push(format!("crate {name} {version}: {id} names this version; update it with `cargo update -p {name}`"));
            }
        }
    }
    Ok(())
}

fn word<'v>(table: &'v toml::Value, key: &str) -> &'v str {
    table.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

/// Whether an advisory names a version: none of its patched and unaffected ranges holds it.
fn is_affected(advisory: &toml::Value, version: &Version) -> anyhow::Result<bool> {
    for key in ["patched", "unaffected"] {
        for range in advisory.get(key).and_then(toml::Value::as_array).into_iter().flatten() {
            let range = range.as_str().context("a range is a string")?;
            if VersionReq::parse(range)
                .with_context(|| word(advisory, "id").to_owned())?
                .matches(version)
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether a licence expression leaves a choice of listed licences only: all of AND, one of OR.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let allowed = either(&words, &mut at);
    allowed && at == words.len()
}

fn either(words: &[&str], at: &mut usize) -> bool {
    let mut allowed = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        allowed |= all(words, at);
    }
    allowed
}

fn all(words: &[&str], at: &mut usize) -> bool {
    let mut allowed = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        allowed &= one(words, at);
    }
    allowed
}

fn one(words: &[&str], at: &mut usize) -> bool {
    if words.get(*at) == Some(&"(") {
        *at += 1;
        let allowed = either(words, at);
        *at += 1;
        return allowed && words.get(*at - 1) == Some(&")");
    }
    let mut name = (*words.get(*at).unwrap_or(&"")).to_owned();
    *at += 1;
    if let (Some(&"WITH"), Some(exception)) = (words.get(*at), words.get(*at + 1)) {
        name = format!("{name} WITH {exception}");
        *at += 2;
    }
    LICENCES.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use semver::Version;

    use super::{is_affected, is_allowed, locked};

    #[test]
    fn licences() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR X",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR GPL-3.0) AND X",
            "MIT)",
            "(MIT",
            "Apache-2.0 WITH X",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn versions() {
        let advisory: toml::Table =
            "patched = [\">= 1.2.3\", \"^1.1.9\"]\nunaffected = [\"< 1.0.0\"]".parse().unwrap();
        let advisory = toml::Value::Table(advisory);
        for (version, affected) in
            [("0.9.0", false), ("1.0.0", true), ("1.1.8", true), ("1.1.9", false), ("1.2.3", false)]
        {
            assert_eq!(
                is_affected(&advisory, &Version::parse(version).unwrap()).unwrap(),
                affected,
                "{version}"
            );
        }
    }

    #[test]
    fn faults_are_found() {
        let lock = "[[package]]\nname = \"reqwest\"\nversion = \"0.1.0\"\nsource = \"git+https://h.example/r\"\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"";
        let snapshot =
            "[[advisory]]\nid = \"X-1\"\ncrate = \"a\"\npatched = [\">= 1.0.1\"]\nunaffected = []";
        let mut faults = Vec::new();
        locked(&lock.parse().unwrap(), &snapshot.parse().unwrap(), &mut faults).unwrap();
        let words = ["only crates.io", "does without", "X-1 names"];
        assert_eq!(faults.len(), words.len(), "{faults:?}");
        assert!(
            words.iter().all(|word| faults.iter().any(|fault| fault.contains(word))),
            "{faults:?}"
        );
    }
}

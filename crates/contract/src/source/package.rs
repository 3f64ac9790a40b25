//! A skill package (docs/seed-coverage.md, "Skill package validation schema"): SKILL.md, assets/runner.json and its
//! schemas. The command passes the files of a folder or an archive.

use serde_json::Value;

use super::{SourceError, frontmatter};
use crate::loader::SeenFrom;
use crate::schema::uri;
use crate::{Contract, Document, Loader, Pointer, Role, Schema, SourceKind};

/// The manifest's path in a package.
pub const MANIFEST: &str = "assets/runner.json";
/// The skill's path in a package.
pub const SKILL: &str = "SKILL.md";

/// Reads the contract of a package. `label` names the package; `files` gives a file's bytes by its path
/// in the package. A folder without a manifest is a plain skill: the SKILL.md alone is its contract.
///
/// # Errors
/// There is neither SKILL.md nor a manifest, a file is unreadable, or a schema is invalid.
pub fn read(label: &str, files: &dyn Loader) -> Result<Contract, SourceError> {
    let file = |path: &str| {
        let path = uri::resolve(files.start(), path).0;
        // A package contains the files that it names.
        if !path.starts_with(files.start()) || path.starts_with("../") {
            return Ok(None);
        }
        files.load(&path).map_err(|e| SourceError::NoContract {
            label: format!("{label}/{path}"),
            position: None,
            message: e,
        })
    };
    let skill = match file(SKILL)? {
        Some(bytes) => Some(frontmatter::read(&format!("{label}/{SKILL}"), &bytes, files)?),
        None => None,
    };
    let Some(manifest) = file(MANIFEST)? else {
        return skill.ok_or_else(|| SourceError::NoContract {
            label: label.to_owned(),
            position: None,
            message: format!("no contract: expected {SKILL} or {MANIFEST} in the folder"),
        });
    };
    let manifest = Document::json(&format!("{label}/{MANIFEST}"), &manifest)?;
    let value = manifest.value();
    expect_form(&manifest)?;
    let mut contract = Contract::new(SourceKind::Package, &manifest);
    if let Some(skill) = skill {
        contract.skill = Some(skill.document);
        contract.name = skill.name;
        contract.description = skill.description;
        contract.version = skill.version;
        contract.tools = skill.tools;
        contract.schemas = skill.schemas;
        contract.parameters = skill.parameters;
        contract.pre_checks = skill.pre_checks;
        contract.post_checks = skill.post_checks;
        contract.cacheable = skill.cacheable;
        contract.cache_ttl_minutes = skill.cache_ttl_minutes;
    }
    if let Some(id) = value.get("id").and_then(Value::as_str) {
        contract.name = id.to_owned();
    }
    if let Some(version) = value.get("version").and_then(Value::as_str) {
        contract.version = Some(version.to_owned());
    }
    for role in Role::ALL {
        let place = Pointer::root().push("schemas").push(role.as_str());
        let Some(path) = value.pointer(place.as_str()).and_then(Value::as_str) else { continue };
        let bytes = file(path.trim())?.ok_or_else(|| {
            SourceError::at(&manifest, &place, format!("`{path}` is not in the package"))
        })?;
        let document = Document::guess(&format!("{label}/{path}"), &bytes)?;
        let start = uri::resolve(files.start(), path.trim()).0;
        let files = SeenFrom { files, start };
        contract.schemas.insert(role, Schema::read(&document, &files)?);
    }
    contract.read_effects(value);
    Ok(contract)
}

/// Rejects a manifest whose keys have wrong types, because their values would be lost silently.
fn expect_form(manifest: &Document) -> Result<(), SourceError> {
    let root = Pointer::root();
    let expect = |at: &Pointer, expected: &str, fits: fn(&Value) -> bool| {
        let wrong = manifest.value().pointer(at.as_str()).filter(|value| !fits(value));
        let Some(value) = wrong else { return Ok(()) };
        let name = at.last().unwrap_or_else(|| "the manifest".to_owned());
        let message = format!("{name}: expected {expected}, got {}", crate::value::kind(value));
        Err(SourceError::at(manifest, at, message))
    };
    expect(&root, "an object", Value::is_object)?;
    expect(&root.push("version"), "a string such as \"1.0.0\"", Value::is_string)?;
    let schemas = root.push("schemas");
    expect(&schemas, "an object with the path of each schema", Value::is_object)?;
    for role in Role::ALL {
        expect(&schemas.push(role.as_str()), "the path of a schema", Value::is_string)?;
    }
    Ok(())
}

//! The user's types in Go files: they read and write themselves as text, through
//! `encoding.TextUnmarshaler`.

use crate::mapping::{MapError, MappedType, is_path, only};

/// The packages of the standard library with types that read themselves from text.
const KNOWN: &[(&str, &str)] =
    &[("big", "math/big"), ("net", "net"), ("netip", "net/netip"), ("time", "time")];

/// A type with the path of its package.
///
/// # Errors
/// It is not a name of a type, or its package is not known.
pub(super) fn checked(ty: MappedType) -> Result<MappedType, MapError> {
    only("go", &ty, &["import"])?;
    let refused =
        |name: &str, what, like| MapError::Name { name: name.to_owned(), what, lang: "go", like };
    if !is_path(&ty.name, '.') || ty.name.matches('.').count() > 1 {
        return Err(refused(&ty.name, "type", "time.Time"));
    }
    if let Some(path) = ty.import.as_ref().filter(|path| !is_package(path)) {
        return Err(refused(path, "path of a package", "github.com/google/uuid"));
    }
    let Some((package, _)) = ty.name.split_once('.') else {
        return Ok(ty);
    };
    let known = KNOWN.iter().find(|(name, _)| *name == package).map(|(_, path)| (*path).to_owned());
    let import = ty.import.clone().or(known).ok_or_else(|| MapError::Missing {
        name: ty.name.clone(),
        key: "import",
        why: "the path of its package",
    })?;
    Ok(MappedType { import: Some(import), ..ty })
}

/// Whether a text is the path of a package: not a relative folder, and neither cgo nor `unsafe`.
fn is_package(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let is_name = |name: &str| {
        !name.is_empty()
            && !name.starts_with('.')
            && !name.ends_with('.')
            && name.chars().all(plain)
    };
    path.split('/').all(is_name) && !["C", "unsafe"].contains(&path)
}

//! Does a version fit a requirement? Python's rules where both texts are Python's, else semver's.

mod pep440;
mod semver_range;
#[cfg(test)]
mod tests;

/// By whose rules it was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// PEP 440, as `Version(v) in SpecifierSet(r)` of Python's packaging.
    Pep440,
    /// Semantic versioning, with the ranges of its package managers.
    Semver,
}

impl Scheme {
    /// The name for people.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Scheme::Pep440 => "PEP 440",
            Scheme::Semver => "semver",
        }
    }
}

/// Why nothing was decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompatError {
    /// The requirement is of neither scheme.
    #[error(
        "the requirement `{0}` is neither PEP 440 nor semver; write, for example, `>=1.2,<2` or `^1.2.3`"
    )]
    Requirement(String),
    /// The version is not one of the scheme that the requirement is of.
    #[error("the version `{0}` is not a version; write, for example, `1.2.3`")]
    Version(String),
}

/// Whether `version` fits `requirement`, and by whose rules.
///
/// # Errors
/// One of them can't be read.
pub fn fits(requirement: &str, version: &str) -> Result<(bool, Scheme), CompatError> {
    let python = (pep440::Specifiers::parse(requirement), pep440::parse_version(version));
    if let (Some(specifiers), Some(version)) = &python {
        return Ok((specifiers.contain(version), Scheme::Pep440));
    }
    let range = semver_range::Range::parse(requirement);
    match (range, semver_range::parse_version(version)) {
        (Some(range), Some(version)) => Ok((range.contains(&version), Scheme::Semver)),
        (None, _) if python.0.is_none() => Err(CompatError::Requirement(requirement.to_owned())),
        _ => Err(CompatError::Version(version.to_owned())),
    }
}

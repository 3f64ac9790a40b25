//! Decides whether a version satisfies a requirement: by Python's rules if both are valid there,
//! else by semver's.

mod pep440;
mod semver_range;
#[cfg(test)]
mod tests;

/// The scheme that decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// PEP 440, as `Version(v) in SpecifierSet(r)` of Python's packaging.
    Pep440,
    /// Semantic versioning, with the ranges of its package managers.
    Semver,
}

impl Scheme {
    /// The name in messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Scheme::Pep440 => "PEP 440",
            Scheme::Semver => "semver",
        }
    }
}

/// The error if nothing was decided.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompatError {
    /// The requirement is of neither scheme.
    #[error(
        "the requirement `{0}` is neither PEP 440 nor semver; write, for example, `>=1.2,<2` or `^1.2.3`"
    )]
    Requirement(String),
    /// The requirement is a range of semver, and the version one of PEP 440.
    #[error(
        "the requirement `{0}` is a range of semver, and the version `{1}` is none of its versions; write the requirement with an operator, such as `=={0}` or `>={0}`, or the version with three numbers"
    )]
    Schemes(String, String),
    /// The version is not valid in the requirement's scheme.
    #[error("the version `{0}` is not a version; write, for example, `1.2.3`")]
    Version(String),
}

/// Whether `version` satisfies `requirement`, and by which scheme.
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
        (Some(_), None) if python.1.is_some() => {
            Err(CompatError::Schemes(requirement.to_owned(), version.to_owned()))
        }
        _ => Err(CompatError::Version(version.to_owned())),
    }
}

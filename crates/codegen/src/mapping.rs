//! Types of users in the place of strings with a format (`type-map` in skillgen.toml), and in the place of what a schema
//! gives a type of Rust (`x-rust-type`). Each language reads and writes them; what a type can't take is an issue.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::Format;

/// The user's types in the files of one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeMap {
    formats: BTreeMap<Format, MappedType>,
    /// The crates that `x-rust-type` may name, with the project's version; `None` means any version.
    crates: BTreeMap<String, Option<semver::Version>>,
}

/// A user's type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MappedType {
    /// Its name in the file.
    pub name: String,
    /// The module or package that it is imported from, if it differs from the start of its name.
    pub import: Option<String>,
    /// Rust: the module for serde's `with`.
    pub with: Option<String>,
    /// TypeScript and Python: the function that creates one from a string.
    pub read: Option<String>,
    /// Python: the function that returns its string.
    pub write: Option<String>,
}

/// Why a map is rejected. The caller adds the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// Unknown format.
    #[error("`{0}` is no format that is checked; known: {known}", known = known())]
    Format(String),
    /// Unknown key.
    #[error("a type of {lang} has no `{key}`; known: {known}")]
    Key {
        /// The language.
        lang: &'static str,
        /// The key.
        key: String,
        /// The keys of this language.
        known: String,
    },
    /// Not a name of a type.
    #[error("`{name}` is no {what} of {lang}; write it like `{like}`")]
    Name {
        /// The given text.
        name: String,
        /// A type, a module, a function.
        what: &'static str,
        /// The language.
        lang: &'static str,
        /// An example.
        like: &'static str,
    },
    /// No function reads or writes the type.
    #[error("`{name}` needs `{key}`: {why}")]
    Missing {
        /// The type.
        name: String,
        /// The key.
        key: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// The language has no types.
    #[error("{0} files have no types; leave it out")]
    NoTypes(&'static str),
    /// No version.
    #[error("`{0}` is no version; write it like `1.2.3`, or `*` for any")]
    Version(String),
}

/// The names of all formats.
fn known() -> String {
    Format::ALL.map(|(name, _)| name).join(", ")
}

impl TypeMap {
    /// Sets the type for strings of a format; `Target::map_format` asks first whether a language can use it.
    pub(crate) fn set(&mut self, format: Format, ty: MappedType) {
        self.formats.insert(format, ty);
    }

    /// Allows `x-rust-type` to name the types of a crate: of a version, or of any (`*`).
    ///
    /// # Errors
    /// The version is invalid.
    pub fn insert_crate(&mut self, name: &str, version: &str) -> Result<(), MapError> {
        let version = match version {
            "*" => None,
            one => Some(one.parse().map_err(|_| MapError::Version(one.to_owned()))?),
        };
        self.crates.insert(name.to_owned(), version);
        Ok(())
    }

    /// Whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.formats.is_empty() && self.crates.is_empty()
    }

    /// The type of strings of a format.
    pub(crate) fn of_format(&self, format: &str) -> Option<(Format, &MappedType)> {
        let format = Format::parse(format)?;
        self.formats.get(&format).map(|ty| (format, ty))
    }

    /// Whether `x-rust-type` is used.
    pub(crate) fn has_crates(&self) -> bool {
        !self.crates.is_empty()
    }

    /// Whether `x-rust-type` may name a crate with a version that fits its requirement.
    pub(crate) fn has_crate(&self, name: &str, asked: &semver::VersionReq) -> bool {
        let fits = |version: &semver::Version| asked.matches(version);
        self.crates.get(name).is_some_and(|version| version.as_ref().is_none_or(fits))
    }

    /// The types by format.
    pub(crate) fn formats(&self) -> impl Iterator<Item = (Format, &MappedType)> {
        self.formats.iter().map(|(format, ty)| (*format, ty))
    }

    /// The first words of all types: no type of a schema may have one of these names.
    pub(crate) fn first_words(&self) -> BTreeSet<String> {
        self.formats.values().filter_map(MappedType::first_word).collect()
    }
}

impl MappedType {
    /// The first word of its name, which is defined outside of the file.
    pub(crate) fn first_word(&self) -> Option<String> {
        self.name.split(['.', ':', '<']).next().map(str::to_owned)
    }
}

/// Rejects keys that a language does not read.
pub(crate) fn only(
    lang: &'static str,
    ty: &MappedType,
    known: &[&'static str],
) -> Result<(), MapError> {
    let given =
        [("import", &ty.import), ("with", &ty.with), ("read", &ty.read), ("write", &ty.write)];
    let foreign = given.into_iter().find(|(key, value)| value.is_some() && !known.contains(key));
    match foreign {
        None => Ok(()),
        Some((key, _)) => {
            let known = [&["type"], known].concat().join(", ");
            Err(MapError::Key { lang, key: key.to_owned(), known })
        }
    }
}

/// Whether a text is words of letters, digits and `_` with a separator between them.
pub(crate) fn is_path(text: &str, sign: char) -> bool {
    text.split(sign).all(|word| {
        word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

//! Which options can be combined, and what a language doesn't support.

use super::{Defaults, ImportExtension, Numbers, Options, Part, RustTypes, Target};
use crate::Formats;

/// Why options are rejected. One line: what, why, what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// A part that the language's files don't have.
    #[error("--with {part}: {lang} files have no such part; choose from {known}")]
    Part {
        /// The part.
        part: &'static str,
        /// The language.
        lang: &'static str,
        /// The parts of this language.
        known: String,
    },
    /// typify's types in another language.
    #[error("--types typify: typify writes types for Rust, not for {0}; leave it out")]
    Typify(&'static str),
    /// Exact numbers in a language whose numbers are given.
    #[error("--numbers exact: chooses the types of Rust and Go, not of {0}; leave it out")]
    Numbers(&'static str),
    /// Exact numbers together with the types of typify.
    #[error("--numbers exact: typify chooses its types itself; leave out `--types typify`")]
    NumbersOfTypify,
    /// The extension of imports in another language.
    #[error("--import-extension: {0} files have no such imports; leave it out")]
    ImportExtension(&'static str),
    /// The user's types together with those of typify.
    #[error("`type-map`: typify chooses its types itself; leave out `types = \"typify\"`")]
    MapOfTypify,
    /// The user's types without checks of their strings.
    #[error(
        "`type-map`: a type can't hold what is not checked; leave out `formats = \"annotate\"`"
    )]
    MapUnchecked,
    /// The user's types without functions that create them.
    #[error("`type-map`: parsers make the types in {0}; add `parse` to `with`")]
    MapUnread(&'static str),
    /// Defaults without a function that adds them.
    #[error("--defaults add: {0} files have no parser that could add them; call NAME_coerce")]
    NoParser(&'static str),
    /// Defaults without the parser that adds them.
    #[error("--defaults add: parsers add them; add `parse` to --with")]
    Unparsed,
}

impl Options {
    /// Rejects options that a language doesn't support, or that contradict each other.
    ///
    /// # Errors
    /// The first of them.
    pub fn possible(&self, target: &dyn Target, formats: Formats) -> Result<(), OptionError> {
        let (lang, known) = (target.id(), target.parts());
        // Types beside other parts are in the file where a language has some.
        let is_beside = |part: &Part| *part == Part::Types && self.parts.len() > 1;
        let unknown = |part: &&Part| !known.contains(part) && !is_beside(part);
        if let Some(part) = self.parts.iter().find(unknown) {
            let words: Vec<&str> = known.iter().map(|part| part.word()).collect();
            return Err(OptionError::Part { part: part.word(), lang, known: words.join(", ") });
        }
        if self.rust_types == RustTypes::Typify && lang != super::rust::Rust.id() {
            return Err(OptionError::Typify(lang));
        }
        if self.numbers == Numbers::Exact {
            if lang != super::rust::Rust.id() && lang != super::go::Go.id() {
                return Err(OptionError::Numbers(lang));
            }
            if self.rust_types == RustTypes::Typify {
                return Err(OptionError::NumbersOfTypify);
            }
        }
        if self.import_extension != ImportExtension::Js
            && lang != super::typescript::TypeScript.id()
        {
            return Err(OptionError::ImportExtension(lang));
        }
        let parses = self.has(Part::Parse);
        if !self.type_map.is_empty() {
            if self.rust_types == RustTypes::Typify {
                return Err(OptionError::MapOfTypify);
            }
            if formats == Formats::Annotate {
                return Err(OptionError::MapUnchecked);
            }
            // serde only reads Rust's own types.
            if !parses && lang != super::rust::Rust.id() {
                return Err(OptionError::MapUnread(lang));
            }
        }
        match self.defaults {
            Defaults::Added if !target.parses() => Err(OptionError::NoParser(lang)),
            Defaults::Added if !parses => Err(OptionError::Unparsed),
            _ => Ok(()),
        }
    }
}

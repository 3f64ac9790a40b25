//! Back ends: one folder for each language. The list is exhaustive and small; the differences of
//! languages are behind [`Target`].

pub mod bash;
pub mod go;
mod json;
mod literal;
mod options;
pub mod python;
mod regex_text;
pub mod rust;
mod schema;
mod string_literal;
pub mod typescript;
pub(crate) mod walk;

use std::collections::{BTreeMap, BTreeSet};

use contract::Schema;
use serde_json::{Value, json};

pub use self::options::OptionError;
pub use self::string_literal::hides;
pub(crate) use self::string_literal::visible;
use crate::frames::{FrameError, Frames};
use crate::ir::{Format, Refusal};
use crate::types::Types;
use crate::{Builtin, Contract, MapError, MappedType, Migration, TypeMap};

/// Options for all languages.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether envelopes are printed on one line.
    pub compact: bool,
    /// The place of the runtime.
    pub runtime: Runtime,
    /// The name of the target folder: in Go the package, if several contracts share a runtime.
    pub folder: String,
    /// The parts of a file; empty means all.
    pub parts: BTreeSet<Part>,
    /// The templates of the file.
    pub frames: Frames,
    /// The names of types.
    pub naming: Naming,
    /// The package of a Go file; by default named after the contract or the folder.
    pub package: Option<String>,
    /// The names of the contracts of the folder: in Go their types are in one package.
    pub beside: Vec<String>,
    /// What parsers do with the schema's defaults.
    pub defaults: Defaults,
    /// The types of Rust files.
    pub rust_types: RustTypes,
    /// The types of numbers in Rust and Go files.
    pub numbers: Numbers,
    /// The extension in the imports of TypeScript files.
    pub import_extension: ImportExtension,
    /// The user's types for strings with a format.
    pub type_map: TypeMap,
}

/// The types of numbers in Rust and Go files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Integers of 64 bits and doubles. Parsers reject what they can't hold.
    #[default]
    Native,
    /// Types that hold each number: `Integer` and `Number` in Rust, `json.Number` in Go.
    Exact,
}

/// The extension in the imports of TypeScript files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImportExtension {
    /// `.js`, the file that the compiler writes.
    #[default]
    Js,
    /// `.ts`, the file itself, which Node.js and Deno run.
    Ts,
    /// None, for bundlers.
    None,
}

/// The types of Rust files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RustTypes {
    /// skillgen's.
    #[default]
    Own,
    /// Those of the typify crate.
    Typify,
}

/// What parsers do with the schema's defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defaults {
    /// A missing property stays missing.
    #[default]
    Ignored,
    /// They are added before the checks, and the types have these properties.
    Added,
}

/// How the types of a file are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming {
    /// The prefix of all names that are not replaced.
    pub prefix: String,
    /// Other names for types, by their names without the prefix.
    pub rename: BTreeMap<String, String>,
}

impl Naming {
    /// Names with a prefix, or individual other names.
    ///
    /// # Errors
    /// A name is not valid in all languages.
    pub fn new(
        prefix: &str,
        rename: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Naming, NamingError> {
        let is_name = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_uppercase())
                && name.chars().all(|c| c.is_ascii_alphanumeric())
        };
        if !prefix.is_empty() && !is_name(prefix) {
            return Err(NamingError::Prefix(prefix.to_owned()));
        }
        let rename: BTreeMap<String, String> = rename.into_iter().collect();
        match rename.iter().find(|(_, new)| !is_name(new)) {
            Some((old, _)) => Err(NamingError::Rename(old.clone())),
            None => Ok(Naming { prefix: prefix.to_owned(), rename }),
        }
    }

    /// Rejects another name for a type that no file has.
    ///
    /// # Errors
    /// A name that is not in the files.
    pub fn is_used_in(
        &self,
        files: &[GeneratedFile],
        lang: &'static str,
    ) -> Result<(), NamingError> {
        let is_part = |c: char| crate::types::is_word(c) || c == '_';
        for (old, new) in &self.rename {
            let is_used = |file: &GeneratedFile| file.text.split(|c| !is_part(c)).any(|w| w == new);
            if !files.iter().any(is_used) {
                return Err(NamingError::Unused { old: old.clone(), lang });
            }
        }
        Ok(())
    }

    /// The name of a type with the name `name` without the prefix.
    fn of(&self, name: &str) -> String {
        self.rename.get(name).cloned().unwrap_or_else(|| format!("{}{name}", self.prefix))
    }

    /// Names the types of a schema. `taken` are other names of the file.
    fn apply(&self, types: &mut Types, taken: &[String]) -> Result<(), RenderError> {
        if *self == Naming::default() {
            return Ok(());
        }
        let mut names: BTreeSet<String> = taken.iter().cloned().collect();
        // A user's type that the file names is kept.
        names.extend(types.mapped().iter().filter_map(|mapped| mapped.ty.first_word()));
        for decl in &mut types.decls {
            let name = self.of(&decl.name);
            if !names.insert(name.clone()) {
                return Err(RenderError::Name { old: decl.name.clone(), new: name });
            }
            decl.name = name;
        }
        Ok(())
    }
}

/// Why types can't have these names. The caller adds the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NamingError {
    /// The prefix is not valid at the start of a name.
    #[error("`prefix` is {0:?}; expected letters and digits, the first a capital")]
    Prefix(String),
    /// The new name is not valid.
    #[error("`rename` of `{0}`: expected letters and digits, the first a capital")]
    Rename(String),
    /// No file has the type.
    #[error("`rename`: no type is called `{old}` in {lang}; see the files without `rename`")]
    Unused {
        /// The replaced name.
        old: String,
        /// The language.
        lang: &'static str,
    },
}

impl Options {
    /// Whether a part is requested. Reading a text includes its checks.
    pub(crate) fn has(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }

    /// The types of a schema.
    fn types(&self, schema: &Schema, name: &str, reserved: &[&str]) -> Result<Types, Refusal> {
        let mut types = crate::types::build(schema, name, reserved, &self.type_map)?;
        if self.defaults == Defaults::Added {
            types.fill();
        }
        Ok(types)
    }

    /// Whether a parser adds properties of the types: valid values may lack them.
    fn adds_defaults(&self, types: &Types) -> bool {
        self.defaults == Defaults::Added && types.has_added()
    }

    /// Whether all parts are requested.
    pub(crate) fn is_whole(&self) -> bool {
        self.parts.is_empty() || self.parts.len() == Part::ALL.len()
    }

    /// Whether a file has a function that reads the schema: only types and the helpers for errors do without.
    pub(crate) fn reads_schema(&self) -> bool {
        [Part::Check, Part::Parse, Part::Coerce, Part::Builder].iter().any(|part| self.has(*part))
    }

    /// The requested parts, for a template.
    fn asked(&self) -> Value {
        let parts =
            Part::ALL.into_iter().map(|part| (part.word().to_owned(), json!(self.has(part))));
        Value::Object(parts.collect())
    }

    /// Whether only types are requested.
    pub(crate) fn only_types(&self) -> bool {
        self.parts.iter().eq([&Part::Types])
    }
}

/// The place of the runtime, the common part of all contracts of a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runtime {
    /// In each file, after the contract's own lines.
    #[default]
    Inline,
    /// In a file beside the contracts.
    Shared,
}

/// A part of an emitted file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Types, which every other part includes.
    Types,
    /// The functions that check values.
    Check,
    /// The functions that read texts.
    Parse,
    /// Coercion and defaults.
    Coerce,
    /// The builder, and the function that prints a value.
    Builder,
    /// The standard answers to failures.
    Errors,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 6] =
        [Part::Types, Part::Check, Part::Parse, Part::Coerce, Part::Builder, Part::Errors];

    /// The name in `--with`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Part::Types => "types",
            Part::Check => "check",
            Part::Parse => "parse",
            Part::Coerce => "coerce",
            Part::Builder => "builder",
            Part::Errors => "errors",
        }
    }

    /// Its content, for `--help`.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Part::Types => "The types; they need no runtime",
            Part::Check => "The functions that check values",
            Part::Parse => "The functions that read JSON texts",
            Part::Coerce => "Coercion and defaults",
            Part::Builder => "The builder, and the function that prints a value",
            Part::Errors => "The standard answers to failures",
        }
    }

    /// The part with this name.
    #[must_use]
    pub fn named(word: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.word() == word)
    }
}

/// The values for the head of a file.
fn head(contract: &Contract) -> Value {
    json!({
        "header": contract.header(), "version": contract.version, "source": contract.source,
        "sha256": contract.digest, "name": contract.name,
    })
}

/// Why nothing is rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// A keyword that the language doesn't support.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A frame.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// A name that is in use.
    #[error(
        "the type `{old}` can't be called `{new}`: the file has this name already; choose another"
    )]
    Name {
        /// The type's name without the prefix.
        old: String,
        /// The requested name.
        new: String,
    },
    /// typify has no types for a schema.
    #[error("--types typify: {0}; leave it out for skillgen's own types")]
    Typify(String),
}

/// A file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its name, without a folder.
    pub name: String,
    /// Its text, with a line feed at the end.
    pub text: String,
}

/// A language.
pub trait Target: Sync {
    /// The name in `--lang`.
    fn id(&self) -> &'static str;
    /// The extension of its files, without the dot.
    fn extension(&self) -> &'static str;
    /// The start of a line comment.
    fn comment(&self) -> &'static str {
        "//"
    }
    /// Whether its patterns are matched by backtracking, so that some take long.
    fn backtracks(&self) -> bool {
        true
    }
    /// The parts of a file that can be selected; empty if files are always complete.
    fn parts(&self) -> &'static [Part] {
        &[]
    }
    /// Whether its files have a parser that can add defaults.
    fn parses(&self) -> bool {
        true
    }
    /// A user's type in files of this language: its name, and how to read and write it.
    ///
    /// # Errors
    /// It is not a type of this language, or its conversions are not known.
    fn mapped_type(&self, _ty: MappedType) -> Result<MappedType, MapError> {
        Err(MapError::NoTypes(self.id()))
    }
    /// Sets the type for strings of a format in the map of this language.
    ///
    /// # Errors
    /// The format is unknown, or the language can't use the type.
    fn map_format(&self, map: &mut TypeMap, format: &str, ty: MappedType) -> Result<(), MapError> {
        let known = Format::parse(format).ok_or_else(|| MapError::Format(format.to_owned()))?;
        map.set(known, self.mapped_type(ty)?);
        Ok(())
    }
    /// The files that the contracts of a folder share.
    fn shared_runtime(&self, version: &str, folder: &str) -> Vec<GeneratedFile>;
    /// Whether the file of a contract calls the runtime.
    fn calls_runtime(&self, _builtin: Option<Builtin>, options: &Options) -> bool {
        !options.only_types()
    }
    /// Writes the helpers of a contract: one file, or several in a language with separate types.
    ///
    /// # Errors
    /// A keyword that this language doesn't support, with its pointer; an invalid template.
    fn render(
        &self,
        contract: &Contract,
        options: &Options,
    ) -> Result<Vec<GeneratedFile>, RenderError>;
    /// Writes a migration plan as a function; `None` if this language has no such helper.
    fn migration(&self, _plan: &Migration) -> Vec<GeneratedFile> {
        Vec::new()
    }
}

/// All languages.
pub const ALL: [&dyn Target; 6] = [
    &rust::Rust,
    &typescript::TypeScript,
    &typescript::JavaScript,
    &bash::Bash,
    &python::Python,
    &go::Go,
];

/// The back end of a language.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static dyn Target> {
    ALL.into_iter().find(|target| target.id() == id)
}

/// The piece of a runtime with a format's check; functions are named after it.
fn format_piece(format: Format) -> &'static str {
    match format {
        Format::DateTime => "format_date_time",
        Format::Date => "format_date",
        Format::Time => "format_time",
        Format::Duration => "format_duration",
        Format::Email => "format_email",
        Format::Hostname => "format_hostname",
        Format::Ipv4 => "format_ipv4",
        Format::Ipv6 => "format_ipv6",
        Format::Uri => "format_uri",
        Format::UriReference => "format_uri_reference",
        Format::Uuid => "format_uuid",
        Format::JsonPointer => "format_json_pointer",
        Format::Regex => "format_regex",
    }
}

//! The words that options and the keys of skillgen.toml have as values.

use clap::ValueEnum;

/// What `format` does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Formats {
    /// A value that violates `format` is invalid.
    #[default]
    Assert,
    /// `format` is not checked.
    Annotate,
}

/// What parsers do with the schema's defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Defaults {
    /// A missing property stays missing.
    #[default]
    Ignore,
    /// Parsers add them before they check, and the types have these properties.
    Add,
}

/// The types of Rust files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RustTypes {
    /// skillgen's.
    #[default]
    Own,
    /// Those of typify 0.8; functions check values by the same schema.
    Typify,
}

impl From<RustTypes> for codegen::backend::RustTypes {
    fn from(types: RustTypes) -> Self {
        match types {
            RustTypes::Own => codegen::backend::RustTypes::Own,
            RustTypes::Typify => codegen::backend::RustTypes::Typify,
        }
    }
}

/// The types of numbers in Rust and Go files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Numbers {
    /// `i64`, `u64` and `f64` in Rust, `int64` and `float64` in Go; parsers reject what they can't hold.
    #[default]
    Native,
    /// `Integer` and `serde_json::Number` in Rust, `json.Number` in Go.
    Exact,
}

impl From<Numbers> for codegen::backend::Numbers {
    fn from(numbers: Numbers) -> Self {
        match numbers {
            Numbers::Native => codegen::backend::Numbers::Native,
            Numbers::Exact => codegen::backend::Numbers::Exact,
        }
    }
}

/// The extension in the imports of TypeScript files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportExtension {
    /// `.js`, the file that the compiler writes.
    #[default]
    Js,
    /// `.ts`, the file itself, for Node.js, Deno and `rewriteRelativeImportExtensions`.
    Ts,
    /// No extension, for bundlers.
    None,
}

impl From<ImportExtension> for codegen::backend::ImportExtension {
    fn from(extension: ImportExtension) -> Self {
        match extension {
            ImportExtension::Js => codegen::backend::ImportExtension::Js,
            ImportExtension::Ts => codegen::backend::ImportExtension::Ts,
            ImportExtension::None => codegen::backend::ImportExtension::None,
        }
    }
}

/// Where the runtime goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuntimeWord {
    /// In each file, after the contract's own lines.
    Inline,
    /// In one file beside the contracts.
    Shared,
}

impl From<Defaults> for codegen::backend::Defaults {
    fn from(defaults: Defaults) -> Self {
        match defaults {
            Defaults::Ignore => codegen::backend::Defaults::Ignored,
            Defaults::Add => codegen::backend::Defaults::Added,
        }
    }
}

impl From<Formats> for codegen::Formats {
    fn from(formats: Formats) -> Self {
        match formats {
            Formats::Assert => codegen::Formats::Assert,
            Formats::Annotate => codegen::Formats::Annotate,
        }
    }
}

/// A name for a file. A path is refused, because only its last part would be used, in another folder than the path's.
pub(crate) fn file_name(name: &str) -> Result<String, &'static str> {
    match name.contains(['/', '\\']) || matches!(name, "." | "..") {
        true => Err("is a path; name the file only, and its folder with `out`"),
        false => Ok(name.to_owned()),
    }
}

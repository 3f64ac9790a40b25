//! Back ends: one folder a language. The list is exhaustive and tiny; whatever differs between
//! languages is behind [`Target`].

pub mod bash;
pub mod go;
pub mod python;
mod regex_text;
pub mod rust;
mod string_literal;
pub mod typescript;
mod walk;

use crate::ir::{Format, Refusal};
use crate::{Contract, Migration};

/// What may be asked of any language.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Emitted envelopes on one line.
    pub compact: bool,
}

/// A file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its name, without a folder.
    pub name: String,
    /// Its text; ends with a line feed.
    pub text: String,
}

/// A language.
pub trait Target: Sync {
    /// The word of `--lang`.
    fn id(&self) -> &'static str;
    /// The ending of its files, without the dot.
    fn extension(&self) -> &'static str;
    /// Whether patterns are matched by trying one way after another, so that some take long.
    fn backtracks(&self) -> bool {
        true
    }
    /// Writes the helpers of a contract.
    ///
    /// # Errors
    /// A keyword that this language can't honour, by its pointer.
    fn render(&self, contract: &Contract, options: &Options) -> Result<GeneratedFile, Refusal>;
    /// Writes a migration plan as a function; `None` if this language has no such helper.
    fn migration(&self, _plan: &Migration) -> Option<GeneratedFile> {
        None
    }
}

/// All languages.
pub const ALL: [&dyn Target; 5] =
    [&rust::Rust, &typescript::TypeScript, &bash::Bash, &python::Python, &go::Go];

/// The back end of a language.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static dyn Target> {
    ALL.into_iter().find(|target| target.id() == id)
}

/// The piece of a prelude that decides a format; functions are named after it.
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

//! `skillgen emit` for build scripts: files in, `OUT_DIR` out, and cargo told what to watch. Thin on
//! purpose: all that decides is in the pure crates below.
//!
//! ```text
//! // build.rs
//! fn main() -> Result<(), skillgen_codegen::Error> {
//!     skillgen_codegen::Builder::new().contract("contracts/news.json").emit()
//! }
//! ```
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a build script reads files and the environment, and speaks to cargo by printing"
)]

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use codegen::backend::{Options, rust::Rust};
use codegen::{EmitError, Request};
use contract::source::SourceError;
use contract::{Contract, Loader};

pub use codegen::Formats;
pub use codegen::backend::{Defaults, RustTypes};

/// Emits the Rust helpers of contracts into a folder, for `include!`.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    contracts: Vec<PathBuf>,
    out: Option<PathBuf>,
    name: Option<String>,
    formats: Formats,
    defaults: Defaults,
    types: RustTypes,
    compact: bool,
}

/// Why nothing was emitted; one line: where, what, what to do.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each variant says all in its message")]
pub enum Error {
    #[error("no contract was named; call `contract`")]
    NothingAsked,
    #[error("a name names one contract, but {0} files are to be emitted")]
    ManyFiles(usize),
    #[error("{0}: two contracts would be written here; give one of them a name")]
    Twice(String),
    #[error("OUT_DIR is not set: call this from a build script, or name a folder with `out`")]
    NoFolder,
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Emit(#[from] EmitError),
}

impl Builder {
    /// Nothing to emit yet; formats are checked, envelopes are printed with an indent.
    #[must_use]
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds a contract: a JSON Schema, an API contract document, a SKILL.md or an MCP tool. The path
    /// begins at the package's folder, where cargo runs build scripts.
    #[must_use]
    pub fn contract(mut self, path: impl Into<PathBuf>) -> Builder {
        self.contracts.push(path.into());
        self
    }

    /// The folder to write to, in place of `OUT_DIR`.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Builder {
        self.out = Some(folder.into());
        self
    }

    /// Another name than the contract's own, for its file and its root type.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Builder {
        self.name = Some(name.into());
        self
    }

    /// Whether formats are checked or reported only.
    #[must_use]
    pub fn formats(mut self, formats: Formats) -> Builder {
        self.formats = formats;
        self
    }

    /// Whether `parse` adds the schema's defaults; the types have these properties then.
    #[must_use]
    pub fn defaults(mut self, defaults: Defaults) -> Builder {
        self.defaults = defaults;
        self
    }

    /// Whose types the files have: skillgen's, or typify's.
    #[must_use]
    pub fn types(mut self, types: RustTypes) -> Builder {
        self.types = types;
        self
    }

    /// Whether the envelopes that `emit` prints stand on one line.
    #[must_use]
    pub fn compact(mut self, compact: bool) -> Builder {
        self.compact = compact;
        self
    }

    /// Writes a file a contract, named after it (`news_digest.rs`), and tells cargo to run the build
    /// script again when a contract, or a file that it refers to, has changed. A file that is there
    /// with the same text is left alone.
    ///
    /// # Errors
    /// A contract can't be read or emitted, or a file can't be written. What was read until then is
    /// told to cargo all the same, so that mending it runs the script again.
    pub fn emit(self) -> Result<(), Error> {
        if self.contracts.is_empty() {
            return Err(Error::NothingAsked);
        }
        let folder = self.out.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = folder.ok_or(Error::NoFolder)?;
        let mut files = Vec::new();
        for path in &self.contracts {
            files.extend(self.files(path)?);
        }
        if self.name.is_some() && files.len() > 1 {
            return Err(Error::ManyFiles(files.len()));
        }
        let mut names = BTreeSet::new();
        for file in files {
            let path = folder.join(&file.name);
            let shown = path.display().to_string();
            if !names.insert(file.name) {
                return Err(Error::Twice(shown));
            }
            if std::fs::read(&path).is_ok_and(|there| there == file.text.as_bytes()) {
                continue;
            }
            let written = std::fs::create_dir_all(&folder);
            let written = written.and_then(|()| std::fs::write(&path, file.text));
            written.map_err(|error| Error::File(shown, error))?;
        }
        Ok(())
    }

    fn files(&self, path: &Path) -> Result<Vec<codegen::backend::GeneratedFile>, Error> {
        let shown = path.display().to_string();
        let watched = Watched::new(path);
        watched.tell(path);
        let bytes = std::fs::read(path).map_err(|error| Error::File(shown.clone(), error))?;
        let contract = Contract::read(&shown, &bytes, &watched)?;
        contract::source::ambiguous::refuse(&contract)
            .map_err(contract::source::SourceError::from)?;
        Ok(codegen::files(
            &Rust,
            &Request {
                source: &shown,
                contract: &contract,
                name: self.name.as_deref(),
                formats: self.formats,
                options: &Options {
                    compact: self.compact,
                    defaults: self.defaults,
                    rust_types: self.types,
                    ..Options::default()
                },
                version: env!("CARGO_PKG_VERSION"),
            },
        )?)
    }
}

/// The files beside a contract: references are followed inside its folder only, and each file that is
/// read is told to cargo.
struct Watched {
    folder: PathBuf,
    reported: RefCell<BTreeSet<PathBuf>>,
}

impl Watched {
    fn new(contract: &Path) -> Watched {
        let folder = contract.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        Watched { folder, reported: RefCell::default() }
    }

    fn tell(&self, path: &Path) {
        if self.reported.borrow_mut().insert(path.to_owned()) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
}

impl Loader for Watched {
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if uri.is_empty()
            || uri.contains([':', '\\', '\0'])
            || !Path::new(uri).components().all(plain)
        {
            return Ok(None);
        }
        let path = self.folder.join(uri);
        // A file that appears later is a change, too.
        self.tell(&path);
        let (Ok(root), Ok(real)) = (self.folder.canonicalize(), path.canonicalize()) else {
            return Ok(None);
        };
        if !real.starts_with(root) || !real.is_file() {
            return Ok(None);
        }
        std::fs::read(&real).map(Some).map_err(|error| format!("`{uri}`: {error}"))
    }
}

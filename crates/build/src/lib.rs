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

use codegen::backend::{GeneratedFile, Naming, NamingError, OptionError, Options, Target as _};
use codegen::backend::{Runtime, rust::Rust};
use codegen::frames::{Frame, FrameError, Frames};
use codegen::{EmitError, MapError, Request, TypeMap};
use contract::source::SourceError;
use contract::{Contract, Loader};

pub use codegen::backend::{Defaults, Numbers, Part, RustTypes};
pub use codegen::{Formats, MappedType};

/// Emits the Rust helpers of contracts into a folder, for `include!`.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    contracts: Vec<PathBuf>,
    out: Option<PathBuf>,
    name: Option<String>,
    formats: Formats,
    defaults: Defaults,
    types: RustTypes,
    numbers: Numbers,
    compact: bool,
    definitions: bool,
    parts: BTreeSet<Part>,
    templates: Option<PathBuf>,
    prefix: String,
    rename: Vec<(String, String)>,
    mapped: Vec<(String, MappedType)>,
    crates: Vec<(String, String)>,
}

/// Why nothing was emitted. One line: where, what, what to do.
#[derive(thiserror::Error)]
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
    #[error("{0}: no template of Rust files has this name; expected {1}")]
    NoTemplate(String, String),
    #[error("{0}: holds no template; name them rust/NAME.hbs")]
    NoTemplates(String),
    #[error(transparent)]
    Template(#[from] FrameError),
    #[error(transparent)]
    Naming(#[from] NamingError),
    #[error("`type_map`: {0}")]
    Map(#[from] MapError),
    #[error(transparent)]
    Options(#[from] OptionError),
}

/// The message, which cargo shows for a build script whose `main` returns an error.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Builder {
    /// A builder without contracts; formats are checked, envelopes are printed with an indent.
    #[must_use]
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Adds a contract: a JSON Schema, an API contract document, a SKILL.md or an MCP tool. The path
    /// is relative to the package's folder, where cargo runs build scripts.
    #[must_use]
    pub fn contract(mut self, path: impl Into<PathBuf>) -> Builder {
        self.contracts.push(path.into());
        self
    }

    /// Writes to this folder instead of `OUT_DIR`.
    #[must_use]
    pub fn out(mut self, folder: impl Into<PathBuf>) -> Builder {
        self.out = Some(folder.into());
        self
    }

    /// Sets another name for the file and the root type of the contract.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Builder {
        self.name = Some(name.into());
        self
    }

    /// Sets whether formats are checked or annotations.
    #[must_use]
    pub fn formats(mut self, formats: Formats) -> Builder {
        self.formats = formats;
        self
    }

    /// Sets whether `parse` adds the schema's defaults; the types then have these properties.
    #[must_use]
    pub fn defaults(mut self, defaults: Defaults) -> Builder {
        self.defaults = defaults;
        self
    }

    /// Selects skillgen's or typify's types.
    #[must_use]
    pub fn types(mut self, types: RustTypes) -> Builder {
        self.types = types;
        self
    }

    /// Gives numbers types of 64 bits, or types that hold each number.
    #[must_use]
    pub fn numbers(mut self, numbers: Numbers) -> Builder {
        self.numbers = numbers;
        self
    }

    /// Sets whether `emit` prints envelopes on one line.
    #[must_use]
    pub fn compact(mut self, compact: bool) -> Builder {
        self.compact = compact;
        self
    }

    /// Sets whether each definition of a contract (`$defs`) also becomes a file with its own functions. A file whose root
    /// accepts every value then has none of its own.
    #[must_use]
    pub fn definitions(mut self, definitions: bool) -> Builder {
        self.definitions = definitions;
        self
    }

    /// Selects the parts of the files, by their names in `--with`; by default all.
    #[must_use]
    pub fn with(mut self, parts: impl IntoIterator<Item = Part>) -> Builder {
        self.parts.extend(parts);
        self
    }

    /// Sets a folder whose templates, `rust/NAME.hbs`, override skillgen's own. Those of other languages are skipped,
    /// so the folder can be the one of skillgen.toml.
    #[must_use]
    pub fn templates(mut self, folder: impl Into<PathBuf>) -> Builder {
        self.templates = Some(folder.into());
        self
    }

    /// Sets the prefix of all type names, except for those that `rename` sets.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Builder {
        self.prefix = prefix.into();
        self
    }

    /// Sets another name for a type, by its name without the prefix.
    #[must_use]
    pub fn rename(mut self, old: impl Into<String>, new: impl Into<String>) -> Builder {
        self.rename.push((old.into(), new.into()));
        self
    }

    /// Sets your own type for strings of a format.
    #[must_use]
    pub fn type_map(mut self, format: impl Into<String>, ty: impl Into<String>) -> Builder {
        let ty = MappedType { name: ty.into(), ..MappedType::default() };
        self.mapped.push((format.into(), ty));
        self
    }

    /// The same for a type that serde reads through a module (serde's `with`).
    #[must_use]
    pub fn type_map_with(
        mut self,
        format: impl Into<String>,
        ty: impl Into<String>,
        with: impl Into<String>,
    ) -> Builder {
        let ty = MappedType { name: ty.into(), with: Some(with.into()), ..MappedType::default() };
        self.mapped.push((format.into(), ty));
        self
    }

    /// Allows `x-rust-type` to name the types of a crate: of this version, or of any (`*`).
    #[must_use]
    pub fn rust_crate(mut self, name: impl Into<String>, version: impl Into<String>) -> Builder {
        self.crates.push((name.into(), version.into()));
        self
    }

    /// Writes one file for each contract, named after it (`news_digest.rs`), and tells cargo to run
    /// the build script again when a contract, or a file that it refers to, changes. A file with the
    /// same text is not written.
    ///
    /// # Errors
    /// A contract can't be read or emitted, or a file can't be written. The files read so far are
    /// still reported to cargo, so that fixing them runs the script again.
    pub fn emit(self) -> Result<(), Error> {
        if self.contracts.is_empty() {
            return Err(Error::NothingAsked);
        }
        let folder = self.out.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = folder.ok_or(Error::NoFolder)?;
        let options = self.options()?;
        options.possible(&Rust, self.formats)?;
        let mut files = Vec::new();
        for path in &self.contracts {
            files.extend(self.files(path, &options)?);
        }
        options.naming.is_used_in(&files, Rust.id())?;
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

    /// The options for the engine: each file is included separately, so it contains its runtime.
    fn options(&self) -> Result<Options, Error> {
        let mut type_map = TypeMap::default();
        for (format, ty) in &self.mapped {
            Rust.map_format(&mut type_map, format, ty.clone())?;
        }
        for (name, version) in &self.crates {
            type_map.insert_crate(name, version)?;
        }
        Ok(Options {
            compact: self.compact,
            defaults: self.defaults,
            rust_types: self.types,
            numbers: self.numbers,
            runtime: Runtime::Inline,
            parts: self.parts.clone(),
            frames: self.templates.as_deref().map(frames).transpose()?.unwrap_or_default(),
            naming: Naming::new(&self.prefix, self.rename.iter().cloned())?,
            type_map,
            ..Options::default()
        })
    }

    fn files(&self, path: &Path, options: &Options) -> Result<Vec<GeneratedFile>, Error> {
        let shown = path.display().to_string();
        let watched = Watched::new(path);
        watched.tell(path);
        let bytes = std::fs::read(path).map_err(|error| Error::File(shown.clone(), error))?;
        let contract = Contract::read(&shown, &bytes, &watched)?;
        contract::source::ambiguous::refuse(&contract)
            .map_err(contract::source::SourceError::from)?;
        // Types alone need no functions, so that one file holds all of them.
        let is_split = self.definitions && !self.parts.iter().eq([&Part::Types]);
        let contracts = match is_split {
            true => contract::source::definitions::root_and_each(contract, &watched)
                .map_err(contract::source::SourceError::from)?,
            false => vec![contract],
        };
        let mut files = Vec::new();
        for contract in &contracts {
            files.extend(codegen::files(
                &Rust,
                &Request {
                    source: &shown,
                    contract,
                    name: self.name.as_deref(),
                    formats: self.formats,
                    options,
                    version: env!("CARGO_PKG_VERSION"),
                },
            )?);
        }
        Ok(files)
    }
}

/// The templates in `FOLDER/rust`, each of which is reported to cargo.
fn frames(folder: &Path) -> Result<Frames, Error> {
    let of_rust = folder.join(Rust.id());
    let failed = |path: &Path, error| Error::File(path.display().to_string(), error);
    // A template that appears later is also a change.
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = std::fs::read_dir(&of_rust).map_err(|error| failed(&of_rust, error))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(|error| failed(&of_rust, error))?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hbs"));
    paths.sort();
    if paths.is_empty() {
        return Err(Error::NoTemplates(folder.display().to_string()));
    }
    let mut found = Frames::default();
    for path in paths {
        let shown = path.display().to_string();
        let below = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let Some(frame) = Frame::at(&below) else {
            let known: Vec<String> = codegen::frames::ALL
                .iter()
                .filter(|frame| frame.lang == Rust.id())
                .map(Frame::path)
                .collect();
            return Err(Error::NoTemplate(shown, known.join(", ")));
        };
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        found.replace(frame, &shown, text)?;
    }
    Ok(found)
}

/// The files beside a contract: references are only followed inside of its folder, and each file that
/// is read is reported to cargo.
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
        // A file that appears later is also a change.
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

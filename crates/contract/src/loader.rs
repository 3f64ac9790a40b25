//! The loader of referenced files. The engines open no files; the command passes them this.

/// Loads files that a schema refers to. Paths have forward slashes and are relative to the folder that
/// limits what may be opened.
pub trait Loader {
    /// The bytes of the file at `path`; `Ok(None)` if there is none.
    ///
    /// # Errors
    /// Returns the reason if the file is out of bounds or can't be read.
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// The path of the contract's own file, or of its folder with a final slash: the base of relative
    /// references.
    fn start(&self) -> &str {
        ""
    }

    /// The path of the file for a URL: the URL is mapped to a folder, or it is the `$id` of a file beside the
    /// one at `near`. Nothing is fetched.
    ///
    /// # Errors
    /// Returns the reason if two files have that `$id`, or a folder can't be read.
    fn find(&self, _url: &str, _near: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// The label of the file at `path` in messages.
    fn label(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// A loader without files, for contracts without references.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

/// The files of another loader, relative to one of them.
pub(crate) struct SeenFrom<'l> {
    pub(crate) files: &'l dyn Loader,
    pub(crate) start: String,
}

impl Loader for SeenFrom<'_> {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        self.files.load(path)
    }

    fn start(&self) -> &str {
        &self.start
    }

    fn find(&self, url: &str, near: &str) -> Result<Option<String>, String> {
        self.files.find(url, near)
    }

    fn label(&self, path: &str) -> String {
        self.files.label(path)
    }
}

//! Where referenced files come from. The engines can't open anything; the command hands them this.

/// Gives the text of a file that a schema refers to. Files go by paths with forward slashes, seen from a
/// folder that bounds what may be opened.
pub trait Loader {
    /// The bytes of the file at `path`. `Ok(None)` where there is none.
    ///
    /// # Errors
    /// The reason, where the file must not be opened (it is out of the bounds) or can't be read.
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// The path of the contract's own file, or of its folder with a final slash: relative references lead
    /// from there.
    fn start(&self) -> &str {
        ""
    }

    /// The path of the file that stands for a URL: the URL is mapped to a folder, or a file beside the one at
    /// `near` names itself so. Nothing is fetched.
    ///
    /// # Errors
    /// The reason, where two files do, or a folder can't be read.
    fn find(&self, _url: &str, _near: &str) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// What messages call the file at `path`.
    fn label(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// A loader for contracts that stand alone: it has no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

/// The files of another loader, seen from one of them.
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

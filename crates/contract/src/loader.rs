//! Where referenced files come from. The engines can't open anything; the command hands them this.

/// Gives the text of a file that a schema refers to.
pub trait Loader {
    /// The bytes behind `uri`: an absolute URI as the schema resolved it, or a path relative to the
    /// contract's own file. `Ok(None)` where there is no such file or where it must not be opened (the
    /// network, anything out of the contract's folder).
    ///
    /// # Errors
    /// The reason, where the file is there but can't be read.
    fn load(&self, uri: &str) -> Result<Option<Vec<u8>>, String>;
}

/// A loader for contracts that stand alone: it has no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _uri: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }
}

//! Records which files a contract's references open, so that two states of a contract with equal texts are known
//! to be the same without a comparison.

use std::cell::RefCell;

use contract::Loader;
use sha2::{Digest as _, Sha256};

/// An opened file, or a searched URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    /// A path from the root, and the checksum of its bytes; `None` if there is no such file.
    File(String, Option<[u8; 32]>),
    /// The files beside a contract were searched for this `$id`.
    Url,
}

impl Opened {
    /// The files that were read.
    pub(crate) fn bytes(&self) -> Option<&[u8; 32]> {
        match self {
            Opened::File(_, bytes) => bytes.as_ref(),
            Opened::Url => None,
        }
    }
}

/// All of them, in order.
#[derive(Debug, Default)]
pub(crate) struct OpenedFiles(RefCell<Vec<Opened>>);

impl OpenedFiles {
    /// A loader that records its files.
    pub(super) fn of<'l>(&'l self, files: &'l dyn Loader) -> Logged<'l> {
        Logged { files, log: self }
    }

    /// The recorded files.
    pub(crate) fn all(&self) -> Vec<Opened> {
        self.0.borrow().clone()
    }
}

/// A loader with its log.
pub(super) struct Logged<'l> {
    files: &'l dyn Loader,
    log: &'l OpenedFiles,
}

impl Loader for Logged<'_> {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let loaded = self.files.load(path)?;
        let sum = loaded.as_ref().map(|bytes| Sha256::digest(bytes).into());
        self.log.0.borrow_mut().push(Opened::File(path.to_owned(), sum));
        Ok(loaded)
    }

    fn start(&self) -> &str {
        self.files.start()
    }

    fn find(&self, url: &str, near: &str) -> Result<Option<String>, String> {
        self.log.0.borrow_mut().push(Opened::Url);
        self.files.find(url, near)
    }

    fn label(&self, path: &str) -> String {
        self.files.label(path)
    }
}

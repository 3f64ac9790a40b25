//! Reads a schema again with another text, to examine the effect of one edit.

use serde_json::Value;

use super::read::Reader;
use super::{Graph, Schema};
use crate::{Document, Loader, Pointer};

/// The other files of a graph, which are not read again.
struct GraphLoader<'g>(&'g Graph);

impl Loader for GraphLoader<'_> {
    fn load(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let found = self.0.documents.iter().find(|known| known.path == path);
        Ok(found.map(|known| known.document.value().to_string().into_bytes()))
    }

    fn start(&self) -> &str {
        &self.0.documents[0].path
    }

    fn find(&self, url: &str, _near: &str) -> Result<Option<String>, String> {
        let found = self.0.documents.iter().find(|known| known.uri == url);
        Ok(found.map(|known| known.path.clone()))
    }

    fn label(&self, path: &str) -> String {
        let found = self.0.documents.iter().find(|known| known.path == path);
        found.map_or_else(|| path.to_owned(), |known| known.document.label().to_owned())
    }
}

impl Schema {
    /// The base of local references (`#/…`) in the document.
    #[must_use]
    pub fn base(&self) -> &Pointer {
        &self.graph.base
    }

    /// The schema at the same place of a document with `value`, with the same referenced files. `None` if
    /// that is not a schema, or if the root is in a referenced file.
    #[must_use]
    pub fn reread(&self, value: Value) -> Option<Schema> {
        let root = self.node(self.root());
        if root.document != 0 {
            return None;
        }
        let document = Document::from_value(self.document(self.root()).label(), value);
        let draft = Some(self.draft(self.root()));
        let loader = GraphLoader(&self.graph);
        Reader::new(&loader).run(&document, &self.graph.base, &root.pointer, draft).ok()
    }
}

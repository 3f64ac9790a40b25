//! Reads a schema with all that it refers to: each node on the list is filled, which may add more.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::read::Reader;
use super::{Body, Graph, Node, NodeId, Resource, Schema, SchemaErrors, keywords};
use crate::{Document, Draft, Pointer};

impl Reader<'_> {
    /// Reads the schema at `start`, and all that it refers to.
    pub(super) fn run(
        mut self,
        document: &Document,
        base: &Pointer,
        start: &Pointer,
        default_draft: Option<Draft>,
    ) -> Result<Schema, SchemaErrors> {
        let draft = default_draft.unwrap_or(Draft::Draft2020);
        let path = self.loader.start().to_owned();
        if base.is_root() && !path.is_empty() && !path.ends_with('/') {
            self.by_path.insert(path.clone(), 0);
        }
        self.add(document.clone(), String::new(), path);
        if document.depth() > super::MAX_LEVELS {
            let message = format!("nested deeper than {} levels", super::MAX_LEVELS);
            self.error(0, &Pointer::root(), message);
            return Err(SchemaErrors(self.errors));
        }
        self.scan(0, base, "", (draft, true));
        let root = self.child(0, start);
        while let Some(id) = self.todo.pop_front() {
            self.fill(id);
        }
        self.refuse_loops();
        if !self.errors.is_empty() {
            return Err(SchemaErrors(self.errors));
        }
        let anchors: Vec<BTreeMap<String, NodeId>> = self
            .resources
            .clone()
            .iter()
            .map(|(document, found)| {
                let known = |p: &Pointer| self.by_target.get(&(*document, p.clone())).copied();
                let anchors = found.dynamic_anchors.iter();
                anchors.filter_map(|(name, p)| Some((name.clone(), known(p)?))).collect()
            })
            .collect();
        let resources = self
            .resources
            .into_iter()
            .zip(anchors)
            .map(|((_, f), dynamic_anchors)| Resource {
                uri: f.uri,
                draft: f.draft,
                dynamic_anchors,
            })
            .collect();
        let base = base.clone();
        let graph = Graph { nodes: self.nodes, resources, documents: self.documents, base };
        Ok(Schema { graph: Arc::new(graph), root, part: None })
    }

    fn fill(&mut self, id: NodeId) {
        let Node { pointer, document, resource, .. } = self.nodes[id.0 as usize].clone();
        let source = self.documents[document].document.clone();
        let body = match source.value().pointer(pointer.as_str()) {
            Some(Value::Bool(b)) => Body::Bool(*b),
            Some(Value::Object(members)) => {
                let found = &self.resources[resource.0 as usize].1;
                let dialect = (found.draft, found.validates);
                let mut at = keywords::KeywordContext { reader: self, document, pointer, dialect };
                Body::Object(Box::new(keywords::read(&mut at, members)))
            }
            other => {
                let got = other.map_or("nothing", crate::value::kind);
                let message = format!("not a schema: expected an object or a boolean, got {got}");
                self.error(document, &pointer, message);
                Body::Bool(true)
            }
        };
        self.nodes[id.0 as usize].body = body;
    }
}

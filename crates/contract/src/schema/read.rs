//! Reads a document as a graph: resources first, then nodes from a work list, so that recursive and
//! deep schemas take no stack.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

use super::resource::{self, ResourceEntry};
use super::{
    Body, Node, NodeId, ResourceId, Schema, SchemaError, SchemaErrors, SourceDocument, metaschema,
    uri,
};
use crate::{Document, Draft, Loader, Pointer};

impl Schema {
    /// Reads a document whose root is a schema. Without `$schema` it is read as 2020-12.
    ///
    /// # Errors
    /// All errors: invalid keyword values, unresolved references, references out of bounds.
    pub fn read(document: &Document, loader: &dyn Loader) -> Result<Schema, SchemaErrors> {
        Self::read_at(document, &Pointer::root(), None, loader)
    }

    /// Reads the schema at `pointer` of a document whose root is the base of references: `#/…`
    /// starts at the root of the document (an API contract's `input`).
    ///
    /// # Errors
    /// As [`Schema::read`].
    pub fn read_at(
        document: &Document,
        pointer: &Pointer,
        default_draft: Option<Draft>,
        loader: &dyn Loader,
    ) -> Result<Schema, SchemaErrors> {
        Reader::new(loader).run(document, &Pointer::root(), pointer, default_draft)
    }

    /// Reads an embedded schema: `#/…` starts at the schema itself (an MCP tool's `inputSchema`).
    /// Pointers and places are still those of the document.
    ///
    /// # Errors
    /// As [`Schema::read`].
    pub fn read_embedded(
        document: &Document,
        pointer: &Pointer,
        default_draft: Option<Draft>,
        loader: &dyn Loader,
    ) -> Result<Schema, SchemaErrors> {
        Reader::new(loader).run(document, pointer, pointer, default_draft)
    }
}

/// The target of a reference.
type Target = (usize, Pointer);

pub(super) struct Reader<'l> {
    pub(super) loader: &'l dyn Loader,
    pub(super) documents: Vec<SourceDocument>,
    pub(super) resources: Vec<(usize, ResourceEntry)>,
    by_uri: BTreeMap<String, usize>,
    /// Opened files, so that each is one document under all its URIs.
    pub(super) by_path: BTreeMap<String, usize>,
    /// The resources by document and place of their root.
    by_place: Vec<BTreeMap<Pointer, usize>>,
    scanned: BTreeSet<Target>,
    pub(super) nodes: Vec<Node>,
    pub(super) by_target: BTreeMap<Target, NodeId>,
    pub(super) todo: VecDeque<NodeId>,
    pub(super) errors: Vec<SchemaError>,
}

impl<'l> Reader<'l> {
    pub(super) fn new(loader: &'l dyn Loader) -> Self {
        Reader {
            loader,
            documents: Vec::new(),
            resources: Vec::new(),
            by_uri: BTreeMap::new(),
            by_path: BTreeMap::new(),
            by_place: Vec::new(),
            scanned: BTreeSet::new(),
            nodes: Vec::new(),
            by_target: BTreeMap::new(),
            todo: VecDeque::new(),
            errors: Vec::new(),
        }
    }

    /// The nodes so far.
    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Finds the resources below `start` and reads their dynamic anchors, because a dynamic
    /// reference may lead to any of them.
    pub(super) fn scan(
        &mut self,
        document: usize,
        start: &Pointer,
        base: &str,
        inherited: (Draft, bool),
    ) {
        if !self.scanned.insert((document, start.clone())) {
            return;
        }
        let loader = self.loader;
        let source = self.documents[document].document.clone();
        let mut dialects = |uri: &str| dialect(uri, loader);
        let found = resource::scan(source.value(), start, base, inherited, &mut dialects);
        for resource in found {
            let anchors: Vec<Pointer> = resource.dynamic_anchors.values().cloned().collect();
            for (place, message) in &resource.name_clashes {
                self.error(document, place, message.clone());
            }
            self.register(document, resource);
            for anchor in anchors {
                self.child(document, &anchor);
            }
        }
    }

    pub(super) fn add(&mut self, document: Document, uri: String, path: String) -> usize {
        self.documents.push(SourceDocument { document, uri, path });
        self.by_place.push(BTreeMap::new());
        self.documents.len() - 1
    }

    fn register(&mut self, document: usize, resource: ResourceEntry) {
        let index = self.resources.len();
        if self.by_place[document].contains_key(&resource.pointer) {
            return;
        }
        self.by_uri.entry(resource.uri.clone()).or_insert(index);
        self.by_place[document].insert(resource.pointer.clone(), index);
        self.resources.push((document, resource));
    }

    /// The innermost resource around a place.
    fn owner(&self, document: usize, pointer: &Pointer) -> usize {
        let mut at = Some(pointer.as_str());
        while let Some(place) = at {
            if let Some(index) = self.by_place[document].get(place) {
                return *index;
            }
            at = place.rfind('/').map(|end| &place[..end]);
        }
        // A place outside of all scanned parts, such as a definition beside an embedded schema.
        self.resources.iter().position(|(d, _)| *d == document).unwrap_or(0)
    }

    /// The node of a place, created on demand.
    pub(super) fn child(&mut self, document: usize, pointer: &Pointer) -> NodeId {
        let target = (document, pointer.clone());
        if let Some(id) = self.by_target.get(&target) {
            return *id;
        }
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        let resource = self.owner(document, pointer);
        self.nodes.push(Node {
            pointer: pointer.clone(),
            document,
            resource: ResourceId(u32::try_from(resource).unwrap_or(u32::MAX)),
            body: Body::Bool(true),
        });
        self.by_target.insert(target, id);
        self.todo.push_back(id);
        id
    }

    /// Whether the draft behind a `$schema` is known.
    pub(super) fn knows_dialect(&self, uri: &str) -> bool {
        dialect(uri, self.loader).is_some()
    }

    pub(super) fn error(&mut self, document: usize, pointer: &Pointer, message: String) {
        let source = &self.documents[document].document;
        self.errors.push(SchemaError {
            label: source.label().to_owned(),
            pointer: pointer.clone(),
            position: (!source.text().is_empty()).then(|| source.locate(pointer)),
            message,
        });
    }

    /// Resolves a reference at a place. The second value is the dynamic anchor of that name, if the
    /// first target is one.
    pub(super) fn follow(
        &mut self,
        document: usize,
        pointer: &Pointer,
        reference: &str,
    ) -> Result<(NodeId, Option<String>), String> {
        let owner = self.owner(document, pointer);
        let base = self.resources[owner].1.uri.clone();
        let (uri, fragment) = uri::resolve(&base, reference);
        let resource = if uri == base {
            owner
        } else {
            match self.by_uri.get(&uri) {
                Some(index) => *index,
                None => self.load(&uri, reference, document)?,
            }
        };
        let (document, found) = &self.resources[resource];
        let (document, fragment) = (*document, uri::decode(&fragment));
        if fragment.is_empty() || fragment.starts_with('/') {
            let tail = Pointer::parse(&fragment)
                .ok_or_else(|| format!("`{reference}` is no JSON Pointer"))?;
            let place = found.pointer.join(&tail);
            let source = self.documents[document].document.clone();
            if source.value().pointer(place.as_str()).is_none() {
                return Err(format!(
                    "`{reference}` leads nowhere: there is no {place} in {}",
                    source.label()
                ));
            }
            self.look_into(document, &place);
            return Ok((self.child(document, &place), None));
        }
        if let Some(place) = found.dynamic_anchors.get(&fragment).cloned() {
            return Ok((self.child(document, &place), Some(fragment)));
        }
        match found.anchors.get(&fragment).cloned() {
            Some(place) => Ok((self.child(document, &place), None)),
            None => Err(format!("`{reference}` leads nowhere: there is no anchor `{fragment}`")),
        }
    }

    /// The number of resources with a dynamic anchor of each name.
    pub(super) fn bearers_of_anchors(&self) -> BTreeMap<String, usize> {
        let mut bearers = BTreeMap::new();
        for name in self.resources.iter().flat_map(|(_, found)| found.dynamic_anchors.keys()) {
            *bearers.entry(name.clone()).or_default() += 1;
        }
        bearers
    }

    /// Whether a node is the root of a resource with `$recursiveAnchor: true`.
    pub(super) fn is_recursive_anchor(&self, id: NodeId) -> bool {
        let node = &self.nodes[id.0 as usize];
        let (_, found) = &self.resources[node.resource.0 as usize];
        found.dynamic_anchors.get("") == Some(&node.pointer)
    }

    /// A pointer may lead to a schema below an unknown keyword; its ids count from there.
    fn look_into(&mut self, document: usize, place: &Pointer) {
        if self.by_target.contains_key(&(document, place.clone())) {
            return;
        }
        let owner = self.owner(document, place);
        let ResourceEntry { uri, draft, validates, pointer, .. } = self.resources[owner].1.clone();
        if pointer == *place {
            return;
        }
        let loader = self.loader;
        let source = self.documents[document].document.clone();
        let mut dialects = |uri: &str| dialect(uri, loader);
        let found = resource::scan(source.value(), place, &uri, (draft, validates), &mut dialects);
        for resource in found.into_iter().skip(1) {
            self.register(document, resource);
        }
    }

    /// The file of a reference with its path: the one that its URI names or, if an `$id` made the URI, the one
    /// beside the referring file (a schema may be published elsewhere).
    fn given(
        &self,
        uri: &str,
        reference: &str,
        from: usize,
    ) -> Result<Option<(String, Vec<u8>)>, String> {
        let near = &self.documents[from].path;
        let by_uri = if uri::is_absolute(uri) {
            self.loader.find(uri, near)?
        } else {
            Some(uri::resolve(self.loader.start(), uri).0)
        };
        let beside = (!uri::is_absolute(reference)).then(|| uri::resolve(near, reference).0);
        // From the contract, a path may go up; from the root, it would leave the root.
        let is_path = !uri::is_absolute(uri) && !self.loader.start().is_empty();
        let as_written = (!is_path).then(|| uri.to_owned());
        let written: Vec<String> = by_uri.into_iter().chain(beside).chain(as_written).collect();
        // A file's name may stand with escapes in a URI, and itself hold a percent sign.
        let decoded: Vec<String> = written.iter().filter_map(|path| uri::decoded(path)).collect();
        for path in written.into_iter().chain(decoded) {
            if let Some(bytes) = self.loader.load(&path)? {
                return Ok(Some((path, bytes)));
            }
        }
        Ok(None)
    }

    /// Reads the file of a URI: an official metaschema, or a file of the loader.
    fn load(&mut self, uri: &str, reference: &str, from: usize) -> Result<usize, String> {
        let (document, path) = if let Some(value) = metaschema::by_uri(uri) {
            (Document::from_value(uri, value), uri.to_owned())
        } else {
            let given = self.given(uri, reference, from);
            let given = given.map_err(|reason| format!("`{reference}` is not opened: {reason}"))?;
            let (path, bytes) = given.ok_or_else(|| self.not_found(reference, from))?;
            if let Some(known) = self.by_path.get(&path) {
                let resource = self.owner(*known, &Pointer::root());
                self.by_uri.entry(uri.to_owned()).or_insert(resource);
                return Ok(resource);
            }
            let document = Document::guess(&self.loader.label(&path), &bytes);
            (document.map_err(|e| format!("`{reference}`: {e}"))?, path)
        };
        if document.depth() > super::MAX_LEVELS {
            return Err(format!("`{reference}`: nested deeper than {} levels", super::MAX_LEVELS));
        }
        let index = self.add(document, uri.to_owned(), path.clone());
        self.by_path.insert(path, index);
        let inherited =
            self.resources.first().map_or((Draft::Draft2020, true), |(_, f)| (f.draft, true));
        self.scan(index, &Pointer::root(), uri, inherited);
        let resource = self.owner(index, &Pointer::root());
        // The file gets the URI of the reference, also if its `$id` differs.
        self.by_uri.entry(uri.to_owned()).or_insert(resource);
        Ok(resource)
    }

    fn not_found(&self, reference: &str, from: usize) -> String {
        if uri::is_absolute(reference) {
            return format!(
                "`{reference}` {NO_FILE_FOR_URL} beside {} has this `$id`",
                self.documents[from].document.label()
            );
        }
        let path = uri::resolve(&self.documents[from].path, reference).0;
        format!("`{reference}` is not opened: there is no file {}", self.loader.label(&path))
    }
}

/// The part of the message about a URL without a file that no other message has.
const NO_FILE_FOR_URL: &str =
    "is not opened: nothing is fetched, no folder is mapped to it (`--map`), and no file";

/// The URL that a message of an error says was not opened, as written, without its fragment.
#[must_use]
pub fn unopened_url(message: &str) -> Option<&str> {
    // The keyword comes first.
    let (url, rest) = message.split_once('`')?.1.split_once("` ")?;
    let url = url.split('#').next().unwrap_or(url);
    rest.starts_with(NO_FILE_FOR_URL).then_some(url)
}

/// The draft of a `$schema`, and whether its validation vocabulary is on: for a custom dialect, the
/// `$vocabulary` of its metaschema decides.
fn dialect(uri: &str, loader: &dyn Loader) -> Option<(Draft, bool)> {
    if let Some(draft) = Draft::from_uri(uri) {
        return Some((draft, true));
    }
    let uri = uri.trim_end_matches('#');
    let path = loader.find(uri, loader.start()).ok().flatten();
    let bytes = loader.load(path.as_deref().unwrap_or(uri)).ok()??;
    let document = Document::guess(uri, &bytes).ok()?;
    let draft =
        document.value().get("$schema").and_then(Value::as_str).and_then(Draft::from_uri)?;
    let validates = match document.value().get("$vocabulary") {
        Some(Value::Object(v)) => v.keys().any(|k| k.ends_with("/vocab/validation")),
        _ => true,
    };
    Some((draft, validates))
}

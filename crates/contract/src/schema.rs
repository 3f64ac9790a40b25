//! `Schema`: one checked node type for all drafts. The reader (`read.rs`) resolves the differences
//! of drafts; later code uses one vocabulary, with the source's spelling beside it.
//!
//! A schema is a graph: nodes in an arena, references resolved to node ids, so recursion is an edge.

mod alone;
pub(crate) mod annotation;
mod fill;
mod groups;
mod keywords;
mod loops;
mod metaschema;
pub(crate) mod read;
mod reread;
mod resource;
pub(crate) mod signs;
mod standalone;
pub(crate) mod uri;
pub(crate) mod vocabulary;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Number, Value};

use crate::{Document, Draft, Pointer, Position};

/// The maximum depth of a schema: a hundred times that of real ones.
pub const MAX_LEVELS: usize = 1000;

/// Index of a node in its schema's graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// Index of a schema resource (a part with its own `$id`) in its schema's graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(pub(crate) u32);

/// A JSON type as `type` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Type {
    /// `null`
    Null = 1,
    /// `boolean`
    Boolean = 2,
    /// `integer`: a number without a fraction, in any notation.
    Integer = 4,
    /// `number`
    Number = 8,
    /// `string`
    String = 16,
    /// `array`
    Array = 32,
    /// `object`
    Object = 64,
}

impl Type {
    /// All types.
    pub const ALL: [Type; 7] = [
        Type::Null,
        Type::Boolean,
        Type::Integer,
        Type::Number,
        Type::String,
        Type::Array,
        Type::Object,
    ];

    /// The name as `type` spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "boolean",
            Type::Integer => "integer",
            Type::Number => "number",
            Type::String => "string",
            Type::Array => "array",
            Type::Object => "object",
        }
    }

    /// Parses the name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|t| t.as_str() == name)
    }
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSet(u8);

impl TypeSet {
    /// The set with `t` added.
    #[must_use]
    pub fn with(self, t: Type) -> TypeSet {
        TypeSet(self.0 | t as u8)
    }

    /// Whether `t` itself is named in the set.
    #[must_use]
    pub fn contains(self, t: Type) -> bool {
        self.0 & t as u8 != 0
    }

    /// Whether values of `t` are accepted: `number` also accepts integers.
    #[must_use]
    pub fn takes(self, t: Type) -> bool {
        self.contains(t) || (t == Type::Integer && self.contains(Type::Number))
    }

    /// The types, in the order of [`Type::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Type> {
        Type::ALL.into_iter().filter(move |t| self.contains(*t))
    }

    /// Whether no type is named.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Type> for TypeSet {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> Self {
        types.into_iter().fold(TypeSet::default(), TypeSet::with)
    }
}

/// A resolved `$ref`.
#[derive(Clone, Debug)]
pub struct Reference {
    /// As written.
    pub text: String,
    /// Its target.
    pub target: NodeId,
}

/// A resolved `$dynamicRef` or `$recursiveRef`.
#[derive(Clone, Debug)]
pub struct DynamicReference {
    /// As written.
    pub text: String,
    /// Its target without a dynamic scope.
    pub target: NodeId,
    /// The dynamic anchor to find, from the outermost resource inwards; `None` for a plain
    /// reference. The empty name is `$recursiveAnchor`.
    pub anchor: Option<String>,
}

/// A part of a schema with a URI of its own.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its URI without a fragment; empty or relative if it has no name.
    pub uri: String,
    /// Its draft.
    pub draft: Draft,
    /// Its dynamic anchors; the empty name is `$recursiveAnchor: true` at its root.
    pub dynamic_anchors: BTreeMap<String, NodeId>,
}

/// One place of a schema.
#[derive(Clone, Debug)]
pub struct Node {
    /// The place in its document.
    pub pointer: Pointer,
    /// Its document: 0 is the main one, others are referenced files.
    pub document: usize,
    /// The resource that it belongs to.
    pub resource: ResourceId,
    /// Its content.
    pub body: Body,
}

/// The content of a schema node.
#[derive(Clone, Debug)]
pub enum Body {
    /// `true` or `false`.
    Bool(bool),
    /// Keywords.
    Object(Box<Keywords>),
}

impl Node {
    /// The keywords, unless the node is `true` or `false`.
    #[must_use]
    pub fn keywords(&self) -> Option<&Keywords> {
        match &self.body {
            Body::Object(k) => Some(k),
            Body::Bool(_) => None,
        }
    }
}

/// The checked keywords of a schema object, in the vocabulary of 2020-12 for all drafts. Fields
/// have the names of keywords.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "each field is the keyword of its name; the odd ones say so")]
pub struct Keywords {
    pub types: Option<TypeSet>,
    /// `enum`
    pub enumeration: Option<Vec<Value>>,
    /// `const`
    pub constant: Option<Value>,
    pub multiple_of: Option<Number>,
    pub minimum: Option<Number>,
    pub maximum: Option<Number>,
    /// Draft 4's boolean is converted to the number.
    pub exclusive_minimum: Option<Number>,
    pub exclusive_maximum: Option<Number>,
    pub min_length: Option<u64>,
    pub max_length: Option<u64>,
    pub pattern: Option<String>,
    pub min_items: Option<u64>,
    pub max_items: Option<u64>,
    pub unique_items: bool,
    /// `prefixItems`, or `items` with an array in drafts before 2020-12.
    pub prefix_items: Vec<NodeId>,
    /// The items after the prefix: `items`, or `additionalItems` beside an array.
    pub items: Option<NodeId>,
    pub contains: Option<NodeId>,
    pub min_contains: Option<u64>,
    pub max_contains: Option<u64>,
    pub unevaluated_items: Option<NodeId>,
    pub min_properties: Option<u64>,
    pub max_properties: Option<u64>,
    pub properties: IndexMap<String, NodeId>,
    pub pattern_properties: IndexMap<String, NodeId>,
    pub additional_properties: Option<NodeId>,
    pub property_names: Option<NodeId>,
    pub unevaluated_properties: Option<NodeId>,
    pub required: Vec<String>,
    /// `dependentRequired`, or the name lists of `dependencies`.
    pub dependent_required: IndexMap<String, Vec<String>>,
    /// `dependentSchemas`, or the schemas of `dependencies`.
    pub dependent_schemas: IndexMap<String, NodeId>,
    pub all_of: Vec<NodeId>,
    pub any_of: Vec<NodeId>,
    pub one_of: Vec<NodeId>,
    pub not: Option<NodeId>,
    pub if_: Option<NodeId>,
    pub then_: Option<NodeId>,
    pub else_: Option<NodeId>,
    /// `$ref`; in drafts up to 7 its siblings are in `extra`.
    pub reference: Option<Reference>,
    /// `$dynamicRef` or `$recursiveRef`
    pub dynamic_reference: Option<DynamicReference>,
    pub format: Option<String>,
    pub content_encoding: Option<String>,
    pub content_media_type: Option<String>,
    pub content_schema: Option<NodeId>,
    /// `$id` (`id` in draft 4) as written.
    pub id: Option<String>,
    pub anchor: Option<String>,
    pub dynamic_anchor: Option<String>,
    pub title: Option<String>,
    pub description: Option<String>,
    /// `$comment`
    pub comment: Option<String>,
    pub default: Option<Value>,
    pub examples: Vec<Value>,
    pub deprecated: bool,
    pub read_only: bool,
    pub write_only: bool,
    /// `$defs` and `definitions`
    pub definitions: IndexMap<String, NodeId>,
    /// Whether the object is a group of definitions, not a schema: `#/$defs/orders/Item`.
    pub is_group: bool,
    /// Keywords with another spelling in the source: 2020-12's name → the source's.
    pub spelling: BTreeMap<&'static str, &'static str>,
    /// The keywords as written, in order.
    pub order: Vec<String>,
    /// Keywords that this draft does not have, as written.
    pub extra: IndexMap<String, Value>,
}

impl Keywords {
    /// The subschemas for parts of the value: items, properties, names.
    pub fn of_parts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let one = [
            self.items,
            self.contains,
            self.unevaluated_items,
            self.additional_properties,
            self.property_names,
            self.unevaluated_properties,
        ];
        let named = self.properties.values().chain(self.pattern_properties.values());
        named.chain(&self.prefix_items).copied().chain(one.into_iter().flatten())
    }

    /// The subschemas for the same value, without references.
    pub fn in_place(&self) -> impl Iterator<Item = NodeId> + '_ {
        let listed = self.all_of.iter().chain(&self.any_of).chain(&self.one_of);
        let one = [self.not, self.if_, self.then_, self.else_];
        let one = one.into_iter().flatten();
        listed.chain(self.dependent_schemas.values()).copied().chain(one)
    }

    /// The targets of `$ref`, `$dynamicRef` and `$recursiveRef` without a dynamic scope.
    pub fn references(&self) -> impl Iterator<Item = NodeId> + '_ {
        let plain = self.reference.as_ref().map(|r| r.target);
        plain.into_iter().chain(self.dynamic_reference.as_ref().map(|r| r.target))
    }

    /// All subschemas but the definitions.
    pub fn subschemas(&self) -> impl Iterator<Item = NodeId> + '_ {
        let content = self.content_schema;
        self.of_parts().chain(self.in_place()).chain(content).chain(self.references())
    }

    /// The keyword in the source's spelling: `prefixItems` may be `items` there.
    #[must_use]
    pub fn spelled(&self, keyword: &'static str) -> &'static str {
        self.spelling.get(keyword).copied().unwrap_or(keyword)
    }
}

/// One error in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// The document.
    pub label: String,
    /// The place of the error.
    pub pointer: Pointer,
    /// Line and column, if the document has a text.
    pub position: Option<Position>,
    /// The fault, and what to do.
    pub message: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)?;
        if let Some(p) = self.position {
            write!(f, ":{p}")?;
        }
        write!(f, ": {}", self.message)?;
        if !self.pointer.is_root() {
            write!(f, " (at {})", self.pointer)?;
        }
        Ok(())
    }
}

/// All errors of a schema; never empty. `Display` is one line: the first error and the number of
/// others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SchemaErrors(pub Vec<SchemaError>);

impl fmt::Display for SchemaErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.0.first() {
            write!(f, "{first}")?;
        }
        match self.0.len() {
            0 | 1 => Ok(()),
            n => write!(f, " (and {} more)", n - 1),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) documents: Vec<SourceDocument>,
    /// The base of references in the first document.
    pub(crate) base: Pointer,
}

/// A document of the graph: the main one, or a referenced file.
#[derive(Clone, Debug)]
pub(crate) struct SourceDocument {
    pub(crate) document: Document,
    /// The document's URI.
    pub(crate) uri: String,
    /// Its path in the loader.
    pub(crate) path: String,
}

/// A checked schema with all references resolved. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Schema {
    graph: Arc<Graph>,
    root: NodeId,
    /// The included nodes, in order; `None` includes all.
    part: Option<Arc<[NodeId]>>,
}

impl Schema {
    /// The root of validation.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node of an id, which must be of the same graph.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.graph.nodes[id.0 as usize]
    }

    /// The same graph seen from another node.
    #[must_use]
    pub fn at(&self, root: NodeId) -> Schema {
        Schema { graph: Arc::clone(&self.graph), root, part: None }
    }

    /// Whether both schemas share one graph.
    #[must_use]
    pub fn shares_graph(&self, other: &Schema) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
    }

    /// All nodes with their ids: those reachable from the root, and unused definitions.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let count = self.part.as_ref().map_or(self.graph.nodes.len(), |part| part.len());
        let id = |at: usize| match &self.part {
            Some(part) => part[at],
            None => NodeId(u32::try_from(at).expect("invariant: ids are of 32 bits")),
        };
        (0..count).map(id).map(|id| (id, self.node(id)))
    }

    /// A resource.
    #[must_use]
    pub fn resource(&self, id: ResourceId) -> &Resource {
        &self.graph.resources[id.0 as usize]
    }

    /// The draft of a node.
    #[must_use]
    pub fn draft(&self, id: NodeId) -> Draft {
        self.resource(self.node(id).resource).draft
    }

    /// The value of the main document.
    #[must_use]
    pub fn source(&self) -> &Value {
        self.graph.documents[0].document.value()
    }

    /// The value of a node as written.
    #[must_use]
    pub fn source_at(&self, id: NodeId) -> &Value {
        let node = self.node(id);
        self.graph.documents[node.document]
            .document
            .value()
            .pointer(node.pointer.as_str())
            .unwrap_or(&Value::Null)
    }

    /// The document of a node, for places and labels.
    #[must_use]
    pub fn document(&self, id: NodeId) -> &Document {
        &self.graph.documents[self.node(id).document].document
    }

    /// Whether the schema includes other files than the contract's own.
    #[must_use]
    pub fn refers_to_files(&self) -> bool {
        self.graph.documents.len() > 1
    }

    /// Whether a node is in a referenced file.
    #[must_use]
    pub fn is_in_other_file(&self, id: NodeId) -> bool {
        self.node(id).document != 0
    }

    /// The document of the schema and those that it refers to.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.graph.documents.iter().map(|known| &known.document)
    }

    /// The file of the schema with the label `label`.
    #[must_use]
    pub fn file(&self, label: &str) -> Option<&Document> {
        self.documents().find(|document| document.label() == label)
    }

    /// Line and column of a node.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        self.document(id).locate(&self.node(id).pointer)
    }
}

#[cfg(test)]
mod tests;

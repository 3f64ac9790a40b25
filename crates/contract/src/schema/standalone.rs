//! Bundles a schema into one equivalent JSON document, for other validators: referenced files become
//! definitions, and the root is the schema's root.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Keywords, Node, NodeId, Schema, metaschema, uri};
use crate::{Draft, Pointer};

/// The base URI of documents without a name. It can't refer to a file or the network.
const BASE: &str = "skillgen:///";

impl Schema {
    /// The schema as one document. Bundled files keep their URIs as `$id`, so references need no
    /// change; official metaschemas are omitted, because validators have them.
    #[must_use]
    pub fn to_standalone(&self) -> Value {
        let root = self.node(self.root());
        let draft = self.draft(self.root());
        let foreign: Vec<_> = self.graph.documents[1..]
            .iter()
            .filter(|d| metaschema::by_uri(&d.uri).is_none())
            .collect();
        let source = &self.graph.documents[root.document].document;
        // An embedded schema is the base of its own references.
        let base = if root.document == 0 { self.graph.base.as_str() } else { "" };
        let body = || {
            let whole = source.value().pointer(base);
            let whole = whole.map_or(Value::Bool(true), |whole| self.needed(whole, base));
            self.with_written_references(whole, root.document, base)
        };
        let within = root.pointer.as_str().strip_prefix(base).unwrap_or_default();
        if within.is_empty() && foreign.is_empty() {
            return with_dialect(body(), draft);
        }
        let mut definitions = Map::new();
        for file in foreign {
            let id = absolute(&file.uri);
            let number = self.graph.documents.iter().position(|d| std::ptr::eq(d, file));
            let whole = file.document.value().clone();
            let whole = self.with_written_references(whole, number.unwrap_or_default(), "");
            definitions.insert(file.uri.clone(), with_id(whole, &id, draft));
        }
        let home = match root.document {
            0 => format!("{BASE}main"),
            other => absolute(&self.graph.documents[other].uri),
        };
        let main = body();
        let main_id = main
            .get(draft.id_keyword())
            .and_then(Value::as_str)
            .map_or(home, |id| uri::resolve(BASE, id).0);
        definitions.insert("main".to_owned(), with_id(main, &main_id, draft));
        let keyword = if draft >= Draft::Draft2019 { "$defs" } else { "definitions" };
        let target = format!("{main_id}#{}", fragment(within));
        let mut document = Map::new();
        document.insert("$schema".to_owned(), json!(draft.uri()));
        // Drafts up to 7 ignore siblings of `$ref`, also the ids of definitions, so this uses
        // allOf.
        document.insert("allOf".to_owned(), json!([{ "$ref": target }]));
        document.insert(keyword.to_owned(), Value::Object(definitions));
        Value::Object(document)
    }
}

impl Schema {
    /// A copy of the document without the definitions that a separate schema doesn't reach.
    fn needed(&self, whole: &Value, base: &str) -> Value {
        let (Value::Object(members), Some(part)) = (whole, &self.part) else {
            return whole.clone();
        };
        let document = self.node(self.root()).document;
        let own = part.iter().map(|id| self.node(*id)).filter(|node| node.document == document);
        let reached: BTreeSet<[String; 2]> = own
            .filter_map(|node| {
                let within = Pointer::parse(node.pointer.as_str().strip_prefix(base)?)?;
                let mut tokens = within.tokens().into_iter();
                Some([tokens.next()?, tokens.next()?])
            })
            .collect();
        let copy = |(keyword, member): (&String, &Value)| {
            let copied = match member {
                Value::Object(named) if matches!(keyword.as_str(), "$defs" | "definitions") => {
                    let is_reached = |(name, _): &(&String, &Value)| {
                        reached.contains(&[keyword.clone(), (*name).clone()])
                    };
                    let kept = named.iter().filter(is_reached);
                    Value::Object(kept.map(|(name, one)| (name.clone(), one.clone())).collect())
                }
                other => other.clone(),
            };
            (keyword.clone(), copied)
        };
        Value::Object(members.iter().map(copy).collect())
    }

    /// The document (from `base` on) with valid URI references. Generated schemas name definitions after
    /// types, as in `#/definitions/List<string|null>`, which not every validator finds.
    fn with_written_references(&self, mut value: Value, document: usize, base: &str) -> Value {
        for (_, node) in self.nodes().filter(|(_, node)| node.document == document) {
            let Some(keywords) = node.keywords() else { continue };
            drop_keywords_of_other_dialects(keywords, node, base, &mut value);
            let references = [
                keywords.reference.as_ref().map(|r| ("$ref", &r.text)),
                keywords.dynamic_reference.as_ref().map(|r| ("$dynamicRef", &r.text)),
                keywords.dynamic_reference.as_ref().map(|r| ("$recursiveRef", &r.text)),
            ];
            let elsewhere =
                keywords.reference.as_ref().and_then(|r| self.reference_from(document, r.target));
            for (keyword, text) in references.into_iter().flatten() {
                let written = match (keyword, &elsewhere, text.split_once('#')) {
                    ("$ref", Some(written), _) => written.clone(),
                    (_, _, Some((uri, part))) => format!("{uri}#{}", written(part)),
                    _ => continue,
                };
                let within = node.pointer.as_str().strip_prefix(base);
                let here = within.and_then(|at| value.pointer_mut(at));
                // If another spelling of the keyword is present, nothing is written.
                if let Some(said) = here.and_then(|node| node.get_mut(keyword))
                    && said.as_str() == Some(text.as_str())
                    && written != *text
                {
                    *said = Value::String(written);
                }
            }
        }
        value
    }
}

impl Schema {
    /// The reference to a node of another document, by the URI of that document here, which may differ from
    /// its `$id`. `None` for a node of the same document or of a metaschema.
    fn reference_from(&self, document: usize, target: NodeId) -> Option<String> {
        let node = self.node(target);
        let file = &self.graph.documents[node.document];
        if node.document == document || metaschema::by_uri(&file.uri).is_some() {
            return None;
        }
        let base = if node.document == 0 { self.graph.base.as_str() } else { "" };
        let within = node.pointer.as_str().strip_prefix(base)?;
        Some(format!("{}#{}", self.home(node.document), fragment(within)))
    }

    /// The URI of a document.
    fn home(&self, document: usize) -> String {
        let file = &self.graph.documents[document];
        let root = self.node(self.root());
        let draft = self.draft(self.root());
        let is_main = document == root.document;
        let (base, name) = match document {
            0 => (self.graph.base.as_str(), format!("{BASE}main")),
            _ => ("", absolute(&file.uri)),
        };
        let whole = file.document.value().pointer(base);
        let own = whole.and_then(|whole| whole.get(draft.id_keyword())?.as_str());
        own.map_or_else(
            || name.clone(),
            |id| uri::resolve(if is_main { BASE } else { &name }, id).0,
        )
    }
}

/// Keywords of other dialects have no effect in a schema, but some validators check them.
const CHECKED_ALL_THE_SAME: &[&str] =
    &["dependencies", "$recursiveRef", "$recursiveAnchor", "$dynamicRef"];

fn drop_keywords_of_other_dialects(
    keywords: &Keywords,
    node: &Node,
    base: &str,
    document: &mut Value,
) {
    // Beside a `$ref` of an older draft they are unknown keywords too, and no validator checks them.
    let unknown = CHECKED_ALL_THE_SAME.iter().filter(|word| keywords.extra.contains_key(**word));
    for word in unknown {
        let within = node.pointer.as_str().strip_prefix(base);
        let here = within.and_then(|at| document.pointer_mut(at)).and_then(Value::as_object_mut);
        if let Some(members) = here {
            members.shift_remove(*word);
        }
    }
}

fn absolute(uri: &str) -> String {
    uri::resolve(BASE, uri).0
}

/// Percent-encodes characters that a URI fragment can't contain.
fn fragment(pointer: &str) -> String {
    let mut out = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// A valid fragment; encoded parts are kept.
fn written(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    let mut rest = part;
    while let Some(at) = rest.find('%') {
        let (head, tail) = rest.split_at(at);
        out.push_str(&fragment(head));
        let is_encoded =
            tail.as_bytes().get(1..3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
        let (kept, next) = tail.split_at(if is_encoded { 3 } else { 1 });
        out.push_str(if is_encoded { kept } else { "%25" });
        rest = next;
    }
    out.push_str(&fragment(rest));
    out
}

fn with_dialect(mut value: Value, draft: Draft) -> Value {
    if let Value::Object(members) = &mut value {
        // Not all validators know short and custom spellings of `$schema`.
        let known = members
            .get("$schema")
            .and_then(Value::as_str)
            .is_some_and(|s| s.trim_end_matches('#') == draft.uri());
        if !known {
            members.insert("$schema".to_owned(), json!(draft.uri()));
        }
    }
    value
}

fn with_id(value: Value, id: &str, draft: Draft) -> Value {
    let mut value = with_dialect(value, draft);
    if let Value::Object(members) = &mut value {
        let key = draft.id_keyword();
        let resolved = match members.get(key).and_then(Value::as_str) {
            Some(own) => uri::resolve(id, own).0,
            None => id.to_owned(),
        };
        members.insert(key.to_owned(), json!(resolved));
    }
    value
}

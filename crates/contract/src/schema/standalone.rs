//! One JSON document that says the same as a schema, for validators by other hands: referenced files
//! are put into its definitions, and its root is where the schema's root is.

use serde_json::{Map, Value, json};

use super::{Schema, metaschema, uri};
use crate::Draft;

/// The base of documents that nothing names; no file or network can be meant by it.
const BASE: &str = "skillgen:///";

impl Schema {
    /// The schema as one document. Bundled files keep their URIs as `$id`, so references need no
    /// change; official metaschemas are left out, validators bring their own.
    #[must_use]
    pub fn to_standalone(&self) -> Value {
        let root = self.node(self.root());
        let draft = self.draft(self.root());
        let foreign: Vec<_> = self.graph.documents[1..]
            .iter()
            .filter(|d| metaschema::by_uri(&d.uri).is_none())
            .collect();
        let source = &self.graph.documents[root.document].document;
        // An embedded schema is its own document: its references begin at itself.
        let base = if root.document == 0 { self.graph.base.as_str() } else { "" };
        let body = || source.value().pointer(base).cloned().unwrap_or(Value::Bool(true));
        let within = root.pointer.as_str().strip_prefix(base).unwrap_or_default();
        if within.is_empty() && foreign.is_empty() {
            return with_dialect(body(), draft);
        }
        let mut definitions = Map::new();
        for file in foreign {
            let id = absolute(&file.uri);
            definitions
                .insert(file.uri.clone(), with_id(file.document.value().clone(), &id, draft));
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
        // Drafts up to 7 ignore what stands beside `$ref`, also the definitions' ids: hence allOf.
        document.insert("allOf".to_owned(), json!([{ "$ref": target }]));
        document.insert(keyword.to_owned(), Value::Object(definitions));
        Value::Object(document)
    }
}

fn absolute(uri: &str) -> String {
    uri::resolve(BASE, uri).0
}

/// Percent-encodes what a URI fragment can't hold.
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

fn with_dialect(mut value: Value, draft: Draft) -> Value {
    if let Value::Object(members) = &mut value {
        // Short and custom spellings of `$schema` are not understood everywhere.
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

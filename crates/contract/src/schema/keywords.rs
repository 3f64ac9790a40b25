//! Reads one schema object as [`Keywords`]: checks each keyword's value and converts other drafts
//! to the vocabulary of 2020-12.

use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Number, Value};

use super::read::Reader;
use super::{DynamicReference, Keywords, NodeId, Reference, Type, TypeSet, groups, vocabulary};
use crate::number::Exact;
use crate::regex;
use crate::value::kind;
use crate::{Draft, Pointer};

/// The place of the object, and the reader of its subschemas.
pub(super) struct KeywordContext<'r, 'l> {
    pub(super) reader: &'r mut Reader<'l>,
    pub(super) document: usize,
    pub(super) pointer: Pointer,
    /// The draft, and whether its validation vocabulary is on.
    pub(super) dialect: (Draft, bool),
}

/// Reads all keywords of one schema object.
pub(super) fn read(at: &mut KeywordContext<'_, '_>, members: &Map<String, Value>) -> Keywords {
    let mut k = Keywords { order: members.keys().cloned().collect(), ..Keywords::default() };
    let hides =
        at.dialect.0.ref_hides_siblings() && members.get("$ref").is_some_and(Value::is_string);
    for (keyword, value) in members {
        let kept =
            !hides || matches!(keyword.as_str(), "$ref" | "$schema" | "definitions" | "$defs");
        if kept && vocabulary::is_known(keyword, at.dialect) {
            one(at, members, keyword, value, &mut k);
        } else {
            k.extra.insert(keyword.clone(), value.clone());
        }
    }
    if groups::is_group(&at.pointer, members) {
        k.definitions = members
            .keys()
            .map(|name| (name.clone(), at.reader.child(at.document, &at.pointer.push(name))))
            .collect();
        k.is_group = true;
    }
    k
}

#[rustfmt::skip]
fn one(at: &mut KeywordContext<'_, '_>, members: &Map<String, Value>, keyword: &str, v: &Value, k: &mut Keywords) {
    match keyword {
        "type" => k.types = at.types(v),
        "enum" => k.enumeration = at.list("enum", v),
        "const" => k.constant = Some(v.clone()),
        "multipleOf" => k.multiple_of = at.multiple_of(v),
        "minimum" if members.get("exclusiveMinimum") == Some(&Value::Bool(true)) && at.is_draft4() => {
            k.exclusive_minimum = at.number("minimum", v);
            k.spelling.insert("exclusiveMinimum", "minimum");
        }
        "maximum" if members.get("exclusiveMaximum") == Some(&Value::Bool(true)) && at.is_draft4() => {
            k.exclusive_maximum = at.number("maximum", v);
            k.spelling.insert("exclusiveMaximum", "maximum");
        }
        "minimum" => k.minimum = at.number("minimum", v),
        "maximum" => k.maximum = at.number("maximum", v),
        "exclusiveMinimum" | "exclusiveMaximum" if at.is_draft4() => { at.flag(keyword, v); }
        "exclusiveMinimum" => k.exclusive_minimum = at.number("exclusiveMinimum", v),
        "exclusiveMaximum" => k.exclusive_maximum = at.number("exclusiveMaximum", v),
        "minLength" => k.min_length = at.count("minLength", v),
        "maxLength" => k.max_length = at.count("maxLength", v),
        "pattern" => k.pattern = at.pattern(v),
        "minItems" => k.min_items = at.count("minItems", v),
        "maxItems" => k.max_items = at.count("maxItems", v),
        "uniqueItems" => k.unique_items = at.flag("uniqueItems", v),
        "prefixItems" => k.prefix_items = at.schemas("prefixItems", v),
        "items" if v.is_array() && at.dialect.0 < Draft::Draft2020 => {
            k.prefix_items = at.schemas("items", v);
            k.spelling.insert("prefixItems", "items");
            k.spelling.insert("items", "additionalItems");
        }
        "items" => k.items = at.schema("items", v),
        "additionalItems" if members.get("items").is_some_and(Value::is_array) => {
            k.items = at.schema("additionalItems", v);
        }
        "contains" => k.contains = at.schema("contains", v),
        "minContains" => k.min_contains = at.count("minContains", v),
        "maxContains" => k.max_contains = at.count("maxContains", v),
        "unevaluatedItems" => k.unevaluated_items = at.schema("unevaluatedItems", v),
        "minProperties" => k.min_properties = at.count("minProperties", v),
        "maxProperties" => k.max_properties = at.count("maxProperties", v),
        "properties" => k.properties = at.schema_map("properties", v),
        "patternProperties" => k.pattern_properties = at.pattern_map(v),
        "additionalProperties" => k.additional_properties = at.schema("additionalProperties", v),
        "propertyNames" => k.property_names = at.schema("propertyNames", v),
        "unevaluatedProperties" => k.unevaluated_properties = at.schema("unevaluatedProperties", v),
        "required" => k.required = at.names(&at.pointer.push("required"), v),
        "dependentRequired" => k.dependent_required = at.name_lists("dependentRequired", v),
        "dependentSchemas" => k.dependent_schemas = at.schema_map("dependentSchemas", v),
        "dependencies" => dependencies(at, v, k),
        "allOf" => k.all_of = at.schemas("allOf", v),
        "anyOf" => k.any_of = at.branches("anyOf", v),
        "oneOf" => k.one_of = at.branches("oneOf", v),
        "not" => k.not = at.schema("not", v),
        "if" => k.if_ = at.schema("if", v),
        "then" => k.then_ = at.schema("then", v),
        "else" => k.else_ = at.schema("else", v),
        "$ref" => k.reference = at.follow("$ref", v).map(|(text, target, _)| Reference { text, target }),
        "$dynamicRef" => k.dynamic_reference = at.follow("$dynamicRef", v)
            .map(|(text, target, anchor)| DynamicReference { text, target, anchor }),
        "$recursiveRef" => k.dynamic_reference = at.recursive(v),
        "format" => k.format = at.text("format", v),
        "contentEncoding" => k.content_encoding = at.text("contentEncoding", v),
        "contentMediaType" => k.content_media_type = at.text("contentMediaType", v),
        "contentSchema" => k.content_schema = at.schema("contentSchema", v),
        "$id" | "id" => k.id = at.text(keyword, v),
        "$anchor" => k.anchor = at.text("$anchor", v),
        "$dynamicAnchor" => k.dynamic_anchor = at.text("$dynamicAnchor", v),
        "$recursiveAnchor" => { at.flag("$recursiveAnchor", v); }
        "$schema" => at.dialect_name(v),
        "title" => k.title = at.text("title", v),
        "description" => k.description = at.text("description", v),
        "$comment" => k.comment = at.text("$comment", v),
        "default" => k.default = Some(v.clone()),
        "examples" => k.examples = at.list("examples", v).unwrap_or_default(),
        "deprecated" => k.deprecated = at.flag("deprecated", v),
        "readOnly" => k.read_only = at.flag("readOnly", v),
        "writeOnly" => k.write_only = at.flag("writeOnly", v),
        "$defs" | "definitions" => {
            for (name, id) in at.schema_map(keyword, v) {
                k.definitions.entry(name).or_insert(id);
            }
        }
        _ => { k.extra.insert(keyword.to_owned(), v.clone()); }
    }
}

/// `dependencies` holds both lists of names and schemas.
fn dependencies(at: &mut KeywordContext<'_, '_>, value: &Value, k: &mut Keywords) {
    k.spelling.insert("dependentRequired", "dependencies");
    k.spelling.insert("dependentSchemas", "dependencies");
    let Some(map) = at.object("dependencies", value) else { return };
    let base = at.pointer.push("dependencies");
    for (name, dependency) in map {
        let here = base.push(name);
        if dependency.is_array() {
            k.dependent_required.insert(name.clone(), at.names(&here, dependency));
        } else if !matches!(dependency, Value::Object(_) | Value::Bool(_)) {
            at.wrong(&here, "a schema or an array of property names", dependency);
        } else {
            let id = at.reader.child(at.document, &here);
            k.dependent_schemas.insert(name.clone(), id);
        }
    }
}

impl KeywordContext<'_, '_> {
    fn is_draft4(&self) -> bool {
        self.dialect.0 == Draft::Draft4
    }

    fn wrong(&mut self, pointer: &Pointer, expected: &str, got: &Value) {
        let keyword = pointer.last().unwrap_or_default();
        let message = format!("{keyword}: expected {expected}, got {}", shown(got));
        self.reader.error(self.document, pointer, message);
    }

    fn types(&mut self, value: &Value) -> Option<TypeSet> {
        let here = self.pointer.push("type");
        let names: Vec<&Value> = match value {
            Value::Array(list) => list.iter().collect(),
            one => vec![one],
        };
        if names.is_empty() {
            self.wrong(&here, "at least one type", value);
        }
        let mut set = TypeSet::default();
        for name in names {
            match name.as_str().and_then(Type::parse) {
                Some(t) => set = set.with(t),
                None => self.wrong(
                    &here,
                    "null, boolean, integer, number, string, array, object or a list of them",
                    name,
                ),
            }
        }
        Some(set)
    }

    fn list(&mut self, keyword: &str, value: &Value) -> Option<Vec<Value>> {
        if let Value::Array(list) = value {
            return Some(list.clone());
        }
        self.wrong(&self.pointer.push(keyword), "an array", value);
        None
    }

    fn number(&mut self, keyword: &str, value: &Value) -> Option<Number> {
        let here = self.pointer.push(keyword);
        match value {
            Value::Number(n) if Exact::new(n).is_some() => return Some(n.clone()),
            Value::Number(_) => self.wrong(&here, "a number of at most 20,000 digits", value),
            Value::Bool(_) if keyword.starts_with("exclusive") => {
                let draft = self.dialect.0.name();
                let expected =
                    format!("a number ({draft}; a boolean has a meaning in draft-04 only)");
                self.wrong(&here, &expected, value);
            }
            _ => self.wrong(&here, "a number", value),
        }
        None
    }

    fn multiple_of(&mut self, value: &Value) -> Option<Number> {
        let number = self.number("multipleOf", value)?;
        if Exact::new(&number).is_some_and(|x| x.is_positive()) {
            return Some(number);
        }
        self.wrong(&self.pointer.push("multipleOf"), "a number above zero", value);
        None
    }

    fn count(&mut self, keyword: &str, value: &Value) -> Option<u64> {
        if let Value::Number(n) = value
            && let Some(exact) = Exact::new(n)
            && exact.is_integer()
            && exact >= Exact::from(0)
        {
            // A count beyond u64 becomes the maximum, because no document has as many.
            return Some(u64::try_from(exact.rational().to_integer()).unwrap_or(u64::MAX));
        }
        self.wrong(&self.pointer.push(keyword), "an integer, 0 or more", value);
        None
    }

    fn text(&mut self, keyword: &str, value: &Value) -> Option<String> {
        if let Value::String(text) = value {
            return Some(text.clone());
        }
        self.wrong(&self.pointer.push(keyword), "a string", value);
        None
    }

    fn pattern(&mut self, value: &Value) -> Option<String> {
        let text = self.text("pattern", value)?;
        self.refuse_no_pattern(&self.pointer.push("pattern"), &text);
        Some(text)
    }

    fn pattern_map(&mut self, value: &Value) -> IndexMap<String, NodeId> {
        let schemas = self.schema_map("patternProperties", value);
        let base = self.pointer.push("patternProperties");
        for text in schemas.keys() {
            self.refuse_no_pattern(&base.push(text), text);
        }
        schemas
    }

    /// A pattern that can't be parsed can't be checked, so no statement about the schema would hold.
    fn refuse_no_pattern(&mut self, here: &Pointer, text: &str) {
        if let Err(error) = regex::parse_lenient(text) {
            let (got, why) = (shown(&Value::from(text)), error.message);
            let message = format!(
                "pattern: expected a pattern of ECMA-262, got {got} ({why}, at offset {})",
                error.offset
            );
            self.reader.error(self.document, here, message);
        }
    }

    fn flag(&mut self, keyword: &str, value: &Value) -> bool {
        if let Value::Bool(b) = value {
            return *b;
        }
        self.wrong(&self.pointer.push(keyword), "true or false", value);
        false
    }

    fn names(&mut self, here: &Pointer, value: &Value) -> Vec<String> {
        let Value::Array(list) = value else {
            self.wrong(here, "an array of strings", value);
            return Vec::new();
        };
        // A set, so that a list of 80,000 names takes linear time.
        let mut names: IndexSet<&String> = IndexSet::with_capacity(list.len());
        for (i, name) in list.iter().enumerate() {
            match name {
                Value::String(text) => {
                    names.insert(text);
                }
                other => self.wrong(&here.push_index(i), "a string", other),
            }
        }
        names.into_iter().cloned().collect()
    }

    fn name_lists(&mut self, keyword: &str, value: &Value) -> IndexMap<String, Vec<String>> {
        let base = self.pointer.push(keyword);
        let mut lists = IndexMap::new();
        if let Some(map) = self.object(keyword, value) {
            for (name, list) in map {
                let names = self.names(&base.push(name), list);
                lists.insert(name.clone(), names);
            }
        }
        lists
    }

    fn object<'v>(&mut self, keyword: &str, value: &'v Value) -> Option<&'v Map<String, Value>> {
        if let Value::Object(map) = value {
            return Some(map);
        }
        self.wrong(&self.pointer.push(keyword), "an object", value);
        None
    }

    fn schema(&mut self, keyword: &str, value: &Value) -> Option<NodeId> {
        let here = self.pointer.push(keyword);
        if matches!(value, Value::Object(_) | Value::Bool(_)) {
            return Some(self.reader.child(self.document, &here));
        }
        self.wrong(&here, "a schema (an object or a boolean)", value);
        None
    }

    fn schemas(&mut self, keyword: &str, value: &Value) -> Vec<NodeId> {
        let here = self.pointer.push(keyword);
        let Value::Array(list) = value else {
            self.wrong(&here, "an array of schemas", value);
            return Vec::new();
        };
        (0..list.len()).map(|i| self.reader.child(self.document, &here.push_index(i))).collect()
    }

    /// `anyOf` and `oneOf` need a branch: without one, no value would be valid.
    fn branches(&mut self, keyword: &str, value: &Value) -> Vec<NodeId> {
        if value.as_array().is_some_and(Vec::is_empty) {
            self.wrong(&self.pointer.push(keyword), "at least one schema", value);
        }
        self.schemas(keyword, value)
    }

    fn dialect_name(&mut self, value: &Value) {
        let Some(name) = self.text("$schema", value) else { return };
        // The meaning of keywords in an unknown dialect is not known.
        if !self.reader.knows_dialect(&name) {
            let expected = "draft-04, draft-06, draft-07, 2019-09, 2020-12, or a metaschema among the files that may be \
                            opened (`--map`, or the file that has it as its `$id`)";
            self.wrong(&self.pointer.push("$schema"), expected, value);
        }
    }

    fn schema_map(&mut self, keyword: &str, value: &Value) -> IndexMap<String, NodeId> {
        let here = self.pointer.push(keyword);
        let Some(map) = self.object(keyword, value) else { return IndexMap::new() };
        map.keys()
            .map(|name| (name.clone(), self.reader.child(self.document, &here.push(name))))
            .collect()
    }

    fn follow(&mut self, keyword: &str, value: &Value) -> Option<(String, NodeId, Option<String>)> {
        let text = self.text(keyword, value)?;
        match self.reader.follow(self.document, &self.pointer, &text) {
            Ok((target, anchor)) => Some((text, target, anchor)),
            Err(message) => {
                let here = self.pointer.push(keyword);
                self.reader.error(self.document, &here, format!("{keyword} {message}"));
                None
            }
        }
    }

    fn recursive(&mut self, value: &Value) -> Option<DynamicReference> {
        let (text, target, _) = self.follow("$recursiveRef", value)?;
        let anchored = self.reader.is_recursive_anchor(target);
        Some(DynamicReference { text, target, anchor: anchored.then(String::new) })
    }
}

impl Keywords {
    /// The only value that `const`, or an `enum` of one, allows.
    #[must_use]
    pub fn single_value(&self) -> Option<&Value> {
        match (&self.constant, self.enumeration.as_deref()) {
            (Some(value), _) | (None, Some([value])) => Some(value),
            _ => None,
        }
    }
}

/// A value for a message: short, and on one line.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    format!("{} {}…", kind(value), text.chars().take(50).collect::<String>())
}

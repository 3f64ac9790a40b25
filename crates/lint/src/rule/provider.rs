//! `provider-*`: the part of JSON Schema that a model provider accepts, by its dated profile. Off unless
//! the profile is requested; then rejections are errors.

mod nullable;

use std::collections::BTreeMap;

use contract::{Body, NodeId, Pointer, Schema, Type};
use serde_json::Value;

use crate::fix::{Fix, Safety};
use crate::profile::{EnumValues, Provider};
use crate::report::Report;
use crate::rule::json_edit;
use crate::source::{Source, quote};

/// Keywords that only restrict or describe: without one of them, all accepted documents are still
/// accepted.
const LEFT_OUT: [&str; 22] = [
    "$schema",
    "$id",
    "$comment",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "multipleOf",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "contains",
    "minContains",
    "maxContains",
    "dependentRequired",
    "additionalProperties",
    "unevaluatedProperties",
];

/// Checks a schema by the rules of one provider.
pub(crate) fn check(source: &Source, schema: &Schema, provider: &Provider, report: &mut Report) {
    root(source, schema, provider, report);
    let mut totals = Totals::default();
    for (id, node) in schema.nodes() {
        let Some(keywords) = node.keywords().filter(|_| node.document == 0) else { continue };
        let place = SchemaNode { source, schema, id, pointer: &node.pointer, provider };
        place.keywords(&keywords.order, report);
        place.object(report);
        place.names(report);
        place.format(report);
        place.types(report);
        place.items(report);
        place.enumeration(report);
        place.long_enum(report);
        totals.add(keywords);
    }
    totals.tell(source, provider, report);
    let depth = depth(schema);
    if let (Some(most), Some(depth)) = (provider.max_depth, depth)
        && depth > most
    {
        let message =
            format!("{}: expected at most {most} levels of objects, found {depth}", provider.title);
        report.value("provider-too-large", source, &Pointer::root(), message);
    }
    if depth.is_none() && !provider.recursion {
        let message = format!("{}: does not accept a schema that refers to itself", provider.title);
        report.value("provider-recursion", source, &Pointer::root(), message);
    }
}

fn root(source: &Source, schema: &Schema, provider: &Provider, report: &mut Report) {
    let node = schema.node(schema.root());
    let keywords = node.keywords();
    let object = keywords
        .and_then(|k| k.types)
        .is_some_and(|types| types.contains(Type::Object) && types.iter().count() == 1);
    if provider.root_object && !object {
        let stood = schema
            .source_at(schema.root())
            .get("type")
            .map_or_else(|| "none".to_owned(), Value::to_string);
        let message =
            format!("{}: expected a root with \"type\": \"object\", found {stood}", provider.title);
        report
            .value("provider-root-not-object", source, &node.pointer, message)
            .advise("wrap the value in an object with one property");
    }
    let Some(keywords) = keywords.filter(|_| !provider.root_combinators) else { return };
    let combinators = [
        ("oneOf", !keywords.one_of.is_empty()),
        ("anyOf", !keywords.any_of.is_empty()),
        ("allOf", !keywords.all_of.is_empty()),
    ];
    for (name, _) in combinators.into_iter().filter(|(_, there)| *there) {
        let message = format!("{}: does not accept {name} at the root", provider.title);
        report
            .key("provider-root-combinator", source, &node.pointer.push(name), message)
            .advise("move the alternatives into a property");
    }
}

struct SchemaNode<'p> {
    source: &'p Source,
    schema: &'p Schema,
    id: NodeId,
    pointer: &'p Pointer,
    provider: &'p Provider,
}

impl SchemaNode<'_> {
    fn keywords(&self, order: &[String], report: &mut Report) {
        let provider = self.provider;
        for keyword in order {
            let reference = matches!(keyword.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef");
            let pointer = self.pointer.push(keyword);
            if reference && !provider.refs {
                let message =
                    format!("{}: does not accept references such as {keyword}", provider.title);
                report
                    .key("provider-reference", self.source, &pointer, message)
                    .advise("write the schema out where it is used");
                continue;
            }
            if !provider.takes(keyword) {
                let message = format!("{}: does not accept the keyword {keyword}", provider.title);
                let fix = self.without(keyword, &pointer);
                let found = report
                    .key("provider-keyword", self.source, &pointer, message)
                    .advise(instead(keyword));
                if let Some(fix) = fix {
                    found.mend(fix);
                }
            }
        }
    }

    fn object(&self, report: &mut Report) {
        let Some(keywords) = self.schema.node(self.id).keywords() else { return };
        let object = keywords.types.is_some_and(|types| types.contains(Type::Object));
        if !object && keywords.properties.is_empty() {
            return;
        }
        let closed = keywords
            .additional_properties
            .is_some_and(|id| matches!(self.schema.node(id).body, Body::Bool(false)));
        if self.provider.closed_objects && !closed {
            let message = format!(
                "{}: expected \"additionalProperties\": false in each object, found none",
                self.provider.title
            );
            let document = &self.source.document;
            let member = self.pointer.push("additionalProperties");
            let edit = match keywords.additional_properties {
                Some(_) => json_edit::replacing(document, &member, "false".to_owned()),
                None => {
                    json_edit::adding(document, self.pointer, "\"additionalProperties\": false")
                }
            };
            let found = report
                .value("provider-object-open", self.source, self.pointer, message)
                .advise("add \"additionalProperties\": false");
            if let Some(edit) = edit {
                found.mend(Fix::risky("refuse undeclared properties", edit));
            }
        }
        if !self.provider.all_required {
            return;
        }
        let optional: Vec<&str> = keywords
            .properties
            .keys()
            .map(String::as_str)
            .filter(|name| !keywords.required.iter().any(|known| known == name))
            .collect();
        // All names are in one list, so the first finding fixes them all.
        let mut fix = nullable::require(self.source, self.pointer, keywords, &optional);
        for name in optional {
            let message = format!(
                "{}: expected each property to be required, found {name} optional",
                self.provider.title
            );
            let pointer = self.pointer.push("properties").push(name);
            let found = report
                .key("provider-property-optional", self.source, &pointer, message)
                .advise(format!("require {name} and let it be null: \"type\": [\"…\", \"null\"]"));
            if let Some(fix) = fix.take() {
                found.mend(fix);
            }
        }
    }

    fn names(&self, report: &mut Report) {
        let Some(form) = &self.provider.property_name else { return };
        let Some(keywords) = self.schema.node(self.id).keywords() else { return };
        for name in keywords.properties.keys() {
            let sound = (1..=form.longest).contains(&name.len())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || form.characters.contains(c));
            if !sound {
                let message = format!(
                    "{}: expected names of 1 to {} letters, digits and {}, found {name:?}",
                    self.provider.title, form.longest, form.characters
                );
                let pointer = self.pointer.push("properties").push(name);
                report.key("provider-property-name", self.source, &pointer, message);
            }
        }
    }

    fn format(&self, report: &mut Report) {
        let keywords = self.schema.node(self.id).keywords();
        let format = keywords.and_then(|keywords| keywords.format.as_ref());
        if let (Some(known), Some(format)) = (&self.provider.formats, format)
            && !known.contains(format)
        {
            let message = format!(
                "{}: expected one of the formats {}, found {format:?}",
                self.provider.title,
                known.join(", ")
            );
            let pointer = self.pointer.push("format");
            let edit = json_edit::removing(&self.source.document, &pointer);
            let found = report
                .value("provider-format", self.source, &pointer, message)
                .advise("describe the form in words, or by a pattern");
            if let Some(edit) = edit {
                found.mend(Fix::risky("leave the format out", edit));
            }
        }
    }

    fn types(&self, report: &mut Report) {
        let pointer = self.pointer.push("type");
        if !self.provider.type_lists && self.source.get(&pointer).is_some_and(Value::is_array) {
            let message = format!("{}: expected one type, found a list", self.provider.title);
            report
                .value("provider-type-list", self.source, &pointer, message)
                .advise("use anyOf with one type each, or nullable beside the type");
        }
    }

    fn items(&self, report: &mut Report) {
        let Some(keywords) = self.schema.node(self.id).keywords() else { return };
        let array = keywords.types.is_some_and(|types| types.contains(Type::Array));
        if self.provider.items_required && array && keywords.items.is_none() {
            let message = format!(
                "{}: expected \"items\" in each array schema, found none",
                self.provider.title
            );
            report
                .value("provider-items-missing", self.source, self.pointer, message)
                .advise("say what the items are");
        }
        if let (Some(most), Some(least)) = (self.provider.most_min_items, keywords.min_items)
            && least > most
        {
            let pointer = self.pointer.push("minItems");
            let message = format!(
                "{}: expected a minItems of at most {most}, found {least}",
                self.provider.title
            );
            let found = report
                .value("provider-min-items", self.source, &pointer, message)
                .advise(format!("use {most}, and count the items after the call"));
            let edit = json_edit::replacing(&self.source.document, &pointer, most.to_string());
            if let Some(edit) = edit {
                found.mend(Fix::risky(format!("ask for {most} only"), edit));
            }
        }
    }

    fn enumeration(&self, report: &mut Report) {
        let Some(keywords) = self.schema.node(self.id).keywords() else { return };
        let (Some(kind), Some(values)) = (self.provider.enum_values, &keywords.enumeration) else {
            return;
        };
        let pointer = self.pointer.push("enum");
        let (wanted, fits): (_, fn(&Value) -> bool) = match kind {
            EnumValues::Strings => ("strings", Value::is_string),
            EnumValues::Primitives => {
                ("strings, numbers, booleans and null", |v| !v.is_array() && !v.is_object())
            }
        };
        if let Some((at, value)) = values.iter().enumerate().find(|(_, value)| !fits(value)) {
            let message = format!(
                "{}: expected {wanted} only in an enum, found {}",
                self.provider.title,
                quote(value)
            );
            report
                .value("provider-enum", self.source, &pointer.push_index(at), message)
                .advise("say the values in the description, and check them after the call");
        } else if kind == EnumValues::Strings
            && !keywords.types.is_some_and(|types| types.contains(Type::String))
        {
            let message = format!(
                "{}: expected \"type\": \"string\" beside an enum, found none",
                self.provider.title
            );
            report
                .value("provider-enum", self.source, &pointer, message)
                .advise("add \"type\": \"string\"");
        }
    }

    fn long_enum(&self, report: &mut Report) {
        let values = self.schema.node(self.id).keywords().and_then(|k| k.enumeration.as_ref());
        let (Some(limit), Some(values)) = (self.provider.long_enum, values) else { return };
        let stood: usize = values.iter().filter_map(Value::as_str).map(str::len).sum();
        if values.len() > limit.values && stood > limit.characters {
            let message = format!(
                "{}: expected at most {} characters in an enum of more than {} values, found {stood}",
                self.provider.title, limit.characters, limit.values
            );
            report.value("provider-too-large", self.source, &self.pointer.push("enum"), message);
        }
    }

    /// The fix for a keyword that the provider rejects: an equivalent one, or its removal if the rest of
    /// the schema remains valid.
    fn without(&self, keyword: &str, pointer: &Pointer) -> Option<Fix> {
        let document = &self.source.document;
        match keyword {
            "oneOf" => {
                let edit = json_edit::renaming(document, pointer, "anyOf")?;
                let there = self.source.get(&self.pointer.push("anyOf")).is_some();
                (!there).then(|| Fix::risky("use anyOf", edit))
            }
            "const" => {
                let value = json_edit::text_of(document, pointer)?;
                let there = self.source.get(&self.pointer.push("enum")).is_some();
                let edits = vec![
                    json_edit::renaming(document, pointer, "enum")?,
                    json_edit::replacing(document, pointer, format!("[{value}]"))?,
                ];
                let words = "use an enum of one value".to_owned();
                (!there).then_some(Fix { words, safety: Safety::Unsafe, edits })
            }
            word if LEFT_OUT.contains(&word) => {
                let edit = json_edit::removing(document, pointer)?;
                Some(Fix::risky(format!("leave {word} out, and check it after the call"), edit))
            }
            _ => None,
        }
    }
}

/// Limits of the whole schema.
#[derive(Default)]
struct Totals {
    properties: usize,
    enum_values: usize,
    text: usize,
}

impl Totals {
    fn add(&mut self, keywords: &contract::Keywords) {
        self.properties += keywords.properties.len();
        self.text += keywords.properties.keys().map(String::len).sum::<usize>();
        self.text += keywords.definitions.keys().map(String::len).sum::<usize>();
        self.text += keywords.constant.as_ref().and_then(Value::as_str).map_or(0, str::len);
        for value in keywords.enumeration.iter().flatten() {
            self.enum_values += 1;
            self.text += value.as_str().map_or(0, str::len);
        }
    }

    fn tell(&self, source: &Source, provider: &Provider, report: &mut Report) {
        let limits = [
            ("properties", self.properties, provider.max_properties),
            ("enum values", self.enum_values, provider.max_enum_values),
            ("characters of names and enum values", self.text, provider.max_text),
        ];
        for (what, stood, most) in limits {
            if let Some(most) = most.filter(|most| stood > *most) {
                let message =
                    format!("{}: expected at most {most} {what}, found {stood}", provider.title);
                report.value("provider-too-large", source, &Pointer::root(), message);
            }
        }
    }
}

/// The depth of objects from the root; `None` if the schema is recursive.
fn depth(schema: &Schema) -> Option<usize> {
    /// Known depths; `None` while the node is on the path.
    type Depths = BTreeMap<NodeId, Option<usize>>;
    fn below(schema: &Schema, id: NodeId, known: &mut Depths) -> Option<usize> {
        if let Some(depth) = known.get(&id) {
            return *depth;
        }
        let Some(keywords) = schema.node(id).keywords() else { return Some(0) };
        known.insert(id, None);
        let children = keywords
            .properties
            .values()
            .chain(keywords.items.iter())
            .chain(&keywords.prefix_items)
            .chain(&keywords.any_of)
            .chain(&keywords.one_of)
            .chain(&keywords.all_of)
            .chain(keywords.additional_properties.iter())
            .copied()
            .chain(keywords.reference.as_ref().map(|reference| reference.target));
        let mut deepest = 0;
        for child in children {
            deepest = deepest.max(below(schema, child, known)?);
        }
        let depth = deepest + usize::from(!keywords.properties.is_empty());
        known.insert(id, Some(depth));
        Some(depth)
    }
    below(schema, schema.root(), &mut Depths::new())
}

fn instead(keyword: &str) -> &'static str {
    match keyword {
        "oneOf" => "use anyOf",
        "allOf" => "write the properties into one object",
        "exclusiveMinimum" => "use minimum with the next larger value",
        "exclusiveMaximum" => "use maximum with the next smaller value",
        "const" => "use an enum of one value",
        "if" | "then" | "else" => "describe the alternatives with anyOf",
        "$schema" | "$id" | "$defs" | "definitions" => "leave it out of what is sent",
        _ => "leave it out, and check it after the call",
    }
}

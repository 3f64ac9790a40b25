//! The items of MCP lists: tools, prompts, resources, templates. Invalid items are errors with their
//! place, so that a comparison doesn't skip them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::SourceError;
use crate::mcp::{
    Headers, Hint, Item, ListKind, Prompt, PromptArgument, Resource, TaskSupport, ToolDeclaration,
};
use crate::{Document, Loader, Pointer, Role, Schema, Tool};

/// Keys with their own rules, in items of all kinds.
const OF_EVERY_ITEM: [&str; 3] = ["name", "title", "description"];

/// Reads items of one document.
pub(in crate::source) struct ItemReader<'d> {
    pub(in crate::source) document: &'d Document,
    pub(in crate::source) loader: &'d dyn Loader,
}

impl ItemReader<'_> {
    /// Reads a list by the names of its items, which must be unique.
    pub(super) fn list<T>(
        &self,
        kind: ListKind,
        place: &Pointer,
        one: impl Fn(&Self, &Pointer) -> Result<(String, T), SourceError>,
    ) -> Result<BTreeMap<String, T>, SourceError> {
        let count = self.value(place).as_array().map_or(0, Vec::len);
        let mut items = BTreeMap::new();
        for index in 0..count {
            let here = place.push_index(index);
            let (name, item) = one(self, &here)?;
            if items.insert(name.clone(), item).is_some() {
                let name = crate::text::safe(&name);
                let message = format!("the {} `{name}` occurs twice in the list", kind.noun());
                return Err(self.error(&here.push(kind.identity()), message));
            }
        }
        Ok(items)
    }

    /// A tool and its name.
    pub(super) fn tool(&self, place: &Pointer) -> Result<(String, Tool), SourceError> {
        let name = self.name(place, ListKind::Tools)?;
        let known = ["annotations", "execution", "inputSchema", "outputSchema"];
        let mut item = self.item(place, &known)?;
        let mut schemas = BTreeMap::new();
        for (role, key) in [(Role::Input, "inputSchema"), (Role::Output, "outputSchema")] {
            let here = place.push(key);
            let is_given = !self.value(&here).is_null();
            if is_given {
                let schema = Schema::read_embedded(self.document, &here, None, self.loader)?;
                schemas.insert(role, schema);
            } else if role == Role::Input {
                let name = crate::text::safe(&name);
                let message = format!("the tool `{name}` has no inputSchema; add it");
                return Err(self.error(place, message));
            }
        }
        let annotations = place.push("annotations");
        self.object(place, "annotations")?;
        let mut hints = BTreeMap::new();
        for hint in Hint::ALL {
            match self.value(&annotations.push(hint.key())) {
                Value::Null => {}
                Value::Bool(value) => {
                    hints.insert(hint, *value);
                }
                other => {
                    return Err(self.mistyped(&annotations, hint.key(), "true or false", other));
                }
            }
        }
        if item.title.is_none() {
            item.title = self.text(&annotations, "title")?;
        }
        let known = |key: &str| key == "title" || Hint::ALL.iter().any(|hint| hint.key() == key);
        if let Value::Object(all) = self.value(&annotations) {
            let unknown = all.iter().filter(|(key, _)| !known(key));
            item.others
                .extend(unknown.map(|(key, value)| (format!("annotations/{key}"), value.clone())));
        }
        let description = item.description.clone();
        let headers =
            Headers::read(self.value(&place.push("inputSchema")), &place.push("inputSchema"));
        let task_support = self.task_support(place)?;
        let declaration = ToolDeclaration { item, hints, task_support, headers };
        Ok((name, Tool { description, schemas, declaration: Some(declaration) }))
    }

    /// A prompt and its name.
    pub(super) fn prompt(&self, place: &Pointer) -> Result<(String, Prompt), SourceError> {
        let name = self.name(place, ListKind::Prompts)?;
        let item = self.item(place, &["arguments"])?;
        let here = place.push("arguments");
        let mut arguments = BTreeMap::new();
        let count = match self.value(&here) {
            Value::Null => 0,
            Value::Array(list) => list.len(),
            other => return Err(self.mistyped(place, "arguments", "an array", other)),
        };
        for index in 0..count {
            let here = here.push_index(index);
            let name = self.name(&here, ListKind::Prompts)?;
            let required = match self.value(&here.push("required")) {
                Value::Null => false,
                Value::Bool(required) => *required,
                other => return Err(self.mistyped(&here, "required", "true or false", other)),
            };
            let argument = PromptArgument { item: self.item(&here, &["required"])?, required };
            if arguments.insert(name.clone(), argument).is_some() {
                let name = crate::text::safe(&name);
                return Err(self.error(&here, format!("the argument `{name}` occurs twice")));
            }
        }
        Ok((name, Prompt { item, arguments }))
    }

    /// A resource and its URI.
    pub(super) fn resource(&self, place: &Pointer) -> Result<(String, Resource), SourceError> {
        self.readable(place, ListKind::Resources)
    }

    /// A template and its URI template.
    pub(super) fn template(&self, place: &Pointer) -> Result<(String, Resource), SourceError> {
        self.readable(place, ListKind::Templates)
    }

    fn readable(&self, place: &Pointer, kind: ListKind) -> Result<(String, Resource), SourceError> {
        let uri = self.name(place, kind)?;
        // The size changes with the content.
        let mut item = self.item(place, &["mimeType", "size", kind.identity()])?;
        item.others.extend(self.text(place, "name")?.map(|n| ("name".to_owned(), Value::from(n))));
        Ok((uri, Resource { item, media_type: self.text(place, "mimeType")? }))
    }

    /// The common fields of an item; keys that are neither common nor `known` are kept as they are.
    pub(in crate::source) fn item(
        &self,
        place: &Pointer,
        known: &[&str],
    ) -> Result<Item, SourceError> {
        let is_known = |key: &str| OF_EVERY_ITEM.contains(&key) || known.contains(&key);
        let Value::Object(members) = self.value(place) else {
            return Err(self.error(place, "expected an object".to_owned()));
        };
        let others = members.iter().filter(|(key, _)| !is_known(key));
        Ok(Item {
            pointer: place.clone(),
            title: self.text(place, "title")?,
            description: self.text(place, "description")?,
            others: others.map(|(key, value)| (key.clone(), value.clone())).collect(),
        })
    }

    fn task_support(&self, place: &Pointer) -> Result<TaskSupport, SourceError> {
        self.object(place, "execution")?;
        let execution = place.push("execution");
        let Some(word) = self.text(&execution, "taskSupport")? else {
            return Ok(TaskSupport::default());
        };
        TaskSupport::ALL.into_iter().find(|t| t.as_str() == word).ok_or_else(|| {
            let word = crate::text::safe(&word);
            let message =
                format!("`taskSupport`: expected forbidden, optional or required, found `{word}`");
            self.error(&execution.push("taskSupport"), message)
        })
    }

    /// The identity of an item, which must be text.
    pub(in crate::source) fn name(
        &self,
        place: &Pointer,
        kind: ListKind,
    ) -> Result<String, SourceError> {
        let key = kind.identity();
        let name = self.text(place, key)?.filter(|name| !name.is_empty());
        name.ok_or_else(|| self.error(place, format!("`{key}` is missing; expected a string")))
    }

    /// The text of a key; `None` if it is missing or null.
    pub(in crate::source) fn text(
        &self,
        place: &Pointer,
        key: &str,
    ) -> Result<Option<String>, SourceError> {
        match self.value(&place.push(key)) {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            other => Err(self.mistyped(place, key, "a string", other)),
        }
    }

    fn object(&self, place: &Pointer, key: &str) -> Result<(), SourceError> {
        match self.value(&place.push(key)) {
            Value::Null | Value::Object(_) => Ok(()),
            other => Err(self.mistyped(place, key, "an object", other)),
        }
    }

    /// The value at a place; null if there is none.
    pub(in crate::source) fn value(&self, place: &Pointer) -> &Value {
        self.document.value().pointer(place.as_str()).unwrap_or(&Value::Null)
    }

    fn mistyped(&self, place: &Pointer, key: &str, expected: &str, found: &Value) -> SourceError {
        let kind = crate::value::kind(found);
        let message = format!("`{key}`: expected {expected}, found a value of type {kind}");
        self.error(&place.push(key), message)
    }

    fn error(&self, place: &Pointer, message: String) -> SourceError {
        SourceError::at(self.document, place, message)
    }
}

//! Keywords for people and tools that validators ignore: titles, defaults, order, unknown keywords. No
//! document can show their changes.

use std::collections::{BTreeMap, BTreeSet};

use containment::view::View;
use contract::{Draft, Keywords, Pointer, Schema};
use indexmap::IndexSet;
use serde_json::{Map, Value, json};

use super::SchemaWalk;
use super::annotated::{AnnotationValue, Annotations, all, differences};
use crate::deprecation::Sunset;
use crate::edit::{Edit, Shows};
use crate::place::DocumentPath;
use crate::rules::RuleId;

/// An annotation: its keyword, its rule, and how to read it.
type Annotation = (&'static str, RuleId, fn(&Keywords) -> Option<Value>);

const ANNOTATIONS: [Annotation; 9] = [
    ("title", RuleId::TitleChanged, |k| k.title.clone().map(Value::from)),
    ("description", RuleId::DescriptionChanged, |k| k.description.clone().map(Value::from)),
    ("$comment", RuleId::CommentChanged, |k| k.comment.clone().map(Value::from)),
    ("examples", RuleId::ExamplesChanged, |k| (!k.examples.is_empty()).then(|| json!(k.examples))),
    ("deprecated", RuleId::DeprecatedChanged, |k| k.deprecated.then(|| json!(true))),
    ("readOnly", RuleId::ReadOnlyChanged, |k| k.read_only.then(|| json!(true))),
    ("writeOnly", RuleId::WriteOnlyChanged, |k| k.write_only.then(|| json!(true))),
    ("$id", RuleId::IdChanged, |k| k.id.clone().map(Value::from)),
    ("$anchor", RuleId::IdChanged, |k| k.anchor.clone().map(Value::from)),
];

/// A keyword about the content of strings: its name for people, the rules for an added, removed and
/// changed one, and how to read it.
type Content = (&'static str, &'static str, [RuleId; 3], fn(&Keywords) -> Option<Value>);

const CONTENT: [Content; 2] = [
    (
        "contentEncoding",
        "content encoding",
        [
            RuleId::ContentEncodingAdded,
            RuleId::ContentEncodingRemoved,
            RuleId::ContentEncodingChanged,
        ],
        |k| k.content_encoding.clone().map(Value::from),
    ),
    (
        "contentMediaType",
        "content media type",
        [
            RuleId::ContentMediaTypeAdded,
            RuleId::ContentMediaTypeRemoved,
            RuleId::ContentMediaTypeChanged,
        ],
        |k| k.content_media_type.clone().map(Value::from),
    ),
];

/// The name of a keyword for people.
fn spelled(keyword: &str) -> String {
    match keyword {
        "title" | "description" => format!("the {keyword}"),
        "examples" => "the list of examples".to_owned(),
        "$comment" => "the comment".to_owned(),
        other => format!("`{other}`"),
    }
}

/// How an annotation changed.
fn verb(old: &AnnotationValue, new: &AnnotationValue) -> &'static str {
    one_of(["was added", "was removed", "changed"], old, new)
}

/// The first for an added annotation, the second for a removed one, else the third.
pub(super) fn one_of<T, V>(
    [added, removed, changed]: [T; 3],
    old: &Option<V>,
    new: &Option<V>,
) -> T {
    match (old, new) {
        (None, _) => added,
        (_, None) => removed,
        _ => changed,
    }
}

/// The name of a value.
#[derive(Clone, Copy)]
pub(super) struct Called<'p> {
    /// By its definition, if it has one.
    pub(super) place: &'p DocumentPath,
    /// By the schema that refers to the definition.
    pub(super) referrer: &'p DocumentPath,
}

impl SchemaWalk<'_> {
    /// The name for an annotation's owner: a keyword beside a `$ref` belongs to the value there, not to the
    /// definition.
    pub(super) fn name_for<'p>(
        &self,
        called: Called<'p>,
        (a, b): (&AnnotationValue, &AnnotationValue),
        (old, new): (&View, &View),
    ) -> &'p DocumentPath {
        let is_beside = |schema: &Schema, view: &View, spot: &AnnotationValue| {
            let node = view.nodes.first().map(|id| schema.node(*id));
            node.zip(spot.as_ref()).is_some_and(|(node, (at, _))| {
                at.parent().as_ref() == Some(&node.pointer)
                    && node.keywords().is_some_and(|k| k.reference.is_some())
                    && !crate::definitions::is_definition(&node.pointer)
            })
        };
        let is_said_beside =
            is_beside(self.context.old, old, a) || is_beside(self.context.new, new, b);
        if is_said_beside { called.referrer } else { called.place }
    }

    pub(super) fn annotations(&mut self, old: &View, new: &View, called: Called<'_>) {
        let place = called.place;
        for (keyword, rule, read) in ANNOTATIONS {
            for (a, b) in self.changed_annotations(old, new, keyword, read) {
                let place = self.name_for(called, (&a, &b), (old, new));
                let verb = verb(&a, &b);
                let message = format!("{} of {place} {verb}", spelled(keyword));
                self.silent(rule, message, place, (a, b), (old, new));
            }
        }
        self.default(old, new, called);
        self.annotation_formats(old, new, called);
        self.content(old, new, called);
        self.content_schema(old, new, place);
        self.order(old, new, place);
        self.extensions(old, new, called);
    }

    /// The annotations of a keyword that differ, each with both values.
    fn changed_annotations(
        &self,
        old: &View,
        new: &View,
        keyword: &str,
        read: fn(&Keywords) -> Option<Value>,
    ) -> Vec<(AnnotationValue, AnnotationValue)> {
        let before = all(self.context.old, old, keyword, read);
        let now = all(self.context.new, new, keyword, read);
        differences(&before, &now)
    }

    fn default(&mut self, old: &View, new: &View, called: Called<'_>) {
        let read = |k: &Keywords| k.default.clone();
        for change in self.changed_annotations(old, new, "default", read) {
            self.changed_default(change, (old, new), called);
        }
    }

    fn changed_default(
        &mut self,
        (a, b): (AnnotationValue, AnnotationValue),
        (old, new): (&View, &View),
        called: Called<'_>,
    ) {
        let place = self.name_for(called, (&a, &b), (old, new));
        let (rule, message) = match (&a, &b) {
            (None, Some((_, v))) => (
                RuleId::DefaultAdded,
                format!("{place} now defaults to {}", crate::report::short(v, 60)),
            ),
            (Some((_, v)), None) => (
                RuleId::DefaultRemoved,
                format!("{place} no longer has a default; it was {}", crate::report::short(v, 60)),
            ),
            (Some((_, v)), Some((_, w))) => (
                RuleId::DefaultChanged,
                format!(
                    "the default of {place} changed from {} to {}",
                    crate::report::short(v, 60),
                    crate::report::short(w, 60)
                ),
            ),
            (None, None) => return,
        };
        self.silent(rule, message, place, (a, b), (old, new));
    }

    /// How a string is decoded, and its content.
    fn content(&mut self, old: &View, new: &View, called: Called<'_>) {
        for (keyword, what, rules, read) in CONTENT {
            for (a, b) in self.changed_annotations(old, new, keyword, read) {
                // Names of encodings and media types have no case.
                let in_small_letters = |spot: &AnnotationValue| {
                    let text = spot.as_ref().and_then(|(_, value)| value.as_str());
                    text.map(str::to_ascii_lowercase)
                };
                if in_small_letters(&a) == in_small_letters(&b) {
                    continue;
                }
                let place = self.name_for(called, (&a, &b), (old, new));
                let text = |spot: &AnnotationValue| -> String {
                    spot.as_ref().and_then(|(_, value)| value.as_str()).unwrap_or_default().into()
                };
                let message = match (&a, &b) {
                    (None, _) => format!("the {what} `{}` of {place} was added", text(&b)),
                    (_, None) => format!("the {what} `{}` of {place} was removed", text(&a)),
                    _ => {
                        let (from, to) = (text(&a), text(&b));
                        format!("the {what} of {place} changed from `{from}` to `{to}`")
                    }
                };
                self.silent(one_of(rules, &a, &b), message, place, (a, b), (old, new));
            }
        }
    }

    fn content_schema(&mut self, old: &View, new: &View, place: &DocumentPath) {
        let read = |schema: &Schema, view: &View| {
            view.nodes.iter().find_map(|id| {
                let content = schema.node(*id).keywords()?.content_schema?;
                Some((schema.node(content).pointer.clone(), schema.source_at(content).clone()))
            })
        };
        let (a, b) = (read(self.context.old, old), read(self.context.new, new));
        if differ(&a, &b) {
            let verb = verb(&a, &b);
            let rules = [
                RuleId::ContentSchemaAdded,
                RuleId::ContentSchemaRemoved,
                RuleId::ContentSchemaChanged,
            ];
            let message = format!("the content schema of {place} {verb}");
            self.silent(one_of(rules, &a, &b), message, place, (a, b), (old, new));
        }
    }

    /// Properties in both versions with another order.
    fn order(&mut self, old: &View, new: &View, place: &DocumentPath) {
        let shared = |a: &View, b: &View| -> Vec<String> {
            a.properties.keys().filter(|n| b.properties.contains_key(*n)).cloned().collect()
        };
        let (a, b) = (shared(old, new), shared(new, old));
        // Flattening joins the properties of references and branches: only if the view is one
        // object, their order is the author's.
        let single = |schema: &Schema, view: &View| {
            let declaring = |id: &&contract::NodeId| {
                schema.node(**id).keywords().is_some_and(|k| !k.properties.is_empty())
            };
            let mut owners = view.nodes.iter().filter(declaring);
            owners.next().copied().filter(|_| owners.next().is_none())
        };
        let owners = (single(self.context.old, old), single(self.context.new, new));
        let (Some(x), Some(y)) = owners else { return };
        if a == b {
            return;
        }
        let at = |schema: &Schema, id| schema.node(id).pointer.push("properties");
        let (from, to) = (at(self.context.old, x), at(self.context.new, y));
        let message = format!("the properties of {place} are declared in another order");
        let pair = (Some((from, json!(a))), Some((to, json!(b))));
        self.silent(RuleId::OrderChanged, message, place, pair, (old, new));
    }

    fn extensions(&mut self, old: &View, new: &View, called: Called<'_>) {
        let words = |schema: &Schema, view: &View| {
            let mut found: BTreeMap<String, Annotations> = BTreeMap::new();
            for id in &view.nodes {
                let Some(k) = schema.node(*id).keywords().filter(|k| !k.is_group) else { continue };
                for (word, value) in &k.extra {
                    let at = schema.node(*id).pointer.push(word);
                    found.entry(word.clone()).or_default().push((at, value.clone()));
                }
            }
            found
        };
        let (mut a, mut b) = (words(self.context.old, old), words(self.context.new, new));
        let names: BTreeSet<String> = a.keys().chain(b.keys()).cloned().collect();
        for name in names {
            let before = a.remove(&name).unwrap_or_default();
            let now = b.remove(&name).unwrap_or_default();
            for change in differences(&before, &now) {
                self.extension(&name, change, (old, new), called);
            }
        }
    }

    fn extension(
        &mut self,
        name: &str,
        (x, y): (AnnotationValue, AnnotationValue),
        (old, new): (&View, &View),
        called: Called<'_>,
    ) {
        // A keyword that only one of the dialects has is not a change of the keyword.
        let is_read_anew = match (&x, &y) {
            (Some((_, value)), None) => stands(self.context.new, new, name, value),
            (None, Some((_, value))) => stands(self.context.old, old, name, value),
            _ => false,
        };
        if is_read_anew {
            return;
        }
        let place = self.name_for(called, (&x, &y), (old, new));
        if crate::definitions::is_definitions(name) {
            return self.unread_definitions(place, (x, y), (old, new));
        }
        // Beside a reference, older drafts read no keyword; people still read texts.
        if let Some((_, rule, _)) = ANNOTATIONS.iter().find(|(word, ..)| *word == name) {
            let message = format!("{} of {place} {}", spelled(name), verb(&x, &y));
            return self.silent(*rule, message, place, (x, y), (old, new));
        }
        let is_no_day = |value: &Value| Sunset::of(value) == Sunset::Unreadable;
        let (rule, message) = match &y {
            Some((_, value)) if name == "x-sunset" && is_no_day(value) => {
                let value = crate::short(value, 40);
                let message = format!("`x-sunset` of {place} is {value}, no day (YYYY-MM-DD)");
                (RuleId::SunsetUnreadable, message)
            }
            _ => {
                let draft = self.context.new.draft(self.context.new.root());
                let remark = former_keyword(name, draft).unwrap_or_default();
                let verb = verb(&x, &y);
                (RuleId::ExtensionChanged, format!("`{name}` of {place} {verb}{remark}"))
            }
        };
        self.silent(rule, message, place, (x, y), (old, new));
    }

    /// Compares definitions under a keyword that the dialect doesn't have, such as `$defs` before 2019-09. Those that are
    /// referred to are parts of the schema, and compared as such.
    fn unread_definitions(
        &mut self,
        place: &DocumentPath,
        (a, b): (AnnotationValue, AnnotationValue),
        (old, new): (&View, &View),
    ) {
        let members = |side: &AnnotationValue| {
            let members = side.as_ref().and_then(|(_, value)| value.as_object());
            members.cloned().unwrap_or_default()
        };
        let parts = |schema: &Schema| -> BTreeSet<Pointer> {
            schema.nodes().map(|(_, node)| node.pointer.clone()).collect()
        };
        let (before, now) = (members(&a), members(&b));
        let (used_before, used_now) = (parts(self.context.old), parts(self.context.new));
        let names: IndexSet<&String> = before.keys().chain(now.keys()).collect();
        for name in names {
            let of = |side: &AnnotationValue, members: &Map<String, Value>| {
                let (at, _) = side.as_ref()?;
                Some((at.push(name), members.get(name)?.clone()))
            };
            let (x, y) = (of(&a, &before), of(&b, &now));
            let is_used = |part: &AnnotationValue, used: &BTreeSet<Pointer>| {
                part.as_ref().is_some_and(|(at, _)| used.contains(at))
            };
            if !differ(&x, &y) || is_used(&x, &used_before) || is_used(&y, &used_now) {
                continue;
            }
            let rule = one_of(
                [RuleId::DefinitionAdded, RuleId::DefinitionRemoved, RuleId::DefinitionChanged],
                &x,
                &y,
            );
            let unused =
                if rule == RuleId::DefinitionChanged { "; nothing here uses it" } else { "" };
            let message = format!("the definition `{name}` {}{unused}", verb(&x, &y));
            self.silent(rule, message, place, (x, y), (old, new));
        }
    }

    pub(super) fn silent(
        &mut self,
        rule: RuleId,
        message: String,
        place: &DocumentPath,
        (a, b): (AnnotationValue, AnnotationValue),
        (old, new): (&View, &View),
    ) {
        let mut edit = Edit::new(rule, place, message).shows(Shows::Nothing);
        edit.old_path = a.as_ref().map(|a| a.0.clone()).or_else(|| self.old_pointer(&old.nodes));
        edit.new_path = b.as_ref().map(|b| b.0.clone()).or_else(|| self.new_pointer(&new.nodes));
        (edit.old, edit.new) = (a.map(|a| a.1), b.map(|b| b.1));
        self.push(edit);
    }
}

/// A note on a keyword of other drafts: it has no effect here, but some validators apply it.
fn former_keyword(name: &str, draft: Draft) -> Option<String> {
    (name == "dependencies" && draft >= Draft::Draft2019).then(|| {
        let draft = draft.name();
        format!(
            "; {draft} has no such keyword and skillgen does not check it, but some validators do"
        )
    })
}

/// Whether the source has the keyword with this value, regardless of its dialect.
fn stands(schema: &Schema, view: &View, word: &str, value: &Value) -> bool {
    let says = |id: &contract::NodeId| {
        let there = schema.source_at(*id).get(word);
        there.is_some_and(|v| contract::value::equal(v, value))
    };
    view.nodes.iter().any(says)
}

fn differ(a: &Option<(Pointer, Value)>, b: &Option<(Pointer, Value)>) -> bool {
    match (a, b) {
        (Some((_, x)), Some((_, y))) => !contract::value::equal(x, y),
        (None, None) => false,
        _ => true,
    }
}

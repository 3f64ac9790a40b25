//! `contract::Schema` → [`Types`].

use std::collections::BTreeMap;

use contract::{Keywords, NodeId, Schema, Type as JsonType, TypeSet, number::Exact};
use indexmap::IndexMap;
use serde_json::{Number, Value};

use super::combine::{both, union};
use super::defaults::Defaults;
use super::docs::{doc, of_property};
use super::mapped::{self, Asked, Parameter};
use super::names::{Names, pascal};
use super::required::{Required, silent_parts};
use super::small_constants::{constant_object, strings};
use super::{Body, Decl, DeclId, Field, Object, Type, Types};
use crate::TypeMap;
use crate::ir::Refusal;

/// The maximum depth of types, after which a part is any value: a thousand nested arrays need no name.
const DEEPEST: usize = 64;

/// The types of a schema; the root gets `name`. `reserved` are other names of the file, `map` the user's types.
///
/// # Errors
/// `x-rust-type` is invalid, with its pointer.
pub(crate) fn build(
    schema: &Schema,
    name: &str,
    reserved: &[&str],
    map: &TypeMap,
) -> Result<Types, Refusal> {
    let words = map.first_words();
    let reserved: Vec<&str> =
        reserved.iter().copied().chain(words.iter().map(String::as_str)).collect();
    let mut builder = Builder {
        schema,
        map,
        decls: Vec::new(),
        named: BTreeMap::new(),
        objects: BTreeMap::new(),
        constants: BTreeMap::new(),
        names: Names::new(&reserved),
        refusal: None,
        defaults: Defaults::new(schema),
        required: Required::new(schema),
        wholes: BTreeMap::new(),
        depth: 0,
    };
    let mut roots = vec![builder.named(schema.root(), name)];
    if let Some(keywords) = schema.node(schema.root()).keywords() {
        for (word, id) in &keywords.definitions {
            roots.push(builder.named(*id, word));
        }
    }
    let blank = Decl::of(String::new(), Body::Alias(Type::Any));
    if let Some(refusal) = builder.refusal {
        return Err(refusal);
    }
    let decls = builder.decls.into_iter().map(|decl| decl.unwrap_or_else(|| blank.clone()));
    let mut types = Types { decls: decls.collect(), roots };
    super::intersect::simplify(&mut types);
    Ok(types)
}

pub(super) struct Builder<'s> {
    schema: &'s Schema,
    map: &'s TypeMap,
    decls: Vec<Option<Decl>>,
    /// Declarations of complete nodes.
    named: BTreeMap<NodeId, DeclId>,
    /// Declarations of a node's object part, if it also accepts other values.
    objects: BTreeMap<NodeId, DeclId>,
    /// The types of constants that are not scalars.
    pub(super) constants: BTreeMap<NodeId, Type>,
    names: Names,
    /// The unsupported part, if any.
    refusal: Option<Refusal>,
    defaults: Defaults<'s>,
    required: Required<'s>,
    /// The names after which the properties of a part of an `allOf` are named: those of the whole.
    wholes: BTreeMap<NodeId, String>,
    depth: usize,
}

impl Builder<'_> {
    /// Whether a schema is an object with known properties and nothing else.
    fn is_object(&self, id: NodeId, k: &Keywords) -> bool {
        let only = TypeSet::default().with(JsonType::Object);
        k.types == Some(only)
            && k.constant.is_none()
            && k.enumeration.is_none()
            && is_alone(self.schema, k)
            && (!k.properties.is_empty() || !self.required.by(id).is_empty())
    }

    /// The declaration of a node, created at its first use.
    fn named(&mut self, id: NodeId, hint: &str) -> DeclId {
        if let Some(known) = self.named.get(&id) {
            return *known;
        }
        let schema = self.schema;
        let keywords = schema.node(id).keywords();
        // A title that is a valid type name was intended as one.
        let title = keywords.and_then(|k| k.title.as_deref()).filter(|title| {
            title.starts_with(|first: char| first.is_ascii_uppercase())
                && title.chars().all(|c| c.is_ascii_alphanumeric())
        });
        let (decl, name) = self.reserve(title.filter(|_| !self.decls.is_empty()).unwrap_or(hint));
        self.named.insert(id, decl);
        let whole = self.wholes.get(&id).filter(|_| title.is_none());
        let stem = whole.unwrap_or(&name).clone();
        let body = match keywords {
            Some(_) if self.asked(id).is_some() => Body::Alias(self.inline(id, &name)),
            Some(k) if self.is_object(id, k) => Body::Object(self.object(id, k, &stem)),
            Some(k) => match (strings(schema, k), constant_object(k)) {
                (Some(list), _) => Body::Strings(list),
                (None, Some(object)) => self.members(object, &name),
                (None, None) => Body::Alias(self.inline(id, &name)),
            },
            None => Body::Alias(self.inline(id, &name)),
        };
        self.fill(decl, (name, stem), keywords, body);
        decl
    }

    pub(super) fn reserve(&mut self, hint: &str) -> (DeclId, String) {
        self.decls.push(None);
        (self.decls.len() - 1, self.names.take(hint))
    }

    /// Completes a declaration with its name and its stem.
    pub(super) fn fill(
        &mut self,
        decl: DeclId,
        (name, stem): (String, String),
        keywords: Option<&Keywords>,
        body: Body,
    ) {
        let doc = keywords.and_then(|k| doc(k, &[&name, &stem]));
        let deprecated = keywords.is_some_and(|k| k.deprecated);
        let default = keywords.and_then(|k| k.default.clone());
        self.decls[decl] = Some(Decl { name, stem, doc, deprecated, default, body });
    }

    /// The type of a node: a named one if appropriate.
    fn node(&mut self, id: NodeId, hint: &str) -> Type {
        if self.depth > DEEPEST {
            return Type::Any;
        }
        if let Some(known) = self.named.get(&id) {
            return Type::Named(*known);
        }
        self.depth += 1;
        let declares = self.schema.node(id).keywords().is_some_and(|k| {
            self.is_object(id, k)
                || strings(self.schema, k).is_some_and(|list| list.len() > 1)
                || constant_object(k).is_some()
        }) && self.asked(id).is_none();
        let ty = if declares { Type::Named(self.named(id, hint)) } else { self.inline(id, hint) };
        self.depth -= 1;
        ty
    }

    fn inline(&mut self, id: NodeId, hint: &str) -> Type {
        let schema = self.schema;
        if let Some(asked) = self.asked(id) {
            return self.of_crate(id, &asked);
        }
        let k = match &schema.node(id).body {
            contract::Body::Bool(true) => return Type::Any,
            contract::Body::Bool(false) => return Type::Never,
            contract::Body::Object(keywords) => keywords,
        };
        let mut parts = vec![self.own(id, k, hint)];
        if let Some(reference) = &k.reference {
            let target = schema.node(reference.target);
            let word = target.pointer.last().or_else(|| self.stem(reference.target));
            let word = word.unwrap_or_else(|| hint.to_owned());
            parts.push(match target.keywords() {
                Some(_) => Type::Named(self.named(reference.target, &word)),
                None => self.inline(reference.target, &word),
            });
        }
        let says = |id: &NodeId| says_type(schema, *id, 0);
        let is_alternative = |id: &NodeId| {
            says(id) || schema.node(*id).keywords().is_some_and(|k| arms(schema, k).is_some())
        };
        let required = self.required.at(id);
        for branches in [&k.all_of, &k.any_of, &k.one_of] {
            self.required.surround(branches, &required);
        }
        for (index, part) in k.all_of.iter().enumerate().filter(|(_, part)| says(part)) {
            self.wholes.insert(*part, hint.to_owned());
            parts.push(self.node(*part, &format!("{hint} part {}", index + 1)));
        }
        for branches in [&k.any_of, &k.one_of] {
            // Where one branch holds any value, so do all of them together.
            if !branches.is_empty() && branches.iter().all(is_alternative) {
                let hints = super::hints::of_branches(schema, branches, &required, hint);
                let all = branches.iter().zip(&hints);
                let all = all.map(|(branch, hint)| self.node(*branch, hint)).collect();
                parts.push(union(all));
            }
        }
        // Where nothing else says what a value is, it is what `then` or `else` says.
        if let (Some(arms), [Type::Any]) = (arms(schema, k), parts.as_slice()) {
            self.required.surround(&arms, &required);
            let hints = super::hints::of_branches(schema, &arms, &required, hint);
            let both_arms = arms.iter().zip(&hints).map(|(arm, hint)| self.node(*arm, hint));
            parts = vec![union(both_arms.collect())];
        }
        parts.push(Type::Required(self.required.by(id)));
        both(parts)
    }

    /// The name of a file that is one schema; for nodes other than the first.
    fn stem(&self, id: NodeId) -> Option<String> {
        let own = self.schema.document(self.schema.root()).label();
        let label = self.schema.document(id).label();
        let name = label.rsplit(['/', '\\']).next().filter(|_| label != own)?;
        let stem = name.split('.').next().unwrap_or(name);
        stem.starts_with(|first: char| first.is_ascii_alphabetic()).then(|| stem.to_owned())
    }

    /// The Rust type that a schema requests.
    fn asked(&mut self, id: NodeId) -> Option<Asked> {
        mapped::asked(self.schema, id, self.map).unwrap_or_else(|refusal| {
            self.refusal.get_or_insert(refusal);
            None
        })
    }

    /// That type.
    fn of_crate(&mut self, id: NodeId, asked: &Asked) -> Type {
        let parameters = asked.parameters.iter().map(|parameter| match parameter {
            Parameter::Kind(kind) => mapped::of_kind(*kind),
            Parameter::Definition(id, name) => Type::Named(self.named(*id, name)),
        });
        let parameters = parameters.collect();
        mapped::of_crate(self.schema, id, asked.path.clone(), parameters)
    }

    /// The type from the node's own keywords.
    fn own(&mut self, id: NodeId, k: &Keywords, hint: &str) -> Type {
        if let Some(value) = &k.constant {
            return self.constants(id, std::slice::from_ref(value), hint);
        }
        if let Some(values) = &k.enumeration {
            let texts = self.texts_or_null(id, k, values, hint);
            return texts.unwrap_or_else(|| self.constants(id, values, hint));
        }
        let schema = self.schema;
        let requires = || is_alone(schema, k) && !self.required.by(id).is_empty();
        let speaks_of_objects = !k.properties.is_empty() || (k.types.is_some() && requires());
        let Some(types) = k.types else {
            if !speaks_of_objects {
                return Type::Any;
            }
            // Without `type`, values other than objects are valid too.
            let mut all = vec![self.object_part(id, k, hint)];
            all.extend([Type::Null, Type::Boolean, Type::Number, Type::String]);
            all.push(Type::List(Box::new(Type::Any)));
            return Type::Union(all);
        };
        let all =
            types.iter().filter(|t| *t != JsonType::Integer || !types.contains(JsonType::Number));
        let all: Vec<Type> = all
            .map(|t| match t {
                JsonType::Null => Type::Null,
                JsonType::Boolean => Type::Boolean,
                JsonType::Integer => integer(k),
                JsonType::Number => Type::Number,
                JsonType::String => mapped::text(schema, id, k, self.map),
                JsonType::Array => self.array(k, hint),
                JsonType::Object if speaks_of_objects => self.object_part(id, k, hint),
                JsonType::Object => self.map(k, hint),
            })
            .collect();
        union(all)
    }

    /// Several strings and `null`: the strings get a named type.
    fn texts_or_null(
        &mut self,
        id: NodeId,
        k: &Keywords,
        values: &[Value],
        hint: &str,
    ) -> Option<Type> {
        let texts = values.iter().filter(|value| !value.is_null());
        let list: Vec<String> =
            texts.map(|value| value.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        if list.len() < 2 || list.len() == values.len() {
            return None;
        }
        let known = self.objects.get(&id).copied();
        let decl = known.unwrap_or_else(|| {
            // The node's own name stands for the strings and `null`.
            let is_named = self.named.contains_key(&id);
            let (decl, name) =
                if is_named { self.reserve(&format!("{hint} value")) } else { self.reserve(hint) };
            self.objects.insert(id, decl);
            self.fill(decl, (name, hint.to_owned()), Some(k), Body::Strings(list));
            decl
        });
        Some(Type::Union(vec![Type::Null, Type::Named(decl)]))
    }

    fn object_part(&mut self, id: NodeId, k: &Keywords, hint: &str) -> Type {
        if let Some(known) = self.objects.get(&id) {
            return Type::Named(*known);
        }
        let (decl, name) = self.reserve(&format!("{hint} object"));
        self.objects.insert(id, decl);
        let whole = self.wholes.get(&id).cloned().unwrap_or_else(|| hint.to_owned());
        let body = Body::Object(self.object(id, k, &whole));
        self.fill(decl, (name, whole), Some(k), body);
        Type::Named(decl)
    }

    fn array(&mut self, k: &Keywords, hint: &str) -> Type {
        let hint = format!("{hint} item");
        let rest = k.items.map(|items| self.node(items, &hint));
        if k.prefix_items.is_empty() {
            return Type::List(Box::new(rest.unwrap_or(Type::Any)));
        }
        let prefix: Vec<Type> = k
            .prefix_items
            .iter()
            .enumerate()
            .map(|(index, item)| self.node(*item, &format!("{hint} {}", index + 1)))
            .collect();
        let most = k.max_items.and_then(|most| usize::try_from(most).ok());
        let most = most.filter(|most| (1..=prefix.len()).contains(most));
        let prefix = prefix[..most.unwrap_or(prefix.len())].to_vec();
        let rest = rest.unwrap_or(Type::Any);
        let rest = (most.is_none() && rest != Type::Never).then(|| Box::new(rest));
        let least = k.min_items.and_then(|least| usize::try_from(least).ok()).unwrap_or(0);
        let least = least.min(prefix.len());
        Type::Tuple(prefix, rest, least)
    }

    /// The type of other properties.
    fn rest(&mut self, k: &Keywords, hint: &str) -> Option<Type> {
        let hint = format!("{hint} value");
        let mut all: Vec<Type> =
            k.pattern_properties.values().map(|value| self.node(*value, &hint)).collect();
        match k.additional_properties {
            Some(id) => all.push(self.node(id, &hint)),
            None => return Some(Type::Any),
        }
        all.retain(|ty| *ty != Type::Never);
        (!all.is_empty()).then(|| union(all))
    }

    fn map(&mut self, k: &Keywords, hint: &str) -> Type {
        Type::Map(Box::new(self.rest(k, hint).unwrap_or(Type::Never)))
    }

    fn object(&mut self, of: NodeId, k: &Keywords, name: &str) -> Object {
        let schema = self.schema;
        let rest = self.rest(k, name);
        let mut fields = Vec::new();
        let needed = self.required.at(of);
        let silent = silent_parts(schema, k, &|id| says_type(schema, id, 0));
        let silent = silent.iter().flat_map(|(_, part)| &part.properties);
        let mut properties: IndexMap<&String, NodeId> = IndexMap::new();
        for (key, id) in k.properties.iter().chain(silent) {
            properties.entry(key).or_insert(*id);
        }
        for (key, id) in &properties {
            let ty = self.node(*id, &format!("{name} {}", pascal(key)));
            let keywords = schema.node(*id).keywords();
            let required = needed.contains(key);
            if ty == Type::Never && !required {
                continue;
            }
            let default = self.defaults.of(*id);
            let doc = keywords.and_then(|k| of_property(k, key, &ty));
            fields.push(Field {
                name: (*key).clone(),
                ty,
                required,
                doc,
                deprecated: keywords.is_some_and(|k| k.deprecated),
                default: default.cloned(),
                is_added: !required
                    && default.is_some_and(|value| self.defaults.is_added(of, key, value)),
            });
        }
        // Where other schemas describe the object, too, they may name the property.
        let alone = if is_alone(schema, k) { self.required.by(of) } else { Vec::new() };
        for name in alone.into_iter().filter(|key| !properties.contains_key(key)) {
            let ty = rest.clone().unwrap_or(Type::Never);
            fields.push(Field {
                name,
                ty,
                required: true,
                doc: None,
                deprecated: false,
                default: None,
                is_added: false,
            });
        }
        Object { fields, rest }
    }
}

/// Whether only the schema's own keywords say what a value is.
fn is_alone(schema: &Schema, k: &Keywords) -> bool {
    k.reference.is_none()
        && k.all_of.iter().all(|id| !says_type(schema, *id, 0))
        && [&k.any_of, &k.one_of]
            .iter()
            .all(|list| list.is_empty() || list.iter().any(|id| !says_type(schema, *id, 0)))
}

/// Whether a schema has an effect on the type; one with only required keys does not.
fn says_type(schema: &Schema, id: NodeId, depth: usize) -> bool {
    let Some(k) = schema.node(id).keywords() else {
        return matches!(schema.node(id).body, contract::Body::Bool(false));
    };
    depth > DEEPEST
        || k.types.is_some()
        || k.properties.values().any(|id| says_type(schema, *id, depth + 1))
        || k.constant.is_some()
        || k.enumeration.is_some()
        || k.reference.is_some()
        || [&k.all_of, &k.any_of, &k.one_of]
            .iter()
            .any(|list| list.iter().any(|id| says_type(schema, *id, depth + 1)))
}

/// `then` and `else`, of which each value meets one, where both say what a value is as a whole: those that only add to
/// the properties of an object are conditions, and no types.
fn arms(schema: &Schema, k: &Keywords) -> Option<[NodeId; 2]> {
    k.if_?;
    let arms = [k.then_?, k.else_?];
    arms.iter().all(|id| is_whole(schema, *id, 0)).then_some(arms)
}

/// Whether a schema says what a value is as a whole.
fn is_whole(schema: &Schema, id: NodeId, depth: usize) -> bool {
    let Some(k) = schema.node(id).keywords() else { return false };
    let all = |list: &[NodeId]| {
        !list.is_empty() && list.iter().all(|id| is_whole(schema, *id, depth + 1))
    };
    depth <= DEEPEST
        && (k.types.is_some()
            || k.constant.is_some()
            || k.enumeration.is_some()
            || k.reference.is_some()
            || all(&k.any_of)
            || all(&k.one_of))
}

fn integer(k: &Keywords) -> Type {
    let bound = |number: &Option<Number>, step: i128| -> Option<i128> {
        let exact = Exact::new(number.as_ref()?)?;
        let whole = if step < 0 { exact.rational().floor() } else { exact.rational().ceil() };
        let beyond = if exact.is_positive() { i128::MAX } else { i128::MIN };
        Some(i128::try_from(whole.to_integer()).unwrap_or(beyond))
    };
    let least = bound(&k.minimum, 1).or_else(|| bound(&k.exclusive_minimum, 1));
    let most = bound(&k.maximum, -1).or_else(|| bound(&k.exclusive_maximum, -1));
    Type::Integer(least, most)
}

//! Unions as declarations, for languages that have no type for one of several: each variant is told from the
//! others by the kind of JSON or, among objects, by a property that is one of some strings. Several objects at
//! once as one declaration, for languages that have no type for that.

use contract::Type as Kind;
use serde_json::Value;

use super::names::Names;
use super::{Body, Decl, DeclId, Field, Object, Type, Types, Union, Variant};

/// How deep aliases are followed.
const DEEPEST: usize = 16;

/// Gives each union whose variants can be told apart a declaration; the others stay as they are. `reserved` are
/// names that the file uses otherwise.
pub(crate) fn name_unions(types: &mut Types, reserved: &[&str]) {
    name_parts(types, reserved, Named::Unions);
}

/// Gives several objects at once a declaration.
pub(crate) fn name_intersections(types: &mut Types, reserved: &[&str]) {
    name_parts(types, reserved, Named::Intersections);
}

/// What gets a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Named {
    /// Unions, and several objects at once.
    Unions,
    /// Several objects at once.
    Intersections,
}

fn name_parts(types: &mut Types, reserved: &[&str], named: Named) {
    let known = types.decls.iter().map(|decl| decl.name.as_str());
    let names = Names::new(&reserved.iter().copied().chain(known).collect::<Vec<_>>());
    let mut naming = Naming { names, known: Vec::new(), named };
    for id in 0..types.decls.len() {
        let name = types.decls[id].name.clone();
        let mut body = std::mem::replace(&mut types.decls[id].body, Body::Alias(Type::Any));
        // What is known of a declaration while its parts are looked at is what it was.
        types.decls[id].body = body.clone();
        match &mut body {
            Body::Object(object) => {
                for Field { name: key, ty, .. } in &mut object.fields {
                    naming.replace(types, ty, &format!("{name} {}", super::pascal(key)));
                }
                if let Some(rest) = &mut object.rest {
                    naming.replace(types, rest, &format!("{name} value"));
                }
            }
            Body::Alias(Type::Union(all)) if named == Named::Unions => match told_apart(types, all)
            {
                Some(mut union) => {
                    naming.variants(types, &mut union, &name);
                    body = Body::Union(union);
                }
                None => {
                    let hint = format!("{name} value");
                    body = Body::Alias(naming.union(types, std::mem::take(all), &hint));
                }
            },
            Body::Alias(Type::Both(_)) => {}
            Body::Alias(ty) => naming.replace(types, ty, &name),
            Body::Strings(_) | Body::Union(_) => {}
        }
        types.decls[id].body = body;
    }
}

struct Naming {
    names: Names,
    /// Unions that have a declaration.
    known: Vec<(Vec<Type>, DeclId)>,
    named: Named,
}

impl Naming {
    fn replace(&mut self, types: &mut Types, ty: &mut Type, hint: &str) {
        match ty {
            Type::List(inner) => self.replace(types, inner, &format!("{hint} item")),
            Type::Map(inner) => self.replace(types, inner, &format!("{hint} value")),
            Type::Tuple(prefix, rest, _) => {
                for (index, item) in prefix.iter_mut().enumerate() {
                    self.replace(types, item, &format!("{hint} item {}", index + 1));
                }
                if let Some(rest) = rest {
                    self.replace(types, rest, &format!("{hint} item"));
                }
            }
            Type::Literals(values) if self.named == Named::Unions => {
                if let Some(whole) = whole_numbers(values) {
                    *ty = whole;
                }
            }
            Type::Both(_) if types.merged(ty).is_some() => *ty = self.intersection(types, ty, hint),
            Type::Union(all) if self.named == Named::Intersections => self.inner(types, all, hint),
            Type::Union(all) => *ty = self.union(types, std::mem::take(all), hint),
            _ => {}
        }
    }

    /// Several objects at once, as a declaration.
    fn intersection(&mut self, types: &mut Types, ty: &Type, hint: &str) -> Type {
        let alone = std::slice::from_ref(ty);
        let known = self.known.iter().find(|(known, _)| known == alone).map(|(_, id)| *id);
        Type::Named(known.unwrap_or_else(|| {
            let (id, name) = (types.decls.len(), self.names.take(hint));
            self.known.push((alone.to_vec(), id));
            let body = Body::Alias(ty.clone());
            types.decls.push(Decl { name, doc: None, deprecated: false, body });
            id
        }))
    }

    /// The parts of what stays a union.
    fn inner(&mut self, types: &mut Types, all: &mut [Type], hint: &str) {
        for (index, part) in all.iter_mut().enumerate() {
            self.replace(types, part, &format!("{hint} variant {}", index + 1));
        }
    }

    /// What is beside `null` in a union gets a declaration of its own.
    fn union(&mut self, types: &mut Types, all: Vec<Type>, hint: &str) -> Type {
        let (mut all, others): (Vec<Type>, Vec<Type>) =
            all.into_iter().partition(|ty| *ty == Type::Null);
        let known = self.known.iter().find(|(known, _)| *known == others).map(|(_, id)| *id);
        let id = known.or_else(|| {
            let mut union = told_apart(types, &others)?;
            let (id, name) = (types.decls.len(), self.names.take(hint));
            self.known.push((others.clone(), id));
            let body = Body::Alias(Type::Union(others.clone()));
            types.decls.push(Decl { name: name.clone(), doc: None, deprecated: false, body });
            self.variants(types, &mut union, &name);
            types.decls[id].body = Body::Union(union);
            Some(id)
        });
        match id {
            Some(id) => all.push(Type::Named(id)),
            None => {
                let mut others = others;
                self.inner(types, &mut others, hint);
                all.extend(others);
            }
        }
        super::build::union(all)
    }

    fn variants(&mut self, types: &mut Types, union: &mut Union, name: &str) {
        for variant in &mut union.variants {
            let hint = format!("{name} {}", variant.name);
            self.replace(types, &mut variant.ty, &hint);
        }
    }
}

/// Whole numbers as the range that holds them.
fn whole_numbers(values: &[Value]) -> Option<Type> {
    let whole: Vec<i64> = values.iter().map(Value::as_i64).collect::<Option<_>>()?;
    let (least, most) = (whole.iter().min()?, whole.iter().max()?);
    Some(Type::Integer(Some((*least).into()), Some((*most).into())))
}

/// The variants of a union, where each can be told from the others.
fn told_apart(types: &Types, all: &[Type]) -> Option<Union> {
    let mut variants: Vec<Variant> = Vec::new();
    for ty in all {
        let kind = kind_of(types, ty, 0)?;
        let scalar = !matches!(kind, Kind::Array | Kind::Object);
        match variants.iter_mut().find(|known| known.kind == kind) {
            // Texts beside texts are texts.
            Some(known) if kind == Kind::String => known.ty = Type::String,
            Some(known) if kind == Kind::Number => known.ty = Type::Number,
            Some(known) if scalar => known.ty = Type::Boolean,
            Some(_) if kind == Kind::Array => return None,
            _ => {
                let name = variant_name(types, ty, kind);
                let texts = Vec::new();
                variants.push(Variant { name, ty: ty.clone(), kind, texts });
            }
        }
    }
    let tag = tag(types, &mut variants)?;
    let mut names = Names::new(&[]);
    for variant in &mut variants {
        variant.name = names.take(&variant.name);
    }
    (variants.len() > 1).then_some(Union { tag, variants })
}

/// What the values of a type are, where they are all of one kind; numbers are one kind.
fn kind_of(types: &Types, ty: &Type, depth: usize) -> Option<Kind> {
    let all = |test: fn(&Value) -> bool, values: &[Value]| values.iter().all(test);
    match ty {
        Type::Boolean => Some(Kind::Boolean),
        Type::Integer(..) | Type::Number => Some(Kind::Number),
        Type::String => Some(Kind::String),
        Type::Literals(values) if values.is_empty() => None,
        Type::Literals(values) if all(Value::is_string, values) => Some(Kind::String),
        Type::Literals(values) if all(Value::is_boolean, values) => Some(Kind::Boolean),
        Type::Literals(values) if whole_numbers(values).is_some() => Some(Kind::Number),
        Type::List(_) | Type::Tuple(..) => Some(Kind::Array),
        Type::Map(_) => Some(Kind::Object),
        Type::Named(_) if depth > DEEPEST => None,
        Type::Named(id) => match &types.decls[*id].body {
            Body::Object(_) => Some(Kind::Object),
            Body::Strings(_) => Some(Kind::String),
            Body::Alias(ty) => kind_of(types, ty, depth + 1),
            Body::Union(_) => None,
        },
        Type::Both(_) => types.merged(ty).map(|_| Kind::Object),
        Type::Any | Type::Never | Type::Null | Type::Union(_) | Type::Literals(_) => None,
    }
}

fn variant_name(types: &Types, ty: &Type, kind: Kind) -> String {
    match (ty, kind) {
        (Type::Named(id), Kind::Object) => types.decls[*id].name.clone(),
        (_, Kind::Array) => "List".to_owned(),
        (_, kind) => kind.as_str().to_owned(),
    }
}

/// The property that tells the objects among some variants apart, which learn its strings; `None` where there
/// are several and nothing tells them apart.
fn tag(types: &Types, variants: &mut [Variant]) -> Option<Option<String>> {
    let mut objects: Vec<&mut Variant> =
        variants.iter_mut().filter(|variant| variant.kind == Kind::Object).collect();
    if objects.len() < 2 {
        return Some(None);
    }
    let all: Vec<Object> =
        objects.iter().map(|variant| object(types, &variant.ty, 0)).collect::<Option<_>>()?;
    let (first, _) = all.split_first()?;
    let property = first.fields.iter().find_map(|field| {
        let mut known: Vec<String> = Vec::new();
        for object in &all {
            let texts = texts(types, object, &field.name)?;
            if texts.iter().any(|text| known.contains(text)) {
                return None;
            }
            known.extend(texts);
        }
        Some(field.name.clone())
    })?;
    for (variant, object) in objects.iter_mut().zip(&all) {
        variant.texts = texts(types, object, &property)?;
    }
    Some(Some(property))
}

/// The object that a type is.
fn object(types: &Types, ty: &Type, depth: usize) -> Option<Object> {
    match ty {
        Type::Named(id) if depth <= DEEPEST => match &types.decls[*id].body {
            Body::Object(object) => Some(object.clone()),
            Body::Alias(inner) => object(types, inner, depth + 1),
            _ => None,
        },
        ty => types.merged(ty),
    }
}

/// The strings of a property that every valid object has.
fn texts(types: &Types, object: &Object, name: &str) -> Option<Vec<String>> {
    let field = object.fields.iter().find(|field| field.name == name && field.required)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match &field.ty {
        Type::Literals(values) if !values.is_empty() => values.iter().map(text).collect(),
        Type::Named(id) => match &types.decls[*id].body {
            Body::Strings(list) => Some(list.clone()),
            _ => None,
        },
        _ => None,
    }
}

//! Unions as declarations, for languages that have no type for one of several: each variant is told from the
//! others by the kind of JSON or, among objects, by a property that is one of some strings. Several objects at
//! once as one declaration, for languages that have no type for that.

use super::names::Names;
use super::variants::{Members, last_name, members};
use super::{Body, Decl, DeclId, Field, Type, Types, Union};

/// Gives each union of known kinds a declaration. `reserved` are names that the file uses otherwise.
pub(crate) fn name_unions(types: &mut Types, reserved: &[&str]) {
    name_parts(types, reserved, Named::Unions);
}

/// The same, for a language that has no tuples: those get a declaration, too.
pub(crate) fn name_unions_and_tuples(types: &mut Types, reserved: &[&str]) {
    name_parts(types, reserved, Named::UnionsAndTuples);
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
    /// Those, and tuples whose items are all there.
    UnionsAndTuples,
    /// Several objects at once.
    Intersections,
}

fn name_parts(types: &mut Types, reserved: &[&str], named: Named) {
    let known = types.decls.iter().map(|decl| decl.name.as_str());
    let names = Names::new(&reserved.iter().copied().chain(known).collect::<Vec<_>>());
    // What is known of a declaration while others are looked at is what it was.
    let before = types.clone();
    let mut naming = Naming { names, known: Vec::new(), named, before };
    for id in 0..types.decls.len() {
        let name = types.decls[id].name.clone();
        let mut body = std::mem::replace(&mut types.decls[id].body, Body::Alias(Type::Any));
        types.decls[id].body = body.clone();
        match &mut body {
            Body::Object(object) => {
                let name = &types.decls[id].stem.clone();
                for Field { name: key, ty, .. } in &mut object.fields {
                    naming.replace(types, ty, &format!("{name} {}", super::pascal(key)));
                }
                if let Some(rest) = &mut object.rest {
                    naming.replace(types, rest, &format!("{name} value"));
                }
            }
            Body::Alias(Type::Union(all)) if named != Named::Intersections => {
                match members(&naming.before, all) {
                    Members::Apart(mut union) => {
                        naming.variants(types, &mut union, &name);
                        body = Body::Union(union);
                    }
                    Members::One(mut one) => {
                        naming.replace(types, &mut one, &name);
                        body = Body::Alias(one);
                    }
                    Members::Any => {
                        let hint = format!("{name} value");
                        body = Body::Alias(naming.union(types, std::mem::take(all), &hint));
                    }
                }
            }
            Body::Alias(Type::Tuple(prefix, rest, least))
                if naming.is_tuple(prefix, rest, *least) =>
            {
                for (index, item) in prefix.iter_mut().enumerate() {
                    naming.replace(types, item, &format!("{name} item {}", index + 1));
                }
                body = Body::Tuple(std::mem::take(prefix));
            }
            Body::Alias(ty) if matches!(ty, Type::Both(_)) && types.is_merged(ty) => {}
            Body::Alias(Type::Both(_)) if named != Named::Intersections => {}
            Body::Alias(ty) => naming.replace(types, ty, &name),
            Body::Strings(_) | Body::Union(_) | Body::Tuple(_) => {}
        }
        types.decls[id].body = body;
    }
    types.prune();
}

struct Naming {
    names: Names,
    /// Unions that have a declaration.
    known: Vec<(Vec<Type>, DeclId)>,
    named: Named,
    /// The declarations before any of them changed.
    before: Types,
}

impl Naming {
    fn replace(&mut self, types: &mut Types, ty: &mut Type, hint: &str) {
        match ty {
            Type::List(inner) => self.replace(types, inner, &format!("{hint} item")),
            Type::Map(inner) => self.replace(types, inner, &format!("{hint} value")),
            Type::Tuple(prefix, rest, least) => {
                let is_whole = rest.is_none() && *least == prefix.len();
                if self.named != Named::Intersections && !is_whole {
                    let all = prefix.drain(..).chain(rest.take().map(|rest| *rest)).collect();
                    *ty = Type::List(Box::new(super::combine::union(all)));
                    return self.replace(types, ty, hint);
                }
                if self.is_tuple(prefix, rest, *least) {
                    *ty = self.tuple(types, std::mem::take(prefix), hint);
                    return;
                }
                for (index, item) in prefix.iter_mut().enumerate() {
                    self.replace(types, item, &format!("{hint} item {}", index + 1));
                }
                if let Some(rest) = rest {
                    self.replace(types, rest, &format!("{hint} item"));
                }
            }
            Type::Literals(_) if self.named != Named::Intersections => {
                match members(&self.before, std::slice::from_ref(ty)) {
                    Members::One(one) => *ty = one,
                    _ => *ty = self.union(types, vec![ty.clone()], hint),
                }
            }
            Type::Both(_) if types.is_merged(ty) => *ty = self.intersection(types, ty, hint),
            // Each of them contains all valid values; a declaration says the most.
            Type::Both(all) if self.named == Named::Intersections => {
                let named = all.iter().position(|ty| matches!(ty, Type::Named(_)));
                *ty = all.swap_remove(named.unwrap_or_default());
                self.replace(types, ty, hint);
            }
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
            types.decls.push(Decl::of(name, body));
            id
        }))
    }

    /// The parts of what stays a union.
    fn inner(&mut self, types: &mut Types, all: &mut [Type], hint: &str) {
        for (index, part) in all.iter_mut().enumerate() {
            // What a part adds to the object around it names it.
            let name = match part {
                Type::Both(all) => last_name(all).map(|id| types.decls[id].name.clone()),
                _ => None,
            };
            let around = super::pascal(hint);
            let own = name.as_ref().map(|name| name.strip_prefix(&around).unwrap_or(name));
            let hint = match own.filter(|own| !own.is_empty()) {
                Some(own) => format!("{hint} {own}"),
                None => format!("{hint} variant {}", index + 1),
            };
            self.replace(types, part, &hint);
        }
    }

    /// Whether a type becomes the declaration of a tuple.
    fn is_tuple(&self, prefix: &[Type], rest: &Option<Box<Type>>, least: usize) -> bool {
        self.named == Named::UnionsAndTuples && rest.is_none() && least == prefix.len()
    }

    /// A tuple, as a declaration.
    fn tuple(&mut self, types: &mut Types, mut prefix: Vec<Type>, hint: &str) -> Type {
        let alone = vec![Type::Tuple(prefix.clone(), None, prefix.len())];
        if let Some((_, id)) = self.known.iter().find(|(known, _)| *known == alone) {
            return Type::Named(*id);
        }
        let (id, name) = self.declare(types, alone, Body::Tuple(prefix.clone()), hint);
        for (index, item) in prefix.iter_mut().enumerate() {
            self.replace(types, item, &format!("{name} item {}", index + 1));
        }
        types.decls[id].body = Body::Tuple(prefix);
        Type::Named(id)
    }

    /// Declares what these members come to, under a name that the hint gives.
    fn declare(
        &mut self,
        types: &mut Types,
        members: Vec<Type>,
        body: Body,
        hint: &str,
    ) -> (DeclId, String) {
        let (id, name) = (types.decls.len(), self.names.take(hint));
        self.known.push((members, id));
        let declared = Decl::of(name, body);
        let name = declared.name.clone();
        types.decls.push(declared);
        (id, name)
    }

    /// What is beside `null` in a union gets a declaration of its own.
    fn union(&mut self, types: &mut Types, all: Vec<Type>, hint: &str) -> Type {
        let flat = super::variants::flat(&self.before, &all);
        let (nulls, others): (Vec<Type>, Vec<Type>) =
            flat.into_iter().partition(|ty| *ty == Type::Null);
        let named = match members(&self.before, &others) {
            Members::One(mut one) => {
                self.replace(types, &mut one, hint);
                one
            }
            Members::Apart(union) => Type::Named(self.named_union(types, union, others, hint)),
            Members::Any => {
                let mut others = others;
                self.inner(types, &mut others, hint);
                Type::Union(others)
            }
        };
        super::combine::union(nulls.into_iter().chain([named]).collect())
    }

    fn named_union(
        &mut self,
        types: &mut Types,
        mut union: Union,
        members: Vec<Type>,
        hint: &str,
    ) -> DeclId {
        if let Some((_, id)) = self.known.iter().find(|(known, _)| *known == members) {
            return *id;
        }
        let body = Body::Alias(Type::Union(members.clone()));
        let (id, name) = self.declare(types, members, body, hint);
        self.variants(types, &mut union, &name);
        types.decls[id].body = Body::Union(union);
        id
    }

    fn variants(&mut self, types: &mut Types, union: &mut Union, name: &str) {
        let mut names: Vec<String> = union.variants.iter().map(|it| it.name.clone()).collect();
        for variant in &mut union.variants {
            // `Reply::ReplyDone` says it twice.
            let own = variant.name.strip_prefix(name).map(str::to_owned);
            let own = own.filter(|own| own.starts_with(|first: char| first.is_ascii_uppercase()));
            if let Some(own) = own.filter(|own| !names.contains(own)) {
                names.push(own.clone());
                variant.name = own;
            }
            let hint = format!("{name} {}", variant.name);
            self.replace(types, &mut variant.ty, &hint);
        }
    }
}

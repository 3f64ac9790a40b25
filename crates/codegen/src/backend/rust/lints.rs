//! What the lints of rustc and clippy would say of a type: the attributes that allow it. Users can't change emitted code.

use super::text::snake;
use crate::types::{Body, Decl, Object, Type, Types, Union, nullable};
use crate::writer::Writer;

/// From this difference on, a variant may be called large. clippy's limit is 200 bytes, and the sizes are estimates.
const LARGE: usize = 160;

/// How deep types are followed for their size.
const DEEPEST: usize = 8;

/// The attributes of a struct whose fields have these names.
pub(super) fn struct_lints(decl: &Decl, object: &Object, names: &[String], w: &mut Writer) {
    let mut lints = Vec::new();
    let is_told = |doc: &Option<String>, deprecated: bool| doc.is_some() || deprecated;
    let mut fields = object.fields.iter();
    if !is_told(&decl.doc, decl.deprecated)
        || !fields.all(|field| is_told(&field.doc, field.deprecated))
    {
        lints.push("missing_docs");
    }
    if repeats(&decl.name, names) {
        lints.push("clippy::struct_field_names");
    }
    allow(&lints, w);
}

/// The attributes of an enum of types.
pub(super) fn union_lints(types: &Types, decl: &Decl, union: &Union, w: &mut Writer) {
    let mut lints = Vec::new();
    if decl.doc.is_none() && !decl.deprecated {
        lints.push("missing_docs");
    }
    let sizes = union.variants.iter().map(|variant| size(types, &variant.ty, 0));
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable();
    if let [.., second, first] = sizes.as_slice()
        && first - second >= LARGE
    {
        lints.push("clippy::large_enum_variant");
    }
    allow(&lints, w);
}

/// About how many bytes a value has in place.
fn size(types: &Types, ty: &Type, depth: usize) -> usize {
    let deeper = |ty: &Type| size(types, ty, depth + 1);
    match ty {
        Type::Null | Type::Never => 0,
        Type::Boolean => 1,
        Type::Integer(..) | Type::Number => 16,
        Type::Named(_) if depth > DEEPEST => 8,
        Type::Named(id) => match &types.decls[*id].body {
            Body::Strings(_) => 1,
            Body::Union(union) => {
                8 + union.variants.iter().map(|it| deeper(&it.ty)).max().unwrap_or(0)
            }
            Body::Alias(inner) => deeper(inner),
            Body::Tuple(items) => items.iter().map(deeper).sum(),
            Body::Object(object) => {
                let fields: usize = object.fields.iter().map(|field| deeper(&field.ty)).sum();
                fields + if object.rest.is_some() { 24 } else { 0 }
            }
        },
        Type::Union(all) => nullable(all).map_or(32, |inner| deeper(&inner)),
        Type::Tuple(items, None, _) => items.iter().map(deeper).sum(),
        Type::Any => 32,
        _ => 24,
    }
}

/// The attributes of an enum of texts, whose variants are called so.
pub(super) fn text_lints(variants: &[String], w: &mut Writer) {
    let mut lints = vec!["missing_docs"];
    let words: Vec<Vec<String>> = variants.iter().map(|name| words(name)).collect();
    let shared = |place: fn(&[String]) -> Option<&String>| {
        let mut all = words.iter().map(|words| place(words));
        all.next().flatten().filter(|word| all.all(|other| other == Some(*word))).is_some()
    };
    if words.len() > 2 && (shared(<[String]>::first) || shared(<[String]>::last)) {
        lints.push("clippy::enum_variant_names");
    }
    allow(&lints, w);
}

fn words(name: &str) -> Vec<String> {
    snake(name).split('_').map(str::to_owned).collect()
}

/// An attribute for lints, if there are any.
pub(super) fn allow(lints: &[&str], w: &mut Writer) {
    if !lints.is_empty() {
        w.line(format!("#[allow({})]", lints.join(", ")));
    }
}

/// Whether the names of fields repeat that of their struct, or what all of them begin or end with.
fn repeats(name: &str, names: &[String]) -> bool {
    let own = snake(name);
    let (first, last) = (format!("{own}_"), format!("_{own}"));
    let word_at = |index: fn(&str) -> Option<&str>| {
        let mut words = names.iter().map(|name| index(name));
        words.next().flatten().filter(|word| words.all(|other| other == Some(*word))).is_some()
    };
    names.iter().any(|name| name.starts_with(&first) || name.ends_with(&last))
        || (names.len() > 2
            && (names.contains(&own)
                || word_at(|name| name.split('_').next())
                || word_at(|name| name.rsplit('_').next())))
}

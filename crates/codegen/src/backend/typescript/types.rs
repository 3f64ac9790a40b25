//! Types in TypeScript: interfaces in the schema's order, and unions.

use std::collections::BTreeSet;

use super::inline_parts::{self, Split};
use super::literal::WIDTH;
use super::text::{is_identifier, quoted, scalar};
use crate::backend::string_literal::visible;
use crate::types::{Body, Decl, DeclId, Field, Object, Type, Types};
use crate::writer::{Columns as _, Writer};

/// The maximum number of combinations of alternatives in an intersection.
const MOST_PAIRS: usize = 1_000;

/// The maximum depth of names when counting alternatives.
const DEEPEST: usize = 8;

/// Writes all declarations.
pub(super) fn write(types: &Types, w: &mut Writer) {
    let single = inline_parts::single_uses(types);
    let splits = types.decls.iter().map(|decl| split(types, decl, &single));
    let splits: Vec<Option<(String, Split<'_>)>> = splits.collect();
    let inlined: BTreeSet<DeclId> =
        splits.iter().flatten().flat_map(|(_, split)| split.parts.iter().copied()).collect();
    let decls = types.decls.iter().zip(splits).enumerate();
    for (_, (decl, split)) in decls.filter(|(id, _)| !inlined.contains(id)) {
        w.gap();
        docs(decl.doc.as_deref(), decl.deprecated, w);
        match split {
            Some((head, split)) => {
                let close = if split.named.is_empty() { "}" } else { "};" };
                w.open(head);
                fields(types, &split.own, w);
                w.close(close);
            }
            None => declaration(types, decl, w),
        }
    }
}

/// A declared intersection whose parts without a name are written in it, with the line before their properties.
fn split<'t>(
    types: &'t Types,
    decl: &'t Decl,
    single: &BTreeSet<DeclId>,
) -> Option<(String, Split<'t>)> {
    let Body::Alias(ty) = &decl.body else { return None };
    let split = inline_parts::split(types, ty, single).filter(|_| required(types, ty).is_none())?;
    let name = &decl.name;
    let named: String = split.named.iter().map(|ty| text(types, ty, true) + " & ").collect();
    let head = match split.named.is_empty() {
        true => format!("export interface {name} {{"),
        false => format!("export type {name} = {named}{{"),
    };
    // prettier breaks longer lines.
    let fits = split.named.is_empty() || head.columns() <= WIDTH;
    let is_whole = matches!(ty, Type::Both(all) if few_pairs(types, all, 0).len() == all.len());
    (fits && is_whole).then_some((head, split))
}

fn declaration(types: &Types, decl: &Decl, w: &mut Writer) {
    let name = &decl.name;
    match &decl.body {
        Body::Object(object) if object.fields.is_empty() && object.rest.is_none() => {
            w.line(format!("export type {name} = {{ [key: string]: never }};"));
        }
        Body::Object(object) => {
            w.open(format!("export interface {name} {{"));
            fields(types, object, w);
            w.close("}");
        }
        Body::Strings(list) => {
            let list: Vec<String> = list.iter().map(|text| quoted(text)).collect();
            w.line(assigned(&format!("export type {name} ="), &list, ""));
        }
        Body::Alias(ty) => {
            w.line(assigned(&format!("export type {name} ="), &members(types, ty), ""));
        }
        // Not created for TypeScript, which has both as types.
        Body::Tuple(_) => {}
        Body::Union(union) => {
            let members = members(types, &union.plain());
            w.line(assigned(&format!("export type {name} ="), &members, ""));
        }
    }
}

/// The operands of `|`.
fn members(types: &Types, ty: &Type) -> Vec<String> {
    match ty {
        Type::Union(all) => null_last(all).map(|ty| member(types, ty)).collect(),
        Type::Literals(values) if values.len() > 1 => values.iter().filter_map(scalar).collect(),
        other => vec![text(types, other, false)],
    }
}

/// The members of a union, null behind all others.
fn null_last(all: &[Type]) -> impl Iterator<Item = &Type> {
    let is_null = |ty: &&Type| **ty == Type::Null;
    all.iter().filter(move |ty| !is_null(ty)).chain(all.iter().filter(is_null))
}

/// An operand of `|`.
fn member(types: &Types, ty: &Type) -> String {
    text(types, ty, matches!(ty, Type::Both(_)))
}

/// `head MEMBER | MEMBER;`, one member a line if one line is too long; prettier then changes nothing inside
/// of a member.
fn assigned(head: &str, members: &[String], indent: &str) -> String {
    let flat = format!("{head} {};", members.join(" | "));
    if indent.len() + flat.columns() <= WIDTH {
        return flat;
    }
    let plain = |member: &String| !member.contains(['{', '[', '(', '&']);
    let is_name = |member: &String| is_identifier(member) && member != "null";
    match members {
        // A nullable name stays on the line of its property, or on one line after the name of its type.
        [one, null] | [null, one] if null == "null" && is_name(one) => match indent {
            "" => format!("{head}\n  {};", members.join(" | ")),
            _ => flat,
        },
        [one] if plain(one) && !indent.is_empty() => flat,
        [one] if plain(one) => format!("{head}\n  {one};"),
        [_, _, ..] if members.iter().all(plain) => {
            let below = format!("  {};", members.join(" | "));
            if indent.len() + below.columns() <= WIDTH {
                return format!("{head}\n{below}");
            }
            let lines: String = members.iter().map(|member| format!("\n  | {member}")).collect();
            format!("{head}{lines};")
        }
        _ => format!("// prettier-ignore\n{flat}"),
    }
}

fn fields(types: &Types, object: &Object, w: &mut Writer) {
    for field in &object.fields {
        docs(field.doc.as_deref(), field.deprecated, w);
        let name = property_name(&field.name);
        let optional = if field.required { "" } else { "?" };
        w.line(assigned(&format!("{name}{optional}:"), &members(types, &field.ty), "  "));
    }
    if let Some(rest) = &object.rest {
        // An index signature must also hold for the named properties.
        let fields = object.fields.iter().map(|field| field.ty.clone());
        let all = crate::types::union(std::iter::once(rest.clone()).chain(fields).collect());
        let mut all = members(types, &all);
        // Integers with different bounds are one type.
        let mut known = BTreeSet::new();
        all.retain(|text| known.insert(text.clone()));
        if all[0] != "unknown" && object.fields.iter().any(|field| !field.required) {
            all.push("undefined".to_owned());
        }
        let all = all.join(" | ");
        let line = format!("[key: string]: {all};");
        if line.columns() + 2 > WIDTH {
            w.line("// prettier-ignore");
        }
        w.line(line);
    }
}

/// A type on one line; `tight` inside of a postfix type or an intersection.
fn text(types: &Types, ty: &Type, tight: bool) -> String {
    let wrap = |text: String| if tight { format!("({text})") } else { text };
    match ty {
        Type::Any | Type::Required(_) => "unknown".to_owned(),
        Type::Never => "never".to_owned(),
        Type::Null => "null".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Integer(..) | Type::Number => "number".to_owned(),
        Type::String => "string".to_owned(),
        Type::Literals(values) => {
            let all: Vec<String> = values.iter().filter_map(scalar).collect();
            if all.len() == 1 { all.concat() } else { wrap(all.join(" | ")) }
        }
        Type::List(item) => format!("{}[]", text(types, item, true)),
        Type::Tuple(prefix, rest, least) => {
            let mut all: Vec<String> = prefix
                .iter()
                .enumerate()
                .map(|(index, item)| match index < *least {
                    true => text(types, item, false),
                    false => format!("{}?", text(types, item, true)),
                })
                .collect();
            all.extend(rest.iter().map(|rest| format!("...{}[]", text(types, rest, true))));
            format!("[{}]", all.join(", "))
        }
        Type::Mapped(mapped) => mapped.ty.name.clone(),
        Type::Map(value) => format!("{{ [key: string]: {} }}", text(types, value, false)),
        Type::Named(id) => types.decls[*id].name.clone(),
        Type::Union(all) => {
            wrap(null_last(all).map(|ty| member(types, ty)).collect::<Vec<_>>().join(" | "))
        }
        Type::Both(all) => {
            let parts = few_pairs(types, all, 0).into_iter();
            let parts = parts.filter(|ty| !matches!(ty, Type::Required(_)));
            let parts = parts.map(|ty| text(types, ty, true));
            let all: Vec<String> = parts.chain(required(types, ty)).collect();
            if all.len() == 1 { all.concat() } else { wrap(all.join(" & ")) }
        }
    }
}

/// The properties that an intersection requires, but of which an optional one in a part would keep `undefined`.
fn required(types: &Types, ty: &Type) -> Option<String> {
    let (Type::Both(all), Some(merged)) = (ty, types.merged(ty)) else { return None };
    let parts: Vec<Object> = all.iter().filter_map(|part| types.object(part, 0)).collect();
    let is_said = |name: &str| {
        let fields = parts.iter().flat_map(|part| &part.fields);
        let fields: Vec<&Field> = fields.filter(|field| field.name == name).collect();
        let says = |field: &&Field| field.required && field.ty != Type::Any;
        fields.iter().any(says) || (!fields.is_empty() && fields.iter().all(|field| field.required))
    };
    let missing = merged.fields.iter().filter(|field| field.required && !is_said(&field.name));
    let property = |field: &Field| {
        let name = property_name(&field.name);
        format!("{name}: {}", text(types, &field.ty, false))
    };
    let missing: Vec<String> = missing.map(property).collect();
    (!missing.is_empty()).then(|| format!("{{ {} }}", missing.join("; ")))
}

/// A property's name, in quotes if it needs them.
fn property_name(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { quoted(name) }
}

/// A line of a description; no part of it ends the comment or is a directive of the compiler, such as `@ts-ignore`.
fn doc_line(line: &str) -> String {
    let line = visible(line).replace("*/", "*\\/");
    let begins = line.trim_start_matches(['*', '/', ' ', '\t']);
    if begins.starts_with("@ts-") { format!("\u{b7} {line}") } else { line }
}

/// Intersections without unions that make too many combinations with those before them: the compiler expands
/// every combination, and rejects a hundred thousand (TS2590). The remaining type has more values, which the
/// checks reject.
fn few_pairs<'t>(types: &Types, all: &'t [Type], depth: usize) -> Vec<&'t Type> {
    let mut pairs = 1;
    let mut kept = Vec::new();
    for ty in all {
        let more = alternatives(types, ty, depth).saturating_mul(pairs);
        if more <= MOST_PAIRS || kept.is_empty() {
            pairs = more;
            kept.push(ty);
        }
    }
    kept
}

/// The number of alternatives of a type for the compiler.
fn alternatives(types: &Types, ty: &Type, depth: usize) -> usize {
    if depth > DEEPEST {
        return 1;
    }
    let below = |ty: &Type| alternatives(types, ty, depth + 1);
    match ty {
        Type::Literals(values) => values.len(),
        Type::Union(all) => all.iter().map(below).fold(0, usize::saturating_add),
        Type::Both(all) => {
            let kept = few_pairs(types, all, depth + 1);
            kept.into_iter().map(below).fold(1, usize::saturating_mul)
        }
        Type::Named(id) => match &types.decls[*id].body {
            Body::Strings(list) => list.len(),
            Body::Alias(inner) => below(inner),
            Body::Union(union) => below(&union.plain()),
            Body::Object(_) | Body::Tuple(_) => 1,
        },
        _ => 1,
    }
}

fn docs(doc: Option<&str>, deprecated: bool, w: &mut Writer) {
    let mut lines: Vec<String> = doc.unwrap_or_default().lines().map(doc_line).collect();
    if deprecated {
        lines.push("@deprecated".to_owned());
    }
    match lines.as_slice() {
        [] => {}
        [one] => w.line(format!("/** {one} */")),
        many => {
            w.line("/**");
            many.iter().for_each(|line| w.line(format!(" * {line}").trim_end()));
            w.line(" */");
        }
    }
}

//! `--types typify`: the types of a schema as the typify crate writes them, for code bases that live on its types. typify
//! gets no schema of a user, of which it refuses many: the types that other languages are written from are lowered to
//! shapes that it takes. What it can't take all the same becomes any value, and says so.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{self, AssertUnwindSafe};

use heck::{ToPascalCase as _, ToSnakeCase as _};
use schemars::schema::{
    ArrayValidation, InstanceType, Metadata, NumberValidation, ObjectValidation, Schema,
    SchemaObject, SingleOrVec, SubschemaValidation,
};
use serde_json::Value;
use typify::{TypeSpace, TypeSpaceSettings};

use super::text::doc_lines;
use crate::backend::RenderError;
use crate::types::{Body, Decl, DeclId, Field, Object, Type, Types, Union};
use crate::writer::Writer;

/// The documentation of a type without its own.
const UNTYPED: &str =
    "typify has no type for this part of the schema: it is any value, and `parse` checks it.";

/// The same for an enum of strings.
const UNNAMED: &str =
    "typify can't name two of the texts apart: it is any text, and `parse` checks it.";

/// The documentation of integers of more than 64 bits, and of fractions that no double is.
const WIDE: &str = "typify's numbers don't hold these: it is any value, and `parse` checks it.";

/// The largest whole number up to which doubles are exact.
const EXACT: i128 = 1 << 53;

/// The types of a schema from typify.
pub(super) struct TypifyTypes {
    /// The declarations.
    pub(super) text: String,
    /// The name of the root's type.
    pub(super) root: String,
}

/// Writes the types of a schema.
///
/// # Errors
/// typify has no type for the root.
pub(super) fn write(types: &Types) -> Result<TypifyTypes, RenderError> {
    let lowering = Lowering { types, names: names(types), inner: RefCell::default() };
    let root = lowering.names.first().cloned().unwrap_or_default();
    let text = quietly(|| {
        lowering.text(&BTreeSet::new()).or_else(|_| {
            let refused = lowering.refused();
            lowering.text(&refused)
        })
    });
    text.map(|text| TypifyTypes { text, root }).map_err(RenderError::Typify)
}

/// Prints the types in a separate module, because they have typify's style.
pub(super) fn print(made: &TypifyTypes, out: &mut Writer) {
    out.gap();
    out.line("/// The types, as typify writes them.");
    out.line(
        "#[allow(unused, dead_code, clippy::all, clippy::pedantic, reason = \"typify's style\")]",
    );
    out.line("#[rustfmt::skip]");
    out.open("pub mod types {");
    out.line(&made.text);
    out.close("}");
    out.gap();
    out.line("#[allow(unused_imports)]");
    out.line("pub use types::*;");
}

/// Runs typify; a panic counts as a result, and its message is suppressed.
fn quietly<R>(work: impl FnOnce() -> R) -> R {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = work();
    panic::set_hook(before);
    result
}

/// The names of declarations in typify's spelling, without duplicates.
fn names(types: &Types) -> Vec<String> {
    let mut used = BTreeSet::new();
    let mut all = Vec::new();
    for decl in &types.decls {
        let stem = decl.name.to_pascal_case();
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut free = std::iter::once(stem.clone()).chain(numbered);
        let name = free.find(|name| !used.contains(name)).unwrap_or(stem);
        used.insert(name.clone());
        all.push(name);
    }
    all
}

struct Lowering<'t> {
    types: &'t Types,
    /// The names of the declarations.
    names: Vec<String>,
    /// Types inside of declarations that typify would name: it treats two with one name as one
    /// type.
    inner: RefCell<BTreeMap<String, SchemaObject>>,
}

impl Lowering<'_> {
    /// The declarations that typify rejects: found one by one, with all others as any value.
    fn refused(&self) -> BTreeSet<DeclId> {
        let all: BTreeSet<DeclId> = (0..self.types.decls.len()).collect();
        let is_refused = |id: &DeclId| {
            let others: BTreeSet<DeclId> = all.iter().copied().filter(|it| it != id).collect();
            self.space(&others).is_err()
        };
        all.iter().copied().filter(is_refused).collect()
    }

    /// The declarations as text, some of them simplified.
    fn text(&self, loose: &BTreeSet<DeclId>) -> Result<String, String> {
        let space = self.space(loose)?;
        let file = syn::parse2(space.to_stream()).map_err(|error| error.to_string())?;
        Ok(prettyplease::unparse(&file))
    }

    /// The types for typify.
    fn space(&self, loose: &BTreeSet<DeclId>) -> Result<TypeSpace, String> {
        self.inner.borrow_mut().clear();
        let decls = self.types.decls.iter().enumerate();
        let mut definitions: Vec<(String, Schema)> = decls
            .map(|(id, decl)| {
                let schema = match loose.contains(&id) {
                    true => loosened(decl),
                    false => self.declaration(decl, &self.names[id]),
                };
                (self.names[id].clone(), Schema::Object(schema))
            })
            .collect();
        let inner = self.inner.take();
        definitions.extend(inner.into_iter().map(|(name, ty)| (name, Schema::Object(ty))));
        let made = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut settings = TypeSpaceSettings::default();
            settings.with_map_type("::std::collections::BTreeMap");
            let mut space = TypeSpace::new(&settings);
            space.add_ref_types(definitions).map_err(|error| error.to_string())?;
            Ok(space)
        }));
        let space = made.unwrap_or_else(|_| Err("typify stopped".to_owned()))?;
        let known: BTreeSet<String> = space.iter_types().map(|ty| ty.name()).collect();
        match self.names.iter().find(|name| !known.contains(*name)) {
            Some(name) => Err(format!("there is no type `{name}`")),
            None => Ok(space),
        }
    }

    /// A type with a name of its own.
    fn named(&self, hint: &str, schema: SchemaObject) -> SchemaObject {
        let mut inner = self.inner.borrow_mut();
        let stem = hint.to_pascal_case();
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut free = [stem.clone(), format!("{stem}Value")].into_iter().chain(numbered);
        let name = free
            .find(|name| {
                let is_same = inner.get(name).is_none_or(|known| *known == schema);
                is_same && !self.names.contains(name)
            })
            .unwrap_or(stem);
        inner.insert(name.clone(), schema);
        reference(&name)
    }

    fn declaration(&self, decl: &Decl, name: &str) -> SchemaObject {
        let schema = match &decl.body {
            Body::Object(object) => self.object(object, name),
            Body::Strings(list) => strings(list),
            Body::Tuple(items) => self.tuple(items, name),
            Body::Union(union) => self.union(union, name),
            Body::Alias(ty) => match (self.types.merged(ty), ty) {
                (Some(object), _) => self.object(&object, name),
                (None, Type::Literals(values)) => self.literals(values, name),
                (None, Type::Union(all)) => self.one_of(all, name),
                (None, ty) => self.schema(ty, name),
            },
        };
        let known = schema.metadata.as_ref().and_then(|data| data.description.clone());
        let doc = [decl.doc.clone(), known].into_iter().flatten().collect::<Vec<_>>().join("\n\n");
        described(schema, Some(doc.as_str()).filter(|doc| !doc.is_empty()))
    }

    fn object(&self, object: &Object, name: &str) -> SchemaObject {
        if collides(object) {
            let about = "typify can't name two of the properties: all are in a map, and `parse` checks them.";
            return described(map(SchemaObject::default()), Some(about));
        }
        let property = |field: &Field| {
            let hint = format!("{name} {}", field.name);
            let schema = match field.ty {
                // typify's `()` would write a missing property as null.
                Type::Null if !field.required => SchemaObject::default(),
                _ => self.schema(&field.ty, &hint),
            };
            let schema = described(schema, field.doc.as_deref());
            (field.name.clone(), Schema::Object(schema))
        };
        let required = object.fields.iter().filter(|field| field.required);
        let rest = match &object.rest {
            None => Schema::Bool(false),
            // Other properties are kept: with `true`, typify would drop them.
            Some(rest) => Schema::Object(self.schema(rest, &format!("{name} extra"))),
        };
        SchemaObject {
            instance_type: Some(InstanceType::Object.into()),
            object: Some(Box::new(ObjectValidation {
                properties: object.fields.iter().map(property).collect(),
                required: required.map(|field| field.name.clone()).collect(),
                additional_properties: Some(Box::new(rest)),
                ..ObjectValidation::default()
            })),
            ..SchemaObject::default()
        }
    }

    /// One of several types. Closed objects with a discriminator become the variants of an enum with a tag.
    fn union(&self, union: &Union, name: &str) -> SchemaObject {
        let tagged: Option<Vec<Schema>> = union.tag.as_ref().and_then(|tag| {
            union
                .variants
                .iter()
                .map(|variant| self.tagged(tag, &variant.ty, &variant.texts))
                .collect()
        });
        match tagged {
            Some(variants) => one_of(variants),
            None => {
                let all: Vec<Type> = union.variants.iter().map(|one| one.ty.clone()).collect();
                self.one_of(&all, name)
            }
        }
    }

    fn one_of(&self, all: &[Type], name: &str) -> SchemaObject {
        let variant = |(index, ty): (usize, &Type)| {
            let hint = match crate::types::nullable(all) {
                Some(_) => name.to_owned(),
                None => format!("{name} variant {index}"),
            };
            Schema::Object(self.schema(ty, &hint))
        };
        one_of(all.iter().enumerate().map(variant).collect())
    }

    /// A closed object with a constant string at the tag.
    fn tagged(&self, tag: &str, ty: &Type, texts: &[String]) -> Option<Schema> {
        let ([text], Type::Named(id)) = (texts, ty) else { return None };
        let object = self.types.object_of(*id).filter(|object| object.rest.is_none())?;
        if collides(&object)
            || !object.fields.iter().any(|field| field.name == tag && field.required)
        {
            return None;
        }
        let mut schema = self.object(&object, &self.names[*id]);
        let constant = Schema::Object(strings(std::slice::from_ref(text)));
        schema.object.as_mut()?.properties.insert(tag.to_owned(), constant);
        Some(Schema::Object(schema))
    }

    fn tuple(&self, items: &[Type], name: &str) -> SchemaObject {
        let count = u32::try_from(items.len()).ok();
        let items = items.iter().enumerate();
        let items = items
            .map(|(index, ty)| Schema::Object(self.schema(ty, &format!("{name} item {index}"))))
            .collect();
        array(ArrayValidation {
            items: Some(SingleOrVec::Vec(items)),
            min_items: count,
            max_items: count,
            ..ArrayValidation::default()
        })
    }

    fn schema(&self, ty: &Type, hint: &str) -> SchemaObject {
        match ty {
            // `Never` has no valid values.
            Type::Any | Type::Never | Type::Required(_) => SchemaObject::default(),
            Type::Null => of(InstanceType::Null),
            Type::Boolean => of(InstanceType::Boolean),
            Type::Integer(least, most) => integer(*least, *most),
            Type::Number => of(InstanceType::Number),
            Type::String => of(InstanceType::String),
            Type::Literals(values) => {
                let schema = self.literals(values, hint);
                match schema.enum_values.is_some() || schema.subschemas.is_some() {
                    true => self.named(hint, schema),
                    false => schema,
                }
            }
            Type::List(item) => array(ArrayValidation {
                items: Some(Schema::Object(self.schema(item, &format!("{hint} item"))).into()),
                ..ArrayValidation::default()
            }),
            Type::Tuple(prefix, None, least) if *least == prefix.len() && *least <= 12 => {
                self.tuple(prefix, hint)
            }
            Type::Tuple(..) => array(ArrayValidation {
                items: Some(Schema::Object(SchemaObject::default()).into()),
                ..ArrayValidation::default()
            }),
            Type::Mapped(mapped) => self.schema(&mapped.inner, hint),
            Type::Map(value) => map(self.schema(value, &format!("{hint} value"))),
            Type::Named(id) => reference(&self.names[*id]),
            Type::Union(all) => {
                let schema = self.one_of(all, hint);
                if crate::types::nullable(all).is_some() {
                    schema
                } else {
                    self.named(hint, schema)
                }
            }
            Type::Both(all) => match self.types.merged(ty) {
                Some(object) => self.named(hint, self.object(&object, hint)),
                None => all.first().map_or_else(SchemaObject::default, |ty| self.schema(ty, hint)),
            },
        }
    }

    /// Constants: strings as an enum, others by type.
    fn literals(&self, values: &[Value], hint: &str) -> SchemaObject {
        // Other numbers have become their type before.
        if values.iter().any(Value::is_number) {
            return described(SchemaObject::default(), Some(WIDE));
        }
        let texts: Vec<String> =
            values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect();
        let mut all = kinds(values).into_iter().map(of).collect::<Vec<SchemaObject>>();
        if texts.is_empty() {
            // No text.
        } else if texts.len() == values.len() {
            all.push(strings(&texts));
        } else {
            all.push(self.named(&format!("{hint} text"), strings(&texts)));
        }
        match all.len() {
            1 => all.remove(0),
            _ => one_of(all.into_iter().map(Schema::Object).collect()),
        }
    }
}

/// A declaration that typify rejects: strings become any string, others any value.
fn loosened(decl: &Decl) -> SchemaObject {
    match &decl.body {
        Body::Strings(_) => described(of(InstanceType::String), Some(UNNAMED)),
        _ => described(SchemaObject::default(), Some(UNTYPED)),
    }
}

/// Whether two properties, or one and the map of other properties, have the same name in Rust.
fn collides(object: &Object) -> bool {
    let mut used = BTreeMap::new();
    let names = object.fields.iter().map(|field| field.name.as_str());
    names.chain(object.rest.as_ref().map(|_| "extra")).any(|name| {
        let plain = name.replace('\'', "").replace(|c: char| !c.is_alphanumeric(), "-");
        used.insert(plain.to_snake_case(), name).is_some()
    })
}

fn reference(name: &str) -> SchemaObject {
    SchemaObject { reference: Some(format!("#/definitions/{name}")), ..SchemaObject::default() }
}

fn of(kind: InstanceType) -> SchemaObject {
    SchemaObject { instance_type: Some(kind.into()), ..SchemaObject::default() }
}

fn array(validation: ArrayValidation) -> SchemaObject {
    SchemaObject { array: Some(Box::new(validation)), ..of(InstanceType::Array) }
}

fn map(value: SchemaObject) -> SchemaObject {
    let validation = ObjectValidation {
        additional_properties: Some(Box::new(Schema::Object(value))),
        ..ObjectValidation::default()
    };
    SchemaObject { object: Some(Box::new(validation)), ..of(InstanceType::Object) }
}

fn one_of(all: Vec<Schema>) -> SchemaObject {
    let subschemas = SubschemaValidation { one_of: Some(all), ..SubschemaValidation::default() };
    SchemaObject { subschemas: Some(Box::new(subschemas)), ..SchemaObject::default() }
}

/// An enum of strings with unique names.
fn strings(list: &[String]) -> SchemaObject {
    let (mut known, mut names) = (BTreeSet::new(), BTreeSet::new());
    let texts: Vec<&String> = list.iter().filter(|text| known.insert(*text)).collect();
    let name = |text: &str| {
        let plain = text.replace('\'', "").replace(|c: char| !c.is_alphanumeric() && c != '_', "-");
        let name = plain.to_pascal_case();
        if name.is_empty() { "X".to_owned() } else { name }
    };
    if !texts.iter().all(|text| names.insert(name(text))) {
        return described(of(InstanceType::String), Some(UNNAMED));
    }
    let values = texts.into_iter().cloned().map(Value::String);
    SchemaObject { enum_values: Some(values.collect()), ..of(InstanceType::String) }
}

/// Whole numbers; bounds beyond the precision of doubles are left to the checks. typify's types have 64 bits: what needs
/// more is any value.
fn integer(least: Option<i128>, most: Option<i128>) -> SchemaObject {
    let is_beyond = match least {
        Some(least) if least >= 0 => {
            [Some(least), most].into_iter().flatten().max() > Some(u64::MAX.into())
        }
        _ => [least, most].into_iter().flatten().any(|bound| i64::try_from(bound).is_err()),
    };
    if is_beyond {
        return described(SchemaObject::default(), Some(WIDE));
    }
    #[allow(clippy::cast_precision_loss, reason = "a double tells these apart")]
    let bound = |bound: Option<i128>| {
        bound.filter(|it| it.unsigned_abs() <= EXACT.unsigned_abs()).map(|it| it as f64)
    };
    // Without a minimum, typify's type is `i64`.
    let least = least.map(|least| if least > EXACT { 0 } else { least });
    let number = NumberValidation {
        minimum: bound(least),
        maximum: bound(most),
        ..NumberValidation::default()
    };
    SchemaObject { number: Some(Box::new(number)), ..of(InstanceType::Integer) }
}

/// The types of scalars that are neither strings nor numbers.
fn kinds(values: &[Value]) -> Vec<InstanceType> {
    let mut kinds = Vec::new();
    for value in values {
        let kind = match value {
            Value::Null => InstanceType::Null,
            Value::Bool(_) => InstanceType::Boolean,
            _ => continue,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn described(mut schema: SchemaObject, about: Option<&str>) -> SchemaObject {
    if let Some(about) = about {
        // Control characters, and text that rustdoc would compile, are escaped.
        let description = Some(doc_lines(about).join("\n"));
        schema.metadata = Some(Box::new(Metadata { description, ..Metadata::default() }));
    }
    schema
}

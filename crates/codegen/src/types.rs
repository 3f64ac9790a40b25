//! The types of a schema, for languages that have some: named declarations in the schema's order, with
//! its documentation. Every valid value belongs to the type; what a type can't say, the checks say.

mod build;
mod docs;
mod names;
mod relations;
mod unions;

use serde_json::Value;

pub(crate) use build::build;
pub(crate) use names::pascal;
pub(crate) use relations::{nullable, reaches};
pub(crate) use unions::{name_intersections, name_unions};

/// Index of a declaration.
pub(crate) type DeclId = usize;

/// All declarations of one schema.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    /// In order of first use; the root is the first.
    pub(crate) decls: Vec<Decl>,
}

/// A named type.
#[derive(Clone, Debug)]
pub(crate) struct Decl {
    /// PascalCase, unique.
    pub(crate) name: String,
    /// Title and description.
    pub(crate) doc: Option<String>,
    /// `deprecated: true`
    pub(crate) deprecated: bool,
    /// What it is.
    pub(crate) body: Body,
}

/// What a declaration is.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// An object with known properties.
    Object(Object),
    /// One of these strings.
    Strings(Vec<String>),
    /// Another name for a type.
    Alias(Type),
    /// One of several types that can be told apart; made by [`name_unions`].
    Union(Union),
}

/// One of several types.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    /// The property that tells its objects apart, if there are several.
    pub(crate) tag: Option<String>,
    /// In the schema's order.
    pub(crate) variants: Vec<Variant>,
}

impl Union {
    /// The union as a type.
    pub(crate) fn plain(&self) -> Type {
        Type::Union(self.variants.iter().map(|variant| variant.ty.clone()).collect())
    }
}

/// One of the types of a union.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// PascalCase, unique in the union.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) ty: Type,
    /// What its values are; numbers are one kind.
    pub(crate) kind: contract::Type,
    /// What stands at the tag.
    pub(crate) texts: Vec<String>,
}

/// An object with known properties.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object {
    /// In the schema's order.
    pub(crate) fields: Vec<Field>,
    /// What other properties hold; `None` where there can be none.
    pub(crate) rest: Option<Type>,
}

/// A property.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The key.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) ty: Type,
    /// Whether every valid object has it.
    pub(crate) required: bool,
    /// Title, description, bounds, default and examples.
    pub(crate) doc: Option<String>,
    /// `deprecated: true`
    pub(crate) deprecated: bool,
}

/// A type; never narrower than the schema.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// Any JSON value.
    Any,
    /// No value.
    Never,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A whole number with the bounds of the schema, as far as they are machine integers.
    Integer(Option<i128>, Option<i128>),
    /// A number.
    Number,
    /// A string.
    String,
    /// One of these scalars.
    Literals(Vec<Value>),
    /// An array.
    List(Box<Type>),
    /// An array that begins with these; what follows, if anything may; how many there are at least.
    Tuple(Vec<Type>, Option<Box<Type>>, usize),
    /// An object without known properties.
    Map(Box<Type>),
    /// A declaration.
    Named(DeclId),
    /// One of these.
    Union(Vec<Type>),
    /// All of these at once.
    Both(Vec<Type>),
}

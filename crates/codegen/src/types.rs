//! The types of a schema, for languages that have some: named declarations in the schema's order, with
//! its documentation. Every valid value belongs to the type; what a type can't say, the checks say.

mod build;
mod constants;
mod defaults;
mod docs;
mod hints;
mod intersect;
mod mapped;
mod names;
mod prune;
mod relations;
mod unions;
mod variants;

use contract::Pointer;
use serde_json::Value;

use crate::MappedType;

pub(crate) use build::build;
pub(crate) use constants::name_constants;
pub(crate) use names::pascal;
pub(crate) use relations::{nullable, reaches};
pub(crate) use unions::{name_intersections, name_unions, name_unions_and_tuples};

/// Index of a declaration.
pub(crate) type DeclId = usize;

/// All declarations of one schema.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    /// In order of first use; the root is the first.
    pub(crate) decls: Vec<Decl>,
    /// The root and the schema's definitions: these stay, even if nothing uses them.
    pub(crate) roots: Vec<DeclId>,
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
    /// What stands for it where nothing was given, by the schema.
    pub(crate) default: Option<Value>,
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
    /// One of several types of known kinds; made by [`name_unions`].
    Union(Union),
    /// An array of these, one after another; made by [`name_unions_and_tuples`].
    Tuple(Vec<Type>),
}

/// One of several types.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    /// The property that tells its objects apart. Where there are several without one, they are tried in turn.
    pub(crate) tag: Option<String>,
    /// In the schema's order; where some are tried, what asks for most comes first.
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
    /// What is looked at before an object is tried.
    pub(crate) facts: Facts,
}

/// What every valid object of a type shows at a glance.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Facts {
    /// Properties that are there, and the scalars one of which stands there; none said, anything may.
    pub(crate) required: Vec<(String, Vec<Value>)>,
    /// All properties that may be there, where others may not.
    pub(crate) only: Option<Vec<String>>,
}

impl Facts {
    /// How much is asked for: constants before properties before closed objects.
    fn weight(&self) -> (usize, usize, bool) {
        let fixed = self.required.iter().filter(|(_, values)| !values.is_empty()).count();
        (fixed, self.required.len(), self.only.is_some())
    }
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
    /// What stands there where nothing was given, by the schema.
    pub(crate) default: Option<Value>,
    /// Whether adding defaults is sure to add it, where it isn't required.
    pub(crate) is_added: bool,
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
    /// A type of users in the place of one of these.
    Mapped(Box<Mapped>),
}

/// A type of users, with what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Mapped {
    /// What JSON has there.
    pub(crate) inner: Type,
    /// What stands between its angle brackets.
    pub(crate) parameters: Vec<Type>,
    /// The type.
    pub(crate) ty: MappedType,
    /// Where the schema asks for it.
    pub(crate) pointer: Pointer,
}

impl PartialEq for Mapped {
    /// Two places may have one type.
    fn eq(&self, other: &Mapped) -> bool {
        self.inner == other.inner && self.ty == other.ty && self.parameters == other.parameters
    }
}

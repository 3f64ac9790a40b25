//! The intermediate representation of validation: the checks of a schema, with every reference
//! resolved and without differences between drafts. A back end prints it as code, without
//! decisions.
//!
//! # Shape
//! A [`Unit`] is one schema: a list of [`Function`]s, each a [`Block`] of [`Check`]s on one instance.
//! A [`Sub`] is a schema below another: folded away (`Always`, `Never`), written inline (`Block`), or a
//! call. `$dynamicRef` is resolved here, by one copy of a function for each dynamic scope that can
//! reach it, so no back end knows of dynamic scopes.
//!
//! # Which issues (the same in every language and in `skillgen validate`)
//! * Checks run in the order of the block (the schema's own order; then `pattern`, which may take long;
//!   then `unevaluated*`); each failing check tells its issues, also beside a wrong type. A keyword speaks
//!   of its own instance type only. A text longer than `maxLength` is not matched with the `pattern`
//!   beside it.
//! * An issue's `path` is the instance place, its `keyword` is [`Check::keyword`] (as the source spells
//!   it). `expected` is the keyword's value, `got` what stood there, except:
//!   * `type`: `got` is the kind of the value (`null boolean number string array object`);
//!   * `required`, `dependentRequired`: one issue a missing key at the object; `expected` is the key,
//!     `got` null;
//!   * `additionalProperties: false`, `unevaluatedProperties: false`: one issue a surplus key at the
//!     object; `expected` false, `got` the key;
//!   * `propertyNames`: the issues of its schema on the key, at the object (`got` is the key);
//!   * `minLength`, `maxLength`: `got` is the length in code points; `minItems`, `maxItems`,
//!     `minProperties`, `maxProperties`: the count;
//!   * `items: false` after a prefix (and `additionalItems: false`): one issue at the array; `expected`
//!     is the longest length allowed, `got` the length. `unevaluatedItems: false`: one issue at the
//!     array for each index; `expected` false, `got` the index;
//!   * `contains`: one issue at the array: keyword `contains` where nothing matches, `minContains` where
//!     too few do, `maxContains` where too many do (and alone, where both are so); `got` is the number of matches;
//!   * `anyOf`, `oneOf`, `not`: one issue at their own place; `expected` is the schema's own value for
//!     the keyword in short form: `anyOf`/`oneOf` the number of branches (`oneOf`: 1), `not` null;
//!     `got` is the kind of the value for `anyOf` and `not`, the number of matches for `oneOf`. Where no
//!     branch holds and all but one show by type or constants that they are not meant
//!     ([`contract::Signs`]), the issues of that one stand in the place of the union's;
//! * `allOf`, `$ref`, `if`/`then`/`else`, `dependentSchemas`, `properties`, `items` and their like tell
//!   the inner issues.
//! * A schema `false` tells one issue with the keyword that holds it (`properties`, `allOf`, `$ref`, …;
//!   `false` for the root) at the instance it is applied to.
//!
//! # What was evaluated (`unevaluatedProperties`, `unevaluatedItems`)
//! A block with [`Evaluated`] set notes names and indices: `properties` and `patternProperties` the names
//! they apply to, whatever the verdict on the value; `additionalProperties`, `unevaluatedProperties`
//! (and `unevaluatedItems`, `contains`) those whose value is valid; `prefixItems`, `items` the indices
//! they apply to. `$ref`, `then`, `else`, `dependentSchemas` pass on what they noted; `allOf`, `anyOf`,
//! `oneOf` and `if` only from branches that hold. `not` passes on nothing.

mod discriminator;
mod flat;
mod graph;
mod group;
mod keys;
mod lower;
mod order;
mod parts;
#[cfg(test)]
mod tests;

use contract::regex;
use contract::{Pointer, Signs, TypeSet};
use serde_json::{Number, Value};

pub use discriminator::{Discriminator, discriminator, exclusive};
pub use flat::{Identity, Left, flat, flat_function, left};
pub use group::{Guard, groups};
pub use keys::Keys;
pub use lower::{Formats, Refusal, lower, lower_parts, lower_with_defaults};

/// The index of a function in its unit.
pub type FunctionId = usize;

/// One schema, lowered.
#[derive(Clone, Debug)]
pub struct Unit {
    /// All functions, in a stable order.
    pub functions: Vec<Function>,
    /// The schema of the whole instance.
    pub root: Sub,
}

impl Unit {
    /// The maximum length of a chain of calls between functions that are not recursive.
    #[must_use]
    pub fn longest_chain(&self) -> usize {
        graph::longest_chain(&self.functions)
    }
}

/// A schema that is called by name.
#[derive(Clone, Debug)]
pub struct Function {
    /// The place of the schema in its document.
    pub pointer: Pointer,
    /// A readable stem for its name: letters, digits and `_`; not unique.
    pub stem: String,
    /// Whether it is recursive: calls to it must guard the stack.
    pub recursive: bool,
    /// Its checks. `body.seen` says what it must record for its caller.
    pub body: Block,
}

/// What a block must record for `unevaluated*`, its own or a caller's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evaluated {
    /// Names of properties.
    pub properties: bool,
    /// Indices of items.
    pub items: bool,
}

impl Evaluated {
    /// Whether to record anything.
    #[must_use]
    pub fn any(self) -> bool {
        self.properties || self.items
    }
}

/// Checks on one instance; all must pass.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// In the order of issues.
    pub checks: Vec<Check>,
    /// The schema's default, if the unit was lowered with defaults.
    pub default: Option<Value>,
    /// What to record. Subschemas on the same instance (`Apply`, `AnyOf`, …) are calls that record
    /// too.
    pub seen: Evaluated,
    /// Whether the records are also for the caller; else only for this block's own checks.
    pub exports: bool,
}

impl Block {
    /// Whether the block has its own `unevaluated*`: then it records separately, and passes the records
    /// on at its end.
    #[must_use]
    pub fn asks(&self) -> bool {
        let asks = |kind: &Kind| {
            matches!(kind, Kind::UnevaluatedItems(_) | Kind::UnevaluatedProperties(_))
        };
        self.checks.iter().any(|check| asks(&check.kind))
    }
}

/// One keyword.
#[derive(Clone, Debug)]
pub struct Check {
    /// In the source's spelling, for issues.
    pub keyword: String,
    /// The place of the keyword in its document, for errors.
    pub pointer: Pointer,
    /// Its check.
    pub kind: Kind,
    /// The types and constants of each branch of `anyOf` or `oneOf`.
    pub signs: Vec<Signs>,
}

/// A subschema.
#[derive(Clone, Debug)]
pub enum Sub {
    /// `true`, `{}`, annotations only.
    Always,
    /// `false`: one issue of the keyword that holds it.
    Never,
    /// Small, and used once: written inline.
    Block(Box<Block>),
    /// A function of the unit.
    Call(FunctionId),
}

/// A pattern of ECMA-262 with the `u` flag, unanchored.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As in the schema.
    pub source: String,
    /// The parsed pattern; parsed leniently if necessary.
    pub tree: regex::Pattern,
    /// Whether the source itself is valid under the `u` flag; else it is printed from the syntax
    /// tree.
    pub strict: bool,
}

/// Parses a pattern; leniently if necessary, as browsers do.
///
/// # Errors
/// It is not a pattern.
pub(crate) fn read_pattern(text: &str, pointer: &Pointer) -> Result<Pattern, Refusal> {
    let strict = regex::parse(text);
    let is_strict = strict.is_ok();
    let tree = strict.or_else(|_| regex::parse_lenient(text)).map_err(|error| {
        let reason = format!("is not an ECMA-262 pattern ({error}); fix the pattern");
        Refusal { pointer: pointer.clone(), reason }
    })?;
    Ok(Pattern { source: text.to_owned(), tree, strict: is_strict })
}

/// A format with its own check (templates/rust/formats.rs, templates/ts/formats.ts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each variant is the format of its name")]
pub enum Format {
    DateTime,
    Date,
    Time,
    Duration,
    Email,
    Hostname,
    Ipv4,
    Ipv6,
    Uri,
    UriReference,
    Uuid,
    JsonPointer,
    Regex,
}

impl Format {
    /// All of them, with their names in schemas.
    pub const ALL: [(&'static str, Format); 13] = [
        ("date-time", Format::DateTime),
        ("date", Format::Date),
        ("time", Format::Time),
        ("duration", Format::Duration),
        ("email", Format::Email),
        ("hostname", Format::Hostname),
        ("ipv4", Format::Ipv4),
        ("ipv6", Format::Ipv6),
        ("uri", Format::Uri),
        ("uri-reference", Format::UriReference),
        ("uuid", Format::Uuid),
        ("json-pointer", Format::JsonPointer),
        ("regex", Format::Regex),
    ];

    /// The formats of JSON Schema that are not checked.
    pub const UNCHECKED: [&'static str; 6] = [
        "idn-email",
        "idn-hostname",
        "iri",
        "iri-reference",
        "relative-json-pointer",
        "uri-template",
    ];

    /// The format of that name, if it is checked.
    #[must_use]
    pub fn parse(name: &str) -> Option<Format> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }

    /// The name in schemas.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }
}

/// The check of a keyword. Fields with `Sub`s apply them as the module's documentation says.
#[derive(Clone, Debug)]
pub enum Kind {
    /// The instance is rejected: `false` in the place of this keyword, applied to the instance
    /// itself.
    Never,
    /// `type`. `number` accepts integers; 1.0 is an integer.
    Type(TypeSet),
    /// `enum`, by deep equality.
    Enum(Vec<Value>),
    /// `const`, by deep equality.
    Const(Value),
    /// `multipleOf`, exact on decimals.
    MultipleOf(Number),
    /// `minimum`
    Minimum(Number),
    /// `maximum`
    Maximum(Number),
    /// `exclusiveMinimum`
    ExclusiveMinimum(Number),
    /// `exclusiveMaximum`
    ExclusiveMaximum(Number),
    /// `minLength`, in code points.
    MinLength(u64),
    /// `maxLength`, in code points.
    MaxLength(u64),
    /// `pattern`
    Pattern {
        /// The pattern to find in the text.
        pattern: Pattern,
        /// `maxLength` beside it: a longer text is not matched, and only has the issue of `maxLength`.
        longest: Option<u64>,
    },
    /// `format`, only if formats are checked.
    Format(Format),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// `uniqueItems: true`, by deep equality.
    UniqueItems,
    /// `prefixItems`: the item at each index, if it is present.
    PrefixItems(Vec<Sub>),
    /// The items from index `from` on. `Never` is one issue at the array.
    Items {
        /// The number of items of the prefix.
        from: usize,
        /// The schema of the other items.
        sub: Sub,
    },
    /// `contains` with its counts.
    Contains {
        /// The schema of counted items.
        sub: Sub,
        /// `minContains`, else 1.
        min: u64,
        /// `maxContains`
        max: Option<u64>,
        /// Whether matching items count as evaluated (since 2020-12).
        notes: bool,
    },
    /// `unevaluatedItems`: the items that the block has not evaluated.
    UnevaluatedItems(Sub),
    /// `minProperties`
    MinProperties(u64),
    /// `maxProperties`
    MaxProperties(u64),
    /// `required`
    Required(Vec<String>),
    /// `dependentRequired`: if the first is present, the others are required.
    DependentRequired(Vec<(String, Vec<String>)>),
    /// `properties`; names without a condition are kept (`Always`), because they are evaluated.
    Properties(Vec<(String, Sub)>),
    /// `patternProperties`
    PatternProperties(Pattern, Sub),
    /// `additionalProperties`: names that are not in `names` and match no pattern.
    AdditionalProperties {
        /// The names of `properties` beside it.
        names: Vec<String>,
        /// The patterns of `patternProperties` beside it.
        patterns: Vec<Pattern>,
        /// The schema of the others. `Never` is one issue for each key, at the object.
        sub: Sub,
    },
    /// `propertyNames`: the schema of each key as a string.
    PropertyNames(Sub),
    /// `unevaluatedProperties`: the names that the block has not evaluated.
    UnevaluatedProperties(Sub),
    /// `allOf` (one check for each branch), `$ref`: the instance itself, inner issues.
    Apply {
        /// The applied schema.
        sub: Sub,
        /// Whether its records count even if it fails (as for `$ref`).
        keep: bool,
    },
    /// `anyOf`
    AnyOf(Vec<Sub>),
    /// `oneOf`
    OneOf(Vec<Sub>),
    /// `not`
    Not(Sub),
    /// `if`, `then`, `else`; a false `then` is an issue of the keyword `then`.
    If {
        /// The condition.
        test: Sub,
        /// If it accepts the instance.
        then: Sub,
        /// If it rejects the instance.
        other: Sub,
    },
    /// `dependentSchemas`: if the name is present, the object itself is checked.
    DependentSchemas(Vec<(String, Sub)>),
}

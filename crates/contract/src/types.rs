//! The type system of skill frontmatter (docs/seed-coverage.md, "Skill validation protocol", and the
//! `object[]` of its examples), with conversions to and from JSON Schema.

use serde_json::{Value, json};

/// A type of frontmatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkillType {
    /// `string`
    String,
    /// `string[]`
    StringList,
    /// `number`
    Number,
    /// `integer`
    Integer,
    /// `boolean`
    Boolean,
    /// `object`
    Object,
    /// `object[]`
    ObjectList,
}

impl SkillType {
    /// All types.
    pub const ALL: [SkillType; 7] = [
        SkillType::String,
        SkillType::StringList,
        SkillType::Number,
        SkillType::Integer,
        SkillType::Boolean,
        SkillType::Object,
        SkillType::ObjectList,
    ];

    /// The types of the protocol; `integer` is also accepted.
    pub const OF_PROTOCOL: [SkillType; 6] = [
        SkillType::String,
        SkillType::StringList,
        SkillType::Number,
        SkillType::Boolean,
        SkillType::Object,
        SkillType::ObjectList,
    ];

    /// The name in frontmatter.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            SkillType::String => "string",
            SkillType::StringList => "string[]",
            SkillType::Number => "number",
            SkillType::Integer => "integer",
            SkillType::Boolean => "boolean",
            SkillType::Object => "object",
            SkillType::ObjectList => "object[]",
        }
    }

    /// Parses the name.
    #[must_use]
    pub fn parse(name: &str) -> Option<SkillType> {
        SkillType::ALL.into_iter().find(|t| t.as_str() == name.trim())
    }

    /// The JSON Schema of the type, without annotations.
    #[must_use]
    pub fn to_schema(self) -> Value {
        match self {
            SkillType::StringList => json!({"type": "array", "items": {"type": "string"}}),
            SkillType::ObjectList => json!({"type": "array", "items": {"type": "object"}}),
            plain => json!({"type": plain.as_str()}),
        }
    }

    /// The type of `schema`; `None` if there is none (a union, a reference, an array of something
    /// else).
    #[must_use]
    pub fn from_schema(schema: &Value) -> Option<SkillType> {
        let name = schema.get("type")?.as_str()?;
        if name != "array" {
            return SkillType::parse(name);
        }
        match schema.get("items")?.get("type")?.as_str()? {
            "string" => Some(SkillType::StringList),
            "object" => Some(SkillType::ObjectList),
            _ => None,
        }
    }

    /// Whether a value is of this type.
    #[must_use]
    pub fn fits(self, value: &Value) -> bool {
        let all =
            |test: fn(&Value) -> bool| value.as_array().is_some_and(|list| list.iter().all(test));
        match self {
            SkillType::String => value.is_string(),
            SkillType::StringList => all(Value::is_string),
            SkillType::Number => value.is_number(),
            SkillType::Integer => crate::value::is_integer(value),
            SkillType::Boolean => value.is_boolean(),
            SkillType::Object => value.is_object(),
            SkillType::ObjectList => all(Value::is_object),
        }
    }

    /// The name of a value's type in the seed's words (`Type mismatch for X: expected T, got U`): an
    /// array of strings only is `string[]`.
    #[must_use]
    pub fn name_of(value: &Value) -> &'static str {
        match value {
            Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_string) => {
                "string[]"
            }
            other => crate::value::kind(other),
        }
    }
}

/// The conversion of a value to another type (seed: "Type Coercion Rules", "Compatibility Matrix").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// The only element of a list of strings, or all of them joined.
    Join,
    /// An object or a list of objects as JSON.
    Serialize,
    /// A value as the only item of a list.
    Wrap,
    /// A number as text.
    NumberToString,
    /// `true` or `false` as text.
    BooleanToString,
    /// The first of a list of objects.
    Element,
    /// A string with a decimal number.
    ParseNumber,
    /// The string `true` or `false`.
    ParseBoolean,
    /// A string with a JSON object.
    ParseObject,
}

/// Whether values of one type fit another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeds {
    /// Each value fits.
    AsItIs,
    /// Each value can be converted.
    By(Conversion),
    /// Some values can be converted.
    Some(Conversion),
    /// No value can be converted.
    Never,
}

impl SkillType {
    /// Whether values of this type fit `target`. Checks of chains and coercion of inputs use this table.
    #[must_use]
    pub fn feeds(self, target: SkillType) -> Feeds {
        use SkillType as T;
        match (self, target) {
            (T::Integer, T::Number) => Feeds::AsItIs,
            (a, b) if a == b => Feeds::AsItIs,
            (T::StringList, T::String) => Feeds::By(Conversion::Join),
            (T::Object | T::ObjectList, T::String) => Feeds::By(Conversion::Serialize),
            (T::String, T::StringList) | (T::Object, T::ObjectList) => Feeds::By(Conversion::Wrap),
            (T::Number | T::Integer, T::String) => Feeds::By(Conversion::NumberToString),
            (T::Boolean, T::String) => Feeds::By(Conversion::BooleanToString),
            (T::ObjectList, T::Object) => Feeds::By(Conversion::Element),
            (T::String, T::Number | T::Integer) => Feeds::Some(Conversion::ParseNumber),
            (T::String, T::Boolean) => Feeds::Some(Conversion::ParseBoolean),
            (T::String, T::Object) => Feeds::Some(Conversion::ParseObject),
            _ => Feeds::Never,
        }
    }

    /// The type of a value; `None` for null and for lists of several kinds.
    #[must_use]
    pub fn of(value: &Value) -> Option<SkillType> {
        Some(match value {
            Value::String(_) => SkillType::String,
            Value::Number(_) => SkillType::Number,
            Value::Bool(_) => SkillType::Boolean,
            Value::Object(_) => SkillType::Object,
            Value::Array(items) if items.is_empty() => return None,
            list if SkillType::StringList.fits(list) => SkillType::StringList,
            list if SkillType::ObjectList.fits(list) => SkillType::ObjectList,
            _ => return None,
        })
    }
}

//! The table of types that can feed others (seed: "Compatibility Matrix", "Type Coercion Rules").

use contract::types::{Conversion, Feeds, SkillType as T};
use serde_json::{Value, json};

/// The table's entry for a pair of types.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Row {
    /// Each value of the source fits the target.
    Same,
    /// Each value can be converted, by this row.
    Coercible(&'static str),
    /// Some values can be converted, others can't: the reason.
    Depends(&'static str),
    /// No value can be converted: this value shows it.
    Never(Value),
}

/// The row for a source and a target.
pub(super) fn row(source: T, target: T) -> Row {
    match source.feeds(target) {
        Feeds::AsItIs => Row::Same,
        Feeds::By(conversion) => Row::Coercible(words(conversion)),
        Feeds::Some(conversion) => Row::Depends(words(conversion)),
        Feeds::Never => Row::Never(sample(source)),
    }
}

fn words(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::Join => "join, or first element",
        Conversion::Serialize => "serialize to JSON",
        Conversion::Wrap => "wrap in array",
        Conversion::NumberToString => "convert to string",
        Conversion::BooleanToString => "convert to string, \"true\" or \"false\"",
        Conversion::Element => "array access: one element by its index",
        Conversion::ParseNumber => "only numeric strings can be parsed",
        Conversion::ParseBoolean => "only \"true\" and \"false\" can be parsed",
        Conversion::ParseObject => "only strings that hold a JSON object can be parsed",
    }
}

/// A value of a type that no other type accepts, if there is one.
pub(super) fn sample(kind: T) -> Value {
    match kind {
        T::String => json!("text"),
        T::StringList => json!(["text"]),
        T::Number => json!(0.5),
        T::Integer => json!(2),
        T::Boolean => json!(true),
        T::Object => json!({"key": "value"}),
        T::ObjectList => json!([{"key": "value"}]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, row};
    use contract::types::SkillType as T;

    #[test]
    fn the_table_is_the_seeds() {
        let words = |a, b| match row(a, b) {
            Row::Coercible(words) => words,
            other => panic!("{a:?} to {b:?}: {other:?}"),
        };
        assert!(words(T::StringList, T::String).contains("join"));
        assert!(words(T::Object, T::String).contains("JSON"));
        assert!(words(T::String, T::StringList).contains("wrap"));
        assert!(words(T::Number, T::String).contains("to string"));
        assert!(words(T::Boolean, T::String).contains("to string"));
        assert!(words(T::ObjectList, T::Object).contains("element"));
        for (a, b) in [
            (T::Number, T::Boolean),
            (T::Boolean, T::Number),
            (T::Object, T::Number),
            (T::Object, T::Boolean),
            (T::StringList, T::Number),
            (T::Number, T::Object),
            (T::Boolean, T::Object),
            (T::Object, T::StringList),
        ] {
            assert!(matches!(row(a, b), Row::Never(_)), "{a:?} to {b:?}");
        }
        assert_eq!(row(T::Integer, T::Number), Row::Same);
    }
}

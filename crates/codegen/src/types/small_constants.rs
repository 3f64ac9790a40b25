//! Constants that are written as types, by their size.

use contract::Keywords;
use serde_json::{Map, Value};

/// The maximum number of values in constants that are written as types. Larger ones are any objects or arrays.
const MOST: usize = 200;

/// The maximum depth of such a constant.
const DEEPEST: usize = 16;

/// The object that each value of a schema is.
pub(super) fn constant_object(k: &Keywords) -> Option<&Map<String, Value>> {
    let value = k.single_value()?;
    let alone = k.reference.is_none()
        && [&k.all_of, &k.any_of, &k.one_of].iter().all(|branches| branches.is_empty());
    let object = value.as_object().filter(|object| alone && !object.is_empty());
    object.filter(|_| is_small(std::slice::from_ref(value)))
}

/// Whether constants are written as types.
pub(super) fn is_small(values: &[Value]) -> bool {
    fn count(values: &mut dyn Iterator<Item = &Value>, depth: usize, left: &mut usize) -> bool {
        for value in values {
            if depth > DEEPEST || *left == 0 {
                return false;
            }
            *left -= 1;
            let fits = match value {
                Value::Array(items) => count(&mut items.iter(), depth + 1, left),
                Value::Object(object) => count(&mut object.values(), depth + 1, left),
                _ => true,
            };
            if !fits {
                return false;
            }
        }
        true
    }
    count(&mut values.iter(), 0, &mut MOST.clone())
}

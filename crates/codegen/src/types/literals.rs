//! The types of `const` and `enum`: scalars are literals, a constant object has a type with a constant for each
//! member, and a constant array is a tuple of constants.

use contract::NodeId;
use serde_json::{Map, Value};

use super::build::Builder;
use super::combine::union;
use super::names::pascal;
use super::small_constants::is_small;
use super::{Body, Field, Object, Type};

fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// A name for each object among values: the string that tells them apart, or a number.
fn hints(values: &[Value], hint: &str) -> Vec<String> {
    let objects: Vec<&Map<String, Value>> = values.iter().filter_map(Value::as_object).collect();
    let [first, others @ ..] = objects.as_slice() else { return Vec::new() };
    if others.is_empty() {
        return vec![format!("{hint} object")];
    }
    let texts = |key: &String| -> Option<Vec<&str>> {
        let all = objects.iter().map(|object| object.get(key).and_then(Value::as_str));
        let texts: Vec<&str> = all.collect::<Option<_>>()?;
        let is_word = texts.iter().all(|text| text.contains(super::is_word));
        let mut sorted = texts.clone();
        sorted.sort_unstable();
        (is_word && sorted.windows(2).all(|pair| pair[0] != pair[1])).then_some(texts)
    };
    match first.keys().find_map(texts) {
        Some(texts) => texts.into_iter().map(|text| format!("{hint} {text}")).collect(),
        None => (1..=objects.len()).map(|number| format!("{hint} variant {number}")).collect(),
    }
}

impl Builder<'_> {
    /// The type of the values of `const` or `enum` of a node.
    pub(super) fn constants(&mut self, id: NodeId, values: &[Value], hint: &str) -> Type {
        if values.is_empty() {
            return Type::Never;
        }
        if values.iter().all(is_scalar) {
            return Type::Literals(values.to_vec());
        }
        if let Some(known) = self.constants.get(&id) {
            return known.clone();
        }
        let ty = self.of_values(values, hint);
        self.constants.insert(id, ty.clone());
        ty
    }

    fn of_values(&mut self, values: &[Value], hint: &str) -> Type {
        let is_small = is_small(values);
        let mut hints = hints(values, hint).into_iter();
        let scalars: Vec<Value> = values.iter().filter(|value| is_scalar(value)).cloned().collect();
        let mut all = Vec::new();
        if !scalars.is_empty() {
            all.push(Type::Literals(scalars));
        }
        for value in values.iter().filter(|value| !is_scalar(value)) {
            all.push(match value {
                Value::Object(object) if is_small => {
                    let hint = hints.next().unwrap_or_else(|| hint.to_owned());
                    self.of_object(object, &hint)
                }
                Value::Object(_) => Type::Map(Box::new(Type::Any)),
                Value::Array(items) if is_small && !items.is_empty() => {
                    let item = |(index, item)| self.of_value(item, &format!("{hint} item {index}"));
                    let items: Vec<Type> = (1..).zip(items).map(item).collect();
                    let count = items.len();
                    Type::Tuple(items, None, count)
                }
                _ => Type::List(Box::new(Type::Any)),
            });
        }
        union(all)
    }

    fn of_value(&mut self, value: &Value, hint: &str) -> Type {
        match value {
            Value::Object(object) => self.of_object(object, hint),
            Value::Null => Type::Null,
            value => self.of_values(std::slice::from_ref(value), hint),
        }
    }

    fn of_object(&mut self, object: &Map<String, Value>, hint: &str) -> Type {
        if object.is_empty() {
            return Type::Map(Box::new(Type::Never));
        }
        let (decl, name) = self.reserve(hint);
        let body = self.members(object, &name);
        self.fill(decl, (name.clone(), name), None, body);
        Type::Named(decl)
    }

    /// An object of which each member is a constant.
    pub(super) fn members(&mut self, object: &Map<String, Value>, name: &str) -> Body {
        let field = |(key, value): (&String, &Value)| Field {
            name: key.clone(),
            ty: self.of_value(value, &format!("{name} {}", pascal(key))),
            required: true,
            doc: None,
            deprecated: false,
            default: None,
            is_added: false,
        };
        Body::Object(Object { fields: object.iter().map(field).collect(), rest: None })
    }
}

// Types of the program that replace strings. They may reject a value that the checks accept.

//= placed: typed path
/// A deserializer that records the path of the first rejected value.
#[derive(Clone, Copy)]
struct Placed<'v> {
    value: &'v Value,
    path: &'v Path<'v>,
    refused: &'v std::cell::RefCell<Option<String>>,
}

impl<'v> Placed<'v> {
    /// Reads a nested value.
    fn inside<'de, S: serde::de::DeserializeSeed<'de>>(
        self,
        value: &Value,
        path: &Path<'_>,
        seed: S,
    ) -> Result<S::Value, serde_json::Error> {
        seed.deserialize(Placed { value, path, refused: self.refused }).inspect_err(|_| {
            self.refused.borrow_mut().get_or_insert_with(|| path.pointer());
        })
    }
}

/// The members of an object or a list that have not been read.
struct Members<'v, I> {
    of: Placed<'v>,
    left: I,
    /// The member whose name has been read.
    next: Option<(&'v str, &'v Value)>,
}

impl<'de, 'v, I: Iterator<Item = (usize, &'v Value)>> serde::de::SeqAccess<'de> for Members<'v, I> {
    type Error = serde_json::Error;

    fn next_element_seed<S: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, serde_json::Error> {
        let Some((index, value)) = self.left.next() else { return Ok(None) };
        self.of.inside(value, &Path::Index(self.of.path, index), seed).map(Some)
    }
}

impl<'de, 'v, I: Iterator<Item = (&'v String, &'v Value)>> serde::de::MapAccess<'de> for Members<'v, I> {
    type Error = serde_json::Error;

    fn next_key_seed<S: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, serde_json::Error> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        self.next = Some((name, value));
        let name = serde::de::value::StrDeserializer::new(name);
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, serde_json::Error> {
        let (name, value) = self.next.take().unwrap_or(("", &Value::Null));
        self.of.inside(value, &Path::Key(self.of.path, name), seed)
    }
}

impl<'de> serde::Deserializer<'de> for Placed<'_> {
    type Error = serde_json::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        match self.value {
            Value::Object(members) => {
                visitor.visit_map(Members { of: self, left: members.iter(), next: None })
            }
            Value::Array(items) => {
                let left = items.iter().enumerate();
                visitor.visit_seq(Members { of: self, left, next: None })
            }
            scalar => serde::Deserializer::deserialize_any(scalar.clone(), visitor),
        }
    }

    fn deserialize_option<V: serde::de::Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: serde::de::Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        let _ = name;
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: serde::de::Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        serde::Deserializer::deserialize_enum(self.value.clone(), name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// The typed form of a value, or the path and the error of what its type rejects.
fn typed_or_path<T: serde::de::DeserializeOwned>(
    value: &Value,
) -> Result<T, (String, serde_json::Error)> {
    let refused = std::cell::RefCell::new(None);
    let read = T::deserialize(Placed { value, path: &Path::Root, refused: &refused });
    read.map_err(|error| (refused.take().unwrap_or_default(), error))
}

/// The typed form of a value with whole numbers that an integer of 64 bits may not hold.
fn typed_wide<T: serde::de::DeserializeOwned>(
    value: Value,
    typed: fn(Value) -> Result<T, Error>,
) -> Result<T, Error> {
    let Err((path, _)) = typed_or_path::<T>(&value) else { return typed(value) };
    let Some(place) = value.pointer(&path).filter(|place| !place.is_string()) else {
        return typed(value);
    };
    let (got, message) = match place {
        Value::Number(number) => (place.clone(), format!("expected a 64-bit integer, got {number}")),
        _ => (Value::Null, "no alternative takes a number of more than 64 bits".to_owned()),
    };
    let expected = Value::from("64-bit integer");
    Err(Error { issues: vec![Issue { path, keyword: "format".to_owned(), expected, got, message }] })
}

//= mapped: placed
/// The typed form of a value, or an issue at the value that a type of the program rejects.
pub fn typed_at<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Error> {
    typed_or_path(&value).map_err(|(path, error)| {
        let got = value.pointer(&path).filter(|got| got.is_string());
        Error {
            issues: vec![Issue {
                got: got.cloned().unwrap_or(Value::Null),
                path,
                keyword: "format".to_owned(),
                expected: Value::from(std::any::type_name::<T>()),
                message: format!("the program's type does not take the value: {error}"),
            }],
        }
    })
}

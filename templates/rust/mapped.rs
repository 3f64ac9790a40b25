// From checked values to types. Types of the program that replace strings may reject a value that the checks accept.

//= typed: error path kind
/// A deserializer that records the path of the first rejected value. Nothing else reads the types of a contract, so that
/// their code is compiled once.
#[derive(Clone, Copy)]
struct Placed<'v> {
    value: &'v Value,
    path: &'v Path<'v>,
    rejected: &'v std::cell::RefCell<Option<String>>,
}

impl<'v> Placed<'v> {
    /// Reads a nested value.
    fn inside<'de, S: serde::de::DeserializeSeed<'de>>(
        self,
        value: &Value,
        path: &Path<'_>,
        seed: S,
    ) -> Result<S::Value, serde_json::Error> {
        let read = seed.deserialize(Placed { value, path, rejected: self.rejected });
        if read.is_err() {
            self.reject(path);
        }
        read
    }

    fn expected(self, name: &str) -> serde_json::Error {
        let kind = kind_word(self.value);
        serde::de::Error::custom(format_args!("invalid type: {kind}, expected {name}"))
    }

    fn reject(self, path: &Path<'_>) {
        self.rejected.borrow_mut().get_or_insert_with(|| path.pointer());
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
        match self.of.inside(value, &Path::Index(self.of.path, index), seed) {
            Ok(item) => Ok(Some(item)),
            Err(error) => Err(error),
        }
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
        match seed.deserialize(serde::de::value::StrDeserializer::new(name)) {
            Ok(name) => Ok(Some(name)),
            Err(error) => Err(error),
        }
    }

    fn next_value_seed<S: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, serde_json::Error> {
        let (name, value) = self.next.take().unwrap_or(("", &Value::Null));
        self.of.inside(value, &Path::Key(self.of.path, name), seed)
    }
}

/// A variant of an enum: its name, or an object with one member.
struct Variant<'v> {
    of: Placed<'v>,
    name: &'v str,
    content: Option<&'v Value>,
}

impl<'de, 'v> serde::de::EnumAccess<'de> for Variant<'v> {
    type Error = serde_json::Error;
    type Variant = Self;

    fn variant_seed<S: serde::de::DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self), serde_json::Error> {
        let name = seed.deserialize(serde::de::value::StrDeserializer::new(self.name))?;
        Ok((name, self))
    }
}

/// Reads the content of a variant by a visitor.
struct Content<V>(V);

impl<'de, V: serde::de::Visitor<'de>> serde::de::DeserializeSeed<'de> for Content<V> {
    type Value = V::Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        from.deserialize_any(self.0)
    }
}

impl<'de> serde::de::VariantAccess<'de> for Variant<'_> {
    type Error = serde_json::Error;

    fn unit_variant(self) -> Result<(), serde_json::Error> {
        match self.content {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(serde::de::Error::custom("the variant has no content")),
        }
    }

    fn newtype_variant_seed<S: serde::de::DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, serde_json::Error> {
        match self.content {
            Some(content) => self.of.inside(content, &Path::Key(self.of.path, self.name), seed),
            None => Err(serde::de::Error::custom("the variant has content")),
        }
    }

    fn tuple_variant<V: serde::de::Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        let _ = length;
        self.newtype_variant_seed(Content(visitor))
    }

    fn struct_variant<V: serde::de::Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        let _ = fields;
        self.newtype_variant_seed(Content(visitor))
    }
}

impl<'de> serde::Deserializer<'de> for Placed<'_> {
    type Error = serde_json::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => serde::Deserializer::deserialize_any(number, visitor),
            Value::String(text) => visitor.visit_str(text),
            Value::Object(members) => {
                visitor.visit_map(Members { of: self, left: members.iter(), next: None })
            }
            Value::Array(items) => {
                let left = items.iter().enumerate();
                visitor.visit_seq(Members { of: self, left, next: None })
            }
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

    /// Lists are not read as structs: serde writes those as objects.
    fn deserialize_struct<V: serde::de::Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        let _ = fields;
        match self.value {
            Value::Object(members) => {
                visitor.visit_map(Members { of: self, left: members.iter(), next: None })
            }
            Value::String(text) => visitor.visit_str(text),
            _ => Err(self.expected(name)),
        }
    }

    fn deserialize_enum<V: serde::de::Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        let _ = variants;
        let found = match self.value {
            Value::String(name) => Some((name, None)),
            Value::Object(members) if members.len() == 1 => {
                members.iter().next().map(|(name, content)| (name, Some(content)))
            }
            _ => None,
        };
        match found {
            Some((name, content)) => visitor.visit_enum(Variant { of: self, name, content }),
            None => Err(self.expected(name)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// What a type rejects of a checked value.
struct Rejected {
    path: String,
    message: String,
    type_name: &'static str,
}

/// The typed form of a checked value.
fn typed<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, Rejected> {
    let rejected = std::cell::RefCell::new(None);
    let read = T::deserialize(Placed { value, path: &Path::Root, rejected: &rejected });
    match read {
        Ok(value) => Ok(value),
        Err(error) => Err(Rejected::new(rejected.take(), &error, std::any::type_name::<T>())),
    }
}

impl Rejected {
    fn new(path: Option<String>, error: &serde_json::Error, type_name: &'static str) -> Rejected {
        Rejected { path: path.unwrap_or_default(), message: error.to_string(), type_name }
    }

    /// The error for a whole number that an integer of 64 bits may not hold, if the value there can be one.
    fn wide(&self, root: &Value) -> Option<Error> {
        let place = root.pointer(&self.path).filter(|place| !place.is_string())?;
        let (got, message) = match place {
            Value::Number(number) => {
                (place.clone(), format!("expected a 64-bit integer, got {number}"))
            }
            _ => (Value::Null, "no alternative takes a number of more than 64 bits".to_owned()),
        };
        let (path, keyword) = (self.path.clone(), "format".to_owned());
        let expected = Value::from("64-bit integer");
        Some(Error { issues: vec![Issue { path, keyword, expected, got, message }] })
    }

    /// The error for a value that a type of the program rejects.
    fn mapped(self, root: &Value) -> Error {
        let got = root.pointer(&self.path).filter(|got| got.is_string());
        Error {
            issues: vec![Issue {
                got: got.cloned().unwrap_or(Value::Null),
                path: self.path,
                keyword: "format".to_owned(),
                expected: Value::from(self.type_name),
                message: format!("the program's type does not take the value: {}", self.message),
            }],
        }
    }
}

/// Every valid value has a typed form, so that this error is a fault of this file.
impl From<Rejected> for Error {
    fn from(rejected: Rejected) -> Error {
        Error {
            issues: vec![Issue {
                path: String::new(),
                keyword: "type".to_owned(),
                expected: Value::from(rejected.type_name),
                got: Value::Null,
                message: rejected.message,
            }],
        }
    }
}

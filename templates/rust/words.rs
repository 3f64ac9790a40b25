// Reads the text of a schema.

//= words: read
/// A JSON value that keeps the order of members and the digits of numbers.
enum Words {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Words>),
    Dict(Vec<(String, Words)>),
}

impl Words {
    /// Reads a schema that skillgen wrote.
    fn read(text: &str) -> Words {
        let mut reader = Reader { text, at: 0, most: MOST_LEVELS };
        reader.words().unwrap_or(Words::Null)
    }

    /// Converts to a `Value`; `None` for numbers that serde_json can't hold.
    fn value(&self) -> Option<Value> {
        Some(match self {
            Words::Null => Value::Null,
            Words::Bool(flag) => Value::Bool(*flag),
            Words::Number(text) => Value::Number(text.parse().ok()?),
            Words::Text(text) => Value::String(text.clone()),
            Words::List(items) => items.iter().map(Words::value).collect::<Option<Value>>()?,
            Words::Dict(members) => {
                let member = |(name, one): &(String, Words)| Some((name.clone(), one.value()?));
                Value::Object(members.iter().map(member).collect::<Option<_>>()?)
            }
        })
    }

    fn list(&self) -> &[Words] {
        if let Words::List(items) = self { items } else { &[] }
    }

    fn members(&self) -> &[(String, Words)] {
        if let Words::Dict(members) = self { members } else { &[] }
    }

    fn text(&self) -> &str {
        match self {
            Words::Text(text) | Words::Number(text) => text,
            _ => "",
        }
    }

    /// The strings of a list, or a single string.
    fn texts(&self) -> Vec<String> {
        match self {
            Words::List(items) => items.iter().map(|item| item.text().to_owned()).collect(),
            one => vec![one.text().to_owned()],
        }
    }

    /// A count; more than 64 bits means the maximum.
    fn count(&self) -> u64 {
        self.text().parse().unwrap_or(u64::MAX)
    }
}

impl Reader<'_> {
    fn words(&mut self) -> Result<Words, &'static str> {
        match self.peek() {
            Some(b'{') => {
                let mut members = Vec::new();
                self.at += 1;
                while self.peek() != Some(b'}') {
                    self.at += usize::from(self.byte() == Some(b','));
                    members.push((self.key()?, self.words()?));
                }
                self.at += 1;
                Ok(Words::Dict(members))
            }
            Some(b'[') => {
                let mut items = Vec::new();
                self.at += 1;
                while self.peek() != Some(b']') {
                    self.at += usize::from(self.byte() == Some(b','));
                    items.push(self.words()?);
                }
                self.at += 1;
                Ok(Words::List(items))
            }
            Some(b'"') => Ok(Words::Text(self.string()?)),
            Some(b't') => self.word("true", Value::Null).map(|_| Words::Bool(true)),
            Some(b'f') => self.word("false", Value::Null).map(|_| Words::Bool(false)),
            Some(b'n') => self.word("null", Value::Null).map(|_| Words::Null),
            _ => {
                let start = self.at;
                // Numbers that serde_json can't hold keep the schema's text.
                let _ = self.number();
                let text = self.text.get(start..self.at).unwrap_or_default();
                if text.is_empty() { Err("expected a value") } else { Ok(Words::Number(text.to_owned())) }
            }
        }
    }
}
